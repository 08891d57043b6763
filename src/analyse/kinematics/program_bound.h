/* program_bound.h: a proof that a closed-form program has an answer, and keeps its sides, on the
 * whole straight way between two sets of values: docs/theory/breaking-and-branches.md, "Balls
 * through a program". */
#ifndef TMI_PROGRAM_BOUND_H
#define TMI_PROGRAM_BOUND_H

#include "analyse/kinematics/program.h"

/* Proves that every step first … last - 1 that has dead centres (dyad, circle and line, tangent,
 * two lines, place) stays away from them while the values go from `from` to `to`, at which the
 * program was run last. Returns false where it cannot prove it, which says nothing: take a smaller
 * step. Allocates nothing; costs about as much as the run.
 *
 * `radii` has a double for each double of the registers. Those of registers that steps of the range
 * write are set, the others are read: 0 for what stands still on the way. Of a point, direction or
 * number its first double is the radius of a ball about the present value that it does not leave on
 * the way. Of a pose the first is that of one of its points, which the second names: by its
 * register, -1 for its origin; the third is that of its direction. After false they are rubbish. */
bool tmi_program_clear_between(const tmiProgram *program, int32_t first, int32_t last,
                               const double *from, const double *to, double *radii);

#endif
