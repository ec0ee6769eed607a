"""Every JSON result: what it is about, held against its schema; one word for infinity; documented fields."""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.main import get_command

import symbolic_eps
from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.cli import app, main
from symbolic_eps.closed_form_table.printed_cell import Agreement
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.export.packages.vectors import Status
from symbolic_eps.guarantees.guarantee import Measure
from symbolic_eps.inverse.design import Outcome
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.report import enclosed, envelope, structured
from symbolic_eps.schemas import COMMON, __main__, names, schema
from symbolic_eps.theory.variants import Variant
from tests.json_schemas import parsed, strict, validated, validator
from verify.claims.claim import Verdict
from verify.evidence import Grade

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = str(ROOT / "docs/examples/my_derivation.py")
PRINTED = str(ROOT / "docs/examples/printed_root.py")
TWO = ["max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3"]
CONSTANT = str(ROOT / "derivations/kazan_reiter/closed_forms/certificates/constant.json")
R3 = ["r", "--set", "r=3"]
B = ["--find", "b", "--assume", "0<b<1"]
PRIORS = ["--fix", "q=1", "--box", "1/10<=p<=1/2", "--variant", "bounded"]

UNUSED = dict.fromkeys(("table", "width", "boxes", "patience", "count", "threshold"))

UNSAID = ("proofs", "eps.csv", "14")
"""Where a result goes is no part of the question; a row is named by its id."""

