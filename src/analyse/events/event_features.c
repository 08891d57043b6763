/* event_features.c: the features of two pieces that touch at an instant, with their rates. A corner
 * lies on a facet, or on a corner where either piece is round. Gaps, slips and their rates are
 * exact also where the gap is not 0: the normal turns with the facet, or as the corners pass each
 * other. */
#include "analyse/events/events.h"

#include <math.h>

/* Ends of facets and places of features are compared to this many times the nearness [1]. */
#define FACET_ENDS 10.0
#define ONE_PLACE 100.0

/* ---- Rates ----------------------------------------------------------------------------------- */

/* A corner in world axes: from its body's point, where it is, and its velocity. */
typedef struct Corner {
    double arm[2], at[2], rate[2];
} Corner;

static Corner corner_of(const tmiEventPiece *piece, int32_t i, const tmiEventPlace *place,
                        const double v[3]) {
    const double *p = piece->corner[i];
    Corner c;
    c.arm[0] = place->turn[0] * p[0] - place->turn[1] * p[1];
    c.arm[1] = place->turn[1] * p[0] + place->turn[0] * p[1];
    c.at[0] = place->at[0] + c.arm[0];
    c.at[1] = place->at[1] + c.arm[1];
    c.rate[0] = v[0] - v[2] * c.arm[1];
    c.rate[1] = v[1] + v[2] * c.arm[0];
    return c;
}

static int32_t after(const tmiEventPiece *piece, int32_t i) {
    return i + 1 < piece->count ? i + 1 : 0;
}

/* The direction across, how fast it turns, and the gap. */
static double find_normal(const tmiEventFeature *f, const tmiEventPiece *a, double radius,
                          const tmiEventPlace *place, const double va[3], const Corner *p,
                          const Corner *q, tmiEventRates *to) {
    double x = q->at[0] - p->at[0], y = q->at[1] - p->at[1];
    to->along = to->length = 0.0;
    if (f->is_facet) {
        const double *n = a->normal[f->of_a], *from = a->corner[f->of_a];
        const double *end = a->corner[after(a, f->of_a)];
        to->normal[0] = place->turn[0] * n[0] - place->turn[1] * n[1];
        to->normal[1] = place->turn[1] * n[0] + place->turn[0] * n[1];
        to->gap = x * to->normal[0] + y * to->normal[1] - radius;
        to->along = y * to->normal[0] - x * to->normal[1];
        to->length = tmi_hypot(end[0] - from[0], end[1] - from[1]);
        return va[2];
    }
    double d = tmi_hypot(x, y);
    to->normal[0] = x / d;
    to->normal[1] = y / d;
    to->gap = d - radius;
    return (to->normal[0] * (q->rate[1] - p->rate[1]) - to->normal[1] * (q->rate[0] - p->rate[0])) /
           d;
}

/* A row of rates by the velocities of both, for a direction at the point of force. */
static void across(const double n[2], const double arm_a[2], const double arm_b[2], double to[6]) {
    to[0] = -n[0];
    to[1] = -n[1];
    to[2] = -(arm_a[0] * n[1] - arm_a[1] * n[0]);
    to[3] = n[0];
    to[4] = n[1];
    to[5] = arm_b[0] * n[1] - arm_b[1] * n[0];
}

