"""What the libraries answer: a program for their environment, which knows nothing of this project.

It reads calls as JSON, each with a path, arguments and calls on the result, and prints as many answers:
hexadecimal numbers, or the kind of error and its message; and the versions of the libraries.
"""

import importlib
import json
import sys
import warnings
from importlib.metadata import version

LIBRARIES = ("autodp", "diffprivlib", "dp-accounting", "opendp", "riskcal", "numpy", "scipy")


def named(path):
    """What stands at a path such as package.module.name."""
    module, _, name = path.rpartition(".")
    if module == "autodp.privacy_calibrator":
        importlib.import_module("autodp.rdp_acct")  # the other way round, the import fails
    return getattr(importlib.import_module(module), name)


def answer(call):
    """The number as text, or why there is none."""
    try:
        if "import" in call:
            importlib.import_module(call["import"])
            return "imported"
        found = named(call["path"])(*call["args"], **call["kwargs"])
        for step, given in call["then"]:
            found = getattr(found, step)(*given) if given is not None else getattr(found, step)
        return float(found[0] if isinstance(found, tuple) else found).hex()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def main():
    """Answers on standard output."""
    warnings.simplefilter("ignore")
    calls = json.load(sys.stdin)
    print(json.dumps({"answers": [*map(answer, calls)], "versions": {n: version(n) for n in LIBRARIES}}))


if __name__ == "__main__":
    main()
