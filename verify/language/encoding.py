"""From SymPy statements to the kernel's claims: the binding between what is printed and what is proved.

Everything algebraic is reduced to rational functions of named unknowns: a root `u**(1/n)` becomes y with
`y**n = u`, `y >= 0` where u >= 0, `Max`, `Min`, `Abs`, `sign`, `Piecewise` become cases of the comparison
that holds them, a sum of logarithms becomes the product of their arguments, `exp(t)` a positive unknown.
A comparison is false where a part of it is undefined; what SymPy has cancelled on its own, such as `a/a`,
leaves no trace.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count
from math import lcm
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify import kernel, polynomial
from verify.errors import VerifyError
from verify.language.assumptions import with_signs
from verify.language.case_functions import CHOICES, cases_of, is_undefined
from verify.language.condition import Condition
from verify.language.formula_tree import (
    COMPARISONS,
    RELATIONS,
    Need,
    Tree,
    conjuncts,
    decoded,
    distinct,
    names_in,
    simplified,
    sorted_distinct,
)
from verify.language.note import Note
from verify.language.syntactic_properties import is_of_rational_functions, order, symbols_of


class NotAlgebraicError(VerifyError, ValueError):
    """The statement cannot be cleared to polynomials; the message names the part."""


@dataclass(frozen=True)
class Encoded:
    """A claim in the kernel's notation, with what its variables stand for.

    Parameters
    ----------
    claim : dict
        `variables`, `hypotheses`, `goal` (see `docs/certificates.md`).
    symbols : mapping of str to Expr
        What each variable stands for: a symbol of the statement, a root, or an exponential.
    """

    claim: dict[str, Any]
    symbols: Mapping[str, sp.Expr]

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the claim's canonical text."""
        return kernel.fingerprint(self.claim)


def encoded(hypotheses: Iterable[sp.Basic | Condition], goal: sp.Basic | Condition) -> Encoded:
    """The claim that for all reals the hypotheses imply the goal.

    Parameters
    ----------
    hypotheses : iterable of Boolean or Condition
        Comparisons and their combinations by `And`, `Or`, `Not`, `Implies`, `Equivalent`; their order is of
        no account. The signs that symbols declare are added.
    goal : Boolean or Condition
        Likewise.

    Returns
    -------
    Encoded
        The same for the same statement in every process.

    Raises
    ------
    NotAlgebraicError
        For what is not algebraic in the symbols, or not exact (decimal fractions in binary).
    verify.language.assumptions.AssumptionError
        For a symbol that declares something other than a sign.

    Examples
    --------
    >>> from sympy.abc import a
    >>> encoded([a > 0], a + 1 / a >= 2).claim["goal"]
    ['>=', ['+', 'a', ['/', '1', 'a']], '2']
    >>> encoded([sp.sqrt(a) < 1], a < 1).claim["hypotheses"]  # doctest: +NORMALIZE_WHITESPACE
    [['=', ['^', 'root_1', 2], 'a'], ['>', '1', 'root_1'], ['>=', 'a', '0'], ['>=', 'root_1', '0']]
    """
    wanted = _boolean(goal)
    premises = sorted(with_signs(map(_boolean, hypotheses), wanted), key=order)
    writer = _Writer.for_statement([*premises, wanted])
    trees = [writer.formula(h, assumed=True) for h in premises]
    conclusion = writer.formula(wanted, assumed=False)
    conditions = list(conjuncts(["and", *trees, *writer.definitions]))
    # Where a fact occurs again inside another formula, it is true there.
    known = [fact for fact in conditions if fact[0] in COMPARISONS]
    rest = [simplified(fact, known) for fact in conditions if fact not in known]
    claim = {
        "variables": sorted(writer.used),
        "hypotheses": sorted_distinct([*known, *conjuncts(["and", *rest])]),
        # The goal stays what it says, even where it repeats a hypothesis.
        "goal": simplified(conclusion, [fact for fact in known if fact in writer.auxiliary]),
    }
    return Encoded(claim, {name: writer.used[name] for name in claim["variables"]})


_LONGEST_NAME = 48


def _boolean(statement: sp.Basic | Condition | bool) -> sp.Basic:
    return statement.relational if isinstance(statement, Condition) else sp.sympify(statement, strict=True)


