"""Theorem 2 as (12) prints it, typed in as anybody would; `symbolic-eps conform` shows what it does."""

import math
import sys

for line in sys.stdin:
    r, p, q = map(float, line.split())
    try:
        root = math.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q))
        print(math.inf if r * p * q >= 1 else math.log(2 * p * (1 - q) / (root - (1 - p))))
    except (ValueError, ZeroDivisionError):
        print("nan")
