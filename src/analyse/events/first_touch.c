/* first_touch.c: when two pieces first touch, by a march that cannot pass a touch. From a place in
 * time it goes as far as a bound says that some direction still separates the pieces, and begins
 * anew there. With the direction n of a facet that turns with its body, the gap of a corner r is
 *
 *     f = n . (D + R r) - offset,  D from the holder's point to the other's,                   (1)
 *     f(s + x) >= f + f' x + f'' x^2 / 2 - b x^3 / 6,  |f'''| <= b,                            (2)
 *
 * where the bound b of the third rate comes from those of the paths:
 *
 *     |D'''| + 3 w |D''| + 3 (w^2 + w') |D'| + (w^3 + 3 w w' + w'') |D|                        (3)
 *     + |r| (v^3 + 3 v v' + v''),   v = w + spin of the other.
 *
 * Towards a touch the march converges as Newton's method does, from the side of what is apart. A
 * contact that has just been left, whose gap grows as x^3, is behind it in a few places. Distances
 * along any direction are lower bounds of the distance, so (2) needs no care about corners that
 * change. Proved for the polynomials, except for rounding errors. */
#include "analyse/events/events.h"

#include <math.h>

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Coefficients of Bernstein's form of a polynomial of degree m: no value is outside of them. */
static double bernstein_max(const double *p, int32_t m) {
    double max = 0.0;
    for (int32_t i = 0; i <= m; i++) {
        double sum = 0.0, part = 1.0; /* binomial(i, k) / binomial(m, k) */
        for (int32_t k = 0; k <= i; k++) {
            sum += part * p[k];
            part *= (double)(i - k) / (double)(m - k > 0 ? m - k : 1);
        }
        max = fabs(sum) > max ? fabs(sum) : max;
    }
    return max;
}

void tmi_event_path_bound(tmiEventPath *path, double h) {
    for (int32_t k = 0; k < 3; k++) {
        double p[TMI_EVENT_POWERS], scale = 1.0;
        for (int32_t i = 0; i < TMI_EVENT_POWERS; i++) {
            p[i] = path->c[k][i];
        }
        for (int32_t order = 0; order < 3; order++) {
            int32_t m = TMI_EVENT_POWERS - 2 - order; /* degree of the next rate */
            for (int32_t i = 0; i <= m; i++) {
                p[i] = (i + 1) * p[i + 1];
            }
            scale /= h;
            path->bounds[k][order] = path->moves ? bernstein_max(p, m) * scale : 0.0;
        }
    }
}

/* A polynomial with its first two rates by u. */
static void evaluate(const double *c, double u, double to[3]) {
    double p = c[TMI_EVENT_POWERS - 1], d = 0.0, e = 0.0;
    for (int32_t i = TMI_EVENT_POWERS - 2; i >= 0; i--) {
        e = e * u + d;
        d = d * u + p;
        p = p * u + c[i];
    }
    to[0] = p;
    to[1] = d;
    to[2] = 2.0 * e;
}

void tmi_event_path_at(const tmiEventPath *path, double u, tmiEventPlace *place) {
    double v[3][3];
    for (int32_t k = 0; k < 3; k++) {
        evaluate(path->c[k], path->moves ? u : 0.0, v[k]);
    }
    place->at[0] = v[0][0];
    place->at[1] = v[1][0];
    place->turn[0] = tmi_cos(v[2][0]);
    place->turn[1] = tmi_sin(v[2][0]);
}

/* A body at a time, with rates by time. */
typedef struct Moving {
    tmiEventPlace place;
    double rate[3], second[3];
} Moving;

