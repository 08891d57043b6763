/* blocks.c: the blocks of a mechanism's graph ([Tarj72]), bodies that stand still being one vertex.
 *
 * Joints are vertices, too, beside the bodies that they join, so that joints of several bodies need
 * no care; the edges of one joint then belong together, whatever block they were found in. Rows
 * depend on relative motion only: the forces of a stress inside a block that hangs on one body add
 * up to nothing there, so stresses of different blocks do not mix. */
#include "analyse/space/mobility/mobility.h"

#include <string.h>

/* Vertices: 0 is all that stands still, then the bodies by number, then the joints. */
typedef struct Search {
    const tmAssembly *a;
    const tmiSpaceConstraint *constraints;
    int32_t bodies; /* as many vertices are bodies */
    int32_t vertices;
    int32_t *still_start; /* the joints at what stands still */
    int32_t still_count;
    int32_t *found;  /* of each vertex: when it was found, from 1 on; 0: not yet */
    int32_t *low;    /* the earliest vertex that can be reached beside the way that it was found */
    int32_t *from;   /* vertex that it was found from */
    int32_t *next;   /* which of its edges is next */
    int32_t *stack;  /* vertices on the way */
    int32_t *joined; /* of each vertex but the first: its edge to `from` is of the same block as
                      * that of this vertex; a forest of unions */
    int32_t *seen;   /* vertices in the order in which they were found */
    int32_t seen_count;
} Search;

static int32_t vertex_of(const Search *s, int32_t body) {
    return s->a->fixed[body] ? 0 : body;
}

static int32_t degree(const Search *s, int32_t v) {
    if (v == 0) {
        return s->still_count;
    }
    return v < s->bodies ? s->a->constraints_start[v + 1] - s->a->constraints_start[v]
                         : s->constraints[v - s->bodies].body_count;
}

/* The vertex at the other end of edge k of v; -1: none, as at places. */
static int32_t neighbour(const Search *s, int32_t v, int32_t k) {
    if (v >= s->bodies) {
        return vertex_of(s, s->constraints[v - s->bodies].bodies[k]);
    }
    int32_t constraint =
        v == 0 ? s->still_start[k] : s->a->constraints_of[s->a->constraints_start[v] + k];
    return constraint < s->a->joint_count ? s->bodies + constraint : -1;
}

static void unite(Search *s, int32_t v, int32_t u) {
    int32_t a = tmi_root_of(s->joined, v), b = tmi_root_of(s->joined, u);
    s->joined[a > b ? a : b] = a > b ? b : a;
}

/* Depth first from v. When a vertex w is left whose low reaches above its `from`, the edge to w and
 * the edge to that vertex are in one block. */
static void search_from(Search *s, int32_t v) {
    int32_t depth = 0, clock = s->seen_count;
    s->stack[depth++] = v;
    s->found[v] = s->low[v] = ++clock;
    s->from[v] = -1;
    s->seen[s->seen_count++] = v;
    while (depth > 0) {
        int32_t u = s->stack[depth - 1];
        if (s->next[u] < degree(s, u)) {
            int32_t w = neighbour(s, u, s->next[u]++);
            if (w < 0 || w == s->from[u]) {
                continue;
            }
            if (s->found[w] == 0) {
                s->found[w] = s->low[w] = ++clock;
                s->from[w] = u;
                s->stack[depth++] = w;
                s->seen[s->seen_count++] = w;
            } else if (s->found[w] < s->low[u]) {
                s->low[u] = s->found[w];
            }
            continue;
        }
        depth--;
        int32_t parent = s->from[u];
        if (parent >= 0) {
            s->low[parent] = s->low[u] < s->low[parent] ? s->low[u] : s->low[parent];
            bool same = s->low[u] < s->found[parent] || parent >= s->bodies;
            if (same && s->from[parent] >= 0) {
                unite(s, u, parent); /* a joint's own edges always are */
            }
        }
    }
}

static tmStatus make_search(Search *s, tmiArena *arena) {
    const tmAssembly *a = s->a;
    size_t n = (size_t)s->vertices;
    s->found = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->low = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->from = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->next = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->stack = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->joined = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->seen = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->still_start = tmi_arena_alloc(arena, (size_t)a->joint_count, sizeof(int32_t));
    if (!s->found || !s->low || !s->from || !s->next || !s->stack || !s->joined || !s->seen ||
        !s->still_start) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->vertices; i++) {
        s->joined[i] = i;
    }
    for (int32_t i = 0; i < a->joint_count; i++) {
        bool still = false;
        for (int32_t k = 0; k < a->constraints[i].body_count; k++) {
            still = still || a->fixed[a->constraints[i].bodies[k]];
        }
        if (still) {
            s->still_start[s->still_count++] = i;
        }
    }
    return TM_OK;
}

