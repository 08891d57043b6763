/* impact.c: velocities after impacts with restitution ([HH] 4.3), for all touches of an island at
 * once, so that they travel through stacks and joints. Newton's rule in the form of an LCP: with
 * one coefficient and without friction it never gains energy (theory, section 8); where it would,
 * bodies go back less. */
#include "analyse/contact/engine.h"

#include <math.h>
#include <string.h>

/* An approach is an impact if it is faster than this many times what the step's forces add to it:
 * below that it rests. */
#define IMPACT 2.0

/* How often the coefficients are halved where energy would be gained, and what is no gain [1]. */
#define HALVINGS_MOST 6
#define GAIN 1e-12

static bool bounces(const tmiContact *c, const tmiTouch *touch) {
    double push = fabs(touch->before[0] - tmi_touch_rate(touch, 0, c->before));
    return touch->restitution > 0.0 && touch->impulse[0] > 0.0 && touch->before[0] < -IMPACT * push;
}

/* Leaves out the touches of islands in which nothing bounces, and those that are open. */
static bool sort_out(tmiContact *c) {
    bool any = false;
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        touch->idle = true;
        touch->after = bounces(c, touch) ? touch->restitution : 0.0; /* borrowed */
        any |= touch->after > 0.0;
    }
    for (int32_t i = 0; i < c->touch_count && any; i++) {
        const tmiTouch *bounced = &c->touches[i];
        for (int32_t k = 0; bounced->after > 0.0 && k < c->touch_count; k++) {
            tmiTouch *touch = &c->touches[k];
            if (touch->island == bounced->island) {
                touch->idle = touch->press == TMI_PRESS_OFF &&
                              touch->at.gap > TMI_TOUCH_APART * touch->length + c->rounding;
            }
        }
    }
    return any;
}

/* Kinetic energy that the impulses add: p . (rates before + after) / 2. Its roundings are parts of
 * the two terms, not of their sum, which is 0 where nothing is lost. */
static double gain(const tmiContact *c, const double *after, double *scale) {
    double sum = 0.0;
    *scale = 0.0;
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        for (int32_t k = 0; k < 2 && !touch->idle; k++) {
            double then = tmi_touch_rate(touch, k, after);
            sum += 0.5 * touch->impulse[k] * (touch->before[k] + then);
            *scale += 0.5 * fabs(touch->impulse[k]) * (fabs(touch->before[k]) + fabs(then));
        }
    }
    return sum;
}

tmStatus tmi_touch_impacts(tmiContact *c, double *after) {
    int32_t length = c->motion->mover_count * TMI_CONTACT_DOF;
    tmStatus status = TM_OK;
    memcpy(after, c->velocity, (size_t)length * sizeof *after);
    if (!sort_out(c)) {
        for (int32_t i = 0; i < c->touch_count; i++) {
            c->touches[i].idle = false;
        }
        return TM_OK;
    }
    tmStatus kept =
        tmi_array_reserve(c->allocator, &c->old, &c->old_capacity, c->touch_count, sizeof *c->old);
    if (kept != TM_OK) {
        return kept;
    }
    memcpy(c->old, c->touches, (size_t)c->touch_count * sizeof *c->old);
    c->old_count = c->touch_count;
    double part = 1.0, scale;
    for (int32_t i = 0; i <= HALVINGS_MOST; i++, part *= 0.5) {
        for (int32_t k = 0; k < c->touch_count; k++) {
            tmiTouch *touch = &c->touches[k];
            double back = part * c->old[k].after;
            touch->rate[0] = touch->before[0] + back * touch->before[0];
            touch->rate[1] = touch->before[1];
        }
        status = tmi_touch_solve(c, c->kept);
        if (status != TM_OK || gain(c, c->kept, &scale) <= GAIN * scale) {
            break;
        }
    }
    /* What does not bounce goes on as it was. */
    for (int32_t k = 0; k < c->touch_count; k++) {
        tmiTouch *touch = &c->touches[k];
        if (status != TM_OK || (touch->idle && touch->press != TMI_PRESS_OFF)) {
            *touch = c->old[k];
        }
        touch->idle = false;
    }
    if (status == TM_OK) {
        c->outcome.impact = true;
        tmi_touch_move(c, after);
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}
