/* test_frontal.c: factors of block matrices by fronts: every solution is put back into its
 * equations; what is made anew after a change is what all anew would be. */
#include "analyse/contact/coulomb/frontal.h"

#include "test.h"

#include <math.h>
#include <string.h>

#define UNKNOWNS 60
#define PAIRS 200
#define SIDE 6

typedef struct Problem {
    int32_t size, n, count, pairs[PAIRS][2];
    double blocks[PAIRS * 4 * SIDE * SIDE];
    double full[UNKNOWNS * SIDE * UNKNOWNS * SIDE];
    double x[UNKNOWNS * SIDE], b[UNKNOWNS * SIDE], other[UNKNOWNS * SIDE];
    tmiArena arena;
    tmiFrontal front;
} Problem;

static void clear(void *arena) {
    tmi_arena_clear(arena);
}

static Problem *make(tmTest *t) {
    Problem *p = test_memory(t, 1, sizeof *p);
    tmi_arena_init(&p->arena, t->allocator);
    DEFER(clear, &p->arena);
    return p;
}

static bool is_listed(const Problem *p, int32_t a, int32_t b) {
    for (int32_t k = 0; k < p->count; k++) {
        if ((p->pairs[k][0] == a && p->pairs[k][1] == b) ||
            (p->pairs[k][0] == b && p->pairs[k][1] == a)) {
            return true;
        }
    }
    return false;
}

/* Blocks A^T G A of a pair, A random and G positive; not symmetric: G has more above the diagonal.
 */
