/* test_equations.c: printed motion equations against [HH] figure 4.2 and example 3.2, closed forms,
 * and an elimination of the printed numbers. */
#include "analyse/dynamics/print/print.h"
#include "page.h"
#include "printed.h"
#include "simulations.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- [HH] figure 4.2 ----------------------------------------------------------------------- */

/* The figure as printed, but that the scan has x for z and fx for fz where only these make sense,
 * that w is wz, and that the scan's 1.418635 wx3 is 1.410635: with 1.5893638 wy3 in the next row it
 * makes a trace of 3, as in the rows of the other rods. */
static const char *const figure =
    "-1.0 x2 + 1.0 x1 + 1.3945346 wz2 = 0.99121547\n"
    "0.55251634 wz2 + -1.0 y2 + 1.0 y1 = -2.501790\n"
    "-1.0 z2 + 1.0 z1 + -0.55251634 wy2 + -1.3945346 wx2 = 0.0\n"
    "1.0 x2 + 1.3945346 wz2 + -1.0 x3 + 1.0121584 wz3 = 1.7311553\n"
    "0.55251634 wz2 + 1.0 y2 + 1.1070387 wz3 + -1.0 y3 = -3.1783202\n"
    "1.0 z2 + -0.55251634 wy2 + -1.3945346 wx2 + -1.0 z3 + -1.1070387 wy3 + -1.0121584 wx3 = 0.0\n"
    "1.0 x3 + 1.0121584 wz3 + -1.0 x4 + 0.37435663 wz4 = 4.841973\n"
    "1.1070387 wz3 + 1.0 y3 + 1.452535 wz4 + -1.0 y4 = -1.7337244\n"
    "1.0 z3 + -1.1070387 wy3 + -1.0121584 wx3 + -1.0 z4 + -1.452535 wy4 + -0.37435663 wx4 = 0.0\n"
    "1.0 x1 = 9.8647375\n"
    "1.0 y1 = 0.0\n"
    "1.0 z1 = 0.0\n"
    "1.0 wx1 = 0.0\n"
    "1.0 wy1 = 0.0\n"
    "1.0 wz1 = 0.0\n"
    "6.0 x2 + 1.0 fx1 + -1.0 fx2 = 0.0\n"
    "6.0 y2 + 1.0 fy1 + -1.0 fy2 = -58.86\n"
    "6.0 z2 + 1.0 fz1 + -1.0 fz2 = 0.0\n"
    "0.6848917 wy2 + 2.2286463 wx2 + 1.3945346 fz1 + 1.3945346 fz2 = 0.0\n"
    "0.77135515 wy2 + 0.6848917 wx2 + 0.55251634 fz1 + 0.55251634 fz2 = 0.0\n"
    "2.5000012 wz2 + -1.3945346 fx1 + -1.3945346 fx2 + -0.55251634 fy1 + -0.55251634 fy2 = 0.0\n"
    "6.0 x3 + 1.0 fx2 + -1.0 fx3 = 0.0\n"
    "6.0 y3 + 1.0 fy2 + -1.0 fy3 = -58.86\n"
    "6.0 z3 + 1.0 fz2 + -1.0 fz3 = 0.0\n"
    "0.9959987 wy3 + 1.410635 wx3 + 1.0121584 fz2 + 1.0121584 fz3 = 0.0\n"
    "1.5893638 wy3 + 0.9959987 wx3 + 1.1070387 fz2 + 1.1070387 fz3 = 0.0\n"
    "2.4999999 wz3 + -1.0121584 fx2 + -1.1070387 fy2 + -1.0121584 fx3 + -1.1070387 fy3 = 0.0\n"
    "6.0 x4 + 1.0 fx3 = 0.0\n"
    "6.0 y4 + 1.0 fy3 = -58.86\n"
    "6.0 z4 + 1.0 fz3 = 0.0\n"
    "0.48334765 wy4 + 0.6245716 wx4 + 0.37435663 fz3 = 0.0\n"
    "2.3754296 wy4 + 0.48334765 wx4 + 1.452535 fz3 = 0.0\n"
    "2.5000012 wz4 + -0.37435663 fx3 + -1.452535 fy3 = 0.0\n"
    "x2 = 5.545115\nx1 = 9.8647375\nwz2 = -2.3867476\ny2 = 1.1830807\ny1 = 0.0\nz2 = 0.0\n"
    "z1 = 0.0\nwy2 = 0.0\nwx2 = 0.0\nx3 = -1.1095759\nwz3 = -1.5759716\ny3 = 1.2980194\n"
    "z3 = 0.0\nwy3 = 0.0\nwx3 = 0.0\nx4 = -9.412986\nwz4 = -4.985152\ny4 = -5.9540305\n"
    "z4 = 0.0\nwy4 = 0.0\nwx4 = 0.0\nwx1 = 0.0\nwy1 = 0.0\nwz1 = 0.0\nfx1 = 29.864282\n"
    "fx2 = 63.13489\nfy1 = -155.74242\nfy2 = -89.783936\nfz1 = 0.0\nfz2 = 0.0\n"
    "fx3 = 56.477436\nfy3 = -23.135818\nfz3 = 0.0\n";