COMMANDS: dict[str, tuple[str, list[str], int]] = {
    "exact": ("recommend", TWO, 0),
    "exact, near a threshold": ("recommend", [*R3, "--count", "25", "--threshold", "24.072"], 0),
    "exact, with all the rest": ("recommend", [*R3, *PRIORS], 0),
    "exact, along a segment": ("recommend", ["1/(p*q)", "--box", "p*q>=1/4"], 0),
    "nothing constrains": ("recommend", ["1/(p*q)"], 0),
    "no budget": ("recommend", ["1"], 0),
    "a root of higher degree": ("recommend", ["2+p+q**2"], 0),
    "enclosed": ("recommend", ["1 + exp(-p*q) + 1/(10*p*q)"], 0),
    "enclosed, not reached": ("recommend", ["1 + exp(-p*q) + 1/(10*p*q)", "--boxes", "2"], 1),
    "enclosed, nothing constrains": ("recommend", ["oo", "--width", "1e-3"], 0),
    "a table": ("recommend", ["--table", "profile.csv", "--interpolation", "nearest"], 0),
    "no parameters": ("derive", ["3"], 0),
    "cases": ("derive", ["max(a,3)", "--assume", "a>0"], 0),
    "caps": ("derive", ["--odds-ratio", "k", "--assume", "k>1", "--fix", "q"], 0),
    "groups": ("derive", ["3", "--group", "posterior: 1/2; box: p<=1/4; name: insiders"], 0),
    "nothing constrains, derived": ("derive", ["oo"], 0),
    "signs of the lemmas": ("signs", [], 0),
    "signs": ("signs", ["max(a/(p*q), r)", "--assume", "0<a<1<r", "--fix", "q=1"], 0),
    "signs, nothing finite": ("signs", ["min(1/(p*q), 1)", "--box", "p<1"], 0),
    "signs, hypotheses": ("signs", ["r", "--fix", "q"], 0),
    "cross-check": ("table", ["--row", "14", "--cross-check"], 0),
    "explain": ("explain", ["log(9)", "--fix", "q=1", "--prior", "p=1/10,q=1"], 0),
    "recommend by caps": (
        "recommend",
        ["3", "--difference", "1/10", "--posterior", "max(1/3, p*q)", "--odds-ratio", "k", "--set", "k=4"],
        0,
    ),
    "compare": ("compare", ["log(9)", "--profile", "r", "--set", "r=3", "--fix", "q=1"], 0),
    "explain, with a box": ("explain", ["1/2", "--box", "1/10<=p<=1/2", "--variant", "invariant"], 0),
    "design": ("design", ["1 + b/(p*q)", *B, "--rmse", "2"], 0),
    "design, always": (
        "design",
        ["1 + b/(p*q)", "--find", "b", "--assume", "1/2<b<1", "--epsilon", "1/1000"],
        0,
    ),
    "formulas": ("sensitivity", ["max(a/(p*q), r)", "--assume", "0<a<1<r"], 0),
    "sensitivity": ("sensitivity", [*TWO, "--assume", "0<a<1<r"], 0),
    "sensitivity, nothing constrains": (
        "sensitivity",
        ["b/(p*q)", "--assume", "1<=b<=2", "--set", "b=2"],
        0,
    ),
    "split": ("split", ["log(9)", "--weights", "1,1,2"], 0),
    "split a profile": ("split", ["--profile", *R3, "--releases", "2", "--mechanism", "laplace"], 0),
    "consistent": ("consistent", ["--eps", "log(2)", "--delta", "0", "--rho", "log(3/2)"], 0),
    "privacy loss": ("at-risk loss", ["--eps", "1/2", "--probability", "1/10"], 0),
    "sampled sensitivity": (
        "at-risk sensitivity",
        ["-n", "1000", "-m", "900", "--level", "9/10", "--eps0", "1", "--eps", "1/2", "--simulate", "50"],
        0,
    ),
    "sampled sensitivity, a wish": ("at-risk sensitivity", ["--probability", "9/10"], 0),
    "privacy cost": ("at-risk cost", ["--eps0", "1/2", "--scale", "550000", "--budget", "70000"], 0),
    "privacy cost, several minima": ("at-risk cost", ["--eps0", "10", "--c", "1/50", "--scale", "1"], 0),
    "privacy loss, with all the rest": (
        "at-risk loss",
        [
            "--eps0",
            "2",
            "--delta",
            "1/7",
            "-k",
            "5",
            "--sensitivity",
            "3",
            "--simulate",
            "1000",
            "--seed",
            "9",
        ],
        0,
    ),
    "releases": ("at-risk compose", ["--eps0", "1", "-n", "10", "--eps", "3", "--each", "1/2"], 0),
    "releases, at a delta": ("at-risk compose", ["--eps0", "1", "-n", "10", "--delta", "1e-6"], 0),
    "randomized response": (
        "randomized-response",
        ["--delta", "1/4", "--theta", "3/10", "-n", "1000", "--against", "7/10", "--rate", "1/50"],
        0,
    ),
    "randomized response, designs": (
        "randomized-response",
        ["--delta", "1/4", "--theta", "3/10", "--compare"],
        0,
    ),
    "randomized response, two answers": (
        "randomized-response",
        ["--delta", "1/4", "--weight", "2/5", "--theta", "3/10", "-n", "20", "--outcomes", "2"],
        0,
    ),
    "randomized response, symbols": (
        "randomized-response",
        ["--delta", "d", "--weight", "w", "--theta", "t", "-n", "m", "--against", "u"],
        0,
    ),
    "randomized response, differences": ("randomized-response", ["--delta", "d", "--compare"], 0),
    "randomized response, counts": ("randomized-response", ["--delta", "1/4", "--counts", "412,300,288"], 0),
    "randomized response, nothing told": (
        "randomized-response",
        ["--delta", "0", "--theta", "3/10", "-n", "10", "--simulate", "100", "--seed", "3"],
        0,
    ),
    "randomized response, goal for n": (
        "randomized-response",
        ["--delta", "1/4", "--theta", "3/10", "--goal", "mean-squared-error 1/400"],
        0,
    ),
    "randomized response, goal for delta": (
        "randomized-response",
        ["-n", "1000", "--theta", "3/10", "--goal", "half-width 1/20", "--level", "9/10"],
        0,
    ),
    "sweep": ("sweep", ["r", "--vary", "r=1/2,3", "--output", "eps.csv"], 1),
    "audit": ("audit", [SAMPLE], 1),
    "audit, one place": ("audit", ["kazan-reiter-2024", "--only", "eq:91"], 0),
    "check": ("check", ["--coq", "proofs", CONSTANT], 0),
    "check, rejected": ("check", ["no-certificate.json"], 1),
    "conform": ("conform", ["--formula", "root", "--points", "20", "--", sys.executable, PRINTED], 1),
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that some of the commands read and write."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("profile.csv").write_text("p,q,r\n1/2,1/2,2\n1,1/2,10\n")
    Path("no-certificate.json").write_text("{}")


def printed(capsys: pytest.CaptureFixture[str], command: str, arguments: list[str], status: int) -> str:
    own = [*arguments]
    at = own.index("--") if "--" in own else len(own)
    assert main([*command.split(), *own[:at], "--json", *own[at:]]) == status
    return capsys.readouterr().out


@pytest.mark.family(3)
@pytest.mark.parametrize("case", COMMANDS)
def test_result_says_what_it_is_about_and_fits_its_schema(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, arguments, status = COMMANDS[case]
    document = validated(printed(capsys, command, arguments, status), command.replace(" ", "-"))
    assert document["version"] == symbolic_eps.__version__
    asked = json.dumps(document["input"])
    for text in arguments:
        if not text.startswith("-") and text not in UNSAID:
            assert all(json.dumps(part)[1:-1] in asked for part in re.split("[,=]", text))


def leaves(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every subcommand by its name, those of a group after the group's name."""
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from leaves(one, f"{before}{name} ")
        else:
            yield f"{before}{name}", one


def test_every_command_with_json_is_held_against_its_schema() -> None:
    commands = dict(leaves(get_command(app)))
    with_json = {
        name for name, one in commands.items() if any("--json" in parameter.opts for parameter in one.params)
    }
    assert {command for command, _, _ in COMMANDS.values()} == with_json - {"export"}
    assert with_json == set(commands) - {"explore"}  # which writes a page


def test_sweep_says_in_its_manifest_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    command, arguments, status = COMMANDS["sweep"]
    printed(capsys, command, arguments, status)
    found = validated(Path("eps.csv.sweep").read_text(), "sweep-manifest")
    assert found["input"]["profile"] == "r" and found["input"]["vary"] == {"r": ["1/2", "3"]}


def test_input_of_a_recommendation_gives_the_same_recommendation(capsys: pytest.CaptureFixture[str]) -> None:
    command, arguments, status = COMMANDS["exact, with all the rest"]
    first = parsed(printed(capsys, command, arguments, status))
    asked = first["input"]
    again = recommend(
        asked["profile"], asked["parameters"], asked["fixed"], asked["box"], variant=asked["variant"]
    )
    assert again.epsilon_double == first["epsilon_double"] and str(again.closed_form) == first["closed_form"]


def test_a_sampled_recommendation_fits_the_schema() -> None:
    found = recommend(lambda p, q: max(0.25 / (p * q), 3.0))
    asked = envelope.question("a callable", {}, {}, (), "unbounded", **UNUSED)
    validated(envelope.result("recommend", asked, enclosed.structured(found)), "recommend")


@pytest.mark.parametrize("case", ["nothing constrains", "enclosed, nothing constrains"])
def test_infinity_is_one_word(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, *COMMANDS[case]))
    assert document["epsilon"]["lower"] == document["epsilon"]["upper"] == document["epsilon_double"] == "oo"


def test_answers_that_are_no_finite_numbers_have_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = "import sys; [print('nan inf -inf'.split()[k % 3]) for k, _ in enumerate(sys.stdin)]"
    arguments = ["--formula", "root", "--points", "20", "--", sys.executable, "-c", words]
    assert main(["conform", "--json", *arguments]) != 0
    found = validated(capsys.readouterr().out, "conform")
    assert {judged["answer"] for judged in found["worst"]} <= {"nan", "oo", "-oo"}


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_a_number_that_json_has_no_word_for_is_never_written(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        envelope.dumped({"epsilon": value})
    with pytest.raises(ValueError, match="is no JSON"):
        parsed(json.dumps({"epsilon": value}))


# What the strict check itself must catch.


def change(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    *above, last = path.split("/")
    here: Any = changed
    for step in above:
        here = here[int(step)] if step.isdigit() else here[step]
    if value is KeyError:
        del here[last]
    else:
        here[last] = value
    return changed


@pytest.fixture(scope="module")
def recommended() -> dict[str, Any]:
    found = recommend("max(a/(p*q), r)", {"a": "1/4", "r": "3"})
    asked = envelope.question("max(a/(p*q), r)", {"a": "1/4", "r": "3"}, {}, (), "unbounded", **UNUSED)
    return parsed(envelope.result("recommend", asked, structured.recommendation(found)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("undocumented", 1),
        ("input/undocumented", 1),
        ("noise/undocumented", 1),
        ("noise/laplace/half_widths/0/undocumented", 1),
        ("attained/0/undocumented", 1),
        ("input", KeyError),
        ("version", KeyError),
        ("input/profile", KeyError),
        ("input/fixed", KeyError),
        ("schema", "symbolic-eps/recommend/2"),
        ("epsilon/lower", KeyError),
        ("epsilon/upper", "inf"),
        ("epsilon/upper", "Infinity"),
        ("epsilon/upper", 0.5),
        ("epsilon_double", "inf"),
        ("proof/grade", "proved"),
        ("variant", "free"),
    ],
)
def test_planted_error_in_a_result_is_caught(path: str, value: Any, recommended: dict[str, Any]) -> None:
    assert not list(validator("recommend").iter_errors(recommended))
    assert list(validator("recommend").iter_errors(change(recommended, path, value)))


def test_shipped_schemas_let_fields_be_added() -> None:
    for name in names():
        assert '"additionalProperties": false' not in json.dumps(schema(name))
        assert '"additionalProperties": false' in json.dumps(strict(schema(name))) or name == COMMON


@pytest.mark.parametrize("name", names())
def test_schema_is_a_schema_and_says_what_its_result_is(name: str) -> None:
    whole = schema(name)
    Draft202012Validator.check_schema(whole)
    assert whole["title"]
    if name != COMMON:
        assert whole["properties"]["schema"]["const"] == f"symbolic-eps/{name}/{envelope.VERSION}"
        assert {"schema", "version", "input"} <= set(whole["required"])


def test_words_of_the_schemas_are_those_of_the_program() -> None:
    shared, audit = schema(COMMON)["$defs"], schema("audit")["properties"]
    assert set(shared["grade"]["enum"]) == {str(grade) for grade in Grade}
    assert {str(kind) for kind in AttainmentKind} < set(shared["place"]["properties"]["kind"]["enum"])
    assert {str(a) for a in Agreement} < set(shared["printed"]["properties"]["verdict"]["enum"])
    assert audit["claims"]["items"]["properties"]["verdict"]["enum"] == [str(v) for v in Verdict]
    vector = schema("vectors")["properties"]["vectors"]["items"]["properties"]
    assert vector["status"]["enum"] == [str(s) for s in Status]
    assert schema("recommend")["properties"]["variant"]["enum"] == [str(v) for v in Variant]
    assert schema("design")["properties"]["outcome"]["enum"] == [str(o) for o in Outcome]
    assert set(schema("explain")["properties"]["bounds"]["properties"]) == {str(m) for m in Measure}
    caps = schema("derive")["properties"]["groups"]["items"]["properties"]["caps"]["items"]
    assert caps["properties"]["kind"]["enum"] == [str(kind) for kind in CapKind]


def test_documented_fields_are_those_of_the_schemas() -> None:
    assert (ROOT / "docs/json.md").read_text(encoding="utf-8") == __main__.page()
