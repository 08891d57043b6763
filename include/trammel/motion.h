/* motion.h: what the motion of an animation amounts to: how far its drive can go, the range of
 * every joint and where it turns back, the extremes of what is monitored, assembly modes and
 * circuits.
 *
 *     tmMotion *motion;
 *     tm_motion_create(animation, 0, &motion);       one call; then
 *     … tm_motion_info, tm_motion_joint, tm_motion_limit, tm_motion_measure …
 *     tm_motion_destroy(motion);
 *
 * Places on the way are values of the first range that `drive` states (tm_model_range). */
#ifndef TRAMMEL_MOTION_H
#define TRAMMEL_MOTION_H

#include "trammel/animate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tmMotion tmMotion;

typedef struct tmMotionInfo {
    int32_t steps;      /* into which the way was cut … */
    int32_t unreached;  /* … and how many of their ends cannot be reached */
    bool has_reach;     /* it was examined how far the drive can go: there is only one, a number */
    bool is_whole;      /* it turns all round; else … */
    double low, high;   /* … it goes from here to there, through the beginning of the way: toggle
                         * positions, beyond which the joints cannot follow; infinite: there is none
                         * within four times the size of the mechanism */
    int32_t modes;      /* ways to assemble it at the beginning of the way, mirror images of rigid
                         * parts left out; 0: not examined */
    int32_t circuits;   /* sets of them between which it can move; 0: not known */
    bool has_all_modes; /* it is proven that there are no others */
} tmMotionInfo;

/* A number over the way: of a joint's coordinate [rad or m], or one that is monitored. */
typedef struct tmMotionRange {
    int32_t joint, coordinate; /* -1: it is monitored */
    double low, high;          /* NaN: nowhere known */
    double low_at, high_at;    /* where */
    int32_t unknown;           /* steps at whose ends it is not known, unreached ones not counted */
} tmMotionRange;

/* A limit position: a joint's coordinate turns back there. */
typedef struct tmMotionLimit {
    int32_t joint, coordinate;
    bool is_high; /* it grew before */
    double at, value;
} tmMotionLimit;

/* Moves the animation over its way in so many steps (0: 360; at most 100,000), and examines it. It
 * is at the pose of its assembly afterwards. Limits and extremes are found between steps to
 * rounding; two of them within one step are not. TM_ERR_ARGUMENT, TM_ERR_MEMORY, and what
 * tm_animation_solve returns: *motion is then null. */
TM_API tmStatus tm_motion_create(tmAnimation *animation, int32_t steps, tmMotion **motion);

/* Frees it. Null is accepted. */
TM_API void tm_motion_destroy(tmMotion *motion);

/* Return what was found, and null where there is none of that number or for null. All of it lives
 * as long as the motion: coordinates of joints in their order, numbers of monitors in theirs, limit
 * positions along the way. */
TM_API const tmMotionInfo *tm_motion_info(const tmMotion *motion);
TM_API int32_t tm_motion_joint_count(const tmMotion *motion);
TM_API const tmMotionRange *tm_motion_joint(const tmMotion *motion, int32_t index);
TM_API int32_t tm_motion_measure_count(const tmMotion *motion);
TM_API const tmMotionRange *tm_motion_measure(const tmMotion *motion, int32_t index);
TM_API int32_t tm_motion_limit_count(const tmMotion *motion);
TM_API const tmMotionLimit *tm_motion_limit(const tmMotion *motion, int32_t index);

/* Puts the instant centre of two bodies of a planar animation in its present frames, at this part
 * of its way, into `at`: the point at which they move alike [m], world axes; NaN where they only
 * shift against each other.
 * TM_ERR_ARGUMENT, TM_ERR_UNSUPPORTED in space, TM_ERR_SINGULAR where there are no rates, and what
 * tm_animation_solve returns. */
TM_API tmStatus tm_animation_instant_centre(tmAnimation *animation, double part, int32_t a,
                                            int32_t b, double at[2]);

/* Puts the centrodes of two bodies over the way into `fixed`, in the axes of body a, and `moving`,
 * in those of b: x and y of each of `count` evenly spaced places of the way, NaN where there is no
 * centre. The animation is at the pose of its assembly afterwards. Statuses as above. */
TM_API tmStatus tm_animation_centrodes(tmAnimation *animation, int32_t a, int32_t b, int32_t count,
                                       double *fixed, double *moving);

#ifdef __cplusplus
}
#endif

#endif
