/* test_forces.c: static forces against closed forms, equilibrium of every body by formulas of the
 * test, virtual power, and what is said where loads are not held or shares not determined. */
#include "linkage_table.h"
#include "linkages.h"
#include "reference.h"

#include <stdio.h>
#include <string.h>

#define EXACT 1e-9
#define LOADS_MAX 64

static tmForces *forces_of(tmTest *t, const tmPlan *plan) {
    tmForces *forces = NULL;
    CHECK_STATUS(tm_forces_create(plan, &forces), TM_OK);
    DEFER(tm_forces_destroy, forces);
    return forces;
}

static tmLoad force_at(tmFeatureId feature, double x, double y) {
    return (tmLoad){.kind = TM_LOAD_FORCE, .feature = feature, .x = x, .y = y};
}

static tmLoad moment_on(tmBodyId body, double moment) {
    return (tmLoad){.kind = TM_LOAD_MOMENT, .body = body, .moment = moment};
}

static void check_joint(tmTest *t, const tmForces *forces, tmJointId joint, int32_t index, double x,
                        double y, double moment) {
    tmForce f = {NAN, NAN, NAN};
    CHECK_STATUS(tm_forces_joint(forces, joint, index, &f), TM_OK);
    CHECK_NEAR(f.x, x, EXACT * (1.0 + fabs(x)));
    CHECK_NEAR(f.y, y, EXACT * (1.0 + fabs(y)));
    CHECK_NEAR(f.moment, moment, EXACT * (1.0 + fabs(moment)));
}

static bool all_zero(const tmMechanism *m, const tmPlan *plan, const tmForces *forces) {
    bool found = true;
    for (int32_t i = 0; i < tm_plan_value_count(plan); i++) {
        found &= tm_forces_efforts(forces)[i] == 0.0;
    }
    for (int32_t i = 0; i < tm_joint_count(m); i++) {
        tmForce f = {1.0, 1.0, 1.0};
        found &= tm_forces_joint(forces, tm_joint_at(m, i), 0, &f) == TM_OK;
        found &= f.x == 0.0 && f.y == 0.0 && f.moment == 0.0;
    }
    return found;
}

/* ---- Sums of the test's own ---------------------------------------------------------------- */

typedef struct sums {
    double x, y, moment; /* moment about the world's origin */
    double size;         /* of all that was added, for the tolerance */
} sums;

static void add_force(sums *s, double px, double py, double x, double y, double moment) {
    s->x += x;
    s->y += y;
    s->moment += px * y - py * x + moment;
    s->size += fabs(x) * (1.0 + fabs(py)) + fabs(y) * (1.0 + fabs(px)) + fabs(moment);
}

static int32_t place_of(const tmMechanism *m, tmBodyId body) {
    int32_t i = 0;
    while (i < tm_body_count(m) && tm_body_at(m, i).value != body.value) {
        i++;
    }
    return i;
}

static void add_at(sums *all, const tmMechanism *m, const tmPose *poses, tmFeatureId feature,
                   double x, double y, double moment) {
    tmBodyId body = {0};
    double px = NAN, py = NAN;
    linkage_place(m, feature, poses, &px, &py, NULL);
    if (tm_feature_get(m, feature, &body, NULL, NULL, NULL) == TM_OK) {
        add_force(&all[place_of(m, body)], px, py, x, y, moment);
    }
}

