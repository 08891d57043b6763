/* impact_plane.c: the complementarity of an impact in the plane, by the solver of islands. Impulses
 * that are held widen a cone: |t| <= mu (p + held). That is what two contacts in one place do, of
 * which the second has a normal impulse of `held` and friction alone; its normal row is coupled
 * with nothing, and d p - d held >= 0 _|_ p >= 0 makes p what it must be. Slips are the same, so
 * that both slip or stick together. */
#include "analyse/contact/impact/impact.h"
#include "analyse/contact/island/island.h"

#include <math.h>

typedef struct Twins {
    int32_t count, total; /* contacts; with the second ones */
    int32_t *of;          /* of each: the contact */
    double *w, *b, *friction, *impulse;
    uint8_t *state;
} Twins;

static int32_t count_twins(const tmiImpactProblem *problem, const double *friction, int32_t *of) {
    int32_t total = problem->count;
    for (int32_t i = 0; i < problem->count; i++) {
        of[i] = i;
    }
    for (int32_t i = 0; problem->held && i < problem->count; i++) {
        if (problem->held[i] > 0.0 && friction[i] > 0.0) {
            of[total++] = i;
        }
    }
    return total;
}

static void fill(const Twins *twins, const tmiImpactProblem *problem, const double *w,
                 const double *friction) {
    ptrdiff_t n = 2 * (ptrdiff_t)twins->total, own = 2 * (ptrdiff_t)twins->count;
    for (ptrdiff_t i = 0; i < twins->total; i++) {
        ptrdiff_t at = 2 * (ptrdiff_t)twins->of[i];
        bool second = i >= twins->count;
        twins->friction[i] = friction[twins->of[i]];
        twins->state[i] = second ? TMI_CONTACT_STICK : TMI_CONTACT_OPEN;
        if (!second && (!problem->held || problem->b[at] < 0.0)) {
            twins->state[i] = problem->b[at] < 0.0 ? TMI_CONTACT_STICK : TMI_CONTACT_OPEN;
        }
        for (ptrdiff_t k = 0; k < 2; k++) {
            ptrdiff_t row = (2 * i + k) * n;
            for (ptrdiff_t j = 0; j < n; j++) {
                ptrdiff_t other = 2 * (ptrdiff_t)twins->of[j / 2] + j % 2;
                bool none = (second && k == 0) || (j / 2 >= twins->count && j % 2 == 0);
                twins->w[row + j] = none ? 0.0 : w[(at + k) * own + other];
            }
            twins->b[2 * i + k] = problem->b[at + k];
        }
        if (second) {
            double yields = w[(at + 1) * own + at + 1];
            yields = yields > 0.0 ? yields : w[at * own + at];
            twins->w[2 * i * n + 2 * i] = yields;
            twins->b[2 * i] = -yields * problem->held[twins->of[i]];
        }
    }
}

static bool take(Twins *twins, tmiArena *arena, double **work, int32_t **ints) {
    size_t n = (size_t)twins->total;
    twins->w = tmi_arena_alloc(arena, 4 * n * n + 5 * n, sizeof *twins->w);
    twins->state = tmi_arena_alloc(arena, n, sizeof *twins->state);
    *work = tmi_arena_alloc(arena, tmi_island_work(twins->total), sizeof **work);
    *ints = tmi_arena_alloc(arena, tmi_island_int_work(twins->total), sizeof **ints);
    if (!twins->w || !twins->state || !*work || !*ints) {
        return false;
    }
    twins->b = twins->w + 4 * n * n;
    twins->impulse = twins->b + 2 * n;
    twins->friction = twins->impulse + 2 * n;
    return true;
}

static tmStatus solve(Twins *twins, const tmiImpactProblem *problem, const double *w,
                      const double *friction, tmiArena *arena, double *impulse) {
    double *work;
    int32_t *ints;
    if (!take(twins, arena, &work, &ints)) {
        return TM_ERR_MEMORY;
    }
    fill(twins, problem, w, friction);
    const tmiContactIsland island = {twins->total, twins->w, twins->b, twins->friction};
    tmiContactIslandInfo info;
    tmStatus status = tmi_island_solve(&island, twins->state, twins->impulse, work, ints, &info);
    for (int32_t i = 0; i < 2 * problem->count; i++) {
        impulse[i] = twins->impulse[i];
    }
    for (int32_t i = problem->count; i < twins->total; i++) {
        impulse[2 * twins->of[i] + 1] += twins->impulse[2 * i + 1];
    }
    return status;
}

tmStatus tmi_impact_plane(const tmiImpactProblem *problem, const double *w, const double *friction,
                          tmiArena *arena, double *impulse) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    Twins twins = {.count = problem->count};
    twins.of = tmi_arena_alloc(arena, 2 * (size_t)problem->count, sizeof *twins.of);
    tmStatus status = TM_ERR_MEMORY;
    if (twins.of) {
        twins.total = count_twins(problem, friction, twins.of);
        status = solve(&twins, problem, w, friction, arena, impulse);
    }
    tmi_arena_release(arena, mark);
    return status;
}
