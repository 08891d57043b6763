/* mechanism.h: planar mechanisms: build one, plan its motion once, move it fast.
 *
 *     tmMechanism *m;                        a body is a rigid link, a feature a point (with a
 *     tm_mechanism_create(NULL, &m);         direction) on a body, a joint connects features
 *     tm_body_add, tm_feature_add, tm_joint_add …
 *     tmPlan *plan;
 *     tm_plan_create(m, &def, &plan);        once for each set of inputs
 *     tm_plan_move(plan, values, &info);     for each frame; allocates nothing
 *     tm_plan_poses(plan), tm_plan_point …
 *     tm_rates_solve, tm_forces_solve …      velocities, accelerations, forces of the present pose
 *
 * Lengths are in metres or any other unit, as long as it is the same everywhere; angles in radians.
 */
#ifndef TRAMMEL_MECHANISM_H
#define TRAMMEL_MECHANISM_H

#include "trammel/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Mechanisms ---------------------------------------------------------------------------- */

/* Bodies, features and joints in the plane, with a pose for every body. */
typedef struct tmMechanism tmMechanism;

/* Where a body is: the world position of its origin and the direction (cos, sin) of its x axis. */
typedef struct tmPose {
    double x, y; /* [m] */
    double c, s; /* c*c + s*s = 1 */
} tmPose;

/* Makes a mechanism that holds only its ground. Null allocator: the default one. On failure
 * *mechanism is null. */
TM_API tmStatus tm_mechanism_create(const tmAllocator *allocator, tmMechanism **mechanism);

/* Frees the mechanism. Its plans must be destroyed before it. Null is accepted. */
TM_API void tm_mechanism_destroy(tmMechanism *mechanism);

/* Returns the ground: the body that never moves, at the origin. It cannot be removed. */
TM_API tmBodyId tm_mechanism_ground(const tmMechanism *mechanism);

/* ---- Bodies -------------------------------------------------------------------------------- */

/* Describes a new body. Fill it by tm_body_def_default, then change fields. */
typedef struct tmBodyDef {
    uint32_t stamp;   /* private */
    const char *name; /* copied; default "" */
    double x, y;      /* start position of the origin [m]; default 0 */
    double angle;     /* start direction of the x axis [rad]; default 0 */
} tmBodyDef;

TM_API tmBodyDef tm_body_def_default(void);

/* Adds a body and puts its id in *body. TM_ERR_DEF, TM_ERR_NOT_FINITE, TM_ERR_MEMORY, or
 * TM_ERR_LIMIT past TM_ID_LIMIT bodies leave the mechanism unchanged. */
TM_API tmStatus tm_body_add(tmMechanism *mechanism, const tmBodyDef *def, tmBodyId *body);

/* Removes the body with its features and their joints. TM_ERR_ID for a stale id, TM_ERR_ARGUMENT
 * for the ground. */
TM_API tmStatus tm_body_remove(tmMechanism *mechanism, tmBodyId body);

/* Puts the body's pose in *pose. It is where the body was placed, or where tm_plan_commit left it.
 */
TM_API tmStatus tm_body_pose(const tmMechanism *mechanism, tmBodyId body, tmPose *pose);

/* Moves the body. Joints are not examined: the next plan starts from here. TM_ERR_ARGUMENT for the
 * ground. This is an edit: plans made before it are stale. */
TM_API tmStatus tm_body_set_pose(tmMechanism *mechanism, tmBodyId body, double x, double y,
                                 double angle);

/* Returns the body's name, or null for a stale id. It lives until the body is removed. */
TM_API const char *tm_body_name(const tmMechanism *mechanism, tmBodyId body);

/* Bodies by index: 0 is the ground, the last is count - 1. An index keeps its body as long as the
 * body lives; that of a removed body has the null id until a later body takes it. */
TM_API int32_t tm_body_count(const tmMechanism *mechanism);
TM_API tmBodyId tm_body_at(const tmMechanism *mechanism, int32_t index);

/* ---- Features ------------------------------------------------------------------------------ */

/* A point of a body, with a direction for those joints that need one. */
typedef struct tmFeatureDef {
    uint32_t stamp;   /* private */
    const char *name; /* copied; default "" */
    tmBodyId body;    /* the body that it belongs to; default null, must be set */
    double x, y;      /* in body axes [m]; default 0 */
    double angle;     /* of its direction, in body axes [rad]; default 0 */
} tmFeatureDef;

TM_API tmFeatureDef tm_feature_def_default(void);

/* Adds a feature to a body. TM_ERR_ID when there is no such body. */
TM_API tmStatus tm_feature_add(tmMechanism *mechanism, const tmFeatureDef *def,
                               tmFeatureId *feature);

/* Removes the feature and the joints that use it. */
TM_API tmStatus tm_feature_remove(tmMechanism *mechanism, tmFeatureId feature);

/* Moves the feature on its body (body axes). An edit: plans made before it are stale. */
TM_API tmStatus tm_feature_set(tmMechanism *mechanism, tmFeatureId feature, double x, double y,
                               double angle);

/* Puts the feature's body in *body and its place in body axes in *x, *y, *angle; any of them may be
 * null. */
TM_API tmStatus tm_feature_get(const tmMechanism *mechanism, tmFeatureId feature, tmBodyId *body,
                               double *x, double *y, double *angle);

