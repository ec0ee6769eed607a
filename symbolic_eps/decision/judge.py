"""Checks a decision record: the JSON of `symbolic-eps recommend`; standard library only.

From the text of the profile, its numbers, its domain and the variant alone (`input`) follows what has to be
proved (`symbolic_eps.decision.claims`); the record brings the proofs. Two kinds: certificates that every eps
<= -log X is safe, X the root of a polynomial, with a path of priors on which no larger one is (`sharpness`);
or leaves, which put X between two rational numbers (`leaves`). Then the digits that are printed have to be
those of -log X (`numbers`). All else in the document follows from eps; it is not derived again, but under the
seal, a hash of the document, which shows damage and proves nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path as File
from typing import Any

from symbolic_eps.decision.claims import Claim, bound_claims
from symbolic_eps.decision.leaves import check_leaves, number
from symbolic_eps.decision.numbers import check_digits, check_place
from symbolic_eps.decision.sharpness import Path, Root, check_priors, check_sharp
from symbolic_eps.decision.text_tree import Tree, conditions_of, number_of, profile_of
from verify import kernel
from verify.files import content
from verify.polynomial import Rejected, demand
from verify.recheck import Judgement, files_of

SCHEMA = "symbolic-eps/recommend/1"
MAX_BYTES = 10_000_000
CERTIFICATES, LEAVES, NONE = "certificates", "leaves", "none"


@dataclass(frozen=True)
class Question:
    """What was asked, as it is read here.

    Parameters
    ----------
    profile : Tree
        r* in p and q, with numbers for its parameters and for fixed priors.
    domain : list of Tree
        Conditions of the box.
    fixed : mapping of str to Fraction
        Priors that do not vary.
    variant : str
        Which bound is meant.
    """

    profile: Tree
    domain: list[Tree]
    fixed: Mapping[str, Fraction]
    variant: str


def question_of(asked: Any) -> Question:
    """The question in the `input` of a document.

    Raises
    ------
    verify.kernel.Rejected
        No profile as text, or one that is not read here.

    Examples
    --------
    >>> asked = {"profile": "a/p", "parameters": {"a": "2"}, "fixed": {}, "box": [], "table": None}
    >>> question_of(asked | {"variant": "bounded"}).profile
    ('/', Fraction(2, 1), 'p')
    """
    demand(isinstance(asked, dict) and isinstance(asked["profile"], str), "no profile as text")
    demand(asked["table"] is None, "a table has no record")
    fixed = {v: number_of(text) for v, text in asked["fixed"].items()}
    demand(fixed.keys() <= {"p", "q"} and all(0 < c <= 1 for c in fixed.values()), "not a fixed prior")
    parameters = {name: number_of(text) for name, text in asked["parameters"].items()}
    demand(not parameters.keys() & {"p", "q", "x", "t"}, "a parameter with the name of something else")
    values = parameters | fixed
    domain = [condition for text in asked["box"] for condition in conditions_of(text, values)]
    return Question(profile_of(asked["profile"], values), domain, fixed, asked["variant"])


def root_of(record: Mapping[str, Any]) -> Root:
    """X in a record of certificates."""
    low, high = map(number, record["between"])
    return Root([*map(number, record["polynomial"])], low, high)


def claims_of(question: Question, root: Root, around: tuple[Fraction, Fraction]) -> list[Claim]:
    """The claims that every eps <= -log X is safe; `around` are the ends between which they know X."""
    low, high = around
    demand(low <= root.low and root.high <= high, "the claims are about another root")
    if root.low == root.high:
        about, x = [], str(root.low)
    else:
        terms = [["*", str(c), ["^", "x", k]] for k, c in enumerate(root.polynomial)]
        about, x = [["=", ["+", *terms], "0"], [">=", "x", str(low)], [">=", str(high), "x"]], "x"
    return bound_claims(question.profile, question.domain, question.fixed, question.variant, x, about)


def check(document: Any) -> str:
    """Reject a document unless its record proves its eps.

    Returns
    -------
    str
        What is proved, in a line.

    Raises
    ------
    verify.kernel.Rejected
        The message says why not.
    """
    try:
        demand(document["schema"] == SCHEMA, f"not a {SCHEMA}")
        record = document["record"]
        demand(isinstance(record, dict), "no decision record")
        demand(record["kind"] != NONE, f"the document has no proof: {str(record.get('reason'))[:200]}")
        demand(record["seal"] == seal(document), "the document was changed after it was written")
        question = question_of(document["input"])
        demand(document["variant"] == question.variant, "another variant than was asked for")
        demand(record["kind"] in (CERTIFICATES, LEAVES), "no such kind of record")
        judged = _by_certificates if record["kind"] == CERTIFICATES else _by_leaves
        return judged(document, record, question) + _for(document["input"])
    except KeyError as error:
        raise Rejected(f"{error} is missing") from None
    except (RecursionError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise Rejected(str(error) or type(error).__name__) from None


def _for(asked: Mapping[str, Any]) -> str:
    """What the proof is about, where that is not what was typed: caps are not read here."""
    return f" for r* = {asked['profile']:.200}, not for the caps" if asked.get("caps") else ""


def _by_certificates(document: Mapping[str, Any], record: Mapping[str, Any], question: Question) -> str:
    root = root_of(record)
    low, high = map(number, record["around"])
    wanted = claims_of(question, root, (low, high))
    shown = [certificate["claim"] for certificate in record["certificates"]]
    demand(len(shown) == len(wanted), f"{len(wanted)} certificates are needed, there are {len(shown)}")
    demand(shown == wanted, "a certificate of something else")
    for certificate in record["certificates"]:
        kernel.check(certificate, {})
    places = places_of(document)
    wanted_places = 0 if root.high == 0 else len(record["paths"])
    demand(len(places) == wanted_places, "not one path for each place")
    for texts in record["paths"]:
        check_path(question, path_of(texts, root))
    for (place, is_limit), texts in zip(places, record["paths"], strict=False):
        check_place(place, texts, root)
        demand(is_limit or not any("t" in text for text in texts.values()), "a limit is called a point")
    demand(record["paths"], "no path: the domain may be empty")
    check_digits(document, root.low, root.high, exact=True)
    many = "s" if len(wanted) > 1 else ""
    return f"eps = {document['epsilon']['lower']}... by {len(wanted)} certificate{many}"


def places_of(document: Mapping[str, Any]) -> list[tuple[Any, bool]]:
    """All priors at which eps is said to be attained, and whether only as a limit."""
    places = []
    for place in document["attained"]:
        kinds = ("segment",) if place.get("to") is not None else ("point", "limit")
        demand(place["kind"] in kinds, f"no place of the kind {str(place['kind'])[:40]}")
        is_limit = place["kind"] == "limit"
        places += [(there, is_limit) for there in (place, place.get("to")) if there is not None]
    return places


def path_of(texts: Mapping[str, Any], root: Root) -> Path:
    """The path that a record gives as two texts in t and x."""
    demand(texts.keys() == {"p", "q"}, "a path has p and q")
    return Path({v: profile_of(text, {"t": "t", "x": "x"}) for v, text in texts.items()}, root)


def check_path(question: Question, path: Path) -> None:
    """Reject unless no eps above -log X is safe on the path; for X = 0, unless it is in the domain."""
    if path.root.high == 0:
        check_priors(path, question.domain, question.fixed)
    else:
        check_sharp(question.profile, question.domain, question.fixed, question.variant, path)


def _by_leaves(document: Mapping[str, Any], record: Mapping[str, Any], question: Question) -> str:
    proof = {name: record[name] for name in ("level", "leaves", "below", "point")}
    low, high = check_leaves(question.profile, question.domain, question.fixed, question.variant, proof)
    check_digits(document, low, high, exact=False)
    ends = document["epsilon"]
    return f"eps in [{ends['lower']}, {ends['upper']}] by {len(record['leaves'])} leaves"


def judged(paths: Iterable[str | File]) -> tuple[list[Judgement], list[str]]:
    """The judgements of the documents among some files and folders, and the files that are left.

    Raises
    ------
    OSError
        A folder has no such file.
    """
    judgements, others = list[Judgement](), list[str]()
    for file in files_of(paths):
        try:
            document = read(file)
        except OSError:
            document = None
        except Rejected as error:
            judgements.append(_judgement(file, None, str(error), ""))
            continue
        if document is None:
            others.append(file)
            continue
        try:
            judgements.append(_judgement(file, document, "", check(document)))
        except Rejected as error:
            judgements.append(_judgement(file, document, str(error) or "rejected", ""))
    return judgements, others


def _judgement(source: str, document: Any, reason: str, proved: str) -> Judgement:
    record = document.get("record") if isinstance(document, dict) else None
    name = record.get("seal") if isinstance(record, dict) else None
    shown = name[:80] if isinstance(name, str) else ""
    return Judgement(source, shown, reason, {"format": SCHEMA}, proved)


def seal(document: Mapping[str, Any]) -> str:
    """SHA-256 of the document's canonical text without its seal."""
    record = {name: value for name, value in document["record"].items() if name != "seal"}
    text = json.dumps({**document, "record": record}, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def read(path: str | File) -> Any:
    """The document in a file, if it says that it is such a result; None otherwise.

    Raises
    ------
    OSError
        If it cannot be read.
    verify.kernel.Rejected
        It says so, but is damaged.
    """
    text = content(path, MAX_BYTES)
    if b'"symbolic-eps/recommend/' not in text[:200]:
        return None
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refused)
    except (RecursionError, ValueError) as error:
        raise Rejected(f"not JSON: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    demand(len(whole) == len(pairs), "a key occurs twice in an object")
    return whole


def _refused(text: str) -> Any:
    raise Rejected(f"not a number: {text}")
