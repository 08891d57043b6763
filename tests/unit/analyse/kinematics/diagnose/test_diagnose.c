/* test_diagnose.c: the diagnosis of mechanisms whose freedoms and redundancies are known by
 * geometry: those of [ME] figures 13 and 14, singular and shaky ones, conflicts. The words that are
 * expected were written by hand. Every scene is also built in other units, turned and shifted, and
 * must give the same words except for its lengths. */
#include "scenes.h"

#include <ctype.h>
#include <string.h>

#define TEXT_MAX 2000

/* ---- Scenes -------------------------------------------------------------------------------- */

static void two_bars_in_line(scene *s) {
    tmBodyId one = scene_body(s, "I", 0, 0), two = scene_body(s, "II", 1, 0);
    scene_pin(s, "A", s->ground, one, 0, 0);
    scene_pin(s, "B", one, two, 1, 0);
    scene_pin(s, "C", two, s->ground, 3, 0);
}

/* A plate on three rods whose lines meet in (0, 0): it can turn about that point, for an instant.
 */
static void plate_on_three_rods(scene *s) {
    tmBodyId plate = scene_body(s, "plate", 0, 1);
    const double at[3][2] = {{-2, 3}, {1, 2}, {4, 1}};
    const char *const names[3] = {"P", "Q", "R"};
    for (int i = 0; i < 3; i++) {
        double x = at[i][0], y = at[i][1];
        scene_rod(s, names[i], scene_mark(s, s->ground, 3 * x, 3 * y, 0),
                  scene_mark(s, plate, x, y, 0), 2 * hypot(x, y));
    }
}

static void flat_parallelogram(scene *s) {
    tmBodyId one = scene_body(s, "I", 0, 0), two = scene_body(s, "II", 1, 0),
             three = scene_body(s, "III", 2, 0);
    scene_pin(s, "A", s->ground, one, 0, 0);
    scene_pin(s, "B", one, two, 1, 0);
    scene_pin(s, "C", two, three, 3, 0);
    scene_pin(s, "D", three, s->ground, 2, 0);
}

/* Two sliders on parallel rails and a rod between them: rod and sliders move as one. */
static void two_parallel_sliders(scene *s) {
    tmBodyId one = scene_body(s, "I", 0, 0), two = scene_body(s, "II", 1, 2),
             link = scene_body(s, "III", 0, 0);
    scene_join(s, "R", TM_JOINT_PRISMATIC, scene_mark(s, s->ground, 0, 0, 0),
               scene_mark(s, one, 0, 0, 0), 0);
    scene_join(s, "S", TM_JOINT_PRISMATIC, scene_mark(s, s->ground, 0, 2, 0),
               scene_mark(s, two, 1, 2, 0), 0);
    scene_pin(s, "A", one, link, 0, 0);
    scene_pin(s, "B", link, two, 1, 2);
}

/* A quadrilateral of rods between points, with both diagonals: the sixth length follows from the
 * other five ([ME] figure 5). Each body is a point, which also turns about itself. */
static void braced_quadrilateral(scene *s) {
    const double at[4][2] = {{0, 0}, {3, 0}, {4, 2}, {1, 3}};
    const char *const bodies[4] = {"K", "L", "M", "N"};
    const char *const names[6] = {"KL", "KM", "KN", "LM", "LN", "MN"};
    tmFeatureId points[4];
    for (int i = 0; i < 4; i++) {
        points[i] =
            scene_mark(s, scene_body(s, bodies[i], at[i][0], at[i][1]), at[i][0], at[i][1], 0);
    }
    for (int i = 0, k = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++, k++) {
            scene_rod(s, names[k], points[i], points[j],
                      hypot(at[j][0] - at[i][0], at[j][1] - at[i][1]));
        }
    }
}

/* Three points whose distances break the triangle's inequality, and apart from them three whose
 * distances fit but who start in a line. */
static void triangles(scene *s) {
    tmFeatureId a = scene_point(s, "a", 0, 0), b = scene_point(s, "b", 1, 0),
                c = scene_point(s, "c", 0.5, 0.6);
    scene_rod(s, "ab", a, b, 1);
    scene_rod(s, "bc", b, c, 1);
    scene_rod(s, "ca", c, a, 3);
    tmFeatureId d = scene_point(s, "d", 5, 0), e = scene_point(s, "e", 6, 0),
                f = scene_point(s, "f", 5.5, 0);
    scene_rod(s, "de", d, e, 2);
    scene_rod(s, "ef", e, f, 2);
    scene_rod(s, "fd", f, d, 3);
}

