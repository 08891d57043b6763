/* test_pair_swept.c: the swept guard against closed forms and against the oracle at many places of
 * the way. */
#include "contacts.h"

#include <math.h>

#define QUARTER 1.5707963267948966

/* A piece at the start and at the end of its way. */
typedef struct mover {
    contactPiece from, to;
} mover;

static void make_mover(mover *m, const contactPiece *piece) {
    make_contact_scaled(&m->from, piece, 1.0);
    make_contact_scaled(&m->to, piece, 1.0);
}

static void put_mover(mover *m, double x, double y, double angle, double dx, double dy,
                      double turn) {
    put_contact_piece(&m->from, x, y, angle);
    put_contact_piece(&m->to, x + dx, y + dy, angle + turn);
}

static double swept(const mover *a, const mover *b, double tolerance) {
    double work[8 * CONTACT_CORNERS];
    if (tmi_contact_swept_work(&a->from.placed, &b->from.placed) > 8 * CONTACT_CORNERS) {
        return NAN;
    }
    return tmi_contact_swept(&a->from.placed, &b->from.placed, &a->to.placed, &b->to.placed,
                             tolerance, work);
}

/* Whether the guard's answer is this depth, or up to a sixteenth less. */
static bool is_depth(double found, double depth) {
    return found <= depth * (1.0 + 1e-9) + 1e-13 && found >= depth * 15.0 / 16.0 - 1e-13;
}

/* ---- Bullets ------------------------------------------------------------------------------- */

TEST(a_bullet_through_a_thin_wall_is_found_wherever_its_steps_end) {
    contactPiece piece;
    mover wall, bullet;
    uint64_t seed = 1;
    make_contact_box(&piece, 0.001, 2.0, 0.0);
    make_mover(&wall, &piece);
    make_contact_box(&piece, 0.01, 0.01, 0.0);
    make_mover(&bullet, &piece);
    for (int round = 0; round < test_rounds(500); round++) {
        const double way = pow(10.0, test_uniform(&seed, -1.0, 6.0));
        const double before = test_uniform(&seed, 0.01, 0.99) * way;
        put_mover(&bullet, -0.0055 - before, test_uniform(&seed, -0.9, 0.9), 0.0, way + 0.011, 0.0,
                  0.0);
        /* Half of both widths, when the middles meet. Roundings grow with the way. */
        const double depth = swept(&wall, &bullet, 1e-5);
        CHECK(depth >= 0.0055 * 15.0 / 16.0 - 1e-9 && depth <= 0.0055 + 1e-9);
        CHECK(swept(&bullet, &wall, 1e-5) == depth);
    }
}

TEST(a_turned_bullet_that_spins_is_found) {
    contactPiece piece;
    mover wall, bullet;
    uint64_t seed = 2;
    make_contact_box(&piece, 0.001, 2.0, 0.0);
    make_mover(&wall, &piece);
    make_contact_box(&piece, 0.01, 0.005, 0.0);
    make_mover(&bullet, &piece);
    for (int round = 0; round < test_rounds(500); round++) {
        put_mover(&bullet, -test_uniform(&seed, 0.1, 9.9), test_uniform(&seed, -0.5, 0.5),
                  test_uniform(&seed, -3.0, 3.0), 10.0, test_uniform(&seed, -0.3, 0.3),
                  test_uniform(&seed, -0.25, 0.25));
        const double depth = swept(&wall, &bullet, 1e-5);
        CHECK(depth > 0.0025 && depth < 0.0065);
    }
}

