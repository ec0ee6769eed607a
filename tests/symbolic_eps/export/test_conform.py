"""`symbolic-eps conform`: nothing passes but what answers right, and nothing of a program outlives it."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sympy as sp

from derivations.kazan_reiter_2024.formulas import bound, root
from symbolic_eps.cli import main
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, PositiveRoot
from symbolic_eps.export.packages.conformance import MAX_ULPS, judge
from symbolic_eps.export.packages.vectors import Status, Vector, case_at, vectors

EXPORTED = """
import sys
sys.path.insert(0, {folder!r})
import symbolic_eps_formulas as ours
for line in sys.stdin:
    print(repr({expression}))
"""
POINT = "*map(float, line.split())"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Exported Python of Theorems 1 and 2."""
    found = tmp_path_factory.mktemp("exported")
    given = ["export", "--target", "python", "--out", str(found), "--no-prove", "--formula", "root"]
    assert main([*given, "--formula", "bound"]) == 0
    return found


def conform(*given: str, formula: str = "root", points: int = 60) -> int:
    return main(["conform", "--formula", formula, "--points", str(points), *given])


def python(text: str) -> tuple[str, ...]:
    return "--", sys.executable, "-c", text


def exported(folder: Path, expression: str) -> tuple[str, ...]:
    return python(EXPORTED.format(folder=str(folder), expression=expression))


def judged(capsys, *given: str, formula: str = "root") -> tuple[int, dict]:
    capsys.readouterr()
    status = conform("--json", *given, formula=formula)
    return status, json.loads(capsys.readouterr().out)


def refused(capsys, *given: str, formula: str = "root") -> str:
    capsys.readouterr()
    assert conform(*given, formula=formula) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err


def test_what_is_right_conforms_and_says_so(capsys, folder):
    assert conform(*exported(folder, f"ours.root_lower({POINT})")) == 0
    text = capsys.readouterr().out
    assert "  no result above the exact eps\n" in text and "(unsafe)" not in text
    assert text.splitlines()[-1].startswith("conforms: no result above the exact eps, no result not a number")
    status, report = judged(capsys, *exported(folder, f"ours.root_lower({POINT})"))
    assert status == 0 and report["conforms"] and report["above_max_ulps"] == 0
    assert report["max_ulps"] == MAX_ULPS


def test_the_printed_formula_does_not_conform(capsys):
    printed = Path(__file__).parents[3] / "docs" / "examples" / "printed_root.py"
    status, report = judged(capsys, "--points", "300", "--", sys.executable, str(printed))
    assert status == 1 and report["ulps"]["max"] == "oo"
    assert min(report[n] for n in ("unsafe", "not_a_number", "wrong_infinity", "above_max_ulps")) > 5


