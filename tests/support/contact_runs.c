/* contact_runs.c: worlds whose bodies touch, judged at the end of every step. */
#include "contact_runs.h"

#include "definition.h"

#include <math.h>
#include <stdio.h>

#define CORNERS 256

/* A piece where its body is: a convex polygon grown by a radius. */
struct ContactPolygon {
    int count;
    double x[CORNERS], y[CORNERS];
    double radius;
};
typedef struct ContactPolygon Polygon;

/* ---- Outlines ------------------------------------------------------------------------------ */

static void place(Polygon *p, const tmPiece *piece, const tmFrame *frame) {
    const double *q = frame->rotation;
    double c = 1.0 - 2.0 * q[3] * q[3], s = 2.0 * q[0] * q[3];
    p->count = piece->outline_count < CORNERS ? piece->outline_count : CORNERS;
    p->radius = piece->outline_radius;
    for (int i = 0; i < p->count; i++) {
        const tmVec3 *v = &piece->outline[i];
        p->x[i] = frame->position[0] + c * v->x - s * v->y;
        p->y[i] = frame->position[1] + s * v->x + c * v->y;
    }
}

/* The largest distance of all of `other` from the line of an edge. */
static double edges_gap(const Polygon *p, const Polygon *other) {
    double best = -INFINITY;
    for (int i = 0; i < p->count && p->count > 1; i++) {
        int j = (i + 1) % p->count;
        double ex = p->x[j] - p->x[i], ey = p->y[j] - p->y[i], length = hypot(ex, ey);
        double min = INFINITY;
        for (int k = 0; k < other->count && length > 0.0; k++) {
            double gap = (ey * (other->x[k] - p->x[i]) - ex * (other->y[k] - p->y[i])) / length;
            min = fmin(min, gap);
        }
        best = length > 0.0 ? fmax(best, min) : best;
    }
    return best;
}

/* The least distance of a corner of `p` from the border of `other`. */
static double corners_distance(const Polygon *p, const Polygon *other) {
    double min = INFINITY;
    for (int i = 0; i < p->count; i++) {
        for (int k = 0; k < other->count; k++) {
            int j = (k + 1) % other->count;
            double ex = other->x[j] - other->x[k], ey = other->y[j] - other->y[k];
            double dx = p->x[i] - other->x[k], dy = p->y[i] - other->y[k];
            double square = ex * ex + ey * ey;
            double s = square > 0.0 ? (dx * ex + dy * ey) / square : 0.0;
            s = fmin(fmax(s, 0.0), 1.0);
            min = fmin(min, hypot(dx - s * ex, dy - s * ey));
        }
    }
    return min;
}

/* How far two pieces are apart; below 0 how deep they are within each other. */
static double separation(const Polygon *a, const Polygon *b) {
    double radius = a->radius + b->radius;
    double gap = fmax(edges_gap(a, b), edges_gap(b, a));
    if (radius == 0.0) {
        return gap;
    }
    bool flat = a->count < 3 && b->count < 3;
    return (gap > 0.0 || flat ? fmin(corners_distance(a, b), corners_distance(b, a)) : gap) -
           radius;
}

/* ---- Bodies -------------------------------------------------------------------------------- */

static void bound(ContactRun *run, int32_t body) {
    const tmPieces *pieces = tm_model_pieces(run->model, body);
    double *box = run->boxes[body];
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (int32_t i = 0; i < tm_pieces_count(pieces); i++) {
        Polygon *p = run->a;
        place(p, tm_pieces_at(pieces, i), &tm_sim_frames(run->sim)[body]);
        for (int k = 0; k < p->count; k++) {
            box[0] = fmin(box[0], p->x[k] - p->radius);
            box[1] = fmin(box[1], p->y[k] - p->radius);
            box[2] = fmax(box[2], p->x[k] + p->radius);
            box[3] = fmax(box[3], p->y[k] + p->radius);
        }
    }
}

static double bodies_overlap(ContactRun *run, int32_t i, int32_t j) {
    const tmPieces *first = tm_model_pieces(run->model, i);
    const tmPieces *second = tm_model_pieces(run->model, j);
    const tmFrame *frames = tm_sim_frames(run->sim);
    double overlap = 0.0;
    for (int32_t k = 0; k < tm_pieces_count(first); k++) {
        place(run->a, tm_pieces_at(first, k), &frames[i]);
        for (int32_t l = 0; l < tm_pieces_count(second); l++) {
            place(run->b, tm_pieces_at(second, l), &frames[j]);
            overlap = fmax(overlap, -separation(run->a, run->b));
        }
    }
    return overlap;
}

