/* profile.h: how the outline of a cam is made, and where followers touch it. */
#ifndef TMI_PROFILE_H
#define TMI_PROFILE_H

#include "analyse/kinematics/joint/joint.h"

/* The maximum number of numbers of a profile. */
#define TMI_PROFILE_MAX 1000000

/* Makes a copy of the numbers, ready to use. TM_ERR_ARGUMENT for too few or a radius that is not
 * positive, TM_ERR_NOT_FINITE, TM_ERR_LIMIT, TM_ERR_MEMORY; *profile is null then. Radius and
 * curvature are examined in 16 places of each interval. */
tmStatus tmi_profile_make(tmiProfile **profile, tmAllocator allocator, tmProfileKind kind,
                          const double *given, int32_t count);

/* Null is accepted. */
void tmi_profile_free(tmAllocator allocator, tmiProfile *profile);

/* Whether a roller of this radius, or a straight line, can touch the profile all round. */
bool tmi_profile_takes_roller(const tmiProfile *profile, double roller);
bool tmi_profile_takes_line(const tmiProfile *profile);

/* Where a follower touches, in the axes of the profile. */
typedef struct tmiProfileTouch {
    double angle;     /* of the point that is touched, in polar form [rad] */
    double x, y;      /* the point [m] */
    double dx, dy;    /* its derivative with respect to that angle */
    double curvature; /* there [1/m] */
    double cx, cy;    /* centre of the roller that touches there; the point itself for none [m] */
} tmiProfileTouch;

/* Finds the point whose outward normal has the direction (c, s): unique on a convex profile. */
void tmi_profile_touch_line(const tmiProfile *profile, double c, double s, tmiProfileTouch *touch);

/* Finds the point at which a roller touches whose centre lies in direction (c, s) from the origin:
 * unique for a radius below tm_profile_max_roller. */
void tmi_profile_touch_roller(const tmiProfile *profile, double roller, double c, double s,
                              tmiProfileTouch *touch);

#endif
