/* test_verify.c: the verifier of [NT] (11): right answers pass, corrupted ones do not, each by as
 * much as was corrupted; the row that is misprinted in the paper; the smaller system. */
#include "contacts.h"

#include "analyse/contact/verify/verify.h"

#include <math.h>
#include <string.h>

#define COUNT_MAX 6

/* ---- The system over given gaps ------------------------------------------------------------ */

/* An answer to (3): apart without force, or touching one facet with force. */
typedef struct answer {
    int32_t count, touched;
    double psi[COUNT_MAX], c[COUNT_MAX], d[COUNT_MAX], lambda[COUNT_MAX];
} answer;

static answer random_answer(uint64_t *seed) {
    answer z = {.count = test_between(seed, 1, COUNT_MAX)};
    const bool touches = test_between(seed, 0, 1) == 1;
    z.touched = test_between(seed, 0, z.count - 1);
    for (int32_t i = 0; i < z.count; i++) {
        z.psi[i] = test_uniform(seed, -2.0, touches ? -0.1 : 2.0);
    }
    z.psi[z.touched] = touches ? 0.0 : test_uniform(seed, 0.1, 2.0);
    z.lambda[z.touched] = touches ? test_uniform(seed, 0.1, 3.0) : 0.0;
    tmi_verify_complete(z.count, z.psi, z.c, z.d);
    return z;
}

static double literal(const answer *z) {
    return tmi_verify_literal(z->count, z->psi, z->c, z->d, z->lambda);
}

static double reduced(const answer *z) {
    return tmi_verify_reduced(z->count, z->psi, z->c, z->lambda);
}

TEST(right_answers_have_no_residual) {
    uint64_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        const answer z = random_answer(&seed);
        CHECK(literal(&z) <= 1e-15);
        CHECK(reduced(&z) <= 1e-15);
    }
}

/* Every unknown in turn is made wrong by 0.01, either way. */
TEST(an_answer_that_is_wrong_by_a_hundredth_has_such_a_residual) {
    uint64_t seed = 2;
    for (int round = 0; round < 2000; round++) {
        const answer right = random_answer(&seed);
        const double wrong = round % 2 == 0 ? 0.01 : -0.01;
        for (int32_t i = 0; i < right.count; i++) {
            answer z = right;
            z.d[i] += wrong;
            CHECK(literal(&z) >= 0.0099);
            z = right;
            z.c[i] += wrong;
            CHECK(i == 0 || (literal(&z) >= 0.0099 && reduced(&z) >= 0.0099));
            z = right;
            z.lambda[i] += wrong; /* more on what is touched is as right as before */
            CHECK(right.lambda[i] > 0.0 || (literal(&z) >= 0.0099 && reduced(&z) >= 0.0099));
        }
        answer z = right; /* all gaps at once, as of a body that has sunk in or hovers */
        for (int32_t i = 0; i < z.count; i++) {
            z.psi[i] += wrong;
        }
        tmi_verify_complete(z.count, z.psi, z.c, z.d);
        const bool carries = right.lambda[right.touched] > 0.0;
        CHECK(!carries || (literal(&z) >= 0.0099 && reduced(&z) >= 0.0099));
    }
}

TEST(what_is_no_number_does_not_pass) {
    answer z = {.count = 2, .psi = {-1.0, 0.0}, .lambda = {0.0, 1.0}};
    tmi_verify_complete(2, z.psi, z.c, z.d);
    CHECK(literal(&z) == 0.0);
    z.lambda[1] = NAN;
    CHECK(!(literal(&z) <= 1e9));
    z.lambda[1] = 1.0;
    z.psi[0] = NAN;
    CHECK(!(literal(&z) <= 1e9) && !(reduced(&z) <= 1e9));
}

/* With gaps anywhere: one system is met exactly where the other is. */
TEST(the_smaller_system_has_the_same_solutions) {
    uint64_t seed = 3;
    int met = 0;
    for (int round = 0; round < 20000; round++) {
        answer z = {.count = test_between(&seed, 1, 4)};
        for (int32_t i = 0; i < z.count; i++) {
            z.psi[i] = test_between(&seed, -1, 1);
            z.lambda[i] = test_between(&seed, 0, 3) == 0 ? 1.0 : 0.0;
        }
        tmi_verify_complete(z.count, z.psi, z.c, z.d);
        CHECK((literal(&z) == 0.0) == (reduced(&z) == 0.0));
        met += literal(&z) == 0.0;
    }
    CHECK(met > 1000 && met < 19000);
}

