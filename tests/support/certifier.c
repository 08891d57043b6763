/* certifier.c: see certifier.h. */
#include "certifier.h"

static void arena_clear(tmiArena *arena) {
    tmi_arena_clear(arena);
}

tmiCertifier *certifier_open(tmTest *t, const tmMechanism *m, tmInput input, tmStatus *status) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmiCertifier *c = test_memory(t, 1, sizeof *c);
    tmi_arena_init(arena, t->allocator);
    DEFER(arena_clear, arena);
    *status = tmi_certifier_make(c, arena, m, &input, 1, NULL);
    return c;
}
