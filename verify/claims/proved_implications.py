"""Which conditions the certificates of a claim make use of, where the whole claim is a few implications."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from verify.claims.claim import Claim
from verify.claims.used_hypotheses import used_hypotheses
from verify.claims.verdict import Verdict
from verify.language.encoding import NotAlgebraicError, encoded

Certificates = Mapping[str, Mapping[str, Any]]
"""By fingerprint."""


@dataclass(frozen=True)
class ProvedImplications:
    """What is proved of a claim: as printed, corrected, or with a further hypothesis.

    Parameters
    ----------
    claim : Claim
        On numbers; of another kind of statement nothing is known here.
    line : mapping
        What was found out about it: `verdict` and `extra_hypotheses`.
    certificates : mapping of str to mapping
        By fingerprint.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> claim = Claim(Locator("example", "eq:1"), a + 1 > 1, (a > 0,))
    >>> line = {"verdict": "holds", "extra_hypotheses": []}
    >>> print(ProvedImplications(claim, line, {}).uses(a > 0))
    None
    """

    claim: Claim
    line: Mapping[str, Any]
    certificates: Certificates

    @cached_property
    def _used(self) -> tuple[Mapping[str, bool] | None, ...]:
        """Of each implication: its hypotheses in the kernel's notation, and whether they are used."""
        return tuple(_uses(self.certificates.get(name)) for name in self._fingerprints)

    @cached_property
    def _fingerprints(self) -> tuple[str, ...]:
        claim, verdict = self.claim, self.line["verdict"]
        statement = claim.corrected if verdict == Verdict.MISPRINT else claim.statement
        extra = claim.missing if verdict == Verdict.HOLDS_IF else ()
        if not isinstance(statement, sp.Basic) or [*map(str, extra)] != [*self.line["extra_hypotheses"]]:
            return ()
        parts = statement.args if isinstance(statement, sp.And) else (statement,)
        try:
            return tuple(encoded((*claim.domain, *extra), part).fingerprint for part in parts)
        except NotAlgebraicError:
            return ()

    def uses(self, condition: sp.Basic) -> bool | None:
        """Whether a certificate uses a condition; None where that is not known."""
        trees = _plain_trees(condition)
        answers = [_any_of(trees, used) for used in self._used]
        if any(answers):
            return True
        return False if answers and None not in answers else None


def _plain_trees(condition: sp.Basic) -> list[str]:
    """A condition in the kernel's notation; empty where it has to name a root, or is not algebraic."""
    try:
        alone = encoded((condition,), sp.true)
    except NotAlgebraicError:
        return []
    plain = all(isinstance(value, sp.Symbol) for value in alone.symbols.values())
    return [json.dumps(tree) for tree in alone.claim["hypotheses"]] if plain else []


def _uses(certificate: Mapping[str, Any] | None) -> Mapping[str, bool] | None:
    used = used_hypotheses(certificate) if certificate else None
    if used is None or certificate is None:
        return None
    return dict(zip(map(json.dumps, certificate["claim"]["hypotheses"]), used, strict=True))


def _any_of(trees: Sequence[str], used: Mapping[str, bool] | None) -> bool | None:
    if used is None or not trees or not all(tree in used for tree in trees):
        return None
    return any(used[tree] for tree in trees)
