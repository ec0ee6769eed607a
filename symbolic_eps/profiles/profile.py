"""Risk profiles r*(p, q) as semialgebraic data (Kazan & Reiter 2024, Section 4).

A profile is a max/min/piecewise of rational functions on a domain; here it is taken apart into pieces, each a
rational function on a basic semialgebraic set, and checked: defined, positive, and at least 1 everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

import sympy as sp

from symbolic_eps.errors import (
    DEFINED,
    HIGHER,
    DomainError,
    InfeasibleProfileError,
    InputError,
    UndecidedError,
)
from symbolic_eps.profiles.cases import Case, caps_of, cases_of
from symbolic_eps.profiles.declared_signs import all_renamed, declared_signs, renamed, unless_signed
from symbolic_eps.profiles.definedness import at_point, demands_of, excluded_by_logic, require_defined
from symbolic_eps.profiles.exact_numbers import check_lengths, exact_expression
from symbolic_eps.profiles.parse import parse_assumptions, parse_number, parse_profile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import Variant, variant_named
from verify.claims.region import all_tidied
from verify.language.condition import Condition, Relation, conditions_of, conjunction, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

PRIORS = (PRIOR_INCLUSION, PRIOR_VALUE)


@dataclass(frozen=True)
class Piece:
    """r* = `bound` where all `conditions` hold.

    Parameters
    ----------
    bound : sympy.Expr
        A rational function of the priors and the parameters, as it was given.
    numerator, denominator : sympy.Expr
        Polynomials with `bound` as their quotient; in a checked piece both are positive on it.
    conditions : tuple of Condition
        On priors and parameters; includes the domain 0 < p, q <= 1 of the free priors.
    """

    bound: sp.Expr
    numerator: sp.Expr
    denominator: sp.Expr
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class RiskProfile:
    """The agency's bound r*(p, q) on the relative risk, with its domain.

    Parameters
    ----------
    bound : sympy.Expr or str
        r*, built from rational functions of p, q and parameters by `Max`, `Min`, `Piecewise`; `oo` where the
        agency sets no bound. A text is read by `symbolic_eps.parse_profile`. Signs that symbols declare, such
        as `Symbol("a", positive=True)`, are assumed of parameters, here and in what follows.
    assumptions : iterable of Condition, comparison or str
        What is known of the parameters (and of a prior that is fixed without a value).
    fixed : mapping of Symbol to Expr
        Priors that do not vary: `{q: 1}` or, with its value left as a parameter, `{q: q}`.
    box : iterable of Condition, comparison or str
        Where the bound is enforced; elsewhere nothing is asked. Empty for all of (0, 1] x (0, 1].
    variant : Variant or str
        What is assumed of the release: `unbounded` (Theorem 1), `bounded` or `invariant`; see
        `symbolic_eps.theory.variants`.

    Examples
    --------
    >>> [str(piece.bound) for piece in RiskProfile("1 + 1/(2*p*q)").pieces]
    ['1 + 1/(2*p*q)']
    """

    bound: sp.Expr
    assumptions: tuple[Condition, ...] = ()
    fixed: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    box: tuple[Condition, ...] = ()
    variant: Variant = Variant.UNBOUNDED

    def __post_init__(self) -> None:
        # SymPy tells symbols apart by what they declare; here a name is one symbol, and real.
        bound = expression_of(self.bound)
        assumptions, box = conditions_from(self.assumptions), bounds_from(self.box)
        fixed = {parameter(str(v)): _fixed_value(str(v), value) for v, value in self.fixed.items()}
        priors = (v for v in self.fixed if isinstance(v, sp.Symbol))
        signs = declared_signs(bound, *assumptions, *box, *priors, *fixed.values())
        bound, fixed = renamed(bound), {v: renamed(value) for v, value in fixed.items()}
        assumptions, box = all_renamed(assumptions), all_renamed(box)
        assumptions = (*assumptions, *(c for c in signs if c not in assumptions))
        for name, value in (("bound", bound), ("assumptions", assumptions), ("box", box), ("fixed", fixed)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "variant", variant_named(self.variant))
        symbols = bound.free_symbols.union(*(c.symbols for c in (*assumptions, *box)))
        if taken := sorted(s.name for s in symbols if s in (DECAY, INVERSE_RISK)):
            raise InputError(
                f"{taken[0]} cannot be a parameter: x stands for e^-eps and s for 1/r*; give it another name"
            )
        for v in fixed:
            if v not in PRIORS:
                raise InputError(f"{v} cannot be fixed: only the priors p and q can, such as q=1")

    @property
    def free_priors(self) -> tuple[sp.Symbol, ...]:
        """The priors over which the minimum is taken."""
        return tuple(v for v in PRIORS if v not in self.fixed)

    @property
    def domain(self) -> tuple[Condition, ...]:
        """0 < v <= 1 for the free priors, and the box."""
        ranges = (c for v in self.free_priors for c in prior_range(v))
        return (*ranges, *(c for condition in self.box for c in condition.substituted(self.numbers)))

    @cached_property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        """Everything the closed form may depend on, sorted by name."""
        conditions = (*self.parameter_region, *self.domain)
        symbols = self._at_fixed(self.bound).free_symbols.union(*(c.symbols for c in conditions))
        return tuple(sorted(symbols - set(self.free_priors), key=str))

    @property
    def parameter_region(self) -> tuple[Condition, ...]:
        """The assumptions, with 0 < v <= 1 for a prior that is fixed at a symbolic value."""
        symbolic = [v for v in self.fixed if self.fixed[v] == v]
        return (*self.assumptions, *(c for v in symbolic for c in prior_range(v)))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The bounded pieces; r* is the least bound among the pieces that hold a point."""
        return self._pieces_of(case for cap in self._caps for case in cap)

    @cached_property
    def deciding_pieces(self) -> tuple[Piece, ...]:
        """The bounded pieces, each only where its bound is r*: of several caps the least decides."""
        return self._pieces_of(cases_of(self._at_fixed(self.bound)))

    def _pieces_of(self, cases: Iterable[Case]) -> tuple[Piece, ...]:
        bounded = ((b, sp.fraction(sp.together(b)), conditions) for b, conditions in cases if b is not sp.oo)
        return tuple(Piece(b, n, d, (*self.domain, *conditions)) for b, (n, d), conditions in bounded)

    @cached_property
    def _caps(self) -> tuple[tuple[Case, ...], ...]:
        return caps_of(self._at_fixed(self.bound))

    @property
    def numbers(self) -> dict[sp.Symbol, sp.Expr]:
        """The priors that are fixed at a number."""
        return {v: value for v, value in self.fixed.items() if value != v}

    def _at_fixed(self, expression: sp.Expr) -> sp.Expr:
        return with_values(expression, self.numbers)

    def _at(self, point: Mapping[sp.Symbol, sp.Expr]) -> str:
        return at_point({**point, **self.numbers})

    def require_defined(self, solver: Solver) -> None:
        """Show that there is a domain, and that the bound has a value everywhere on it.

        Raises
        ------
        DomainError
            Contradictory assumptions, an empty domain, a bound that is undefined somewhere.
        """
        if not solver.satisfiable(self.parameter_region, "the assumptions allow some parameters"):
            listed = ", ".join(map(str, self.parameter_region))
            raise DomainError(
                f"no parameters satisfy the assumptions {listed}: relax one of them, such as a>0 for a>1"
            )
        for v, value in self.numbers.items():
            if not (value.is_Rational and 0 < value <= 1):
                raise DomainError(
                    f"{v} is fixed at {value}, but a prior lies in (0, 1] and is rational, such as 1/10"
                )
        region = [*self.parameter_region, *self.domain]
        if not solver.satisfiable(region, "the domain of the priors has a point"):
            raise empty_box(self)
        require_defined(self._at_fixed(self.bound), self.bound, region, self.numbers, solver)
        for cap in self._caps:
            # A case holds only where all that it compares is defined: a point without a case is undefined.
            outside = tuple(tuple(c.negation for c in conditions) for _, conditions in cap)
            point = (
                solver.find_point(region, "the profile is undefined somewhere", outside)
                if all(outside) and not excluded_by_logic(outside)
                else None
            )
            if point is not None:
                raise DomainError(f"the risk bound {self.bound} is undefined at {self._at(point)}: {DEFINED}")

    def checked_pieces(self, solver: Solver) -> tuple[Piece, ...]:
        """The pieces, shown to be well posed, with conditions freed of factors whose sign is known.

        Raises
        ------
        DomainError
            As `require_defined`; or a bound that is not positive somewhere.
        InfeasibleProfileError
            r* < 1 somewhere; the message names the point.
        UndecidedError
            The solver contradicts itself.
        """
        self.require_defined(solver)
        checked = (self._checked_piece(piece, solver) for piece in self.pieces)
        pieces = tuple(piece for piece in checked if piece is not None)
        if self.pieces and not pieces:
            # The domain has a point; unless no bound is set there, it belongs to a piece.
            if all(any(bound is sp.oo for bound, _ in cap) for cap in self._caps):
                raise DomainError(
                    f"no priors in the box satisfy the condition of any bound in {self.bound}: "
                    "give one that some priors satisfy, such as p<=1/2"
                )
            raise UndecidedError(f"no piece of {self.bound} is left to minimise over: the solver errs")
        return pieces

    def _remedy(self, point: Mapping[sp.Symbol, sp.Expr], low: Sequence[Condition], solver: Solver) -> str:
        """What to write where the bound is too low at a point; an example only where it helps."""
        free = [v for v in self.parameters if v in point and v not in PRIORS]
        if not free:
            return HIGHER
        assumed = {v for c in self.assumptions for v in c.symbols}
        for v in sorted(free, key=lambda v: v in assumed):
            with suppress(UndecidedQueryError):
                above = positive(v - 1)
                if solver.satisfiable(
                    [*self.parameter_region, above], f"{above} is possible"
                ) and not solver.satisfiable([*low, above], f"{above} is not enough"):
                    example = f'such as --assume "{v.name}>1"'
                    return f"say with --assume where {v.name} may lie, {example}, or raise the bound"
        names = " and ".join(v.name for v in free)
        return f"say with --assume where else {names} may lie, or raise the bound"

    def _checked_piece(self, piece: Piece, solver: Solver) -> Piece | None:
        region = [*self.parameter_region, *piece.conditions]
        numerator, denominator, bound = piece.numerator, piece.denominator, piece.bound
        if not solver.satisfiable(region, f"the piece {bound} has a point"):
            return None
        undefined = solver.find_point(
            [*region, Condition(denominator, Relation.ZERO)], f"{bound} is undefined somewhere"
        )
        if undefined is not None:
            raise DomainError(
                f"the risk bound {bound} is undefined (division by 0) at {self._at(undefined)}: {DEFINED}"
            )
        sign_of_risk = numerator * denominator
        no_risk = [*region, non_negative(-sign_of_risk)]
        nonpositive = solver.find_point(no_risk, f"{bound} <= 0 somewhere")
        if nonpositive is not None:
            raise DomainError(
                f"the risk bound {bound} is not positive at {self._at(nonpositive)}; "
                f"a relative risk is positive: {self._remedy(nonpositive, no_risk, solver)}"
            )
        too_low = [*region, positive(denominator**2 - sign_of_risk)]
        below_one = solver.find_point(too_low, f"{bound} < 1 somewhere")
        if below_one is not None:
            raise InfeasibleProfileError(
                f"infeasible: the risk bound {bound} is below 1 at {self._at(below_one)}, "
                f"and no eps >= 0 keeps the relative risk under 1: {self._remedy(below_one, too_low, solver)}"
            )
        if solver.satisfiable([*region, positive(-numerator)], f"{numerator} < 0 somewhere"):
            # r* > 0, so numerator * denominator is positive even where both change sign.
            numerator, denominator = sp.expand(sign_of_risk), sp.expand(denominator**2)
        return replace(self.tidied(piece, solver), numerator=numerator, denominator=denominator)

    def tidied(self, piece: Piece, solver: Solver) -> Piece:
        """The piece with conditions freed of factors whose sign is known."""
        ranges = tuple(c for v in self.free_priors for c in prior_range(v))
        tidy = all_tidied(piece.conditions, [*self.parameter_region, *ranges], solver)
        return replace(piece, conditions=(*ranges, *tidy))