/* Its system in the state that its coefficients tell, with its inertia, that of the volume. The
 * squares of the rates are those that fit its six right-hand sides best; they do to 3e-6. %s: the
 * properties of the world. */
static const char *const figure_world =
    "primitive rod begin\n"
    "  properties: (density: 2, inertia: (2.5, 0.5, 2.5));\n"
    "  geometry: cuboid(1m, 3m, 1m) where begin top: (0, 1.5m, 0); bottom: (0, -1.5m, 0); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "primitive driver begin\n"
    "  geometry: none where begin hingepoint: (0, 0, 0); end;\n"
    "  control: acceleration = (9.8647375m/s^2, 0, 0);\n"
    "end\n"
    "function c2() = 1.5m * unit((-0.55251634, 1.3945346, 0));\n"
    "function c3() = 1.5m * unit((-1.1070387, 1.0121584, 0));\n"
    "function c4() = 1.5m * unit((-1.452535, 0.37435663, 0));\n"
    "function w2() = sqrt(1.7939984) * 1rad/s;\n"
    "function w3() = sqrt(0.6683983) * 1rad/s;\n"
    "function w4() = sqrt(2.8240488) * 1rad/s;\n"
    "function tilt(c) = atan2(-c.x, c.y);\n"
    "function below(w, c) = w * (c.y, -c.x, 0m);\n"
    "function v1() = (1m/s, 0, 0);\n"
    "world figure begin\n"
    "  components rod1: driver; rod2, rod3, rod4: rod;\n"
    "  structure begin\n"
    "    join rod2 to rod1 with ball.and.socket matching (top hingepoint);\n"
    "    join rod3 to rod2 with ball.and.socket matching (top bottom);\n"
    "    join rod4 to rod3 with ball.and.socket matching (top bottom);\n"
    "    place rod1 by center at (0, 0, 0) velocity = v1;\n"
    "    place rod2 by center at -c2 angle = tilt(c2) velocity = v1 + below(w2, c2)\n"
    "        angular_velocity = w2;\n"
    "    place rod3 by center at -2 * c2 - c3 angle = tilt(c3)\n"
    "        velocity = v1 + 2 * below(w2, c2) + below(w3, c3) angular_velocity = w3;\n"
    "    place rod4 by center at -2 * c2 - 2 * c3 - c4 angle = tilt(c4)\n"
    "        velocity = v1 + 2 * below(w2, c2) + 2 * below(w3, c3) + below(w4, c4)\n"
    "        angular_velocity = w4;\n"
    "  end\n"
    "  properties: (%s);\n"
    "end\n"
    "simulate figure begin time: (10ms, 10ms); end\n";

static World *make_figure(tmTest *t, bool planar) {
    char *text = test_memory(t, 4000, 1);
    const tmiDriveDef drive = printed_drive(1, planar);
    snprintf(text, 4000, figure_world, planar ? "gravity, planar" : "gravity");
    World *w = printed_world(t, text, &drive, NULL);
    if (w) {
        printed_give(w, 9.8647375, 0.0, 0.0);
    }
    return w;
}

