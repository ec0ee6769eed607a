"""Pauses Python's collector of cyclic garbage, or makes it run less often, which saves time.

Short work needs no collection. Long work on formulas makes many small objects that stay, and little garbage
in cycles: with rare collections it takes a twentieth less time. And it needs again and again the memory that
it has freed: where the C library gives that back to the system each time, it takes a twentieth more.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 50_000
"""How many more objects there are before the collector looks at the young ones; some megabytes."""

BLOCK = 24 << 20
"""Bytes. Once a block of that size was freed, glibc keeps smaller ones, up to twice as much in all."""


@contextmanager
def collection_paused() -> Iterator[None]:
    """Leave cyclic garbage where it is until the end of the context, and what there is by then for good.

    Examples
    --------
    >>> with collection_paused():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.freeze()  # else all of it would be walked through now
            gc.enable()


def collect_seldom() -> None:
    """Let the collector of this process wait for more objects, and keep freed memory; a worker begins so."""
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])
    bytearray(BLOCK)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """The same until the end of the context; freed memory is kept after it, too.

    Examples
    --------
    >>> before = gc.get_threshold()
    >>> with seldom_collected():
    ...     gc.get_threshold()[0] == OBJECTS
    True
    >>> gc.get_threshold() == before
    True
    """
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
