/* test_pairs_random.c: random mechanisms of wheels, racks, belts, ropes, cams and linkages, with
 * one freedom each. Small steps are followed here, angles and all, by formulas of the test's own; a
 * move that is made at once must lead to the same poses where it is proven, and so must Newton's
 * method. Of 3000 such mechanisms six have wheels that turn by more than half a turn in a small
 * step, which the test cannot follow; they are not among the first 200. */
#include "linkages.h"

#define PI LINKAGE_PI
#define BODIES_MAX 16
#define PAIRS_MAX 8
#define MAZES test_rounds(100)
#define STEPS 100
#define STEP                                                                                       \
    0.02 /* of the input [rad]: even the last of five wheels turns by less than half a turn */

/* A pair of wheels or a rack, and its angles, followed from pose to pose. */
typedef struct tracked {
    tmJointKind kind;
    tmFeatureId a, b;
    double radius[2];
    double angle[3]; /* of a, of b, of the line of centres or the strand */
    double value;
} tracked;

typedef struct maze {
    linkage l;
    tmBodyId bodies[BODIES_MAX];
    int count;
    tracked pairs[PAIRS_MAX];
    int pair_count;
    tmJointId pin; /* of the input */
    uint64_t *state;
} maze;

static double some(maze *z, double low, double high) {
    return test_uniform(z->state, low, high);
}

static tmBodyId add_body(maze *z, double x, double y) {
    return z->bodies[z->count++] = linkage_body(&z->l, x, y, 0.0);
}

/* Any body but the last `without`. */
static tmBodyId some_body(maze *z, int without) {
    return z->bodies[test_between(z->state, 0, z->count - 1 - without)];
}

/* ---- Parts, each without a freedom of its own ---------------------------------------------- */

/* A wheel on some body is turned by another. */
static void add_wheel(maze *z) {
    static const tmJointKind kinds[] = {TM_JOINT_GEAR, TM_JOINT_INNER_GEAR, TM_JOINT_BELT,
                                        TM_JOINT_CROSSED_BELT};
    double x = some(z, -4, 4), y = some(z, -4, 4), from = some(z, -4, 4), off = some(z, 5, 9);
    tracked p = {.kind = kinds[test_between(z->state, 0, 3)]};
    tmBodyId carrier = some_body(z, 0), other = some_body(z, 0), wheel = add_body(z, x, y);
    linkage_pin(&z->l, carrier, wheel, x, y);
    p.a = linkage_mark(&z->l, other, x + off, from, some(z, -3, 3));
    p.b = linkage_mark(&z->l, wheel, x, y, some(z, -3, 3));
    p.radius[0] = some(z, 0.6, 1.2);
    p.radius[1] = some(z, 0.6, 1.2);
    linkage_wheels(&z->l, p.kind, p.a, p.b, p.radius[0], p.radius[1]);
    z->pairs[z->pair_count++] = p;
}

/* A rack on a wheel, or a wheel on a rack. */
static void add_rack(maze *z) {
    double x = some(z, -4, 4), y = some(z, -4, 4), angle = some(z, -3, 3);
    tracked p = {.kind = TM_JOINT_RACK, .radius = {0.0, some(z, 0.8, 1.5)}};
    tmBodyId carrier = some_body(z, 0), other = some_body(z, 0), part = add_body(z, x, y);
    if (test_between(z->state, 0, 1)) {
        linkage_pin(&z->l, carrier, part, x, y);
        p.a = linkage_mark(&z->l, other, x + 1.0, y - 1.0, angle);
        p.b = linkage_mark(&z->l, part, x, y, some(z, -3, 3));
    } else {
        linkage_slider(&z->l, carrier, part, x, y, angle, some(z, -1, 1));
        p.a = linkage_mark(&z->l, part, x, y + 0.5, angle);
        p.b = linkage_mark(&z->l, other, x + 1.0, y + 1.0, some(z, -3, 3));
    }
    linkage_wheels(&z->l, TM_JOINT_RACK, p.a, p.b, p.radius[0], p.radius[1]);
    z->pairs[z->pair_count++] = p;
}

