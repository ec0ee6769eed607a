// FILL_generated

// Package symboliceps has privacy budgets in binary64.
//
// Outside its domain a function returns NaN and an error, a DomainError or a RangeError. The order
// of operations matters: each product is converted to float64, so that no compiler rounds it
// together with a sum.
package symboliceps

import (
	"math"
	"sync/atomic"
)

// DomainError says which condition the arguments do not meet: there is no value.
type DomainError string

// Error returns the message.
func (e DomainError) Error() string { return string(e) }

// RangeError says which argument is too small or too large to compute with.
type RangeError string

// Error returns the message.
func (e RangeError) Error() string { return string(e) }

// Read anew at each call: values that no compiler knows.
var (
	probeOne   = math.Float64bits(FILL_one)
	probeSmall = math.Float64bits(FILL_small)
)

// inDefaultEnvironment asks whether arithmetic is as needed: C code in the process can change it.
func inDefaultEnvironment() error {
	one := math.Float64frombits(atomic.LoadUint64(&probeOne))
	small := math.Float64frombits(atomic.LoadUint64(&probeSmall))
	_, err := defaultEnvironment(one, small)
	return err
}
FILL_helpers
FILL_functions