/* Returns the feature's name, or null for a stale id. */
TM_API const char *tm_feature_name(const tmMechanism *mechanism, tmFeatureId feature);

/* Features by index, as bodies are. */
TM_API int32_t tm_feature_count(const tmMechanism *mechanism);
TM_API tmFeatureId tm_feature_at(const tmMechanism *mechanism, int32_t index);

/* ---- Joints -------------------------------------------------------------------------------- */

/* Everything that connects features. [ME] 5.1 has the first four; the others are the general
 * problem of [ME] 1.2, and from TM_JOINT_GEAR on the higher pairs of [ME] figure 8. `a`, `b`, `c`,
 * `d` are the features in order. */
#define TM_JOINT_LIST(X)                                                                           \
    X(TM_JOINT_REVOLUTE, "revolute", 2)         /* a and b coincide ('coincident') */              \
    X(TM_JOINT_PRISMATIC, "prismatic", 2)       /* the lines of a and b coincide */                \
    X(TM_JOINT_SLOT, "slot", 2)                 /* b is on a's line ('in-line') */                 \
    X(TM_JOINT_ANGLE, "angle", 2)               /* from a's direction to b's: value ('offset') */  \
    X(TM_JOINT_RIGID, "rigid", 2)               /* a and b coincide, directions too */             \
    X(TM_JOINT_DISTANCE, "distance", 2)         /* from a to b: value, at least 0 */               \
    X(TM_JOINT_ON_CIRCLE, "point on circle", 2) /* b is on a's circle of radius value */           \
    X(TM_JOINT_PARALLEL, "parallel", 2)         /* directions, either sense */                     \
    X(TM_JOINT_PERPENDICULAR, "perpendicular", 2) /* directions */                                 \
    X(TM_JOINT_COLLINEAR, "collinear", 3)         /* c is on the line through a and b */           \
    X(TM_JOINT_EQUAL_LENGTH, "equal length", 4)   /* |ab| = |cd| */                                \
    X(TM_JOINT_EQUAL_ANGLE, "equal angle", 4)     /* from a to b the same as from c to d */        \
    X(TM_JOINT_GEAR, "gear", 2)                   /* a's wheel rolls on the outside of b's */      \
    X(TM_JOINT_INNER_GEAR, "inner gear", 2)       /* b's wheel rolls on the inside of a's */       \
    X(TM_JOINT_RACK, "rack", 2)                   /* b's wheel rolls on a's line */                \
    X(TM_JOINT_BELT, "belt", 2)                   /* runs round a's and b's wheels */              \
    X(TM_JOINT_CROSSED_BELT, "crossed belt", 2)   /* the same, and crosses between them */         \
    X(TM_JOINT_ROPE, "rope", 8) /* 2 to 8: taut from a over pulleys to the last */                 \
    X(TM_JOINT_FLAT_CAM, "cam with flat follower", 2) /* b's line touches a's profile */           \
    X(TM_JOINT_ROLLER_CAM, "cam with roller", 2)      /* a roller about b touches a's profile */

#define TM_JOINT_KIND(kind, name, features) kind,
typedef enum tmJointKind { TM_JOINT_LIST(TM_JOINT_KIND) TM_JOINT_KIND_COUNT } tmJointKind;
#undef TM_JOINT_KIND

/* The maximum number of features of a joint. */
#define TM_JOINT_FEATURES 8

/* How numbers describe a cam's profile: its radius r from feature a, by the angle from a's
 * direction, counter-clockwise. */
typedef enum tmProfileKind {
    TM_PROFILE_SPLINE, /* r at equal angles from 0 on, at least 3; a periodic cubic spline between
                          them */
    TM_PROFILE_HARMONIC /* r = p0 + p1 cos t + p2 sin t + p3 cos 2t + p4 sin 2t + …: an odd count */
} tmProfileKind;

/* The wheels of a pair are drawn about their features; nothing but the other joints holds their
 * centres. Angles are counted over whole turns, from the pose in which the joint is added.
 *
 *   gear          radii[0], radii[1] > 0, or numbers of teeth: only their ratio counts. b's mark
 *                 (its feature's direction), seen from the line to a, is at
 *                 value - radii[0] / radii[1] * (a's mark, seen from the line to b). As the line
 *                 of centres turns, the wheels roll: planets need no more than this.
 *   inner gear    the same for a ring a and a wheel b in it: value + …, b's mark seen from the line
 *                 onwards from a
 *   rack          radii[1] not 0, positive when the wheel is on the left of a's line: its centre's
 *                 way along the line is value - radii[1] * (turn of b's mark from a's direction)
 *   belt          radii[0], radii[1] > 0. It does not slip, and its strand on the right of the way
 *                 from a to b is taut; the other strand takes up what is left when the distance of
 *                 the wheels changes. value [m] is the strand's length as a rope's
 *   crossed belt  the same, leaving a on its right and reaching b on its left
 *   rope          radii[i]: the wheel at feature i has the rope on its outside and lies left of its
 *                 way (positive), right (negative), or is a point (0). Between the ends wheels turn
 *                 freely; at the ends they are drums on which the rope is wound. value [m] is the
 *                 straight parts, and radius times the turn of the rope's direction at each wheel;
 *                 at a drum from, or to, its mark's direction. A feature may come more than once:
 *                 so the parts of a tackle are counted
 *   flat cam      a's profile lies on the right of b's line and touches it: a face along x rests on
 *                 top of its cam. The profile must be convex
 *   roller cam    radii[1] >= 0 of the roller about b, 0 a knife edge; less than the radius of
 *                 every hollow of the profile */
