/* Results of root at all points of points.bin, to results.bin: one by one, and compared with those at once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "symbolic_eps.h"

int main(void)
{
    FILE *in = fopen("points.bin", "rb"), *out = fopen("results.bin", "wb");
    double x[3];
    int wrong = 0;
    if (in == NULL || out == NULL) return 1;
    while (fread(x, sizeof *x, 3, in) == 3) {
        const double one = eps_root(x[0], x[1], x[2]);
        double all;
        eps_root_all(1, &x[0], &x[1], &x[2], &all);
        wrong += memcmp(&one, &all, sizeof one) != 0 && !(isnan(one) && isnan(all));
        fwrite(&one, sizeof one, 1, out);
    }
    return fclose(out) != 0 || wrong != 0;
}
