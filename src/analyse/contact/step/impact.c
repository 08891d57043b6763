/* impact.c: velocities after impacts with restitution ([HH] 4.3), for all touches of an island at
 * once, so that they travel through stacks and joints. Newton's rule in the form of an LCP: with
 * one coefficient and without friction it never gains energy (theory, section 8); where it would,
 * the island's coefficients are lessened by a common part, the largest that gains nothing. */
#include "analyse/contact/step/engine.h"

#include <math.h>
#include <string.h>

/* An approach is an impact if it is faster than this many times what the step's forces add to it:
 * below that it rests. */
#define IMPACT 2.0

/* Energy that is not gained but rounded, as part of the terms of its sum [1]: solutions of islands
 * are good to 1e-8, those of usual ones to 1e-14. */
#define GAIN 1e-9

/* How often the range in which the part lies is halved: it is found to 6e-8. */
#define HALVINGS 24

/* ---- What strikes ---------------------------------------------------------------------------- */

static double closed(const tmiContact *c, const tmiTouch *touch) {
    return TMI_TOUCH_APART * touch->length + c->rounding;
}

/* What would not even overlap by what counts as a gap is a rounding: bodies that fall together have
 * no push. */
static bool strikes(const tmiContact *c, const tmiTouch *touch) {
    double push = fabs(touch->before[0] - tmi_touch_rate(touch, 0, c->before));
    return touch->impulse[0] > 0.0 && touch->before[0] < -IMPACT * push &&
           -c->h * touch->before[0] > closed(c, touch);
}

/* Leaves out the touches of islands in which nothing bounces, and those that are open. */
static bool sort_out(tmiContact *c) {
    bool any = false;
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        touch->idle = true;
        touch->strikes = strikes(c, touch);
        touch->goes_on =
            touch->at.gap - c->h * tmi_touch_rate(touch, 0, c->velocity) <= closed(c, touch);
        touch->bounce = touch->strikes && touch->restitution > 0.0 ? touch->restitution : -1.0;
        any |= touch->bounce > 0.0;
    }
    for (int32_t i = 0; i < c->touch_count && any; i++) {
        const tmiTouch *bounced = &c->touches[i];
        for (int32_t k = 0; bounced->bounce > 0.0 && k < c->touch_count; k++) {
            tmiTouch *touch = &c->touches[k];
            if (touch->island == bounced->island) {
                touch->idle = touch->press == TMI_PRESS_OFF && touch->at.gap > closed(c, touch);
            }
        }
    }
    return any;
}

/* ---- An island ------------------------------------------------------------------------------- */

/* What a touch has in the best attempt. */
typedef struct Kept {
    double base; /* rate of the gap without impulses [m/s] */
    double impulse[2];
    uint8_t press;
} Kept;

/* Whether the impulses bring energy: p . (rates before + after) / 2. Its roundings are parts of the
 * two terms, not of their sum, which is 0 where nothing is lost. */
static bool gains(tmiContact *c, const int32_t *which, int32_t count) {
    double sum = 0.0, scale = 0.0;
    tmi_touch_move(c, which, count, c->kept);
    for (int32_t i = 0; i < count; i++) {
        const tmiTouch *touch = &c->touches[which[i]];
        for (int32_t k = 0; k < 2; k++) {
            double then = tmi_touch_rate(touch, k, c->kept);
            sum += 0.5 * touch->impulse[k] * (touch->before[k] + then);
            scale += 0.5 * fabs(touch->impulse[k]) * (fabs(touch->before[k]) + fabs(then));
        }
    }
    return !(sum <= GAIN * scale);
}

/* Solves with a part of the coefficients; *good: there is a solution, it gains nothing and is kept.
 */