typedef struct tmJointDef {
    uint32_t stamp;                          /* private */
    const char *name;                        /* copied; default "" */
    tmJointKind kind;                        /* default TM_JOINT_REVOLUTE */
    tmFeatureId features[TM_JOINT_FEATURES]; /* as many as the kind has; default null */
    double value;   /* distance, radius or as above [m], angle [rad]; default 0; for other kinds not
                       read */
    bool as_placed; /* of gears, racks, belts, ropes: take the value from the present poses instead
                       of reading it; default true */
    double radii[TM_JOINT_FEATURES]; /* of the wheels of a pair [m]; default 0 */
    tmProfileKind profile_kind;      /* of a cam; default TM_PROFILE_SPLINE */
    const double *profile;           /* copied; default null */
    int32_t profile_count;           /* numbers in it; default 0 */
} tmJointDef;

TM_API tmJointDef tm_joint_def_default(void);

/* Adds a joint. Its features must lie on at least two bodies (TM_ERR_ARGUMENT otherwise). The
 * mechanism need not be assembled: the next plan's first move does that. TM_ERR_ARGUMENT also for
 * radii outside the ranges above and for a profile with too few numbers or a radius that is not
 * positive, TM_ERR_PROFILE for one that the follower cannot touch all round, TM_ERR_NOT_FINITE
 * where no double holds what a pair measures in the present poses. */
TM_API tmStatus tm_joint_add(tmMechanism *mechanism, const tmJointDef *def, tmJointId *joint);

/* Adds a revolute joint between the point (ax, ay) of body a and (bx, by) of body b, both in body
 * axes [m], with a new feature on each: the short way for linkages. `joint` may be null. */
TM_API tmStatus tm_joint_add_pin(tmMechanism *mechanism, tmBodyId a, double ax, double ay,
                                 tmBodyId b, double bx, double by, tmJointId *joint);

/* Removes the joint. Its features stay. */
TM_API tmStatus tm_joint_remove(tmMechanism *mechanism, tmJointId joint);

/* Changes the joint's value (see tmJointDef); kinds that read none stay as they are. An edit: plans
 * made before it are stale. */
TM_API tmStatus tm_joint_set_value(tmMechanism *mechanism, tmJointId joint, double value);

/* Describes the joint in *def, in the form that tm_joint_add takes; values are never `as_placed`
 * there. The name and the profile live until the joint is removed. */
TM_API tmStatus tm_joint_get(const tmMechanism *mechanism, tmJointId joint, tmJointDef *def);

/* Joints by index, as bodies are. */
TM_API int32_t tm_joint_count(const tmMechanism *mechanism);
TM_API tmJointId tm_joint_at(const tmMechanism *mechanism, int32_t index);

/* Returns the kind's name for people, such as "revolute". */
TM_API const char *tm_joint_kind_name(tmJointKind kind);

/* Puts into r[0 … 2] the radius of the joint's profile at an angle from its feature's direction [m]
 * and its first and second derivative. TM_ERR_ARGUMENT for a joint that is not a cam. */
TM_API tmStatus tm_joint_profile(const tmMechanism *mechanism, tmJointId joint, double angle,
                                 double r[3]);

/* Puts into *radius the largest roller that can touch the profile all round: it must be smaller.
 * Infinite for a convex profile, which alone takes a flat follower. Statuses as tm_joint_add's for
 * the profile itself. Null allocator: the default one. */
TM_API tmStatus tm_profile_max_roller(const tmAllocator *allocator, tmProfileKind kind,
                                      const double *profile, int32_t count, double *radius);

/* Puts into *gap how far the joint is from closed in the bodies' present poses [m]; angles count
 * with the size of the mechanism as lever. */
TM_API tmStatus tm_joint_gap(const tmMechanism *mechanism, tmJointId joint, double *gap);

/* ---- Mechanisms from definitions ----------------------------------------------------------- */

/* Makes the mechanism of a planar model in *mechanism, with its bodies at `frames`, as an assembly
 * has them: as many as the model has bodies. Bodies have the same indices in both; joints[i] (may
 * be null) becomes the joint of the model's joint i, null for springs and dampers. Lengths and
 * phases that are `as_placed` are taken from the frames. TM_ERR_ARGUMENT for null and for a model
 * in space, TM_ERR_TEXT for one with errors, TM_ERR_UNSUPPORTED where a hinge has no planar joint
 * (one that a text defines, a flat cam, a tackle of several ropes), TM_ERR_PROFILE, TM_ERR_MEMORY;
 * *mechanism is then null. */
TM_API tmStatus tm_mechanism_from_model(const tmAllocator *allocator, const tmModel *model,
                                        const tmFrame *frames, tmJointId *joints,
                                        tmMechanism **mechanism);

/* ---- Plans --------------------------------------------------------------------------------- */

/* What moves a mechanism. */
typedef enum tmInputKind {
    TM_INPUT_ANGLE,        /* one value: from a's direction to b's at a revolute joint [rad] */
    TM_INPUT_DISPLACEMENT, /* one value: of b from a along a's direction, prismatic or slot [m] */
    TM_INPUT_POSITION      /* two values: where a feature should be; as near as it can get [m] */
} tmInputKind;

