"""The page to explore: its values are on the safe side, its kernel sees damage, and nothing leaves it."""

from __future__ import annotations

import json
import re
import shlex
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from fractions import Fraction
from gzip import decompress
from io import StringIO
from pathlib import Path
from urllib.parse import urlencode

import mpmath
import pytest
import sympy as sp

import symbolic_eps
from symbolic_eps.cli import main
from symbolic_eps.errors import InputError
from symbolic_eps.explore.page import MAX_BYTES, packed, rendered
from symbolic_eps.explore.presets import presets
from symbolic_eps.explore.script_expression import scripted, scripted_conditions
from symbolic_eps.explore.shown_formula import of_papers, of_profiles
from symbolic_eps.explore.starting_values import starting_values
from symbolic_eps.export.forms.argument import Argument
from tests.browser import Browser, browser
from tests.readme_examples import commands, fenced_blocks, same_output
from verify.language.condition import non_negative, positive

ROOT = Path(__file__).parents[2]
P, Q, A, B = sp.symbols("p q a b", real=True)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the example of the documentation writes: a profile of one's own before those of the papers.

    In this process, which may have the papers' formulas already.
    """
    (example,) = fenced_blocks((ROOT / "docs" / "explore.md").read_text("utf-8"))
    (command,) = commands(example)
    folder, printed = tmp_path_factory.mktemp("explore"), StringIO()
    with chdir(folder), redirect_stdout(printed), redirect_stderr(printed):
        assert main(shlex.split(command.text)[1:]) == 0
    assert same_output(command.output, printed.getvalue())
    return folder / "explore.html"


@pytest.fixture(scope="module")
def opened(
    page: Path, require_tool: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    with browser(require_tool("chromium"), tmp_path_factory.mktemp("profile")) as shown:
        yield shown


def at(page: Path, formula: str, **values: str) -> str:
    return f"{page.as_uri()}#{urlencode({'formula': formula} | values)}"


def go(opened: Browser, page: Path, formula: str, **values: str) -> None:
    opened.open(at(page, formula, **values))


def choose(opened: Browser, formula: str) -> None:
    choice = f"document.getElementById('choice').value = {json.dumps(formula)}"
    opened.value(f"{choice}; document.getElementById('choice').dispatchEvent(new Event('change'))")


def text(opened: Browser, identifier: str) -> str:
    return str(opened.value(f"document.getElementById('{identifier}').textContent"))


def typed(opened: Browser, name: str, value: str) -> None:
    opened.value(f"document.getElementById('number-{name}').focus()")
    opened.value(f"document.getElementById('number-{name}').select()")
    opened.send("Input.insertText", text=value)


# What is shown.

EXACT = {
    "constant": ({"r": "3"}, lambda: mpmath.log(3) / 2),
    "difference": ({"b": "1/5"}, lambda: mpmath.log(mpmath.mpf(6) / 4)),
    "profile-1": ({"b": "1/7"}, lambda: mpmath.log(mpmath.mpf(8) / 6)),
    "fixed-p": ({"r": "5", "a": "1/2", "p": "1/4"}, None),
    "box": ({"r": "3", "p0": "1/20", "p1": "1/5", "q0": "1/10", "q1": "1/2"}, None),
}
"""Values of arguments, and eps by hand; None stands for the least eps of single adversaries on a grid."""


def least_on_a_grid(formula: str, values: dict[str, str]) -> mpmath.mpf:
    """By bisection on the bound of Theorem 1, with nothing of the project's: an upper bound of eps."""
    v = {
        name: mpmath.mpf(Fraction(value).numerator) / Fraction(value).denominator
        for name, value in values.items()
    }
    if formula == "box":
        ps = mpmath.linspace(v["p0"], v["p1"], 9)
        qs = mpmath.linspace(v["q0"], v["q1"], 9)
        places = [(p, q, v["r"]) for p in ps for q in qs]
    else:
        places = [(v["p"], q, max(v["r"], v["a"] / (v["p"] * q))) for q in mpmath.linspace(0.002, 1, 500)]

    return min(largest(*place) for place in places)


