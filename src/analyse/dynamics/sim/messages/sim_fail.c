/* sim_fail.c: messages of a simulation that cannot go on: the time, the part, and what to do. */
#include "analyse/dynamics/sim/messages/messages.h"

#include <math.h>
#include <string.h>

/* The fastest mover, or one whose speed is not finite. */
static int32_t fastest(const tmSim *sim, double *speed) {
    const tmiSystem *s = sim->system;
    const double *u = sim->y_end + (ptrdiff_t)s->mover_count * s->pose;
    int32_t found = -1;
    *speed = -1.0;
    for (int32_t i = 0; i < s->mover_count; i++, u += s->dof) {
        double own = s->planar ? tmi_hypot(u[0], u[1]) : tmi_length3(u);
        if (!(own <= *speed)) {
            *speed = own;
            found = i;
        }
        if (own != own) {
            break;
        }
    }
    return found;
}

/* The approximate acceleration of an element's coordinate by a unit force along it, as if its
 * bodies were free [1/kg or 1/(kg m^2)]. */
static double inverse_mass(const tmiSystem *s, const tmiElement *e) {
    double sum = 0.0;
    int32_t turn = s->planar ? 2 : 3;
    for (int32_t k = 0; k < e->constraint.mover_count; k++) {
        const tmiMover *mover = &s->movers[e->constraint.movers[k]];
        const double *gradient = e->constraint.gradient + (ptrdiff_t)k * s->dof;
        for (int32_t i = 0; i < s->dof; i++) {
            int32_t axis = s->planar ? 2 : i - 3;
            double own = i < turn ? mover->mass : mover->inertia[axis][axis];
            sum += own > 0.0 ? gradient[i] * gradient[i] / own : 0.0;
        }
    }
    return sum;
}

/* The element whose own oscillation requires the shortest step, 2 / omega [s]; -1: none. */
static int32_t stiffest(const tmSim *sim, double *step) {
    const tmiSystem *s = sim->system;
    int32_t found = -1;
    *step = INFINITY;
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        double inverse = inverse_mass(s, e), own = INFINITY;
        if (e->stiffness * inverse > 0.0) {
            own = 2.0 / sqrt(e->stiffness * inverse);
        }
        if (e->damping * inverse > 0.0 && 2.0 / (e->damping * inverse) < own) {
            own = 2.0 / (e->damping * inverse);
        }
        if (own < *step) {
            *step = own;
            found = i;
        }
    }
    return found;
}

/* `turn`: the excessive turn of the mover in the step, perhaps relative to another mover [rad]; 0:
 * the turn is not the reason. */
static void say_unstable(const tmSim *sim, tmiSimWords *words, const int32_t movers[2],
                         double speed, double turn) {
    double max;
    int32_t element = stiffest(sim, &max);
    tmi_words_body(sim, &words->text, sim->system->movers[movers[0]].body);
    if (turn > 0.0) {
        tmi_text_add(&words->text, " turns by ");
        tmi_words_number(&words->text, turn * 180.0 / TMI_PI, " deg");
        if (movers[1] >= 0) {
            tmi_text_add(&words->text, " against ");
            tmi_words_body(sim, &words->text, sim->system->movers[movers[1]].body);
        }
    } else {
        tmi_text_add(&words->text, " moves at ");
        tmi_words_number(&words->text, speed, speed - speed == 0.0 ? " m/s" : "");
    }
    tmi_text_add(&words->text, ": the step of ");
    tmi_words_number(&words->text, sim->asked_step, " s is too large");
    if (element >= 0 && max < sim->asked_step) {
        tmi_text_add(&words->text, " for the spring or damper ");
        tmi_words_joint(sim, &words->text, sim->system->elements[element].joint);
        tmi_text_add(&words->text, ", which needs one below ");
        tmi_words_number(&words->text, max, " s");
    }
    tmi_text_add(&words->advice, "give 'time' a shorter step, or use 'method: events' with an "
                                 "integrator that controls its error");
}

