"""The page: one file with style, script, data and certificates inside; nothing is fetched.

The script is one module: the exported functions as `symbolic-eps export` writes them, the kernel in
JavaScript, and the page's own part, which computes nothing but curves.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from gzip import compress
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.explore.presets import offered
from symbolic_eps.explore.shown_formula import ShownFormula
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.packages.vectors import sha256 as fingerprint
from symbolic_eps.export.targets.javascript import MODULE, TARGET
from symbolic_eps.spelling import suggest
from verify.javascript import kernel_source

MAX_BYTES = 3_000_000
"""What a page may have, so that it can be sent by mail and opens at once."""


def rendered(shown: Sequence[ShownFormula], given: Mapping[str, sp.Rational], version: str) -> str:
    """The page, as HTML.

    Parameters
    ----------
    shown : sequence of ShownFormula
        In the order of the choice; those of one group together. The first is shown first.
    given : mapping of str to Rational
        Where sliders stand first.
    version : str
        Of the program.

    Raises
    ------
    symbolic_eps.errors.InputError
        A value is given for what is nowhere an argument, or the page would be too large.
    """
    names = {str(argument.symbol) for one in shown for argument in one.formula.arguments}
    if unknown := sorted(set(given) - names):
        raise InputError(
            f"--set {unknown[0]}: {suggest(unknown[0], names)}no formula of the page has this argument"
        )
    package = files(__package__)
    style = package.joinpath("page.css").read_text(encoding="utf-8")
    script = "\n".join(
        (
            _exported(shown, version),
            kernel_source(),
            "const functions = {\n  " + ",\n  ".join(one.script for one in shown) + ",\n};",
            package.joinpath("page.js").read_text(encoding="utf-8"),
        )
    )
    body = package.joinpath("page.html").read_text(encoding="utf-8")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    parts = {
        "policy": escape(policy),
        "style": style,
        "script": script,
        "version": escape(version),
        "choice": _choice(shown),
        "examples": _examples(shown),
        "closed_forms": "\n".join(_closed_form(one) for one in shown),
        "data": _data([one.record(given) for one in shown]),
        "certificates": _certificates(shown),
    }
    for name, text in parts.items():
        before, _, after = body.partition(f"<!--{name}-->")
        body = before + text + after
    if len(body.encode()) > MAX_BYTES:
        raise InputError(
            f"the page would have {len(body.encode()) / 1e6:.1f} MB, of {MAX_BYTES / 1e6:.0f} at most: "
            "give fewer profiles"
        )
    return body


def _certificates(shown: Sequence[ShownFormula]) -> str:
    """Those of each proof once."""
    return "\n".join(
        f'<script type="text/plain" id="certificates-{escape(name)}">{packed(found)}</script>'
        for name, found in {one.proof.name: one.proof.certificates for one in shown}.items()
        if found
    )


def packed(certificates: Sequence[Mapping[str, Any]]) -> str:
    """Certificates as text that no tag interrupts: JSON, by gzip, in base64.

    Examples
    --------
    >>> from base64 import b64decode
    >>> from gzip import decompress
    >>> decompress(b64decode(packed([{"lemmas": []}])))
    b'[{"lemmas":[]}]'
    """
    text = json.dumps(certificates, separators=(",", ":"))
    return b64encode(compress(text.encode(), mtime=0)).decode()


def _exported(shown: Sequence[ShownFormula], version: str) -> str:
    """The functions as they are exported to a module, without the tests that go with it there."""
    formulas = [fitted(TARGET, one.formula) for one in shown]
    sheets = [Sheet(formula, fingerprint(formula.statement), "", "", version) for formula in formulas]
    return TARGET.files(sheets)[f"{MODULE}.js"]


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _data(value: Any) -> str:
    """JSON in which no tag can begin."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")


def _choice(shown: Sequence[ShownFormula]) -> str:
    return "".join(
        f'<optgroup label="{escape(group)}">'
        + "".join(
            f'<option value="{escape(one.formula.identifier)}">{escape(_short(one.formula.title))}</option>'
            for one in members
        )
        + "</optgroup>"
        for group, members in groupby(shown, key=lambda one: one.group)
    )


def _examples(shown: Sequence[ShownFormula]) -> str:
    return "".join(
        f'<li><a href="{escape(one.address)}">{escape(one.words)}</a></li>' for one in offered(shown)
    )


def _short(title: str) -> str:
    """The title as it fits a list."""
    return title.replace("the largest eps that keeps the relative risk within ", "r* = ")


def _closed_form(one: ShownFormula) -> str:
    return (
        f'<div class="closed-form" data-of="{escape(one.formula.identifier)}" hidden>{one.mathematics}</div>'
    )
