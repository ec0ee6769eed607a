"""The programs of `helpers` in Coq, each operation rounded, and theorems on their errors.

The template `Sums.v` has theorems on rounded sums and products, and on the sum of any list of up to 1024
terms. `Helpers.v` is written from the programs that all languages print, and says that those are what the
theorems are about. Both need Flocq. The gate has Coq accept the errors and those sums of fewer than ten terms
that formulas use; `make slow` has it accept all of `PROVED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice

from symbolic_eps.export import template
from symbolic_eps.export.programs import exact_sum
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    primitive,
)
from symbolic_eps.export.runtime.helpers import HELPERS
from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import Note

_ERRORS: Mapping[Operation, tuple[str, str]] = {
    Operation.SUM_ERROR: ("a + b", ""),
    Operation.PRODUCT_ERROR: ("a * b", "a * b = 0 \\/ bpow radix2 (-969) <= Rabs (a * b) -> "),
}
"""Of what each is the error, and where."""


def programs() -> tuple[Program, ...]:
    """Those that are proved: the errors of a sum and of a product, and sums of each number of terms."""
    sums = (exact_sum.program(count) for count in range(1, exact_sum.MOST_TERMS + 1))
    return (*(HELPERS[operation].program for operation in _ERRORS), *sums)


PROVED = "12ee949d74f0f9ff5e0fed32b862091b12fc7114e2e9732a0ed71fa686e012be"
"""SHA-256 of the programs that Coq has accepted: `make slow` has it accept them again, all of them."""


def fingerprint(proved: Sequence[Program]) -> str:
    """SHA-256 of programs: of what is printed, and of what is proved."""
    return sha256("\n".join(map(repr, proved)).encode()).hexdigest()


@cache
def is_proved() -> bool:
    """Whether what is exported is what Coq has accepted.

    Examples
    --------
    >>> is_proved()
    True
    """
    return fingerprint(programs()) == PROVED


def evidence() -> Evidence:
    """The errors of sums and products, and exact sums, as they are printed, are what is counted for them."""
    proved = is_proved()
    return Evidence(
        Note(
            "errors of sums are exact, errors of products where these are 0 or at least 2^-969, and sums of "
            "terms wrong by at most 2^-53 + 2^-65 of themselves, where nothing overflows "
            f"(SHA-256 {PROVED})"
        ),
        Outcome.PROVED if proved else Outcome.OPEN,
        Grade.THEOREM if proved else None,
        "Coq, with Flocq: Sums.v and Helpers.v",
    )


def theorems() -> str:
    """`Sums.v`: the theorems that `written` applies."""
    return template.source("coq/Sums.v")


def written(proved: Sequence[Program]) -> str:
    """`Helpers.v`: definitions and theorems.

    Parameters
    ----------
    proved : sequence of Program
        As `programs` gives them; Coq decides whether the theorems hold for them.
    """
    return "\n".join(_lines(proved)) + "\n"


def _lines(proved: Sequence[Program]) -> Iterator[str]:
    yield "(* The functions that exported programs call, written from the same programs as these."
    yield f"   SHA-256 of the programs: {fingerprint(proved)} *)"
    yield "From Coq Require Import Reals List Lia."
    yield "From Flocq Require Import Core."
    yield "From Rounding Require Import Sums."
    yield from ("Import ListNotations.", "Local Open Scope R_scope.")
    errors = dict(zip(_ERRORS, proved, strict=False))
    for operation, program in errors.items():
        of, where = _ERRORS[operation]
        yield from ("", *_defined(program, {}))
        yield f"Theorem {program.name}_is_exact a b : binary64 a -> binary64 b -> {where}"
        yield f"  {program.name} a b (rnd ({of})) = {of} - rnd ({of})."
        yield f"Proof. exact (Sums.{program.name}_exact a b). Qed."
    called = {operation: program.name for operation, program in errors.items()}
    for program in proved[len(errors) :]:
        yield from ("", *_sum(program, called))


def _sum(program: Program, called: Mapping[Operation, str]) -> Iterator[str]:
    """That the result is near the sum, for whatever numbers the statements give names to."""
    *others, last = program.parameters
    listed = f"[{'; '.join(program.parameters)}]"
    total = "".join(f"{term} + (" for term in others) + f"{last} + 0" + ")" * len(others)
    steps = [step for step in program.body if isinstance(step, Assign)]
    names = [step.name for step in steps]
    (result,) = (step.value for step in program.body if isinstance(step, Return))
    said = rounded(result, called)
    yield f"Theorem {program.name}_{len(program.parameters)} {' '.join((*program.parameters, *names))} :"
    yield from (f"  {step.name} = {rounded(step.value, called)} ->" for step in steps)
    yield f"  Forall binary64 {listed} -> nearly ({said}) ({total})."
    yield "Proof."
    yield f"  intros {' '.join((*(f'is_{name}' for name in names), 'known'))}."
    yield f"  replace ({said}) with (exact_sum {listed})."
    yield f"  {{ exact (exact_sum_near {listed} ltac:(simpl; lia) known). }}"
    yield "  unfold exact_sum, parts_of. cbn [fold_left]. change (grow term_1 []) with [term_1]."
    yield from _rewritten(len(program.parameters), names)
    yield "Qed."


def _rewritten(count: int, names: Sequence[str]) -> Iterator[str]:
    """The sum of the list, computed step by step: each is a statement, in their order."""
    given = iter([f"is_{name}" for name in names])

    def step(lemma: str, facts: int) -> str:
        return f"  rewrite ({lemma} {' '.join(islice(given, facts))})."

    for earlier in range(1, count):
        yield from (step("grow_step _ _ _ _ _", 2) for _ in range(earlier))
        yield "  lazymatch goal with |- context [grow ?c []] => change (grow c []) with [c] end."
    if count == 1:
        yield "  reflexivity."
        return
    yield step("added_step _ _ _ _ _", 2)
    yield from (step("swept_step _ _ _ _ _ _ _", 3) for _ in range(count - 2))
    yield f"  symmetry. exact {next(given, 'lacking')}."


def _defined(program: Program, called: Mapping[Operation, str], name: str = "") -> Iterator[str]:
    yield f"Definition {name or program.name} ({' '.join(program.parameters)} : R) :="
    for statement in program.body:
        match statement:
            case Assign(name=given, value=value):
                yield f"  let {given} := {rounded(value, called)} in"
            case Return(value=value):
                yield f"  {rounded(value, called)}."
            case _:
                raise ValueError(f"{program.name} is not straight: {statement}")


def rounded(expression: Expression, called: Mapping[Operation, str]) -> str:
    """An expression with each operation rounded.

    Parameters
    ----------
    expression : Expression
    called : mapping of Operation to str
        The names of operations that are functions.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import add, multiply
    >>> x, y = Variable("x"), Variable("y")
    >>> rounded(add(multiply(Constant(0.5), x), y), {})
    'rnd (rnd (1 / 2 * x) + y)'
    """
    match expression:
        case Constant(value=value):
            numerator, denominator = value.as_integer_ratio()
            return f"{numerator}" if denominator == 1 else f"{numerator} / {denominator}"
        case Variable(name=name):
            return name
        case Apply(operation=operation, arguments=arguments) if operation in called:
            return f"{called[primitive(operation)]} {' '.join(_argument(a, called) for a in arguments)}"
        case Apply(operation=Operation.NEGATE, arguments=(inner,)):
            return f"(- {_argument(inner, called)})"
        case Apply(operation=Operation.ABSOLUTE, arguments=(inner,)):
            return f"Rabs {_argument(inner, called)}"
        case Apply(operation=operation, arguments=(left, right)) if operation.infix:
            return f"rnd ({rounded(left, called)} {operation} {rounded(right, called)})"
    raise ValueError(f"there is no rounded {expression}")


def _argument(expression: Expression, called: Mapping[Operation, str]) -> str:
    text = rounded(expression, called)
    return text if isinstance(expression, Variable) else f"({text})"


if __name__ == "__main__":
    print(written(programs()), end="")
