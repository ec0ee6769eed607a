"""Runs a function in a process of its own, which is killed at the deadline, whatever library it is in.

The process ends with its parent, and by itself soon after its time is over, if nobody has ended it.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import threading
import time
from importlib import import_module
from typing import Any

from symbolic_eps import errors
from symbolic_eps.errors import InputError, UndecidedError
from verify.deadline import OutOfTime, check_time, deadline
from verify.solvers.end_with_parent import ending_with_parent

LEFT_ALONE_SECONDS = 5.0
"""Seconds after the deadline at which the process ends itself, if nobody has ended it."""

LONGEST_SECONDS = 10.0**7
"""Longer times count as this: timers take no more."""

_PARENT_CHECK_SECONDS = 0.5


def in_killable_process(task: str, *arguments: Any) -> Any:
    """Call a function in a new process, which is killed at the deadline, and return its result.

    Parameters
    ----------
    task : str
        `module:function`, of ours.
    arguments
        Expressions, and dataclasses, tuples and mappings of them.

    Raises
    ------
    OutOfTime
        The process was killed at the deadline.
    symbolic_eps.errors.InputError, symbolic_eps.errors.UndecidedError
        As the function; the latter also where the process ended before it had answered.

    Examples
    --------
    >>> with deadline(60):
    ...     in_killable_process("builtins:divmod", 7, 2)
    (3, 1)
    """
    from verify.language.serialization import packed, unpacked

    left = min(check_time(), LONGEST_SECONDS)
    # The process looks for modules where this one does, and never in the folder that it is started in.
    paths = [p for p in sys.path if p and os.pathsep not in p]
    try:
        process = subprocess.run(
            [sys.executable, "-P", "-m", "symbolic_eps.killable_process", str(os.getpid()), str(left)],
            input=packed((task, arguments)),
            capture_output=True,
            timeout=left,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise OutOfTime from None
    if process.returncode != 0:
        lines = process.stderr.decode(errors="replace").strip().splitlines()
        detail = lines[-1] if lines else f"exit {process.returncode}"
        raise UndecidedError(f"the process of {task} ended before it had answered ({detail})")
    kind, value = unpacked(process.stdout)
    if kind == "result":
        return value
    if kind == OutOfTime.__name__:
        raise OutOfTime
    raise getattr(errors, kind)(value)


def main() -> int:
    """Answer the question on standard input; the parent and the seconds are on the command line."""
    parent, seconds = int(sys.argv[1]), float(sys.argv[2])
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background of a script
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    # This timer is a thread of the interpreter's own, which does not need Python's lock.
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(seconds + LEFT_ALONE_SECONDS, exit=True, file=nowhere)
        # The answer goes to a copy of standard output, so that nothing a library prints can pass for one.
        with os.fdopen(os.dup(1), "wb") as answer:
            os.dup2(2, 1)
            request = sys.stdin.buffer.read()
            with ending_with_parent(answer.fileno()):  # nobody is left to read the answer
                result = _answered(request, seconds)
            answer.write(result)
        faulthandler.cancel_dump_traceback_later()
    return 0


def _answered(request: bytes, seconds: float) -> bytes:
    from verify.language.serialization import packed, unpacked

    task, arguments = unpacked(request)
    module, _, name = task.partition(":")
    try:
        with deadline(seconds):
            return packed(("result", getattr(import_module(module), name)(*arguments)))
    except InputError as error:
        kind = type(error).__name__
        return packed((kind if hasattr(errors, kind) else "InputError", str(error)))
    except (UndecidedError, MemoryError, RecursionError) as error:
        return packed(("UndecidedError", str(error) or type(error).__name__))
    except OutOfTime:
        return packed((OutOfTime.__name__, ""))


def _end_with(parent: int) -> None:
    """End this process when its parent has ended, where the system tells."""
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
