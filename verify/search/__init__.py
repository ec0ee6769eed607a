"""Search for Positivstellensatz certificates: untrusted, the kernel checks what it finds."""

from verify.search.budget import Budget
from verify.search.direct import Node
from verify.search.driver import Hints, refute

__all__ = ["Budget", "Hints", "Node", "refute"]
