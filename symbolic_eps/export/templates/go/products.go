// times is a product: a coefficient, which is a power of 2, and factors.
func times(coefficientAndFactors ...float64) []float64 { return coefficientAndFactors }

// rounded is a product, and most of what that lacks.
func rounded(term []float64) (high, low float64) {
	high = term[1]
	for _, x := range term[2:] {
		made := float64(high * x)
		low = productError(high, x, made) + float64(low*x)
		high = made
	}
	return float64(high * term[0]), float64(low * term[0])
}

// totalOf is the sum of products, its sign exact: added exactly where most of it cancels.
func totalOf(terms ...[]float64) float64 {
	total, lacking := rounded(terms[0])
	size := math.Abs(total)
	for _, term := range terms[1:] {
		high, low := rounded(term)
		sum := total + high
		lacking = lacking + sumError(total, high, sum) + low
		size += math.Abs(high)
		total = sum
	}
	if math.Abs(total+lacking) > float64(0x1p-30*size) {
		return total + lacking
	}
	var parts []float64
	for _, term := range terms {
		parts = append(parts, partsOf(term)...)
	}
	return exactSum(parts...)
}

// partsOf are the parts of a product, which is their exact sum.
func partsOf(term []float64) []float64 {
	parts := []float64{term[1]}
	for _, x := range term[2:] {
		var longer []float64
		for _, part := range parts {
			high := float64(part * x)
			longer = append(longer, high, productError(part, x, high))
		}
		parts = longer
	}
	for i := range parts {
		parts[i] *= term[0]
	}
	return parts
}
