/* copies.h: the same linkage in other clothes. A solver that knows the reference mechanisms instead
 * of mechanisms is slower on these. */
#ifndef TM_BENCH_COPIES_H
#define TM_BENCH_COPIES_H

#include "linkage.h"

/* Other names for all parts. */
Linkage *copy_renamed(const Linkage *linkage);

/* Bodies, features and joints in another order, and half of the joints with their ends swapped. */
Linkage *copy_shuffled(const Linkage *linkage);

/* Turned about the origin and moved. */
Linkage *copy_rotated(const Linkage *linkage);

/* Every feature moved by up to *amount / 2 of the distance to its nearest neighbour on the body, so
 * that lengths change by up to *amount, and assembled again. Where that does not close over the
 * whole turn, ten sets of random numbers are tried, then half the amount and so on; *amount becomes
 * the one that closed. Null if none did. */
Linkage *copy_perturbed(const Linkage *linkage, double *amount);

#endif
