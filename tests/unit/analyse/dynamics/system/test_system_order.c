/* test_system_order.c: the order of elimination: fill of chains, trees, ladders, stars and wheels
 * is linear in their links, and every constraint waits for movers that can carry it. */
#include "analyse/dynamics/system/kkt.h"
#include "test.h"

#include <string.h>

#define DOF 3
#define ROWS 2

/* Movers with pins between them, and some to the ground. */
typedef struct Pins {
    tmiConstraint *constraints;
    const tmiConstraint **list;
    int32_t (*ends)[2];
    int32_t movers, count, max;
} Pins;

static Pins pins_make(tmTest *t, int32_t movers, int32_t max) {
    Pins p = {.movers = movers, .max = max};
    p.constraints = test_memory(t, (size_t)max, sizeof *p.constraints);
    p.list = test_memory(t, (size_t)max, sizeof *p.list);
    p.ends = test_memory(t, (size_t)max, sizeof *p.ends);
    return p;
}

/* A pin; b < 0: to the ground. */
static void pin(Pins *p, int32_t a, int32_t b) {
    tmiConstraint *constraint = &p->constraints[p->count];
    p->ends[p->count][0] = a < b || b < 0 ? a : b;
    p->ends[p->count][1] = a < b ? b : a;
    constraint->movers = p->ends[p->count];
    constraint->mover_count = b < 0 ? 1 : 2;
    constraint->row_count = ROWS;
    p->list[p->count++] = constraint;
}

typedef enum Kind { CHAIN, TREE, LADDER, STAR, WHEEL, RINGS, KINDS } Kind;

/* About n links. */
static Pins pins_of(tmTest *t, Kind kind, int32_t n) {
    Pins p = pins_make(t, n, 2 * n + 10);
    pin(&p, 0, -1);
    for (int32_t i = 1; i < n; i++) {
        if (kind == CHAIN) {
            pin(&p, i, i - 1);
        } else if (kind == TREE) {
            pin(&p, i, (i - 1) / 2);
        } else if (kind == STAR || kind == WHEEL) {
            pin(&p, i, 0);
            if (kind == WHEEL && i > 1) {
                pin(&p, i, i - 1);
            }
        } else if (kind == RINGS) {
            pin(&p, i, i - 1);
            if (i % 4 == 3) {
                pin(&p, i, i - 3);
            }
        } else if (i >= 3) { /* rails 3 k and 3 k + 1, rungs 3 k + 2 */
            pin(&p, i, i % 3 == 2 ? i - 2 : i - 3);
            if (i % 3 == 2) {
                pin(&p, i, i - 1);
            }
        }
    }
    return p;
}

/* Every constraint comes behind a mover of its own. */
static bool constraints_wait(tmTest *t, const Pins *p, const int32_t *order) {
    bool *gone = test_memory(t, (size_t)(p->movers + p->count), sizeof *gone);
    for (int32_t i = 0; i < p->movers + p->count; i++) {
        int32_t node = order[i];
        if (gone[node]) {
            return false;
        }
        gone[node] = true;
        if (node >= p->movers) {
            const tmiConstraint *constraint = p->list[node - p->movers];
            if (!gone[constraint->movers[0]] &&
                !(constraint->mover_count > 1 && gone[constraint->movers[1]])) {
                return false;
            }
        }
    }
    return true;
}

