/* fuzz_mechanism.c: random mechanisms, edits and drags, driven by the bytes that libFuzzer makes
 * up.
 *
 *     fuzz_mechanism [options of libFuzzer] [corpus folder or input]
 *
 * What must hold whatever the bytes say: no crash, leak or hang; a move that is done leaves finite
 * poses that close every joint; one that is not changes no bit of any pose; a plan of an edited
 * mechanism says that it is stale; rates and forces are finite, and zero where there are none;
 * assembly modes close every joint, and a plan that takes one has its poses; a joint can be removed
 * and added again as it was. Gaps are computed here, not asked for, but for those of pairs that
 * count turns. */
#include "linkages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODIES_MAX 14 /* enough for every solver to be met; larger ones only make runs slow */
#define JOINTS_MAX 24
#define PLANS_MAX 3
#define INPUTS_MAX 3
#define OPS_MAX 120
#define PROFILE_MAX 7
#define MOVES_MAX 12 /* in one input: a failing move is slow, and hangs are looked for */
#define LISTS_MAX 2  /* of modes, likewise */

typedef struct Plan {
    tmPlan *plan;
    bool fresh; /* no edit since */
    tmBreak on_break;
} Plan;

typedef struct Fuzz {
    const uint8_t *data;
    size_t left;
    tmMechanism *m;
    Plan plans[PLANS_MAX];
    int moves;
    int lists;    /* of modes */
    double reach; /* largest number given that is finite */
} Fuzz;

/* Prints the mechanism, so that a found input can become a unit case. */
static void describe(const tmMechanism *m) {
    for (int32_t i = 0; i < tm_body_count(m); i++) {
        tmPose p = {0.0, 0.0, 0.0, 0.0};
        (void)tm_body_pose(m, tm_body_at(m, i), &p);
        fprintf(stderr, "body %d at %.17g %.17g turned %.17g\n", (int)i, p.x, p.y, atan2(p.s, p.c));
    }
    for (int32_t i = 0; i < tm_feature_count(m); i++) {
        tmBodyId body = {0};
        double x = 0.0, y = 0.0, angle = 0.0;
        (void)tm_feature_get(m, tm_feature_at(m, i), &body, &x, &y, &angle);
        fprintf(stderr, "feature %d of body %d at %.17g %.17g turned %.17g\n", (int)i,
                (int)(body.value & TM_ID_LIMIT) - 1, x, y, angle);
    }
    for (int32_t i = 0; i < tm_joint_count(m); i++) {
        tmJointDef def;
        if (tm_joint_get(m, tm_joint_at(m, i), &def) == TM_OK) {
            fprintf(stderr, "joint %d %s value %.17g of", (int)i, tm_joint_kind_name(def.kind),
                    def.value);
            for (int k = 0; k < TM_JOINT_FEATURES; k++) {
                fprintf(stderr, " %d", (int)(def.features[k].value & TM_ID_LIMIT) - 1);
                if (def.radii[k] != 0.0) {
                    fprintf(stderr, " (%.17g)", def.radii[k]);
                }
            }
            for (int k = 0; k < def.profile_count; k++) {
                fprintf(stderr, "%s%.17g", k ? ", " : " profile ", def.profile[k]);
            }
            fprintf(stderr, "\n");
        }
    }
}

