"""Coq proves the checker of boxes in decision records sound; the judge extracted from it agrees."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from symbolic_eps.cli import main
from symbolic_eps.decision import leaves
from symbolic_eps.decision.judge import question_of
from symbolic_eps.decision.leaf_search import leaves_at
from symbolic_eps.decision.text_tree import Tree
from tests.symbolic_eps.test_decision_record import LEAVES, OTHERS
from tests.verify.damaged_certificates import GARBAGE, damaged_values, places, replaced
from tests.verify.kernel_theory import with_planted_error
from verify.coq import kernel_input
from verify.polynomial import NUMBER, Rejected, demand

EXAMPLES: dict[str, tuple[str, str, str, str]] = {
    "constant": ("2", "", "unbounded", "3/4"),
    "constant, bounded": ("2", "q<=p", "bounded", "3/5"),
    "several bounds": ("max(1/(4*p*q), 2)", "", "unbounded", "3/4"),
    "one bound of two": ("min(2+p, 3-q)", "1/10<=p<=9/10", "invariant", "1/2"),
    "cases": ("piecewise((2, p<1/2), (3+q, q>1/3 or not p>q), 4)", "p != q", "unbounded", "13/20"),
    "joined cases": ("piecewise((2, p<1/4 and q>=1/3), (9/4, p==q), 5/2)", "", "unbounded", "7/10"),
    "powers": ("2+(p-1/2)**2+q**3", "p<=7/8, 1/4<q", "unbounded", "11/20"),
    "a pole": ("1+1/(5*p*q)", "", "unbounded", "17/20"),
    "an exponential that is large": ("2+exp(q/p)", "", "unbounded", "3/5"),
    "a root": ("3+sqrt(p)-q", "", "unbounded", "13/20"),
}
"""Profile, box, variant and a level that few leaves show."""

SLOW: dict[str, tuple[str, str, str, str]] = {
    "an exponential": ("1+exp(-p*q)", "", "unbounded", "4/5"),
    "a logarithm": ("2+log(1+1/(p*q))", "", "unbounded", "3/5"),
    "a root to the power of three": ("3+sqrt(p)-q**1.5", "", "unbounded", "11/20"),
    "a sum of squares": ("11/10+(p-1/2)**2+(q-1/3)**2", "p<=7/8", "unbounded", "19/20"),
}


def document(profile: str, box: str, variant: str, level: str, fixed: dict[str, str] | None = None) -> Any:
    """A question and a proof by leaves that the checker accepts."""
    asked = {"profile": profile, "parameters": {}, "fixed": fixed or {}, "box": [box] if box else []}
    question = question_of(asked | {"table": None, "variant": variant})
    parts = question.profile, question.domain, question.fixed, question.variant
    x = Fraction(level)
    boxes = leaves_at(*parts, x)
    assert boxes is not None
    eighths = [Fraction(k, 8) for k in range(1, 9)]
    priors = [[question.fixed[v]] if v in question.fixed else eighths for v in "pq"]
    for share, p, q in product([Fraction(k, 16) for k in (15, 12, 8, 4, 1, 0)], *priors):
        proof = {
            "level": str(x),
            "leaves": [[str(end) for side in box for end in side] for box in boxes],
            "below": str(x * share),
            "point": {"p": str(p), "q": str(q)},
        }
        made = kernel_input.with_boxes(*parts, proof)
        if verdict(made) == "1":
            return made
    raise AssertionError("no level is exceeded anywhere")


def tree_of(data: Any) -> Tree:
    """The tree that JSON data stand for, if `symbolic_eps.decision.text_tree` makes such a tree."""
    match data:
        case "p" | "q":
            return data
        case str() if NUMBER.fullmatch(data):
            return Fraction(data)
        case ["^", base, int(n)] if type(n) is int and 0 <= n <= 64:
            return ("^", tree_of(base), n)
        case ["+" | "*" | "/" as word, left, right]:
            return (word, tree_of(left), tree_of(right))
        case ["exp" | "log" | "sqrt" as word, part]:
            return (word, tree_of(part))
        case ["max" | "min" as word, _, *_]:
            return (word, *map(tree_of, data[1:]))
        case ["piecewise", *parts]:
            odd = [condition_of(part) if i % 2 else tree_of(part) for i, part in enumerate(parts)]
            return ("piecewise", *odd)
    raise Rejected("not a tree")


def condition_of(data: Any) -> Tree:
    match data:
        case ["<" | "<=" | ">" | ">=" | "=" | "!=" as word, left, right]:
            return (word, tree_of(left), tree_of(right))
        case ["not", part]:
            return ("not", condition_of(part))
        case ["and" | "or" as word, _, *_]:
            return (word, *map(condition_of, data[1:]))
    raise Rejected("not a condition")


def verdict(made: Any) -> str:
    """1 if Python's checker accepts the question with its proof, else 0."""
    try:
        match made:
            case {
                "profile": profile,
                "domain": [*domain],
                "fixed": fixed,
                "variant": str(variant),
                "proof": proof,
            }:
                demand(isinstance(fixed, dict), "no mapping")
                priors = {v: leaves.number(c) for v, c in fixed.items() if v in ("p", "q")}
                conditions = [condition_of(part) for part in domain]
                leaves.check_leaves(tree_of(profile), conditions, priors, variant, proof)
                return "1"
    except Rejected:
        pass
    return "0"


