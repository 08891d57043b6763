/* diagnose_motions.c: the free motions as people would show them: one input moves, the other inputs
 * that would be needed stand still. docs/theory/diagnosis.md, (9) to (11).
 *
 * The inputs are chosen among all that joints could have, those at the ground first, so that
 * together they control every freedom; where joints have too few, coordinates of bodies fill in.
 * Each motion is the one in which its own input goes at rate 1 and the others at rate 0. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <math.h>
#include <string.h>

#define NONE (-1)

/* Part [1] of an input's gradients that must lie in the freedoms that the inputs before it leave.
 * Some coordinate of some body always has more than one over the root of the unknowns. */
#define CONTROLS 1e-3

/* Part of the largest unknown [1] below which one counts as standing still. */
#define STANDS 1e-9

/* Difference of two bodies' motions [1] up to which they move as one. */
#define AS_ONE 1e-7

/* What could control a motion. */
typedef struct Control {
    int32_t slot;  /* of the joint; NONE: a coordinate of a body */
    int32_t mover; /* of the coordinate */
    tmInputKind kind;
    int32_t movers[2];
    int32_t count;
    double gradients[6];
} Control;

double tmi_diagnose_clear_of(double *x, double *const *vectors, int32_t count, int32_t unknowns) {
    for (int pass = 0; pass < 2; pass++) { /* once more takes away what rounding left */
        for (int32_t i = 0; i < count; i++) {
            double dot = tmi_diagnose_dot(x, vectors[i], unknowns);
            for (int32_t k = 0; k < unknowns; k++) {
                x[k] -= dot * vectors[i][k];
            }
        }
    }
    return sqrt(tmi_diagnose_dot(x, x, unknowns));
}

/* ---- Controls ------------------------------------------------------------------------------ */

/* Coordinate `axis` of a mover: 0 its turn, 1 and 2 the way of its middle along its own axes, which
 * turn with the mechanism. */
static Control coordinate(const tmiLinkage *s, int32_t mover, int32_t axis) {
    Control c = {.slot = NONE, .mover = mover, .kind = TM_INPUT_POSITION, .count = 1};
    tmPose p = s->poses[s->movers[mover].slot];
    c.movers[0] = mover;
    c.gradients[0] = axis == 0 ? 0.0 : axis == 1 ? p.c : -p.s;
    c.gradients[1] = axis == 0 ? 0.0 : axis == 1 ? p.s : p.c;
    c.gradients[2] = axis == 0 ? 1.0 : 0.0;
    return c;
}

static Control of_joint(const tmiLinkage *s, int32_t slot) {
    Control c = {.slot = slot, .mover = NONE};
    c.count = tmi_linkage_input(s, slot, &c.kind, c.movers, c.gradients);
    return c;
}

static double rate_of(const Control *c, const double *x) {
    double sum = 0.0;
    for (int32_t i = 0; i < 3 * c->count; i++) {
        sum += c->gradients[i] * x[3 * c->movers[i / 3] + i % 3];
    }
    return sum;
}

static double length_of(const Control *c) {
    return sqrt(tmi_diagnose_dot(c->gradients, c->gradients, 3 * c->count));
}

/* The feature of a body that moves fastest, to drag it by. Null when none moves. */
static tmFeatureId handle(const tmiLinkage *s, int32_t mover, const double *x) {
    const tmiLinkageMover *b = &s->movers[mover];
    tmPose p = s->poses[b->slot];
    tmFeatureId best = {0};
    double max = STANDS;
    for (int32_t i = 0; i < s->m->feature_ids.count; i++) {
        const tmiPlanarFeature *f = &s->m->features[i];
        if (!tmi_id_pool_at(&s->m->feature_ids, i) || f->body != b->slot) {
            continue;
        }
        double rx = p.c * (f->x - b->x) - p.s * (f->y - b->y);
        double ry = p.s * (f->x - b->x) + p.c * (f->y - b->y);
        double turn = x[3 * mover + 2] / b->radius;
        double speed = tmi_hypot(x[3 * mover] - turn * ry, x[3 * mover + 1] + turn * rx);
        if (speed > max * (1.0 + AS_ONE)) {
            max = speed;
            best = (tmFeatureId){tmi_id_pool_at(&s->m->feature_ids, i)};
        }
    }
    return best;
}

static tmInput input_of(const tmiLinkage *s, const Control *c, const double *x) {
    if (c->slot != NONE) {
        return (tmInput){.kind = c->kind, .joint = {tmi_id_pool_at(&s->m->joint_ids, c->slot)}};
    }
    return (tmInput){.kind = TM_INPUT_POSITION, .feature = handle(s, c->mover, x)};
}

