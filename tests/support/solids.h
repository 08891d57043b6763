/* solids.h: two convex pieces of space for tests, where they are put. */
#ifndef TM_TEST_SOLIDS_H
#define TM_TEST_SOLIDS_H

#include "analyse/contact/spatial/spatial.h"
#include "test.h"

typedef struct solidPair {
    tmiArena arena;
    tmPieces *pieces[2];
    tmiSolid now[2], start[2];
    tmFrame at[2];
    tmiSolidPair pair;
    tmiContactPoint *points; /* room for those of a row */
} solidPair;

/* Make two pieces that are where they start, until the case's end or test_run_defers; p is of
 * test_memory. False after a failed check. */
bool make_solids(tmTest *t, const tmShapeDef defs[2], solidPair *p);
bool make_boxes(tmTest *t, const double half_a[3], const double half_b[3], solidPair *p);
bool make_box_and_sphere(tmTest *t, const double half[3], double radius, const double at[3],
                         solidPair *p);

/* Two random hulls, of boxes with axes along those of the world where `aligned`; two random
 * capsules. */
bool make_solid_hulls(tmTest *t, uint64_t *seed, bool aligned, solidPair *p);
bool make_capsules(tmTest *t, uint64_t *seed, double radius_a, double radius_b, solidPair *p);
void drop_solids(solidPair *p); /* deferred */

/* Puts one of them at a place, turned by a vector; or where p->at has it. */
void put_solid(solidPair *p, int which, const double at[3], const double turn[3]);
void place_solid(solidPair *p, int which);

/* Moves one on its way for a time, and has both start where they are. */
void move_solid(solidPair *p, int which, const double v[3], const double w[3], double time);
void start_solids(solidPair *p);

#endif
