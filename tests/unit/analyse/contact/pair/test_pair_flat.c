/* test_pair_flat.c: where pieces are said to lie flat, the search over all rows finds the same. */
#include "contacts.h"

#include <math.h>

#define TOLERANCE 1e-10

/* What is said of a row agrees with all rows; returns whether it is said to lie flat. */
static bool check_row(tmTest *t, const contactPiece *a, const contactPiece *b, int32_t row) {
    double gap;
    int32_t largest, best;
    if (!tmi_contact_lies_flat(&a->placed, &b->placed, row, TOLERANCE, &gap, &largest)) {
        return false;
    }
    double separation = tmi_contact_separation(&a->placed, &b->placed, &best);
    CHECK(gap == separation && largest == best);
    int32_t near = 0;
    for (int32_t i = 0; i < tmi_contact_rows(&a->placed, &b->placed); i++) {
        near += tmi_contact_gap(&a->placed, &b->placed, i) >= -TOLERANCE;
    }
    CHECK(near <= 2);
    return true;
}

/* A box of 1 m x 0.5 m on one of 4 m x 1 m: the top of the lower one is its facet 2. */
TEST(a_box_on_a_box_lies_flat_and_off_its_edge_does_not) {
    const double turns[] = {0.0, 1e-12, 1e-5, -4e-4};
    contactPiece floor, box;
    make_contact_box(&floor, 4.0, 1.0, 0.0);
    make_contact_box(&box, 1.0, 0.5, 0.0);
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        for (double x = -1.4; x < 1.5; x += 0.35) {
            for (double lift = -1e-9; lift < 2e-9; lift += 1e-9) {
                put_contact_piece(&box, x, 0.75 + lift, turns[i]);
                CHECK(check_row(t, &floor, &box, 2));
                CHECK(check_row(t, &box, &floor, 4 + 2));
            }
        }
    }
    put_contact_piece(&box, 0.3, 0.78, 0.06);
    CHECK(!check_row(t, &floor, &box, 2)); /* it stands on a corner */
    put_contact_piece(&box, 2.5, 0.75, 0.0);
    CHECK(!check_row(t, &floor, &box, 2)); /* corner on corner: the side of the floor is as near */
    put_contact_piece(&box, 0.3, 0.9, 0.0);
    CHECK(!check_row(t, &floor, &box, 2)); /* it is 0.15 m above */
}

TEST(random_pieces_on_each_other_lie_as_all_rows_say) {
    uint64_t seed = 5;
    int32_t flat = 0;
    for (int round = 0; round < 2000; round++) {
        contactPiece a, b;
        make_contact_pair(&seed, round, &a, &b);
        for (int32_t row = 0; row < a.placed.facets + b.placed.facets; row++) {
            /* The opposite facet of the other turned onto it, and set down on the row. */
            bool of_a = row < a.placed.facets;
            const tmiContactPiece *with = of_a ? &a.placed : &b.placed;
            contactPiece *moved = of_a ? &b : &a;
            const double *n = with->normal[of_a ? row : row - a.placed.facets];
            if (moved->placed.facets > 0) {
                const double *m = moved->placed.normal[row % moved->placed.facets];
                double turn = atan2(-n[1], -n[0]) - atan2(m[1], m[0]);
                double angle = 2.0 * atan2(moved->frame.rotation[3], moved->frame.rotation[0]);
                put_contact_piece(moved, moved->frame.position[0], moved->frame.position[1],
                                  angle + turn);
                double gap = tmi_contact_gap(&a.placed, &b.placed, row);
                put_contact_piece(moved, moved->frame.position[0] - gap * n[0],
                                  moved->frame.position[1] - gap * n[1], angle + turn);
            }
            flat += check_row(t, &a, &b, row);
        }
    }
    CHECK(flat > 1000);
}

TEST_MAIN(CASE(a_box_on_a_box_lies_flat_and_off_its_edge_does_not),
          CASE(random_pieces_on_each_other_lie_as_all_rows_say))
