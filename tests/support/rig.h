/* rig.h: mechanisms in space as plain arrays, made of the hinges of the language. */
#ifndef TM_TEST_RIG_H
#define TM_TEST_RIG_H

#include "analyse/space/space.h"
#include "test.h"

typedef struct Rig {
    tmiSpace space;
    tmFrame *frames;
    bool *fixed;
    tmiSpaceJoint *joints;
    tmHingeTable *tables;
    int32_t (*bodies)[2];
    tmPointOn (*pairs)[2]; /* one for each joint */
    tmiSpacePlace *places;
    int32_t max_body, max_joint;
    const char *message; /* of the last join; null: none */
} Rig;

/* A rig with room for this many bodies and joints, in zeroed memory of rig_size bytes. It has the
 * ground. */
size_t rig_size(int32_t bodies, int32_t joints);
Rig *rig_init(void *memory, bool planar, int32_t bodies, int32_t joints);
Rig *rig_make(tmTest *t, bool planar, int32_t bodies, int32_t joints);

/* Adds a body with its origin there, parallel to the world's axes. */
int32_t rig_body(Rig *rig, double x, double y, double z);

/* A point, and a point with a direction, of a body. The direction need not have length 1. */
tmPointOn at(int32_t body, double x, double y, double z);
tmPointOn axis(int32_t body, double x, double y, double z, double dx, double dy, double dz);

/* Joins two bodies; `argument` is the hinge's only number, NaN for none. Returns the joint, or -1
 * with the problem in the rig. */
int32_t rig_join(Rig *rig, const char *hinge, tmPointOn a, tmPointOn b, double argument);

/* Says that the point of a body is there at the start. */
void rig_place(Rig *rig, tmPointOn point, double x, double y, double z, bool is_turned);

/* Where a point or direction of a body is; the angle of `of` from `from` about `about`. */
void rig_point(const tmFrame *frames, tmPointOn point, double out[3]);
void rig_direction(const tmFrame *frames, tmPointOn axis, double out[3]);
double rig_angle(const double from[3], const double of[3], const double about[3]);

/* A plan input: a coordinate of a joint, a body's angle, a point's position, a dragged point. */
tmSpaceInput coordinate_of(int32_t joint, int32_t coordinate);
tmSpaceInput drag_of(tmPointOn point);

/* Assembles and demands that everything is closed. */
tmAssembly *rig_assemble(tmTest *t, const Rig *rig);

#endif
