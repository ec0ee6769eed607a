
struct Asked;

/// What is asked of an argument by itself: an interval, and sizes to compute with.
struct Kind {
    double low;
    bool above;
    double high;
    bool below;
    double least;
    bool zero;
    double most;
    bool whole;

    Asked operator()(const char *name, double x) const;
    bool inside(double x) const {
        return (above ? x > low : x >= low) && (below ? x < high : x <= high);
    }
    bool small(double x) const { return !(x >= least || (zero && x == 0.0)); }
    bool counts(double x) const {
        return !whole || x + 0x1p52 - 0x1p52 == x;
    }
    bool has(double x) const {
        return inside(x) && !small(x) && x <= most && counts(x);
    }
};

/// An argument, and what is asked of it.
struct Asked {
    const char *name;
    double x;
    const Kind &kind;
};

inline Asked Kind::operator()(const char *name, double x) const { return {name, x, *this}; }

FILL_kinds

/// A number in few digits.
inline std::string size(double x) {
    int exponent = 0;
    const bool power = std::frexp(x, &exponent) == 0.5 && x != 1.0;
    return power ? "2^" + std::to_string(exponent - 1) : std::to_string(static_cast<long>(x));
}

/// Refuses an argument at a stage: outside of its interval, its sizes, or not a whole number.
inline void refuse(int stage, const std::string &name, double x, const Kind &kind) {
    std::string interval = kind.above ? " is not a number above " : " is not a number of at least ";
    interval += size(kind.low);
    if (kind.high < HUGE_VAL) interval += kind.below ? " and below " : " and at most ";
    if (kind.high < HUGE_VAL) interval += size(kind.high);
    const char *least = " is too small to compute with: below ";
    const char *most = " is too large to compute with: above ";
    const char *rest = kind.zero ? ", and not 0" : "";
    if (stage == 0 && !kind.inside(x)) throw std::domain_error(name + interval);
    if (stage == 1 && kind.small(x)) throw std::range_error(name + least + size(kind.least) + rest);
    if (stage == 1 && !(x <= kind.most)) throw std::range_error(name + most + size(kind.most));
    if (stage == 2 && !kind.counts(x)) throw std::domain_error(name + " is not a whole number");
}

/// What several functions ask first.
template <class... Arguments>
inline void given(const Arguments &...asked) {
    default_environment();
    if ((asked.kind.has(asked.x) && ...)) return;
    for (int stage = 0; stage < 3; stage++) (refuse(stage, asked.name, asked.x, asked.kind), ...);
}
