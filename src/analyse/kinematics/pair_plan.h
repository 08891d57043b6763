/* pair_plan.h: which higher pairs have a closed form. Two clusters that an edge joins have one
 * freedom left, and a pair between them gives it:
 *   ROLL    the edge is a pin at the centre of one of the wheels
 *   RACK    it is a pin at the pinion's centre, or a slider along the rack
 *   TOUCH   it is a pin or a slider of the follower, or of the cam
 *   PULL    one end of the rope is alone in its cluster, and there are no wheels: what the other
 *           parts leave is the radius of a circle */
#ifndef TMI_PAIR_PLAN_H
#define TMI_PAIR_PLAN_H

#include "analyse/kinematics/graph.h"

/* Whether the pair gives the freedom of the edge, whose end `end` is in the cluster of the pair's
 * first feature, the other in that of the others; of a rope, feature `alone` is the only one in its
 * cluster, -1: none is. */
bool tmi_pair_is_solvable(const tmiGraph *graph, int32_t pair, int32_t edge, int end, int alone);

/* Whether it is of the form ROLL or RACK, whose row can be a gap that guesses close. */
bool tmi_pair_rolls(const tmiJoint *joint);

/* Which of a solvable pair's two features is taken as known: the other one's cluster is moved. */
int tmi_pair_known(const tmiGraph *graph, int32_t pair, int32_t edge, int end);

/* By how much the moved wheel of two turns for each turn of the other, their line standing still.
 */
double tmi_pair_ratio(const tmiJoint *joint, int known);

/* Whether two ends are at one point. */
bool tmi_pair_coincide(const tmiGraph *graph, const tmiEnd *a, const tmiEnd *b);

/* Whether the edge's end and the joint's feature `which` are one point. */
bool tmi_pair_at_centre(const tmiGraph *graph, const tmiJoint *joint, int which, const tmiEnd *end);

/* A feature of the joint, one of graph->pairs, as an end. */
tmiEnd tmi_pair_end(const tmiGraph *graph, const tmiJoint *joint, int which);

/* Cosine and sine, at the start, of the angle from an end's direction to another's. */
void tmi_pair_angle(const tmiGraph *graph, const tmiEnd *from, const tmiEnd *to, double *cosine,
                    double *sine);

#endif
