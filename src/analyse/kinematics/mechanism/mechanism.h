/* mechanism.h: the door of this room: what a tmMechanism holds, and questions about all of it. */
#ifndef TMI_MECHANISM_H
#define TMI_MECHANISM_H

#include "analyse/kinematics/joint/joint.h"
#include "base/base.h"

/* ---- mechanism.c ----------------------------------------------------------------------------- */

/* What a tmMechanism holds. Parts live in arrays by slot
 * (a part's place in the public interface); names are blocks of their own. */

typedef struct tmiPlanarBody {
    char *name;
    tmPose pose;
    int32_t anchor; /* slot of one of its features; -1: it has none */
    int32_t feature_count;
    bool has_middle;           /* a shape is known, … */
    double middle_x, middle_y; /* … its middle is here, body axes [m], … */
    double spread;             /* … and the square of its half diagonal is this [m^2] */
} tmiPlanarBody;

struct tmMechanism {
    tmAllocator allocator;
    uint64_t edits; /* counts what makes plans stale */
    tmiIdPool body_ids, feature_ids, joint_ids;
    tmiPlanarBody *bodies;
    tmiPlanarFeature *features;
    tmiPlanarJoint *joints;
    int32_t body_capacity, feature_capacity, joint_capacity;
    char no_name[1]; /* "": of all parts without a name, which so take no block each */
};

/* Values of the stamp that the default functions put into def structs. */
enum {
    TMI_STAMP_BODY = 0x7b0d1,
    TMI_STAMP_FEATURE = 0x7fea1,
    TMI_STAMP_JOINT = 0x701f1,
    TMI_STAMP_PLAN = 0x791a1,
    TMI_STAMP_MODES = 0x70de5
};

/* A new part: where it stands and what it is called. */
typedef struct tmiNewPart {
    uint32_t id;
    int32_t slot;
    char *name; /* a copy, or the mechanism's no_name for null and "" */
} tmiNewPart;

/* Makes room for a part in the array at `items` (of *capacity items of `item_size`) and gives it an
 * id of the pool and a name. Counts as an edit. On failure nothing has changed. */
tmStatus tmi_part_add(tmMechanism *m, tmiIdPool *pool, void *items, int32_t *capacity,
                      size_t item_size, const char *name, tmiNewPart *part);

void tmi_name_free(tmAllocator allocator, char *name);

/* Removes every joint that uses the feature in the slot. */
void tmi_joints_remove_of(tmMechanism *m, int32_t feature);

/* Returns how far the feature in the slot is from its body's anchor; 0 on the ground, whose
 * features may be anywhere [m]. */
double tmi_feature_reach(const tmMechanism *m, int32_t feature);

/* Returns the length by which angles are weighed: the largest distance of a joint's feature from
 * its body's anchor, or of a distance joint, at least `min` (dragged features), but never next to
 * nothing. It lies within a factor of two of the largest link, and makes every verdict independent
 * of the unit of length ([ME] 3.4.6 mixes metres and radians). */
double tmi_mechanism_size(const tmMechanism *m, double min);

/* Puts into `places` where the joint's features are with the bodies in these poses (by slot; null:
 * in the present ones). */
void tmi_joint_feature_poses(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                             tmiFeaturePose *places);

/* Returns the largest row of the joint with the bodies in these poses (by slot), beyond what the
 * rounding errors of its own coordinates explain [m]. */
double tmi_joint_gap_at(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                        double size);

/* The same, all rows together: how far a pin's two points are apart, however the mechanism lies. */
double tmi_joint_opening_at(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                            double size);

/* ---- higher_pair_state.c
 * ---------------------------------------------------------------------------- */

/* The higher pairs of a plan, with winds of their own: what the plan counts does not
 * show in the mechanism before it is committed. */

/* Numbers that each pair has in a list of winds. */
typedef double tmiWinds[TM_JOINT_FEATURES];

/* Of a whole mechanism, or of a part of its graph; the pairs of a part share their winds with those
 * of the whole. */
