package symboliceps

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"testing"
)

// Results of each list at all points of its file, to another file.
func TestLists(t *testing.T) {
	for i, list := range lists {
		read, err := os.ReadFile(fmt.Sprintf("points_%d.bin", i))
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, len(read)/800)
		found := make([]byte, 0, 800)
		for point := 0; point < 100; point++ {
			for k := range x {
				x[k] = math.Float64frombits(binary.LittleEndian.Uint64(read[8*(point*len(x)+k):]))
			}
			bytes := make([]byte, 8)
			binary.LittleEndian.PutUint64(bytes, math.Float64bits(list(x)))
			found = append(found, bytes...)
		}
		if err := os.WriteFile(fmt.Sprintf("results_%d.bin", i), found, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
