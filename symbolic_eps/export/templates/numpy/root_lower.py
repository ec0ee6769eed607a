"""FILL_source: rounded down, on arrays.

Written by `make golden`: do not edit. The program is that of the formula `FILL_name`, whose algebra and rounding
are proved; the order of its operations matters. SHA-256 of the program:
FILL_hash.
The result is at most FILL_bound units in the last place below the exact value, and never above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
FILL_functions
