"""Whether `randomized-response` says what the definitions do: `python -m benchmarks.randomized_response`."""