static void move_to(const tmiEventPath *path, double h, double u, Moving *to) {
    tmi_event_path_at(path, u, &to->place);
    for (int32_t k = 0; k < 3; k++) {
        double v[3];
        evaluate(path->c[k], path->moves ? u : 0.0, v);
        to->rate[k] = path->moves ? v[1] / h : 0.0;
        to->second[k] = path->moves ? v[2] / (h * h) : 0.0;
    }
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

static double slide(const tmiEventPath paths[2], int32_t order) {
    return tmi_hypot(paths[0].bounds[0][order] + paths[1].bounds[0][order],
                     paths[0].bounds[1][order] + paths[1].bounds[1][order]);
}

/* (3), by what holds the row: of a corner at the origin of the other one, and by its distance. */
typedef struct Third {
    double fixed, reach;
} Third;

static Third third_of(const tmiEventPath paths[2], bool by_b, double far) {
    const double *w = paths[by_b].bounds[2], *o = paths[!by_b].bounds[2];
    double v = w[0] + o[0], v1 = w[1] + o[1], v2 = w[2] + o[2];
    return (Third){slide(paths, 2) + 3.0 * w[0] * slide(paths, 1) +
                       3.0 * (w[0] * w[0] + w[1]) * slide(paths, 0) +
                       (w[0] * w[0] * w[0] + 3.0 * w[0] * w[1] + w[2]) * far,
                   v * v * v + 3.0 * v * v1 + v2};
}

/* The cubic (2) at x. */
static double cubic(const double f[4], double x) {
    return f[0] + x * (f[1] + x * (0.5 * f[2] - x * f[3] / 6.0));
}

/* How far the cubic stays positive is found by halving, but for this part of it [1]: with every
 * place the march gains about a factor of that. */
#define CUBIC_PART 1e-3
#define CUBIC_HALVINGS 80

/* How far the cubic is at least 0, up to `max`; f[0] is. */
static double stays(const double f[4], double max) {
    double b = f[3], low = 0.0, high = max;
    double disc = f[2] * f[2] + 2.0 * b * f[1];
    if (f[1] < 0.0 && f[2] > 0.0 && disc > 0.0) { /* it may dip before it rises */
        double dip = -2.0 * f[1] / (f[2] + sqrt(disc));
        if (dip < max && cubic(f, dip) >= 0.0) {
            double top = b > 0.0 ? (f[2] + sqrt(disc)) / b : INFINITY;
            low = top < max ? top : max;
        } else {
            high = dip < max ? dip : max;
        }
    } else if (f[1] >= 0.0 && disc >= 0.0) {
        double top = b > 0.0 ? (f[2] + sqrt(disc)) / b : f[2] >= 0.0 ? INFINITY : -f[1] / f[2];
        low = top < max ? top : max;
    }
    if (low >= max || cubic(f, high) >= 0.0) {
        return high;
    }
    for (int32_t i = 0; i < CUBIC_HALVINGS && high - low > CUBIC_PART * high; i++) {
        double middle = 0.5 * (low + high);
        *(cubic(f, middle) >= 0.0 ? &low : &high) = middle;
    }
    return low;
}

/* How long a row is certain to separate the pair by more than -depth. */
static double row_lasts(const tmiEventPair *pair, const Moving at[2], const tmiEventRow *row,
                        const Third *third, double depth, double max) {
    const Moving *h = &at[row->by_b], *o = &at[!row->by_b];
    const tmiEventPiece *other = row->by_b ? pair->a : pair->b;
    int32_t only = row->by_b ? -1 : pair->only;
    double c = h->place.turn[0], s = h->place.turn[1];
    double n[2] = {c * row->normal[0] - s * row->normal[1],
                   s * row->normal[0] + c * row->normal[1]};
    double w = h->rate[2], w1 = h->second[2], v = o->rate[2], v1 = o->second[2];
    double time = max;
    for (int32_t i = only >= 0 ? only : 0; i < (only >= 0 ? only + 1 : other->count); i++) {
        const double *p = other->corner[i];
        double r[2] = {o->place.turn[0] * p[0] - o->place.turn[1] * p[1],
                       o->place.turn[1] * p[0] + o->place.turn[0] * p[1]};
        double d[2], d1[2], d2[2];
        for (int32_t k = 0; k < 2; k++) {
            double across = k == 0 ? -r[1] : r[0];
            d[k] = o->place.at[k] - h->place.at[k] + r[k];
            d1[k] = o->rate[k] - h->rate[k] + v * across;
            d2[k] = o->second[k] - h->second[k] + v1 * across - v * v * r[k];
        }
        double along = n[0] * d[0] + n[1] * d[1], side = n[0] * d[1] - n[1] * d[0];
        double along1 = n[0] * d1[0] + n[1] * d1[1], side1 = n[0] * d1[1] - n[1] * d1[0];
        /* n' = w (-n_y, n_x): its product with d is w times that of n with d turned back. */
        double f[4] = {along - row->offset + depth, along1 + w * side,
                       n[0] * d2[0] + n[1] * d2[1] + 2.0 * w * side1 + w1 * side - w * w * along,
                       third->fixed + third->reach * tmi_hypot(p[0], p[1])};
        if (!(f[0] >= 0.0)) {
            return 0.0;
        }
        time = stays(f, time);
    }
    return time;
}

/* ---- The march ------------------------------------------------------------------------------- */

/* Places of a march at most; a pair that lies within the tolerance all the time needs many. */
#define MARCH_MAX 4000

/* Overlap at the start that projections and earlier touches leave [1]. */
#define STARTS_INSIDE 1e-6

/* A row is known apart from its neighbours where its gap is this part of the length [1]. */
#define TOLD_APART 1e-7

/* Parts of the stretch by which a place in time is known [1]. */
#define PART_ROUNDED 4e-16

typedef struct March {
    const tmiEventPair *pair;
    const tmiEventPath *paths;
    double h, length, depth;
    double apart, room; /* the last place with room, -1: none; scratch */
    tmiEventRow row;    /* of the greatest gap there, … */
    bool told;          /* … which was enough to tell it */
} March;

static double gap_at(void *user, double u) {
    const March *m = user;
    tmiEventPlace places[2];
    tmi_event_path_at(&m->paths[0], u, &places[0]);
    tmi_event_path_at(&m->paths[1], u, &places[1]);
    return tmi_event_gap(m->pair, places, &m->row);
}

/* Rows that take over between the last place with room and the touch, as where a disc comes round a
 * corner; and the gap that tells one of them, as part of the length [1]. */
#define TAKING_OVER 10
#define TAKES_OVER 1e-13

/* Places at which room is looked for where the march saw none: it may have passed a whole rebound
 * from a start without room. */
#define ROOM_PLACES 16

static void find_room(March *m, double u) {
    double most = 0.0;
    for (int32_t i = 1; i < ROOM_PLACES && m->apart < 0.0; i++) {
        tmiEventPlace places[2];
        tmiEventRow row;
        double at = u * i / ROOM_PLACES;
        tmi_event_path_at(&m->paths[0], at, &places[0]);
        tmi_event_path_at(&m->paths[1], at, &places[1]);
        double gap = tmi_event_separation(m->pair, places, &row);
        if (gap > most) {
            most = gap;
            m->room = at;
            m->row = row;
        }
    }
    m->apart = most > 0.0 ? m->room : m->apart;
}

/* A touch at u: the root of the row that separated the pair before. */
static void take_touch(March *m, double u, tmiTouchFound *found) {
    found->part = u;
    found->has_row = false;
    find_room(m, u);
    for (int32_t i = 0; m->apart >= 0.0 && i < TAKING_OVER; i++) {
        tmiBracket bracket = {m->apart, u, gap_at(m, m->apart), gap_at(m, u)};
        if (!(bracket.value_before > 0.0 && bracket.value_after <= 0.0)) {
            break;
        }
        (void)tmi_root(gap_at, m, 0.0, 200, &bracket);
        found->part = bracket.after;
        found->has_row = true;
        found->row = m->row;
        tmiEventPlace places[2];
        tmi_event_path_at(&m->paths[0], found->part, &places[0]);
        tmi_event_path_at(&m->paths[1], found->part, &places[1]);
        if (!(tmi_event_separation(m->pair, places, &m->row) > TAKES_OVER * m->length)) {
            break;
        }
        m->apart = found->part;
    }
}

/* One place: how far it is certain from here [1], by the best of all rows that separate; -1: the
 * pair touches here. */
static double look(March *m, double u, double to) {
    tmiEventRow rows[TMI_EVENT_ROWS_MAX];
    double gaps[TMI_EVENT_ROWS_MAX], max = -INFINITY, time = 0.0, left = (to - u) * m->h;
    Moving at[2];
    int32_t best = 0;
    move_to(&m->paths[0], m->h, u, &at[0]);
    move_to(&m->paths[1], m->h, u, &at[1]);
    tmiEventPlace places[2] = {at[0].place, at[1].place};
    int32_t count = tmi_event_rows(m->pair, places, rows, gaps);
    for (int32_t i = 0; i < count; i++) {
        best = gaps[i] > max ? i : best;
        max = gaps[i] > max ? gaps[i] : max;
    }
    if (!(max > -0.5 * m->depth)) {
        return -1.0;
    }
    if (max > 0.0 && (max > TOLD_APART * m->length || !m->told)) {
        m->apart = u;
        m->row = rows[best];
        m->told = max > TOLD_APART * m->length;
    }
    double far = tmi_hypot(places[1].at[0] - places[0].at[0], places[1].at[1] - places[0].at[1]) +
                 slide(m->paths, 0) * left;
    Third third[2] = {third_of(m->paths, false, far), third_of(m->paths, true, far)};
    for (int32_t i = 0; i < count && time < left; i++) {
        int32_t k = i == 0 ? best : i == best ? 0 : i; /* the greatest one first */
        if (gaps[k] > -m->depth) {
            double own = row_lasts(m->pair, at, &rows[k], &third[rows[k].by_b], m->depth, left);
            time = own > time ? own : time;
        }
    }
    return time / m->h;
}

/* Whether two balls around the pieces can touch at all. */
static bool may_touch(const tmiEventPair *pair, const tmiEventPath paths[2], double h, double to) {
    double x = paths[1].c[0][0] - paths[0].c[0][0], y = paths[1].c[1][0] - paths[0].c[1][0];
    double reach = pair->a->reach + pair->b->reach + pair->a->radius + pair->b->radius;
    return tmi_hypot(x, y) <= reach + slide(paths, 0) * h * to;
}

tmiTouchOutcome tmi_event_first_touch(const tmiEventPair *pair, const tmiEventPath paths[2],
                                      double h, double to, tmiTouchFound *found) {
    March m = {.pair = pair, .paths = paths, .h = h, .apart = -1.0};
    tmiEventPlace places[2];
    *found = (tmiTouchFound){.part = 0.0};
    if (!may_touch(pair, paths, h, to)) {
        return TMI_TOUCH_NONE;
    }
    m.length = tmi_event_length(pair->a, pair->b);
    tmi_event_path_at(&paths[0], 0.0, &places[0]);
    tmi_event_path_at(&paths[1], 0.0, &places[1]);
    double start = tmi_event_separation(pair, places, NULL), far = 0.0;
    for (int32_t k = 0; k < 4; k++) {
        double own = fabs(places[k / 2].at[k % 2]);
        far = own > far ? own : far;
    }
    m.depth = TMI_TOUCH_MISSED * m.length + 16.0 * TMI_EPSILON * far;
    if (start < -0.25 * m.depth && start >= -STARTS_INSIDE * m.length) {
        m.depth = -4.0 * start;
    }
    double u = 0.0;
    for (; found->looks < MARCH_MAX && u < to; found->looks++) {
        double by = look(&m, u, to);
        if (by < 0.0) {
            take_touch(&m, u, found);
            return TMI_TOUCH_MEETS;
        }
        double next = u + by;
        if (!(next > u + PART_ROUNDED)) { /* deeper than what time can tell */
            take_touch(&m, u, found);
            return TMI_TOUCH_MEETS;
        }
        u = next < to ? next : to;
    }
    if (u < to) {
        found->part = u;
        return TMI_TOUCH_UNSURE;
    }
    /* The end of the stretch is the start of the next one: what is deep there touches here. */
    if (look(&m, to, to) < 0.0) {
        take_touch(&m, to, found);
        return TMI_TOUCH_MEETS;
    }
    return TMI_TOUCH_NONE;
}
