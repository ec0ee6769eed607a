"""The data of one formula for the page: exported functions, fields, profile, certificates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symbolic_eps.answers.derivation import derive
from symbolic_eps.answers.saved_work import files_of
from symbolic_eps.closed_form_table.row import all_rows
from symbolic_eps.closed_forms.closed_form import AttainmentKind, PiecewiseInfimum
from symbolic_eps.errors import InputError
from symbolic_eps.explore.proofs import NONE, Proof, of_closed_form, of_notion, shared
from symbolic_eps.explore.script_expression import scripted, scripted_conditions
from symbolic_eps.explore.starting_values import starting_values
from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.export.forms.exportable import derived_once, exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.targets.javascript import TARGET
from symbolic_eps.notions import allowed_formulas
from symbolic_eps.notions.formulas import notion_formulas
from symbolic_eps.privacy_loss import formulas as privacy_loss
from symbolic_eps.privacy_loss.language import IDENTIFIER as LOSS
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.randomized_response import formulas as randomized_response
from symbolic_eps.randomized_response.language import IDENTIFIER as RESPONSE
from symbolic_eps.report.result import formula as closed_form
from symbolic_eps.theory.bound import THEOREM_1 as BOUND
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.typesetting.mathml import Mathml

Progress = Callable[[str], None]

ROWS, OWN, OTHERS = "Risk profiles of the papers", "Risk profiles of your own", "One adversary, and the noise"
RANDOMIZED_RESPONSE, PRIVACY_LOSS = "Randomized response", "Privacy at risk"
ATTACKS = "Success of attacks, with delta or Renyi divergence"
SUBJECTS = {RANDOMIZED_RESPONSE: RESPONSE, PRIVACY_LOSS: LOSS}
ORDER = (OTHERS, RANDOMIZED_RESPONSE, PRIVACY_LOSS, ATTACKS)


@dataclass(frozen=True)
class ShownFormula:
    """A formula with what is behind it.

    Parameters
    ----------
    group : str
        Under which heading it is offered.
    formula : Formula
    derived : PiecewiseInfimum, optional
        For the largest eps of a risk profile.
    proof : Proof
        Its certificates.
    """

    group: str
    formula: Formula
    derived: PiecewiseInfimum | None = None
    proof: Proof = NONE

    def record(self, given: Mapping[str, sp.Rational]) -> dict[str, Any]:
        """What the page's script reads, but for the certificates and the functions.

        Parameters
        ----------
        given : mapping of str to Rational
            Where sliders shall stand first.
        """
        formula = self.formula
        start = starting_values(formula.arguments, formula.domain, given)
        return {
            "priors": self._adversary(start),
            "id": formula.identifier,
            "group": self.group,
            "title": formula.title,
            "source": formula.source,
            "result": formula.result,
            "side": str(formula.side),
            "error": fitted(TARGET, formula).error_text,
            "domain": [str(condition) for condition in formula.domain],
            "certificates": len(self.proof.certificates),
            "proof": self.proof.name,
            "grounds": self.proof.told,
            "arguments": [
                {
                    "name": str(argument.symbol),
                    "meaning": argument.meaning,
                    "share": argument.probability,
                    "whole": argument.whole,
                    "start": str(start[str(argument.symbol)]),
                }
                for argument in formula.arguments
            ],
            "fixed": {str(v): str(value) for v, value in self._fixed.items() if value.is_number},
            "hasProfile": self.derived is not None,
        }

    def _adversary(self, start: Mapping[str, sp.Rational]) -> dict[str, str]:
        """Priors of an adversary of whom the profile asks something, where they are no arguments."""
        if self.derived is None:
            return {}
        profile = self.derived.profile
        arguments = tuple(Argument(v, "", True) for v in profile.free_priors)
        values = {parameter(name): value for name, value in start.items()}
        asked = [c for condition in profile.domain for c in condition.substituted(values)]
        return {name: str(value) for name, value in starting_values(arguments, asked, {}).items()}

    @property
    def _fixed(self) -> Mapping[sp.Symbol, sp.Expr]:
        return {} if self.derived is None else self.derived.profile.fixed

    @property
    def script(self) -> str:
        """The functions of the page's script for it, by name, as the inside of an object."""
        called = TARGET.function(self.formula.name), TARGET.function(self.formula.safe_name)
        values = ", ".join(f"v.{argument.symbol}" for argument in self.formula.arguments)
        functions = [f"nearest: (v) => {called[0]}({values})", f"safe: (v) => {called[1]}({values})"]
        if self.derived is not None:
            profile = self.derived.profile
            functions.append(f"profile: (v) => {scripted(profile.bound)}")
            functions.append(
                f"decides: (v) => [{', '.join(_places(self.derived))}].filter(({{ when }}) => when)"
            )
            functions.append(f"asked: (v) => {scripted_conditions(profile.box)}")
        return f"{json.dumps(self.formula.identifier)}: {{ {', '.join(functions)} }}"

    @property
    def mathematics(self) -> str:
        """The closed form in MathML; empty where there is none to show."""
        if self.derived is None:
            return ""
        return f'<math display="block"><mrow>{closed_form(self.derived, Mathml())}</mrow></math>'