/* ---- The misprint -------------------------------------------------------------------------- */

/* A particle and two facets with the gaps psi = b + A lambda at the end of the step. All solutions
 * of (3) by trying which of each two numbers is 0: unknowns c_2, d_1, d_2, lambda_1, lambda_2. */
#define UNKNOWNS 5

static bool solve(double m[UNKNOWNS][UNKNOWNS + 1], double *z) {
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k; i < UNKNOWNS; i++) {
            best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best;
        }
        if (fabs(m[best][k]) < 1e-9) {
            return false;
        }
        for (int j = 0; j <= UNKNOWNS; j++) {
            const double swap = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swap;
        }
        for (int i = 0; i < UNKNOWNS; i++) {
            const double f = i == k ? 0.0 : m[i][k] / m[k][k];
            for (int j = k; j <= UNKNOWNS; j++) {
                m[i][j] -= f * m[k][j];
            }
        }
    }
    for (int k = 0; k < UNKNOWNS; k++) {
        z[k] = m[k][UNKNOWNS] / m[k][k];
    }
    return true;
}

/* Rows w = q + M z of (3), or as they are printed. */
static void system_rows(const double b[2], const double a[2][2], bool printed,
                        double w[UNKNOWNS][UNKNOWNS + 1]) {
    enum { C, D1, D2, L1, L2, Q };
    memset(w, 0, sizeof(double) * UNKNOWNS * (UNKNOWNS + 1));
    const double psi1[6] = {[L1] = a[0][0], [L2] = a[0][1], [Q] = b[0]};
    const double psi2[6] = {[L1] = a[1][0], [L2] = a[1][1], [Q] = b[1]};
    for (int k = 0; k < 6; k++) {
        w[C][k] = psi1[k] - psi2[k];
        w[D1][k] = psi1[k];
        w[D2][k] = psi2[k];
        w[L1][k] = psi1[k];
        w[L2][k] = printed ? psi2[k] : psi1[k];
    }
    w[C][C] += 1.0;
    w[D1][D1] += 1.0;
    w[D2][D2] += 1.0;
    w[L1][C] += 1.0, w[L1][D1] += 1.0;
    w[L2][C] += 1.0, w[L2][D2] += 1.0;
}

/* Returns the largest lambda_2 of all solutions without lambda_1, -1 when there is none; each is
 * also judged. */
static double max_on_the_last(tmTest *t, const double b[2], const double a[2][2], bool printed) {
    double w[UNKNOWNS][UNKNOWNS + 1], max = -1.0;
    system_rows(b, a, printed, w);
    for (int set = 0; set < 1 << UNKNOWNS; set++) {
        double m[UNKNOWNS][UNKNOWNS + 1], z[UNKNOWNS] = {0.0};
        memset(m, 0, sizeof m);
        for (int i = 0; i < UNKNOWNS; i++) {
            if (set >> i & 1) {
                memcpy(m[i], w[i], sizeof m[i]);
                m[i][UNKNOWNS] = -w[i][UNKNOWNS];
            } else {
                m[i][i] = 1.0;
            }
        }
        bool is_solution = solve(m, z);
        for (int i = 0; i < UNKNOWNS && is_solution; i++) {
            double value = w[i][UNKNOWNS];
            for (int j = 0; j < UNKNOWNS; j++) {
                value += w[i][j] * z[j];
            }
            is_solution = value > -1e-12 && z[i] > -1e-12;
        }
        const double psi[2] = {b[0] + a[0][0] * z[3] + a[0][1] * z[4],
                               b[1] + a[1][0] * z[3] + a[1][1] * z[4]};
        if (!is_solution || psi[0] + z[0] < -1e-12) {
            continue;
        }
        const double c[2] = {0.0, z[0]};
        max = z[3] < 1e-12 ? fmax(max, z[4]) : max;
        CHECK(printed || tmi_verify_literal(2, psi, c, z + 1, z + 3) < 1e-12);
        CHECK(printed || tmi_verify_reduced(2, psi, c, z + 3) < 1e-12);
    }
    return max;
}

