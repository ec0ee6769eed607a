// rest is what a rounded sum lacks of a + b.
func rest(a, b, total float64) float64 {
	ofB := total - a
	return (a - (total - ofB)) + (b - ofB)
}

// exp is e to the x, within 0.76 ulp if math.Expm1 is within 1; math.Exp was seen to be wrong by
// 1.46 on amd64, and is called only where the result is infinite, below 2^-1021, or no number.
//
// With x = k log 2 + r + c and e to the r in [3/4, 3/2), one ulp of Expm1(r) is at most a quarter
// of one of the result. What the sums lack is added at last, so that nothing else rounds but that.
func exp(x float64) float64 {
	const high, low = 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45
	if !(x > -707.0 && x <= 709.78271289338397) {
		return math.Exp(x)
	}
	k := math.Floor(float64(x*math.Log2E) + 0.415)
	whole, part := float64(-k*high), float64(-k*low)
	near := x + whole
	r := near + part
	c := rest(x, whole, near) + rest(near, part, r)
	e := math.Expm1(r)
	y := 1.0 + e
	return math.Ldexp(y+(rest(1.0, e, y)+(c+float64(c*e))), int(k))
}

// zeroOr tells whether x is 0 or at least another number, for x >= 0: no product underflows.
func zeroOr(least, x float64) bool {
	return float64(float64(0x1p600*x)*float64(0x1p600*(x-least))) >= 0.0
}

// within tells whether squares, products and quotients of such numbers keep all their digits.
func within(x float64) bool { return x >= 0x1p-960 && x <= 0x1p960 }

// allWithin tells the same of several.
func allWithin(numbers ...float64) bool {
	for _, x := range numbers {
		if !within(x) {
			return false
		}
	}
	return true
}

// lnRatio is log(g/m + 1) = log(a/m): of the latter where the ratio could overflow.
func lnRatio(g, m float64, a func() float64) float64 {
	if float64(0x1p-200*g) > m && m >= 0x1p-960 {
		return float64(2.0 * ln(math.Sqrt(a())/math.Sqrt(m)))
	}
	return ln1pRatio(g, m)
}

// logRatio is the same, without what g/m lacks.
func logRatio(g, m float64, a func() float64) float64 {
	if float64(0x1p-200*g) > m && m >= 0x1p-960 {
		return float64(2.0 * ln(math.Sqrt(a())/math.Sqrt(m)))
	}
	return log1pRatio(g, m)
}
