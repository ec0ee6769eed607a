"""Judging by pieces of text accepts what the kernel accepts of the whole text, and no more."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from symbolic_eps import shipped_certificates
from verify import kernel, recheck, two_processes
from verify.certificate_text import MAX_DEPTH, refutations
from verify.fast_kernel import AtOnce
from verify.kernel import Logic
from verify.text_caching_kernel import TextMemory

CLAIM = {"variables": ["x"], "hypotheses": [[">", "x", "0"]], "goal": [">", ["^", "x", 2], "0"]}
NODE = {
    "terms": [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [], "gt": [0, 0]}],
    "multipliers": [],
}


def certificate(claim: Any = CLAIM, node: Any = NODE, **others: Any) -> dict[str, Any]:
    made = {"format": "certificate/1", "claim": claim, "fingerprint": kernel.fingerprint(claim)}
    return made | {"lemmas": [], "refutations": [node]} | others


def line(given: Any) -> bytes:
    return kernel.CANONICAL(given).encode()


def accepted_by_the_kernel(text: bytes) -> bool:
    try:
        kernel.check(recheck.parsed(text), {})
    except kernel.Rejected:
        return False
    return True


@pytest.fixture(scope="module")
def shipped() -> list[bytes]:
    """Every fifth certificate of some files of each folder, the longest left out."""
    files = recheck.files_of(shipped_certificates.shipped())[::2]
    lines = dict.fromkeys(one for file in files for one in two_processes._lines(file) or ())
    return [one for one in lines if len(one) < 5_000][::5]


def names_of(lines: list[bytes]) -> list[str]:
    return sorted({name for one in lines for name in json.loads(one)["claim"]["variables"]})


def test_what_is_shipped_is_accepted_by_its_pieces(shipped: list[bytes]) -> None:
    memory = TextMemory(names_of(shipped))
    assert len(shipped) > 150
    assert [memory.accepts_text(one) for one in shipped] == [
        json.loads(one)["fingerprint"] for one in shipped
    ]
    work = memory.work
    assert memory.accepts_text(shipped[-1]) and memory.work == work > 0


def damaged(text: bytes, other: bytes, rng: random.Random) -> bytes:
    """A byte changed, or a stretch left out, written twice, or taken from another certificate."""
    start = rng.randrange(len(text))
    end = min(len(text), start + rng.choice([1, 1, 2, 5, 20]))
    place = rng.randrange(len(other))
    between = rng.choice(
        [
            b"",
            text[start:end] * 2,
            other[place : place + end - start],
            bytes([rng.choice(b'01279"[]{},:-xapq>=<+*^ \\')]),
        ]
    )
    changed = text[:start] + between + text[end:]
    if rng.random() < 0.7:  # else most have another claim's fingerprint
        return with_its_fingerprint(changed)
    return changed


def with_its_fingerprint(text: bytes) -> bytes:
    """As one who forges a certificate would write it."""
    try:
        claim = json.loads(text)["claim"]
        name = kernel.fingerprint(claim).encode()
    except (ValueError, TypeError, KeyError):
        return text
    before, found, after = text.partition(b'"fingerprint":"')
    return before + found + name + after[after.find(b'"') :] if found else text


def test_what_is_damaged_is_accepted_only_where_the_kernel_accepts_it(shipped: list[bytes]) -> None:
    rng = random.Random(5)
    memory = TextMemory(names_of(shipped))
    assert all(map(memory.accepts_text, shipped))  # so that sound pieces are known
    texts = [damaged(rng.choice(shipped), rng.choice(shipped), rng) for _ in range(1500)]
    by_pieces = [text for text in texts if memory.accepts_text(text)]
    assert all(map(accepted_by_the_kernel, by_pieces))
    assert 10 < len(by_pieces) < 1000  # some changes do no harm: a weight of a term that is 0, say


def multiple(factor: str) -> bytes:
    """That 0 > 0, if 0 = 0, proves anything; the factor of 0 = 0 must be the claim's."""
    nothing = {"weight": "1", "ge": [], "gt": [0]}
    node = {"terms": [nothing], "multipliers": [{"by": factor, "eq": 0}]}
    claim = {"variables": ["x"], "hypotheses": [[">", "0", "0"], ["=", "0", "0"]], "goal": [">", "0", "x"]}
    return line(certificate(claim, node))


