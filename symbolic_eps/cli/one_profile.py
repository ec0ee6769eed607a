"""The question of `symbolic-eps recommend` about one profile, or about caps that say the same as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_eps.report.envelope import question

if TYPE_CHECKING:
    import sympy as sp

    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.answers.scenario import ScenarioAnswer
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.enclosed.tabulated import Table
    from symbolic_eps.profiles.caps import Cap


@dataclass(frozen=True)
class One:
    """What was typed.

    Parameters
    ----------
    profile : str or None
        The bound on the relative risk.
    caps : mapping of str to sequence of str
        Other caps, by their kind.
    values, fixed : mapping of str to str
        Numbers for parameters and for priors.
    box : sequence of str
        Bounds on the priors.
    variant : str
        The bound of the release that is meant.
    width : str or None
        Of the enclosure.
    boxes : int or None
        At most.
    patience : int
        Seconds.
    """

    profile: str | None
    caps: Mapping[str, Sequence[str]]
    values: Mapping[str, str]
    fixed: Mapping[str, str]
    box: Sequence[str]
    variant: str
    width: str | None
    boxes: int | None
    patience: int

    def recommendation(
        self, show: Callable[[str], None], file: Path | None, interpolation: str | None
    ) -> Recommendation | EnclosedRecommendation | SampledRecommendation:
        """The answer, for the table if there is one."""
        from symbolic_eps.answers.recommendation import recommend
        from symbolic_eps.answers.translated_caps import translated
        from symbolic_eps.enclosed.tabulated import read_table

        def asked(
            bound: str | sp.Expr | Table | None,
        ) -> Recommendation | EnclosedRecommendation | SampledRecommendation:
            assert bound is not None
            domain = self.values, self.fixed, self.box
            return recommend(bound, *domain, show, self.width, self.boxes, self.variant, self.patience)

        if file is not None:
            return asked(read_table(file, str(interpolation)))
        if not self._capped:
            return asked(self.profile)
        return asked(translated(self._read(), self.values, asked))

    def question(
        self, file: Path | None, interpolation: str | None, count: str | None, threshold: str | None
    ) -> dict[str, Any]:
        """The `input` of the JSON result; with caps, `profile` is the bound that says the same."""
        profile = self.profile
        table = None if file is None else {"file": str(file), "interpolation": interpolation}
        more: dict[str, Any] = {"width": self.width, "boxes": self.boxes, "patience": self.patience}
        if self._capped:
            from symbolic_eps.profiles.caps import profile_of
            from symbolic_eps.report.formula import profile_formula

            given = {} if profile is None else {"relative-risk": [profile]}
            more["caps"] = given | {kind: list(texts) for kind, texts in self.caps.items() if texts}
            profile = profile_formula(profile_of(self._read()))
        more |= {"count": count, "threshold": threshold}
        return question(profile, self.values, self.fixed, self.box, self.variant, table=table, **more)

    def as_scenario(
        self,
        recommendation: Recommendation | EnclosedRecommendation | SampledRecommendation,
        count: str | None,
        threshold: str | None,
    ) -> ScenarioAnswer:
        """The same answer, to a scenario with one adversary."""
        from symbolic_eps.answers.scenario import Allowance, ScenarioAnswer
        from symbolic_eps.enclosed.recommended import SampledRecommendation
        from symbolic_eps.mechanisms.accuracy import Threshold
        from symbolic_eps.scenarios.scenario import Adversary, Scenario
        from symbolic_eps.theory.variants import variant_named

        assert not isinstance(recommendation, SampledRecommendation)  # a text is never sampled
        adversary = Adversary("everyone", self._read(), self.fixed, tuple(self.box))
        near = None if count is None or threshold is None else Threshold.of(count, threshold)
        scenario = Scenario((adversary,), self.values, variant_named(self.variant), (), near)
        return ScenarioAnswer(scenario, (Allowance(adversary, ((None, recommendation),)),))

    @property
    def _capped(self) -> bool:
        return any(self.caps.values())

    def _read(self) -> tuple[Cap, ...]:
        from symbolic_eps.profiles.caps import read_caps

        return read_caps(
            self.profile,
            self.caps["posterior"],
            self.caps["difference"],
            self.caps["odds-ratio"],
            transcendental=True,
        )
