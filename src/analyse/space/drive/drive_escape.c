/* drive_escape.c: a way out of a singular pose in which a plan begins, as a linkage that was drawn
 * flat: docs/theory/space.md, section 8.
 *
 * Several motions lead on from there, and the tangent of least norm is usually not one of them. So
 * a short step is made along it, with a small push to break symmetries, and closed. Its end is on a
 * motion if the tangent there agrees with the step. Of several, the smallest motion counts. */
#include "analyse/space/drive/drive.h"

#include <math.h>
#include <string.h>

/* Ways that are tried [rad or size of the inputs], and pushes [of the motion]. */
static const double ways[] = {1e-3, 1e-2, 5e-2};
#define WAY_COUNT ((int)(sizeof ways / sizeof ways[0]))
static const double pushes[] = {0.0, 0.3, -0.3, 1.0, -1.0};
#define PUSHES ((int)(sizeof pushes / sizeof pushes[0]))

/* Steps to close, how far bodies may go for the motion of least norm, and how much the tangent may
 * differ from the way gone [1]. */
#define ESCAPE_CLOSING_STEPS 30
#define MOTION_MAX 10.0
#define TANGENT_DEVIATION_MAX 0.2

/* A number of -1 … 1 for each unknown, the same in every run. */
static double push_of(int32_t unknown) {
    double x = 0.6180339887498949 * (unknown + 1);
    return 2.0 * (x - floor(x)) - 1.0;
}

/* Advances by `length` of the way with a push; returns the size of the motion, or infinity if it is
 * not one. p->tangent becomes the motion for the whole way. */
static double attempt(tmSpacePlan *p, double length, double push, double motion, const double *min,
                      tmSolveInfo *info) {
    tmiEquations *e = &p->e;
    tmi_drive_return(p, p->here, p->here_turns);
    for (int32_t i = 0; i < e->unknowns; i++) {
        e->step[i] = min[i] + push * motion * push_of(i);
    }
    tmi_equations_store(e, e->start);
    tmi_equations_apply(e, length);
    tmi_drive_demand(p, length);
    if (tmi_equations_close(e, p->fine, ESCAPE_CLOSING_STEPS, &info->iterations) !=
            TMI_CLOSURE_CLOSED &&
        !(e->max_residual <= p->tolerance)) {
        return INFINITY;
    }
    tmi_equations_way(e, p->here, p->tangent);
    double size = 0.0, max = 0.0;
    for (int32_t i = 0; i < e->unknowns; i++) {
        p->tangent[i] /= length;
        size += e->weights[i] * p->tangent[i] * p->tangent[i];
        max = fabs(p->tangent[i]) > max ? fabs(p->tangent[i]) : max;
    }
    bool follows = max <= MOTION_MAX * motion && tmi_drive_goes_on(p, max, TANGENT_DEVIATION_MAX);
    return follows ? sqrt(size) : INFINITY;
}

double tmi_drive_escape(tmSpacePlan *p, double way, double motion, tmSolveInfo *info) {
    double *min = p->escape;
    memcpy(min, p->tangent, sizeof(double) * (size_t)p->e.unknowns);
    tmi_drive_keep(p, p->here, p->here_turns);
    for (int k = 0; k < WAY_COUNT && ways[k] <= way; k++) {
        double best = INFINITY, length = ways[k] / way;
        int chosen = -1;
        for (int i = 0; i < PUSHES; i++) {
            double size = attempt(p, length, pushes[i], motion, min, info);
            chosen = size < best * (1.0 - TMI_RANK_TOLERANCE) ? i : chosen;
            best = size < best ? size : best;
        }
        if (chosen >= 0) {
            (void)attempt(p, length, pushes[chosen], motion, min, info);
            return length;
        }
    }
    tmi_drive_return(p, p->here, p->here_turns);
    tmi_drive_demand(p, 0.0);
    memcpy(p->tangent, min, sizeof(double) * (size_t)p->e.unknowns);
    return 0.0;
}
