/* test_pair.c: gaps and separation of two convex pieces against the hull of their differences in
 * long double, and against closed forms for discs, capsules and boxes. */
#include "contacts.h"

#include <math.h>
#include <string.h>

/* Roundings of a gap as part of the coordinates. */
#define ROUNDINGS 1e-14

static double separation(const contactPiece *a, const contactPiece *b) {
    int32_t row;
    const double found = tmi_contact_separation(&a->placed, &b->placed, &row);
    return row >= 0 && row < tmi_contact_rows(&a->placed, &b->placed) ? found : NAN;
}

/* Brute force over every row that there is. */
static double max_of_all_rows(const contactPiece *a, const contactPiece *b) {
    double max = -INFINITY;
    for (int32_t row = 0; row < tmi_contact_rows(&a->placed, &b->placed); row++) {
        max = fmax(max, tmi_contact_gap(&a->placed, &b->placed, row));
    }
    return max;
}

/* ---- Against the oracle -------------------------------------------------------------------- */

typedef struct pairFamily {
    double size_b;    /* of b, a has 1 */
    double flatness;  /* of both */
    double low, high; /* distance of their origins */
    double radius_a, radius_b;
    bool aligned; /* angles are multiples of 90 degrees, boxes instead of polygons */
} pairFamily;

static void make_random_pair(uint64_t *seed, const pairFamily *f, contactPiece *a,
                             contactPiece *b) {
    const double quarter = 1.5707963267948966;
    const double along = test_uniform(seed, 0.0, 4.0 * quarter);
    const double far = test_uniform(seed, f->low, f->high);
    const double x = test_uniform(seed, -3.0, 3.0), y = test_uniform(seed, -3.0, 3.0);
    if (f->aligned) {
        make_contact_box(a, 0.25 * test_between(seed, 1, 8), 0.25 * test_between(seed, 1, 8),
                         f->radius_a);
        make_contact_box(b, 0.25 * test_between(seed, 1, 8), 0.25 * test_between(seed, 1, 8),
                         f->radius_b);
        put_contact_piece(a, 0.0, 0.0, quarter * test_between(seed, 0, 3));
        put_contact_piece(b, 0.125 * test_between(seed, -16, 16),
                          0.125 * test_between(seed, -16, 16), quarter * test_between(seed, 0, 3));
        return;
    }
    make_contact_random(a, seed, 1.0, f->flatness, f->radius_a);
    make_contact_random(b, seed, f->size_b, f->flatness, f->radius_b);
    put_contact_piece(a, x, y, test_uniform(seed, -9.0, 9.0));
    put_contact_piece(b, x + far * cos(along), y + far * sin(along), test_uniform(seed, -9.0, 9.0));
}

/* Compares a family with the oracle and with all rows; tells how many were apart. */
static int check_family(tmTest *t, uint64_t seed, const pairFamily *f, int rounds) {
    contactPiece a, b;
    int apart = 0;
    for (int round = 0; round < rounds; round++) {
        make_random_pair(&seed, f, &a, &b);
        const double tolerance = ROUNDINGS * contact_reach(&a, &b);
        const double found = separation(&a, &b), expected = contact_oracle(&a, &b);
        if (!CHECK_NEAR(found, expected, tolerance) ||
            !CHECK_NEAR(max_of_all_rows(&a, &b), found, tolerance) ||
            !CHECK(separation(&b, &a) == found)) {
            break;
        }
        apart += found >= 0.0;
    }
    return apart;
}

TEST(separation_of_polygons_is_that_of_the_hull_of_their_differences) {
    const pairFamily f = {.size_b = 1.0, .flatness = 0.7, .low = 0.0, .high = 3.0};
    const int apart = check_family(t, 1, &f, 3000);
    CHECK(apart > 500 && apart < 2500);
}

TEST(separation_of_slivers_is_that_of_the_hull_of_their_differences) {
    const pairFamily f = {.size_b = 1.0, .flatness = 1e-6, .low = 0.0, .high = 2.0};
    const int apart = check_family(t, 2, &f, 2000);
    CHECK(apart > 500 && apart < 1900);
}

