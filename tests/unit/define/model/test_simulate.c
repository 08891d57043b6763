/* test_simulate.c: what `simulate` of a text asks for. Expected is what the texts say, and what
 * docs/language.md says of what they leave out. */
#include "models.h"

#include <math.h>
#include <string.h>

#define ARM                                                                                        \
    "primitive arm begin\n"                                                                        \
    "  geometry: bar(300mm, 30mm, 10mm) where begin hip: (-150mm, 0); hand: (150mm, 0); end;\n"    \
    "  dynamics: ;\n"                                                                              \
    "end\n"

#define ROBOT                                                                                      \
    ARM "composite limb begin\n"                                                                   \
        "  input push = 1N in -5N .. 5N;\n"                                                        \
        "  components upper, lower: arm;\n"                                                        \
        "  structure join lower to upper with pin matching (hip hand) as elbow;\n"                 \
        "  control: begin torque of elbow = 2N*m; force at lower.hand = (push, 0); end;\n"         \
        "end\n"                                                                                    \
        "primitive cart begin\n"                                                                   \
        "  geometry: none where begin top: (0, 10cm); end;\n"                                      \
        "  control: acceleration = steer;\n"                                                       \
        "end\n"                                                                                    \
        "world robot begin\n"                                                                      \
        "  input target = 90deg;\n"                                                                \
        "  components left, right: limb; cart: cart;\n"                                            \
        "  structure begin\n"                                                                      \
        "    join left to cart with pin matching (upper.hip top) as shoulder;\n"                   \
        "    join right to world with slider matching (upper.x_axis x_axis) as rail;\n"            \
        "  end\n"                                                                                  \
        "  properties: (gravity, planar);\n"                                                       \
        "  control: begin every: 10ms; angle of shoulder = target; velocity of rail = 1m/s; "      \
        "end;\n"                                                                                   \
        "end\n"

TEST(times_words_and_numbers_are_those_of_the_text) {
    const tmModel *model = fine_model_of(t, ROBOT "simulate robot begin\n"
                                                  "  time: (2ms, 5s); method: classic;\n"
                                                  "  integrator: rk4; tolerance: 1e-6;\n"
                                                  "  record: 10ms; stop: time > 3s;\n"
                                                  "  trace: left.lower.hand, cart.top;\n"
                                                  "  report: csv, energy;\n"
                                                  "end\n");
    tmPointOn point;
    REQUIRE(model);
    tmSimulateInfo info = tm_model_simulate(model);
    CHECK(info.is_simulation && info.has_stop);
    CHECK(info.step == 0.002 && info.duration == 5.0 && info.record == 0.01);
    CHECK(info.method == TM_METHOD_CLASSIC && info.integrator == TM_INTEGRATOR_RK4);
    CHECK(info.tolerance == 1e-6);
    CHECK(info.reports == (1u << TM_REPORT_csv | 1u << TM_REPORT_energy));
    CHECK(info.monitor_count == 0 && info.value_count == 0 && info.trace_count == 2);
    MUST(tm_model_trace(model, 0, &point));
    CHECK(point.body == 2 && point.point[0] == 0.15);
    MUST(tm_model_trace(model, 1, &point));
    CHECK(point.body == 5 && point.point[1] == 0.1);
    CHECK_STATUS(tm_model_trace(model, 2, &point), TM_ERR_ARGUMENT);
    CHECK(tm_model_animate(model).trace_count == 0);
}

TEST(what_is_left_out_has_its_default) {
    const tmModel *model = fine_model_of(t, ROBOT "simulate robot begin time: (2ms, 5s); end\n");
    REQUIRE(model);
    tmSimulateInfo info = tm_model_simulate(model);
    CHECK(info.is_simulation && !info.has_stop && info.reports == 0 && info.trace_count == 0);
    CHECK(info.method == TM_METHOD_EVENTS && info.tolerance == 1e-8 && info.record == 0.002);
    CHECK(info.integrator == TM_INTEGRATOR_AUTO);
}

#define BALLS                                                                                      \
    "primitive ball begin geometry: sphere(1m); interference: ; dynamics: ; end\n"                 \
    "world w begin components a, b: ball;\n"                                                       \
    "  structure begin place a by center at (0, 0); place b by center at (3m, 0); end\n"