/* Two links between two bodies. */
static void add_dyad(maze *z) {
    double ax = some(z, -4, 4), ay = some(z, -4, 4), bx = some(z, -4, 4), by = some(z, -4, 4);
    double x = some(z, -6, 6), y = some(z, -6, 6);
    tmBodyId a = some_body(z, 0), b = some_body(z, 0);
    tmBodyId one = add_body(z, ax, ay), two = add_body(z, bx, by);
    linkage_pin(&z->l, a, one, ax, ay);
    linkage_pin(&z->l, b, two, bx, by);
    linkage_pin(&z->l, one, two, x, y);
}

/* A lever on a cam that some body carries. */
static void add_cam(maze *z) {
    double x = some(z, -4, 4), y = some(z, -4, 4), angle = some(z, -3, 3);
    const double profile[5] = {1.0, some(z, -0.1, 0.1), some(z, -0.1, 0.1), some(z, -0.03, 0.03),
                               some(z, -0.03, 0.03)};
    bool rolls = test_between(z->state, 0, 1);
    double away = rolls ? 1.3 : 1.0;
    tmBodyId cam = some_body(z, 0), carrier = some_body(z, 0);
    tmJointDef def = tm_joint_def_default();
    tmJointId id;
    def.kind = rolls ? TM_JOINT_ROLLER_CAM : TM_JOINT_FLAT_CAM;
    def.features[0] = linkage_mark(&z->l, cam, x, y, some(z, -3, 3));
    def.radii[1] = 0.3;
    def.profile_kind = TM_PROFILE_HARMONIC;
    def.profile = profile;
    def.profile_count = 5;
    double px = x + away * cos(angle), py = y + away * sin(angle);
    tmBodyId lever = add_body(z, px, py);
    if (test_between(z->state, 0, 1)) {
        linkage_pin(&z->l, carrier, lever, px - 3.0 * sin(angle), py + 3.0 * cos(angle));
    } else {
        linkage_slider(&z->l, carrier, lever, px, py, angle, 0.0);
    }
    def.features[1] = linkage_mark(&z->l, lever, px, py, angle - 0.5 * PI);
    if (z->l.status == TM_OK) {
        z->l.status = tm_joint_add(z->l.m, &def, &id);
    }
}

/* A crank that is pulled by a rope over a point, or a winch's load. */
static void add_rope(maze *z) {
    double x = some(z, -4, 4), y = some(z, -4, 4), reach = some(z, 0.5, 1.5), far = some(z, 3, 5);
    tmBodyId carrier = some_body(z, 0), other = some_body(z, 0), part = add_body(z, x, y);
    linkage_pin(&z->l, carrier, part, x, y);
    const tmFeatureId over[3] = {linkage_mark(&z->l, other, x + far, y + 3.0, 0),
                                 linkage_mark(&z->l, carrier, x + far, y, 0),
                                 linkage_mark(&z->l, part, x, y + reach, 0)};
    linkage_pair(&z->l, TM_JOINT_ROPE, over, 3, NULL);
}

static maze build(tmTest *t, uint64_t *state) {
    typedef void AddFn(maze *);
    static AddFn *const parts[] = {add_wheel, add_wheel, add_rack, add_dyad, add_cam, add_rope};
    maze z = {.l = linkage_open(t, LINKAGE_RANDOM_AXES, state), .state = state};
    z.bodies[z.count++] = z.l.ground;
    tmBodyId crank = add_body(&z, 0, 0);
    z.pin = linkage_pin(&z.l, z.l.ground, crank, 0, 0);
    int wanted = test_between(state, 1, 5);
    for (int i = 0; i < wanted; i++) {
        parts[test_between(state, 0, 5)](&z);
    }
    return z;
}

/* ---- Following ----------------------------------------------------------------------------- */

/* Follows the angles of a pair and returns by how much its equation is off: (2), (3) and (5) of
 * higher-pairs.md. */
