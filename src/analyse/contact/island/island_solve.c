/* island_solve.c: the impulses of one island with W as a matrix: the order of the methods, and the
 * check of what they return: docs/theory/contact.md, 7. */
#include "analyse/contact/island/island_private.h"

#include <math.h>
#include <string.h>

size_t tmi_island_work(int32_t count) {
    size_t n = count > 0 ? (size_t)count : 0, common = 4 * n * n + 13 * n;
    return common + tmi_max_count(tmi_island_dense_work(count), tmi_island_general_work(count));
}

size_t tmi_island_int_work(int32_t count) {
    return tmi_max_count(tmi_island_dense_ints(count), tmi_island_general_ints(count));
}

static tmiDenseIsland make_run(const tmiContactIsland *island, uint8_t *state, double *work,
                               int32_t *ints) {
    size_t n = (size_t)island->count;
    tmiDenseIsland dense = {.island = island, .w = work, .ints = ints};
    tmiIslandRun *run = &dense.run;
    run->count = island->count;
    run->rows = 2 * island->count;
    run->friction = island->friction;
    run->state = state;
    run->b = dense.w + 4 * n * n;
    run->x = run->b + 2 * n;
    run->y = run->x + 2 * n;
    run->size = run->y + 2 * n;
    run->kept = run->size + 2 * n;
    run->spare = run->kept + 2 * n;
    run->d = run->spare + 2 * n;
    run->evaluate = tmi_island_dense;
    run->sweep = tmi_island_dense_sweep;
    dense.work = run->d + n;
    return dense;
}

/* (1) of island_private.h. */
static tmStatus scale(tmiDenseIsland *dense) {
    tmiIslandRun *run = &dense->run;
    const double *w = dense->island->w;
    ptrdiff_t rows = run->rows;
    for (int32_t i = 0; i < run->count; i++) {
        const double *diagonal = w + 2 * i * (rows + 1);
        run->d[i] = diagonal[0] > diagonal[rows + 1] ? diagonal[0] : diagonal[rows + 1];
    }
    tmStatus status = tmi_island_scale(run, dense->island->b);
    bool finite = true;
    for (ptrdiff_t r = 0; r < rows; r++) {
        double factor = run->d[r / 2] / run->max;
        for (ptrdiff_t c = 0; c < rows; c++) {
            dense->w[r * rows + c] = factor * w[r * rows + c] * run->d[c / 2];
            finite = finite && fabs(dense->w[r * rows + c]) < INFINITY;
        }
    }
    return finite ? status : TM_ERR_NOT_FINITE;
}

static bool is_accepted(tmiDenseIsland *dense, double *impulse) {
    tmi_island_finish(&dense->run, impulse);
    dense->run.info.residual = tmi_island_residual(dense->island, impulse, dense->work);
    return dense->run.info.residual <= TMI_ISLAND_ACCEPT;
}

/* A general solver, then the active set of what it found, which is nearer to the least norm and so
 * more even; where that fails, what it found. */
static bool is_handed(tmiDenseIsland *dense, tmiIslandMethod method, double *impulse) {
    tmiIslandRun *run = &dense->run;
    size_t bytes = (size_t)run->rows * sizeof *run->x;
    if (!tmi_island_general(dense, method)) {
        return false;
    }
    memcpy(run->kept, run->x, bytes);
    tmi_island_states(run);
    if (run->evaluate(run) <= TMI_ISLAND_UNSETTLED && is_accepted(dense, impulse)) {
        return true;
    }
    memcpy(run->x, run->kept, bytes);
    return is_accepted(dense, impulse);
}

static bool is_solved(tmiDenseIsland *dense, double *impulse) {
    if (tmi_island_settle(&dense->run) && is_accepted(dense, impulse)) {
        return true;
    }
    dense->run.info.handed = true;
    return is_handed(dense, TMI_ISLAND_PIVOTING, impulse) ||
           is_handed(dense, TMI_ISLAND_LEMKE, impulse);
}

tmStatus tmi_island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                          double *work, int32_t *int_work, tmiContactIslandInfo *info) {
    if (!island || island->count < 0 || !info ||
        (island->count > 0 && (!island->w || !island->b || !island->friction || !state ||
                               !impulse || !work || !int_work))) {
        return TM_ERR_ARGUMENT;
    }
    *info = (tmiContactIslandInfo){0};
    if (island->count == 0) {
        return TM_OK;
    }
    tmiDenseIsland dense = make_run(island, state, work, int_work);
    dense.run.problem = &dense;
    tmStatus status = scale(&dense);
    if (status == TM_OK && !is_solved(&dense, impulse)) {
        status = TM_ERR_NOT_CONVERGED;
    }
    if (status != TM_OK) {
        memset(state, TMI_CONTACT_OPEN, (size_t)island->count);
        memset(impulse, 0, (size_t)dense.run.rows * sizeof *impulse);
    }
    *info = dense.run.info;
    return status;
}