/* A crank with three demands for its angle, of which two agree. */
static void three_angles(scene *s) {
    tmBodyId crank = scene_body(s, "crank", 0, 0);
    tmFeatureId a = scene_mark(s, s->ground, 0, 0, 0), b = scene_mark(s, crank, 0, 0, 0.1);
    scene_mark(s, crank, 1, 0, 0);
    scene_join(s, "A", TM_JOINT_REVOLUTE, a, b, 0);
    scene_join(s, "p", TM_JOINT_ANGLE, a, b, 0.3);
    scene_join(s, "q", TM_JOINT_ANGLE, a, b, 0.7);
    scene_join(s, "r", TM_JOINT_ANGLE, a, b, 0.7);
}

/* ---- Checks -------------------------------------------------------------------------------- */

/* Takes out what depends on the unit: the number behind each 'open by' and 'best by'. */
static void strike_lengths(char *text) {
    char *to = text;
    for (const char *from = text; *from;) {
        bool length = to - text >= 3 && memcmp(to - 3, "by ", 3) == 0;
        if (length && (isdigit((unsigned char)*from) || *from == '.')) {
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* The scene, with angle inputs at these joints (by name: one letter each) held, reads so. */
static void check_words(tmTest *t, scene_fn *build, const char *held, const char *expected) {
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s = scene_open(t, build, frame);
        MUST(s.status);
        tmInput inputs[4];
        int count = 0;
        for (int i = 0; i < s.joint_count; i++) {
            tmJointDef def;
            MUST(tm_joint_get(s.m, s.joints[i], &def));
            if (strchr(held, def.name[0]) && held[0]) {
                inputs[count++] = linkage_angle(s.joints[i]);
            }
        }
        tmDiagnosis *d;
        MUST(scene_diagnose(&s, inputs, count, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        char text[TEXT_MAX];
        size_t need = tm_diagnosis_text(d, text, sizeof text);
        REQUIRE(need == strlen(text));
        strike_lengths(text);
        CHECK_TEXT(text, expected);
        test_run_defers(t, 0);
    }
}

/* ---- Mobility and redundancy --------------------------------------------------------------- */

TEST(four_bar_has_one_freedom_and_nothing_redundant) {
    check_words(t, scene_four_bar, "",
                "mobility 1 (Grübler 1): movable, and nothing is redundant\n"
                "free motion 1: I, II and III move; controlled by the angle at A\n");
    check_words(t, scene_four_bar, "A",
                "mobility 0 (Grübler 0): exactly constrained: nothing can move, and nothing is "
                "redundant\n");
}

/* The distance of B and C is held twice, by the coupler and by V. */
TEST(figure_13_moves_though_the_count_says_it_does_not) {
    check_words(t, scene_figure_13, "",
                "mobility 1 (Grübler 0): over-constrained but movable\n"
                "joint F is redundant in 1 of 2 equations: it follows from B, C and E\n"
                "free motion 1: I, II, III and V move; controlled by the angle at A\n");
    check_words(t, scene_figure_13, "A",
                "mobility 0 (Grübler -1): over-constrained and rigid\n"
                "joint F is redundant in 1 of 2 equations: it follows from B, C and E\n");
}

TEST(figure_14b_the_table_moves_though_the_count_says_it_does_not) {
    check_words(t, scene_figure_14b, "",
                "mobility 1 (Grübler 0): over-constrained but movable\n"
                "joint F is redundant in 1 of 2 equations: it follows from A, B, C, D and E\n"
                "free motion 1: I, II, III and top move; controlled by the angle at A\n");
}

TEST(figure_14a_has_an_idle_freedom) {
    check_words(t, scene_figure_14a, "",
                "mobility 1 (Grübler 1): movable, and nothing is redundant\n"
                "free motion 1, idle: only first and second move, as one; controlled by the angle "
                "at B\n");
    check_words(t, scene_figure_14a, "O",
                "mobility 1 (Grübler 0): over-constrained but movable\n"
                "input 1 (the angle at O) is redundant: it follows from O, A, C and B\n"
                "free motion 1, idle: only first and second move, as one; controlled by the angle "
                "at B\n");
    /* In line the crank can move too: two curves of poses cross here. */
    check_words(t, scene_figure_14a_in_line, "",
                "mobility 2 (Grübler 1): movable, and redundant only in this singular pose\n"
                "this pose is singular: of its 2 free motions only 1 can be made at a time\n"
                "joint B is redundant in 1 of 2 equations: it follows from O, A and C\n"
                "free motion 1: crank, first and second move; controlled by the angle at O\n"
                "free motion 2, idle: only first and second move, as one; controlled by the angle "
                "at B\n");
    check_words(t, scene_figure_14a_in_line, "O",
                "mobility 1 (Grübler 0): over-constrained but movable\n"
                "joint B is redundant in 1 of 2 equations: it follows from O, A and C\n"
                "free motion 1, idle: only first and second move, as one; controlled by the angle "
                "at B\n");
}

TEST(link_that_hangs_on_a_coupler_is_idle) {
    check_words(t, scene_hanging_link, "A",
                "mobility 1 (Grübler 1): movable, and nothing is redundant\n"
                "free motion 1, idle: only IV moves; controlled by the angle at E\n");
    check_words(t, scene_hanging_link, "AE",
                "mobility 0 (Grübler 0): exactly constrained: nothing can move, and nothing is "
                "redundant\n");
}

/* Both rails hold the direction of their sliders, but that the rod does not turn follows. */
TEST(sliders_on_parallel_rails_move_as_one) {
    check_words(t, two_parallel_sliders, "",
                "mobility 1 (Grübler 1): movable, and nothing is redundant\n"
                "free motion 1: I, II and III move; controlled by the displacement at R\n");
}

TEST(sixth_length_of_a_quadrilateral_follows_from_the_other_five) {
    scene s = scene_open(t, braced_quadrilateral, 3);
    tmDiagnosis *d;
    MUST(s.status);
    MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    const tmDiagnosisInfo *info = tm_diagnosis_info(d);
    /* The figure moves rigidly, and each of its four points turns about itself. */
    CHECK(info->mobility == 7 && info->gruebler == 6 && info->finite_mobility == 7);
    CHECK(info->verdict == TM_VERDICT_OVER_MOVABLE);
    REQUIRE(tm_diagnosis_redundancy_count(d) == 1);
    const tmRedundancy *r = tm_diagnosis_redundancy(d, 0);
    CHECK(r->constraint.joint.value == s.joints[5].value && r->constraint.input == -1);
    CHECK(r->equations == 1 && r->equation_count == 1 && r->from_count == 5);
    for (int i = 0; i < 5 && i < r->from_count; i++) {
        CHECK(r->from[i].joint.value == s.joints[i].value);
    }
}

/* ---- Instantaneous and lasting ------------------------------------------------------------- */

TEST(bars_in_line_move_for_an_instant_only) {
    check_words(t, two_bars_in_line, "",
                "mobility 1 (Grübler 0): movable only for an instant: rigid except in this "
                "singular pose\n"
                "joint C is redundant in 1 of 2 equations: it follows from A and B\n"
                "free motion 1: I and II move, for an instant; controlled by the angle at A\n");
}

TEST(plate_on_rods_that_meet_moves_for_an_instant_only) {
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s = scene_open(t, plate_on_three_rods, frame);
        tmDiagnosis *d;
        MUST(s.status);
        MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        CHECK(info->verdict == TM_VERDICT_SHAKY);
        CHECK(info->mobility == 1 && info->finite_mobility == 0 && info->gruebler == 0);
        REQUIRE(tm_diagnosis_motion_count(d) == 1);
        const tmFreeMotion *motion = tm_diagnosis_motion(d, 0);
        CHECK(!motion->lasts && motion->moved == 1);
        /* It turns about the point where the rods meet: the origin of the scene. */
        tmVelocity v = motion->bodies[1];
        tmPose p = tm_diagnosis_poses(d)[1];
        CHECK_NEAR((v.x - v.turn * (s.y - p.y)) / s.unit, 0.0, 1e-7);
        CHECK_NEAR((v.y + v.turn * (s.x - p.x)) / s.unit, 0.0, 1e-7);
        test_run_defers(t, 0);
    }
}

/* Flat, it can go on as a parallelogram or crossed: two motions that last, one at a time. With the
 * cranks' rates p and q the coupler keeps its length to second order when
 * 2 (p^2 - q^2) + (q - p)^2 = 0: q = p or q = -3 p. */
TEST(flat_parallelogram_has_two_ways_to_go_on) {
    check_words(t, flat_parallelogram, "",
                "mobility 2 (Grübler 1): movable, and redundant only in this singular pose\n"
                "this pose is singular: of its 2 free motions only 1 can be made at a time\n"
                "joint D is redundant in 1 of 2 equations: it follows from A, B and C\n"
                "free motion 1: I, II and III move; controlled by the angle at A\n"
                "free motion 2: I, II and III move; controlled by the angle at D\n");
    scene s = scene_open(t, flat_parallelogram, 0);
    tmDiagnosis *d;
    MUST(s.status);
    MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    bool same = false, crossed = false;
    for (int i = 0; i < tm_diagnosis_motion_count(d); i++) {
        const tmVelocity *v = tm_diagnosis_motion(d, i)->bodies;
        same |= fabs(v[3].turn / v[1].turn - 1.0) < 0.02;
        crossed |= fabs(v[3].turn / v[1].turn + 3.0) < 0.02;
    }
    CHECK(same && crossed);
}

/* ---- Conflicts ----------------------------------------------------------------------------- */

/* Where all give way alike, the sum of squares 2 (a - 1)^2 + (2 a - 3)^2 is least at a = 4/3. */
TEST(triangle_with_a_side_that_is_too_long_conflicts) {
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s = scene_open(t, triangles, frame);
        tmDiagnosis *d;
        MUST(s.status);
        MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        CHECK(info->verdict == TM_VERDICT_CONFLICTING && !info->assembled);
        CHECK_NEAR(info->min_gap / s.unit, 1.0 / 3.0, 1e-6);
        REQUIRE(tm_diagnosis_conflict_count(d) == 1);
        CHECK(tm_diagnosis_redundancy_count(d) == 0);
        const tmConflict *c = tm_diagnosis_conflict(d, 0);
        REQUIRE(c->count == 3);
        for (int i = 0; i < 3; i++) {
            CHECK(c->constraints[i].joint.value == s.joints[i].value);
        }
        CHECK_NEAR(c->gap / s.unit, 1.0 / 3.0, 1e-6);
        test_run_defers(t, 0);
    }
}

/* Two conflicts that have nothing to do with each other, and one redundancy beside them. */
static void two_conflicts(scene *s) {
    three_angles(s);
    tmFeatureId a = scene_point(s, "a", 10, 0), b = scene_point(s, "b", 11, 0),
                c = scene_point(s, "c", 10.5, 0.6);
    scene_rod(s, "ab", a, b, 1);
    scene_rod(s, "bc", b, c, 2);
    scene_rod(s, "ca", c, a, 4);
    tmFeatureId d = scene_point(s, "d", 0, 10), e = scene_point(s, "e", 1, 10);
    scene_rod(s, "de", d, e, 1);
    scene_rod(s, "ed", d, e, 1);
}

TEST(every_conflicting_set_is_named) {
    check_words(t, three_angles, "",
                "mobility 0 (Grübler -2): conflicting: the joints cannot all be closed\n"
                "open by ; at best by \n"
                "in conflict, open by : p and q\n"
                "in conflict, open by : p and r\n");
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s = scene_open(t, two_conflicts, frame);
        tmDiagnosis *d;
        MUST(s.status);
        MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        char text[TEXT_MAX];
        tm_diagnosis_text(d, text, sizeof text);
        strike_lengths(text);
        char *motions = strstr(text, "free motion 1");
        REQUIRE(motions != NULL);
        *motions = '\0';
        CHECK_TEXT(strchr(text, '\n') + 1, "open by ; at best by \n"
                                           "in conflict, open by : p and q\n"
                                           "in conflict, open by : p and r\n"
                                           "in conflict, open by : ab, bc and ca\n"
                                           "joint ed is redundant: it follows from de\n");
        test_run_defers(t, 0);
    }
}

/* Crank 1, coupler 2 and rocker 2 on a ground link of 4: a non-Grashof linkage that stretches flat
 * where the crank still has an angle to the ground. */
static void triple_rocker(scene *s) {
    double x, y;
    linkage_circles(cos(0.5), sin(0.5), 2, 4, 0, 2, 1, &x, &y);
    tmBodyId crank = scene_body(s, "crank", 0, 0), coupler = scene_body(s, "coupler", 1, 1);
    tmBodyId rocker = scene_body(s, "rocker", 4, 0);
    scene_pin(s, "A", s->ground, crank, 0, 0);
    scene_pin(s, "B", crank, coupler, cos(0.5), sin(0.5));
    scene_pin(s, "C", coupler, rocker, x, y);
    scene_pin(s, "D", rocker, s->ground, 4, 0);
}

TEST(input_value_out_of_reach_conflicts_with_all_joints_of_its_loop) {
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s = scene_open(t, triple_rocker, frame);
        MUST(s.status);
        const tmInput input = linkage_angle(s.joints[0]);
        double start;
        tmPlan *plan;
        MUST(linkage_plan(s.m, &input, 1, TM_PLAN_MIXED, &plan));
        DEFER(tm_plan_destroy, plan);
        MUST(tm_plan_values(plan, &start));
        /* The tip is 4.27 from D with the crank at 1.9, and 3.2 at 0.5: coupler and rocker reach 4.
         */
        const double values[] = {start + 0.2, start + 1.4};
        tmDiagnosis *good, *bad;
        MUST(scene_diagnose(&s, &input, 1, &values[0], &good));
        DEFER(tm_diagnosis_destroy, good);
        CHECK(tm_diagnosis_info(good)->verdict == TM_VERDICT_EXACT);
        CHECK(!tm_diagnosis_info(good)->assembled);
        CHECK_NEAR(tm_diagnosis_info(good)->min_gap / s.unit, 0.0, 1e-10);
        MUST(scene_diagnose(&s, &input, 1, &values[1], &bad));
        DEFER(tm_diagnosis_destroy, bad);
        CHECK(tm_diagnosis_info(bad)->verdict == TM_VERDICT_CONFLICTING);
        REQUIRE(tm_diagnosis_conflict_count(bad) == 1);
        const tmConflict *c = tm_diagnosis_conflict(bad, 0);
        REQUIRE(c->count == 5);
        CHECK(c->constraints[4].joint.value == s.joints[0].value && c->constraints[4].input == 0);
        for (int i = 0; i < 4; i++) {
            CHECK(c->constraints[i].joint.value == s.joints[i].value);
            CHECK(c->constraints[i].input == -1);
        }
        test_run_defers(t, 0);
    }
}

