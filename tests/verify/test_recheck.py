"""Certificate files: both commands agree, lemmas come in any order, hostile files are one rejected line."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symbolic_eps.cli import main as symbolic_eps
from verify import kernel, polynomial, recheck
from verify.certificates.certificate import as_text

ROOT = Path(__file__).resolve().parents[2]


def certificate(hypothesis: Any, goal: Any, refutation: Any, *lemmas: str) -> dict:
    claim = {"variables": ["x"], "hypotheses": [hypothesis], "goal": goal}
    return {
        "format": "certificate/1",
        "claim": claim,
        "fingerprint": kernel.fingerprint(claim),
        "lemmas": list(lemmas),
        "refutations": [refutation],
    }


def positive_plus(number: int, lemma: str | None = None) -> dict:
    """x > 0 implies x + number > 0; directly, or from the same with number - 1."""
    terms = [
        {"weight": "1", "ge": [0], "gt": []},
        {"weight": "1", "ge": [], "gt": [0 if lemma is None else 1]},
    ]
    constant = number if lemma is None else 1
    if constant:
        terms.append({"weight": str(constant), "ge": [], "gt": []})
    node: dict = {"terms": terms, "multipliers": []}
    if lemma is not None:
        node = {"lemma": lemma, "then": node}
    goal = [">", ["+", "x", str(number)], "0"]
    return certificate([">", "x", "0"], goal, node, *([] if lemma is None else [lemma]))


def chain(length: int) -> list[dict]:
    made = [positive_plus(0)]
    for number in range(1, length):
        made.append(positive_plus(number, made[-1]["fingerprint"]))
    return made


GOOD = positive_plus(3)
BAD = positive_plus(3) | {"refutations": [{"terms": [], "multipliers": []}]}


def write(path: Path, content: Any) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def accepted(certificates: list[Any]) -> list[bool]:
    return [j.accepted for j in recheck.judge((str(i), c) for i, c in enumerate(certificates))]


def reason(path: Path) -> str:
    """The one reason why a file is rejected."""
    (judgement,) = recheck.judge_files([path])
    assert not judgement.accepted
    return judgement.reason


# Parts of a file, judged side by side.


def lined(certificates: list[dict]) -> bytes:
    """One certificate in a line, as the files of a paper have it."""
    return as_text(certificates).encode()


def in_parts(path: Path, parts: int) -> tuple[set[str], set[str]]:
    found = [recheck.judge_part(part) for part in recheck.parts(str(path), parts)]
    assert sum(len(one) for both in found for one in both) == len(set().union(*(a | b for a, b in found)))
    return set().union(*(a for a, _ in found)), set().union(*(b for _, b in found))


@pytest.mark.parametrize("parts", [1, 2, 3, 9])
@pytest.mark.parametrize(
    "as_bytes", [lined, lambda c: json.dumps(c).encode(), lambda c: json.dumps(c, indent=0).encode()]
)
@pytest.mark.parametrize("lemmas", [False, True])
def test_parts_say_together_what_the_file_says(
    tmp_path: Path, parts: int, as_bytes: Callable[[list[dict]], bytes], lemmas: bool
) -> None:
    made = chain(5) if lemmas else [positive_plus(n) for n in range(5)]
    wrong = positive_plus(7) | {"refutations": [{"terms": [], "multipliers": []}]}
    path = write(tmp_path / "c.json", as_bytes([*made, wrong]))
    assert in_parts(path, parts) == ({c["fingerprint"] for c in made}, {wrong["fingerprint"]})


@pytest.mark.parametrize("parts", [1, 2])
@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-2],
        lambda text: text.replace(b",\n", b"\n"),
        lambda text: text.replace(b'"weight"', b'"weight":"1","weight"', 1),
        lambda text: text + b"{}",
        lambda text: text[1:],
    ],
)
def test_a_damaged_file_is_refused_by_some_part(
    tmp_path: Path, parts: int, damage: Callable[[bytes], bytes]
) -> None:
    text = lined([positive_plus(n) for n in range(4)])
    assert damage(text) != text
    path = write(tmp_path / "c.json", damage(text))
    with pytest.raises(kernel.Rejected):
        in_parts(path, parts)


# Lemmas.


def test_lemmas_are_found_in_any_order_and_file(tmp_path: Path) -> None:
    made = chain(5)
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]):
        assert all(accepted([made[i] for i in order]))
    files = [write(tmp_path / f"{i}.json", made[4 - i]) for i in range(5)]
    assert all(j.accepted for j in recheck.judge_files(files))
    assert not recheck.judge_files(files[:1])[0].accepted


def test_what_rests_on_an_unproved_lemma_is_rejected() -> None:
    made = chain(4)
    assert accepted([made[0], made[2], made[3]]) == [True, False, False]
    broken = made[1] | {"refutations": [{"terms": [], "multipliers": []}]}
    assert accepted([made[0], broken, made[2], made[3]]) == [True, False, False, False]


def test_circle_of_lemmas_proves_nothing() -> None:
    # Both are false at x = 1; each would follow from the other.
    false_claims = [
        {"variables": ["x"], "hypotheses": [], "goal": [">", relation, "0"]}
        for relation in (["*", "-1", "x"], ["*", "-2", "x"])
    ]
    names = [kernel.fingerprint(c) for c in false_claims]
    terms = [{"weight": w, "ge": g, "gt": t} for w, g, t in (("1", [0], []), ("1", [], [0]))]
    circle = [
        {
            "format": "certificate/1",
            "claim": false_claims[i],
            "fingerprint": names[i],
            "lemmas": [names[1 - i]],
            "refutations": [
                {
                    "lemma": names[1 - i],
                    "then": {
                        "terms": [terms[0] | {"weight": "2" if i == 0 else "1"}, terms[1]]
                        if i == 0
                        else [terms[0], terms[1] | {"weight": "2"}],
                        "multipliers": [],
                    },
                }
            ],
        }
        for i in (0, 1)
    ]
    for i in (0, 1):  # each step is right; only the circle is wrong
        kernel.check(circle[i], {names[1 - i]: false_claims[1 - i]})
    assert accepted(circle) == [False, False]
    own = circle[0] | {"lemmas": [names[0]]}
    assert accepted([own]) == [False]


def test_a_rejection_without_words_is_a_rejection(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*_: Any) -> None:
        raise kernel.Rejected

    monkeypatch.setattr(kernel, "check", silent)
    assert accepted([GOOD]) == [False]


def test_lemma_under_a_forged_name_is_not_used() -> None:
    made = chain(2)
    forged = certificate([">", "x", "1"], [">", "x", "0"], {"terms": [], "multipliers": []})
    assert accepted([forged | {"fingerprint": made[0]["fingerprint"]}, made[1]]) == [False, False]


def test_long_chain_in_the_wrong_order_takes_no_quadratic_time() -> None:
    start = time.process_time()
    assert all(accepted(chain(2000)[::-1]))
    assert time.process_time() - start < 5


# Files.


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "not JSON: the file is empty"),
        (b"{", "copy it again"),
        (b"\xff\xfe\x00", "not JSON"),
        (b'"\\ud800"', "not a certificate"),
        (b"null", "not a certificate"),
        (b"[[]]", "not a certificate"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"a": 1, "a": 2}', "a key occurs twice"),
        (b'{"a": 1.5}', "not a rational number in digits: 1.5"),
        (b'{"a": 1e5}', "not a rational number in digits: 1e5"),
        (b'{"a": NaN}', "not a rational number in digits: NaN"),
        (b'{"a": -Infinity}', "not a rational number in digits: -Infinity"),
        (b"9" * 1_000_000, "an integer of 1000000 digits"),
        (b"[" + b"0," * 10_000 + b"0]", "more than 10000 certificates"),
        (b" " * 10_000_001, "larger than 10 MB, the most that is read"),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else None,
)
def test_malformed_file_is_one_rejected_certificate(content: bytes, expected: str, tmp_path: Path) -> None:
    start = time.process_time()
    assert expected in reason(write(tmp_path / "file.json", content))
    assert time.process_time() - start < 2


def test_truncated_file_is_rejected(tmp_path: Path) -> None:
    text = json.dumps(positive_plus(2, "sha256:0")).encode()
    for length in random.Random(7).sample(range(len(text)), 200):
        assert "not JSON" in reason(write(tmp_path / "file.json", text[:length]))


def test_flipped_byte_is_rejected(tmp_path: Path) -> None:
    text = json.dumps(GOOD).encode()
    rng = random.Random(11)
    for _ in range(400):
        place, byte = rng.randrange(len(text)), rng.randrange(256)
        damaged = text[:place] + bytes([byte]) + text[place + 1 :]
        (judgement,) = recheck.judge_files([write(tmp_path / "file.json", damaged)])
        same = byte == text[place] or (text[place] in b" " and byte in b" \t\r\n")
        assert judgement.accepted == same and (same or judgement.reason)


def test_key_written_twice_cannot_hide_a_claim(tmp_path: Path) -> None:
    text = json.dumps(GOOD)[:-1] + ', "claim": ' + json.dumps(positive_plus(4)["claim"]) + "}"
    assert reason(write(tmp_path / "file.json", text.encode())) == "a key occurs twice in an object"


def test_folder_stands_for_its_json_files_by_name(tmp_path: Path) -> None:
    made = chain(3)
    for name, content in zip(("b.json", "a.json", "c.json"), made, strict=True):
        write(tmp_path / name, content)
    write(tmp_path / "notes.txt", b"no certificate")
    found = recheck.judge_files([tmp_path])
    assert [Path(j.source).name for j in found] == ["a.json", "b.json", "c.json"]
    assert all(j.accepted for j in found)


@pytest.mark.parametrize("within", ["certificates", "towers"])
def test_folder_to_which_a_command_wrote_certificates_stands_for_them(
    within: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in ((within, GOOD), ("answers", BAD)):
        (tmp_path / name).mkdir()
        write(tmp_path / name / "one.json", content)
    shown = (
        f"accepted  {GOOD['fingerprint']}  {tmp_path / within / 'one.json'}\n1 of 1 certificates accepted\n"
    )
    assert symbolic_eps(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == shown
    assert standalone(tmp_path) == (0, shown, "")


def test_judgements_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    write(tmp_path / "1.json", b"{")
    write(tmp_path / "2.json", [GOOD, BAD])
    write(tmp_path / "3.json", b"}")
    found = recheck.judge_files([tmp_path])
    assert [Path(j.source).name for j in found] == ["1.json", "2.json[0]", "2.json[1]", "3.json"]
    assert [j.accepted for j in found] == [False, True, False, False]


# The two commands.


def standalone(*arguments: str | Path) -> tuple[int, str, str]:
    run = subprocess.run(
        [sys.executable, "-m", "verify.kernel", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


def test_both_commands_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = write(tmp_path / "good.json", GOOD), write(tmp_path / "bad.json", [GOOD, BAD])
    for arguments, status in (([good], 0), ([good, bad], 1), ([good, bad, "--quiet"], 1)):
        assert symbolic_eps(["check", *map(str, arguments)]) == status
        shown = capsys.readouterr()
        assert shown.err == ""
        assert standalone(*arguments) == (status, shown.out, "")
    assert shown.out.splitlines() == [
        f"rejected  {GOOD['fingerprint']}  {bad}[1]  no term is strictly positive",
        "2 of 3 certificates accepted",
    ]


@pytest.mark.parametrize("name", ["missing.json", "empty"])
def test_missing_file_is_bad_input_in_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    path = tmp_path / name
    assert symbolic_eps(["check", str(path)]) == 2
    shown = capsys.readouterr()
    status, out, err = standalone(path)
    assert (status, out, shown.out) == (2, "", "")
    for message in (err, shown.err):
        assert str(path) in message and message.count("\n") == 1 and "Traceback" not in message


def test_a_file_of_a_folder_that_cannot_be_read_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "good.json", GOOD)
    lost = tmp_path / "lost.json"
    lost.symlink_to(tmp_path / "nowhere")
    assert symbolic_eps(["check", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count(str(lost)) == 1
    status, out, err = standalone(tmp_path)
    assert (status, out) == (2, "") and str(lost) in err


def test_no_certificate_at_all_is_not_a_success(tmp_path: Path) -> None:
    empty = str(write(tmp_path / "empty.json", []))
    assert symbolic_eps(["check", empty]) == 1
    assert recheck.main([empty]) == 1


def test_json_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "bad.json", BAD)
    write(tmp_path / "good.json", GOOD)
    assert symbolic_eps(["check", "--json", str(tmp_path)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["summary"] == {"accepted": 1, "rejected": 1}
    assert found["certificates"] == [
        {
            "source": str(tmp_path / "bad.json"),
            "fingerprint": BAD["fingerprint"],
            "accepted": False,
            "reason": "no term is strictly positive",
        },
        {
            "source": str(tmp_path / "good.json"),
            "fingerprint": GOOD["fingerprint"],
            "accepted": True,
            "reason": None,
        },
    ]


def test_output_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path / "good.json", GOOD)
    report = tmp_path / "report.txt"
    assert symbolic_eps(["check", str(good), "--quiet", "--output", str(report)]) == 0
    assert capsys.readouterr().out == "" and report.read_text() == "1 of 1 certificates accepted\n"


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert symbolic_eps(["check", "--help"]) == 0
    assert "Example: symbolic-eps check" in capsys.readouterr().out


def test_certificate_cannot_forge_a_line_or_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = GOOD | {"fingerprint": "x\naccepted  sha256:0  proof.json\x1b[2K\ud800"}
    path = write(tmp_path / "file.json", forged)
    assert symbolic_eps(["check", str(path)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("rejected  x\\naccepted") and first.isprintable() and first.isascii()
    assert second == "0 of 1 certificates accepted"
    assert symbolic_eps(["check", "--json", str(path)]) == 1
    assert capsys.readouterr().out.isascii()


# Nothing but the standard library.

HEAVY = ("sympy", "numpy", "z3", "cvc5", "flint", "mpmath")


def test_check_loads_no_algebra_system_or_solver(tmp_path: Path) -> None:
    good = write(tmp_path / "good.json", GOOD)
    program = f"""