def agreed(kernel_judge: Callable, documents: list[Any]) -> dict[str, int]:
    """How often each verdict fell; the judge must have said the same."""
    counts = {"1": 0, "0": 0}
    for made, word in zip(documents, kernel_judge([[d] for d in documents], "boxes"), strict=True):
        assert verdict(made) == word, (word, made)
        counts[word] += 1
    return counts


def damaged(made: Any, choose: random.Random) -> Any:
    """The document, changed in a place."""
    found = [(path, value) for path, value in places(made) if path]
    while True:
        path, value = choose.choice(found)
        garbage = [g for g in GARBAGE if g != 10**5000]
        new = [choose.choice(garbage)] if choose.random() < 0.1 else list(damaged_values(value))
        if new:
            return replaced(made, path, choose.choice(new))


def test_judge_agrees_on_every_form_of_profile(kernel_judge: Callable) -> None:
    made = [document(*example) for example in EXAMPLES.values()]
    made.append(document("2+q", "p<q", "bounded", "4/5", {"p": "3/10"}))
    assert agreed(kernel_judge, made) == {"1": len(made), "0": 0}
    choose = random.Random(3)
    counts = agreed(kernel_judge, [damaged(choose.choice(made), choose) for _ in range(60)])
    assert counts["0"] > 20 and counts["1"] > 5, counts


def record_of(arguments: list[str], file: Path) -> Any:
    """The question and the proof of a record that `recommend` writes; None if it has no leaves."""
    assert main(["recommend", *arguments, "--json", "--output", str(file)]) == 0
    written = json.loads(file.read_text())
    if (record := written["record"])["kind"] != "leaves":
        return None
    question = question_of(written["input"])
    parts = question.profile, question.domain, question.fixed, question.variant
    return kernel_input.with_boxes(*parts, {k: record[k] for k in ("level", "leaves", "below", "point")})


@pytest.mark.slow
def test_judge_agrees_on_records_and_two_thousand_damaged_documents(
    kernel_judge: Callable, tmp_path: Path
) -> None:
    asked = [a for a in [LEAVES, *OTHERS] if "log" not in a[0]]  # it has 148 leaves with logarithms
    records = [made for a in asked if (made := record_of(a, tmp_path / "eps.json"))]
    assert len(records) > 3 and agreed(kernel_judge, records)["1"] == len(records)
    choose, made = random.Random(5), [document(*example) for example in EXAMPLES.values()]
    counts = agreed(kernel_judge, [damaged(choose.choice(made), choose) for _ in range(2000)])
    assert counts["0"] > 1000 and counts["1"] > 100, counts
    made = [document(*example) for example in SLOW.values()]
    counts = agreed(kernel_judge, [damaged(choose.choice(made), choose) for _ in range(60)] + made)
    assert counts["0"] > 20 and counts["1"] > 4, counts


