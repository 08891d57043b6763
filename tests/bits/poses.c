/* poses.c FILE: moves every mechanism of the file through a turn, in both methods, and writes all
 * poses, velocities, accelerations and assembly modes to standard output as they stand in memory.
 * poses.mjs does the same in WebAssembly. */
#include "mechanisms/mechanisms.h"

#include <stdio.h>

#define FRAMES 90
#define NEWTON_BODIES_MAX 40 /* larger ones move by the mixed method only, to save time */
#define WATCHED_BODIES_MAX 8 /* the same */
#define TURN 6.283185307179586

static int write_turn(const tmMechanism *m, tmJointId driver, tmPlanMethod method) {
    const tmInput input = {.kind = TM_INPUT_ANGLE, .joint = driver};
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &input;
    def.input_count = 1;
    def.method = method;
    def.watch = tm_body_count(m) <= WATCHED_BODIES_MAX;
    tmPlan *plan;
    tmRates *rates = NULL;
    if (tm_plan_create(m, &def, &plan) != TM_OK || tm_rates_create(plan, &rates) != TM_OK) {
        tm_plan_destroy(plan);
        return 1;
    }
    size_t bodies = (size_t)tm_body_count(m);
    for (int i = 1; i <= FRAMES; i++) {
        double angle = TURN * i / FRAMES;
        tm_plan_move(plan, &angle, NULL);
        fwrite(tm_plan_poses(plan), sizeof(tmPose), bodies, stdout);
        double rate = 1.0;
        tm_rates_solve(rates, &rate, NULL, NULL);
        fwrite(tm_rates_velocities(rates), sizeof(tmPoseRate), bodies, stdout);
        fwrite(tm_rates_accelerations(rates), sizeof(tmPoseRate), bodies, stdout);
    }
    tm_rates_destroy(rates);
    tmModes *modes;
    if (tm_modes_create(plan, NULL, NULL, &modes) != TM_OK) {
        return 1;
    }
    if (tm_modes_count(modes) > 0) {
        fwrite(tm_modes_poses(modes, 0), sizeof(tmPose), bodies * (size_t)tm_modes_count(modes),
               stdout);
    }
    tm_modes_destroy(modes);
    tm_plan_destroy(plan);
    return 0;
}

int main(int argc, char **argv) {
    char message[256];
    MechanismFile *file = argc == 2 ? mechanism_file_read(argv[1], message, sizeof message) : NULL;
    int failed = !file;
    for (int i = 0; file && i < mechanism_file_count(file); i++) {
        tmMechanism *m;
        tmJointId driver;
        if (mechanism_file_build(file, i, NULL, &m, &driver) != TM_OK) {
            failed = 1;
            continue;
        }
        failed |= write_turn(m, driver, TM_PLAN_MIXED);
        if (tm_body_count(m) <= NEWTON_BODIES_MAX) {
            failed |= write_turn(m, driver, TM_PLAN_NEWTON);
        }
        tm_mechanism_destroy(m);
    }
    mechanism_file_free(file);
    return failed;
}
