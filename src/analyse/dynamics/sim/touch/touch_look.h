/* touch_look.h: functions of time that are positive while the modes of contacts hold. */
#ifndef TMI_TOUCH_LOOK_H
#define TMI_TOUCH_LOOK_H

#include "analyse/dynamics/sim/touch/touch_private.h"

typedef struct tmiWatch {
    tmiTouchChange change;
    int32_t point;
    int32_t end; /* of a facet or an arc: 0 or 1 */
} tmiWatch;

/* Lists the functions of all closed contacts (null: not wanted) and returns how many there are. */
int32_t tmi_touch_watch(const tmSim *sim, tmiWatch *watch);

/* Their values at a state, as parts of their scales. Evaluates the system there. */
tmStatus tmi_touch_look(tmSim *sim, double time, const double *y, const tmiWatch *watch,
                        int32_t count, double *values);

#endif