static void say_stuck(const tmSim *sim, tmiSimWords *words, tmStatus why, int32_t joint,
                      int32_t mover, double speed) {
    if (why == TM_ERR_SINGULAR && sim->system->blame >= 0) {
        tmi_text_add(&words->text, "the motion of ");
        tmi_words_body(sim, &words->text, sim->system->movers[sim->system->blame].body);
        tmi_text_add(&words->text, " has no solution: it has no mass, and its joints leave it free "
                                   "in this pose");
        tmi_text_add(&words->advice, "give it 'dynamics', or keep away from this pose");
    } else if (joint >= 0) {
        tmi_text_add(&words->text, "joint ");
        tmi_words_joint(sim, &words->text, joint);
        tmi_text_add(&words->text, " cannot be kept closed");
        tmi_text_add(&words->advice,
                     "a prescribed motion may ask for what the mechanism cannot do");
    } else if (why != TM_ERR_LIMIT) {
        tmi_words_no_solution(sim->system, words, why);
    } else {
        tmi_text_add(&words->text, "no step is short enough for the tolerance");
        if (mover >= 0) {
            tmi_text_add(&words->text, "; fastest is ");
            tmi_words_body(sim, &words->text, sim->system->movers[mover].body);
            tmi_text_add(&words->text, ", at ");
            tmi_words_number(&words->text, speed, " m/s");
        }
        tmi_text_add(&words->advice,
                     "look for a force or a prescribed motion that jumps or has no "
                     "bound, loosen 'tolerance', or let 'every' sample the control");
    }
}

/* The mechanism is at a dead point where a body is this many times as fast as the prescribed
 * motion: a small motion of the drive demands an ever larger one of the body. */
#define DEAD_SPEED 100.0

/* The motion of a joint that is prescribed, where it leads to a dead point; -1: none. `speed` is
 * that of the fastest body [m/s]. */
static int32_t dead_drive(const tmSim *sim, double speed) {
    const tmiSystem *s = sim->system;
    for (int32_t i = s->joint_constraints; i < s->joint_constraints + s->drive_constraints; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        double asked = fabs(s->given[constraint->first][1]);
        asked *= constraint->rows[0].unit == TM_ROW_ANGLE ? s->size : 1.0;
        if (s->constraint_joint[i] >= 0 && asked > 0.0 && !(speed <= DEAD_SPEED * asked)) {
            return i;
        }
    }
    return -1;
}

static void say_dead(const tmSim *sim, tmiSimWords *words, int32_t drive) {
    tmi_text_add(&words->text, "what drives joint ");
    tmi_words_joint(sim, &words->text, sim->system->constraint_joint[drive]);
    tmi_text_add(&words->text, " cannot go on: the mechanism is at a dead point, where its motion "
                               "ends");
    tmi_text_add(&words->advice, "drive another joint, turn back before, or drive it by a force or "
                                 "torque instead");
}

/* A prescribed position that jumps. */
static void say_jump(const tmSim *sim, tmiSimWords *words) {
    const tmiSystem *s = sim->system;
    const tmiConstraint *constraint = &s->constraints[sim->jumped];
    bool turns = constraint->rows[0].unit == TM_ROW_ANGLE;
    tmi_text_add(&words->text, turns ? "the angle" : "the position or length");
    tmi_text_add(&words->text, " that is prescribed for ");
    if (s->constraint_joint[sim->jumped] >= 0) {
        tmi_words_joint(sim, &words->text, s->constraint_joint[sim->jumped]);
    } else {
        tmi_words_body(sim, &words->text, constraint->bodies[0]);
    }
    tmi_text_add(&words->text, " jumps by ");
    tmi_words_number(&words->text, turns ? sim->jump / s->size * 180.0 / TMI_PI : sim->jump,
                     turns ? " deg" : " m");
    tmi_text_add(&words->advice, "nothing can follow a jump: use a ramp, as in ramp(time, …), or "
                                 "prescribe its velocity or acceleration");
}

static void say_blocked(const tmSim *sim, tmiSimWords *words) {
    const tmiSimLimit *limit = &sim->limits[sim->blocked];
    bool turns = sim->system->constraints[limit->constraint].rows[0].unit == TM_ROW_ANGLE;
    double factor = turns ? 180.0 / TMI_PI : 1.0;
    tmi_text_add(&words->text, "joint ");
    tmi_words_joint(sim, &words->text, limit->def.joint);
    tmi_text_add(&words->text, " meets its limit of ");
    tmi_words_number(&words->text, factor * limit->def.bound, turns ? " deg" : " m");
    tmi_text_add(&words->text, ", but a motion that is prescribed goes on against it");
    tmi_text_add(&words->advice, "prescribe a motion that ends before the limit, or a force or "
                                 "torque instead");
}

