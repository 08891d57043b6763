/* test_pair_points.c: the points at which the force of a row acts: flush, overhanging and round
 * contacts by hand. */
#include "contacts.h"

#include <math.h>
#include <string.h>

#define CLOSE 1e-14
#define QUARTER 1.5707963267948966

/* Points of the row of the largest gap, with everything visible. */
static int32_t points_of(const contactPiece *a, const contactPiece *b, double near,
                         tmiContactPoint points[2]) {
    int32_t row;
    tmi_contact_separation(&a->placed, &b->placed, &row);
    return tmi_contact_points(&a->placed, &b->placed, &a->placed, &b->placed, row, near, INFINITY,
                              points);
}

static bool is_at(const tmiContactPoint *p, double x, double y) {
    return fabs(p->point[0] - x) <= CLOSE && fabs(p->point[1] - y) <= CLOSE;
}

/* Whether the points are these two, in either order. */
static bool are_at(const tmiContactPoint p[2], double x0, double y0, double x1, double y1) {
    return (is_at(&p[0], x0, y0) && is_at(&p[1], x1, y1)) ||
           (is_at(&p[0], x1, y1) && is_at(&p[1], x0, y0));
}

/* ---- Flush --------------------------------------------------------------------------------- */

TEST(flush_boxes_touch_at_the_ends_of_what_they_share) {
    contactPiece floor, box;
    tmiContactPoint p[2];
    make_contact_box(&floor, 4.0, 1.0, 0.0);
    make_contact_box(&box, 1.0, 1.0, 0.0);
    for (int32_t k = -23; k <= 23; k++) {
        const double x = 0.1 * k, low = fmax(x - 0.5, -2.0), high = fmin(x + 0.5, 2.0);
        put_contact_piece(&box, x, 1.0, 0.0);
        REQUIRE(points_of(&floor, &box, 0.1, p) == 2);
        CHECK(are_at(p, low, 0.5, high, 0.5));
        for (int i = 0; i < 2; i++) {
            CHECK_NEAR(p[i].gap, 0.0, CLOSE);
            CHECK_NEAR(p[i].normal[0], 0.0, CLOSE);
            CHECK_NEAR(p[i].normal[1], 1.0, CLOSE);
        }
        REQUIRE(points_of(&box, &floor, 0.1, p) == 2);
        CHECK(are_at(p, low, 0.5, high, 0.5));
        CHECK_NEAR(p[0].normal[1], -1.0, CLOSE);
    }
}

TEST(a_box_that_overhangs_a_ledge_is_held_by_the_end_of_the_ledge) {
    contactPiece ledge, box;
    tmiContactPoint p[2];
    make_contact_box(&ledge, 4.0, 1.0, 0.0);
    make_contact_box(&box, 2.0, 1.0, 0.0);
    put_contact_piece(&box, 1.75, 1.0, 0.0); /* from 0.75 to 2.75; the ledge ends at 2 */
    REQUIRE(points_of(&ledge, &box, 0.1, p) == 2);
    CHECK(are_at(p, 0.75, 0.5, 2.0, 0.5));
    /* It has tipped a little about the end: that alone touches, and the lower facet of the box. */
    const double tilt = -0.1;
    put_contact_piece(&box, 2.0 - 0.25 * cos(tilt) - 0.5 * sin(tilt),
                      0.5 - 0.25 * sin(tilt) + 0.5 * cos(tilt), tilt);
    REQUIRE(points_of(&ledge, &box, 0.01, p) == 1);
    CHECK(is_at(&p[0], 2.0, 0.5));
    CHECK(p[0].kind == TMI_CONTACT_FACET_B);
    CHECK_NEAR(p[0].gap, 0.0, CLOSE);
    CHECK_NEAR(p[0].normal[0], -sin(tilt), CLOSE);
    CHECK_NEAR(p[0].normal[1], cos(tilt), CLOSE);
}

/* The row of the ledge's top may still be the one that was visible when the box has begun to tip:
 * its points must be the same. */
