
/* A finite x less a share of it, several times; u (1 + 2 u) of it for the next number. */
WITHIN double beside(double x, int times, double share) {
    double moved = x;
    for (int i = 0; i < times; i++) moved -= moved * share;
    return x < INFINITY ? moved : x;
}
