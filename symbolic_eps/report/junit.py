"""What `symbolic-eps conform` found as JUnit XML, which CI servers read: a test case for each check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from symbolic_eps.export.packages.conformance import WORST, Check, Conformance
from symbolic_eps.report.conformance import point_text

_NO_CHARACTER = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def judged(conformance: Conformance) -> str:
    """A test case for each check, with the first points where it fails; and one that there were answers."""
    return _document(
        conformance.formula.identifier,
        [("answers", None), *(_case(conformance, c) for c in conformance.checks)],
    )


def errored(formula: str, message: str) -> str:
    r"""One test case: the program gave no answers that could be judged.

    Examples
    --------
    >>> print(errored("root", "status 3: a \x1b[31m line").splitlines()[4])
          <error message="status 3: a ?[31m line" />
    """
    return _document(formula, [("answers", Element("error", message=_characters(message)))])


def _case(conformance: Conformance, check: Check) -> tuple[str, Element | None]:
    if not check.failures:
        return check.name, None
    failure = Element("failure", message=check.text)
    failure.text = "\n".join(_characters(point_text(conformance, j)) for j in check.failures[:WORST])
    return check.name, failure


def _document(formula: str, cases: Sequence[tuple[str, Element | None]]) -> str:
    outcomes = [None if outcome is None else outcome.tag for _, outcome in cases]
    counts = {
        "tests": str(len(cases)),
        "failures": str(outcomes.count("failure")),
        "errors": str(outcomes.count("error")),
        "skipped": "0",
    }
    name = _characters(formula)
    suites = Element("testsuites", counts)
    suite = SubElement(suites, "testsuite", {"name": f"symbolic-eps conform {name}", **counts})
    for case, outcome in cases:
        element = SubElement(suite, "testcase", classname=f"symbolic-eps.conform.{name}", name=case)
        if outcome is not None:
            element.append(outcome)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _characters(text: str) -> str:
    """The text, with a question mark for what XML 1.0 cannot hold."""
    return _NO_CHARACTER.sub("?", text)
