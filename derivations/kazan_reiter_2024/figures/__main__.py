"""`python -m derivations.kazan_reiter_2024.figures [FOLDER]`: Figures 1-5 as SVG and PNG."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from symbolic_eps.errors import InputError
from symbolic_eps.figures import require_matplotlib

FOLDER = Path("figures")
"""Where the files go by default."""


def main(arguments: Sequence[str]) -> int:
    """Draw all figures into a folder; 0 if all is written, 2 with one line on bad input."""
    try:
        if len(arguments) > 1:
            raise InputError(f"give one folder at most: python -m {__package__} [FOLDER]")
        folder = Path(arguments[0]) if arguments else FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"the folder {folder} cannot be made: {error.strerror}; name another") from None
        require_matplotlib(folder / "figure-1.svg")
        from derivations.kazan_reiter_2024.figures.drawn import FIGURES
        from symbolic_eps.figures.output import save

        for name, draw in FIGURES.items():
            figure = draw()
            for extension in ("svg", "png"):
                path = folder / f"{name}.{extension}"
                save(figure, path)
                print(path)
    except (InputError, OSError) as error:
        print(f"{__package__}: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
