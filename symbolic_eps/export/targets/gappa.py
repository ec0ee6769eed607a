"""Gappa: scripts that bound the rounding errors after M, K and G, on a cover of all that programs accept.

Nothing is evaluated: the self-test runs Gappa on each script. The errors of M, K and G are those of
`error_free`, and the logarithm's is the library's, or our own's: both are outside of Gappa's reach, as the
scripts say. Our own logarithm also takes what z lacks: of that, one script shows that nothing else is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms.extreme import Smaller
from symbolic_eps.export.forms.ratio import Ratio, factor_error
from symbolic_eps.export.forms.tree import (
    GREATEST,
    LEAST,
    SLACK,
    LogarithmOfOnePlus,
    Node,
    Polynomial,
    PositiveRoot,
    Quotient,
)
from symbolic_eps.export.layout.target import CannotExpressError, Refusals, Sheet, generated
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Comparison,
    Operation,
    Return,
    Variable,
    apply,
    divide,
)
from symbolic_eps.export.runtime import root_error
from symbolic_eps.export.targets.gappa_script import (
    SETTINGS,
    Errors,
    as_hypothesis,
    dyadic,
    followed,
    plainly_named,
    script,
    unrounded,
    with_errors,
)
from symbolic_eps.export.template import filled, source


@dataclass(frozen=True)
class _Script:
    """A file, and the bound that it proves in units of 2^-53; None where it proves that programs refuse."""

    path: str
    comments: tuple[str, ...]
    lines: tuple[str, ...]
    bound: Fraction | None = None


class Gappa:
    """Gappa 1.4."""

    name = "gappa"
    title = "Gappa"
    functions = frozenset({Operation.ABSOLUTE, Operation.SQUARE_ROOT, Operation.LOG, Operation.LOG1P})
    refusals = Refusals.alike("claims nothing: the scripts assume what the programs have tested")
    environment = "not asked: the scripts say that they are about rounding to nearest, and compute nothing"
    self_test = "sh self_test.sh"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`shared/*.g` on both forms of the root, `NAME/*.g` on each case, and `self_test.sh`."""
        exactly = {"m": Fraction(0), "k": Fraction(0), "g": Fraction(0)}
        groups = {"shared": (*_of_root("shared/root", exactly), _of_root_error("shared/root_error.g"))}
        comments: dict[str, tuple[str, ...]] = {"shared": _ROOT}
        for sheet in sheets:
            if sheet.formula.name in groups:
                raise CannotExpressError(f"gappa: the name {sheet.formula.name} is taken")
            groups[sheet.formula.name] = tuple(_of_formula(sheet))
            comments[sheet.formula.name] = sheet.header
        said = generated(sheets)
        files = {
            made.path: "\n".join(
                (*(f"# {line}" for line in (said, *comments[name], *made.comments)), *made.lines, "")
            )
            for name, scripts in groups.items()
            for made in scripts
        }
        return {**files, "self_test.sh": filled("gappa/self_test.sh", generated=said, checks=_checks(groups))}


TARGET = Gappa()

_ROOT = (
    "The root z >= 0 of M z^2 + K z = G as every program evaluates it, for m, k and g as they are.",
    "Where g / both, or both / m, is below 2^-1021, z may be subnormal: nothing is said of it.",
)


def _of_formula(sheet: Sheet) -> Iterator[_Script]:
    for number, case in enumerate(sheet.formula.cases, start=1):
        where = f"Where {' and '.join(map(str, case.conditions))}:" if case.conditions else "Everywhere:"
        if case.value is not None:
            yield from _of_form(f"{sheet.formula.name}/case_{number}", where, case.value)


