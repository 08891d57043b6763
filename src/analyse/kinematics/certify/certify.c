/* certify.c: see certify.h. The steps are those of docs/theory/breaking-and-branches.md, whose
 * numbers stand at the lines.
 *
 *   q      unknowns: middles in units of the size, angles [rad];  n of them
 *   F      rows in units of the size, F(q, v) = 0 when closed;  m of them
 *   A      inverse of J = dF/dq at q0 (right inverse of least norm);  tau = dq/ds
 *   w      sides of the box |q - q0| <= r w
 *   c_i    bound of |d2(A F)_i(h, k)| for |h|, |k| <= w */
#include "analyse/kinematics/certify/certify_private.h"

#include <math.h>
#include <string.h>

/* All numbers below are sums of at most a few hundred positive terms: their relative errors, some
 * 1e-13, are covered by this margin. */
#define ROUNDING_MARGIN 1e-6

/* Rounds in which the sides of the box are improved. In the first ones sides grow faster than they
 * need to, since the part is still too small. These four numbers were tried on the mechanisms of
 * examples/mechanisms.json; they make the steps longer or shorter, never wrong. */
#define BOX_ROUNDS 6
#define BOX_ROUNDS_FAST 3
#define GROWTH_FAST 1.5
#define GROWTH 0.8

/* A side is at least this part of the longest, in the first round and later: an unknown that stands
 * still for a moment needs room too. */
#define BOX_SIDE_MIN_FIRST 0.3
#define BOX_SIDE_MIN 0.05

/* By how much a box is made smaller in which a row's curvature has no bound, and how often. */
#define SHRINK 0.25
#define SHRINKS 20

/* An angle's side of the box at most [rad]: below pi, so that a direction determines its angle. */
#define BOX_TURN_MAX 3.0

/* How far, of the largest demand, dependent rows may disagree with the tangent of the others. */
#define DISAGREE_MAX 1e-6

/* ---- Tangents at the start ------------------------------------------------------------------ */

/* tau = A (dF/ds), and |A F| at the start: (3). */
static void find_tangent(tmiCertifier *c) {
    for (int32_t i = 0; i < c->unknowns; i++) {
        const double *a = c->inverse + (ptrdiff_t)i * c->rows;
        double drift = 0.0, doubt = 0.0, rate = 0.0, mass = 0.0, sum = 0.0;
        for (int32_t j = 0; j < c->rows; j++) {
            drift += a[j] * c->residual[j];
            doubt += fabs(a[j]) * (c->doubt[j] + ROW_ROUNDINGS * fabs(c->residual[j]));
            rate += a[j] * c->demand[j];
            mass += fabs(a[j] * c->demand[j]);
            sum += fabs(a[j]);
        }
        c->drift[i] = fabs(drift) + doubt;
        c->tangent[i] = rate;
        c->rate[i] = fabs(rate) + ROW_ROUNDINGS * mass;
        c->abs_sum[i] = sum;
    }
}

/* Rows that are left out must agree with where the others lead. */
static bool agrees(const tmiCertifier *c) {
    double demand = 0.0, apart = 0.0;
    for (int32_t j = 0; j < c->rows; j++) {
        double moved = 0.0, mass = fabs(c->demand[j]);
        for (int32_t i = 0; i < c->unknowns && !c->kept[j]; i++) {
            double term = c->jacobian[(ptrdiff_t)j * c->unknowns + i] * c->tangent[i];
            moved += term;
            mass += fabs(term);
        }
        double off = c->kept[j] ? 0.0 : fabs(moved - c->demand[j]);
        demand = mass > demand ? mass : demand;
        apart = off > apart ? off : apart;
    }
    return apart <= DISAGREE_MAX * demand;
}

/* ---- Bends ---------------------------------------------------------------------------------- */

/* Second derivatives of A F along the turn of each block, from all of its points together: they are
 * Re(z e^(i turn)); this finds z = turn[0] + i turn[1]: (7). */
