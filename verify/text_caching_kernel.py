"""Certificates of the shipped form, each piece of their text read once; standard library only.

What texts stand for is said in `verify.certificate_text`. JSON of lists, whole numbers but -0, and texts
without spaces and escapes, with nothing between them, is canonical: the hash of such a claim is that of its
text. Numbers in a formula are exponents, small and whole, or else it is none.

What is accepted here, `verify.kernel.check` accepts: the pieces go through the kernel's own functions, with
the memory of `verify.caching_kernel`. What is not accepted says nothing: the kernel is asked.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from verify import kernel
from verify.caching_kernel import Memory
from verify.certificate_text import PARTS, PLAIN, Node, formulas, products, read, refutations, tree_of
from verify.fast_kernel import AtOnce
from verify.kernel import Fact, Logic, Rejected
from verify.polynomial import Polynomial, demand

Known = dict[str, list[Polynomial]]
Place = tuple[str, int]  # of a fact: its kind, and its number among those of this kind


class Product(NamedTuple):
    """A term or a multiplier, as `verify.kernel.Logic.term_read` has it, and what tells all but its facts."""

    strict: bool
    weight: Polynomial
    factors: list[Polynomial]
    places: list[Place]
    shape: tuple[int, ...]


class TextMemory(Memory):
    """Judges lines of certificate files whose variables are among the named ones.

    Examples
    --------
    >>> TextMemory(["a"]).accepts_text(b"[]")
    ''
    """

    def accepts_text(self, line: bytes) -> str:
        """The fingerprint of a certificate that the kernel accepts; an empty text says nothing."""
        parts, rest = [], line
        for sign in PARTS:
            part, _, rest = rest.partition(sign)
            parts.append(part)
        before, goal, hypotheses, names, fingerprint = parts
        text = goal + hypotheses
        if before or rest[-2:] != b"]}" or text.translate(None, PLAIN) or b"-0" in text:
            return ""
        if b"\\" in rest or not rest.isascii():
            return ""
        try:
            claim = [b'{"goal":', goal, PARTS[1], hypotheses, PARTS[2], names, b'"]}']
            demand(sha256(b"".join(claim)).hexdigest() == fingerprint.decode(), "another claim's fingerprint")
            given = {
                "variables": names.decode().split('","'),
                "hypotheses": formulas(hypotheses),
                "goal": goal,
            }
            _, alternatives = kernel.systems(given, self._about)
            for node, facts in zip(refutations(rest[:-2]), alternatives, strict=True):
                known: Known = {"ge": [], "gt": [], "eq": []}
                for kind, polynomial in facts:
                    known[kind].append(polynomial)
                self.refute_piece(node, known, 1 + len(facts))
            self.spend(0)  # all that was read is below the limit
        except (ValueError, TypeError, RecursionError):  # among them Rejected, and that something is not JSON
            return ""
        return "" if self.named & ~self.allowed else f"sha256:{fingerprint.decode()}"

    def accepts(self, certificate: Any) -> bool:
        """False, which says nothing: only of texts it is known which names are in them."""
        return False

    def cases(self, formula: Any, truth: bool) -> list[list[Fact]]:
        """As the kernel's; also of the text of a formula."""
        if type(formula) is not bytes:
            return Logic.cases(self, formula, truth)
        key = truth, formula
        if entry := self.kept.get(key):  # as `_known`, which most of all is asked for formulas
            self.work += entry[1]
            self.named |= entry[2]
            alternatives: list[list[Fact]] = entry[0]
        else:
            alternatives = self._once(key, formula, lambda: Logic.cases(self, read(formula), truth))
        return alternatives

    def polynomial(self, tree: Any) -> Polynomial:
        """As the kernel's; the names in it stand in the piece of text that is read, which is kept."""
        return Logic.polynomial(self, tree)

    def refute_piece(self, node: Node, known: Known, work: int) -> None:
        """As `refute`, of a node of `refutations`, the facts by kind, and the work that they take."""
        self.work += work
        if type(node) is bytes:
            shape, places, sums = self._known(node) or self._once(node, (), partial(self._sums, node))
            try:
                facts = [known[kind][i] for kind, i in places]
            except IndexError:
                raise Rejected("no such fact") from None
            key = shape, *map(id, facts)
            vanishes, _ = self._known(key) or self._once(key, (), partial(self._added_up, sums, facts))
            demand(vanishes, "the sum is not 0")
            return
        relations, nodes, text = node
        key = text, *relations
        sides = self._known(key) or self._once(key, text, lambda: Logic.sides(self, read(text), relations))
        for inner, (kind, polynomial) in zip(nodes, sides, strict=True):
            self.refute_piece(inner, known | {kind: [*known[kind], polynomial]}, work + 1)

    def _known(self, key: Any) -> Any:
        """What was read once, none of which is empty; None if it is new."""
        if entry := self.kept.get(key):
            self.work += entry[1]
            self.named |= entry[2]
            return entry[0]
        return None

    def _sums(self, text: bytes) -> tuple[Any, list[Place], list[Product]]:
        """What tells sums but for the facts in them, the places of these, and the products."""
        strict, shape, places, sums = False, [], [], []
        for part in products(text):
            key = b"", part
            product = self._known(key) or self._once(key, part, partial(self._product, part))
            strict = strict or product.strict
            shape.append(product.shape)
            places += product.places
            sums.append(product)
        demand(strict, "no term is strictly positive")
        return (*shape,), places, sums

    def _product(self, text: bytes) -> Product:
        """Of the text of a term or a multiplier, without its braces."""
        strict, weight, factors, places = self.term_read(tree_of(text))
        demand(all([type(i) is int and i >= 0 for _, i in places]), "no such fact")
        return Product(strict, weight, factors, places, (len(places), id(weight), *map(id, factors)))

    def _added_up(self, sums: list[Product], facts: list[Polynomial]) -> tuple[bool, Any]:
        """Whether the sum is 0; with all that its key tells by its place in memory, which is kept so."""
        left = iter(facts)
        parts = [(p.weight, [*p.factors, *islice(left, len(p.places))]) for p in sums]
        return AtOnce.vanishes(self, parts), parts

    def _mentioned(self, text: Any) -> int:
        """The names in a text, a bit for each: without escapes they stand between quotes."""
        return self._bits(text.decode().split('"'))
