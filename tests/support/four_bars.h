/* four_bars.h: four-bars for tests of breaks and branches, and their closed forms. */
#ifndef TM_FOUR_BARS_H
#define TM_FOUR_BARS_H

#include "linkages.h"

typedef struct fourBar {
    double crank, coupler, rocker, ground;
} fourBar;

typedef struct fourBarBuilt {
    tmInput input; /* the crank's angle */
    tmBodyId crank, coupler, rocker;
    tmJointId pins[4];
    double start;
} fourBarBuilt;

/* A four-bar with its crank at `angle`, the coupler's far end on the given side. Pins have their
 * directions along the bars, so that values are angles of the bars. */
fourBarBuilt four_bar_build(linkage *l, fourBar f, double angle, int side);

tmPlan *four_bar_plan(tmTest *t, linkage *l, const tmInput *input, tmBreak on_break);

/* Crank angle at which its end is `span` from the rocker's pivot. */
double four_bar_angle(fourBar f, long double span);

/* Which side of the way from the crank's end to the rocker's pivot the last pin is on. */
int four_bar_side(tmPlan *plan, const fourBarBuilt *b, fourBar f, double value);

#endif
