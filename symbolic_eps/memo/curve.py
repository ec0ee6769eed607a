"""The guarantee as an SVG picture in a page: it takes the page's colours, and says what it shows."""

from __future__ import annotations

from html import escape

from symbolic_eps.memo.blocks import Curve

SIDE, LEFT, TOP = 300, 60, 16
WIDTH, HEIGHT = LEFT + SIDE + 24, TOP + SIDE + 52
TICKS = (0, 25, 50, 75, 100)


def svg(curve: Curve) -> str:
    """The picture; classes `line`, `grid`, `even` and `mark` are styled by the page.

    Examples
    --------
    >>> picture = svg(Curve(((0.0, 0.0), (1.0, 1.0)), ((0.5, 0.5, "a<b"),), "A line."))
    >>> "<title>A line.</title>" in picture, "a&lt;b" in picture
    (True, True)
    """
    line = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y in curve.points)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(curve.words)}">',
        f"<title>{escape(curve.words)}</title>",
        *_axes(),
        f'<line class="even" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>',
        f'<polyline class="line" points="{line}"/>',
        *_legend(),
    ]
    for x, y, name in curve.marks:
        parts.append(f'<circle class="mark" cx="{_x(x):.1f}" cy="{_y(y):.1f}" r="4"/>')
        parts.append(f'<text x="{_x(x) + 8:.1f}" y="{_y(y) + 13:.1f}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"])


def _legend() -> list[str]:
    """In the lower right corner, under both lines."""
    entries = (("line", "at most, after the release", 0.13), ("even", "as before", 0.05))
    return [
        f'<line class="{kind}" x1="{_x(0.40)}" y1="{_y(y)}" x2="{_x(0.48)}" y2="{_y(y)}"/>'
        f'<text x="{_x(0.50)}" y="{_y(y) + 4}">{text}</text>'
        for kind, text, y in entries
    ]


def _axes() -> list[str]:
    parts = []
    for tick in TICKS:
        x, y = _x(tick / 100), _y(tick / 100)
        parts += [
            f'<line class="grid" x1="{_x(0)}" y1="{y}" x2="{_x(1)}" y2="{y}"/>',
            f'<line class="grid" x1="{x}" y1="{_y(0)}" x2="{x}" y2="{_y(1)}"/>',
            f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{tick} %</text>',
            f'<text x="{x}" y="{_y(0) + 18}" text-anchor="middle">{tick} %</text>',
        ]
    middle = TOP + SIDE / 2
    parts.append(
        f'<text x="{_x(0.5)}" y="{HEIGHT - 8}" text-anchor="middle">probability of a disclosure before</text>'
    )
    parts.append(
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">'
        "probability after</text>"
    )
    return parts


def _x(value: float) -> float:
    return LEFT + SIDE * value


def _y(value: float) -> float:
    return TOP + SIDE * (1 - value)
