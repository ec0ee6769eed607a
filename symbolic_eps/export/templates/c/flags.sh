# FILL_generated
# Each of these flags of the compiler CC (gcc by default) is refused with a reason, or all results
# are right.
# Usage: CC=clang sh flags.sh
cc=${CC:-gcc}
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
failures=0

# Whether the compiler, and this machine, can do anything with the flags.
known() {
    echo 'int main(void) { return 0; }' > "$made/empty.c"
    $cc $1 -o "$made/empty" "$made/empty.c" 2> "$made/said" && "$made/empty"
}

# Prints how the formulas, compiled with the flags, ended; all else is compiled with those of $2.
tried() {
    if ! $cc -std=c99 $1 -c -o "$made/formulas.o" symbolic_eps.c 2> "$made/said"; then
        grep -q -E 'compile without|compile for|compile_without' "$made/said" &&
            echo refused || echo broken
    elif $cc -std=c99 $2 -o "$made/test" self_test.c "$made/formulas.o" -lm 2> "$made/said"; then
        "$made/test" > "$made/said"
        case $? in
            0) echo right ;;
            2) echo refused when run ;;
            *) echo wrong ;;
        esac
    else
        echo broken
    fi
}

while read -r flags; do
    if ! known "$flags"; then echo "not known: $flags"; continue; fi
    result=$(tried "$flags" "$flags")
    echo "$result: $flags"
    if [ "$result" != right ]; then failures=1; cat "$made/said"; fi
done << 'END'
-O0
-O2
-Os
-O3 -march=native -flto
-O3 -march=native -flto -ffp-contract=fast
-std=gnu11 -O3 -march=native
-O3 -fno-math-errno -fno-trapping-math
-O2 -frounding-math
-O2 -fsignaling-nans -fexcess-precision=fast -mrecip
-O2 -m32 -msse2 -mfpmath=sse
-O2 -fapprox-func -fdenormal-fp-math=preserve-sign
END

while read -r flags; do
    if ! known "$flags"; then echo "not known: $flags"; continue; fi
    result=$(tried "$flags" -O2)
    echo "$result: $flags"
    case $result in
        right | refused*) ;;
        *) failures=1; cat "$made/said" ;;
    esac
done << 'END'
-O2 -ffast-math
-Ofast
-O2 -funsafe-math-optimizations
-O2 -fassociative-math
-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math
-O2 -freciprocal-math
-O2 -fno-signed-zeros
-O2 -ffinite-math-only
-O2 -mfpmath=387
-O2 -mfpmath=both
-O2 -m32 -mfpmath=387
-O2 -fsingle-precision-constant
-O3 -march=native -ffp-contract=fast
-O2 -fno-honor-nans
-O2 -fno-honor-infinities
-O2 -ffp-model=fast
-O2 -ffp-eval-method=extended
END
exit $failures
