/* systems.h: motion equations of texts in tests, and the same equations written out dense, by
 * tm_row_at alone. */
#ifndef TM_TEST_SYSTEMS_H
#define TM_TEST_SYSTEMS_H

#include "analyse/dynamics/system/system.h"
#include "test.h"

/* A text that was made into motion equations; lives until the case's end. */
typedef struct World {
    tmModel *model;
    tmAssembly *assembly;
    tmDiags *diags; /* what the system said */
    tmiSystem *s;
    double *y;    /* the start, placed and evaluated, forces and factors made */
    double *load; /* forces that world_solve adds, dof numbers a mover; zero at first */
} World;

/* Makes the system of a text, or of a model with more to it. Null when something failed, which the
 * case has then been reported. */
World *world_of(tmTest *t, const char *text);
World *world_with(tmTest *t, const char *text, tmiSystemDef *def);

/* The same of a file of the examples: "hinges/pin.tml". */
World *world_of_example(tmTest *t, const char *path);

/* Takes random loads, and velocities that the rows allow, and solves for the accelerations. False
 * where a step failed, which the case has been reported. */
bool world_shake(tmTest *t, World *w, uint64_t *seed);
/* Evaluates and solves at w->y. */
bool world_solve(tmTest *t, World *w);

/* The equations of the world as placed, for dof numbers a mover and all rows that hold: A z = b
 * with z the accelerations and minus the forces of rows, angles with the size as lever. Makes
 * arrays for the case. */
typedef struct Dense {
    int32_t motion, rows, n;
    double *a, *b; /* n x n, n */
    int32_t *row;  /* of each row: its number in the system */
} Dense;
Dense dense_of(tmTest *t, const World *w);

/* Solves them by singular values: accelerations into z, and the forces of rows of least norm, not
 * their negatives. False where that failed, which the case has been reported. */
bool dense_solve(tmTest *t, const Dense *d, double *z);

/* Compares the last solution with that: the largest differences of accelerations and of forces of
 * rows, as parts of the largest of each. */
void dense_compare(tmTest *t, const World *w, double *motion, double *forces);

#endif