/* A promise was broken: libFuzzer keeps the input. */
static void demand(const Fuzz *f, bool holds, const char *what) {
    if (!holds) {
        describe(f->m);
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

/* ---- Numbers and parts from bytes ---------------------------------------------------------- */

static uint8_t byte(Fuzz *f) {
    if (f->left == 0) {
        return 0;
    }
    f->left--;
    return *f->data++;
}

/* Mostly within -4 … 4, sometimes what breaks programs. */
static double number(Fuzz *f) {
    static const double rare[] = {0.0,   1e-300, -1e-12, 1e-9,     1e9,    -1e12, 1e155, -1e300,
                                  1e308, NAN,    1.0,    INFINITY, 5e-324, -1.0,  1e-7,  2.0};
    uint8_t high = byte(f);
    if (high >= 248) {
        double chosen = rare[byte(f) & 15];
        f->reach = isfinite(chosen) ? fmax(f->reach, fabs(chosen)) : f->reach;
        return chosen;
    }
    return (double)((int)high * 256 + byte(f)) / (248.0 * 32.0) - 4.0;
}

/* A number that is never rare, for parts that should fit together. */
static double plain(Fuzz *f) {
    int high = byte(f);
    return (high * 256 + byte(f)) / 8192.0 - 4.0;
}

static tmBodyId some_body(Fuzz *f) {
    tmBodyId id = tm_body_at(f->m, byte(f) % tm_body_count(f->m));
    return byte(f) < 250 ? id : (tmBodyId){id.value ^ UINT32_C(1) << (byte(f) & 31)};
}

static tmFeatureId some_feature(Fuzz *f) {
    int32_t count = tm_feature_count(f->m);
    tmFeatureId id = tm_feature_at(f->m, count ? byte(f) % count : 0);
    return byte(f) < 250 ? id : (tmFeatureId){id.value ^ UINT32_C(1) << (byte(f) & 31)};
}

static tmJointId some_joint(Fuzz *f) {
    int32_t count = tm_joint_count(f->m);
    tmJointId id = tm_joint_at(f->m, count ? byte(f) % count : 0);
    return byte(f) < 250 ? id : (tmJointId){id.value ^ UINT32_C(1) << (byte(f) & 31)};
}

static void edited(Fuzz *f) {
    for (int i = 0; i < PLANS_MAX; i++) {
        f->plans[i].fresh = false;
    }
}

/* ---- Edits --------------------------------------------------------------------------------- */

static void add_body(Fuzz *f) {
    tmBodyDef def = tm_body_def_default();
    def.name = "body";
    def.x = number(f);
    def.y = number(f);
    def.angle = number(f);
    tmBodyId id;
    if (tm_body_count(f->m) < BODIES_MAX && tm_body_add(f->m, &def, &id) == TM_OK) {
        edited(f);
    }
}

static void add_feature(Fuzz *f) {
    tmFeatureDef def = tm_feature_def_default();
    def.body = some_body(f);
    def.x = number(f);
    def.y = number(f);
    def.angle = number(f);
    tmFeatureId id;
    if (tm_feature_count(f->m) < 4 * BODIES_MAX && tm_feature_add(f->m, &def, &id) == TM_OK) {
        edited(f);
    }
}

/* Radii, value and profile of a pair: mostly such as fit, now and then what must be refused. The
 * profile's numbers are in `profile`, of PROFILE_MAX. */
static void describe_pair(Fuzz *f, tmJointDef *def, double *profile) {
    uint8_t form = byte(f);
    def->as_placed = form & 1;
    def->value = number(f);
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        double radius = 0.25 * (1 + byte(f) % 8);
        def->radii[i] = form >= 240 ? number(f) : radius;
    }
    if (def->kind == TM_JOINT_ROPE) {
        for (int i = 0; i < TM_JOINT_FEATURES; i++) {
            def->radii[i] = form & 8 ? (form & 16 && i % 2 ? -1.0 : 1.0) * def->radii[i] : 0.0;
        }
    }
    def->profile_kind = form & 2 ? TM_PROFILE_SPLINE : TM_PROFILE_HARMONIC;
    for (int i = 0; i < PROFILE_MAX; i++) {
        double small = 0.05 * (byte(f) % 16) - 0.4;
        profile[i] = form >= 248 ? number(f) : i == 0 || form & 2 ? 1.0 + 0.2 * small : 0.1 * small;
    }
    def->profile = form == 247 ? NULL : profile;
    def->profile_count = form == 246 ? byte(f) - 128 : 3 + 2 * (form % 3);
    def->profile_count = def->profile_count < PROFILE_MAX ? def->profile_count : PROFILE_MAX;
}

static void add_joint(Fuzz *f) {
    tmJointDef def = tm_joint_def_default();
    double profile[PROFILE_MAX];
    def.kind = (tmJointKind)(byte(f) % (TM_JOINT_KIND_COUNT + 1));
    int features = def.kind == TM_JOINT_ROPE ? 2 + byte(f) % 7 : 4;
    for (int i = 0; i < features; i++) {
        def.features[i] = some_feature(f);
    }
    if (def.kind >= TM_JOINT_GEAR) {
        describe_pair(f, &def, profile);
    } else {
        def.value = number(f);
    }
    tmJointId id;
    if (tm_joint_count(f->m) < JOINTS_MAX && tm_joint_add(f->m, &def, &id) == TM_OK) {
        edited(f);
    }
}

/* A feature of the body at a point and direction of the world. */
static tmFeatureId feature_at(Fuzz *f, tmBodyId body, double x, double y, double angle) {
    tmPose p = {0.0, 0.0, 1.0, 0.0};
    tmFeatureDef def = tm_feature_def_default();
    tmFeatureId id = {0};
    if (tm_body_pose(f->m, body, &p) == TM_OK) {
        def.body = body;
        def.x = p.c * (x - p.x) + p.s * (y - p.y);
        def.y = p.c * (y - p.y) - p.s * (x - p.x);
        def.angle = angle - atan2(p.s, p.c);
        if (tm_feature_add(f->m, &def, &id) == TM_OK) {
            edited(f);
        }
    }
    return id;
}

/* A joint of two bodies that is closed where they are: most mechanisms of people are so. A cam's
 * follower is where a round one would have it. */
static void add_closed_joint(Fuzz *f) {
    static const tmJointKind kinds[12] = {TM_JOINT_REVOLUTE,  TM_JOINT_REVOLUTE,  TM_JOINT_REVOLUTE,
                                          TM_JOINT_REVOLUTE,  TM_JOINT_REVOLUTE,  TM_JOINT_REVOLUTE,
                                          TM_JOINT_PRISMATIC, TM_JOINT_PRISMATIC, TM_JOINT_SLOT,
                                          TM_JOINT_RIGID,     TM_JOINT_DISTANCE,  TM_JOINT_ANGLE};
    tmBodyId a = some_body(f), b = some_body(f);
    tmJointDef def = tm_joint_def_default();
    double profile[PROFILE_MAX];
    uint8_t which = byte(f) % 20;
    def.kind = which < 12 ? kinds[which] : (tmJointKind)(TM_JOINT_GEAR + which - 12);
    bool pair = def.kind >= TM_JOINT_GEAR;
    double x = plain(f), y = plain(f), angle = plain(f);
    double along = pair || def.kind == TM_JOINT_PRISMATIC || def.kind == TM_JOINT_SLOT ||
                           def.kind == TM_JOINT_DISTANCE
                       ? plain(f)
                       : 0.0;
    if (pair) {
        describe_pair(f, &def, profile);
    }
    if (tm_joint_count(f->m) >= JOINTS_MAX || tm_feature_count(f->m) >= 4 * BODIES_MAX) {
        return;
    }
    double turned = def.kind == TM_JOINT_FLAT_CAM ? angle - 0.5 * LINKAGE_PI : angle;
    along = def.kind == TM_JOINT_FLAT_CAM     ? 1.0
            : def.kind == TM_JOINT_ROLLER_CAM ? 1.0 + def.radii[1]
                                              : along;
    def.features[0] = feature_at(f, a, x, y, angle);
    def.features[1] = feature_at(f, b, x + along * cos(angle), y + along * sin(angle), turned);
    def.value = pair ? def.value : fabs(along);
    tmJointId id;
    (void)tm_joint_add(f->m, &def, &id);
}

/* Takes a joint away and puts it back as it was: no def that tm_joint_get gives is refused. */
static void toggle_joint(Fuzz *f) {
    tmJointDef def;
    tmJointId id = some_joint(f);
    double profile[PROFILE_MAX];
    if (tm_joint_get(f->m, id, &def) != TM_OK) {
        return;
    }
    def.name = "";
    for (int i = 0; i < def.profile_count; i++) {
        profile[i] = def.profile[i];
    }
    def.profile = def.profile_count ? profile : NULL;
    def.as_placed = def.as_placed || byte(f) & 1;
    demand(f, tm_joint_remove(f->m, id) == TM_OK, "a joint that is there can be removed");
    demand(f, tm_joint_add(f->m, &def, &id) == TM_OK, "a joint can be added again");
    edited(f);
}

static void change_part(Fuzz *f) {
    tmStatus status = TM_ERR_ARGUMENT;
    double x, y;
    switch (byte(f) % 10) {
    case 0:
        status = tm_body_remove(f->m, some_body(f));
        break;
    case 1:
        status = tm_feature_remove(f->m, some_feature(f));
        break;
    case 2:
        status = tm_joint_remove(f->m, some_joint(f));
        break;
    case 3:
    case 4:
        x = number(f), y = number(f);
        status = tm_body_set_pose(f->m, some_body(f), x, y, number(f));
        break;
    case 5:
        x = number(f), y = number(f);
        status = tm_feature_set(f->m, some_feature(f), x, y, number(f));
        break;
    case 6:
    case 7:
        toggle_joint(f);
        break;
    default:
        x = number(f);
        status = tm_joint_set_value(f->m, some_joint(f), x);
        break;
    }
    if (status == TM_OK) {
        edited(f);
    }
}

/* ---- Plans --------------------------------------------------------------------------------- */

static void make_plan(Fuzz *f) {
    Plan *p = &f->plans[byte(f) % PLANS_MAX];
    tm_plan_destroy(p->plan);
    p->plan = NULL;
    tmInput inputs[INPUTS_MAX];
    tmPlanDef def = tm_plan_def_default();
    uint8_t how = byte(f);
    def.inputs = inputs;
    def.input_count = how & 3;
    def.method = how & 4 ? TM_PLAN_NEWTON : TM_PLAN_MIXED;
    def.watch = !(how & 8);
    def.on_break = p->on_break = (tmBreak)(how / 16 % 3);
    for (int i = 0; i < def.input_count; i++) {
        inputs[i] = (tmInput){(tmInputKind)(byte(f) & 3), some_joint(f), some_feature(f)};
    }
    tmStatus status = tm_plan_create(f->m, &def, &p->plan);
    demand(f, (status == TM_OK) == (p->plan != NULL), "a plan comes with TM_OK, and only then");
    p->fresh = p->plan != NULL;
}

/* Size by which a gap is measured: the largest coordinate of anything, now or ever given. */
static double extent(const Fuzz *f, const tmPose *poses) {
    double max = f->reach;
    for (int32_t i = 0; i < tm_feature_count(f->m); i++) {
        double x = 0.0, y = 0.0;
        (void)tm_feature_get(f->m, tm_feature_at(f->m, i), NULL, &x, &y, NULL);
        max = fmax(max, fmax(fabs(x), fabs(y)));
    }
    for (int32_t i = 0; i < tm_body_count(f->m); i++) {
        max = fmax(max, fmax(fabs(poses[i].x), fabs(poses[i].y)));
    }
    return max;
}

static void check_places(const Fuzz *f, const tmPose *poses) {
    for (int32_t i = 0; i < tm_body_count(f->m); i++) {
        double unit = poses[i].c * poses[i].c + poses[i].s * poses[i].s;
        demand(f, isfinite(poses[i].x) && isfinite(poses[i].y), "poses are finite");
        demand(f, fabs(unit - 1.0) < 1e-6, "directions are unit vectors");
    }
}

static void check_poses(const Fuzz *f, const tmPose *poses) {
    check_places(f, poses);
    double size = extent(f, poses);
    double gap = linkage_gap(f->m, poses, 1.0);
    demand(f, size > 1e150 || gap <= 1e-9 * size, "joints are closed");
}

/* What poses alone do not tell: pairs that count turns are asked for their gaps. */
static void check_pairs(const Fuzz *f, const Plan *p, const tmPose *poses) {
    double size = extent(f, poses), gap = NAN;
    for (int32_t i = 0; i < tm_joint_count(f->m); i++) {
        tmJointDef def;
        tmJointId id = tm_joint_at(f->m, i);
        if (tm_joint_get(f->m, id, &def) == TM_OK && def.kind >= TM_JOINT_GEAR) {
            demand(f, tm_plan_gap(p->plan, id, &gap) == TM_OK, "a plan knows its joints");
            demand(f, size > 1e150 || gap <= 1e-9 * size, "pairs are closed");
        }
    }
}

static void check_move(const Fuzz *f, const Plan *p, const tmPose *before,
                       const tmSolveInfo *info) {
    const tmPose *poses = tm_plan_poses(p->plan);
    size_t bytes = sizeof(tmPose) * (size_t)tm_body_count(f->m);
    if (info->outcome == TM_MOVE_DONE) {
        check_poses(f, poses);
        check_pairs(f, p, poses);
        demand(f, isfinite(info->residual) && isfinite(info->miss),
               "numbers in the answer are finite");
    } else if (p->on_break == TM_BREAK_LIMIT) {
        demand(f, memcmp(before, poses, bytes) == 0, "a failed move changes no pose");
    } else {
        check_places(f, poses);
    }
}

static void move(Fuzz *f) {
    Plan *p = &f->plans[byte(f) % PLANS_MAX];
    if (!p->plan || f->moves >= MOVES_MAX) {
        return;
    }
    double values[2 * INPUTS_MAX] = {0.0};
    tmPose before[BODIES_MAX];
    tmSolveInfo info;
    bool small = byte(f) & 1; /* from where it is, or anywhere */
    bool finite = true;
    if (p->fresh) {
        (void)tm_plan_values(p->plan, values);
        memcpy(before, tm_plan_poses(p->plan), sizeof(tmPose) * (size_t)tm_body_count(f->m));
    }
    for (int i = 0; i < tm_plan_value_count(p->plan); i++) {
        values[i] = small ? values[i] + 0.05 * plain(f) : number(f);
        finite = finite && isfinite(values[i]);
    }
    f->moves++;
    tmStatus status = tm_plan_move(p->plan, tm_plan_value_count(p->plan) ? values : NULL, &info);
    if (!p->fresh) {
        demand(f, status == TM_ERR_STALE, "an edit makes plans stale");
    } else {
        demand(f, status == (finite ? TM_OK : TM_ERR_NOT_FINITE),
               "a move of a fresh plan is tried");
    }
    if (status == TM_OK) {
        check_move(f, p, before, &info);
    }
}

/* Whether all are finite; with `zero` whether all are 0. */
static bool are_good(const double *v, size_t count, bool zero) {
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        good = good && (zero ? v[i] == 0.0 : isfinite(v[i]));
    }
    return good;
}

