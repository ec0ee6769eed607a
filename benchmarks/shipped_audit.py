"""The audits of the papers from shipped records and from cold, as whole processes beside `import sympy`."""

from __future__ import annotations

import os
import tempfile

from benchmarks.processes import COMMAND, IMPORT_SYMPY, Ratio, compare, table

ONE, TWO_VERSIONS = ("yoshida-yung-hayashi-2018",), ("kazan-reiter-2023", "kazan-reiter-2024")


def ratios(pairs: int = 5, cold_pairs: int = 1) -> list[Ratio]:
    """Each with the limit that is aimed at; nothing is kept from one run to the next."""
    os.environ["XDG_CACHE_HOME"] = os.devnull
    jobs = ("--jobs", "2")
    quick = [
        compare(
            f"audit {' '.join(papers)}, shipped",
            [*COMMAND, "audit", *papers, *jobs],
            IMPORT_SYMPY,
            limit,
            pairs,
        )
        for papers, limit in ((ONE, 4), (TWO_VERSIONS, 10))
    ]
    cold = []
    for papers, limit in ((ONE, 60), (TWO_VERSIONS, 100)):
        with tempfile.TemporaryDirectory() as folder:
            command = [*COMMAND, "audit", *papers, "--derive", *jobs, "--certificates", folder]
            cold.append(
                compare(f"audit {' '.join(papers)}, from cold", command, IMPORT_SYMPY, limit, cold_pairs)
            )
    return [*quick, *cold]


def report() -> str:
    """The ratios as text, with the load of the machine while they were measured."""
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    lines = table("audits of one paper or two / import sympy", ratios())
    return (
        "\n".join([*lines, f"load of the machine: {load} at the start, on {os.cpu_count()} processors"])
        + "\n"
    )


if __name__ == "__main__":
    print(report(), end="")
