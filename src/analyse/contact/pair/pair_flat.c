/* pair_flat.c: pieces that lie flat on each other, as most contacts do: a quick test shows that no
 * other row separates them. */
#include "analyse/contact/pair/pair.h"

#include <math.h>

/* The angle of two facets that count as parallel [rad]: rows of less are one (trial.c). */
#define FACETS_PARALLEL 1e-3

/* Whether a point is behind all facets of a piece but one by more than `depth` [m]. */
static bool is_behind(const tmiContactPiece *piece, int32_t except, const double point[2],
                      double depth) {
    for (int32_t i = 0; i < piece->facets; i++) {
        const double *n = piece->normal[i], *from = piece->corner[i];
        double height = n[0] * (point[0] - from[0]) + n[1] * (point[1] - from[1]);
        if (i != except && !(height < -depth)) {
            return false;
        }
    }
    return true;
}

/* How far a corner is along a facet from its first corner [m]. */
static double along(const tmiContactPiece *with, int32_t facet, const double x[2]) {
    const double *n = with->normal[facet], *from = with->corner[facet];
    return n[0] * (x[1] - from[1]) - n[1] * (x[0] - from[0]);
}

/* The facet of `other` at its lowest corner that is lower at its other end. */
static int32_t lower_facet(const tmiContactPiece *with, int32_t facet, const tmiContactPiece *other,
                           int32_t low, double *height) {
    int32_t before = tmi_contact_before(other, low), after = tmi_contact_after(other, low);
    double one = tmi_contact_height(with, facet, other, before);
    double two = tmi_contact_height(with, facet, other, after);
    *height = one < two ? one : two;
    return one < two ? before : low;
}

/* Facets that are above each other. */
typedef struct Flat {
    const tmiContactPiece *with, *other;
    int32_t facet, on;
    double gap, high; /* of the lower corner, and of the one that is further off [m] */
    double middle[2]; /* of where both are */
} Flat;

static bool is_flat(Flat *f) {
    const tmiContactPiece *with = f->with, *other = f->other;
    int32_t low = tmi_contact_lowest(with, f->facet, other);
    double end;
    f->gap = tmi_contact_height(with, f->facet, other, low);
    f->on = lower_facet(with, f->facet, other, low, &end);
    f->high = fabs(end) > fabs(f->gap) ? fabs(end) : fabs(f->gap);
    double first = along(with, f->facet, other->corner[tmi_contact_after(other, f->on)]);
    double last = along(with, f->facet, other->corner[f->on]);
    double length = along(with, f->facet, with->corner[tmi_contact_after(with, f->facet)]);
    first = first > 0.0 ? first : 0.0;
    last = last < length ? last : length;
    double middle = 0.5 * (first + last);
    const double *n = with->normal[f->facet], *from = with->corner[f->facet];
    f->middle[0] = from[0] - middle * n[1];
    f->middle[1] = from[1] + middle * n[0];
    return f->high <= FACETS_PARALLEL * (last - first);
}

/* The middle is a point of one piece, and no further than `high` from one of the other: no row has
 * a gap larger than the height of the middle and that. */
bool tmi_contact_lies_flat(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                           double tolerance, double *gap, int32_t *largest) {
    bool of_a = row < a->facets;
    Flat f = {.with = of_a ? a : b, .other = of_a ? b : a};
    f.facet = of_a ? row : row - a->facets;
    if (a->radius + b->radius > 0.0 || f.facet >= f.with->facets || f.other->facets == 0 ||
        !is_flat(&f) || !is_behind(f.with, f.facet, f.middle, f.high + tolerance) ||
        !is_behind(f.other, f.on, f.middle, f.high + tolerance)) {
        return false;
    }
    int32_t against = of_a ? a->facets + f.on : f.on;
    int32_t low = tmi_contact_lowest(f.other, f.on, f.with);
    double back = tmi_contact_height(f.other, f.on, f.with, low);
    bool own = f.gap > back || (f.gap == back && row < against);
    *gap = own ? f.gap : back;
    *largest = own ? row : against;
    return true;
}
