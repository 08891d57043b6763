/* sketch.c: makes sketches of texts, and keeps where their bodies are. */
#include "edit/sketch.h"

#include "analyse/kinematics/kinematics.h"
#include "define/model/model.h"
#include "edit/edit_assemble.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* ---- Making one ---------------------------------------------------------------------------- */

static tmStatus report(tmSketch *sketch, tmSeverity severity, const char *message,
                       const char *hint) {
    return tm_diags_add(sketch->diags,
                        &(tmDiag){.severity = severity, .message = message, .hint = hint});
}

static tmStatus report_limit(tmSketch *sketch, const char *before, int32_t number,
                             const char *behind) {
    char message[200];
    tmiText text;
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, before);
    tmi_text_add_int(&text, number);
    tmi_text_add(&text, behind);
    return report(sketch, TM_ERROR, message, "use fewer parts, or run it from the command line");
}

/* Whether the world is small enough to be drawn; reports why if not. Checked before anything is
 * built: one line of text can ask for a million bodies. */
static tmStatus look_at_size(tmSketch *sketch, bool *fits) {
    tmRunInfo run;
    tmStatus status = tm_document_run(sketch->document, sketch->run, &run);
    *fits = false;
    if (status == TM_OK && run.bodies > TM_SKETCH_BODY_LIMIT) {
        return report_limit(sketch, "this world has ", run.bodies,
                            " bodies: up to 20,000 are drawn here");
    }
    if (status == TM_OK && run.joints > TM_SKETCH_JOINT_LIMIT) {
        return report_limit(sketch, "this world has ", run.joints,
                            " joints: up to 40,000 are drawn here");
    }
    *fits = status == TM_OK;
    return status;
}

/* Likewise of joints that meet at one body: equations of all of them are solved together, which
 * costs the square of their number. */
static tmStatus look_at_hubs(tmSketch *sketch, bool *fits) {
    size_t size = (size_t)sketch->body_count * sizeof(int32_t);
    int32_t *counts = tmi_alloc_zero(sketch->allocator, size);
    if (!counts) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < sketch->joint_count; i++) {
        tmJointInfo joint;
        tm_model_joint(sketch->model, i, &joint);
        for (int32_t k = 0; k < joint.body_count; k++) {
            counts[joint.bodies[k]]++;
        }
    }
    double pairs = 0.0;
    int32_t max = 0;
    for (int32_t i = 1; i < sketch->body_count; i++) {
        tmBodyInfo body;
        tm_model_body(sketch->model, i, &body);
        pairs += body.is_fixed ? 0.0 : (double)counts[i] * counts[i];
        max = !body.is_fixed && counts[i] > max ? counts[i] : max;
    }
    tmi_free(sketch->allocator, counts, size);
    *fits = pairs <= (double)TM_SKETCH_HUB_LIMIT * TM_SKETCH_HUB_LIMIT;
    return *fits ? TM_OK
                 : report_limit(sketch, "", max,
                                " joints meet at one body: too many to be drawn here");
}

/* The run that is shown: the one asked for, else the first that is animated, else the first. */
static int32_t choose_run(const tmDocument *document, int32_t run) {
    int32_t count = tm_document_run_count(document);
    if (run >= 0) {
        return run < count ? run : -1;
    }
    for (int32_t i = 0; i < count; i++) {
        tmRunInfo info;
        if (tm_document_run(document, i, &info) == TM_OK && info.kind == TM_RUN_ANIMATE) {
            return i;
        }
    }
    return count > 0 ? 0 : -1;
}

/* The place of a joint in the mechanism, from 0; -1 for null. */
static int32_t place_of(tmJointId joint) {
    return (int32_t)(joint.value % (1u << TMI_ID_SLOT_BITS)) - 1;
}

