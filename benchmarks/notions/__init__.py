"""What notions allow attacks, beside hypothesis-testing code of public libraries and a simulation.

`python -m benchmarks.notions` asks the libraries that `make .venv/.stamp-libraries` installs.
"""

from pathlib import Path


def library_file() -> Path:
    """The program for the libraries' environment."""
    return Path(__file__).with_name("library.py")
