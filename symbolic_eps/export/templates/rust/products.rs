/// The sum of products, its sign exact: each a coefficient, a power of 2, and factors.
macro_rules! total {
    ($($coefficient:literal: $($factor:expr),+);+) => {
        nearly(&[$(times($coefficient, [$($factor),+])),+])
            .unwrap_or_else(|| exactly(&[$(($coefficient, &[$($factor),+])),+]))
    };
}

/// A product, rounded, and most of what that lacks.
fn times<const COUNT: usize>(coefficient: f64, factors: [f64; COUNT]) -> (f64, f64) {
    let (mut high, mut low) = (factors[0], 0.0);
    for &x in &factors[1..] {
        (high, low) = (high * x, product_error(high, x, high * x) + low * x);
    }
    (high * coefficient, low * coefficient)
}

/// The sum of products with what they lack, unless most of it cancels.
fn nearly(terms: &[(f64, f64)]) -> Option<f64> {
    let (mut total, mut lacking) = terms[0];
    let mut size = total.abs();
    for &(high, low) in &terms[1..] {
        let sum = total + high;
        lacking = lacking + sum_error(total, high, sum) + low;
        size += high.abs();
        total = sum;
    }
    Some(total + lacking).filter(|sum| sum.abs() > two_to(-30) * size)
}

/// The sum of all parts of products.
#[cold]
fn exactly(terms: &[(f64, &[f64])]) -> f64 {
    let mut parts = Vec::new();
    for &(coefficient, factors) in terms {
        let mut made = vec![factors[0]];
        for &x in &factors[1..] {
            made = made.iter().flat_map(|&y| [y * x, product_error(y, x, y * x)]).collect();
        }
        parts.extend(made.iter().map(|part| part * coefficient));
    }
    exact_sum(&mut parts)
}
