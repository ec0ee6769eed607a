/// What every function asks first: for the environment, for the domain, then for sizes.
macro_rules! given {
    ($([$($asked:tt)*])*) => {
        in_default_environment()?;
        $(asked!($($asked)*);)*
    };
}

/// The error, unless a number lies in an interval, of which the ends have words, or has a size.
macro_rules! asked {
    (low <) => { "above " };
    (low <=) => { "of at least " };
    (high <) => { "below " };
    (high <=) => { "at most " };
    ($low:literal $over:tt $x:ident $under:tt $high:literal) => {
        asked!($x, f64::from($low) $over $x && $x $under f64::from($high), Domain,
            " is not a number ", asked!(low $over), $low, " and ", asked!(high $under), $high)
    };
    ($low:literal $over:tt $x:ident) => {
        asked!($x, f64::from($low) $over $x, Domain, " is not a number ", asked!(low $over), $low)
    };
    ($x:ident from 2^$least:literal) => {
        asked!($x, $x >= two_to($least), Range, " is too small to compute with: below 2^", $least)
    };
    ($x:ident 0 or from 2^$least:literal) => {
        asked!($x, two_to(600) * $x * (two_to(600) * ($x - two_to($least))) >= 0.0, Range,
            " is too small to compute with: below 2^", $least, ", and not 0")
    };
    ($x:ident up to 2^$most:literal) => {
        asked!($x, $x <= two_to($most), Range, " is too large to compute with: above 2^", $most)
    };
    ($x:ident up to $most:literal) => {
        asked!($x, $x <= f64::from($most), Range, " is too large to compute with: above ", $most)
    };
    ($x:ident whole) => {
        asked!($x, $x + two_to(52) - two_to(52) == $x, Domain, " is not a whole number")
    };
    ($x:ident, $holds:expr, $refusal:ident, $($said:expr),+) => {
        require($holds, $refusal(concat!(stringify!($x), $($said),+)))?
    };
}

/// 2^-53 (1 + 2^-52): this share of a number moves it to the next one.
const STEP: f64 = 1.1102230246251568e-16;
/// A function whose result is another's less a share of it, several times, for users.
macro_rules! safe {
    ($safe:ident = $f:ident($($x:ident),*) less $times:literal times $share:expr, $told:literal) => {
        #[doc = concat!("As [`", stringify!($f), "`], ", $told, ".")]
        pub fn $safe($($x: f64),*) -> Result<f64, Error> {
            let less = |x: f64, _| if x > 0.0 { x - x.min(f64::MAX) * $share } else { x };
            Ok((0..$times).fold($f($($x),*)?, less))
        }
    };
}

/// 2^exponent, a normal number.
fn two_to(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The error, unless a condition holds.
fn require(holds: bool, error: Error) -> Result<(), Error> {
    holds.then_some(()).ok_or(error)
}

/// Whether x is 0 or at least another number, for x >= 0: no product underflows.
fn zero_or(least: f64, x: f64) -> bool {
    two_to(600) * x * (two_to(600) * (x - least)) >= 0.0
}

/// A result; below 0 it stands for none.
fn in_range(value: f64) -> Result<f64, Error> {
    require(value >= 0.0, Range("the arguments are too small or too large to compute with"))?;
    Ok(value)
}

/// Whether squares, products and quotients of such numbers neither overflow nor underflow.
fn within(numbers: &[f64]) -> bool {
    numbers.iter().all(|&x| x >= two_to(-960) && x <= two_to(960))
}

/// Here log(g/m + 1) = log(a/m): of the latter where the ratio could overflow.
fn ln_ratio(g: f64, m: f64, a: impl FnOnce() -> f64) -> f64 {
    if two_to(-200) * g > m && m >= two_to(-960) {
        2.0 * ln(a().sqrt() / m.sqrt())
    } else {
        ln1p_ratio(g, m)
    }
}

/// The same, without what g/m lacks.
fn log_ratio(g: f64, m: f64, a: impl FnOnce() -> f64) -> f64 {
    if two_to(-200) * g > m && m >= two_to(-960) {
        2.0 * ln(a().sqrt() / m.sqrt())
    } else {
        log1p_ratio(g, m)
    }
}