def _of_form(path: str, where: str, form: Node) -> Iterator[_Script]:
    match form:
        case LogarithmOfOnePlus(excess=PositiveRoot(square=m, linear=k, constant=g)):
            said = (where, _defined("M", m), _defined("K", k), _defined("G", g))
            yield from _of_root(
                path, {"m": m.error, "k": k.error, "g": g.error}, (*said, _SHARPER, _LOGARITHM)
            )
            yield from _of_pair(path, {"m": m.error, "k": k.error, "g": g.error}, said)
        case LogarithmOfOnePlus(excess=Quotient(numerator=g, denominator=m)):
            said = (where, _defined("M", m), _defined("G", g), _LOGARITHM)
            yield _of_quotient(f"{path}.g", {"g": g.error, "m": m.error}, said)
            if m.expression.free_symbols:
                a = Polynomial("a", sp.expand(g.expression + m.expression), g.scale)
                large = (where, "If G/M > 2^200:", _defined("M", m), _defined("A", a), _LARGE)
                yield _of_large_quotient(f"{path}_large.g", {"a": a.error, "m": m.error}, large)
        case LogarithmOfOnePlus(excess=Ratio() as ratio):
            yield _of_ratio(f"{path}.g", (where, _LOGARITHM), ratio)
        case Ratio() as ratio:
            yield _of_ratio(f"{path}.g", (where,), ratio)
        case Smaller(first=first, second=second):
            for name, part in (("first", first), ("second", second)):
                yield from _of_form(f"{path}_{name}", f"{where} {_SMALLER.format(name)}", part)
        case other:
            raise CannotExpressError(
                f"gappa: scripts are known for ratios, products of ratios and their square roots, for "
                f"log(1 + z), where z is one or a root of M z^2 + K z = G, and for the smaller of two such, "
                f"but not for {other.exact}: take another target, such as python"
            )


def _defined(name: str, polynomial: Polynomial) -> str:
    scale = f"2^{polynomial.scale} " if polynomial.scale else ""
    return (
        f"{name} = {scale}({polynomial.expression}), in the program {name.lower()}, with a relative error of "
        f"at most {float(polynomial.error):.6f} units of 2^-53: that is assumed here."
    )


_LOGARITHM = "Beyond Gappa: log1p makes a relative error no larger, and adds its own, which is the library's."
_SHARPER = "The bound above is sharper: where errors of M, K and G weigh 2, roundings (at most 4) weigh 3."
_SMALLER = "Programs take the smaller of two; this is the {}. The smaller is wrong by no more than they are."
_LARGE = "Beyond Gappa: the logarithm exceeds 69, by which the error of its argument is divided."


@dataclass(frozen=True)
class _Piece:
    """Part of a cover: |k| and m g in ranges; `refused` where the computed square is too small there.

    `small_square` says that half^2, and `small_product` that m g may underflow: errors relative to their sum.
    """

    size: tuple[Fraction, Fraction]
    product: tuple[Fraction, Fraction]
    small_square: bool = False
    small_product: bool = False
    refused: bool = False

    def hints(self, rising: bool) -> Iterator[str]:
        """How the errors of the sum's terms, and of the root's, make up those of the sums."""
        both, part, share = "half + root", "(half - Half) / Both", "1 - Half / Both"
        if not rising:
            both, part, share = "root - half", "(Half - half) / Both", "1 + Half / Both"
        total = "(rnd(half * half) + rnd(m * g) - Square) / Square"
        square, product = "(rnd(half * half) - Half * Half)", "(rnd(m * g) - M * G)"
        if self.small_square:
            yield (
                f"{total} -> {square} / Square + {product} / (M * G) * (M * G / Square) "
                "{ M * G <> 0, Square <> 0 };"
            )
            yield "M * G / Square -> 1 - Half * Half / Square { Square <> 0 };"
            yield (
                f"({both} - Both) / Both -> {part} + (root - Root) / Root * (Root / Both) "
                "{ Root <> 0, Both <> 0 };"
            )
            yield f"Root / Both -> {share} {{ Both <> 0 }};"
        if self.small_product:
            yield (
                f"{total} -> {square} / (Half * Half) * (Half * Half / Square) + {product} / Square "
                "{ Half * Half <> 0, Square <> 0 };"
            )
            yield "Half * Half / Square -> 1 - M * G / Square { Square <> 0 };"


def _power(exponent: int) -> Fraction:
    return Fraction(2) ** exponent


_NORMAL, _LARGEST = _power(-1021), _power(1024)
_SMALL, _TINY = _power(-509), _power(-1020)
"""Sizes of k: its half squared may be subnormal below the first, its half itself below the second."""
_TOO_SMALL = Fraction(LEAST) / 4
"""Of m g: with half^2 as small, the square falls below LEAST."""

