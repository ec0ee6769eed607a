# FILL_generated Compares each function with its test vectors.
using Printf: @printf
using SHA: sha256
using SymbolicEpsFormulas: SymbolicEpsFormulas

# Vectors, their SHA-256, a function, and the one that stays below or above the exact value; the
# largest error in ulps, and the other's; -1 where that one is below, 1 where it is above.
const CHECKS = [
FILL_checks
]

"A binary64 number from its 16 hexadecimal digits."
number(bits) = reinterpret(Float64, parse(UInt64, bits; base = 16))

"The value, or nothing where it is refused."
function value_at(f, point)
    try
        return f(point...)
    catch refused
        refused isa DomainError || rethrow()
        return nothing
    end
end

"The error in ulps, and whether anything is wrong."
function error_at(row, value, safe, bound, farthest, side)
    if row["status"] in ("outside", "beyond")
        return 0.0, !(isnothing(value) && isnothing(safe))
    elseif isnothing(value) || isnothing(safe)
        return 0.0, true
    elseif row["status"] == "infinite"
        return 0.0, !(value == Inf && safe == Inf)
    end
    edge = side < 0 ? "below" : "above"
    rounded, nearest, unit = number(row["rounded"]), number(row[edge]), number(row["unit"])
    offset = parse(Float64, row["offset"])
    error = abs((value - rounded) / unit - offset)
    far = side * ((safe - rounded) / unit - offset)
    return error, !(error <= bound && side * safe >= side * nearest && far <= farthest)
end

"How many points are wrong; prints a line."
function wrong_in(path, digest, f, f_safe, bounds...)
    file = joinpath(dirname(@__DIR__), path)
    if !isfile(file)
        println(path, ": cannot be read")
        return 1
    end
    data = read(file)
    if bytes2hex(sha256(data)) != digest
        println(path, ": is not the file of this export (its SHA-256 differs)")
        return 1
    end
    lines = [split(line, ",") for line in split(String(data), "\n"; keepempty = false)]
    head = lines[1]
    count = findfirst(isequal("status"), head) - 1
    largest, wrong = 0.0, 0
    for line in lines[2:end]
        point = number.(line[1:count])
        row = Dict(zip(head[(count + 1):end], line[(count + 1):end]))
        error, failed = error_at(row, value_at(f, point), value_at(f_safe, point), bounds...)
        largest = error > largest ? error : largest
        wrong += failed
    end
    points = length(lines) - 1
    @printf("%s: %d points, largest error %.2f ulps, %d wrong\n", path, points, largest, wrong)
    return wrong + (points == 0)
end

failures = sum(wrong_in(check...) for check in CHECKS)
exit(failures == 0 ? 0 : 1)
