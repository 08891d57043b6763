/* pass.c: bodies that pass through each other. */
#include "reports/reports.h"
#include "text/text.h"

#include <stdio.h>

/* Pairs of bodies that are checked before it is assumed that some may touch. */
#define PAIRS_MAX 1000000

bool cli_may_touch(const tmModel *model, int32_t bodies[2]) {
    int32_t count = 0;
    const int32_t *all = tm_model_touching(model, &count);
    int64_t asked = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            if (asked++ == PAIRS_MAX || tm_model_may_touch(model, all[i], all[k])) {
                if (bodies) {
                    bodies[0] = all[i];
                    bodies[1] = all[k];
                }
                return true;
            }
        }
    }
    return false;
}

/* Whether `events` locates contact: not in steps of a fixed length, nor without forces. */
static bool located(const tmModel *model, int32_t method, int32_t integrator) {
    return method == TM_METHOD_EVENTS && integrator != TM_INTEGRATOR_RK4 &&
           integrator != TM_INTEGRATOR_EULER &&
           !(tm_model_world(model).left_out & TM_WITHOUT_DYNAMICS);
}

/* Whether a world of space has joints, or motions that are prescribed. */
static bool is_joined_in_space(const tmModel *model) {
    bool joined = tm_model_joint_count(model) > 0;
    for (int32_t i = 0; i < tm_model_control_count(model); i++) {
        tmControlInfo control;
        joined = joined || (tm_model_control(model, i, &control) == TM_OK && control.prescribes);
    }
    return joined && !tm_model_world(model).planar;
}

const char *cli_pass_reason(const tmModel *model, int32_t method, int32_t integrator) {
    bool planar = tm_model_world(model).planar, joined = is_joined_in_space(model);
    bool held = method == TM_METHOD_STEPPING || (planar && located(model, method, integrator));
    if ((held && !joined) || !cli_may_touch(model, NULL)) {
        return NULL;
    }
    return joined ? "in space only bodies without joints and prescribed motions are held apart yet"
           : !planar                     ? "in space only 'method: stepping' holds bodies apart"
           : method == TM_METHOD_CLASSIC ? "'method: classic' does not hold bodies apart"
                                         : "'events' holds bodies apart only where forces move "
                                           "them, with an integrator that controls its error";
}

const char *cli_pass_advice(const tmModel *model) {
    return is_joined_in_space(model)
               ? "make the world planar, or say 'without: interference' if they are to pass"
               : "say 'method: stepping', or 'without: interference' if they are to pass";
}

tmStatus cli_pass_warn(const tmModel *model, tmDiags *diags) {
    tmSimulateInfo run = tm_model_simulate(model);
    const char *why = run.is_simulation
                          ? cli_pass_reason(model, (int32_t)run.method, (int32_t)run.integrator)
                          : NULL;
    int32_t bodies[2];
    char message[480];
    if (!why || !cli_may_touch(model, bodies)) {
        return TM_OK;
    }
    tmBodyInfo a, b;
    if (tm_model_body(model, bodies[0], &a) != TM_OK ||
        tm_model_body(model, bodies[1], &b) != TM_OK) {
        return TM_OK;
    }
    const char *const parts[2] = {a.name, b.name}, *file = NULL;
    int32_t line = 0, column = 0;
    tm_model_part_place(model, a.part, &file, &line, &column);
    snprintf(message, sizeof message,
             "in 'simulate %.100s' bodies that may touch, such as %.80s and %.80s, pass through "
             "each other: %s",
             tm_model_world(model).name, a.name, b.name, why);
    return tm_diags_add(diags, &(tmDiag){.severity = TM_WARNING,
                                         .code = TM_CODE_PASS,
                                         .file = file,
                                         .line = line,
                                         .column = column,
                                         .message = message,
                                         .hint = cli_pass_advice(model),
                                         .parts = parts,
                                         .part_count = 2});
}

int64_t cli_passes(const tmRecording *recording, tmSimEvent *event) {
    int64_t passes = 0;
    for (int32_t i = 0; i < tm_recording_info(recording)->events; i++) {
        tmSimEvent found;
        if (tm_recording_event(recording, i, &found) == TM_OK && found.kind == TM_SIM_EVENT_PASS) {
            *event = passes++ == 0 ? found : *event;
        }
    }
    return passes;
}

bool cli_pass_text(const tmRecording *recording, char *text, size_t size) {
    tmSimEvent event;
    if (cli_passes(recording, &event) == 0) {
        return false;
    }
    const char *a = tm_recording_body(recording, event.bodies[0]);
    const char *b = tm_recording_body(recording, event.bodies[1]);
    snprintf(text, size, "%.80s and %.80s pass through each other from %.6g s on",
             a ? cli_shown(a) : "a body", b ? cli_shown(b) : "another", event.time);
    return true;
}
