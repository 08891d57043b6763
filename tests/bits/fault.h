/* fault.h: included before everything else in a build that must give other bits: its square root
 * is off by one unit in the last place. */
#include <math.h>

static inline double faulty_sqrt(double x) {
    return sqrt(x) * (1.0 + 0x1p-52);
}
#define sqrt faulty_sqrt
