/* system_rows.c: values, gradients and second rates of rows by the motions of centres of mass.
 * Nearly all rows are points or directions on planes, which are written out here: what several rows
 * of a joint share is computed once. docs/theory/dynamics.md, (5) to (9). */
#include "analyse/dynamics/system/system_private.h"

/* What the rows of one point share: its offset s from the centre of b, the arm on a, and the second
 * rate of both without accelerations: bias = n . second. */
typedef struct Shared {
    double arm[3], s[3], second[3];
} Shared;

static void rotate(const tmiPlaced *body, const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        const double *row = body->turn[i];
        out[i] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    }
}

/* ---- In space ------------------------------------------------------------------------------ */

static void share(const tmiSystem *s, const tmiQuickRow *row, Shared *to) {
    const tmiPlaced *a = &s->placed[row->a], *b = &s->placed[row->b];
    double rate[3], first[3], second[3], turned[3];
    rotate(a, row->point, to->arm);
    tmi_cross3(a->spin, to->arm, rate);
    tmi_cross3(a->spin, rate, second);
    bool is_point = row->kind == TMI_QUICK_POINT;
    for (int i = 0; i < 3; i++) {
        to->s[i] = to->arm[i] + (is_point ? a->centre[i] - b->centre[i] : 0.0);
        rate[i] += is_point ? a->velocity[i] - b->velocity[i] : 0.0;
    }
    tmi_cross3(rate, b->spin, first);
    tmi_cross3(b->spin, to->s, rate);
    tmi_cross3(b->spin, rate, turned);
    for (int i = 0; i < 3; i++) {
        to->second[i] = second[i] + 2.0 * first[i] + turned[i]; /* (8) */
    }
}

static void space_row(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                      const Shared *shared, const tmiRowsTo *to) {
    const tmiQuickRow *row = &constraint->quick[r];
    double n[3], finite = row->kind == TMI_QUICK_POINT ? 1.0 : 0.0;
    double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    rotate(&s->placed[row->b], row->normal, n);
    to->value[r] = tmi_dot3(n, shared->s) - row->offset;
    to->bias[r] = tmi_dot3(n, shared->second);
    if (row->side_a >= 0) {
        double *by = g + 6 * row->side_a;
        by[0] = finite * n[0];
        by[1] = finite * n[1];
        by[2] = finite * n[2];
        tmi_cross3(shared->arm, n, by + 3);
    }
    if (row->side_b >= 0) {
        double *by = g + 6 * row->side_b;
        by[0] = -finite * n[0];
        by[1] = -finite * n[1];
        by[2] = -finite * n[2];
        tmi_cross3(n, shared->s, by + 3);
    }
}

/* ---- In the plane -------------------------------------------------------------------------- */

static void share_planar(const tmiSystem *s, const tmiQuickRow *row, Shared *to) {
    const tmiPlaced *a = &s->placed[row->a], *b = &s->placed[row->b];
    double c = a->turn[0][0], sine = a->turn[1][0], wa = a->spin[2], wb = b->spin[2];
    double x = c * row->point[0] - sine * row->point[1];
    double y = sine * row->point[0] + c * row->point[1];
    double vx = -wa * y, vy = wa * x;
    double sx = x, sy = y;
    if (row->kind == TMI_QUICK_POINT) {
        sx += a->centre[0] - b->centre[0];
        sy += a->centre[1] - b->centre[1];
        vx += a->velocity[0] - b->velocity[0];
        vy += a->velocity[1] - b->velocity[1];
    }
    to->arm[0] = x;
    to->arm[1] = y;
    to->s[0] = sx;
    to->s[1] = sy;
    to->second[0] = -wa * wa * x + 2.0 * wb * vy - wb * wb * sx; /* (8) */
    to->second[1] = -wa * wa * y - 2.0 * wb * vx - wb * wb * sy;
}

static void planar_row(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                       const Shared *shared, const tmiRowsTo *to) {
    const tmiQuickRow *row = &constraint->quick[r];
    const tmiPlaced *b = &s->placed[row->b];
    double c = b->turn[0][0], sine = b->turn[1][0];
    double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    double x = c * row->normal[0] - sine * row->normal[1];
    double y = sine * row->normal[0] + c * row->normal[1];
    double finite = row->kind == TMI_QUICK_POINT ? 1.0 : 0.0;
    to->value[r] = x * shared->s[0] + y * shared->s[1] - row->offset;
    to->bias[r] = x * shared->second[0] + y * shared->second[1];
    if (row->side_a >= 0) {
        double *by = g + 3 * row->side_a;
        by[0] = finite * x;
        by[1] = finite * y;
        by[2] = shared->arm[0] * y - shared->arm[1] * x;
    }
    if (row->side_b >= 0) {
        double *by = g + 3 * row->side_b;
        by[0] = -finite * x;
        by[1] = -finite * y;
        by[2] = x * shared->s[1] - y * shared->s[0];
    }
}

