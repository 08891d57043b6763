/* print.h: the motion equations in print, as [HH] figure 4.2 has them: A x = b in scalars with
 * its solution. Coefficients are computed here from the rows themselves, not taken from the solver,
 * so that the residual that is reported checks both. docs/theory/dynamics.md, 'Printed equations'.
 */
#ifndef TMI_PRINT_H
#define TMI_PRINT_H

#include "analyse/dynamics/system/system.h"

/* Writes the equations of a system that is placed, evaluated and solved. Nothing is written on
 * failure: TM_ERR_ARGUMENT for null and for numbers in *def beyond their range, TM_ERR_DEF,
 * TM_ERR_NOT_FINITE where the solution is not finite, TM_ERR_LIMIT, TM_ERR_MEMORY. Null def: the
 * default one. */
tmStatus tmi_equations_write(const tmiSystem *system, double time, const tmEquationsDef *def,
                             tmWriteFn *write, void *user);

#endif
