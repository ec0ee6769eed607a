"""Prints the JSON Schema of a scenario file, or a commented example to begin with.

python -m symbolic_eps.scenarios > scenario.schema.json
python -m symbolic_eps.scenarios example > scenario.toml
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files

from symbolic_eps.scenarios.fields import schema


def main(arguments: list[str]) -> int:
    """Print what is asked for; the exit status."""
    match arguments:
        case []:
            print(json.dumps(schema(), indent=2))
        case ["example"]:
            print(files(__package__).joinpath("example.toml").read_text(encoding="utf-8"), end="")
        case _:
            print("write nothing after symbolic_eps.scenarios, or example", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
