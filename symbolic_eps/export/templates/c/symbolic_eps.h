/* FILL_generated */
#ifndef SYMBOLIC_EPS_H
#define SYMBOLIC_EPS_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

FILL_told

/* Whether FILL_assumed; if not,
 * 0 with errno set to EDOM. Every function asks so, and does then as outside the domain. */
int eps_default_environment(void);
FILL_declarations

#ifdef __cplusplus
}
#endif
#endif
