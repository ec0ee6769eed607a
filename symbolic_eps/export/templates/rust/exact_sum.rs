
/// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
/// SHA-256: FILL_fingerprint
#[cold]
fn exact_sum(terms: &[f64]) -> f64 {
    let mut parts = [0.0; 24];
    for (i, &term) in terms.iter().enumerate() {
        let mut carry = term;
        for part in &mut parts[..i] {
            let sum = carry + *part;
            *part = sum_error(carry, *part, sum);
            carry = sum;
        }
        parts[i] = carry;
    }
    let (mut total, mut rest) = (parts[0], 0.0);
    for &part in &parts[1..terms.len()] {
        let sum = part + total;
        rest += sum_error(part, total, sum);
        total = sum;
    }
    total + rest
}