def largest(p: mpmath.mpf, q: mpmath.mpf, risk: mpmath.mpf) -> mpmath.mpf:
    """Of one adversary: the x at which 1/(p q + p (1 - q) x^2 + (1 - p) x) is the risk, by bisection."""
    low, high = mpmath.mpf(0), mpmath.mpf(60)
    for _ in range(150):
        middle = (low + high) / 2
        x = mpmath.exp(-middle)
        allowed = 1 / (p * q + x * x * p * (1 - q) + x * (1 - p))
        low, high = (middle, high) if allowed <= risk else (low, middle)
    return low


@pytest.mark.parametrize("formula", EXACT)
def test_eps_is_never_above_the_exact_value_and_near_it(opened: Browser, page: Path, formula: str) -> None:
    values, by_hand = EXACT[formula]
    go(opened, page, formula, **values)
    shown = float(opened.value("document.getElementById('value').dataset.exact"))
    with mpmath.workdps(50):
        if by_hand is None:
            least = least_on_a_grid(formula, values)  # not below the exact one, and less than 1e-4 above it
            assert least * (1 - mpmath.mpf(10) ** -4) < shown <= least * (1 + mpmath.mpf(10) ** -15)
        else:
            assert by_hand() * (1 - mpmath.mpf(2) ** -48) < shown <= by_hand()


@pytest.mark.parametrize(
    ("formula", "name"), [("constant", "r"), ("at-risk-delta", "eps0"), ("variance", "epsilon")]
)
def test_digits_are_cut_off_on_the_safe_side(opened: Browser, page: Path, formula: str, name: str) -> None:
    compared = 0
    for value in ("1.1", "1.0000001", "1.5", "2", "9.99999", "300", "0.6"):
        go(opened, page, formula, **{name: value})
        digits = text(opened, "value").removeprefix("eps = ")
        if not digits[0].isdigit():
            continue
        exact = Fraction(float(opened.value("document.getElementById('value').dataset.exact")))
        upper = formula == "at-risk-delta"
        difference = (1 if upper else -1) * (Fraction(digits) - exact)
        assert 0 <= difference <= abs(exact) / 10**5
        compared += 1
    assert compared >= 6


def test_own_profile_stands_first_at_the_value_given(opened: Browser, page: Path) -> None:
    opened.open(page.as_uri())
    assert "1 + b/(p*q)" in text(opened, "title")
    assert text(opened, "value") == "eps = 0.405465"  # log(3/2) = 0.40546510...
    assert opened.value("document.querySelector('.closed-form:not([hidden]) math') !== null")


def test_sentence_of_frequencies_never_says_too_little(opened: Browser, page: Path) -> None:
    go(opened, page, "constant", r="5/2", p="1", q="1/10")
    found = re.fullmatch(
        r"Of (\d+) such people, an adversary who was right about (\S+) without the release "
        r"is right about at most (\d+) with it\.",
        text(opened, "meaning"),
    )
    assert found and (found[1], found[2]) == ("100", "10")
    # eps = log(5/2)/2, and 1/(p q + x^2 p (1 - q)) = 1/(1/10 + 9/10 * 2/5) at p = 1
    assert (
        100 * Fraction(1, 10) / (Fraction(1, 10) + Fraction(9, 10) * Fraction(2, 5))
        <= int(found[3])
        <= 22 + 1
    )


def test_priors_at_which_the_profile_asks_nothing_are_told(opened: Browser, page: Path) -> None:
    go(opened, page, "box", r="3", p0="1/10", p1="1/5", q0="1/10", q1="1/5", p="1/2", q="1/2")
    assert "asks nothing at these priors" in text(opened, "meaning")
    go(opened, page, "box", r="3", p0="1/10", p1="1/5", q0="1/10", q1="1/5", p="1/10", q="1/10")
    assert "asks nothing" not in text(opened, "meaning")


