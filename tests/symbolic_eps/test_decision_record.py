"""Decision records: what proves a recommended eps, checked from the text of the profile, and damage to it."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symbolic_eps.cli import main
from symbolic_eps.decision import judge
from tests.json_schemas import validated
from verify.kernel import fingerprint
from verify.polynomial import Rejected

EXACT = ["max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3", "--box", "1/10<=p<=9/10"]
LEAVES = ["1.1+(p-c)**2+(q-1/3)**2", "--set", "c=1/2", "--box", "p<=7/8", "--width", "1e-8"]
OTHERS = [
    ["3"],
    ["1/(p*q)"],
    ["1+p*q"],
    ["2-p"],
    ["2+q", "--fix", "p=0.3", "--variant", "bounded"],
    ["min(2+p, 3-q)"],
    ["1 + 1/p**2 + max(p, q)/2"],
    ["piecewise((2, p<1/2), (3+q, q>1/3 or p>q), 4)"],
    ["2+exp(q/p)"],
    ["1+exp(-p*q)"],
    ["1+log(1+1/(p*q))", "--width", "1e-6"],
    ["3+sqrt(p)-q**1.5", "--width", "1e-6"],
]


def document(arguments: list[str], folder: Path) -> Any:
    """The JSON result of `recommend` for these arguments."""
    file = folder / "eps.json"
    assert main(["recommend", *arguments, "--json", "--output", str(file)]) == 0
    return validated(file.read_text(), "recommend")


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return document(EXACT, tmp_path_factory.mktemp("exact"))


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return document(LEAVES, tmp_path_factory.mktemp("leaves"))


def test_kinds(exact: Any, leaves: Any) -> None:
    assert (exact["record"]["kind"], leaves["record"]["kind"]) == ("certificates", "leaves")
    assert judge.check(exact).startswith("eps = 0.7023171209801605")
    assert "leaves" in judge.check(leaves)


@pytest.mark.family(18)
@pytest.mark.parametrize("arguments", OTHERS, ids=lambda a: a[0])
def test_other_profiles(arguments: list[str], tmp_path: Path) -> None:
    document(arguments, tmp_path)
    assert main(["check", str(tmp_path / "eps.json")]) == 0


def test_without_solvers_or_algebra(exact: Any, leaves: Any, tmp_path: Path) -> None:
    for name, whole in (("one", exact), ("two", leaves)):
        (tmp_path / f"{name}.json").write_text(json.dumps(whole))
    blocked = ("z3", "cvc5", "sympy", "flint", "numpy", "mpmath")
    program = f"import sys\nfor m in {blocked}: sys.modules[m] = None\n"
    program += f"from symbolic_eps.cli import main\nsys.exit(main(['check', {str(tmp_path)!r}]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("accepted") == 3  # two lines, and the count


def test_the_command_says_what_is_proved(
    exact: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "eps.json"
    file.write_text(json.dumps(exact))
    assert main(["check", str(file)]) == 0
    assert "eps = 0.70231712098016058335... by 2 certificates" in capsys.readouterr().out
    assert main(["check", str(file), "--json"]) == 0
    (found,) = validated(capsys.readouterr().out, "check")["certificates"]
    assert found["proved"].startswith("eps = 0.7")
    file.write_text(json.dumps(exact).replace("0.70231", "0.70232"))
    assert main(["check", str(file)]) == 1
    file.write_text(json.dumps(exact)[:-1])
    assert main(["check", str(file)]) == 1


def test_where_eps_is_infinite_no_priors_attain_it(tmp_path: Path) -> None:
    whole = document(["1/(p*q)"], tmp_path)
    judge.check(whole)
    whole["attained"] = [{"p": "1/2", "q": "1/2", "kind": "point"}]
    whole["record"]["seal"] = judge.seal(whole)
    with pytest.raises(Rejected, match="not one path for each place"):
        judge.check(whole)


def test_of_caps_it_says_which_bound_is_proved(tmp_path: Path) -> None:
    """A cap that is changed, seal and all, does not get a proof of another bound."""
    whole = document(["3", "--difference", "1/10"], tmp_path)
    shown = judge.check(whole)
    whole["input"]["caps"]["difference"] = ["1/100"]
    whole["record"]["seal"] = judge.seal(whole)
    assert judge.check(whole) == shown
    assert shown.endswith("by 2 certificates for r* = min(1 + 1/(10*p*q), 3), not for the caps")


def test_without_a_proof_it_says_why(tmp_path: Path) -> None:
    table = tmp_path / "grid.csv"
    table.write_text("p,q,r\n0.5,0.5,2\n0.5,1,2\n1,0.5,2\n1,1,2\n")
    arguments = ["--table", str(table), "--interpolation", "nearest", "--box", "1/2<=p,1/2<=q"]
    whole = document(arguments, tmp_path)
    assert whole["record"] == {"kind": "none", "reason": "no profile as text"}
    with pytest.raises(Rejected, match="no proof"):
        judge.check(whole)


def test_an_existing_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "eps.json"
    file.write_text("old" * 100_000)
    assert document(["3"], tmp_path)["record"]["kind"] == "certificates"


def changed(path: str, change: Callable[[Any], Any]) -> Callable[[Any], None]:
    """Replaces what stands at a path such as `record/paths/0/p`."""

    def apply(whole: Any) -> None:
        *names, last = [int(name) if name.lstrip("-").isdigit() else name for name in path.split("/")]
        for name in names:
            whole = whole[name]
        old = whole[last]
        whole[last] = change(old)
        assert whole[last] != old

    return apply


def put(path: str, value: Any) -> Callable[[Any], None]:
    return changed(path, lambda _: value)


def another_digit(text: str) -> str:
    """The last digit but two, one higher."""
    return text[:-3] + str((int(text[-3]) + 1) % 10) + text[-2:]


def lower_digit(text: str) -> str:
    return text[:-1] + str((int(text[-1]) - 1) % 10)


def goal_of_another(certificates: Any) -> Any:
    """The first certificate with the goal 1 >= 0, its fingerprint right."""
    first = copy.deepcopy(certificates[0])
    first["claim"]["goal"] = [">=", "1", "0"]
    first["fingerprint"] = fingerprint(first["claim"])
    return [first, *certificates[1:]]


def more_hypotheses(certificates: Any) -> Any:
    """All certificates with a hypothesis that is not granted."""
    new = copy.deepcopy(certificates)
    for one in new:
        one["claim"]["hypotheses"].append([">", "p", "1/5"])
        one["fingerprint"] = fingerprint(one["claim"])
    return new


COMMON = {
    "another profile": changed("input/profile", lambda text: text.replace("*", "/", 1)),
    "a summand more": changed("input/profile", lambda text: f"{text} - 1/1000000"),
    "a larger profile": changed("input/profile", lambda text: f"2*({text})"),
    "a profile with code": put("input/profile", "__import__('os').getcwd()"),
    "no profile": put("input/profile", None),
    "a table": put("input/table", {"file": "x", "interpolation": "lower"}),
    "the prior p is fixed": put("input/fixed", {"p": "1/2"}),
    "a prior fixed at 0": put("input/fixed", {"p": "0"}),
    "a parameter left out": put("input/parameters", {}),
    "another parameter called p": changed("input/parameters", lambda old: old | {"p": "1/2"}),
    "another variant": put("input/variant", "bounded"),
    "another variant throughout": lambda w: (
        put("input/variant", "bounded")(w),
        put("variant", "bounded")(w),
    ),
    "no such variant": lambda w: (put("input/variant", "x")(w), put("variant", "x")(w)),
    "an empty box": put("input/box", ["p<=1/10", "p>=1/2"]),
    "a box without a bound": put("input/box", ["p"]),
    "another schema": put("schema", "symbolic-eps/recommend/2"),
    "infinite eps": lambda w: (
        put("epsilon", {"lower": "oo", "upper": "oo"})(w),
        put("epsilon_double", "oo")(w),
    ),
    "a lower end above": changed("epsilon/lower", lambda text: "9" + text),
    "an upper end below": changed("epsilon/upper", lambda text: "0.0" + text[2:]),
    "an end that is no number": put("epsilon/lower", "nan"),
    "ends exchanged": changed("epsilon", lambda e: {"lower": e["upper"], "upper": e["lower"]}),
    "a larger double": changed("epsilon_double", lambda x: x + 1e-6),
    "a text for the double": changed("epsilon_double", str),
    "a negative double": changed("epsilon_double", lambda x: -x),
    "no record": put("record", None),
    "another kind": put("record/kind", "none"),
    "an unknown kind": put("record/kind", "belief"),
    "a closed form of another number": put("closed_form", "log(2)"),
    "no ends": put("epsilon", {}),
}

OF_CERTIFICATES = COMMON | {
    "another number for a": put("input/parameters/a", "1/5"),
    "another number for r": put("input/parameters/r", "2.999999"),
    "a larger box": put("input/box", ["1/10<=p<=91/100"]),
    "no box": put("input/box", []),
    "a smaller box": put("input/box", ["1/10<=p<=8/10"]),
    "a box with a condition more": put("input/box", ["1/10<=p<=9/10", "q<=1/100"]),
    "a digit of the lower end": changed("epsilon/lower", another_digit),
    "the last digit of the lower end": changed("epsilon/lower", lower_digit),
    "a digit of the upper end": changed("epsilon/upper", another_digit),
    "a digit less": changed("epsilon/lower", lambda text: text[:-1]),
    "the next double": changed("epsilon_double", lambda x: x + 2e-16),
    "a smaller double": changed("epsilon_double", lambda x: x - 2e-16),
    "a certificate dropped": changed("record/certificates", lambda c: c[1:]),
    "no certificates": put("record/certificates", []),
    "certificates exchanged": changed("record/certificates", lambda c: c[::-1]),
    "a certificate twice": changed("record/certificates", lambda c: [c[0], c[0]]),
    "a certificate of another goal": changed("record/certificates", goal_of_another),
    "certificates with a hypothesis more": changed("record/certificates", more_hypotheses),
    "a refutation dropped": put("record/certificates/0/refutations", []),
    "another fingerprint": put("record/certificates/0/fingerprint", "sha256:0"),
    "another format": put("record/certificates/0/format", "leaves/1"),
    "another polynomial": changed("record/polynomial/0", lambda text: text + "1"),
    "the polynomial 0": put("record/polynomial", ["0", "0"]),
    "a constant polynomial": put("record/polynomial", ["0"]),
    "an interval elsewhere": put("record/between", ["0", "1/1000"]),
    "a wide interval": put("record/between", ["0", "1"]),
    "an interval above 1": put("record/between", ["1/2", "2"]),
    "ends around another root": put("record/around", ["0", "1/1000"]),
    "ends around everything": put("record/around", ["-1000", "1000"]),
    "another path for p": put("record/paths/0/p", "1/2"),
    "another path for q": changed("record/paths/0/q", lambda text: f"({text})/2"),
    "a path out of the box": put("record/paths/0/p", "9/10 + t"),
    "a path with another limit": put("record/paths/0/p", "9/10 - 1/100 - t"),
    "a path with code": put("record/paths/0/p", "().__class__"),
    "no path": put("record/paths", []),
    "a path for p alone": put("record/paths/0", {"p": "9/10"}),
    "other priors": put("attained/0/p", "8/9"),
    "no priors": put("attained", []),
    "a segment with one end": put("attained/0/kind", "segment"),
    "no kind of place": put("attained/0/kind", "corner"),
    "more priors": changed("attained", lambda a: [*a, a[0]]),
    "a limit instead of a point": changed("attained/0/q", lambda text: f"{text} + 1/1000000"),
}

OF_LEAVES = COMMON | {
    "another number": put("input/parameters/c", "1/3"),
    "a larger box": put("input/box", ["p<=15/16"]),
    "a box elsewhere": put("input/box", ["p<=1/4"]),
    "a leaf dropped": changed("record/leaves", lambda c: c[1:]),
    "the last leaf dropped": changed("record/leaves", lambda c: c[:-1]),
    "a leaf in the middle dropped": changed("record/leaves", lambda c: [*c[:9], *c[10:]]),
    "no leaves": put("record/leaves", []),
    "one leaf for all": put("record/leaves", [["0", "1", "0", "1"]]),
    "leaves twice instead": changed("record/leaves", lambda c: c[:-1] + c[:1]),
    "a shorter leaf": changed("record/leaves/3/0", lambda text: f"{text.partition('/')[0]}1/10000000000000"),
    "a leaf with three ends": changed("record/leaves/3", lambda leaf: leaf[:3]),
    "a leaf with its ends exchanged": changed("record/leaves/3", lambda leaf: leaf[2:] + leaf[:2]),
    "a leaf with a decimal": put("record/leaves/3/0", "0.5"),
    "a leaf with a number": put("record/leaves/3/0", 0),
    "a leaf below 0": put("record/leaves/3/0", "-1"),
    "a leaf moved": changed("record/leaves/5", lambda _: ["0", "1/1000", "0", "1/1000"]),
    "a smaller level": changed(
        "record/level", lambda text: f"{int(text.split('/')[0]) * 9}/{int(text.split('/')[1]) * 10}"
    ),
    "a level above 1": put("record/level", "3/2"),
    "a level below 0": put("record/level", "-1/2"),
    "the level 0": put("record/level", "0"),
    "a level that is 1": put("record/level", "1"),
    "no level": put("record/level", None),
    "the level below at 1": put("record/below", "1"),
    "the level below at 0": put("record/below", "0"),
    "the level below above the level": lambda w: w["record"].update(below=w["record"]["level"]),
    "another point": put("record/point", {"p": "1/8", "q": "1/8"}),
    "a point out of the box": put("record/point/p", "8/9"),
    "a point at 0": put("record/point/p", "0"),
    "a point above 1": put("record/point/q", "4/3"),
    "half a point": put("record/point", {"p": "1/2"}),
    "a point with a name more": changed("record/point", lambda point: point | {"r": "1"}),
    "a higher lower end": changed("epsilon/lower", lambda text: text[:8] + "9" + text[9:]),
}


def damages(kinds: dict[str, Callable[[Any], Any]]) -> list[Any]:
    return [pytest.param(damage, id=name) for name, damage in kinds.items()]


@pytest.mark.parametrize("damage", damages(OF_CERTIFICATES))
def test_damage_to_certificates(exact: Any, damage: Callable[[Any], None]) -> None:
    _rejected(exact, damage)


@pytest.mark.parametrize("damage", damages(OF_LEAVES))
def test_damage_to_leaves(leaves: Any, damage: Callable[[Any], None]) -> None:
    _rejected(leaves, damage)


def _rejected(whole: Any, damage: Callable[[Any], None]) -> None:
    """Also where the seal is made again: it is the proof that fails, not the seal alone."""
    new = copy.deepcopy(whole)
    damage(new)
    with pytest.raises(Rejected):
        judge.check(new)
    if isinstance(new["record"], dict):
        new["record"]["seal"] = judge.seal(new)
        with pytest.raises(Rejected) as refusal:
            judge.check(new)
        assert "changed after" not in str(refusal.value)


@pytest.mark.parametrize("path", ["guarantee/3/prior", "noise/mechanism", "proof/grade", "version"])
def test_the_seal_covers_what_follows_from_eps(exact: Any, path: str) -> None:
    new = copy.deepcopy(exact)
    changed(path, lambda text: text + "1")(new)
    with pytest.raises(Rejected, match="changed after"):
        judge.check(new)
