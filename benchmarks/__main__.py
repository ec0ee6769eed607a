"""`python -m benchmarks`: every figure that the README quotes."""

from __future__ import annotations

from benchmarks import (
    audit,
    certificates,
    derive,
    enclosed,
    export_speed,
    lambdify,
    processes,
    root_numpy,
    shipped_audit,
)

if __name__ == "__main__":
    print(processes.report())
    print(certificates.report())
    print(audit.report())
    print(shipped_audit.report())
    print(derive.report())
    print(enclosed.report())
    print(lambdify.report())
    root_numpy.main([])
    export_speed.main([])