TEST(separation_of_large_and_small_is_that_of_the_hull_of_their_differences) {
    const pairFamily small = {.size_b = 1e-6, .flatness = 0.8, .low = 0.6, .high = 1.0};
    const pairFamily large = {.size_b = 1e6, .flatness = 0.8, .low = 6e5, .high = 1e6};
    int apart = check_family(t, 3, &small, 1000);
    CHECK(apart > 200 && apart < 950);
    apart = check_family(t, 4, &large, 1000);
    CHECK(apart > 200 && apart < 950);
}

TEST(separation_of_aligned_boxes_is_that_of_the_hull_of_their_differences) {
    const pairFamily sharp = {.aligned = true};
    const pairFamily round = {.aligned = true, .radius_a = 0.125, .radius_b = 0.0625};
    int apart = check_family(t, 5, &sharp, 2000);
    CHECK(apart > 200 && apart < 1900);
    apart = check_family(t, 6, &round, 1000);
    CHECK(apart > 100 && apart < 950);
}

TEST(separation_of_round_pieces_is_the_distance_of_the_hull_less_the_radii) {
    const pairFamily f = {
        .size_b = 1.0, .flatness = 0.6, .low = 0.0, .high = 3.5, .radius_a = 0.3, .radius_b = 0.1};
    const pairFamily one = {.size_b = 0.1,
                            .flatness = 1e-3,
                            .low = 0.0,
                            .high = 2.0,
                            .radius_a = 0.0,
                            .radius_b = 0.01};
    int apart = check_family(t, 7, &f, 2000);
    CHECK(apart > 300 && apart < 1900);
    apart = check_family(t, 8, &one, 1000);
    CHECK(apart > 300 && apart < 990);
}

TEST(equal_pieces_in_one_place_are_as_deep_as_the_hull_says) {
    uint64_t seed = 9;
    for (int round = 0; round < 500; round++) {
        contactPiece a, b;
        uint64_t again = seed;
        const double angle = test_uniform(&seed, -4.0, 4.0);
        make_contact_random(&a, &again, 1.0, 0.5, round % 2 == 0 ? 0.0 : 0.1);
        again = seed;
        make_contact_random(&b, &again, 1.0, 0.5, 0.0);
        make_contact_scaled(&a, &b, 1.0);
        put_contact_piece(&a, 0.5, 0.25, angle);
        put_contact_piece(&b, 0.5, 0.25, angle);
        CHECK(separation(&a, &b) < 0.0);
        if (!CHECK_NEAR(separation(&a, &b), contact_oracle(&a, &b), ROUNDINGS)) {
            return;
        }
        seed = again;
    }
}

TEST(capsules_and_discs_of_all_places_are_as_far_as_the_hull_says) {
    uint64_t seed = 10;
    for (int round = 0; round < 2000; round++) {
        contactPiece a, b;
        make_contact_capsule(&a, test_uniform(&seed, 0.1, 2.0), test_uniform(&seed, 0.01, 0.3));
        if (round % 2 == 0) {
            make_contact_capsule(&b, test_uniform(&seed, 0.1, 2.0), 0.1);
        } else {
            make_contact_random(&b, &seed, 0.7, 0.7, 0.0);
        }
        /* Every third pair is parallel or collinear. */
        const double angle = test_uniform(&seed, -3.0, 3.0), far = test_uniform(&seed, -2.0, 2.0);
        const double off = round % 3 == 0 ? angle : test_uniform(&seed, -3.0, 3.0);
        put_contact_piece(&a, 0.0, 0.0, angle);
        put_contact_piece(&b, far * cos(off), far * sin(off),
                          round % 3 == 0 ? angle : test_uniform(&seed, -3.0, 3.0));
        if (!CHECK_NEAR(separation(&a, &b), contact_oracle(&a, &b), ROUNDINGS * 4.0) ||
            !CHECK_NEAR(max_of_all_rows(&a, &b), separation(&a, &b), ROUNDINGS * 4.0) ||
            !CHECK(separation(&a, &b) == separation(&b, &a))) {
            return;
        }
    }
}

