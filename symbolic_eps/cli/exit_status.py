"""The meanings of exit statuses: one table for the code, the help texts and `docs/command.md`."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """The status with which every subcommand ends."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    INTERRUPTED = 130


MEANING = {
    ExitStatus.DONE: "done; so are eps = oo and an audit that finds just the errors it expects",
    ExitStatus.FAILED: "a check fails, or something stays open",
    ExitStatus.BAD_INPUT: "bad input; one line says what to type instead",
    ExitStatus.INTERRUPTED: "interrupted (Ctrl-C)",
}

FAILED_IN = {
    "table": "a question stays open; with --cross-check or --numbers: something differs",
    "derive": "a region of the parameters stays open, or --patience ran out",
    "recommend": "the enclosure is wider than asked, or nothing could be decided",
    "sweep": "some rows have no result; the file says why",
    "explain": "a question could not be decided",
    "compare": "a question could not be decided",
    "explore": "the derivation of a profile did not finish",
    "design": "it could not be proved that eps rises with the parameter",
    "sensitivity": "a question could not be decided",
    "signs": "a question could not be decided, or --patience ran out",
    "consistent": "neither (eps, delta) nor rho follows from the other",
    "split": "a question could not be decided",
    "randomized-response": "a number could not be enclosed",
    "audit": "a claim is open, a verdict is not the expected one, or a claim of yours does not hold",
    "check": "a certificate is rejected, or there is none",
    "export": "the algebra of a formula could not be proved; nothing is written",
    "conform": "a result is unsafe or far off, NaN or a wrong infinity",
    "at-risk": "a number could not be enclosed",
}
"""What status 1 means in each subcommand."""


def epilog(command: str = "", example: str = "") -> str:
    """The text below the help of a command: an example and the exit statuses.

    Parameters
    ----------
    command : str
        A subcommand; by default none, that is, the program.
    example : str
        A command line.

    Examples
    --------
    >>> print(epilog("check", "symbolic-eps check --quiet").replace(chr(8), "").strip())
    Example: symbolic-eps check --quiet
    <BLANKLINE>
    <BLANKLINE>
    Exit status:
      0    done; so are eps = oo and an audit that finds just the errors it expects
      1    a certificate is rejected, or there is none
      2    bad input; one line says what to type instead
      130  interrupted (Ctrl-C)
    """
    meaning = MEANING | ({ExitStatus.FAILED: FAILED_IN[command]} if command else {})
    lines = [f"  {status:<5}{text}" for status, text in meaning.items()]
    shown = f"Example: {example}\n\n" if example else ""
    return shown + "\n".join(["\b", "Exit status:", *lines])