SPLIT = {"split": "x", "cases": {">": NODE, "<=": NODE}}


def nested(depth: int) -> Any:
    node: Any = NODE
    for _ in range(depth):
        node = {"split": "x", "cases": {">": node, "<=": NODE}}
    return node


def forgeries() -> Iterator[tuple[str, bytes]]:
    """Texts that are no certificate, each with pieces that are known."""
    good = line(certificate())
    term = b'{"ge":[0],"gt":[],"weight":"1"}'
    yield "a key twice in a term", good.replace(b'{"ge":[0],', b'{"ge":[7],"ge":[0],', 1)
    yield "a key twice with a space", good.replace(b'{"ge":[0],', b'{"ge":[7],"ge" :[0],', 1)
    yield "a comma too many", good.replace(term + b",", term + b",,")
    yield "a comma at the end", good.replace(b'"}]}]}', b'"},]}]}')
    yield "a comma after the refutations", good[:-2] + b",]}"
    yield "no comma", good.replace(term + b",", term)
    yield "more after the end", good + b"}"
    yield "a sign of a split alone", good[:-2] + b',"=":]}'
    tail = b'},"split":......],"terms":[' + term + b',{"ge":[],"gt":[0,0],"weight":"1"}]}'
    yield "sums in a split's text", good[: good.index(b'{"multipliers')] + tail + b"]}"
    yield "a fraction as a place", good.replace(b'"ge":[0]', b'"ge":[0.0]', 1)
    yield "a place from the end", good.replace(b'"ge":[0]', b'"ge":[-1]', 1)
    yield "no such place", good.replace(b'"ge":[0]', b'"ge":[1]', 1)
    yield "a negative weight", good.replace(b'"weight":"1"', b'"weight":"-1"')
    yield "another fingerprint", good.replace(b'"fingerprint":"sha256:', b'"fingerprint":"sha256:0')
    yield "a lemma", good.replace(b'"lemmas":[]', b'"lemmas":["a"]')
    yield "formulas without a comma", good.replace(b'],"variables"', b'[">","x","0"]],"variables"', 1)
    less = good.replace(b'"variables":["x"]', b'"variables":["y"]')
    yield "a name of another claim", with_its_fingerprint(less)
    yield "a name twice", with_its_fingerprint(good.replace(b'"variables":["x"]', b'"variables":["x","x"]'))
    yield "not strict", line(certificate(node=NODE | {"terms": []}))
    yield "no refutation", line(certificate(refutations=[]))
    yield "too many refutations", line(certificate(refutations=[NODE, NODE]))
    broken = line(certificate(node=SPLIT))
    yield "a gap", broken.replace(b'{"<=":', b'{"<":')
    yield "a case twice", broken.replace(b',">":', b',"<=":')
    yield "a case more", broken.replace(b'},"split"', b',">":' + line(NODE) + b'},"split"')
    other = certificate(CLAIM | {"goal": [">", "0", "1"]})
    yield "another claim", line(other)
    nothing = [">", "0", "0"]
    one_term = {"terms": [{"weight": "1", "ge": [], "gt": [0]}], "multipliers": []}
    empty = line(certificate(CLAIM | {"hypotheses": [nothing]}, one_term))
    text = b'},"split":......],"terms":[x"ge":[],"gt":[0],"weight":"1"x]}'
    yield "sums without braces", empty.replace(line(one_term), text)
    either = CLAIM | {"hypotheses": [["or", nothing, nothing]]}
    two = line(certificate(either, refutations=[one_term, one_term]))
    yield "a sign of a split between", two.replace(line(one_term) + b",", line(one_term) + b',"=":')
    yield "another claim's variable", multiple("y")
    yield "another claim's variable, escaped", multiple("y").replace(b'"y"', b'"\\u0079"')
    yield "a place with a zero before it", multiple("x").replace(b'"eq":0', b'"eq":00')
    yield "another claim by name", line(certificate() | {"claim": other["claim"]})


