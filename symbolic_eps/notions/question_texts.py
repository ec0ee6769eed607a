"""A question about the success of attacks from the texts that a command is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symbolic_eps.errors import InputError
from symbolic_eps.notions.notion import BASELINE, notion_named
from symbolic_eps.notions.question import AttackQuestion, read_eps
from symbolic_eps.profiles.assumed_names import check_assumed
from symbolic_eps.profiles.caps import Cap, CapKind
from symbolic_eps.profiles.parse import parse_number, parse_profile
from symbolic_eps.profiles.profile import conditions_from
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import parameter


def read_question(
    caps: Mapping[str, Sequence[str] | None],
    notion: str,
    delta: str,
    assumptions: Sequence[str] = (),
    box: Sequence[str] = (),
    numbers: Mapping[str, str] | None = None,
    eps: str | None = None,
    fixed: bool = False,
) -> AttackQuestion:
    """The question that a command asks.

    Parameters
    ----------
    caps : mapping of str to sequence of str
        Texts by kind of cap.
    notion, delta : str
        delta a number, or the name of a parameter.
    assumptions, box : sequence of str
        Comparisons of the parameters, and bounds on k.
    numbers : mapping of str to str
        The parameters' values, exact.
    eps : str, optional
        Where delta is sought.
    fixed : bool
        Whether k is held fixed.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text that is not read, a number or an assumption for a name that does not occur.

    Examples
    --------
    >>> read_question({"relative-risk": ["r"]}, "renyi-2", "0", numbers={"r": "3"}).caps[0].value
    3
    """
    texts = [(CapKind(kind), text) for kind, several in caps.items() for text in several or ()]
    if not texts:
        raise InputError(
            'nothing to respect: give a bound on success / baseline, such as "max(1/(4*k), 3)", or '
            "--posterior, --difference or --odds-ratio with a cap in k"
        )
    values = {parameter(name): parse_number(number) for name, number in (numbers or {}).items()}
    read = [(kind, parse_profile(text)) for kind, text in texts]
    of_delta, comparisons, bounds = parse_profile(delta), conditions_from(assumptions), conditions_from(box)
    known = of_delta.free_symbols.union(*(v.free_symbols for _, v in read), *(c.symbols for c in bounds))
    if unknown := sorted(str(v) for v in values if v not in known - {BASELINE}):
        raise InputError(f"unknown parameter {unknown[0]}: no cap, box or delta has it; leave its --set out")
    given = None if eps is None else read_eps(eps)
    check_assumed(comparisons, known | {BASELINE} | (set() if given is None else given.free_symbols))
    return AttackQuestion(
        notion_named(notion),
        tuple(Cap(kind, with_values(value, values)) for kind, value in read),
        with_values(of_delta, values),
        tuple(one for c in comparisons for one in c.substituted(values)),
        tuple(one for c in bounds for one in c.substituted(values)),
        given,
        fixed,
    )