TEST(the_row_of_the_ledge_gives_the_point_of_the_box_that_tips) {
    contactPiece ledge, box, start;
    tmiContactPoint p[2];
    const double tilt = -0.001;
    make_contact_box(&ledge, 4.0, 1.0, 0.0);
    make_contact_box(&box, 2.0, 1.0, 0.0);
    make_contact_box(&start, 2.0, 1.0, 0.0);
    put_contact_piece(&start, 2.25, 1.0, 0.0);
    put_contact_piece(&box, 2.0 + 0.25 * cos(tilt) - 0.5 * sin(tilt),
                      0.5 + 0.25 * sin(tilt) + 0.5 * cos(tilt), tilt);
    REQUIRE(tmi_contact_points(&ledge.placed, &box.placed, &ledge.placed, &start.placed, 2, 0.01,
                               1e-9, p) == 2);
    CHECK(is_at(&p[0], 2.0, 0.5));
    CHECK_NEAR(p[0].gap, 0.0, CLOSE);
    CHECK_NEAR(p[0].gap_at_start, 0.0, CLOSE);
    CHECK(p[1].kind == TMI_CONTACT_FACET_A); /* the other corner, above the ledge */
    CHECK_NEAR(p[1].gap, 0.75 * sin(-tilt), CLOSE);
}

TEST(corner_on_corner_is_one_place) {
    contactPiece a, b;
    tmiContactPoint p[2];
    make_contact_box(&a, 2.0, 2.0, 0.0);
    make_contact_box(&b, 2.0, 2.0, 0.0);
    put_contact_piece(&b, 2.0, 2.0, 0.0);
    const int32_t count = points_of(&a, &b, 0.1, p);
    REQUIRE(count >= 1);
    CHECK(is_at(&p[0], 1.0, 1.0));
    CHECK_NEAR(p[0].gap, 0.0, CLOSE);
    put_contact_piece(&a, 0.0, -sqrt(2.0), 0.5 * QUARTER); /* tip on tip */
    put_contact_piece(&b, 0.0, sqrt(2.0), 0.5 * QUARTER);
    REQUIRE(points_of(&a, &b, 0.1, p) == 1);
    CHECK(is_at(&p[0], 0.0, 0.0));
    CHECK_NEAR(p[0].gap, 0.0, CLOSE);
}

TEST(only_corners_that_are_near_the_lowest_are_points) {
    contactPiece floor, box;
    tmiContactPoint p[2];
    const double tilt = 0.2;
    make_contact_box(&floor, 10.0, 2.0, 0.0);
    make_contact_box(&box, 1.0, 1.0, 0.0);
    put_contact_piece(&box, 0.0, 2.0, tilt);
    const double up = sin(tilt);
    CHECK(points_of(&floor, &box, 0.99 * up, p) == 1);
    CHECK(points_of(&floor, &box, 1.01 * up, p) == 2);
    CHECK_NEAR(p[1].gap - p[0].gap, up, CLOSE);
    CHECK_NEAR(p[0].point[0], -0.5 * cos(tilt) + 0.5 * sin(tilt), CLOSE);
}

/* A wedge that stands on its tip beside the end of a ledge, its left side over it: what is touched
 * is the end and the side where that is flat, the tip where it is steep. */
TEST(the_end_of_a_facet_is_set_against_what_lies_along_it_only) {
    contactPiece ledge, wedge;
    tmiContactPoint p[2];
    make_contact_box(&ledge, 2.0, 1.0, 0.0); /* up to (1, 0.5) */
    for (int steep = 0; steep < 2; steep++) {
        const double slope = (steep == 0 ? 55.0 : 65.0) * QUARTER / 90.0;
        const double corners[3][2] = {{0.0, 0.0}, {0.01, 1.0}, {-cos(slope), sin(slope)}};
        make_contact_piece(&wedge, corners[0], 3, 0.0);
        put_contact_piece(&wedge, 1.001, 0.5 - 0.001 * tan(slope), 0.0);
        const int32_t count = tmi_contact_points(&ledge.placed, &wedge.placed, &ledge.placed,
                                                 &wedge.placed, 2, 0.0, INFINITY, p);
        REQUIRE(count == 1);
        CHECK(p[0].kind == (steep == 0 ? TMI_CONTACT_FACET_B : TMI_CONTACT_FACET_A));
        CHECK_NEAR(p[0].gap, steep == 0 ? 0.0 : -0.001 * tan(slope), CLOSE);
    }
}

