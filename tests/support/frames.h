/* frames.h: bodies in random places, moved along screws, for tests of what holds between them. */
#ifndef TM_TEST_FRAMES_H
#define TM_TEST_FRAMES_H

#include "test.h"

/* Puts a unit quaternion, every rotation as likely as another, or one about z into *frame, and a
 * position within 1 of the origin; in the plane z is 0. */
tmFrame random_frame(uint64_t *seed, bool planar);

/* Numbers within -1 … 1; in the plane only those of x, y and the turn about z. */
tmTwist random_twist(uint64_t *seed, bool planar);

/* A direction of length 1; in the plane z is 0. */
void random_direction(uint64_t *seed, bool planar, double direction[3]);

/* The frame after a time in which position and rotation change by a constant twist: the position in
 * a straight line, the rotation by the exponential map about a fixed axis. */
tmFrame moved_frame(const tmFrame *frame, const tmTwist *twist, double time);

/* The vector of body axes in world axes; the point of a body in the world. */
void turned(const tmFrame *frame, const double v[3], double out[3]);
void placed(const tmFrame *frame, const double p[3], double out[3]);

/* The quaternion of a turn about an axis of length 1. */
void turn_about(const double axis[3], double angle, double rotation[4]);

/* q = the rotation that is `second` after `first`. */
void turn_after(const double second[4], const double first[4], double q[4]);

/* Compares value, gradient and bias of a row with differences of its values along random twists of
 * all bodies, within the error that these have. Returns false where that is too large to tell
 * anything, as near to a point about which an angle is seen. */
bool check_row(tmTest *t, const tmRow *row, const tmFrame *frames, int32_t body_count, bool planar,
               uint64_t *seed, const char *name);

#endif
