"""The theorems of Coq on helpers: accepted for what is exported, and for nothing else."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.programs import exact_sum
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Operation,
    Program,
    Return,
    applications,
    expressions,
)
from symbolic_eps.export.proofs import helper_proof
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime import helpers
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named

RequireTool = Callable[[str], Path]
ERRORS = helper_proof.programs()[:2]
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec", "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}  # fmt: skip


@pytest.fixture(scope="module")
def sums(require_tool: RequireTool, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled `Sums.v`."""
    coqc = require_tool("coqc")
    where = subprocess.run([str(coqc), "-where"], check=True, capture_output=True, text=True).stdout.strip()
    if not (Path(where) / "user-contrib" / "Flocq").is_dir():
        require_tool("Flocq (Debian: libcoq-flocq)")
    folder = tmp_path_factory.mktemp("helpers")
    done = accepted(folder, helper_proof.theorems(), "Sums.v")
    assert done.returncode == 0, done.stderr
    return folder


def accepted(folder: Path, text: str, name: str = "Helpers.v") -> subprocess.CompletedProcess[str]:
    """What Coq says of a file."""
    (folder / name).write_text(text)
    command = ["coqc", "-q", "-Q", ".", "Rounding", name]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def of_counts(*counts: int) -> tuple[Program, ...]:
    """The programs that are proved, sums of these numbers of terms alone."""
    return (*ERRORS, *(exact_sum.program(count) for count in counts))


def used() -> set[int]:
    """How many terms the exact sums of formulas have."""
    programs = (offered.make().program() for offered in exportable().values())
    calls = (call for p in programs for e in expressions(p.body) for call in applications(e))
    return {len(call.arguments) for call in calls if call.operation is Operation.EXACT_SUM}


def test_coq_accepts_the_theorems_on_the_sums_of_the_papers_formulas(sums: Path) -> None:
    counts = used()
    assert {5, 8} <= counts <= set(range(1, exact_sum.MOST_TERMS + 1))
    done = accepted(sums, helper_proof.written(of_counts(*sorted(c for c in counts if c < 10))))
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_coq_accepts_all_theorems(sums: Path) -> None:
    done = accepted(sums, helper_proof.written(helper_proof.programs()))
    assert done.returncode == 0, done.stderr


def test_nothing_is_assumed_but_axioms_of_the_reals(sums: Path) -> None:
    names = ("sum_error_is_exact", "product_error_is_exact", "exact_sum_5")
    planted = "Axiom planted : 0 = 1.\nTheorem wrong : 1 = 0. Proof. symmetry. exact planted. Qed.\n"
    asked = "\n".join(f"Print Assumptions {name}." for name in (*names, "wrong"))
    done = accepted(sums, helper_proof.written(of_counts(5)) + planted + asked)
    found = {line.split(" :")[0] for line in done.stdout.splitlines() if " :" in line and line[0] != " "}
    assert done.returncode == 0 and done.stdout.count("Axioms:") == len(names) + 1, done.stderr
    assert found - AXIOMS == {"planted"}


def _in_the_last_step(program: Program, operation: Operation) -> Program:
    """The program whose last rounded operation is another one."""
    *before, last = program.body
    match last:
        case Return(value=Apply(arguments=arguments)):
            return replace(program, body=(*before, Return(Apply(operation, arguments))))
    *before, step = before
    assert isinstance(step, Assign) and isinstance(step.value, Apply)
    other = replace(step, value=Apply(operation, step.value.arguments))
    return replace(program, body=(*before, other, last))


def _without_an_error(program: Program) -> Program:
    """The sum in which one error is taken of other terms."""
    at = next(i for i, s in enumerate(program.body) if isinstance(s, Assign) and s.name == "error_2")
    step = program.body[at]
    assert isinstance(step, Assign) and isinstance(step.value, Apply)
    a, b, total = step.value.arguments
    other = replace(step, value=Apply(Operation.SUM_ERROR, (b, a, total)))
    return replace(program, body=(*program.body[:at], other, *program.body[at + 1 :]))


PLANTED = {
    "the error of a sum": (_in_the_last_step(ERRORS[0], Operation.SUBTRACT), ERRORS[1], exact_sum.program(3)),
    "the error of a product": (
        ERRORS[0],
        _in_the_last_step(ERRORS[1], Operation.SUBTRACT),
        exact_sum.program(3),
    ),
    "the last sum": (*ERRORS, _in_the_last_step(exact_sum.program(3), Operation.SUBTRACT)),
    "an error on the way": (*ERRORS, _without_an_error(exact_sum.program(3))),
    "a term less": (
        *ERRORS,
        replace(exact_sum.program(3), parameters=("term_1", "term_2", "term_3", "term_4")),
    ),
}


@pytest.mark.family(12)
@pytest.mark.parametrize("planted", PLANTED)
def test_other_programs_are_not_accepted(sums: Path, planted: str) -> None:
    assert accepted(sums, helper_proof.written(PLANTED[planted])).returncode != 0


@pytest.mark.family(12)
@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("u * (1 + bpow radix2 (-12)) * Rabs exactly", "u * Rabs exactly"),  # too sharp
        ("Rabs x < bpow radix2 (g - 1) /\\", "Rabs x < bpow radix2 g /\\"),  # parts that may cancel
        ("ZnearestE x", "Zfloor x"),  # another rounding
    ],
)
def test_stronger_theorems_are_not_accepted(sums: Path, tmp_path: Path, planted: str, instead: str) -> None:
    text = helper_proof.theorems()
    assert planted in text
    assert accepted(tmp_path, text.replace(planted, instead), "Sums.v").returncode != 0


def test_what_is_proved_is_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert helper_proof.fingerprint(helper_proof.programs()) == helper_proof.PROVED
    assert helper_proof.PROVED in helper_proof.written(helper_proof.programs())
    for target in ("c", "cpp", "go", "java", "javascript", "julia", "python", "rust"):
        text = "".join(build(target_named(target), [root()], full=False).values())
        assert helper_proof.PROVED in text, target
    assert all(evidence.proved for evidence in prove_algebra(root()))
    changed = dict(helpers.HELPERS)
    error = changed[Operation.SUM_ERROR]
    planted = _in_the_last_step(error.program, Operation.SUBTRACT)
    changed[Operation.SUM_ERROR] = replace(error, program=planted)
    monkeypatch.setattr(helper_proof, "HELPERS", changed)
    helper_proof.is_proved.cache_clear()
    assert not all(evidence.proved for evidence in prove_algebra(root()))
    helper_proof.is_proved.cache_clear()


def in_loops() -> Callable[..., float]:
    """The sum of the export in Python."""
    names: dict[str, object] = {}
    exec(build(target_named("python"), [root()], full=False)["symbolic_eps_formulas.py"], names)
    found = names["_exact_sum"]
    assert callable(found)
    return found


def test_loops_add_as_the_programs_do() -> None:
    generator, added = random.Random(5), in_loops()
    several = 0
    for _ in range(300):
        terms = [
            generator.choice((-1, 1)) * generator.random() * 2.0 ** generator.randint(-40, 40)
            for _ in range(9)
        ]
        terms = (terms + [-t for t in terms])[: generator.randint(1, 18)]
        generator.shuffle(terms)
        found = run(exact_sum.program(len(terms)), terms)
        assert added(*terms) == found
        several += found != sum(terms)
    assert several > 100
