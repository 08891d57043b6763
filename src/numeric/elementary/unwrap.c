/* unwrap.c: angles over whole turns. */
#include "numeric/elementary/elementary.h"

#include <math.h>

double tmi_unwrap(double raw, double near) {
    return raw + TMI_TWO_PI * floor((near - raw) / TMI_TWO_PI + 0.5);
}
