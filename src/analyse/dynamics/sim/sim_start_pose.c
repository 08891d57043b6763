/* sim_start_pose.c: poses at the start. What is prescribed there may move parts away from where
 * they are assembled. Joints keep what the text gives them as far as that fits: in a displacement
 * of least kinetic energy alone light parts would turn rather than go along.
 * docs/theory/dynamics.md, section 5. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/sim_start.h"

#include <math.h>
#include <string.h>

/* Displacements, each of which leaves a part of second order of the one before. */
#define DISPLACEMENTS 12

/* Starts that are met within the first of these are kept, those within the second are met exactly
 * [m or rad]. */
#define START_KEPT 1e-6
#define START_EXACT 1e-12

/* By how much a joint is away from its start. */
static double away(const tmiStart *w, const tmiWish *wish) {
    const tmiSystem *s = w->sim->system;
    tmJointInfo joint;
    double value, rate;
    tm_model_joint(s->model, wish->joint, &joint);
    tmi_sim_coordinate_at(w->sim, &joint, wish->coordinate, wish->start, &value, &rate);
    return wish->start - value;
}

/* Lists the joints that are where the text starts them; without `make` it only counts. */
static tmStatus find_starts(tmiStart *w, bool make, int32_t *count) {
    const tmiSystem *s = w->sim->system;
    tmStatus status = TM_OK;
    *count = 0;
    for (int32_t i = 0; i < tm_model_joint_count(s->model) && status == TM_OK; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, i, &joint);
        for (int32_t k = 0; joint.start && k < joint.coordinate_count && status == TM_OK; k++) {
            double value, rate, start = joint.start[k][0];
            tmi_sim_coordinate_at(w->sim, &joint, k, start, &value, &rate);
            if (fabs(value - start) <= START_KEPT) { /* not where there is none: NaN */
                ++*count;
                status = make ? tmi_start_wish_joint(w, &joint, i, k) : TM_OK;
            }
        }
    }
    return status;
}

/* What is missed becomes what is given, as if the displacement took one second. */
static void demand(tmiStart *w) {
    tmiSystem *s = w->sim->system;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            double scale = constraint->quick[k].scale, value = s->value[constraint->first + k];
            bool closes = constraint->level == 0 && scale != 0.0;
            s->given[constraint->first + k][1] = closes ? -value / scale : 0.0;
        }
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        double value, bias, near[1][2] = {{0.0}}, seen[1][2];
        tmiRowsTo to = {&value, &bias, near, seen};
        tmi_constraint_evaluate(s, &w->wishes[i].constraint, &to);
        w->wishes[i].value = away(w, &w->wishes[i]);
    }
}

/* The largest part of a start that is missed [m or rad]. */
static double missed(const tmiStart *w) {
    double max = 0.0;
    for (int32_t i = 0; i < w->wish_count; i++) {
        double own = fabs(away(w, &w->wishes[i]));
        max = own > max ? own : max;
    }
    return max;
}

/* Displaces the poses until prescribed positions and starts are met, or no longer approach. */
static tmStatus displace(tmiStart *w, double *y) {
    tmSim *sim = w->sim;
    tmiSystem *s = sim->system;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < DISPLACEMENTS && status == TM_OK; i++) {
        if (!tmi_system_evaluate(s)) {
            return TM_ERR_NOT_FINITE;
        }
        if (tmi_system_gap(s, NULL) <= TMI_SIM_CLOSE * s->size && missed(w) <= START_EXACT) {
            break;
        }
        demand(w);
        w->displaces = true;
        w->lightest = 1.0; /* all go along rather than turn */
        tmi_start_fill(w);
        status = tmi_start_displacement(w, y);
        if (status == TM_OK) {
            tmi_system_advance(s, y, 1.0, tmi_system_velocities(s, y), y);
            tmi_system_set_state(s, y);
        }
    }
    return status;
}

static tmStatus report_start(const tmiStart *w, const tmiWish *wish, tmDiags *diags) {
    double factor = wish->turns ? 180.0 / TMI_PI : 1.0;
    const char *unit = wish->turns ? " deg" : " m";
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "joint ");
    tmi_words_joint(w->sim, &words.text, wish->joint);
    tmi_text_add(&words.text, " cannot start at ");
    tmi_words_number(&words.text, factor * wish->start, unit);
    tmi_text_add(&words.text, ": what is prescribed puts it at ");
    tmi_words_number(&words.text, factor * (wish->start - away(w, wish)), unit);
    tmi_text_add(&words.advice, "leave out its start, or change what is prescribed at 0 s");
    return tmi_words_add_joint(w->sim, &words, TM_WARNING, TMI_CODE_START, wish->joint, diags);
}

/* Closes `y` so that it keeps the starts, if that can be; else leaves it as it is. `before` are the
 * poses that were assembled. */
static tmStatus keep_starts(tmiStart *w, double *before, double *y) {
    tmiSystem *s = w->sim->system;
    size_t rows = (size_t)s->row_count * sizeof *s->given;
    void *given = tmi_arena_alloc(&w->arena, (size_t)s->row_count + 1, sizeof *s->given);
    if (!given || !tmi_start_take(w)) {
        return TM_ERR_MEMORY;
    }
    memcpy(given, s->given, rows);
    tmi_system_set_state(s, before);
    tmStatus status = displace(w, before);
    memcpy(s->given, given, rows);
    bool met = status == TM_OK && missed(w) <= START_KEPT;
    if (met && tmi_sim_close(w->sim, before) == TM_OK && missed(w) <= START_KEPT) {
        memcpy(y, before, (size_t)(tmi_system_velocities(s, y) - y) * sizeof *y);
    }
    tmi_system_set_state(s, y);
    bool fine = status != TM_ERR_MEMORY && tmi_system_evaluate(s);
    return status == TM_ERR_MEMORY ? status : fine ? TM_OK : TM_ERR_NOT_FINITE;
}

tmStatus tmi_start_close(tmiStart *w, double *y, tmDiags *diags) {
    tmSim *sim = w->sim;
    tmiSystem *s = sim->system;
    int32_t count = 0;
    bool leads = tmi_system_evaluate(s) && tmi_system_gap(s, NULL) > TMI_SIM_CLOSE * s->size;
    tmStatus status = leads ? find_starts(w, false, &count) : TM_OK;
    double *before = count > 0 ? tmi_arena_alloc(&w->arena, (size_t)sim->n, sizeof *before) : NULL;
    if (status == TM_OK && count > 0) {
        w->n = s->mover_count * s->dof;
        w->wishes = tmi_arena_alloc(&w->arena, (size_t)count, sizeof *w->wishes);
        status = before && w->wishes ? find_starts(w, true, &count) : TM_ERR_MEMORY;
    }
    if (before) {
        memcpy(before, y, (size_t)sim->n * sizeof *y);
    }
    status = status == TM_OK ? tmi_sim_close(sim, y) : status;
    if (status == TM_OK && missed(w) > START_KEPT) {
        status = keep_starts(w, before, y);
    }
    for (int32_t i = 0; i < w->wish_count && status == TM_OK; i++) {
        if (fabs(away(w, &w->wishes[i])) > START_KEPT) {
            status = report_start(w, &w->wishes[i], diags);
        }
    }
    return status;
}