/* A joint's block is that of its edge to where it was found from, or of any edge to a vertex that
 * was found from it: they are united. One at nothing that moves has none. */
static int32_t block_of_vertex(Search *s, const int32_t *number, int32_t v) {
    return s->found[v] > 0 && s->from[v] >= 0 ? number[tmi_root_of(s->joined, v)] : -1;
}

/* Numbers the blocks by the vertices that lead their unions, in the order of discovery. */
static int32_t number_blocks(Search *s, int32_t *number) {
    int32_t count = 0;
    for (int32_t i = 0; i < s->vertices; i++) {
        number[i] = -1;
    }
    for (int32_t i = 0; i < s->seen_count; i++) {
        int32_t v = s->seen[i];
        if (s->from[v] >= 0) {
            int32_t lead = tmi_root_of(s->joined, v);
            number[lead] = number[lead] < 0 ? count++ : number[lead];
        }
    }
    return count;
}

/* Counts or lists bodies and constraints of the blocks. */
static void fill_blocks(tmiBlocks *b, Search *s, const int32_t *number,
                        tmiSpaceConstraint *constraints, bool list) {
    for (int32_t i = 0; i < b->count; i++) {
        b->blocks[i].body_count = b->blocks[i].constraint_count = 0;
    }
    for (int32_t i = 0; i < s->seen_count; i++) {
        int32_t v = s->seen[i], block = block_of_vertex(s, number, v);
        if (block < 0) {
            continue;
        }
        tmiBlock *to = &b->blocks[block];
        if (v >= s->bodies) {
            if (to->constraint_count == 0 && to->body_count == 0) { /* the first that is found */
                to->root = s->from[v];
            }
            if (list) {
                to->constraints[to->constraint_count] = &constraints[v - s->bodies];
            }
            to->constraint_count++;
        } else {
            if (list) {
                to->bodies[to->body_count] = v;
                b->block_of[v] = block;
            }
            to->body_count++;
        }
    }
}

static tmStatus list_blocks(tmiBlocks *b, tmiArena *arena, Search *s,
                            tmiSpaceConstraint *constraints) {
    int32_t *number = tmi_arena_alloc(arena, (size_t)s->vertices, sizeof *number);
    if (!number) {
        return TM_ERR_MEMORY;
    }
    b->count = number_blocks(s, number);
    b->blocks = tmi_arena_alloc(arena, (size_t)b->count, sizeof *b->blocks);
    if (!b->blocks) {
        return TM_ERR_MEMORY;
    }
    fill_blocks(b, s, number, constraints, false);
    for (int32_t i = 0; i < b->count; i++) {
        tmiBlock *block = &b->blocks[i];
        block->bodies = tmi_arena_alloc(arena, (size_t)block->body_count, sizeof(int32_t));
        block->constraints =
            tmi_arena_alloc(arena, (size_t)block->constraint_count, sizeof(tmiSpaceConstraint *));
        if (!block->bodies || !block->constraints) {
            return TM_ERR_MEMORY;
        }
    }
    for (int32_t i = 0; i < s->bodies; i++) {
        b->block_of[i] = -1;
    }
    fill_blocks(b, s, number, constraints, true);
    for (int32_t i = 0; i < s->seen_count; i++) {
        if (s->seen[i] > 0 && s->seen[i] < s->bodies && !s->a->fixed[s->seen[i]]) {
            b->order[b->moving++] = s->seen[i];
        }
    }
    return TM_OK;
}

tmStatus tmi_blocks_find(tmiBlocks *b, tmiArena *arena, const tmAssembly *a,
                         tmiSpaceConstraint *constraints) {
    *b = (tmiBlocks){0};
    Search s = {.a = a, .constraints = constraints, .bodies = a->body_count};
    s.vertices = a->body_count + a->joint_count;
    b->order = tmi_arena_alloc(arena, (size_t)a->body_count, sizeof *b->order);
    b->block_of = tmi_arena_alloc(arena, (size_t)a->body_count, sizeof *b->block_of);
    tmStatus status = make_search(&s, arena);
    if (status != TM_OK || !b->order || !b->block_of) {
        return TM_ERR_MEMORY;
    }
    search_from(&s, 0);
    for (int32_t i = 1; i < a->body_count; i++) {
        if (!a->fixed[i] && s.found[i] == 0) {
            search_from(&s, i);
        }
    }
    return list_blocks(b, arena, &s, constraints);
}
