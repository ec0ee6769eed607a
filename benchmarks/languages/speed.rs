// Times of the exported root and of the printed formula, by turns.
use std::hint::black_box;
use std::time::Instant;

fn printed(r: f64, p: f64, q: f64) -> f64 {
    let b = 1.0 - p;
    (2.0 * p * (1.0 - q) / ((b * b + 4.0 * p * (1.0 - q) * (1.0 / r - p * q)).sqrt() - b)).ln()
}

fn seconds(points: &[[f64; 3]], function: impl Fn(f64, f64, f64) -> f64) -> f64 {
    let begun = Instant::now();
    for &[r, p, q] in points {
        black_box(function(black_box(r), p, q));
    }
    begun.elapsed().as_secs_f64()
}

fn main() -> std::io::Result<()> {
    let read = std::fs::read("points.bin")?;
    let number = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().unwrap());
    let points: Vec<[f64; 3]> =
        read.chunks_exact(24).map(|x| [number(&x[..8]), number(&x[8..16]), number(&x[16..])]).collect();
    for _ in 0..std::fs::read_to_string("repetitions.txt")?.trim().parse().unwrap() {
        let ours = seconds(&points, |r, p, q| symbolic_eps::root(r, p, q).unwrap_or(f64::NAN));
        println!("ratio {}", ours / seconds(&points, printed));
    }
    Ok(())
}
