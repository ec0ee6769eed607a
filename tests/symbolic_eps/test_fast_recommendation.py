"""The fast search for a recommended eps: the same answers as the engine's, without SymPy or a solver."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import Recommendation, recommend
from symbolic_eps.cli import main
from symbolic_eps.decision import judge
from symbolic_eps.decision.approach import Way, existence_claims, sharp_claims
from symbolic_eps.decision.judge import Question
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.decision.text_tree import profile_of
from symbolic_eps.fast_recommendation import noise, proof
from symbolic_eps.fast_recommendation.notation import closed_form, profile_text
from symbolic_eps.fast_recommendation.place import Place, place_of
from symbolic_eps.fast_recommendation.proof import proved
from symbolic_eps.fast_recommendation.question import plain_question
from symbolic_eps.fast_recommendation.search import Spot, decay_of, spots, value_of
from symbolic_eps.fast_recommendation.text import fast_answer
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.report import noise as derived_noise
from symbolic_eps.report.envelope import question
from symbolic_eps.report.fast_recommendation import fast_recommendation
from symbolic_eps.report.recommendation import text
from tests.json_schemas import validated
from verify import kernel
from verify.polynomial import Rejected

PROFILES = (
    "max(1/(4*p*q), 3)",
    "1 + 1/(5*p*q)",
    "7/3 + 2*q/(5*p)",
    "7/2 - 2*p*q/3",
    "min(max(1/(5*p*q), 2), 3)",
    "max(3/(5*p), 1/(3*q), 4)",
)


def asked(profile: str, variant: str = "unbounded", fixed: dict[str, str] | None = None) -> Question:
    question = plain_question(profile, [], [f"{v}={c}" for v, c in (fixed or {}).items()], variant)
    assert question is not None
    return question


def engine(profile: str, **more: Any) -> list[str]:
    """The lines of the engine's own answer."""
    answer = recommend(profile, **more)
    assert isinstance(answer, Recommendation)
    return text(answer).splitlines()


@pytest.mark.parametrize("profile", PROFILES)
def test_the_engine_gives_the_same_answer(profile: str) -> None:
    quick = fast_answer(profile, [], [], "unbounded")
    assert quick is not None
    assert quick.text.splitlines() == engine(profile)


@pytest.mark.parametrize("variant", ["bounded", "invariant"])
def test_so_it_does_for_other_variants(variant: str) -> None:
    profile = "q/5 + max(1/(4*p*q), 3)"
    quick = fast_answer(profile, [], [], variant)
    assert quick is not None
    assert quick.text.splitlines() == engine(profile, variant=variant)
    assert fast_answer(PROFILES[0], [], [], variant) is None  # attained at two places


@pytest.mark.parametrize("prior", ["p", "q"])
def test_so_it_does_where_a_prior_is_fixed(prior: str) -> None:
    quick = fast_answer("max(a/(p*q), 3)", ["a=1/4"], [f"{prior}=1/2"], "unbounded")
    assert quick is not None
    assert quick.text.splitlines() == engine("max(1/(4*p*q), 3)", fixed={prior: "1/2"})


