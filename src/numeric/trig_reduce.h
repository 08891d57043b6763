/* trig_reduce.h: brings large angles into -pi/4 … pi/4. Private to trig.c. */
#ifndef TMI_TRIG_REDUCE_H
#define TMI_TRIG_REDUCE_H

/* x = quadrant * pi/2 + hi + lo, where a multiple of 2 pi is left out. */
typedef struct tmiReduced {
    double hi;       /* |hi| <= pi/4, but for rounding [rad] */
    double lo;       /* what hi lacks [rad] */
    double quadrant; /* not a number but its bits, of which the last two count */
} tmiReduced;

/* Reduces a finite x >= 2^22. */
tmiReduced tmi_angle_reduce(double x);

#endif
