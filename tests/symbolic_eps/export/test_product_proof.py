"""The theorems of Coq on sums of products: accepted for what is compared with formulas, for nothing else."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.programs.error_free import SAFE_SHARE
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    multiply,
)
from symbolic_eps.export.proofs import helper_proof, product_proof
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.rewriting.sums_of_products import Shape, meant
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.test_helper_proof import AXIOMS, accepted, sums

__all__ = ["sums"]

SHAPE: Shape = ((1.0, 1), (-2.0, 2), (1.0, 3))
GIVEN = meant(SHAPE)


@pytest.fixture(scope="module")
def products(sums: Path) -> Path:
    """A folder with the compiled `Sums.v` and `Products.v`."""
    done = accepted(sums, product_proof.theorems(), "Products.v")
    assert done.returncode == 0, done.stderr
    return sums


def test_coq_accepts_all_shapes_and_assumes_axioms_of_the_reals_alone(products: Path) -> None:
    asked = f"Print Assumptions sum_{len(product_proof.SHAPES)}.\n"
    done = accepted(products, product_proof.written(product_proof.SHAPES) + asked, "Shapes.v")
    assert done.returncode == 0, done.stderr
    found = {line.split(" :")[0] for line in done.stdout.splitlines() if " :" in line and line[0] != " "}
    assert done.stdout.count("Axioms:") == 1 and found <= AXIOMS


@pytest.mark.slow
def test_coq_accepts_the_sums_of_all_formulas(products: Path) -> None:
    programs = (offered.make().program() for offered in exportable().values())
    shapes = sorted({shape for program in programs for shape in product_proof.shapes_in(program)[0]})
    assert len(shapes) > 40 and all(map(product_proof.covers, shapes))
    done = accepted(products, product_proof.written(shapes), "Shapes.v")
    assert done.returncode == 0, done.stderr


Change = Callable[[Expression], Expression]


def everywhere(value: Expression, change: Change) -> Expression:
    """The expression with a change in each of its parts."""
    if isinstance(value, Apply):
        value = Apply(value.operation, tuple(everywhere(a, change) for a in value.arguments))
    return change(value)


def changed(change: Change, where: str) -> Program:
    """The sum with a change in the condition, or in the branch of that name."""
    choice, result = GIVEN.body
    assert isinstance(choice, Choose)
    if where == "conditions":
        (asked,) = choice.conditions
        left, right = everywhere(asked.left, change), everywhere(asked.right, change)
        other = replace(choice, conditions=(replace(asked, left=left, right=right),))
    else:
        (branch,) = getattr(choice, where)
        assert isinstance(branch, Assign)
        block = (replace(branch, value=everywhere(branch.value, change)),)
        other = replace(choice, then=block) if where == "then" else replace(choice, otherwise=block)
    assert other != choice
    return replace(GIVEN, body=(other, result))


def part_left_out(value: Expression) -> Expression:
    if isinstance(value, Apply) and value.operation is Operation.EXACT_SUM:
        return Apply(value.operation, value.arguments[:-1])
    return value


def size_left_out(value: Expression) -> Expression:
    return value.arguments[0] if isinstance(value, Apply) and value.operation is Operation.ABSOLUTE else value


def sign_left_out(value: Expression) -> Expression:
    return value.arguments[0] if isinstance(value, Apply) and value.operation is Operation.NEGATE else value


def terms_swapped(value: Expression) -> Expression:
    if isinstance(value, Apply) and value.operation is Operation.SUM_ERROR:
        a, b, total = value.arguments
        return Apply(value.operation, (b, a, total))
    return value


def error_left_out(value: Expression) -> Expression:
    """What the last sum has lost is not collected."""
    match value:
        case Apply(operation=Operation.ADD, arguments=(rest, Apply(operation=Operation.SUM_ERROR))):
            return rest
    return value


def share_halved(value: Expression) -> Expression:
    match value:
        case Apply(operation=Operation.MULTIPLY, arguments=(Constant(value=share), size)) if (
            share == 2.0**-30
        ):
            return multiply(Constant(SAFE_SHARE / 2.0), size)
    return value


PLANTED = {
    "a part left out": changed(part_left_out, "then"),
    "a sign left out where it is exact": changed(sign_left_out, "then"),
    "a sign left out where it is rounded": changed(sign_left_out, "otherwise"),
    "an error left out": changed(error_left_out, "otherwise"),
    "the terms of an error swapped": changed(terms_swapped, "otherwise"),
    "no sizes": changed(size_left_out, "conditions"),
    "half of the share": changed(share_halved, "conditions"),
    "another product": replace(meant(((1.0, 1), (2.0, 2), (1.0, 3))), parameters=GIVEN.parameters),
}


UNFOLDED = (
    "sum_of begun more quick share total rest size high_of low_of lacking scaled signed plus given value sum "
    "parts_of_product split_by negative power first others fold_left map flat_map app"
)
"""So that Coq tells unlike sums apart without a long search."""


def refusing(program: Program) -> str:
    """A file that Coq accepts if, and only if, the theorem does not fit the program."""
    text = product_proof.written([SHAPE], [program])
    text = re.sub(
        r"refine \((.*) _ _ holds added\)",
        rf"pose proof (\1) as near. cbv [{UNFOLDED}] in near.\n  Fail refine (near _ _ holds added)",
        text,
    )
    assert "Fail refine" in text
    return text[: text.index("  { simpl")] + "Abort.\n"


def test_other_programs_are_not_accepted(products: Path) -> None:
    first, *others = map(refusing, PLANTED.values())
    text = first + "".join(other[other.index("Theorem") :] for other in others)
    done = accepted(products, text, "Planted.v")
    assert done.returncode == 0, done.stderr
    assert accepted(products, refusing(GIVEN), "Planted.v").returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("1 / 1073741824 * size", "1 / 1099511627776 * size"),  # a share of 2^-40
        ("1 <= j <= 14", "1 <= j <= 40"),  # more products
        ("<= 4)%nat", "<= 9)%nat"),  # more factors
        ("(-969)", "(-1000)"),  # smaller products
        ("exists e, (0 <= e)%Z /\\", "exists e,"),  # powers below 1
        ("if Rle_dec (Rabs (quick known))", "if Rle_dec (quick known)"),
    ],
)
def test_stronger_theorems_are_not_accepted(sums: Path, planted: str, instead: str) -> None:
    text = product_proof.theorems()
    assert planted in text
    assert accepted(sums, text.replace(planted, instead), "Stronger.v").returncode != 0


def test_another_sum_is_not_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    assert helper_proof.fingerprint([*map(meant, product_proof.SHAPES)]) == product_proof.PROVED
    assert product_proof.PROVED in " ".join(str(e.statement) for e in prove_algebra(root()))
    assert all(evidence.proved for evidence in prove_algebra(root()))
    monkeypatch.setattr(product_proof, "meant", lambda shape: replace(meant(shape), name="other"))
    product_proof.is_proved.cache_clear()
    assert not all(evidence.proved for evidence in prove_algebra(root()))
    product_proof.is_proved.cache_clear()


def test_what_the_theorem_does_not_cover_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not product_proof.covers(((3.0, 1), (1.0, 2))) and not product_proof.covers(((1.0, 6),))
    assert not product_proof.covers(((1.0, 1),) * 15) and not product_proof.covers(((1.0, 5), (1.0, 5)))
    monkeypatch.setattr(product_proof, "MOST_PRODUCTS", 1)
    assert not all(evidence.proved for evidence in prove_algebra(root()))


def _roundly(x: Fraction) -> Fraction:
    return Fraction(float(x))


def holds(shape: Shape, point: Sequence[float]) -> bool:
    """What the theorem asks for, in rational numbers."""
    rest = [Fraction(x) for x in point]
    for _, count in shape:
        (first, *factors), rest = rest[:count], rest[count:]
        parts = [first]
        for y in factors:
            made = [x * y for x in parts]
            if any(0 < abs(x) < Fraction(2) ** -969 for x in made):
                return False
            parts = [part for x in made for part in (_roundly(x), x - _roundly(x))]
    return True


def exact(shape: Shape, point: Sequence[float]) -> Fraction:
    """The sum of products, in rational numbers."""
    rest, total = [*map(Fraction, point)], Fraction(0)
    for c, count in shape:
        total += Fraction(c) * math.prod(rest[:count])
        rest = rest[count:]
    return total


HOSTILE: tuple[Shape, ...] = (
    SHAPE,
    ((1.0, 1), (-1.0, 2)),
    ((1.0, 2), (-1.0, 2)),
    ((2.0, 3), (-2.0, 3)),
    ((1.0, 1), (-2.0, 1), (1.0, 2), (-1.0, 5)),
    ((1.0, 1), (1.0, 2), (-1.0, 2), (1.0, 3), (-1.0, 4)),
)


def points(shape: Shape, count: int) -> list[list[float]]:
    """Where the theorem holds: many sums are 0, or cancel but for their last digits; ends of the range."""
    generator = random.Random(11)
    made: list[list[float]] = []
    while len(made) < count:
        size = 2.0 ** generator.choice((0, 0, 0, -60, -120, 190))
        point = [
            generator.choice((-1.0, 1.0))
            * size
            * generator.choice((1.0, 0.1, 1.0 - 2.0**-53, 1.0 + 2.0**-52, generator.random(), 0.0625, 0.0))
            for _ in range(sum(n for _, n in shape))
        ]
        ends = [sum(n for _, n in shape[: i + 1]) for i in range(len(shape))]
        (c, n), (d, m), *_ = shape
        if n == 1:  # the first term is the others' rounded sum, or a neighbour
            whole = float(-exact(((0.0, 1), *shape[1:]), point) / Fraction(c))
            point[0] = generator.choice(
                (whole, math.nextafter(whole, math.inf), whole * (1.0 + 2.0**-20), point[0])
            )
        elif n == m and c == -d:  # the same factors, the other way round; or a neighbour
            point[n : ends[1]] = point[:n][::-1]
            if generator.random() < 0.5:
                point[0] = math.nextafter(point[0], math.inf)
        if holds(shape, point):
            made.append(point)
    return made


def wrong(program: Program, shape: Shape) -> int:
    """At how many points the sign is not the exact one, or the sum is beyond the bound."""
    found = 0
    for point in points(shape, 150):
        value, truth = Fraction(run(program, point)), exact(shape, point)
        bound = abs(truth) * (Fraction(2) ** -53 + Fraction(2) ** -65)
        found += (value > 0) != (truth > 0) or (value < 0) != (truth < 0) or abs(value - truth) > bound
    return found


@pytest.mark.parametrize("shape", HOSTILE)
def test_signs_and_sums_are_those_of_rational_numbers(shape: Shape) -> None:
    assert wrong(meant(shape), shape) == 0
    zeros = [point for point in points(shape, 150) if exact(shape, point) == 0]
    assert len(zeros) > 3


def test_sums_without_what_is_added_exactly_have_wrong_signs() -> None:
    choice, result = GIVEN.body
    assert isinstance(choice, Choose)
    assert wrong(replace(GIVEN, body=(replace(choice, then=choice.otherwise), result)), SHAPE) > 0


UNSEEN = {"an error left out", "the terms of an error swapped", "half of the share"}
"""By these points: Coq alone tells that they are not what is proved."""


def test_planted_errors_are_seen_by_rational_numbers() -> None:
    seen = {name for name, program in PLANTED.items() if wrong(program, SHAPE)}
    assert seen >= PLANTED.keys() - UNSEEN


def test_the_python_runtime_has_the_signs_of_rational_numbers() -> None:
    names: dict[str, object] = {}
    exec(
        build(target_named("python"), [exportable()["bound"].make()], full=False)["symbolic_eps_formulas.py"],
        names,
    )
    total_of = names["_total_of"]
    assert callable(total_of)
    for shape in HOSTILE:
        for point in points(shape, 60):
            rest, terms = [*point], []
            for c, count in shape:
                terms.append((c, *rest[:count]))
                del rest[:count]
            found, truth = Fraction(total_of(*terms)), exact(shape, point)
            assert (found > 0, found < 0) == (truth > 0, truth < 0)
