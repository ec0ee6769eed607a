"""What `symbolic-eps recommend` does for several adversaries: those of a file, or of `--group`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.output import deliver, notice, progress
from symbolic_eps.cli.output_format import Files, Style, fragment
from symbolic_eps.cli.report import Report
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from symbolic_eps.answers.scenario import ScenarioAnswer
    from symbolic_eps.profiles.caps import Cap
    from symbolic_eps.scenarios.scenario import Adversary, Scenario


@dataclass(frozen=True)
class Asked:
    """What was typed: a file, or caps and groups.

    Parameters
    ----------
    file : Path or None
        A scenario.
    profile : str or None
        A cap on the relative risk, for everyone.
    caps : mapping of str to sequence of str
        Other caps for everyone, by their kind.
    groups : sequence of str
        Groups with caps of their own.
    assignments, fixings, box : sequence of str
        Numbers for parameters, fixed priors and bounds on priors, for everyone.
    variant : str
        The bound that is meant.
    count, threshold : str or None
        A count near a threshold.
    """

    file: Path | None
    profile: str | None
    caps: Mapping[str, Sequence[str]]
    groups: Sequence[str]
    assignments: Sequence[str]
    fixings: Sequence[str]
    box: Sequence[str]
    variant: str
    count: str | None
    threshold: str | None

    def scenario(self) -> Scenario:
        """The scenario, read.

        Raises
        ------
        symbolic_eps.errors.InputError
            Something is not read, or is said twice.
        """
        from symbolic_eps.mechanisms.accuracy import Threshold

        values = bindings("--set", self.assignments)
        scenario = self._of_groups(values) if self.file is None else self._of_file(self.file, values)
        if self.count is None or self.threshold is None:
            return scenario
        return replace(scenario, threshold=Threshold.of(self.count, self.threshold))

    def _of_file(self, file: Path, values: Mapping[str, str]) -> Scenario:
        from symbolic_eps.scenarios.read import read_scenario

        said = {"PROFILE": self.profile, "--group": self.groups, "--fix": self.fixings, "--box": self.box}
        said |= {f"--{kind}": texts for kind, texts in self.caps.items()}
        if twice := [name for name, given in said.items() if given]:
            raise InputError(
                f"--scenario {file} already gives profiles and priors: leave out {' and '.join(twice)}"
            )
        if self.variant != "unbounded":
            raise InputError(
                f'--scenario {file} already gives the variant: write variant = "{self.variant}" there'
            )
        return read_scenario(file, values)

    def _of_groups(self, values: Mapping[str, str]) -> Scenario:
        from symbolic_eps.profiles.caps import read_caps
        from symbolic_eps.profiles.groups import read_group
        from symbolic_eps.scenarios.scenario import Adversary, Scenario
        from symbolic_eps.theory.variants import variant_named

        fixed = bindings("--fix", self.fixings)
        given = [
            Adversary.of_group(read_group(text, transcendental=True), f"group {k}")
            for k, text in enumerate(self.groups, 1)
        ]
        if self.profile is not None or any(self.caps.values()):
            caps: tuple[Cap, ...] = read_caps(
                self.profile,
                self.caps["posterior"],
                self.caps["difference"],
                self.caps["odds-ratio"],
                transcendental=True,
            )
            given.insert(0, Adversary("everyone", caps))
        everywhere = tuple(self._everywhere(one, fixed) for one in given)
        return Scenario(everywhere, values, variant_named(self.variant))

    def _everywhere(self, adversary: Adversary, fixed: Mapping[str, str]) -> Adversary:
        """With what is fixed, and the box, for everyone."""
        if both := sorted(set(fixed) & set(adversary.fixed)):
            raise InputError(
                f"{both[0]} is fixed for all groups and again in {adversary.name}: leave out one of the two"
            )
        return replace(adversary, fixed={**adversary.fixed, **fixed}, box=(*adversary.box, *self.box))


def decide(asked: Asked, patience: int, style: Style, files: Files, paper: Report | None) -> ExitStatus:
    """Answer a scenario, print the answer, and say how it went."""
    with progress("recommend") as show:
        scenario = asked.scenario()
        from symbolic_eps.answers.scenario import answered
        from symbolic_eps.report import scenario as report
        from symbolic_eps.report.envelope import result

        answer = answered(scenario, show, patience)
        file = None if asked.file is None else str(asked.file)
        question = report.question(scenario) | {"file": file, "patience": patience}
        match style:
            case Style.JSON:
                text = result("scenario", question, report.structured(answer))
            case Style.FRAGMENT:
                text = fragment(answer, files)
            case Style.TEXT:
                text = report.text(answer)
    deliver(text, files.output)
    if files.plot is not None:
        from symbolic_eps.figures.output import save
        from symbolic_eps.figures.scenario import draw_scenario

        save(draw_scenario(answer), files.plot)
    if paper is not None:
        paper.write(answer)
    return status_of(answer)


def status_of(answer: ScenarioAnswer) -> ExitStatus:
    """Done, unless an enclosure is wider than it was to be."""
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation

    for one in answer.allowances:
        if one.enclosure.is_infinite:
            notice(f"the caps of {one.adversary.name} constrain nothing: they would allow any eps")
        for reason in {found.reason for _, found in one.answers if isinstance(found, EnclosedRecommendation)}:
            if reason:
                notice(f"{one.adversary.name}: an enclosure instead of an exact value: {reason}")
    if answer.reached:
        return ExitStatus.DONE
    notice("an enclosure is wider than asked: give more --patience")
    return ExitStatus.FAILED
