/* test_space_drag.c: points dragged in space, and what plans refuse. */
#include "frames.h"
#include "rig.h"

#include <math.h>
#include <string.h>

#define NO NAN
#define PI 3.141592653589793

static tmSpacePlan *plan_of(tmTest *t, const tmAssembly *a, const tmSpaceInput *inputs,
                            int32_t count) {
    tmSpacePlanDef def = tm_space_plan_def_default();
    def.inputs = inputs;
    def.input_count = count;
    tmSpacePlan *plan = NULL;
    if (a && CHECK_STATUS(tm_space_plan_create(a, &def, &plan), TM_OK)) {
        DEFER(tm_space_plan_destroy, plan);
    }
    return plan;
}

/* An arm of n links of length 1 with balls, from the origin along x. */
static Rig *make_arm(tmTest *t, int32_t links) {
    Rig *rig = rig_make(t, false, links, links);
    for (int32_t i = 1; i <= links; i++) {
        rig_body(rig, i - 1.0, 0, 0);
        rig_join(rig, "ball.and.socket", at(i, 0, 0, 0), at(i - 1, i == 1 ? 0 : 1, 0, 0), NO);
    }
    return rig;
}

TEST(a_free_body_follows_the_pointer_without_turning) {
    Rig *rig = rig_make(t, false, 1, 0);
    int32_t body = rig_body(rig, 1, 2, 3);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput drag = drag_of(at(body, 0, 0, 0));
    tmSpacePlan *plan = plan_of(t, a, &drag, 1);
    REQUIRE(plan != NULL);
    const double goal[3] = {4, -5, 6};
    tmSolveInfo info;
    MUST(tm_space_plan_move(plan, goal, &info));
    CHECK(info.outcome == TM_MOVE_DONE && info.miss < 1e-9);
    const tmFrame *frame = &tm_space_plan_frames(plan)[body];
    CHECK_NEAR(frame->position[2], 6.0, 1e-9);
    CHECK_NEAR(frame->rotation[0], 1.0, 1e-9);
}

