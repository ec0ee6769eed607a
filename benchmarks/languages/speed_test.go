package symboliceps

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var kept float64

//go:noinline
func printed(r, p, q float64) float64 {
	b := 1 - p
	return math.Log(2 * p * (1 - q) / (math.Sqrt(b*b+4*p*(1-q)*(1/r-p*q)) - b))
}

// Times of the exported root and of the printed formula, by turns.
func TestSpeed(t *testing.T) {
	read, err := os.ReadFile("points.bin")
	if err != nil {
		t.Fatal(err)
	}
	points := make([]float64, len(read)/8)
	for i := range points {
		points[i] = math.Float64frombits(binary.LittleEndian.Uint64(read[8*i:]))
	}
	said, err := os.ReadFile("repetitions.txt")
	if err != nil {
		t.Fatal(err)
	}
	count, _ := strconv.Atoi(strings.TrimSpace(string(said)))
	for ; count > 0; count-- {
		begun := time.Now()
		for i := 0; i < len(points); i += 3 {
			value, _ := Root(points[i], points[i+1], points[i+2])
			kept += value
		}
		ours := time.Since(begun)
		begun = time.Now()
		for i := 0; i < len(points); i += 3 {
			kept += printed(points[i], points[i+1], points[i+2])
		}
		fmt.Println("ratio", ours.Seconds()/time.Since(begun).Seconds())
	}
}