TEST(discs_that_pass_each_other_were_as_near_as_the_line_is_to_the_point) {
    contactPiece piece;
    mover a, b;
    uint64_t seed = 3;
    int met = 0;
    make_contact_disc(&piece, 0.02);
    make_mover(&a, &piece);
    make_contact_disc(&piece, 0.03);
    make_mover(&b, &piece);
    for (int round = 0; round < test_rounds(2000); round++) {
        const double aside = test_uniform(&seed, -0.08, 0.08), along = test_uniform(&seed, 0, 6.3);
        const double c = cos(along), s = sin(along), half = test_uniform(&seed, 1.0, 100.0);
        put_mover(&b, -half * c - aside * s, -half * s + aside * c, 0.0, 1.7 * half * c,
                  1.7 * half * s, 0.0);
        const double depth = 0.05 - fabs(aside), found = swept(&a, &b, 1e-6);
        met += found > 0.0;
        CHECK(depth < 1e-6 - 1e-12 ? found == 0.0 : depth < 1e-6 || is_depth(found, depth));
    }
    CHECK(met > test_rounds(800) && met < test_rounds(1600));
}

/* ---- Against the oracle -------------------------------------------------------------------- */

/* The deepest place of the true motion, by the oracle at places of the way. */
static double deepest(mover *a, mover *b, const double from[3], const double way[3]) {
    contactPiece *moving = &b->to;
    double depth = 0.0;
    const int places = 200;
    for (int i = 0; i <= places; i++) {
        const double s = (double)i / places;
        put_contact_piece(moving, from[0] + s * way[0], from[1] + s * way[1], from[2] + s * way[2]);
        depth = fmax(depth, -contact_oracle(&a->from, moving));
    }
    return depth;
}

/* Tells in how many of the rounds they met. */
static int check_ways(tmTest *t, uint64_t seed, double radius, double turn, int rounds) {
    int met = 0;
    for (int round = 0; round < rounds; round++) {
        contactPiece piece;
        mover a, b;
        make_contact_random(&piece, &seed, 1.0, 0.4, radius);
        make_mover(&a, &piece);
        make_contact_random(&piece, &seed, 0.5, 0.4, 0.0);
        make_mover(&b, &piece);
        put_mover(&a, 0.0, 0.0, test_uniform(&seed, -3.0, 3.0), 0.0, 0.0, 0.0);
        const double from[3] = {-2.5, test_uniform(&seed, -2.0, 2.0), test_uniform(&seed, -3, 3)};
        const double way[3] = {5.0, test_uniform(&seed, -2.0, 2.0),
                               test_uniform(&seed, -turn, turn)};
        const double depth = deepest(&a, &b, from, way);
        put_mover(&b, from[0], from[1], from[2], way[0], way[1], way[2]);
        /* Between two places the depth grows by half of what the way is between them, at most, and
         * a turn makes b smaller by its square's eighth. */
        const double found = swept(&a, &b, 0.0);
        const double slack = 0.5 * 5.4 / 200.0 + 0.5 * turn * turn / 8.0;
        if (!CHECK(found <= depth + slack && found >= depth * 15.0 / 16.0 - slack)) {
            break;
        }
        met += found > slack;
    }
    return met;
}

TEST(ways_of_polygons_are_as_deep_as_the_oracle_finds) {
    const int met = check_ways(t, 4, 0.0, 0.0, 300);
    CHECK(met > 100 && met < 290);
}

TEST(ways_of_round_pieces_are_as_deep_as_the_oracle_finds) {
    const int met = check_ways(t, 5, 0.2, 0.0, 300);
    CHECK(met > 100 && met < 290);
}

TEST(ways_of_pieces_that_turn_are_as_deep_as_the_oracle_finds) {
    const int met = check_ways(t, 6, 0.1, 0.25, 300);
    CHECK(met > 100 && met < 290);
}

TEST(a_rod_that_swings_past_a_ball_within_a_step_is_found) {
    contactPiece piece;
    mover ball, rod;
    make_contact_disc(&piece, 0.05);
    make_mover(&ball, &piece);
    put_mover(&ball, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0);
    make_contact_capsule(&piece, 2.0, 0.01);
    make_mover(&rod, &piece);
    put_mover(&rod, 0.0, 0.0, -0.125, 0.0, 0.0, 0.25);
    CHECK(swept(&ball, &rod, 1e-6) > 0.05);
    put_mover(&rod, 0.0, 0.0, -0.125, 0.0, 0.0, 0.05); /* it stops before: 0.067 from the ball */
    CHECK(swept(&ball, &rod, 1e-6) == 0.0);
}

