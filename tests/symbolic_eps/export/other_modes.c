/* Loaded before a program (LD_PRELOAD): puts its arithmetic in the mode that MODE names. */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

__attribute__((constructor)) static void set(void)
{
    const char *mode = getenv("MODE");
    if (mode == NULL) return;
    if (strcmp(mode, "up") == 0) fesetround(FE_UPWARD);
    if (strcmp(mode, "down") == 0) fesetround(FE_DOWNWARD);
    if (strcmp(mode, "zero") == 0) fesetround(FE_TOWARDZERO);
#ifdef __SSE2__
    if (strcmp(mode, "results flushed") == 0) _mm_setcsr(_mm_getcsr() | 0x8000);
    if (strcmp(mode, "operands flushed") == 0) _mm_setcsr(_mm_getcsr() | 0x0040);
#endif
}