static void sum_levers(tmiCertifier *c) {
    size_t all = (size_t)c->unknowns * (size_t)c->block_count;
    memset(c->turn[0], 0, sizeof(double) * all);
    memset(c->turn[1], 0, sizeof(double) * all);
    for (int32_t i = 0; i < c->unknowns; i++) {
        double *dot = c->turn[0] + (ptrdiff_t)i * c->block_count;
        double *cross = c->turn[1] + (ptrdiff_t)i * c->block_count;
        double *mass = c->work; /* scratch: at least rows + unknowns */
        memset(mass, 0, sizeof *mass * (size_t)c->block_count);
        for (int32_t k = 0; k < c->lever_count; k++) {
            const tmiCertifyLever *lever = &c->levers[k];
            double a = c->inverse[(ptrdiff_t)i * c->rows + lever->row];
            dot[lever->block] += a * lever->dot;
            cross[lever->block] += a * lever->cross;
            mass[lever->block] += fabs(a) * lever->mass;
        }
        for (int32_t b = 0; b < c->block_count; b++) {
            dot[b] = fabs(dot[b]) + ROW_ROUNDINGS * mass[b];
            cross[b] = fabs(cross[b]) + ROW_ROUNDINGS * mass[b];
        }
    }
}

/* L of the rows of other curvature. */
static void curvature_rows(tmiCertifier *c, const double *from, double radius) {
    for (int32_t k = 0; k < c->curved_count; k++) {
        const tmiCertifyGroup *group = &c->groups[c->curved[k].group];
        tmiPlanarJoint joint = tmi_certify_joint(c, group, from);
        tmiCurvatureEnd ends[TM_JOINT_FEATURES];
        for (int32_t i = 0; i < tmi_certify_ends(c, group); i++) {
            int32_t b = tmi_certify_block(c, group, i);
            const double *w = b < 0 ? NULL : &c->weight[3 * b];
            double shift = w ? c->size * (w[0] > w[1] ? w[0] : w[1]) : 0.0;
            ends[i] = (tmiCurvatureEnd){c->places[c->curved[k].group][i],
                                        c->mechanism->features[joint.features[i]].body, shift,
                                        w ? w[2] : 0.0};
        }
        double max = tmi_joint_max_curvature(&joint, c->curved[k].row, ends, c->size, radius);
        c->row_curvature[k] = max / c->size;
    }
}

/* c_i in the box of this radius: (6), (7). */
static void curvature_all(tmiCertifier *c, const double *from, double radius) {
    curvature_rows(c, from, radius);
    for (int32_t i = 0; i < c->unknowns; i++) {
        const double *dot = c->turn[0] + (ptrdiff_t)i * c->block_count;
        const double *cross = c->turn[1] + (ptrdiff_t)i * c->block_count;
        double sum = 0.0;
        for (int32_t b = 0; b < c->block_count; b++) {
            double w = c->weight[3 * b + 2], here = dot[b] + cross[b] * radius * w;
            double anywhere = sqrt(dot[b] * dot[b] + cross[b] * cross[b]);
            sum += (here < anywhere ? here : anywhere) * w * w;
        }
        for (int32_t k = 0; k < c->curved_count; k++) {
            const tmiCertifyCurved *curved = &c->curved[k];
            int32_t row = c->groups[curved->group].row + curved->row;
            sum += fabs(c->inverse[(ptrdiff_t)i * c->rows + row]) * c->row_curvature[k];
        }
        c->curvature[i] = sum;
    }
}

/* ---- The box -------------------------------------------------------------------------------- */

/* Lengthens sides that are nearly zero. Returns the longest side of an angle. */
static double settle_sides(tmiCertifier *c, int round) {
    double max = 0.0, turn = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        max = c->weight[i] > max ? c->weight[i] : max;
    }
    for (int32_t i = 0; i < c->unknowns; i++) {
        double min = max > 0.0 ? (round ? BOX_SIDE_MIN : BOX_SIDE_MIN_FIRST) * max : 1.0;
        c->weight[i] = c->weight[i] > min ? c->weight[i] : min;
        turn = i % 3 == 2 && c->weight[i] > turn ? c->weight[i] : turn;
    }
    return turn;
}

/* Returns the largest c_i / w_i, at least `min`, of the unknowns in which rows are curved. The
 * sides of the others are free, and become so long that they do not count. */