/* Roundings must not decide which features hold a stack of equal boxes. */
TEST(aligned_boxes_have_the_same_features_however_they_are_turned) {
    contactPiece low, high;
    tmiContactPoint p[2], first[2];
    make_contact_box(&low, 0.7, 0.3, 0.0);
    make_contact_box(&high, 0.7, 0.3, 0.0);
    for (int k = 0; k < 200; k++) {
        const double angle = 0.0314 * k, x = 3.0 * k / 7.0, y = -2.0 * k / 11.0;
        put_contact_piece(&low, x, y, angle);
        put_contact_piece(&high, x - 0.3 * sin(angle), y + 0.3 * cos(angle), angle);
        REQUIRE(tmi_contact_points(&low.placed, &high.placed, &low.placed, &high.placed, 2, 0.01,
                                   1e-9, p) == 2);
        if (k == 0) {
            memcpy(first, p, sizeof p);
        }
        const bool swapped = p[0].key != first[0].key;
        CHECK(p[swapped].key == first[0].key && p[!swapped].key == first[1].key);
        CHECK(p[0].kind == TMI_CONTACT_FACET_A && p[1].kind == TMI_CONTACT_FACET_A);
    }
}

TEST(an_overhang_of_a_millionth_is_one) {
    contactPiece ledge, box;
    tmiContactPoint p[2];
    make_contact_box(&ledge, 4.0, 1.0, 0.0);
    make_contact_box(&box, 1.0, 1.0, 0.0);
    put_contact_piece(&box, 1.5 + 1e-6, 1.0, 0.0);
    REQUIRE(points_of(&ledge, &box, 0.1, p) == 2);
    CHECK(are_at(p, 1.0 + 1e-6, 0.5, 2.0, 0.5));
}

/* ---- Round --------------------------------------------------------------------------------- */

TEST(a_disc_touches_a_floor_below_its_centre_and_a_ledge_at_its_end) {
    contactPiece ledge, disc;
    tmiContactPoint p[2];
    make_contact_box(&ledge, 2.0, 1.0, 0.0);
    make_contact_disc(&disc, 0.5);
    put_contact_piece(&disc, 0.25, 1.0625, 0.7);
    REQUIRE(points_of(&ledge, &disc, 0.1, p) == 1);
    CHECK(is_at(&p[0], 0.25, 0.5625));
    CHECK(p[0].kind == TMI_CONTACT_FACET_A);
    CHECK_NEAR(p[0].gap, 0.0625, CLOSE);
    put_contact_piece(&disc, 1.3, 0.9, 0.0);
    REQUIRE(points_of(&ledge, &disc, 0.1, p) == 1);
    CHECK(p[0].kind == TMI_CONTACT_CORNERS);
    CHECK(is_at(&p[0], 1.0, 0.5));
    CHECK_NEAR(p[0].gap, 0.0, CLOSE);
    CHECK_NEAR(p[0].normal[0], 0.6, CLOSE);
    CHECK_NEAR(p[0].normal[1], 0.8, CLOSE);
    /* The row of the facet that it has left leads to the same point. */
    tmi_contact_points(&ledge.placed, &disc.placed, &ledge.placed, &disc.placed, 2, 0.1, 1e-9, p);
    CHECK(p[0].kind == TMI_CONTACT_CORNERS && is_at(&p[0], 1.0, 0.5));
}