def test_every_formula_starts_with_a_value_and_curves(opened: Browser, page: Path) -> None:
    opened.open(page.as_uri())
    for identifier in opened.value("[...document.querySelectorAll('option')].map((o) => o.value)"):
        choose(opened, identifier)
        assert opened.value("document.getElementById('value').className") == "", identifier
        assert opened.value("document.querySelectorAll('#curves path').length") >= 1, identifier


DECIDED = {
    "two-dimensional": ({"a": "1/4", "r": "3"}, lambda p, q: max(3, 1 / (4 * p * q))),
    "fixed-q": ({"q": "1/2", "a": "1/4", "r": "3"}, lambda p, q: max(3, 1 / (4 * p * q))),
    "fixed-p": ({"p": "1/4", "a": "1/2", "r": "5"}, lambda p, q: max(5, 1 / (2 * p * q))),
    "box": ({"r": "3", "p0": "1/20", "p1": "1/5", "q0": "1/10", "q1": "1/2"}, lambda p, q: 3),
    "difference": ({"b": "1/5"}, lambda p, q: 1 + 1 / (5 * p * q)),
}
"""Values of arguments, and the profile by hand."""


@pytest.mark.parametrize("formula", DECIDED)
def test_the_adversary_who_decides_allows_no_more_than_eps(opened: Browser, page: Path, formula: str) -> None:
    values, profile = DECIDED[formula]
    go(opened, page, formula, **values)
    assert text(opened, "deciding").startswith("eps is decided at p = ")
    if formula == "two-dimensional":
        assert text(opened, "deciding").endswith("p = 1, q = 1/12.")
    opened.value("document.getElementById('look').click()")
    assert opened.value("document.getElementById('look').hidden")
    fields = "[...document.querySelectorAll('.field input:not([type=range])')]"
    at_place = dict(opened.value(f"{fields}.map((f) => [f.id.replace('number-', ''), f.value])")) | values
    p, q = (
        mpmath.mpf(Fraction(at_place[name]).numerator) / Fraction(at_place[name]).denominator for name in "pq"
    )
    eps = float(opened.value("document.getElementById('value').dataset.exact"))
    assert abs(largest(p, q, profile(p, q)) - eps) < 1e-9


def test_a_limit_is_said_to_be_one(opened: Browser, page: Path) -> None:
    go(opened, page, "constant", r="3")  # log(r)/2 is that of p = 1, q -> 0
    assert text(opened, "deciding") == "eps is approached, not reached, at p = 1, q = 0."
    assert opened.value("document.getElementById('look').hidden")


def test_examples_lead_to_values_of_fields_that_exist(opened: Browser, page: Path) -> None:
    go(opened, page, "root")
    links = "document.querySelectorAll('.examples a')"
    assert opened.value(f"[...{links}].map((a) => a.getAttribute('href'))") == [p.address for p in presets()]
    for number, preset in enumerate(presets()):
        opened.value(f"{links}[{number}].click()")
        wanted = {"choice": preset.formula} | {f"number-{name}": v for name, v in preset.values.items()}
        shown = [f"document.getElementById('{one}')?.value === '{value}'" for one, value in wanted.items()]
        opened.until(" && ".join(shown))
        assert opened.value("document.getElementById('value').className") == "", preset.words
    groups = {"response-deviation", "at-risk-probability", "two-dimensional"}
    assert groups <= {preset.formula for preset in presets()}


# Fields, the address, the keyboard.


def test_address_keeps_what_is_shown(opened: Browser, page: Path) -> None:
    go(opened, page, "fixed-p", r="4", a="1/3", p="1/2", q="1/8")
    value, address = text(opened, "value"), opened.value("location.href")
    assert "a=1%2F3" in address and "q=1%2F8" in address
    opened.open(address)
    assert text(opened, "value") == value


