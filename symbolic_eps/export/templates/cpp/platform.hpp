/// The platform's log(x).
inline double ln(double x) { return std::log(x); }

/// The platform's log(1 + x).
inline double ln1p(double x) { return std::log1p(x); }
