
// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
// SHA-256: FILL_fingerprint
func exactSum(parts ...float64) float64 {
	for i := range parts {
		for j := 0; j < i; j++ {
			sum := parts[i] + parts[j]
			parts[i], parts[j] = sum, sumError(parts[i], parts[j], sum)
		}
	}
	total, errors := parts[0], 0.0
	for _, part := range parts[1:] {
		sum := part + total
		total, errors = sum, errors+sumError(part, total, sum)
	}
	return total + errors
}
