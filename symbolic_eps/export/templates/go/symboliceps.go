// FILL_generated

// Package symboliceps has privacy budgets in binary64. Outside its domain a function returns NaN
// and a DomainError or RangeError. Each asks whether arithmetic rounds to nearest, ties to even,
// and keeps subnormals. Products are converted to float64, so no compiler fuses one with a sum.
// Results are the same bits everywhere if no function of the platform is named. See manifest.json.
FILL_common
package symboliceps

import (
FILL_imports
)

// DomainError says which condition the arguments do not meet: there is no value.
type DomainError string

// RangeError says which argument is too small or too large to compute with.
type RangeError string

func (e DomainError) Error() string { return string(e) }
func (e RangeError) Error() string  { return string(e) }

// conditions collects what is asked: what does not hold first is the error, and there is no result.
type conditions struct{ err error }

func (c *conditions) that(holds bool, refusal error) {
	if !holds && c.err == nil {
		c.err = refusal
	}
}

// inRange is a result; below 0 it stands for none.
func (c *conditions) inRange(value float64) (float64, error) {
	c.that(value >= 0.0, RangeError("the arguments are too small or too large to compute with"))
	return either(c.err == nil, value, math.NaN()), c.err
}

// either is the first value where a test holds, else the other one.
func either(test bool, value, other float64) float64 {
	if test {
		return value
	}
	return other
}

// probes are read anew at each call: values that no compiler knows.
var probes = [...]uint64{math.Float64bits(FILL_one), math.Float64bits(FILL_small)}

// asked begins with whether arithmetic is as needed: C code in the process can change it.
func asked() conditions {
	one := math.Float64frombits(atomic.LoadUint64(&probes[0]))
	small := math.Float64frombits(atomic.LoadUint64(&probes[1]))
	least, above, needs := FILL_least, FILL_above, conditions{}
FILL_environment
	return needs
}
FILL_kinds
FILL_helpers
FILL_functions
