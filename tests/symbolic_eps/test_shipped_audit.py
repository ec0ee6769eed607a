"""The quick audit takes shipped records only where they are borne out; whatever is planted is seen.

The sample is tests/sample_paper; in `test_sample_paper.py` its verdicts are those judged by hand.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from symbolic_eps.cli import main, shipped_audit
from symbolic_eps.papers import papers
from verify import recheck
from verify.claims import auditor, shipped_records
from verify.claims.program_text import Text, is_same, syntax_digest
from verify.language.implication import Implication

SAMPLE = Path(__file__).parent.parent / "sample_paper" / "sample_2001"
PAPER = "sample-2001"


def _forget() -> None:
    papers.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "sample_2001"]:
        sys.modules.pop(name)


def installed(place: Path, package: Path) -> Path:
    """The package in a place of its own, with the entry point of a paper."""
    shutil.copytree(package, place / "sample_2001", ignore=shutil.ignore_patterns("__pycache__"))
    metadata = place / "sample_2001-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PAPER}\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[symbolic_eps.papers]\n{PAPER} = sample_2001:PAPER\n")
    return place / "sample_2001"


@pytest.fixture(scope="module")
def pinned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The sample with its pins, its evidence and its records."""
    place = tmp_path_factory.mktemp("pinned")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place / "cache"))
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.syspath_prepend(place)
        package = installed(place, SAMPLE)
        _forget()
        assert main(["audit", PAPER, "--update-expected"]) == 0
        assert main(["audit", PAPER, "--again", "--update-expected"]) == 0
        yield package
    _forget()


