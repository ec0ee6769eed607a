/// Nothing if it holds, else the error.
#[inline]
fn require(holds: bool, error: Error) -> Result<(), Error> {
    if holds {
        Ok(())
    } else {
        Err(error)
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