TEST(a_capsule_lies_on_two_points_and_overhangs_on_one_less) {
    contactPiece ledge, capsule;
    tmiContactPoint p[2];
    make_contact_box(&ledge, 4.0, 1.0, 0.0);
    make_contact_capsule(&capsule, 1.0, 0.25);
    put_contact_piece(&capsule, 0.0, 0.75, 0.0);
    REQUIRE(points_of(&ledge, &capsule, 0.1, p) == 2);
    CHECK(are_at(p, -0.5, 0.5, 0.5, 0.5));
    put_contact_piece(&capsule, 1.75, 0.75, 0.0);
    REQUIRE(points_of(&ledge, &capsule, 0.1, p) == 2);
    CHECK(are_at(p, 1.25, 0.5, 2.0, 0.5));
    put_contact_piece(&capsule, 1.75, 0.75, 2.0 * QUARTER); /* the other facet is below */
    REQUIRE(points_of(&ledge, &capsule, 0.1, p) == 2);
    CHECK(are_at(p, 1.25, 0.5, 2.0, 0.5));
}

TEST(discs_touch_midway_between_their_surfaces) {
    contactPiece a, b;
    tmiContactPoint p[2];
    make_contact_disc(&a, 1.0);
    make_contact_disc(&b, 2.0);
    put_contact_piece(&b, 3.0, 4.0, 0.0);
    REQUIRE(points_of(&a, &b, 0.1, p) == 1);
    CHECK(is_at(&p[0], 0.6 * 2.0, 0.8 * 2.0));
    CHECK_NEAR(p[0].gap, 2.0, CLOSE);
}

/* ---- Visible points ------------------------------------------------------------------------ */

TEST(a_point_that_was_closed_at_the_start_carries_no_force) {
    contactPiece floor, box, start;
    tmiContactPoint p[2];
    make_contact_box(&floor, 4.0, 1.0, 0.0);
    make_contact_box(&box, 1.0, 1.0, 0.0);
    make_contact_box(&start, 1.0, 1.0, 0.0);
    put_contact_piece(&box, 0.0, 1.0, 0.0);
    put_contact_piece(&start, 0.0, 1.0, 0.01); /* its left corner is below the floor */
    REQUIRE(tmi_contact_points(&floor.placed, &box.placed, &floor.placed, &start.placed, 2, 0.1,
                               1e-6, p) == 1);
    CHECK(is_at(&p[0], 0.5, 0.5));
    CHECK(p[0].gap_at_start > 0.0);
    CHECK(tmi_contact_points(&floor.placed, &box.placed, &floor.placed, &start.placed, 2, 0.1, 0.1,
                             p) == 2);
    put_contact_piece(&start, 0.0, 0.9, 0.0); /* both are: then both stay */
    CHECK(tmi_contact_points(&floor.placed, &box.placed, &floor.placed, &start.placed, 2, 0.1, 1e-6,
                             p) == 2);
    CHECK_NEAR(p[0].gap_at_start, -0.1, CLOSE);
}

/* At the start the box stands on a corner beyond the end, its lower facet turned away from it. */
TEST(a_clipped_point_that_was_closed_at_the_start_gives_way_to_the_corner) {
    contactPiece ledge, box, start;
    tmiContactPoint p[2];
    const double tilt = 1.2, c = cos(tilt), s = sin(tilt);
    make_contact_box(&ledge, 4.0, 1.0, 0.0);
    make_contact_box(&box, 2.0, 1.0, 0.0);
    make_contact_box(&start, 2.0, 1.0, 0.0);
    put_contact_piece(&box, 2.5, 1.0, 0.0);
    put_contact_piece(&start, 2.5 + c - 0.5 * s, 0.5 + s + 0.5 * c, tilt);
    REQUIRE(tmi_contact_points(&ledge.placed, &box.placed, &ledge.placed, &start.placed, 2, 0.1,
                               1e-9, p) == 2);
    CHECK(p[0].kind == TMI_CONTACT_FACET_A && p[1].kind == TMI_CONTACT_FACET_A);
    REQUIRE(tmi_contact_points(&ledge.placed, &box.placed, &ledge.placed, &start.placed, 2, 0.1,
                               INFINITY, p) == 2);
    const int clipped = p[1].kind == TMI_CONTACT_FACET_B;
    CHECK(p[clipped].kind == TMI_CONTACT_FACET_B);
    CHECK_NEAR(p[clipped].gap_at_start, -0.5 * s, CLOSE);
}

/* ---- All of them --------------------------------------------------------------------------- */

