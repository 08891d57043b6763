/* status.h: catches our own bugs, never bad input, which gets a status. Statuses and diagnostics
 * are public: trammel/base.h declares them. */
#ifndef TMI_STATUS_H
#define TMI_STATUS_H

/* On in every test build (TM_ASSERTS). It traps rather than prints: the core has no output. */
#if defined(TM_ASSERTS)
#define TM_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define TM_ASSERT(condition) ((void)sizeof(condition))
#endif

#endif