WRONG = {
    "constant zero": ("0.0", "above_max_ulps"),
    "zero but for infinity": ("min(0, v) if v < math.inf else v", "above_max_ulps"),
    "tiny": ("1e-300 if v > 1e-300 else v", "above_max_ulps"),
    "negative": ("-v", "above_max_ulps"),
    "a tenth": ("v / 10", "above_max_ulps"),
    "all nan": ("math.nan", "not_a_number"),
    "one nan": ("math.nan if i == 7 else v", "not_a_number"),
    "infinite": ("math.inf", "wrong_infinity"),
    "minus infinity": ("-v if v == math.inf else v", "wrong_infinity"),
    "never infinite": ("min(v, 1e300)", "wrong_infinity"),
    "constant one": ("1.0", "unsafe"),
    "rounded to nearest": ("ours.root(*map(float, line.split()))", "unsafe"),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_does_not_conform(capsys, folder, name):
    expression, count = WRONG[name]
    program = f"""
import math, sys
sys.path.insert(0, {str(folder)!r})
import symbolic_eps_formulas as ours
for i, line in enumerate(sys.stdin):
    v = ours.root_lower(*map(float, line.split()))
    print({expression})
"""
    status, report = judged(capsys, *python(program))
    assert status == 1 and report[count] > 0 and not report["conforms"]
    assert conform(*python(program)) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("does not conform: ")


def test_a_value_above_is_no_fault_where_it_is_no_eps_but_a_far_one_is(capsys, folder):
    status, report = judged(capsys, *exported(folder, f"ours.bound({POINT})"), formula="bound")
    assert status == 0 and report["above"] > 0 == report["unsafe"]
    assert judged(capsys, *exported(folder, f"2 * ours.bound({POINT})"), formula="bound")[0] == 1


def test_the_largest_error_is_the_users_choice(capsys, folder):
    lower = exported(folder, f"ours.root_lower({POINT})")
    assert judged(capsys, "--max-ulps", "20", *lower)[0] == 0
    status, report = judged(capsys, "--max-ulps", "1", *lower)
    assert status == 1 and report["above_max_ulps"] > 10 and report["unsafe"] == 0
    tenth = exported(folder, f"ours.root_lower({POINT}) / 10")
    assert judged(capsys, "--max-ulps", "1e17", *tenth)[0] == 0
    for wrong in ("-1", "nan", "inf"):
        assert "--max-ulps" in refused(capsys, "--max-ulps", wrong, *lower)


def plain(formula: Formula, vector: Vector) -> float:
    """A stable formula as anybody would type it: no error of a product or sum is looked at."""
    value = case_at(formula, vector.arguments).value
    given = [a.symbol for a in formula.arguments]

    def number(expression: sp.Expr) -> float:
        return float(sp.lambdify(given, expression, "math")(*vector.arguments))

    assert isinstance(value, LogarithmOfOnePlus) and isinstance(value.excess, PositiveRoot)
    m, k, g = (
        number(e.expression) for e in (value.excess.square, value.excess.linear, value.excess.constant)
    )
    s = math.sqrt(k * k / 4 + m * g)
    return math.log1p(g / (k / 2 + s) if k > 0 else (s - k / 2) / m)


def test_by_default_honest_double_precision_is_near_enough_and_zero_is_not():
    found = [v for v in vectors(root(), 300) if v.status is Status.VALUE and v.rounded != 0]
    errors = []
    for vector in found:
        try:
            errors.append(judge(vector, plain(root(), vector)).ulps)
        except (ValueError, ZeroDivisionError):
            continue  # no number: it fails for that
        assert judge(vector, 0.0).ulps > MAX_ULPS
    finite = [error for error in errors if math.isfinite(error)]
    assert len(finite) > 200 and 2**40 < max(finite) < MAX_ULPS
    assert all(judge(v, 0.0).ulps > MAX_ULPS for v in vectors(bound(), 100) if v.status is Status.VALUE)


GARBAGE = {
    "echo": ("cat", "is not one number"),
    "text": ("sed s/.*/hello/", "line 1: 'hello' is not one number"),
    "two numbers": ("sed 's/.*/0.1 0.2/'", "is not one number"),
    "empty lines": ("sed s/.*//", "line 1: '' is not one number"),
    "decimal comma": ("sed 's/.*/0,1/'", "'0,1' is not one number"),
    "underscore": ("sed 's/.*/1_0/'", "is not one number"),
    "other digits": ("sed 's/.*/\N{ARABIC-INDIC DIGIT ONE}/'", "is not one number"),
    "a word after the numbers": ("sed 's/.*/0/'; echo done", "more than"),
    "one line more": ("sed 's/.*/0/'; echo 0", "gave more than"),
    "one line less": ("sed -n '2,$s/.*/0/p'", "gave"),
    "nothing": ("true", "gave 0 lines for"),
    "text at the end": ("sed '$s/.*/oops/;t;s/.*/0/'", "'oops' is not one number"),
    "text after unsafe results": ("sed '$s/.*/oops/;t;s/.*/9/'", "'oops' is not one number"),
    "no end of line": ("head -c 100000 /dev/zero", "longer than 4096 bytes"),
    "escapes": (r"printf '\033[2Jhello\n'", "'?[2Jhello' is not one number"),
    "no text": (r"printf '\377\376\n'", "is not one number"),
    "status": (
        "cat > /dev/null; echo 'no such thing' >&2; exit 3",
        "failed with status 3: no such thing; make it answer lines such as '1.0 ",
    ),
    "right answers and a status": ("sed s/.*/0/; exit 1", "failed with status 1: no message"),
    "a signal": ("kill -9 $$", "was ended by SIGKILL"),
    "too long": ("sleep 30", "took more than 1 s"),
    "answers and then too long": ("sed s/.*/0/; exec >&-; sleep 30", "took more than 1 s"),
    "deaf": ("exec <&-; sleep 30", "took more than 1 s"),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_bad_input(capsys, tmp_path, name):
    program, message = GARBAGE[name]
    report = tmp_path / "report.xml"
    given = ("--seconds", "1" if "too long" in name or name == "deaf" else "60", "--junit", str(report))
    assert message in refused(capsys, *given, "--", "sh", "-c", program)
    (case,) = ElementTree.parse(report).iter("testcase")
    assert case.find("error") is not None


@pytest.mark.parametrize("wrong", ["no-such-program-anywhere", "./no/such", "/", "/etc/passwd", ""])
def test_a_program_that_cannot_be_run_is_refused_before_any_work(capsys, monkeypatch, wrong):
    monkeypatch.setattr("symbolic_eps.cli.export.selected", lambda *_: pytest.fail("work was done"))
    assert "cannot be run" in refused(capsys, "--", wrong)


def test_no_program_and_a_formula_that_is_unknown(capsys):
    assert "--formula root -- python" in refused(capsys)
    assert "there is no formula 'rot'" in refused(capsys, "--", "cat", formula="rot")


def test_answers_may_come_slowly_in_pieces_and_with_other_line_ends(capsys, folder):
    program = EXPORTED.format(folder=str(folder), expression="0").replace(
        "print(repr(0))",
        f"text = '  +%.17E \\r\\n' % ours.root_lower({POINT})\n"
        "    [(sys.stdout.write(part), sys.stdout.flush()) for part in (text[:5], text[5:])]",
    )
    assert conform("--max-ulps", "30", *python(program), points=20) == 0


# A process is charged with the memory of the one that it was forked from: a small one starts it.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def measured(*given: str) -> tuple[int, float]:
    """The exit status of `conform` in a process of its own, and the memory that it took, in MB."""
    conform = [sys.executable, "-m", "symbolic_eps", "conform", "--formula", "root", "--points", "60", *given]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *conform], capture_output=True, text=True, check=True
    )
    status, kilobytes = done.stdout.split()
    return int(status), int(kilobytes) / 1024


