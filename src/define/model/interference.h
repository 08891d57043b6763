/* interference.h: private to the interference domain ([HH] 3.3). */
#ifndef TMI_INTERFERENCE_H
#define TMI_INTERFERENCE_H

#include "base/base.h"
#include "define/model/box_tree.h"
#include "define/model/model.h"

/* A statement that names an instance. */
typedef struct tmiNamed {
    int32_t rank; /* place among all statements: the largest about two bodies decides */
    bool within;  /* it is about what is within the instance: the instance stands alone in it */
} tmiNamed;

/* Which bodies may touch. Statements belong to the instances that they name, not to pairs or
 * bodies: memory grows with the text and the number of instances. */
typedef struct tmiRules {
    int32_t *touching; /* bodies that can touch at all */
    int32_t touching_count;
    bool *touches; /* of each body: whether it is one of them */
    tmTouchInfo *statements;
    int32_t statement_count;
    tmiNamed *named;                    /* of all instances, one after the other, by rank … */
    int32_t *named_first, *named_count; /* … and where each begins */
    int32_t *nearest; /* of each instance: itself or the first around it that is named; -1: none */
    int32_t *hinged;  /* neighbours of each body by joints, in order … */
    int32_t *hinged_first; /* … and where each begins; one more */
} tmiRules;

/* Makes model->rules. TM_OK, TM_ERR_MEMORY. */
tmStatus tmi_rules_make(tmModel *model);

/* The same as tm_model_may_touch for two bodies that both touch. */
bool tmi_rules_allow(const tmModel *model, int32_t a, int32_t b);

/* The mould of a body. */
static inline const tmiMould *tmi_mould_of(const tmModel *model, int32_t body) {
    const tmiInstance *instance = &model->world->instances[model->bodies[body].instance];
    return &model->moulds[instance->variant->number];
}

/* ---- Searches ------------------------------------------------------------------------------ */

/* The pose of a body, and how far it moves in a step. */
typedef struct tmiStand {
    const tmiMould *mould;
    double position[3];
    double axes[3][3]; /* its axes in the world, a row each */
    double slide[3];   /* way of its origin [m] */
    double turn;       /* angle that it turns by [rad] */
    double turn_axis[3];
    double across[3]; /* sine of the angle between the axis of the turn and each of its axes */
    double lever;     /* of its centre of mass about the origin, when it turns [m] */
    double scale;     /* size of the numbers that are added, for their rounding errors [m] */
} tmiStand;

/* Two bodies (slots of the finder) that may be near. */
typedef struct tmiSlots {
    int32_t a, b;
} tmiSlots;

struct tmInterference {
    tmiArena arena;
    const tmModel *model;
    int32_t count; /* bodies that take part: slots, in the order of bodies */
    int32_t *bodies;
    tmiStand *stands;
    tmiBox *boxes;
    int32_t *order;
    tmiBox *tree; /* around all of them */
    bool *moves;  /* of each node: something in it moves */
    bool is_ordered;
    int64_t visits;     /* of nodes, in the last search … */
    int64_t visits_new; /* … and in the one for which the tree was made */
    int32_t *buckets;
    tmiSlots *pairs, *sorted;
    int32_t pair_count, pair_capacity, sorted_capacity;
    tmNearBodies *near_bodies;
    int32_t near_capacity;
    tmNearPieces *near_pieces;
    int32_t piece_capacity;
    tmInterferenceInfo info;
};

/* Grows a box by the turn of its body: no point moves further than the angle, or 2, times its
 * distance from the origin; nor out of the sphere around it. `across` is as in tmiStand, for the
 * axes that the box is along. */
void tmi_turn_box(const tmiStand *stand, const double across[3], tmiBox *box);

/* Puts all boxes of bodies that overlap into finder->sorted, finder->pair_count, by order of slots.
 * TM_ERR_MEMORY, TM_ERR_LIMIT. */
tmStatus tmi_find_boxes(tmInterference *finder);

/* Adds the pieces of two slots whose cuboids overlap to the near ones, in order. */
tmStatus tmi_find_pieces(tmInterference *finder, tmiSlots slots, double margin);

/* Part of the numbers that are added [1] by which a gap may be wrong: each is a sum of about twenty
 * products, each product of numbers with a few rounding errors. */
#define TMI_GAP_ROUNDINGS (64.0 * TMI_EPSILON)

#endif
