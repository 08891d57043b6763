/* mobility_sparse.c: rank and some free motions of a block that is too large for dense factors.
 *
 * Rank by the sparse factor of J W^-1 J^T, which finds rows that follow from those before them (to
 * a sine of 1e-6). A motion is what remains of any vector u after x = J^+ J u is subtracted. */
#include "analyse/space/mobility/mobility.h"

#include <math.h>
#include <string.h>

/* What must be left of a unit vector [1] to count as one more motion. */
#define LEFT_MIN 1e-3

typedef struct Sparse {
    const tmiEquations *e;
    tmiSparseLeastNorm solver;
    tmiPattern pattern; /* without the slacks */
    double *values;
} Sparse;

static tmStatus make(Sparse *s, tmiArena *arena) {
    const tmiEquations *e = s->e;
    int32_t entries = e->pattern.start[e->rows] - e->rows, at = 0;
    int32_t *start = tmi_arena_alloc(arena, (size_t)e->rows + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, (size_t)entries, sizeof *index);
    s->values = tmi_arena_alloc(arena, (size_t)entries, sizeof(double));
    if (!start || !index || !s->values) {
        return TM_ERR_MEMORY;
    }
    for (int32_t row = 0; row < e->rows; row++) {
        for (int32_t k = e->pattern.start[row]; k < e->pattern.start[row + 1] - 1; k++, at++) {
            index[at] = e->pattern.index[k];
            s->values[at] = e->values[k];
        }
        start[row + 1] = at;
    }
    s->pattern = (tmiPattern){e->rows, e->unknowns, start, index};
    tmStatus status = tmi_sparse_least_norm_analyse(&s->solver, arena, &s->pattern);
    return status == TM_OK ? tmi_sparse_least_norm_factor(&s->solver, s->values, e->weights)
                           : status;
}

/* Removes from u what the rows do not allow and what `basis` already spans, in the metric of the
 * weights. Returns the remaining length. */
static double project(Sparse *s, double *u, double *right, double *x, double *const *basis,
                      int32_t count) {
    const tmiEquations *e = s->e;
    for (int32_t row = 0; row < e->rows; row++) {
        right[row] = 0.0;
        for (int32_t at = s->pattern.start[row]; at < s->pattern.start[row + 1]; at++) {
            right[row] += s->values[at] * u[s->pattern.index[at]];
        }
    }
    tmStatus status = tmi_sparse_least_norm_solve(&s->solver, s->values, right, x, NULL);
    if (status != TM_OK && status != TM_ERR_NOT_CONVERGED) {
        return 0.0;
    }
    for (int32_t i = 0; i < e->unknowns; i++) {
        u[i] -= x[i];
    }
    for (int32_t k = 0; k < count; k++) {
        double dot = 0.0;
        for (int32_t i = 0; i < e->unknowns; i++) {
            dot += e->weights[i] * u[i] * basis[k][i];
        }
        for (int32_t i = 0; i < e->unknowns; i++) {
            u[i] -= dot * basis[k][i];
        }
    }
    double square = 0.0;
    for (int32_t i = 0; i < e->unknowns; i++) {
        square += e->weights[i] * u[i] * u[i];
    }
    return sqrt(square);
}

/* Motions from turns of bodies that are spread over the block. */
static tmStatus add_motions(tmiMobilizer *w, int32_t block, Sparse *s, int32_t mobility) {
    const tmiEquations *e = s->e;
    int32_t room = w->m->max_motions - w->m->motion_count, count = 0;
    int32_t wanted = mobility < room ? mobility : room;
    double *right = tmi_arena_alloc(&w->scratch, (size_t)e->rows, sizeof(double));
    double *x = tmi_arena_alloc(&w->scratch, (size_t)e->unknowns, sizeof(double));
    double **basis = tmi_arena_alloc(&w->scratch, (size_t)wanted, sizeof(double *));
    if (!right || !x || !basis) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = TM_OK;
    for (int32_t k = 0; k < 2 * wanted && count < wanted && status == TM_OK; k++) {
        double *u = tmi_arena_alloc(&w->scratch, (size_t)e->unknowns, sizeof(double));
        if (!u) {
            return TM_ERR_MEMORY;
        }
        int32_t mover = (int32_t)((int64_t)k * e->mover_count / (2 * wanted));
        int32_t unknown = mover * e->dof + e->dof - 1 - (e->planar ? 0 : k % 3);
        u[unknown] = 1.0 / sqrt(e->weights[unknown]);
        double left = project(s, u, right, x, basis, count);
        if (left > LEFT_MIN) {
            for (int32_t i = 0; i < e->unknowns; i++) {
                u[i] /= left;
            }
            basis[count++] = u;
            status = tmi_mobility_add_motion(w, block, e, u);
        }
    }
    w->m->info.motions_all = w->m->info.motions_all && count == mobility;
    return status;
}

/* Names the joints whose rows were found to follow from others. */
static tmStatus add_redundant(tmiMobilizer *w, const tmiBlock *block, const Sparse *s) {
    int32_t count;
    const int32_t *rows = tmi_sparse_least_norm_redundant(&s->solver, &count);
    if (count == 0) {
        return TM_OK;
    }
    w->m->info.sharing_all = false;
    int32_t *own = tmi_arena_alloc(&w->scratch, (size_t)block->constraint_count, sizeof *own);
    int32_t *constraint_of =
        tmi_arena_alloc(&w->scratch, (size_t)s->e->rows, sizeof *constraint_of);
    if (!own || !constraint_of) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < block->constraint_count; i++) {
        for (int32_t r = 0; r < block->constraints[i]->row_count; r++) {
            constraint_of[s->e->first[i] + r] = i;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        own[constraint_of[rows[i]]]++;
    }
    return tmi_mobility_add_redundancy(w, block, own, count);
}

tmStatus tmi_mobility_sparse(tmiMobilizer *w, int32_t index, const tmiEquations *e) {
    Sparse s = {.e = e};
    tmStatus status = make(&s, &w->scratch);
    if (status != TM_OK) {
        return status;
    }
    int32_t redundant;
    (void)tmi_sparse_least_norm_redundant(&s.solver, &redundant);
    int32_t rank = e->rows - redundant;
    w->m->info.rank += rank;
    status = add_redundant(w, &w->blocks.blocks[index], &s);
    return status == TM_OK ? add_motions(w, index, &s, e->unknowns - rank) : status;
}
