/* jacobian.h: the equations of a mechanism's joints, differentiated numerically from formulas that
 * are written apart from the library's, and their rank by singular values. */
#ifndef TM_JACOBIAN_H
#define TM_JACOBIAN_H

#include "test.h"

#define JACOBIAN_ROWS 27
#define JACOBIAN_UNKNOWNS 18

typedef struct jacobian {
    int rows, unknowns;
    int first[JACOBIAN_ROWS + 1]; /* row of each joint, and the number of rows behind them */
    double entry[JACOBIAN_ROWS][JACOBIAN_UNKNOWNS];
} jacobian;

/* Returns how many features a joint of this kind has. */
int jacobian_features(tmJointKind kind);

/* Differentiates the joints of a small mechanism, none of whose places is empty, with respect to x,
 * y and angle of each body but the ground. */
jacobian jacobian_of(const tmMechanism *m);

/* Returns the rank of the rows of those joints that `joints` marks; -1 when it is in doubt. */
int jacobian_rank(const jacobian *jac, const bool *joints, int count);

#endif
