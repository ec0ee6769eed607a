
/** What is asked of an argument by itself: an interval, and sizes to compute with. */
const kindOf = (low, { above = false, high = Infinity, below = false, least = 0, zero = false,
  most = Infinity, whole = false }) => ({ low, above, high, below, least, zero, most, whole });

FILL_kinds

const isInside = (kind, x) =>
  (kind.above ? x > kind.low : x >= kind.low) && (kind.below ? x < kind.high : x <= kind.high);
const isLargeEnough = (kind, x) => x >= kind.least || (kind.zero && x === 0);
const isWhole = (kind, x) => !kind.whole || x + TWO_TO_52 - TWO_TO_52 === x;
const isOf = (kind, x) =>
  typeof x === "number" && isInside(kind, x) &&
  isLargeEnough(kind, x) && x <= kind.most && isWhole(kind, x);

/** Asks for the environment, and arguments of these kinds. */
FILL_given

/** An error for the first of the arguments that is not of its kind: intervals before sizes. */
function refuseArgument(names, numbers, kinds) {
  const said = names.split(" ");
  numbers.forEach((x, i) => typeof x === "number" || notANumber(said[i], x));
  kinds.forEach((kind, i) => {
    const low = `${kind.above ? "above" : "of at least"} ${kind.low}`;
    const high = ` and ${kind.below ? "below" : "at most"} ${kind.high}`;
    need(isInside(kind, numbers[i]), `${said[i]} is not a number ${low}${kind.high < Infinity ? high : ""}`);
  });
  kinds.forEach((kind, i) => {
    const least = `below ${sizeOf(kind.least)}${kind.zero ? ", and not 0" : ""}`;
    const most = `above ${sizeOf(kind.most)}`;
    const start = `${said[i]} is too`;
    need(isLargeEnough(kind, numbers[i]), `${start} small to compute with: ${least}`);
    need(numbers[i] <= kind.most, `${start} large to compute with: ${most}`);
  });
  kinds.forEach((kind, i) => need(isWhole(kind, numbers[i]), `${said[i]} is not a whole number`));
}

/** A size in few digits: a power of 2, or a whole number. */
function sizeOf(x) {
  const exponent = Math.round(Math.log2(x));
  return x === 2 ** exponent ? `2^${exponent}` : `${x}`;
}