static double steepest(tmiCertifier *c, double min) {
    double max = min;
    for (int32_t i = 0; i < c->unknowns; i++) {
        if (c->feeds[i] && !(c->curvature[i] <= max * c->weight[i])) {
            max = c->curvature[i] / c->weight[i];
        }
    }
    for (int32_t i = 0; i < c->unknowns; i++) {
        if (!c->feeds[i] && c->curvature[i] > max * c->weight[i]) {
            c->weight[i] = c->curvature[i] / max;
        }
    }
    return max;
}

/* Of a radius of 1: how far the inexact inverse may move unknown i is this times abs_sum[i]. */
static double spoil_of(const tmiCertifier *c) {
    double max = 0.0;
    for (int32_t j = 0; j < c->rows; j++) {
        double sum = 0.0;
        for (int32_t i = 0; i < c->unknowns; i++) {
            sum += fabs(c->jacobian[(ptrdiff_t)j * c->unknowns + i]) * c->weight[i];
        }
        max = sum > max ? sum : max;
    }
    return max * c->defect / (1.0 - c->defect);
}

/* The largest radius at most `max` at which the iteration contracts: (2). */
static double contracting(const tmiCertifier *c, double spoil, double max) {
    for (int32_t i = 0; i < c->unknowns; i++) {
        double room = (1.0 - ROUNDING_MARGIN) * c->weight[i] - spoil * c->abs_sum[i];
        max = c->curvature[i] * max <= room ? max : room / c->curvature[i];
    }
    return max;
}

/* Room of unknown i in a box of radius r, beyond what is open at the start: (1). */
static double room_of(const tmiCertifier *c, int32_t i, double spoil, double r) {
    return r * (c->weight[i] - spoil * c->abs_sum[i]) - 0.5 * r * r * c->curvature[i] - c->drift[i];
}

/* The part of the way that keeps the box of radius r mapped into itself: (4). */
static double part_within(const tmiCertifier *c, double spoil, double r) {
    double part = r > 0.0 ? 1.0 : 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        double room = (1.0 - ROUNDING_MARGIN) * room_of(c, i, spoil, r);
        part = room >= part * c->rate[i] ? part : room > 0.0 ? room / c->rate[i] : 0.0;
    }
    return part;
}

/* Keeps the box just tried when it is the best so far. */
static void keep_best(tmiCertifier *c, double part, double radius, double spoil) {
    if (part > c->part || (part == 1.0 && c->part == 1.0 && radius > c->radius)) {
        c->part = part;
        c->radius = radius;
        c->spoil = spoil;
        memcpy(c->best_weight, c->weight, sizeof(double) * (size_t)c->unknowns);
        memcpy(c->best_curvature, c->curvature, sizeof(double) * (size_t)c->unknowns);
    }
}

/* Bounds of curvature in the box of this radius, or of a smaller one where this one has none: it
 * lets wheels overlap, or the centres of gears coincide. Returns the radius. */
static double curvature_where_bounded(tmiCertifier *c, const double *from, double radius) {
    for (int shrinking = 0; shrinking < SHRINKS; shrinking++, radius *= SHRINK) {
        double sum = 0.0;
        curvature_all(c, from, radius);
        for (int32_t i = 0; i < c->unknowns; i++) {
            sum += c->curvature[i];
        }
        if (sum - sum == 0.0) {
            break;
        }
    }
    return radius;
}

/* Finds a box in which much of the way is proven. A box is as good as its sides: right at the end
 * of what can be proven they are as far as each unknown goes, rate and half its curvature. Any
 * sides and any radius give a proof; the rounds only make it reach farther. */
