/* What several formulas require of the same arguments: a number below 0 where they refuse. */
#define ASKED(check)        \
    double refused = check; \
    if (refused < 0.0) return refused