typedef struct tmInput {
    tmInputKind kind;
    tmJointId joint;     /* of an angle or a displacement */
    tmFeatureId feature; /* of a position */
} tmInput;

typedef enum tmPlanMethod {
    TM_PLAN_MIXED, /* closed forms where possible, Newton for the rest */
    TM_PLAN_NEWTON /* Newton on all bodies: slow, for comparison and doubt */
} tmPlanMethod;

/* What happens to a move past the end of a mechanism's motion ([ME] 3.3.5). */
typedef enum tmBreak {
    TM_BREAK_LIMIT,  /* nothing moves */
    TM_BREAK_SEARCH, /* it moves up to the break point, and stays there */
    TM_BREAK_STRETCH /* the inputs get their values, and joints open: the sum of the squares of all
                        gaps is least (tm_plan_gap says which) */
} tmBreak;

typedef struct tmPlanDef {
    uint32_t stamp;        /* private */
    const tmInput *inputs; /* default none */
    int32_t input_count;
    tmPlanMethod method;    /* default TM_PLAN_MIXED */
    double tolerance;       /* largest gap of a closed joint, of the mechanism's size; 1e-11 */
    int32_t max_iterations; /* Newton steps in one try; default 50 */
    tmBreak on_break;       /* default TM_BREAK_LIMIT */
    bool watch; /* certifies that no break and no other branch lies between two moves, where that
                 * can be done (tmProof); default true. A watched move of a plan in closed form
                 * takes 2 to 3 times as long up to 50 links and hundreds of times beyond 200, one
                 * with guesses 27 to 120 times: bench/results/kinematics.csv */
} tmPlanDef;

TM_API tmPlanDef tm_plan_def_default(void);

/* How a move ended. Unless it is TM_MOVE_DONE the plan's break policy says where all poses are; by
 * default they are those before the move. */
typedef enum tmMove {
    TM_MOVE_DONE,
    TM_MOVE_FOLD,          /* the inputs lie past the end of the mechanism's motion */
    TM_MOVE_INCONSISTENT,  /* the joints contradict each other: the gap cannot be made less */
    TM_MOVE_NOT_CONVERGED, /* the iteration limit was reached */
    TM_MOVE_STRETCHED      /* as TM_MOVE_FOLD, and joints are open */
} tmMove;

/* Whether the whole way of a move was certified: there is no break and no other branch between the
 * last good values and where the move ended. If it was not, why; then only the poses at which the
 * move stopped were examined, so that something may have been jumped over. */
typedef enum tmProof {
    TM_PROOF_OFF,       /* not asked for: tmPlanDef.watch is false, or nothing is driven */
    TM_PROOF_WHOLE,     /* certified */
    TM_PROOF_DRAG,      /* of drags each step is, up to 60 unknowns, but not which way they took */
    TM_PROOF_LARGE,     /* more than 60 unknowns (20 links) or rows, and not all in closed form */
    TM_PROOF_CAM,       /* a cam, whose second derivatives have no bound */
    TM_PROOF_DEPENDENT, /* joints or inputs depend on each other all along the way */
    TM_PROOF_OPEN,      /* it began with open joints */
    TM_PROOF_CHANGE,    /* it went straight on through change points: tmSolveInfo.changes */
    TM_PROOF_GIVEN_UP,  /* the certificate would have taken too many steps */
    TM_PROOF_SPACE      /* the solver for space, which also moves tackles, has no certificate */
} tmProof;

/* Returns why a move is not certified, in a few words: "more than 20 links, not all in closed
 * form"; "certified" for TM_PROOF_WHOLE, never null. */
TM_API const char *tm_proof_text(tmProof proof);

typedef struct tmSolveInfo {
    tmMove outcome;
    double residual;    /* largest gap of any joint, at the pose tried; infinite where there is none
                           [m] */
    double miss;        /* how far dragged features stay from where they should be [m] */
    int32_t iterations; /* Newton steps */
    double reached;  /* part of the way from the last good values that can be covered: 1 when done,
                      * at a fold where it is, to 1e-12 of the way */
    tmProof proof;   /* whether something may have been jumped over */
    int32_t changes; /* change points on the way, through which the motion went straight on */
} tmSolveInfo;

/* How a mechanism follows from its inputs, found once and executed for each frame. */
typedef struct tmPlan tmPlan;

/* Plans the motion of the mechanism from its present poses. The mechanism must outlive the plan.
 * TM_ERR_ID for an input that names no part, TM_ERR_ARGUMENT for one that its joint does not have
 * or that is given twice. On failure *plan is null. */
TM_API tmStatus tm_plan_create(const tmMechanism *mechanism, const tmPlanDef *def, tmPlan **plan);

/* Frees the plan. Null is accepted. */
TM_API void tm_plan_destroy(tmPlan *plan);

/* Moves the mechanism to where the inputs have these values, in the order of the inputs, along the
 * straight way from their last values: a mechanism stays on its branch, and stops at a break
 * however far behind it the values lie. The first move takes the way without whole turns. Puts how
 * it went in *info (may be null). TM_ERR_STALE when the mechanism was edited since, and
 * TM_ERR_NOT_FINITE for such values; both leave *info unchanged. Allocates nothing. */
TM_API tmStatus tm_plan_move(tmPlan *plan, const double *values, tmSolveInfo *info);