void tmi_certify_find_box(tmiCertifier *c, const double *from) {
    double radius = 0.0, part = 0.0;
    c->part = 0.0;
    memcpy(c->weight, c->rate, sizeof(double) * (size_t)c->unknowns);
    for (int round = 0; round < BOX_ROUNDS; round++) {
        double turn = settle_sides(c, round), max = BOX_TURN_MAX / turn;
        radius = round == 0 || radius > max ? max : radius;
        radius = curvature_where_bounded(c, from, radius);
        double steep = steepest(c, 1.0 / max), spoil = spoil_of(c);
        double r = contracting(c, spoil, radius);
        part = part_within(c, spoil, r);
        keep_best(c, part, r, spoil);
        radius = sqrt(radius / steep);
        double growth = round < BOX_ROUNDS_FAST ? GROWTH_FAST : GROWTH;
        for (int32_t i = 0; part > 0.0 && i < c->unknowns; i++) {
            c->weight[i] = c->rate[i] + growth * part * c->curvature[i] + c->drift[i] / part;
        }
    }
    memcpy(c->weight, c->best_weight, sizeof(double) * (size_t)c->unknowns);
    memcpy(c->curvature, c->best_curvature, sizeof(double) * (size_t)c->unknowns);
}

/* The least radius that still holds at `part`: the largest of the smaller roots of (1). */
static double min_radius(const tmiCertifier *c) {
    double min = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        double gradient = c->weight[i] - c->spoil * c->abs_sum[i];
        double off = c->drift[i] + c->part * c->rate[i];
        double disc = gradient * gradient - 2.0 * c->curvature[i] * off;
        double root = 2.0 * off / (gradient + sqrt(disc > 0.0 ? disc : 0.0));
        min = root > min ? root : min;
    }
    min *= 1.0 + ROUNDING_MARGIN;
    return min < c->radius ? min : c->radius;
}

/* The first half of what a start needs: rows, gradients, and which of them are independent. */
static bool begin(tmiCertifier *c, const tmPose *poses, const double *from, const double *to,
                  const double *weights, int32_t min, tmiCertificate *found) {
    c->part = 0.0;
    c->is_ready = c->is_singular = c->is_begun = false;
    return !c->too_large && tmi_certify_load(c, poses, from, to) &&
           tmi_certify_factor(c, weights, min, found);
}

/* Whether the inverse is nearly exact. Then it gives tangents and curvatures. */
static bool is_exact(tmiCertifier *c) {
    c->defect = tmi_certify_defect(c);
    find_tangent(c);
    bool good = c->defect < 0.5 && agrees(c);
    if (good) {
        sum_levers(c);
    }
    return good;
}

/* The other half, which costs twice as much and which only boxes need: the inverse, and the
 * curvatures that it gives. Once for each start. */
static bool get_ready(tmiCertifier *c, const double *weights) {
    if (!c->is_ready && !c->is_singular) {
        c->is_singular = !tmi_certify_invert(c, weights) || !is_exact(c);
        c->is_ready = !c->is_singular;
    }
    return c->is_ready;
}

tmiCertificate tmi_certify(tmiCertifier *c, const tmPose *poses, const double *from,
                           const double *to, const double *weights) {
    tmiCertificate found = {.rows = c->rows, .unknowns = c->unknowns, .too_large = c->too_large};
    if (!begin(c, poses, from, to, weights, c->unknowns, &found) || !get_ready(c, weights)) {
        return found;
    }
    tmi_certify_find_box(c, from);
    double side = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        side = c->weight[i] > side && c->feeds[i] ? c->weight[i] : side;
    }
    found.part = c->part;
    if (c->part > 0.0) {
        found.max_radius = c->radius * side;
        found.min_radius = min_radius(c) * side;
    }
    return found;
}

/* ---- Answers -------------------------------------------------------------------------------- */

/* How far the unknowns are from where the certificate started, except for motions of whole islands.
 */
static void measure(const tmiCertifier *c, const tmPose *answer) {
    for (int32_t b = 0; b < c->block_count; b++) {
        const tmiCertifyBlock *block = &c->blocks[b];
        const tmPose *p = &c->poses[b], *q = &answer[block->body];
        double x = (q->c - p->c) * block->x - (q->s - p->s) * block->y;
        double y = (q->s - p->s) * block->x + (q->c - p->c) * block->y;
        c->moved[3 * b] = (q->x - p->x + x) / c->size;
        c->moved[3 * b + 1] = (q->y - p->y + y) / c->size;
        c->moved[3 * b + 2] = tmi_atan2(p->c * q->s - p->s * q->c, p->c * q->c + p->s * q->s);
    }
    tmi_certify_align(c);
}

