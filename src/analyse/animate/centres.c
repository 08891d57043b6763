/* centres.c: instant centres of two bodies, and their paths on both, the centrodes. */
#include "numeric/numeric.h"
#include "trammel/motion.h"

#include <math.h>

/* Turns against each other below this part of those of the world [1] are none: the centre is beyond
 * all drawing then. */
#define TURN_NONE 1e-9

/* Where two bodies move alike: v + w x d = 0 for the velocity v of b's origin as seen from a. */
static void centre_of(const tmFrame *frames, const tmTwist *twists, int32_t a, int32_t b,
                      double at[2]) {
    const double *pa = frames[a].position, *pb = frames[b].position;
    double wa = twists[a].angular[2], wb = twists[b].angular[2], w = wb - wa;
    double vx = twists[b].linear[0] - twists[a].linear[0] + wa * (pb[1] - pa[1]);
    double vy = twists[b].linear[1] - twists[a].linear[1] - wa * (pb[0] - pa[0]);
    bool turns = fabs(w) > TURN_NONE * (fabs(wa) + fabs(wb));
    at[0] = turns ? pb[0] - vy / w : NAN;
    at[1] = turns ? pb[1] + vx / w : NAN;
}

static bool names_bodies(const tmAnimation *animation, int32_t a, int32_t b) {
    int32_t count = animation ? tm_model_body_count(tm_animation_model(animation)) : 0;
    return a >= 0 && b >= 0 && a < count && b < count && a != b;
}

tmStatus tm_animation_instant_centre(tmAnimation *animation, double part, int32_t a, int32_t b,
                                     double at[2]) {
    static const double by_part[2] = {1.0, 0.0};
    tmDrivenInfo info;
    if (!names_bodies(animation, a, b) || !at) {
        return TM_ERR_ARGUMENT;
    }
    if (!tm_model_world(tm_animation_model(animation)).planar) {
        return TM_ERR_UNSUPPORTED;
    }
    /* Rates by the part of the way: the centre does not depend on how fast that goes. */
    tmStatus status = tm_animation_solve(animation, part, by_part, &info);
    if (status != TM_OK || !info.has_rates) {
        return status == TM_OK ? TM_ERR_SINGULAR : status;
    }
    centre_of(tm_animation_frames(animation), tm_animation_twists(animation), a, b, at);
    return TM_OK;
}

/* A point of the world in the axes of a body. */
static void to_body(const tmFrame *frame, const double at[2], double *out) {
    const double arm[3] = {at[0] - frame->position[0], at[1] - frame->position[1], 0.0};
    double own[3];
    tmi_rotate_back3(frame->rotation, arm, own);
    out[0] = own[0];
    out[1] = own[1];
}

tmStatus tm_animation_centrodes(tmAnimation *animation, int32_t a, int32_t b, int32_t count,
                                double *fixed, double *moving) {
    if (!names_bodies(animation, a, b) || count < 2 || !fixed || !moving) {
        return TM_ERR_ARGUMENT;
    }
    const tmModel *model = tm_animation_model(animation);
    size_t size = ((size_t)tm_model_animate(model).value_count + 1) * sizeof(double);
    tmAllocator allocator = tm_model_allocator(model);
    double *values = tmi_alloc_zero(allocator, size);
    tmStatus status = values ? TM_OK : TM_ERR_MEMORY;
    tm_animation_reset(animation);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        tmSolveInfo move = {.outcome = TM_MOVE_NOT_CONVERGED};
        double at[2] = {NAN, NAN};
        double part = (double)i / (count - 1);
        status = tm_model_drive_values(model, part, values);
        status = status == TM_OK ? tm_animation_move_to(animation, values, &move) : status;
        if (status == TM_OK && move.outcome == TM_MOVE_DONE) {
            status = tm_animation_instant_centre(animation, part, a, b, at);
            status = status == TM_ERR_SINGULAR ? TM_OK : status;
        }
        const tmFrame *frames = tm_animation_frames(animation);
        to_body(&frames[a], at, fixed + 2 * (ptrdiff_t)i);
        to_body(&frames[b], at, moving + 2 * (ptrdiff_t)i);
    }
    tmi_free(allocator, values, size);
    tm_animation_reset(animation);
    return status;
}
