"""Theorems that a package proves itself, with the certificates that are stored for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Judgement, judge
from verify.prover.prover import Prover


@dataclass(frozen=True)
class Theory:
    """Theorems by name, and where their certificates are stored.

    Parameters
    ----------
    name : str
        Of the theory: its claims' `paper`, and the stored files are called so.
    folder : Path
        Holds the stored files.
    sections : tuple of functions
        From nothing to the claims of a section.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> squares = Theory("squares", Path("."), (lambda: [Claim(Locator("squares", "square"), a**2 >= 0)],))
    >>> squares.judgements()["square"].verdict.value
    'holds'
    """

    name: str
    folder: Path
    sections: tuple[Callable[[], Iterable[Claim]], ...]

    @cached_property
    def theorems(self) -> Mapping[str, Claim]:
        """The statements, by place; each holds for all parameters of its domain."""
        claims = (claim for section in self.sections for claim in section())
        return MappingProxyType({claim.locator.place: claim for claim in claims})

    def prover(self) -> Prover:
        """A prover that starts from the stored certificates; each is checked by the kernel."""
        return Prover(known_answers=KnownAnswers.load(self.folder, self.name))

    def judgements(
        self, names: Iterable[str] | None = None, prover: Prover | None = None
    ) -> dict[str, Judgement]:
        """The verdicts on some of `theorems`, or on all, by `prover` or another one."""
        chosen = prover or self.prover()
        return {
            name: judge(self.theorems[name], chosen) for name in (self.theorems if names is None else names)
        }

    def prove_anew(self) -> None:
        """Search for all proofs and store their certificates."""
        prover = Prover()
        self.judgements(prover=prover)
        KnownAnswers.of(prover.answers).store(self.folder, self.name)
