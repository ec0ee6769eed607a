// FILL_generated Compares each function with its test vectors.
package symboliceps

import (
	"bufio"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

type formula struct {
	vectors               string
	count                 int
	bound, farthest, side float64
	function, safe        func([]float64) (float64, error)
}

var formulas = []formula{
FILL_formulas
}

// number has these bits, in hexadecimal; NaN where they are none.
func number(bits string) float64 {
	read, err := strconv.ParseUint(bits, 16, 64)
	if err != nil {
		return math.NaN()
	}
	return math.Float64frombits(read)
}

// answered is what a function gives: a number, or why there is none.
func answered(function func([]float64) (float64, error), x []float64) (string, float64) {
	value, err := function(x)
	var domain DomainError
	var size RangeError
	switch {
	case errors.As(err, &domain) && math.IsNaN(value):
		return "outside", 0.0
	case errors.As(err, &size) && math.IsNaN(value):
		return "beyond", 0.0
	case err != nil:
		return "another error", 0.0
	}
	return "value", value
}

// isRight says whether all is right at one point, and the error in ulps.
func (f *formula) isRight(fields []string) (bool, float64) {
	if len(fields) != f.count+6 {
		return false, 0.0
	}
	x := make([]float64, f.count)
	for i := range x {
		x[i] = number(fields[i])
	}
	said, value := answered(f.function, x)
	saidOfSafe, safe := answered(f.safe, x)
	status, expected := fields[f.count], fields[f.count+1:]
	if status == "outside" || status == "beyond" {
		return said == status && saidOfSafe == status, 0.0
	}
	if said != "value" || saidOfSafe != "value" {
		return false, 0.0
	}
	if status == "infinite" {
		return math.IsInf(value, 1) && math.IsInf(safe, 1), 0.0
	}
	edge := expected[1]
	if f.side > 0 {
		edge = expected[2]
	}
	rounded, nearest, unit := number(expected[0]), number(edge), number(expected[3])
	offset, err := strconv.ParseFloat(expected[4], 64)
	distance := math.Abs((value-rounded)/unit - offset)
	safely := f.side*safe >= f.side*nearest && f.side*((safe-rounded)/unit-offset) <= f.farthest
	return status == "value" && err == nil && distance <= f.bound && safely, distance
}

func (f *formula) check(t *testing.T) {
	file, err := os.Open(f.vectors)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	points, wrong, largest := 0, 0, 0.0
	lines := bufio.NewScanner(file)
	lines.Scan()
	for ; lines.Scan(); points++ {
		right, distance := f.isRight(strings.Split(lines.Text(), ","))
		if !right {
			wrong++
		}
		largest = math.Max(largest, distance)
	}
	t.Logf("%s: %d points, largest error %.2f ulps, %d wrong", f.vectors, points, largest, wrong)
	if lines.Err() != nil || points == 0 || wrong > 0 {
		t.Fail()
	}
}

func TestVectors(t *testing.T) {
	for i := range formulas {
		t.Run(formulas[i].vectors, formulas[i].check)
	}
}
