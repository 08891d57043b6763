/* moved.h: which bodies a drag can move: those that joints tie to a dragged one or to an input's,
 * however far, but not through the ground. What is apart from them stays where it is, and neither
 * plans nor certificates look at it: a page with many linkages drags each as if it were alone. */
#ifndef TMI_MOVED_H
#define TMI_MOVED_H

#include "analyse/kinematics/mechanism.h"
#include "base/base.h"

/* Puts into *moved, in memory of the arena, whether each body (by slot) can be moved. Null where
 * all count as movable: without drags, where every joint is demanded. Joints that are open count,
 * too, and so do higher pairs, whose turns are kept for all of them together. TM_ERR_MEMORY. */
tmStatus tmi_moved_find(const tmMechanism *m, const tmInput *inputs, int32_t count, tmiArena *arena,
                        bool **moved);

/* Returns whether the joint is of bodies that can be moved and the ground alone. */
bool tmi_moved_joint(const bool *moved, const tmMechanism *m, const tmiJoint *joint);

#endif
