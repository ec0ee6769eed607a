"""Case distinctions by the sign of an expression in the parameters.

A question that needs an undecided sign is asked again on the parts of the region where the expression is
positive, zero and negative; the parts cover the region, so that proofs on all of them are a proof on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import sympy as sp

from verify.calculus.elementary import establish
from verify.calculus.points import at_point, number_sign
from verify.errors import VerifyError
from verify.evidence import Evidence, Grade, Outcome, combined
from verify.language.assumptions import with_signs
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.prover.by_enclosure import failing_point
from verify.prover.prover import Prover

MOST_CASES = 5
"""How many signs may be distinguished within one another."""

SAMPLE_POINTS = 40
"""Points that are tried where a set is not algebraic."""


class UndecidedSignError(VerifyError):
    """The sign of `expression` is not the same, or not known to be the same, on the whole region."""

    def __init__(self, expression: sp.Expr) -> None:
        super().__init__(Note("the sign of ", expression, " is not settled by the hypotheses"))
        self.expression = expression


class UndefinedError(VerifyError):
    """What is examined is not a real number on the whole region, or not at `evidence.witness`."""

    def __init__(self, reason: Note, evidence: Evidence | None = None) -> None:
        super().__init__(reason)
        self.evidence = evidence


class NoRuleError(VerifyError):
    """No rule of this package decides the question; it stays open."""


@dataclass
class Region:
    """A set of parameters on which signs are asked for; keeps the evidence of every answer.

    Parameters
    ----------
    hypotheses : tuple of Boolean
        What holds on the set.
    prover : Prover
        Decides.
    evidence : list of Evidence
        What the answers so far rest on.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> region = Region((a > 0, b > a), Prover())
    >>> region.sign(a - b), region.is_zero(b)
    (-1, False)
    """

    hypotheses: tuple[sp.Basic, ...]
    prover: Prover
    evidence: list[Evidence] = field(default_factory=list)
    _required: set[sp.Basic] = field(default_factory=set, repr=False)

    def narrowed(self, *conditions: sp.Basic) -> Region:
        """The part of the region where further conditions hold; its evidence is kept here, too."""
        return Region((*self.hypotheses, *conditions), self.prover, self.evidence)

    def follows(self, goal: sp.Basic) -> bool:
        """Whether the goal is proved on the region; the proof is kept."""
        if goal in (sp.true, sp.false):
            return bool(goal)
        evidence = establish(self.hypotheses, goal, self.prover)
        if evidence.proved:
            self.evidence.append(evidence)
        return evidence.proved

    def sign(self, expression: sp.Expr) -> int:
        """The sign that the expression has everywhere on the region.

        Raises
        ------
        UndecidedSignError
            It is not proved to have one sign.
        """
        expression = sp.sympify(expression, strict=True)
        if not expression.free_symbols and (of_number := number_sign(expression)) is not None:
            return of_number
        for sign, relation in ((1, sp.Gt), (-1, sp.Lt), (0, sp.Eq)):
            if self.follows(relation(expression, 0, evaluate=False)):
                return sign
        raise UndecidedSignError(expression)

    def is_zero(self, expression: sp.Expr) -> bool:
        """Whether the expression vanishes everywhere (True) or nowhere (False) on the region.

        Raises
        ------
        UndecidedSignError
            Neither is proved.
        """
        expression = sp.sympify(expression, strict=True)
        if not expression.free_symbols and (of_number := number_sign(expression)) is not None:
            return of_number == 0
        for zero, relation in ((False, sp.Ne), (True, sp.Eq)):
            if self.follows(relation(expression, 0, evaluate=False)):
                return zero
        raise UndecidedSignError(expression)

    def require(self, goal: sp.Basic) -> None:
        """Prove the goal on the region.

        Raises
        ------
        UndefinedError
            It is refuted; the error carries the evidence.
        NoRuleError
            It is open.
        """
        if goal in self._required:
            return
        evidence = establish(self.hypotheses, goal, self.prover)
        if evidence.refuted:
            raise UndefinedError(Note(goal, " fails"), evidence)
        if not evidence.proved:
            raise NoRuleError(Note("not proved: ", goal, " (", evidence.note, ")"))
        self._required.add(goal)
        self.evidence.append(evidence)

    def equality(self, name: str, value: sp.Expr, stated: sp.Expr) -> Evidence:
        """Evidence that a value is the one that is stated; the note of a refutation has both."""
        evidence = establish(self.hypotheses, sp.Eq(value, stated, evaluate=False), self.prover)
        if not evidence.refuted:
            return evidence
        note = Note(f"the {name} is ", value, ", not ", stated, "; ", evidence.note)
        return replace(evidence, note=note)

    def refutation(self, statement: Note, note: Note) -> Evidence:
        """The statement fails everywhere on the region, hence at a point of it; open where none is found."""
        parts = tuple(self.evidence)
        inhabited = nonempty(self.hypotheses, self.prover)
        if inhabited.proved:
            method = "fails on a set with this point"
            return Evidence(
                statement, Outcome.REFUTED, inhabited.grade, method, inhabited.witness, parts=parts, note=note
            )
        if inhabited.refuted:
            return _excluded(statement, inhabited)
        return Evidence(
            statement, Outcome.OPEN, None, "fails on a set that may be empty", parts=parts, note=note
        )


def nonempty(hypotheses: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
    """Evidence that some point satisfies the hypotheses: proved with the point, refuted, or open.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> nonempty((a > 0, a < 0), Prover()).refuted
    True
    >>> nonempty((a > 0, sp.Eq(b, a * sp.exp(a))), Prover()).witness
    {a: 1, b: E}
    """
    try:
        return prover.inhabited(hypotheses)
    except NotAlgebraicError as error:
        statement = Note("some point satisfies ", joined(" and ", hypotheses))
        point = _sampled_point(hypotheses)
        if point is not None:
            method = "a point, confirmed by interval arithmetic"
            return Evidence(statement, Outcome.PROVED, Grade.EXACT, method, point)
        return Evidence(statement, Outcome.OPEN, None, "not algebraic", note=Note(error))


def _sampled_point(hypotheses: tuple[sp.Basic, ...]) -> dict[sp.Symbol, sp.Expr] | None:
    """A point of a set that is not algebraic; equations are solved for a symbol that occurs linearly."""
    for equation in (h for h in hypotheses if isinstance(h, sp.Eq)):
        difference = equation.lhs - equation.rhs
        for symbol in sorted(difference.free_symbols, key=str):
            slope = sp.diff(difference, symbol)
            if slope.is_Rational and slope != 0:
                solved = sp.expand(symbol - difference / slope)
                others = tuple(at_point(h, {symbol: solved}) for h in hypotheses if h != equation)
                point = _sampled_point(others)
                if point is None:
                    continue
                for missing in sorted(solved.free_symbols - set(point), key=str):
                    point[missing] = sp.Integer(1)
                return {**point, symbol: solved.subs(point)}
        return None
    return failing_point(Implication(hypotheses, sp.false), SAMPLE_POINTS)


def on_empty_domain(statement: Note, contradiction: Evidence) -> Evidence:
    """Nothing is claimed over an empty domain: open, with the contradiction."""
    parts = (contradiction,)
    return Evidence(
        statement, Outcome.OPEN, None, "the domain is empty", parts=parts, note=contradiction.note
    )


def by_cases(
    statement: Note,
    hypotheses: tuple[sp.Basic, ...],
    prover: Prover,
    on_region: Callable[[Region], Evidence],
    depth: int = MOST_CASES,
) -> Evidence:
    """Evidence for the statement from that on parts that cover the region.

    The region must not be empty, which the caller shows. One part is examined by `on_region`, which may raise
    the errors of this module; at most `depth` further signs are distinguished.
    """
    region = Region(hypotheses, prover)
    try:
        return on_region(region)
    except UndefinedError as error:
        if error.evidence is not None:
            note = Note("undefined: ", error)
            witness, grade = error.evidence.witness, error.evidence.grade
            parts = (*region.evidence, error.evidence)
            return Evidence(
                statement, Outcome.REFUTED, grade, error.evidence.method, witness, parts=parts, note=note
            )
        return region.refutation(statement, Note("undefined: ", error))
    except NoRuleError as error:
        parts = tuple(region.evidence)
        return Evidence(statement, Outcome.OPEN, None, "no rule decides", parts=parts, note=Note(error))
    except UndecidedSignError as error:
        if depth == 0:
            return Evidence(statement, Outcome.OPEN, None, "too many cases", note=Note(error))
        undecided = error.expression
        if not undecided.free_symbols:
            return Evidence(statement, Outcome.OPEN, None, "a number too close to zero", note=Note(error))
    parts_by_sign: list[Evidence] = []
    for relation in (sp.Gt, sp.Lt, sp.Eq):
        case = relation(undecided, 0, evaluate=False)
        narrowed = (*hypotheses, case)
        inhabited = nonempty(narrowed, prover)
        if inhabited.refuted:
            parts_by_sign.append(_excluded(Note(case, " does not occur"), inhabited))
        else:
            named = Note(statement, " [", case, "]")
            parts_by_sign.append(by_cases(named, narrowed, prover, on_region, depth - 1))
    return combined(statement, parts_by_sign, Note("cases by the sign of ", undecided))


def on_domain(
    statement: Note,
    domain: tuple[sp.Basic, ...],
    about: Iterable[sp.Expr],
    prover: Prover,
    on_region: Callable[[Region], Evidence],
    method: str,
) -> Evidence:
    """Evidence for the statement by cases, once the domain is shown not to be empty; that evidence first.

    The signs that symbols of `about` declare are further hypotheses. Each part is examined by `on_region`, as
    for `by_cases`; the method says by which means.

    Examples
    --------
    >>> from sympy.abc import a
    >>> def square_is_positive(region: Region) -> Evidence:
    ...     return establish(region.hypotheses, a**2 > 0, region.prover)
    >>> on_domain("a^2 > 0", (a > 0,), [a], Prover(), square_is_positive, "implication").proved
    True
    """
    hypotheses = with_signs(domain, *about)
    inhabited = nonempty(hypotheses, prover)
    if inhabited.refuted:
        return on_empty_domain(statement, inhabited)
    evidence = by_cases(statement, hypotheses, prover, on_region)
    return combined(statement, [inhabited, evidence], method)


def require_free_of(domain: Iterable[sp.Basic], variable: sp.Symbol, role: str) -> None:
    """Refuse hypotheses on a bound variable.

    Parameters
    ----------
    domain : iterable of Boolean
        Hypotheses on the parameters.
    variable : Symbol
        Bound by an integral or a sum.
    role : str
        What it is there.

    Raises
    ------
    ValueError
        If a hypothesis holds the variable.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> require_free_of([a > 0], x, "summation index")
    """
    for hypothesis in domain:
        if hypothesis.has(variable):
            raise ValueError(
                f"the hypothesis {hypothesis} holds the {role} {variable}; the ends give its range"
            )


def _excluded(statement: Note, contradiction: Evidence) -> Evidence:
    """The statement holds for want of a point at which it could fail."""
    return Evidence(
        statement,
        Outcome.PROVED,
        contradiction.grade,
        "the case does not occur",
        certificate=contradiction.certificate,
        parts=contradiction.parts,
    )
