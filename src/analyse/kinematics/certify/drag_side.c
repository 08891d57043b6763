/* drag_side.c: see certify.h. */
#include "analyse/kinematics/certify/certify.h"

#include "analyse/kinematics/certify/certify_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* A smallest pivot below this part of the largest is zero except for rounding. */
#define PIVOT_MIN 1e-9

tmStatus tmi_drag_side_make(tmiDragSide *s, tmiArena *arena, const tmMechanism *m,
                            const tmInput *inputs, int32_t count, const tmiGraph *graph) {
    *s = (tmiDragSide){0};
    tmStatus status = tmi_certifier_make(&s->rows, arena, m, inputs, count, graph->movable);
    size_t n = (size_t)s->rows.unknowns;
    bool square = s->rows.rows + 2 * graph->drag_count == s->rows.unknowns;
    if (status != TM_OK || s->rows.too_large || !square) {
        return status;
    }
    s->matrix = tmi_arena_alloc(arena, n * n, sizeof *s->matrix);
    s->exchange = tmi_arena_alloc(arena, n, sizeof *s->exchange);
    return s->matrix && s->exchange ? TM_OK : TM_ERR_MEMORY;
}

/* How the dragged points move with the unknowns, below the rows of the joints. */
static void add_points(tmiDragSide *s, const tmiGraph *graph, const tmPose *poses) {
    const tmiCertifier *c = &s->rows;
    size_t n = (size_t)c->unknowns;
    double *row = s->matrix + (size_t)c->rows * n;
    memset(row, 0, sizeof *row * 2 * (size_t)graph->drag_count * n);
    for (int32_t i = 0; i < graph->drag_count; i++, row += 2 * n) {
        const tmiPlanarFeature *f = &c->mechanism->features[graph->drags[i].feature];
        int32_t b = c->block_of[f->body];
        if (b >= 0) {
            tmiFeaturePose place = tmi_feature_pose(f, poses[f->body]);
            double x, y;
            tmi_certify_middle(c, b, &x, &y);
            row[3 * b] = row[n + 3 * (size_t)b + 1] = 1.0;
            row[3 * b + 2] = -(place.y - y) / c->size;
            row[n + 3 * (size_t)b + 2] = (place.x - x) / c->size;
        }
    }
}

static double measure(const tmiDragSide *s, const tmiLu *lu, double *second) {
    double min = INFINITY, next = INFINITY, max = 0.0, sign = 1.0;
    for (int32_t i = 0; i < s->rows.unknowns; i++) {
        double pivot = tmi_row(lu->factors, i)[i], size = fabs(pivot);
        sign = (pivot < 0.0) == (lu->exchange[i] == i) ? -sign : sign;
        next = size < min ? min : size < next ? size : next;
        min = size < min ? size : min;
        max = size > max ? size : max;
    }
    *second = next / max;
    return min > PIVOT_MIN * max ? sign * min / max : 0.0;
}

double tmi_drag_side_of(tmiDragSide *s, const tmiGraph *graph, const tmPose *poses,
                        const double *values, double *second) {
    int32_t n = s->rows.unknowns;
    tmiLu lu;
    *second = INFINITY;
    if (!s->matrix || !tmi_certify_load(&s->rows, poses, values, values)) {
        return 0.0;
    }
    memcpy(s->matrix, s->rows.jacobian, sizeof(double) * (size_t)s->rows.rows * (size_t)n);
    add_points(s, graph, poses);
    bool regular = tmi_lu_factor(tmi_matrix(s->matrix, n, n), s->exchange, &lu) == TM_OK;
    return regular ? measure(s, &lu, second) : 0.0;
}
