
/* Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
 * SHA-256 of numbers and steps: FILL_fingerprint
 * Tables: 256/a rounded, for a = (257 + 2 i)/256; minus the logarithm of a 256th of that, or of a
 * 128th of it from i = 53 on, in two parts. */
static const double INVERSE[128] = {
FILL_inverse
static const double HIGH[128] = {
FILL_high
static const double LOW[128] = {
FILL_low
FILL_programs

/* log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m. */
WITHIN double log_of_sum(double total, double error, double low, double beside_one) {
    union {
        double value;
        unsigned long long bits;
    } m = {total}, start;
    const int place = (int)(m.bits >> 45 & 127);
    const double exponent = (int)(m.bits >> 52) - 1023 + (place >= 53);
    m.bits = (m.bits & 0xfffffffffffff) | 0x3f70000000000000; /* m/256 */
    start.bits = m.bits >> 45 << 45;
    if (fabs(beside_one) < 0x1.08p-7) return log_sum(0.0, log_low(0.0, 0.0, low, total), beside_one);
    const double r = reduced(m.value, start.value, INVERSE[place]);
    const double small = log_low(exponent, LOW[place], error + low, total);
    return log_sum(log_high(exponent, HIGH[place]), small, r);
}