@pytest.mark.family(12)
@pytest.mark.parametrize("flood", ["yes 0.5", "cat /dev/zero", "yes oops >&2", "yes '' >&2 & yes nan"])
def test_a_flood_is_neither_kept_nor_waited_for(flood):
    started = time.monotonic()
    status, megabytes = measured("--seconds", "5", "--", "sh", "-c", flood)
    assert status == 2 and megabytes < 400 and time.monotonic() - started < 50


# A program with a grandchild and one more in the background; goes on once the numbers of all are in a file.
FAMILY = (
    "sleep 300 & echo $! >> {0}; (sleep 301 & echo $! >> {0}; wait) & echo $! >> {0}; echo $$ >> {0}; "
    "while [ $(wc -l < {0}) -lt 4 ]; do sleep 0.05; done; "
)


def numbers(path: Path, count: int = 4) -> list[int]:
    """The processes that the family named, once it has."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = path.read_text().split() if path.exists() else []
        if len(found) == count:
            return [int(number) for number in found]
        time.sleep(0.05)
    raise AssertionError("the program was never started")


def left(processes: list[int]) -> list[int]:
    """Those that still run after a moment; a zombie does not run."""
    until = time.monotonic() + 10
    while True:
        running = [n for n in processes if _runs(n)]
        if not running or time.monotonic() > until:
            return running
        time.sleep(0.05)


def _runs(number: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="NOT TESTED: there is no /proc")


@needs_proc
@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ("wait", "took more than 2 s"),
        ("exit 4", "failed with status 4"),
        ("exec >&- 2>&-; exit 0", "gave 0 lines"),
        ("echo oops; wait", "'oops' is not one number"),
        ("yes 0", "gave more than"),
    ],
)
def test_no_grandchild_is_left_behind(capsys, tmp_path, ending, message):
    place = tmp_path / "numbers"
    # Children let go of the pipes where the program ends by itself, so that its end is seen.
    family = FAMILY.format(place)
    if "exit" in ending:
        family = f"exec 3>&1 4>&2 >/dev/null 2>&1 </dev/null; {family} exec >&3 2>&4 3>&- 4>&-; "
        family = family.replace("sleep 300", "sleep 300 3>&- 4>&-").replace(
            "(sleep", "(exec 3>&- 4>&-; sleep"
        )
    seconds = "2" if ending == "wait" else "30"
    found = refused(capsys, "--seconds", seconds, "--", "sh", "-c", family + ending)
    assert message in found
    assert left(numbers(place)) == []


@pytest.mark.family(6)
@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_it_ends_the_program_with_all_that_it_started(tmp_path, number):
    place = tmp_path / "numbers"
    # Ignored signals are inherited: a test that needs one sets it.
    usual = "default_int_handler" if number is signal.SIGINT else "SIG_DFL"
    program = f"import signal; signal.signal({int(number)}, signal.{usual}); "
    program += "from symbolic_eps.command import entry_point; entry_point()"
    given = (
        "conform",
        "--formula",
        "root",
        "--points",
        "60",
        "--",
        "sh",
        "-c",
        FAMILY.format(place) + "wait",
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, *given], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    family = numbers(place)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert left(family) == []
    if number is signal.SIGINT:
        assert process.returncode == 130 and said == "symbolic-eps: interrupted\n"
    else:
        assert process.returncode == -number and said == ""


def junit(path: Path) -> dict[str, str | None]:
    """The test cases of a report that is as JUnit XML has to be, each with what is wrong."""
    suites = ElementTree.parse(path).getroot()
    (suite,) = suites
    assert suites.tag == "testsuites" and suite.tag == "testsuite" and suite.get("name")
    cases = list(suite)
    assert {case.tag for case in cases} == {"testcase"}
    assert all(set(case.attrib) == {"classname", "name"} for case in cases)
    inner = [child for case in cases for child in case]
    assert all(child.tag in ("failure", "error") and child.get("message") for child in inner)
    counted = {"tests": len(cases), "skipped": 0}
    counted |= {f"{kind}s": sum(child.tag == kind for child in inner) for kind in ("failure", "error")}
    for element in (suites, suite):
        assert {name: int(element.attrib[name]) for name in counted} == counted
    return {case.attrib["name"]: case[0].get("message") if len(case) else None for case in cases}


def test_junit_has_a_case_for_each_check(capsys, folder, tmp_path):
    path = tmp_path / "report.xml"
    assert conform("--junit", str(path), *exported(folder, f"ours.root_lower({POINT})")) == 0
    assert junit(path) == dict.fromkeys(("answers", "never-above", "a-number", "infinity", "accuracy"))
    assert conform("--junit", str(path), *python("import sys\nfor _ in sys.stdin: print('nan')")) == 1
    found = junit(path)
    assert {name for name, wrong in found.items() if wrong} == {"a-number"}
    assert conform("--junit", str(path), "--", "sh", "-c", r"printf '<&\"\033\000]]>' >&2; exit 7") == 2
    (message,) = junit(path).values()
    assert "failed with status 7: <&" in message
    assert conform("--junit", str(path), *exported(folder, f"ours.bound({POINT})"), formula="bound") == 0
    assert "never-above" not in junit(path)


def test_a_report_that_cannot_be_written_is_refused_before_any_work(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("symbolic_eps.cli.export.selected", lambda *_: pytest.fail("work was done"))
    missing = tmp_path / "no" / "report.xml"
    assert f"--junit {missing}" in refused(capsys, "--junit", str(missing), "--", "cat")
    assert list(tmp_path.iterdir()) == []
