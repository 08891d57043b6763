/* near.h: scenes of random bodies of every kind, and what is near in them, found by means of its
 * own.
 */
#ifndef TM_TEST_NEAR_H
#define TM_TEST_NEAR_H

#include "test.h"

typedef struct scene {
    const tmModel *model;
    tmInterference *finder;
    int32_t count; /* bodies, with the ground */
    bool planar;
    tmFrame *frames;
    tmTwist *twists;
} scene;

/* Makes a scene of random bodies within this distance of the origin along each axis, with a finder;
 * it lives until the case's end. False when there is none, which the case has then been reported.
 */
bool make_scene(tmTest *t, int32_t bodies, double size, bool planar, uint64_t *seed, scene *s);

/* Puts the point of a piece that is furthest in a direction, both in the world. */
void furthest(const tmPiece *piece, const tmFrame *frame, const double n[3], double out[3]);

/* The largest gap between two boxes along the directions that tell whether they overlap [m]. */
double gap_of(const tmCuboid *a, const tmFrame *frame_a, const tmCuboid *b, const tmFrame *frame_b);

/* Whether the finder names these pieces of these bodies, a < b. */
bool is_found(const tmInterference *finder, int32_t a, int32_t b, int32_t i, int32_t k);

/* Checks that all pieces that are near in these frames were found, and returns how many are: those
 * with two points within the margin, or for 0, with a point of one within the other. Some that are
 * near may not be seen to be. */
int32_t check_none_missed(tmTest *t, const scene *s, const tmFrame *frames, double margin,
                          uint64_t *seed);

#endif
