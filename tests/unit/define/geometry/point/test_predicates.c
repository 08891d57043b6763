/* test_predicates.c: exact signs against whole numbers of 128 bits. */
#include "define/geometry/point/point.h"
#include "test.h"

__extension__ typedef __int128 Wide;

static int sign(double x) {
    return (x > 0.0) - (x < 0.0);
}

static int wide_sign(Wide x) {
    return (x > 0) - (x < 0);
}

static int64_t whole(uint64_t *seed, int bits) {
    return (int64_t)(test_random(seed) >> (64 - bits)) - (INT64_C(1) << (bits - 1));
}

/* Doubles hold whole numbers of 53 bits; products of differences then need 108. */
static int wide2(const int64_t p[3][2]) {
    Wide ax = (Wide)p[0][0] - p[2][0], ay = (Wide)p[0][1] - p[2][1];
    Wide bx = (Wide)p[1][0] - p[2][0], by = (Wide)p[1][1] - p[2][1];
    return wide_sign(ax * by - ay * bx);
}

static int wide3(const int64_t p[4][3]) {
    Wide a[3], b[3], c[3];
    for (int i = 0; i < 3; i++) {
        a[i] = p[0][i] - p[3][i];
        b[i] = p[1][i] - p[3][i];
        c[i] = p[2][i] - p[3][i];
    }
    return wide_sign(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0]));
}

static tmVec3 point(const int64_t *p, int count) {
    return (tmVec3){(double)p[0], (double)p[1], count > 2 ? (double)p[2] : 0.0};
}

/* The third point is on the line of the others, or beside it by a unit of 2^52. */
TEST(turns_of_points_nearly_in_line_are_exact) {
    uint64_t seed = 1;
    int zeros = 0, wrong = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t p[3][2], step[2] = {whole(&seed, 20), whole(&seed, 20)};
        int64_t far = whole(&seed, 31), near = whole(&seed, 31);
        for (int k = 0; k < 2; k++) {
            p[0][k] = whole(&seed, 51);
            p[1][k] = p[0][k] + far * step[k];
            p[2][k] = p[0][k] + near * step[k] + (i % 2 ? whole(&seed, 2) : 0);
        }
        int found = sign(tmi_orient2(point(p[0], 2), point(p[1], 2), point(p[2], 2)));
        wrong += found != wide2((const int64_t(*)[2])p) ? 1 : 0;
        zeros += found == 0 ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(zeros >= 10000);
}

TEST(sides_of_points_nearly_in_plane_are_exact) {
    uint64_t seed = 2;
    int zeros = 0, wrong = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t p[4][3], u[3], v[3];
        int64_t s[4] = {whole(&seed, 16), whole(&seed, 16), whole(&seed, 16), whole(&seed, 16)};
        for (int k = 0; k < 3; k++) {
            u[k] = whole(&seed, 18);
            v[k] = whole(&seed, 18);
            p[0][k] = whole(&seed, 36);
            p[1][k] = p[0][k] + s[0] * u[k];
            p[2][k] = p[0][k] + s[1] * v[k];
            p[3][k] = p[0][k] + s[2] * u[k] + s[3] * v[k] + (i % 2 ? whole(&seed, 2) : 0);
        }
        double found = tmi_orient3(point(p[0], 3), point(p[1], 3), point(p[2], 3), point(p[3], 3));
        wrong += sign(found) != wide3((const int64_t(*)[3])p) ? 1 : 0;
        zeros += found == 0.0 ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(zeros >= 10000);
}

/* 0.1, 0.2 and 0.3 are not multiples of each other in binary: points that are nearly in line, with
 * the sign that fractions give. */
TEST(decimal_points_have_the_sign_of_their_exact_values) {
    const tmVec3 a = {0.1, 0.1, 0}, b = {0.2, 0.2, 0}, c = {0.3, 0.3, 0};
    const tmVec3 d = {0.3, 0.30000000000000004, 0};
    CHECK(tmi_orient2(a, b, c) == 0.0); /* x is y */
    CHECK(tmi_orient2(a, b, d) > 0.0);
    CHECK(tmi_orient2(b, a, d) < 0.0);
}

/* Coordinates of very different sizes, as they are and with those below the grid as 0: products of
 * the small ones underflow. Around a point they would otherwise contradict each other. */
TEST(coordinates_too_small_for_products_count_as_zero) {
    static const double some[8] = {
        0, 1, -8230.005972708906, 3.978588581063402e-45, -3.5e-46, 4.36e-310, -1e-200, 2.5e-120};
    uint64_t seed = 3;
    int wrong = 0, zeros = 0;
    for (int i = 0; i < 100000; i++) {
        tmVec3 p[4], q[4];
        for (int k = 0; k < 4; k++) {
            double x[3], y[3];
            for (int j = 0; j < 3; j++) {
                int place = (int)(test_random(&seed) >> 61);
                x[j] = some[place];
                y[j] = place < 5 ? some[place] : 0.0;
            }
            p[k] = (tmVec3){x[0], x[1], x[2]};
            q[k] = (tmVec3){y[0], y[1], y[2]};
        }
        int in_space = sign(tmi_orient3(p[0], p[1], p[2], p[3]));
        wrong += in_space != sign(tmi_orient3(q[0], q[1], q[2], q[3])) ? 1 : 0;
        wrong += in_space != -sign(tmi_orient3(p[1], p[0], p[2], p[3])) ? 1 : 0;
        wrong += in_space != -sign(tmi_orient3(p[3], p[1], p[2], p[0])) ? 1 : 0;
        wrong += sign(tmi_orient2(p[0], p[1], p[2])) != sign(tmi_orient2(q[0], q[1], q[2])) ? 1 : 0;
        zeros += in_space == 0 ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(zeros > 10000 && zeros < 90000);
}

TEST_MAIN(CASE(turns_of_points_nearly_in_line_are_exact),
          CASE(sides_of_points_nearly_in_plane_are_exact),
          CASE(decimal_points_have_the_sign_of_their_exact_values),
          CASE(coordinates_too_small_for_products_count_as_zero))
