// Results of each list at all points of its file, to another file.
fn main() -> std::io::Result<()> {
    for (i, list) in symbolic_eps::LISTS.iter().enumerate() {
        let read = std::fs::read(format!("points_{i}.bin"))?;
        let number = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().unwrap());
        let x: Vec<f64> = read.chunks_exact(8).map(number).collect();
        let found = x.chunks_exact(x.len() / 100).flat_map(|point| list(point).to_le_bytes());
        std::fs::write(format!("results_{i}.bin"), found.collect::<Vec<u8>>())?;
    }
    Ok(())
}
