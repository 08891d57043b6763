/* sketch_forces.c: rates and forces of a sketch in its present pose, and what its motion amounts
 * to, for editors. */
#include "edit/sketch.h"

#include "trammel/motion.h"

#include <math.h>
#include <string.h>

/* How far a body may be from where the animation has it, as part of the size: helpers of a drive
 * have no poses in a sketch, and the animation then stands elsewhere. */
#define SAME_POSE 1e-9

static bool stands_there(const tmSketch *sketch) {
    const tmFrame *frames = tm_animation_frames(sketch->animation);
    double far = 0.0, size = tm_assembly_info(sketch->assembly)->size;
    for (int32_t i = 0; i < sketch->body_count; i++) {
        double dx = frames[i].position[0] - sketch->poses[i].x;
        double dy = frames[i].position[1] - sketch->poses[i].y;
        far = fabs(dx) + fabs(dy) > far ? fabs(dx) + fabs(dy) : far;
    }
    return far <= SAME_POSE * size;
}

int32_t tm_sketch_driven_count(const tmSketch *sketch) {
    return tm_sketch_is_good(sketch)
               ? TM_SKETCH_DRIVEN_HEAD + tm_model_animate(sketch->model).value_count +
                     6 * sketch->body_count + 3 * sketch->joint_count
               : 0;
}

static void put_all(const tmSketch *sketch, const tmDrivenInfo *info, double *to) {
    const tmTwist *v = tm_animation_twists(sketch->animation);
    const tmTwist *a = tm_animation_accelerations(sketch->animation);
    const double *efforts = tm_animation_efforts(sketch->animation);
    *to++ = info->outcome;
    *to++ = info->body;
    *to++ = info->is_static;
    *to++ = info->time;
    *to++ = info->power;
    *to++ = info->has_rates ? info->kinetic : NAN;
    *to++ = info->potential;
    for (int32_t i = 0; i < tm_model_animate(sketch->model).value_count; i++) {
        *to++ = efforts[i] + 0.0;
    }
    for (int32_t i = 0; i < sketch->body_count; i++) {
        *to++ = v[i].linear[0];
        *to++ = v[i].linear[1];
        *to++ = v[i].angular[2];
        *to++ = a[i].linear[0];
        *to++ = a[i].linear[1];
        *to++ = a[i].angular[2];
    }
    for (int32_t i = 0; i < sketch->joint_count; i++) {
        tmWrench wrench = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
        (void)tm_animation_joint_wrench(sketch->animation, i, TM_AXES_WORLD, &wrench);
        *to++ = wrench.force[0];
        *to++ = wrench.force[1];
        *to++ = wrench.torque[2];
    }
}

tmStatus tm_sketch_driven(tmSketch *sketch, double rate, double *numbers) {
    tmDrivenInfo info;
    tmRangeInfo range;
    double part;
    if (!numbers) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tm_sketch_part(sketch, &part);
    status = status == TM_OK ? tm_model_range(sketch->model, 0, &range) : status;
    if (status == TM_OK && !stands_there(sketch)) {
        status = TM_ERR_UNSUPPORTED;
    }
    if (status != TM_OK) {
        return status;
    }
    const double pace[2] = {rate / (range.last - range.first), 0.0};
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    status = tm_animation_solve(sketch->animation, part, rate == rate ? pace : NULL, &info);
    if (status == TM_OK) {
        put_all(sketch, &info, numbers);
    }
    return status;
}

/* ---- What the motion amounts to -------------------------------------------------------------- */

static void put_range(tmiJson *json, const tmMotionRange *range) {
    tmi_json_open(json, NULL, '{');
    tmi_json_int(json, "joint", range->joint);
    tmi_json_int(json, "coordinate", range->coordinate);
    tmi_json_number(json, "low", range->low);
    tmi_json_number(json, "lowAt", range->low_at);
    tmi_json_number(json, "high", range->high);
    tmi_json_number(json, "highAt", range->high_at);
    tmi_json_int(json, "unknown", range->unknown);
    tmi_json_close(json, '}');
}

static void put_motion(tmiJson *json, const tmMotion *motion) {
    const tmMotionInfo *info = tm_motion_info(motion);
    tmi_json_open(json, NULL, '{');
    tmi_json_int(json, "steps", info->steps);
    tmi_json_int(json, "unreached", info->unreached);
    tmi_json_truth(json, "hasReach", info->has_reach);
    tmi_json_truth(json, "isWhole", info->is_whole);
    tmi_json_number(json, "low", info->has_reach ? info->low : NAN);
    tmi_json_number(json, "high", info->has_reach ? info->high : NAN);
    tmi_json_int(json, "modes", info->modes);
    tmi_json_int(json, "circuits", info->circuits);
    tmi_json_truth(json, "hasAllModes", info->has_all_modes);
    tmi_json_open(json, "limits", '[');
    for (int32_t i = 0; i < tm_motion_limit_count(motion); i++) {
        const tmMotionLimit *limit = tm_motion_limit(motion, i);
        tmi_json_open(json, NULL, '{');
        tmi_json_int(json, "joint", limit->joint);
        tmi_json_int(json, "coordinate", limit->coordinate);
        tmi_json_truth(json, "isHigh", limit->is_high);
        tmi_json_number(json, "at", limit->at);
        tmi_json_number(json, "value", limit->value);
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "joints", '[');
    for (int32_t i = 0; i < tm_motion_joint_count(motion); i++) {
        put_range(json, tm_motion_joint(motion, i));
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "measures", '[');
    for (int32_t i = 0; i < tm_motion_measure_count(motion); i++) {
        put_range(json, tm_motion_measure(motion, i));
    }
    tmi_json_close(json, ']');
    tmi_json_close(json, '}');
    tmi_output_flush(&json->out);
}

tmStatus tm_sketch_motion(tmSketch *sketch, int32_t steps, tmWriteFn *write, void *user) {
    tmAnimation *animation = NULL;
    tmMotion *motion = NULL;
    tmiJson json;
    if (!tm_sketch_is_good(sketch) || !write) {
        return TM_ERR_ARGUMENT;
    }
    /* An animation of its own: that of the sketch goes on from the present poses. */
    tmStatus status = tm_animation_create_from(&sketch->allocator, sketch->model, sketch->assembly,
                                               sketch->tolerance, &animation);
    status = status == TM_OK ? tm_motion_create(animation, steps, &motion) : status;
    if (status == TM_OK) {
        tmi_json_init(&json, write, user);
        put_motion(&json, motion);
    }
    tm_motion_destroy(motion);
    tm_animation_destroy(animation);
    return status;
}

tmStatus tm_sketch_centrodes(tmSketch *sketch, int32_t a, int32_t b, int32_t count, double *fixed,
                             double *moving) {
    tmAnimation *animation = NULL;
    if (!tm_sketch_is_good(sketch)) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tm_animation_create_from(&sketch->allocator, sketch->model, sketch->assembly,
                                               sketch->tolerance, &animation);
    status =
        status == TM_OK ? tm_animation_centrodes(animation, a, b, count, fixed, moving) : status;
    tm_animation_destroy(animation);
    return status;
}