static void ask_rates(Fuzz *f, const Plan *p) {
    double first[2 * INPUTS_MAX], second[2 * INPUTS_MAX], xy[2] = {0.0, 0.0};
    tmRates *rates;
    tmRatesInfo info;
    tmStatus status = tm_rates_create(p->plan, &rates);
    demand(f, status == (p->fresh ? TM_OK : TM_ERR_STALE), "rates of a fresh plan can be made");
    for (int i = 0; i < 2 * INPUTS_MAX; i++) {
        first[i] = number(f);
        second[i] = number(f);
    }
    if (status == TM_OK) {
        status = tm_rates_solve(rates, first, second, &info);
        bool none =
            status != TM_OK || info.outcome == TM_RATES_SINGULAR || info.outcome == TM_RATES_OPEN;
        size_t count = 3 * (size_t)tm_body_count(f->m);
        demand(f,
               are_good(&tm_rates_velocities(rates)->x, count, none) &&
                   are_good(&tm_rates_accelerations(rates)->x, count, none),
               "rates are finite, and zero where there are none");
        demand(f, status != TM_OK || (info.freedom >= 0 && info.redundant >= 0 && info.miss >= 0.0),
               "counts of rates are counts");
        tmFeatureId point = some_feature(f);
        (void)tm_rates_point_velocity(rates, point, &xy[0], &xy[1]);
        (void)tm_rates_point_acceleration(rates, point, &xy[0], &xy[1]);
    }
    tm_rates_destroy(rates);
}

