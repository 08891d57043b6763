/* tear.c: tearing ([ME] 7.3): which angles to guess so that closed forms go on. Tries each open
 * pin, then pairs of them, and takes those that leave no cluster loose. */
#include "analyse/kinematics/graph/graph.h"

#include <string.h>

/* Pins that are tried: the cost is a contraction for each, and for each pair. Larger knots are
 * rare; they are left to the general Newton step, which is sparse. */
#define CANDIDATES_MAX 64
#define PAIR_CANDIDATES_MAX 24

/* Ways that close, of which the TMI_TEAR_WAYS least alike are kept. */
#define WAYS_MAX 128

typedef struct Way {
    int32_t edges[TMI_TEAR_MAX];
    uint64_t loops; /* a bit for each closed form that it uses */
} Way;

typedef struct Search {
    tmiArena *arena;
    const tmiGraph *graph;
    bool *known;
    Way *ways;
    int32_t way_count;
    int32_t guesses;      /* of each way */
    int32_t doubles;      /* double pins without any guesses */
    tmiContraction found; /* of the last trial */
    uint64_t loops;       /* the closed forms of the last trial */
    tmStatus status;
} Search;

/* A bit for each loop, named by its edges; two loops may share a bit, which does little harm. */
static uint64_t loops_of(const tmiContraction *c) {
    uint64_t loops = 0;
    for (int32_t i = 0; i < c->merge_count; i++) {
        const int32_t *e = c->merges[i].edge;
        if (c->merges[i].kind == TMI_MERGE_LOOP) {
            uint64_t name = tmi_hash_word(1, (uint64_t)e[0]) + tmi_hash_word(1, (uint64_t)e[1]) +
                            tmi_hash_word(1, (uint64_t)e[2]);
            loops |= (uint64_t)1 << (name >> 58);
        }
    }
    return loops;
}

/* Contracts with the edges that `known` marks, and releases the memory. Returns how many clusters
 * stay loose, or a large number when it cannot contract. */
static int32_t loose_with(Search *s, const int32_t *edges, int32_t count) {
    tmiArenaMark mark = tmi_arena_mark(s->arena);
    for (int32_t i = 0; i < count; i++) {
        s->known[edges[i]] = true;
    }
    s->status = tmi_contract(&s->found, s->arena, s->graph, s->known);
    for (int32_t i = 0; i < count; i++) {
        s->known[edges[i]] = false;
    }
    s->loops = s->status == TM_OK ? loops_of(&s->found) : 0;
    tmi_arena_release(s->arena, mark);
    return s->status == TM_OK ? s->found.loose : INT32_MAX;
}

/* A set of guesses is good when all is placed and there is an equation for each guess beyond those
 * that were too many before. */
static bool closes(const Search *s, int32_t loose, int32_t guesses) {
    return loose == 0 && s->found.open == 0 && s->found.pairs_open == 0 &&
           s->found.doubles == s->doubles + guesses;
}

/* Tries one more guess beside the `count` that stand in `edges`, and keeps each way that closes.
 * Returns the guess that leaves least loose. */
static int32_t try_each(Search *s, const int32_t *candidates, int32_t max, int32_t *edges,
                        int32_t count) {
    int32_t best = INT32_MAX, chosen = -1;
    for (int32_t i = 0; i < max && s->status == TM_OK && s->way_count < WAYS_MAX; i++) {
        edges[count] = candidates[i];
        int32_t loose = loose_with(s, edges, count + 1);
        if (closes(s, loose, count + 1)) {
            s->guesses = count + 1;
            s->ways[s->way_count].loops = s->loops;
            memcpy(s->ways[s->way_count++].edges, edges, sizeof *edges * (size_t)(count + 1));
        }
        if (loose < best) {
            best = loose;
            chosen = candidates[i];
        }
    }
    return chosen;
}

static int32_t find_candidates(const tmiGraph *graph, const tmiContraction *c, int32_t *list) {
    int32_t count = 0;
    int32_t ground = c->root[0];
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t e = 0; e < graph->edge_count && count < CANDIDATES_MAX; e++) {
            int32_t a = c->root[graph->edges[e].end[0].node];
            int32_t b = c->root[graph->edges[e].end[1].node];
            bool on_ground = a == ground || b == ground;
            if (graph->edges[e].kind == TMI_EDGE_PIN && a != b && on_ground == (pass == 0)) {
                list[count++] = e;
            }
        }
    }
    return count;
}

/* One guess, then all pairs, then more by adding the best one each time. */
static void search(Search *s, const int32_t *candidates, int32_t count) {
    int32_t edges[TMI_TEAR_MAX];
    int32_t best = try_each(s, candidates, count, edges, 0);
    int32_t pairs = count < PAIR_CANDIDATES_MAX ? count : PAIR_CANDIDATES_MAX;
    for (int32_t i = 0; i + 1 < pairs && s->guesses != 1; i++) {
        edges[0] = candidates[i];
        try_each(s, candidates + i + 1, pairs - i - 1, edges, 1);
    }
    for (int32_t k = 1; k < TMI_TEAR_MAX && s->way_count == 0 && best >= 0; k++) {
        edges[k - 1] = best;
        best = try_each(s, candidates, count, edges, k);
    }
}

static int32_t count_bits(uint64_t bits) {
    int32_t count = 0;
    for (; bits; bits &= bits - 1) {
        count++;
    }
    return count;
}

/* Keeps the first way, and then each time the one that shares fewest closed forms with all that are
 * kept: if all shared one, its dead centre would be that of every way. */
static void choose(const Search *s, tmiTears *tears) {
    uint64_t shared = ~(uint64_t)0;
    bool taken[WAYS_MAX] = {false};
    tears->count = s->guesses;
    while (tears->ways < TMI_TEAR_WAYS && tears->ways < s->way_count) {
        int32_t best = -1, min = INT32_MAX;
        for (int32_t i = 0; i < s->way_count; i++) {
            int32_t common = tears->ways ? count_bits(shared & s->ways[i].loops) : 0;
            if (!taken[i] && common < min) {
                min = common;
                best = i;
            }
        }
        taken[best] = true;
        shared &= s->ways[best].loops;
        memcpy(tears->edges[tears->ways++], s->ways[best].edges, sizeof s->ways[best].edges);
        if (shared == 0) {
            shared = ~(uint64_t)0; /* another round */
        }
    }
}

tmStatus tmi_tear(tmiTears *tears, tmiArena *arena, const tmiGraph *graph,
                  const tmiContraction *contraction) {
    *tears = (tmiTears){.ways = 0};
    tmiArenaMark mark = tmi_arena_mark(arena);
    Search s = {.arena = arena, .graph = graph, .doubles = contraction->doubles};
    s.known = tmi_arena_alloc(arena, (size_t)graph->edge_count, sizeof *s.known);
    s.ways = tmi_arena_alloc(arena, WAYS_MAX, sizeof *s.ways);
    if (!s.known || !s.ways) {
        return TM_ERR_MEMORY;
    }
    int32_t candidates[CANDIDATES_MAX];
    search(&s, candidates, find_candidates(graph, contraction, candidates));
    if (s.status == TM_OK) {
        choose(&s, tears);
    }
    tmi_arena_release(arena, mark);
    return s.status;
}