TEST(figure_4_2_is_reproduced_coefficient_by_coefficient_in_its_order) {
    Printed *paper = printed_read(t, figure);
    World *w = make_figure(t, false);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, NULL);
    Printed *ours = text ? printed_read(t, text) : NULL;
    REQUIRE(ours && paper && ours->equation_count == 33 && paper->equation_count == 33);
    CHECK(ours->unknown_count == 33 && paper->unknown_count == 33);
    for (int32_t i = 0; i < 33; i++) {
        const char *name = paper->names[i];
        CHECK_NEAR(printed_value(ours, name), paper->x[i], 2e-4);
        for (int32_t e = 0; e < 33; e++) {
            CHECK_NEAR(printed_coefficient(ours, e, name), paper->a[e][i], 5e-6);
            CHECK_NEAR(ours->b[e], paper->b[e], 5e-6);
        }
    }
    CHECK(ours->residual < 1e-14);
    printed_check_solution(t, ours, 1e-6);
}

TEST(the_planar_figure_has_its_seventeen_unknowns) {
    static const char *const names[] = {"x1", "y1",  "x2",  "y2",  "wz2", "x3",  "y3",  "wz3", "x4",
                                        "y4", "wz4", "fx1", "fy1", "fx2", "fy2", "fx3", "fy3"};
    Printed *paper = printed_read(t, figure);
    World *w = make_figure(t, true);
    if (!w) {
        return;
    }
    Printed *ours = printed_solve_world(t, w);
    REQUIRE(ours != NULL);
    CHECK(ours->unknown_count == 18);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[8];
        strcpy(name, names[i]);
        if (name[1] == 'z') {
            memmove(name + 1, name + 2, strlen(name + 2) + 1);
        }
        CHECK_NEAR(printed_value(ours, name), printed_value(paper, names[i]), 2e-4);
    }
    CHECK_NEAR(printed_value(ours, "w1"), 0.0, 1e-12);
}

/* The example by the whole of a simulation: its run in space, or in the plane, where w is wz. */
static void check_example(tmTest *t, int32_t run) {
    Page *page = test_memory(t, 1, sizeof *page);
    Printed *paper = printed_read(t, figure);
    tmSim *sim = sim_of_example(t, "dynamics/figure_4_2.tml", run, NULL);
    if (!paper || !sim) {
        return;
    }
    MUST(tm_sim_equations(sim, NULL, page_take, page));
    Printed *ours = printed_read(t, page->text);
    REQUIRE(ours && ours->equation_count == (run == 0 ? 33 : 18));
    CHECK(ours->residual < 1e-14);
    for (int32_t i = 0; i < ours->unknown_count; i++) {
        char name[24];
        snprintf(name, sizeof name, "w%s%s", run == 1 ? "z" : "", ours->names[i] + 1);
        const char *said = ours->names[i][0] == 'w' ? name : ours->names[i];
        CHECK_NEAR(ours->x[i], printed_value(paper, said), 2e-4);
    }
}

TEST(the_example_of_the_figure_prints_its_solution) {
    check_example(t, 0);
}

TEST(the_planar_example_of_the_figure_prints_its_solution) {
    check_example(t, 1);
}

TEST(the_text_is_laid_out_as_the_figure_is) {
    World *w = make_figure(t, true);
    tmEquationsDef def = tm_equations_def_default();
    def.digits = 5; /* with which the paper's numbers and ours are the same */
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, &def);
    REQUIRE(text != NULL);
    static const char *const begin =
        "time 1.52 s\n\n"
        "-1.0 x2 + 1.3945 w2 + 1.0 x1 = 0.99121\n"
        "-1.0 y2 + 0.55252 w2 + 1.0 y1 = -2.5018\n"
        "-1.0 x3 + 1.0122 w3 + 1.0 x2 + 1.3945 w2 = 1.7312\n"
        "-1.0 y3 + 1.107 w3 + 1.0 y2 + 0.55252 w2 = -3.1783\n"
        "-1.0 x4 + 0.37436 w4 + 1.0 x3 + 1.0122 w3 = 4.842\n"
        "-1.0 y4 + 1.4525 w4 + 1.0 y3 + 1.107 w3 = -1.7337\n\n"
        "1.0 x1 = 9.8647\n1.0 y1 = 0.0\n1.0 w1 = 0.0\n\n"
        "6.0 x2 + 1.0 fx1 + -1.0 fx2 = 0.0\n"
        "6.0 y2 + 1.0 fy1 + -1.0 fy2 = -58.86\n"
        "2.5 w2 + -1.3945 fx1 + -0.55252 fy1 + -1.3945 fx2 + -0.55252 fy2 = 0.0\n"
        "6.0 x3 + 1.0 fx2 + -1.0 fx3 = 0.0\n";
    CHECK(strncmp(text, begin, strlen(begin)) == 0);
    CHECK(strstr(text, "\n\nx1 = 9.8647\ny1 = 0.0\nw1 = 0.0\nx2 = 5.5451\ny2 = 1.1831\n"));
    CHECK(strstr(text,
                 "\nbodies\n  1  rod1, prescribed by controls\n  2  rod2\n  3  rod3\n  4  rod4\n"
                 "joints\n  1  #1, ball.and.socket of rod2, rod1\n"
                 "  2  #2, ball.and.socket of rod3, rod2\n"
                 "  3  #3, ball.and.socket of rod4, rod3\n"
                 "controls\n  4  motion of rod1, world\n"
                 "  5  rest of the motion of rod1\n"));
    CHECK(!strstr(text, "redundant") && !strstr(text, "multipliers"));
}