/* Numbers in the factor with this order of the nodes. */
static int32_t factor_size(tmTest *t, const Pins *p, const int32_t *nodes) {
    int32_t motion = p->movers * DOF, n = motion + p->count * ROWS, used = 0, at = 0;
    int32_t *start = test_memory(t, (size_t)n + 1, sizeof *start);
    int32_t *index =
        test_memory(t, (size_t)(motion + p->count * ROWS * (2 * DOF + 1)), sizeof *index);
    int32_t *order = test_memory(t, (size_t)n, sizeof *order);
    for (int32_t i = 0; i < motion; i++) {
        index[used++] = i;
        start[i + 1] = used;
    }
    for (int32_t i = 0; i < p->count * ROWS; i++) {
        const tmiConstraint *constraint = p->list[i / ROWS];
        for (int32_t k = 0; k < constraint->mover_count * DOF; k++) {
            index[used++] = constraint->movers[k / DOF] * DOF + k % DOF;
        }
        index[used++] = motion + i;
        start[motion + i + 1] = used;
    }
    for (int32_t i = 0; i < p->movers + p->count; i++) {
        bool is_mover = nodes[i] < p->movers;
        for (int32_t k = 0; k < (is_mover ? DOF : ROWS); k++) {
            order[at++] =
                is_mover ? nodes[i] * DOF + k : motion + (nodes[i] - p->movers) * ROWS + k;
        }
    }
    tmiSparseLdlt f;
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    const tmiPattern pattern = {n, n, start, index};
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    CHECK_STATUS(tmi_sparse_ldlt_analyse(&f, arena, &pattern, order, NULL), TM_OK);
    return f.value_count;
}

static double size_per_link(tmTest *t, Kind kind, int32_t n) {
    Pins p = pins_of(t, kind, n);
    bool *late = test_memory(t, (size_t)p.count, sizeof *late);
    int32_t *order = test_memory(t, (size_t)(p.movers + p.count), sizeof *order);
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    const tmiKktGraph graph = {p.movers, p.count, 0, DOF, p.list, late};
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    if (!CHECK_STATUS(tmi_kkt_order(arena, &graph, order), TM_OK)) {
        return 0.0;
    }
    CHECK(constraints_wait(t, &p, order));
    double size = factor_size(t, &p, order);
    test_run_defers(t, 0);
    return size / n;
}

TEST(factors_grow_linearly_with_the_links) {
    for (Kind kind = CHAIN; kind < KINDS; kind++) {
        double small = size_per_link(t, kind, 300);
        for (int32_t n = 30; n <= 30000; n *= 10) {
            double size = size_per_link(t, kind, n);
            CHECK(size <= 1.15 * small && size > 0.0);
        }
    }
}

/* On a tree a leaf, its joint and its parent follow each other: 3 x 3 of each mover with 2 rows and
 * 2 x 2 of each joint with 3 rows of the parent below. */
TEST(chains_and_stars_have_no_fill) {
    CHECK(size_per_link(t, CHAIN, 1000) <= 3 * (3 + 2) + 2 * (2 + 3));
    CHECK(size_per_link(t, STAR, 1000) <= 3 * (3 + 2) + 2 * (2 + 3));
    CHECK(size_per_link(t, TREE, 1000) <= 3 * (3 + 2) + 2 * (2 + 3));
}

TEST(late_constraints_come_behind_all_of_their_movers) {
    Pins p = pins_of(t, RINGS, 40);
    bool *late = test_memory(t, (size_t)p.count, sizeof *late);
    int32_t *order = test_memory(t, (size_t)(p.movers + p.count), sizeof *order), *place;
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    const tmiKktGraph graph = {p.movers, p.count, 0, DOF, p.list, late};
    memset(late, true, (size_t)p.count * sizeof *late);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    MUST(tmi_kkt_order(arena, &graph, order));
    place = test_memory(t, (size_t)(p.movers + p.count), sizeof *place);
    for (int32_t i = 0; i < p.movers + p.count; i++) {
        place[order[i]] = i;
    }
    for (int32_t i = 0; i < p.count; i++) {
        for (int32_t k = 0; k < p.list[i]->mover_count; k++) {
            CHECK(place[p.movers + i] > place[p.list[i]->movers[k]]);
        }
    }
}

TEST_MAIN(CASE(factors_grow_linearly_with_the_links), CASE(chains_and_stars_have_no_fill),
          CASE(late_constraints_come_behind_all_of_their_movers))
