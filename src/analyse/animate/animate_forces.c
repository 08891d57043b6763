/* animate_forces.c: rates, forces and monitors of an animation. */
#include "analyse/animate/animate_private.h"
#include "numeric/numeric.h"

#include <string.h>

const char *tm_driven_text(tmDrivenOutcome outcome) {
#define TM_DRIVEN_WORDS(code, words) words,
    static const char *const texts[] = {TM_DRIVEN_LIST(TM_DRIVEN_WORDS)};
#undef TM_DRIVEN_WORDS
    return outcome >= 0 && outcome < TM_DRIVEN_COUNT ? texts[outcome] : "unknown";
}

static tmStatus make_watch(tmAnimation *a) {
    return a->watch ? TM_OK
                    : tmi_watch_create(a->allocator, a->model, a->assembly, a->diags, &a->watch);
}

static tmiWhereabouts stand_of(const tmAnimation *a, double part) {
    return (tmiWhereabouts){a->frames, tmi_turns_angles(a->turns), part};
}

tmStatus tm_animation_solve(tmAnimation *animation, double part, const double *pace,
                            tmDrivenInfo *info) {
    tmAnimation *a = animation;
    if (!a || !info || !(part >= 0.0 && part <= 1.0)) {
        return TM_ERR_ARGUMENT;
    }
    if (pace && !(pace[0] - pace[0] == 0.0 && pace[1] - pace[1] == 0.0)) {
        return TM_ERR_NOT_FINITE;
    }
    tmStatus status = make_watch(a);
    if (status == TM_OK) {
        const tmiWhereabouts stand = stand_of(a, part);
        status = tmi_watch_solve(a->watch, &stand, pace, info);
    }
    a->is_solved = status == TM_OK;
    return status;
}

static const tmiWatch *solved(const tmAnimation *a) {
    return a && a->is_solved ? a->watch : NULL;
}

const tmTwist *tm_animation_twists(const tmAnimation *animation) {
    const tmiWatch *watch = solved(animation);
    return watch ? tmi_watch_twists(watch) : NULL;
}

const tmTwist *tm_animation_accelerations(const tmAnimation *animation) {
    const tmiWatch *watch = solved(animation);
    return watch ? tmi_watch_accelerations(watch) : NULL;
}

const double *tm_animation_efforts(const tmAnimation *animation) {
    const tmiWatch *watch = solved(animation);
    return watch ? tmi_watch_efforts(watch) : NULL;
}

tmStatus tm_animation_joint_wrench(const tmAnimation *animation, int32_t joint, tmAxes axes,
                                   tmWrench *wrench) {
    const tmiWatch *watch = solved(animation);
    tmJointInfo info;
    if (!watch || !wrench || axes < TM_AXES_WORLD || axes > TM_AXES_SECOND ||
        tm_model_joint(animation->model, joint, &info) != TM_OK ||
        (axes != TM_AXES_WORLD && info.use.pair_count == 0)) {
        return TM_ERR_ARGUMENT;
    }
    *wrench = tmi_watch_joints(watch)[joint];
    if (axes != TM_AXES_WORLD) {
        const tmPointOn *end = &info.use.pairs[0][axes == TM_AXES_FIRST ? 0 : 1];
        const double *q = animation->frames[info.bodies[end->body]].rotation;
        double force[3], torque[3];
        tmi_rotate_back3(q, wrench->force, force);
        tmi_rotate_back3(q, wrench->torque, torque);
        memcpy(wrench->force, force, sizeof force);
        memcpy(wrench->torque, torque, sizeof torque);
    }
    for (int32_t k = 0; k < 3; k++) { /* not -0 */
        wrench->force[k] += 0.0;
        wrench->torque[k] += 0.0;
    }
    return TM_OK;
}

tmStatus tm_animation_monitors(tmAnimation *animation, double part, double *values) {
    tmAnimation *a = animation;
    if (!a || !values || !(part >= 0.0 && part <= 1.0)) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = make_watch(a);
    a->is_solved = false;
    if (status == TM_OK) {
        const tmiWhereabouts stand = stand_of(a, part);
        status = tmi_watch_read(a->watch, &stand, values);
    }
    return status;
}

tmStatus tm_animation_driven(const tmAnimation *animation, tmDrivenInfo *info) {
    tmDrivenInfo found;
    if (!animation || !info || !animation->watch || !tmi_watch_info(animation->watch, &found)) {
        return TM_ERR_ARGUMENT;
    }
    *info = found;
    return TM_OK;
}

const tmDiags *tm_animation_diags(const tmAnimation *animation) {
    return animation ? animation->diags : NULL;
}
