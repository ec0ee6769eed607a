/// The platform's log(x).
SYMBOLIC_EPS_WITHIN inline double ln(double x) { return std::log(x); }

/// The platform's log(1 + x).
SYMBOLIC_EPS_WITHIN inline double ln1p(double x) { return std::log1p(x); }
