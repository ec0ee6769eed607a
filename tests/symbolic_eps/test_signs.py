"""Where eps rises and falls: values by hand, differences of an eps that shares no code, planted errors."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import sympy as sp

import symbolic_eps
from symbolic_eps.answers.saved_work import SavedWork
from symbolic_eps.answers.signs import KIND, PieceSigns, Signs, examined, notices, sign_lemmas, signs
from symbolic_eps.cli import main
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.figures import signs as figure
from symbolic_eps.papers import sign_folders
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory import signs as theory
from symbolic_eps.theory.sign_lemma import interior
from symbolic_eps.theory.slope import risk_polynomial, slope_of, slope_on_root
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.json_schemas import validated
from verify import kernel
from verify.certificates.certificate_search import CertificateSearch
from verify.certificates.known_answers import KnownAnswers
from verify.deadline import OutOfTime
from verify.evidence import Grade
from verify.language.condition import positive
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.proofs import FIRST_WORK
from verify.search.budget import Budget

Risk = Callable[..., float]

a, b, r = (parameter(name) for name in "abr")


def told(piece: PieceSigns, variable: str) -> dict[str, int | None]:
    """Sign by region, as text."""
    assert piece.lemma is not None
    return {
        " and ".join(map(str, claim.conditions)): claim.sign
        for claim in piece.lemma.claims
        if claim.variable.name == variable
    }


def by_bound(found: Signs) -> dict[str, PieceSigns]:
    return {str(piece.bound): piece for piece in found.pieces}


# By hand.


def test_a_cap_on_the_posterior_falls_in_both_priors() -> None:
    """eps = log((1-p q ... )): with r* = a/(p q), F = p(1-q)x^2 + (1-p)x - p q (1/a - 1), see Lemma 2."""
    (piece,) = signs("a/(p*q)", ["0<a<1"]).pieces
    assert told(piece, "p") == {"": -1} and told(piece, "q") == {"": -1} and told(piece, "a") == {"": 1}
    assert piece.lemma is not None and piece.lemma.hypotheses == ()


def test_a_constant_cap_turns_at_one_over_one_plus_r() -> None:
    """F_p = (1-q)x^2 - x + q vanishes at x = q/(1-q); there F = q/(1-q) - 1/r, which is 0 at q = 1/(1+r)."""
    (piece,) = signs("r", ["r>1"]).pieces
    assert told(piece, "p") == {"q*r + q < 1": -1, "Eq(q*r + q, 1)": 0, "q*r + q > 1": 1}
    assert told(piece, "q") == {"": 1} and told(piece, "r") == {"": 1}
    assert piece.lemma is not None and list(map(str, piece.lemma.hypotheses)) == ["p*q*r < 1"]


def test_what_is_not_assumed_is_found_with_a_point_against_it() -> None:
    (piece,) = signs("r").pieces
    assert piece.lemma is not None
    assert [str(o.hypothesis) for o in piece.lemma.omissions] == ["p*q*r < 1", "r > 1"]
    infinite, turned = piece.lemma.omissions
    assert (p * q * r).subs(infinite.witness) >= 1 and turned.witness[r] <= 1


def test_each_bound_of_a_maximum_is_examined_where_it_decides() -> None:
    pieces = by_bound(signs("max(a/(p*q), r)", ["0<a<1<r"]))
    assert [str(c) for c in pieces["r"].conditions] == ["a <= p*q*r"]
    assert [str(c) for c in pieces["a/(p*q)"].conditions] == ["a >= p*q*r"]
    assert told(pieces["r"], "a") == {"": 0} and told(pieces["a/(p*q)"], "r") == {"": 0}
    assert told(pieces["a/(p*q)"], "p") == {"": -1} and len(told(pieces["r"], "p")) == 3


def test_of_a_minimum_only_the_least_bound_decides() -> None:
    pieces = by_bound(signs("min(a/(p*q), r)", ["0<a<1<r"], box=["a>p*q"]))
    assert [str(c) for c in pieces["r"].conditions] == ["a >= p*q*r"]
    assert told(pieces["r"], "q") == {"": 1} and told(pieces["a/(p*q)"], "q") == {"": -1}


def test_cases_of_a_piecewise_profile() -> None:
    pieces = by_bound(signs("piecewise((3, p<1/2), 4)"))
    assert told(pieces["3"], "p") == {"4*q < 1": -1, "Eq(4*q, 1)": 0, "4*q > 1": 1}
    assert told(pieces["4"], "p") == {"5*q < 1": -1, "Eq(5*q, 1)": 0, "5*q > 1": 1}


def test_a_fixed_prior() -> None:
    """At q = 1, F = (1-p)x + p - 1/r: eps = log((1-p)/(1/r-p)) rises in p."""
    (piece,) = signs("r", ["r>1"], {"q": 1}).pieces
    assert told(piece, "p") == {"": 1} and told(piece, "q") == {}
    (any_q,) = signs("r", ["r>1"], ["q"]).pieces
    assert told(any_q, "p") == {"q*r + q < 1": -1, "Eq(q*r + q, 1)": 0, "q*r + q > 1": 1}
    assert told(any_q, "q") == {"": 1}


@pytest.mark.parametrize("variant", ["bounded", "invariant"])
def test_variants_depend_on_the_product_alone(variant: str) -> None:
    (piece,) = signs("r", ["r>1"], variant=variant).pieces
    assert told(piece, "p") == told(piece, "q") == {"": 1}


@pytest.mark.parametrize(
    ("profile", "box", "said"),
    [("1/(p*q)", (), "eps = oo throughout"), ("1", ["p<1"], "no eps > 0"), ("oo", (), "sets no bound")],
)
def test_where_there_is_nothing_to_tell_it_is_said(profile: str, box: list[str], said: str) -> None:
    found = signs(profile, box=box)
    assert found.complete and any(said in notice for notice in notices(found))


# Against an eps that shares no code: Theorem 1's bound, met by bisection.


def epsilon(risk: float, prior: float, value: float) -> float | None:
    """-log of the x in (0, 1) at which the bound is the risk; None where there is none."""

    def excess(decay: float) -> float:
        return prior * value + prior * (1 - value) * decay**2 + (1 - prior) * decay - 1 / risk

    low, high = 0.0, 1.0
    if excess(low) >= 0 or excess(high) <= 0:
        return None
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return float(-sp.log(high))


PROFILES: dict[str, tuple[Callable[[], Signs], Risk, dict[str, tuple[float, float]]]] = {
    "max": (
        lambda: signs("max(a/(p*q), r)", ["0<a<1<r"]),
        lambda p, q, a, r: max(a / (p * q), r),
        {"a": (0, 1), "r": (1, 6)},
    ),
    "constant": (lambda: signs("r"), lambda p, q, r: r, {"r": (0.2, 6)}),
    "a hump": (lambda: signs("1+4*p*(1-p)"), lambda p, q: 1 + 4 * p * (1 - p), {}),
    "odds": (
        lambda: signs("k/(k*p*q+1-p*q)", ["k>1"]),
        lambda p, q, k: k / (k * p * q + 1 - p * q),
        {"k": (1, 9)},
    ),
    "minimum": (lambda: signs("min(3, 2/q)"), lambda p, q: min(3, 2 / q), {}),
}


def points(ranges: dict[str, tuple[float, float]], count: int) -> Iterator[dict[str, sp.Rational]]:
    source = random.Random("where eps rises")
    for _ in range(count):
        point = {name: sp.Rational(source.randint(1, 997), 997) for name in "pq"}
        for name, (low, high) in ranges.items():
            step = sp.Rational(source.randint(1, 997), 997)
            point[name] = sp.nsimplify(low) + step * (sp.nsimplify(high) - sp.nsimplify(low))
        yield point


def difference(risk: Risk, point: dict[str, sp.Rational], name: str) -> float | None:
    """A central difference of eps."""
    values = {key: float(value) for key, value in point.items()}
    ends = []
    for step in (-1e-6, 1e-6):
        moved = {**values, name: values[name] + step}
        found = epsilon(risk(**moved), moved["p"], moved["q"])
        if found is None or not 0 < moved["p"] < 1 or not 0 < moved["q"] < 1:
            return None
        ends.append(found)
    return (ends[1] - ends[0]) / 2e-6


def claimed(found: Signs, point: dict[str, sp.Rational], name: str) -> set[int | None]:
    """The signs of all claims whose region holds the point."""
    at = {parameter(key): value for key, value in point.items()}

    def holds(conditions: tuple[object, ...]) -> bool:
        return all(c.relation.holds(int(sp.sign(c.polynomial.subs(at)))) for c in conditions)  # type: ignore[attr-defined]

    return {
        claim.sign
        for piece in found.pieces
        if piece.lemma and holds((*piece.conditions, *piece.lemma.base, *piece.lemma.hypotheses))
        for claim in piece.lemma.claims
        if claim.variable.name == name and holds(claim.conditions)
    }


def disagreements(found: Signs, risk: Risk, ranges: dict[str, tuple[float, float]]) -> list[object]:
    """Points where the claims are not the one sign that the difference has."""
    wrong = list[object]()
    for point in points(ranges, 150):
        for name in point:
            slope = difference(risk, point, name)
            if slope is not None and abs(slope) > 1e-4:
                signs_there = claimed(found, point, name)
                if signs_there != {1 if slope > 0 else -1}:
                    wrong.append((point, name, slope, signs_there))
    return wrong


@pytest.mark.family(24)
@pytest.mark.parametrize("name", PROFILES)
def test_differences_of_an_independent_eps_agree(name: str) -> None:
    make, risk, ranges = PROFILES[name]
    found = make()
    assert found.complete and found.grade is Grade.EXACT
    assert disagreements(found, risk, ranges) == []
    asked = sum(difference(risk, pt, v) is not None for pt in points(ranges, 150) for v in pt)
    assert asked > 100


# Planted errors.


def test_planted_signs_and_regions_disagree_with_the_differences() -> None:
    make, risk, ranges = PROFILES["constant"]
    found = make()
    (piece,) = found.pieces
    assert piece.lemma is not None

    def altered(change: Callable[[theory.SignClaim], theory.SignClaim]) -> Signs:
        assert piece.lemma is not None
        partial = tuple(replace(one, claims=tuple(map(change, one.claims))) for one in piece.lemma.signs)
        return replace(found, pieces=(replace(piece, lemma=replace(piece.lemma, signs=partial)),))

    assert disagreements(altered(lambda c: replace(c, sign=-(c.sign or 0))), risk, ranges)
    assert disagreements(altered(lambda c: replace(c, conditions=())), risk, ranges)
    assert disagreements(altered(lambda c: c), risk, ranges) == []


def test_a_dropped_threshold_leaves_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theory, "threshold_factors", lambda *_: ())
    monkeypatch.setattr(theory, "_further_factors", lambda *_: ())
    (piece,) = signs("r", ["r>1"]).pieces
    assert told(piece, "p") == {"": None} and told(piece, "q") == {"": 1}
    assert not piece.complete


def test_joining_never_takes_in_a_cell_of_another_sign() -> None:
    cells = {
        (positive(s * a), positive(t * b)): theory.SignClaim(p, (positive(s * a), positive(t * b)), sign)
        for (s, t), sign in {(1, 1): -1, (1, -1): -1, (-1, 1): 1, (-1, -1): -1}.items()
    }
    joined = theory._joined(cells)
    assert all(
        one.sign == claim.sign
        for one in joined
        for cell, claim in cells.items()
        if set(one.conditions) <= set(cell)
    )
    assert all(any(set(one.conditions) <= set(cell) for one in joined) for cell in cells)
    assert len(joined) < len(cells)


def test_every_certificate_is_accepted_and_a_damaged_one_is_not_used() -> None:
    (folder,) = sign_folders("kazan-reiter-2024")
    known_answers = KnownAnswers.load(folder, "absolute")
    spoilt = {
        name: {**c, "claim": {**c["claim"], "goal": [">=", "0", "1"]}, "refutations": []}
        for name, c in known_answers.certificates.items()
    }
    statement = next(found for found in sign_lemmas() if found.name == "absolute")
    again = examined(
        statement.profile, CertifyingSolver(known_answers=replace(known_answers, certificates=spoilt))
    )
    for found in (statement, again):
        assert found.complete
        proved = dict[str, object]()
        for certificate in found.certificates.values():
            kernel.check(certificate, proved)
    assert not any(c in again.certificates.values() for c in spoilt.values())


def test_papers_lemmas_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    class OnlyALook(CertificateSearch):
        """Short, and in vain: where a point answers the question."""

        def certificate(self, budget: Budget, plain: bool = False, each: int | None = None) -> dict | None:
            found = super().certificate(budget, plain, each)
            assert each == FIRST_WORK and found is None, "a certificate was searched for"
            return found

    monkeypatch.setattr("verify.prover.attempt.CertificateSearch", OnlyALook)
    found = list(sign_lemmas())
    assert {one.name for one in found} == {"absolute", "constant"}
    assert all(one.complete and one.grade is Grade.EXACT for one in found)


def test_slope_is_the_numerator_of_the_derivative() -> None:
    inverse_risk = (p * q + b) / (3 + p)
    polynomial = risk_polynomial(inverse_risk)
    cleared = slope_of(polynomial, p)
    ratio = sp.cancel(cleared / sp.diff(polynomial, p))
    assert sp.expand(ratio - (3 + p) ** 2) == 0
    f = polynomial + inverse_risk
    assert sp.expand(slope_on_root(f, 3 + p, p * q + b, p) - cleared) == 0


# The command.


def test_lemmas_stand_beside_the_printed_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["signs", "--json"]) == 0
    document = validated(capsys.readouterr().out, "signs")
    printed = {
        (one["paper"], one["locator"]): one for found in document["profiles"] for one in found["printed"]
    }
    assert printed["kazan-reiter-2024", "lem:2.1@E"]["verdict"] == "holds"
    assert printed["kazan-reiter-2024", "lem:3.4@B.1"]["verdict"] == "holds-if"
    assert printed["kazan-reiter-2024", "lem:3.4@B.1"]["extra_hypotheses"] == ["p*q*r < 1"]
    assert printed["kazan-reiter-2024", "lem:3.2@B.1"]["verdict"] == "holds"
    assert {found["proof"]["grade"] for found in document["profiles"]} == {"exact"}


def test_verdicts_count_only_for_the_claim_that_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symbolic_eps.answers.printed_signs.fingerprint", lambda claim: "sha256:another")
    (first, *_) = sign_lemmas()
    assert {one.verdict for one in first.printed} == {"open"}


@pytest.mark.family(18)
@pytest.mark.parametrize("assumption", ["r<0", "r<=1/2", "r<2", "r>=1/2"])
@pytest.mark.parametrize(
    "bound", ["r", "r/(p*q)", pytest.param("r*p", marks=pytest.mark.slow), "(r-1)/(p*q)"]
)
def test_what_is_said_of_a_whole_piece_is_so_at_points(bound: str, assumption: str) -> None:
    """eps = oo is said only where r* p q >= 1, no eps only where r* <= 1, and nothing of a negative bound."""
    try:
        (piece,) = signs(bound, [assumption]).pieces
        said = piece.nowhere
    except DomainError as error:
        said = str(error)
    quarters = [sp.Rational(k, 4) for k in range(-8, 13)]
    numbers = [n for n in quarters if sp.sympify(assumption, {"r": n})]
    priors = [n for n in quarters if 0 < n <= 1]
    seen = [
        (x * y, sp.sympify(bound, {"r": n, "p": x, "q": y})) for n, x, y in product(numbers, priors, priors)
    ]
    assert ("positive nowhere" in said) == all(value <= 0 for _, value in seen)
    for both, value in seen:
        if value > 0 and said:
            assert value * both >= 1 if "eps = oo" in said else value <= 1 or "no pair" in said
        if value > 1 and value * both < 1:
            assert not said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--assume", "r>1"], "give a PROFILE"),
        (["r", "--derive"], "goes without PROFILE"),
        (["r", "--set", "r=3"], "--set goes with --plot"),
        (["r", "--json", "--format", "latex"], "two formats"),
        (["r", "--variant", "bound"], "bounded"),
        (["1/(p-1/4)"], "undefined"),
        (["r", "--assume", "r>1", "--assume", "r<1"], "no parameters satisfy"),
        (["r", "--box", "p>2"], "the box is empty"),
        (["0"], "positive nowhere"),
        (["piecewise((0, p<1/2), 2)"], "positive nowhere"),
        (["r", "--assume", "r<0"], "positive nowhere"),
        (["--", "-1/(p*q)"], "positive nowhere"),
        (["min(-1/(p*q), 3)"], "positive nowhere"),
        (["r +"], "column 3"),
        (["exp(p)"], "no closed form"),
        (["r", "--plot", "regions.svg"], "--set r=3"),
        (["r", "--fix", "q=1", "--plot", "regions.svg"], "over p and q"),
        (["r", "--assume", "r>1", "--plot", "regions.svg", "--set", "r=1/2"], "do not satisfy"),
        (["r", "--plot", "regions.svg", "--set", "r=3", "--set", "t=1"], "no parameter t"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["signs", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and said in err
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_decided_in_time_is_open(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("symbolic_eps.answers.signs.sign_lemma", late)
    assert main(["signs", "1 + b/(p*q)", "--assume", "b>0", "--patience", "600", "--json"]) == 1
    out, err = capsys.readouterr()
    document = validated(out, "signs")
    (found,) = document["profiles"]
    assert found["complete"] is False and found["pieces"][0]["open"] and "kept in" in err


def test_a_run_starts_from_what_another_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "proofs"
    assert (
        main(["signs", "r", "--assume", "r>1", "--certificates", str(folder), "--output", "/dev/null"]) == 0
    )
    (name,) = [path.stem for path in (folder / "certificates").iterdir()]
    assert name.startswith("signs-")
    saved = SavedWork(folder, KIND)
    found = signs("r", ["r>1"], saved=saved)
    assert found.identifier == name and found.complete
    (folder / "answers" / f"{name}.json").write_text("{")
    with pytest.raises(InputError, match="not JSON"):
        signs("r", ["r>1"], saved=SavedWork(folder, KIND))


@pytest.mark.slow
def test_pictures_are_the_same_every_time_and_show_the_regions(tmp_path: Path) -> None:
    from symbolic_eps.figures.signs import FALLS, INFINITE, RISES, kinds_at

    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    for file in (first, second):
        command = ["signs", "max(a/(p*q), r)", "--assume", "0<a<1<r", "--set", "r=3", "--set", "a=1/4"]
        assert main([*command, "--plot", str(file), "--output", "/dev/null"]) == 0
    assert first.read_bytes() == second.read_bytes()
    kinds = kinds_at(signs("3"), p, {})
    size = len(kinds)
    for prior, value, kind in ((0.5, 0.1, FALLS), (0.5, 0.5, RISES), (0.9, 0.9, INFINITE)):
        assert kinds[int(value * size), int(prior * size)] == kind


def test_texts_in_latex_and_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    for style, sign in (("latex", r"\end{document}"), ("markdown", "# Where eps rises and falls")):
        assert main(["signs", "3", "--format", style]) == 0
        assert sign in capsys.readouterr().out
    found = symbolic_eps.signs("3")
    assert r"\begin{cases}" in found.to_latex()


def test_an_undefined_bound_is_refused() -> None:
    with pytest.raises(DomainError, match="undefined"):
        signs("1 + 1/(p - q)")


def test_files_are_named_by_the_question() -> None:
    found = examined(RiskProfile("3", box=interior()), CertifyingSolver())
    assert found.complete and {path.parent.name for path in found.files} == {"certificates", "answers"}
    assert found.identifier != examined(RiskProfile("3"), CertifyingSolver()).identifier


@pytest.mark.parametrize(
    ("bound", "assumptions", "box", "number", "kind"),
    [
        ("r", (), (), -1, figure.NONE),
        ("r", (), (), "1/2", figure.NONE),
        ("t/(p*q)", ("(t-1)*(10*t-1)>=0", "t>0"), ("p>=1/2", "q>=1/2"), "1/20", figure.NONE),
        ("t/(p*q)", ("(t-1)*(10*t-1)>=0", "t>0"), ("p>=1/2", "q>=1/2"), 2, figure.INFINITE),
    ],
)
def test_picture_tells_no_budget_from_an_infinite_one(
    bound: str, assumptions: tuple[str, ...], box: tuple[str, ...], number: str, kind: int
) -> None:
    """A bound that is not positive, or at most 1, is kept by no eps > 0; one of 1/(p q) and more by all."""
    found = signs(bound, assumptions, box=box)
    (parameter_,) = found.profile.parameters
    kinds = figure.kinds_at(found, p, {parameter_: sp.Rational(number)})
    assert set(kinds.ravel().tolist()) <= {figure.NOTHING, kind} and kind in kinds


def test_the_drawing_says_what_it_is_and_is_read_without_colour() -> None:
    drawn = figure.draw_signs(signs("r", ["r>1"]), {"r": 3})
    assert drawn.get_suptitle().endswith("r* = r, with r = 3")
    left, right = ([text.get_text() for text in axes.get_legend().get_texts()] for axes in drawn.axes)
    assert set(left) == {"ε = ∞", "ε falls", "ε rises", "ε stands still"} and set(right) == {
        "ε = ∞",
        "ε rises",
    }
    hatches = {patch.get_label(): patch.get_hatch() for patch in drawn.axes[0].get_legend().get_patches()}
    assert len({hatches["ε falls"], hatches["ε rises"]}) == 2
