/* sketch_drag.c: drags a body by the mouse: everything that is joined to it follows ([ME] 1.1). */
#include "edit/sketch.h"

#include "numeric/numeric.h"

/* Maximum reach of parts, relative to their size all together. Where two bars become parallel the
 * block between them is at infinity, and the pointer would send it there. */
#define REACH 5.0

/* ---- Bodies that stand still --------------------------------------------------------------- */

static tmStatus hold(tmSketch *sketch, int32_t body) {
    const tmPose *pose = &sketch->poses[body];
    tmiHeld *held = &sketch->held[sketch->held_count++];
    tmFeatureDef feature = tm_feature_def_default();
    tmJointDef joint = tm_joint_def_default();
    *held = (tmiHeld){0};
    feature.body = tm_body_at(sketch->mechanism, body);
    tmStatus status = tm_feature_add(sketch->mechanism, &feature, &held->features[1]);
    feature.body = tm_mechanism_ground(sketch->mechanism);
    feature.x = pose->x;
    feature.y = pose->y;
    feature.angle = tmi_atan2(pose->s, pose->c);
    status =
        status == TM_OK ? tm_feature_add(sketch->mechanism, &feature, &held->features[0]) : status;
    joint.kind = TM_JOINT_RIGID;
    joint.features[0] = held->features[0];
    joint.features[1] = held->features[1];
    return status == TM_OK ? tm_joint_add(sketch->mechanism, &joint, &held->joint) : status;
}

/* Fixed bodies need nothing else to hold them. */
static bool is_fixed(const tmSketch *sketch, int32_t body) {
    tmBodyInfo info;
    return body <= 0 || tm_model_body(sketch->model, body, &info) != TM_OK || info.is_fixed;
}

static bool is_locked(const tmSketch *sketch, int32_t body) {
    tmBodyInfo info;
    return tm_model_body(sketch->model, body, &info) == TM_OK && info.is_locked;
}

static tmStatus hold_all(tmSketch *sketch, const int32_t *held, int32_t count) {
    tmStatus status = TM_OK;
    bool *asked = tmi_alloc_zero(sketch->allocator, (size_t)sketch->body_count);
    if (!asked) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        if (held[i] > 0 && held[i] < sketch->body_count) {
            asked[held[i]] = true;
        }
    }
    for (int32_t i = 1; i < sketch->body_count && status == TM_OK; i++) {
        if ((asked[i] || is_locked(sketch, i)) && !is_fixed(sketch, i)) {
            status = hold(sketch, i);
        }
    }
    tmi_free(sketch->allocator, asked, (size_t)sketch->body_count);
    return status;
}

static bool is_held(const tmSketch *sketch, int32_t body, const int32_t *held, int32_t count) {
    bool found = is_locked(sketch, body);
    for (int32_t i = 0; i < count; i++) {
        found |= held[i] == body;
    }
    return found;
}

/* ---- Drags --------------------------------------------------------------------------------- */

static double diagonal(const tmVec3 *low, const tmVec3 *high) {
    return tmi_hypot(high->x - low->x, high->y - low->y);
}

/* Finds what tm_sketch_drag keeps parts within. */
static void find_reach(tmSketch *sketch, double x, double y) {
    tmVec3 low = {x, y, 0.0}, high = low;
    double sum = 0.0;
    for (int32_t i = 1; i < sketch->body_count; i++) {
        const tmPose *pose = &sketch->poses[i];
        tmBodyInfo info;
        tmVec3 from, to;
        low.x = pose->x < low.x ? pose->x : low.x;
        low.y = pose->y < low.y ? pose->y : low.y;
        high.x = pose->x > high.x ? pose->x : high.x;
        high.y = pose->y > high.y ? pose->y : high.y;
        if (tm_model_body(sketch->model, i, &info) == TM_OK &&
            tm_shape_bounds(info.shape, &from, &to)) {
            sum += diagonal(&from, &to);
        }
    }
    sketch->grab_x = x;
    sketch->grab_y = y;
    sketch->world_x = 0.5 * (low.x + high.x);
    sketch->world_y = 0.5 * (low.y + high.y);
    sketch->world_reach = REACH * (sum + diagonal(&low, &high));
}