static void planar_turn(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                        const tmiRowsTo *to) {
    const tmiQuickRow *row = &constraint->quick[r];
    double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride, sense = row->normal[0];
    double raw = sense * (s->placed[row->a].angle - s->placed[row->b].angle + row->normal[1]);
    double angle = tmi_unwrap(raw, to->near[r][0]);
    to->seen[r][0] = angle;
    to->value[r] = row->scale * angle - row->offset;
    to->bias[r] = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t at = side == 0 ? row->side_a : row->side_b;
        if (at >= 0) {
            g[3 * at] = 0.0;
            g[3 * at + 1] = 0.0;
            g[3 * at + 2] = row->scale * (side == 0 ? sense : -sense);
        }
    }
}

/* ---- Any row ------------------------------------------------------------------------------- */

/* Takes the gradient from the twist of the origin to that of the centre of mass, at `d` from the
 * origin: (9). */
static double shift(const tmiSystem *s, int32_t body, const tmTwist *at_origin, double scale,
                    double *to) {
    const tmiPlaced *placed = &s->placed[body];
    double d[3], moment[3], rate[3], second[3];
    for (int i = 0; i < 3; i++) {
        d[i] = s->frames[body].position[i] - placed->centre[i];
    }
    tmi_cross3(d, at_origin->linear, moment);
    if (to && s->planar) {
        to[0] = scale * at_origin->linear[0];
        to[1] = scale * at_origin->linear[1];
        to[2] = scale * (at_origin->angular[2] + moment[2]);
    } else if (to) {
        for (int i = 0; i < 3; i++) {
            to[i] = scale * at_origin->linear[i];
            to[3 + i] = scale * (at_origin->angular[i] + moment[i]);
        }
    }
    tmi_cross3(placed->spin, d, rate);
    tmi_cross3(placed->spin, rate, second);
    return tmi_dot3(at_origin->linear, second);
}

static void any_row(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                    const tmiRowsTo *to) {
    tmFrame frames[TM_HINGE_BODIES];
    tmTwist twists[TM_HINGE_BODIES];
    tmRowAt at;
    double scale = constraint->quick[r].scale;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        frames[k] = s->frames[constraint->bodies[k]];
        twists[k] = s->twists[constraint->bodies[k]];
    }
    tm_row_at(&constraint->rows[r], frames, twists, to->near[r], &at);
    double bias = at.bias;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        int32_t side = constraint->sides[k];
        if (side >= 0) {
            double *by = constraint->gradient + (ptrdiff_t)r * constraint->stride + side * s->dof;
            bias += shift(s, constraint->bodies[k], &at.gradient[k], scale, by);
        }
    }
    to->value[r] = scale * at.value;
    to->bias[r] = scale * bias;
    to->seen[r][0] = at.turns[0];
    to->seen[r][1] = at.turns[1];
}

void tmi_constraint_evaluate(const tmiSystem *s, const tmiConstraint *constraint,
                             const tmiRowsTo *to) {
    Shared shared = {{0.0}, {0.0}, {0.0}};
    for (int32_t r = 0; r < constraint->row_count; r++) {
        const tmiQuickRow *row = &constraint->quick[r];
        if (row->kind == TMI_QUICK_NONE) {
            any_row(s, constraint, r, to);
        } else if (row->kind == TMI_QUICK_TURN) {
            planar_turn(s, constraint, r, to);
        } else if (s->planar) {
            if (!row->again) {
                share_planar(s, row, &shared);
            }
            planar_row(s, constraint, r, &shared, to);
        } else {
            if (!row->again) {
                share(s, row, &shared);
            }
            space_row(s, constraint, r, &shared, to);
        }
    }
}

double tmi_constraint_rate(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                           const double *velocity) {
    const double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    double sum = 0.0;
    for (int32_t k = 0; k < constraint->mover_count; k++, g += s->dof) {
        const double *v = velocity + (ptrdiff_t)constraint->movers[k] * s->dof;
        for (int32_t i = 0; i < s->dof; i++) {
            sum += g[i] * v[i];
        }
    }
    return sum;
}

void tmi_constraint_add(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                        double factor, double *to) {
    const double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    for (int32_t k = 0; k < constraint->mover_count; k++, g += s->dof) {
        double *sum = to + (ptrdiff_t)constraint->movers[k] * s->dof;
        for (int32_t i = 0; i < s->dof; i++) {
            sum[i] += factor * g[i];
        }
    }
}

