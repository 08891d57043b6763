/* system_svd.c: Newton's method as [ME] 3.4 has it: three unknowns a moving link, two equations a
 * joint, and the shortest step by LAPACK's singular value decomposition (dgelsd, which is faster
 * than to form U and V). Angles count as lengths, as they do there. */
#include "system.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest equation that counts as closed, of the size. */
#define TOLERANCE 1e-11

#define ITERATIONS_MAX 50

/* Singular values below this part of the largest count as zero. */
#define RANK_TOLERANCE 1e-10

/* More unknowns take minutes a frame. */
#define UNKNOWNS_MAX 1200

typedef struct State {
    const Linkage *linkage;
    int unknowns, equations;
    int *column;  /* of each body: its first unknown; -1: ground and crank */
    double *pose; /* x, y, angle of each body */
    double *start;
    double *matrix; /* by columns */
    double *rhs;    /* right-hand side, then the step */
    double *singular;
    double *work;
    int *int_work;
    int work_size;
} State;

static void destroy(void *state) {
    State *s = state;
    free(s->column);
    free(s->pose);
    free(s->start);
    free(s->matrix);
    free(s->rhs);
    free(s->singular);
    free(s->work);
    free(s->int_work);
    free(s);
}

static void take_work(State *s) {
    int m = s->equations, n = s->unknowns, max = m > n ? m : n, rank;
    double size;
    int int_size;
    LAPACKE_dgelsd_work(LAPACK_COL_MAJOR, m, n, 1, NULL, m, NULL, max, NULL, RANK_TOLERANCE, &rank,
                        &size, -1, &int_size);
    s->work_size = (int)size;
    s->work = linkage_take((size_t)s->work_size, sizeof *s->work);
    s->int_work = linkage_take((size_t)int_size, sizeof *s->int_work);
}

static void *create(const Linkage *l) {
    int unknowns = 3 * (l->body_count - 2);
    if (unknowns > UNKNOWNS_MAX) {
        return NULL;
    }
    State *s = linkage_take(1, sizeof *s);
    s->linkage = l;
    s->column = linkage_take((size_t)l->body_count, sizeof *s->column);
    s->pose = linkage_take(3 * (size_t)l->body_count, sizeof *s->pose);
    s->start = linkage_take(3 * (size_t)l->body_count, sizeof *s->start);
    for (int i = 0; i < l->body_count; i++) {
        bool moves = i > 0 && i != l->crank;
        s->column[i] = moves ? s->unknowns : -1;
        s->unknowns += moves ? 3 : 0;
        const LinkageBody *b = &l->bodies[i];
        memcpy(s->start + 3 * i, (double[3]){b->x, b->y, b->angle}, 3 * sizeof(double));
    }
    s->equations = 2 * (l->joint_count - 1);
    size_t max = (size_t)(unknowns > s->equations ? unknowns : s->equations);
    s->matrix = linkage_take((size_t)unknowns * (size_t)s->equations, sizeof *s->matrix);
    s->rhs = linkage_take(max, sizeof *s->rhs);
    s->singular = linkage_take(max, sizeof *s->singular);
    take_work(s);
    return s;
}

static void turn_crank(State *s, double angle) {
    const Linkage *l = s->linkage;
    const LinkageFeature *f = &l->features[l->pivot];
    double *pose = s->pose + 3 * l->crank;
    pose[0] = l->pivot_at[0] - (cos(angle) * f->x - sin(angle) * f->y);
    pose[1] = l->pivot_at[1] - (sin(angle) * f->x + cos(angle) * f->y);
    pose[2] = angle;
}

/* Adds one end of a joint to its two rows. */
static void add_end(State *s, int row, int feature, double sign) {
    const LinkageFeature *f = &s->linkage->features[feature];
    const double *pose = s->pose + 3 * f->body;
    double c = cos(pose[2]), t = sin(pose[2]);
    double rx = c * f->x - t * f->y, ry = t * f->x + c * f->y;
    int column = s->column[f->body];
    s->rhs[row] -= sign * (pose[0] + rx);
    s->rhs[row + 1] -= sign * (pose[1] + ry);
    if (column >= 0) {
        double *at = s->matrix + (size_t)column * (size_t)s->equations + row;
        at[0] = sign;
        at[s->equations + 1] = sign;
        at[2 * s->equations] = -sign * ry;
        at[2 * s->equations + 1] = sign * rx;
    }
}

/* Fills matrix and right-hand side; returns the largest equation. */
static double evaluate(State *s) {
    const Linkage *l = s->linkage;
    memset(s->matrix, 0, (size_t)s->unknowns * (size_t)s->equations * sizeof *s->matrix);
    memset(s->rhs, 0, (size_t)s->equations * sizeof *s->rhs);
    for (int j = 0, row = 0; j < l->joint_count; j++) {
        if (j != l->driver) {
            add_end(s, row, l->joints[j].feature[0], 1.0);
            add_end(s, row, l->joints[j].feature[1], -1.0);
            row += 2;
        }
    }
    double max = 0.0;
    for (int i = 0; i < s->equations; i++) {
        max = fabs(s->rhs[i]) <= max ? max : fabs(s->rhs[i]);
    }
    return max;
}

static bool solve(State *s) {
    int m = s->equations, n = s->unknowns, rank;
    for (int iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
        if (evaluate(s) <= TOLERANCE * s->linkage->size) {
            return true;
        }
        LAPACKE_dgelsd_work(LAPACK_COL_MAJOR, m, n, 1, s->matrix, m, s->rhs, m > n ? m : n,
                            s->singular, RANK_TOLERANCE, &rank, s->work, s->work_size, s->int_work);
        for (int i = 0; i < s->linkage->body_count; i++) {
            for (int k = 0; k < 3 && s->column[i] >= 0; k++) {
                s->pose[3 * i + k] += s->rhs[s->column[i] + k];
            }
        }
    }
    return false;
}

static int frames(void *state, const double *angles, int first, int last) {
    State *s = state;
    int failures = 0;
    if (first == 0) {
        memcpy(s->pose, s->start, 3 * (size_t)s->linkage->body_count * sizeof *s->pose);
    }
    for (int i = first; i < last; i++) {
        turn_crank(s, angles[i]);
        failures += !solve(s);
    }
    return failures;
}

static void points(void *state, LinkagePoint *to) {
    State *s = state;
    for (int i = 0; i < s->linkage->feature_count; i++) {
        const LinkageFeature *f = &s->linkage->features[i];
        const double *pose = s->pose + 3 * f->body;
        double c = cos(pose[2]), t = sin(pose[2]);
        to[i][0] = pose[0] + c * f->x - t * f->y;
        to[i][1] = pose[1] + t * f->x + c * f->y;
    }
}

static void counts(void *state, int *unknowns, int *equations) {
    State *s = state;
    *unknowns = s->unknowns;
    *equations = s->equations;
}

const System system_svd = {"newton svd", create, destroy, frames, points, counts, NULL};
