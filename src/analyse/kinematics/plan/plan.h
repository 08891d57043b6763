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
    tmiSpread *spread;        /* of drags that are watched */
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
    tmiVariant stretch;          /* all joints soft, when the policy is to stretch */
    tmPose *stretched;           /* poses of it … */
    double *stretched_winds;     /* … and winds */
    bool is_stretched;           /* they are what is shown */
    double *lanes;               /* registers of a sweep; null before the first */
    double *lane_values;
    double steps[TMI_RATES]; /* of the only input, in the last moves */
};

/* Makes everything but the struct itself. */
tmStatus tmi_plan_make(tmPlan *plan, const tmPlanDef *def);

/* Takes these values and the start poses as the last good ones. */
void tmi_plan_start(tmPlan *plan);

/* Returns the part of the way to these values that may be gone at once, so that no turn is missed;
 * 0 when there would be too many of them. */
double tmi_plan_pace(const tmPlan *plan, const double *values);

/* Returns how many steps a drag takes: as if the pointer had been seen on its way; or as many as
 * the pace of other inputs demands. */
int32_t tmi_plan_drag_steps(const tmPlan *plan, const double *values, double pace);

/* Returns the longest change of an input on the way to these values, angles in rad and
 * displacements in sizes. */
double tmi_plan_way_length(const tmPlan *plan, const double *values);

/* Gives the pairs the winds of the poses that are shown. */
void tmi_plan_show_winds(const tmPlan *plan);

/* Returns the largest gap of any joint in plan->tried, beyond roundings [m]. */
double tmi_plan_check(const tmPlan *plan);

/* Finds the poses for these values into plan->tried, from those of the last good move, by whichever
 * route gets there. */
tmMove tmi_plan_try(tmPlan *plan, const double *values, tmSolveInfo *info);

/* The whole of a move of a plan that is all closed form and unwatched, once its joints have been
 * checked: false when it is no such plan, or the move is not done that easily. */
bool tmi_plan_quick(tmPlan *plan, const double *values, tmSolveInfo *info);

/* Takes plan->tried for the last good poses, and these values. */
void tmi_plan_accept(tmPlan *plan, const double *values);

/* Goes from the last good values to these: at once where nothing can lie between, else in steps.
 * Puts all but the outcome into *info. After a failure plan->poses are the last ones that could be
 * reached, and tmi_plan_restore returns to those before it. */
tmMove tmi_plan_go(tmPlan *plan, const double *values, tmSolveInfo *info);
void tmi_plan_restore(tmPlan *plan);

/* Puts the poses in which the joints are open by least squares into plan->stretched, inputs kept.
 * Returns whether it found them. */
bool tmi_plan_stretch(tmPlan *plan, const double *values, tmSolveInfo *info);

/* Runs the numerical part of the stage, from the last good poses. */
tmMove tmi_plan_run_newton(tmPlan *plan, tmiStage *stage, const double *values, tmSolveInfo *info);

/* Drags what has one freedom left, from plan->tried, in which the stage's joints are closed. False
 * where it is not so; the blocks are then left anywhere. */
bool tmi_plan_drag(tmPlan *plan, tmiStage *stage, const double *values, double tolerance,
                   tmiNewtonInfo *info);

/* Takes the winds of the stage's pairs in plan->tried: those that the program knows, and where it
 * knows none the nearest. */
void tmi_plan_take_winds(const tmPlan *plan, const tmiStage *stage);

/* Makes all variants start from plan->poses. */
void tmi_plan_follow(tmPlan *plan);

/* Returns how far the inputs that the active variants do not read are from these values in
 * plan->tried, angles with the size as lever [m]. */
double tmi_plan_idle_gap(const tmPlan *plan, const double *values);

/* Puts into `values` what the inputs are in these poses. */
void tmi_plan_measure(const tmPlan *plan, const tmPose *poses, double *values);

/* Where higher pairs count turns: takes the angles among the inputs within half a turn of the last
 * good ones. */
void tmi_plan_unwrap(const tmPlan *plan, double *values);

/* Returns how far joints are open in these poses of the bodies, and angles and displacements from
 * their values, beyond roundings [m]. `pairs` has the winds, `measured` is room for as many values.
 */
double tmi_plan_open(const tmPlan *plan, const tmiPairs *pairs, const tmPose *poses,
                     const double *values, double *measured);

#endif
