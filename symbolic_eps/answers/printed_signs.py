"""What papers print about the signs of eps's derivatives, beside what was derived for them before.

A paper offers its lemmas under the kind `signs`; verdicts are those that its audit is expected to give, for
the very claim that was judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import sympy as sp

from symbolic_eps.papers import SIGNS, claims_in, offers, paper_named
from symbolic_eps.profiles.profile import RiskProfile
from verify.calculus.derivative import DerivativeSign
from verify.claims.claim import Claim
from verify.claims.expected_verdicts import expected
from verify.claims.record import fingerprint
from verify.claims.verdict import Verdict
from verify.language.condition import conditions_of

NOT_JUDGED = "open"
"""The verdict of a claim that is not the one that was judged."""


@dataclass(frozen=True)
class SignStatement:
    """A lemma of a paper: a profile, and where the paper says how its eps changes.

    Parameters
    ----------
    paper : str
        The paper's id.
    identifier : str
        Short name of the profile; of lemmas with one name, the profile is the same.
    display : str
        What the paper calls the lemma.
    profile : RiskProfile
        With the lemma's domain.
    printed : tuple of str
        The places of its claims.
    """

    paper: str
    identifier: str
    display: str
    profile: RiskProfile
    printed: tuple[str, ...]


@dataclass(frozen=True)
class PrintedSign:
    """What a paper prints about the sign of a derivative.

    Parameters
    ----------
    paper, display, locator : str
        Where.
    statement : str
        What: `d eps/dp < 0`, or as text where the claim is another kind of statement.
    conditions : tuple of Basic
        The hypotheses that are printed, beyond the lemma's domain.
    verdict : str
        The audit's.
    missing : tuple of Basic
        What has to be added for it to hold.
    """

    paper: str
    display: str
    locator: str
    statement: str
    conditions: tuple[sp.Basic, ...]
    verdict: str
    missing: tuple[sp.Basic, ...]


def sign_statements() -> Mapping[str, tuple[SignStatement, ...]]:
    """The lemmas of all installed papers, by the profile's name.

    Examples
    --------
    >>> all(one.identifier == name for name, every in sign_statements().items() for one in every)
    True
    """
    by_name: dict[str, tuple[SignStatement, ...]] = {}
    for statements in offers(SIGNS).values():
        for one in statements:
            by_name[one.identifier] = (*by_name.get(one.identifier, ()), one)
    return by_name


def printed_signs(statement: SignStatement) -> tuple[PrintedSign, ...]:
    """What the paper prints, with the verdicts."""
    claims = _claims(statement.paper)
    pins = expected(paper_named(statement.paper).expected_verdicts)
    printed = []
    for place in statement.printed:
        claim, pin = claims[place], pins.get(place, {})
        judged = pin.get("fingerprint") == fingerprint(claim)
        printed.append(
            PrintedSign(
                paper=statement.paper,
                display=statement.display,
                locator=place,
                statement=_stated(claim),
                conditions=tuple(
                    one for one in claim.domain if not set(conditions_of(one)) <= {*statement.profile.domain}
                ),
                verdict=pin["verdict"] if judged else NOT_JUDGED,
                missing=claim.missing if judged and pin["verdict"] == Verdict.HOLDS_IF else (),
            )
        )
    return tuple(printed)


@cache
def _claims(paper: str) -> Mapping[str, Claim]:
    return {claim.locator.place: claim for claim in claims_in(paper_named(paper))}


def _stated(claim: Claim) -> str:
    sign = claim.statement
    return f"d eps/d{sign.variable} {sign.relation} 0" if isinstance(sign, DerivativeSign) else claim.text
