
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
FILL_programs

/** log(total + error + low), where total + error = 1 + besideOne: total is 2^exponent m. */
function logOfSum(total, error, low, besideOne) {
  if (Math.abs(besideOne) < 33 / 4096) return logSum(0, logLow(0, 0, low, total), besideOne);
  NUMBER[0] = total;
  const upper = WORDS[UPPER];
  const place = (upper >>> 13) & 127;
  const exponent = (upper >>> 20) - 1023 + (place >= 53 ? 1 : 0);
  WORDS[UPPER] = (upper & 0xfffff) | 0x3ff00000;
  const r = reduced(NUMBER[0], 1 + place / 128, INVERSE[place]);
  const small = logLow(exponent, LOW[place], error + low, total);
  return logSum(logHigh(exponent, HIGH[place]), small, r);
}
