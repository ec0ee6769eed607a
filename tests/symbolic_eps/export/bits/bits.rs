// Results of root at all points of points.bin, to results.bin.
fn main() -> std::io::Result<()> {
    let read = std::fs::read("points.bin")?;
    let number = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().unwrap());
    let mut found = Vec::new();
    for point in read.chunks_exact(24) {
        let (r, p, q) = (number(&point[..8]), number(&point[8..16]), number(&point[16..]));
        let value = symbolic_eps::root(r, p, q).unwrap_or(f64::NAN);
        found.extend_from_slice(&value.to_le_bytes());
    }
    std::fs::write("results.bin", found)
}