def of_papers(show: Progress) -> Iterator[ShownFormula]:
    """All formulas that have a name, but for single branches."""
    rows = [row.identifier for row in all_rows()]
    groups = dict(_groups())
    known = exportable()
    for name in rows:
        show(name)
        found = derived_once(name)
        proof = of_closed_form(name, files_of(name, found.evidence))
        yield ShownFormula(ROWS, known[name].make(), found.derived, proof)
    others = [name for name in known if "." not in name and name not in rows]
    for name in sorted(others, key=lambda name: ORDER.index(groups.get(name, OTHERS))):
        show(name)
        group = groups.get(name, OTHERS)
        subject = BOUND if name in ("root", "bound") else SUBJECTS.get(group, "")
        proof = of_notion(name) if group == ATTACKS else shared().get(subject, NONE)
        yield ShownFormula(group, known[name].make(), proof=proof)


def _groups() -> Iterator[tuple[str, str]]:
    """Under which heading formulas are offered, by their names, but for those of risk profiles."""
    makers = {
        PRIVACY_LOSS: privacy_loss.FORMULAS,
        RANDOMIZED_RESPONSE: randomized_response.FORMULAS,
        ATTACKS: allowed_formulas.FORMULAS,
    }
    yield from ((make().identifier, group) for group, formulas in makers.items() for make in formulas)
    yield from ((name, ATTACKS) for name, _, _ in notion_formulas())


def of_profiles(
    profiles: Sequence[str],
    assumptions: Sequence[str],
    fixed: Mapping[str, str | None],
    box: Sequence[str],
    show: Progress,
) -> Iterator[ShownFormula]:
    """Closed forms of profiles of one's own, derived now.

    Raises
    ------
    symbolic_eps.errors.InputError
        A profile has no parameters, or no closed form in square roots.
    symbolic_eps.errors.UndecidedError
        The derivation did not come to an end.
    """
    for number, text in enumerate(profiles, 1):
        show(text)
        derivation = derive(text, assumptions, fixed, box, progress=show)
        if not derivation.profile.parameters:
            raise InputError(f"{text} has no parameters to move: write a name for a number, such as r for 3")
        identifier = f"profile-{number}"
        title = f"the largest eps that keeps the relative risk within {text}"
        formula = formula_of(derivation.derived, identifier, title, "derived and proved by symbolic-eps")
        proof = of_closed_form(identifier, files_of(identifier, derivation.found))
        yield ShownFormula(OWN, formula, derivation.derived, proof)


def _places(derived: PiecewiseInfimum) -> Iterator[str]:
    """Where eps is least, for the page's script: the priors, whether they are a limit only, and when."""
    fixed = derived.profile.fixed
    for branch in derived.branches:
        for one in branch.attained:
            place = {**fixed, **one.place}
            if any(value.has(sp.CRootOf) for value in place.values()):
                continue
            when = scripted_conditions([c.relational for c in (*branch.conditions, *one.conditions)])
            limit = str(one.kind is AttainmentKind.LIMIT).lower()
            priors = ", ".join(f"{v}: {scripted(place[v])}" for v in PRIORS)
            yield f"{{ when: {when}, limit: {limit}, {priors} }}"
