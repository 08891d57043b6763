/* interference_find.c: finds bodies and pieces that are near each other: the boxes of all bodies
 * along the world's axes for all frames, and the searches themselves. */
#include "define/hinge/hinge.h"
#include "define/model/interference.h"

#include <float.h>
#include <math.h>

#define TREE_BODIES_MAX (1 << 29) /* twice as many nodes are counted by int32_t */

/* ---- The finder ---------------------------------------------------------------------------- */

static tmStatus make_finder(tmInterference *finder, const tmModel *model) {
    tmiArena *arena = &finder->arena;
    int32_t count;
    const int32_t *touching = tm_model_touching(model, &count);
    size_t n = (size_t)count + 1;
    finder->bodies = tmi_arena_alloc(arena, n, sizeof *finder->bodies);
    finder->stands = tmi_arena_alloc(arena, n, sizeof *finder->stands);
    finder->boxes = tmi_arena_alloc(arena, n, sizeof *finder->boxes);
    finder->order = tmi_arena_alloc(arena, n, sizeof *finder->order);
    finder->tree = tmi_arena_alloc(arena, 2 * n, sizeof *finder->tree);
    finder->moves = tmi_arena_alloc(arena, 2 * n, sizeof *finder->moves);
    finder->buckets = tmi_arena_alloc(arena, n + 1, sizeof *finder->buckets);
    if (!finder->bodies || !finder->stands || !finder->boxes || !finder->order || !finder->tree ||
        !finder->moves || !finder->buckets) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        const tmiMould *mould = tmi_mould_of(model, touching[i]);
        if (mould->cuboid_count > 0) {
            finder->stands[finder->count].mould = mould;
            finder->bodies[finder->count++] = touching[i];
        }
    }
    finder->model = model;
    return TM_OK;
}