/* ---- Bodies that find no place --------------------------------------------------------------- */

/* A turn in a step that is worth reporting [rad]. */
#define TURNED 0.1

/* Of two bodies, the mover that moves or turns furthest in the step, with its speed [m/s] or spin
 * [rad/s] without contact; -1: neither moves. */
static int32_t hastiest(const tmSim *sim, const int32_t bodies[2], bool turns, double *rate) {
    const tmiSystem *s = sim->system;
    int32_t found = -1;
    *rate = 0.0;
    for (int32_t i = 0; i < 2; i++) {
        int32_t mover = s->mover_of[bodies[i]];
        if (mover >= 0) {
            const double *u = sim->contact.part.free + (ptrdiff_t)mover * s->dof;
            double own = turns ? fabs(u[2]) : tmi_hypot(u[0], u[1]);
            found = found < 0 || own > *rate ? mover : found;
            *rate = own > *rate ? own : *rate;
        }
    }
    return found;
}

/* A body that turns so far in the step that the paths of its corners are unknown. */
static void say_turns(const tmSim *sim, tmiSimWords *words, int32_t mover, double turn) {
    const tmiSimContact *c = &sim->contact;
    int32_t body = sim->system->movers[mover].body;
    tmi_words_body(sim, &words->text, body);
    tmi_text_add(&words->text, " turns by ");
    tmi_words_number(&words->text, turn * 180.0 / TMI_PI, " deg in the step of ");
    tmi_words_number(&words->text, sim->asked_step, " s: too far to see how it meets ");
    tmi_words_body(sim, &words->text, c->wedge.bodies[c->wedge.bodies[0] == body ? 1 : 0]);
}

static void say_overlaps(const tmSim *sim, tmiSimWords *words) {
    const tmiSimContact *c = &sim->contact;
    tmi_words_body(sim, &words->text, c->wedge.bodies[0]);
    tmi_text_add(&words->text, " and ");
    tmi_words_body(sim, &words->text, c->wedge.bodies[1]);
    if (c->wedge.depth > 0.0) {
        tmi_text_add(&words->text, " cannot be kept apart: they would overlap by ");
        tmi_words_number(&words->text, c->wedge.depth, " m");
    } else {
        tmi_text_add(&words->text, " do not settle: no impulses between them were found");
    }
}

