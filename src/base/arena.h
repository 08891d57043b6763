/* arena.h: memory that is freed in one go, or back to a mark. A model lives in an arena; a step
 * takes its scratch from one between a mark and its release. */
#ifndef TMI_ARENA_H
#define TMI_ARENA_H

#include "base/memory.h"

typedef struct tmiArenaBlock tmiArenaBlock;

typedef struct tmiArena {
    tmAllocator allocator;
    tmiArenaBlock *first;   /* oldest block; blocks after `current` are empty and kept for use */
    tmiArenaBlock *current; /* block that is being filled; null before the first */
} tmiArena;

/* A place in an arena to which it can be rolled back. */
typedef struct tmiArenaMark {
    tmiArenaBlock *block;
    size_t used;
} tmiArenaMark;

/* Makes `arena` empty. Takes no memory yet. */
void tmi_arena_init(tmiArena *arena, tmAllocator allocator);

/* Frees everything. The arena can be used again after tmi_arena_init. */
void tmi_arena_clear(tmiArena *arena);

/* Returns count * size bytes, zeroed, aligned for any type; null when there is no memory or the
 * product is too large. A product of 0 gives a pointer that must not be followed. */
void *tmi_arena_alloc(tmiArena *arena, size_t count, size_t size);

/* Returns a copy of the text, or null when there is no memory. Null gives null. */
char *tmi_arena_text(tmiArena *arena, const char *text);

/* Remembers how full the arena is, and returns to that: what was allocated in between is gone, but
 * its memory is kept for the next allocations. */
tmiArenaMark tmi_arena_mark(const tmiArena *arena);
void tmi_arena_release(tmiArena *arena, tmiArenaMark mark);

#endif
