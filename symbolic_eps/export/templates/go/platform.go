// ln is the platform's log(x).
func ln(x float64) float64 {
	return math.Log(x)
}

// ln1p is the platform's log(1 + x).
func ln1p(x float64) float64 {
	return math.Log1p(x)
}