/* What each body gets from joints, loads and inputs; a joint as a whole gives nothing. */
static void check_equilibrium(tmTest *t, const tmMechanism *m, const tmPlan *plan,
                              const tmForces *forces, const tmInput *inputs, int32_t input_count,
                              const tmLoad *loads, int32_t load_count) {
    const tmPose *poses = tm_plan_poses(plan);
    sums *all = test_memory(t, (size_t)tm_body_count(m), sizeof *all);
    for (int32_t i = 0; i < tm_joint_count(m); i++) {
        tmJointDef def;
        sums own = {0};
        REQUIRE(tm_joint_get(m, tm_joint_at(m, i), &def) == TM_OK);
        for (int32_t k = 0; k < TM_JOINT_FEATURES && def.features[k].value; k++) {
            tmForce f = {NAN, NAN, NAN};
            double px, py;
            CHECK_STATUS(tm_forces_joint(forces, tm_joint_at(m, i), k, &f), TM_OK);
            linkage_place(m, def.features[k], poses, &px, &py, NULL);
            add_force(&own, px, py, f.x, f.y, f.moment);
            add_at(all, m, poses, def.features[k], f.x, f.y, f.moment);
        }
        CHECK(fabs(own.x) + fabs(own.y) + fabs(own.moment) <= 1e-10 * own.size);
    }
    const double *effort = tm_forces_efforts(forces);
    for (int32_t i = 0; i < input_count; i++) {
        tmJointDef def;
        if (inputs[i].kind == TM_INPUT_POSITION) {
            add_at(all, m, poses, inputs[i].feature, effort[0], effort[1], 0.0);
            effort += 2;
            continue;
        }
        REQUIRE(tm_joint_get(m, inputs[i].joint, &def) == TM_OK);
        double px, py, angle;
        linkage_place(m, def.features[0], poses, NULL, NULL, &angle);
        linkage_place(m, def.features[1], poses, &px, &py, NULL);
        bool turns = inputs[i].kind == TM_INPUT_ANGLE;
        double x = turns ? 0.0 : *effort * cos(angle), y = turns ? 0.0 : *effort * sin(angle);
        tmBodyId a = {0};
        MUST(tm_feature_get(m, def.features[0], &a, NULL, NULL, NULL));
        add_at(all, m, poses, def.features[1], x, y, turns ? *effort : 0.0);
        add_force(&all[place_of(m, a)], px, py, -x, -y, turns ? -*effort : 0.0);
        effort++;
    }
    for (int32_t i = 0; i < load_count; i++) {
        if (loads[i].kind == TM_LOAD_FORCE) {
            add_at(all, m, poses, loads[i].feature, loads[i].x, loads[i].y, 0.0);
        } else {
            add_force(&all[place_of(m, loads[i].body)], 0, 0, 0, 0, loads[i].moment);
        }
    }
    double size = 0.0; /* what hardly gets a force gets the rounding errors of the others */
    for (int32_t i = 1; i < tm_body_count(m); i++) {
        size = fmax(size, all[i].size);
    }
    for (int32_t i = 1; i < tm_body_count(m); i++) {
        CHECK(fabs(all[i].x) + fabs(all[i].y) + fabs(all[i].moment) <= 1e-11 * size);
    }
}

/* ---- Slider-crank -------------------------------------------------------------------------- */

/* Crank 1, rod 3; dx/dq of the piston. */
static double piston_rate(double q) {
    return -sin(q) - sin(q) * cos(q) / sqrt(9.0 - sin(q) * sin(q));
}

/* The rod pulls along itself, so that a load F on the piston needs F tan(tilt) from the rail, and
 * the crank's torque is -F dx/dq by virtual work. */
TEST(slider_crank_is_held_by_the_torque_of_virtual_work) {
    Linkage l;
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    int64_t before = t->allocations;
    for (int i = 0; i < 36; i++) {
        double q = 0.2 * i, f = -7.0;
        double tilt = -asin(sin(q) / 3.0);
        tmLoad load = force_at(l.b[3], f, 0.0);
        tmForcesInfo info;
        MUST(tm_plan_move(plan, &q, NULL));
        MUST(tm_forces_solve(forces, &load, 1, &info));
        REQUIRE(info.outcome == TM_FORCES_DONE && info.freedom == 0 && info.redundant == 0);
        CHECK(info.imbalance == 0.0);
        CHECK_NEAR(tm_forces_efforts(forces)[0], -f * piston_rate(q), EXACT);
        check_joint(t, forces, l.joints[2], 1, -f, -f * tan(tilt), 0.0); /* C on the piston */
        check_joint(t, forces, l.joints[2], 0, f, f * tan(tilt), 0.0);   /* C on the rod */
        check_joint(t, forces, l.joints[3], 1, 0.0, f * tan(tilt), 0.0); /* the rail on it */
        check_joint(t, forces, l.joints[0], 1, -f, -f * tan(tilt), 0.0); /* A on the crank */
    }
    CHECK(t->allocations == before);
}

TEST(piston_is_held_by_the_force_of_virtual_work_also_near_the_dead_centre) {
    Linkage l;
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 3, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    for (int k = 0; k < 5; k++) {
        double q = pow(10.0, -k), x = cos(q) + sqrt(9.0 - sin(q) * sin(q));
        tmLoad load = moment_on(l.bodies[1], 2.5);
        tmForcesInfo info;
        MUST(tm_plan_move(plan, &x, NULL));
        const tmPose *p = tm_plan_poses(plan);
        MUST(tm_forces_solve(forces, &load, 1, &info));
        REQUIRE(info.outcome == TM_FORCES_DONE);
        double expected = -2.5 / piston_rate(atan2(p[1].s, p[1].c));
        CHECK_NEAR(tm_forces_efforts(forces)[0], expected, EXACT * fabs(expected));
    }
}

