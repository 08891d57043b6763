/* sim_problem_touch.c: what a simulation says of bodies that touch: that they overlap at the start,
 * that they find no place, that one is too small to tell. */
#include "analyse/dynamics/sim/sim_words.h"

#include <math.h>

/* A turn in a step that is worth telling [rad]. */
#define TURNED 0.1

tmStatus tmi_sim_tell_overlap(tmSim *sim, const tmiOverlap *overlap, int32_t more, bool apart,
                              tmDiags *diags) {
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_words_body(sim, &words.text, overlap->bodies[0]);
    tmi_text_add(&words.text, " and ");
    tmi_words_body(sim, &words.text, overlap->bodies[1]);
    tmi_text_add(&words.text, " overlap by ");
    tmi_words_number(&words.text, overlap->depth, " m at the start");
    tmi_text_add(&words.text,
                 apart ? ": they are moved apart" : ", and no small motion parts all that overlap");
    if (more > 0) {
        tmi_text_add(&words.text, "; so do ");
        tmi_text_add_int(&words.text, more);
        tmi_text_add(&words.text, " more pairs");
    }
    tmi_text_add(&words.advice,
                 "place them so that they do not overlap, or say 'off' about them in "
                 "'interference'");
    return tmi_words_tell_bodies(sim, &words, apart ? TM_WARNING : TM_ERROR, TMI_CODE_START,
                                 overlap->bodies, diags);
}

tmStatus tmi_sim_tell_rounding(tmSim *sim, int32_t body, double length, double rounding,
                               tmDiags *diags) {
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_words_body(sim, &words.text, body);
    tmi_text_add(&words.text, " is ");
    tmi_words_number(&words.text, length,
                     " m large, but coordinates in this world are rounded by ");
    tmi_words_number(&words.text, rounding,
                     " m: where it touches others is no more exact than that");
    tmi_text_add(&words.advice, "place what is small near the origin, and leave out what is far "
                                "larger, or far away");
    return tmi_words_tell_body(sim, &words, TM_WARNING, TMI_CODE_START, body, diags);
}

/* Of two bodies the mover that goes furthest in the step, or turns most: its speed [m/s] or spin
 * [rad/s] without contact; -1: neither moves. */
static int32_t hastiest(const tmSim *sim, const int32_t bodies[2], bool turns, double *rate) {
    const tmiSystem *s = sim->system;
    int32_t found = -1;
    *rate = 0.0;
    for (int32_t i = 0; i < 2; i++) {
        int32_t mover = s->mover_of[bodies[i]];
        if (mover >= 0) {
            const double *u = sim->touch.free + (ptrdiff_t)mover * s->dof;
            double own = turns ? fabs(u[2]) : tmi_hypot(u[0], u[1]);
            found = found < 0 || own > *rate ? mover : found;
            *rate = own > *rate ? own : *rate;
        }
    }
    return found;
}

/* One that turns so far in the step that where its corners go cannot be told. */
static void say_turns(const tmSim *sim, tmiSimWords *words, int32_t mover, double turn) {
    const tmiSimContact *touch = &sim->touch;
    int32_t body = sim->system->movers[mover].body;
    tmi_words_body(sim, &words->text, body);
    tmi_text_add(&words->text, " turns by ");
    tmi_words_number(&words->text, turn * 180.0 / 3.141592653589793, " deg in the step of ");
    tmi_words_number(&words->text, sim->asked_step, " s: too far to see how it meets ");
    tmi_words_body(sim, &words->text, touch->wedged[touch->wedged[0] == body ? 1 : 0]);
}

static void say_overlaps(const tmSim *sim, tmiSimWords *words) {
    const tmiSimContact *touch = &sim->touch;
    tmi_words_body(sim, &words->text, touch->wedged[0]);
    tmi_text_add(&words->text, " and ");
    tmi_words_body(sim, &words->text, touch->wedged[1]);
    if (touch->depth > 0.0) {
        tmi_text_add(&words->text, " find no place: they would overlap by ");
        tmi_words_number(&words->text, touch->depth, " m");
    } else {
        tmi_text_add(&words->text, " do not settle: no impulses between them were found");
    }
}

void tmi_sim_say_wedged(const tmSim *sim, tmiSimWords *words) {
    const tmiSimContact *touch = &sim->touch;
    double spin, speed;
    int32_t turns = hastiest(sim, touch->wedged, true, &spin);
    int32_t goes = hastiest(sim, touch->wedged, false, &speed);
    bool turned = touch->turned && turns >= 0 && spin * sim->asked_step > TURNED;
    bool far = !turned && goes >= 0 && speed * sim->asked_step > sim->system->size;
    if (turned) {
        say_turns(sim, words, turns, spin * sim->asked_step);
    } else {
        say_overlaps(sim, words);
    }
    if (far) {
        tmi_text_add(&words->text, "; in the step of ");
        tmi_words_number(&words->text, sim->asked_step, " s ");
        tmi_words_body(sim, &words->text, sim->system->movers[goes].body);
        tmi_text_add(&words->text, " goes ");
        tmi_words_number(&words->text, speed * sim->asked_step, " m");
    }
    tmi_text_add(&words->advice,
                 turned || far ? "give 'time' a shorter step"
                               : "look at what holds or drives them there: give them room, drive "
                                 "them by a force instead of a motion, or take a shorter step");
}
