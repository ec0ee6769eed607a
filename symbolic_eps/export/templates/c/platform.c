/* The platform's log(x). */
WITHIN double ln(double x) { return log(x); }

/* The platform's log(1 + x). */
WITHIN double ln1p(double x) { return log1p(x); }
