"""The recommended budgets of the closed-form table's profiles, derived: what printed forms are held against.

They come from the profiles alone, never from what is printed, through the certificates that are shipped.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from derivations.kazan_reiter.profiles import PROFILES
from symbolic_eps.answers import stored_closed_form
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from verify.evidence import Evidence, Outcome
from verify.language.note import Note

CLOSED_FORMS = Path(__file__).parent / "closed_forms"
"""What was derived before, with its certificates."""


@cache
def derived(identifier: str) -> PiecewiseInfimum:
    """The recommended budget of a profile, proved with what is shipped, or else derived anew.

    Examples
    --------
    >>> derived("constant").branches[0].epsilon
    log(r)/2
    """
    return stored_closed_form.proved_or_derived(
        PROFILES[identifier], stored_closed_form.load(identifier, CLOSED_FORMS)
    )[0]


def derivation_evidence(identifier: str) -> Evidence:
    """Evidence that the derived closed form of a row is the infimum.

    Examples
    --------
    >>> print(derivation_evidence("constant").grade)
    exact
    """
    found = derived(identifier)
    statement = Note("the infimum over the priors for ", found.profile.bound, " is as derived")
    return Evidence(statement, Outcome.PROVED, found.grade, "lower bound, sharpness and cover, proved")
