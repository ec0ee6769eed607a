/* FILL_generated */
#ifndef SYMBOLIC_EPS_H
#define SYMBOLIC_EPS_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

FILL_refusals

/* Whether FILL_assumed:
 * 1, or 0 with errno set to EDOM. Every function asks so, once for an array; where it is not so, it
 * does the same as outside the domain. */
int eps_default_environment(void);
FILL_declarations

#ifdef __cplusplus
}
#endif
#endif