double contact_overlap(ContactRun *run) {
    int32_t count = 0;
    const int32_t *touching = tm_model_touching(run->model, &count);
    double worst = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bound(run, touching[i]);
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            int32_t a = touching[i], b = touching[j];
            const double *p = run->boxes[a], *q = run->boxes[b];
            if (p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3] &&
                tm_model_may_touch(run->model, a, b)) {
                double size = fmin(run->sizes[a], run->sizes[b]);
                worst = fmax(worst, bodies_overlap(run, a, b) / size);
            }
        }
    }
    return worst;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

bool contact_run_of(ContactRun *run, tmTest *t, const char *text, int32_t index,
                    const tmSimDef *def, double rise) {
    *run = (ContactRun){.t = t, .rise = rise, .residual = CONTACT_RESIDUAL};
    run->sim = sim_of(t, text, index, def);
    if (!run->sim) {
        return false;
    }
    run->model = sim_model(run->sim);
    run->step = tm_sim_info(run->sim)->step;
    int32_t bodies = tm_model_body_count(run->model), count = 0;
    const int32_t *touching = tm_model_touching(run->model, &count);
    run->sizes = test_memory(t, (size_t)bodies, sizeof *run->sizes);
    run->boxes = test_memory(t, (size_t)bodies, sizeof *run->boxes);
    run->a = test_memory(t, 1, sizeof *run->a);
    run->b = test_memory(t, 1, sizeof *run->b);
    for (int32_t i = 0; i < count; i++) {
        double *box = run->boxes[touching[i]];
        bound(run, touching[i]);
        run->sizes[touching[i]] = fmax(box[2] - box[0], box[3] - box[1]);
    }
    run->balance = balance_of(t, run->sim);
    return CHECK(count > 0);
}

bool contact_run_of_example(ContactRun *run, tmTest *t, const char *name, int32_t index,
                            const tmSimDef *def, double rise) {
    char path[400];
    snprintf(path, sizeof path, EXAMPLES "/%s", name);
    const char *text = definition_file(t, path);
    return CHECK(text) && contact_run_of(run, t, text, index, def, rise);
}

/* Checks what is promised of every step. */
static bool judge(ContactRun *run) {
    tmTest *t = run->t;
    const tmSimInfo *info = tm_sim_info(run->sim);
    double overlap = contact_overlap(run);
    run->worst_overlap = fmax(run->worst_overlap, overlap);
    if (run->plain) {
        balance_measure(&run->balance);
        return info->outcome != TM_SIM_FAILED;
    }
    bool good = CHECK(info->outcome != TM_SIM_FAILED);
    good = CHECK_NEAR(overlap, 0.0, CONTACT_OVERLAP) && good;
    good = CHECK_NEAR(info->overlap, 0.0, CONTACT_OVERLAP) && good;
    good = CHECK_NEAR(info->touch_residual, 0.0, run->residual) && good;
    good = balance_holds(&run->balance, run->rise) && good;
    good = CHECK(info->unsolved == 0) && good;
    if (!good) {
        printf("  … at the end of step %lld, %.6g s\n", (long long)run->steps, info->time);
        if (tm_sim_diagnostic(run->sim)) {
            printf("  … %s\n", tm_sim_diagnostic(run->sim)->message);
        }
    }
    return good;
}

bool contact_step(ContactRun *run) {
    tmTest *t = run->t;
    if (tm_sim_info(run->sim)->outcome != TM_SIM_RUNS) {
        return false;
    }
    run->steps++;
    return CHECK_STATUS(tm_sim_advance(run->sim, end_of_step(run->steps, run->step)), TM_OK) &&
           judge(run);
}

bool contact_run_to(ContactRun *run, double time) {
    while (tm_sim_info(run->sim)->outcome == TM_SIM_RUNS &&
           tm_sim_info(run->sim)->time + 0.5 * run->step < time) {
        if (!contact_step(run)) {
            return false;
        }
    }
    return tm_sim_info(run->sim)->outcome != TM_SIM_FAILED;
}

/* ---- Readings ------------------------------------------------------------------------------ */

ContactPose contact_pose(const ContactRun *run, const char *part) {
    int32_t body = sim_body(run->t, run->sim, part);
    ContactPose pose = {NAN, NAN, NAN, NAN, NAN, NAN};
    if (body >= 0) {
        const tmFrame *f = &tm_sim_frames(run->sim)[body];
        const tmTwist *v = &tm_sim_twists(run->sim)[body];
        double angle = 2.0 * atan2(f->rotation[3], f->rotation[0]);
        pose = (ContactPose){f->position[0], f->position[1], remainder(angle, 8.0 * atan(1.0)),
                             v->linear[0],   v->linear[1],   v->angular[2]};
    }
    return pose;
}

double contact_fall(double g, double h, int64_t k) {
    return 0.5 * g * h * h * (double)k * (double)k;
}