static tmStatus number_joints(tmSketch *sketch) {
    int32_t count = tm_joint_count(sketch->mechanism);
    sketch->numbers = tmi_alloc_zero(sketch->allocator, ((size_t)count + 1) * sizeof(int32_t));
    if (!sketch->numbers) {
        return TM_ERR_MEMORY;
    }
    sketch->number_count = count;
    for (int32_t i = 0; i < count; i++) {
        sketch->numbers[i] = -1;
    }
    for (int32_t i = 0; i < sketch->joint_count; i++) {
        if (sketch->joints[i].value != 0) {
            sketch->numbers[place_of(sketch->joints[i])] = i;
        }
    }
    return TM_OK;
}

/* A joint whose bodies are all fixed restrains nothing that could move: it is not counted, and its
 * redundancy is not reported. `trammel show` counts likewise. */
static tmStatus leave_out_fixed(tmSketch *sketch) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < sketch->joint_count && status == TM_OK; i++) {
        if (sketch->joints[i].value != 0 && tmi_model_joins_fixed(sketch->model, i)) {
            sketch->numbers[place_of(sketch->joints[i])] = -1;
            status = tm_joint_remove(sketch->mechanism, sketch->joints[i]);
            sketch->joints[i].value = 0;
        }
    }
    return status;
}

static tmStatus make_mechanism(tmSketch *sketch) {
    const tmFrame *frames = tm_assembly_frames(sketch->assembly);
    size_t bodies = (size_t)sketch->body_count, joints = (size_t)sketch->joint_count + 1;
    sketch->poses = tmi_alloc_zero(sketch->allocator, bodies * sizeof *sketch->poses);
    sketch->joints = tmi_alloc_zero(sketch->allocator, joints * sizeof *sketch->joints);
    if (!sketch->poses || !sketch->joints) {
        return TM_ERR_MEMORY;
    }
    tmi_poses_of_frames(frames, sketch->body_count, sketch->poses);
    tmStatus status = tm_mechanism_from_model(&sketch->allocator, sketch->model, frames,
                                              sketch->joints, &sketch->mechanism);
    status = status == TM_OK ? number_joints(sketch) : status;
    status = status == TM_OK ? leave_out_fixed(sketch) : status;
    if (status != TM_OK && status != TM_ERR_MEMORY) {
        status =
            report(sketch, TM_WARNING, "a joint of this world cannot be dragged in the plane",
                   "hinges that a text defines, flat followers and tackles: the command line runs "
                   "them; wheels that mesh need two centres");
    }
    return status;
}

static tmStatus make_world(tmSketch *sketch) {
    tmModelDef def = tm_model_def_default();
    tmStatus status =
        tm_model_create(&sketch->allocator, sketch->document, sketch->run, &def, &sketch->model);
    status =
        status == TM_OK ? tmi_edit_add_diags(sketch->diags, tm_model_diags(sketch->model)) : status;
    if (status != TM_OK || tm_diags_total(sketch->diags, TM_ERROR) > 0) {
        return status == TM_ERR_TEXT ? TM_OK : status;
    }
    sketch->body_count = tm_model_body_count(sketch->model);
    sketch->joint_count = tm_model_joint_count(sketch->model);
    if (!tm_model_world(sketch->model).planar) {
        return report(sketch, TM_WARNING, "this world is in space: there is no 3D view yet",
                      "the command line animates, simulates and draws it");
    }
    bool fits;
    status = look_at_hubs(sketch, &fits);
    if (status != TM_OK || !fits) {
        return status;
    }
    status = tmi_edit_assemble(sketch->model, &sketch->assembly, &sketch->tolerance);
    if (status == TM_ERR_NOT_FINITE || status == TM_ERR_LIMIT) {
        return report(sketch, TM_ERROR, "this world cannot be assembled",
                      tm_status_message(status));
    }
    status = status == TM_OK
                 ? tm_assembly_diagnostics(sketch->assembly, sketch->model, sketch->diags)
                 : status;
    if (status == TM_OK && sketch->tolerance > tm_assembly_def_default().tolerance) {
        status = report(sketch, TM_WARNING,
                        "joints repeat each other, and their rounded numbers do not quite agree",
                        "they may bind: give lengths that agree exactly, or leave one joint out");
    }
    return status == TM_OK ? make_mechanism(sketch) : status;
}

