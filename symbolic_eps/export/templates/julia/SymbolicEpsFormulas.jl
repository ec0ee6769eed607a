# FILL_generated
# Each operation is rounded once, in binary64, and their order matters: no @fastmath. Results have
# the same bits everywhere where no function of the platform is named.
# manifest.json: statements, and SHA-256 of them and of test vectors.
FILL_common

module SymbolicEpsFormulas

FILL_exports

# A number as a Float64, if it is one: never a rounded one.
function _float64(x::Real)::Float64
    converted = Float64(x)
    converted == x || isnan(converted) || throw(InexactError(:Float64, Float64, x))
    return converted
end
FILL_helpers

const _PROBES = Ref((FILL_probes))
FILL_kinds
FILL_functions

end # module