/* The joint input that goes fastest in a motion, else the body that does. */
static Control fastest(const tmiLinkage *s, const double *x) {
    Control best = {.slot = NONE};
    double max = CONTROLS * sqrt(tmi_diagnose_dot(x, x, s->unknowns));
    for (int32_t i = 0; i < s->m->joint_ids.count; i++) {
        if (!tmi_id_pool_at(&s->m->joint_ids, i)) {
            continue;
        }
        Control c = of_joint(s, i);
        double rate = c.count ? fabs(rate_of(&c, x)) / length_of(&c) : 0.0;
        if (rate > max * (1.0 + AS_ONE)) {
            max = rate;
            best = c;
        }
    }
    for (int32_t i = 0; best.count == 0 && i < s->mover_count; i++) {
        double speed = tmi_diagnose_dot(x + 3 * i, x + 3 * i, 3);
        if (speed > max * (1.0 + AS_ONE)) {
            max = speed;
            best.mover = i;
        }
    }
    return best;
}

/* ---- Presentation -------------------------------------------------------------------------- */

/* Velocity of a mover's point that is at (px, py) in the world, over the size. */
static void velocity_at(const tmiLinkage *s, int32_t mover, const double *x, double px, double py,
                        double *vx, double *vy) {
    const tmiLinkageMover *b = &s->movers[mover];
    tmPose p = s->poses[b->slot];
    double turn = x[3 * mover + 2] / b->radius;
    double rx = px - (p.x + (p.c * b->x - p.s * b->y));
    double ry = py - (p.y + (p.s * b->x + p.c * b->y));
    *vx = x[3 * mover] - turn * ry;
    *vy = x[3 * mover + 1] + turn * rx;
}

static bool moves(const double *x, int32_t mover) {
    return x[3 * mover] != 0.0 || x[3 * mover + 1] != 0.0 || x[3 * mover + 2] != 0.0;
}

/* Whether all that moves does so as one body, and something that is tied to it stands still. */
static bool is_idle(const tmiLinkage *s, const double *x) {
    int32_t first = 0;
    while (first < s->mover_count && !moves(x, first)) {
        first++;
    }
    if (first == s->mover_count) {
        return false;
    }
    tmPose p = s->poses[s->movers[first].slot];
    double turn = x[3 * first + 2] / s->movers[first].radius * s->size;
    bool left = false;
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (!moves(x, i)) {
            left |= s->movers[i].component == s->movers[first].component;
            continue;
        }
        tmPose q = s->poses[s->movers[i].slot];
        double far = 1.0 + (fabs(p.x - q.x) + fabs(p.y - q.y)) / s->size;
        double ax, ay, bx, by;
        velocity_at(s, first, x, q.x, q.y, &ax, &ay);
        velocity_at(s, i, x, q.x, q.y, &bx, &by);
        double other = x[3 * i + 2] / s->movers[i].radius * s->size;
        if (!(fabs(ax - bx) + fabs(ay - by) + fabs(turn - other) <=
              AS_ONE * far * (1.0 + fabs(turn)))) {
            return false;
        }
    }
    return left;
}

/* Scales a motion so that its fastest body has length 1, and sets what hardly moves to zero. */
static void normalise(const tmiLinkage *s, double *x) {
    double max = 0.0, max_residual = 0.0;
    for (int32_t i = 0; i < s->unknowns; i++) {
        double body = tmi_diagnose_dot(x + i / 3 * 3, x + i / 3 * 3, 3);
        max = body > max ? body : max;
        max_residual = fabs(x[i]) > max_residual ? fabs(x[i]) : max_residual;
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        x[i] = fabs(x[i]) > STANDS * max_residual ? x[i] / sqrt(max) : 0.0;
    }
}

void tmi_diagnose_present(tmiDiagnoser *w, int32_t index) {
    const tmiLinkage *s = &w->s;
    tmFreeMotion *motion = &w->d->motions[index];
    tmVelocity *bodies = w->d->velocities + (ptrdiff_t)index * w->d->body_count;
    double *x = w->basis[index];
    normalise(s, x);
    motion->moved = 0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiLinkageMover *b = &s->movers[i];
        tmPose p = s->poses[b->slot];
        tmVelocity *v = &bodies[b->slot];
        velocity_at(s, i, x, p.x, p.y, &v->x, &v->y);
        v->x *= s->size;
        v->y *= s->size;
        v->turn = x[3 * i + 2] * (s->size / b->radius);
        motion->moved += moves(x, i);
    }
    motion->idle = is_idle(s, x);
    Control c = fastest(s, x);
    motion->input = input_of(s, &c, x);
}

/* ---- A motion for each input --------------------------------------------------------------- */

typedef struct Chooser {
    tmiDiagnoser *w;
    int32_t count;     /* of freedoms */
    int32_t chosen;    /* of controls so far */
    Control *controls; /* one for each freedom */
    double **rates;    /* of each chosen control: in each vector of w->span */
    double **units;    /* the same made orthonormal */
} Chooser;

/* Takes a control if it goes with a freedom that those before it leave. */
static void consider(Chooser *c, Control control) {
    double length = c->chosen < c->count ? length_of(&control) : 0.0;
    if (length == 0.0) {
        return;
    }
    double *rates = c->rates[c->chosen], *unit = c->units[c->chosen];
    for (int32_t i = 0; i < c->count; i++) {
        rates[i] = unit[i] = rate_of(&control, c->w->span[i]) / length;
    }
    double left = tmi_diagnose_clear_of(unit, c->units, c->chosen, c->count);
    if (left > CONTROLS) {
        for (int32_t i = 0; i < c->count; i++) {
            unit[i] /= left;
        }
        c->controls[c->chosen++] = control;
    }
}