static void ask_forces(Fuzz *f, const Plan *p) {
    tmLoad loads[3];
    tmForces *forces;
    tmForcesInfo info;
    for (int i = 0; i < 3; i++) {
        loads[i] = (tmLoad){(tmLoadKind)(byte(f) % 3 & 1), some_feature(f), some_body(f), 0, 0, 0};
        loads[i].x = number(f);
        loads[i].y = number(f);
        loads[i].moment = number(f);
    }
    tmStatus status = tm_forces_create(p->plan, &forces);
    demand(f, status == (p->fresh ? TM_OK : TM_ERR_STALE), "forces of a fresh plan can be made");
    if (status == TM_OK) {
        status = tm_forces_solve(forces, loads, byte(f) & 3, &info);
        bool none =
            status != TM_OK || (info.outcome != TM_FORCES_DONE && info.outcome != TM_FORCES_SHARED);
        size_t count = (size_t)tm_plan_value_count(p->plan);
        demand(f,
               are_good(tm_forces_efforts(forces), count, none) &&
                   are_good(&tm_forces_drift(forces)->x, 3 * (size_t)tm_body_count(f->m),
                            status != TM_OK || info.outcome != TM_FORCES_UNBALANCED),
               "forces are finite, and zero where there are none");
        tmForce force;
        (void)tm_forces_joint(forces, some_joint(f), byte(f) & 7, &force);
    }
    tm_forces_destroy(forces);
}