/* Half a turn from one facet to the next, and facets of the other that are flush with both. */
TEST(thin_pieces_that_are_aligned_with_a_box_are_as_far_as_the_hull_says) {
    uint64_t seed = 14;
    for (int round = 0; round < 3000; round++) {
        contactPiece a, b;
        const double thin = pow(10.0, test_uniform(&seed, -18.0, -1.0));
        const double sliver[3][2] = {{-0.25, 0.0}, {0.25, 0.0}, {0.25, thin}};
        make_contact_box(&a, 0.25 * test_between(&seed, 1, 8), 5.0, 0.0);
        if (round % 3 == 0) {
            make_contact_piece(&b, sliver[0], 3, 0.0);
        } else if (round % 3 == 1) {
            make_contact_box(&b, 0.5, thin, round % 2 == 0 ? 0.0 : 0.125);
        } else {
            make_contact_capsule(&b, 0.5, 0.125);
        }
        put_contact_piece(&a, 0.0, 0.125 * test_between(&seed, -8, 8), 0.0);
        put_contact_piece(&b, 0.125 * test_between(&seed, -16, 16), 0.0,
                          1.5707963267948966 * test_between(&seed, -2, 2));
        if (!CHECK_NEAR(separation(&a, &b), contact_oracle(&a, &b), ROUNDINGS * 4.0) ||
            !CHECK(separation(&a, &b) == separation(&b, &a))) {
            return;
        }
    }
}

/* Facets that are all but parallel leave corners an arc that is all but empty. */
TEST(round_boxes_that_are_all_but_aligned_are_as_far_as_the_hull_says) {
    uint64_t seed = 13;
    for (int round = 0; round < 1000; round++) {
        contactPiece a, b;
        const double turn = pow(10.0, test_uniform(&seed, -16.0, -4.0));
        const double angle = test_uniform(&seed, -3.0, 3.0);
        make_contact_box(&a, 2.0, 1.0, 0.1);
        make_contact_box(&b, 1.0, 1.0, 0.05);
        put_contact_piece(&a, 0.0, 0.0, angle);
        put_contact_piece(&b, test_uniform(&seed, -1.5, 1.5), test_uniform(&seed, -1.5, 1.5),
                          angle + (round % 2 == 0 ? turn : -turn));
        if (!CHECK_NEAR(separation(&a, &b), contact_oracle(&a, &b), 2e-15) ||
            !CHECK_NEAR(max_of_all_rows(&a, &b), separation(&a, &b), 2e-14)) {
            return;
        }
    }
}

/* ---- Closed forms -------------------------------------------------------------------------- */

TEST(boxes_that_touch_have_a_gap_of_zero_to_the_bit) {
    contactPiece a, b;
    make_contact_box(&a, 2.0, 1.0, 0.0);
    make_contact_box(&b, 1.0, 0.5, 0.0);
    put_contact_piece(&b, 0.3, 0.75, 0.0);
    CHECK(separation(&a, &b) == 0.0);
    put_contact_piece(&b, 1.5, 0.1, 0.0);
    CHECK(separation(&a, &b) == 0.0);
    put_contact_piece(&b, 1.5, 0.75, 0.0); /* corner on corner */
    CHECK(separation(&a, &b) == 0.0);
    put_contact_piece(&b, 1.5 - 0x1p-40, 0.75 - 0x1p-30, 0.0);
    CHECK(separation(&a, &b) == -0x1p-40);
}

TEST(discs_are_apart_by_the_distance_of_their_centres_less_their_radii) {
    contactPiece a, b;
    make_contact_disc(&a, 0.5);
    make_contact_disc(&b, 0.25);
    put_contact_piece(&a, 1.0, 2.0, 0.3);
    put_contact_piece(&b, 1.0 + 3.0, 2.0 + 4.0, -2.0);
    CHECK(separation(&a, &b) == 4.25);
    put_contact_piece(&b, 1.0 + 0.45, 2.0 + 0.6, 0.0);
    CHECK_NEAR(separation(&a, &b), 0.0, 1e-15);
    put_contact_piece(&b, 1.0, 2.0, 0.0);
    CHECK(separation(&a, &b) == -0.75);
}

TEST(a_disc_is_above_a_facet_or_beside_a_corner) {
    contactPiece box, disc;
    uint64_t seed = 11;
    make_contact_box(&box, 2.0, 1.0, 0.0);
    make_contact_disc(&disc, 0.2);
    for (int round = 0; round < 1000; round++) {
        const double x = test_uniform(&seed, -2.0, 2.0), y = test_uniform(&seed, -2.0, 2.0);
        const double out_x = fabs(x) - 1.0, out_y = fabs(y) - 0.5;
        const double inside = fmax(out_x, out_y);
        const double expected =
            (inside > 0.0 ? hypot(fmax(out_x, 0.0), fmax(out_y, 0.0)) : inside) - 0.2;
        put_contact_piece(&disc, x, y, 0.0);
        CHECK_NEAR(separation(&box, &disc), expected, 1e-15);
    }
}

