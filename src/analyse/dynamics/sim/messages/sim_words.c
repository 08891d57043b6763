/* sim_words.c: what messages of a simulation share: numbers, names and places of parts, and why
 * equations have no solution. */
#include "analyse/dynamics/sim/messages/messages.h"

void tmi_words_begin(tmiSimWords *words) {
    tmi_text_init(&words->text, words->message, sizeof words->message);
    tmi_text_init(&words->advice, words->hint, sizeof words->hint);
}

void tmi_words_number(tmiText *text, double value, const char *unit) {
    if (value - value != 0.0) {
        tmi_text_add(text, value != value ? "not a number" : "infinite");
        return;
    }
    tmi_text_add_digits(text, value, 4);
    tmi_text_add(text, unit);
}

/* The second of two parts may be null, or both. */
static tmStatus add_message(tmiSimWords *words, tmSeverity severity, uint32_t code,
                            const char *file, int32_t line, int32_t column,
                            const char *const parts[2], tmDiags *diags) {
    tmDiag diag = {.severity = severity,
                   .code = code,
                   .file = file,
                   .line = line,
                   .column = column,
                   .message = words->message,
                   .hint = words->advice.need > 0 ? words->hint : NULL,
                   .parts = parts[0] ? parts : NULL,
                   .part_count = (parts[0] != NULL) + (parts[1] != NULL)};
    return tm_diags_add(diags, &diag);
}

tmStatus tmi_words_add_body(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                            uint32_t code, int32_t body, tmDiags *diags) {
    const char *file = NULL;
    int32_t line = 0, column = 0;
    tmBodyInfo info = {.name = NULL, .part = -1};
    if (body > 0 && tm_model_body(sim->model, body, &info) == TM_OK) {
        tm_model_part_place(sim->model, info.part, &file, &line, &column);
    }
    const char *parts[2] = {info.name, NULL};
    return add_message(words, severity, code, file, line, column, parts, diags);
}

tmStatus tmi_words_add_bodies(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                              uint32_t code, const int32_t bodies[2], tmDiags *diags) {
    const char *file = NULL, *parts[2] = {NULL, NULL};
    int32_t line = 0, column = 0, count = 0;
    for (int32_t i = 0; i < 2; i++) {
        tmBodyInfo info;
        if (bodies[i] > 0 && tm_model_body(sim->model, bodies[i], &info) == TM_OK) {
            parts[count++] = info.name;
            if (line == 0 && (i == 1 || sim->system->mover_of[bodies[i]] >= 0)) {
                tm_model_part_place(sim->model, info.part, &file, &line, &column);
            }
        }
    }
    return add_message(words, severity, code, file, line, column, parts, diags);
}

tmStatus tmi_words_add_joint(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                             uint32_t code, int32_t joint, tmDiags *diags) {
    const char *file = NULL;
    int32_t line = 0, column = 0;
    tmJointInfo info = {.name = NULL};
    if (tm_model_joint(sim->model, joint, &info) == TM_OK) {
        tm_model_joint_place(sim->model, joint, &file, &line, &column);
    }
    const char *parts[2] = {info.name, NULL};
    return add_message(words, severity, code, file, line, column, parts, diags);
}

void tmi_words_body(const tmSim *sim, tmiText *text, int32_t body) {
    tmBodyInfo info;
    tmi_text_add(text, "'");
    tmi_text_add(text, tm_model_body(sim->model, body, &info) == TM_OK ? info.name : "?");
    tmi_text_add(text, "'");
}

void tmi_words_joint(const tmSim *sim, tmiText *text, int32_t joint) {
    tmJointInfo info;
    tmi_text_add(text, "'");
    tmi_text_add(text, tm_model_joint(sim->model, joint, &info) == TM_OK ? info.name : "?");
    tmi_text_add(text, "'");
}

/* ---- Equations without a solution ------------------------------------------------------------ */

static bool has_active(const tmiSystem *s, uint8_t kind) {
    for (int32_t i = 0; i < s->constraint_count; i++) {
        if (s->constraints[i].kind == kind && s->constraints[i].active &&
            s->constraints[i].row_count > 0) {
            return true;
        }
    }
    return false;
}

/* Rows that contradict each other ([HH] 4.2 (4): A x = b has no solution): name only what the world
 * has as a possible reason. */
static void say_contradiction(const tmiSystem *s, tmiSimWords *words) {
    bool drives = has_active(s, TMI_CONSTRAINT_DRIVE), limits = has_active(s, TMI_CONSTRAINT_LIMIT);
    tmi_text_add(&words->text,
                 drives ? "the motion that is prescribed" : "the equations of joints");
    tmi_text_add(&words->text, drives && limits ? ", the joints" : drives ? " and the joints" : "");
    tmi_text_add(&words->text, limits ? " and the limits" : "");
    tmi_text_add(&words->text,
                 drives || limits ? " contradict each other" : " cannot be met together");
    tmi_text_add(&words->advice, drives ? "start where the prescribed motion starts, or prescribe "
                                          "less"
                                        : "start in another pose, or leave out a joint");
}

void tmi_words_no_solution(const tmiSystem *s, tmiSimWords *words, tmStatus why) {
    if (why == TM_ERR_NOT_CONVERGED) {
        say_contradiction(s, words);
    } else if (why == TM_ERR_NOT_FINITE) {
        tmi_text_add(&words->text, "a force, a velocity or a position is too large for a number");
        tmi_text_add(&words->advice, "look for a force without bound, or for a division by zero");
    } else {
        tmi_text_add(&words->text, "the motion equations lose all digits in this pose");
        tmi_text_add(&words->advice, "look for masses, moments of inertia or stiffnesses that "
                                     "differ by many powers of ten");
    }
}
