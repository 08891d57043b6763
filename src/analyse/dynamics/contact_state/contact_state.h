/* contact_state.h: what a simulation holds of steps with contact: the part of a step that is made,
 * steps of second order, what touches, and what is reported about it. sim/stepping makes them. */
#ifndef TMI_CONTACT_STATE_H
#define TMI_CONTACT_STATE_H

#include "analyse/contact/contact.h"
#include "trammel/simulate.h"

/* Steps of second order, where nothing presses: sim_second_order.c. */
typedef struct tmiSimSmooth {
    bool *pressed;      /* of each mover: its step is of first order, with those it is coupled to */
    bool *were_pressed; /* scratch: likewise */
    double *mean, *end; /* velocities that lead through the step, and those at its end; dof numbers
                         * a mover */
    double *impulse;    /* of each row: in the first half of the step, its gradient that of the
                         * start, scaled as values are */
    double *state;      /* scratch: the end of the step */
    double *load, *wish; /* scratch: right-hand sides */
    double *change, *multiplier;
    double *matrix;       /* the equations at the start */
    double *body_push;    /* forces of controls on bodies; dof numbers a mover */
    double *element_push; /* of each element */
} tmiSimSmooth;

/* What two bodies did to each other in a part of a step, or at an instant in it. */
typedef struct tmiSimHit {
    int32_t bodies[2];    /* in the order of their numbers */
    double time;          /* the end of the part, or the instant [s] */
    double met;           /* when they met in the part, if they were apart before [s] … */
    double speed;         /* … and the rate of their gap then [m/s] */
    double impulse;       /* the sum of the normal ones [N s] */
    double before, after; /* rates of the gap where it closes fastest [m/s] */
    double asked, bounce; /* restitution of an impact, and what it came to [1] */
    bool is_instant;
    bool was_closed; /* they touched where the part began */
    bool strikes;    /* it was an impact … */
    bool meets;      /* … that began there */
    bool leaves;     /* they go apart afterwards */
    bool nears;      /* they come together afterwards */
} tmiSimHit;

/* Two bodies that touch: the first four are kept from step to step. */
typedef struct tmiSimPair {
    int32_t bodies[2]; /* in the order of their numbers */
    double impulse;    /* of all normal impulses since they touch [N s] */
    double max_force;  /* normal force of any step since then [N] */
    bool struck;       /* they met, or struck each other, in the step before */
    /* In the step that is being reported. */
    double now;       /* impulse in it [N s] */
    double last;      /* when they touched last [s] */
    bool is_closed;   /* they touch */
    bool leaves;      /* … but were struck apart */
    bool is_start;    /* they touch where the run starts, not yet reported */
    bool is_struck;   /* they have met or struck each other in it, which the next one may go on with
                       */
    bool has_event;   /* that is not reported yet: … */
    tmSimEvent event; /* … this one */
} tmiSimPair;

/* Bodies that joints and contacts hold together, and their sums. */
typedef struct tmiSimCluster {
    int32_t root;    /* of each mover: the first one of its cluster, which has the sums */
    bool is_held;    /* something from outside holds one of them */
    bool has_joints; /* of each other */
    double mass;     /* [kg] */
    double centre[2], momentum[2]; /* of mass, times the mass [kg m]; [kg m/s] */
    double angular, inertia;       /* about the centre [kg m^2/s], [kg m^2] */
    double kept;                   /* what `angular` is to be at the end */
} tmiSimCluster;

/* Bodies of space that press on each other, and their sums: sim_space.c. */
typedef struct tmiSpaceCluster {
    int32_t root; /* of each mover: the first one of its cluster, which has the sums */
    int32_t count;
    bool is_held;         /* something from outside holds one of them */
    double mass;          /* [kg] */
    double centre[3];     /* of mass, times the mass [kg m] */
    double angular[3];    /* about the origin [kg m^2/s] … */
    double kept[3];       /* … and what it is to be at the end */
    double inertia[3][3]; /* about the centre [kg m^2] */
} tmiSpaceCluster;

/* What free bodies of space have beside those of the plane; null there. Of each mover. */
typedef struct tmiSimSpace {
    double (*turns)[3][3]; /* inverse inertia, body axes */
    double (*spins)[3];    /* angular momentum at the end without contact, world axes */
    tmiSpaceCluster *clusters;
} tmiSimSpace;

/* Maximum impacts of two bodies within a step, and of all together. */
#define TMI_SIM_MEETINGS 4
#define TMI_SIM_MEETINGS_ALL 32

/* A point where bodies press on each other or touch when their part of the step ends. */
typedef struct tmiSimPoint {
    tmiContact contact;
    int32_t bodies[2]; /* of its pair; -1 of a limit */
} tmiSimPoint;

