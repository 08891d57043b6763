/* vertex.c: corners of two pieces that meet. With friction each of the two rows that end there may
 * push the pair past the end of its own facet, so that the other one separates it: neither is its
 * row then. But [NT] (11) lets both facets of a corner carry force where both gaps are 0. What
 * their cones span is one cone, and what holds the pair there one point that sticks, the two
 * corners on each other: theory, section 8. Once the step has settled its impulse is split between
 * both rows. */
#include "analyse/contact/step/step_private.h"

#include <math.h>

/* Rows with a smaller sine between them count as one [1], and the steepest edge of a cone [1]. */
#define DISTINCT 1e-6
#define STEEP 1e6

static double cross(const double x[2], const double y[2]) {
    return x[0] * y[1] - x[1] * y[0];
}

bool tmi_engine_meet_at_vertex(tmiContactEngine *c, int32_t index, int32_t row) {
    tmiStepPair *pair = &c->step.pairs[index];
    double one[3], two[3];
    if (pair->overlaps || !tmi_near_vertex(c->near, index, pair->row, row, pair->vertex) ||
        !tmi_near_normal(c->near, index, pair->row, one) ||
        !tmi_near_normal(c->near, index, row, two) || !(fabs(cross(one, two)) > DISTINCT)) {
        return false;
    }
    pair->other = row;
    return true;
}

bool tmi_engine_vertex_changes(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    int32_t rows[4], count = tmi_near_vertex_rows(c->near, index, pair->vertex, rows);
    bool holds = count == 2 && tmi_engine_is_visible(c, index, rows[0]) &&
                 tmi_engine_is_visible(c, index, rows[1]);
    bool same = holds && ((rows[0] == pair->row && rows[1] == pair->other) ||
                          (rows[0] == pair->other && rows[1] == pair->row));
    if (holds && !same) {
        pair->row = rows[0];
    }
    pair->other = same ? pair->other : holds ? rows[1] : -1;
    return !same;
}

/* ---- The cone of both ------------------------------------------------------------------------ */

/* A vertex where it is placed: the two rows, and how the corners slip. */
typedef struct Vertex {
    double normal[2][3]; /* of the pair's row and of the other */
    double slip[2];      /* of each in the step, along its tangent, once the corners are on each
                          * other; 0: it may stick [m] */
    double friction;
    double d[2], d0[2]; /* from the corner of a to that of b, now and at the start [m] */
    double point[2];    /* the corner of b [m] */
} Vertex;

/* Velocity of a point of a body [m/s]. */
static void velocity_of(const tmiContactEngine *c, int32_t body, const double *at, double *v) {
    int32_t mover = c->motion->mover_of[body];
    v[0] = v[1] = 0.0;
    if (mover >= 0) {
        const double *u = c->step.velocity + (ptrdiff_t)mover * tmi_engine_dof(c);
        const double *centre = c->motion->centres[mover];
        v[0] = u[0] - u[2] * (at[1] - centre[1]);
        v[1] = u[1] + u[2] * (at[0] - centre[0]);
    }
}

static Vertex look_at(const tmiContactEngine *c, int32_t index) {
    const tmiStepPair *pair = &c->step.pairs[index];
    const tmiNearPair *near = &c->near->pairs[index];
    double ends[2][2], va[2], vb[2], still = tmi_engine_length(c, index, TMI_CONTACT_OVERLAP);
    Vertex v = {.friction = pair->surface.friction};
    tmi_near_vertex_ends(c->near, index, pair->vertex, ends, v.d0);
    for (int32_t k = 0; k < 2; k++) {
        v.d[k] = ends[1][k] - ends[0][k];
        v.point[k] = ends[1][k];
    }
    velocity_of(c, near->body_a, ends[0], va);
    velocity_of(c, near->body_b, ends[1], vb);
    for (int32_t k = 0; k < 2; k++) {
        double *n = v.normal[k];
        tmi_near_normal(c->near, index, k ? pair->other : pair->row, n);
        double slip = c->step.h * (n[0] * (vb[1] - va[1]) - n[1] * (vb[0] - va[0])) - cross(n, v.d);
        v.slip[k] = fabs(slip) > still ? slip : 0.0;
    }
    return v;
}

/* The edge of a row's cone on a side, 1 or -1. */
static void edge_of(const Vertex *v, int32_t k, double side, double edge[2]) {
    const double *n = v->normal[k];
    edge[0] = n[0] - side * v->friction * n[1];
    edge[1] = n[1] + side * v->friction * n[0];
}

/* Puts the direction in the middle of what both cones span into n, and returns the tangent of half
 * its angle. Friction of a row that slips is at one edge of its cone. */
