"""Steps of a proof in Coq that rest on certificates: each says that some conditions cannot hold together.

The certificate becomes a theorem before the proof; a step applies it, and what it asks for is linear in what
is known there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import sympy as sp

from symbolic_eps.coq.statements.statement import as_coq
from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.symbols import DECAY
from verify.certificates.certificate import Certificate
from verify.coq.statement import theorem_name, variable
from verify.language.condition import Condition, Relation, positive
from verify.polynomial import NUMBER
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import UndecidedQueryError

_MOST_CHARACTERS = 200
"""Of a step that a message names."""

ROOT = "X"
"""What e^-eps is called in proofs."""


@dataclass(frozen=True)
class Contradictions:
    """Who finds certificates, how the variables are called in Coq, and the certificates used so far.

    Parameters
    ----------
    judge : CertifyingSolver
        Decides by certificates alone.
    parameters : tuple of Symbol
        Get a name in which no other name of a proof begins; all other symbols keep theirs.
    used : dict of str to Certificate
        By fingerprint.
    lemmas : dict of str to str
        Further lemmas that the steps apply, by name; they rest on the certificates.
    """

    judge: CertifyingSolver
    parameters: tuple[sp.Symbol, ...]
    used: dict[str, Certificate] = field(default_factory=dict)
    lemmas: dict[str, str] = field(default_factory=dict)

    def name(self, symbol: str) -> str:
        """A symbol in Coq."""
        if any(symbol == s.name for s in self.parameters):
            return variable(symbol)
        return ROOT if symbol == DECAY.name else symbol

    def text(self, expression: sp.Expr, values: Mapping[str, str] | None = None) -> str:
        """An expression in Coq, in parentheses; some symbols with other texts in their place."""
        return f"({self.renamed(as_coq(expression), values)})"

    def renamed(self, text: str, values: Mapping[str, str] | None = None) -> str:
        """The same of a text in which the symbols have their own names."""
        given = values or {}
        return re.sub(r"\b[A-Za-z_]\w*", lambda found: given.get(found[0]) or self.name(found[0]), text)

    def comparison(self, condition: Condition) -> str:
        """A condition as Coq says it, by its polynomial."""
        words = {
            Relation.POSITIVE: "0 <",
            Relation.NON_NEGATIVE: "0 <=",
            Relation.ZERO: "0 =",
            Relation.NON_ZERO: "0 <>",
        }
        return f"{words[condition.relation]} {self.text(condition.polynomial)}"

    def excluded(
        self,
        conditions: Iterable[Condition],
        splits: Sequence[sp.Expr] = (),
        at: Mapping[str, str] | None = None,
    ) -> str:
        """A tactic for `False` where all the conditions are known, or UndecidedError.

        Parameters
        ----------
        conditions : iterable of Condition
        splits : sequence of Expr
            Whose sign may be distinguished.
        at : mapping of str to str, optional
            Texts that stand for symbols where the conditions are known.
        """
        asked = [c for c in conditions if c.constant_truth is not True]
        if any(c.constant_truth is False for c in asked):
            return "lra"
        with self.judge.recorded() as evidence:
            try:
                possible = self.judge.satisfiable(asked, "a step of the theorem", splits=splits)
            except UndecidedQueryError:
                raise UndecidedError(f"no certificate was found that {_step(asked)}") from None
        if possible:
            raise UndecidedError(f"a step of its proof does not hold: that {_step(asked)}")
        found = {c["fingerprint"]: dict(c) for part in evidence for c in part.certificates}
        lemmas = {name for c in found.values() for name in c.get("lemmas", ())}
        mains = [c for name, c in found.items() if name not in lemmas]
        if len(mains) != 1 or any(c["format"] != "certificate/1" for c in found.values()):
            kinds = ", ".join(sorted({c["format"] for c in found.values()}))
            raise UndecidedError(f"certificates {kinds} are not written in Coq: that {_step(asked)}")
        if not lemmas and _is_linear(mains[0]):
            return "lra"
        self.used.update(found)
        return f"apply ({self._applied(mains[0], at or {})}); lra"

    def excludes(self, conditions: Iterable[Condition]) -> str | None:
        """The same, or None where there is no certificate."""
        try:
            return self.excluded(conditions)
        except UndecidedError:
            return None

    def shown(self, name: str, known: Iterable[Condition], goal: Condition) -> str:
        """A tactic that adds the goal to what is known, under a name; an equation by excluding both sides."""
        known = (*known,)
        if goal.relation is Relation.ZERO:
            below, above = (self.excluded((*known, positive(sign * goal.polynomial))) for sign in (-1, 1))
            rule, refuted = "apply Rle_antisym; apply Rnot_lt_le", f"[{below} | {above}]"
        else:
            rule, refuted = RULES[goal.relation], self.excluded((*known, goal.negation))
        return f"assert ({name} : {self.comparison(goal)}) by ({rule}; intros less; {refuted})."

    def _applied(self, certificate: Certificate, at: Mapping[str, str]) -> str:
        names = [at.get(name) or self.name(name) for name in certificate["claim"]["variables"]]
        return " ".join([theorem_name(certificate["fingerprint"]), *names])


def _step(conditions: Sequence[Condition]) -> str:
    """What a refutation of the conditions shows: that the last one fails where the others hold."""
    if not conditions:
        return "nothing holds"
    *known, last = conditions
    text = f"{last.negation}, given {', '.join(map(str, known))}" if known else str(last.negation)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}..."


def _is_linear(certificate: Certificate) -> bool:
    """Whether facts only add up, with numbers as factors: then Coq's own linear arithmetic finds the sum."""
    return all(
        "terms" in node
        and all("square" not in term and len(term["ge"]) + len(term["gt"]) <= 1 for term in node["terms"])
        and all(NUMBER.fullmatch(str(multiplier["by"])) for multiplier in node["multipliers"])
        for node in certificate["refutations"]
    )


RULES = {Relation.POSITIVE: "apply not_at_most_0", Relation.NON_NEGATIVE: "apply not_negative"}
"""How a comparison is shown by the impossibility of its contrary."""
