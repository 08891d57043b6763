/* friction_cone.h: Coulomb's law at one point, |t| <= mu p, in the plane: what each state of a
 * point says of its tangential impulse, and which state an impulse shows ([HH] 4.5). All solvers of
 * an island read it; island_residual.c, which checks them, has the law in its own words. */
#ifndef TMI_FRICTION_CONE_H
#define TMI_FRICTION_CONE_H

#include "analyse/contact/island/island.h"

#include <math.h>

/* t / p of a point that slips; 0 of others. */
static inline double tmi_cone_ratio(uint8_t state, double mu) {
    return state == TMI_CONTACT_SLIP_UP ? mu : state == TMI_CONTACT_SLIP_DOWN ? -mu : 0.0;
}

/* Whether t is an unknown of its own, beside p. */
static inline bool tmi_cone_sticks(uint8_t state, double mu) {
    return state == TMI_CONTACT_STICK && mu > 0.0;
}

/* Puts (p, t) into the cone: p at least 0, then t at its edge or within. */
static inline void tmi_cone_project(double mu, double impulse[2]) {
    impulse[0] = impulse[0] > 0.0 ? impulse[0] : 0.0;
    impulse[1] = tmi_within(impulse[1], mu * impulse[0]);
}

/* What a point does that presses with p > 0 and is pulled by t; at the edge of the cone, or less
 * than `slack` within it, it slips. */
static inline tmiContactState tmi_cone_state(double mu, double p, double t, double slack) {
    return !(mu > 0.0) || fabs(t) < mu * p - slack ? TMI_CONTACT_STICK
           : t > 0.0                               ? TMI_CONTACT_SLIP_UP
                                                   : TMI_CONTACT_SLIP_DOWN;
}

#endif