/* Computes the poses of some bodies for many values of the inputs at once, apart from the plan's
 * present pose, which stays: for curves and searches. Only for plans that are all closed form
 * (tm_plan_unknowns is 0), else TM_ERR_ARGUMENT; also for those that count turns from one move to
 * the next, as a gear behind a rocker does. Value k of frame i is values[k * count + i]; x of body
 * b in frame i comes to poses[(4 * b + 0) * count + i], and y, c, s follow at 4 * b + 1, 2, 3. Null
 * `bodies` means all by index, `body_count` then tm_body_count. failed[i] (may be null) marks
 * frames without an answer; their poses are NaN. The first sweep of a plan allocates. */
TM_API tmStatus tm_plan_sweep(tmPlan *plan, const double *values, int32_t count,
                              const tmBodyId *bodies, int32_t body_count, double *poses,
                              bool *failed);

/* Returns how many numbers tm_plan_move reads. */
TM_API int32_t tm_plan_value_count(const tmPlan *plan);

/* Puts into `values` what the inputs are in the present pose. Angles are within half a turn of 0;
 * with higher pairs, whose turns count, within half a turn of those last moved to. */
TM_API tmStatus tm_plan_values(const tmPlan *plan, double *values);

/* Returns the poses of all bodies by index (see tm_body_at), valid until the next move or reset.
 * Removed places have the pose of the ground. */
TM_API const tmPose *tm_plan_poses(const tmPlan *plan);

/* Puts where a feature is now into *x, *y. */
TM_API tmStatus tm_plan_point(const tmPlan *plan, tmFeatureId feature, double *x, double *y);

/* Puts into *gap how far the joint is open in the present pose [m]; angles count with the size of
 * the mechanism as lever. It is 0 to rounding unless the plan is stretched. */
TM_API tmStatus tm_plan_gap(const tmPlan *plan, tmJointId joint, double *gap);

/* Returns to the poses that the plan started from. */
TM_API void tm_plan_reset(tmPlan *plan);

/* Writes the plan's poses into its mechanism. Not an edit: plans do not become stale by it. */
TM_API tmStatus tm_plan_commit(const tmPlan *plan, tmMechanism *mechanism);

/* What is left to iterate over once closed forms have done their part; both 0 for a plan that is
 * all closed form. */
TM_API int32_t tm_plan_unknowns(const tmPlan *plan);
TM_API int32_t tm_plan_equations(const tmPlan *plan);

/* Returns the mechanism that the plan was made from. */
TM_API const tmMechanism *tm_plan_mechanism(const tmPlan *plan);

/* Writes the plan in words, one line for each step, then what is left to iterate over. Writes at
 * most `size` bytes with the closing zero, never half a character, and returns how many bytes the
 * whole would take without it; 0 when memory runs out or the plan is stale. */
TM_API size_t tm_plan_text(const tmPlan *plan, char *buffer, size_t size);

/* ---- Rates --------------------------------------------------------------------------------- */

/* How fast a body's pose changes: of the world position of its origin and of its angle. Of a
 * velocity [m/s, rad/s] or of an acceleration [m/s^2, rad/s^2]; any other unit of time will do. */
typedef struct tmPoseRate {
    double x, y;
    double angle;
} tmPoseRate;

/* What the rates of a pose are. After TM_RATES_SINGULAR and TM_RATES_OPEN all of them are zero. */
typedef enum tmRatesOutcome {
    TM_RATES_DONE,     /* they follow from the inputs */
    TM_RATES_FREE,     /* the inputs leave freedoms: of all rates that they allow, the least motion
                        * by the metric of a plan's Newton steps */
    TM_RATES_SINGULAR, /* in this pose the inputs cannot have these rates: a dead centre, or inputs
                        * that contradict each other */
    TM_RATES_OPEN      /* a joint is not closed: the plan must move first */
} tmRatesOutcome;

typedef struct tmRatesInfo {
    tmRatesOutcome outcome;
    int32_t freedom;   /* independent motions that the inputs leave */
    int32_t redundant; /* equations of joints and inputs that follow from the others */
    double miss;       /* of the velocities of dragged features, from what they should be [m/s] */
} tmRatesInfo;

/* Velocities and accelerations of a plan's mechanism, with the memory to compute them. */
typedef struct tmRates tmRates;

/* Prepares to compute rates of the plan, which must outlive them. TM_ERR_STALE when the mechanism
 * was edited since the plan was made. On failure *rates is null. */
TM_API tmStatus tm_rates_create(const tmPlan *plan, tmRates **rates);

/* Frees the rates. Null is accepted. */
TM_API void tm_rates_destroy(tmRates *rates);

/* Computes all rates in the plan's present pose, exactly (by linear equations, not by differences),
 * from the rates of the inputs and their second rates, in the order of tm_plan_move's values; a
 * null pointer stands for zeros. A dragged feature comes as near to its rates as the joints allow.
 * Puts what they are in *info (may be null). Allocates nothing. TM_ERR_STALE after an edit and
 * TM_ERR_NOT_FINITE for such inputs leave everything as it was; TM_ERR_NOT_FINITE for a result that
 * no double can hold leaves all rates zero and *info unchanged. */
TM_API tmStatus tm_rates_solve(tmRates *rates, const double *first, const double *second,
                               tmRatesInfo *info);

