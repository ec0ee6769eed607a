"""Prints the JSON Schema of a scenario file: python -m symbolic_eps.scenarios > scenario.schema.json."""

from __future__ import annotations

import json

from symbolic_eps.scenarios.fields import schema

if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