TEST(worlds_whose_bodies_may_touch_go_by_steps_unless_the_text_says_otherwise) {
    static const struct {
        const char *text;
        tmMethod method;
    } cases[] = {
        {BALLS "end\nsimulate w begin time: (1ms, 1s); end\n", TM_METHOD_STEPPING},
        {BALLS "end\nsimulate w begin time: (1ms, 1s); method: events; end\n", TM_METHOD_EVENTS},
        {BALLS "end\nsimulate w begin time: (1ms, 1s); without: interference; end\n",
         TM_METHOD_EVENTS},
        {BALLS "interference: begin off: a, b; end\nend\nsimulate w begin time: (1ms, 1s); end\n",
         TM_METHOD_EVENTS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tmModel *model = fine_model_of(t, cases[i].text);
        REQUIRE(model);
        CHECK(tm_model_simulate(model).method == cases[i].method);
        test_run_defers(t, 0);
    }
}

#define BY(integrator)                                                                             \
    BALLS "end\nsimulate w begin time: (1ms, 1s); integrator: " integrator "; end\n"

TEST(every_integrator_of_the_language_has_its_number) {
    static const char *const texts[] = {
        [TM_INTEGRATOR_AUTO] = BY("auto"),     [TM_INTEGRATOR_DOP853] = BY("dop853"),
        [TM_INTEGRATOR_DOPRI5] = BY("dopri5"), [TM_INTEGRATOR_SDIRK4] = BY("sdirk4"),
        [TM_INTEGRATOR_RK4] = BY("rk4"),       [TM_INTEGRATOR_EULER] = BY("euler")};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const tmModel *model = fine_model_of(t, texts[i]);
        REQUIRE(model);
        CHECK(tm_model_simulate(model).integrator == (tmIntegrator)i);
        test_run_defers(t, 0);
    }
}

#define TOUCHING_BY(contact)                                                                       \
    BALLS "end\nsimulate w begin time: (1ms, 1s); contact: " contact "; end\n"

TEST(every_contact_model_of_the_language_has_its_number) {
    static const char *const texts[] = {[TM_CONTACT_FACETS] = TOUCHING_BY("facets"),
                                        [TM_CONTACT_VERTEX] = TOUCHING_BY("vertex"),
                                        [TM_CONTACT_VERTEX_LITERAL] = TOUCHING_BY("vertex_literal"),
                                        [TM_CONTACT_VERTEX_BRANCH] = TOUCHING_BY("vertex_branch"),
                                        [TM_CONTACT_FACE] = TOUCHING_BY("face"),
                                        [TM_CONTACT_FACE_SINGLE] = TOUCHING_BY("face_single"),
                                        [TM_CONTACT_FACE_FRONT] = TOUCHING_BY("face_front"),
                                        [TM_CONTACT_CORRECTION] =
                                            TOUCHING_BY("correction; unsolved: stop")};
    CHECK(sizeof texts / sizeof texts[0] == TM_CONTACT_MODELS);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const tmModel *model = fine_model_of(t, texts[i]);
        REQUIRE(model);
        CHECK(tm_model_simulate(model).contact == (tmContactModel)i);
        CHECK(tm_model_simulate(model).stops_unsolved == (i == TM_CONTACT_CORRECTION));
        test_run_defers(t, 0);
    }
}

TEST(without_a_word_facets_hold_bodies_apart_and_take_over_what_is_unsolved) {
    static const char *const texts[] = {
        BALLS "end\nsimulate w begin time: (1ms, 1s); end\n",
        BALLS "end\nsimulate w begin time: (1ms, 1s); unsolved: fall_back; end\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const tmModel *model = fine_model_of(t, texts[i]);
        REQUIRE(model);
        CHECK(tm_model_simulate(model).contact == TM_CONTACT_FACETS);
        CHECK(!tm_model_simulate(model).stops_unsolved);
        test_run_defers(t, 0);
    }
}