void tmi_event_rates(const tmiEventFeature *feature, const tmiEventPair *pair,
                     const tmiEventPlace places[2], const double velocity[2][3],
                     tmiEventRates *to) {
    int32_t first = feature->swapped;
    const tmiEventPiece *a = first ? pair->b : pair->a, *b = first ? pair->a : pair->b;
    const tmiEventPlace *at_a = &places[first], *at_b = &places[1 - first];
    const double *va = velocity[first], *vb = velocity[1 - first];
    Corner p = corner_of(a, feature->of_a, at_a, va), q = corner_of(b, feature->of_b, at_b, vb);
    double turn = find_normal(feature, a, a->radius + b->radius, at_a, va, &p, &q, to);
    const double *n = to->normal, t[2] = {-n[1], n[0]};
    double arm_a[2], arm_b[2], slide[2], moves[2], second[2];
    for (int32_t k = 0; k < 2; k++) {
        to->point[k] = q.at[k] - b->radius * n[k];
        arm_a[k] = to->point[k] - at_a->at[k];
        arm_b[k] = to->point[k] - at_b->at[k];
        moves[k] = q.rate[k] - b->radius * turn * t[k]; /* of the point, which slides on both */
    }
    slide[0] = vb[0] - vb[2] * arm_b[1] - va[0] + va[2] * arm_a[1];
    slide[1] = vb[1] + vb[2] * arm_b[0] - va[1] - va[2] * arm_a[0];
    second[0] = -vb[2] * (moves[1] - vb[1]) + va[2] * (moves[1] - va[1]);
    second[1] = vb[2] * (moves[0] - vb[0]) - va[2] * (moves[0] - va[0]);
    to->rate[0] = n[0] * slide[0] + n[1] * slide[1];
    to->rate[1] = t[0] * slide[0] + t[1] * slide[1];
    to->bias[0] = n[0] * second[0] + n[1] * second[1] + turn * to->rate[1];
    to->bias[1] = t[0] * second[0] + t[1] * second[1] - turn * to->rate[0];
    across(n, arm_a, arm_b, to->across[0]);
    across(t, arm_a, arm_b, to->across[1]);
    /* Of the corner along the facet, as seen from that. */
    double x = q.at[0] - at_a->at[0], y = q.at[1] - at_a->at[1];
    to->along_rate =
        t[0] * (q.rate[0] - va[0] + va[2] * y) + t[1] * (q.rate[1] - va[1] - va[2] * x);
}

/* ---- What touches ---------------------------------------------------------------------------- */

typedef struct Found {
    tmiEventFeature feature;
    tmiEventRates rates;
    bool at_end, leaves; /* of a facet, and moves past it */
} Found;

/* Candidates of a pair that are kept at a time. */
#define FOUND_MAX 24

typedef struct Search {
    const tmiEventPair *pair;
    const tmiEventPlace *places;
    const double (*velocity)[3];
    double near, slow, length;
    Found found[FOUND_MAX];
    int32_t count;
} Search;

static void add(Search *s, const tmiEventFeature *feature, const tmiEventRates *rates) {
    if (s->count == FOUND_MAX) {
        return;
    }
    Found *f = &s->found[s->count++];
    *f = (Found){.feature = *feature, .rates = *rates, .at_end = !feature->is_facet};
    if (feature->is_facet) {
        double end = FACET_ENDS * s->near;
        bool first = rates->along<end, last = rates->along> rates->length - end;
        double out = last ? rates->along_rate : -rates->along_rate;
        f->at_end = first || last;
        f->leaves = f->at_end && out > s->slow;
    }
}

/* Corners of the other piece on a facet that no corner is deep behind. */
static void search_facet(Search *s, bool swapped, int32_t facet) {
    const tmiEventPiece *other = swapped ? s->pair->a : s->pair->b;
    tmiEventRates rates;
    double min = INFINITY;
    for (int32_t j = 0; j < other->count; j++) {
        tmiEventFeature feature = {swapped, true, facet, j};
        tmi_event_rates(&feature, s->pair, s->places, s->velocity, &rates);
        min = rates.gap < min ? rates.gap : min;
    }
    for (int32_t j = 0; j < other->count && min >= -FACET_ENDS * s->near && min <= s->near; j++) {
        tmiEventFeature feature = {swapped, true, facet, j};
        tmi_event_rates(&feature, s->pair, s->places, s->velocity, &rates);
        double end = FACET_ENDS * s->near;
        if (rates.gap <= s->near && rates.along >= -end && rates.along <= rates.length + end) {
            add(s, &feature, &rates);
        }
    }
}

