/* equations_make.c: which bodies move, how large they are, and the pattern of the equations. */
#include "analyse/space/equations/equations.h"

#include <math.h>
#include <string.h>

/* Up to this many rows the dense kernel, which does not square the condition number, is not slower.
 */
#define DENSE_ROWS 48

/* Minimum damping [1]. Directions are suppressed whose square, S = J W^-1 J^T, is below it: those
 * in which redundant rows differ by what joints are open, some 1e-10, and for the sparse kernel,
 * which works with S itself, its rounding errors. */
#define STIFF_DENSE 1e-16
#define STIFF_SPARSE 1e-13

/* ---- Points of bodies ---------------------------------------------------------------------- */

/* What the points of a body span. */
typedef struct Extent {
    double sum[3];
    double square;
    double low[3], high[3];
    int32_t count;
} Extent;

static void take_point(Extent *x, const double p[3]) {
    for (int i = 0; i < 3; i++) {
        x->sum[i] += p[i];
        x->square += p[i] * p[i];
        x->low[i] = x->count == 0 || p[i] < x->low[i] ? p[i] : x->low[i];
        x->high[i] = x->count == 0 || p[i] > x->high[i] ? p[i] : x->high[i];
    }
    x->count++;
}

/* A point of a body: those of bodies that stand still count as points of one, the last. */
static void take_of_body(const tmiEquations *e, Extent *extents, int32_t body, const double p[3]) {
    if (e->mover_of[body] >= 0) {
        take_point(&extents[e->mover_of[body]], p);
    } else {
        double world[3];
        tmi_frame_point(&e->frames[body], p, world);
        take_point(&extents[e->mover_count], world);
    }
}

static void take_constraint(const tmiEquations *e, Extent *extents,
                            const tmiSpaceConstraint *constraint) {
    for (int32_t i = 0; i < constraint->pair_count; i++) {
        for (int k = 0; k < 2; k++) {
            const tmPointOn *end = &constraint->pairs[i][k];
            take_of_body(e, extents, constraint->bodies[end->body], end->point);
        }
    }
    for (int32_t i = 0; constraint->pair_count == 0 && i < constraint->row_count; i++) {
        const tmRow *row = &constraint->rows[i];
        bool has_points = row->kind == TM_ROW_PLANE || row->kind == TM_ROW_SPHERE;
        if (has_points && !row->at_infinity) {
            take_of_body(e, extents, constraint->bodies[row->a], row->point);
            if (!constraint->from_origin) {
                take_of_body(e, extents, constraint->bodies[row->b], row->on);
            }
        }
    }
}

static double span_of(const Extent *x) {
    double d[3];
    for (int i = 0; i < 3; i++) {
        d[i] = x->count > 0 ? x->high[i] - x->low[i] : 0.0;
    }
    return tmi_length3(d);
}

/* The largest distance of points of one body, or length that a row holds; where there is none, of
 * movers from the origin; 1 where all is one point. */
static double find_size(const tmiEquations *e, const Extent *extents) {
    double size = 0.0, away = 0.0;
    for (int32_t i = 0; i <= e->mover_count; i++) {
        double span = span_of(&extents[i]);
        size = span > size ? span : size;
    }
    for (int32_t i = 0; i < e->constraint_count; i++) {
        for (int32_t k = 0; k < e->constraints[i]->row_count; k++) {
            const tmRow *row = &e->constraints[i]->rows[k];
            double held = row->unit == TM_ROW_LENGTH ? fabs(row->offset) : 0.0;
            size = held > size ? held : size;
        }
    }
    for (int32_t i = 0; i < e->mover_count; i++) {
        double far = tmi_length3(e->frames[e->movers[i].body].position);
        away = far > away ? far : away;
    }
    return size > TMI_TINY ? size : away > TMI_TINY ? away : 1.0;
}

static void measure_mover(tmiSpaceMover *m, const Extent *x, double size) {
    m->points = x->count;
    double n = x->count > 0 ? (double)x->count : 1.0, square = x->square / n;
    for (int i = 0; i < 3; i++) {
        m->middle[i] = x->sum[i] / n;
        square -= m->middle[i] * m->middle[i];
    }
    m->reach = span_of(x);
    double radius = square > 0.0 ? sqrt(square) : 0.0;
    m->radius = radius > TMI_METRIC_RADIUS * size ? radius : TMI_METRIC_RADIUS * size;
}

/* ---- Pattern ------------------------------------------------------------------------------- */

/* Numbers the movers of a constraint by ascending columns and returns how many there are. */
static int32_t number_slots(const tmiEquations *e, const tmiSpaceConstraint *constraint,
                            int8_t *slot) {
    int32_t count = 0;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        int32_t mover = e->mover_of[constraint->bodies[k]], before = 0;
        for (int32_t j = 0; j < constraint->body_count; j++) {
            int32_t other = e->mover_of[constraint->bodies[j]];
            before += other >= 0 && other < mover ? 1 : 0;
        }
        slot[k] = (int8_t)(mover < 0 ? -1 : before);
        count += mover >= 0 ? 1 : 0;
    }
    return count;
}