static void list_modes(Fuzz *f, const Plan *p) {
    tmModesDef def = tm_modes_def_default();
    tmModes *modes;
    def.max_modes = 1 + byte(f) % 8;
    def.max_work = 300000;
    def.starts = 3;
    if (!p->plan || f->lists++ >= LISTS_MAX) {
        return;
    }
    tmStatus status = tm_modes_create(p->plan, NULL, &def, &modes);
    demand(f, status == (p->fresh ? TM_OK : TM_ERR_STALE), "modes of a fresh plan are found");
    demand(f, tm_modes_count(modes) <= def.max_modes, "no more modes than asked for");
    for (int32_t i = 0; i < tm_modes_count(modes); i++) {
        const tmPose *poses = tm_modes_poses(modes, i);
        check_poses(f, poses);
        status = tm_plan_take(p->plan, poses, NULL);
        demand(f, status == TM_OK || status == TM_ERR_ARGUMENT, "a mode is taken, or does not fit");
        demand(f,
               status != TM_OK || memcmp(poses, tm_plan_poses(p->plan),
                                         sizeof(tmPose) * (size_t)tm_body_count(f->m)) == 0,
               "a plan has the poses that it took");
    }
    tm_modes_destroy(modes);
}

static void ask_plan(Fuzz *f) {
    Plan *p = &f->plans[byte(f) % PLANS_MAX];
    double values[2 * INPUTS_MAX], x, y;
    switch (byte(f) % 10) {
    case 0:
        tm_plan_reset(p->plan);
        break;
    case 1:
        (void)tm_plan_commit(p->plan, f->m);
        break;
    case 2:
        (void)tm_plan_values(p->plan, values);
        (void)tm_plan_point(p->plan, some_feature(f), &x, &y);
        break;
    case 3:
    case 4:
        if (p->plan) {
            ask_rates(f, p);
        }
        break;
    case 5:
    case 6:
        if (p->plan) {
            ask_forces(f, p);
        }
        break;
    case 7:
    case 8:
        list_modes(f, p);
        break;
    default:
        demand(f, tm_plan_unknowns(p->plan) >= 0 && tm_plan_equations(p->plan) >= 0,
               "counts are counts");
        break;
    }
}

static void do_something(Fuzz *f) {
    uint8_t what = byte(f) & 15;
    if (what < 3) {
        add_body(f);
    } else if (what < 4) {
        add_feature(f);
    } else if (what < 5) {
        add_joint(f);
    } else if (what < 9) {
        add_closed_joint(f);
    } else if (what < 10) {
        change_part(f);
    } else if (what < 12) {
        make_plan(f);
    } else if (what < 15) {
        move(f);
    } else {
        ask_plan(f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Fuzz f = {.data = data, .left = size};
    demand(&f, tm_mechanism_create(NULL, &f.m) == TM_OK, "there is memory for a mechanism");
    for (int i = 0; i < OPS_MAX && f.left > 0; i++) {
        do_something(&f);
    }
    for (int i = 0; i < PLANS_MAX; i++) {
        tm_plan_destroy(f.plans[i].plan);
    }
    tm_mechanism_destroy(f.m);
    return 0;
}
