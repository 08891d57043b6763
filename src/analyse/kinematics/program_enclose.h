/* program_enclose.h: what a program's steps can give while one direction runs through an arc: the
 * proof that there is no zero in it, or one at most. */
#ifndef TMI_PROGRAM_ENCLOSE_H
#define TMI_PROGRAM_ENCLOSE_H

#include "numeric/numeric.h"
#include "analyse/kinematics/program.h"

/* Sets up one enclosure for each register, all at the registers' own numbers. */
void tmi_program_enclose_start(const tmiProgram *program, tmiEnclosure *enclosures);

/* Encloses steps first … last - 1; `half` is half the width of the box that the variable runs
 * through. Reads what it does not write from `enclosures`. Returns false when a step has no answer
 * anywhere in the box. */
bool tmi_program_enclose(const tmiProgram *program, int32_t first, int32_t last,
                         const double *values, double half, tmiEnclosure *enclosures);

#endif