/* The rates of all bodies by index, as tm_plan_poses has them: those of the last tm_rates_solve,
 * zero before the first. Valid until the next one. */
TM_API const tmPoseRate *tm_rates_velocities(const tmRates *rates);
TM_API const tmPoseRate *tm_rates_accelerations(const tmRates *rates);

/* Puts into *x, *y the velocity [m/s] or the acceleration [m/s^2] of a feature's point, in the pose
 * and with the rates of the last tm_rates_solve. TM_ERR_ID, TM_ERR_STALE, and TM_ERR_NOT_FINITE for
 * a result that no double can hold leave both unchanged. */
TM_API tmStatus tm_rates_point_velocity(const tmRates *rates, tmFeatureId feature, double *x,
                                        double *y);
TM_API tmStatus tm_rates_point_acceleration(const tmRates *rates, tmFeatureId feature, double *x,
                                            double *y);

/* ---- Forces -------------------------------------------------------------------------------- */

typedef enum tmLoadKind {
    TM_LOAD_FORCE, /* `x`, `y` at the point of `feature`, world axes [N] */
    TM_LOAD_MOMENT /* `moment` on `body`, positive from x to y [N m] */
} tmLoadKind;

/* What acts on a mechanism from outside. */
typedef struct tmLoad {
    tmLoadKind kind;
    tmFeatureId feature;
    tmBodyId body;
    double x, y;
    double moment;
} tmLoad;

/* What a joint does to a body at the point of one of its features, world axes. */
typedef struct tmForce {
    double x, y;   /* [N] */
    double moment; /* about that point, positive from x to y [N m] */
} tmForce;

/* What the forces of a pose are. After the last three, all forces and efforts are zero. */
typedef enum tmForcesOutcome {
    TM_FORCES_DONE,       /* they follow from the loads */
    TM_FORCES_SHARED,     /* redundant: the joints could share the loads in many ways; the shares
                           * are the least-norm ones, moments divided by the mechanism's size */
    TM_FORCES_UNBALANCED, /* the inputs leave freedoms, and the loads would set them in motion:
                             tm_forces_drift says which bodies */
    TM_FORCES_SINGULAR,   /* too near a dead centre for the forces to be found */
    TM_FORCES_OPEN        /* a joint is not closed: the plan must move first */
} tmForcesOutcome;

typedef struct tmForcesInfo {
    tmForcesOutcome outcome;
    int32_t freedom;   /* independent motions that joints and held inputs leave */
    int32_t redundant; /* independent ways in which joints and inputs can strain each other */
    double imbalance;  /* part of the loads that nothing holds [1]; 0 when balanced */
} tmForcesInfo;

/* Static forces in a plan's mechanism whose inputs are held, with the memory to compute them. */
typedef struct tmForces tmForces;

/* Prepares to compute forces of the plan, which must outlive them. TM_ERR_STALE when the mechanism
 * was edited since the plan was made. On failure *forces is null. */
TM_API tmStatus tm_forces_create(const tmPlan *plan, tmForces **forces);

/* Frees the forces. Null is accepted. */
TM_API void tm_forces_destroy(tmForces *forces);

/* Computes what joints and inputs must do to hold the plan's present pose under the loads. Loads on
 * the ground do nothing. Puts what was found in *info (may be null). Allocates nothing.
 * TM_ERR_STALE after an edit, TM_ERR_ID for a load that names no part, TM_ERR_ARGUMENT and
 * TM_ERR_NOT_FINITE leave everything as it was; TM_ERR_NOT_FINITE for a result that no double can
 * hold leaves all forces zero and *info unchanged. */
TM_API tmStatus tm_forces_solve(tmForces *forces, const tmLoad *loads, int32_t load_count,
                                tmForcesInfo *info);

/* Puts into *force what the joint does to the body of its feature number `index` (0 for a, 1 for b
 * …) at that feature's point. Of a joint between two bodies, what it does to a is opposite to what
 * it does to b. What an input at the joint does is not counted in: tm_forces_efforts has that.
 * TM_ERR_ID, TM_ERR_STALE, TM_ERR_ARGUMENT for a feature that the joint does not have, and
 * TM_ERR_NOT_FINITE for a result that no double can hold leave *force unchanged. */
TM_API tmStatus tm_forces_joint(const tmForces *forces, tmJointId joint, int32_t index,
                                tmForce *force);

/* Returns what each input must supply, in the order of tm_plan_move's values: for an angle the
 * torque on b [N m], with its reaction on a; for a displacement the force on b along a's direction
 * [N], likewise; for a position the force on the feature, x and y [N]. Positive efforts push
 * towards larger values, so that efforts times rates and the power of the loads add up to zero. */
TM_API const double *tm_forces_efforts(const tmForces *forces);

/* Returns how the bodies, by index, would begin to move under the part of the loads that nothing
 * holds, were their masses those of the metric of a plan's Newton steps. Only directions and ratios
 * mean something: the fastest body turns by 1 or moves by the size of the mechanism. All zero
 * unless the outcome was TM_FORCES_UNBALANCED. */
TM_API const tmPoseRate *tm_forces_drift(const tmForces *forces);
/* ---- Assembly modes ------------------------------------------------------------------------ */