TEST(every_law_and_order_of_impact_has_its_number) {
    static const char *const texts[] = {
        BALLS "end\nsimulate w begin time: (1ms, 1s); end\n",
        BALLS "end\nsimulate w begin time: (1ms, 1s); impact: newton; order: propagating; end\n",
        BALLS "end\nsimulate w begin time: (1ms, 1s); impact: energetic; order: sequential; end\n",
        BALLS "end\nsimulate w begin time: (1ms, 1s); impact: poisson; order: simultaneous; end\n"};
    for (int32_t i = 0; i < 4; i++) {
        const tmModel *model = fine_model_of(t, texts[i]);
        REQUIRE(model);
        CHECK(tm_model_simulate(model).impact == (tmImpactLaw)(i % 3));
        CHECK(tm_model_simulate(model).order == (tmImpactOrder)(i % 3));
        test_run_defers(t, 0);
    }
}

TEST(monitors_have_text_unit_and_place) {
    const tmModel *model = fine_model_of(t, ROBOT "simulate robot begin\n"
                                                  "  time: (2ms, 5s);\n"
                                                  "  monitor: shoulder.angle, energy,\n"
                                                  "    left.elbow.torque\n"
                                                  "      /* of the elbow */ / 2,\n"
                                                  "    cart.position, left.lower.hand.y,\n"
                                                  "    time > 1s, 3 * target;\n"
                                                  "end\n");
    static const struct {
        const char *text, *unit;
        int32_t size, first;
        bool is_truth;
    } expected[] = {{"shoulder.angle", "rad", 1, 0, false},
                    {"energy", "J", 1, 1, false},
                    {"left.elbow.torque / 2", "N*m", 1, 2, false},
                    {"cart.position", "m", 3, 3, false},
                    {"left.lower.hand.y", "m", 1, 6, false},
                    {"time > 1s", "", 1, 7, true},
                    {"3 * target", "rad", 1, 8, false}};
    tmMonitorInfo info;
    REQUIRE(model);
    CHECK(tm_model_simulate(model).monitor_count == 7);
    CHECK(tm_model_simulate(model).value_count == 9);
    for (int32_t i = 0; i < 7; i++) {
        MUST(tm_model_monitor(model, i, &info));
        CHECK_TEXT(info.text, expected[i].text);
        CHECK_TEXT(info.unit, expected[i].unit);
        CHECK(info.size == expected[i].size && info.first == expected[i].first);
        CHECK(info.is_truth == expected[i].is_truth);
    }
    CHECK_STATUS(tm_model_monitor(model, 7, &info), TM_ERR_ARGUMENT);
}