TEST(numbers_have_the_digits_that_were_asked_for) {
    tmEquationsDef def = tm_equations_def_default();
    def.digits = 3;
    World *w = make_figure(t, true);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, &def);
    REQUIRE(text != NULL);
    CHECK(strstr(text, "\n-1.0 x2 + 1.39 w2 + 1.0 x1 = 0.991\n"));
    CHECK(strstr(text, "\nfy1 = -156.0\n"));
}

/* ---- [HH] example 3.2 ---------------------------------------------------------------------- */

/* Angles and rates of the two rods; the paper gives none. */
#define THETA1 0.3
#define THETA2 (-0.7)
#define RATE1 0.8
#define RATE2 (-1.7)

static const char *const rods =
    "primitive rod begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(2m, 8m, 1m) where begin top: (1m, 4m); bottom: (1m, -4m); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "primitive driver begin\n"
    "  geometry: none where begin hingepoint: (0, 0); end;\n"
    "  control: acceleration = (1m/s^2, 0, 0);\n"
    "end\n"
    "function top(a) = rotate((1m, 4m, 0), a);\n"
    "function bottom(a) = rotate((1m, -4m, 0), a);\n"
    "function turned(w, c) = w * (-c.y, c.x, 0m);\n"
    "function r1() = -top(0.3rad);\n"
    "function r2() = r1 + bottom(0.3rad) - top(-0.7rad);\n"
    "function v1() = -turned(0.8rad/s, top(0.3rad));\n"
    "function v2() = v1 + turned(0.8rad/s, bottom(0.3rad)) - turned(-1.7rad/s, top(-0.7rad));\n"
    "world plane begin\n"
    "  components driver: driver; rod1, rod2: rod;\n"
    "  structure begin\n"
    "    join rod1 to driver with pin matching (top hingepoint) as upper;\n"
    "    join rod2 to rod1 with pin matching (top bottom) as lower;\n"
    "    place driver by center at (0, 0);\n"
    "    place rod1 by center at r1 angle = 0.3rad velocity = v1 angular_velocity = 0.8rad/s;\n"
    "    place rod2 by center at r2 angle = -0.7rad velocity = v2 angular_velocity = -1.7rad/s;\n"
    "  end\n"
    "  properties: (planar);\n"
    "end\n"
    "simulate plane begin time: (10ms, 1s); end\n";

/* c of the paper: (x, y) of a rod turned by an angle. */
static void arm(double x, double y, double angle, double c[2]) {
    c[0] = x * cos(angle) - y * sin(angle);
    c[1] = x * sin(angle) + y * cos(angle);
}