def test_the_profile_of_the_paper_needs_neither_sympy_nor_a_solver() -> None:
    program = """
import sys
for name in ("sympy", "mpmath", "z3", "cvc5"):
    sys.modules[name] = None
from symbolic_eps.cli import main
sys.exit(main(["recommend", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "exact       log(11/3)/2" in done.stdout


@pytest.mark.parametrize(
    ("profile", "values", "fixed", "variant"),
    [
        ("max(a/p, 3)", [], [], "unbounded"),  # a parameter without a value
        ("3", ["a=1"], [], "unbounded"),  # a value for no parameter
        ("a", ["a=3", "a=4"], [], "unbounded"),
        ("a", ["a=1e400"], [], "unbounded"),
        ("exp(p)", [], [], "unbounded"),
        ("3 + sqrt(2)", [], [], "unbounded"),
        ("x", ["x=3"], [], "unbounded"),
        ("max(3)", [], [], "unbounded"),
        ("3//2", [], [], "unbounded"),
        ("3 +", [], [], "unbounded"),
        ("3", [], ["p=2"], "unbounded"),
        ("3", [], ["p=0"], "unbounded"),
        ("3", [], [], "none"),
        ("3 if p else 2", [], [], "unbounded"),
        ("1/0", [], [], "unbounded"),
    ],
)
def test_what_is_not_taken(profile: str, values: list[str], fixed: list[str], variant: str) -> None:
    assert fast_answer(profile, values, fixed, variant) is None


@pytest.mark.parametrize(
    "profile",
    [
        "1/2",  # below 1
        "1 + 1/10 - p",  # below 1 somewhere
        "1/(p*q)",  # eps = oo
        "1 + p",  # 1 in the limit: eps = 0
        "1 + 1/(2*p) + 1/(3*q)",  # least inside, at priors that are not rational
        "2 + 1/(p - 1/2)",  # no value at p = 1/2
        "1" + "0" * 200 + "/p**4 + " + "9" * 50,
    ],
)
def test_what_it_leaves_to_the_engine(profile: str) -> None:
    question = asked(profile)
    assert proved(question) is None


def test_what_is_attained_along_a_side_is_left_to_the_engine() -> None:
    """x = (1/r* - p q)/(1 - p q) tends to 1/2 with p, for each q from 1/2 to 1."""
    question = asked("max(2, 5/2 - q)", "bounded")
    assert place_of(question, spots(decay_of(question.profile, "bounded"), {})) is None


def test_a_spot_beside_the_best_one_is_no_place() -> None:
    question = asked(PROFILES[0])
    x, p, q = spots(decay_of(question.profile, "unbounded"), {})[0]
    assert place_of(question, [Spot(x, p, q)]) is not None
    decay = decay_of(question.profile, "unbounded")
    for other in (0.08, 0.09, 1 / 12 + 1e-4):
        assert place_of(question, [Spot(decay(1.0, other), 1.0, other)]) is None


def test_a_float_that_is_near_a_smooth_minimum_is_no_place() -> None:
    """The best q is not rational: a fraction beside it is refused by exact arithmetic."""
    question = asked("2 + 1/(3*q) + q**2", fixed={"p": "1/2"})
    found = spots(decay_of(question.profile, "unbounded"), question.fixed)
    near = Fraction(found[0].q).limit_denominator(10**5)
    assert place_of(question, [Spot(found[0].x, 0.5, float(near))]) is None


@pytest.mark.parametrize("factor", [Fraction(99, 100), Fraction(10**9 - 1, 10**9)])
def test_an_eps_that_is_too_large_has_no_certificate(factor: Fraction) -> None:
    question = asked("1 + 1/(5*p*q)")
    place = the_place(question)
    assert proof._accepted(proof._bound_claims(question, place)) is not None
    assert proof._accepted(proof._bound_claims(question, with_number(place, factor))) is None


def the_place(question: Question) -> Place:
    place = place_of(question, spots(decay_of(question.profile, question.variant), question.fixed))
    assert place is not None
    return place


def with_number(place: Place, factor: Fraction) -> Place:
    """The place with another X, a rational number."""
    x = place.root.low * factor
    return replace(place, root=Root([-x, Fraction(1)], x, x))


SHARP = ["max(1/(4*p*q), 3)", "1 + 1/(5*p*q)", "7/2 - 2*p*q/3", "4"]
"""Reached with X a root, with X a number; come near to with X a root, with X a number."""


def moved(claim: dict[str, Any], certificate: dict[str, Any]) -> dict[str, Any]:
    """A certificate with the refutations of another one."""
    return {**certificate, "claim": claim, "fingerprint": kernel.fingerprint(claim)}


@pytest.mark.parametrize("profile", SHARP)
@pytest.mark.parametrize("factor", [Fraction(101, 100), Fraction(10**9 + 1, 10**9)])
def test_an_eps_that_is_too_small_has_no_certificate_of_sharpness(profile: str, factor: Fraction) -> None:
    question = asked(profile)
    place = the_place(question)
    assert proof._sharp(question, place) is not None
    assert proof._sharp(question, with_number(place, factor)) is None


@pytest.mark.parametrize(
    ("profile", "priors"),
    [
        ("max(1/(4*p*q), 3)", {"q": Fraction(1, 13)}),
        ("max(1/(4*p*q), 3)", {"p": Fraction(10**6 - 1, 10**6)}),
        ("1 + 1/(5*p*q)", {"q": Fraction(2, 5) + Fraction(1, 10**6)}),
        ("1 + 1/(5*p*q)", {"q": Fraction(0)}),  # no prior
        ("1 + 1/(5*p*q)", {"q": Fraction(3, 2)}),
        ("7/2 - 2*p*q/3", {"q": Fraction(1, 1000)}),  # no point reaches it
        ("4", {"p": "t", "q": Fraction(1)}),
        ("4", {"q": ("*", Fraction(-1), "t")}),  # not in the domain
    ],
)
def test_a_wrong_place_or_way_has_no_certificate(profile: str, priors: dict[str, Any]) -> None:
    question = asked(profile)
    place = the_place(question)
    wrong = replace(place, priors={**place.priors, **priors})
    certificates = proof._sharp(question, place) or pytest.fail()
    assert proof._sharp(question, wrong) is None
    for way, low in ((way, proof._near(place.root)) for way in proof._ways(wrong, Fraction(1, 2))):
        claim = sharp_claims(question.profile, [], "unbounded", place.root, low, way)[-1]
        with pytest.raises(Rejected):
            kernel.check(moved(claim, certificates[-1]), {})


@pytest.mark.parametrize("profile", SHARP)
def test_certificates_of_sharpness_prove_nothing_of_a_larger_number(profile: str) -> None:
    question = asked(profile)
    place = the_place(question)
    *_, certificate = proof._sharp(question, place) or pytest.fail()
    kernel.check(certificate, {})
    for factor in (Fraction(101, 100), Fraction(1001, 1000)):
        safer = with_number(place, factor)
        for way in proof._ways(safer, proof._near(place.root)[0]):
            claim = sharp_claims(question.profile, [], "unbounded", safer.root, proof._near(place.root), way)[
                -1
            ]
            with pytest.raises(Rejected):
                kernel.check(moved(claim, certificate), {})


def test_a_way_that_falls_by_too_little_or_lasts_too_long_has_no_certificate() -> None:
    limit = asked("3 + 2*q")
    place = the_place(limit)
    around = proof._near(place.root)
    assert place.is_limit
    for until, fall, proves in (("1/64", 1, True), ("1/64", 0, False), ("1", 64, False)):
        way = Way(place.priors, Fraction(until), Fraction(fall))
        claims = sharp_claims(limit.profile, [], "unbounded", place.root, around, way)
        assert (proof._accepted(claims) is not None) is proves
    with pytest.raises(Rejected):
        Way(place.priors, Fraction(0), Fraction(1))
    with pytest.raises(Rejected):
        Way(place.priors, Fraction(1), Fraction(-1))


def test_a_root_that_does_not_exist_is_not_proved() -> None:
    root = Root([Fraction(-1), Fraction(0), Fraction(4)], Fraction(0), Fraction(1))
    assert proof._accepted(existence_claims(root, (Fraction(2, 5), Fraction(3, 5)))) is not None
    assert proof._accepted(existence_claims(root, (Fraction(3, 5), Fraction(1)))) is None


@pytest.mark.parametrize("profile", ["max(a/(p*q), 3)", "7/2 - a*p*q"])
def test_certificates_are_written_without_sympy_and_accepted(profile: str, tmp_path: Path) -> None:
    program = f"""