/* Whether some part of the plan's poses is out of reach. */
static bool is_away(const tmSketch *sketch, double x, double y) {
    const tmPose *poses = tm_plan_poses(sketch->drag);
    double max = sketch->world_reach + tmi_hypot(x - sketch->grab_x, y - sketch->grab_y);
    bool away = false;
    for (int32_t i = 1; i < sketch->body_count; i++) {
        away |= tmi_hypot(poses[i].x - sketch->world_x, poses[i].y - sketch->world_y) > max;
    }
    return away;
}

/* Returns to the poses before the move, which came as near as allowed. */
static void take_back(tmSketch *sketch, double x, double y, tmSolveInfo *info) {
    double px, py;
    if (tm_plan_take(sketch->drag, sketch->poses, NULL) == TM_OK && info &&
        tm_plan_point(sketch->drag, sketch->grabbed, &px, &py) == TM_OK) {
        info->miss = tmi_hypot(x - px, y - py);
    }
}

static tmStatus make_plan(tmSketch *sketch) {
    tmInput input = {.kind = TM_INPUT_POSITION, .feature = sketch->grabbed};
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &input;
    def.input_count = 1;
    def.tolerance = sketch->tolerance;
    return tm_plan_create(sketch->mechanism, &def, &sketch->drag);
}

static tmStatus grab(tmSketch *sketch, int32_t body, double x, double y) {
    const tmPose *pose = &sketch->poses[body];
    tmFeatureDef feature = tm_feature_def_default();
    feature.body = tm_body_at(sketch->mechanism, body);
    feature.x = pose->c * (x - pose->x) + pose->s * (y - pose->y);
    feature.y = pose->c * (y - pose->y) - pose->s * (x - pose->x);
    return tm_feature_add(sketch->mechanism, &feature, &sketch->grabbed);
}

tmStatus tm_sketch_grab(tmSketch *sketch, int32_t body, double x, double y, const int32_t *held,
                        int32_t held_count) {
    if (!tm_sketch_is_good(sketch) || sketch->drag || is_fixed(sketch, body) || held_count < 0 ||
        (held_count > 0 && !held) || is_held(sketch, body, held, held_count)) {
        return TM_ERR_ARGUMENT;
    }
    if (!sketch->held) {
        sketch->held =
            tmi_alloc_zero(sketch->allocator, (size_t)sketch->body_count * sizeof *sketch->held);
        if (!sketch->held) {
            return TM_ERR_MEMORY;
        }
    }
    tmStatus status = tmi_sketch_load(sketch);
    status = status == TM_OK ? hold_all(sketch, held, held_count) : status;
    status = status == TM_OK ? grab(sketch, body, x, y) : status;
    find_reach(sketch, x, y);
    status = status == TM_OK ? make_plan(sketch) : status;
    if (status != TM_OK) {
        tm_sketch_release(sketch);
    }
    return status;
}

tmStatus tm_sketch_drag(tmSketch *sketch, double x, double y, tmSolveInfo *info) {
    if (!sketch || !sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tm_plan_move(sketch->drag, (double[2]){x, y}, info);
    if (status == TM_OK && is_away(sketch, x, y)) {
        take_back(sketch, x, y, info);
    }
    if (status == TM_OK) {
        tmi_sketch_take(sketch, sketch->drag);
        tmi_sketch_moved(sketch);
    }
    return status;
}

void tm_sketch_release(tmSketch *sketch) {
    if (!tm_sketch_is_good(sketch)) {
        return;
    }
    tm_plan_destroy(sketch->drag);
    sketch->drag = NULL;
    for (int32_t i = 0; i < sketch->held_count; i++) {
        const tmiHeld *held = &sketch->held[i];
        tm_joint_remove(sketch->mechanism, held->joint);
        tm_feature_remove(sketch->mechanism, held->features[0]);
        tm_feature_remove(sketch->mechanism, held->features[1]);
    }
    sketch->held_count = 0;
    tm_feature_remove(sketch->mechanism, sketch->grabbed);
    sketch->grabbed = (tmFeatureId){0};
}