static tmStatus make_pattern(tmiEquations *e, tmiArena *arena) {
    int64_t entries = 0, rows = 0;
    for (int32_t i = 0; i < e->constraint_count; i++) {
        int32_t movers = number_slots(e, e->constraints[i], e->slot[i]);
        e->first[i] = (int32_t)rows;
        rows += e->constraints[i]->row_count;
        entries += (int64_t)e->constraints[i]->row_count * (movers * e->dof + 1);
        if (entries > TMI_SPARSE_ENTRY_LIMIT || rows + e->unknowns > TMI_SPARSE_LIMIT) {
            return TM_ERR_LIMIT;
        }
    }
    e->rows = (int32_t)rows;
    int32_t *start = tmi_arena_alloc(arena, (size_t)rows + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, (size_t)entries, sizeof *index);
    if (!start || !index) {
        return TM_ERR_MEMORY;
    }
    int32_t row = 0;
    for (int32_t i = 0; i < e->constraint_count; i++) {
        const tmiSpaceConstraint *constraint = e->constraints[i];
        for (int32_t r = 0; r < constraint->row_count; r++, row++) {
            int32_t movers = 0;
            for (int32_t k = 0; k < constraint->body_count; k++) {
                for (int32_t j = 0; e->slot[i][k] >= 0 && j < e->dof; j++) {
                    index[start[row] + e->slot[i][k] * e->dof + j] =
                        e->mover_of[constraint->bodies[k]] * e->dof + j;
                }
                movers += e->slot[i][k] >= 0 ? 1 : 0;
            }
            index[start[row] + movers * e->dof] = e->unknowns + row;
            start[row + 1] = start[row] + movers * e->dof + 1;
        }
    }
    e->pattern = (tmiPattern){e->rows, e->unknowns + e->rows, start, index};
    return TM_OK;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static tmStatus find_movers(tmiEquations *e, tmiArena *arena, const int32_t *bodies) {
    Extent *extents = tmi_arena_alloc(arena, (size_t)e->mover_count + 1, sizeof *extents);
    e->movers = tmi_arena_alloc(arena, (size_t)e->mover_count, sizeof *e->movers);
    if (!extents || !e->movers) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < e->mover_count; i++) {
        e->movers[i].body = bodies[i];
        e->mover_of[bodies[i]] = i;
    }
    for (int32_t i = 0; i < e->constraint_count; i++) {
        take_constraint(e, extents, e->constraints[i]);
    }
    e->size = find_size(e, extents);
    for (int32_t i = 0; i < e->mover_count; i++) {
        measure_mover(&e->movers[i], &extents[i], e->size);
    }
    e->unknowns = e->mover_count * e->dof;
    return TM_OK;
}

static tmStatus take_memory(tmiEquations *e, tmiArena *arena) {
    size_t rows = (size_t)e->rows, all = (size_t)e->pattern.cols;
    e->values = tmi_arena_alloc(arena, (size_t)e->pattern.start[e->rows], sizeof(double));
    e->residual = tmi_arena_alloc(arena, rows, sizeof(double));
    e->idle = tmi_arena_alloc(arena, rows, sizeof *e->idle);
    e->right = tmi_arena_alloc(arena, rows, sizeof(double));
    e->soften = tmi_arena_alloc(arena, rows, sizeof(double));
    e->weights = tmi_arena_alloc(arena, all, sizeof(double));
    e->step = tmi_arena_alloc(arena, all, sizeof(double));
    e->start = tmi_arena_alloc(arena, (size_t)e->mover_count, sizeof *e->start);
    if (!e->values || !e->residual || !e->idle || !e->right || !e->soften || !e->weights ||
        !e->step || !e->start) {
        return TM_ERR_MEMORY;
    }
    e->dense = e->rows <= DENSE_ROWS && e->unknowns <= 4 * DENSE_ROWS;
    e->stiff = e->dense ? STIFF_DENSE : STIFF_SPARSE;
    if (!e->dense) {
        return tmi_sparse_least_norm_analyse(&e->sparse, arena, &e->pattern);
    }
    e->matrix = tmi_arena_alloc(arena, rows * all, sizeof(double));
    e->right_live = tmi_arena_alloc(arena, rows, sizeof(double));
    e->work =
        tmi_arena_alloc(arena, tmi_least_norm_workspace(e->rows, e->pattern.cols), sizeof(double));
    e->int_work = tmi_arena_alloc(arena, tmi_least_norm_int_workspace(e->rows, e->pattern.cols),
                                  sizeof(int32_t));
    return e->matrix && e->right_live && e->work && e->int_work ? TM_OK : TM_ERR_MEMORY;
}

static void fill_weights(tmiEquations *e) {
    int32_t ways = e->planar ? 2 : 3;
    for (int32_t i = 0; i < e->mover_count; i++) {
        double k = e->movers[i].radius / e->size;
        for (int32_t j = 0; j < e->dof; j++) {
            e->weights[i * e->dof + j] = j < ways ? TMI_METRIC_TRANSLATION : k * k;
        }
    }
    for (int32_t i = 0; i < e->rows; i++) {
        e->soften[i] = 1.0;
    }
}

tmStatus tmi_equations_make(tmiEquations *e, tmiArena *arena, const tmiEquationsDef *def) {
    *e = (tmiEquations){.planar = def->planar, .dof = def->planar ? 3 : 6, .frames = def->frames};
    e->mover_of = def->mover_of;
    e->mover_count = def->body_count;
    e->constraints = def->constraints;
    e->constraint_count = def->constraint_count;
    e->first = tmi_arena_alloc(arena, (size_t)e->constraint_count, sizeof *e->first);
    e->slot = tmi_arena_alloc(arena, (size_t)e->constraint_count, sizeof *e->slot);
    if (!e->first || !e->slot) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = find_movers(e, arena, def->bodies);
    status = status == TM_OK ? make_pattern(e, arena) : status;
    status = status == TM_OK ? take_memory(e, arena) : status;
    if (status == TM_OK) {
        fill_weights(e);
    }
    return status;
}
