// FILL_generated Compares each function with its test vectors.
#include "symbolic_eps.hpp"
#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Point = std::vector<double>;
using Function = double (*)(const Point &);

struct Formula {
    const char *vectors;
    std::size_t count;
    double bound, farthest, side;
    Function function, safe;
};

const Formula FORMULAS[] = {
FILL_formulas
};

/// What a function gives: a number, or why there is none.
struct Answer {
    std::string status;
    double value;
};

Answer answer(Function function, const Point &x) {
    try {
        return {"value", function(x)};
    } catch (const std::domain_error &) {
        return {"outside", 0.0};
    } catch (const std::range_error &) {
        return {"beyond", 0.0};
    }
}

double number(const std::string &bits) {
    const std::uint64_t read = std::stoull(bits, nullptr, 16);
    double value;
    std::memcpy(&value, &read, sizeof value);
    return value;
}

std::vector<std::string> fields_of(const std::string &line) {
    std::istringstream rest(line);
    std::vector<std::string> fields;
    for (std::string field; std::getline(rest, field, ',');) {
        fields.push_back(field);
    }
    return fields;
}

Point point_of(const Formula &formula, const std::vector<std::string> &fields) {
    Point x;
    for (std::size_t i = 0; i < formula.count; i++) {
        x.push_back(number(fields[i]));
    }
    return x;
}

/// Whether all is right at one point; the largest error so far, in ulps.
bool is_right(const Formula &formula, const std::vector<std::string> &fields, double &largest) {
    const std::size_t count = formula.count;
    if (fields.size() != count + 6 && fields.size() != count + 1) {
        return false;
    }
    const Point x = point_of(formula, fields);
    const Answer one = answer(formula.function, x), safe = answer(formula.safe, x);
    const std::string &status = fields[count];
    if (status == "outside" || status == "beyond") {
        return one.status == status && safe.status == status;
    }
    if (one.status != "value" || safe.status != "value") {
        return false;
    }
    if (status == "infinite") {
        return std::isinf(one.value) && one.value > 0 && std::isinf(safe.value) && safe.value > 0;
    }
    if (status != "value" || fields.size() != count + 6) {
        return false;
    }
    const double rounded = number(fields[count + 1]), unit = number(fields[count + 4]);
    const double side = formula.side, offset = std::stod(fields[count + 5]);
    const double nearest = number(fields[count + (side < 0 ? 2 : 3)]);
    const double error = std::fabs((one.value - rounded) / unit - offset);
    largest = error > largest ? error : largest;
    return error <= formula.bound && side * safe.value >= side * nearest &&
           side * ((safe.value - rounded) / unit - offset) <= formula.farthest;
}

std::vector<std::string> lines_of(const Formula &formula) {
    std::ifstream file(formula.vectors);
    std::vector<std::string> lines;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        lines.push_back(line);
    }
    return lines;
}

/// How many points are wrong; one, where there are none.
int wrong_in(const Formula &formula) {
    const std::vector<std::string> lines = lines_of(formula);
    double largest = 0.0;
    int wrong = 0;
    for (const std::string &line : lines) {
        wrong += !is_right(formula, fields_of(line), largest);
    }
    std::printf("%s: %zu points, largest error %.2f ulps, %d wrong\n", formula.vectors,
        lines.size(), largest, wrong);
    return wrong + lines.empty();
}

/// How many numbers there are where arithmetic rounds to another side, and should be none.
int wrong_elsewhere(const Formula &formula) {
    int wrong = 0;
    for (const std::string &line : lines_of(formula)) {
        const Point x = point_of(formula, fields_of(line));
        for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
            for (const Function function : {formula.function, formula.safe}) {
                std::fesetround(mode);
                const Answer found = answer(function, x);
                std::fesetround(FE_TONEAREST);
                wrong += found.status != "outside";
            }
        }
    }
    if (wrong != 0) {
        std::printf("%s: %d results in another rounding mode\n", formula.vectors, wrong);
    }
    return wrong;
}

} // namespace

int main() {
    int wrong = 0;
    for (const Formula &formula : FORMULAS) {
        wrong += wrong_in(formula);
        wrong += wrong_elsewhere(formula);
    }
    return wrong != 0;
}