import sys
from symbolic_eps.cli import main
assert main(["check", {str(good)!r}]) == 0
assert main(["check", "--json", {str(good)!r}]) == 0
print("loaded:", *sorted(sys.modules.keys() & set({HEAVY!r})))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "loaded:"


def test_kernel_runs_on_a_bare_interpreter(tmp_path: Path) -> None:
    package = tmp_path / "verify"
    package.mkdir()
    ours = "__init__ kernel polynomial fast_kernel caching_kernel recheck files garbage_collection"
    for name in ours.split():
        shutil.copy(ROOT / "verify" / f"{name}.py", package)
    good, bad = write(tmp_path / "good.json", GOOD), write(tmp_path / "bad.json", BAD)
    bare = [sys.executable, "-E", "-s", "-S"]  # no environment, no user's or site's packages
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*bare, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    for name in HEAVY:
        assert "ModuleNotFoundError" in run("-c", f"import {name}").stderr
    assert run("-m", "verify.kernel", good).stdout.startswith(f"accepted  {GOOD['fingerprint']}")
    assert run("-m", "verify.kernel", good).returncode == 0
    assert run("-m", "verify.kernel", bad).returncode == 1
    assert run("-m", "verify.recheck", bad).returncode == 1  # not a silent 0, which looks like acceptance
    assert run("-m", "verify.kernel", "nothing").returncode == 2


# The page that describes the format.


def test_documented_example_is_accepted_and_the_documented_limits_are_the_real_ones() -> None:
    text = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    assert accepted([example]) == [True]
    damaged = json.loads(json.dumps(example).replace('"-1"]}', '"-2"]}'))
    assert damaged != example and accepted([damaged]) == [False]
    numbers = text.replace(" ", "")
    for limit in (polynomial.MAX_WORK, recheck.MAX_CERTIFICATES, recheck.MAX_BYTES // 1_000_000):
        assert str(limit) in numbers
    assert f"from 0 to {polynomial.MAX_EXPONENT}" in text and f"of {recheck.MAX_DIGITS} digits" in text
