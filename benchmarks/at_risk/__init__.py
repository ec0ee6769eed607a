"""Whether `at-risk` says what the definitions do: `python -m benchmarks.at_risk`."""