def expression_of(bound: object) -> sp.Expr:
    """A profile given as text, number or SymPy expression, in the symbols of `symbolic_eps.theory.symbols`.

    Only a parameter that declares its sign stays as it is: `declared_signs` says what it declares.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else, a text that is not a profile, or a number that is too long.

    Examples
    --------
    >>> expression_of("max(3, 1/p)").free_symbols == {PRIOR_INCLUSION}
    True
    """
    expression = parse_profile(bound) if isinstance(bound, str) else exact_expression("the profile", bound)
    check_lengths("the profile", expression)
    return expression if isinstance(bound, str) else unless_signed(expression)


def conditions_from(comparisons: Iterable[Condition | sp.Rel | str]) -> tuple[Condition, ...]:
    """Conditions from conditions, SymPy comparisons or texts such as `0<a<1`.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> [str(c) for c in conditions_from(["0<a<1"])]
    ['a > 0', 'a < 1']
    """
    conditions: list[Condition] = []
    for one in _comparisons_in(comparisons):
        parts = (one,) if isinstance(one, Condition) else conditions_of(one)
        if not all(_is_rational_polynomial(part.polynomial) for part in parts):
            raise InputError(
                f"{one} compares roots, max or min: assumptions and boxes compare rational functions, "
                "such as p**2 <= 1/2"
            )
        conditions.extend(parts)
    return tuple(Condition(unless_signed(c.polynomial), c.relation) for c in conditions)


