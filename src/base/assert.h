/* assert.h: catches our own bugs. Never for bad input, which gets a status. */
#ifndef TMI_ASSERT_H
#define TMI_ASSERT_H

/* On in every test build (TM_ASSERTS). It traps rather than prints: the core has no output. */
#if defined(TM_ASSERTS)
#define TM_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define TM_ASSERT(condition) ((void)sizeof(condition))
#endif

#endif