static double follow(const maze *z, tracked *p, const tmPose *poses, bool first) {
    double x[2], y[2], angle[3];
    linkage_place(z->l.m, p->a, poses, &x[0], &y[0], &angle[0]);
    linkage_place(z->l.m, p->b, poses, &x[1], &y[1], &angle[1]);
    double dx = x[1] - x[0], dy = y[1] - y[0], away = hypot(dx, dy);
    double turn = p->kind == TM_JOINT_CROSSED_BELT ? -p->radius[1] : p->radius[1];
    bool belt = p->kind == TM_JOINT_BELT || p->kind == TM_JOINT_CROSSED_BELT;
    double h = turn - p->radius[0];
    angle[2] = atan2(dy, dx) - (belt ? asin(h / away) : 0.0);
    for (int i = 0; i < 3; i++) {
        p->angle[i] = first ? angle[i] : p->angle[i] + remainder(angle[i] - p->angle[i], 2.0 * PI);
    }
    const double *at = p->angle;
    double ratio = p->radius[0] / p->radius[1], found = 0.0;
    if (p->kind == TM_JOINT_GEAR || p->kind == TM_JOINT_INNER_GEAR) {
        ratio = p->kind == TM_JOINT_GEAR ? ratio : -ratio;
        found = (at[1] - at[2]) + ratio * (at[0] - at[2]);
    } else if (p->kind == TM_JOINT_RACK) {
        found = cos(at[0]) * dx + sin(at[0]) * dy + p->radius[1] * (at[1] - at[0]);
    } else {
        found = sqrt(away * away - h * h) + p->radius[0] * (at[2] - at[0]) + turn * (at[1] - at[2]);
    }
    p->value = first ? found : p->value;
    return found - p->value;
}

static double distance(const maze *z, const tmPose *a, const tmPose *b) {
    double max = 0.0;
    for (int i = 1; i < z->count; i++) {
        max = fmax(max, fmax(hypot(a[i].x - b[i].x, a[i].y - b[i].y),
                             4.0 * hypot(a[i].c - b[i].c, a[i].s - b[i].s)));
    }
    return max;
}

/* Goes in small steps as far as it can, and returns the last value. */
static double creep(tmTest *t, maze *z, tmPlan *plan, double sense) {
    double last = 0.0;
    for (int i = 0; i <= STEPS; i++) {
        double value = sense * STEP * i;
        tmSolveInfo info;
        if (!CHECK_STATUS(tm_plan_move(plan, &value, &info), TM_OK) ||
            info.outcome != TM_MOVE_DONE) {
            break;
        }
        last = value;
        CHECK(linkage_gap(z->l.m, tm_plan_poses(plan), 4.0) < 1e-8);
        for (int k = 0; k < z->pair_count; k++) {
            CHECK_NEAR(follow(z, &z->pairs[k], tm_plan_poses(plan), i == 0), 0.0, 1e-7);
        }
    }
    return last;
}

static void try_maze(tmTest *t, uint64_t *state) {
    maze z = build(t, state);
    MUST(z.l.status);
    tmInput input = linkage_angle(z.pin);
    double sense = test_between(state, 0, 1) ? 1.0 : -1.0;
    tmPlan *small = linkage_open_plan(t, &z.l, &input, 1);
    tmPlan *large = linkage_open_plan(t, &z.l, &input, 1);
    z.l.method = TM_PLAN_NEWTON;
    tmPlan *newton = linkage_open_plan(t, &z.l, &input, 1), *careless = NULL;
    MUST(z.l.status);
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &input;
    def.input_count = 1;
    def.watch = false;
    MUST(tm_plan_create(z.l.m, &def, &careless));
    DEFER(tm_plan_destroy, careless);
    tmPlan *const plans[3] = {large, careless, newton};
    bool proven = false; /* that the mixed plan's way has no other branch */
    double last = creep(t, &z, small, sense);
    for (int k = 0; k < 3; k++) {
        tmSolveInfo info;
        MUST(tm_plan_move(plans[k], &last, &info));
        proven = k == 1 ? proven : info.proof == TM_PROOF_WHOLE;
        if (info.outcome == TM_MOVE_DONE) {
            const tmPose *poses = tm_plan_poses(plans[k]);
            CHECK(linkage_gap(z.l.m, poses, 4.0) < 1e-8);
            /* What is not proven may be on another branch. */
            CHECK(!proven || distance(&z, tm_plan_poses(small), poses) < 1e-5);
        }
    }
}

TEST(one_move_is_as_good_as_many) {
    uint64_t state = 111;
    for (int i = 0; i < MAZES; i++) {
        try_maze(t, &state);
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(one_move_is_as_good_as_many))