/* How to look for assembly modes. Fill it by tm_modes_def_default, then change fields. */
typedef struct tmModesDef {
    uint32_t stamp;    /* private */
    int32_t max_modes; /* modes that are kept at most; default 64 */
    int64_t max_work;  /* steps of the plan's arithmetic; default 100 million, about two seconds */
    int32_t starts;    /* where Newton's method must search: random starts without a new mode after
                        * which it ends; default 200 */
    bool mirrored;     /* also sides that no input moves, which the plan computed once and cannot
                        * change, as the mirror image of three bars; default true */
} tmModesDef;

TM_API tmModesDef tm_modes_def_default(void);

/* The ways in which a mechanism can be assembled at some values of its inputs: a four-bar has two,
 * a triangle on three circles up to six. */
typedef struct tmModes tmModes;

/* Finds them for these values of the plan's inputs (null: the present ones) with the plan's own
 * tolerance. The plan stays as it is and may be destroyed before the modes. Null def: the default
 * one. The sense of prismatic joints stays that of the plan's start. Closed forms and knots with
 * one guessed angle are listed with proof; knots with several guesses and what only Newton's method
 * solves are searched from random places, the same in every run; parts that have freedoms left are
 * not listed but follow the present pose. Dragged features must be where the values say. Modes that
 * differ by less than the plan's tolerance can resolve (4 times its square root, 1.3e-5 of the
 * mechanism's size) count as one: at a fold two modes are one. No mode at all is not a failure.
 * TM_ERR_DEF, TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE, TM_ERR_STALE, TM_ERR_MEMORY: *modes is null. */
TM_API tmStatus tm_modes_create(const tmPlan *plan, const double *values, const tmModesDef *def,
                                tmModes **modes);

/* Frees the modes. Null is accepted. */
TM_API void tm_modes_destroy(tmModes *modes);

/* Returns how many modes were found. They are in the order in which they were found, which is the
 * same in every run. */
TM_API int32_t tm_modes_count(const tmModes *modes);

/* Returns the poses of all bodies by index in mode `index`, or null when there is none. They live
 * as long as the modes; those of the next mode follow them in memory. */
TM_API const tmPose *tm_modes_poses(const tmModes *modes, int32_t index);

/* Returns the largest gap of any joint in the mode [m]; infinity when there is no such mode. */
TM_API double tm_modes_residual(const tmModes *modes, int32_t index);

/* Returns the mode whose bodies are nearest to these poses (all bodies by index), or -1 when there
 * is none. Puts the largest distance of a body, turns with the mechanism's size as lever, into
 * *distance (may be null) [m]; infinity when there is none. */
TM_API int32_t tm_modes_nearest(const tmModes *modes, const tmPose *poses, double *distance);

/* Returns whether it is proven that there are no others: everything was listed, nothing searched.
 */
TM_API bool tm_modes_is_complete(const tmModes *modes);

/* Returns whether the list ended at def.max_modes though there are more. */
TM_API bool tm_modes_has_more(const tmModes *modes);

/* Continues the plan from these poses of all bodies, such as those of a mode: guesses and sides are
 * read off them, and the next move starts there. `values` are those of the inputs in them (null:
 * they are measured, angles between -pi and pi, or as tm_plan_values has them). TM_ERR_ARGUMENT
 * when a joint is open, an angle or displacement is not at its value, or a part that no input moves
 * is the mirror image of what the plan was made with (make a new plan from these poses then);
 * TM_ERR_NOT_FINITE, TM_ERR_STALE. The plan is unchanged after a failure. tm_plan_reset still
 * returns to the start. */
TM_API tmStatus tm_plan_take(tmPlan *plan, const tmPose *poses, const double *values);

/* ---- Diagnosis ------------------------------------------------------------------------------ */

/* What kind of mechanism it is, its inputs held. One list makes the codes and the words. */
#define TM_VERDICT_LIST(X)                                                                         \
    X(TM_VERDICT_EXACT, "exactly constrained: nothing can move, and nothing is redundant")         \
    X(TM_VERDICT_MOVABLE, "movable, and nothing is redundant")                                     \
    X(TM_VERDICT_OVER_MOVABLE, "over-constrained but movable")                                     \
    X(TM_VERDICT_OVER_RIGID, "over-constrained and rigid")                                         \
    X(TM_VERDICT_SINGULAR, "movable, and redundant only in this singular pose")                    \
    X(TM_VERDICT_SHAKY, "movable only for an instant: rigid except in this singular pose")         \
    X(TM_VERDICT_CONFLICTING, "conflicting: the joints cannot all be closed")                      \
    X(TM_VERDICT_UNDECIDED, "undecided: the joints are open, and closing them took too long")

#define TM_VERDICT_CODE(code, words) code,
typedef enum tmVerdict { TM_VERDICT_LIST(TM_VERDICT_CODE) TM_VERDICT_COUNT } tmVerdict;
#undef TM_VERDICT_CODE

/* Returns the verdict in words, without a full stop. Never null. */
TM_API const char *tm_verdict_text(tmVerdict verdict);

typedef struct tmDiagnosisDef {
    uint32_t stamp;        /* private */
    const tmInput *inputs; /* held as if they were joints; default none */
    int32_t input_count;
    const double *values;   /* that the inputs are held at, as tm_plan_move takes them; default
                               null: as they stand */
    double tolerance;       /* largest gap of a closed joint, of the mechanism's size; 1e-11 */
    int32_t max_iterations; /* steps of one attempt to close open joints; default 200 */
    int32_t max_motions;    /* free motions that are worked out; default 64 */
} tmDiagnosisDef;

