"""The kernel in JavaScript, for pages that re-check the certificates behind what they show."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["kernel_source"]


def kernel_source() -> str:
    """The text of the script; it defines ``certificateKernel`` with ``check``, ``fingerprint`` and ``parse``.

    Returns
    -------
    str
        JavaScript without any import, at most 350 lines. It accepts no certificate that :mod:`verify.kernel`
        rejects; of texts that are JSON it refuses numbers that are not written as whole ones.

    Examples
    --------
    >>> "certificateKernel" in kernel_source()
    True
    """
    return files(__name__).joinpath("kernel.js").read_text(encoding="utf-8")
