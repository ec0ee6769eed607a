"""Where the command `symbolic-eps` begins and ends: an interrupt is one line, also while it loads."""

from __future__ import annotations

import gc
import signal
import sys

INTERRUPTED = 130


def entry_point() -> None:
    """What the console script calls."""
    try:
        from symbolic_eps.cli import main

        status = main()
    except KeyboardInterrupt:
        sys.stderr.write("symbolic-eps: interrupted\n")
        status = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done but the interpreter's own end
    gc.disable()  # which would walk through all that is kept, to free what goes with the process anyway
    sys.exit(status)
