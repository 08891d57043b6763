/* arena.c: a chain of blocks, each twice the one before until BLOCK_MAX. */
#include "base/memory/memory.h"

#include <string.h>

#define ALIGNMENT 16u
#define BLOCK_MIN 1024u
#define BLOCK_MAX (1024u * 1024u)

struct tmiArenaBlock {
    tmiArenaBlock *next;
    size_t size; /* bytes for data */
    size_t used;
};

/* Data starts behind the header at the next multiple of ALIGNMENT. */
#define BLOCK_HEADER ((sizeof(tmiArenaBlock) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

static void *block_data(tmiArenaBlock *block, size_t offset) {
    return (char *)block + BLOCK_HEADER + offset;
}

void tmi_arena_init(tmiArena *arena, tmAllocator allocator) {
    *arena = (tmiArena){allocator, NULL, NULL};
}

void tmi_arena_clear(tmiArena *arena) {
    tmiArenaBlock *block = arena->first;
    while (block) {
        tmiArenaBlock *next = block->next;
        tmi_free(arena->allocator, block, BLOCK_HEADER + block->size);
        block = next;
    }
    arena->first = arena->current = NULL;
}

/* Puts a new block of at least `need` bytes behind the current one. */
static tmiArenaBlock *add_block(tmiArena *arena, size_t need) {
    size_t size = arena->current ? arena->current->size * 2 : BLOCK_MIN;
    size = size > BLOCK_MAX ? BLOCK_MAX : size;
    size = size < need ? need : size;
    tmiArenaBlock *block = tmi_resize(arena->allocator, NULL, 0, BLOCK_HEADER + size);
    if (!block) {
        return NULL;
    }
    *block = (tmiArenaBlock){arena->current ? arena->current->next : arena->first, size, 0};
    if (arena->current) {
        arena->current->next = block;
    } else {
        arena->first = block;
    }
    return block;
}

void *tmi_arena_alloc(tmiArena *arena, size_t count, size_t size) {
    size_t bytes;
    if (!tmi_size_multiply(count, size, &bytes) ||
        bytes > SIZE_MAX / 2 - BLOCK_HEADER - ALIGNMENT) {
        return NULL;
    }
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    tmiArenaBlock *block = arena->current;
    if (!block || block->size - block->used < bytes) {
        /* A block kept from before a release comes next if it is large enough. */
        tmiArenaBlock *kept = block ? block->next : arena->first;
        block = kept && kept->size >= bytes ? kept : add_block(arena, bytes);
        if (!block) {
            return NULL;
        }
        block->used = 0;
        arena->current = block;
    }
    void *data = block_data(block, block->used);
    block->used += bytes;
    return bytes ? memset(data, 0, bytes) : data;
}

char *tmi_arena_text(tmiArena *arena, const char *text) {
    if (!text) {
        return NULL;
    }
    size_t size = strlen(text) + 1;
    char *copy = tmi_arena_alloc(arena, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

tmiArenaMark tmi_arena_mark(const tmiArena *arena) {
    return (tmiArenaMark){arena->current, arena->current ? arena->current->used : 0};
}

void tmi_arena_release(tmiArena *arena, tmiArenaMark mark) {
    arena->current = mark.block;
    if (mark.block) {
        mark.block->used = mark.used;
    }
}