/* ---- Preparation --------------------------------------------------------------------------- */

static bool same3(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void centre_of(const tmiSystem *s, int32_t body, double to[3]) {
    int32_t mover = s->mover_of[body];
    for (int i = 0; i < 3; i++) {
        to[i] = mover >= 0 ? s->movers[mover].centre[i] : 0.0;
    }
}

static void prepare_plane(const tmiSystem *s, const tmRow *row, tmiQuickRow *quick) {
    double centre_a[3], centre_b[3];
    centre_of(s, quick->a, centre_a);
    centre_of(s, quick->b, centre_b);
    quick->kind = row->at_infinity ? TMI_QUICK_DIRECTION : TMI_QUICK_POINT;
    quick->offset = quick->scale * row->offset;
    for (int i = 0; i < 3; i++) {
        quick->point[i] = row->point[i] - (row->at_infinity ? 0.0 : centre_a[i]);
        quick->normal[i] = quick->scale * row->normal[i];
        quick->offset += row->at_infinity ? 0.0 : quick->normal[i] * (row->on[i] - centre_b[i]);
    }
}

/* In the plane an angle about z is that of the bodies, except for a constant. */
static bool prepare_turn(const tmiSystem *s, const tmRow *row, tmiQuickRow *quick) {
    if (!s->planar || fabs(row->normal[2]) != 1.0) {
        return false;
    }
    quick->kind = TMI_QUICK_TURN;
    quick->normal[0] = row->normal[2];
    quick->normal[1] =
        tmi_atan2(row->mark_a[1], row->mark_a[0]) - tmi_atan2(row->mark_b[1], row->mark_b[0]);
    quick->offset = quick->scale * row->offset;
    return true;
}

static void prepare_row(const tmiSystem *s, tmiConstraint *constraint, int32_t r, bool scaled) {
    const tmRow *row = &constraint->rows[r];
    tmiQuickRow *quick = &constraint->quick[r];
    quick->scale = scaled && row->unit == TM_ROW_ANGLE ? s->size : 1.0;
    quick->a = constraint->bodies[row->a];
    quick->b = constraint->bodies[row->b];
    quick->side_a = constraint->sides[row->a];
    quick->side_b = constraint->sides[row->b];
    quick->idle = constraint->mover_count == 0 || (s->planar && row->kind == TM_ROW_PLANE &&
                                                   row->normal[0] == 0.0 && row->normal[1] == 0.0);
    if (quick->a == quick->b || constraint->body_count > 2) {
        quick->kind = TMI_QUICK_NONE; /* a quick row does not write the gradients of all bodies */
    } else if (row->kind == TM_ROW_PLANE) {
        prepare_plane(s, row, quick);
        quick->again = r > 0 && quick[-1].kind == quick->kind && quick[-1].a == quick->a &&
                       quick[-1].b == quick->b && same3(quick[-1].point, quick->point);
    } else if (row->kind == TM_ROW_TURN) {
        (void)prepare_turn(s, row, quick);
    }
}

static bool list_movers(tmiSystem *s, tmiConstraint *constraint) {
    constraint->sides = tmi_system_alloc(s, constraint->body_count, sizeof *constraint->sides);
    constraint->movers = tmi_system_alloc(s, constraint->body_count, sizeof *constraint->movers);
    constraint->quick = tmi_system_alloc(s, constraint->row_count, sizeof *constraint->quick);
    if (!constraint->sides || !constraint->movers || !constraint->quick) {
        return false;
    }
    constraint->mover_count = 0;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        int32_t mover = s->mover_of[constraint->bodies[k]], at = constraint->mover_count;
        if (mover < 0) {
            continue;
        }
        for (; at > 0 && constraint->movers[at - 1] > mover; at--) {
            constraint->movers[at] = constraint->movers[at - 1];
        }
        constraint->movers[at] = mover;
        constraint->mover_count++;
    }
    for (int32_t k = 0; k < constraint->body_count; k++) {
        constraint->sides[k] = -1;
        for (int32_t at = 0; at < constraint->mover_count; at++) {
            if (constraint->movers[at] == s->mover_of[constraint->bodies[k]]) {
                constraint->sides[k] = at;
            }
        }
    }
    return true;
}

tmStatus tmi_constraint_prepare(tmiSystem *s, tmiConstraint *constraint, bool scaled) {
    if (!list_movers(s, constraint)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t r = 0; r < constraint->row_count; r++) {
        prepare_row(s, constraint, r, scaled);
    }
    return TM_OK;
}
