/* machine_check.c: machines whose parts touch, judged after each step. */
#include "machine_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What every machine must keep, whatever it does. */
#define OVERLAP_MAX 1e-9  /* of the size of the smaller body */
#define GAP_MAX 1e-9      /* of a joint, of the size of the world */
#define RESIDUAL_MAX 1e-8 /* of the judge of the library, of the size of the smaller body */
#define ROUNDING 1e-13    /* of the energy, where nothing moves */

#define CORNERS 400

/* ---- Separation, by brute force ------------------------------------------------------------ */

typedef struct Outline {
    double x[CORNERS], y[CORNERS];
    int32_t count;
    double radius;
    double low[2], high[2]; /* with the radius */
} Outline;

static void put(const tmPiece *piece, const tmFrame *frame, Outline *out) {
    const double *q = frame->rotation;
    double c = q[0] * q[0] - q[3] * q[3], s = 2.0 * q[0] * q[3];
    out->count = piece->outline_count < CORNERS ? piece->outline_count : CORNERS;
    out->radius = piece->outline_radius;
    out->low[0] = out->low[1] = INFINITY;
    out->high[0] = out->high[1] = -INFINITY;
    for (int32_t i = 0; i < out->count; i++) {
        tmVec3 p = piece->outline[i];
        out->x[i] = frame->position[0] + c * p.x - s * p.y;
        out->y[i] = frame->position[1] + s * p.x + c * p.y;
        out->low[0] = fmin(out->low[0], out->x[i] - out->radius);
        out->low[1] = fmin(out->low[1], out->y[i] - out->radius);
        out->high[0] = fmax(out->high[0], out->x[i] + out->radius);
        out->high[1] = fmax(out->high[1], out->y[i] + out->radius);
    }
}

/* Largest over the edges of a of the least height of b above them; a line has two, a point none. */
static double above_edges(const Outline *a, const Outline *b) {
    double max = -INFINITY;
    for (int32_t i = 0; i < a->count && a->count > 1; i++) {
        int32_t k = (i + 1) % a->count;
        double ex = a->x[k] - a->x[i], ey = a->y[k] - a->y[i], length = hypot(ex, ey);
        double min = INFINITY;
        for (int32_t j = 0; j < b->count; j++) {
            double height = (ey * (b->x[j] - a->x[i]) - ex * (b->y[j] - a->y[i])) / length;
            min = fmin(min, height);
        }
        max = length > 0.0 ? fmax(max, min) : max;
    }
    return max;
}

/* Least distance of corners of a from edges of b, which may be points or one line. */
static double corner_distance(const Outline *a, const Outline *b) {
    double min = INFINITY;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            int32_t k = (j + 1) % b->count;
            double ex = b->x[k] - b->x[j], ey = b->y[k] - b->y[j];
            double px = a->x[i] - b->x[j], py = a->y[i] - b->y[j];
            double square = ex * ex + ey * ey;
            double s = square > 0.0 ? fmax(0.0, fmin(1.0, (px * ex + py * ey) / square)) : 0.0;
            min = fmin(min, hypot(px - s * ex, py - s * ey));
        }
    }
    return min;
}

/* Cores that are apart have their distance, others the largest of their edges' heights: the least
 * way that parts them. */
static double separation(const Outline *a, const Outline *b) {
    double height = fmax(above_edges(a, b), above_edges(b, a));
    bool overlap = height < 0.0 && (a->count > 1 || b->count > 1);
    double core = overlap ? height : fmin(corner_distance(a, b), corner_distance(b, a));
    return core - a->radius - b->radius;
}

static bool boxes_meet(const Outline *a, const Outline *b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1];
}