static void say_wedged(const tmSim *sim, tmiSimWords *words) {
    const tmiSimContact *c = &sim->contact;
    double spin, speed;
    int32_t turns = hastiest(sim, c->wedge.bodies, true, &spin);
    int32_t goes = hastiest(sim, c->wedge.bodies, false, &speed);
    bool turned = c->wedge.turned && turns >= 0 && spin * sim->asked_step > TURNED;
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

void tmi_sim_say_apart(const tmSim *sim, tmiSimWords *words) {
    bool crowded = sim->is_crowded;
    tmi_text_add(&words->text, crowded ? "the contacts of " : "no forces were found that keep ");
    tmi_words_body(sim, &words->text, sim->stuck[0]);
    tmi_text_add(&words->text, " and ");
    tmi_words_body(sim, &words->text, sim->stuck[1]);
    tmi_text_add(&words->text, crowded ? " do not settle" : " apart");
    tmi_text_add(&words->advice,
                 crowded ? "'method: stepping' is made for many contacts at once"
                         : "look at what holds or drives them there: give them room, or drive them "
                           "by a force instead of a motion; 'method: stepping' copes with many "
                           "contacts at once");
}

static void say_unsolved(tmiSimWords *words) {
    tmi_text_add(&words->text, "the contact model that was asked for has no answer to this step");
    tmi_text_add(&words->advice, "'unsolved: fall_back' lets the pair form take such steps over; "
                                 "'contact: facets' takes all steps by it");
}

/* ---- The end --------------------------------------------------------------------------------- */

/* The run has stopped for a reason that it did not store: the step is too large, a dead point, a
 * joint that opens, equations without a solution. Returns the joint that the message is about; -1:
 * none. */
static int32_t report_stuck(tmSim *sim, tmiSimWords *words, tmStatus why) {
    double speed, turn = 0.0;
    int32_t joint, mover = fastest(sim, &speed), movers[2] = {mover, -1};
    if (sim->fixed && why == TM_ERR_LIMIT) {
        turn = tmi_sim_turn(sim, sim->asked_step, movers);
        mover = movers[0];
    }
    int32_t body = mover >= 0 ? sim->system->movers[mover].body : -1;
    if (sim->fixed && mover >= 0) {
        say_unstable(sim, words, movers, speed, turn);
        tmi_words_add_body(sim, words, TM_ERROR, TMI_CODE_SIM, body, sim->problems);
        return -1;
    }
    int32_t drive = dead_drive(sim, speed);
    if (drive >= 0) {
        joint = sim->system->constraint_joint[drive];
        say_dead(sim, words, drive);
    } else {
        double gap = tmi_system_gap(sim->system, &joint);
        bool open = why == TM_ERR_NOT_CONVERGED && gap > TMI_SIM_CLOSED * sim->system->size;
        joint = open ? joint : -1;
        say_stuck(sim, words, why, joint, mover, speed);
    }
    if (joint >= 0) {
        tmi_words_add_joint(sim, words, TM_ERROR, TMI_CODE_SIM, joint, sim->problems);
    } else {
        tmi_words_add_body(sim, words, TM_ERROR, TMI_CODE_SIM, body, sim->problems);
    }
    return joint;
}

/* Says why the run ends at a time. Returns the joint that a message about a stop is about; -1. */
static int32_t report_end(tmSim *sim, tmStatus why, double time) {
    tmDiags *diags = sim->problems;
    tmiSimWords words;
    if (sim->bad_control >= 0) {
        tmi_script_report(sim->script, sim->bad_control, time, diags);
        return -1;
    }
    if (sim->chatters >= 0) {
        tmi_script_report_chatter(sim->script, sim->chatters, time, diags);
        return -1;
    }
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "at t = ");
    tmi_text_add_digits(&words.text, time, 6);
    tmi_text_add(&words.text, " s: ");
    if (sim->jumped >= 0) {
        say_jump(sim, &words);
        tmi_words_add_joint(sim, &words, TM_ERROR, TMI_CODE_SIM,
                            sim->system->constraint_joint[sim->jumped], diags);
    } else if (sim->blocked >= 0) {
        say_blocked(sim, &words);
        tmi_words_add_joint(sim, &words, TM_ERROR, TMI_CODE_SIM,
                            sim->limits[sim->blocked].def.joint, diags);
    } else if (sim->contact.wedge.bodies[0] >= 0) {
        say_wedged(sim, &words);
        tmi_words_add_bodies(sim, &words, TM_ERROR, TMI_CODE_SIM, sim->contact.wedge.bodies, diags);
    } else if (sim->stuck[0] >= 0) {
        tmi_sim_say_apart(sim, &words);
        tmi_words_add_bodies(sim, &words, TM_ERROR, TMI_CODE_SIM, sim->stuck, diags);
    } else if (sim->contact.is_unsolved) {
        say_unsolved(&words);
        tmi_words_add_body(sim, &words, TM_ERROR, TMI_CODE_SIM, -1, diags);
    } else {
        return report_stuck(sim, &words, why);
    }
    return -1;
}

void tmi_sim_fail(tmSim *sim, tmStatus why, double time) {
    if (sim->blocked >= 0 || sim->stuck[0] >= 0) { /* up to there all is well */
        time = sim->t = sim->t_end;
        memcpy(sim->y, sim->y_end, (size_t)sim->n * sizeof *sim->y);
        memcpy(sim->rate, sim->rate_end, (size_t)sim->n * sizeof *sim->rate);
    }
    int32_t joint = report_end(sim, why, time);
    sim->lacks_memory =
        sim->lacks_memory || why == TM_ERR_MEMORY || tm_diags_count(sim->problems) == 0;
    /* The run stays at its last good state. */
    sim->ahead = TM_SIM_FAILED;
    sim->t_end = sim->t;
    memcpy(sim->y_end, sim->y, (size_t)sim->n * sizeof *sim->y);
    memcpy(sim->rate_end, sim->rate, (size_t)sim->n * sizeof *sim->rate);
    tmSimEvent event = {.kind = TM_SIM_EVENT_FAILURE, .time = sim->t_end, .joint = joint};
    event.input = event.bodies[0] = event.bodies[1] = -1;
    tmi_sim_add_event(sim, &event);
}

const tmDiag *tm_sim_diagnostic(const tmSim *sim) {
    return sim && sim->info.outcome == TM_SIM_FAILED ? tm_diags_at(sim->problems, 0) : NULL;
}
