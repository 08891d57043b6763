/* plan.h: what a tmPlan holds, for the files plan*.c. */
#ifndef TMI_PLAN_H
#define TMI_PLAN_H

#include "analyse/kinematics/certify/certify.h"
#include "analyse/kinematics/stage/stage.h"

/* A pin that every move checks: point of body a at point of body b. */
typedef struct tmiPinCheck {
    int32_t a, b;          /* places of the bodies; a is never the ground */
    double ax, ay, bx, by; /* in body axes [m] */
} tmiPinCheck;

/* What tmi_plan_store keeps of a plan and tmi_plan_load gives back. */
typedef struct tmiPlanState {
    tmPose *poses;
    double *values;
    double *sides; /* of every closed form of every variant */
    double *winds; /* of the higher pairs */
} tmiPlanState;

/* How closely joints must be closed, and how long that is tried. */
typedef struct tmiPlanLimits {
    double max_gap;    /* of a closed joint, beyond the rounding errors of its coordinates [m] */
    double tolerance;  /* what is iterated to: the same, and the rounding errors of all coordinates
                          [m] */
    double iterate_to; /* the same, as it stands: near a break what is open must be less */
    double usual, strict; /* values of it [m] */
    int32_t max_iterations;
} tmiPlanLimits;

/* The ways to compute poses. */
typedef struct tmiPlanRoutes {
    tmiRoute list[TMI_ROUTES];
    int32_t count;
    tmiRoute *active;
    const tmiStage *quick; /* the only one, where a move is one run of its program; else null */
    bool guess; /* some stage does, or there is more than one route: moves must be accepted */
} tmiPlanRoutes;

/* What every answer is checked against. */
typedef struct tmiPlanChecks {
    tmiPinCheck *pins; /* those with the ground first */
    int32_t ground_pin_count, pin_count;
    int32_t *others; /* slots of joints that are checked by their rows */
    int32_t other_count;
} tmiPlanChecks;

/* Poses of the nodes, and the values of the inputs that they are for. */
typedef struct tmiPosed {
    tmPose *poses;
    double *values;
} tmiPosed;

/* Whole turns of higher pairs. */
typedef struct tmiPlanTurns {
    bool are_counted;
    bool paced;     /* … from one pose to the next: long moves go in short ones */
    double fastest; /* of a pair's winds against the inputs, at least 1; see tmiWinding */
} tmiPlanTurns;

/* The way of the move under way, which is covered in steps. */
typedef struct tmiPlanWay {
    double *from;       /* values where it begins, of which parts are tried */
    double *part;       /* values where the first part of a long one ends */
    tmiPlanState saved; /* before it; the winds of the last good move are graph.pairs.good, between
                           moves the pairs have those that are shown */
    tmiPlanState held;  /* before a fold is searched for */
    tmiPlanState edge;  /* some way before the fold at which the plan stands … */
    bool is_at_edge;    /* … where it does */
    bool was_at_edge;   /* before the move under way */
    tmPose *here;       /* before a jump; of a drag: after a step, joints not yet closed */
    double *here_sides;
    tmPose *lap;        /* where a turn of the only input began; of a drag: before a step */
    bool is_turned;     /* that input is an angle, and no turns are counted */
    tmiPosed before[2]; /* on the way here, for the direction at a change point */
    int32_t before_count, since; /* how many there are, and good tries since the last */
} tmiPlanWay;

/* The watcher of what lies between two moves. */
typedef struct tmiPlanWatch {
    tmiCertifier *certifier; /* null: none, and the others are not made */
    double *radii;    /* of the registers of a plan that is all closed form, without cams; else
                         null */
    int32_t max_rank; /* of the rows, in any certificate so far */
} tmiPlanWatch;

/* Drags: plan_drag.c and plan_pull.c. */
typedef struct tmiPlanDrag {
    tmiDragSide *side; /* of drags that are watched */
    bool is_on_course; /* a drag goes on from the last, by plan_drag.c */
    double way, rope;  /* which way along its course: +1, -1, or 0; see there */
    int32_t work;      /* certificates that the drag under way may still ask for */
    int32_t pulls;     /* pulls that it may still make */
    double settled;    /* a drag that moves less has settled [of the size, or rad] */
} tmiPlanDrag;

/* Joints held open by least squares, where that is what becomes of a move that does not arrive. */
typedef struct tmiPlanStretch {
    tmiStageVariant variant; /* all joints soft */
    tmPose *poses;
    double *winds;
    bool is_shown; /* these are what is shown */
} tmiPlanStretch;

/* Many frames at once. */
typedef struct tmiPlanSweep {
    double *registers; /* of all lanes; null before the first sweep */
    double *values;
} tmiPlanSweep;

struct tmPlan {
    tmAllocator allocator;
    tmiArena arena;
    const tmMechanism *mechanism;
    uint64_t edits;   /* of the mechanism when the plan was made */
    tmBreak on_break; /* what becomes of a move that does not arrive */
    tmiGraph graph;
    tmiPlanLimits limits;
    tmiPlanRoutes routes;
    tmiPlanChecks checks;
    tmiPosed good;           /* after the last good move */
    tmiPosed tried;          /* in the move under way */
    bool closed;             /* the joints are closed in good.poses */
    bool fresh;              /* no move yet: whole turns of the inputs are not known */
    double steps[TMI_RATES]; /* of the only input, in the last moves */
    tmiPlanTurns turns;
    tmiPlanWay way;
    tmiPlanWatch watch;
    tmiPlanDrag drag;
    tmiPlanStretch stretch;
    tmiPlanSweep sweep;
};

/* Returns how far joints are open in these poses of the bodies, and angles and displacements from
 * their values, beyond rounding errors [m]. `pairs` has the winds, `measured` is room for as many
 * values.
 */
double tmi_plan_open(const tmPlan *plan, const tmiPairs *pairs, const tmPose *poses,
                     const double *values, double *measured);

#endif