tmStatus tm_interference_create(const tmModel *model, tmInterference **interference) {
    if (interference) {
        *interference = NULL;
    }
    if (!model || !interference || tm_diags_total(model->diags, TM_ERROR) > 0) {
        return TM_ERR_ARGUMENT;
    }
    if (model->rules->touching_count > TREE_BODIES_MAX) {
        return TM_ERR_LIMIT;
    }
    tmiArena arena;
    tmi_arena_init(&arena, model->allocator);
    tmInterference *made = tmi_arena_alloc(&arena, 1, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->arena = arena;
    tmStatus status = make_finder(made, model);
    if (status != TM_OK) {
        tm_interference_destroy(made);
        return status;
    }
    *interference = made;
    return TM_OK;
}

void tm_interference_destroy(tmInterference *interference) {
    if (interference) {
        tmInterference *f = interference;
        tmiArena arena = f->arena;
        tmi_array_clear(arena.allocator, &f->pairs, &f->pair_capacity, sizeof *f->pairs);
        tmi_array_clear(arena.allocator, &f->sorted, &f->sorted_capacity, sizeof *f->sorted);
        tmi_array_clear(arena.allocator, &f->near_bodies, &f->near_capacity,
                        sizeof *f->near_bodies);
        tmi_array_clear(arena.allocator, &f->near_pieces, &f->piece_capacity,
                        sizeof *f->near_pieces);
        tmi_arena_clear(&arena);
    }
}

/* ---- Where bodies are ---------------------------------------------------------------------- */

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The sine of the angle between two directions of length 1; right to the last digits for small
 * ones, too. */
static double sine_between(const double a[3], const double b[3]) {
    double c[3];
    tmi_cross3(a, b, c);
    return length_of(c);
}

/* How far a box reaches from the origin. */
static double far_of(const tmiBox *box) {
    double far[3];
    for (int k = 0; k < 3; k++) {
        far[k] = -box->low[k] > box->high[k] ? -box->low[k] : box->high[k];
    }
    return length_of(far);
}

/* While a body turns by the angle a about its origin, a point at the distance x from that moves by
 * no more than min(a, 2) x, across the axis of the turn. When it turns about its centre of mass, at
 * the distance c from the origin, and that moves straight: by min(a, 2) (x + c) + a c at most,
 * beyond the slide of the origin, since the straight ways of the two differ by a c. */
void tmi_turn_box(const tmiStand *stand, const double across[3], tmiBox *box) {
    double angle = stand->turn, far = far_of(box), lever = stand->lever;
    double max = (angle < 2.0 ? angle : 2.0) * (far + lever) + angle * lever;
    double sphere = far + (2.0 + angle) * lever;
    for (int k = 0; k < 3; k++) {
        double low = box->low[k] - max * across[k], high = box->high[k] + max * across[k];
        box->low[k] = low < -sphere ? -sphere : low;
        box->high[k] = high > sphere ? sphere : high;
    }
}

static void stand_at(const tmBodyInfo *body, const tmFrame *frame, tmiStand *stand) {
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const tmCuboid *whole = &stand->mould->cuboids[0];
    tmiBox box;
    for (int k = 0; k < 3; k++) {
        tmi_rotate3(frame->rotation, unit[k], stand->axes[k]);
        stand->position[k] = frame->position[k];
        stand->slide[k] = 0.0;
        box.low[k] = whole->low[k];
        box.high[k] = whole->high[k];
    }
    const double *p = frame->position;
    const double centre[3] = {body->mass.centre.x, body->mass.centre.y, body->mass.centre.z};
    stand->lever = body->mass.mass > 0.0 ? length_of(centre) : 0.0;
    stand->turn = 0.0;
    stand->scale = fabs(p[0]) + fabs(p[1]) + fabs(p[2]) + far_of(&box);
}

static void set_off(const tmTwist *twist, double step, tmiStand *stand) {
    double speed = length_of(twist->angular);
    stand->turn = speed * fabs(step);
    for (int k = 0; k < 3; k++) {
        stand->slide[k] = twist->linear[k] * step;
        stand->turn_axis[k] = speed > 0.0 ? twist->angular[k] / speed : 0.0;
        stand->scale += fabs(stand->slide[k]);
    }
    for (int k = 0; k < 3; k++) {
        stand->across[k] = sine_between(stand->turn_axis, stand->axes[k]);
    }
    stand->scale += stand->turn * stand->lever;
}

/* The box of a body's way along the world's axes. */
static tmiBox box_of_stand(const tmiStand *stand, double margin, bool planar) {
    const tmCuboid *whole = &stand->mould->cuboids[0];
    double grow = 0.5 * margin + TMI_GAP_ROUNDINGS * stand->scale, across[3];
    tmiBox box;
    for (int k = 0; k < 3; k++) {
        double middle = 0.0, half = 0.0;
        for (int i = 0; i < 3; i++) {
            middle += stand->axes[i][k] * (0.5 * (whole->low[i] + whole->high[i]));
            half += fabs(stand->axes[i][k]) * (0.5 * (whole->high[i] - whole->low[i]));
        }
        box.low[k] = middle - half;
        box.high[k] = middle + half;
        const double *w = stand->turn_axis;
        double u = w[(k + 1) % 3], v = w[(k + 2) % 3];
        across[k] = sqrt(u * u + v * v);
    }
    if (stand->turn > 0.0) {
        tmi_turn_box(stand, across, &box);
    }
    for (int k = 0; k < 3; k++) {
        double slide = stand->slide[k], at = stand->position[k];
        bool flat = planar && k == 2;
        box.low[k] = flat ? 0.0 : at + box.low[k] + (slide < 0.0 ? slide : 0.0) - grow;
        box.high[k] = flat ? 0.0 : at + box.high[k] + (slide > 0.0 ? slide : 0.0) + grow;
    }
    return box;
}

static bool is_finite(const tmiStand *stand, const tmiBox *box) {
    bool fine = stand->scale <= DBL_MAX && stand->turn <= DBL_MAX;
    for (int k = 0; k < 3; k++) {
        fine = fine && box->low[k] >= -DBL_MAX && box->high[k] <= DBL_MAX;
        fine = fine && fabs(stand->axes[k][0]) + fabs(stand->axes[k][1]) <= DBL_MAX;
    }
    return fine;
}

/* ---- Searches ------------------------------------------------------------------------------ */

static tmStatus stand_all(tmInterference *finder, const tmFrame *frames, const tmTwist *twists,
                          double step, double margin) {
    const tmModel *model = finder->model;
    for (int32_t i = 0; i < finder->count; i++) {
        int32_t body = finder->bodies[i];
        tmiStand *stand = &finder->stands[i];
        stand_at(&model->bodies[body].info, &frames[body], stand);
        if (twists && !model->bodies[body].info.is_fixed) {
            set_off(&twists[body], step, stand);
        }
        finder->boxes[i] = box_of_stand(stand, margin, model->info.planar);
        if (!is_finite(stand, &finder->boxes[i])) {
            return TM_ERR_NOT_FINITE;
        }
    }
    return TM_OK;
}

static tmStatus search(tmInterference *finder, const tmFrame *frames, const tmTwist *twists,
                       double step, double margin) {
    tmStatus status = stand_all(finder, frames, twists, step, margin);
    status = status == TM_OK ? tmi_find_boxes(finder) : status;
    for (int32_t i = 0; i < finder->pair_count && status == TM_OK; i++) {
        status = tmi_find_pieces(finder, finder->sorted[i], margin);
    }
    return status;
}

static tmStatus search_anew(tmInterference *finder, const tmFrame *frames, const tmTwist *twists,
                            double step, double margin) {
    finder->info = (tmInterferenceInfo){.bodies = finder->count};
    finder->pair_count = 0;
    tmStatus status = search(finder, frames, twists, step, margin);
    finder->info.boxes = finder->pair_count;
    if (status != TM_OK) {
        finder->info = (tmInterferenceInfo){.bodies = finder->count};
    }
    return status;
}

tmStatus tm_interference_find(tmInterference *interference, const tmFrame *frames, double margin) {
    bool fits = interference && frames && margin >= 0.0;
    return fits ? search_anew(interference, frames, NULL, 0.0, margin) : TM_ERR_ARGUMENT;
}

tmStatus tm_interference_sweep(tmInterference *interference, const tmFrame *frames,
                               const tmTwist *twists, double step, double margin) {
    bool fits = interference && frames && twists && margin >= 0.0;
    return fits ? search_anew(interference, frames, twists, step, margin) : TM_ERR_ARGUMENT;
}

/* ---- What was found ------------------------------------------------------------------------ */

const tmNearBodies *tm_interference_bodies(const tmInterference *interference, int32_t *count) {
    if (count) {
        *count = interference ? interference->info.near_bodies : 0;
    }
    return interference ? interference->near_bodies : NULL;
}

const tmNearPieces *tm_interference_pieces(const tmInterference *interference, int32_t *count) {
    if (count) {
        *count = interference ? interference->info.near_pieces : 0;
    }
    return interference ? interference->near_pieces : NULL;
}

tmInterferenceInfo tm_interference_info(const tmInterference *interference) {
    return interference ? interference->info : (tmInterferenceInfo){.bodies = 0};
}
