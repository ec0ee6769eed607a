"""The kernel for many certificates: it reads and multiplies shared parts once; standard library only.

Formulas are read as polynomials in all the variables that occur, and sums of products of the same polynomials
are judged once. What it accepts, `verify.kernel.check` accepts: a formula stands for the same polynomials
whatever other variables there are, provided that it names none but the claim's, which is asked in the end;
and work is counted each time, never as less. What it rejects says nothing: the kernel is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from marshal import dumps
from typing import Any, Self

from verify import kernel
from verify.fast_kernel import AtOnce
from verify.kernel import Fact, Logic
from verify.polynomial import NAME, Polynomial, demand

MAX_KEPT = 2_000_000
"""Steps of work whose outcome is kept, of about a microsecond each."""


CONNECTIVES = {"not", "and", "or"}


def _key(tree: Any) -> bytes:
    """Others for each tree of lists, texts and whole numbers, and sooner there than a text of it."""
    return dumps(tree, 2)


class Memory(AtOnce):
    """Judges certificates whose variables are among the named ones.

    Examples
    --------
    >>> claim = {"variables": ["a"], "hypotheses": [[">", "a", "0"]], "goal": [">", ["^", "a", 2], "0"]}
    >>> node = {"terms": [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [], "gt": [0, 0]}]}
    >>> certificate = {"format": "certificate/1", "claim": claim, "fingerprint": kernel.fingerprint(claim)}
    >>> certificate |= {"lemmas": [], "refutations": [{**node, "multipliers": []}]}
    >>> memory = Memory(["a", "b"])
    >>> memory.accepts(certificate), memory.accepts(certificate | {"refutations": []})
    (True, False)
    """

    def __init__(self, names: Any, room: int = MAX_KEPT) -> None:
        super().__init__(names)
        self.bits = {name: 1 << place for place, name in enumerate(names)}
        self.named = self.allowed = 0  # the names that were read, and those of the claim, a bit for each
        self.room = room
        self.kept: dict[Any, tuple[Any, int, int]] = {}  # what was read, the work, the names in it

    @classmethod
    def of(cls, certificates: Iterable[Any], room: int = MAX_KEPT) -> Self | None:
        """For certificates on these variables; None if there are none, or more than a claim may have.

        Those on a variable with the name of a connective are left to the kernel.
        """
        names: set[str] = set()
        for certificate in certificates:
            match certificate:
                case {"claim": {"variables": list(variables)}}:
                    names |= {v for v in variables if isinstance(v, str)}
        return cls.on(names, room)

    @classmethod
    def on(cls, names: Iterable[str], room: int = MAX_KEPT) -> Self | None:
        """For certificates on these variables, as `of`; words of another kind may be among them."""
        plain = {name for name in names if NAME.fullmatch(name)} - CONNECTIVES
        try:
            return cls(sorted(plain), room) if plain else None
        except kernel.Rejected:
            return None

    def accepts(self, certificate: Any) -> bool:
        """Whether the kernel accepts it; False says nothing."""
        try:
            kernel.check(certificate, {}, self._about)
        except kernel.Rejected:
            return False
        return not self.named & ~self.allowed

    def _about(self, names: Any) -> Logic:
        demand(isinstance(names, list) and all(map(self.bits.__contains__, names)), "a name of another claim")
        self.named, self.allowed, self.work = 0, sum({self.bits[name] for name in names}), 0
        demand(self.allowed.bit_count() == len(names), "a name is there twice")
        return self

    def _mentioned(self, tree: Any) -> int:
        """The names in it, a bit for each."""
        return self._bits(repr(tree).split("'"))  # which a name's text is between, and no name has

    def _bits(self, words: list[str]) -> int:
        """The names among them, a bit for each."""
        return sum(map(self.bits.__getitem__, self.bits.keys() & words))

    def _once(self, key: Any, tree: Any, read: Callable[[], Any]) -> Any:
        """What `read` gives, which depends on the key alone; its work counts as if it were done again.

        All names that are read stand in the tree, or in what is read once on the way.
        """
        entry = self.kept.get(key)
        if entry is None:
            work, named, self.named = self.work, self.named, 0
            value = read()
            entry = value, self.work - work, self.named | (self._mentioned(tree) if tree else 0)
            self.named |= named
            if entry[1] < self.room:
                self.kept[key], self.room = entry, self.room - entry[1] - 1
        else:
            self.spend(entry[1])
        self.named |= entry[2]
        return entry[0]

    def polynomial(self, tree: Any) -> Polynomial:
        """As the kernel's."""
        known: Polynomial = self._once(_key(tree), tree, lambda: Logic.polynomial(self, tree))
        return known

    def cases(self, formula: Any, truth: bool) -> list[list[Fact]]:
        """As the kernel's."""
        known: list[list[Fact]] = self._once(
            (truth, _key(formula)), formula, lambda: Logic.cases(self, formula, truth)
        )
        return known

    def sides(self, tree: Any, relations: list[str]) -> list[Fact]:
        """As the kernel's."""
        known: list[Fact] = self._once(
            (*relations, _key(tree)), tree, lambda: Logic.sides(self, tree, relations)
        )
        return known

    def vanishes(self, parts: list[tuple[Polynomial, list[Polynomial]]]) -> bool:
        """As the kernel's.

        The key names polynomials by their places in memory; the value holds them: no others get there.
        """
        key = tuple([(id(weight), *map(id, factors)) for weight, factors in parts])
        return bool(self._once(key, (), lambda: (AtOnce.vanishes(self, parts), parts))[0])