static void fill(Problem *p, int32_t k, bool symmetric, uint64_t *seed) {
    int32_t s = p->size;
    double a[2][SIDE][SIDE], g[SIDE][SIDE];
    for (int32_t i = 0; i < s; i++) {
        for (int32_t j = 0; j < s; j++) {
            a[0][i][j] = test_uniform(seed, -1.0, 1.0);
            a[1][i][j] = test_uniform(seed, -1.0, 1.0);
            g[i][j] = i == j ? test_uniform(seed, 1.0, 30.0) : 0.0;
            g[i][j] += !symmetric && i < j ? test_uniform(seed, -0.5, 0.5) : 0.0;
        }
    }
    static const int sides[4][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    for (int kind = 0; kind < 4; kind++) {
        double *to = p->blocks + ((ptrdiff_t)k * 4 + kind) * s * s;
        for (int32_t e = 0; e < s * s; e++) {
            int32_t row = e % s, col = e / s;
            to[e] = 0.0;
            for (int32_t i = 0; i < s * s; i++) {
                to[e] +=
                    a[sides[kind][0]][i / s][row] * g[i / s][i % s] * a[sides[kind][1]][i % s][col];
            }
        }
    }
}

static void put_full(Problem *p) {
    int32_t s = p->size, n = p->n * s;
    memset(p->full, 0, sizeof p->full);
    for (int32_t i = 0; i < n; i++) {
        p->full[i * n + i] = 1.0;
    }
    for (int32_t k = 0; k < p->count; k++) {
        int32_t a = p->pairs[k][0], b = p->pairs[k][1];
        const int32_t at[4][2] = {{a, a}, {b, b}, {b, a}, {a, b}};
        for (int kind = 0; kind < (b < 0 ? 1 : 4); kind++) {
            const double *from = p->blocks + ((ptrdiff_t)k * 4 + kind) * s * s;
            for (int32_t e = 0; e < s * s; e++) {
                p->full[(at[kind][0] * s + e % s) * n + at[kind][1] * s + e / s] += from[e];
            }
        }
    }
}

static void make_random(Problem *p, int32_t size, bool grid, uint64_t *seed) {
    p->size = size;
    p->n = test_between(seed, 1, UNKNOWNS);
    p->count = 0;
    for (int32_t i = 0; i < p->n; i++) {
        int32_t others[3] = {i - 1, i - 8, -1};
        for (int k = 0; k < 3 && p->count < PAIRS; k++) {
            int32_t other = grid || k == 2 ? others[k] : test_between(seed, 0, p->n - 1);
            bool use = k == 2 ? i % 5 == 0 : other >= 0 && other != i && !is_listed(p, i, other);
            if (use) {
                p->pairs[p->count][0] = i;
                p->pairs[p->count++][1] = k == 2 ? -1 : other;
            }
        }
    }
}

/* How far x is from solving the full equations, as part of their terms. */
static double residual(const Problem *p) {
    int32_t n = p->n * p->size;
    double worst = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double sum = -p->b[i], size = fabs(p->b[i]);
        for (int32_t j = 0; j < n; j++) {
            sum += p->full[i * n + j] * p->x[j];
            size += fabs(p->full[i * n + j] * p->x[j]);
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

static void put_right_side(Problem *p, uint64_t *seed) {
    for (int32_t i = 0; i < p->n * p->size; i++) {
        p->b[i] = p->x[i] = test_uniform(seed, -1.0, 1.0);
    }
}

TEST(solutions_fit_the_full_equations) {
    Problem *p = make(t);
    uint64_t seed = 1;
    for (int trial = 0; trial < 80; trial++) {
        bool symmetric = trial % 4 < 2;
        make_random(p, trial % 2 ? 6 : 3, trial % 8 < 4, &seed);
        for (int32_t k = 0; k < p->count; k++) {
            fill(p, k, symmetric, &seed);
        }
        put_full(p);
        put_right_side(p, &seed);
        tmiArenaMark mark = tmi_arena_mark(&p->arena);
        MUST(tmi_frontal_analyse(&p->front, &p->arena, p->size, p->n, (const int32_t(*)[2])p->pairs,
                                 p->count));
        REQUIRE(tmi_frontal_factor(&p->front, p->blocks, symmetric));
        tmi_frontal_solve(&p->front, p->x);
        CHECK(residual(p) < 1e-12);
        tmi_arena_release(&p->arena, mark);
    }
}

/* To the bit; also where the kind of the matrix changes in between. */
TEST(what_is_made_anew_after_a_change_is_what_all_anew_would_be) {
    Problem *p = make(t);
    uint64_t seed = 2;
    make_random(p, 3, true, &seed);
    for (int32_t k = 0; k < p->count; k++) {
        fill(p, k, true, &seed);
    }
    MUST(tmi_frontal_analyse(&p->front, &p->arena, p->size, p->n, (const int32_t(*)[2])p->pairs,
                             p->count));
    REQUIRE(tmi_frontal_factor(&p->front, p->blocks, true));
    for (int trial = 0; trial < 30; trial++) {
        bool symmetric = trial % 3 != 2;
        int32_t k = test_between(&seed, 0, p->count - 1);
        fill(p, k, true, &seed);
        tmi_frontal_touch(&p->front, p->pairs[k][0], p->pairs[k][1]);
        put_right_side(p, &seed);
        memcpy(p->other, p->x, sizeof p->x);
        REQUIRE(tmi_frontal_factor(&p->front, p->blocks, symmetric));
        tmi_frontal_solve(&p->front, p->x);
        tmiFrontal all;
        MUST(tmi_frontal_analyse(&all, &p->arena, p->size, p->n, (const int32_t(*)[2])p->pairs,
                                 p->count));
        REQUIRE(tmi_frontal_factor(&all, p->blocks, symmetric));
        tmi_frontal_solve(&all, p->other);
        CHECK(memcmp(p->x, p->other, (size_t)(p->n * p->size) * sizeof *p->x) == 0);
    }
}

TEST(without_a_pivot_there_are_no_factors) {
    Problem *p = make(t);
    p->size = 3;
    p->n = p->count = 1;
    p->pairs[0][1] = -1;
    p->blocks[0] = -1.0;
    MUST(tmi_frontal_analyse(&p->front, &p->arena, 3, 1, (const int32_t(*)[2])p->pairs, 1));
    CHECK(!tmi_frontal_factor(&p->front, p->blocks, true));
    CHECK(!tmi_frontal_factor(&p->front, p->blocks, false));
    p->blocks[0] = (double)NAN;
    CHECK(!tmi_frontal_factor(&p->front, p->blocks, true));
    p->blocks[0] = 1.0;
    REQUIRE(tmi_frontal_factor(&p->front, p->blocks, true));
    p->x[0] = 6.0;
    tmi_frontal_solve(&p->front, p->x);
    CHECK_NEAR(p->x[0], 3.0, 1e-15);
}

TEST_MAIN(CASE(solutions_fit_the_full_equations),
          CASE(what_is_made_anew_after_a_change_is_what_all_anew_would_be),
          CASE(without_a_pivot_there_are_no_factors))
