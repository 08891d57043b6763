/* newton_curvature.c: what a pull of newton.c must know about the curvature of its way where a drag
 * cannot be met.
 *
 * A drag minimises f = |d|^2 / 2, with d the rows of the drags, subject to c = 0, the joints'. A
 * pull knows d and c by their gradients alone. That is enough where d reaches 0, but wrong where a
 * chain is pulled out of its reach: to first order a stretched chain that turns comes no farther
 * away. The second derivatives of f + m . c, with m the joints' loads under the pull d, decide
 * ([NW] 18.1):
 *
 *     bend_i = sum over rows r of points on i   load_r  d^2 r / d turn_i^2,   load = d, m     (1)
 *     m:  |J_c^T m + J_d^T d|  least, in the metric of (12) in docs/theory/kinematics.md      (2)
 *
 * A pin's or a drag's rows are p - q with p = middle + R(turn) r: gradients (a, b) of the two rows
 * by a turn have the gradients (-b, a), and no others. Rows of other kinds are left out, and where
 * a turn brings the drags nearer (bend < 0) it counts as 0, so that the pull stays a smallest one:
 * a pull is judged by what it does, and bend only makes it a better guess. */
#include "analyse/kinematics/newton/newton.h"

#include <math.h>
#include <string.h>

/* (2): loads of all rows, those of the drags first. */
static bool find_loads(tmiNewton *n) {
    const int32_t hard = n->rows - n->soft;
    memset(n->matrix, 0, sizeof(double) * (size_t)n->unknowns * (size_t)hard);
    memset(n->load, 0, sizeof(double) * (size_t)n->unknowns);
    memcpy(n->loads + hard, n->residual + hard, sizeof(double) * (size_t)n->soft);
    for (int32_t row = 0; row < n->rows; row++) {
        for (int32_t at = n->pattern.start[row]; at < n->pattern.start[row + 1]; at++) {
            int32_t column = n->pattern.index[at];
            if (column >= n->unknowns) {
                continue; /* a slack */
            }
            double gradient = n->values[at] / sqrt(n->weights[column]);
            if (row < hard) {
                n->matrix[column * hard + row] = gradient;
            } else {
                n->load[column] -= gradient * n->residual[row];
            }
        }
    }
    tmiLeastNormInfo info;
    return tmi_least_norm(tmi_matrix(n->matrix, n->unknowns, hard), n->load, NULL,
                          TMI_RANK_TOLERANCE, n->work, n->int_work, n->loads, &info) == TM_OK;
}

static double jacobian_at(const tmiNewton *n, int32_t row, int32_t column) {
    int32_t at = n->pattern.start[row];
    while (n->pattern.index[at] != column) {
        at++;
    }
    return n->values[at];
}

static void add_curvature(tmiNewton *n, const tmiNewtonGroup *group) {
    for (int32_t k = 0; k < group->ends; k++) {
        const tmiNewtonBlock *b = group->end[k].block < 0 ? NULL : &n->blocks[group->end[k].block];
        if (b && b->locus != TMI_LOCUS_SLIDE) {
            int32_t turn = b->column + (b->locus == TMI_LOCUS_NONE ? 2 : 0), row = group->row;
            n->curvature[turn] += n->loads[row + 1] * jacobian_at(n, row, turn) -
                                  n->loads[row] * jacobian_at(n, row + 1, turn); /* (1) */
        }
    }
}

bool tmi_newton_find_curvature(tmiNewton *n) {
    if (!n->dense || n->soft == 0) {
        return false;
    }
    memset(n->curvature, 0, sizeof(double) * (size_t)n->unknowns);
    if (!find_loads(n)) {
        return false;
    }
    for (int32_t i = 0; i < n->group_count; i++) {
        if (n->groups[i].kind == (int32_t)TM_JOINT_REVOLUTE) {
            add_curvature(n, &n->groups[i]);
        }
    }
    for (int32_t i = 0; i < n->unknowns; i++) {
        n->curvature[i] = n->curvature[i] > 0.0 ? n->curvature[i] : 0.0;
    }
    return true;
}
