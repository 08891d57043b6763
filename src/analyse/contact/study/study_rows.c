/* study_rows.c: which vertices meet which facets in a step, by distance and speed ([NT] figure 5),
 * and what the models of study.h take of them. */
#include "analyse/contact/study/study_private.h"

#include <math.h>

/* Facets are near a vertex within this part of the length of the pair [1], and this many times the
 * way that it makes relative to them in the step: impulses may make it faster. */
#define FACETS_NEAR 0.05
#define FACET_WAYS 2.0

/* Bits of a feature's number in a key. */
#define KEY_BITS 20

/* A vertex of one piece and another piece. */
typedef struct VertexNear {
    int32_t pair;
    bool of_a; /* the vertex is a's */
    int32_t vertex;
    const tmiContactPiece *with, *other; /* whose the vertex is, and whose the facets */
    double near;                         /* [m] */
} VertexNear;

tmStatus tmi_study_add(tmiContactEngine *c, int32_t index, const tmiContactPoint *at) {
    const tmiNearPair *near = &c->near->pairs[index];
    tmiStepPair *pair = &c->step.pairs[index];
    int32_t count = c->step.contact_count + 1;
    tmStatus status = tmi_array_reserve(c->allocator, &c->step.contacts, &c->step.contact_capacity,
                                        count, sizeof *c->step.contacts);
    if (status != TM_OK) {
        return status;
    }
    if (!pair->known) {
        pair->surface = (tmSurfaceInfo){0.0, 0.0};
        tm_model_surface(c->model, near->body_a, near->body_b, &pair->surface);
        pair->known = true;
    }
    pair->first = pair->count == 0 ? c->step.contact_count : pair->first;
    pair->count++;
    c->step.contacts[c->step.contact_count++] = (tmiContact){
        .pair = index,
        .movers = {c->motion->mover_of[near->body_a], c->motion->mover_of[near->body_b]},
        .at = *at,
        .friction = pair->surface.friction,
        .restitution = pair->surface.restitution,
        .length = pair->length,
        .response = -1,
        .state = at->gap < 0.0 ? TMI_CONTACT_STICK : TMI_CONTACT_OPEN};
    return TM_OK;
}

/* A pair is at most as long as the smaller of its bodies is wide, twice its reach. */
void tmi_study_widen(tmiContactEngine *c) {
    c->search.margin = 0.0;
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        const double *const velocities[] = {c->step.before, c->step.free};
        for (int32_t k = 0; k < 2; k++) {
            const double *v = velocities[k] + (ptrdiff_t)i * tmi_engine_dof(c);
            double speed = tmi_engine_speed(c, v) + tmi_engine_spin(c, v) * c->sizes.reach[i];
            double near = 2.0 * FACETS_NEAR * c->sizes.reach[i] + FACET_WAYS * c->step.h * speed;
            c->search.margin = near > c->search.margin ? near : c->search.margin;
        }
    }
}

/* ---- How near -------------------------------------------------------------------------------- */

/* Velocity of a body's point [m/s]. */
static void velocity_at(const tmiContactEngine *c, int32_t body, const double *velocity,
                        const double point[2], double v[2]) {
    int32_t mover = c->motion->mover_of[body];
    v[0] = v[1] = 0.0;
    if (mover >= 0) {
        const double *u = velocity + (ptrdiff_t)mover * tmi_engine_dof(c);
        const double *centre = c->motion->centres[mover];
        v[0] = u[0] - u[2] * (point[1] - centre[1]);
        v[1] = u[1] + u[2] * (point[0] - centre[0]);
    }
}