TEST(example_3_2_has_the_equations_of_the_paper) {
    tmiDriveDef drive = printed_drive(1, true);
    World *w = printed_world(t, rods, &drive, NULL);
    if (!w) {
        return;
    }
    printed_give(w, -4.0 * sin(2.0), 0.0, 0.0); /* b = 1, omega = 2, t = 1 */
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 13);
    double c10[2], c12[2], c21[2];
    arm(1.0, 4.0, THETA1, c10);
    arm(1.0, -4.0, THETA1, c12);
    arm(1.0, 4.0, THETA2, c21);
    CHECK_NEAR(c12[0], 4.0 * sin(THETA1) + cos(THETA1), 1e-15); /* as the paper has it */
    CHECK_NEAR(c12[1], sin(THETA1) - 4.0 * cos(THETA1), 1e-15);
    static const char *const linear[] = {"x", "y"};
    for (int32_t k = 0; k < 2; k++) {
        char first[4], second[4], force1[4], force2[4];
        snprintf(first, sizeof first, "%s2", linear[k]);
        snprintf(second, sizeof second, "%s3", linear[k]);
        snprintf(force1, sizeof force1, "f%s1", linear[k]);
        snprintf(force2, sizeof force2, "f%s2", linear[k]);
        /* r1'' + w1' hat(c12) - w1^2 c12 = r2'' + w2' hat(c21) - w2^2 c21; hat(u, v) = (-v, u). */
        double sign = k == 0 ? -1.0 : 1.0;
        CHECK(printed_coefficient(p, 2 + k, first) == 1.0);
        CHECK(printed_coefficient(p, 2 + k, second) == -1.0);
        CHECK_NEAR(printed_coefficient(p, 2 + k, "w2"), sign * c12[1 - k], 1e-14);
        CHECK_NEAR(printed_coefficient(p, 2 + k, "w3"), -sign * c21[1 - k], 1e-14);
        CHECK_NEAR(p->b[2 + k], RATE1 * RATE1 * c12[k] - RATE2 * RATE2 * c21[k], 1e-11);
        /* m1 r1'' = X10 - X12, where X is what the upper part does to the lower: ours is minus
         * that. Density 2 makes 32 kg. */
        CHECK_NEAR(printed_coefficient(p, 7 + k, first), 32.0, 1e-12);
        CHECK(printed_coefficient(p, 7 + k, force1) == 1.0);
        CHECK(printed_coefficient(p, 7 + k, force2) == -1.0);
        CHECK(printed_coefficient(p, 10 + k, force2) == 1.0);
        /* J1 w1' = c10 x X10 - c12 x X12, J2 w2' = c21 x X12. */
        double turn = k == 0 ? -1.0 : 1.0;
        CHECK_NEAR(printed_coefficient(p, 9, force1), turn * c10[1 - k], 1e-14);
        CHECK_NEAR(printed_coefficient(p, 9, force2), -turn * c12[1 - k], 1e-14);
        CHECK_NEAR(printed_coefficient(p, 12, force2), turn * c21[1 - k], 1e-14);
        CHECK(p->b[7 + k] == 0.0 && p->b[10 + k] == 0.0);
    }
    CHECK_NEAR(p->b[4], -4.0 * sin(2.0), 1e-15);
    CHECK_NEAR(printed_coefficient(p, 9, "w2"), 32.0 * (4.0 + 64.0) / 12.0, 1e-11);
    CHECK_NEAR(printed_value(p, "x1"), p->b[4], 1e-12);
}

/* ---- JSON and bad input -------------------------------------------------------------------- */

TEST(json_has_what_the_text_has) {
    tmEquationsDef def = tm_equations_def_default();
    World *w = make_figure(t, false);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, &def);
    def.json = true;
    const char *json = printed_write(t, w, &def);
    REQUIRE(text && json);
    Printed *p = printed_read(t, text), *q = printed_read_json(t, json);
    REQUIRE(p && q && p->equation_count == 33 && q->equation_count == 33);
    CHECK(q->unknown_count == 33 && q->residual < 1e-14);
    for (int32_t i = 0; i < p->unknown_count; i++) {
        CHECK(printed_value(q, p->names[i]) == p->x[i]);
        for (int32_t e = 0; e < p->equation_count; e++) {
            CHECK(printed_coefficient(q, e, p->names[i]) == p->a[e][i]);
            CHECK(p->b[e] == q->b[e]);
        }
    }
}

static const cJSON *item_of(const cJSON *whole, const char *list, int32_t index) {
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(whole, list), index);
}