static bool touches_ground(const tmiLinkage *s, int32_t slot) {
    const int32_t *f = s->m->joints[slot].features;
    return s->m->features[f[0]].body == 0 || s->m->features[f[1]].body == 0;
}

static void choose(Chooser *c) {
    const tmiLinkage *s = &c->w->s;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < s->m->joint_ids.count; i++) {
            if (tmi_id_pool_at(&s->m->joint_ids, i) && touches_ground(s, i) == (pass == 0)) {
                consider(c, of_joint(s, i));
            }
        }
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        consider(c, coordinate(s, i / 3, i % 3));
    }
}

/* Puts into `x` the motion in which control `index` goes at rate 1 and the others stand. With
 * rates = L units, L lower triangular, its part along unit k is a_k where L a = e. */
static void solve_for(const Chooser *c, int32_t index, double *a, double *x) {
    int32_t unknowns = c->w->s.unknowns;
    memset(x, 0, sizeof *x * (size_t)unknowns);
    for (int32_t k = index; k < c->chosen; k++) {
        double sum = k == index ? 1.0 : 0.0;
        for (int32_t j = index; j < k; j++) {
            sum -= tmi_diagnose_dot(c->rates[k], c->units[j], c->count) * a[j];
        }
        a[k] = sum / tmi_diagnose_dot(c->rates[k], c->units[k], c->count);
    }
    for (int32_t i = 0; i < c->count; i++) {
        double part = 0.0;
        for (int32_t k = index; k < c->chosen; k++) {
            part += a[k] * c->units[k][i];
        }
        for (int32_t j = 0; j < unknowns; j++) {
            x[j] += part * c->w->span[i][j];
        }
    }
}

static double **vectors(tmiArena *arena, int32_t count, int32_t length) {
    double **made = tmi_arena_alloc(arena, (size_t)count, sizeof *made);
    for (int32_t i = 0; made && i < count; i++) {
        made[i] = tmi_arena_alloc(arena, (size_t)length, sizeof(double));
        if (!made[i]) {
            return NULL;
        }
    }
    return made;
}

/* Makes w->span of the motions that the fronts gave. */
static tmStatus make_span(tmiDiagnoser *w, int32_t count) {
    int32_t unknowns = w->s.unknowns;
    w->span = vectors(&w->scratch, count, unknowns);
    for (int32_t i = 0; w->span && i < count; i++) {
        double *q = w->span[i];
        memcpy(q, w->basis[i], sizeof *q * (size_t)unknowns);
        normalise(&w->s, q);
        double length = tmi_diagnose_clear_of(q, w->span, i, unknowns);
        for (int32_t k = 0; k < unknowns; k++) {
            q[k] /= length;
        }
    }
    return w->span ? TM_OK : TM_ERR_MEMORY;
}

/* Replaces the motions of the fronts by those of inputs. */
static tmStatus by_inputs(tmiDiagnoser *w, int32_t count) {
    tmStatus status = make_span(w, count);
    Chooser c = {.w = w, .count = count};
    c.controls = tmi_arena_alloc(&w->scratch, (size_t)count, sizeof *c.controls);
    c.rates = vectors(&w->scratch, count, count);
    c.units = vectors(&w->scratch, count, count);
    double *a = tmi_arena_alloc(&w->scratch, (size_t)count, sizeof *a);
    if (status != TM_OK || !c.controls || !c.rates || !c.units || !a) {
        return TM_ERR_MEMORY;
    }
    choose(&c);
    TM_ASSERT(c.chosen == count);
    for (int32_t i = 0; i < c.chosen; i++) {
        solve_for(&c, i, a, w->basis[i]);
        tmi_diagnose_present(w, i);
        w->d->motions[i].input = input_of(&w->s, &c.controls[i], w->basis[i]);
    }
    return TM_OK;
}

tmStatus tmi_diagnose_motions(tmiDiagnoser *w) {
    tmDiagnosis *d = w->d;
    bool all = w->fronts.free_count <= w->def->max_motions;
    int32_t count = all ? w->fronts.free_count : w->def->max_motions;
    w->basis = vectors(&w->scratch, count, w->s.unknowns);
    d->motions = tmi_arena_alloc(&d->arena, (size_t)count, sizeof *d->motions);
    d->velocities =
        tmi_arena_alloc(&d->arena, (size_t)count * (size_t)d->body_count, sizeof *d->velocities);
    if (!w->basis || !d->motions || !d->velocities) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        tmi_fronts_motion(&w->fronts, i, w->basis[i]);
        d->motions[i].bodies = d->velocities + (ptrdiff_t)i * d->body_count;
    }
    d->motion_count = count;
    if (all) {
        return by_inputs(w, count);
    }
    for (int32_t i = 0; i < count; i++) {
        tmi_diagnose_present(w, i);
    }
    return TM_OK;
}
