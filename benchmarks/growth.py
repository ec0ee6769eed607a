"""How processor time of `recommend` and `derive` grows: with the degree, the pieces, and the parameters."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.ticker import NullFormatter

from symbolic_eps import derive, recommend
from symbolic_eps.figures.output import save
from symbolic_eps.figures.style import in_style
from verify.deadline import OutOfTime
from verify.errors import VerifyError

PATIENCE = 40
"""Seconds for one point of the figure."""

TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10)

_BOUNDS = ("3", "1/(5*p*q)", "1/(2*p)", "2/(3*q)", "7/4 + q/p")
_PARAMETERS = (
    ("max(1/(4*p*q), 3)", ()),
    ("max(a/(p*q), 3)", ("0<a<1",)),
    ("max(a/(p*q), r)", ("0<a<1<r",)),
    ("max(a/(p*q), r, t)", ("0<a<1<r", "r<t")),
)


@dataclass(frozen=True)
class Curve:
    """Seconds for each size; None where there was no exact answer in time."""

    label: str
    sizes: tuple[int, ...]
    seconds: tuple[float | None, ...]


def _seconds(task: Callable[[], object]) -> float | None:
    before = os.times()
    try:
        answer = task()
    except (VerifyError, OutOfTime):
        return None
    after = os.times()
    grade = str(getattr(answer, "grade", ""))
    return sum(after[:4]) - sum(before[:4]) if grade == "exact" else None


def _curve(label: str, sizes: Sequence[int], task: Callable[[int], object]) -> Curve:
    return Curve(label, tuple(sizes), tuple(_seconds(lambda k=k: task(k)) for k in sizes))


def measured() -> tuple[Curve, ...]:
    """One curve for each kind of growth; a first question beforehand loads what all of them need."""
    recommend("max(1/(3*p*q), 2)", patience=PATIENCE)
    return (
        _curve(
            "recommend 1 + 1/(5 p^k q)",
            range(1, 5),
            lambda k: recommend(f"1 + 1/(5*p**{k}*q)", patience=PATIENCE),
        ),
        _curve(
            "recommend, a maximum of k bounds",
            range(1, len(_BOUNDS) + 1),
            lambda k: recommend(f"max({', '.join(_BOUNDS[:k])})" if k > 1 else "3", patience=PATIENCE),
        ),
        _curve(
            "derive with k parameters",
            range(len(_PARAMETERS)),
            lambda k: derive(_PARAMETERS[k][0], _PARAMETERS[k][1], patience=PATIENCE),
        ),
    )


@in_style
def draw_growth(file: Path) -> str:
    """The figure in a file, and its figures as lines of text."""
    curves = measured()
    figure, axes = plt.subplots(figsize=(5.6, 3.8))
    for curve, marker in zip(curves, "os^", strict=True):
        known = [(k, t) for k, t in zip(curve.sizes, curve.seconds, strict=True) if t is not None]
        axes.plot([k for k, _ in known], [t for _, t in known], marker=marker, label=curve.label)
        unknown = [k for k, t in zip(curve.sizes, curve.seconds, strict=True) if t is None]
        if unknown and known:
            text = f"k = {', '.join(map(str, unknown))}: none in {PATIENCE} s"
            axes.annotate(text, known[-1], xytext=(6, 4), textcoords="offset points", fontsize=8)
    axes.set(xlabel="size k", ylabel="processor time (s)", yscale="log", xticks=range(6))
    axes.set_yticks(TICKS, map(str, TICKS))
    axes.yaxis.set_minor_formatter(NullFormatter())
    figure.legend(loc="outside upper left")
    save(figure, file)
    lines = []
    for curve in curves:
        values = ("none" if t is None else f"{t:.2f}" for t in curve.seconds)
        by_size = (f"{k}: {t}" for k, t in zip(curve.sizes, values, strict=True))
        lines.append(f"{curve.label}: {', '.join(by_size)}")
    return "\n".join(lines) + "\n"
