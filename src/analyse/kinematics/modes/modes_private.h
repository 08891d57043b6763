/* modes_private.h: what the files modes*.c share: the search for all assemblies, stage by stage.
 *
 * modes_turn.c    zeros of a torn program's gap over a turn of its only guess, with proof
 * modes_stage.c   the assemblies of one stage, given those before it
 * modes.c         all stages, and the public calls */
#ifndef TMI_MODES_PRIVATE_H
#define TMI_MODES_PRIVATE_H

#include "analyse/kinematics/modes/modes_turn.h"
#include "analyse/kinematics/plan/plan.h"

/* A step with two answers. */
typedef struct tmiModeSide {
    int32_t op;
    int32_t sign; /* register */
    bool free;    /* both are tried, … */
    double first; /* … this one first: that of the present poses */
} tmiModeSide;

/* Assemblies of one stage: poses of its own nodes, one assembly after the other. */
typedef struct tmiModeList {
    tmPose *poses;
    int32_t capacity; /* in poses */
    int32_t count;    /* of assemblies */
    int32_t nodes;    /* poses of each */
    double *winds;    /* of the stage's higher pairs, in the same order */
    int32_t wind_capacity;
} tmiModeList;

typedef struct tmiModeStage {
    tmiModeSide *sides; /* of the stage's first variant, in the order of the steps */
    int32_t side_count;
    tmiEnclosure *enclosures;
    double guesses[TMI_TEAR_MAX][2]; /* directions of the guesses in the present poses */
    tmPose *starts;                  /* of the stage's nodes, where Newton's method starts */
    tmiModeList list;
} tmiModeStage;

/* A point of a node to which joints are attached, in its own axes: origins may lie anywhere [m]. */
typedef struct tmiAnchor {
    double x, y;
} tmiAnchor;

typedef struct tmiModeSearch {
    const tmPlan *plan;
    const tmModesDef *def;
    const double *values;
    tmAllocator allocator;
    tmiArena arena;
    tmiGraph graph; /* the plan's, with free sides */
    tmiRoute routes[TMI_ROUTES];
    int32_t route_count;
    tmiModeStage *stages; /* of routes[0] */
    int32_t stage;        /* the one under way */
    tmiTurn *turn;        /* the search over a turn that is under way */
    tmPose *present;      /* of all nodes, in the plan */
    tmPose *poses;        /* of all nodes */
    tmiAnchor *anchors;   /* of all nodes */
    double *measured;     /* values of the inputs */
    double apart;         /* assemblies nearer than this are one [m] */
    int64_t work;         /* steps that may still be executed */
    uint64_t random;
    bool complete; /* all assemblies are found, and that is proven */
    bool more;     /* there are more than may be kept */
    tmStatus status;
} tmiModeSearch;

/* Prepares the search in the stages of routes[0]. */
tmStatus tmi_mode_stages_make(tmiModeSearch *search);

/* Puts all assemblies of stage search->stage into its list, given the poses of those before. */
void tmi_mode_stage_find(tmiModeSearch *search);

/* Puts assembly `index` of the stage's list into search->poses. */
void tmi_mode_stage_take(tmiModeSearch *search, int32_t index);

/* Returns how far two poses of a node are apart at its anchor, or turned, with the mechanism's size
 * as lever [m]. */
double tmi_modes_distance(tmiAnchor anchor, double size, tmPose a, tmPose b);

#endif
