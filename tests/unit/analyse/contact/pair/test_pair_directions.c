/* test_pair_directions.c: normals of contact points: gaps change as they say, by finite
 * differences, and those of corners, which turn fast, are held where the pieces were open at the
 * start. */
#include "contacts.h"

#include <math.h>

#define CLOSE 1e-14

/* ---- Gradients ----------------------------------------------------------------------------- */

/* gap' = normal . (v_b - v_a) at the point, for each of the six freedoms. */
static bool check_gradient(tmTest *t, contactPiece *a, contactPiece *b, const contactPiece *a0,
                           const contactPiece *b0, double tolerance, const tmiContactPoint *point) {
    const double step = 1e-6;
    for (int freedom = 0; freedom < 6; freedom++) {
        contactPiece *moved = freedom < 3 ? a : b;
        const tmFrame frame = moved->frame;
        const double *o = frame.position, *n = point->normal;
        const double angle = 2.0 * atan2(frame.rotation[3], frame.rotation[0]);
        double gaps[2];
        for (int side = 0; side < 2; side++) {
            const double d = side == 0 ? -step : step;
            tmiContactPoint at = *point;
            put_contact_piece(moved, o[0] + (freedom % 3 == 0 ? d : 0.0),
                              o[1] + (freedom % 3 == 1 ? d : 0.0),
                              angle + (freedom % 3 == 2 ? d : 0.0));
            tmi_contact_point_at(&a->placed, &b->placed, &a0->placed, &b0->placed, tolerance, &at);
            gaps[side] = at.gap;
        }
        moved->frame = frame;
        tmi_contact_piece_set_pose(&moved->placed, &frame);
        const double x = point->point[0] - o[0], y = point->point[1] - o[1];
        const double rate = freedom % 3 == 0 ? n[0] : freedom % 3 == 1 ? n[1] : x * n[1] - y * n[0];
        if (!CHECK_NEAR((gaps[1] - gaps[0]) / (2.0 * step), freedom < 3 ? -rate : rate, 1e-8)) {
            return false;
        }
    }
    return true;
}

TEST(gaps_of_points_change_as_their_normals_say) {
    uint64_t seed = 1;
    int kinds[3] = {0, 0, 0};
    for (int round = 0; round < 300; round++) {
        contactPiece a, b;
        make_contact_pair(&seed, round, &a, &b);
        for (int32_t row = 0; row < tmi_contact_rows(&a.placed, &b.placed); row++) {
            tmiContactPoint p[2];
            const int32_t count = tmi_contact_points(&a.placed, &b.placed, &a.placed, &b.placed,
                                                     row, 0.2, INFINITY, p);
            for (int32_t i = 0; i < count; i++) {
                kinds[p[i].kind]++;
                CHECK_NEAR(hypot(p[i].normal[0], p[i].normal[1]), 1.0, CLOSE);
                if (!check_gradient(t, &a, &b, &a, &b, INFINITY, &p[i])) {
                    return;
                }
            }
        }
    }
    CHECK(kinds[0] > 100 && kinds[1] > 100 && kinds[2] > 20);
}

/* ---- Directions that turn ------------------------------------------------------------------ */

/* A disc at the corner (1, 0.5) of a post, then above the post: the facet there was closed at the
 * start, by 0.1 of the radius 0.5. Only along the line of the start were they open. */
