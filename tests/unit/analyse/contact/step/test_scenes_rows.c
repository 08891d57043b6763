/* test_scenes_rows.c: rows of bodies that pass a motion on: a plate on rollers, and dominoes. */
#include "contact_copies.h"
#include "contact_drafts.h"
#include "contact_runs.h"

#include <math.h>
#include <stdio.h>

#define G 9.81
#define TEXT 4000
#define ROLLERS 3

/* A plate on three discs on a floor, all of density 1 and at rest; weight is turned by `slope`. */
static const char *plate_on_rollers(tmTest *t, double radius, double length, double thick,
                                    double slope) {
    char *text = test_memory(t, TEXT, 1);
    int used = snprintf(
        text, TEXT,
        "primitive floor begin\n  properties: (fixed);\n"
        "  geometry: prism(((-9, -1), (9, -1), (9, 0), (-9, 0)), 1);\n  interference: ;\nend\n"
        "primitive roller begin\n  properties: (density: 1);\n  geometry: cylinder(%.17g, 1);\n"
        "  interference: ;\n  dynamics: ;\nend\n"
        "primitive plate begin\n  properties: (density: 1);\n"
        "  geometry: prism(((%.17g, %.17g), (%.17g, %.17g), (%.17g, %.17g), (%.17g, %.17g)), 1);\n"
        "  interference: ;\n  dynamics: ;\nend\n"
        "world w begin\n  components\n    floor: floor;\n    plate: plate;\n"
        "    roller[1..%d]: roller;\n  structure begin\n    place floor by center at (0, 0);\n"
        "    place plate by center at (0, %.17g);\n",
        radius, -0.5 * length, -0.5 * thick, 0.5 * length, -0.5 * thick, 0.5 * length, 0.5 * thick,
        -0.5 * length, 0.5 * thick, ROLLERS, 2.0 * radius + 0.5 * thick);
    for (int i = 0; i < ROLLERS; i++) {
        used += snprintf(text + used, (size_t)(TEXT - used),
                         "    place roller[%d] by center at (%.17g, %.17g);\n", i + 1,
                         0.3 * length * (i - 1), radius);
    }
    snprintf(text + used, (size_t)(TEXT - used),
             "  end\n  properties: (planar, gravity: (%.17g, %.17g), friction: 0.6);\nend\n"
             "simulate w begin\n  time: (0.002, 0.6);\nend\n",
             G * sin(slope), -G * cos(slope));
    return text;
}

/* Rolling without slip the discs have half the plate's speed: kinetic energy
 * v^2 (M + n m (1/4 + 1/8)) / 2, power of the weight v g sin(a) (M + n m / 2). */
TEST(a_plate_on_rollers_runs_down_as_its_masses_say) {
    static const double cases[][4] = {
        {0.1, 2.0, 0.1, 0.1}, {0.05, 1.5, 0.2, 0.3}, {0.2, 3.0, 0.05, -0.2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *v = cases[i];
        int keep = t->defer_count;
        double plate = v[1] * v[2], disc = 3.14159265358979323846 * v[0] * v[0];
        double a =
            G * sin(v[3]) * (plate + 0.5 * ROLLERS * disc) / (plate + 0.375 * ROLLERS * disc);
        ContactRun run;
        REQUIRE(contact_run_of(&run, t, plate_on_rollers(t, v[0], v[1], v[2], v[3]), 0, NULL,
                               CONTACT_RISE));
        REQUIRE(contact_run_to(&run, 0.4));
        double speed = a * tm_sim_info(run.sim)->time;
        CHECK_NEAR(contact_pose(&run, "plate").vx, speed, 1e-9);
        CHECK_NEAR(contact_pose(&run, "roller[2]").vx, 0.5 * speed, 1e-9);
        CHECK_NEAR(contact_pose(&run, "roller[2]").spin, -0.5 * speed / v[0], 1e-9 / v[0]);
        test_run_defers(t, keep);
    }
}

#define DOMINOES 12

/* Dominoes in a row; the first turns about its lower right corner with `part` of the energy that
 * brings it over: m g (sqrt(w^2 + h^2) - h) / 2 = m (w^2 + h^2) / 3 spin^2 / 2. */
static const char *row_of_dominoes(tmTest *t, double part) {
    double width = 0.02, height = 0.12, pitch = 0.06, diagonal = hypot(width, height);
    double spin = -sqrt(part * 3.0 * G * (diagonal - height)) / diagonal;
    Draft draft = draft_begin(t, 1.0, NULL);
    DraftPolygon ground = draft_box(-2.0, -1.0, 4.0, 0.0);
    draft_body(&draft, true, &ground, 1, (DraftPose){0});
    for (int i = 0; i < DOMINOES; i++) {
        DraftPose pose = {.x = pitch * i, .y = 0.5 * height};
        if (i == 0) { /* about its corner: v = spin x r */
            pose.vx = -spin * 0.5 * height;
            pose.vy = -spin * 0.5 * width;
            pose.spin = spin;
        }
        draft_block(&draft, width, height, pose);
    }
    draft_end(&draft, G, -1.57079632679489662, 0.6, 0.001, 1.5);
    return draft.text;
}

static int fallen(const ContactRun *run) {
    int count = 0;
    for (int i = 0; i < DOMINOES; i++) {
        char part[16];
        snprintf(part, sizeof part, "b%d", i + 2);
        count += contact_pose(run, part).angle < -0.5;
    }
    return count;
}

/* Energy never rises by more than a step's error, and nobody falls before its neighbour. */
TEST(dominoes_fall_one_after_the_other_if_the_first_gets_over_its_corner) {
    for (int i = 0; i < 2; i++) {
        int keep = t->defer_count, most = 0;
        ContactRun run;
        REQUIRE(contact_run_of(&run, t, row_of_dominoes(t, i ? 1.1 : 0.9), 0, NULL, CONTACT_RISE));
        while (contact_step(&run)) {
            int now = fallen(&run);
            CHECK(now <= most + 1);
            most = now > most ? now : most;
        }
        CHECK(tm_sim_info(run.sim)->outcome == TM_SIM_ENDED);
        CHECK(fallen(&run) == (i ? DOMINOES : 0));
        test_run_defers(t, keep);
        t->splits = false;
    }
}

TEST(copies_of_rollers_and_dominoes_move_alike) {
    CHECK(
        contact_is_mirrored(t, plate_on_rollers(t, 0.05, 1.5, 0.2, 0.3), CONTACT_RISE, COPY_NEAR));
    t->splits = false;
    CHECK(contact_is_mirrored(t, row_of_dominoes(t, 1.1), CONTACT_RISE, COPY_NEAR));
}

TEST_MAIN(CASE(a_plate_on_rollers_runs_down_as_its_masses_say),
          CASE(dominoes_fall_one_after_the_other_if_the_first_gets_over_its_corner),
          CASE(copies_of_rollers_and_dominoes_move_alike))