def bounds_from(comparisons: Iterable[Condition | sp.Rel | str]) -> tuple[Condition, ...]:
    """Conditions on the priors, from what `conditions_from` reads, that have a value at all priors.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else, such as a comparison with 1/(p - 1/4): at p = 1/4 it would neither hold nor fail.

    Examples
    --------
    >>> [str(c) for c in bounds_from(["p*q<=1/4"])]
    ['p*q <= 1/4']
    """
    bounds = tuple(_comparisons_in(comparisons))
    for one in bounds:
        for side in () if isinstance(one, Condition) else one.args:
            for demand in demands_of(renamed(side)):
                if not demand.condition.symbols.isdisjoint(PRIORS):
                    raise InputError(
                        f"the bound {one} has no value{demand.reason} unless {demand.words}: write it "
                        "without divisors and roots, such as p*(q+1) <= 1 instead of p <= 1/(q+1)"
                    )
    return conditions_from(bounds)


def _is_rational_polynomial(expression: sp.Expr) -> bool:
    exact = all(power.exp.is_Integer for power in expression.atoms(sp.Pow))
    return exact and not expression.has(sp.Float, sp.NumberSymbol) and bool(expression.is_polynomial())


def _comparisons_in(comparisons: Iterable[Condition | sp.Rel | str]) -> Iterator[Condition | sp.Rel]:
    for one in (comparisons,) if isinstance(comparisons, str) else comparisons:
        if isinstance(one, str):
            yield from parse_assumptions(one)
        elif isinstance(one, Condition | sp.Rel):
            yield one
        else:
            raise InputError(f"{one!r} is no condition: give a comparison such as 0 < a, or its text")


def _fixed_value(name: str, value: object) -> sp.Expr:
    """A number, or the prior's own symbol; a text is read, never evaluated."""
    if isinstance(value, str):
        return parameter(name) if value == name else parse_number(value)
    return expression_of(value)


def empty_box(profile: RiskProfile) -> DomainError:
    """That its box holds no priors, or none with the fixed ones."""
    fixed = ", ".join(f"{v} = {value}" for v, value in profile.numbers.items())
    return DomainError(
        f"no priors 0 < p, q <= 1{' with ' * bool(fixed)}{fixed} satisfy {conjunction(profile.box)}: "
        "the box is empty; give one that some priors satisfy, such as 1/10<=p<=1/2"
    )


def prior_range(prior: sp.Symbol) -> tuple[Condition, Condition]:
    """0 < prior <= 1."""
    return positive(prior), non_negative(1 - prior)
