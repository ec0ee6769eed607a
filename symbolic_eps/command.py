"""Where the command `symbolic-eps` begins and ends: an interrupt is one line, also while it loads."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import NoReturn

INTERRUPTED = 130

PLAIN_CHECK = (["check"], ["check", "--quiet"])
"""What is answered without loading a parser of the command line, which takes a good part of the time."""

COMPLETION = "_SYMBOLIC_EPS_COMPLETE"
"""The variable by which a shell asks for completions."""


def entry_point() -> None:
    """What the console script calls."""
    try:
        if sys.argv[1:] in PLAIN_CHECK and COMPLETION not in os.environ:
            _check()
        from symbolic_eps.cli import main

        status = main()
    except KeyboardInterrupt:
        sys.stderr.write("symbolic-eps: interrupted\n")
        status = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done but the interpreter's own end
    gc.disable()  # which would walk through all that is kept, to free what goes with the process anyway
    sys.exit(status)


def _end(status: int) -> NoReturn:
    """End the process, whose output is written, at once: taking its memory apart takes long."""
    os._exit(status)


def _check() -> None:
    """Answer `symbolic-eps check` and end; return where something is wrong, which the whole command says."""
    from verify.garbage_collection import collection_paused

    with collection_paused():  # modules, too, are loaded sooner so
        _judge()


def _judge() -> None:
    from symbolic_eps.errors import InputError
    from symbolic_eps.shipped_certificates import as_text, judged, sound
    from verify.errors import VerifyError
    from verify.polynomial import Rejected

    try:
        with judged() as every:
            sys.stdout.write(as_text(every, "--quiet" in sys.argv))
            sys.stdout.flush()
            _end(0 if sound(every) else 1)
    except (InputError, OSError, VerifyError, Rejected, ModuleNotFoundError):
        return