static tmStatus attempt(tmiContact *c, const int32_t *which, int32_t count, Kept *kept, double part,
                        bool *good) {
    for (int32_t i = 0; i < count; i++) {
        tmiTouch *touch = &c->touches[which[i]];
        double back = touch->bounce > 0.0 ? part * touch->bounce : 0.0;
        touch->rate[0] = kept[i].base + back * touch->before[0];
    }
    tmStatus status = tmi_touch_solve_island(c, which, count);
    for (int32_t i = 0; i < count && c->frozen; i++) {
        c->touches[which[i]].impulse[1] = c->touches[which[i]].fixed;
    }
    *good = status == TM_OK && !gains(c, which, count);
    for (int32_t i = 0; i < count && *good; i++) {
        const tmiTouch *touch = &c->touches[which[i]];
        memcpy(kept[i].impulse, touch->impulse, sizeof kept[i].impulse);
        kept[i].press = touch->press;
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

/* Finds the largest part of the coefficients that gains nothing: none at all never does, for then
 * p . (rates after) is at most 0. Where there is no solution either, the touches keep what took
 * them through the step. */
static tmStatus lessen(tmiContact *c, const int32_t *which, int32_t count, Kept *kept) {
    double low = 0.0, high = 1.0;
    bool good, any;
    for (int32_t i = 0; i < count; i++) {
        const tmiTouch *old = &c->old[which[i]];
        memcpy(kept[i].impulse, old->impulse, sizeof kept[i].impulse);
        kept[i].press = old->press;
    }
    tmStatus status = attempt(c, which, count, kept, 0.0, &any);
    for (int32_t i = 0; i < HALVINGS && any && status == TM_OK; i++) {
        double middle = 0.5 * (low + high);
        status = attempt(c, which, count, kept, middle, &good);
        low = good ? middle : low;
        high = good ? high : middle;
    }
    for (int32_t i = 0; i < count; i++) {
        tmiTouch *touch = &c->touches[which[i]];
        memcpy(touch->impulse, kept[i].impulse, sizeof kept[i].impulse);
        touch->press = kept[i].press;
        touch->bounce *= touch->bounce > 0.0 ? low : 1.0;
    }
    return status;
}

static tmStatus bounce_island(tmiContact *c, const int32_t *which, int32_t count) {
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    Kept *kept = tmi_arena_alloc(&c->scratch, (size_t)count, sizeof *kept);
    if (!kept) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        kept[i].base = c->touches[which[i]].rate[0];
    }
    bool good;
    tmStatus status = attempt(c, which, count, kept, 1.0, &good);
    if (status == TM_OK && !good) {
        status = lessen(c, which, count, kept);
    }
    tmi_arena_release(&c->scratch, mark);
    return status;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void wake(tmiContact *c) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        c->touches[i].idle = false;
    }
}

/* What does not bounce goes on as it was. Islands were numbered anew without it: it comes after
 * them. */
static void put_back(tmiContact *c) {
    int32_t islands = 0;
    for (int32_t i = 0; i < c->touch_count; i++) {
        int32_t own = c->touches[i].island;
        islands = own >= islands ? own + 1 : islands;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        if (touch->idle && touch->press != TMI_PRESS_OFF) {
            *touch = c->old[i];
            touch->island += islands;
        }
    }
}

tmStatus tmi_touch_impacts(tmiContact *c, double *after) {
    memcpy(after, c->velocity, (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof *after);
    if (!sort_out(c)) {
        wake(c);
        return TM_OK;
    }
    tmStatus status =
        tmi_array_reserve(c->allocator, &c->old, &c->old_capacity, c->touch_count, sizeof *c->old);
    if (status != TM_OK) {
        return status;
    }
    memcpy(c->old, c->touches, (size_t)c->touch_count * sizeof *c->old);
    c->old_count = c->touch_count;
    for (int32_t k = 0; k < c->touch_count; k++) {
        memcpy(c->touches[k].rate, c->touches[k].before, sizeof c->touches[k].rate);
    }
    status = tmi_touch_solve_by(c, bounce_island, c->base);
    if (status == TM_OK) {
        put_back(c);
        c->outcome.impact = true;
        tmi_touch_move(c, NULL, 0, after);
    }
    wake(c);
    return status;
}
