/* test_system_papers.c: the motion equations of [HH]: example 3.2 written out as printed (with the
 * hats that the scan lost), and the numbers of figure 4.2. */
#include "systems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

/* A position of the driver's centre that is prescribed: rows along x, y and z, from the ground. */
static tmiDriveDef lead(int32_t body, uint8_t level, int32_t rows) {
    tmiDriveDef drive = {.level = level, .body_count = 2, .row_count = rows};
    drive.bodies[0] = body;
    for (int32_t i = 0; i < rows; i++) {
        drive.rows[i].kind = TM_ROW_PLANE;
        drive.rows[i].a = 0;
        drive.rows[i].b = 1;
        drive.rows[i].normal[i] = 1.0;
    }
    return drive;
}

static World *led_world(tmTest *t, const char *text, int32_t rows) {
    tmiDriveDef *drive = test_memory(t, 1, sizeof *drive);
    bool *led = test_memory(t, 10, sizeof *led);
    *drive = lead(1, 2, rows);
    led[1] = true;
    tmiSystemDef def = {.drives = drive, .drive_count = 1, .led = led};
    return world_with(t, text, &def);
}

/* The row that prescribes the driver along axis i. */
static int32_t drive_row(const World *w, int32_t i) {
    return w->s->constraints[w->s->joint_constraints].first + i;
}

static void turn(const double v[2], double angle, double out[2]) {
    out[0] = v[0] * cos(angle) - v[1] * sin(angle);
    out[1] = v[0] * sin(angle) + v[1] * cos(angle);
}

/* Frame and twist of a body whose corner is at `corner` and moves with `v`: origin at the centre,
 * c from there to the corner in body axes. */
static void put(tmFrame *frame, tmTwist *twist, const double corner[2], const double v[2],
                const double c[2], double angle, double rate) {
    double arm[2];
    turn(c, angle, arm);
    memset(frame, 0, sizeof *frame);
    memset(twist, 0, sizeof *twist);
    for (int32_t i = 0; i < 2; i++) {
        frame->position[i] = corner[i] - arm[i];
    }
    frame->rotation[0] = cos(0.5 * angle);
    frame->rotation[3] = sin(0.5 * angle);
    twist->linear[0] = v[0] + rate * arm[1];
    twist->linear[1] = v[1] - rate * arm[0];
    twist->angular[2] = rate;
}

/* Point and velocity of a corner c of that body. */
static void corner_of(const tmFrame *frame, const tmTwist *twist, const double c[2], double angle,
                      double corner[2], double v[2]) {
    double arm[2];
    turn(c, angle, arm);
    corner[0] = frame->position[0] + arm[0];
    corner[1] = frame->position[1] + arm[1];
    v[0] = twist->linear[0] - twist->angular[2] * arm[1];
    v[1] = twist->linear[1] + twist->angular[2] * arm[0];
}

/* ---- Figure 4.2 ---------------------------------------------------------------------------- */

#define DRIVER                                                                                     \
    "function lead(t) = (0m/s^2, 0, 0);\n"                                                         \
    "primitive driver begin\n"                                                                     \
    "  geometry: none where begin hook: (0, 0); end;\n"                                            \
    "  control: acceleration = lead;\n"                                                            \
    "end\n"

/* In the plane or in space, where the moments of inertia about the other axes do not matter. */
static const char *figure(tmTest *t, bool planar) {
    static const size_t size = 2000;
    char *text = test_memory(t, size, 1);
    snprintf(text, size,
             DRIVER
             "primitive rod begin\n"
             "  properties: (density: 2kg/m^3);\n"
             "  geometry: cuboid(1m, 3m, 1m) where begin top: (0, 1.5m); bottom: (0, -1.5m); end;\n"
             "  dynamics: (inertia: (2.5, 0.5, 2.5));\n"
             "end\n"
             "world links begin\n"
             "  components driver: driver; rod[2..4]: rod;\n"
             "  structure begin\n"
             "    join rod[2] to driver with ball.and.socket matching (top hook);\n"
             "    join rod[3] to rod[2] with ball.and.socket matching (top bottom);\n"
             "    join rod[4] to rod[3] with ball.and.socket matching (top bottom);\n"
             "    place driver by center at (0, 0);\n"
             "    place rod[2] by top at (0, 0);\n"
             "    place rod[3] by top at (0, -3m);\n"
             "    place rod[4] by top at (0, -6m);\n"
             "  end\n"
             "  properties: (gravity%s);\n"
             "end\n"
             "simulate links begin time: (0.01s, 60s); end\n",
             planar ? ", planar" : "");
    return text;
}

/* The state that the printed coefficients have: c from the centre to the top, and rate^2. */
static const double figure_c[3][2] = {
    {0.55251634, 1.3945346}, {1.1070387, 1.0121584}, {1.452535, 0.37435663}};
static const double figure_rates[3] = {1.79400, 0.66840, 2.8240};

