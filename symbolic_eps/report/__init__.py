"""Renderings of results: text, Markdown, LaTeX and JSON. Nothing here computes."""