def test_the_address_is_copied_or_said_not_to_be(opened: Browser, page: Path) -> None:
    go(opened, page, "constant", r="4")
    said, copy = len(opened.said), "document.getElementById('copy').click()"
    opened.value(f"navigator.clipboard.writeText = async (text) => {{ window.taken = text; }}; {copy}")
    opened.until("document.getElementById('copied').textContent === 'copied'")
    assert opened.value("window.taken") == opened.value("location.href")
    typed(opened, "r", "5")
    assert text(opened, "copied") == ""
    opened.value(f"navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden')); {copy}")
    opened.until("document.getElementById('copied').textContent")
    assert "take it from the address bar" in text(opened, "copied") and len(opened.said) == said


def test_typing_changes_the_value_and_the_slider(opened: Browser, page: Path) -> None:
    go(opened, page, "constant")
    typed(opened, "r", "9")
    assert text(opened, "value") == "eps = 1.09861"  # log(9)/2
    assert opened.value("location.hash").startswith("#formula=constant&r=9")


@pytest.mark.parametrize(
    ("value", "words"), [("abc", "a number such as"), ("1/2", "r > 1"), ("", "a number"), ("1e999", "")]
)
def test_what_is_no_value_is_refused_in_words(opened: Browser, page: Path, value: str, words: str) -> None:
    go(opened, page, "constant", r=value)
    assert opened.value("document.getElementById('value').className") == "refused"
    assert words in text(opened, "value") + text(opened, "told")
    assert text(opened, "meaning") == "" and not opened.value(
        "document.querySelectorAll('#curves svg').length"
    )


