# FILL_generated Compares each function with its test vectors.

import sys

import numpy as np

import symbolic_eps_numpy as functions


def number(bits):
    return np.array([int(b, 16) for b in bits], dtype=np.uint64).view(np.float64)


def refuses(function, point):
    try:
        function(*point)
    except ValueError:
        return True
    return False


def check(path, count, f, f_safe, bound, farthest, side):
    with open(path, encoding="ascii") as file:
        rows = [line.rstrip("\n").split(",") for line in file][1:]
    columns = list(zip(*rows))
    x = [number(column) for column in columns[:count]]
    status = np.array(columns[count])
    outside = np.isin(status, ["outside", "beyond"])
    infinite, finite = (status == s for s in ("infinite", "value"))
    wrong = 0
    for point in zip(*(a[outside] for a in x)):
        wrong += not (refuses(f, point) and refuses(f_safe, point))
    for function in (f, f_safe):
        wrong += np.count_nonzero(function(*(a[infinite] for a in x)) != np.inf)
    shown = (1, 2 if side < 0 else 3, 4)
    rounded, nearest, unit = (number(columns[count + i])[finite] for i in shown)
    offset = np.array(columns[count + 5], dtype=np.float64)[finite]
    x = [a[finite] for a in x]
    value, safe = f(*x), f_safe(*x)
    error = np.abs((value - rounded) / unit - offset)
    far = side * ((safe - rounded) / unit - offset)
    right = (error <= bound) & (side * safe >= side * nearest) & (far <= farthest)
    one_by_one = np.array([f(*point) for point in zip(*x)])
    error = np.maximum(error, np.abs((one_by_one - rounded) / unit - offset))
    wrong += np.count_nonzero(~(right & (error <= bound)))
    largest = error.max(initial=0)
    print(f"{path}: {len(rows)} points, largest error {largest:.2f} ulps, {wrong} wrong")
    return wrong > 0 or not rows


FORMULAS = [
FILL_checks
]

if __name__ == "__main__":
    sys.exit(sum(check(*formula) for formula in FORMULAS) > 0)
