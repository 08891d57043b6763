/* test_space_mobility.c: how mechanisms in space can move, and what in them is redundant. */
#include "frames.h"
#include "rig.h"

#include <math.h>

#define NO NAN

static tmMobility *mobility_of(tmTest *t, const Rig *rig, tmAssembly **assembly) {
    tmAssembly *a = rig_assemble(t, rig);
    tmMobility *m = NULL;
    if (a && CHECK_STATUS(tm_mobility_create(a, NULL, NULL, &m), TM_OK)) {
        DEFER(tm_mobility_destroy, m);
    }
    if (assembly) {
        *assembly = a;
    }
    return m;
}

/* Every motion keeps every joint closed to first order, and no motion is zero. */
static void check_motions(tmTest *t, const Rig *rig, const tmAssembly *a, const tmMobility *m) {
    const tmFrame *frames = tm_assembly_frames(a);
    for (int32_t k = 0; k < tm_mobility_motion_count(m); k++) {
        const tmTwist *motion = tm_mobility_motion(m, k);
        double max = 0.0, fastest = 0.0;
        for (int32_t j = 0; j < rig->space.joint_count; j++) {
            int32_t count;
            const tmRow *rows = tm_assembly_rows(a, j, &count);
            const tmFrame own[2] = {frames[rig->bodies[j][0]], frames[rig->bodies[j][1]]};
            for (int32_t r = 0; r < count; r++) {
                tmRowAt at;
                double rate = 0.0;
                tm_row_at(&rows[r], own, NULL, NULL, &at);
                for (int b = 0; b < 2; b++) {
                    const tmTwist *twist = &motion[rig->bodies[j][b]];
                    for (int i = 0; i < 3; i++) {
                        rate += at.gradient[b].linear[i] * twist->linear[i] +
                                at.gradient[b].angular[i] * twist->angular[i];
                    }
                }
                max = fabs(rate) > max ? fabs(rate) : max;
            }
        }
        for (int32_t b = 0; b < rig->space.body_count; b++) {
            for (int i = 0; i < 3; i++) {
                fastest =
                    fmax(fastest, fmax(fabs(motion[b].linear[i]), fabs(motion[b].angular[i])));
            }
        }
        CHECK_NEAR(max, 0.0, 1e-8);
        CHECK(fastest > 0.1);
    }
}

static void check_counts(tmTest *t, const tmMobility *m, int32_t mobility, int32_t count) {
    CHECK(tm_mobility_info(m)->mobility == mobility);
    CHECK(tm_mobility_info(m)->count == count);
    CHECK(tm_mobility_motion_count(m) == mobility);
    CHECK(tm_mobility_info(m)->motions_all && tm_mobility_info(m)->sharing_all);
    int32_t redundant = 0;
    for (int32_t i = 0; i < tm_mobility_redundancy_count(m); i++) {
        redundant += tm_mobility_redundancy(m, i)->equations;
    }
    CHECK(redundant == mobility - count);
}

TEST(a_free_body_has_six_motions_and_a_planar_one_three) {
    for (int planar = 0; planar < 2; planar++) {
        Rig *rig = rig_make(t, planar, 1, 0);
        rig_body(rig, 1, 2, 0);
        tmMobility *m = mobility_of(t, rig, NULL);
        REQUIRE(m != NULL);
        check_counts(t, m, planar ? 3 : 6, planar ? 3 : 6);
    }
}

TEST(motions_past_the_most_that_are_asked_for_are_only_counted) {
    Rig *rig = rig_make(t, false, 1, 0);
    tmMobilityDef def = tm_mobility_def_default();
    tmMobility *m;
    rig_body(rig, 1, 2, 0);
    tmAssembly *assembly = rig_assemble(t, rig);
    REQUIRE(assembly != NULL);
    CHECK(def.max_motions == 64);
    for (def.max_motions = 0; def.max_motions <= 6; def.max_motions += 2) {
        MUST(tm_mobility_create(assembly, NULL, &def, &m));
        CHECK(tm_mobility_info(m)->mobility == 6);
        CHECK(tm_mobility_motion_count(m) == def.max_motions);
        CHECK(tm_mobility_info(m)->motions_all == (def.max_motions == 6));
        tm_mobility_destroy(m);
    }
}