def test_slider_moves_with_the_keys(opened: Browser, page: Path) -> None:
    go(opened, page, "constant", r="3")
    opened.value("document.querySelector('#values input[type=range]').focus()")
    for kind in ("keyDown", "keyUp"):
        key = {"key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39}
        opened.send("Input.dispatchKeyEvent", type=kind, **key)
    assert float(opened.value("document.getElementById('number-r').value")) > 3


def test_fields_have_labels(opened: Browser, page: Path) -> None:
    go(opened, page, "box")
    unnamed = "[...document.querySelectorAll('input, select, button')].filter((e) => !(e.labels?.length || "
    assert opened.value(f"{unnamed} e.ariaLabel || e.textContent)).length") == 0


def test_a_probability_is_told_as_a_count_on_its_safe_side(opened: Browser, page: Path) -> None:
    """1 - exp(-1/4) = 0.2212 is the least delta, and exp(-1/2) sinh(1/4) = 0.1532 a least probability."""
    for formula, words in (
        ("at-risk-delta", "at most 23 in 100"),
        ("at-risk-probability", "at least 15 in 100"),
    ):
        go(opened, page, formula, eps0="1", eps="1/2")
        assert text(opened, "meaning") == f"That is {words}."
    go(opened, page, "at-risk-variance", eps0="1")
    assert text(opened, "meaning") == ""


def test_texts_of_pictures_are_not_cut_off(opened: Browser, page: Path) -> None:
    opened.size(390, 844)
    outside = (
        "[...document.querySelectorAll('figure svg')].flatMap((svg) => { "
        "const s = svg.getBoundingClientRect(); "
        "return [...svg.querySelectorAll('text')].filter((t) => { const b = t.getBoundingClientRect();"
        " return b.left < s.left - 1 || b.right > s.right + 1; }).map((t) => t.textContent); })"
    )
    for formula in ("constant", "at-risk-delta", "response-information", "at-risk-noise-scale"):
        go(opened, page, formula)
        assert opened.value(outside) == [], formula
    opened.size(1280, 900)


# Certificates.


def checked(opened: Browser, page: Path, formula: str) -> str:
    """What the page says when its button is pressed."""
    go(opened, page, formula)
    return pressed(opened)


def pressed(opened: Browser) -> str:
    opened.value("document.getElementById('check').click()")
    opened.until("document.getElementById('checked').textContent")
    return text(opened, "checked")


@pytest.mark.slow
def test_certificates_of_every_proof_are_accepted_within_two_seconds(opened: Browser, page: Path) -> None:
    """Seconds of the page's thread: a machine that does other things besides counts less of them."""
    opened.open(page.as_uri())
    formulas = json.loads(text(opened, "data"))
    first = {formula["proof"]: formula["id"] for formula in reversed(formulas) if formula["certificates"]}
    proofs = {"profile-1", "box", "fixed-q", "theorem-1", "privacy-loss", "randomized-response"}
    assert len(first) > 30 and proofs | {"approximate-capped", "renyi-2-odds-ratio-from-m-to-n"} <= {*first}
    opened.send("Performance.enable", timeDomain="threadTicks")
    for formula in first.values():
        choose(opened, formula)
        before = busy(opened)
        said = pressed(opened)
        assert re.fullmatch(r"all [1-9]\d* certificates accepted, in \d+ ms", said), said
        assert busy(opened) - before < 2, formula


def busy(opened: Browser) -> float:
    """Seconds of processor time that the page's thread has taken."""
    metrics = opened.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def damaged(source: str, of: str, change: Callable[[list], None]) -> str:
    """The page with changed certificates of a formula; they are no part of what the page's policy names."""
    head, mark, rest = source.partition(f'<script type="text/plain" id="certificates-{of}">')
    data, end, tail = rest.partition("</script>")
    certificates = unpacked(data)
    change(certificates)
    return head + mark + packed(certificates) + end + tail


def unpacked(data: str) -> list:
    found = json.loads(decompress(b64decode(data)))
    assert isinstance(found, list)
    return found


def no_longer_zero(certificates: list) -> None:
    for certificate in certificates:
        for refutation in certificate["refutations"]:
            if refutation.get("terms"):
                refutation["terms"][0]["weight"] = "12345"
                return


DAMAGES: dict[str, Callable[[list], None]] = {
    "a weight": no_longer_zero,
    "one is missing": lambda certificates: certificates.pop() and None,
    "a claim": lambda certificates: certificates[0]["claim"].update(goal=[">", "1", "0"]),
    "none is there": lambda certificates: certificates.clear(),
}


def test_certificates_of_theorems_that_formulas_share_are_the_shipped_ones(page: Path) -> None:
    source, package = page.read_text(encoding="utf-8"), Path(symbolic_eps.__file__).parent
    for folder, name in (
        ("randomized_response/evidence", "randomized-response"),
        ("privacy_loss/evidence", "privacy-loss"),
        ("notions/closed_forms", "renyi-2-odds-ratio-from-m-to-n"),
    ):
        _, _, rest = source.partition(f'id="certificates-{name}">')
        shipped = json.loads((package / folder / f"certificates/{name}.json").read_text())
        assert unpacked(rest.partition("</script>")[0]) == shipped and len(shipped) > 80


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_certificate_is_shown_as_rejected(
    opened: Browser, page: Path, tmp_path: Path, damage: str
) -> None:
    copy = tmp_path / "damaged.html"
    copy.write_text(damaged(page.read_text(encoding="utf-8"), "constant", DAMAGES[damage]), encoding="utf-8")
    assert checked(opened, copy, "constant").startswith("REJECTED")
    assert "accepted, in" in checked(opened, copy, "difference")


def test_certificates_that_cannot_be_unpacked_are_shown_as_rejected(
    opened: Browser, page: Path, tmp_path: Path
) -> None:
    copy, mark = tmp_path / "damaged.html", 'id="certificates-constant">'
    for broken in ("?", "AAAA"):  # no base64; no gzip
        copy.write_text(page.read_text(encoding="utf-8").replace(mark, mark + broken), encoding="utf-8")
        assert checked(opened, copy, "constant").startswith("REJECTED")


# The file.


def test_nothing_is_asked_for_and_nothing_is_said(
    page: Path, require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    with browser(require_tool("chromium"), tmp_path) as alone:
        alone.open(page.as_uri())
        alone.value("document.getElementById('check').click()")
        alone.open(at(page, "at-risk-delta"))
        assert {address.partition("#")[0] for address in alone.asked} <= {page.as_uri(), "about:blank"}
        assert alone.said == []
        alone.value("fetch('https://example.org/').catch(() => 0)")
        assert alone.said and "example.org" in "".join(alone.said)  # the page's policy forbids it


def test_changed_script_does_not_run(opened: Browser, page: Path, tmp_path: Path) -> None:
    copy = tmp_path / "changed.html"
    source = page.read_text(encoding="utf-8")
    assert source.count("const LEVEL") + source.count("LEVEL = 0.95") == 1
    copy.write_text(source.replace("LEVEL = 0.95", "LEVEL = 0.05"), encoding="utf-8")
    opened.open(copy.as_uri())
    assert text(opened, "value") == ""


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (390, False), (390, True)])
def test_page_fits_its_window(opened: Browser, page: Path, tmp_path: Path, width: int, dark: bool) -> None:
    opened.size(width, 900, dark)
    go(opened, page, "box")
    assert opened.value("document.documentElement.scrollWidth") <= width
    ink, paper = opened.value(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > sum(map(int, re.findall(r"\d+", paper)[:3]))) == dark
    opened.picture(tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 20_000


def test_page_is_small(page: Path) -> None:
    assert page.stat().st_size <= MAX_BYTES


def test_too_large_a_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symbolic_eps.explore.page.MAX_BYTES", 1000)
    with pytest.raises(InputError, match="give fewer profiles"):
        rendered([next(iter(of_papers(lambda _: None)))], {}, "0")


# The command, and the parts.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["max(a/p,"], "incomplete or misplaced text"),
        (["max(3, 2)"], "no parameters to move"),
        (["1 + b/(p*q)", "--assume", "0<b<1", "--set", "c=1"], "--set c"),
        (["1 + b/(p*q)", "--assume", "0<b<1", "--set", "b=2"], "no starting point"),
        (["3", "--output", "/nowhere/explore.html"], "/nowhere"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("symbolic_eps.explore.shown_formula.of_papers", lambda show: iter(()))
    where = [] if "--output" in arguments else ["--output", str(tmp_path / "explore.html")]
    assert main(["explore", *arguments, *where]) == 2
    assert not [*tmp_path.iterdir()]
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert said in told.err


def test_starting_points_are_refused_before_the_papers_formulas_are_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr("symbolic_eps.explore.shown_formula.of_papers", None)  # cannot be called
    typed = ["explore", "1 + b/(p*q)", "--assume", "0<b<1", "--set", "b=2"]
    assert main([*typed, "--output", str(tmp_path / "explore.html")]) == 2
    assert "no starting point" in capsys.readouterr().err


def test_profile_text_is_no_markup() -> None:
    (shown,) = of_profiles(["max(r, 2)"], ["r>1"], {}, (), lambda _: None)
    page = rendered([shown], {}, "<b>")
    assert "<b>" not in page.partition("<style>")[0] + page.partition("</style>")[2].partition("<script")[0]


def test_expressions_keep_their_brackets() -> None:
    expression = sp.Piecewise((A / (P * Q), P < Q), (sp.Max(3, A - (P - Q)), True))
    assert scripted(expression) == (
        "((v.p < v.q) ? (v.a * Math.pow(v.p, -1) * Math.pow(v.q, -1)) : "
        "Math.max(3, (v.a + v.q + ((-1) * v.p))))"
    )
    assert scripted_conditions([positive(P), non_negative(1 - P)]) == "(v.p > 0) && (v.p <= 1)"
    with pytest.raises(InputError, match="cannot be drawn"):
        scripted(sp.gamma(A))


def test_starting_values_lie_inside_where_they_can() -> None:
    share = [Argument(A, "", True), Argument(B, "", True)]
    assert starting_values(share, [non_negative(B - A)], {}) == {
        "a": sp.Rational(1, 10),
        "b": sp.Rational(1, 4),
    }
    assert starting_values(share, [non_negative(A - 1)], {})["a"] == 1
    given = {"a": sp.Rational(1, 3)}
    assert starting_values(share, [positive(B - A)], given) == given | {"b": sp.Rational(1, 2)}
    with pytest.raises(InputError, match="no starting point"):
        starting_values(share, [positive(-A)], {})