/* Stretched and driven at the piston: nothing holds the crank against a torque. */
TEST(torque_at_the_dead_centre_is_not_balanced_and_moves_crank_and_rod) {
    const LinkageBody bodies[] = {{"crank", 0, 0, 0}, {"rod", 1, 0, 0}, {"piston", 4, 0, 0}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_REVOLUTE, {2, 3, 0, 0}, {3, 0, 0, 0}, 0},
                                          {"S", TM_JOINT_PRISMATIC, {0, 0, 0, 0}, {3, 0, 0, 0}, 0}};
    Linkage l;
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_table_build(t, &l, bodies, 3, joints, 4));
    MUST(linkage_table_plan(t, &l, 3, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    tmLoad load = moment_on(l.bodies[1], 2.5);
    tmForcesInfo info;
    MUST(tm_forces_solve(forces, &load, 1, &info));
    CHECK(info.outcome == TM_FORCES_UNBALANCED && info.freedom == 1 && info.imbalance > 0.1);
    CHECK(all_zero(l.m, plan, forces));
    const tmPoseRate *drift = tm_forces_drift(forces);
    /* Instant motion: crank w, rod -w / 3, piston at rest. */
    CHECK_NEAR(drift[1].angle, 1.0, EXACT);
    CHECK_NEAR(drift[2].angle, -1.0 / 3.0, EXACT);
    CHECK_NEAR(drift[2].y, 1.0, EXACT);
    CHECK(fabs(drift[3].x) < EXACT && fabs(drift[3].y) < EXACT && fabs(drift[3].angle) < EXACT);
    CHECK(drift[0].x == 0.0 && drift[0].y == 0.0 && drift[0].angle == 0.0);
}

/* ---- Reference mechanisms ------------------------------------------------------------------ */

static int32_t random_loads(const tmMechanism *m, uint64_t *state, tmLoad *loads) {
    int32_t count = 0;
    for (int32_t i = 0; i < tm_feature_count(m) && count < LOADS_MAX / 2; i++) {
        loads[count++] = force_at(tm_feature_at(m, i), test_uniform(state, -5.0, 5.0),
                                  test_uniform(state, -5.0, 5.0));
    }
    for (int32_t i = 0; i < tm_body_count(m) && count < LOADS_MAX; i++) {
        loads[count++] = moment_on(tm_body_at(m, i), test_uniform(state, -5.0, 5.0));
    }
    return count;
}

/* Power of the loads at these rates; *size gets the sum of the magnitudes. */
static double power_of(tmTest *t, const tmMechanism *m, const tmRates *rates, const tmLoad *loads,
                       int32_t count, double *size) {
    double power = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double part;
        if (loads[i].kind == TM_LOAD_FORCE) {
            double x = NAN, y = NAN;
            CHECK_STATUS(tm_rates_point_velocity(rates, loads[i].feature, &x, &y), TM_OK);
            part = loads[i].x * x + loads[i].y * y;
        } else {
            part = loads[i].moment * tm_rates_velocities(rates)[place_of(m, loads[i].body)].angle;
        }
        power += part;
        *size += fabs(part);
    }
    return power;
}

TEST(every_body_of_every_reference_mechanism_is_in_equilibrium) {
    uint64_t state = 61;
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        if (strncmp(mechanism_file_name(file, i), "Chain", 5) == 0) {
            continue; /* nothing holds a chain's freedoms */
        }
        int kept = t->defer_count;
        tmMechanism *m;
        tmInput input = {.kind = TM_INPUT_ANGLE};
        MUST(reference_build(t, file, i, &m, &input.joint));
        tmPlan *plan;
        MUST(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan));
        DEFER(tm_plan_destroy, plan);
        tmForces *forces = forces_of(t, plan);
        tmRates *rates;
        MUST(tm_rates_create(plan, &rates));
        DEFER(tm_rates_destroy, rates);
        double start, one = 1.0;
        MUST(tm_plan_values(plan, &start));
        for (int k = 0; k < 5; k++) {
            double value = start + 1.3 * k, size = 0.0;
            tmLoad loads[LOADS_MAX];
            int32_t count = random_loads(m, &state, loads);
            tmForcesInfo info;
            MUST(tm_plan_move(plan, &value, NULL));
            MUST(tm_forces_solve(forces, loads, count, &info));
            if (!CHECK(info.outcome == TM_FORCES_DONE && info.freedom == 0)) {
                printf("  %s: outcome %d, freedom %d, redundant %d, imbalance %g\n",
                       mechanism_file_name(file, i), (int)info.outcome, (int)info.freedom,
                       (int)info.redundant, info.imbalance);
                continue;
            }
            check_equilibrium(t, m, plan, forces, &input, 1, loads, count);
            MUST(tm_rates_solve(rates, &one, NULL, NULL));
            double power = power_of(t, m, rates, loads, count, &size);
            double effort = tm_forces_efforts(forces)[0];
            CHECK(fabs(effort + power) <= 1e-9 * (fabs(effort) + size));
        }
        test_run_defers(t, kept);
    }
}