/* The part of a step that is being made. Velocities and impulses are dof numbers a mover. */
typedef struct tmiSimPart {
    double t, h;     /* where it begins, and its length [s] */
    bool *moves;     /* of each mover: it moves in the part (sim_contact_parts.c) … */
    int32_t *movers; /* … which are these */
    int32_t moving_count;
    bool *which;       /* of each cluster: it makes the part; and three scratch likewise */
    bool *smooth;      /* of each mover: its part is of second order … */
    double *met;       /* … until it is met: tmiContactMotion */
    double *from, *to; /* states at its ends */
    double *free, *moved, *after, *impulse; /* velocities, impulses */
    double *first;            /* free, with joints that act where the part begins … */
    double *first_multiplier; /* … by these impulses */
    double *push;             /* h (f - h K v): impulses of all other forces */
    double *target;           /* of each row: what G dv is to be */
} tmiSimPart;

/* Means of the last step. */
typedef struct tmiSimMeans {
    bool has_step; /* they are there */
    double *acceleration, *lambda;
    double *sum, *multiplier; /* of each row: impulses of the step that is made */
} tmiSimMeans;

/* The present, before the first step: sim_foresee.c. */
typedef struct tmiSimForeseen {
    bool is_known;
    double *acceleration, *lambda;
    tmContact *contacts; /* what touches … */
    uint64_t *keys;      /* … and the keys of each */
    uint8_t *reached;    /* what reaches each mover … */
    bool *pending;       /* … and whether it is to be examined again */
    int32_t count, capacity, key_capacity;
} tmiSimForeseen;

/* What touches, as the host sees it. */
typedef struct tmiSimList {
    bool is_present;     /* contacts are those of the present */
    tmContact *contacts; /* of the last step */
    uint64_t *keys;      /* of each of them */
    int32_t count, capacity, key_capacity;
    tmContact *prior; /* while a step is made, those of the one before: what its controls read */
    int32_t prior_count, prior_capacity;
    bool is_made; /* one is being made */
} tmiSimList;

/* What events report. */
typedef struct tmiSimTouch {
    tmiSimPair *pairs; /* that touch */
    int32_t pair_count, pair_capacity;
    tmiSimHit *hits; /* of the step, in the order in which its parts are made … */
    int32_t hit_count, hit_capacity;
    int32_t hit_first; /* … and the first one of this part */
} tmiSimTouch;

/* Bodies at rest, which are not stepped: sim_sleep.c. */
typedef struct tmiSimSleep {
    bool is_on;
    int32_t *still;      /* of each mover: steps for which it has stayed where it is … */
    double *place;       /* … since it was here: pose numbers … */
    double *load;        /* … with these forces: dof numbers */
    bool *sleeps;        /* of each mover */
    bool *clusters;      /* of each cluster of the step: all of it sleeps */
    tmContact *contacts; /* between those that sleep, as the last step left them … */
    uint64_t *keys;      /* … and the key of each */
    int32_t count, capacity, key_capacity;
} tmiSimSleep;

/* Bodies that fit nowhere: why a step failed. */
typedef struct tmiSimWedge {
    int32_t bodies[2]; /* -1: none */
    double depth;      /* by which they overlap [m] */
    bool turned;       /* because one of them turns too far in the step */
} tmiSimWedge;

/* Bodies that touch, in `stepping`: sim_contact.c. */
typedef struct tmiSimContact {
    tmiContactEngine *engine; /* null: nothing can touch */
    tmiStudy *study;          /* null: no model for study was asked for */
    tmiContactMotion motion;
    int32_t *body_of, *groups; /* of the movers */
    double (*weights)[TMI_CONTACT_DOF_MAX];
    int32_t *limit_movers; /* tmiContactMotion */
    bool is_coupled;       /* any group is there */
    bool is_halved;        /* the step was made in halves */
    tmiSimPart part;
    tmiSimPoint *points; /* of the last parts of all clusters */
    int32_t point_count, point_capacity;
    tmiSimCluster *clusters; /* of each mover */
    tmiSimSpace space;
    tmiSimMeans means;
    tmiSimForeseen foreseen;
    tmiSimList list;
    tmiSimTouch touch;
    double *checkpoint; /* as it was at the start of the step: sim_checkpoint_contact.c */
    int32_t checkpoint_count, checkpoint_capacity;
    int32_t meetings[TMI_SIM_MEETINGS_ALL][2]; /* bodies that had impacts within the step */
    int32_t meeting_count;
    tmiSimWedge wedge;
    tmiSimSleep sleep;
    tmContactModel model; /* that was asked for */
    tmContactModel by;    /* that makes the step now */
    bool stops_unsolved;  /* the run ends where the model has no answer … */
    bool is_unsolved;     /* … and it had none */
} tmiSimContact;

#endif