@pytest.mark.parametrize(
    ("reason", "text"), [*forgeries()], ids=lambda value: value if isinstance(value, str) else ""
)
def test_forgeries_are_refused(reason: str, text: bytes) -> None:
    memory = TextMemory(["x", "y"])
    goods = [
        line(certificate()),
        line(certificate(node=SPLIT)),
        line(certificate(CLAIM | {"variables": ["x", "y"]})),
        multiple("x"),
    ]
    assert all(map(memory.accepts_text, goods)) and all(map(accepted_by_the_kernel, goods))
    assert text not in goods and not accepted_by_the_kernel(text)
    assert memory.accepts_text(text) == "", reason


@pytest.mark.parametrize("change", [(b'"x"', b'"\\u0078"'), (b",", b", "), (b'"x",0', b'"x",-0')])
def test_the_hash_of_a_text_that_is_not_canonical_is_no_fingerprint(change: tuple[bytes, bytes]) -> None:
    claim = CLAIM | {"hypotheses": [[">", "0", "0"]], "goal": [">", ["^", "x", 0], "0"]}
    node = {"terms": [{"weight": "1", "ge": [], "gt": [0]}], "multipliers": []}
    memory, good = TextMemory(["x"]), certificate(claim, node)
    goal = kernel.CANONICAL(claim["goal"]).encode()
    text = line(claim).replace(goal, goal.replace(*change))
    whole = line(good).replace(line(claim), text)
    forged = whole.replace(good["fingerprint"].encode(), b"sha256:" + sha256(text).hexdigest().encode())
    assert memory.accepts_text(line(good)) and forged != whole != line(good)
    assert accepted_by_the_kernel(whole) and not accepted_by_the_kernel(forged)
    assert memory.accepts_text(forged) == memory.accepts_text(whole) == ""


def test_what_is_no_text_is_left_to_the_kernel() -> None:
    memory = TextMemory(["x", "y"])
    assert memory.accepts_text(line(certificate())) and not memory.accepts(certificate())


def test_deep_splits_are_left_to_the_kernel() -> None:
    memory = TextMemory(["x"])
    depths = [1, 10, MAX_DEPTH - 1, MAX_DEPTH, 300]
    assert [bool(memory.accepts_text(line(certificate(node=nested(depth))))) for depth in depths] == [
        True,
        True,
        True,
        False,
        False,
    ]
    with pytest.raises(kernel.Rejected):
        refutations(b'{"cases":{"<":' * 10_000)


# Polynomials with fewer steps are the same polynomials.


