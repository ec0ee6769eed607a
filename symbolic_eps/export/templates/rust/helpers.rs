/// An error outside the domain.
#[inline]
fn require_domain(holds: bool, message: &'static str) -> Result<(), Error> {
    if holds {
        Ok(())
    } else {
        Err(Error::Domain(message))
    }
}

/// An error where an argument is too small or too large.
#[inline]
fn require_range(holds: bool, message: &'static str) -> Result<(), Error> {
    if holds {
        Ok(())
    } else {
        Err(Error::Range(message))
    }
}

/// Whether x is 0 or at least another number, for x >= 0: no product underflows.
#[inline]
fn zero_or(least: f64, x: f64) -> bool {
    TWO_TO_600 * x * (TWO_TO_600 * (x - least)) >= 0.0
}

/// A result; below 0 it stands for none.
#[inline]
fn in_range(value: f64) -> Result<f64, Error> {
    require_range(value >= 0.0, "the arguments are too small or too large to compute with")?;
    Ok(value)
}

/// 0 where x is, and no result elsewhere.
#[inline]
fn zero_alone(x: f64) -> f64 {
    if x == 0.0 {
        0.0
    } else {
        -1.0
    }
}

/// Whether squares, products and quotients of such numbers neither overflow nor underflow.
#[inline]
fn within(numbers: &[f64]) -> bool {
    numbers.iter().all(|&x| x >= TWO_TO_MINUS_960 && x <= TWO_TO_960)
}

/// A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number.
#[inline]
fn beside(x: f64, times: usize, share: f64) -> f64 {
    let moved = (0..times).fold(x, |moved, _| moved - moved * share);
    if x > 0.0 && x < f64::INFINITY {
        moved
    } else {
        x
    }
}