/* ---- Every kind ---------------------------------------------------------------------------- */

/* Kinds that take their value as they are placed, or can be closed: all but cams. */
#define KINDS 18

/* Four bodies welded to the ground and joined by one closed joint of each kind: all of them share
 * the loads, and each must balance and be understood where it acts. */
TEST(joints_of_every_kind_balance_and_hold_their_bodies) {
    uint64_t state = 62;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId body[5] = {l.ground};
    for (int i = 1; i < 5; i++) {
        body[i] = linkage_body(&l, 0, 0, 0);
        linkage_joint(&l, TM_JOINT_RIGID, linkage_mark(&l, l.ground, i, 1.0 - i, 0.2 * i),
                      linkage_mark(&l, body[i], i, 1.0 - i, 0.2 * i), 0.0);
    }
    tmFeatureId origin = linkage_mark(&l, body[1], 0, 0, 0.3);
    tmFeatureId same = linkage_mark(&l, body[2], 0, 0, 0.3);
    tmFeatureId ahead = linkage_mark(&l, body[2], 2.0 * cos(0.3), 2.0 * sin(0.3), 0.3);
    tmFeatureId across = linkage_mark(&l, body[3], -cos(0.3), -sin(0.3), 0.3 + 0.5 * LINKAGE_PI);
    tmFeatureId back = linkage_mark(&l, body[4], cos(0.3), sin(0.3), 0.3 + LINKAGE_PI);
    const struct {
        tmJointKind kind;
        tmFeatureId f[4];
        double value;
    } closed[] = {{TM_JOINT_REVOLUTE, {origin, same}, 0},
                  {TM_JOINT_PRISMATIC, {origin, ahead}, 0},
                  {TM_JOINT_SLOT, {origin, across}, 0},
                  {TM_JOINT_ANGLE, {origin, across}, 0.5 * LINKAGE_PI},
                  {TM_JOINT_RIGID, {origin, same}, 0},
                  {TM_JOINT_DISTANCE, {ahead, across}, 3.0},
                  {TM_JOINT_ON_CIRCLE, {origin, back}, 1.0},
                  {TM_JOINT_PARALLEL, {ahead, back}, 0},
                  {TM_JOINT_PERPENDICULAR, {ahead, across}, 0},
                  {TM_JOINT_COLLINEAR, {ahead, back, across}, 0},
                  {TM_JOINT_EQUAL_LENGTH, {ahead, back, across, same}, 0},
                  {TM_JOINT_EQUAL_ANGLE, {ahead, across, across, back}, 0},
                  {TM_JOINT_GEAR, {origin, ahead}, 0},
                  {TM_JOINT_INNER_GEAR, {ahead, back}, 0},
                  {TM_JOINT_RACK, {origin, across}, 0},
                  {TM_JOINT_BELT, {ahead, across}, 0},
                  {TM_JOINT_CROSSED_BELT, {back, across}, 0},
                  {TM_JOINT_ROPE, {origin, ahead, across, back}, 0}};
    MUST(l.status);
    tmJointId ids[KINDS];
    for (int i = 0; i < KINDS; i++) {
        tmJointDef def = tm_joint_def_default();
        CHECK((int)closed[i].kind == i);
        def.kind = closed[i].kind;
        def.value = closed[i].value;
        memcpy(def.features, closed[i].f, sizeof closed[i].f);
        for (int k = 0; k < 4 && def.kind >= TM_JOINT_GEAR; k++) {
            def.radii[k] = 0.4 - 0.1 * k;
        }
        MUST(tm_joint_add(l.m, &def, &ids[i]));
    }
    tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
    MUST(l.status);
    tmForces *forces = forces_of(t, plan);
    for (int try = 0; try < 20; try++) {
        tmLoad loads[LOADS_MAX];
        int32_t count = random_loads(l.m, &state, loads);
        tmForcesInfo info;
        MUST(tm_forces_solve(forces, loads, count, &info));
        /* The kinds' rows, 2 + 2 + 1 + 1 + 3 + 13 times 1, are all too many. */
        CHECK(info.outcome == TM_FORCES_SHARED && info.freedom == 0 && info.redundant == 22);
        check_equilibrium(t, l.m, plan, forces, NULL, 0, loads, count);
        for (int i = 0; i < KINDS; i++) {
            tmForce f;
            MUST(tm_forces_joint(forces, ids[i], 0, &f));
            CHECK(fabs(f.x) + fabs(f.y) + fabs(f.moment) > 1e-6); /* it bears its share */
        }
    }
}

