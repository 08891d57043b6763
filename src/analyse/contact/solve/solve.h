/* solve.h: what contacts do to the motion: rates of their gaps and slips, impulses island by
 * island, impacts, and whether the answer meets the conditions of contact. It does not choose rows.
 */
#ifndef TMI_SOLVE_H
#define TMI_SOLVE_H

#include "analyse/contact/engine/engine.h"

/* ---- contact_rates.c ------------------------------------------------------------------------- */

/* Rates of gaps and slips, and what they are without impulses; of one contact of a pair how they
 * depend on velocities. */
void tmi_engine_linearise(tmiContactEngine *c);
void tmi_engine_put_across(const tmiContactEngine *c, tmiContact *contact);

/* In space: the rate of a mover's point at `at` along a direction, by its velocities, times `sign`.
 */
void tmi_engine_put_row(const tmiContactEngine *c, int32_t mover, const double at[3],
                        const double along[3], double sign, double row[TMI_CONTACT_DOF_MAX]);

/* ---- touching.c ------------------------------------------------------------------------------ */

/* The step is made, with the velocities `after` at its end: adds points of pairs of the own cluster
 * that touch there and have none, without impulses. */
tmStatus tmi_engine_add_touching(tmiContactEngine *c, const double *after);

/* ---- responses.c ----------------------------------------------------------------------------- */

/* Whether impulses change the motion of a mover: not if it is led. */
static inline bool tmi_engine_yields(const tmiContactEngine *c, int32_t mover) {
    const double *w = c->motion->weights[mover];
    bool any = w[0] > 0.0 || w[1] > 0.0 || w[2] > 0.0;
    for (int32_t i = 3; i < tmi_engine_dof(c); i++) {
        any = any || w[i] > 0.0;
    }
    return any;
}

/* Finds which contacts joints hold, as last linearised. */
tmStatus tmi_engine_find_held(tmiContactEngine *c);

/* How much impulse k of contact `by` changes rate l of contact `of`. */
double tmi_engine_coupling(const tmiContactEngine *c, const tmiContact *of, int32_t l,
                           const tmiContact *by, int32_t k);

/* What the island of the contacts `which` is: W, row by row, b and friction as tmiContactIsland has
 * them. Sets yields. */
void tmi_engine_assemble(tmiContactEngine *c, const int32_t *which, int32_t count, double *w,
                         double *b, double *friction);

/* ---- islands_space.c --------------------------------------------------------------------------
 */

/* Solves for the impulses of an island of free bodies in space, and their states, from the
 * contacts' guesses. */
tmStatus tmi_engine_solve_in_space(tmiContactEngine *c, const int32_t *which, int32_t count);

/* The state of a point in space with an impulse; `least`: less of it is none. */
uint8_t tmi_contact_state_in_space(const double impulse[3], double friction, double least);

/* ---- islands.c ------------------------------------------------------------------------------- */

/* Solves for the impulses of all points but idle ones, and puts the velocities into `velocity`.
 * Sets islands, impulses and merit. */
tmStatus tmi_engine_solve(tmiContactEngine *c, double *velocity);

/* Solves for the impulses of the contacts `which`, an island. */
tmStatus tmi_engine_solve_island(tmiContactEngine *c, const int32_t *which, int32_t count);

/* The same of many points of free bodies in the plane: islands_large.c. TM_ERR_NOT_CONVERGED where
 * there is no answer; `loosely`: then one in which the law of friction holds nearly. */
tmStatus tmi_engine_solve_large(tmiContactEngine *c, const int32_t *which, int32_t count,
                                bool loosely);

/* tmi_engine_solve with another solver of single islands, which puts the impulses and states of the
 * contacts `which`. */
typedef tmStatus tmiIslandSolver(void *user, const int32_t *which, int32_t count);
tmStatus tmi_engine_solve_by(tmiContactEngine *c, tmiIslandSolver *solve, void *user,
                             double *velocity);

/* Whether impulses of friction that are kept fit, nearly, the normal ones that came out. */
bool tmi_engine_in_cones(const tmiContactEngine *c);

/* Adds what an impulse on a point changes. */
void tmi_engine_apply_impulse(const tmiContactEngine *c, const tmiContact *contact,
                              const double *impulse, double *velocity);

/* Velocities with the impulses that the points `which` have; null: all points. */
void tmi_engine_velocities(const tmiContactEngine *c, const int32_t *which, int32_t count,
                           double *velocity);

/* Adds up the impulses of all points on the movers. */
void tmi_engine_sum_impulses(const tmiContactEngine *c, double *impulse);

/* ---- judge.c --------------------------------------------------------------------------------- */

/* By how much the step misses the conditions of contact, as part of the lengths of pairs
 * (verify.h); pairs with a corner do not count. */
tmStatus tmi_engine_judge(tmiContactEngine *c, double *residual);

/* The same in space: judge_space.c. */
tmStatus tmi_engine_judge_in_space(tmiContactEngine *c, double *residual);

/* ---- balance.c ------------------------------------------------------------------------------- */

/* Restores the angular momentum that the step took from bodies that touch only each other. */
tmStatus tmi_engine_balance(tmiContactEngine *c, double *after);

/* ---- struck.c -------------------------------------------------------------------------------- */

/* Puts the velocities after impacts into `after`, which are those of the step where there are none;
 * impulses are then those of the impacts. Sets the contacts that strike, and their bounce. */
tmStatus tmi_engine_impacts(tmiContactEngine *c, double *after);

/* Has all islands struck whose contacts are not idle, from their rates. */
tmStatus tmi_engine_strike_islands(tmiContactEngine *c, double *after);

#endif
