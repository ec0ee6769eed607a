"""Where eps(p, q) rises, falls and stands still, in the priors and in each parameter: regions, proved.

eps(p, q) is what one pair of priors allows (Kazan & Reiter 2024, Theorem 2); `symbolic_eps.derive` takes its
minimum. Each bound of the profile is examined where it decides; the mathematics is
`symbolic_eps.theory.signs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import sympy as sp

from symbolic_eps.answers.derivation import Bound, Comparison
from symbolic_eps.answers.printed_signs import PrintedSign, printed_signs, sign_statements
from symbolic_eps.answers.saved_work import SavedWork, files_of, fingerprint, stored_answers
from symbolic_eps.closed_forms.closed_form import Proof
from symbolic_eps.deprecated_arguments import deprecated_arguments
from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.papers import sign_folders
from symbolic_eps.profiles.groups import fixings
from symbolic_eps.profiles.profile import Piece, RiskProfile
from symbolic_eps.results import Result
from symbolic_eps.theory.sign_lemma import SignLemma, sign_lemma
from symbolic_eps.theory.signs import root_conditions
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.theory.variants import Variant, variant_named
from symbolic_eps.time_limit import Patience
from verify.certificates.certificate import Certificate
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence, Grade
from verify.language.condition import Condition, Relation, rational_condition
from verify.prover.certifying_solver import CertifyingSolver

KIND = "signs"
"""As the names of kept files begin."""


@dataclass(frozen=True)
class PieceSigns:
    """The signs where one bound of the profile decides.

    Parameters
    ----------
    bound : sympy.Expr
        r* there.
    conditions : tuple of Condition
        Where it decides, beyond the domain of the priors; empty for all of it.
    lemma : SignLemma or None
        The signs; None where there are none, or where they are open.
    nowhere : str
        Why there is no eps with 0 < eps < oo here.
    open : str
        The question that could not be decided.
    proof : Proof
        What the signs rest on.
    """

    bound: sp.Expr
    conditions: tuple[Condition, ...]
    lemma: SignLemma | None = None
    nowhere: str = ""
    open: str = ""
    proof: Proof = field(default_factory=lambda: Proof.of(()))

    @property
    def complete(self) -> bool:
        """Whether every sign is known here."""
        return not self.open and (self.lemma is None or all(one.complete for one in self.lemma.signs))


@dataclass(frozen=True)
class Signs(Result):
    """Where eps(p, q) rises, falls and stands still.

    Parameters
    ----------
    profile : RiskProfile
        What was asked.
    pieces : tuple of PieceSigns
        One for each bound that decides somewhere; none where the profile sets no bound.
    common : Proof
        That the profile has a value everywhere, and that the bounds left out decide nowhere.
    name : str
        The profile's short name where papers speak of it.
    printed : tuple of PrintedSign
        What papers print about it, with the verdicts.
    found : mapping of str to Evidence
        All answers, by the fingerprint of the claim: what a later run can start from.

    Examples
    --------
    >>> result = signs("r", ["r>1"])
    >>> [(str(one.variable), one.sign) for one in result.pieces[0].lemma.claims]
    [('p', -1), ('p', 0), ('p', 1), ('q', 1), ('r', 1)]
    >>> result.complete, str(result.grade)
    (True, 'exact')
    """

    profile: RiskProfile
    pieces: tuple[PieceSigns, ...]
    common: Proof
    name: str = ""
    printed: tuple[PrintedSign, ...] = ()
    found: Mapping[str, Evidence] = field(default_factory=dict, compare=False, repr=False)

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return all(piece.complete for piece in self.pieces)

    @property
    def grade(self) -> Grade:
        """The weakest grade of all parts of the proof."""
        return min(proof.grade for proof in (self.common, *(piece.proof for piece in self.pieces)))

    @property
    def certificates(self) -> dict[str, Certificate]:
        """All certificates, by the fingerprint of their claim."""
        proofs = (self.common, *(piece.proof for piece in self.pieces))
        return dict(sorted(item for proof in proofs for item in proof.certificates.items()))

    @property
    def identifier(self) -> str:
        """A name that belongs to the question."""
        return self.name or fingerprint(self.profile, KIND)

    @property
    def files(self) -> dict[Path, str]:
        """Certificates and answers, by their path within a folder."""
        return files_of(self.identifier, self.found)


@deprecated_arguments(kept="saved")
def signs(
    profile: Bound,
    assumptions: Iterable[Comparison] = (),
    fixed: Mapping[str | sp.Symbol, object] | Iterable[str] = (),
    box: Iterable[Comparison] = (),
    *,
    variant: Variant | str = Variant.UNBOUNDED,
    progress: Callable[[str], None] = lambda _: None,
    saved: SavedWork | None = None,
    patience: float | None = None,
) -> Signs:
    """Where the eps that a pair of priors allows rises, falls and stands still, proved.

    Parameters
    ----------
    profile : str, sympy.Expr or number
        The bound r*(p, q) on the relative risk.
    assumptions : iterable of Condition, comparison or str
        What is known of the parameters, such as `"0<a<1<r"`; what else is needed is found.
    fixed : mapping or iterable of str
        Priors that do not vary: `{"q": 1}`, `["q=1"]`, or `["q"]` for a symbolic value.
    box : iterable of Condition, comparison or str
        Where the bound is enforced, such as `"p0<=p<=p1"`.
    variant : Variant or str
        What is assumed of the release: `unbounded` (Theorem 1), `bounded` or `invariant`.
    progress : callable
        Called with a short text at each stage.
    saved : SavedWork, optional
        What an earlier run of the same question has left (kind `signs`); nothing of it is trusted.
    patience : float, optional
        Seconds after which the rest is left open.

    Returns
    -------
    Signs
        For each bound of the profile, regions that cover where it decides and 0 < eps < oo.

    Raises
    ------
    symbolic_eps.errors.InputError
        Or one of its kinds: contradictory assumptions, an empty box, a bound that is undefined somewhere, or
        positive nowhere.

    Notes
    -----
    Source: Kazan & Reiter 2024, Lemmas 2 and 3 are instances. eps is in natural-log units.

    Examples
    --------
    >>> piece, = signs("a/(p*q)").pieces
    >>> [str(h) for h in piece.lemma.hypotheses], [one.sign for one in piece.lemma.claims]
    (['a < 1'], [-1, -1, 1])
    """
    checked = RiskProfile(
        profile,
        tuple(assumptions),  # type: ignore[arg-type]  # it reads texts
        fixings(fixed),
        tuple(box),  # type: ignore[arg-type]  # it reads texts
        variant_named(variant),
    )
    saved = saved or SavedWork(kind=KIND)
    result = examined(checked, saved.begin(checked), progress, patience)
    saved.unfinished = patience is not None and not result.complete
    return result


def examined(
    profile: RiskProfile,
    judge: CertifyingSolver,
    progress: Callable[[str], None] = lambda _: None,
    patience: float | None = None,
) -> Signs:
    """`signs` for a profile as it is, decided by this judge."""
    time = Patience(patience)
    with judge.recorded() as common, time.or_undecided():
        progress("checking that the profile is well posed")
        profile.require_defined(judge)
    pieces = list[PieceSigns]()
    for piece in profile.deciding_pieces:
        progress(f"where r* = {piece.bound}")
        with judge.recorded() as evidence:
            try:
                with time.or_undecided():
                    result = _examined(profile, piece, judge)
            except UndecidedError as error:
                result = PieceSigns(piece.bound, (), open=str(error))
        if result is None:
            common += evidence
        else:
            pieces.append(replace(result, proof=Proof.of(evidence)))
    return Signs(profile, tuple(pieces), Proof.of(common), found=judge.found)


def sign_lemmas(
    progress: Callable[[str], None] = lambda _: None, anew: bool = False, patience: float | None = None
) -> Iterator[Signs]:
    """What the installed papers print about signs, derived, with the verdicts on what is printed.

    Parameters
    ----------
    progress : callable
        Called with a short text at each stage.
    anew : bool
        Whether to leave aside what is stored with the papers.
    patience : float, optional
        Seconds for each, after which the rest is left open.

    Raises
    ------
    symbolic_eps.errors.InputError
        A stored file is damaged.

    Examples
    --------
    >>> [result.name for result in sign_lemmas()][:1]
    ['absolute']
    """
    for name, statements in sign_statements().items():
        printed = tuple(one for statement in statements for one in printed_signs(statement))
        known_answers = KnownAnswers() if anew else _stored(name, sign_folders(statements[0].paper))
        result = examined(statements[0].profile, exact_judge(known_answers), progress, patience)
        yield replace(result, name=name, printed=printed)


def _stored(name: str, folders: Iterable[Path]) -> KnownAnswers:
    for folder in folders:
        instead = "derive it anew (`symbolic-eps signs --derive`), or restore the file"
        known_answers = stored_answers(folder, name, instead)
        if known_answers.certificates:
            return known_answers
    return KnownAnswers()


def _examined(profile: RiskProfile, piece: Piece, judge: CertifyingSolver) -> PieceSigns | None:
    """The signs on a piece; None where the piece has no point."""
    whole = (*profile.parameter_region, *piece.conditions)
    if not judge.satisfiable(whole, f"the bound {piece.bound} decides somewhere"):
        return None
    tidy = profile.tidied(piece, judge)
    domain = set(profile.tidied(replace(piece, conditions=profile.domain), judge).conditions)
    conditions = tuple(c for c in tidy.conditions if c not in domain)
    base = (*profile.parameter_region, *tidy.conditions)
    if piece.numerator == 0:
        raise _positive_nowhere(piece.bound)
    inverse_risk = sp.cancel(piece.denominator / piece.numerator)
    polynomial = constrained(piece, profile).inverse_risk - inverse_risk
    nowhere = _nowhere(piece.bound, inverse_risk, polynomial, base, judge)
    lemma = None if nowhere else sign_lemma(inverse_risk, base, _variables(profile), judge, polynomial)
    return PieceSigns(piece.bound, conditions, lemma, nowhere)


def _variables(profile: RiskProfile) -> tuple[sp.Symbol, ...]:
    """The priors that vary, then what else the bound depends on, a prior with any value among it."""
    symbolic = {v for v in profile.fixed if profile.fixed[v] == v}
    used = set().union(*(piece.bound.free_symbols for piece in profile.deciding_pieces)) | symbolic
    return (*profile.free_priors, *(v for v in profile.parameters if v in used))


def _nowhere(
    bound: sp.Expr,
    inverse_risk: sp.Expr,
    polynomial: sp.Expr,
    base: tuple[Condition, ...],
    judge: CertifyingSolver,
) -> str:
    """Why 0 < eps < oo at no point of the base where the bound is positive; empty if it is at some point."""
    if judge.satisfiable((*base, *root_conditions(polynomial, positive_budget=True)), "0 < eps < oo"):
        return ""
    base = (*base, *rational_condition(inverse_risk, Relation.POSITIVE))
    if not judge.satisfiable(base, "the bound is positive somewhere"):
        raise _positive_nowhere(bound)
    finite = rational_condition(-polynomial.subs(DECAY, 0), Relation.POSITIVE)
    if not judge.satisfiable((*base, *finite), "eps is finite"):
        return "eps = oo throughout: r* p q >= 1 wherever r* > 0"
    above = rational_condition(polynomial.subs(DECAY, 1), Relation.POSITIVE)
    if not judge.satisfiable((*base, *above), "r* > 1"):
        return "no eps > 0 keeps to the bound: r* <= 1 throughout"
    return "no pair of priors has 0 < eps < oo"


def notices(result: Signs) -> Iterator[str]:
    """What a person should know besides the result."""
    if not result.pieces:
        yield "the profile sets no bound: nothing constrains eps, so eps = oo"
    for piece in result.pieces:
        if piece.nowhere:
            yield f"where r* = {piece.bound}: {piece.nowhere}"
        if piece.open:
            yield f"open where r* = {piece.bound}: {piece.open}"
        for one in piece.lemma.signs if piece.lemma else ():
            if not one.complete:
                reason = one.undecided or "no threshold separates the signs"
                yield f"open where r* = {piece.bound}, in {one.variable}: {reason}"


def _positive_nowhere(bound: sp.Expr) -> DomainError:
    return DomainError(
        f"the risk bound {bound} is positive nowhere, and a relative risk is positive: raise the bound, "
        'or say with --assume where its parameters may lie, such as --assume "r>1"'
    )
