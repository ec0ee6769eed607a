"""Every number of `at-risk` at points drawn by a seed, against the definitions in mpmath.

    python -m benchmarks.at_risk --seed 16 --points 200 --draws 10000000 --markdown FILE

Exit status 1 if an enclosure does not contain its number, which is known to 40 digits (the eps of several
releases to 25), if one is wider than the command promises, if a double is not on the safe side, or if a
simulation is further than 5 standard deviations from what is expected.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath

from benchmarks.at_risk.composed import delta_of_sum
from benchmarks.at_risk.cost import Cost
from benchmarks.at_risk.definitions import real
from benchmarks.at_risk.points import Question, questions, rounded
from benchmarks.at_risk.reference import DIGITS, Known, values
from benchmarks.at_risk.simulation import Seen, simulations
from symbolic_eps.answers.loss_composition import FEW, compose_losses
from symbolic_eps.answers.privacy_cost import privacy_cost
from symbolic_eps.answers.privacy_loss import release_loss
from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity
from symbolic_eps.profiles.exact_numbers import LONGEST_NUMBER
from symbolic_eps.report import loss_composition, privacy_loss
from symbolic_eps.report import privacy_cost as cost_report
from symbolic_eps.report import sampled_sensitivity as sensitivity_report

Document = dict[str, Any]

WORKING_DIGITS = 75
"""Of the independent values, of which differences lose some: 40 and more are left."""

MOST_DEVIATIONS = 5


def asked(question: Question) -> Question:
    """The question with the budget, or the delta of several releases, in numbers, not as a share."""
    given = dict(question.given)
    if "saved" in given:
        saved = given.pop("saved")
        cost = Cost(*(real(given[name]) for name in ("eps0", "c", "scale")))
        budget = rounded(cost.cost(mpmath.mpf(0)) * (1 + real(saved) * cost.gain(cost.best)))
        if max(budget.numerator, budget.denominator) < 10**LONGEST_NUMBER:
            given["budget"] = budget
    elif "share" in given:
        largest = delta_of_sum(question.whole["n"], real(given["eps0"]), mpmath.mpf(0), DIGITS)
        given["delta"] = rounded(largest * real(given.pop("share")))
    return Question(question.command, question.wanted, given, question.whole)


def answered(question: Question) -> Document:
    """The answer, as JSON."""
    given: dict[str, Any] = dict(question.given)
    whole = question.whole
    if question.command == "loss":
        return privacy_loss.structured(release_loss(**given, dimensions=whole["k"]))
    if question.command == "compose":
        return loss_composition.structured(compose_losses(n=whole["n"], **given))
    if question.command == "sensitivity":
        return sensitivity_report.structured(sampled_sensitivity(**whole, **given))
    return cost_report.structured(privacy_cost(**given))


def width(question: Question, known: Known, document: Document) -> Fraction | None:
    """The greatest relative width of an enclosure that the command promises; None for no promise."""
    if question.command == "loss" and known.relation != "is":
        return None
    if question.command == "loss" and "between the ends shown" in document["pair"]:
        return None  # the least probability is proved to lie between two bounds
    if question.command == "compose" and question.wanted == "eps" and known.name != "basic":
        return Fraction(1, 10**12 if question.whole["n"] <= FEW else 10**3)
    return Fraction(1, 10**19)


def fault(question: Question, known: Known, document: Document) -> str | None:
    """What is wrong with a number of an answer; None if nothing is."""
    number: Any = document
    for key in known.name.split("."):
        number = number[int(key) if key.isdigit() else key]
    low, high = Fraction(number["lower"]), Fraction(number["upper"])
    near = Fraction(mpmath.nstr(known.value, 60))
    digits = 25 if question.command == "compose" and known.name == "eps" else 40
    slack = abs(near) / 10**digits
    if near < low - slack or (known.relation == "is" and near > high + slack):
        return f"does not contain {mpmath.nstr(known.value, 30)}"
    widest = width(question, known, document)
    if widest is not None and high - low > abs(near) * widest:
        return f"is wide: {mpmath.nstr(known.value, 30)}"
    if known.safe:
        rounded_to = Fraction(document["safe"][known.name])
        if rounded_to < near - slack if known.safe == "up" else rounded_to > near + slack:
            return (
                f"has {document['safe'][known.name]!r} for {mpmath.nstr(known.value, 30)}, not {known.safe}"
            )
    return None


def faults(
    asked_for: Iterable[Question], answer: Callable[[Question], Document] = answered
) -> Iterator[tuple[str, Question, str | None]]:
    """Each number of each answer, and what is wrong with it."""
    for question in asked_for:
        with mpmath.workdps(WORKING_DIGITS):
            exact = asked(question)
            known = list(values(exact))
        document = answer(exact)
        for one in known:
            with mpmath.workdps(WORKING_DIGITS):
                said = fault(exact, one, document)
            aside = "" if one.relation == "is" else ", other pairs"
            yield f"{exact.command} ({exact.wanted}): {one.name}{aside}", exact, said


def table(tried: Counter[str], wrong: Counter[str], seen: Sequence[Seen], typed: str) -> str:
    """What was found, as Markdown."""
    lines = [
        "# The numbers of `at-risk` against the definitions",
        "",
        f"Written by `python -m benchmarks.at_risk {typed}`.".replace(" `.", "`."),
        "",
        f"{tried.total()} values, {wrong.total()} wrong.",
        "",
        "| number | values | wrong |",
        "|---|---:|---:|",
        *(f"| {name} | {count} | {wrong[name]} |" for name, count in tried.items()),
    ]
    if seen:
        lines += ["", "| simulation | draws | standard deviations |", "|---|---:|---:|"]
        lines += [f"| {one.name} | {one.draws} | {one.told} |" for one in seen]
    return "\n".join(lines) + "\n"


def main(typed: Sequence[str] | None = None) -> int:
    """Check, and say what was found."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the points and the simulation")
    parser.add_argument("--points", type=int, default=200, help="for each quantity")
    parser.add_argument("--draws", type=int, default=10**7, help="in each simulation; 0 for none")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="the figures as a table")
    given = parser.parse_args(typed)
    if given.points < 1 or given.draws < 0:
        parser.error("--points is 1 or more, --draws 0 or more: else nothing is looked at")
    tried: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for name, question, said in faults(questions(given.seed, given.points)):
        tried[name] += 1
        if said is not None:
            wrong[name] += 1
            print(f"WRONG {name} {said}: {question}", flush=True)
    for name, count in tried.items():
        print(f"{name:<56} {count} values")
    print(f"{tried.total()} values, {wrong.total()} wrong", flush=True)
    seen = list(simulations(given.draws, given.seed)) if given.draws else []
    for one in seen:
        print(f"simulation of {one.draws}: {one.name}: {one.told} standard deviations")
    if given.markdown is not None:
        words = shlex.join(sys.argv[1:] if typed is None else typed)
        given.markdown.write_text(table(tried, wrong, seen, words), encoding="utf-8")
    return int(bool(wrong.total()) or any(one.wrong(MOST_DEVIATIONS) for one in seen))


if __name__ == "__main__":
    sys.exit(main())