TEST(points_of_a_pair_and_of_the_pair_turned_round_are_the_same) {
    uint64_t seed = 2;
    for (int round = 0; round < 500; round++) {
        contactPiece a, b;
        tmiContactPoint p[2], q[2];
        make_contact_pair(&seed, round, &a, &b);
        const int32_t count = points_of(&a, &b, 0.2, p);
        REQUIRE(points_of(&b, &a, 0.2, q) == count && count > 0);
        for (int32_t i = 0; i < count; i++) {
            CHECK(p[i].gap == q[i].gap && p[i].a == q[i].b && p[i].b == q[i].a);
            CHECK(memcmp(p[i].point, q[i].point, sizeof p[i].point) == 0);
            CHECK(p[i].normal[0] == -q[i].normal[0] && p[i].normal[1] == -q[i].normal[1]);
        }
    }
}

/* A point deeper than its row would push where nothing overlaps as much. */
TEST(no_point_is_deeper_than_its_row) {
    uint64_t seed = 3;
    int deep = 0;
    for (int round = 0; round < 1000; round++) {
        contactPiece a, b;
        make_contact_pair(&seed, round, &a, &b);
        for (int32_t row = 0; row < tmi_contact_rows(&a.placed, &b.placed); row++) {
            tmiContactPoint p[2];
            const double gap = tmi_contact_gap(&a.placed, &b.placed, row);
            const int32_t count = tmi_contact_points(&a.placed, &b.placed, &a.placed, &b.placed,
                                                     row, 0.2, INFINITY, p);
            CHECK((count == 0) == (gap == -INFINITY));
            for (int32_t i = 0; i < count && gap <= 0.0; i++) {
                deep++;
                if (!CHECK(p[i].gap >= gap - CLOSE)) {
                    return;
                }
            }
        }
    }
    CHECK(deep > 1000);
}

TEST(keys_tell_features_apart) {
    contactPiece floor, box;
    tmiContactPoint p[2], q[2];
    make_contact_box(&floor, 4.0, 1.0, 0.0);
    make_contact_box(&box, 1.0, 1.0, 0.0);
    put_contact_piece(&box, 0.0, 1.0, 0.0);
    REQUIRE(points_of(&floor, &box, 0.1, p) == 2);
    CHECK(p[0].key != p[1].key);
    put_contact_piece(&box, 0.25, 1.0, 0.0); /* it slides: the same features */
    REQUIRE(points_of(&floor, &box, 0.1, q) == 2);
    CHECK(p[0].key == q[0].key && p[1].key == q[1].key);
    put_contact_piece(&box, 1.75, 1.0, 0.0); /* it overhangs: one of them changes */
    REQUIRE(points_of(&floor, &box, 0.1, q) == 2);
    CHECK((p[0].key == q[0].key) != (p[1].key == q[1].key));
}

TEST_MAIN(CASE(flush_boxes_touch_at_the_ends_of_what_they_share),
          CASE(a_box_that_overhangs_a_ledge_is_held_by_the_end_of_the_ledge),
          CASE(the_row_of_the_ledge_gives_the_point_of_the_box_that_tips),
          CASE(corner_on_corner_is_one_place),
          CASE(only_corners_that_are_near_the_lowest_are_points),
          CASE(the_end_of_a_facet_is_set_against_what_lies_along_it_only),
          CASE(aligned_boxes_have_the_same_features_however_they_are_turned),
          CASE(an_overhang_of_a_millionth_is_one),
          CASE(a_clipped_point_that_was_closed_at_the_start_gives_way_to_the_corner),
          CASE(a_disc_touches_a_floor_below_its_centre_and_a_ledge_at_its_end),
          CASE(a_capsule_lies_on_two_points_and_overhangs_on_one_less),
          CASE(discs_touch_midway_between_their_surfaces),
          CASE(a_point_that_was_closed_at_the_start_carries_no_force),
          CASE(points_of_a_pair_and_of_the_pair_turned_round_are_the_same),
          CASE(no_point_is_deeper_than_its_row), CASE(keys_tell_features_apart))
