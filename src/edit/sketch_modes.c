/* sketch_modes.c: analysis of a sketch: its freedoms, redundancies and contradictions, its
 * four-bars, and its assembly modes. */
#include "edit/sketch.h"

#include "edit/edit_assemble.h"
#include "edit/four_bars.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Maximum assembly modes to choose from, and arithmetic steps to find them. */
#define MODE_MAX 24
#define MODE_WORK 10000000
/* The largest gap of a joint that people call closed, of the mechanism's size. */
#define CLOSED 1e-9
/* A free motion is followed in steps of this part of the size or of a radian: from each, the joints
 * are closed to where they belong. */
#define FOLLOW_STEP 0.1

/* ---- Diagnosis ----------------------------------------------------------------------------- */

static void put_joints(tmiJson *json, const tmSketch *sketch, const tmConstraint *constraints,
                       int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        tmi_json_int(json, NULL, tmi_sketch_joint(sketch, constraints[i].joint));
    }
}

static void put_motions(tmiJson *json, const tmSketch *sketch) {
    tmi_json_open(json, "motions", '[');
    for (int32_t i = 0; i < tm_diagnosis_motion_count(sketch->diagnosis); i++) {
        const tmFreeMotion *motion = tm_diagnosis_motion(sketch->diagnosis, i);
        tmi_json_open(json, NULL, '{');
        tmi_json_truth(json, "lasts", motion->lasts);
        tmi_json_truth(json, "idle", motion->idle);
        tmi_json_open(json, "bodies", '[');
        for (int32_t b = 1; b < sketch->body_count; b++) {
            const tmVelocity *v = &motion->bodies[b];
            if (v->x != 0.0 || v->y != 0.0 || v->turn != 0.0) {
                tmi_json_int(json, NULL, b);
            }
        }
        tmi_json_close(json, ']');
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
}

static void put_redundant(tmiJson *json, const tmSketch *sketch) {
    tmi_json_open(json, "redundant", '[');
    for (int32_t i = 0; i < tm_diagnosis_redundancy_count(sketch->diagnosis); i++) {
        const tmRedundancy *redundancy = tm_diagnosis_redundancy(sketch->diagnosis, i);
        tmi_json_open(json, NULL, '{');
        tmi_json_int(json, "joint", tmi_sketch_joint(sketch, redundancy->constraint.joint));
        tmi_json_open(json, "from", '[');
        put_joints(json, sketch, redundancy->from, redundancy->from_count);
        tmi_json_close(json, ']');
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "conflicts", '[');
    for (int32_t i = 0; i < tm_diagnosis_conflict_count(sketch->diagnosis); i++) {
        const tmConflict *conflict = tm_diagnosis_conflict(sketch->diagnosis, i);
        tmi_json_open(json, NULL, '[');
        put_joints(json, sketch, conflict->constraints, conflict->count);
        tmi_json_close(json, ']');
    }
    tmi_json_close(json, ']');
}

static tmStatus put_text(tmiJson *json, const tmSketch *sketch) {
    size_t size = tm_diagnosis_text(sketch->diagnosis, NULL, 0) + 1;
    char *text = tmi_alloc_zero(sketch->allocator, size);
    if (!text) {
        return TM_ERR_MEMORY;
    }
    tm_diagnosis_text(sketch->diagnosis, text, size);
    tmi_json_text(json, "text", text);
    tmi_free(sketch->allocator, text, size);
    return TM_OK;
}

static tmStatus diagnose(tmSketch *sketch) {
    tmDiagnosis *made = NULL;
    tmDiagnosisDef def = tm_diagnosis_def_default();
    if (!tm_sketch_is_good(sketch) || sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    /* Poses that were measured as cosine and sine come back with one more rounding. */
    def.tolerance = sketch->tolerance > CLOSED ? sketch->tolerance : CLOSED;
    tmStatus status = tmi_sketch_load(sketch);
    status = status == TM_OK ? tm_diagnosis_create(sketch->mechanism, &def, &made) : status;
    if (status == TM_OK) {
        tm_diagnosis_destroy(sketch->diagnosis);
        sketch->diagnosis = made;
    }
    return status;
}

tmStatus tm_sketch_diagnosis(tmSketch *sketch, tmWriteFn *write, void *user) {
    tmStatus status = write ? diagnose(sketch) : TM_ERR_ARGUMENT;
    if (status != TM_OK) {
        return status;
    }
    const tmDiagnosisInfo *info = tm_diagnosis_info(sketch->diagnosis);
    tmiJson json;
    tmi_json_init(&json, write, user);
    tmi_json_open(&json, NULL, '{');
    tmi_json_text(&json, "verdict", tm_verdict_text(info->verdict));
    tmi_json_int(&json, "mobility", info->mobility);
    tmi_json_int(&json, "gruebler", info->gruebler);
    tmi_json_truth(&json, "assembled", info->assembled);
    put_motions(&json, sketch);
    put_redundant(&json, sketch);
    tmi_four_bars_put(&json, sketch);
    status = put_text(&json, sketch);
    tmi_json_close(&json, '}');
    tmi_output_flush(&json.out);
    return status;
}

tmStatus tm_sketch_mobility(tmSketch *sketch, int32_t *mobility, int32_t *count) {
    tmMobility *made = NULL;
    tmMobilityDef def = tm_mobility_def_default();
    if (!sketch || !mobility || !count || !sketch->model || sketch->body_count == 0 ||
        tm_diags_total(sketch->diags, TM_ERROR) > 0) {
        return TM_ERR_ARGUMENT;
    }
    def.max_motions = 0;
    tmStatus status = TM_OK;
    if (!sketch->assembly) {
        status = tmi_edit_assemble(sketch->model, &sketch->assembly, &sketch->tolerance);
    }
    status = status == TM_OK ? tm_mobility_create(sketch->assembly, NULL, &def, &made) : status;
    if (status == TM_OK) {
        *mobility = tm_mobility_info(made)->mobility;
        *count = tm_mobility_info(made)->count;
    }
    tm_mobility_destroy(made);
    return status;
}

/* ---- Free motions -------------------------------------------------------------------------- */

/* Puts the diagnosed poses, moved by the motion, into `poses`. */
static void advance(const tmSketch *sketch, const tmFreeMotion *motion, double step,
                    tmPose *poses) {
    for (int32_t b = 1; b < sketch->body_count; b++) {
        const tmVelocity *v = &motion->bodies[b];
        double sine = tmi_sin(step * v->turn), cosine = tmi_cos(step * v->turn);
        tmPose pose = poses[b];
        poses[b] = (tmPose){pose.x + step * v->x, pose.y + step * v->y,
                            pose.c * cosine - pose.s * sine, pose.s * cosine + pose.c * sine};
    }
}

/* In small steps, closed after each: the motion of the first pose remains a good enough guide. */
static tmStatus follow(tmSketch *sketch, const tmFreeMotion *motion, double way, tmPose *poses) {
    int32_t steps = 1 + (int32_t)(fabs(way) / FOLLOW_STEP);
    tmStatus status = TM_OK;
    size_t size = (size_t)sketch->body_count * sizeof *poses;
    memcpy(sketch->poses, tm_diagnosis_poses(sketch->diagnosis), size);
    for (int32_t i = 0; i < steps && status == TM_OK; i++) {
        memcpy(poses, sketch->poses, size);
        advance(sketch, motion, way / steps, poses);
        status = tm_sketch_set_poses(sketch, poses);
    }
    return status;
}

tmStatus tm_sketch_follow(tmSketch *sketch, int32_t motion, double way, tmSolveInfo *info) {
    const tmFreeMotion *free_motion =
        tm_sketch_is_good(sketch) ? tm_diagnosis_motion(sketch->diagnosis, motion) : NULL;
    if (!free_motion || !(fabs(way) <= 100.0)) {
        return TM_ERR_ARGUMENT;
    }
    size_t size = (size_t)sketch->body_count * sizeof(tmPose);
    tmPose *poses = tmi_alloc_zero(sketch->allocator, size);
    tmStatus status = poses ? follow(sketch, free_motion, way, poses) : TM_ERR_MEMORY;
    tmi_free(sketch->allocator, poses, size);
    if (info && (status == TM_OK || status == TM_ERR_NOT_CONVERGED)) {
        *info = (tmSolveInfo){.outcome = status == TM_OK ? TM_MOVE_DONE : TM_MOVE_FOLD,
                              .reached = status == TM_OK ? 1.0 : 0.0};
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

/* ---- Assembly modes ------------------------------------------------------------------------ */

/* What controls the free motions, as far as joints do. */
static int32_t free_inputs(const tmSketch *sketch, tmInput *inputs) {
    int32_t count = 0;
    for (int32_t i = 0; i < tm_diagnosis_motion_count(sketch->diagnosis); i++) {
        tmInput input = tm_diagnosis_motion(sketch->diagnosis, i)->input;
        bool known =
            input.kind == TM_INPUT_POSITION ? input.feature.value != 0 : input.joint.value != 0;
        if (known) {
            inputs[count++] = input;
        }
    }
    return count;
}

static tmStatus find(tmSketch *sketch, const tmPlan *plan) {
    tmModesDef def = tm_modes_def_default();
    tmModes *made = NULL;
    def.max_modes = MODE_MAX;
    def.max_work = MODE_WORK;
    tmStatus status = tm_modes_create(plan, NULL, &def, &made);
    if (status == TM_OK) {
        tm_modes_destroy(sketch->modes);
        sketch->modes = made;
        sketch->mode_bodies = tm_body_count(tm_plan_mechanism(plan));
    }
    return status;
}

static tmStatus find_free(tmSketch *sketch) {
    tmPlan *plan = NULL;
    tmPlanDef def = tm_plan_def_default();
    tmStatus status = diagnose(sketch);
    if (status != TM_OK) {
        return status;
    }
    size_t size = ((size_t)tm_diagnosis_motion_count(sketch->diagnosis) + 1) * sizeof(tmInput);
    tmInput *inputs = tmi_alloc_zero(sketch->allocator, size);
    if (!inputs) {
        return TM_ERR_MEMORY;
    }
    def.inputs = inputs;
    def.input_count = free_inputs(sketch, inputs);
    def.tolerance = sketch->tolerance;
    status = tm_plan_create(sketch->mechanism, &def, &plan);
    status = status == TM_OK ? find(sketch, plan) : status;
    tm_plan_destroy(plan);
    tmi_free(sketch->allocator, inputs, size);
    return status;
}

tmStatus tm_sketch_find_modes(tmSketch *sketch, int32_t *count, bool *complete) {
    if (!tm_sketch_is_good(sketch) || !count || !complete || sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = TM_ERR_UNSUPPORTED;
    if (tm_model_animate(sketch->model).drive_count > 0) {
        status = tmi_sketch_drives(sketch);
        status = status == TM_OK ? find(sketch, tm_animation_plan(sketch->animation)) : status;
    }
    if (status != TM_OK && status != TM_ERR_MEMORY) {
        status = find_free(sketch);
    }
    if (status == TM_OK) {
        *count = tm_modes_count(sketch->modes);
        *complete = tm_modes_is_complete(sketch->modes) && !tm_modes_has_more(sketch->modes);
    }
    return status;
}

const tmPose *tm_sketch_mode(const tmSketch *sketch, int32_t index) {
    return sketch ? tm_modes_poses(sketch->modes, index) : NULL;
}

int32_t tm_sketch_present_mode(const tmSketch *sketch) {
    if (!sketch || !sketch->modes || sketch->mode_bodies != sketch->body_count) {
        return -1;
    }
    return tm_modes_nearest(sketch->modes, sketch->poses, NULL);
}