TEST(an_arm_reaches_what_it_can_and_points_at_what_it_cannot) {
    Rig *rig = make_arm(t, 3);
    tmAssembly *a = rig_assemble(t, rig);
    tmPointOn hand = at(3, 1, 0, 0);
    const tmSpaceInput drag = drag_of(hand);
    tmSpacePlan *plan = plan_of(t, a, &drag, 1);
    REQUIRE(plan != NULL);
    uint64_t seed = 8;
    for (int round = 0; round < 40; round++) {
        double d[3], p[3], goal[3], reach = round % 2 ? test_uniform(&seed, 0.5, 2.8) : 5.0;
        random_direction(&seed, false, d);
        for (int i = 0; i < 3; i++) {
            goal[i] = reach * d[i];
        }
        tmSolveInfo info;
        MUST(tm_space_plan_move(plan, goal, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(info.miss, reach > 3.0 ? reach - 3.0 : 0.0, 1e-7);
        rig_point(tm_space_plan_frames(plan), hand, p);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(p[i], reach > 3.0 ? 3.0 * d[i] : goal[i], reach > 3.0 ? 1e-3 : 1e-9);
        }
    }
}

/* A flat four-bar of pins in space: redundant, one freedom. The dragged point of the coupler must
 * end where no small turn of the crank brings it nearer. */
TEST(a_dragged_coupler_ends_at_the_nearest_point_of_its_path) {
    Rig *rig = rig_make(t, false, 3, 4);
    int32_t crank = rig_body(rig, 0, 0, 0), coupler = rig_body(rig, 1, 0, 0);
    int32_t rocker = rig_body(rig, 4, 0, 0);
    rig_join(rig, "pin", axis(crank, 0, 0, 0, 0, 0, 1), axis(0, 0, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(coupler, 0, 0, 0, 0, 0, 1), axis(crank, 1, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(rocker, 0, 0, 0, 0, 0, 1), axis(0, 4, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(coupler, 3.5, 0, 0, 0, 0, 1), axis(rocker, 0, 2.5, 0, 0, 0, 1), NO);
    tmAssembly *a = rig_assemble(t, rig);
    tmPointOn point = at(coupler, 1.5, 1, 0.5);
    const tmSpaceInput drag = drag_of(point), turn = coordinate_of(0, 0);
    tmSpacePlan *plan = plan_of(t, a, &drag, 1), *driven = plan_of(t, a, &turn, 1);
    REQUIRE(plan != NULL && driven != NULL);
    for (int i = 0; i < 60; i++) {
        const double goal[3] = {1.5 + 2.0 * cos(0.1 * i), 1.0 + 2.0 * sin(0.1 * i), 1.5};
        double p[3], angle, miss, near[3];
        tmSolveInfo info;
        MUST(tm_space_plan_move(plan, goal, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        rig_point(tm_space_plan_frames(plan), point, p);
        CHECK_NEAR(p[2], 0.5, 1e-9);
        miss = hypot(hypot(p[0] - goal[0], p[1] - goal[1]), 1.0);
        CHECK_NEAR(info.miss, miss, 1e-9);
        MUST(tm_space_plan_coordinate(plan, 0, 0, &angle));
        for (int k = 0; k < 3; k++) { /* the same pose, and a little to both sides, by the crank */
            double value = angle + (k - 1) * 1e-3;
            MUST(tm_space_plan_move(driven, &value, &info));
            REQUIRE(info.outcome == TM_MOVE_DONE);
            double q[3];
            rig_point(tm_space_plan_frames(driven), point, q);
            near[k] = hypot(hypot(q[0] - goal[0], q[1] - goal[1]), 1.0);
        }
        CHECK_NEAR(near[1], miss, 1e-7);
        CHECK(near[0] > near[1] - 1e-9 && near[2] > near[1] - 1e-9);
    }
}

TEST(an_input_holds_while_another_point_is_dragged) {
    Rig *rig = make_arm(t, 4);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput inputs[2] = {
        drag_of(at(4, 1, 0, 0)),
        {.kind = TM_SPACE_POSITION, .point = at(2, 1, 0, 0), .axis = {0, 0, 1}}};
    tmSpacePlan *plan = plan_of(t, a, inputs, 2);
    REQUIRE(plan != NULL);
    CHECK(tm_space_plan_value_count(plan) == 4);
    const double goal[4] = {1.0, 1.5, 0.5, 0.8};
    tmSolveInfo info;
    MUST(tm_space_plan_move(plan, goal, &info));
    CHECK(info.outcome == TM_MOVE_DONE && info.miss < 1e-9);
    double values[4];
    MUST(tm_space_plan_values(plan, values));
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(values[i], goal[i], 1e-9);
    }
}

/* A link of 1 m, pinned far from the world's origin or dragged by a point far out on it: neither
 * makes the mechanism larger, by whose size its gaps are measured. The point ends on the circle
 * about the pin, where the line to the goal meets it. */
TEST(far_places_do_not_let_joints_be_open_further) {
    static const double cases[][3] = {{-100, 50, 1}, {3e3, 1e3, 1}, {0, 0, 100}, {0, 0, 1e4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *pin = cases[i], far = cases[i][2];
        Rig *rig = rig_make(t, true, 1, 2);
        int32_t link = rig_body(rig, pin[0], pin[1], 0);
        int32_t joint = rig_join(rig, "pin", at(link, 0, 0, 0), at(0, pin[0], pin[1], 0), NO);
        rig_join(rig, "spring", at(link, 1, 0, 0), at(0, pin[0] + 1, pin[1], 0), 1.0);
        tmAssembly *a = rig_assemble(t, rig);
        const tmSpaceInput drag = drag_of(at(link, far, 0, 0));
        tmSpacePlan *plan = plan_of(t, a, &drag, 1);
        REQUIRE(plan != NULL);
        CHECK_NEAR(tm_assembly_info(a)->size, 1.0, 1e-12);
        for (int k = 1; k <= 5; k++) {
            double u[2] = {cos(0.5 * k), sin(0.5 * k)}, p[3], gap = INFINITY;
            const double goal[2] = {pin[0] + 1.5 * far * u[0], pin[1] + 1.5 * far * u[1]};
            tmSolveInfo info = {0};
            MUST(tm_space_plan_move(plan, goal, &info));
            MUST(tm_space_plan_gap(plan, joint, &gap));
            CHECK(info.outcome == TM_MOVE_DONE);
            CHECK(gap <= 1e-11 + 2e-14 * (fabs(pin[0]) + far));
            rig_point(tm_space_plan_frames(plan), drag.point, p);
            CHECK_NEAR(p[0], pin[0] + far * u[0], 1e-6 * far);
            CHECK_NEAR(p[1], pin[1] + far * u[1], 1e-6 * far);
        }
        test_run_defers(t, 0);
    }
}

TEST(a_chain_of_a_thousand_links_is_dragged) {
    Rig *rig = make_arm(t, 1000);
    tmAssembly *a = rig_assemble(t, rig);
    tmPointOn hand = at(1000, 1, 0, 0);
    const tmSpaceInput drag = drag_of(hand);
    tmSpacePlan *plan = plan_of(t, a, &drag, 1);
    REQUIRE(plan != NULL);
    for (int i = 1; i <= 5; i++) {
        const double goal[3] = {1000.0 - 3.0 * i, 8.0 * i, 2.0 * i};
        tmSolveInfo info;
        MUST(tm_space_plan_move(plan, goal, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(info.miss, 0.0, 1e-6);
    }
}

TEST(a_move_allocates_nothing) {
    Rig *rig = make_arm(t, 30);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput inputs[2] = {
        drag_of(at(30, 1, 0, 0)),
        {.kind = TM_SPACE_ANGLE, .point = at(2, 0, 0, 0), .axis = {0, 0, 1}}};
    tmSpacePlan *plan = plan_of(t, a, inputs, 2);
    REQUIRE(plan != NULL);
    int64_t before = t->allocations;
    const double goal[4] = {20.0, 3.0, 5.0, 0.7};
    MUST(tm_space_plan_move(plan, goal, NULL));
    tm_space_plan_reset(plan);
    CHECK(t->allocations == before);
    CHECK(memcmp(tm_space_plan_frames(plan), tm_assembly_frames(a), 31 * sizeof(tmFrame)) == 0);
}

TEST(the_same_moves_give_the_same_bits) {
    tmFrame kept[9];
    for (int round = 0; round < 2; round++) {
        Rig *rig = make_arm(t, 8);
        tmAssembly *a = rig_assemble(t, rig);
        const tmSpaceInput drag = drag_of(at(8, 1, 0, 0));
        tmSpacePlan *plan = plan_of(t, a, &drag, 1);
        REQUIRE(plan != NULL);
        for (int i = 0; i < 10; i++) {
            const double goal[3] = {7.0 - 0.3 * i, 0.4 * i, 0.1 * i};
            MUST(tm_space_plan_move(plan, goal, NULL));
        }
        if (round == 0) {
            memcpy(kept, tm_space_plan_frames(plan), sizeof kept);
        } else {
            CHECK(memcmp(kept, tm_space_plan_frames(plan), sizeof kept) == 0);
        }
    }
}

TEST(a_plan_of_parts_in_conflict_moves_nothing) {
    Rig *rig = rig_make(t, false, 1, 2);
    int32_t bar = rig_body(rig, 0, 0, 0);
    rig_join(rig, "ball.and.socket", at(bar, 0, 0, 0), at(0, 0, 0, 0), NO);
    rig_join(rig, "ball.and.socket", at(bar, 1, 0, 0), at(0, 5, 0, 0), NO);
    tmAssembly *a;
    MUST(tmi_assemble(&t->allocator, &rig->space, NULL, &a));
    DEFER(tm_assembly_destroy, a);
    CHECK(tm_assembly_info(a)->outcome == TM_ASSEMBLY_CONFLICT);
    const tmSpaceInput drag = drag_of(at(bar, 0.5, 0, 0));
    tmSpacePlan *plan = plan_of(t, a, &drag, 1);
    REQUIRE(plan != NULL);
    const double goal[3] = {1, 1, 1};
    tmSolveInfo info;
    MUST(tm_space_plan_move(plan, goal, &info));
    CHECK(info.outcome == TM_MOVE_INCONSISTENT && info.residual > 1.0);
    CHECK(memcmp(tm_space_plan_frames(plan), tm_assembly_frames(a), 2 * sizeof(tmFrame)) == 0);
}

TEST(bad_input_is_refused) {
    Rig *rig = rig_make(t, true, 1, 1);
    int32_t bar = rig_body(rig, 0, 0, 0);
    rig_join(rig, "pin", at(bar, 0, 0, 0), at(0, 0, 0, 0), NO);
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    tmSpacePlan *plan;
    tmSpacePlanDef def = {0};
    CHECK_STATUS(tm_space_plan_create(a, &def, &plan), TM_ERR_DEF);
    def = tm_space_plan_def_default();
    CHECK_STATUS(tm_space_plan_create(NULL, &def, &plan), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_space_plan_create(a, NULL, &plan), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_space_plan_create(a, &def, NULL), TM_ERR_ARGUMENT);
    const tmSpaceInput wrong[] = {
        coordinate_of(0, 1),
        coordinate_of(1, 0),
        coordinate_of(-1, 0),
        drag_of(at(0, 0, 0, 0)),
        drag_of(at(2, 0, 0, 0)),
        {.kind = TM_SPACE_ANGLE, .point = at(bar, 0, 0, 0), .axis = {0, 0, 0}},
        {.kind = TM_SPACE_ANGLE, .point = at(bar, 0, 0, 0), .axis = {1, 0, 1}},
        {.kind = TM_SPACE_POSITION, .point = at(bar, 0, 0, 0), .axis = {0, 0, 1}}};
    def.input_count = 1;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        def.inputs = &wrong[i];
        CHECK_STATUS(tm_space_plan_create(a, &def, &plan), TM_ERR_ARGUMENT);
        CHECK(plan == NULL);
    }
    const tmSpaceInput far = drag_of(at(bar, INFINITY, 0, 0)), turn = coordinate_of(0, 0);
    def.inputs = &far;
    CHECK_STATUS(tm_space_plan_create(a, &def, &plan), TM_ERR_NOT_FINITE);
    plan = plan_of(t, a, &turn, 1);
    REQUIRE(plan != NULL);
    const double nan = NAN;
    double value = 7.0;
    tmSolveInfo info = {.iterations = 77};
    CHECK_STATUS(tm_space_plan_move(plan, &nan, &info), TM_ERR_NOT_FINITE);
    CHECK(info.iterations == 77);
    CHECK_STATUS(tm_space_plan_move(NULL, &nan, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_space_plan_move(plan, NULL, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_space_plan_coordinate(plan, 0, 1, &value), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_space_plan_gap(plan, 3, &value), TM_ERR_ARGUMENT);
    CHECK(value == 7.0);
    CHECK(tm_space_plan_frames(NULL) == NULL && tm_space_plan_value_count(NULL) == 0);
    tm_space_plan_reset(NULL);
    tm_space_plan_destroy(NULL);
}

TEST_MAIN(CASE(a_free_body_follows_the_pointer_without_turning),
          CASE(an_arm_reaches_what_it_can_and_points_at_what_it_cannot),
          CASE(a_dragged_coupler_ends_at_the_nearest_point_of_its_path),
          CASE(an_input_holds_while_another_point_is_dragged),
          CASE(far_places_do_not_let_joints_be_open_further),
          CASE(a_chain_of_a_thousand_links_is_dragged), CASE(a_move_allocates_nothing),
          CASE(the_same_moves_give_the_same_bits), CASE(a_plan_of_parts_in_conflict_moves_nothing),
          CASE(bad_input_is_refused))