TEST(ends_of_capsules_are_round) {
    contactPiece a, b;
    make_contact_capsule(&a, 2.0, 0.25);
    make_contact_capsule(&b, 1.0, 0.5);
    put_contact_piece(&b, 3.0, 0.0, 0.0); /* collinear: 1.5 between the ends */
    CHECK(separation(&a, &b) == 0.75);
    put_contact_piece(&b, 1.5 + 3.0, 4.0, 0.0);
    CHECK_NEAR(separation(&a, &b), 5.0 - 0.75, 1e-14);
    put_contact_piece(&b, 0.5, 2.0, 0.0); /* side by side */
    CHECK(separation(&a, &b) == 1.25);
    put_contact_piece(&b, 0.5, 0.0, 1.5707963267948966); /* crossed */
    CHECK_NEAR(separation(&a, &b), -0.5 - 0.75, 1e-15);
}

/* ---- Visible rows -------------------------------------------------------------------------- */

static bool has_row(const int32_t *rows, int32_t count, int32_t row) {
    for (int32_t i = 0; i < count; i++) {
        if (rows[i] == row) {
            return true;
        }
    }
    return false;
}

TEST(visible_rows_are_those_with_gaps_and_no_others) {
    uint64_t seed = 12;
    int32_t rows[128];
    int seen = 0;
    const pairFamily f[2] = {{.size_b = 1.0, .flatness = 0.6, .low = 0.5, .high = 3.0},
                             {.size_b = 1.0,
                              .flatness = 0.6,
                              .low = 0.5,
                              .high = 3.0,
                              .radius_a = 0.2,
                              .radius_b = 0.1}};
    for (int round = 0; round < 400; round++) {
        contactPiece a, b;
        make_random_pair(&seed, &f[round % 2], &a, &b);
        const int32_t count = tmi_contact_visible(&a.placed, &b.placed, 0.01, rows);
        REQUIRE(count <= tmi_contact_visible_max(&a.placed, &b.placed) && count <= 128);
        for (int32_t row = 0; row < tmi_contact_rows(&a.placed, &b.placed); row++) {
            const double gap = tmi_contact_gap(&a.placed, &b.placed, row);
            /* Roundings may decide at the border itself. */
            if (fabs(gap + 0.01) > 1e-13 && !CHECK(has_row(rows, count, row) == (gap >= -0.01))) {
                return;
            }
        }
        for (int32_t i = 1; i < count; i++) {
            CHECK(rows[i] > rows[i - 1]);
        }
        seen += count;
    }
    CHECK(seen > 400);
}

TEST(a_disc_that_crosses_the_end_of_a_facet_keeps_a_visible_row) {
    contactPiece box, disc;
    int32_t rows[16];
    make_contact_box(&box, 2.0, 1.0, 0.0);
    make_contact_disc(&disc, 0.5);
    put_contact_piece(&disc, 0.9, 1.0, 0.0); /* on the upper facet … */
    const int32_t count = tmi_contact_visible(&box.placed, &disc.placed, 1e-9, rows);
    put_contact_piece(&disc, 1.3, 0.9, 0.0); /* … then at the corner (1, 0.5) */
    double best = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        best = fmax(best, tmi_contact_gap(&box.placed, &disc.placed, rows[i]));
    }
    CHECK_NEAR(best, 0.0, 1e-15);
    /* And back. */
    const int32_t again = tmi_contact_visible(&box.placed, &disc.placed, 1e-9, rows);
    put_contact_piece(&disc, 0.9, 1.0, 0.0);
    best = -INFINITY;
    for (int32_t i = 0; i < again; i++) {
        best = fmax(best, tmi_contact_gap(&box.placed, &disc.placed, rows[i]));
    }
    CHECK_NEAR(best, 0.0, 1e-15);
}