typedef struct tmiPairs {
    tmiPlanarJoint *joints; /* copies whose pairs are copies too; profiles are the mechanism's,
                               except for tmi_pairs_keep */
    int32_t (*nodes)[TM_JOINT_FEATURES]; /* of the features, in the graph that they are of */
    int32_t *slots;                      /* of the joints, ascending */
    int32_t *whole; /* of each pair of a part: its number in the whole; null: the same */
    int32_t count;
    tmiWinds *start; /* by number in the whole: in the start poses, … */
    tmiWinds *good;  /* … and in those of the last good move */
} tmiPairs;

/* Copies the pairs of the mechanism, and takes their winds in its present poses. Memory is the
 * arena's. */
tmStatus tmi_pairs_make(tmiPairs *pairs, tmiArena *arena, const tmMechanism *m);

/* Makes the profiles the pairs' own, so that a plan of an edited mechanism stays whole. */
tmStatus tmi_pairs_keep(const tmiPairs *pairs, tmiArena *arena);

/* The same as tmi_pairs_make with the winds of others of the same mechanism. */
tmStatus tmi_pairs_clone(tmiPairs *pairs, tmiArena *arena, const tmMechanism *m,
                         const tmiPairs *from);

/* Makes room for a part of at most `count` pairs, and adds pair `number` of the whole to it, with
 * its features' nodes in the part's graph. Pairs are added in ascending order. */
tmStatus tmi_pairs_part(tmiPairs *part, tmiArena *arena, const tmiPairs *whole, int32_t count);
void tmi_pairs_add(tmiPairs *part, const tmiPairs *whole, int32_t number, const int32_t *local);

/* Winds of pair i at the start, and in the last good move. */
const double *tmi_pairs_start(const tmiPairs *pairs, int32_t i);
double *tmi_pairs_good(const tmiPairs *pairs, int32_t i);

/* Takes the winds of the last good move for the present ones, or the present ones for those. */
void tmi_pairs_return(const tmiPairs *pairs);
void tmi_pairs_accept(const tmiPairs *pairs);

/* Returns the copy of the joint in this slot, or null when it is not a pair. */
tmiPlanarJoint *tmi_pairs_find(const tmiPairs *pairs, int32_t slot);

/* Takes the winds of the same pairs of another set. */
void tmi_pairs_copy(const tmiPairs *to, const tmiPairs *from);

/* How many numbers the winds of these pairs are; putting them into, and taking them from, a list.
 */
size_t tmi_pairs_winds(const tmiPairs *pairs);
void tmi_pairs_store(const tmiPairs *pairs, double *winds);
void tmi_pairs_load(const tmiPairs *pairs, const double *winds);

/* Takes the winds nearest to the present ones in these poses of the bodies. */
void tmi_pairs_follow(const tmiPairs *pairs, const tmMechanism *m, const tmPose *poses);

/* Returns the largest row of any pair in these poses, beyond rounding errors; NaN when one is [m].
 */
double tmi_pairs_gap(const tmiPairs *pairs, const tmMechanism *m, const tmPose *poses, double size);

/* Returns the most that the rounding errors of a pair's angles explain [m]. */
double tmi_pairs_roundings(const tmiPairs *pairs, double size);

/* Whether turns are counted at all: cams and ropes over points need none. */
bool tmi_pairs_count_turns(const tmiPairs *pairs);

/* ---- movable.c ---------------------------------------------------------------------------------
 */

/* Which bodies a drag can move: those that joints connect to a dragged one or to an input's,
 * however far, but not through the ground. What is apart from them stays where it is, and neither
 * plans nor certificates look at it: a page with many linkages drags each as if it were alone. */

/* Puts into *movable, in memory of the arena, whether each body (by slot) can be moved. Null where
 * all count as movable: without drags, where every joint is demanded. Joints that are open count,
 * too, and so do higher pairs, whose turns are kept for all of them together. TM_ERR_MEMORY. */
tmStatus tmi_movable_find(const tmMechanism *m, const tmInput *inputs, int32_t count,
                          tmiArena *arena, bool **movable);

/* Returns whether the joint is of bodies that can be moved and the ground alone. */
bool tmi_joint_is_movable(const bool *movable, const tmMechanism *m, const tmiPlanarJoint *joint);

#endif
