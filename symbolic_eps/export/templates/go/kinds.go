
// kind is what is asked of an argument by itself: an interval, and sizes to compute with.
type kind struct {
	low, high    float64
	above, below bool
	least, most  float64
	zero, whole  bool
}

// Kinds of arguments.
var (
FILL_kinds
)

// argument is a number, and what is asked of it.
type argument struct {
	x    float64
	kind *kind
}

func (k *kind) of(x float64) argument { return argument{x, k} }

// given asks for what arguments are to be, which have these names: for intervals, then for sizes.
func given(names string, arguments ...argument) conditions {
	needs := asked()
	for stage := 0; stage < 3 && needs.err == nil; stage++ {
		for i, a := range arguments {
			if said := a.refused(stage); said != "" && needs.err == nil {
				said = strings.Split(names, " ")[i] + " is " + said
				needs.that(stage != 1, RangeError(said))
				needs.that(false, DomainError(said))
			}
		}
	}
	return needs
}

// refused says what an argument is not, or is; nothing where it is as asked.
func (a argument) refused(stage int) string {
	x, k := a.x, a.kind
	switch {
	case stage == 0 && !k.inside(x):
		return "not a number " + k.interval()
	case stage == 1 && k.zero && x == 0.0:
		return ""
	case stage == 1 && !(x >= k.least) && k.zero:
		return "too small to compute with: below " + size(k.least) + ", and not 0"
	case stage == 1 && !(x >= k.least):
		return "too small to compute with: below " + size(k.least)
	case stage == 1 && !(x <= k.most):
		return "too large to compute with: above " + size(k.most)
	case stage == 2 && k.whole && x+0x1p52-0x1p52 != x:
		return "not a whole number"
	}
	return ""
}

func (k *kind) inside(x float64) bool {
	return x >= k.low && x <= k.high && !(k.above && x == k.low) && !(k.below && x == k.high)
}

// interval says where an argument is to be.
func (k *kind) interval() string {
	low, high := "of at least ", "at most "
	if k.above {
		low = "above "
	}
	if k.below {
		high = "below "
	}
	if k.high == math.Inf(1) {
		return low + size(k.low)
	}
	return low + size(k.low) + " and " + high + size(k.high)
}

// size is a number in few digits.
func size(x float64) string {
	mantissa, exponent := math.Frexp(x)
	if mantissa == 0.5 && x != 1.0 {
		return fmt.Sprintf("2^%d", exponent-1)
	}
	return fmt.Sprintf("%g", x)
}

// step is 2^-53 (1 + 2^-52): this share of a number moves it to the next one.
const step = 0x1.0000000000001p-53

// less is how often which share of a number is taken from it.
type less struct {
	times int
	share float64
}

func (l less) of(x float64, err error) (float64, error) {
	for i := 0; i < l.times && x > 0.0 && x < math.Inf(1); i++ {
		x -= float64(x * l.share)
	}
	return x, err
}
