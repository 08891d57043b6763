/* sim_report_start.c: messages of a simulation that cannot start, and about bodies that overlap at
 * the start or are too small. */
#include "analyse/dynamics/sim/messages/messages.h"

#include <math.h>

/* What a control prescribes, and how far from that it starts. */
typedef struct Lead {
    bool is_away; /* false: everything starts where it is led */
    int32_t body;
    int32_t joint; /* whose coordinate it is; -1: the body is led */
    double away;   /* [m or rad] */
    bool turns;
} Lead;

/* Distances below this part of the world are rounding errors [1]. */
#define AWAY_MIN 1e-6

/* The control whose part starts furthest from what it prescribes, relative to the largest possible
 * distance: the size of the world, or half a turn. */
static Lead furthest_lead(tmSim *sim) {
    tmiSystem *s = sim->system;
    Lead lead = {.is_away = false};
    double max = AWAY_MIN;
    tmi_system_start(s, sim->y_end);
    tmi_system_set_state(s, sim->y_end);
    if (!tmi_system_evaluate(s)) {
        return lead;
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        bool is_led = constraint->kind == TMI_CONSTRAINT_DRIVE && constraint->active &&
                      constraint->level == 0;
        double square = 0.0;
        for (int32_t k = 0; is_led && k < constraint->row_count; k++) {
            double value = s->value[constraint->first + k];
            square += value * value;
        }
        bool turns = constraint->row_count > 0 && constraint->rows[0].unit == TM_ROW_ANGLE;
        double away = sqrt(square) / (turns ? s->size : 1.0); /* rows of angles are lengths, too */
        double part = away / (turns ? TMI_PI : s->size);
        if (part > max) {
            max = part;
            int32_t side = 0;
            while (side + 1 < constraint->body_count && constraint->sides[side] < 0) {
                side++;
            }
            lead = (Lead){true, constraint->bodies[side], s->constraint_joint[i], away, turns};
        }
    }
    return lead;
}

static void say_lead(const tmSim *sim, const Lead *lead, tmiSimWords *words) {
    if (lead->joint >= 0) {
        tmi_text_add(&words->text, "joint ");
        tmi_words_joint(sim, &words->text, lead->joint);
    } else {
        tmi_words_body(sim, &words->text, lead->body);
    }
    tmi_text_add(&words->text, " starts ");
    tmi_words_number(&words->text, lead->away * (lead->turns ? 180.0 / TMI_PI : 1.0),
                     lead->turns ? " deg" : " m");
    tmi_text_add(&words->text, " away from where its control puts it, and no pose was found that "
                               "meets the control and the joints");
    tmi_text_add(&words->advice, "place the parts where the prescribed motion starts, or prescribe "
                                 "what the joints allow");
}

tmStatus tmi_sim_report_start(tmSim *sim, tmStatus why, tmDiags *diags) {
    tmiSimWords words;
    tmStatus status;
    tmi_words_begin(&words);
    if (sim->bad_control >= 0) {
        status = tmi_script_report(sim->script, sim->bad_control, 0.0, diags);
        return status == TM_OK ? TM_ERR_TEXT : status;
    }
    int32_t joint = -1, body = -1;
    if (why == TM_ERR_SINGULAR && sim->system->blame >= 0) {
        body = sim->system->movers[sim->system->blame].body;
        tmi_text_add(&words.text, "nothing decides how ");
        tmi_words_body(sim, &words.text, body);
        tmi_text_add(&words.text, " moves: it has no mass, and its joints leave it free");
        tmi_text_add(&words.advice, "give it 'dynamics', or a control that prescribes its motion");
    } else {
        tmi_system_gap(sim->system, &joint);
        tmi_text_add(&words.text, "the world cannot start in this pose: ");
        Lead lead = furthest_lead(sim);
        if (why == TM_ERR_NOT_CONVERGED && lead.is_away) {
            say_lead(sim, &lead, &words);
            joint = lead.joint;
            body = lead.body;
        } else {
            tmi_words_no_solution(sim->system, &words, why);
        }
    }
    status = joint >= 0 ? tmi_words_add_joint(sim, &words, TM_ERROR, TMI_CODE_START, joint, diags)
                        : tmi_words_add_body(sim, &words, TM_ERROR, TMI_CODE_START, body, diags);
    return status == TM_OK ? TM_ERR_TEXT : status;
}

tmStatus tmi_sim_report_limit(tmSim *sim, int32_t limit, tmDiags *diags) {
    const tmiLimitDef *def = &sim->limits[limit].def;
    bool turns =
        sim->system->constraints[sim->limits[limit].constraint].rows[0].unit == TM_ROW_ANGLE;
    double factor = turns ? 180.0 / TMI_PI : 1.0, room = tmi_sim_limit_room(sim, limit);
    const char *unit = turns ? " deg" : " m";
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "joint ");
    tmi_words_joint(sim, &words.text, def->joint);
    tmi_text_add(&words.text, " starts at ");
    tmi_words_number(&words.text, factor * (def->upper ? def->bound - room : def->bound + room),
                     unit);
    tmi_text_add(&words.text, ", past its limit of ");
    tmi_words_number(&words.text, factor * def->bound, unit);
    tmi_text_add(&words.advice, "place its parts within the limit, or move the limit");
    tmStatus status = tmi_words_add_joint(sim, &words, TM_ERROR, TMI_CODE_LIMIT, def->joint, diags);
    return status == TM_OK ? TM_ERR_TEXT : status;
}

tmStatus tmi_sim_report_overlap(tmSim *sim, const tmiOverlap *overlap, int32_t more, bool apart,
                                tmDiags *diags) {
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_words_body(sim, &words.text, overlap->bodies[0]);
    tmi_text_add(&words.text, " and ");
    tmi_words_body(sim, &words.text, overlap->bodies[1]);
    tmi_text_add(&words.text, " overlap by ");
    tmi_words_number(&words.text, overlap->depth, " m at the start");
    tmi_text_add(&words.text,
                 apart ? ": they are moved apart" : ", and no small displacement separates them");
    if (more > 0) {
        tmi_text_add(&words.text, "; ");
        tmi_text_add_int(&words.text, more);
        tmi_text_add(&words.text, more == 1 ? " more pair overlaps" : " more pairs overlap");
    }
    tmi_text_add(&words.advice,
                 "place them so that they do not overlap, or say 'off' about them in "
                 "'interference'");
    return tmi_words_add_bodies(sim, &words, apart ? TM_WARNING : TM_ERROR, TMI_CODE_START,
                                overlap->bodies, diags);
}

tmStatus tmi_sim_report_model(tmSim *sim, tmDiags *diags) {
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "models of contact for study are of planar worlds");
    tmi_text_add(&words.advice, "in space 'contact: facets' holds bodies apart");
    tmStatus status = tmi_words_add_body(sim, &words, TM_ERROR, TMI_CODE_START,
                                         sim->system->movers[0].body, diags);
    return status == TM_OK ? TM_ERR_TEXT : status;
}

tmStatus tmi_sim_report_rounding(tmSim *sim, int32_t body, double length, double rounding,
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
    return tmi_words_add_body(sim, &words, TM_WARNING, TMI_CODE_START, body, diags);
}
