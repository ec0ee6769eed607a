"""How the documentation becomes a site: `make docs`. Nothing is fetched, neither now nor by its pages."""

from __future__ import annotations

import re
from typing import Any

from symbolic_eps import __version__

project = "symbolic-eps"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
exclude_patterns = ["examples/**", "pictures/**", "gallery/**", "style/**"]
html_theme = "alabaster"
html_theme_options = {"description": "exact privacy budgets, with proofs", "fixed_sidebar": True}
html_static_path = ["style"]
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_rtype = False
default_role = "code"


def outside_links_as_text(app: Any, name: str, source: list[str]) -> None:
    """Name a file that is no page of the site, where the text has a link to it."""
    source[0] = re.sub(r"(?<!!)\[([^\]]*)\]\(((?:\.\./|examples/)[^)#\s]*)[^)]*\)", r"\1 (`\2`)", source[0])


def bars_as_written(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Keep |K| from being read as the name of a substitution."""
    lines[:] = [re.sub(r"\|(\w+)\|", r"\\|\1\\|", line) for line in lines]


def setup(app: Any) -> None:
    """Connect both."""
    app.connect("source-read", outside_links_as_text)
    app.connect("autodoc-process-docstring", bars_as_written)
