
/// Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
/// SHA-256 of numbers and operations:
/// FILL_fingerprint
/// 1/a rounded, for a = (257 + 2 i)/256.
#[rustfmt::skip]
static INVERSE: [f64; 128] = [
FILL_inverse
];
/// Minus its logarithm, or that of twice it from i = 53 on: the first part.
#[rustfmt::skip]
static HIGH: [f64; 128] = [
FILL_high
];
/// The second part.
#[rustfmt::skip]
static LOW: [f64; 128] = [
FILL_low
];
FILL_programs

/// log(total + error + low), where total + error = 1 + `beside_one`: total is 2^exponent m.
fn log_of_sum(total: f64, error: f64, low: f64, beside_one: f64) -> f64 {
    if beside_one.abs() < 33.0 / 4096.0 {
        return log_sum(0.0, log_low(0.0, 0.0, low, total), beside_one);
    }
    let bits = total.to_bits();
    let place = (bits >> 45 & 127) as usize;
    let exponent = ((bits >> 52) as i32 - 1023 + i32::from(place >= 53)) as f64;
    let m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    let r = reduced(m, 1.0 + place as f64 / 128.0, INVERSE[place]);
    let small = log_low(exponent, LOW[place], error + low, total);
    log_sum(log_high(exponent, HIGH[place]), small, r)
}
