"""What tests of the engine share."""

from __future__ import annotations

from typing import NoReturn

import pytest

from symbolic_eps import minimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import certified_cells
from symbolic_eps.report.audit.entry import Entry
from tests.symbolic_eps.audit_sample import CLAIMS
from tests.symbolic_eps.coq_files import Certified
from tests.symbolic_eps.theorem_kinds import own
from verify.claims import auditor


@pytest.fixture(scope="session")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Certified:
    """Theorems on profiles of one's own; what stands before them is compiled once."""
    return Certified(tmp_path_factory.mktemp("certified"), own)


@pytest.fixture(scope="session")
def entries() -> list[Entry]:
    """The claims of the audit's sample, judged."""
    judged = auditor.audit(CLAIMS)
    return [Entry(claim, found.record) for claim, found in zip(CLAIMS, judged, strict=True)]


@pytest.fixture
def without_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stays open is not given to cells, nor told on faces, which might settle it."""

    def refused(*_: object) -> NoReturn:
        raise UndecidedError("no cells of the parameters")

    def never(_: object) -> bool:
        return False

    monkeypatch.setattr(minimum, "infimum_by_cells", refused)
    monkeypatch.setattr(minimum, "may_be_told", never)


@pytest.fixture
def without_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is spent on certificates for what cells of the parameters give."""
    monkeypatch.setattr(certified_cells, "LONGEST", 1e-9)
