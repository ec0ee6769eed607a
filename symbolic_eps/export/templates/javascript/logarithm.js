
// Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
// SHA-256 of numbers and operations:
// FILL_fingerprint
// 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
// i = 53 on, in two parts.
const INVERSE = Float64Array.of(
FILL_inverse
);
const HIGH = Float64Array.of(
FILL_high
);
const LOW = Float64Array.of(
FILL_low
);

// A number, and its bits in two words, of which the upper one has this index.
const NUMBER = new Float64Array(1);
const WORDS = new Uint32Array(NUMBER.buffer);
const UPPER = new Uint8Array(Uint16Array.of(1).buffer)[0];

// 2^(1023 - i): times a number whose exponent is written as i, it lies in [1, 2).
const SCALE = new Float64Array(2047);
for (let i = 0, power = 8.98846567431158e307; i < 2047; i++, power /= 2) SCALE[i] = power;
FILL_programs

/** log(one + x + lacking), where one is 0 or 1, and the sum of both 2^exponent m. */
function logOfSum(one, x, lacking) {
  const total = one + x;
  let high = 0;
  let low = logLow(0, 0, lacking, total);
  let r = x - (1 - one);
  if (!(Math.abs(r) < 33 / 4096)) {
    NUMBER[0] = total;
    const upper = WORDS[UPPER];
    const place = (upper >>> 13) & 127;
    const exponent = ((upper + (75 << 13)) >>> 20) - 1023; // 1 more from place 53 on
    r = reduced(total * SCALE[upper >>> 20], 1 + place / 128, INVERSE[place]);
    high = logHigh(exponent, HIGH[place]);
    low = logLow(exponent, LOW[place], sumError(one, x, total) + lacking, total);
  }
FILL_log_sum
}
