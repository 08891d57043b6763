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

struct tmPlan {
    tmAllocator allocator;
    tmiArena arena;
    const tmMechanism *mechanism;
    uint64_t edits;    /* of the mechanism when the plan was made */
    double gap_most;   /* of a closed joint, beyond the roundings of its coordinates [m] */
    double tolerance;  /* what is iterated to: the same, and the roundings of all coordinates [m] */
    double iterate_to; /* the same, as it stands: near a break what is open must be less */
    double usual, strict; /* values of it [m] */
    int32_t iteration_most;

    tmiGraph graph;
    tmiRoute routes[TMI_ROUTES];
    int32_t route_count;
    tmiRoute *active;
    const tmiStage *quick; /* the only one, where a move is one run of its program; else null */
    bool guesses; /* some stage does, or there is more than one route: moves must be accepted */

    tmiPinCheck *pins; /* those with the ground first */
    int32_t ground_pin_count, pin_count;
    int32_t *others; /* slots of joints that are checked by their rows */
    int32_t other_count;

    tmPose *tried; /* poses of the nodes in the move under way */
    tmPose *poses; /* of the last good move */
    double *good_values, *trial_values;
    double *from_values; /* where the way begins, of which parts are tried */
    double *part_values; /* where the first part of a long one ends */
    tmiPlanState saved;  /* before a move that goes in steps; the winds of the last good move are
                            graph.pairs.good, between moves the pairs have those that are shown */
    bool counts_turns;   /* of higher pairs */
    bool paced;          /* … from one pose to the next: long moves go in short ones */
    double fastest;      /* of a pair's winds against the inputs, at least 1; see tmiWinding */
    tmPose *here;        /* before a jump */
    double *here_sides;
    tmiPlanState held;        /* before a fold is looked for */
    tmiPlanState edge;        /* some way before the fold at which the plan stands … */
    bool is_at_edge;          /* … where it does */
    bool was_at_edge;         /* before the move under way */
    int32_t rank_most;        /* of the rows, in any certificate so far */
    tmiDragSide *drag_side;   /* of drags that are watched */
    bool is_on_course;        /* a drag goes on from the last, by plan_drag.c */
    double way, rope;         /* which way along its course: +1, -1, or 0; see there */
    int32_t drag_work;        /* certificates that the drag under way may still ask for */
    int32_t drag_pulls;       /* pulls that it may still make */
    double settled;           /* a drag that moves less has settled [of the size, or rad] */
    bool fresh;               /* no move yet: whole turns of the inputs are not known */
    tmBreak on_break;         /* what becomes of a move that does not arrive */
    tmiCertifier *watcher;    /* null: nobody looks at what lies between two moves */
    double *radii;            /* of the registers of a plan that is all closed form, without cams;
                                 else null */
    bool is_turned;           /* there is one input, an angle, and no turns are counted */
    tmPose *lap;              /* where a turn of it began */
    bool closed;              /* the joints are closed in `poses` */
    tmPose *before[2];        /* poses on the way here, for the direction at a change point … */
    double *before_values[2]; /* … and the values there */
    int32_t before_count, since; /* how many there are, and good tries since the last */
    tmiStageVariant stretch;     /* all joints soft, when the policy is to stretch */
    tmPose *stretched;           /* poses of it … */
    double *stretched_winds;     /* … and winds */
    bool is_stretched;           /* they are what is shown */
    double *lanes;               /* registers of a sweep; null before the first */
    double *lane_values;
    double steps[TMI_RATES]; /* of the only input, in the last moves */
};

/* Returns how far joints are open in these poses of the bodies, and angles and displacements from
 * their values, beyond roundings [m]. `pairs` has the winds, `measured` is room for as many values.
 */
double tmi_plan_open(const tmPlan *plan, const tmiPairs *pairs, const tmPose *poses,
                     const double *values, double *measured);

#endif
