
/* x less a share of it, taken several times; a share of u (1 + 2 u) gives the next number below. */
EXACTLY static inline double moved(double x, int times, double share)
{
    for (int i = 0; i < times; i++) x -= x * share;
    return x;
}

/* The same of a finite number; others stay as they are. */
EXACTLY static inline double beside(double x, int times, double share)
{
    return x < INFINITY ? moved(x, times, share) : x;
}
