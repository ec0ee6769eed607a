/// The platform's log(x).
fn ln(x: f64) -> f64 {
    x.ln()
}

/// The platform's log(1 + x).
fn ln1p(x: f64) -> f64 {
    x.ln_1p()
}
