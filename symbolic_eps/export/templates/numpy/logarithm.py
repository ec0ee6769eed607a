

# Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
# SHA-256 of numbers and operations:
# FILL_fingerprint
# 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
# i = 53 on, in two parts.
# fmt: off
_INVERSE = np.array((
FILL_inverse
)) / 256.0
_HIGH = np.array((
FILL_high
))
_LOW = np.array((
FILL_low
))
# fmt: on
FILL_programs
FILL_log_sum