def drawn(rng: random.Random, depth: int) -> Any:
    """A tree: mostly sums of monomials, with what else there may be among them."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(
            ["x", "y", "z", "0", "1", "-1", "3", "-7", "2/3", "123456789012", ["^", "x", 2], ["^", "y", 9]]
        )
    word = rng.choice("++++***^/")
    if word == "^":
        return ["^", drawn(rng, depth - 1), rng.choice([0, 1, 2, 3])]
    count = 2 if word == "/" else rng.choice([0, 1, 2, 2, 3, 4])
    return [word, *(drawn(rng, depth - 1) for _ in range(count))]


def read_by(made: type[Logic], tree: Any) -> tuple[Any, Logic]:
    ring = made(["x", "y", "z"])
    try:
        return ring.fraction(tree), ring
    except kernel.Rejected as error:
        return str(error), ring


def test_trees_stand_for_the_same_polynomials_and_no_less_work() -> None:
    rng = random.Random(3)
    at_once = 0
    for _ in range(3000):
        tree = drawn(rng, rng.choice([1, 2, 3, 4]))
        (ours, mine), (theirs, kernels) = read_by(AtOnce, tree), read_by(Logic, tree)
        assert ours == theirs and mine.work >= kernels.work, tree
        if not isinstance(ours, str):
            assert all(a.length >= b.length for a, b in zip(ours, theirs, strict=True)), tree
        at_once += bool(AtOnce(["x", "y", "z"])._collected(tree, 1, 0, {}))
    assert 500 < at_once < 2900


@pytest.mark.parametrize(
    "tree", [["^", "x", 64], ["*", ["^", "x", 64], ["^", "x", 65]], ["+", ["^", "x", True]], ["*", []]]
)
def test_powers_cost_what_they_cost_the_kernel(tree: Any) -> None:
    (ours, mine), (theirs, kernels) = read_by(AtOnce, tree), read_by(Logic, tree)
    assert ours == theirs and mine.work >= kernels.work


def test_long_denominators_cost_no_less_than_with_the_kernel() -> None:
    rng = random.Random(11)

    def number() -> str:
        return f"{rng.choice([1, -5, 2**30, 2**70])}/{rng.choice([1, 3, 2**61 - 1, 2**89 - 1, 2**107 - 1])}"

    for _ in range(200):
        mine, kernels = AtOnce(["x", "y", "z"]), Logic(["x", "y", "z"])
        sums = [["+", *(["*", number(), *rng.choices("xyz", k=2)] for _ in range(3))] for _ in range(3)]
        pool = [kernels.polynomial(one) for one in sums]
        parts = [(kernels.atom(number())[0], rng.choices(pool, k=2)) for _ in range(rng.choice([1, 3, 5]))]
        before = kernels.work
        assert mine.vanishes(parts) == kernels.vanishes(parts)
        assert mine.work >= kernels.work - before


def test_sums_of_products_vanish_exactly_where_the_kernel_says_so() -> None:
    rng = random.Random(4)
    found = {True: 0, False: 0}
    for _ in range(600):
        mine, kernels = AtOnce(["x", "y", "z"]), Logic(["x", "y", "z"])
        pool = [
            kernels.polynomial(
                [
                    "+",
                    *(
                        [
                            "*",
                            str(rng.choice([1, -1, 2, 2**30, 2**70, "1/2", "-5/6"])),
                            *rng.choices("xyz", k=2),
                        ]
                        for _ in range(2)
                    ),
                ]
            )
            for _ in range(3)
        ]
        parts = [
            (kernels.one, rng.choices(pool, k=rng.choice([0, 1, 2, 3]))) for _ in range(rng.choice([1, 2]))
        ]
        if rng.random() < 0.5:  # and the same again, less
            weight = kernels.atom("-1")[0]
            parts += [(weight, factors[::-1]) for _, factors in parts]
        before = kernels.work
        said = kernels.vanishes(parts)
        found[said] += 1
        assert mine.vanishes(parts) == said and mine.work >= kernels.work - before
    assert min(found.values()) > 50
    power = kernels.polynomial(["*", *[["^", "x", 64]] * 1000])
    tall = [(kernels.one, [power, power]), (kernels.atom("-1")[0], [power, power])]
    for ring in (AtOnce(["x", "y", "z"]), Logic(["x", "y", "z"])):
        with pytest.raises(kernel.Rejected, match="more work"):
            ring.vanishes(tall)


@pytest.mark.parametrize("ring", [AtOnce(["x"]), Logic(["x"])])
def test_products_with_other_denominators_are_added_up(ring: Logic) -> None:
    x, half = ring.polynomial("x"), ring.polynomial(["*", "1/2", "x"])
    less, third = ring.atom("-1")[0], ring.atom("1/3")[0]
    assert ring.vanishes([(ring.one, [half]), (ring.one, [half]), (less, [x])])
    assert not ring.vanishes([(ring.one, [half]), (less, [x])])
    assert ring.vanishes([(third, [half, x])] * 6 + [(less, [x, x])])
    assert not ring.vanishes([(third, [half, x])] * 2 + [(less, [x, x])])


def test_files_of_pieces_are_judged_without_the_whole_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.json").write_bytes(
        b"[\n" + line(certificate()) + b",\n" + line(certificate(node=SPLIT)) + b"\n]\n"
    )
    monkeypatch.setattr(recheck, "parsed", None)
    assert all(j.accepted for j in two_processes.judge_files([tmp_path / "a.json"]))
