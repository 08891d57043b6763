/* near_met.c: a disc and what it meets on its way. What it meets may end within the step, so the
 * direction of that moment is kept, in the axes of the piece with facets. */
#include "analyse/contact/near/near_private.h"

bool tmi_near_has_disc(const tmiNear *near, int32_t pair) {
    if (!near->planar) {
        return false;
    }
    const tmiPosedPair start = tmi_near_start(near, pair);
    return (start.a->facets > 0) != (start.b->facets > 0);
}

static const double *turn_of(tmiPosedPair posed) {
    return posed.a->facets > 0 ? posed.a->turn : posed.b->turn;
}

bool tmi_near_direction(const tmiNear *near, int32_t pair, int32_t row, double along[2]) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    const double *turn = turn_of(now);
    double n[2];
    if (!tmi_contact_normal(now.a, now.b, row, n)) {
        return false;
    }
    along[0] = turn[0] * n[0] + turn[1] * n[1];
    along[1] = turn[0] * n[1] - turn[1] * n[0];
    return true;
}

/* The direction turned as its piece is. */
static void turn_along(const double along[2], const double turn[2], double n[2]) {
    n[0] = turn[0] * along[0] - turn[1] * along[1];
    n[1] = turn[1] * along[0] + turn[0] * along[1];
}

/* Gap of two corners along a direction [m]. */
static double gap_along(tmiPosedPair posed, const tmiContactPoint *point, const double n[2]) {
    const double *p = posed.a->corner[point->a], *q = posed.b->corner[point->b];
    return n[0] * (q[0] - p[0]) + n[1] * (q[1] - p[1]) - (posed.a->radius + posed.b->radius);
}

void tmi_near_met_point(const tmiNear *near, int32_t pair, int32_t row, const double along[2],
                        double tolerance, tmiContactPoint *point) {
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    const tmiContactRow parts = tmi_contact_row(now.a, now.b, row);
    *point = (tmiContactPoint){.kind = (uint8_t)parts.kind,
                               .a = parts.a < 0 ? 0 : parts.a,
                               .b = parts.b < 0 ? 0 : parts.b};
    tmi_contact_point_at(now.a, now.b, start.a, start.b, tolerance, point);
    point->key = tmi_contact_key((int32_t)parts.kind, point->a, point->b);
    if (parts.kind != TMI_CONTACT_CORNERS) {
        return;
    }
    const double *p = now.a->corner[point->a], *q = now.b->corner[point->b];
    double *n = point->normal, n0[2];
    turn_along(along, turn_of(now), n);
    turn_along(along, turn_of(start), n0);
    point->gap = gap_along(now, point, n);
    point->gap_at_start = gap_along(start, point, n0);
    for (int32_t k = 0; k < 2; k++) {
        point->point[k] =
            now.a->facets > 0 ? q[k] - now.b->radius * n[k] : p[k] + now.a->radius * n[k];
    }
}