static double min_gap(const Machine *m, int32_t a, int32_t b, bool far_counts) {
    const tmPieces *of_a = tm_model_pieces(m->model, a), *of_b = tm_model_pieces(m->model, b);
    const tmFrame *frames = tm_sim_frames(m->sim);
    static Outline first, second;
    double min = INFINITY;
    for (int32_t i = 0; i < tm_pieces_count(of_a); i++) {
        put(tm_pieces_at(of_a, i), &frames[a], &first);
        for (int32_t j = 0; j < tm_pieces_count(of_b); j++) {
            put(tm_pieces_at(of_b, j), &frames[b], &second);
            if (far_counts || boxes_meet(&first, &second)) {
                min = fmin(min, separation(&first, &second));
            }
        }
    }
    return min;
}

double machine_gap(const Machine *m, int32_t a, int32_t b) {
    return min_gap(m, a, b, true);
}

/* The longer side of the box around a body. */
static double size_of(const Machine *m, int32_t body) {
    tmBodyInfo info;
    tmVec3 low = {0.0, 0.0, 0.0}, high = {0.0, 0.0, 0.0};
    tm_model_body(m->model, body, &info);
    tm_shape_bounds(info.shape, &low, &high);
    return fmax(high.x - low.x, high.y - low.y);
}

static void look_for_overlaps(Machine *m) {
    int32_t count;
    const int32_t *bodies = tm_model_touching(m->model, &count);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            if (!tm_model_may_touch(m->model, bodies[i], bodies[j])) {
                continue;
            }
            double size = fmin(size_of(m, bodies[i]), size_of(m, bodies[j]));
            double overlap = -min_gap(m, bodies[i], bodies[j], false) / size;
            if (overlap > m->overlap) {
                m->overlap = overlap;
                m->overlapping[0] = bodies[i];
                m->overlapping[1] = bodies[j];
            }
        }
    }
}

/* ---- Energy -------------------------------------------------------------------------------- */

static double energy_of(const Machine *m) {
    return tm_sim_info(m->sim)->energy + (m->potential ? m->potential(m) : 0.0);
}

void machine_pulled(Machine *m, PotentialFn *potential) {
    m->potential = potential;
    m->energy = energy_of(m);
}

/* What TURNING_RISE allows of this step [J]. */
static double turning_rise(const Machine *m) {
    double spin = m->pull_moment > 0.0 ? tm_sim_twists(m->sim)[m->pulled].angular[2] : 0.0;
    return turning_work(m->sim, m->h) + 0.5 * m->h * m->h * m->pull_moment * spin * spin;
}

static void look_at_energy(Machine *m) {
    double energy = energy_of(m), excess = energy - m->energy - turning_rise(m);
    if (excess > m->excess) {
        m->excess = excess;
        m->excess_at = tm_sim_info(m->sim)->time;
    }
    if (energy - m->energy > m->rise) {
        m->rise = energy - m->energy;
        m->rise_at = tm_sim_info(m->sim)->time;
    }
    m->energy = energy;
}

/* ---- Running ------------------------------------------------------------------------------- */

static Machine *machine_with(tmTest *t, tmSim *sim) {
    if (!sim) {
        return NULL;
    }
    Machine *m = test_memory(t, 1, sizeof *m);
    m->t = t;
    m->sim = sim;
    m->model = sim_model(sim);
    m->h = tm_sim_info(sim)->step;
    m->balance = balance_of(t, sim);
    machine_pulled(m, NULL);
    look_for_overlaps(m);
    return m;
}

Machine *machine_of(tmTest *t, const char *name, int32_t run) {
    return machine_with(t, sim_of_example(t, name, run, NULL));
}

Machine *machine_of_text(tmTest *t, const char *text) {
    return machine_with(t, sim_of(t, text, 0, NULL));
}

bool machine_step(Machine *m) {
    tmTest *t = m->t;
    const tmSimInfo *info = tm_sim_info(m->sim);
    if (info->outcome != TM_SIM_RUNS) {
        return false;
    }
    m->steps++;
    if (!CHECK_STATUS(tm_sim_advance(m->sim, end_of_step(m->steps, m->h)), TM_OK)) {
        return false;
    }
    look_for_overlaps(m);
    look_at_energy(m);
    balance_measure(&m->balance);
    return info->outcome != TM_SIM_FAILED;
}

