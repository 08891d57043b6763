/* contact_copies.h: copies of planar worlds whose bodies touch, mirrored at x = 0 or with their
 * bodies in another order, written as texts from what a simulation is at a moment: pieces, masses,
 * surfaces, poses, velocities, pins and rods. Where the motion is unique, it is that of the first.
 */
#ifndef TM_TEST_CONTACT_COPIES_H
#define TM_TEST_CONTACT_COPIES_H

#include "contact_runs.h"

/* The text of a copy. Body i of the simulation, from 1 on, is part "bI"; reversed, they are listed
 * from the last to the first. Lives until the case's end; null where the world has what no copy can
 * have: controls, or joints other than plain pins and rods. */
const char *contact_copy_text(tmTest *t, const tmSim *sim, bool mirrored, bool reversed);

#define COPY_STEPS 50
#define COPY_NEAR 1e-9 /* poses, as part of the world's size [1] */

/* What was compared. */
typedef enum ContactCopies {
    COPIES_NONE,      /* nothing ever touches */
    COPIES_REORDERED, /* the text with its components in another order: there are controls, or
                       * joints that cannot be copied */
    COPIES_MIRRORED   /* mirrored, reordered, and both */
} ContactCopies;

/* Runs a text until two steps before anything touches, and copies of it for COPY_STEPS from there,
 * each step judged as those of ContactRun. Returns whether they all come out and their poses differ
 * by no more than `near`; INFINITY where several motions are right. A breach has then been
 * reported.
 */
bool contact_copies_agree(tmTest *t, const char *text, int32_t run, double rise, double near,
                          ContactCopies *kind);

/* The same of the first run of a text that has mirrored copies. */
bool contact_is_mirrored(tmTest *t, const char *text, double rise, double near);

#endif