TEST(held_position_takes_two_equations) {
    scene s = scene_open(t, scene_four_bar, 0);
    MUST(s.status);
    tmFeatureId point_on = scene_mark(&s, tm_body_at(s.m, 2), 2, 4, 0);
    MUST(s.status);
    const tmInput input = linkage_position(point_on);
    tmDiagnosis *d;
    MUST(scene_diagnose(&s, &input, 1, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    const tmDiagnosisInfo *info = tm_diagnosis_info(d);
    CHECK(info->verdict == TM_VERDICT_OVER_RIGID);
    CHECK(info->mobility == 0 && info->gruebler == -1 && info->equations == 10);
    REQUIRE(tm_diagnosis_redundancy_count(d) == 1);
    const tmRedundancy *r = tm_diagnosis_redundancy(d, 0);
    CHECK(r->constraint.input == 0 && r->constraint.joint.value == 0);
    CHECK(r->equations == 1 && r->equation_count == 2 && r->from_count == 4);
}

TEST_MAIN(CASE(four_bar_has_one_freedom_and_nothing_redundant),
          CASE(figure_13_moves_though_the_count_says_it_does_not),
          CASE(figure_14b_the_table_moves_though_the_count_says_it_does_not),
          CASE(figure_14a_has_an_idle_freedom), CASE(link_that_hangs_on_a_coupler_is_idle),
          CASE(sliders_on_parallel_rails_move_as_one),
          CASE(sixth_length_of_a_quadrilateral_follows_from_the_other_five),
          CASE(bars_in_line_move_for_an_instant_only),
          CASE(plate_on_rods_that_meet_moves_for_an_instant_only),
          CASE(flat_parallelogram_has_two_ways_to_go_on),
          CASE(triangle_with_a_side_that_is_too_long_conflicts),
          CASE(every_conflicting_set_is_named),
          CASE(input_value_out_of_reach_conflicts_with_all_joints_of_its_loop),
          CASE(held_position_takes_two_equations))