static void take_figure(World *w) {
    tmFrame frames[5];
    tmTwist twists[5];
    const double top[2] = {0.0, 1.5}, bottom[2] = {0.0, -1.5};
    double corner[2] = {0.9, 0.0}, v[2] = {-0.1, 0.0};
    memcpy(frames, w->s->frames, sizeof frames);
    memset(twists, 0, sizeof twists);
    frames[1].position[0] = corner[0];
    twists[1].linear[0] = v[0];
    for (int32_t i = 0; i < 3; i++) {
        double angle = atan2(figure_c[i][0], figure_c[i][1]);
        put(&frames[2 + i], &twists[2 + i], corner, v, top, angle, sqrt(figure_rates[i]));
        corner_of(&frames[2 + i], &twists[2 + i], bottom, angle, corner, v);
    }
    tmi_system_take(w->s, frames, twists, w->y);
}

TEST(figure_4_2_has_the_printed_accelerations_and_forces) {
    static const double accelerations[3][3] = {{5.545115, 1.1830807, -2.3867476},
                                               {-1.1095759, 1.2980194, -1.5759716},
                                               {-9.412986, -5.9540305, -4.985152}};
    static const double forces[3][2] = {
        {29.864282, -155.74242}, {63.13489, -89.783936}, {56.477436, -23.135818}};
    for (int32_t dof = 3; dof <= 6; dof += 3) {
        World *w = led_world(t, figure(t, dof == 3), dof == 3 ? 2 : 3);
        REQUIRE(w);
        CHECK(!w->s->redundant && w->s->movers[0].kind == TMI_MOVER_LED);
        take_figure(w);
        w->s->given[drive_row(w, 0)][2] = 9.8647375;
        REQUIRE(world_solve(t, w));
        CHECK_NEAR(tmi_system_gap(w->s, NULL), 0.0, 1e-14);
        for (int32_t i = 0; i < 3; i++) {
            const double *a = w->s->acceleration + dof * (i + 1);
            tmWrench wrench;
            CHECK_NEAR(a[0], accelerations[i][0], 2e-4);
            CHECK_NEAR(a[1], accelerations[i][1], 2e-4);
            CHECK_NEAR(a[dof - 1], accelerations[i][2], 2e-4);
            for (int32_t k = 2; k < dof - 1; k++) {
                CHECK_NEAR(a[k], 0.0, 1e-12);
            }
            tmi_system_wrench(w->s, i, &wrench);
            /* Rates are read off with five digits, of forces of more than 100 N. */
            CHECK_NEAR(wrench.force[0], -forces[i][0], 3e-4);
            CHECK_NEAR(wrench.force[1], -forces[i][1], 3e-4);
            CHECK_NEAR(wrench.force[2], 0.0, 1e-12);
            CHECK_NEAR(wrench.torque[2], 0.0, 1e-12);
        }
        CHECK_NEAR(w->s->acceleration[dof - 1], 0.0, 1e-13); /* the driver does not turn */
        CHECK_NEAR(w->s->lambda[drive_row(w, 0)], -29.864282, 3e-4);
        test_run_defers(t, 0);
    }
}

TEST(what_leads_a_body_without_mass_carries_only_its_joints) {
    World *w = led_world(t, figure(t, true), 2);
    REQUIRE(w);
    take_figure(w);
    w->s->given[drive_row(w, 0)][2] = 9.8647375;
    REQUIRE(world_solve(t, w));
    CHECK(w->s->movers[0].mass > 1.0);
    CHECK_NEAR(w->s->lambda[drive_row(w, 0)], -29.864282, 2e-4);
    CHECK_NEAR(w->s->lambda[drive_row(w, 1)], 155.74242, 3e-4);
    /* Its power is what kinetic and potential energy grow by. */
    CHECK_NEAR(tmi_system_power(w->s), -0.1 * -29.864282, 3e-5);
    double power = 0.0;
    for (int32_t i = 1; i < 4; i++) {
        const double *v = w->s->velocity + 3 * i, *a = w->s->acceleration + 3 * i;
        power += 6.0 * (v[0] * a[0] + v[1] * (a[1] + 9.81)) + 2.5 * v[2] * a[2];
    }
    CHECK_NEAR(tmi_system_power(w->s), power, 1e-12);
}

/* ---- Example 3.2 --------------------------------------------------------------------------- */

static const char example[] =
    DRIVER "primitive rod begin\n"
           "  properties: (density: 0.5kg/m^3);\n"
           "  geometry: cuboid(2m, 8m, 1m) where begin one: (-1m, 4m); other: (1m, -4m); end;\n"
           "  dynamics: ;\n"
           "end\n"
           "world two begin\n"
           "  components driver: driver; first: rod; second: rod;\n"
           "  structure begin\n"
           "    join first to driver with pin matching (one hook);\n"
           "    join second to first with pin matching (one other);\n"
           "    place driver by center at (0, 0);\n"
           "    place first by one at (0, 0);\n"
           "    place second by one at (2m, -8m);\n"
           "  end\n"
           "  properties: (planar);\n"
           "end\n"
           "simulate two begin time: (0.01s, 1s); end\n";

