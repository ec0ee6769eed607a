// FILL_generated Compares each function with its test vectors.
#![allow(clippy::unreadable_literal)]

use std::fs;
use std::process::ExitCode;

use symbolic_eps::Error;

type Function = fn(&[f64]) -> Result<f64, Error>;

struct Vectors {
    path: &'static str,
    count: usize,
    function: Function,
    safe: Function,
    bound: f64,
    farthest: f64,
    side: f64,
}

/// Two functions, by the places of their arguments, and their bounds.
macro_rules! vectors {
    ($path:literal $f:ident $g:ident ($($i:literal)*) $bound:literal $farthest:literal $side:literal) => {
        Vectors {
            path: $path,
            count: [$($i),*].len(),
            function: |x| symbolic_eps::$f($(x[$i]),*),
            safe: |x| symbolic_eps::$g($(x[$i]),*),
            bound: $bound,
            farthest: $farthest,
            side: $side,
        }
    };
}

/// The number that has these bits, in hexadecimal.
fn number(bits: &str) -> Option<f64> {
    u64::from_str_radix(bits, 16).ok().map(f64::from_bits)
}

/// Whether all is right at one point, and the error in ulps where there is a number.
fn judged(vectors: &Vectors, line: &str) -> Option<(bool, f64)> {
    let fields: Vec<&str> = line.split(',').collect();
    if fields.len() != vectors.count + 6 {
        return None;
    }
    let x: Vec<f64> =
        fields[..vectors.count].iter().map(|bits| number(bits)).collect::<Option<_>>()?;
    let results = ((vectors.function)(&x), (vectors.safe)(&x));
    match fields[vectors.count] {
        "outside" => {
            let refused = matches!(results, (Err(Error::Domain(_)), Err(Error::Domain(_))));
            Some((refused, 0.0))
        }
        "beyond" => {
            let refused = matches!(results, (Err(Error::Range(_)), Err(Error::Range(_))));
            Some((refused, 0.0))
        }
        "infinite" => Some((results == (Ok(f64::INFINITY), Ok(f64::INFINITY)), 0.0)),
        "value" => {
            compared(vectors, &fields[vectors.count + 1..], results.0.ok()?, results.1.ok()?)
        }
        _ => None,
    }
}

/// Whether a value and the safe one keep their bounds, and the value's error in ulps.
fn compared(vectors: &Vectors, fields: &[&str], value: f64, safe: f64) -> Option<(bool, f64)> {
    let side = vectors.side;
    let edge = if side < 0.0 { fields[1] } else { fields[2] };
    let (rounded, nearest, unit) = (number(fields[0])?, number(edge)?, number(fields[3])?);
    let offset: f64 = fields[4].parse().ok()?;
    let error = ((value - rounded) / unit - offset).abs();
    let far = side * ((safe - rounded) / unit - offset);
    let safely = side * safe >= side * nearest && far <= vectors.farthest;
    Some((error <= vectors.bound && safely, error))
}

/// Whether all points are right; says how many there are, and which are not.
fn check(vectors: &Vectors) -> bool {
    let text = match fs::read_to_string(vectors.path) {
        Ok(text) => text,
        Err(error) => {
            println!("{}: {}", vectors.path, error);
            return false;
        }
    };
    let (mut points, mut wrong, mut largest) = (0, 0, 0.0_f64);
    for line in text.lines().skip(1) {
        points += 1;
        let (right, error) = judged(vectors, line).unwrap_or((false, 0.0));
        largest = largest.max(error);
        wrong += i32::from(!right);
    }
    println!(
        "{}: {} points, largest error {:.2} ulps, {} wrong",
        vectors.path, points, largest, wrong
    );
    points > 0 && wrong == 0
}

#[rustfmt::skip]
static VECTORS: &[Vectors] = &[
FILL_checks
];

fn main() -> ExitCode {
    let passed = VECTORS.iter().filter(|vectors| check(vectors)).count();
    if passed == VECTORS.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
