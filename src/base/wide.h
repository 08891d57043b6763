/* wide.h: code for wider vectors where the processor has them.
 *
 * A loop over independent lanes is compiled twice, plainly and for AVX2, and the processor decides
 * when it runs. Lanes are computed alike either way (no fused operations, no reassociation), so the
 * bits are the same; tests/bits compares builds. Use:
 *     TMI_INLINE void work(…) { … }
 *     TMI_WIDE static void work_wide(…) { work(…); }
 *     … tmi_is_wide() ? work_wide(…) : work(…) … */
#ifndef TMI_WIDE_H
#define TMI_WIDE_H

#include <stdbool.h>

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

#endif