static tmStatus start(tmSketch *sketch, const tmDocumentDef *def, int32_t run) {
    tmStatus status = tm_diags_create(&sketch->allocator, &sketch->diags);
    status =
        status == TM_OK ? tm_document_create(&sketch->allocator, def, &sketch->document) : status;
    status = status == TM_OK
                 ? tmi_edit_add_diags(sketch->diags, tm_document_diags(sketch->document))
                 : status;
    if (status != TM_OK) {
        return status;
    }
    sketch->run = choose_run(sketch->document, run);
    if (sketch->run < 0 || tm_diags_total(sketch->diags, TM_ERROR) > 0) {
        return TM_OK;
    }
    bool fits;
    status = look_at_size(sketch, &fits);
    return status == TM_OK && fits ? make_world(sketch) : status;
}

tmStatus tm_sketch_create(const tmAllocator *allocator, const tmDocumentDef *def, int32_t run,
                          tmSketch **sketch) {
    if (!sketch) {
        return TM_ERR_ARGUMENT;
    }
    *sketch = NULL;
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmSketch *made = tmi_alloc_zero(chosen, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = chosen;
    tmStatus status = start(made, def, run);
    if (status != TM_OK) {
        tm_sketch_destroy(made);
        return status;
    }
    *sketch = made;
    return TM_OK;
}

void tm_sketch_destroy(tmSketch *sketch) {
    if (!sketch) {
        return;
    }
    tm_modes_destroy(sketch->modes);
    tm_diagnosis_destroy(sketch->diagnosis);
    tm_rates_destroy(sketch->rates);
    if (sketch->values) {
        int32_t count = tm_model_animate(sketch->model).value_count;
        tmi_free(sketch->allocator, sketch->values,
                 TMI_SKETCH_VALUES(count) * sizeof *sketch->values);
    }
    tm_animation_destroy(sketch->animation);
    tm_plan_destroy(sketch->drag);
    tmi_free(sketch->allocator, sketch->held, (size_t)sketch->body_count * sizeof *sketch->held);
    tm_mechanism_destroy(sketch->mechanism);
    tmi_free(sketch->allocator, sketch->numbers,
             sketch->numbers ? ((size_t)sketch->number_count + 1) * sizeof *sketch->numbers : 0);
    tmi_free(sketch->allocator, sketch->joints,
             ((size_t)sketch->joint_count + 1) * sizeof *sketch->joints);
    tmi_free(sketch->allocator, sketch->poses, (size_t)sketch->body_count * sizeof *sketch->poses);
    tm_assembly_destroy(sketch->assembly);
    tm_model_destroy(sketch->model);
    tm_document_destroy(sketch->document);
    tm_diags_destroy(sketch->diags);
    tmi_free(sketch->allocator, sketch, sizeof *sketch);
}

/* ---- What it is made of -------------------------------------------------------------------- */

bool tm_sketch_is_good(const tmSketch *sketch) {
    return sketch && sketch->mechanism;
}

const tmDiags *tm_sketch_diags(const tmSketch *sketch) {
    return sketch ? sketch->diags : NULL;
}

const tmDocument *tm_sketch_document(const tmSketch *sketch) {
    return sketch ? sketch->document : NULL;
}

const tmModel *tm_sketch_model(const tmSketch *sketch) {
    return sketch ? sketch->model : NULL;
}

/* Returns the body that a rigid joint holds to the ground because it is fixed. */
static int32_t fixed_by(const tmSketch *sketch, tmJointId joint) {
    tmJointDef def;
    tmBodyId body;
    int32_t number = sketch->body_count - 1;
    if (tm_joint_get(sketch->mechanism, joint, &def) != TM_OK ||
        tm_feature_get(sketch->mechanism, def.features[1], &body, NULL, NULL, NULL) != TM_OK) {
        return 0;
    }
    while (number > 0 && tm_body_at(sketch->mechanism, number).value != body.value) {
        number--;
    }
    return number;
}

int32_t tmi_sketch_joint(const tmSketch *sketch, tmJointId joint) {
    int32_t place = place_of(joint);
    bool is_own = place >= 0 && place < sketch->number_count && sketch->numbers[place] >= 0;
    return is_own ? sketch->numbers[place] : -fixed_by(sketch, joint);
}

/* ---- Poses --------------------------------------------------------------------------------- */

const tmPose *tm_sketch_poses(const tmSketch *sketch) {
    return tm_sketch_is_good(sketch) ? sketch->poses : NULL;
}

void tmi_sketch_moved(tmSketch *sketch) {
    sketch->is_playing = false;
    sketch->is_blocked = false;
}

void tmi_sketch_take(tmSketch *sketch, const tmPlan *plan) {
    memcpy(sketch->poses, tm_plan_poses(plan), (size_t)sketch->body_count * sizeof *sketch->poses);
}

tmStatus tmi_sketch_load(tmSketch *sketch) {
    tmStatus status = TM_OK;
    for (int32_t i = 1; i < sketch->body_count && status == TM_OK; i++) {
        const tmPose *pose = &sketch->poses[i];
        status = tm_body_set_pose(sketch->mechanism, tm_body_at(sketch->mechanism, i), pose->x,
                                  pose->y, tmi_atan2(pose->s, pose->c));
    }
    return status;
}

/* Closes the joints from the present poses. */
static tmStatus close_joints(tmSketch *sketch) {
    tmPlan *plan = NULL;
    tmPlanDef def = tm_plan_def_default();
    tmSolveInfo info;
    def.tolerance = sketch->tolerance;
    tmStatus status = tmi_sketch_load(sketch);
    status = status == TM_OK ? tm_plan_create(sketch->mechanism, &def, &plan) : status;
    status = status == TM_OK ? tm_plan_move(plan, (double[1]){0.0}, &info) : status;
    if (status == TM_OK && info.outcome != TM_MOVE_DONE) {
        status = TM_ERR_NOT_CONVERGED;
    }
    if (status == TM_OK) {
        tmi_sketch_take(sketch, plan);
    }
    tm_plan_destroy(plan);
    return status;
}

static bool is_finite(const tmPose *pose) {
    return isfinite(pose->x) && isfinite(pose->y) && isfinite(pose->c) && isfinite(pose->s) &&
           pose->c * pose->c + pose->s * pose->s > 0.0;
}

tmStatus tm_sketch_set_poses(tmSketch *sketch, const tmPose *poses) {
    if (!tm_sketch_is_good(sketch) || !poses || sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < sketch->body_count; i++) {
        if (!is_finite(&poses[i])) {
            return TM_ERR_NOT_FINITE;
        }
    }
    size_t size = (size_t)sketch->body_count * sizeof *poses;
    tmPose *before = tmi_alloc_zero(sketch->allocator, size);
    if (!before) {
        return TM_ERR_MEMORY;
    }
    memcpy(before, sketch->poses, size);
    memmove(sketch->poses + 1, poses + 1, size - sizeof *poses);
    tmStatus status = close_joints(sketch);
    if (status != TM_OK) {
        memcpy(sketch->poses, before, size);
    }
    tmi_free(sketch->allocator, before, size);
    tmi_sketch_moved(sketch);
    return status;
}

void tm_sketch_reset(tmSketch *sketch) {
    if (!tm_sketch_is_good(sketch)) {
        return;
    }
    tm_sketch_release(sketch);
    const tmFrame *frames = tm_assembly_frames(sketch->assembly);
    tmi_poses_of_frames(frames, sketch->body_count, sketch->poses);
    tmi_sketch_moved(sketch);
}

tmStatus tm_sketch_gaps(tmSketch *sketch, double *gaps) {
    if (!tm_sketch_is_good(sketch) || !gaps) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = sketch->drag ? TM_OK : tmi_sketch_load(sketch);
    if (status == TM_OK && !sketch->drag) {
        return tmi_joint_gaps(sketch->mechanism, sketch->joints, sketch->joint_count, gaps);
    }
    for (int32_t i = 0; i < sketch->joint_count && status == TM_OK; i++) {
        gaps[i] = 0.0;
        if (sketch->joints[i].value != 0) {
            status = tm_plan_gap(sketch->drag, sketch->joints[i], &gaps[i]);
        }
    }
    return status;
}
