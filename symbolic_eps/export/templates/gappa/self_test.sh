#!/bin/sh
# FILL_generated
# Runs Gappa on every script: no rounding error exceeds its bound.
failed=0

check() {
    name=$1 bound=$2 wrong=0
    shift 2
    for script in "$@"; do
        if ! gappa "$script" > /dev/null 2>&1; then
            echo "$script: not proved"
            wrong=$((wrong + 1)) failed=1
        fi
    done
    echo "$name: $# scripts, relative error at most $bound units of 2^-53, $wrong wrong"
}

gappa --version > /dev/null || exit 1
FILL_checks
exit $failed
