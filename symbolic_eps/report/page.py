"""A result as a page: the formula, the text that the command prints, and the picture if there is one."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec

from symbolic_eps import __version__
from symbolic_eps.errors import InputError
from symbolic_eps.report.result import html
from symbolic_eps.results import Result

STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
    "pre{overflow-x:auto}svg{max-width:100%;height:auto}math{overflow-x:auto}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "caption{text-align:left;font-weight:600}"
    "th,td{padding:.2rem .7rem .2rem 0;text-align:left;font-weight:400;border-top:1px solid #ddd}"
)


def page(result: Result, title: str) -> str:
    """The page as HTML, with nothing from outside.

    Parameters
    ----------
    result : Result
        What is shown.
    title : str
        Of the page; plain text.
    """
    heading = f"<h1>{escape(title)}</h1>" if title else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title or 'symbolic-eps')}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{heading}{html(result)}\n{_picture(result)}\n"
        f"<p>symbolic-eps {__version__}</p>\n</body>\n</html>\n"
    )


def _picture(result: Result) -> str:
    """The picture as SVG; why there is none where it cannot be drawn, and nothing where there is none."""
    if find_spec("matplotlib") is None:
        return "<p>Without a picture: it needs matplotlib (pip install matplotlib).</p>"
    from symbolic_eps.figures.picture import has_picture

    if not has_picture(result):
        return ""
    try:
        drawn = result.plot()._repr_svg_()
    except InputError as error:
        return f"<p>Without a picture: {escape(str(error))}</p>"
    return drawn[drawn.index("<svg") :]
