/* unwrap.c: angles over whole turns. */
#include "numeric/elementary/elementary.h"

#include <math.h>

#define TWO_PI 6.283185307179586476925

double tmi_unwrap(double raw, double near) {
    return raw + TWO_PI * floor((near - raw) / TWO_PI + 0.5);
}