TEST(a_direction_of_corners_is_held_where_it_was_open_at_the_start) {
    contactPiece post, disc, start;
    tmiContactPoint p[2];
    make_contact_box(&post, 2.0, 1.0, 0.0);
    make_contact_disc(&disc, 0.5);
    make_contact_disc(&start, 0.5);
    put_contact_piece(&start, 1.3, 0.9, 0.0);
    put_contact_piece(&disc, 0.9, 0.99, 0.0);
    const int32_t row = 4 + 2; /* corner 2 of the post */
    REQUIRE(tmi_contact_points(&post.placed, &disc.placed, &post.placed, &start.placed, row, 0.1,
                               1e-9, p) == 1);
    CHECK(p[0].kind == TMI_CONTACT_CORNERS);
    CHECK_NEAR(p[0].normal[0], 0.6, 1e-4); /* 1e-9 lets it turn by 6e-5 */
    CHECK_NEAR(p[0].normal[1], 0.8, 1e-4);
    CHECK_NEAR(p[0].gap, 0.6 * -0.1 + 0.8 * 0.49 - 0.5, 1e-4);
    CHECK_NEAR(p[0].gap_at_start, -1e-9, 1e-15);
    /* Had it been 0.1 further off, it could have turned as far as that allows: all the way. */
    put_contact_piece(&start, 1.36, 0.98, 0.0);
    put_contact_piece(&disc, 0.99, 0.99, 0.0);
    REQUIRE(tmi_contact_points(&post.placed, &disc.placed, &post.placed, &start.placed, row, 0.1,
                               0.03, p) == 1);
    CHECK(p[0].kind == TMI_CONTACT_FACET_A && p[0].a == 2);
    CHECK_NEAR(p[0].gap, -0.01, CLOSE);
    CHECK_NEAR(p[0].gap_at_start, -0.02, CLOSE);
}

/* The other way: it was on top, and is beside the corner: the top's is the direction that was open.
 */
TEST(a_disc_that_has_left_a_facet_is_held_by_the_facet_for_the_step) {
    contactPiece post, disc, start;
    tmiContactPoint p[2];
    make_contact_box(&post, 2.0, 1.0, 0.0);
    make_contact_disc(&disc, 0.5);
    make_contact_disc(&start, 0.5);
    put_contact_piece(&start, 0.9, 1.0, 0.0);
    put_contact_piece(&disc, 1.1, 0.95, 0.0);
    REQUIRE(tmi_contact_points(&post.placed, &disc.placed, &post.placed, &start.placed, 4 + 2, 0.1,
                               1e-9, p) == 1);
    CHECK_NEAR(p[0].normal[0], 0.0, 1e-4);
    CHECK_NEAR(p[0].normal[1], 1.0, 1e-4);
    CHECK_NEAR(p[0].gap, -0.05, 1e-4);
    CHECK(p[0].gap_at_start >= -1e-9);
}

/* A capsule comes in over the end of a ledge, level with it, and turns by 0.2: the row of that end
 * is then the ledge's own, which was open, though the line of the corners, turned by the mean, was
 * not open along it. */
TEST(a_facet_that_was_open_holds_the_row_of_its_corner) {
    contactPiece ledge, capsule, start;
    tmiContactPoint p[2];
    make_contact_box(&ledge, 4.0, 1.0, 0.0);
    make_contact_capsule(&capsule, 1.0, 0.25);
    make_contact_capsule(&start, 1.0, 0.25);
    put_contact_piece(&start, 2.1 + 0.5 * cos(0.3), 0.75 + 0.5 * sin(0.3), 0.3);
    put_contact_piece(&capsule, 1.9 + 0.5 * cos(0.1), 0.75 + 0.5 * sin(0.1), 0.1);
    const int32_t row = 4 + 2 + 2 * 2; /* the ledge's corner 2, the lower end of the capsule */
    REQUIRE(tmi_contact_points(&ledge.placed, &capsule.placed, &ledge.placed, &start.placed, row,
                               0.0, 1e-9, p) == 1);
    CHECK(p[0].kind == TMI_CONTACT_FACET_A && p[0].a == 2 && p[0].b == 0);
    CHECK_NEAR(p[0].gap, 0.0, CLOSE);
    CHECK_NEAR(p[0].gap_at_start, 0.0, CLOSE);
}

/* Along every point's normal the start was open, and the gap changes as the normal says, held or
 * not. */