/* ---- No false alarm ------------------------------------------------------------------------ */

TEST(sliding_along_a_facet_is_no_overlap) {
    uint64_t seed = 7;
    for (int round = 0; round < test_rounds(500); round++) {
        contactPiece piece;
        mover floor, box;
        const double angle = round == 0 ? 0.0 : test_uniform(&seed, -3.0, 3.0);
        const double c = cos(angle), s = sin(angle), x = test_uniform(&seed, -1.0, 1.0);
        const double way = test_uniform(&seed, -100.0, 100.0);
        make_contact_box(&piece, 200.0, 1.0, 0.0);
        make_mover(&floor, &piece);
        make_contact_box(&piece, 0.7, 1.0, round % 2 == 0 ? 0.0 : 0.25);
        make_mover(&box, &piece);
        const double up = 1.0 + piece.piece.outline_radius;
        put_mover(&floor, 0.0, 0.0, angle, 0.0, 0.0, 0.0);
        put_mover(&box, x * c - up * s, x * s + up * c, angle, way * c, way * s, 0.0);
        CHECK(swept(&floor, &box, 0.0) == 0.0);
    }
}

TEST(passing_a_corner_is_no_overlap) {
    contactPiece piece;
    mover post, disc;
    make_contact_box(&piece, 1.0, 1.0, 0.0);
    make_mover(&post, &piece);
    make_contact_disc(&piece, 0.25);
    make_mover(&disc, &piece);
    /* Down past the corner (0.5, 0.5) along a slope of 45 degrees, at 0.25 + 0.001. */
    const double off = 0.5 + 0.251 / sqrt(2.0);
    put_mover(&disc, off - 3.0, off + 3.0, 0.0, 6.0, -6.0, 0.0);
    CHECK(swept(&post, &disc, 0.0) == 0.0);
    const double touch = 0.5 + 0.249 / sqrt(2.0);
    put_mover(&disc, touch - 3.0, touch + 3.0, 0.0, 6.0, -6.0, 0.0);
    CHECK(is_depth(swept(&post, &disc, 0.0), 0.001));
    CHECK(swept(&post, &disc, 0.0011) == 0.0); /* no deeper than what is allowed */
}

TEST(boxes_that_part_or_stand_still_are_no_overlap) {
    contactPiece piece;
    mover a, b;
    make_contact_box(&piece, 1.0, 1.0, 0.0);
    make_mover(&a, &piece);
    make_mover(&b, &piece);
    put_mover(&b, 0.3, 1.0, 0.0, 0.0, 0.0, 0.0);
    CHECK(swept(&a, &b, 0.0) == 0.0);
    put_mover(&b, 0.3, 1.0, 0.0, 2.0, 5.0, 0.2);
    CHECK(swept(&a, &b, 0.0) == 0.0);
    put_mover(&b, 0.3, 0.9, 0.0, 0.0, 5.0, 0.0); /* they overlap at the start */
    CHECK(is_depth(swept(&a, &b, 0.0), 0.1));
}

TEST_MAIN(CASE(a_bullet_through_a_thin_wall_is_found_wherever_its_steps_end),
          CASE(a_turned_bullet_that_spins_is_found),
          CASE(discs_that_pass_each_other_were_as_near_as_the_line_is_to_the_point),
          CASE(ways_of_polygons_are_as_deep_as_the_oracle_finds),
          CASE(ways_of_round_pieces_are_as_deep_as_the_oracle_finds),
          CASE(ways_of_pieces_that_turn_are_as_deep_as_the_oracle_finds),
          CASE(a_rod_that_swings_past_a_ball_within_a_step_is_found),
          CASE(sliding_along_a_facet_is_no_overlap), CASE(passing_a_corner_is_no_overlap),
          CASE(boxes_that_part_or_stand_still_are_no_overlap))
