/* predicates.c: signs of determinants: plain arithmetic where its error bound allows, else exact
 * sums of products without rounding errors.
 *
 * [SH]: orient2d and orient3d, sections 4.2 and 4.3, with their bounds A.
 * Departs from [SH]: where the bound does not decide, the determinant of the coordinates themselves
 * (not of differences, which are rounded) is summed exactly at once, without the steps between. It
 * happens for points that are in line or plane except for rounding, seldom enough. Coordinates are
 * taken to a grid, so that no product underflows: signs of all calls are those of one set of
 * points. Costs 14 and 30 operations, and 30 to 60 for the grid; exactly, some 600 and 20,000. */
#include "base/base.h"
#include "define/geometry/point/point.h"

/* (3 + 16 u) u and (7 + 56 u) u, u being the unit roundoff: [SH] figures 21 and 24. */
#define BOUND2 ((3.0 + 16.0 * TMI_ROUNDOFF) * TMI_ROUNDOFF)
#define BOUND3 ((7.0 + 56.0 * TMI_ROUNDOFF) * TMI_ROUNDOFF)

/* All coordinates are multiples of 2^-330, so that products of three are at least 2^-990 and as
 * exact as all others: doubles from ON_GRID on are, and TO_GRID rounds smaller ones to 2^-329. */
#define ON_GRID 0x1p-278
#define TO_GRID 0x1.8p-277

/* A number as a sum of doubles that do not overlap, smallest first. Six products make 12 terms, 24
 * products of three factors make 96. */
typedef struct Exact {
    double terms[96];
    int32_t count;
} Exact;

static double to_grid(double x) {
    return fabs(x) < ON_GRID ? (x + TO_GRID) - TO_GRID : x;
}

tmVec3 tmi_point_to_grid(tmVec3 p) {
    return tmi_vec(to_grid(p.x), to_grid(p.y), to_grid(p.z));
}

/* sum + *error is a + b exactly ([SH] theorem 7). */
static double two_sum(double a, double b, double *error) {
    double sum = a + b;
    double from_b = sum - a;
    *error = (a - (sum - from_b)) + (b - from_b);
    return sum;
}

/* Splits a into two halves of 26 bits each ([SH] theorem 17). */
static void split(double a, double *high, double *low) {
    double c = 134217729.0 * a; /* 2^27 + 1 */
    *high = c - (c - a);
    *low = a - *high;
}

/* product + *error is a b exactly ([SH] theorem 18). */
static double two_product(double a, double b, double *error) {
    double product = a * b;
    double ah, al, bh, bl;
    split(a, &ah, &al);
    split(b, &bh, &bl);
    *error = al * bl - (((product - ah * bh) - al * bh) - ah * bl);
    return product;
}

/* Adds one double exactly; zeros are left out ([SH] theorem 10). */
static void add(Exact *exact, double b) {
    int32_t kept = 0;
    double sum = b;
    for (int32_t i = 0; i < exact->count; i++) {
        double error;
        sum = two_sum(sum, exact->terms[i], &error);
        if (error != 0.0) {
            exact->terms[kept++] = error;
        }
    }
    if (sum != 0.0) {
        exact->terms[kept++] = sum;
    }
    exact->count = kept;
}

static void add_product(Exact *exact, double a, double b) {
    double error;
    double product = two_product(a, b, &error);
    add(exact, error);
    add(exact, product);
}

/* Adds a b c. */
static void add_product3(Exact *exact, double a, double b, double c) {
    double error;
    double product = two_product(a, b, &error);
    add_product(exact, error, c);
    add_product(exact, product, c);
}

/* The largest term decides the sign. */
static double value(const Exact *exact) {
    return exact->count ? exact->terms[exact->count - 1] : 0.0;
}

/* a x b + b x c + c x a in the plane. */
static double exact2(tmVec3 a, tmVec3 b, tmVec3 c) {
    Exact exact = {.count = 0};
    const tmVec3 p[4] = {a, b, c, a};
    for (int i = 0; i < 3; i++) {
        add_product(&exact, p[i].x, p[i + 1].y);
        add_product(&exact, -p[i].y, p[i + 1].x);
    }
    return value(&exact);
}