import sys
for name in ("sympy", "mpmath", "z3", "cvc5"):
    sys.modules[name] = None
from symbolic_eps.cli import main
asked = ["recommend", {profile!r}, "--set", "a=1/4", "--certificates", {str(tmp_path)!r}]
sys.exit(main(asked) or main(["check", {str(tmp_path)!r}]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    (file,) = tmp_path.glob("*.json")
    claims = [c["claim"] for c in json.loads(file.read_text())]
    assert sum(claim["goal"][0] == "and" for claim in claims) == 1  # sharpness
    assert done.stdout.endswith(f"{len(claims)} of {len(claims)} certificates accepted\n")


def test_an_eps_that_is_too_small_is_not_sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("1 + 1/(5*p*q)")
    assert proved(question) is not None

    def too_safe(asked: Question, found: list[Spot]) -> Place | None:
        place = place_of(asked, found)
        assert place is not None
        x = place.root.low * Fraction(101, 100)
        return replace(place, root=Root([-x, Fraction(1)], x, x))

    monkeypatch.setattr(proof, "place_of", too_safe)
    assert proved(question) is None


def test_a_certificate_of_something_else_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("1 + 1/(5*p*q)")
    (certificate,) = (proved(question) or pytest.fail()).bound
    broken = {**certificate, "refutations": [{"terms": [], "multipliers": []}]}
    with pytest.raises(Rejected):
        kernel.check(broken, {})
    monkeypatch.setattr(proof, "certificate_of", lambda claim, effort: broken)
    assert proved(question) is None


def test_noise_has_the_digits_of_the_derived_laws() -> None:
    drawn = random.Random(4)
    for _ in range(12):
        x = Fraction(drawn.randint(1, 997), 998)
        root = Root([-x, Fraction(1)], x, x)
        assert noise.lines(root) == derived_noise.lines(-sp.log(sp.Rational(x.numerator, x.denominator)))


def test_a_digit_that_is_not_decided_is_not_printed() -> None:
    with pytest.raises(Rejected):
        noise.lines(Root([Fraction(-1), Fraction(2)], Fraction(1, 3), Fraction(2, 3)))


@pytest.mark.parametrize(
    "profile",
    [
        *PROFILES,
        "(2 + p)/(q/3 + 1/2) - (1 - p)**2/4",
        "3 - (q - p)*(1 - q)/(2*p*q)",
        "-p + 4",
        "2*max(p, q)/3 + 2",
        "7/(1/(2*p) + 3)",
    ],
)
def test_the_profile_that_is_printed_is_the_one_that_was_read(profile: str) -> None:
    one, other = (value_of(profile_of(t, {})) for t in (profile, profile_text(profile_of(profile, {}))))
    drawn = random.Random(9)
    for _ in range(20):
        p, q = drawn.uniform(0.05, 1), drawn.uniform(0.05, 1)
        assert one(p, q) == pytest.approx(other(p, q), rel=1e-12)


def test_closed_forms_are_the_roots() -> None:
    drawn = random.Random(5)
    for _ in range(40):
        a, b, c = (Fraction(drawn.randint(0, 30), drawn.randint(1, 12)) for _ in range(3))
        if c <= 0 or a + b <= c:
            continue
        x = sp.exp(-parse_profile(closed_form((a, b, c)), transcendental=True))
        residual = (
            sp.Rational(a.numerator, a.denominator) * x**2 + sp.Rational(b.numerator, b.denominator) * x
        )
        assert abs(sp.N(residual - sp.Rational(c.numerator, c.denominator), 40)) < 1e-35


@pytest.mark.parametrize(
    ("profile", "more"),
    [
        ("max(1/(4*p*q), 3)", []),
        ("7/3 + 2*q/(5*p)", []),
        ("1 + 1/(5*p*q)", []),
        ("max(1/(4*p*q), 3)", ["--fix", "q=1/2"]),
        ("q/5 + max(1/(4*p*q), 3)", ["--variant", "bounded"]),
    ],
)
def test_the_json_result_is_the_engines_but_for_the_proof(
    profile: str, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def document(name: str) -> Any:
        assert main(["recommend", profile, *more, "--json", "--output", str(tmp_path / name)]) == 0
        assert main(["check", str(tmp_path / name)]) == 0
        return validated((tmp_path / name).read_text(), "recommend")

    quick = document("quick.json")
    monkeypatch.setattr("symbolic_eps.fast_recommendation.text.fast_answer", lambda *_: None)
    slow = document("slow.json")
    kinds = [made.pop("record")["kind"] for made in (quick, slow)]
    assert kinds == ["certificates", "certificates"] and quick == slow


def test_a_document_that_the_judge_refuses_is_left_to_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge refuses a place, a number and a certificate that are not those of the question."""
    asked = question("max(1/(4*p*q), 3)", {}, {}, None, "unbounded", table=None)
    answer = proved(judge.question_of(asked)) or pytest.fail()
    fast_recommendation(answer, asked)
    elsewhere = replace(answer.place, priors={"p": Fraction(1), "q": Fraction(1, 13)})
    for wrong in (
        replace(answer, place=elsewhere),
        replace(answer, place=with_number(answer.place, Fraction(101, 100))),
        replace(answer, bound=answer.bound[:1]),
    ):
        with pytest.raises(Rejected):
            fast_recommendation(wrong, asked)

    def refused(*_: Any) -> Any:
        raise Rejected("planted")

    monkeypatch.setattr("symbolic_eps.report.fast_recommendation.fast_recommendation", refused)
    file = tmp_path / "eps.json"
    assert main(["recommend", "3", "--json", "--output", str(file)]) == 0
    assert judge.check(json.loads(file.read_text())).startswith("eps = 0.549306144334054")
