// ln is log(x) for normal numbers.
func ln(x float64) float64 {
	if x == 0.0 {
		return math.Inf(-1)
	}
	if !(x >= 0x1p-1022 && x < math.Inf(1)) {
		if x > 1.0 {
			return x
		}
		return math.NaN()
	}
	return logOfSum(x, 0.0, 0.0, x-1.0)
}

// ln1p is log(1 + x).
func ln1p(x float64) float64 {
	if x == -1.0 {
		return math.Inf(-1)
	}
	if !(x > -1.0 && x < math.Inf(1) && x != 0.0) {
		if x > -1.0 {
			return x
		}
		return math.NaN()
	}
	total := 1.0 + x
	return logOfSum(total, sumError(1.0, x, total), 0.0, x)
}

// ln1pSum is log(1 + x + low), for a finite x > 0 and a low that is much smaller.
func ln1pSum(x, low float64) float64 {
	total := 1.0 + x
	return logOfSum(total, sumError(1.0, x, total), low, x)
}