def test_disagreement_would_be_seen(kernel_judge: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    # False: the risk 2 is exceeded at the level 1/2. A checker that takes every leaf for safe accepts it.
    made = document(*EXAMPLES["constant"])
    wrong = replaced(made, ("proof", "level"), "1/2")
    wrong = replaced(wrong, ("proof", "below"), "1/4")
    assert agreed(kernel_judge, [made, wrong]) == {"1": 1, "0": 1}
    monkeypatch.setattr(leaves, "is_safe", lambda *_: True)
    with pytest.raises(AssertionError):
        agreed(kernel_judge, [made, wrong])


# Planted errors: with each of them something false would be accepted, and the proof does not go through.

UNSOUND = {
    "a product of slopes alone": ("Box_bounds", "(multiply (bounds a) t)", "t"),
    "rounded inward": ("Box_bounds", "Z := - (- Qnum c", "Z := (Qnum c"),
    "a negative factor": ("Box_bounds", "Zneg _ => negated e end", "Zneg _ => e end"),
    "a quotient by what may be 0": ("Box_bounds", "     || positive && e_le", "     || e_le"),
    "a quotient rounded down": ("Box_bounds", "At (square_unit / y + 1)", "At (square_unit / y)"),
    "the slope of a quotient": ("Box_bounds", "opposite (multiply one one)", "multiply one one"),
    "a root rounded down": ("Box_bounds", "(z * Zpos one_unit) + 1)", "(z * Zpos one_unit))"),
    "the slope of a root": ("Box_bounds", "Some (multiply (half, half) one)", "Some one"),
    "an exponential cut off": ("Box_bounds", "then Some Infinitely_high else", "then Some (At limit) else"),
    "the slope of a logarithm": ("Box_bounds", "through j v (Some rate) false", "through j v (Some v) false"),
    "positive where it may be 0": ("Box_bounds", "(positive a && positive b)", "(positive a || positive b)"),
    "members that are left out": ("Box_bounds", "e_le (fst value)", "e_le (snd value)"),
    "an odd power": ("Box_bounds", "if Nat.even k then", "if Nat.odd k then"),
    "a case that may come": ("Box_bounds", "possible l' in Some (j :: jets)", "possible l' in Some jets"),
    "cases with a gap": ("Box_bounds", "| Nothing => None", "| Nothing => Some []"),
    "strict where it is equal": ("Box_bounds", "if e_lt (At 0) (fst d) then", "if e_le (At 0) (fst d) then"),
    "not both": ("Box_bounds", "_, Some false => Some false", "_, Some false => Some true"),
    "F without the profile": ("Box", "(Quotient (Number 1) profile)", "profile"),
    "another variant": ("Box", "if unbounded\n", "if negb unbounded\n"),
    "a profile that may be negative": ("Box", "if negb (positive r) then Some false else", ""),
    "the middle of another box": ("Box", "(point_box p q) wanted", "(point_box p p) wanted"),
    "the wrong end": ("Box", "(fst s, largest (fst s) tiny)", "(snd s, snd s)"),
    "the end 0": ("Box", "(fst s, largest (fst s) tiny)", "(fst s, fst s)"),
    "outside where it is not known": ("Box", "Some false => Some true |", "Some false | None => Some true |"),
    "a frame too small": ("Box", "(fst s, least (snd s) e)", "(fst s, fst s)"),
    "half of a cut": ("Box", "[(fst (fst part), at_); (at_, snd (fst part))]", "[(fst (fst part), at_)]"),
    "a gap": ("Box", "| [], [] => false", "| [], [] => true"),
    "leaves after the first": ("Box", "forallb (leaf_shown", "existsb (leaf_shown"),
    "a point outside of the domain": ("Box", "Some (Some true) => true", "Some _ => true"),
    "F <= 0 at the point": ("Box", "e_lt (snd (bounds j)) (At 0)", "e_le (snd (bounds j)) (At 0)"),
    "levels that contradict each other": ("Box", "\n      && q_le (below proof) (level proof)", ""),
    "a claim with < for <=": ("Box_claim", "eps p q <= value", "eps p q < value"),
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [next(iter(UNSOUND)), *(pytest.param(n, marks=pytest.mark.slow) for n in [*UNSOUND][1:])]
)
def test_unsound_checker_is_not_proved_sound(
    name: str, kernel_theory: tuple[Path, str], require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    said = with_planted_error(UNSOUND[name], kernel_theory[0], tmp_path / "kernel", require_tool("coqc"))
    proof = said.rpartition("failed: ")[2]
    assert proof in kernel_input.BOXES[3:], said
