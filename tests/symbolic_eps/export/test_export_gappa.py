"""The Gappa export: each script is proved by Gappa, and no more than what is true is."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import bound, mechanism, root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.programs.program import Apply, Assign, Expression, Operation, Variable, statements
from symbolic_eps.export.runtime import root_error
from symbolic_eps.export.targets import target_named
from symbolic_eps.export.targets.gappa_script import dyadic

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

_GOAL = re.compile(r"\|(\w+) -/ (\w+)\| <= (\d+)b(-\d+)\n")


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("gappa")
    return Path(shutil.copytree(exported("gappa"), tmp_path / "gappa"))


def _gappa(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["gappa"], check=False, input=text, capture_output=True, text=True, timeout=120)


def _bound(text: str) -> Fraction:
    found = _GOAL.search(text)
    assert found is not None
    return int(found[3]) * Fraction(2) ** int(found[4])


def _with_bound(text: str, bound: Fraction) -> str:
    return _GOAL.sub(lambda m: f"|{m[1]} -/ {m[2]}| <= {dyadic(bound)}\n", text)


def test_every_script_is_proved(directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]) -> None:
    done = self_test("gappa", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count(" scripts, ") == len(formulas) + 1
    counted = [int(n) for n in re.findall(r"(\d+) scripts", done.stdout)]
    assert min(counted) >= 1 and sum(counted) == len(list(directory.rglob("*.g")))


@pytest.mark.slow
def test_roundings_of_the_root_weigh_four_units_and_no_less(directory: Path) -> None:
    scripts = [path.read_text() for path in sorted((directory / "shared").glob("*.g"))]
    bounded = [text for text in scripts if _GOAL.search(text)]
    assert (len(scripts), len(bounded)) == (11, 8)
    for text in bounded:
        assert _bound(text) == Fraction(4) / 2**53 * (1 + Fraction(1, 2**40))
        assert _gappa(_with_bound(text, Fraction(4) / 2**53)).returncode == 1


def test_bounds_are_the_best_that_gappa_finds(directory: Path) -> None:
    for path in (
        *sorted((directory / "box").glob("case_2*.g")),
        *sorted((directory / "fixed_q").glob("*.g")),
    ):
        text = path.read_text()
        if not _GOAL.search(text):
            continue
        done = _gappa(_GOAL.sub(r"\1 -/ \2 in ?\n", text))
        ends = re.search(r"in \[(-?\d+)b(-\d+) .*, (-?\d+)b(-\d+) ", done.stdout + done.stderr)
        assert done.returncode == 0 and ends is not None, path
        largest = max(abs(int(ends[n])) * Fraction(2) ** int(ends[n + 1]) for n in (1, 3))
        assert (1 - Fraction(1, 2**12)) * _bound(text) < largest <= _bound(text), path


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("script", "planted", "instead"),
    [
        (
            "box/case_3_k_positive_1.g",
            "both = rnd(half + root);",
            "both = rnd(half + rnd(root + 1b-60 * root));",
        ),
        ("box/case_3_k_negative_1.g", "both = rnd(root - half);", "both = rnd(root + half);"),
        ("fixed_q/case_1.g", "z = rnd(g / m);", "z = rnd(rnd(g * 1b-1) / m);"),
        ("shared/root_k_positive_5.g", "m * g in [0, 1b-962]", "m * g in [0, 1b-959]"),
        ("shared/root_k_negative_1.g", "m * g in [1b-1021,", "m * g in [1b-1030,"),
        ("shared/root_error.g", "lost = rnd(by_mz + by_inner);", "lost = rnd(by_mz - by_inner);"),
        ("shared/root_error.g", "<= 10b-53", "<= 10b-43"),
        ("box/case_3_of_pair_k_negative.g", "both = root - half;", "both = 4097b-12 * root - half;"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, script: str, planted: str, instead: str
) -> None:
    path = directory / script
    assert planted in path.read_text()
    path.write_text(path.read_text().replace(planted, instead))
    done = self_test("gappa", directory)
    assert done.returncode == 1 and f"{script}: not proved" in done.stdout and " 1 wrong" in done.stdout


@pytest.mark.slow
def test_the_script_on_what_z_lacks_has_the_programs_statements(
    needs: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("gappa")
    (slope,) = (s for s in root_error.program().body if isinstance(s, Assign) and s.name == "slope")
    planted = replace(slope, value=Variable("mz"))
    body = tuple(planted if s == slope else s for s in root_error.program().body)
    wrong = replace(root_error.program(), body=body)
    monkeypatch.setattr(root_error, "program", lambda: wrong)
    assert _gappa(build(target_named("gappa"), [root()])["shared/root_error.g"]).returncode == 1


def test_without_gappa_the_self_test_fails(directory: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "self_test.sh"],
        check=False,
        cwd=directory,
        capture_output=True,
        text=True,
        env={"PATH": ""},
    )
    assert done.returncode == 1


def test_the_pieces_cover_what_programs_compute(directory: Path) -> None:
    """In |k| and m g: every corner of the grid of all ends lies in a piece, and so does every cell."""
    pieces = []
    for number in range(1, 6):
        text = (directory / f"shared/root_k_positive_{number}.g").read_text()
        ranges = re.findall(r"(?:k|m \* g) in \[(\w+), (\w+)\]|(?:k|m \* g) in \[(\S+), (\S+)\]", text)
        pieces.append([tuple(_number(end) for end in found if end) for found in ranges])
    sizes, products = (sorted({end for piece in pieces for end in piece[axis]}) for axis in (0, 1))
    assert sizes[0] == products[0] == 0 and sizes[-1] >= 2**1024 and products[-1] >= 2**1984
    for size in pairwise(sizes):
        for product in pairwise(products):
            assert any(
                k[0] <= size[0] and size[1] <= k[1] and mg[0] <= product[0] and product[1] <= mg[1]
                for k, mg in pieces
            )


def _number(text: str) -> Fraction:
    digits, _, power = text.partition("b")
    return int(digits) * Fraction(2) ** int(power or 0)


def _shape(expression: Expression) -> object:
    """The expression without its names."""
    if isinstance(expression, Apply):
        return expression.operation, tuple(_shape(a) for a in expression.arguments)
    return Variable if isinstance(expression, Variable) else expression


def test_the_scripts_have_the_programs_statements(directory: Path, formulas: tuple[Formula, ...]) -> None:
    """The square, the root and the two forms of z, as the exported program has them, and nothing else."""
    half, root = Variable("half"), Variable("root")
    program = next(f for f in formulas if f.name == "fixed_p").program()
    assigned = [s for s in statements(program.body) if isinstance(s, Assign)]
    square = next(s.value for s in assigned if s.name == "square")
    assert isinstance(square, Apply)
    assert _shape(square) == (Operation.ADD, ((Operation.MULTIPLY, (Variable,) * 2),) * 2)
    for form, both, z in (("positive", "half + root", "/ both"), ("negative", "root - half", "both /")):
        left, sign, right = both.split()
        wanted = Apply(Operation(sign), (Variable(left), Variable(right)))
        assert any(s.value == wanted for s in assigned) and {half, root} == set(wanted.arguments)
        text = (directory / f"fixed_p/case_1_k_{form}_1.g").read_text()
        assert f"both = rnd({both});" in text and z in text
        assert text.count("= rnd(") == 8


def test_a_sum_that_nothing_is_multiplied_with_has_a_script(
    needs: Callable[..., None], tmp_path: Path, self_test: SelfTest
) -> None:
    needs("gappa")
    formula = exportable()["approximate-delta-difference-from-m"].make()
    write(build(target_named("gappa"), [formula]), tmp_path / "export")
    done = self_test("gappa", tmp_path / "export")
    assert done.returncode == 0 and f"{formula.name}: 2 scripts" in done.stdout, done.stdout + done.stderr


def test_what_gappa_cannot_bound_is_refused() -> None:
    target = target_named("gappa")
    assert any(path.startswith("root/case_2_k_") for path in build(target, [root()]))
    for formula in (bound(), *mechanism()):
        with pytest.raises(CannotExpressError, match="gappa has no exp"):
            build(target, [formula])
