/* pair_state.h: the higher pairs of a plan, with winds of their own: what the plan counts does not
 * show in the mechanism before it is committed. */
#ifndef TMI_PAIR_STATE_H
#define TMI_PAIR_STATE_H

#include "analyse/kinematics/mechanism.h"
#include "analyse/kinematics/pair.h"

/* Numbers that each pair has in a list of winds. */
typedef double tmiWinds[TM_JOINT_FEATURES];

/* Of a whole mechanism, or of a part of its graph; the pairs of a part share their winds with those
 * of the whole. */
typedef struct tmiPairs {
    tmiJoint *joints; /* copies whose pairs are copies too; profiles are the mechanism's, but for
                         tmi_pairs_keep */
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

/* Returns the copy of the joint in this slot, or null when it is no pair. */
tmiJoint *tmi_pairs_find(const tmiPairs *pairs, int32_t slot);

/* Takes the winds of the same pairs of another set. */
void tmi_pairs_copy(const tmiPairs *to, const tmiPairs *from);

/* How many numbers the winds of these pairs are; putting them into, and taking them from, a list.
 */
size_t tmi_pairs_winds(const tmiPairs *pairs);
void tmi_pairs_store(const tmiPairs *pairs, double *winds);
void tmi_pairs_load(const tmiPairs *pairs, const double *winds);

/* Takes the winds nearest to the present ones in these poses of the bodies. */
void tmi_pairs_follow(const tmiPairs *pairs, const tmMechanism *m, const tmPose *poses);

/* Returns the largest row of any pair in these poses, beyond roundings; NaN when one is [m]. */
double tmi_pairs_gap(const tmiPairs *pairs, const tmMechanism *m, const tmPose *poses, double size);

/* Returns the most that the roundings of a pair's angles explain [m]. */
double tmi_pairs_roundings(const tmiPairs *pairs, double size);

/* Whether turns are counted at all: cams and ropes over points need none. */
bool tmi_pairs_count_turns(const tmiPairs *pairs);

#endif
