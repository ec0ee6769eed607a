/// The platform's log(x).
#[inline]
fn ln(x: f64) -> f64 {
    x.ln()
}

/// The platform's log(1 + x).
#[inline]
fn ln1p(x: f64) -> f64 {
    x.ln_1p()
}
