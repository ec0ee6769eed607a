"""The process in which cvc5 answers; `verify.solvers.second_solver` runs it as `python -m`.

Requests and replies are lines of JSON on standard input and output. cvc5 holds Python's lock while it works
and may ignore its own limits, so the process arranges to be ended by the system. It imports cvc5 and nothing
else that is heavy.
"""

from __future__ import annotations

import faulthandler
import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from verify.solvers.end_with_parent import ending_with_parent
from verify.solvers.processor_time import ended_by_processor_time

LOOK_SECONDS = 1.0
"""How often a process with nothing to do looks whether its parent is still there."""

LEFT_ALONE_SECONDS = 5.0
"""How long after a query's time limit the process ends itself if nobody has ended it."""

# Cylindrical coverings alone decide more, and sooner, than after rounds of linearisation; where they give up
# (which takes them milliseconds), cvc5's own mixture goes on.
_STRATEGIES: tuple[dict[str, str], ...] = ({"nl-ext": "none"}, {})

_DECLARATIONS = frozenset({"set-logic", "declare-const", "declare-fun", "define-fun", "assert"})


def main(parent: int) -> int:
    """Answer requests until standard input ends, or the parent does."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background of a script
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a Python handler would wait for cvc5 to return
    # Replies go to a copy of standard output, so that nothing a library prints can pass for one.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        import cvc5
    except ImportError as error:
        _send(replies, {"missing": str(error)})
        return 1
    _send(replies, {"ready": cvc5.__version__})
    for line in _requests(parent):
        request = json.loads(line)
        with _ended_when_left_alone(request["wall"]), ended_by_processor_time(request["seconds"]):
            reply = _answer(cvc5, request["text"], request["steps"])
        _send(replies, {"number": request["number"], **reply})
    return 0


def _requests(parent: int) -> Iterator[bytes]:
    """The lines of standard input.

    A copy of the parent, as a fork makes, keeps the pipe open when the parent is gone: so look for it, too.
    """
    if sys.platform == "win32":
        yield from sys.stdin.buffer
        return
    pending = b""
    while os.getppid() == parent:
        readable, _, _ = select.select([0], [], [], LOOK_SECONDS)
        if not readable:
            continue
        if not (chunk := os.read(0, 1 << 16)):
            return
        *lines, pending = (pending + chunk).split(b"\n")
        yield from lines


def _answer(cvc5: Any, text: str, steps: int) -> dict[str, str]:
    """The first decided answer of the strategies, else what the last one says."""
    reply = {}
    for strategy in _STRATEGIES:
        try:
            reply = _attempt(cvc5, text, {**strategy, "incremental": "false", "rlimit": str(steps)})
        except (RuntimeError, UnicodeError) as error:  # what cvc5 raises for all that it cannot read or do
            return {"error": str(error)}
        if "unknown" not in reply:
            break
    return reply


def _attempt(cvc5: Any, text: str, options: dict[str, str]) -> dict[str, str]:
    """The answer to the script's only `(check-sat)`; what it says of its own status is not looked at."""
    terms = cvc5.TermManager()  # one for each attempt: an answer never depends on those before it
    solver = cvc5.Solver(terms)
    for name, value in options.items():
        solver.setOption(name, value)
    symbols = cvc5.SymbolManager(terms)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    result = None
    while not (command := parser.nextCommand()).isNull():
        name = command.getCommandName()
        if name == "exit":
            break
        if name == "set-info":
            continue
        if result is not None:
            return {"error": f"({name} ...) after (check-sat): a query ends with its only (check-sat)"}
        if name == "check-sat":
            result = solver.checkSat()
        elif name not in _DECLARATIONS:
            return {"error": f"({name} ...) is not allowed in a query"}
        elif "(error" in (output := command.invoke(solver, symbols)):
            return {"error": output.strip()}
    if result is None:
        return {"error": "the query has no (check-sat)"}
    if result.isUnknown():
        return {"unknown": result.getUnknownExplanation().name}
    return {"answer": "unsat" if result.isUnsat() else "sat"}


def _send(replies: TextIO, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


@contextmanager
def _ended_when_left_alone(seconds: float) -> Iterator[None]:
    """The process ends at once when its parent is gone (where the system can tell), and late in any case."""
    # This timer is a thread of the interpreter's own, which does not need Python's lock.
    with open(os.devnull, "w") as nowhere, ending_with_parent(0):
        faulthandler.dump_traceback_later(seconds + LEFT_ALONE_SECONDS, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    status = main(int(sys.argv[1]))
    os._exit(status)  # cvc5 has nothing to save, and what a library does at its end cannot keep the process
