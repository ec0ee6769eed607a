"""Questions that the fast search can answer: rational profiles with plain numbers, all priors or one fixed.

What is not taken here is no error: `symbolic_eps.answers.recommendation` reads it again, and says what is
wrong with it, if anything is. So this takes a part only of what is read there.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping, Sequence

from symbolic_eps.decision.judge import Question, question_of
from symbolic_eps.decision.text_tree import Tree, number_of, profile_of
from verify.polynomial import Rejected

NAME, NUMBER = r"[A-Za-z][A-Za-z0-9_]*", r"[0-9]+(?:\.[0-9]+|/[0-9]+)?"
BINDING = re.compile(rf"\s*({NAME})\s*=\s*({NUMBER})\s*", re.ASCII)
TEXT = re.compile(rf"(?:{NAME}|[0-9]+(?:\.[0-9]+)?|[-+*/(), ])+", re.ASCII)

PRIORS, CHOICES = {"p", "q"}, {"max", "min"}
TAKEN = PRIORS | CHOICES | {"x", "s", "t", "oo", "sqrt", "exp", "log", "piecewise", *keyword.kwlist}
"""Words that name no parameter here."""

VARIANTS = ("unbounded", "bounded", "invariant")
LONGEST, MOST_PARTS, LARGEST_POWER = 300, 60, 4


def plain_question(
    profile: str, values: Sequence[str], fixed: Sequence[str], variant: str
) -> Question | None:
    """The question that the texts of a command line ask; None if it is not taken here.

    Parameters
    ----------
    profile : str
        r* in p, q and parameters.
    values, fixed : sequence of str
        `name=number` for each parameter, and for a prior that does not vary.
    variant : str
        Of the bound.

    Examples
    --------
    >>> plain_question("max(a/p, r)", ["a=1/4", "r=3"], [], "unbounded").profile
    ('max', ('/', Fraction(1, 4), 'p'), Fraction(3, 1))
    >>> plain_question("exp(p)", [], [], "unbounded") is plain_question("a", [], [], "unbounded") is None
    True
    """
    parameters, at = _numbers(values), _numbers(fixed)
    if parameters is None or at is None or variant not in VARIANTS:
        return None
    used = set(re.findall(NAME, profile))
    known = len(profile) <= LONGEST and TEXT.fullmatch(profile) and not TAKEN & parameters.keys()
    if not known or used - PRIORS - CHOICES != parameters.keys() or at.keys() >= PRIORS:
        return None
    asked: dict[str, object] = {
        "profile": profile,
        "parameters": parameters,
        "fixed": at,
        "box": [],
        "table": None,
    }
    try:
        question = question_of({**asked, "variant": variant})
    except (Rejected, ArithmeticError):
        return None
    return question if _is_rational(question.profile) and _size(question.profile) <= MOST_PARTS else None


def written(profile: str, values: Sequence[str]) -> Tree:
    """The profile of a plain question with its parameters' numbers, fixed priors left as they are.

    Examples
    --------
    >>> written("a/(p*q)", ["a=1/4"])
    ('/', Fraction(1, 4), ('*', 'p', 'q'))
    """
    numbers = {name: number_of(text) for name, text in (_numbers(values) or {}).items()}
    return profile_of(profile, numbers)


def _numbers(texts: Sequence[str]) -> Mapping[str, str] | None:
    """The numbers by name; None if one is not plain, or a name has two."""
    found = [BINDING.fullmatch(text) for text in texts]
    pairs = [(match[1], match[2]) for match in found if match]
    numbers = dict(pairs)
    return numbers if len(numbers) == len(texts) else None


def _is_rational(tree: Tree) -> bool:
    """Whether it is made of + * / powers, max and min."""
    match tree:
        case ("^", base, int(exponent)):
            return exponent <= LARGEST_POWER and _is_rational(base)
        case ("max" | "min", _):
            return False
        case (str(word), *parts):
            return word in ("+", "*", "/", "max", "min") and all(map(_is_rational, parts))
    return True


def _size(tree: Tree) -> int:
    return 1 + sum(map(_size, tree[1:])) if isinstance(tree, tuple) else 1