static double span(const Vertex *v, double n[2]) {
    double middle[2] = {v->normal[0][0] + v->normal[1][0], v->normal[0][1] + v->normal[1][1]};
    double length = tmi_hypot(middle[0], middle[1]), low = STEEP, high = -STEEP;
    middle[0] /= length;
    middle[1] /= length;
    for (int32_t k = 0; k < 4; k++) {
        double edge[2], side = k % 2 ? 1.0 : -1.0;
        if (side * v->slip[k / 2] > 0.0) {
            continue;
        }
        edge_of(v, k / 2, side, edge);
        double along = tmi_contact_dot(middle, edge), across = cross(middle, edge);
        double steep = fabs(across) < STEEP * along ? across / along
                       : across > 0.0               ? STEEP
                                                    : -STEEP;
        low = steep < low ? steep : low;
        high = steep > high ? steep : high;
    }
    double l = tmi_hypot(1.0, low), h = tmi_hypot(1.0, high);
    double along = 1.0 / l + 1.0 / h, across = low / l + high / h;
    double apart = tmi_hypot(1.0 / h - 1.0 / l, high / h - low / l), sum = tmi_hypot(along, across);
    n[0] = (along * middle[0] - across * middle[1]) / sum;
    n[1] = (along * middle[1] + across * middle[0]) / sum;
    return apart / sum;
}

void tmi_engine_vertex_point(const tmiContactEngine *c, int32_t index, tmiContactPoint *point,
                             double *friction, double *aside) {
    const tmiStepPair *pair = &c->step.pairs[index];
    Vertex v = look_at(c, index);
    *point = (tmiContactPoint){.kind = TMI_CONTACT_VERTEX,
                               .a = pair->vertex[0],
                               .b = pair->vertex[1],
                               .point = {v.point[0], v.point[1]}};
    *friction = span(&v, point->normal);
    point->gap = tmi_contact_dot(point->normal, v.d);
    point->gap_at_start = tmi_contact_dot(point->normal, v.d0);
    point->key = tmi_contact_key(TMI_CONTACT_VERTEX, point->a, point->b);
    *aside = cross(point->normal, v.d);
}

/* ---- Shared out ------------------------------------------------------------------------------ */

/* Normal and tangential impulses of both rows that are together `f`. */
static void share(const Vertex *v, const double f[2], double impulse[2][2], uint8_t state[2]) {
    double edge[2][2], side[2];
    for (int32_t k = 0; k < 2; k++) {
        double along = tmi_contact_dot(v->normal[k], f), across = cross(v->normal[k], f);
        impulse[k][0] = impulse[k][1] = 0.0;
        state[k] = state[1 - k] = TMI_CONTACT_OPEN;
        if (v->slip[k] == 0.0 && along > 0.0 && fabs(across) <= v->friction * along) {
            impulse[k][0] = along;
            impulse[k][1] = across;
            impulse[1 - k][0] = impulse[1 - k][1] = 0.0;
            state[k] = TMI_CONTACT_STICK;
            return;
        }
        side[k] = v->slip[k] != 0.0 ? (v->slip[k] > 0.0 ? -1.0 : 1.0) : across > 0.0 ? 1.0 : -1.0;
        edge_of(v, k, side[k], edge[k]);
    }
    double area = cross(edge[0], edge[1]);
    double parts[2] = {cross(f, edge[1]) / area, cross(edge[0], f) / area};
    for (int32_t k = 0; k < 2; k++) {
        double p = parts[k] > 0.0 && parts[k] < INFINITY ? parts[k] : 0.0;
        impulse[k][0] = p;
        impulse[k][1] = side[k] * v->friction * p;
        state[k] = (uint8_t)(p > 0.0 ? (side[k] > 0.0 ? TMI_CONTACT_SLIP_UP : TMI_CONTACT_SLIP_DOWN)
                                     : TMI_CONTACT_OPEN);
    }
}

/* The points of a vertex's rows, with their impulses, in the order of their keys. */
static void split(const tmiContactEngine *c, const tmiContact *whole, tmiContact to[2]) {
    const tmiStepPair *pair = &c->step.pairs[whole->pair];
    const double *n = whole->at.normal, p = whole->impulse[0], t = whole->impulse[1];
    const double f[2] = {p * n[0] - t * n[1], p * n[1] + t * n[0]};
    Vertex v = look_at(c, whole->pair);
    double impulse[2][2], closed = tmi_engine_length(c, whole->pair, TMI_CONTACT_VISIBLE);
    uint8_t state[2];
    share(&v, f, impulse, state);
    for (int32_t k = 0; k < 2; k++) {
        to[k] = *whole;
        to[k].at = tmi_near_vertex_point(c->near, whole->pair, k ? pair->other : pair->row,
                                         pair->vertex, closed);
        to[k].friction = pair->surface.friction;
        to[k].impulse[0] = impulse[k][0];
        to[k].impulse[1] = impulse[k][1];
        to[k].state = state[k];
        to[k].vertex = false;
    }
    if (to[1].at.key < to[0].at.key) {
        const tmiContact first = to[0];
        to[0] = to[1];
        to[1] = first;
    }
}

tmStatus tmi_engine_split_vertices(tmiContactEngine *c) {
    int32_t count = 0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        count += c->step.contacts[i].vertex;
    }
    if (count == 0) {
        return TM_OK;
    }
    tmStatus status = tmi_array_reserve(c->allocator, &c->step.old, &c->step.old_capacity,
                                        c->step.contact_count + count, sizeof *c->step.old);
    if (status != TM_OK) {
        return status;
    }
    c->step.old_count = 0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        if (c->step.contacts[i].vertex) {
            split(c, &c->step.contacts[i], c->step.old + c->step.old_count);
            c->step.old_count += 2;
        } else {
            c->step.old[c->step.old_count++] = c->step.contacts[i];
        }
    }
    tmi_engine_swap_contacts(c);
    return TM_OK;
}
