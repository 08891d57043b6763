/* root.h: where a function of one variable changes its sign, and where a condition begins to hold,
 * within a bracket that the caller has. Nothing here allocates. */
#ifndef TMI_ROOT_H
#define TMI_ROOT_H

#include "trammel/base.h"

typedef double tmiRootFn(void *user, double x);
typedef bool tmiConditionFn(void *user, double x);

/* Two places with the function's values there. `after` has the new sign: not that of `before`,
 * whose value is not 0; 0 counts as new. Either may be the greater one. */
typedef struct tmiBracket {
    double before, after;
    double value_before, value_after;
} tmiBracket;

/* Narrows the bracket until its ends are no farther apart than `tolerance`, or than four roundings
 * of the larger end where that is more: bracket->after is then a place just past the change, where
 * the function has the new sign. At most `most` evaluations: smooth functions need some
 * ten, the most awkward ones four times as many as bisection. TM_ERR_NOT_CONVERGED when they did
 * not suffice and TM_ERR_NOT_FINITE when the function gave no number: the bracket is then narrower,
 * and holds. TM_ERR_ARGUMENT for null, a negative tolerance and signs that do not differ,
 * TM_ERR_NOT_FINITE for ends or values that are not: nothing is changed. */
tmStatus tmi_root(tmiRootFn *function, void *user, double tolerance, int32_t most,
                  tmiBracket *bracket);

/* The same by bisection for a condition that does not hold at *before and holds at *after, which
 * are not evaluated. It holds at *after when this returns, and not at *before. */
tmStatus tmi_root_condition(tmiConditionFn *condition, void *user, double tolerance, int32_t most,
                            double *before, double *after);

#endif