/* Corners at which round pieces touch: along their direction nothing is deep behind either. */
static void search_corners(Search *s) {
    const tmiEventPiece *a = s->pair->a, *b = s->pair->b;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            tmiEventFeature feature = {false, false, i, j};
            tmiEventRates rates;
            double arcs[2];
            tmi_event_rates(&feature, s->pair, s->places, s->velocity, &rates);
            if (!(fabs(rates.gap) <= s->near)) {
                continue;
            }
            tmi_event_arcs(&feature, s->pair, s->places, arcs);
            double slack = -FACET_ENDS * s->near / s->length;
            if (arcs[0] >= slack && arcs[1] >= slack) {
                add(s, &feature, &rates);
            }
        }
    }
}

static double apart(const Found *f, const Found *g) {
    return tmi_hypot(f->rates.point[0] - g->rates.point[0], f->rates.point[1] - g->rates.point[1]);
}

static int32_t rank(const Found *f) {
    return 2 * f->leaves + f->at_end;
}

/* Whether a feature is needed beside those that are kept. */
static bool counts(const Search *s, const Found *f, const int32_t *places, int32_t count) {
    bool round = s->pair->a->radius + s->pair->b->radius > 0.0;
    for (int32_t i = 0; i < s->count; i++) {
        const Found *g = &s->found[i];
        if (f->leaves && !round && g != f && !g->leaves && apart(f, g) <= ONE_PLACE * s->near) {
            return false; /* another feature takes over here */
        }
    }
    for (int32_t i = 0; i < count; i++) {
        if (apart(f, &s->found[places[i]]) <= ONE_PLACE * s->near) {
            return false;
        }
    }
    return true;
}

int32_t tmi_event_touching(const tmiEventPair *pair, const tmiEventPlace places[2],
                           const double velocity[2][3], double near, double slow,
                           tmiEventFeature features[TMI_EVENT_FEATURES]) {
    Search s = {.pair = pair, .places = places, .velocity = velocity, .near = near, .slow = slow};
    s.length = tmi_event_length(pair->a, pair->b);
    if (tmi_event_separation(pair, places, NULL) > near) {
        return 0;
    }
    for (int32_t i = 0; i < pair->a->facets; i++) {
        search_facet(&s, false, i);
    }
    for (int32_t i = 0; i < pair->b->facets; i++) {
        search_facet(&s, true, i);
    }
    if (pair->a->radius + pair->b->radius > 0.0) {
        search_corners(&s);
    }
    int32_t count = 0, kept[TMI_EVENT_FEATURES];
    for (int32_t level = 0; level < 4; level++) { /* what leaves its facet comes last */
        for (int32_t i = 0; i < s.count && count < TMI_EVENT_FEATURES; i++) {
            if (rank(&s.found[i]) == level && counts(&s, &s.found[i], kept, count)) {
                kept[count] = i;
                features[count++] = s.found[i].feature;
            }
        }
    }
    return count;
}

/* ---- Arcs ------------------------------------------------------------------------------------ */

void tmi_event_arcs(const tmiEventFeature *feature, const tmiEventPair *pair,
                    const tmiEventPlace places[2], double arcs[2]) {
    static const double still[2][3] = {{0.0}};
    tmiEventRates rates;
    tmi_event_rates(feature, pair, places, still, &rates);
    arcs[0] = arcs[1] = 1.0;
    for (int32_t side = 0; side < 2; side++) {
        bool is_a = (side == 0) != feature->swapped;
        const tmiEventPiece *piece = is_a ? pair->a : pair->b;
        const double *turn = places[is_a ? 0 : 1].turn, sign = side == 0 ? 1.0 : -1.0;
        int32_t corner = side == 0 ? feature->of_a : feature->of_b;
        for (int32_t k = 0; piece->count > 1 && k < 2; k++) {
            /* The direction must not lead along either facet: both fall away from the corner. */
            const double *from = piece->corner[corner];
            int32_t before = corner > 0 ? corner - 1 : piece->count - 1;
            const double *to = piece->corner[k == 0 ? after(piece, corner) : before];
            double x = to[0] - from[0], y = to[1] - from[1], d = tmi_hypot(x, y);
            double rise = (turn[0] * x - turn[1] * y) / d * rates.normal[0] +
                          (turn[1] * x + turn[0] * y) / d * rates.normal[1];
            arcs[k] = -sign * rise < arcs[k] ? -sign * rise : arcs[k];
        }
    }
}
