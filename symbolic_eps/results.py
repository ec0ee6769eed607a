"""Results of public functions: `str` is the text that the command prints, and notebooks show it, too.

How a result looks is said in `symbolic_eps.report.result`, which is loaded when a result is first shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from symbolic_eps.callables.function import LambdifiedFunction, Modules
    from symbolic_eps.figures.picture import Picture


class Lambdifiable:
    """A result that can be made a function of numbers."""

    def lambdify(
        self, modules: Modules = "numpy", parameters: Iterable[str] | None = None
    ) -> LambdifiedFunction:
        """A function of the parameters: see `symbolic_eps.lambdify`.

        Examples
        --------
        >>> from symbolic_eps import derive
        >>> eps = derive("r", ["r>1"]).lambdify()
        >>> eps([2.0, 3.0]).round(12).tolist()
        [0.34657359028, 0.549306144334]
        """
        from symbolic_eps.callables.function import lambdify

        return lambdify(self, modules, parameters)


class Result:
    r"""A result that shows itself.

    Examples
    --------
    >>> from symbolic_eps import split
    >>> result = split("log(9)", 2)
    >>> print(str(result).splitlines()[1])
      2 releases with eps = [1.09861228866, 1.09861228867] = log(9)/2 each
    >>> result.to_latex()
    '\\varepsilon = \\log\\left(9\\right)\\text{ over }2\\text{ releases}'
    """

    def __str__(self) -> str:
        return str(_report().text(self)).removesuffix("\n")

    def to_latex(self) -> str:
        """The result in one formula of LaTeX (amsmath), for math mode, without dollar signs."""
        return str(_report().latex(self))

    def to_fragment(self, name: str, figure: str = "") -> str:
        r"""Definitions of LaTeX for `\input`: macros, and tables with booktabs.

        Parameters
        ----------
        name : str
            What the macros are named after.
        figure : str
            A picture's file, PDF or PNG, for a macro that includes it; empty for none.

        Raises
        ------
        symbolic_eps.errors.InputError
            There is no letter in the name, or LaTeX cannot include the file.

        Examples
        --------
        >>> from symbolic_eps import split
        >>> print(split("log(9)", 2).to_fragment("shares").splitlines()[2])
        % \SharesResult \SharesTable
        """
        layout = import_module("symbolic_eps.report.fragment.text")
        if figure:
            layout.check_figure(figure)
        content = import_module("symbolic_eps.report.fragment.content").fragment(self)
        return str(layout.rendered(content, layout.prefix_of(name), figure))

    def plot(self, **values: object) -> Picture:
        """The picture of the result; a notebook shows it, `save(path)` writes it.

        Parameters
        ----------
        **values
            Of signs with parameters: numbers for these.

        Raises
        ------
        symbolic_eps.errors.InputError
            There is no matplotlib, or there is no picture of such a result.

        Examples
        --------
        >>> from symbolic_eps import recommend
        >>> recommend("3").plot()._repr_svg_().startswith("<?xml")
        True
        """
        import_module("symbolic_eps.figures").require_drawing()
        pictures = import_module("symbolic_eps.figures.picture")
        picture: Picture = pictures.Picture(pictures.draw(self, values))
        return picture

    def report(self, path: str | Path | None = None, title: str = "") -> str:
        """The result as a page (HTML) with its picture, which is also written to a file if one is named.

        Parameters
        ----------
        path : str or Path, optional
            A file.
        title : str
            Above the result.

        Raises
        ------
        symbolic_eps.errors.InputError
            The file cannot be written.

        Examples
        --------
        >>> from symbolic_eps import split
        >>> "2 releases" in split("log(9)", 2).report(title="Two releases")
        True
        """
        page = str(import_module("symbolic_eps.report.page").page(self, title))
        if path is not None:
            from pathlib import Path

            from symbolic_eps.files import check_file, write_whole

            check_file(Path(path), f"report {path}")
            write_whole(Path(path), page.encode())
        return page

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.to_latex()}$"

    def _repr_html_(self) -> str:
        return str(_report().html(self))


def _report() -> Any:
    return import_module("symbolic_eps.report.result")