@dataclass
class _Writer:
    """Gives names to symbols, roots and exponentials, and writes trees.

    `chosen` holds the case that is being written: parts defined by cases, with their value in that case.
    `needs` and `meaning` say of each root where it is real, and what it is there; `auxiliary` are such facts,
    and that the arguments of logarithms are positive. In a `plain` statement each symbol keeps its name.
    """

    exponentials: Mapping[sp.Symbol, sp.Symbol]
    used: dict[str, sp.Expr] = field(default_factory=dict)
    names: dict[sp.Symbol, str] = field(default_factory=dict)
    roots: dict[str, str] = field(default_factory=dict)
    definitions: list[Tree] = field(default_factory=list)
    needs: dict[str, list[Need]] = field(default_factory=dict)
    meaning: dict[str, list[Tree]] = field(default_factory=dict)
    auxiliary: list[Tree] = field(default_factory=list)
    chosen: dict[sp.Expr, sp.Expr] = field(default_factory=dict)
    plain: bool = False

    @classmethod
    def for_statement(cls, statements: Sequence[sp.Basic]) -> _Writer:
        """A writer that has named all symbols; namesakes are told apart in a fixed order."""
        symbols, inside = symbols_of(statements)
        writer = cls({s: sp.Dummy(f"exp_{s.name}", positive=True) for s in symbols if s in inside})
        for symbol in symbols:
            if symbol not in inside:
                writer._use(writer._free_name(symbol.name), symbol, symbol)
        for symbol, power in writer.exponentials.items():
            name = writer._free_name(power.name)
            writer._use(name, power, sp.exp(symbol))
            writer.definitions.append([">", name, "0"])
        writer.plain = not inside and all(name == s.name for s, name in writer.names.items())
        return writer

    def _use(self, name: str, symbol: sp.Symbol, meaning: sp.Expr) -> None:
        self.names[symbol] = name
        self.used[name] = meaning

    def _free_name(self, wish: str) -> str:
        plain = re.sub(r"\W", "_", wish, flags=re.ASCII)[:_LONGEST_NAME]
        plain = plain if re.match(r"[A-Za-z_]", plain) else f"v_{plain}"
        candidates = (plain, *(f"{plain}_{k}" for k in range(2, len(self.used) + 3)))
        return next(name for name in candidates if name not in self.used)

    # --- formulas

    def formula(self, statement: sp.Basic, assumed: bool) -> Tree:
        """The tree of a formula that is assumed, or else to be shown."""
        if statement in (sp.true, sp.false):
            return ["and"] if statement == sp.true else ["or"]
        if isinstance(statement, (sp.And, sp.Or)):
            word = "and" if isinstance(statement, sp.And) else "or"
            return [word, *(self.formula(part, assumed) for part in sorted(statement.args, key=order))]
        if isinstance(statement, sp.Not):
            return ["not", self.formula(statement.args[0], not assumed)]
        if isinstance(statement, sp.Implies):
            premise, conclusion = statement.args
            return ["or", ["not", self.formula(premise, not assumed)], self.formula(conclusion, assumed)]
        if isinstance(statement, sp.Equivalent):
            parts = sorted(statement.args, key=order)
            none = (["not", self.formula(part, not assumed)] for part in parts)
            return ["or", ["and", *(self.formula(part, assumed) for part in parts)], ["and", *none]]
        if isinstance(statement, Relational):
            if self.plain and not self.chosen and is_of_rational_functions(statement):
                return _plain_tree(statement, assumed)
            return self._comparison(statement, assumed)
        raise NotAlgebraicError(Note("not a comparison or a combination of comparisons: ", statement))

    def _comparison(self, comparison: Relational, assumed: bool) -> Tree:
        if isinstance(comparison, (sp.Lt, sp.Le)):
            greater = sp.Gt if isinstance(comparison, sp.Lt) else sp.Ge
            return self._comparison(greater(comparison.rhs, comparison.lhs, evaluate=False), assumed)
        if type(comparison) not in RELATIONS:
            raise NotAlgebraicError(Note("not a comparison of real numbers: ", comparison))
        choice = self._open_choice(comparison.lhs) or self._open_choice(comparison.rhs)
        if choice is not None:
            return self._by_cases(comparison, choice, assumed)
        if self._is_logarithmic(comparison.lhs) or self._is_logarithmic(comparison.rhs):
            return self._logarithmic(comparison, assumed)
        return self._atom(comparison, assumed)

    def _by_cases(self, comparison: Relational, choice: sp.Expr, assumed: bool) -> Tree:
        """Some case, and the comparison in it; to be shown: it in each case, and that some case applies."""
        cases, exhaustive = cases_of(choice)
        applies = [["and", *(self.formula(c, assumed=True) for c in conditions)] for conditions, _ in cases]
        atoms = []
        for _, value in cases:
            with self._choosing(choice, value):
                atoms.append(["or"] if is_undefined(value) else self._comparison(comparison, assumed))
        if assumed:
            return ["or", *(["and", *pair] for pair in zip(applies, atoms, strict=True))]
        shown = [["or", ["not", case], atom] for case, atom in zip(applies, atoms, strict=True)]
        # A comparison of logarithms has become one of their arguments, which may be negative.
        total = not any(c.has(sp.log) for conditions, _ in cases for c in conditions)
        if exhaustive and total and not any(self._may_be_undefined(case) for case in applies):
            return ["and", *shown]
        some = (["and", *(self.formula(c, assumed=False) for c in conditions)] for conditions, _ in cases)
        return ["and", *shown, ["or", *some]]

    @contextmanager
    def _choosing(self, choice: sp.Expr, value: sp.Expr) -> Iterator[None]:
        self.chosen[choice] = value
        try:
            yield
        finally:
            del self.chosen[choice]

    def _open_choice(self, expression: sp.Basic) -> sp.Expr | None:
        """A part that is defined by cases and has no value yet: an innermost one, or a whole `Piecewise`.

        (What stands in a branch of a `Piecewise` that is not taken need not be defined.)
        """
        if expression in self.chosen:
            return self._open_choice(self.chosen[expression])
        if not isinstance(expression, sp.Piecewise):
            for part in expression.args:
                if (choice := self._open_choice(part)) is not None:
                    return choice
        return expression if isinstance(expression, CHOICES) else None

    def _may_be_undefined(self, tree: Tree) -> bool:
        if isinstance(tree, str):
            return bool(self.needs.get(tree))
        return tree[0] == "/" or any(
            self._may_be_undefined(p) for p in tree[1:] if isinstance(p, (str, list))
        )

    def _atom(self, comparison: Relational, assumed: bool) -> Tree:
        relation = RELATIONS[type(comparison)]
        atom = [relation, self.expression(comparison.lhs), self.expression(comparison.rhs)]
        roots = [name for name in names_in(atom) if name in self.needs]
        needs = distinct(need.tree(assumed) for name in roots for need in self.needs[name])
        meaning = ["and", *(fact for name in roots for fact in self.meaning[name])]
        # The roots are unknowns: assumed with the atom, or assumed when the atom is to be shown.
        return ["and", *needs, meaning, atom] if assumed else ["and", *needs, ["or", ["not", meaning], atom]]

    # --- logarithms

    def _is_logarithmic(self, expression: sp.Basic) -> bool:
        """Whether a logarithm, or a symbol that elsewhere stands in an exponent, occurs outside exponents."""
        if expression in self.chosen:
            return self._is_logarithmic(self.chosen[expression])
        if isinstance(expression, sp.exp):
            return False
        if isinstance(expression, sp.log) or expression in self.exponentials:
            return True
        return any(map(self._is_logarithmic, expression.args))

    def _logarithmic(self, comparison: Relational, assumed: bool) -> Tree:
        """`sum c_i log(u_i)` against another such sum, as a comparison of products where all u_i > 0."""
        powers: dict[sp.Expr, sp.Rational] = {}
        for side, direction in ((comparison.lhs, sp.Integer(1)), (comparison.rhs, sp.Integer(-1))):
            self._collect(side, direction, powers)
        scale = lcm(*(int(c.q) for c in powers.values()))
        # SymPy would move a power into the pieces of a choice, which then is another one: names for the time.
        with self._named_choices() as opaque:
            factors = {u.xreplace(opaque): c * scale for u, c in powers.items()}
            left, right = (
                sp.Mul(*(u ** (way * c) for u, c in factors.items() if way * c > 0)) for way in (1, -1)
            )
            products = self._comparison(comparison.func(left, right, evaluate=False), assumed)
        unknowns = set(self.exponentials.values())
        positive = [sp.Gt(u, 0, evaluate=False) for u in powers if u not in unknowns]
        needs = [self._comparison(p, assumed) for p in positive]
        if assumed:
            return ["and", *needs, products]
        defined = ["and", *(self._comparison(p, assumed=True) for p in positive)]
        self.auxiliary += [need for need in needs if need[0] in COMPARISONS]
        return ["and", *needs, ["or", ["not", defined], products]]

    @contextmanager
    def _named_choices(self) -> Iterator[dict[sp.Expr, sp.Dummy]]:
        """A symbol for each choice that has a value; it has the same value."""
        opaque = {choice: sp.Dummy("choice") for choice in self.chosen}
        before = dict(self.chosen)
        self.chosen |= {symbol: before[choice] for choice, symbol in opaque.items()}
        try:
            yield opaque
        finally:
            self.chosen = before

    def _collect(self, expression: sp.Expr, factor: sp.Rational, powers: dict[sp.Expr, sp.Rational]) -> None:
        """Add `factor * expression` to the sum of `powers[u] * log(u)`."""
        coefficient, rest = expression.as_coeff_Mul(rational=True)
        if rest in self.chosen:
            self._collect(self.chosen[rest], factor * coefficient, powers)
        elif rest.is_Add:
            for term in rest.args:
                self._collect(term, factor * coefficient, powers)
        elif rest in self.exponentials or isinstance(rest, sp.log):
            argument = self.exponentials[rest] if rest in self.exponentials else rest.args[0]
            powers[argument] = powers.get(argument, sp.Integer(0)) + factor * coefficient
        elif coefficient != 0 or rest != 1:  # 0 times what may be undefined is not 0
            raise NotAlgebraicError(Note("neither algebraic nor a sum of logarithms: ", expression))

    def _exponential(self, exponent: sp.Expr) -> Tree:
        powers: dict[sp.Expr, sp.Rational] = {}
        with suppress(NotAlgebraicError):
            self._collect(exponent, sp.Integer(1), powers)
            if set(powers) <= set(self.exponentials.values()):
                return self.expression(sp.Mul(*(u**c for u, c in powers.items())))
        wanted = "a sum of rational multiples of symbols"
        raise NotAlgebraicError(Note(f"not {wanted}, in an exponent: ", exponent))

    # --- expressions

    def expression(self, expression: sp.Expr) -> Tree:
        """The tree of an algebraic expression."""
        if expression in self.chosen:
            return self.expression(self.chosen[expression])
        if expression.is_Rational:
            return str(expression.p) if expression.q == 1 else f"{expression.p}/{expression.q}"
        if expression in self.names:
            return self.names[expression]
        if isinstance(expression, sp.exp):
            return self._exponential(expression.exp)
        if expression.is_Add:
            return ["+", *sorted((self.expression(part) for part in expression.args), key=json.dumps)]
        if expression.is_Mul:
            return self._quotient(expression.args)
        if expression.is_Pow and expression.exp.is_Rational:
            return self._quotient([expression])
        raise NotAlgebraicError(Note("not algebraic, or not exact: ", expression))

    def _quotient(self, factors: Iterable[sp.Expr]) -> Tree:
        above: list[Tree] = []
        below: list[Tree] = []
        for factor in factors:
            if factor.is_Pow and factor.exp.is_Rational:
                (above if factor.exp > 0 else below).append(self._power(factor))
            else:
                above.append(self.expression(factor))
        top, bottom = (sorted(side, key=json.dumps) for side in (above, below))
        numerator = ["*", *top] if len(top) > 1 else top[0] if top else "1"
        return ["/", numerator, ["*", *bottom] if len(bottom) > 1 else bottom[0]] if below else numerator

    def _power(self, power: sp.Pow) -> Tree:
        """The power with the absolute value of its exponent."""
        base = self.expression(power.base)
        if power.exp.q != 1:
            base = self._root(power.base, base, int(power.exp.q))
        exponent = abs(int(power.exp.p))
        if exponent > polynomial.MAX_EXPONENT:
            raise NotAlgebraicError(Note(f"exponent above {polynomial.MAX_EXPONENT}: ", power))
        return base if exponent == 1 else ["^", base, exponent]

    def _root(self, radicand: sp.Expr, tree: Tree, index: int) -> str:
        key = json.dumps([tree, index])  # by the tree: in another case the radicand is another number
        if key not in self.roots:
            name = next(f"root_{k}" for k in count(1) if f"root_{k}" not in self.used)
            self.roots[key] = name
            named = (*self.chosen, *self.exponentials.values())
            number = decoded(tree, self.used) if radicand.has(*named) else radicand
            self.used[name] = sp.Pow(number, sp.Rational(1, index), evaluate=False)
            definition = [["=", ["^", name, index], tree], [">=", name, "0"]]
            if radicand.is_Rational and radicand >= 0:
                self.definitions += definition
                self.needs[name], self.meaning[name] = [], []
            else:
                inner = [n for n in names_in(tree) if n in self.needs]
                before = [fact for n in inner for fact in self.meaning[n]]
                real = Need([">=", tree, "0"], before)
                self.needs[name] = distinct([*(need for n in inner for need in self.needs[n]), real])
                self.meaning[name] = distinct([*before, *definition])
                self.auxiliary += [real.condition, *definition]
        return self.roots[key]


@lru_cache(maxsize=1 << 12)
def _plain_tree(comparison: Relational, assumed: bool) -> Tree:
    """The tree of a comparison of rational functions in every plain statement: the same come again."""
    return _Writer.for_statement([comparison])._comparison(comparison, assumed)
