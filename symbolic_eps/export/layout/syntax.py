"""The syntax of a language with functions and blocks, as a table: what `skeleton` lays programs out by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from types import MappingProxyType

from symbolic_eps.export.layout.line_breaking import Style
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs.program import Operation, Refusal


class Syntax:
    """How a language says what programs are made of.

    In the texts `{name}`, `{value}`, `{test}`, `{refusal}`, `{message}`, `{parameters}` stand for what they
    say.
    """

    name: str
    notation: Notation
    reasons: Mapping[Refusal, str] = MappingProxyType({})
    """What `{refusal}` is."""
    of_platform: Mapping[Operation, str] = MappingProxyType({})
    """How the platform's logarithms are called; where they are missing, by functions of the export."""

    indent = "    "
    within = ""
    """Stands before each line of a function."""
    let = "{name} = {value}"
    """A name for a value."""
    give = "{name} = {value}"
    """A value for the name that a choice around gives."""
    let_both = ""
    """Two values in a line: `{name}`, `{other}` for `{value}`, `{second}`; "" for two lines."""
    declare = ""
    """Before a choice: its name."""
    all_within = "within"
    """The function that asks of several numbers whether they are within the usual limits."""
    one_by_one = False
    """Whether that is asked of each; exports of few formulas do so where `all_within` is another name."""
    presets = False
    """Whether a name has the second value of a choice at first, where that is little work."""
    variable = again = ""
    """A value for a name that may be given another one, and that other one; "" for `let` and `give`."""
    selection = ""
    """A choice between two values, in a line; none where it is ""."""
    start, end_of_choice = "", "}"
    """Around a choice that is the value of a name."""
    test, wrapped = "if ({test}) {{", ("if (", ") {")
    otherwise, end = "} else {", "}"
    both = "&&"
    refuse: tuple[str, ...] = ()
    refuse_apart: tuple[str, ...] = ()
    """The same where lines would be too long."""
    kind = ""
    """The name of a kind of argument; "" where each function asks for all that it requires."""
    answer = "return {value}"
    early, brief = "", ""
    """An answer before the end, and the line that gives it if a test holds; "" for `answer`, and a block."""
    result, last_result = "", ""
    """How a formula ends with a value that is refused below 0, and the same in its last line."""
    chained = ""
    """Stands before the test of a choice in place of the second block; "" where that is a block."""
    ratio, half = "", "0.5 * {}"
    """The logarithm of 1 + `{g}`/`{m}`, that is of `{a}`/`{m}`, where `{a}` may wait; and half of one."""
    result_in_place: tuple[str, ...] = ()
    """The same in several lines where it is the only one; () where there is a function in any case."""
    silent: frozenset[str] = frozenset()
    """What is said in programs at many places, and here at one."""
    zero_or_none = ""
    """What is 0 where `{x}` is, and no result elsewhere, if it is said once: then there is no function."""
    zero_by_size = False
    """Whether that is written as 0 - |x|, which is below 0 elsewhere, and needs no function."""
    calls_roots_from: float = inf
    """From how many formulas on roots of quadratic equations are calls of a function."""
    remarked_sums = True
    """Whether what a call gives is said beside it, too; False where its terms, or its name, say as much."""
    told_below = False
    """Whether what is said of a choice stands below its first line."""
    longest, style = 100, Style.PACKED
    """How long a line may get, and how it is broken."""
    told_of_environment = "Code in the process may change how numbers are rounded: asked at each call."
    helpers: tuple[str, ...] = ()
    """Names in the template."""
    exact_sum: str
    """The template with the sum of any number of terms."""
    products = ""
    """The template with the functions that add products up; "" where all sums are written out."""
    fewest = 0
    """From how many products on these add them up; others are written out."""
    logarithms: tuple[str, str]
    """The folder of the templates with logarithms and helpers, and their ending; not set without them."""
    table_indent = "    "
    """Before the numbers of a table."""
    blank = 1
    """How many empty lines stand before a function."""
    table_end = ","
    """Behind the last one."""
    inverse_scale = 1.0
    """What the inverses are multiplied by."""
    attempt = ""
    """Follows a call that may be refused."""

    def function(self, name: str) -> str:
        """The name of a function."""
        return self.notation.name(name)

    def private_function(self, name: str) -> str:
        """The name of a function that no user calls."""
        return self.function(name)

    def comment(self, text: str) -> str:
        """At the end of a line."""
        return f" // {text}"

    def quoted(self, text: str) -> str:
        """A message."""
        return json.dumps(text, ensure_ascii=False)