TEST(each_hinge_leaves_the_freedoms_of_its_kind) {
    static const struct {
        const char *hinge;
        bool axes;
        int32_t freedom;
    } kinds[] = {{"pin", true, 1},       {"ball.and.socket", false, 3},
                 {"slider", true, 1},    {"cylindrical", true, 2},
                 {"universal", true, 2}, {"planar", true, 3},
                 {"rigid", false, 0},    {"rod", false, 5}};
    for (int i = 0; i < 8; i++) {
        Rig *rig = rig_make(t, false, 1, 1);
        int32_t body = rig_body(rig, 1, 2, 3);
        tmPointOn own = axis(body, 0.3, 0.2, 0.1, 1, 2, 3), base = axis(0, 1, 1, 1, 3, -1, 1);
        own.is_axis = base.is_axis = kinds[i].axes;
        rig_join(rig, kinds[i].hinge, own, base, kinds[i].hinge[1] == 'o' ? 2.0 : NO);
        tmAssembly *a;
        tmMobility *m = mobility_of(t, rig, &a);
        REQUIRE(m != NULL);
        check_counts(t, m, kinds[i].freedom, kinds[i].freedom);
        check_motions(t, rig, a, m);
    }
}

/* Four pins about z: 3 bodies, 20 equations; 3 of them say again that nothing leaves the plane. */
TEST(a_flat_four_bar_in_space_has_three_equations_too_many) {
    Rig *rig = rig_make(t, false, 4, 5);
    int32_t a = rig_body(rig, 0, 0, 0), b = rig_body(rig, 0, 1, 0), c = rig_body(rig, 3, 0, 0);
    int32_t tail = rig_body(rig, 1, 1, 0);
    rig_join(rig, "pin", axis(a, 0, 0, 0, 0, 0, 1), axis(0, 0, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(b, 0, 0, 0, 0, 0, 1), axis(a, 0, 1, 0, 0, 0, 1), NO);
    rig_join(rig, "ball.and.socket", at(tail, 0, 0, 0), at(b, 1, 1, 0), NO);
    rig_join(rig, "pin", axis(c, 0, 0, 0, 0, 0, 1), axis(0, 3, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(b, 3, 0.5, 0, 0, 0, 1), axis(c, 0, 1.5, 0, 0, 0, 1), NO);
    tmAssembly *assembly;
    tmMobility *m = mobility_of(t, rig, &assembly);
    REQUIRE(m != NULL);
    check_counts(t, m, 1 + 3, -2 + 3); /* and what hangs on a ball */
    check_motions(t, rig, assembly, m);
    REQUIRE(tm_mobility_redundancy_count(m) == 1);
    const tmSharedRedundancy *r = tm_mobility_redundancy(m, 0);
    REQUIRE(r->joint_count == 4);
    const int32_t pins[4] = {0, 1, 3, 4};
    for (int i = 0; i < 4; i++) {
        CHECK(r->joints[i].joint == pins[i]);
        CHECK(r->joints[i].equations == 3 && r->joints[i].equation_count == 5);
    }
}

/* A door on two hinges on one line: the second pin is redundant as a whole; a rod that is one too
 * many beside it is a redundancy of its own. */
TEST(what_repeats_apart_is_told_apart) {
    Rig *rig = rig_make(t, false, 2, 5);
    int32_t door = rig_body(rig, 0, 0, 0), plate = rig_body(rig, 0, 0, 5);
    rig_join(rig, "pin", axis(door, 0, 0, 0, 0, 0, 1), axis(0, 0, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(door, 0, 0, 2, 0, 0, 1), axis(0, 0, 0, 2, 0, 0, 1), NO);
    rig_join(rig, "rigid", at(plate, 0, 0, 0), at(0, 0, 0, 5), NO);
    rig_join(rig, "rod", at(plate, 1, 0, 0), at(0, 1, 2, 5), 2.0);
    tmMobility *m = mobility_of(t, rig, NULL);
    REQUIRE(m != NULL);
    check_counts(t, m, 1, -5);
    REQUIRE(tm_mobility_redundancy_count(m) == 2);
    const tmSharedRedundancy *a = tm_mobility_redundancy(m, 0), *b = tm_mobility_redundancy(m, 1);
    if (a->equations == 1) {
        const tmSharedRedundancy *kept = a;
        a = b;
        b = kept;
    }
    CHECK(a->equations == 5 && a->joint_count == 2);
    CHECK(a->joints[0].joint == 0 && a->joints[0].equations == 5);
    CHECK(b->equations == 1 && b->joint_count == 2);
    CHECK(b->joints[0].joint == 2 && b->joints[0].equations == 1);
    CHECK(b->joints[1].joint == 3 && b->joints[1].equations == 1);
}

/* A chain of pins with axes that point everywhere: each pin is a motion. */
TEST(motions_of_a_tree_are_those_of_its_joints) {
    uint64_t seed = 4;
    enum { LINKS = 50 };
    Rig *rig = rig_make(t, false, LINKS, LINKS);
    for (int32_t i = 1; i <= LINKS; i++) {
        double d[3], e[3];
        random_direction(&seed, false, d);
        random_direction(&seed, false, e);
        rig_body(rig, 0, 0, 0);
        rig_join(rig, "pin", axis(i, 1, 0, 0, d[0], d[1], d[2]),
                 axis(test_between(&seed, 0, i - 1), 0, 1, 0, e[0], e[1], e[2]), NO);
    }
    tmAssembly *a;
    tmMobility *m = mobility_of(t, rig, &a);
    REQUIRE(m != NULL);
    check_counts(t, m, LINKS, LINKS);
    check_motions(t, rig, a, m);
    for (int32_t k = 0; k < LINKS; k++) { /* in each, one joint moves: its bodies move apart */
        int moving = 0;
        const tmTwist *motion = tm_mobility_motion(m, k);
        for (int32_t j = 0; j < LINKS; j++) {
            double apart = 0.0;
            for (int i = 0; i < 3; i++) {
                apart += fabs(motion[rig->bodies[j][0]].angular[i] -
                              motion[rig->bodies[j][1]].angular[i]);
            }
            moving += apart > 1e-9 ? 1 : 0;
        }
        CHECK(moving == 1);
    }
}

/* A closed chain of n balls has 3 n (balls) - 3 n equations … 6 (n - 1) - 3 n = 3 n - 6 freedoms.
 */
TEST(a_long_closed_chain_takes_the_sparse_way) {
    enum { LINKS = 400 };
    Rig *rig = rig_make(t, false, LINKS, LINKS + 1);
    for (int32_t i = 1; i <= LINKS; i++) {
        double angle = 0.01 * i;
        rig_body(rig, cos(angle), sin(angle), 0.1 * sin(7.0 * angle));
        rig_join(rig, "ball.and.socket", at(i, 0, 0, 0), at(i - 1, i == 1 ? 0 : 1, 0, 0), NO);
    }
    rig_join(rig, "ball.and.socket", at(LINKS, 1, 0, 0), at(0, 100, 100, 100), NO);
    tmAssembly *a;
    tmMobility *m = mobility_of(t, rig, &a);
    REQUIRE(m != NULL);
    CHECK(tm_mobility_info(m)->mobility == 6 * LINKS - 3 * (LINKS + 1));
    CHECK(tm_mobility_motion_count(m) > 0 && !tm_mobility_info(m)->motions_all);
    check_motions(t, rig, a, m);
}

/* A slider holds the turn and y; a line through the same point of the body, turned by 1/1000, goes
 * through a point that is 50 m away, and so holds x. */
TEST(rows_that_act_far_from_a_body_are_told_apart) {
    Rig *rig = rig_make(t, true, 1, 2);
    int32_t body = rig_body(rig, 0, 0, 0);
    rig_join(rig, "slider", axis(0, -49, 0, 0, 1, 0, 0), axis(body, 0, 0, 0, 1, 0, 0), NO);
    rig_join(rig, "point_on_line", at(0, -50, -0.05, 0), axis(body, 0, 0, 0, 1, 1e-3, 0), NO);
    tmAssembly *a;
    tmMobility *m = mobility_of(t, rig, &a);
    REQUIRE(m != NULL);
    CHECK(tm_assembly_info(a)->outcome == TM_ASSEMBLY_CLOSED);
    check_counts(t, m, 0, 0);
}

TEST(bad_input_is_refused) {
    Rig *rig = rig_make(t, false, 1, 0);
    rig_body(rig, 0, 0, 0);
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    tmMobility *m;
    tmMobilityDef def = {0};
    CHECK_STATUS(tm_mobility_create(a, NULL, &def, &m), TM_ERR_DEF);
    CHECK(m == NULL);
    CHECK_STATUS(tm_mobility_create(NULL, NULL, NULL, &m), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_mobility_create(a, NULL, NULL, NULL), TM_ERR_ARGUMENT);
    tmFrame frames[2] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{NAN, 0, 0}, {1, 0, 0, 0}}};
    CHECK_STATUS(tm_mobility_create(a, frames, NULL, &m), TM_ERR_NOT_FINITE);
    CHECK(tm_mobility_info(NULL) == NULL && tm_mobility_motion(NULL, 0) == NULL);
    CHECK(tm_mobility_redundancy(NULL, 0) == NULL);
    tm_mobility_destroy(NULL);
}

TEST_MAIN(CASE(a_free_body_has_six_motions_and_a_planar_one_three),
          CASE(motions_past_the_most_that_are_asked_for_are_only_counted),
          CASE(each_hinge_leaves_the_freedoms_of_its_kind),
          CASE(a_flat_four_bar_in_space_has_three_equations_too_many),
          CASE(what_repeats_apart_is_told_apart), CASE(motions_of_a_tree_are_those_of_its_joints),
          CASE(a_long_closed_chain_takes_the_sparse_way),
          CASE(rows_that_act_far_from_a_body_are_told_apart), CASE(bad_input_is_refused))