TM_API tmDiagnosisDef tm_diagnosis_def_default(void);

/* What holds the bodies together: a joint, or a held input. */
typedef struct tmConstraint {
    tmJointId joint; /* of the input where it is one; null for a position input */
    int32_t input;   /* number of the input; -1: it is the joint itself */
} tmConstraint;

/* A constraint that follows, in part or as a whole, from those before it, to first order in this
 * pose. Constraints count in the order of the joints' indices, then held inputs. */
typedef struct tmRedundancy {
    tmConstraint constraint;
    int32_t equations;        /* of its own that are redundant: at least 1 */
    int32_t equation_count;   /* that it has: a revolute joint has 2 */
    const tmConstraint *from; /* what they follow from, together */
    int32_t from_count;
} tmRedundancy;

/* A smallest set of constraints that contradict each other: without any one of them the others
 * would close, as far as first order in the pose shows. */
typedef struct tmConflict {
    const tmConstraint *constraints;
    int32_t count;
    double gap; /* the largest that stays open when all give way alike, angles with the size of the
                   mechanism as lever [m] */
} tmConflict;

/* How a body moves: of its origin [m] and its turn [rad], both in a unit of time. */
typedef struct tmVelocity {
    double x, y, turn;
} tmVelocity;

/* A way in which the mechanism can move with every joint closed and every input held. */
typedef struct tmFreeMotion {
    const tmVelocity *bodies; /* of each body by index, see tm_body_at. The fastest moves by about
                                 the size of the mechanism in a unit of time */
    int32_t moved;            /* how many bodies move */
    bool idle;                /* they move as if they were one body, and others that
                                 are joined to them stand still: a freedom of these bodies alone */
    bool lasts;    /* it can be followed; false: joints resist after the first instant, or other
                      free motions must go along with it */
    tmInput input; /* would control it. A position where no joint has the right input; its feature
                      may be null */
} tmFreeMotion;

typedef struct tmDiagnosisInfo {
    tmVerdict verdict;
    bool assembled;          /* every joint is closed in the present pose, inputs at their values */
    double gap;              /* the largest of any of them in the present pose [m] */
    double min_gap;          /* the largest where all was closed as well as it can be [m] */
    int32_t mobility;        /* by rank: independent free motions of the pose */
    int32_t finite_mobility; /* of them, how many can be followed from it; 0 where the joints
                                conflict */
    int32_t gruebler;        /* mobility by Grübler's count, 3 bodies - equations */
    int32_t equations;       /* of all joints and held inputs */
    int32_t rank;            /* independent ones among them, in the pose */
} tmDiagnosisInfo;

/* What is wrong with a mechanism, or that nothing is: a record that depends on nothing once it is
 * made. */
typedef struct tmDiagnosis tmDiagnosis;

/* Diagnoses the mechanism in its present pose, its inputs held. Where joints are open they are
 * closed first, on a copy of the poses; where that cannot be done, in the pose that leaves least
 * open. Verdict and sets do not depend on the unit of length, nor on where the mechanism lies. Null
 * def: the default one, without inputs. TM_ERR_ID, TM_ERR_ARGUMENT as tm_plan_create;
 * TM_ERR_NOT_FINITE for such values and for coordinates that no double can hold; TM_ERR_LIMIT when
 * redundant equations times equations exceed 2^24. On failure *diagnosis is null. */
TM_API tmStatus tm_diagnosis_create(const tmMechanism *mechanism, const tmDiagnosisDef *def,
                                    tmDiagnosis **diagnosis);

/* Frees the diagnosis and all that came from it. Null is accepted. */
TM_API void tm_diagnosis_destroy(tmDiagnosis *diagnosis);

/* Returns verdict and counts; null for null. It lives as long as the diagnosis. */
TM_API const tmDiagnosisInfo *tm_diagnosis_info(const tmDiagnosis *diagnosis);

/* Redundant constraints, conflicting sets and free motions, by number. Their counts are 0 for null;
 * each of the others returns null when there is none of that number. They live as long as the
 * diagnosis. The equations of all redundancies and one for each conflict are what exceeds the rank.
 * Where the mobility exceeds max_motions, that many motions are given. */
TM_API int32_t tm_diagnosis_redundancy_count(const tmDiagnosis *diagnosis);
TM_API const tmRedundancy *tm_diagnosis_redundancy(const tmDiagnosis *diagnosis, int32_t index);
TM_API int32_t tm_diagnosis_conflict_count(const tmDiagnosis *diagnosis);
TM_API const tmConflict *tm_diagnosis_conflict(const tmDiagnosis *diagnosis, int32_t index);
TM_API int32_t tm_diagnosis_motion_count(const tmDiagnosis *diagnosis);
TM_API const tmFreeMotion *tm_diagnosis_motion(const tmDiagnosis *diagnosis, int32_t index);

/* Returns the poses that were diagnosed, of all bodies by index: the present ones, or those in
 * which the joints were closed. Null for null. */
TM_API const tmPose *tm_diagnosis_poses(const tmDiagnosis *diagnosis);

/* Writes the diagnosis in words, as it was when it was made. Writes at most `size` bytes with the
 * closing zero, never half a character, and returns how many bytes the whole would take without it;
 * 0 for null. */
TM_API size_t tm_diagnosis_text(const tmDiagnosis *diagnosis, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
