/* FILL_generated */
#ifndef SYMBOLIC_EPS_H
#define SYMBOLIC_EPS_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
FILL_told
int eps_default_environment(void);
FILL_declarations
#ifdef __cplusplus
}
#endif
#endif
