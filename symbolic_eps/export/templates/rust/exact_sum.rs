
/// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
/// SHA-256: FILL_fingerprint
#[cold]
fn exact_sum(parts: &mut [f64]) -> f64 {
    for i in 1..parts.len() {
        for j in 0..i {
            let sum = parts[i] + parts[j];
            (parts[i], parts[j]) = (sum, sum_error(parts[i], parts[j], sum));
        }
    }
    let (mut total, mut rest) = (parts[0], 0.0);
    for &part in &parts[1..] {
        let sum = part + total;
        (total, rest) = (sum, rest + sum_error(part, total, sum));
    }
    total + rest
}
