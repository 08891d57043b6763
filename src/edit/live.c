/* live.c: see live.h. */
#include "trammel/live.h"

#include "analyse/kinematics/kinematics.h"
#include "base/base.h"
#include "edit/edit_assemble.h"

#include <math.h>
#include <string.h>

/* The longest run [s]: a day. Not more, because the minimum step of methods with error control is a
 * part of it. */
#define NO_END 1e5

struct tmLive {
    tmAllocator allocator;
    tmDiags *diags;
    tmDocument *document;
    tmModel *model;
    tmAssembly *assembly;
    tmSim *sim;
    int32_t body_count;
    tmPose *poses;
    tmFrame *frames;
    tmTwist *twists;
    double *monitors; /* value_count and one */
    double *contacts;
    int32_t contact_room;
};

/* ---- Making one ---------------------------------------------------------------------------- */

static bool has_errors(const tmLive *live) {
    return tm_diags_total(live->diags, TM_ERROR) > 0;
}

static tmStatus refuse(tmLive *live, const char *message, const char *hint) {
    return tm_diags_add(live->diags,
                        &(tmDiag){.severity = TM_ERROR, .message = message, .hint = hint});
}

static int32_t choose_run(const tmDocument *document, int32_t run) {
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        tmRunInfo info;
        if (tm_document_run(document, i, &info) == TM_OK &&
            (run < 0 ? info.kind == TM_RUN_SIMULATE : i == run)) {
            return i;
        }
    }
    return -1;
}

static size_t monitor_room(const tmLive *live) {
    return ((size_t)tm_model_simulate(live->model).value_count + 1) * sizeof(double);
}

static tmStatus make_sim(tmLive *live) {
    tmSimDef def = tm_sim_def_default();
    def.end = NO_END;
    live->body_count = tm_model_body_count(live->model);
    size_t count = (size_t)live->body_count;
    live->poses = tmi_alloc_zero(live->allocator, count * sizeof *live->poses);
    live->frames = tmi_alloc_zero(live->allocator, count * sizeof *live->frames);
    live->twists = tmi_alloc_zero(live->allocator, count * sizeof *live->twists);
    live->monitors = tmi_alloc_zero(live->allocator, monitor_room(live));
    if (!live->poses || !live->frames || !live->twists || !live->monitors) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tm_sim_create(live->model, live->assembly, &def, live->diags, &live->sim);
    return status == TM_ERR_TEXT ? TM_OK : status;
}

static tmStatus make_world(tmLive *live, int32_t run) {
    tmModelDef def = tm_model_def_default();
    tmStatus status = tm_model_create(&live->allocator, live->document, run, &def, &live->model);
    status =
        status == TM_OK ? tmi_edit_add_diags(live->diags, tm_model_diags(live->model)) : status;
    if (status != TM_OK || has_errors(live)) {
        return status == TM_ERR_TEXT ? TM_OK : status;
    }
    if (!tm_model_world(live->model).planar) {
        return refuse(live, "this world is in space: there is no 3D view yet",
                      "the command line simulates and draws it");
    }
    double tolerance;
    status = tmi_edit_assemble(live->model, &live->assembly, &tolerance);
    if (status == TM_ERR_NOT_FINITE || status == TM_ERR_LIMIT) {
        return refuse(live, "this world cannot be assembled", tm_status_message(status));
    }
    status = status == TM_OK ? tm_assembly_diagnostics(live->assembly, live->model, live->diags)
                             : status;
    return status == TM_OK && !has_errors(live) ? make_sim(live) : status;
}

static tmStatus start(tmLive *live, const tmDocumentDef *def, int32_t run) {
    tmStatus status = tm_diags_create(&live->allocator, &live->diags);
    status = status == TM_OK ? tm_document_create(&live->allocator, def, &live->document) : status;
    status = status == TM_OK ? tmi_edit_add_diags(live->diags, tm_document_diags(live->document))
                             : status;
    if (status != TM_OK || has_errors(live)) {
        return status;
    }
    int32_t chosen = choose_run(live->document, run);
    return chosen >= 0 ? make_world(live, chosen)
                       : refuse(live, "nothing simulates here", "add a 'simulate' of the world");
}

