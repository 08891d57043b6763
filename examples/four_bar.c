#include <stdio.h>
#include <stdlib.h>
#include <trammel/trammel.h>

/* Ends the program with the reason when a call has failed. */
static void must(tmStatus status) {
    if (status != TM_OK) {
        fprintf(stderr, "four_bar: %s\n", tm_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* A crank of 1, a coupler of 3.5 and a rocker of 3 on a base of 4; the crank's pin is the motor. */
static tmJointId build(tmMechanism *m) {
    tmBodyDef link = tm_body_def_default();
    tmBodyId ground = tm_mechanism_ground(m), crank, coupler, rocker;
    tmJointId motor;
    link.angle = 1.0; /* a rough start: it decides on which side of the base the coupler lies */
    must(tm_body_add(m, &link, &crank));
    must(tm_body_add(m, &link, &coupler));
    must(tm_body_add(m, &link, &rocker));
    must(tm_joint_add_pin(m, ground, 0.0, 0.0, crank, 0.0, 0.0, &motor));
    must(tm_joint_add_pin(m, crank, 1.0, 0.0, coupler, 0.0, 0.0, NULL));
    must(tm_joint_add_pin(m, coupler, 3.5, 0.0, rocker, 3.0, 0.0, NULL));
    must(tm_joint_add_pin(m, ground, 4.0, 0.0, rocker, 0.0, 0.0, NULL));
    return motor;
}

int main(void) {
    tmMechanism *m;
    must(tm_mechanism_create(NULL, &m));
    tmInput motor = {.kind = TM_INPUT_ANGLE, .joint = build(m)};
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &motor;
    def.input_count = 1;
    tmPlan *plan;
    must(tm_plan_create(m, &def, &plan)); /* once */
    for (double angle = 0.0; angle < 6.3; angle += 0.7) {
        tmSolveInfo info;
        must(tm_plan_move(plan, &angle, &info)); /* for each frame */
        if (info.outcome != TM_MOVE_DONE) {
            printf("%.1f is past the end of the motion\n", angle);
            continue;
        }
        const tmPose *rocker = &tm_plan_poses(plan)[3];
        printf("%.1f %.9f %.9f\n", angle, rocker->c, rocker->s);
    }
    tm_plan_destroy(plan);
    tm_mechanism_destroy(m);
}
