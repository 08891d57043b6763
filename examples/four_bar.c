#include <stdio.h>
#include <trammel/trammel.h>
int main(void) { /* a crank of 1, a coupler of 3.5 and a rocker of 3 on a base of 4 */
    tmMechanism *m;
    tmPlan *plan;
    tmBodyId body[4];
    tmBodyDef link = tm_body_def_default();
    tmPlanDef def = tm_plan_def_default();
    tmInput motor = {.kind = TM_INPUT_ANGLE};
    tm_mechanism_create(NULL, &m), body[0] = tm_mechanism_ground(m);
    link.angle = 1.0; /* a rough start: it tells on which side of the base the coupler lies */
    for (int i = 1; i < 4; i++)
        tm_body_add(m, &link, &body[i]);
    tm_joint_add_pin(m, body[0], 0.0, 0.0, body[1], 0.0, 0.0, &motor.joint);
    tm_joint_add_pin(m, body[1], 1.0, 0.0, body[2], 0.0, 0.0, NULL);
    tm_joint_add_pin(m, body[2], 3.5, 0.0, body[3], 3.0, 0.0, NULL);
    tm_joint_add_pin(m, body[0], 4.0, 0.0, body[3], 0.0, 0.0, NULL);
    def.inputs = &motor, def.input_count = 1;
    tm_plan_create(m, &def, &plan); /* once */
    for (double angle = 0.0; angle < 6.3; angle += 0.7) {
        tm_plan_move(plan, &angle, NULL); /* for each frame */
        printf("%.1f %.9f %.9f\n", angle, tm_plan_poses(plan)[3].c, tm_plan_poses(plan)[3].s);
    }
    tm_plan_destroy(plan), tm_mechanism_destroy(m);
}
