"""Sums of products in Coq, as `sums_of_products.written` has them, each operation rounded; theorems on them.

The template `Products.v` has the theorem on lists of products: it takes what `helper_proof` shows of errors
of sums and products, and of the exact sum. `Shapes.v` is written from the programs that are compared with
formulas, operation by operation, and says that those are what the theorem is about. The gate has Coq accept
all of `SHAPES`; `make slow` has it accept those of all formulas, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from symbolic_eps.export import template
from symbolic_eps.export.programs.exact_sum import MOST_TERMS
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    applications,
    expressions,
    statements,
)
from symbolic_eps.export.proofs import helper_proof
from symbolic_eps.export.rewriting.sums_of_products import (
    MOST_FACTORS,
    Shape,
    SumOfProducts,
    meant,
    with_sums_of_products,
)
from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import Note

MOST_PRODUCTS = 14
"""That the theorem covers."""

_CALLED = {Operation.SUM_ERROR: "sum_error", Operation.PRODUCT_ERROR: "product_error"}


def _shapes() -> Iterator[Shape]:
    """Each kind of product alone, each two of them, and each number of terms."""
    lengths = range(1, MOST_FACTORS + 1)
    yield from (((c, n),) for c in (1.0, -1.0, 2.0, -2.0) for n in lengths)
    pairs = (((1.0, n), (-4.0, k)) for n in lengths for k in lengths)
    yield from (pair for pair in pairs if sum(2 ** (n - 1) for _, n in pair) <= MOST_TERMS)
    yield from (((1.0, 1),) * count for count in range(3, MOST_PRODUCTS + 1))


SHAPES = (*_shapes(),)

PROVED = "f60d77e0654c086618b6620f825ba90189567f3e266ace79fa32cb444cc40dbc"
"""SHA-256 of the programs of `SHAPES` that Coq has accepted: the tests have it accept them again."""


@cache
def is_proved() -> bool:
    """Whether sums of products are what Coq has accepted, and so is all that their theorem takes.

    Examples
    --------
    >>> is_proved()
    True
    """
    return helper_proof.is_proved() and helper_proof.fingerprint([*map(meant, SHAPES)]) == PROVED


def covers(shape: Shape) -> bool:
    """Whether the theorem is about such sums.

    Examples
    --------
    >>> covers(((1.0, 1), (-2.0, 3))), covers(((0.5, 1), (-2.0, 3)))
    (True, False)
    """
    known = all(
        1 <= count <= MOST_FACTORS and math.frexp(abs(c))[0] == 0.5 and abs(c) >= 1.0 for c, count in shape
    )
    return known and len(shape) <= MOST_PRODUCTS and sum(2 ** (n - 1) for _, n in shape) <= MOST_TERMS


def shapes_in(program: Program) -> tuple[frozenset[Shape], int]:
    """Those of a program's sums, and how many of its sums are read off as no list of products.

    Such a sum starts with another one, or has terms that are no products of numbers.
    """
    read = with_sums_of_products(program, 1)
    calls = (a for e in expressions(read.body) for a in applications(e))
    found = frozenset(c.operation.shape for c in calls if isinstance(c.operation, SumOfProducts))
    return found, sum(isinstance(s, Choose) and s.rare and _adds(s) for s in statements(read.body))


def _adds(choice: Choose) -> bool:
    values = (s.value for s in statements(choice.then) if isinstance(s, Assign))
    return any(a.operation is Operation.EXACT_SUM for value in values for a in applications(value))


def evidence(program: Program) -> Iterator[Evidence]:
    """That the sums of products in a program are such as Coq's theorem is about; of others nothing is said.

    The theorem is about all lists of products that are covered. That the program of such a sum is what it is
    about, Coq has accepted for `SHAPES` and for the formulas that have a name; of any other shape it is known
    from `sums_of_products.meant`, which writes them all alike.
    """
    shapes, others = shapes_in(program)
    if not shapes:
        return
    proved = is_proved() and all(map(covers, shapes))
    apart = f"; {others} that start with others are apart" if others else ""
    yield Evidence(
        Note(
            f"sums of products ({len(shapes)} shapes{apart}) are wrong by at most 2^-53 + 2^-65 of "
            "themselves, their signs exact, where products of parts and factors are 0 or at least 2^-969 and "
            f"nothing overflows (SHA-256 {PROVED})"
        ),
        Outcome.PROVED if proved else Outcome.OPEN,
        Grade.THEOREM if proved else None,
        "Coq, with Flocq: Sums.v, Products.v and Shapes.v",
    )


def theorems() -> str:
    """`Products.v`: the theorem that `written` applies."""
    return template.source("coq/Products.v")


def written(shapes: Sequence[Shape], programs: Sequence[Program] | None = None) -> str:
    """`Shapes.v`: a theorem for each shape.

    Parameters
    ----------
    shapes : sequence of tuple of (float, int)
    programs : sequence of Program, optional
        By default what `sums_of_products.meant` gives for them; Coq decides whether the theorems hold.
    """
    chosen = [*map(meant, shapes)] if programs is None else programs
    return "\n".join(_lines(shapes, chosen)) + "\n"


def _lines(shapes: Sequence[Shape], programs: Sequence[Program]) -> Iterator[str]:
    yield "(* Sums of products as exported programs have them, written from the same trees."
    yield f"   SHA-256 of the programs: {helper_proof.fingerprint(programs)} *)"
    yield "From Coq Require Import Reals List Lia Lra."
    yield "From Flocq Require Import Core."
    yield "From Rounding Require Import Sums Products."
    yield from (
        "Import ListNotations.",
        "Local Open Scope R_scope.",
        "Opaque rnd sum_error product_error nearly Rabs.",
    )
    for number, (shape, program) in enumerate(zip(shapes, programs, strict=True), 1):
        yield from ("", *_theorem(number, shape, program))


def _theorem(number: int, shape: Shape, program: Program) -> Iterator[str]:
    """That the sum is near the exact one, if what is added exactly is near the sum of all parts."""
    names = program.parameters
    match program.body:
        case (
            Choose(
                conditions=(asked,),
                then=(Assign(value=Apply(operation=Operation.EXACT_SUM, arguments=parts)),),
                otherwise=(Assign(value=quick),),
            ),
            Return(value=Variable()),
        ):
            left, share, otherwise = (_rounded(value) for value in (asked.left, asked.right, quick))
        case _:
            raise ValueError(f"{program.name} is not a sum of products")
    products, values = zip(*_products(shape, names), strict=True)
    yield f"Theorem sum_{number} {' '.join(names)} exactly :"
    yield f"  let parts := [{'; '.join(map(_rounded, parts))}] in"
    yield f"  Forall asked [{'; '.join(products)}] ->"
    yield "  (Forall binary64 parts -> nearly exactly (sum parts)) ->"
    yield f"  nearly (if Rle_dec ({left}) ({share}) then exactly else {otherwise})"
    yield f"    ({' + ('.join((*values, '0'))}{')' * len(values)})."
    yield "Proof."
    yield "  intros parts holds added. subst parts."
    first, *others = products
    yield f"  refine (sum_of_products_near {first} [{'; '.join(others)}] exactly _ _ holds added)."
    yield "  { simpl. lia. }"
    for c, _ in shape:
        even = f"exists {math.frexp(abs(c))[1] - 1}%Z; split; [lia | simpl; lra]"
        yield f"  constructor; [split; [simpl; lia | {'exact I' if abs(c) == 1.0 else even}] |]."
    yield "  constructor."
    yield "Qed."


def _products(shape: Shape, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each product as the theorem has it, and its value."""
    rest = [*names]
    for c, count in shape:
        factors, rest = rest[:count], rest[count:]
        size = f"{int(abs(c))}"
        power = "None" if abs(c) == 1.0 else f"(Some {size})"
        listed = f"[{'; '.join(factors[1:])}]"
        yield (
            f"(Product {'true' if c < 0.0 else 'false'} {power} {factors[0]} {listed})",
            f"{'Ropp ' if c < 0.0 else ''}{size} * ({' * '.join(factors)})",
        )


def _rounded(value: Expression) -> str:
    return helper_proof.rounded(value, _CALLED)


if __name__ == "__main__":
    print(written(SHAPES), end="")