tmStatus tm_live_create(const tmAllocator *allocator, const tmDocumentDef *def, int32_t run,
                        tmLive **live) {
    if (!live) {
        return TM_ERR_ARGUMENT;
    }
    *live = NULL;
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmLive *made = tmi_alloc_zero(chosen, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = chosen;
    tmStatus status = start(made, def, run);
    if (status != TM_OK) {
        tm_live_destroy(made);
        return status;
    }
    *live = made;
    return TM_OK;
}

void tm_live_destroy(tmLive *live) {
    if (!live) {
        return;
    }
    size_t count = (size_t)live->body_count;
    tm_sim_destroy(live->sim);
    tmi_free(live->allocator, live->contacts, (size_t)live->contact_room * sizeof(double));
    tmi_free(live->allocator, live->monitors, live->monitors ? monitor_room(live) : 0);
    tmi_free(live->allocator, live->twists, count * sizeof *live->twists);
    tmi_free(live->allocator, live->frames, count * sizeof *live->frames);
    tmi_free(live->allocator, live->poses, count * sizeof *live->poses);
    tm_assembly_destroy(live->assembly);
    tm_model_destroy(live->model);
    tm_document_destroy(live->document);
    tm_diags_destroy(live->diags);
    tmi_free(live->allocator, live, sizeof *live);
}

/* ---- What it is ---------------------------------------------------------------------------- */

const tmDiags *tm_live_diags(const tmLive *live) {
    return live ? live->diags : NULL;
}

tmSim *tm_live_sim(const tmLive *live) {
    return live ? live->sim : NULL;
}

const tmModel *tm_live_model(const tmLive *live) {
    return live && live->sim ? live->model : NULL;
}

double tm_live_time(const tmLive *live) {
    return live && live->sim ? tm_sim_info(live->sim)->time : 0.0;
}

int32_t tm_live_outcome(const tmLive *live) {
    return (int32_t)(live && live->sim ? tm_sim_info(live->sim)->outcome : TM_SIM_FAILED);
}

static const tmDiag *message_of(const tmLive *live) {
    if (live->sim) {
        return tm_sim_diagnostic(live->sim);
    }
    for (int32_t i = 0; i < tm_diags_count(live->diags); i++) {
        if (tm_diags_at(live->diags, i)->severity == TM_ERROR) {
            return tm_diags_at(live->diags, i);
        }
    }
    return NULL;
}

tmStatus tm_live_diagnostic(const tmLive *live, tmWriteFn *write, void *user) {
    if (!live || !write) {
        return TM_ERR_ARGUMENT;
    }
    const tmDiag *diag = message_of(live);
    if (diag) {
        write(user, diag->message, strlen(diag->message));
        if (diag->hint) {
            write(user, ": ", 2);
            write(user, diag->hint, strlen(diag->hint));
        }
    }
    return TM_OK;
}

/* ---- Where it starts ----------------------------------------------------------------------- */

static void take_present(tmLive *live) {
    size_t count = (size_t)live->body_count;
    memcpy(live->frames, tm_sim_frames(live->sim), count * sizeof *live->frames);
    memcpy(live->twists, tm_sim_twists(live->sim), count * sizeof *live->twists);
}

tmStatus tm_live_start(tmLive *live, const tmPose *poses, int32_t count) {
    if (!live || !live->sim || (count > 0 && !poses)) {
        return TM_ERR_ARGUMENT;
    }
    if (count != live->body_count) {
        return TM_OK;
    }
    take_present(live);
    for (int32_t i = 1; i < count; i++) {
        if (!isfinite(poses[i].x) || !isfinite(poses[i].y) ||
            !(poses[i].c * poses[i].c + poses[i].s * poses[i].s > 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
        double n = sqrt(poses[i].c * poses[i].c + poses[i].s * poses[i].s);
        tmPose unit = {poses[i].x, poses[i].y, poses[i].c / n, poses[i].s / n};
        tmi_frames_of_poses(&unit, 1, &live->frames[i]);
    }
    return tm_sim_set_state(live->sim, tm_live_time(live), live->frames, live->twists);
}

static int32_t body_of(const tmModel *model, const char *name) {
    tmPartInfo part;
    int32_t index = tm_model_find_part(model, name);
    return index > 0 && tm_model_part(model, index, &part) == TM_OK ? part.body : -1;
}

static tmStatus take_inputs(tmLive *live, const tmLive *from) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < tm_model_input_count(live->model) && status == TM_OK; i++) {
        tmInputInfo input;
        double value;
        tm_model_input(live->model, i, &input);
        int32_t old = tm_model_find_input(from->model, input.name);
        if (old >= 0 && tm_sim_input(from->sim, old, &value) == TM_OK) {
            status = tm_sim_set_input(live->sim, i, value);
        }
    }
    return status;
}

/* The joint of that name, which in nearly the same text is the one behind the last that was found.
 */
static int32_t named_joint(const tmModel *model, const char *name, int32_t last) {
    tmJointInfo info;
    bool follows = tm_model_joint(model, last + 1, &info) == TM_OK && strcmp(info.name, name) == 0;
    return follows ? last + 1 : tm_model_find_joint(model, name);
}

/* The joint of the same name; joints without one have a number, so the bodies must agree, too. */
static int32_t joint_of(const tmLive *from, const tmLive *live, const tmJointInfo *joint,
                        int32_t *last) {
    tmJointInfo info;
    int32_t old = named_joint(from->model, joint->name, *last);
    *last = old >= 0 ? old : *last;
    bool same = old >= 0 && tm_model_joint(from->model, old, &info) == TM_OK &&
                strcmp(info.kind->name, joint->kind->name) == 0 &&
                info.body_count == joint->body_count;
    for (int32_t i = 0; same && i < info.body_count; i++) {
        tmBodyInfo a, b;
        tm_model_body(from->model, info.bodies[i], &a);
        tm_model_body(live->model, joint->bodies[i], &b);
        same = strcmp(a.name, b.name) == 0;
    }
    return same ? old : -1;
}

/* Frames do not contain whole turns: springs in a joint, limits and monitors count them. */
static tmStatus take_turns(tmLive *live, const tmLive *from) {
    tmStatus status = TM_OK;
    for (int32_t i = 0, last = -1; i < tm_model_joint_count(live->model); i++) {
        tmJointInfo joint;
        tm_model_joint(live->model, i, &joint);
        int32_t old = joint_of(from, live, &joint, &last);
        for (int32_t k = 0; old >= 0 && k < joint.coordinate_count && status == TM_OK; k++) {
            double value;
            if (tm_sim_coordinate(from->sim, old, k, &value, NULL) == TM_OK) {
                status = tm_sim_set_turns(live->sim, i, k, value);
            }
        }
    }
    return status;
}

tmStatus tm_live_take(tmLive *live, const tmLive *from) {
    if (!live || !live->sim || !from || !from->sim) {
        return TM_ERR_ARGUMENT;
    }
    take_present(live);
    for (int32_t i = 1; i < live->body_count; i++) {
        tmBodyInfo body;
        tm_model_body(live->model, i, &body);
        int32_t old = body_of(from->model, body.name);
        if (old > 0) {
            live->frames[i] = tm_sim_frames(from->sim)[old];
            live->twists[i] = tm_sim_twists(from->sim)[old];
        }
    }
    tmStatus status = take_inputs(live, from);
    status = status == TM_OK
                 ? tm_sim_set_state(live->sim, tm_live_time(from), live->frames, live->twists)
                 : status;
    return status == TM_OK ? take_turns(live, from) : status;
}

/* ---- Where it is --------------------------------------------------------------------------- */

const tmPose *tm_live_poses(tmLive *live) {
    if (!live || !live->sim) {
        return NULL;
    }
    tmi_poses_of_frames(tm_sim_frames(live->sim), live->body_count, live->poses);
    return live->poses;
}

tmStatus tm_live_contacts(tmLive *live, const double **numbers, int32_t *count) {
    int32_t found;
    if (!live || !live->sim || !numbers || !count) {
        return TM_ERR_ARGUMENT;
    }
    const tmContact *contacts = tm_sim_contacts(live->sim, &found);
    if (4 * found > live->contact_room) {
        int32_t room = 8 * found;
        double *grown =
            tmi_resize(live->allocator, live->contacts, (size_t)live->contact_room * sizeof *grown,
                       (size_t)room * sizeof *grown);
        if (!grown) {
            return TM_ERR_MEMORY;
        }
        live->contacts = grown;
        live->contact_room = room;
    }
    for (int32_t i = 0; i < found; i++) {
        const tmContact *contact = &contacts[i];
        double *at = live->contacts + 4 * (size_t)i;
        for (int k = 0; k < 2; k++) {
            at[k] = contact->point[k];
            at[2 + k] = contact->force * contact->normal[k] + contact->friction[k];
        }
    }
    *numbers = live->contacts;
    *count = found;
    return TM_OK;
}

const double *tm_live_monitors(tmLive *live) {
    return live && live->sim && tm_sim_monitors(live->sim, live->monitors) == TM_OK ? live->monitors
                                                                                    : NULL;
}

tmStatus tm_live_pull(tmLive *live, int32_t body, double x, double y, double to_x, double to_y) {
    double stiffness = 0.0, damping = 0.0;
    if (!live || !live->sim) {
        return TM_ERR_ARGUMENT;
    }
    return tm_sim_pull(live->sim, body, (double[3]){x, y, 0.0}, (double[3]){to_x, to_y, 0.0},
                       stiffness, damping);
}
