/// log(x) for normal numbers.
fn ln(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !(f64::MIN_POSITIVE..f64::INFINITY).contains(&x) {
        return if x > 1.0 { x } else { f64::NAN };
    }
    log_of_sum(x, 0.0, 0.0, x - 1.0)
}

/// log(1 + x).
fn ln1p(x: f64) -> f64 {
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if !(x > -1.0 && x < f64::INFINITY && x != 0.0) {
        return if x > -1.0 { x } else { f64::NAN };
    }
    let total = 1.0 + x;
    log_of_sum(total, sum_error(1.0, x, total), 0.0, x)
}

/// log(1 + x + low), for a finite x > 0 and a low that is much smaller.
fn ln1p_sum(x: f64, low: f64) -> f64 {
    let total = 1.0 + x;
    log_of_sum(total, sum_error(1.0, x, total), low, x)
}