TEST(inputs_of_all_parts_have_dotted_names_and_ranges) {
    const tmModel *model = fine_model_of(t, ROBOT "simulate robot begin time: (2ms, 5s); end\n");
    static const char *const names[] = {"target", "left.push", "right.push"};
    tmInputInfo info;
    REQUIRE(model);
    CHECK(tm_model_input_count(model) == 3);
    for (int32_t i = 0; i < 3; i++) {
        MUST(tm_model_input(model, i, &info));
        CHECK_TEXT(info.name, names[i]);
        CHECK(tm_model_find_input(model, names[i]) == i);
    }
    CHECK_TEXT(info.unit, "N");
    CHECK(info.initial == 1.0 && info.low == -5.0 && info.high == 5.0);
    MUST(tm_model_input(model, 0, &info));
    CHECK_TEXT(info.unit, "rad");
    CHECK_NEAR(info.initial, acos(0.0), 1e-15);
    CHECK(isinf(info.low) && info.low < 0.0 && isinf(info.high) && info.high > 0.0);
    CHECK(tm_model_find_input(model, "push") == -1 && tm_model_find_input(model, NULL) == -1);
    CHECK_STATUS(tm_model_input(model, 3, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_input(model, 0, NULL), TM_ERR_ARGUMENT);
}

TEST(controls_say_what_they_give_and_to_what) {
    const tmModel *model = fine_model_of(t, ROBOT "simulate robot begin time: (2ms, 5s); end\n");
    tmControlInfo info;
    REQUIRE(model);
    /* Those of the world first, then those of each part in turn. */
    REQUIRE(tm_model_control_count(model) == 7);
    MUST(tm_model_control(model, 0, &info));
    CHECK_TEXT(info.quantity, "angle");
    CHECK(info.prescribes && info.joint == tm_model_find_joint(model, "shoulder"));
    CHECK(info.coordinate == 0 && info.every == 0.01 && !info.host && info.point.body == -1);
    MUST(tm_model_control(model, 1, &info));
    CHECK_TEXT(info.quantity, "velocity");
    CHECK(info.joint == tm_model_find_joint(model, "rail") && info.coordinate == 0);
    MUST(tm_model_control(model, 4, &info));
    CHECK_TEXT(info.quantity, "torque");
    CHECK(!info.prescribes && info.joint == tm_model_find_joint(model, "right.elbow"));
    CHECK(info.every == 0.0);
    MUST(tm_model_control(model, 5, &info));
    CHECK_TEXT(info.quantity, "force");
    CHECK(!info.prescribes && info.joint == -1 && info.coordinate == -1);
    CHECK(info.point.body == 4 && info.point.point[0] == 0.15);
    MUST(tm_model_control(model, 6, &info));
    CHECK_TEXT(info.quantity, "acceleration");
    CHECK_TEXT(info.host, "steer");
    CHECK(info.prescribes && info.point.body == 5 && info.point.point[1] == 0.0);
    CHECK_STATUS(tm_model_control(model, 7, &info), TM_ERR_ARGUMENT);
}

TEST(a_run_without_control_has_none_and_what_only_controls_move_stands) {
    const tmModel *model = fine_model_of(t, ROBOT "simulate robot begin\n"
                                                  "  time: (2ms, 5s); without: control;\n"
                                                  "end\n");
    tmBodyInfo body;
    REQUIRE(model);
    CHECK(tm_model_control_count(model) == 0 && tm_model_input_count(model) == 3);
    MUST(tm_model_body(model, 5, &body));
    CHECK(!body.is_fixed); /* the shoulder could move it, and no place holds it */
    model = fine_model_of(
        t, ARM "primitive cart begin control: acceleration = (1, 0); end\n"
               "world w begin components a: arm; cart: cart;\n"
               "  structure begin place cart by center at (0, 0); place a by hip at (0, 0); end\n"
               "end\n"
               "simulate w begin time: (1ms, 1s); without: control; end\n");
    REQUIRE(model);
    MUST(tm_model_body(model, 2, &body));
    CHECK_TEXT(body.name, "cart");
    CHECK(body.is_fixed);
}

TEST(other_runs_and_null_are_no_simulations) {
    const tmModel *model = fine_model_of(t, ROBOT);
    tmMonitorInfo monitor;
    tmInputInfo input;
    tmControlInfo control;
    REQUIRE(model);
    CHECK(!tm_model_simulate(model).is_simulation && !tm_model_simulate(NULL).is_simulation);
    CHECK(tm_model_input_count(model) == 3 && tm_model_input_count(NULL) == 0);
    CHECK(tm_model_control_count(model) == 7 && tm_model_control_count(NULL) == 0);
    CHECK(tm_model_find_input(NULL, "target") == -1);
    CHECK_STATUS(tm_model_monitor(NULL, 0, &monitor), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_monitor(model, 0, &monitor), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_input(NULL, 0, &input), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_control(model, -1, &control), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_control(model, 0, NULL), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(times_words_and_numbers_are_those_of_the_text),
          CASE(what_is_left_out_has_its_default),
          CASE(worlds_whose_bodies_may_touch_go_by_steps_unless_the_text_says_otherwise),
          CASE(every_integrator_of_the_language_has_its_number),
          CASE(every_contact_model_of_the_language_has_its_number),
          CASE(without_a_word_facets_hold_bodies_apart_and_take_over_what_is_unsolved),
          CASE(every_law_and_order_of_impact_has_its_number),
          CASE(monitors_have_text_unit_and_place),
          CASE(inputs_of_all_parts_have_dotted_names_and_ranges),
          CASE(controls_say_what_they_give_and_to_what),
          CASE(a_run_without_control_has_none_and_what_only_controls_move_stands),
          CASE(other_runs_and_null_are_no_simulations))