/* ---- Shares -------------------------------------------------------------------------------- */

/* A bar on three upright cranks of length 2 at x = -1, 0, 1; the first is held. A load P down at x
 * = e is shared as S_i = P/3 + P e x_i / 2: the shortest of all S with sum P and moment P e. Each
 * crank's S stands in both its pins. A load H across is the first crank's alone: torque 2 H. */
TEST(parallel_cranks_share_a_load_by_the_least_norm) {
    uint64_t state = 63;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId bar = linkage_body(&l, 0, 0, 0);
        tmJointId top[3], foot[3];
        for (int i = 0; i < 3; i++) {
            tmBodyId crank = linkage_body(&l, 0, 0, 0);
            foot[i] = linkage_pin(&l, l.ground, crank, i - 1.0, 0);
            top[i] = linkage_pin(&l, crank, bar, i - 1.0, 2.0);
        }
        double p = 6.0, e = 0.3, h = 1.5;
        tmFeatureId mark = linkage_mark(&l, bar, e, 2.0, 0);
        tmInput input = linkage_angle(foot[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmForces *forces = forces_of(t, plan);
        const tmLoad load = force_at(mark, h, -p);
        tmForcesInfo info;
        MUST(tm_forces_solve(forces, &load, 1, &info));
        CHECK(info.outcome == TM_FORCES_SHARED && info.redundant == 1 && info.freedom == 0);
        int on_bar = l.swap ? 0 : 1;
        for (int i = 0; i < 3; i++) {
            double share = p / 3.0 + p * e * (i - 1.0) / 2.0;
            check_joint(t, forces, top[i], on_bar, i == 0 ? -h : 0.0, share, 0.0);
            check_joint(t, forces, foot[i], on_bar, i == 0 ? -h : 0.0, share, 0.0);
        }
        /* On the crank the torque is from x to y; H pushes it the other way. */
        CHECK_NEAR(tm_forces_efforts(forces)[0], l.swap ? -2.0 * h : 2.0 * h, EXACT);
        check_equilibrium(t, l.m, plan, forces, &input, 1, &load, 1);
        test_run_defers(t, 0);
    }
}

/* ---- Free mechanisms ----------------------------------------------------------------------- */

TEST(pendulum_is_balanced_only_where_its_load_points_at_the_pivot) {
    uint64_t state = 64;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId held = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 0, 0);
    tmInput input = linkage_angle(linkage_pin(&l, l.ground, held, 5, 0));
    tmJointId pivot = linkage_pin(&l, l.ground, rod, 0, 0);
    tmFeatureId bob = linkage_mark(&l, rod, 0, -2, 0);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmForces *forces = forces_of(t, plan);
    tmLoad load = force_at(bob, 0.0, -9.81);
    tmForcesInfo info;
    MUST(tm_forces_solve(forces, &load, 1, &info));
    CHECK(info.outcome == TM_FORCES_DONE && info.freedom == 1 && info.imbalance == 0.0);
    check_joint(t, forces, pivot, 1, 0.0, 9.81, 0.0);
    CHECK(tm_forces_drift(forces)[2].angle == 0.0);
    load.x = 1.0;
    MUST(tm_forces_solve(forces, &load, 1, &info));
    CHECK(info.outcome == TM_FORCES_UNBALANCED && info.imbalance > 0.0);
    CHECK(all_zero(l.m, plan, forces));
    const tmPoseRate *drift = tm_forces_drift(forces);
    CHECK(drift[2].angle > 0.0); /* the bob goes along +x, from below: from x to y */
    CHECK(fabs(drift[1].x) + fabs(drift[1].y) + fabs(drift[1].angle) < EXACT);
}

