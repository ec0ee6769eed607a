
// Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
// SHA-256 of numbers and operations:
// FILL_fingerprint
// 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
// i = 53 on, in two parts.
var inverseOf = [128]float64{
FILL_inverse
}
var highOf = [128]float64{
FILL_high
}
var lowOf = [128]float64{
FILL_low
}
FILL_programs

// logOfSum is log(total + e + low), where total + e = 1 + besideOne: total is 2^exponent m.
func logOfSum(total, e, low, besideOne float64) float64 {
	if math.Abs(besideOne) < 0x1.08p-7 {
		return logSum(0.0, logLow(0.0, 0.0, low, total), besideOne)
	}
	bits := math.Float64bits(total)
	place := int(bits >> 45 & 127)
	exponent := int(bits>>52) - 1023
	if place >= 53 {
		exponent++
	}
	k := float64(exponent)
	m := math.Float64frombits(bits&0xfffffffffffff | 0x3ff0000000000000)
	r := reduced(m, 1.0+float64(float64(place)/128.0), inverseOf[place])
	return logSum(logHigh(k, highOf[place]), logLow(k, lowOf[place], e+low, total), r)
}
