/// What every function asks first: for the environment, for the domain, then for sizes.
macro_rules! given {
    ($($asked:tt)*) => {
        in_default_environment()?;
        asked!($($asked)*);
    };
}

/// A number after the other.
macro_rules! asked {
    () => {};
    ($low:literal < $x:ident < $high:literal $(, $($rest:tt)*)?) => {
        require(
            $x > f64::from($low) && $x < f64::from($high),
            Domain(refusal!($x, "is not a number above", $low, " and below ", $high)),
        )?;
        asked!($($($rest)*)?);
    };
    ($low:literal < $x:ident <= $high:literal $(, $($rest:tt)*)?) => {
        require(
            $x > f64::from($low) && $x <= f64::from($high),
            Domain(refusal!($x, "is not a number above", $low, " and at most ", $high)),
        )?;
        asked!($($($rest)*)?);
    };
    ($low:literal < $x:ident $(, $($rest:tt)*)?) => {
        require($x > f64::from($low), Domain(refusal!($x, "is not a number above", $low)))?;
        asked!($($($rest)*)?);
    };
    ($low:literal <= $x:ident < $high:literal $(, $($rest:tt)*)?) => {
        require(
            $x >= f64::from($low) && $x < f64::from($high),
            Domain(refusal!($x, "is not a number of at least", $low, " and below ", $high)),
        )?;
        asked!($($($rest)*)?);
    };
    ($low:literal <= $x:ident <= $high:literal $(, $($rest:tt)*)?) => {
        require(
            $x >= f64::from($low) && $x <= f64::from($high),
            Domain(refusal!($x, "is not a number of at least", $low, " and at most ", $high)),
        )?;
        asked!($($($rest)*)?);
    };
    ($low:literal <= $x:ident $(, $($rest:tt)*)?) => {
        require($x >= f64::from($low), Domain(refusal!($x, "is not a number of at least", $low)))?;
        asked!($($($rest)*)?);
    };
    ($x:ident from 2^$least:literal $(, $($rest:tt)*)?) => {
        require($x >= two_to($least), Range(refusal!($x, "is too small to compute with: below", 2, "^", $least)))?;
        asked!($($($rest)*)?);
    };
    ($x:ident 0 or from 2^$least:literal $(, $($rest:tt)*)?) => {
        require(
            two_to(600) * $x * (two_to(600) * ($x - two_to($least))) >= 0.0,
            Range(refusal!($x, "is too small to compute with: below", 2, "^", $least, ", and not 0")),
        )?;
        asked!($($($rest)*)?);
    };
    ($x:ident up to 2^$most:literal $(, $($rest:tt)*)?) => {
        require($x <= two_to($most), Range(refusal!($x, "is too large to compute with: above", 2, "^", $most)))?;
        asked!($($($rest)*)?);
    };
    ($x:ident up to $most:literal $(, $($rest:tt)*)?) => {
        require($x <= f64::from($most), Range(refusal!($x, "is too large to compute with: above", $most)))?;
        asked!($($($rest)*)?);
    };
    ($x:ident whole $(, $($rest:tt)*)?) => {
        require($x + two_to(52) - two_to(52) == $x, Domain(refusal!($x, "is not a whole", "number")))?;
        asked!($($($rest)*)?);
    };
}

/// What is said of a number.
macro_rules! refusal {
    ($x:ident, $said:literal, $($limit:literal),*) => {
        concat!(stringify!($x), " ", $said, " ", $($limit),*)
    };
}

/// A function whose result is so many steps to the safe side of another's, for users.
macro_rules! safe {
    ($safe:ident = $f:ident($($x:ident),* $(,)?) less $times:literal steps, $far:literal ulps) => {
        safe! { $safe = $f($($x),*) moved $times times 1.1102230246251568e-16, never above, $far ulps }
    };
    ($safe:ident = $f:ident($($x:ident),* $(,)?) plus $times:literal steps, $far:literal ulps) => {
        safe! { $safe = $f($($x),*) moved $times times -1.1102230246251568e-16, never below, $far ulps }
    };
    ($safe:ident = $f:ident($($x:ident),* $(,)?) moved $times:literal times $share:expr, never $side:ident, $far:literal ulps) => {
        #[doc = concat!("As [`", stringify!($f), "`], never ", stringify!($side), " the exact value, within ", $far, " ulps.")]
        pub fn $safe($($x: f64),*) -> Result {
            Ok(beside($f($($x),*)?, $times, $share))
        }
    };
}

/// 2^exponent, a normal number.
fn two_to(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The error, unless a condition holds.
fn require(holds: bool, error: Error) -> Result<()> {
    holds.then_some(()).ok_or(error)
}

/// Whether x is 0 or at least another number, for x >= 0: no product underflows.
fn zero_or(least: f64, x: f64) -> bool {
    two_to(600) * x * (two_to(600) * (x - least)) >= 0.0
}

/// A result; below 0 it stands for none.
fn in_range(value: f64) -> Result {
    require(value >= 0.0, Range("the arguments are too small or too large to compute with"))?;
    Ok(value)
}

/// 0 where x is, and no result elsewhere.
fn zero_alone(x: f64) -> f64 {
    if x == 0.0 {
        0.0
    } else {
        -1.0
    }
}

/// Whether squares, products and quotients of such numbers neither overflow nor underflow.
fn within(numbers: &[f64]) -> bool {
    numbers.iter().all(|&x| x >= two_to(-960) && x <= two_to(960))
}

/// A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number.
fn beside(x: f64, times: usize, share: f64) -> f64 {
    (0..times).fold(x, |x, _| if x > 0.0 && x < f64::INFINITY { x - x * share } else { x })
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
