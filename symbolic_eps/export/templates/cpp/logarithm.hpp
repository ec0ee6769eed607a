
/// Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
/// SHA-256 of numbers and operations:
/// FILL_fingerprint
/// 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
/// i = 53 on, in two parts.
inline constexpr double INVERSE[128] = {
FILL_inverse
inline constexpr double HIGH[128] = {
FILL_high
inline constexpr double LOW[128] = {
FILL_low
FILL_programs

/// log(total + error + low), where total + error = 1 + beside_one: total is 2^exponent m.
inline double log_of_sum(
    double total, double error, double low, double beside_one) {
    std::uint64_t bits;
    double m;
    std::memcpy(&bits, &total, sizeof bits);
    const int place = static_cast<int>(bits >> 45 & 127);
    const double exponent = static_cast<int>(bits >> 52) - 1023 + (place >= 53);
    bits = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
    std::memcpy(&m, &bits, sizeof m);
    if (std::fabs(beside_one) < 0x1.08p-7) {
        return log_sum(0.0, log_low(0.0, 0.0, low, total), beside_one);
    }
    const double r = reduced(m, 1.0 + place * 0x1p-7, INVERSE[place]);
    const double small = log_low(exponent, LOW[place], error + low, total);
    return log_sum(log_high(exponent, HIGH[place]), small, r);
}
