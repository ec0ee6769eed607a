"""The memo that `symbolic-eps recommend --report` writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_eps import __version__

if TYPE_CHECKING:
    from symbolic_eps.answers.scenario import ScenarioAnswer


@dataclass(frozen=True)
class Report:
    """A memo that is asked for.

    Parameters
    ----------
    path : Path
        Where it goes.
    name : str
        Its title; empty for that of the scenario.
    command : tuple of str
        What was typed after the program's name.
    """

    path: Path
    name: str
    command: tuple[str, ...]

    def write(self, answer: ScenarioAnswer) -> None:
        """Write the memo of an answer.

        Raises
        ------
        symbolic_eps.errors.InputError
            eps is 0 or infinite, or the file cannot be written.
        """
        from symbolic_eps.memo.content import Origin, memo
        from symbolic_eps.memo.write import write

        scenario = replace(answer.scenario, name=self.name or answer.scenario.name)
        write(memo(replace(answer, scenario=scenario), Origin(self.command, __version__)), self.path)