/* Adds sign * (a x b) . c, six products. */
static void add_triple(Exact *exact, double sign, tmVec3 a, tmVec3 b, tmVec3 c) {
    add_product3(exact, sign * a.y, b.z, c.x);
    add_product3(exact, -sign * a.z, b.y, c.x);
    add_product3(exact, sign * a.z, b.x, c.y);
    add_product3(exact, -sign * a.x, b.z, c.y);
    add_product3(exact, sign * a.x, b.y, c.z);
    add_product3(exact, -sign * a.y, b.x, c.z);
}

static bool is_difference_exact(tmVec3 a, tmVec3 b) {
    double x, y, z;
    two_sum(a.x, -b.x, &x);
    two_sum(a.y, -b.y, &y);
    two_sum(a.z, -b.z, &z);
    return x == 0.0 && y == 0.0 && z == 0.0;
}

/* Points that are the same, or in one plane along the axes, are most of those in one plane. */
static bool are_plainly_flat(tmVec3 a, tmVec3 b, tmVec3 c, tmVec3 d) {
    return (a.x == b.x && a.x == c.x && a.x == d.x) || (a.y == b.y && a.y == c.y && a.y == d.y) ||
           (a.z == b.z && a.z == c.z && a.z == d.z) || tmi_vec_equal(a, d) || tmi_vec_equal(b, d) ||
           tmi_vec_equal(c, d) || tmi_vec_equal(a, b) || tmi_vec_equal(b, c) || tmi_vec_equal(c, a);
}

static double exact3(tmVec3 a, tmVec3 b, tmVec3 c, tmVec3 d) {
    Exact exact = {.count = 0};
    if (are_plainly_flat(a, b, c, d)) {
        return 0.0;
    }
    if (is_difference_exact(a, d) && is_difference_exact(b, d) && is_difference_exact(c, d)) {
        add_triple(&exact, 1.0, tmi_vec_sub(a, d), tmi_vec_sub(b, d), tmi_vec_sub(c, d));
        return value(&exact);
    }
    add_triple(&exact, 1.0, a, b, c);
    add_triple(&exact, -1.0, a, b, d);
    add_triple(&exact, 1.0, a, c, d);
    add_triple(&exact, -1.0, b, c, d);
    return value(&exact);
}

double tmi_orient2(tmVec3 a, tmVec3 b, tmVec3 c) {
    a = tmi_point_to_grid(a), b = tmi_point_to_grid(b), c = tmi_point_to_grid(c);
    double left = (a.x - c.x) * (b.y - c.y);
    double right = (a.y - c.y) * (b.x - c.x);
    double det = left - right;
    double bound = BOUND2 * (fabs(left) + fabs(right));
    return det > bound || -det > bound ? det : exact2(a, b, c);
}

double tmi_orient3(tmVec3 a, tmVec3 b, tmVec3 c, tmVec3 d) {
    a = tmi_point_to_grid(a), b = tmi_point_to_grid(b), c = tmi_point_to_grid(c),
    d = tmi_point_to_grid(d);
    tmVec3 ad = tmi_vec_sub(a, d);
    tmVec3 bd = tmi_vec_sub(b, d);
    tmVec3 cd = tmi_vec_sub(c, d);
    double bc1 = bd.x * cd.y, bc2 = cd.x * bd.y;
    double ca1 = cd.x * ad.y, ca2 = ad.x * cd.y;
    double ab1 = ad.x * bd.y, ab2 = bd.x * ad.y;
    double det = ad.z * (bc1 - bc2) + bd.z * (ca1 - ca2) + cd.z * (ab1 - ab2);
    double size = (fabs(bc1) + fabs(bc2)) * fabs(ad.z) + (fabs(ca1) + fabs(ca2)) * fabs(bd.z) +
                  (fabs(ab1) + fabs(ab2)) * fabs(cd.z);
    double bound = BOUND3 * size;
    return det > bound || -det > bound ? det : exact3(a, b, c, d);
}