_COVER = (
    _Piece((_SMALL, _LARGEST), (_NORMAL, _LARGEST**2)),
    _Piece((_SMALL, _LARGEST), (Fraction(0), _NORMAL), small_product=True),
    _Piece((_TINY, _SMALL), (_TOO_SMALL, _LARGEST**2), small_square=True),
    _Piece((Fraction(0), _TINY), (_TOO_SMALL, _LARGEST**2), small_square=True),
    _Piece((Fraction(0), _SMALL), (Fraction(0), _TOO_SMALL), refused=True),
)


def _between(ends: tuple[Fraction, Fraction]) -> str:
    return f"[{dyadic(ends[0])}, {dyadic(ends[1])}]"


def _of_root(path: str, errors: Errors, said: tuple[str, ...] = ()) -> Iterator[_Script]:
    """Both forms, each on the cover."""
    bound = SLACK * (2 * max(errors.values()) + 4)
    for rising in (True, False):
        statements, tests = _way(rising)
        for number, piece in enumerate(_COVER, start=1):
            size = piece.size if rising else (-piece.size[1], -piece.size[0])
            ranges = [f"k in {_between(size)}", f"m * g in {_between(piece.product)}"]
            if piece.refused:
                ranges, goal = ranges[:2], f"square <= {dyadic(Fraction(LEAST) / 2)}"
                hypotheses = [t for t in tests if not t.startswith("square")] + ranges
            else:
                hypotheses = [*tests, *ranges, _normal(statements[-1])]
                goal = _goal("z", bound)
            yield _Script(
                f"{path}_k_{'positive' if rising else 'negative'}_{number}.g",
                (*said, _proved("z", None if piece.refused else bound)),
                tuple(script(statements, errors, hypotheses, goal, tuple(piece.hints(rising)))),
                None if piece.refused else bound,
            )


def _of_pair(path: str, errors: Errors, said: tuple[str, ...]) -> Iterator[_Script]:
    """What errors of M, K and G make of the root itself, which is z and what it lacks."""
    bound, most = SLACK * 2 * max(errors.values()), dyadic(_LARGEST)
    for rising, size in ((True, f"[0, {most}]"), (False, f"[-{most}, 0]")):
        statements, tests = _way(rising)
        tests += [f"k in {size}", f"m * g in {_between((Fraction(LEAST) ** 3, _LARGEST**2))}"]
        lines = script(statements, errors, tests, _goal("z", bound), (), is_rounded=False)
        sign = "positive" if rising else "negative"
        yield _Script(
            f"{path}_of_pair_k_{sign}.g", (*said, *_OF_PAIR, _proved("z", bound)), tuple(lines), bound
        )


_OF_PAIR = (
    "Here z is the root for m, k and g as they are: what programs compute and what root_error adds to it,",
    "together, as programs hand them to logarithms of their own; see shared/root_error.g.",
)
_NEWTON = (
    "One step of Newton's method from z to the root Z of m z^2 + k z = g, for m, k and g as they are.",
    "All may be multiplied by powers of 2, so that Z and T = 2 m Z + k lie in [1, 2]; z is wrong by at most",
    "5 units, see the other scripts. The errors of sums and products are exact: a theorem of Coq.",
    "Proved: z and what is added to it are within 2^-40 units of 2^-53 of Z.",
)


def _of_root_error(path: str) -> _Script:
    """That z and what `root_error` adds to it, as it is printed, are the root."""
    *body, result = root_error.program().body
    assert isinstance(result, Return)
    statements = [*(s for s in body if isinstance(s, Assign)), Assign("lacking", result.value)]
    said = (re.sub(r"\bg\b", "G", with_errors(statement)) for statement in statements)
    inputs = ("m = rnd(m_); k = rnd(k_); z = rnd(z_);", "G = Z * (m * Z + k);")
    return _Script(
        path, _NEWTON, (*SETTINGS, *inputs, *said, *source("gappa/root_error.g").rstrip("\n").split("\n"))
    )


def _way(rising: bool) -> tuple[list[Assign], list[str]]:
    """The statements of the root for one sign of k, and what is tested."""
    way = list(followed(_root_block(), rising))
    statements = plainly_named([s for s in way if isinstance(s, Assign)])
    return statements, [as_hypothesis(c) for c in way if isinstance(c, Comparison)]


