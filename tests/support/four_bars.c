/* four_bars.c: see four_bars.h. */
#include "four_bars.h"

fourBarBuilt four_bar_build(linkage *l, fourBar f, double angle, int side) {
    double px = f.crank * cos(angle), py = f.crank * sin(angle), x = 0, y = 0;
    linkage_circles(px, py, f.coupler, f.ground, 0.0, f.rocker, side, &x, &y);
    fourBarBuilt b = {.start = angle};
    b.crank = linkage_body(l, 0, 0, angle);
    b.coupler = linkage_body(l, px, py, 0);
    b.rocker = linkage_body(l, f.ground, 0, 0);
    b.pins[0] = linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, l->ground, 0, 0, 0),
                              linkage_mark(l, b.crank, 0, 0, angle), 0);
    b.pins[1] = linkage_pin(l, b.crank, b.coupler, px, py);
    b.pins[2] = linkage_pin(l, b.coupler, b.rocker, x, y);
    b.pins[3] = linkage_pin(l, b.rocker, l->ground, f.ground, 0);
    b.input = linkage_angle(b.pins[0]);
    return b;
}

tmPlan *four_bar_plan(tmTest *t, linkage *l, const tmInput *input, tmBreak on_break) {
    tmPlanDef def = tm_plan_def_default();
    tmPlan *plan = NULL;
    def.inputs = input;
    def.input_count = 1;
    def.on_break = on_break;
    def.method = l->method;
    if (l->status == TM_OK) {
        l->status = tm_plan_create(l->m, &def, &plan);
        DEFER(tm_plan_destroy, plan);
    }
    return plan;
}

double four_bar_angle(fourBar f, long double span) {
    long double a = f.crank, g = f.ground;
    return (double)acosl((a * a + g * g - span * span) / (2 * a * g));
}

int four_bar_side(tmPlan *plan, const fourBarBuilt *b, fourBar f, double value) {
    double px = f.crank * cos(value), py = f.crank * sin(value), x, y;
    tmJointDef def;
    if (tm_joint_get(tm_plan_mechanism(plan), b->pins[2], &def) != TM_OK ||
        tm_plan_point(plan, def.features[0], &x, &y) != TM_OK) {
        return 0;
    }
    return (f.ground - px) * (y - py) + py * (x - px) > 0.0 ? 1 : -1;
}