/* Straight down from the ceiling, the same weight at each lower end: pin i bears n - i of them. */
TEST(hanging_chain_of_a_thousand_links_bears_the_weights_below_each_pin) {
    enum { LINKS = 1000 };
    const double weight = 0.25;
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmJointId *pins = test_memory(t, LINKS, sizeof *pins);
    tmLoad *loads = test_memory(t, LINKS, sizeof *loads);
    tmBodyId above = l.ground;
    for (int i = 0; i < LINKS; i++) {
        tmBodyId link = linkage_body(&l, 0, -i, 0);
        pins[i] = linkage_pin(&l, above, link, 0, -i);
        loads[i] = force_at(linkage_mark(&l, link, 0, -i - 1.0, 0), 0.0, -weight);
        above = link;
    }
    MUST(l.status);
    tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
    MUST(l.status);
    tmForces *forces = forces_of(t, plan);
    tmForcesInfo info;
    MUST(tm_forces_solve(forces, loads, LINKS, &info));
    REQUIRE(info.outcome == TM_FORCES_DONE && info.freedom == LINKS && info.redundant == 0);
    for (int i = 0; i < LINKS; i += 37) {
        check_joint(t, forces, pins[i], 1, 0.0, weight * (LINKS - i), 0.0);
    }
    loads[LINKS - 1].x = 1e-3;
    MUST(tm_forces_solve(forces, loads, LINKS, &info));
    CHECK(info.outcome == TM_FORCES_UNBALANCED);
}

/* ---- Positions as inputs ------------------------------------------------------------------- */

/* An arm of two links held at its hand: efforts times any rates of the hand and the power of the
 * loads add up to zero. */
TEST(hand_of_an_arm_is_held_by_the_force_of_virtual_power) {
    uint64_t state = 65;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId upper = linkage_body(&l, 0, 0, 0), lower = linkage_body(&l, 0, 0, 0);
    linkage_pin(&l, l.ground, upper, 0, 0);
    linkage_pin(&l, upper, lower, 2, 1);
    tmFeatureId hand = linkage_mark(&l, lower, 3, -0.5, 0);
    tmFeatureId elbow = linkage_mark(&l, upper, 1, 1.5, 0);
    tmInput input = linkage_position(hand);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmForces *forces = forces_of(t, plan);
    tmRates *rates;
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    const tmLoad loads[] = {force_at(elbow, 3.0, -4.0), moment_on(lower, 2.0)};
    tmForcesInfo info;
    MUST(tm_forces_solve(forces, loads, 2, &info));
    CHECK(info.outcome == TM_FORCES_DONE && info.freedom == 0);
    check_equilibrium(t, l.m, plan, forces, &input, 1, loads, 2);
    for (int axis = 0; axis < 2; axis++) {
        double v[2] = {axis == 0, axis == 1}, size = 1.0;
        MUST(tm_rates_solve(rates, v, NULL, NULL));
        double power = power_of(t, l.m, rates, loads, 2, &size);
        CHECK_NEAR(tm_forces_efforts(forces)[axis] + power, 0.0, EXACT * size);
    }
}

TEST(displacement_inputs_push_along_the_first_line) {
    uint64_t state = 66;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId block = linkage_body(&l, 0, 0, 0);
        double gradient = 0.6;
        tmJointId rail = linkage_slider(&l, l.ground, block, 1, 2, gradient, 0.7);
        tmInput input = linkage_displacement(rail);
        tmFeatureId mark = linkage_mark(&l, block, 3, 1, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmForces *forces = forces_of(t, plan);
        const tmLoad load = force_at(mark, 0.0, -10.0);
        MUST(tm_forces_solve(forces, &load, 1, NULL));
        /* With the features swapped, b is the ground: it is pushed the other way. */
        double up = 10.0 * sin(gradient);
        CHECK_NEAR(tm_forces_efforts(forces)[0], l.swap ? -up : up, EXACT);
        check_equilibrium(t, l.m, plan, forces, &input, 1, &load, 1);
        test_run_defers(t, 0);
    }
}

/* ---- Units and bad input ------------------------------------------------------------------- */