def _root_block() -> Block:
    """The statements of the root, as every program has them, for inputs m, k and g."""
    m, k, g = (Polynomial(name, sp.Symbol(name, real=True)) for name in ("m", "k", "g"))
    block = BlockBuilder({"m", "k", "g"})
    values = {part.expression: Variable(part.name) for part in (m, k, g)}
    PositiveRoot(square=m, linear=k, constant=g).lowered(block, values)
    return block.statements


def _normal(statement: Assign) -> str:
    """The last result is not subnormal, before it is rounded; programs refuse larger ones."""
    assert isinstance(statement.value, Apply)
    return f"{unrounded(statement.value)} in [{dyadic(_NORMAL)}, {dyadic(Fraction(GREATEST))}]"


def _goal(name: str, bound: Fraction) -> str:
    return f"|{name} -/ {name.capitalize()}| <= {dyadic(bound, -53)}"


def _proved(name: str, bound: Fraction | None) -> str:
    if bound is None:
        return "Proved: where programs refuse to compute z, namely here, its square is below 2^-960."
    return f"Proved: the relative error of {name} is at most {float(bound):.12f} units of 2^-53."


def _of_quotient(path: str, errors: Errors, said: tuple[str, ...]) -> _Script:
    statement = Assign("z", divide(Variable("g"), Variable("m")))
    bound = SLACK * (sum(errors.values(), Fraction(1)))
    hypotheses = [f"{v} in [{dyadic(Fraction(LEAST))}, {dyadic(_LARGEST)}]" for v in ("g", "m")]
    lines = script([statement], errors, [*hypotheses, _normal(statement)], _goal("z", bound), ())
    return _Script(path, (*said, _proved("z", bound)), tuple(lines), bound)


def _of_large_quotient(path: str, errors: Errors, said: tuple[str, ...]) -> _Script:
    roots = [Assign(f"root_{name}", apply(Operation.SQUARE_ROOT, Variable(name))) for name in ("a", "m")]
    ratio = Assign("ratio", divide(Variable("root_a"), Variable("root_m")))
    bound = SLACK * (sum(errors.values(), Fraction(6)) / 2)
    hypotheses = [f"{v} in [{dyadic(Fraction(LEAST))}, {dyadic(_LARGEST)}]" for v in ("a", "m")]
    lines = script([*roots, ratio], errors, hypotheses, _goal("ratio", bound), ())
    return _Script(path, (*said, _proved("ratio", bound)), tuple(lines), bound)


def _of_ratio(path: str, where: tuple[str, ...], ratio: Ratio) -> _Script:
    """Factors multiplied and divided one after the other, no result of which is subnormal."""
    parts = dict.fromkeys((*ratio.above, *ratio.below))
    names = {part: f"f{number}" for number, part in enumerate(parts, start=1)}
    errors = {names[part]: factor_error(part) for part in parts}
    value, steps = Variable(names[ratio.above[0]]), []
    for number, (operation, part) in enumerate(ratio.operations, start=1):
        steps.append(Assign(f"z{number}", Apply(operation, (value, Variable(names[part])))))
        value = Variable(steps[-1].name)
    hypotheses = [f"{v} in [{dyadic(Fraction(LEAST))}, {dyadic(Fraction(GREATEST))}]" for v in errors]
    hypotheses += [_normal(step) for step in steps]
    if ratio.root:
        steps.append(Assign("root", apply(Operation.SQUARE_ROOT, value)))
        value = Variable("root")
    said = [_defined(names[part].upper(), part) for part in parts]
    lines = script(steps, errors, hypotheses, _goal(value.name, ratio.error), ())
    return _Script(path, (*where, *said, _proved(value.name, ratio.error)), tuple(lines), ratio.error)


def _checks(groups: Mapping[str, Sequence[_Script]]) -> Iterator[str]:
    for name, scripts in groups.items():
        bound = max((s.bound for s in scripts if s.bound is not None), default=Fraction(0))
        yield f'check {name} "{float(bound):.6f}"' + "".join(f" \\\n    {s.path}" for s in scripts)
