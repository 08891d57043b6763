/* build.h: refuses the compiler settings that would break the promise of equal bits.
 * Contraction (FMA) leaves no trace that can be tested here: the build passes -ffp-contract=off,
 * and tests/bits compares hashes. */
#ifndef TMI_BUILD_H
#define TMI_BUILD_H

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) ||       \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "Trammel gives the same bits everywhere: build it without -ffast-math and -Ofast"
#endif

_Static_assert(FLT_EVAL_METHOD == 0,
               "Trammel computes in double exactly: build it with SSE2, not with x87");
_Static_assert(sizeof(double) == 8 && DBL_MANT_DIG == 53, "double must be IEEE 754 binary64");

#endif