static void put_row(double *row, int32_t a, double x, int32_t b, double y) {
    row[a] = x;
    row[b] = y;
}

/* The ten equations for x1 y1 x2 y2 t1 t2, X10 and X12. `hat` turns by a quarter. */
static void write_example(double a[10][10], double b[10], const double c10[2], const double c12[2],
                          const double c21[2], const double rates[2], double r0) {
    double m = 8.0, j = m * (4.0 + 64.0) / 12.0;
    memset(a, 0, 100 * sizeof(double));
    memset(b, 0, 10 * sizeof(double));
    for (int32_t i = 0; i < 2; i++) {
        const double hat10 = i == 0 ? -c10[1] : c10[0], hat12 = i == 0 ? -c12[1] : c12[0],
                     hat21 = i == 0 ? -c21[1] : c21[0];
        a[i][i] = m; /* m1 r1'' = X10 - X12 */
        put_row(a[i], 6 + i, -1.0, 8 + i, 1.0);
        put_row(a[2 + i], 2 + i, m, 8 + i, -1.0); /* m2 r2'' = X12 */
        put_row(a[6 + i], i, 1.0, 4, hat12);      /* r1'' + t1'' hat c12 = r2'' + t2'' hat c21 */
        put_row(a[6 + i], 2 + i, -1.0, 5, -hat21);
        b[6 + i] = rates[0] * rates[0] * c12[i] - rates[1] * rates[1] * c21[i];
        put_row(a[8 + i], i, 1.0, 4, hat10); /* r0'' = r1'' + t1'' hat c10 */
        b[8 + i] = (i == 0 ? r0 : 0.0) + rates[0] * rates[0] * c10[i];
    }
    a[4][4] = j; /* J1 t1'' = c10 x X10 - c12 x X12 */
    put_row(a[4], 6, c10[1], 7, -c10[0]);
    put_row(a[4], 8, -c12[1], 9, c12[0]);
    a[5][5] = j; /* J2 t2'' = c21 x X12 */
    put_row(a[5], 8, c21[1], 9, -c21[0]);
}

TEST(example_3_2_moves_as_its_printed_equations_say) {
    World *w = led_world(t, example, 2);
    uint64_t seed = 32;
    REQUIRE(w);
    for (int32_t round = 0; round < 20; round++) {
        tmFrame frames[4];
        tmTwist twists[4];
        const double one[2] = {-1.0, 4.0}, other[2] = {1.0, -4.0};
        double angle[2], rates[2], c10[2], c12[2], c21[2], time = test_uniform(&seed, 0.0, 2.0);
        double b = 1.0, omega = PI, v[2] = {b * omega * cos(omega * time), 0.0};
        double corner[2] = {b * sin(omega * time), 0.0};
        memcpy(frames, w->s->frames, sizeof frames);
        memset(twists, 0, sizeof twists);
        frames[1].position[0] = corner[0];
        twists[1].linear[0] = v[0];
        for (int32_t i = 0; i < 2; i++) {
            angle[i] = test_uniform(&seed, -3.0, 3.0);
            rates[i] = test_uniform(&seed, -2.0, 2.0);
            put(&frames[2 + i], &twists[2 + i], corner, v, one, angle[i], rates[i]);
            corner_of(&frames[2 + i], &twists[2 + i], other, angle[i], corner, v);
        }
        turn(one, angle[0], c10);
        turn(other, angle[0], c12);
        turn(one, angle[1], c21);
        double a[10][10], x[10], r0 = -b * omega * omega * sin(omega * time);
        int32_t exchange[10];
        tmiLu lu;
        write_example(a, x, c10, c12, c21, rates, r0);
        MUST(tmi_lu_factor(tmi_matrix(&a[0][0], 10, 10), exchange, &lu));
        MUST(tmi_lu_solve(&lu, x));
        tmi_system_take(w->s, frames, twists, w->y);
        w->s->given[drive_row(w, 0)][2] = r0;
        REQUIRE(world_solve(t, w));
        const double *found = w->s->acceleration + 3;
        const int32_t order[6] = {0, 1, 3, 4, 2, 5};
        for (int32_t i = 0; i < 6; i++) {
            CHECK_NEAR(found[order[i]], x[i], 1e-11);
        }
        for (int32_t i = 0; i < 2; i++) {
            tmWrench wrench;
            tmi_system_wrench(w->s, i, &wrench);
            CHECK_NEAR(wrench.force[0], x[6 + 2 * i], 1e-10);
            CHECK_NEAR(wrench.force[1], x[7 + 2 * i], 1e-10);
        }
    }
}

TEST_MAIN(CASE(figure_4_2_has_the_printed_accelerations_and_forces),
          CASE(what_leads_a_body_without_mass_carries_only_its_joints),
          CASE(example_3_2_moves_as_its_printed_equations_say))
