"""The certificate of a claim that is written in the kernel's own language; loads no SymPy."""

from __future__ import annotations

from typing import Any

from verify import kernel
from verify.certificates.certificate import Certificate, assembled
from verify.deadline import check_time
from verify.search.budget import Budget, Meter
from verify.search.facts import by_kind, factors_of
from verify.search.refutation_search import Hints, refute


def certificate_of(claim: Any, budget: Budget) -> Certificate | None:
    """A certificate of a claim, if one is found within the budget; the kernel has not judged it yet.

    Parameters
    ----------
    claim : object
        As `verify.kernel` reads it.
    budget : Budget
        For all alternatives of "hypotheses and not goal" together.

    Raises
    ------
    verify.kernel.Rejected
        It is no claim.

    Examples
    --------
    >>> claim = {"variables": ["p"], "hypotheses": [[">", "p", "1"]], "goal": [">", "p", "0"]}
    >>> kernel.check(certificate_of(claim, Budget(work=1000)), {})
    >>> certificate_of({**claim, "goal": [">", "p", "2"]}, Budget(work=1000)) is None
    True
    """
    ring, systems = kernel.systems(claim)
    names, meter, nodes = list(ring.atoms), Meter.of(budget), []
    for facts in systems:
        check_time()
        factors = factors_of(names, facts)
        node = _refutation(names, facts, Hints(), meter, meter.work // 2) if factors else None
        node = node or _refutation(names, facts, Hints(splits=factors), meter, meter.work)
        if node is None:
            return None
        nodes.append(node)
    return assembled(claim, nodes)


def _refutation(names: list[str], facts: list[kernel.Fact], hints: Hints, meter: Meter, work: int) -> Any:
    """A refutation for so much of what is left."""
    part = meter.part(work)
    allowed = part.work
    node = refute(names, *by_kind(facts), hints=hints, meter=part)
    meter.work -= allowed - max(0, part.work)
    return node
