/* ode.h: steps of differential equations, and roots of functions of one variable. */
#ifndef TMI_ODE_H
#define TMI_ODE_H

#include "trammel/base.h"

/* ---- runge_kutta.c --------------------------------------------------------------------------- */

/* Steps of y' = f(t, y) by Runge-Kutta methods that are tables: explicit ones with
 * an embedded error estimate and dense output, and a singly diagonally implicit one for stiff
 * equations. They know nothing of step control. Nothing here allocates. */

/* Puts f(t, y) into `rate`. A status other than TM_OK ends the step, which returns it. */
typedef tmStatus tmiRateFn(void *user, double t, const double *y, double *rate);

/* Solves rate = f(t, base + hg * rate) for `rate`, which holds a first guess. Likewise. */
typedef tmStatus tmiStageFn(void *user, double t, const double *base, double hg, double *rate);

/* Euler (1), the classical one (4), Dormand and Prince 5(4), Dormand and Prince 8(5,3) as [HNW]
 * have it, and the L-stable SDIRK 4(3) of [HW] IV.6. */
typedef enum tmiRkMethod {
    TMI_RK_EULER,
    TMI_RK_4,
    TMI_RK_DOPRI5,
    TMI_RK_DOP853,
    TMI_RK_SDIRK4,
    TMI_RK_METHODS
} tmiRkMethod;

typedef struct tmiRkInfo {
    const char *name;
    int32_t order;       /* of the solution */
    int32_t error_order; /* the error estimate shrinks as h to this power + 1; 0: there is none */
    int32_t dense_order; /* of the interpolant */
    int32_t stages;      /* evaluations of a step, the first one, f(t, y), included; of an implicit
                          * method those that are solved for, without f(t, y) */
    bool is_implicit;
    double real_stability; /* |h lambda| up to which real negative eigenvalues are stable; 0: all */
} tmiRkInfo;

/* Returns what a method is; an empty name where there is no such method. */
tmiRkInfo tmi_rk_info(tmiRkMethod method);

/* A step that was made, for one method and size. */
typedef struct tmiRk {
    tmiRkMethod method;
    int32_t n;
    double *k; /* f(t, y), then the stages after it, n numbers each; of a method whose last stage
                * is f(t + h, out), as DOPRI5, that is the last one: k + (stages - 1) n */
    double *dense; /* coefficients of the interpolant, n numbers each */
    double *work;
    double t, h;
} tmiRk;

/* How many doubles tmi_rk_init needs. */
size_t tmi_rk_workspace(tmiRkMethod method, int32_t n);

/* Prepares steps of n numbers; `workspace` must outlive *rk. */
void tmi_rk_init(tmiRk *rk, tmiRkMethod method, int32_t n, double *workspace);

/* Makes the step from (t, y) to t + h and puts the solution into `out`, which is not y. rk->k holds
 * f(t, y) as its first stage: the caller puts it there. `rate` for explicit methods, `stage` for
 * implicit ones; the other may be null. h may be negative. What a function returns other than TM_OK
 * ends the step; TM_ERR_NOT_FINITE also where the solution is not finite: a shorter step may do.
 * `out` is untouched after a failure, and rk->k still has f(t, y). */
tmStatus tmi_rk_step(tmiRk *rk, tmiRateFn *rate, tmiStageFn *stage, void *user, double t,
                     const double *y, double h, double *out);

/* Returns the root mean square of the error of the step that was made, each component over its
 * scale, which is positive; components whose scale is infinite do not count. 0 where the method has
 * no estimate, infinite where a number is not finite. */
double tmi_rk_error(const tmiRk *rk, const double *scale);

/* Prepares the interpolant of the step that was made, between y and `end`, whose rate is
 * `end_rate`: the caller may have corrected both since. DOP853 evaluates f three more times; for
 * others `rate` may be null. Returns what f returns; the interpolant is then that of before. */
tmStatus tmi_rk_dense_make(tmiRk *rk, tmiRateFn *rate, void *user, const double *y,
                           const double *end, const double *end_rate);

/* Puts the solution at t + part h, 0 … 1, into out; at 0 and 1 y and `end` themselves, bit by
 * bit. */
void tmi_rk_dense_at(const tmiRk *rk, double part, double *out);

/* Puts the interpolant of one number as a polynomial in `part` into powers, from the constant on:
 * for bounds. */
#define TMI_RK_POWERS 8
void tmi_rk_dense_powers(const tmiRk *rk, int32_t number, double powers[TMI_RK_POWERS]);

/* Returns an estimate of |h lambda| of the largest eigenvalue of the step that was made, from its
 * last stage and its end, where `end_rate` is f ([HW] IV.2): both are at t + h. To be called
 * before the next step. 0 where the method gives none, as Euler and SDIRK4. */
double tmi_rk_stiffness(const tmiRk *rk, const double *end, const double *end_rate);

/* ---- root.c ---------------------------------------------------------------------------------- */

/* Where a function of one variable changes its sign, and where a condition begins to hold,
 * within a bracket that the caller has. Nothing here allocates. */

typedef double tmiRootFn(void *user, double x);
typedef bool tmiConditionFn(void *user, double x);

/* Two places with the function's values there. `after` has the new sign: not that of `before`,
 * whose value is not 0; 0 counts as new. Either may be the greater one. */
typedef struct tmiBracket {
    double before, after;
    double value_before, value_after;
} tmiBracket;

/* Narrows the bracket until its ends are no farther apart than `tolerance`, or than four rounding
 * errors of the larger end where that is more: bracket->after is then a place just past the change,
 * where the function has the new sign. At most `max` evaluations: smooth functions need some ten,
 * the most awkward ones four times as many as bisection. TM_ERR_NOT_CONVERGED when they did not
 * suffice and TM_ERR_NOT_FINITE when the function gave no number: the bracket is then narrower, and
 * holds. TM_ERR_ARGUMENT for null, a negative tolerance and signs that do not differ,
 * TM_ERR_NOT_FINITE for ends or values that are not: nothing is changed. */
tmStatus tmi_root(tmiRootFn *function, void *user, double tolerance, int32_t max,
                  tmiBracket *bracket);

/* The same by bisection for a condition that does not hold at *before and holds at *after, which
 * are not evaluated. It holds at *after when this returns, and not at *before. */
tmStatus tmi_root_condition(tmiConditionFn *condition, void *user, double tolerance, int32_t max,
                            double *before, double *after);

#endif
