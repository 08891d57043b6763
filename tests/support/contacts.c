/* contacts.c: see contacts.h. */
#include "contacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void make_contact_piece(contactPiece *p, const double *corners, int32_t count, double radius) {
    memset(p, 0, sizeof *p);
    for (int32_t i = 0; i < count; i++) {
        p->outline[i] = (tmVec3){corners[2 * i], corners[2 * i + 1], 0.0};
    }
    p->piece.outline = p->outline;
    p->piece.outline_count = count;
    p->piece.outline_radius = radius;
    p->frame = contact_frame(0.0, 0.0, 0.0);
    tmi_contact_piece_init(&p->placed, &p->piece, p->memory);
}

void make_contact_box(contactPiece *p, double width, double height, double radius) {
    const double x = 0.5 * width, y = 0.5 * height;
    const double corners[4][2] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    make_contact_piece(p, corners[0], 4, radius);
}

void make_contact_disc(contactPiece *p, double radius) {
    const double corners[1][2] = {{0.0, 0.0}};
    make_contact_piece(p, corners[0], 1, radius);
}

void make_contact_capsule(contactPiece *p, double length, double radius) {
    const double corners[2][2] = {{-0.5 * length, 0.0}, {0.5 * length, 0.0}};
    make_contact_piece(p, corners[0], 2, radius);
}

static int compare(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

void make_contact_random(contactPiece *p, uint64_t *seed, double size, double flatness,
                         double radius) {
    double angles[12], corners[12][2];
    const int32_t count = test_between(seed, 3, 12);
    for (int32_t i = 0; i < count; i++) {
        angles[i] = test_uniform(seed, 0.0, 6.283185307179586);
    }
    qsort(angles, (size_t)count, sizeof angles[0], compare);
    for (int32_t i = 0; i < count; i++) {
        corners[i][0] = size * cos(angles[i]);
        corners[i][1] = flatness * size * sin(angles[i]);
    }
    make_contact_piece(p, corners[0], count, radius);
}

void make_contact_scaled(contactPiece *p, const contactPiece *from, double scale) {
    double corners[CONTACT_CORNERS][2];
    const int32_t count = from->piece.outline_count;
    for (int32_t i = 0; i < count; i++) {
        corners[i][0] = scale * from->outline[i].x;
        corners[i][1] = scale * from->outline[i].y;
    }
    make_contact_piece(p, corners[0], count, scale * from->piece.outline_radius);
}

tmFrame contact_frame(double x, double y, double angle) {
    return (tmFrame){.position = {x, y, 0.0},
                     .rotation = {cos(0.5 * angle), 0.0, 0.0, sin(0.5 * angle)}};
}

void put_contact_piece(contactPiece *p, double x, double y, double angle) {
    p->frame = contact_frame(x, y, angle);
    tmi_contact_piece_set_pose(&p->placed, &p->frame);
}

double contact_reach(const contactPiece *a, const contactPiece *b) {
    double max = 0.0;
    for (int32_t k = 0; k < 2; k++) {
        max = fmax(max, fmax(-a->placed.low[k], a->placed.high[k]));
        max = fmax(max, fmax(-b->placed.low[k], b->placed.high[k]));
    }
    return max;
}

void make_contact_pair(uint64_t *seed, int round, contactPiece *a, contactPiece *b) {
    const double radius = round % 3 == 0 ? 0.0 : 0.15;
    make_contact_random(a, seed, 1.0, 0.6, radius);
    if (round % 5 == 0) {
        make_contact_capsule(b, 1.0, 0.2);
    } else {
        make_contact_random(b, seed, 0.5, 0.8, 0.0);
    }
    put_contact_piece(a, test_uniform(seed, -1.0, 1.0), test_uniform(seed, -1.0, 1.0),
                      test_uniform(seed, -3.0, 3.0));
    put_contact_piece(b, test_uniform(seed, -1.5, 1.5), test_uniform(seed, -1.5, 1.5),
                      test_uniform(seed, -3.0, 3.0));
}

/* ---- The oracle ---------------------------------------------------------------------------- */

/* Corner j of b less corner i of a. */
typedef struct longPoint {
    long double x, y;
    int32_t i, j;
} longPoint;

static int compare_points(const void *x, const void *y) {
    const longPoint *a = x, *b = y;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

static long double cross(longPoint o, longPoint a, longPoint b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* Andrew's monotone chain, counter-clockwise; points are sorted. */
static int32_t hull_of(longPoint *points, int32_t count, longPoint *hull) {
    int32_t n = 0;
    qsort(points, (size_t)count, sizeof points[0], compare_points);
    for (int32_t i = 0; i < count; i++) {
        while (n >= 2 && cross(hull[n - 2], hull[n - 1], points[i]) <= 0) {
            n--;
        }
        hull[n++] = points[i];
    }
    for (int32_t i = count - 2, lower = n + 1; i >= 0; i--) {
        while (n >= lower && cross(hull[n - 2], hull[n - 1], points[i]) <= 0) {
            n--;
        }
        hull[n++] = points[i];
    }
    return n > 1 ? n - 1 : n;
}

/* A vector of the piece's axes in those of the world. */
static longPoint turned(const contactPiece *p, long double x, long double y) {
    const long double w = p->frame.rotation[0], z = p->frame.rotation[3];
    const long double square = w * w + z * z, c = (w * w - z * z) / square, s = 2 * w * z / square;
    return (longPoint){.x = c * x - s * y, .y = s * x + c * y};
}

/* From one corner to another, without the rounding errors of where they are. */
static longPoint between(const contactPiece *p, int32_t from, int32_t to) {
    const tmVec3 *o = p->outline;
    return turned(p, (long double)o[to].x - o[from].x, (long double)o[to].y - o[from].y);
}

static longPoint difference(const contactPiece *a, int32_t i, const contactPiece *b, int32_t j) {
    const longPoint p = turned(a, a->outline[i].x, a->outline[i].y);
    const longPoint q = turned(b, b->outline[j].x, b->outline[j].y);
    const double *pa = a->frame.position, *pb = b->frame.position;
    return (longPoint){(pb[0] - (long double)pa[0]) + (q.x - p.x),
                       (pb[1] - (long double)pa[1]) + (q.y - p.y), i, j};
}

double contact_oracle(const contactPiece *a, const contactPiece *b) {
    static longPoint points[CONTACT_CORNERS * CONTACT_CORNERS];
    static longPoint hull[2 * CONTACT_CORNERS * CONTACT_CORNERS];
    int32_t count = 0;
    for (int32_t i = 0; i < a->piece.outline_count; i++) {
        for (int32_t j = 0; j < b->piece.outline_count; j++) {
            points[count++] = difference(a, i, b, j);
        }
    }
    const int32_t n = hull_of(points, count, hull);
    long double line = -INFINITY, distance = INFINITY;
    for (int32_t k = 0; k < n; k++) {
        const longPoint from = hull[k], to = hull[(k + 1) % n];
        const longPoint of_a = between(a, from.i, to.i), of_b = between(b, from.j, to.j);
        const long double x = of_b.x - of_a.x, y = of_b.y - of_a.y, length = hypotl(x, y);
        long double s = length > 0 ? -(from.x * x + from.y * y) / (length * length) : 0;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        distance = fminl(distance, hypotl(from.x + s * x, from.y + s * y));
        if (length > 0) {
            line = fmaxl(line, (from.y * x - from.x * y) / length);
        }
    }
    const double radii = a->piece.outline_radius + b->piece.outline_radius;
    return (double)(radii > 0.0 && (n < 3 || line > 0) ? distance : line) - radii;
}
