/* motion_private.h: private to this folder: what is gathered of a motion. */
#ifndef TMI_MOTION_PRIVATE_H
#define TMI_MOTION_PRIVATE_H

#include "base/base.h"
#include "trammel/motion.h"

/* A coordinate while the way is gone. */
typedef struct tmiMotionTrack {
    double value, rate; /* where the animation is; rate by the part of the way */
    double scale;       /* of it: 1 for angles, else the size */
    int32_t first_sign; /* of the rate where it is first not 0 … */
    int32_t sign;       /* … and last … */
    double from;        /* … at this part of the way */
} tmiMotionTrack;

struct tmMotion {
    tmAllocator allocator;
    tmiArena arena;
    tmAnimation *animation;
    const tmModel *model;
    tmMotionInfo info;
    tmRangeInfo range; /* the first */
    double size;
    bool has_rates; /* where the animation is */

    tmMotionRange *joints;
    tmiMotionTrack *tracks;
    int32_t joint_count;
    tmMotionRange *measures;
    double *samples; /* of all measures, step by step; NaN */
    double *now;     /* scratch of all measures */
    int32_t measure_count;
    tmMotionLimit *limits;
    int32_t limit_count, limit_capacity;
    double *values; /* of the drives */
};

/* The value of the first range at a part of the way. */
double tmi_motion_at(const tmMotion *m, double part);

/* Moves the animation to a part of the way; *reached: it got there. Of what is there the monitors
 * are read where `measures`, else the coordinates with their rates. */
tmStatus tmi_motion_go(tmMotion *m, double part, bool measures, bool *reached);

/* motion_reach.c: how far the drive can go, modes and circuits. */
tmStatus tmi_motion_reach(tmMotion *m);

#endif
