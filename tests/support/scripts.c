/* scripts.c: scripts of texts in tests. */
#include "scripts.h"

#include "models.h"

#include <stdio.h>
#include <string.h>

static void make_view(tmTest *t, stage *s) {
    size_t bodies = (size_t)tm_model_body_count(s->model);
    size_t joints = (size_t)tm_model_joint_count(s->model) + 1;
    s->body_count = tm_model_body_count(s->model);
    s->joint_count = tm_model_joint_count(s->model);
    s->frames = test_memory(t, bodies, sizeof *s->frames);
    s->twists = test_memory(t, bodies, sizeof *s->twists);
    s->accelerations = test_memory(t, bodies, sizeof *s->accelerations);
    s->loads = test_memory(t, bodies, sizeof *s->loads);
    s->angles = test_memory(t, bodies, sizeof *s->angles);
    s->joints = test_memory(t, joints, sizeof *s->joints);
    s->coordinates = test_memory(t, joints, sizeof *s->coordinates);
    for (int32_t i = 0; i < s->body_count; i++) {
        tmBodyInfo info;
        tm_model_body(s->model, i, &info);
        s->frames[i] = info.frame;
    }
    s->view = (tmiView){.frames = s->frames,
                        .twists = s->twists,
                        .accelerations = s->accelerations,
                        .joints = s->joints,
                        .loads = s->loads,
                        .coordinates = s->coordinates,
                        .angles = s->angles};
}

bool make_stage(tmTest *t, const char *text, tmMethod method, const tmHostControl *hosts,
                int32_t host_count, stage *s) {
    tmDiags *diags;
    *s = (stage){.model = fine_model_of(t, text)};
    if (!s->model || !CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return false;
    }
    DEFER(tm_diags_destroy, diags);
    tmStatus status = tmi_script_create(s->model, hosts, host_count, method, diags, &s->script);
    if (!CHECK_STATUS(status, TM_OK)) {
        for (int32_t i = 0; i < tm_diags_count(diags); i++) {
            CHECK_TEXT(tm_diags_at(diags, i)->message, "");
        }
        return false;
    }
    DEFER(tmi_script_destroy, s->script);
    make_view(t, s);
    return true;
}

bool make_stage_of(tmTest *t, const char *text, stage *s) {
    return make_stage(t, text, TM_METHOD_EVENTS, NULL, 0, s);
}

const char *script_messages(tmTest *t, const char *text, tmMethod method) {
    static const size_t size = 4000;
    char *said = test_memory(t, size, 1);
    const tmModel *model = model_of(t, text);
    tmiScript *script = NULL;
    tmDiags *diags;
    if (!model || !CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return said;
    }
    DEFER(tm_diags_destroy, diags);
    tmStatus status = tmi_script_create(model, NULL, 0, method, diags, &script);
    if (status == TM_OK) {
        DEFER(tmi_script_destroy, script);
    } else {
        CHECK_STATUS(status, TM_ERR_TEXT);
    }
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        size_t used = strlen(said);
        snprintf(said + used, size - used, "%d:%d %s [%s] (%s)\n", diag->line, diag->column,
                 diag->message, diag->part_count ? diag->parts[0] : "",
                 diag->hint ? diag->hint : "");
    }
    return said;
}

const tmiAct *run_stage(tmTest *t, stage *s) {
    int32_t count, problem = -1;
    const tmiAct *acts = tmi_script_run(s->script, &s->view, true, &count, &problem);
    CHECK(acts && problem == -1 && count == tm_model_control_count(s->model));
    return acts;
}

void check_vector(tmTest *t, const double found[3], double x, double y, double z, double tolerance,
                  const char *what) {
    test_near(t, found[0], x, tolerance, what, __FILE__, __LINE__);
    test_near(t, found[1], y, tolerance, what, __FILE__, __LINE__);
    test_near(t, found[2], z, tolerance, what, __FILE__, __LINE__);
}