/* J h for the motion h, into row_curvature as scratch. */
static void reach(const tmiCertifier *c) {
    for (int32_t j = 0; j < c->rows; j++) {
        c->row_curvature[j] = 0.0;
        for (int32_t i = 0; i < c->unknowns; i++) {
            c->row_curvature[j] += c->jacobian[(ptrdiff_t)j * c->unknowns + i] * c->moved[i];
        }
    }
}

/* The part of the motion that A does not reach: n = h - A J h. */
static double unreached(const tmiCertifier *c, int32_t unknown) {
    double sum = c->moved[unknown];
    for (int32_t j = 0; j < c->rows; j++) {
        sum -= c->inverse[(ptrdiff_t)unknown * c->rows + j] * c->row_curvature[j];
    }
    return fabs(sum);
}

bool tmi_certificate_holds(const tmiCertifier *c, double s, const tmPose *answer) {
    if (!(c->part > 0.0 && s >= 0.0 && s <= c->part)) {
        return false;
    }
    measure(c, answer);
    bool free_left = c->rank < c->unknowns, holds = true;
    if (free_left) {
        reach(c);
    }
    for (int32_t i = 0; i < c->unknowns; i++) {
        double room = room_of(c, i, c->spoil, c->radius) - s * c->rate[i];
        bool inside = fabs(c->moved[i]) <= c->radius * c->weight[i];
        holds &= !c->feeds[i] || (inside && (!free_left || unreached(c, i) <= room));
    }
    return holds;
}

/* Whether the last start was here, so that nothing need be done again. Rows that read values or
 * winds are not compared. */
static bool is_here(const tmiCertifier *c, const tmPose *poses) {
    bool same = c->is_begun;
    for (int32_t b = 0; b < c->block_count && same; b++) {
        const tmPose *p = &c->start[b], *q = &poses[c->blocks[b].body];
        same = p->x == q->x && p->y == q->y && p->c == q->c && p->s == q->s;
    }
    return same;
}

bool tmi_certify_begin(tmiCertifier *c, const tmPose *poses, const double *values) {
    tmiCertificate found = {.rows = c->rows};
    c->part = 0.0;
    if (is_here(c, poses)) {
        return true;
    }
    bool good = begin(c, poses, values, values, NULL, c->unknowns - 1, &found);
    c->is_begun = good && c->pairs.count == 0 && c->is_undriven;
    for (int32_t b = 0; b < c->block_count && c->is_begun; b++) {
        c->start[b] = poses[c->blocks[b].body];
    }
    return good;
}

bool tmi_certify_get_ready(tmiCertifier *c) {
    return get_ready(c, NULL);
}

bool tmi_certify_start(tmiCertifier *c, const tmPose *poses, const double *values) {
    return tmi_certify_begin(c, poses, values) && tmi_certify_get_ready(c);
}

double tmi_certify_way(tmiCertifier *c, const double *values, const tmPose *answer) {
    measure(c, answer);
    reach(c);
    for (int32_t i = 0; i < c->unknowns; i++) {
        c->rate[i] = unreached(c, i);
    }
    tmi_certify_find_box(c, values);
    double part = c->part;
    for (int32_t i = 0; i < c->unknowns; i++) {
        double side = c->radius * c->weight[i], moved = fabs(c->moved[i]);
        part = !c->feeds[i] || part * moved <= side ? part : side / moved;
    }
    return part;
}

/* ---- Tangents -------------------------------------------------------------------------------- */

bool tmi_certificate_tangent(const tmiCertifier *c, int32_t body, double *tangent) {
    int32_t b = c->block_of[body];
    if (b < 0 || c->too_large) {
        return false;
    }
    const tmiCertifyBlock *block = &c->blocks[b];
    const double *rate = &c->tangent[3 * b];
    double rx = c->poses[b].c * block->x - c->poses[b].s * block->y;
    double ry = c->poses[b].s * block->x + c->poses[b].c * block->y;
    tangent[0] = c->size * rate[0] + rate[2] * ry;
    tangent[1] = c->size * rate[1] - rate[2] * rx;
    tangent[2] = rate[2];
    return true;
}