bool machine_run(Machine *m, double to) {
    while (tm_sim_info(m->sim)->time < to - 0.5 * m->h && machine_step(m)) {
    }
    return tm_sim_info(m->sim)->time >= to - 0.5 * m->h;
}

static bool holds(Machine *m, double value, double max, const char *what) {
    tmTest *t = m->t;
    if (!(value <= max)) {
        printf("    %s: %.3g, at most %.3g\n", what, value, max);
    }
    return CHECK(value <= max);
}

void machine_judge(Machine *m, double part) {
    tmTest *t = m->t;
    const tmSimInfo *info = tm_sim_info(m->sim);
    if (info->outcome == TM_SIM_FAILED) {
        CHECK_TEXT(tm_sim_diagnostic(m->sim)->message, "");
    }
    if (!holds(m, m->overlap, OVERLAP_MAX, "overlap")) {
        tmBodyInfo a, b;
        tm_model_body(m->model, m->overlapping[0], &a);
        tm_model_body(m->model, m->overlapping[1], &b);
        printf("    of %s and %s\n", a.name, b.name);
    }
    holds(m, info->overlap, OVERLAP_MAX, "overlap that the run tells");
    holds(m, info->touch_residual, RESIDUAL_MAX, "residual of contact");
    holds(m, info->gap / info->size, GAP_MAX, "gap of a joint");
    holds(m, m->balance.worst_momentum, BALANCE_MOMENTUM, "momentum that came in a step");
    holds(m, m->balance.worst_angular, BALANCE_MOMENTUM, "angular momentum that came in a step");
    holds(m, m->balance.worst_books, BALANCE_BOOKS, "energy that is not booked");
    CHECK(info->unsolved == 0);
    double max_rise = part * info->energy_scale + ROUNDING * fabs(info->energy);
    double max_excess = NO_RISE * info->energy_scale + ROUNDING * fabs(info->energy);
    if (part == TURNING_RISE &&
        !holds(m, m->excess, max_excess, "energy that came in a step, without turning")) {
        printf("    at %g s\n", m->excess_at);
    }
    if (part >= 0.0 && !holds(m, m->rise, max_rise, "energy that came in a step")) {
        printf("    at %g s\n", m->rise_at);
    }
}

/* ---- Forces -------------------------------------------------------------------------------- */

/* Only what touches with body `by`; -1: with any. */
static tmWrench press(const Machine *m, int32_t on, int32_t by) {
    tmWrench all = {{0.0}, {0.0}};
    int32_t count;
    const tmContact *contacts = tm_sim_contacts(m->sim, &count);
    for (int32_t i = 0; i < count; i++) {
        const tmContact *c = &contacts[i];
        int side = c->bodies[1] == on ? 1 : 0;
        if (c->bodies[side] != on || (by >= 0 && c->bodies[1 - side] != by)) {
            continue;
        }
        double sign = side ? 1.0 : -1.0, f[2];
        for (int k = 0; k < 2; k++) {
            f[k] = sign * (c->force * c->normal[k] + c->friction[k]);
            all.force[k] += f[k];
        }
        all.torque[2] += c->point[0] * f[1] - c->point[1] * f[0];
    }
    return all;
}

tmWrench machine_press(const Machine *m, int32_t on, int32_t by) {
    return press(m, on, by);
}

tmWrench machine_press_of_all(const Machine *m, int32_t on) {
    return press(m, on, -1);
}

double machine_angle(const Machine *m, const char *part) {
    tmFrame frame = tm_sim_frames(m->sim)[sim_body(m->t, m->sim, part)];
    return 2.0 * atan2(frame.rotation[3], frame.rotation[0]);
}