TEST(forces_do_not_depend_on_the_unit_of_length) {
    static const double units[] = {1e-150, 1e-6, 1.0, 1e6, 1e150};
    for (int i = 0; i < 5; i++) {
        double s = units[i], q = 0.8;
        linkage l = linkage_open(t, 0, NULL);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 0, 0);
        tmBodyId piston = linkage_body(&l, 0, 0, 0);
        double x = s * (cos(q) + sqrt(9.0 - sin(q) * sin(q)));
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_pin(&l, crank, rod, s * cos(q), s * sin(q));
        linkage_pin(&l, rod, piston, x, 0);
        linkage_slider(&l, l.ground, piston, 0, 0, 0, x);
        tmFeatureId head = linkage_mark(&l, piston, x, 0, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmForces *forces = forces_of(t, plan);
        const tmLoad load = force_at(head, 3.0, 0.0);
        tmForcesInfo info;
        MUST(tm_forces_solve(forces, &load, 1, &info));
        CHECK(info.outcome == TM_FORCES_DONE);
        CHECK_NEAR(tm_forces_efforts(forces)[0] / s, -3.0 * piston_rate(q), EXACT);
        test_run_defers(t, 0);
    }
}

TEST(bad_loads_are_refused_and_leave_the_forces_as_they_were) {
    Linkage l;
    tmPlan *plan;
    tmForces *forces, *late;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    tmLoad good = force_at(l.b[3], 1.0, 0.0);
    tmForcesInfo info = {.freedom = 77};
    MUST(tm_forces_solve(forces, &good, 1, NULL));
    double was = tm_forces_efforts(forces)[0];
    const struct {
        tmLoad load;
        tmStatus status;
    } bad[] = {{force_at(l.b[3], NAN, 0.0), TM_ERR_NOT_FINITE},
               {force_at(l.b[3], 0.0, INFINITY), TM_ERR_NOT_FINITE},
               {moment_on(l.bodies[1], NAN), TM_ERR_NOT_FINITE},
               {force_at((tmFeatureId){0}, 1.0, 0.0), TM_ERR_ID},
               {moment_on((tmBodyId){0}, 1.0), TM_ERR_ID},
               {{.kind = (tmLoadKind)2}, TM_ERR_ARGUMENT}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const tmLoad loads[] = {good, bad[i].load};
        CHECK_STATUS(tm_forces_solve(forces, loads, 2, &info), bad[i].status);
    }
    CHECK_STATUS(tm_forces_solve(forces, NULL, 1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_solve(forces, &good, -1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_solve(NULL, &good, 1, &info), TM_ERR_ARGUMENT);
    CHECK(info.freedom == 77 && tm_forces_efforts(forces)[0] == was && was != 0.0);
    tmForce f = {1.0, 2.0, 3.0};
    CHECK_STATUS(tm_forces_joint(forces, l.joints[0], 2, &f), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_joint(forces, l.joints[0], -1, &f), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_joint(forces, (tmJointId){0}, 0, &f), TM_ERR_ID);
    CHECK_STATUS(tm_forces_joint(forces, l.joints[0], 0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_joint(NULL, l.joints[0], 0, &f), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_create(NULL, &late), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_forces_create(plan, NULL), TM_ERR_ARGUMENT);
    CHECK(!tm_forces_efforts(NULL) && !tm_forces_drift(NULL));
    tm_forces_destroy(NULL);
    MUST(tm_joint_set_value(l.m, l.joints[0], 0.0));
    CHECK_STATUS(tm_forces_solve(forces, &good, 1, &info), TM_ERR_STALE);
    CHECK_STATUS(tm_forces_joint(forces, l.joints[0], 0, &f), TM_ERR_STALE);
    CHECK_STATUS(tm_forces_create(plan, &late), TM_ERR_STALE);
    CHECK(!late && f.x == 1.0 && f.y == 2.0 && f.moment == 3.0);
}

TEST(loads_on_the_ground_and_none_at_all_need_no_forces) {
    Linkage l;
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    const tmLoad loads[] = {force_at(l.a[0], 5.0, 5.0), moment_on(l.bodies[0], 1.0)};
    tmForcesInfo info;
    MUST(tm_forces_solve(forces, loads, 2, &info));
    CHECK(info.outcome == TM_FORCES_DONE && all_zero(l.m, plan, forces));
    MUST(tm_forces_solve(forces, NULL, 0, &info));
    CHECK(info.outcome == TM_FORCES_DONE && all_zero(l.m, plan, forces));
}

TEST(loads_too_large_for_a_double_are_refused_and_all_forces_zero) {
    Linkage l;
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    tmLoad load = force_at(l.b[3], 1.7e308, 1.7e308);
    CHECK_STATUS(tm_forces_solve(forces, &load, 1, NULL), TM_ERR_NOT_FINITE);
    CHECK(all_zero(l.m, plan, forces));
    load.x = load.y = 1e280;
    MUST(tm_forces_solve(forces, &load, 1, NULL));
    CHECK(tm_forces_efforts(forces)[0] != 0.0);
}

/* Found by fuzzing: the moment of a force far out is not a double. */
TEST(moments_too_large_for_a_double_are_refused_and_nothing_drifts) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId body = linkage_body(&l, 1e308, 1, 2.6);
    tmFeatureDef def = tm_feature_def_default();
    tmFeatureId far;
    def.body = body;
    def.x = 8.6e307;
    MUST(l.status);
    MUST(tm_feature_add(l.m, &def, &far));
    tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
    MUST(l.status);
    tmForces *forces = forces_of(t, plan);
    for (int i = 0; i < 4; i++) {
        tmLoad load = force_at(far, 0.0, pow(10.0, 100.0 * i - 300.0));
        tmForcesInfo info = {.outcome = TM_FORCES_OPEN};
        tmStatus status = tm_forces_solve(forces, &load, 1, &info);
        const tmPoseRate *drift = tm_forces_drift(forces);
        CHECK(status == TM_ERR_NOT_FINITE || info.outcome == TM_FORCES_UNBALANCED);
        for (int k = 0; k < 2; k++) {
            CHECK(isfinite(drift[k].x) && isfinite(drift[k].y) && isfinite(drift[k].angle));
            CHECK(status == TM_OK ||
                  (drift[k].x == 0.0 && drift[k].y == 0.0 && drift[k].angle == 0.0));
        }
    }
}

TEST(open_joints_bear_nothing_until_the_plan_has_moved) {
    Linkage l;
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_slider_crank(t, &l));
    MUST(tm_body_set_pose(l.m, l.bodies[2], 0.2, 1.1, -0.3));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    tmLoad load = force_at(l.b[3], 1.0, 0.0);
    tmForcesInfo info;
    MUST(tm_forces_solve(forces, &load, 1, &info));
    CHECK(info.outcome == TM_FORCES_OPEN && all_zero(l.m, plan, forces));
    double q = 1.5;
    MUST(tm_plan_move(plan, &q, NULL));
    MUST(tm_forces_solve(forces, &load, 1, &info));
    CHECK(info.outcome == TM_FORCES_DONE);
}

TEST(forces_of_a_large_mechanism_allocate_only_when_they_are_made) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    tmMechanism *m;
    tmInput input = {.kind = TM_INPUT_ANGLE};
    MUST(reference_build(t, file, 4, &m, &input.joint)); /* Stress-30: sparse */
    tmPlan *plan;
    tmForces *forces;
    MUST(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    MUST(tm_forces_create(plan, &forces));
    DEFER(tm_forces_destroy, forces);
    int64_t before = t->allocations;
    tmLoad load = moment_on(tm_body_at(m, 5), 1.0);
    MUST(tm_forces_solve(forces, &load, 1, NULL));
    CHECK(t->allocations == before);
}

TEST_MAIN(CASE(slider_crank_is_held_by_the_torque_of_virtual_work),
          CASE(piston_is_held_by_the_force_of_virtual_work_also_near_the_dead_centre),
          CASE(torque_at_the_dead_centre_is_not_balanced_and_moves_crank_and_rod),
          CASE(every_body_of_every_reference_mechanism_is_in_equilibrium),
          CASE(joints_of_every_kind_balance_and_hold_their_bodies),
          CASE(parallel_cranks_share_a_load_by_the_least_norm),
          CASE(pendulum_is_balanced_only_where_its_load_points_at_the_pivot),
          CASE(hanging_chain_of_a_thousand_links_bears_the_weights_below_each_pin),
          CASE(hand_of_an_arm_is_held_by_the_force_of_virtual_power),
          CASE(displacement_inputs_push_along_the_first_line),
          CASE(forces_do_not_depend_on_the_unit_of_length),
          CASE(bad_loads_are_refused_and_leave_the_forces_as_they_were),
          CASE(loads_on_the_ground_and_none_at_all_need_no_forces),
          CASE(loads_too_large_for_a_double_are_refused_and_all_forces_zero),
          CASE(moments_too_large_for_a_double_are_refused_and_nothing_drifts),
          CASE(open_joints_bear_nothing_until_the_plan_has_moved),
          CASE(forces_of_a_large_mechanism_allocate_only_when_they_are_made))