TEST(flush_round_boxes_have_the_same_visible_rows_however_they_are_turned) {
    contactPiece low, high;
    int32_t rows[64], first[64], count = 0;
    make_contact_box(&low, 0.7, 0.3, 0.1);
    make_contact_box(&high, 0.7, 0.3, 0.05);
    for (int k = 0; k < 300; k++) {
        const double angle = 0.0217 * k, up = 0.45;
        put_contact_piece(&low, 0.0, 0.0, angle);
        put_contact_piece(&high, 0.2 * cos(angle) - up * sin(angle),
                          0.2 * sin(angle) + up * cos(angle), angle);
        const int32_t found = tmi_contact_visible(&low.placed, &high.placed, 1e-9, rows);
        if (k == 0) {
            count = found;
            memcpy(first, rows, sizeof rows);
        }
        REQUIRE(found == count && memcmp(rows, first, (size_t)count * sizeof rows[0]) == 0);
    }
    /* Both facets, and the four pairs of their corners. */
    CHECK(count == 6);
}

/* ---- Pieces -------------------------------------------------------------------------------- */

TEST(repeated_corners_make_no_facet) {
    contactPiece a, b, c;
    const double corners[6][2] = {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    make_contact_piece(&a, corners[0], 6, 0.0);
    make_contact_disc(&b, 0.25);
    put_contact_piece(&b, 2.0, 0.5, 0.0);
    CHECK(a.placed.count == 4 && a.placed.facets == 4);
    CHECK(separation(&a, &b) == 0.75);
    const double same[2][2] = {{1, 2}, {1, 2}};
    make_contact_piece(&c, same[0], 2, 0.5);
    CHECK(c.placed.count == 1 && c.placed.facets == 0);
}

TEST(a_rotation_whose_length_has_drifted_turns_and_does_not_stretch) {
    contactPiece a;
    make_contact_box(&a, 2.0, 1.0, 0.0);
    put_contact_piece(&a, 0.0, 0.0, 0.6);
    const double x = a.placed.corner[2][0], y = a.placed.corner[2][1];
    tmFrame drifted = a.frame;
    drifted.rotation[0] *= 1.001;
    drifted.rotation[3] *= 1.001;
    tmi_contact_piece_set_pose(&a.placed, &drifted);
    CHECK_NEAR(a.placed.corner[2][0], x, 1e-15);
    CHECK_NEAR(a.placed.corner[2][1], y, 1e-15);
    CHECK_NEAR(hypot(a.placed.normal[0][0], a.placed.normal[0][1]), 1.0, 1e-15);
}

TEST(boxes_of_pieces_include_their_radius) {
    contactPiece a;
    make_contact_capsule(&a, 2.0, 0.25);
    put_contact_piece(&a, 1.0, 2.0, 1.5707963267948966);
    CHECK_NEAR(a.placed.low[0], 0.75, 1e-15);
    CHECK_NEAR(a.placed.high[0], 1.25, 1e-15);
    CHECK_NEAR(a.placed.low[1], 0.75, 1e-15);
    CHECK_NEAR(a.placed.high[1], 3.25, 1e-15);
}

TEST_MAIN(CASE(separation_of_polygons_is_that_of_the_hull_of_their_differences),
          CASE(separation_of_slivers_is_that_of_the_hull_of_their_differences),
          CASE(separation_of_large_and_small_is_that_of_the_hull_of_their_differences),
          CASE(separation_of_aligned_boxes_is_that_of_the_hull_of_their_differences),
          CASE(separation_of_round_pieces_is_the_distance_of_the_hull_less_the_radii),
          CASE(equal_pieces_in_one_place_are_as_deep_as_the_hull_says),
          CASE(capsules_and_discs_of_all_places_are_as_far_as_the_hull_says),
          CASE(thin_pieces_that_are_aligned_with_a_box_are_as_far_as_the_hull_says),
          CASE(round_boxes_that_are_all_but_aligned_are_as_far_as_the_hull_says),
          CASE(a_rotation_whose_length_has_drifted_turns_and_does_not_stretch),
          CASE(boxes_that_touch_have_a_gap_of_zero_to_the_bit),
          CASE(discs_are_apart_by_the_distance_of_their_centres_less_their_radii),
          CASE(a_disc_is_above_a_facet_or_beside_a_corner), CASE(ends_of_capsules_are_round),
          CASE(visible_rows_are_those_with_gaps_and_no_others),
          CASE(a_disc_that_crosses_the_end_of_a_facet_keeps_a_visible_row),
          CASE(flush_round_boxes_have_the_same_visible_rows_however_they_are_turned),
          CASE(repeated_corners_make_no_facet), CASE(boxes_of_pieces_include_their_radius))
