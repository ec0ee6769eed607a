// FILL_generated
//! Privacy budgets in binary64; outside its domain a function returns an [`Error`], no number.
//!
//! Each asks whether arithmetic rounds to nearest, ties to even, and keeps subnormal numbers: then
//! results are the same bits everywhere, but for functions of the platform. See `manifest.json`.
FILL_common

#![deny(unsafe_code)]
// Names, cases and operations are those of the formulas, numbers are meant to the last bit.
#![allow(clippy::many_single_char_names, clippy::similar_names, clippy::missing_errors_doc)]
#![allow(clippy::unreadable_literal, clippy::float_cmp, clippy::cast_sign_loss)]
FILL_allowed

use Error::{Domain, Range};

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("binary64 arithmetic is needed: compile with SSE2");

/// Why there is no number: which condition of the domain fails, or what is too small or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    Domain(&'static str),
    Range(&'static str),
}

impl std::fmt::Display for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Domain(message) | Range(message)) = self;
        formatter.write_str(message)
    }
}

impl std::error::Error for Error {}
FILL_alias

/// Code in the process may change how numbers are rounded: asked at each call.
#[allow(unsafe_code)]
fn in_default_environment() -> Result<(), Error> {
    static PROBES: (f64, f64) = (FILL_probes); // read anew each time
    let (one, small) = unsafe { std::ptr::read_volatile(&PROBES) }; // a reference is readable
FILL_environment
}
FILL_functions