static const char *text_of(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

static double number_of(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

TEST(json_tells_which_number_is_which_part) {
    tmEquationsDef def = tm_equations_def_default();
    def.json = true;
    World *w = make_figure(t, false);
    if (!w) {
        return;
    }
    const char *json = printed_write(t, w, &def);
    REQUIRE(json != NULL);
    cJSON *whole = cJSON_Parse(json);
    REQUIRE(whole != NULL);
    CHECK(number_of(whole, "time") == 1.52);
    CHECK_TEXT(text_of(item_of(whole, "bodies", 0), "name"), "rod1");
    CHECK_TEXT(text_of(item_of(whole, "bodies", 0), "note"), "prescribed by controls");
    const cJSON *joint = item_of(whole, "joints", 1);
    CHECK(number_of(joint, "number") == 2.0);
    CHECK_TEXT(text_of(joint, "kind"), "ball.and.socket");
    CHECK_TEXT(cJSON_GetStringValue(item_of(joint, "bodies", 0)), "rod3");
    CHECK_TEXT(cJSON_GetStringValue(item_of(joint, "bodies", 1)), "rod2");
    CHECK(number_of(item_of(whole, "controls", 0), "number") == 4.0);
    const cJSON *wz2 = item_of(whole, "unknowns", 11), *fx1 = item_of(whole, "unknowns", 24);
    CHECK_TEXT(text_of(wz2, "name"), "wz2");
    CHECK_TEXT(text_of(wz2, "unit"), "rad/s^2");
    CHECK(number_of(wz2, "body") == 2.0);
    CHECK_TEXT(text_of(fx1, "name"), "fx1");
    CHECK_TEXT(text_of(fx1, "unit"), "N");
    CHECK(number_of(fx1, "joint") == 1.0);
    CHECK(number_of(item_of(whole, "equations", 4), "joint") == 2.0);
    CHECK_TEXT(text_of(item_of(whole, "equations", 9), "unit"), "m/s^2");
    CHECK(number_of(item_of(whole, "equations", 15), "body") == 2.0);
    CHECK_TEXT(text_of(item_of(whole, "equations", 18), "unit"), "N*m");
    cJSON_Delete(whole);
}

TEST(small_coefficients_are_left_out) {
    tmEquationsDef def = tm_equations_def_default();
    def.smallest = 0.3;
    World *w = make_figure(t, true);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, &def);
    REQUIRE(text != NULL);
    Printed *p = printed_read(t, text);
    REQUIRE(p && p->equation_count == 18);
    CHECK(printed_coefficient(p, 4, "w4") == 0.0 || printed_coefficient(p, 4, "w4") > 0.3);
    CHECK(printed_coefficient(p, 9, "x2") == 6.0 && printed_coefficient(p, 9, "fx1") == 0.0);
    CHECK(p->residual < 1e-14); /* all of them count there */
}

TEST(bad_input_writes_nothing) {
    Page *page = test_memory(t, 1, sizeof *page);
    tmEquationsDef def = tm_equations_def_default();
    World *w = make_figure(t, true);
    if (!w || !printed_write(t, w, NULL)) {
        return;
    }
    CHECK_STATUS(tmi_equations_write(NULL, 0.0, &def, page_take, page), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_equations_write(w->s, 0.0, &def, NULL, page), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_equations_write(w->s, NAN, &def, page_take, page), TM_ERR_NOT_FINITE);
    def.digits = 0;
    CHECK_STATUS(tmi_equations_write(w->s, 0.0, &def, page_take, page), TM_ERR_ARGUMENT);
    def.digits = 18;
    CHECK_STATUS(tmi_equations_write(w->s, 0.0, &def, page_take, page), TM_ERR_ARGUMENT);
    def = tm_equations_def_default();
    def.smallest = NAN;
    CHECK_STATUS(tmi_equations_write(w->s, 0.0, &def, page_take, page), TM_ERR_ARGUMENT);
    def = (tmEquationsDef){.digits = 8};
    CHECK_STATUS(tmi_equations_write(w->s, 0.0, &def, page_take, page), TM_ERR_DEF);
    w->s->acceleration[3] = NAN;
    def = tm_equations_def_default();
    CHECK_STATUS(tmi_equations_write(w->s, 0.0, &def, page_take, page), TM_ERR_NOT_FINITE);
    CHECK(page->used == 0);
}

TEST_MAIN(CASE(figure_4_2_is_reproduced_coefficient_by_coefficient_in_its_order),
          CASE(the_planar_figure_has_its_seventeen_unknowns),
          CASE(the_example_of_the_figure_prints_its_solution),
          CASE(the_planar_example_of_the_figure_prints_its_solution),
          CASE(the_text_is_laid_out_as_the_figure_is),
          CASE(numbers_have_the_digits_that_were_asked_for),
          CASE(example_3_2_has_the_equations_of_the_paper), CASE(json_has_what_the_text_has),
          CASE(json_tells_which_number_is_which_part), CASE(small_coefficients_are_left_out),
          CASE(bad_input_writes_nothing))
