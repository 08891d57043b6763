/* bits.h: equal bits everywhere: hashes, max and min, wide vectors, and compiler settings that are
 * refused. */
#ifndef TMI_BITS_H
#define TMI_BITS_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- hash.c ---------------------------------------------------------------------------------- */

/* A hash of numbers by their bits, equal on every platform. */

#define TMI_HASH_START 0xcbf29ce484222325u
#define TMI_HASH_PRIME 0x100000001b3u

/* Folds one word into the hash: FNV-1a over its eight bytes, low byte first. */
uint64_t tmi_hash_word(uint64_t hash, uint64_t word);

/* Folds doubles into the hash. Every NaN counts as the same one: C fixes neither sign nor payload.
 */
uint64_t tmi_hash_doubles(uint64_t hash, const double *values, size_t count);

/* Folds whole numbers into the hash. */
uint64_t tmi_hash_ints(uint64_t hash, const int32_t *values, size_t count);

/* ---- Max and min ----------------------------------------------------------------------------- */

/* The larger and the smaller of two numbers; the second where either is NaN, and of zeros. */
static inline double tmi_max(double a, double b) {
    return a > b ? a : b;
}

static inline double tmi_min(double a, double b) {
    return a < b ? a : b;
}

static inline size_t tmi_max_count(size_t a, size_t b) {
    return a > b ? a : b;
}

/* The number between -max and max that is nearest to `value`. */
static inline double tmi_within(double value, double max) {
    return value > max ? max : value < -max ? -max : value;
}

/* ---- Wide vectors ---------------------------------------------------------------------------- */

/* Code for wider vectors where the processor has them.
 *
 * A loop over independent lanes is compiled twice, plainly and for AVX2, and the processor decides
 * when it runs. Lanes are computed alike either way (no fused operations, no reassociation), so the
 * bits are the same; tests/bits compares builds. Use:
 *     TMI_INLINE void work(…) { … }
 *     TMI_WIDE static void work_wide(…) { work(…); }
 *     … tmi_is_wide() ? work_wide(…) : work(…) … */

#define TMI_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
#define TMI_WIDE __attribute__((target("avx2")))
static inline bool tmi_is_wide(void) {
    return __builtin_cpu_supports("avx2");
}
#else
#define TMI_WIDE
static inline bool tmi_is_wide(void) {
    return false;
}
#endif

/* ---- Compiler settings ----------------------------------------------------------------------- */

/* Refuses the compiler settings that would break the promise of equal bits.
 * Contraction (FMA) leaves no trace that can be tested here: the build passes -ffp-contract=off,
 * and tests/bits compares hashes. */

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) ||       \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "Trammel gives the same bits everywhere: build it without -ffast-math and -Ofast"
#endif

_Static_assert(FLT_EVAL_METHOD == 0,
               "Trammel computes in double exactly: build it with SSE2, not with x87");
_Static_assert(sizeof(double) == 8 && DBL_MANT_DIG == 53, "double must be IEEE 754 binary64");

#endif
