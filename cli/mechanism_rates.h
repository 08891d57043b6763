/* mechanism_rates.h: rates of a mechanism over a turn of its driver, as a table. */
#ifndef TM_CLI_MECHANISM_RATES_H
#define TM_CLI_MECHANISM_RATES_H

#include "trammel/trammel.h"

#include <stdio.h>

/* Turns the only input of the plan once round from where it is, in `frames` steps, and writes a row
 * of comma-separated values for each frame and body: the input, the body's name, its pose, velocity
 * and acceleration while the input turns at 1. Frames in which there are no rates are left out and
 * counted in *missing, with a line on `complaints` for each. */
tmStatus mechanism_rates_print(const tmMechanism *mechanism, tmPlan *plan, long frames, FILE *out,
                               FILE *complaints, long *missing);

#endif
