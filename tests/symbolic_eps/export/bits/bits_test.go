package symboliceps

import (
	"encoding/binary"
	"math"
	"os"
	"testing"
)

// Results of Root at all points of points.bin, to results.bin.
func TestBits(t *testing.T) {
	read, err := os.ReadFile("points.bin")
	if err != nil {
		t.Fatal(err)
	}
	number := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(read[i:])) }
	found := make([]byte, 0, len(read)/3)
	for i := 0; i < len(read); i += 24 {
		value, _ := Root(number(i), number(i+8), number(i+16))
		bytes := make([]byte, 8)
		binary.LittleEndian.PutUint64(bytes, math.Float64bits(value))
		found = append(found, bytes...)
	}
	if err := os.WriteFile("results.bin", found, 0o600); err != nil {
		t.Fatal(err)
	}
}