/* Facets that face left and up; the particle falls onto the upper one, well behind the left one. */
TEST(as_printed_the_last_facet_could_carry_no_force) {
    const double b[2] = {-1.0, -0.8};
    const double a[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
    CHECK_NEAR(max_on_the_last(t, b, a, false), 0.8, 1e-12);
    CHECK(max_on_the_last(t, b, a, true) <= 0.0);
    /* That answer passes here, and fails the row as it is printed: d_2 + c_2 + psi_2 = 1. */
    const double psi[2] = {-1.0, 0.0}, c[2] = {0.0, 1.0}, d[2] = {1.0, 0.0}, lambda[2] = {0.0, 0.8};
    CHECK(tmi_verify_literal(2, psi, c, d, lambda) == 0.0);
    CHECK_NEAR(fmin(d[1] + c[1] + psi[1], lambda[1]), 0.8, 1e-15);
}

/* ---- Pairs --------------------------------------------------------------------------------- */

static tmiVerdict judge(const contactPiece *a, const contactPiece *b, const tmFrame *start_of_b,
                        const tmiVerifyForce *forces, int32_t count) {
    double work[8 * (2 * CONTACT_CORNERS + 5)];
    const tmiVerifyPiece first = {&a->piece, &a->frame, &a->frame};
    const tmiVerifyPiece second = {&b->piece, start_of_b, &b->frame};
    return tmi_verify_pair(&first, &second, forces, count, work);
}

TEST(separation_is_that_of_the_hull_of_differences) {
    uint64_t seed = 4;
    int apart = 0;
    for (int round = 0; round < 2000; round++) {
        contactPiece a, b;
        make_contact_random(&a, &seed, 1.0, 0.5, round % 2 == 0 ? 0.0 : 0.2);
        make_contact_random(&b, &seed, 0.7, 0.5, 0.0);
        put_contact_piece(&a, 0.3, -0.2, test_uniform(&seed, -3.0, 3.0));
        put_contact_piece(&b, test_uniform(&seed, -2.0, 2.0), test_uniform(&seed, -2.0, 2.0),
                          test_uniform(&seed, -3.0, 3.0));
        const tmiVerdict v = judge(&a, &b, &b.frame, NULL, 0);
        CHECK_NEAR(v.separation, contact_oracle(&a, &b), 1e-14);
        CHECK_NEAR(v.literal, fmax(-v.separation, 0.0), 1e-15);
        apart += v.separation >= 0.0;
    }
    CHECK(apart > 300 && apart < 1900);
}

TEST(a_box_at_rest_passes_and_every_corruption_of_it_fails) {
    contactPiece floor, box;
    make_contact_box(&floor, 4.0, 1.0, 0.0);
    make_contact_box(&box, 1.0, 1.0, 0.0);
    put_contact_piece(&box, 0.5, 1.0, 0.0);
    const tmFrame rest = box.frame;
    tmiVerifyForce forces[2] = {{false, 2, -1, 3.0, 0.01}, {false, 2, -1, 4.0, 0.01}};
    tmiVerdict v = judge(&floor, &box, &rest, forces, 2);
    CHECK(v.separation == 0.0 && v.literal == 0.0 && v.reduced == 0.0 && v.closed == 0.0);
    /* The lower facet of the box is as good: both are touched. */
    forces[1] = (tmiVerifyForce){false, -1, 0, 4.0, 0.01};
    v = judge(&floor, &box, &rest, forces, 2);
    CHECK(v.literal == 0.0 && v.reduced == 0.0);
    forces[1] = (tmiVerifyForce){false, -1, 1, 4.0, 0.01}; /* its side is not */
    v = judge(&floor, &box, &rest, forces, 2);
    CHECK_NEAR(v.literal, 0.04, 1e-15);
    CHECK_NEAR(v.reduced, 0.04, 1e-15);
    CHECK(v.closed > 0.9);
    forces[1] = (tmiVerifyForce){false, 2, -1, -4.0, 0.01}; /* it pulls: 3 - 4 */
    CHECK_NEAR(judge(&floor, &box, &rest, forces, 2).literal, 0.01, 1e-15);
    forces[1].impulse = 4.0;
    put_contact_piece(&box, 0.5, 0.999, 0.0); /* it has sunk in */
    v = judge(&floor, &box, &rest, forces, 2);
    CHECK_NEAR(v.separation, -0.001, 1e-15);
    CHECK_NEAR(v.literal, 0.001, 1e-15);
    CHECK_NEAR(v.reduced, 0.001, 1e-15);
    put_contact_piece(&box, 0.5, 1.001, 0.0); /* it hovers on its force */
    CHECK_NEAR(judge(&floor, &box, &rest, forces, 2).literal, 0.001, 1e-15);
    const tmFrame below = contact_frame(0.5, 0.99, 0.0); /* it was below the floor at the start */
    put_contact_piece(&box, 0.5, 1.0, 0.0);
    CHECK_NEAR(judge(&floor, &box, &below, forces, 2).closed, 0.01, 1e-15);
}

TEST(a_disc_at_a_corner_is_held_along_the_line_of_both) {
    contactPiece post, disc;
    make_contact_box(&post, 2.0, 1.0, 0.0);
    make_contact_disc(&disc, 0.5);
    put_contact_piece(&disc, 1.3, 0.9, 0.0);
    tmiVerifyForce force = {true, 2, 0, 1.0, 0.1};
    tmiVerdict v = judge(&post, &disc, &disc.frame, &force, 1);
    CHECK_NEAR(v.separation, 0.0, 1e-15);
    CHECK_NEAR(v.literal, 0.0, 1e-15);
    CHECK_NEAR(v.reduced, 0.0, 1e-15);
    force.a = 1; /* another corner, (0.3, 1.4) away, along which the first sticks out */
    const double away = sqrt(0.3 * 0.3 + 1.4 * 1.4);
    CHECK_NEAR(judge(&post, &disc, &disc.frame, &force, 1).literal, 0.5 + 1.4 / away - away, 1e-15);
    force = (tmiVerifyForce){false, 2, -1, 1.0, 0.1}; /* the facet that it is beside */
    CHECK_NEAR(judge(&post, &disc, &disc.frame, &force, 1).literal, 0.1, 1e-15);
}

/* What the engine's geometry calls points and gaps, the verifier sees in the same way. */
TEST(points_of_the_best_row_pass_once_they_touch) {
    uint64_t seed = 5;
    int corners = 0, touching = 0;
    for (int round = 0; round < 500; round++) {
        contactPiece a, b;
        tmiContactPoint p[2];
        int32_t row;
        make_contact_random(&a, &seed, 1.0, 0.5, round % 2 == 0 ? 0.0 : 0.3);
        make_contact_random(&b, &seed, 0.7, 0.5, 0.0);
        put_contact_piece(&a, 0.0, 0.0, test_uniform(&seed, -3.0, 3.0));
        put_contact_piece(&b, test_uniform(&seed, -2.0, 2.0), 2.0, test_uniform(&seed, -3.0, 3.0));
        const double gap = tmi_contact_separation(&a.placed, &b.placed, &row);
        tmi_contact_points(&a.placed, &b.placed, &a.placed, &b.placed, row, 0.0, INFINITY, p);
        if (fabs(p[0].gap - gap) > 1e-12) {
            continue; /* a clipped point: another row, further off until they touch */
        }
        const double angle = 2.0 * atan2(b.frame.rotation[3], b.frame.rotation[0]);
        put_contact_piece(&b, b.frame.position[0] - p[0].gap * p[0].normal[0],
                          b.frame.position[1] - p[0].gap * p[0].normal[1], angle);
        const tmiVerifyForce force = {
            .corners = p[0].kind == TMI_CONTACT_CORNERS,
            .a = p[0].kind == TMI_CONTACT_FACET_B ? -1 : p[0].a,
            .b = p[0].kind == TMI_CONTACT_FACET_A ? -1 : p[0].b,
            .impulse = 1.0,
            .yield = 1.0,
        };
        if (contact_oracle(&a, &b) > 1e-12) {
            continue; /* sharp ones may be apart along another row then */
        }
        touching++;
        corners += force.corners;
        CHECK(judge(&a, &b, &b.frame, &force, 1).literal < 1e-14);
    }
    CHECK(touching > 200 && corners > 20);
}

TEST_MAIN(CASE(right_answers_have_no_residual),
          CASE(an_answer_that_is_wrong_by_a_hundredth_has_such_a_residual),
          CASE(what_is_no_number_does_not_pass), CASE(the_smaller_system_has_the_same_solutions),
          CASE(as_printed_the_last_facet_could_carry_no_force),
          CASE(separation_is_that_of_the_hull_of_differences),
          CASE(a_box_at_rest_passes_and_every_corruption_of_it_fails),
          CASE(a_disc_at_a_corner_is_held_along_the_line_of_both),
          CASE(points_of_the_best_row_pass_once_they_touch))