@pytest.fixture
def package(pinned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of it that may be damaged."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    copy = installed(tmp_path, pinned)
    _forget()
    yield copy
    _forget()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main(["audit", PAPER, "--jobs", "1", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def lines(package: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (package / "evidence" / "records.jsonl").read_text().splitlines()]


def write(package: Path, changed: list[dict[str, Any]], digests: bool = False) -> None:
    """The records of a liar; on demand one who knows of the digests."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in changed)
    (package / "evidence" / "records.jsonl").write_text(text)
    if digests:
        file = package / "expected_records.json"
        expected = json.loads(file.read_text())
        expected["records"] = {line["locator"]: shipped_records.digest(line) for line in changed}
        file.write_text(json.dumps(expected))


def certificates(package: Path) -> Path:
    return package / "evidence" / "certificates" / f"{PAPER}.json"


def test_records_that_are_borne_out_are_taken(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    again = json.loads(run(capsys, "--again", "--json")[1])
    in_words = run(capsys, "--again")
    judged = []
    judge = auditor.judge_within
    monkeypatch.setattr(auditor, "judge_within", lambda c, *more: judged.append(c) or judge(c, *more))
    status, out, err = run(capsys, "--json", "--seed", "1")
    taken = json.loads(out)
    for document in (again, taken):
        for claim in document["claims"]:
            claim.pop("seconds")
    said = {"records": 7, "certificates": 6, "judged_anew": len(judged), "seed": 1, "changed": 0}
    assert again.pop("taken") is None and taken.pop("taken") == said
    assert status == 0 and taken == again and 0 < len(judged) < len(again["claims"])
    assert f"7 claims as shipped, 6 certificates re-checked by the kernel; judged anew: {len(judged)} " in err
    assert run(capsys)[:2] == in_words[:2]


def _another_verdict(found: list[dict[str, Any]]) -> None:
    found[0]["verdict"] = "refuted"


def _another_statement(found: list[dict[str, Any]]) -> None:
    found[0]["statement"] = found[0]["statement"].replace(">", "<")


def _another_witness(found: list[dict[str, Any]]) -> None:
    line = next(line for line in found if line["witness"])
    line["witness"] = dict.fromkeys(line["witness"], "1/7")


def _stale_fingerprint(found: list[dict[str, Any]]) -> None:
    found[0]["fingerprint"] = found[1]["fingerprint"]


def _left_out(found: list[dict[str, Any]]) -> None:
    found.pop()


def _swapped(found: list[dict[str, Any]]) -> None:
    one, other = found[0], found[2]
    one["certificates"], other["certificates"] = other["certificates"], one["certificates"]
    one["certificate"], other["certificate"] = other["certificate"], one["certificate"]


LIES = [_another_verdict, _another_statement, _another_witness, _stale_fingerprint, _left_out, _swapped]


@pytest.mark.parametrize("lie", LIES)
def test_who_edits_the_shipped_record_alone_is_caught(
    lie: Callable[[list[dict[str, Any]]], None], package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = lines(package)
    lie(changed)
    write(package, changed)
    status, _, err = run(capsys)
    assert status == 1 and "its shipped record is another one than was pinned" in err


@pytest.mark.parametrize("lie", [_another_verdict, _stale_fingerprint, _left_out, _swapped])
def test_who_also_writes_the_digests_is_caught_by_pins_and_certificates(
    lie: Callable[[list[dict[str, Any]]], None], package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = lines(package)
    lie(changed)
    write(package, changed, digests=True)
    assert run(capsys)[0] == 1


@pytest.mark.parametrize("lie", [_another_statement, _another_witness])
def test_who_writes_the_digests_too_is_caught_when_the_claim_is_drawn(
    lie: Callable[[list[dict[str, Any]]], None], package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, changed = lines(package), lines(package)
    lie(changed)
    write(package, changed, digests=True)
    (place,) = (one["locator"] for one, other in zip(before, changed, strict=True) if one != other)
    seed = next(
        str(n)
        for n in range(100)
        if place in {line["locator"] for line in shipped_audit.drawn(changed, f"{n} {PAPER}")}
    )
    status, _, err = run(capsys, "--seed", seed)
    assert status == 1 and f"{PAPER} {place}: judged anew, it is not as its shipped record says" in err


def test_every_claim_is_drawn_by_some_seed(package: Path) -> None:
    records = lines(package)
    seen = {line["locator"] for n in range(200) for line in shipped_audit.drawn(records, str(n))}
    assert seen == {line["locator"] for line in records}


def test_what_takes_long_is_drawn_as_seldom_as_is_said_and_no_more() -> None:
    """Of claims that took 0, 4.5 and 1000 s the first is drawn with chances as 1/0.5, 1/5 and 1/10.5."""
    seconds = {"quick": 0, "longer": 4.5, "long": 1000, "no number": float("nan")}
    records = [
        {"locator": place, "module": place, "seconds": took, "witness": None}
        for place, took in seconds.items()
    ]
    draws = [shipped_audit.drawn(records, f"{n}")[0]["locator"] for n in range(4000)]
    rates = {"quick": 2, "longer": 1 / 5, "long": 2 / 21, "no number": 2 / 21}
    for place, rate in rates.items():
        expected = 4000 * rate / sum(rates.values())
        assert abs(draws.count(place) - expected) < 5 * expected**0.5


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"weight":"1"', '"weight":"2"', 1),
        lambda text: text.replace('"weight":"1"', '"weight":"-1"', 1),
        lambda text: text.replace('"fingerprint":"sha256:', '"fingerprint":"sha256:0', 1),
        lambda text: "[]\n",
        lambda text: text[:-20],
        lambda text: "[\n]\n",
    ],
    ids=["another weight", "a negative weight", "another name", "none", "cut short", "an empty list"],
)
def test_a_changed_certificate_is_seen(
    damage: Callable[[str], str], package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = certificates(package)
    text = file.read_text()
    assert damage(text) != text
    file.write_text(damage(text))
    status, _, err = run(capsys, "--seed", "1")
    said = ("the kernel does not accept", "the kernel rejects a certificate", "not JSON")
    assert status != 0 and any(reason in err for reason in said)


def test_a_file_that_cannot_be_read_proves_nothing(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recheck, "MAX_BYTES", 100)
    status, _, err = run(capsys, "--seed", "1")
    assert status == 1 and err.count("the kernel does not accept") > 1


def test_what_other_processes_re_check_counts_like_what_is_re_checked_here(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--seed", "1", "--jobs", "2")
    status, _, err = run(capsys, *asked)
    assert status == 0 and "6 certificates re-checked by the kernel" in err
    file, seen = certificates(package), 0
    text = file.read_text()
    for name in (certificate["fingerprint"] for certificate in json.loads(text)):
        listed = [one for one in text.splitlines() if name not in one]
        assert len(listed) == len(text.splitlines()) - 1
        file.write_text("\n".join(listed).replace(",\n]", "\n]") + "\n")
        status, _, err = run(capsys, *asked)
        seen += status == 1 and f"the kernel does not accept {name}" in err
    assert seen == 6


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("t / (1 - t) > t)", "t / (1 - t) > 2 * t)"),
        ("t / (1 - t) > t)", "t / (1 - t) >= t)"),
        ("PROBABILITY = (t > 0, t < 1)", "PROBABILITY = (t > 0, t <= 1)"),
    ],
)
def test_a_planted_change_in_a_claim_or_a_domain_is_seen(
    before: str, after: str, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = package / "section_ii.py"
    text = module.read_text()
    assert before in text
    module.write_text(text.replace(before, after))
    status, _, err = run(capsys)
    assert status == 1 and "prop:1.1: the claim is another one than was pinned" in err and "changed" in err


def test_a_comment_changes_nothing(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = package / "section_ii.py"
    text = module.read_text()
    module.write_text(text.replace("# At t = 1/4", "# At one quarter").replace('"""A claim of', '"""One of'))
    assert module.read_text() != text
    status, _, err = run(capsys)
    assert status == 0 and "7 claims as shipped" in err


def test_a_translator_that_says_something_else_is_seen_whatever_is_drawn(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Implication.__init__

    def planted(self: Implication, hypotheses: Any, goal: Any, *more: Any) -> None:
        original(self, hypotheses[1:], goal, *more)  # a hypothesis is lost

    monkeypatch.setattr(Implication, "__init__", planted)
    for seed in "123":
        status, _, err = run(capsys, "--seed", seed)
        assert status == 1 and "judged anew, it is not as its shipped record says" in err


@pytest.mark.parametrize("what", ["library", "program"])
def test_nothing_is_taken_with_another_program_or_library(
    what: str, package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if what == "library":
        monkeypatch.setattr(shipped_audit, "libraries", lambda: ("sympy 9.9",))
    else:
        monkeypatch.setattr(shipped_audit, "program", lambda: [("planted.py", Path(__file__))])
    status, _, err = run(capsys)
    assert status == 0 and "notice: all claims are judged: sample-2001: its records were made" in err


def test_an_edit_keeps_the_lines_that_say_the_same(package: Path) -> None:
    paper = papers()[PAPER]
    before = shipped_records.read(paper)
    assert before is not None
    slower = [line | {"seconds": line["seconds"] + 1} for line in before.lines]
    texts = shipped_records.files(
        paper, shipped_audit.shipped_with(paper, slower, (before.program, before.claims)), before
    )
    assert all(file.read_text() == text for file, text in texts.items())


def test_the_kernel_waits_for_no_algebra_system() -> None:
    """What starts its processes, and what they load, is light."""
    program = (
        "import sys; from symbolic_eps.cli import shipped_audit; from symbolic_eps.papers import papers\n"
        "paper = papers()['kazan-reiter-2024']; assert shipped_audit._Rechecked(paper, None, 1).judged()[0]\n"
        "print([m for m in ('sympy', 'flint', 'z3', 'mpmath') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_token_of_code_is_told_from_a_comment(tmp_path: Path) -> None:
    file = tmp_path / "module.py"

    def text(code: str) -> list[tuple[str, Path]]:
        file.write_text(code)
        return [("module.py", file)]

    known = Text("", syntax_digest(text('"""Doc."""\n\ndef f(a):\n    """Doc."""\n    return a < 1\n')))
    assert is_same(known, text("def f(a):  # as it was\n    return a < 1\n"))
    assert not is_same(known, text("def f(a):\n    return a <= 1\n"))
    assert not is_same(known, [("other.py", file)])


@pytest.mark.parametrize("name", sorted(set(papers()) - {PAPER}))
def test_shipped_records_are_current(name: str) -> None:
    paper = papers()[name]
    shipped = shipped_records.read(paper)
    current = (
        shipped is not None
        and is_same(shipped.program, shipped_audit.program())
        and is_same(shipped.claims, shipped_audit.claim_modules(paper))
        and not shipped.altered
    )
    assert current, f"the records of {name} are of another program text: type `make records`"