static double near_of(const tmiStudy *study, const VertexNear *m) {
    const tmiContactEngine *c = study->engine;
    const tmiNearPair *pair = &c->near->pairs[m->pair];
    const double *x = m->with->corner[m->vertex], *const velocities[] = {c->step.before,
                                                                         c->step.free};
    double speed = 0.0;
    if (study->takes_all) {
        return INFINITY;
    }
    for (int32_t k = 0; k < 2; k++) {
        double a[2], b[2];
        velocity_at(c, pair->body_a, velocities[k], x, a);
        velocity_at(c, pair->body_b, velocities[k], x, b);
        double own = tmi_hypot(b[0] - a[0], b[1] - a[1]);
        speed = own > speed ? own : speed;
    }
    return FACETS_NEAR * c->step.pairs[m->pair].length + FACET_WAYS * c->step.h * speed;
}

/* Distance of the vertex from a facet between its ends, radii taken off [m]. */
static double distance_of(const VertexNear *m, int32_t facet) {
    const double *from = m->other->corner[facet];
    const double *to = m->other->corner[tmi_contact_after(m->other, facet)];
    const double *x = m->with->corner[m->vertex];
    double d[2] = {to[0] - from[0], to[1] - from[1]}, r[2] = {x[0] - from[0], x[1] - from[1]};
    double part = tmi_contact_dot(r, d) / tmi_contact_dot(d, d);
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    return tmi_hypot(r[0] - part * d[0], r[1] - part * d[1]) - m->with->radius - m->other->radius;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static tmiContactPoint point_of(const tmiContactEngine *c, const VertexNear *m, tmiContactKind kind,
                                int32_t feature) {
    const tmiNearPair *near = &c->near->pairs[m->pair];
    const tmiContactPiece *a = &c->near->start[near->piece_a], *b = &c->near->start[near->piece_b];
    tmiContactPoint at = {.kind = (uint8_t)kind,
                          .a = m->of_a ? m->vertex : feature,
                          .b = m->of_a ? feature : m->vertex};
    at.key = ((uint64_t)kind << (2 * KEY_BITS)) | ((uint64_t)at.a << KEY_BITS) | (uint64_t)at.b;
    tmi_contact_point_at(a, b, a, b, INFINITY, &at);
    return at;
}

static tmiContactPoint facet_point(const tmiContactEngine *c, const VertexNear *m, int32_t facet) {
    return point_of(c, m, m->of_a ? TMI_CONTACT_FACET_B : TMI_CONTACT_FACET_A, facet);
}

/* The last contact is of this vertex. */
static tmStatus count_to(tmiStudy *study, int32_t vertex) {
    tmiContactEngine *c = study->engine;
    tmStatus status = tmi_array_reserve(c->allocator, &study->vertex_of, &study->vertex_capacity,
                                        c->step.contact_count, sizeof *study->vertex_of);
    if (status == TM_OK) {
        study->vertex_of[c->step.contact_count - 1] = vertex;
    }
    return status;
}

static tmStatus add(tmiStudy *study, const VertexNear *m, int32_t vertex,
                    const tmiContactPoint *at) {
    tmiContactEngine *c = study->engine;
    tmStatus status = tmi_study_add(c, m->pair, at);
    return status == TM_OK ? count_to(study, vertex) : status;
}

/* The facet of the largest gap; -1 where there are none. */
static int32_t furthest(const tmiContactEngine *c, const VertexNear *m, tmiContactPoint *at) {
    int32_t best = -1;
    for (int32_t i = 0; i < m->other->facets; i++) {
        tmiContactPoint point = facet_point(c, m, i);
        if (best < 0 || point.gap > at->gap) {
            *at = point;
            best = i;
        }
    }
    return best;
}

/* The tangent at the corner of the other piece that is nearest to the vertex, where the two are
 * what is nearest and either is round. */
static bool tangent(const tmiContactEngine *c, const VertexNear *m, tmiContactPoint *at) {
    const tmiNearPair *near = &c->near->pairs[m->pair];
    const tmiContactPiece *a = &c->near->start[near->piece_a], *b = &c->near->start[near->piece_b];
    if (!(m->with->radius + m->other->radius > 0.0)) {
        return false;
    }
    for (int32_t i = 0; i < m->other->count; i++) {
        double n[2];
        int32_t facet, of_a = m->of_a ? m->vertex : i, of_b = m->of_a ? i : m->vertex;
        if (tmi_contact_corner_normal(a, b, of_a, of_b, n, &facet) && facet < 0) {
            *at = point_of(c, m, TMI_CONTACT_CORNERS, i);
            return at->gap <= m->near;
        }
    }
    return false;
}

/* In `face_front` a vertex that is behind a facet is not brought before it: [NT] (12) with such
 * facets, as the paper has it in figure 2, often has no solution, or one that throws bodies out of
 * the far side. */
static bool takes(const tmiStudy *study, const VertexNear *m, const tmiContactPoint *at) {
    const tmiContactEngine *c = study->engine;
    return study->model != TM_CONTACT_FACE_FRONT ||
           at->gap >= -tmi_engine_length(c, m->pair, TMI_CONTACT_VISIBLE);
}

/* Collects the facets near a vertex: [NT] (12) takes them all at once. */
static tmStatus meet(tmiStudy *study, const VertexNear *m, int32_t *vertices) {
    tmiContactEngine *c = study->engine;
    const bool single = study->model == TM_CONTACT_FACE_SINGLE;
    int32_t taken = 0, near = 0;
    tmiContactPoint at;
    tmStatus status = TM_OK;
    if (tangent(c, m, &at)) {
        near++;
        taken++;
        status = add(study, m, *vertices, &at);
    }
    for (int32_t i = 0; i < m->other->facets && status == TM_OK; i++) {
        if (distance_of(m, i) <= m->near) {
            at = facet_point(c, m, i);
            near++;
            if (!single && takes(study, m, &at)) {
                taken++;
                status = add(study, m, *vertices, &at);
            }
        }
    }
    /* Deep inside no facet is near. */
    const double radii = m->with->radius + m->other->radius;
    bool inside = furthest(c, m, &at) >= 0 && at.gap < -radii;
    if (status == TM_OK && taken == 0 && (near > 0 || inside)) {
        taken++;
        status = add(study, m, *vertices, &at);
    }
    *vertices += taken > 0;
    return status;
}

/* Limits are rows of their own, without friction; none of the vertices' numbers is below 0. */
tmStatus tmi_study_limits(tmiStudy *study, double room) {
    tmiContactEngine *c = study->engine;
    const tmiContactMotion *m = c->motion;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < m->limit_count && status == TM_OK; i++) {
        double own = m->room(m->user, i);
        if (!(own < room)) {
            continue;
        }
        status = tmi_array_reserve(c->allocator, &c->step.contacts, &c->step.contact_capacity,
                                   c->step.contact_count + 1, sizeof *c->step.contacts);
        if (status == TM_OK) {
            c->step.contacts[c->step.contact_count++] =
                (tmiContact){.pair = -1 - i,
                             .movers = {-1, -1},
                             .at = {.gap = own, .key = (uint64_t)i},
                             .length = m->size,
                             .response = -1,
                             .state = TMI_CONTACT_STICK};
            status = count_to(study, -1 - i);
        }
    }
    return status;
}

/* ---- All ------------------------------------------------------------------------------------- */

tmStatus tmi_study_rows(tmiStudy *study) {
    tmiContactEngine *c = study->engine;
    int32_t vertices = 0;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        c->step.pairs[i].first = c->step.pairs[i].count = 0;
        for (int32_t side = 0; side < 2; side++) {
            VertexNear m = {.pair = i, .of_a = side == 0};
            m.with = &c->near->start[side ? near->piece_b : near->piece_a];
            m.other = &c->near->start[side ? near->piece_a : near->piece_b];
            /* A disc is its centre with a radius: what it meets is met by that. */
            bool needless = m.other->facets == 0 && (m.with->facets > 0 || side == 1);
            for (m.vertex = 0; m.vertex < m.with->count && !needless && status == TM_OK;
                 m.vertex++) {
                m.near = near_of(study, &m);
                status = meet(study, &m, &vertices);
            }
        }
    }
    return status;
}
