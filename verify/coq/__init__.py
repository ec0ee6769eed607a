"""Coq (8.16) files that prove a claim from its certificate: a second opinion, by another program.

The statement is the claim, read as the kernel reads it; the proof follows the certificate: the goal is
denied, denominators are cleared, and a sum of products that is positive is shown to be 0. The proof needs
Coq's standard library only, this module Python's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verify.coq.library import LIBRARY
from verify.coq.script import theorem
from verify.coq.statement import theorem_name
from verify.kernel import fingerprint

__all__ = ["SHARED", "USE", "proof", "theorems"]


SHARED: Mapping[str, str] = {"Library.v": LIBRARY, "_CoqProject": "-Q . Claims\nLibrary.v\n"}
"""What stands once beside files that use it: the library, and the start of the list of files."""

USE = """From Coq Require Import Reals Lra.
From Claims Require Import Library.
Local Open Scope R_scope.
"""
"""How a file uses the library that is compiled once."""


def proof(
    certificate: Mapping[str, Any], lemmas: Sequence[Mapping[str, Any]] = (), library: str = LIBRARY
) -> str:
    r"""Coq file that states the certificate's claim as a theorem and proves it as the certificate says.

    Nothing is judged here: of a wrong certificate comes, if no error, a file that Coq rejects. The file ends
    by printing the axioms that the theorem rests on, which are those of Coq's real numbers.

    Parameters
    ----------
    certificate : mapping
        A certificate as the kernel reads it.
    lemmas : sequence of mappings
        The certificates of the lemmas, and of their lemmas, in any order. All become theorems of the file.
    library : str
        How the file begins: with the library itself, or with `USE` beside the files `SHARED`.

    Returns
    -------
    str
        The text of the file. Variables are written with `v_` before their names, the theorem is named
        `claim_` and the first 16 digits of the fingerprint.

    Raises
    ------
    ValueError
        If a certificate is not one in form, carries another claim's fingerprint, rests on a lemma that is not
        given or on itself, or is too much work for the kernel.

    Examples
    --------
    >>> from verify.kernel import fingerprint
    >>> claim = {"variables": ["a"], "hypotheses": [[">", "a", "0"]], "goal": [">", ["/", "1", "a"], "0"]}
    >>> term = {"weight": "1", "ge": [], "gt": [0]}, {"weight": "1", "ge": [0], "gt": []}
    >>> node = {"terms": list(term), "multipliers": []}
    >>> certificate = {"format": "certificate/1", "claim": claim, "fingerprint": fingerprint(claim)}
    >>> text = proof({**certificate, "lemmas": [], "refutations": [node]})
    >>> print(text[text.index("Theorem") : text.index("Proof.\n  intros v_a")])
    Theorem claim_37d756e8fe914976 : forall v_a : R,
      v_a > 0 ->
      v_a <> 0 /\ 1 / v_a > 0.
    <BLANKLINE>
    """
    last = f"Print Assumptions {theorem_name(certificate['fingerprint'])}.\n"
    return "\n".join([theorems([*lemmas, certificate], library), last])


def theorems(certificates: Iterable[Mapping[str, Any]], library: str = LIBRARY) -> str:
    """The same of several certificates, each a theorem after its lemmas, without the axioms at the end.

    Raises
    ------
    ValueError
        As `proof` does.

    Examples
    --------
    >>> "Theorem" in theorems([])
    False
    """
    try:
        by_name = {_checked_form(c)["fingerprint"]: c for c in certificates}
        ordered = _in_order(by_name)
        proved = [theorem(c, {k: by_name[k]["claim"] for k in c["lemmas"]}) for c in ordered]
    except RecursionError:
        raise ValueError("the certificate is nested too deeply to be read") from None
    return "\n".join([library, *proved])


def _checked_form(certificate: Any) -> Mapping[str, Any]:
    match certificate:
        case {
            "format": "certificate/1",
            "claim": {"variables": _, "hypotheses": list(), "goal": _} as claim,
            "fingerprint": str(name),
            "lemmas": list(lemmas),
            "refutations": list(),
        } if len(claim) == 3 and all(isinstance(lemma, str) for lemma in lemmas):
            if name != fingerprint(claim):
                raise ValueError(f"the fingerprint {name[:80]} is another claim's")
            return certificate  # type: ignore[no-any-return]
    raise ValueError("not a certificate: certificate/1 has claim, fingerprint, lemmas, refutations")


def _in_order(certificates: Mapping[str, Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The certificates, each after its lemmas."""
    ordered: dict[str, Mapping[str, Any]] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"the lemma {name[:80]} rests on itself")
        if name not in certificates:
            raise ValueError(f"no certificate is given for the lemma {name[:80]}")
        if name not in ordered:
            for lemma in certificates[name]["lemmas"]:
                visit(lemma, (*above, name))
            ordered[name] = certificates[name]

    for name in certificates:
        visit(name, ())
    return list(ordered.values())
