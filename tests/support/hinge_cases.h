/* hinge_cases.h: every hinge of the language with every pattern that it matches, on two random
 * bodies. */
#ifndef TM_TEST_HINGE_CASES_H
#define TM_TEST_HINGE_CASES_H

#include "frames.h"

/* A hinge between body 0, the first part, and body 1. Features of the second part are those of the
 * first, moved by `fit`: it closes where frame 0 is frame 1 after `fit`. */
typedef struct HingeCase {
    const tmHingeKind *kind;
    char pattern[8];
    bool planar;
    tmPointOn pairs[4][2];
    double arguments[3];
    tmCurve curves[3];
    double lift[3]; /* of a cam: lift[0] + lift[1] cos(x) + lift[2] sin(2 x) */
    bool fits;      /* not so where features differ in kind, or must be at right angles */
    tmFrame fit;
    tmHingeUse use;
    tmHingeTable table;
    tmFrame frames[2];
    double near[TM_HINGE_ROWS][2]; /* turns of each row */
} HingeCase;

const tmHingeKind *hinge_of(const char *name);

/* Fills *c with random features, arguments and frames; its rows are made. Returns whether. */
bool hinge_case(tmTest *t, const char *kind, const char *pattern, bool planar, uint64_t *seed,
                HingeCase *c);

/* Puts frame 0 where the features of both parts coincide. */
void fit_case(HingeCase *c);

/* Moves body 0 by a random twist of numbers up to `max`. */
void shake_case(HingeCase *c, double max, uint64_t *seed);

/* Takes the offsets of rows that are as placed, and the turns of all, from the present frames. */
void place_case(HingeCase *c);

/* Closes all rows by Newton's method on body 0. Returns whether they are closed to 1e-13. */
bool close_case(HingeCase *c);

/* The rank of the rows' slopes by the twist of body 0, in the plane by x, y and the turn. */
int32_t rank_of_case(const HingeCase *c);

/* Calls `call` for every kind and pattern, in space and in the plane. */
typedef void HingeCaseFn(tmTest *t, const char *kind, const char *pattern, bool planar);
void each_hinge(tmTest *t, HingeCaseFn *call);

#endif