TEST(gaps_with_held_directions_change_as_their_normals_say) {
    uint64_t seed = 4;
    int held = 0;
    for (int round = 0; round < 400; round++) {
        contactPiece a, b, a0, b0;
        tmiContactPoint p[2];
        make_contact_random(&a0, &seed, 1.0, 0.6, 0.3);
        if (round % 2 == 0) {
            make_contact_disc(&b0, 0.2);
        } else {
            make_contact_random(&b0, &seed, 0.5, 0.8, 0.0);
        }
        make_contact_scaled(&a, &a0, 1.0);
        make_contact_scaled(&b, &b0, 1.0);
        const double x = test_uniform(&seed, -2.0, 2.0), y = test_uniform(&seed, -2.0, 2.0);
        const double angle = test_uniform(&seed, -3.0, 3.0);
        put_contact_piece(&a0, 0.0, 0.0, angle);
        put_contact_piece(&b0, x, y, 0.5);
        put_contact_piece(&a, 0.1, -0.1, angle + 0.2);
        const double dy = test_uniform(&seed, -0.5, 0.5), dx = test_uniform(&seed, -0.5, 0.5);
        put_contact_piece(&b, x + dx, y + dy, 0.4);
        for (int32_t row = a.placed.facets + b.placed.facets;
             row < tmi_contact_rows(&a.placed, &b.placed); row++) {
            if (!(tmi_contact_gap(&a0.placed, &b0.placed, row) >= 0.0) ||
                tmi_contact_points(&a.placed, &b.placed, &a0.placed, &b0.placed, row, 0.0, 1e-3,
                                   p) == 0 ||
                p[0].kind != TMI_CONTACT_CORNERS) {
                continue;
            }
            const double *u = a.placed.corner[p[0].a], *w = b.placed.corner[p[0].b];
            const double length = hypot(w[0] - u[0], w[1] - u[1]);
            held += p[0].gap < length - 0.3 - b.placed.radius - 1e-6;
            CHECK(p[0].gap_at_start >= -1e-3);
            if (!check_gradient(t, &a, &b, &a0, &b0, 1e-3, &p[0])) {
                return;
            }
        }
    }
    CHECK(held > 20);
}

/* A force that opens such a gap has parted the pieces. */
TEST(gaps_of_corners_are_never_more_than_the_separation) {
    uint64_t seed = 5;
    int corners = 0;
    for (int round = 0; round < 2000; round++) {
        contactPiece a, b, a0, b0;
        tmiContactPoint p[2];
        make_contact_pair(&seed, round % 3 == 0 ? round + 1 : round, &a0, &b0);
        make_contact_scaled(&a, &a0, 1.0);
        make_contact_scaled(&b, &b0, 1.0);
        const double *x = a0.frame.position, *y = b0.frame.position;
        put_contact_piece(&a, x[0] + test_uniform(&seed, -0.3, 0.3), x[1],
                          2.0 * atan2(a0.frame.rotation[3], a0.frame.rotation[0]) + 0.2);
        put_contact_piece(&b, y[0], y[1] + test_uniform(&seed, -0.3, 0.3),
                          2.0 * atan2(b0.frame.rotation[3], b0.frame.rotation[0]) - 0.1);
        const double separation = tmi_contact_separation(&a.placed, &b.placed, NULL);
        for (int32_t row = 0; row < tmi_contact_rows(&a.placed, &b.placed); row++) {
            const int32_t count =
                tmi_contact_points(&a.placed, &b.placed, &a0.placed, &b0.placed, row, 0.2, 1e-6, p);
            for (int32_t i = 0; i < count; i++) {
                const bool between = p[i].kind == TMI_CONTACT_CORNERS;
                corners += between;
                if (between && !CHECK(p[i].gap <= separation + CLOSE)) {
                    return;
                }
            }
        }
    }
    CHECK(corners > 1000);
}

TEST_MAIN(CASE(gaps_of_points_change_as_their_normals_say),
          CASE(a_direction_of_corners_is_held_where_it_was_open_at_the_start),
          CASE(a_disc_that_has_left_a_facet_is_held_by_the_facet_for_the_step),
          CASE(a_facet_that_was_open_holds_the_row_of_its_corner),
          CASE(gaps_with_held_directions_change_as_their_normals_say),
          CASE(gaps_of_corners_are_never_more_than_the_separation))
