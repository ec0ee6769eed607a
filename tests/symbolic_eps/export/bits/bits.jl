# Results of root at all points of points.bin, to results.bin.
include(joinpath(@__DIR__, "src", "SymbolicEpsFormulas.jl"))

function value_at(r, p, q)
    try
        return SymbolicEpsFormulas.root(r, p, q)
    catch refused
        refused isa DomainError || rethrow()
        return NaN
    end
end

points = reshape(reinterpret(Float64, read("points.bin")), 3, :)
write("results.bin", [value_at(point...) for point in eachcol(points)])
