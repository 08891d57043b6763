/* assemble_copy.c: plain arrays become an assembly: checked, copied, places made rows. */
#include "analyse/space/assemble/assemble_private.h"
#include "analyse/space/equations/equations.h"

#include <math.h>
#include <string.h>

/* ---- Checks -------------------------------------------------------------------------------- */

static bool is_finite(const double *v, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (!(fabs(v[i]) < INFINITY)) {
            return false;
        }
    }
    return true;
}

static tmStatus check_rows(const tmRow *rows, int32_t count, int32_t body_count) {
    for (int32_t i = 0; i < count; i++) {
        const tmRow *row = &rows[i];
        if (row->kind > TM_ROW_OWN || row->unit > TM_ROW_ANGLE || row->a >= body_count ||
            row->b >= body_count || (row->kind == TM_ROW_OWN && !row->function)) {
            return TM_ERR_ARGUMENT;
        }
        if (!is_finite(row->point, 3) || !is_finite(row->on, 3) || !is_finite(row->normal, 3) ||
            !is_finite(row->mark_a, 3) || !is_finite(row->mark_b, 3) ||
            !is_finite(&row->offset, 1)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    return TM_OK;
}

static tmStatus check_joint(const tmiSpace *s, const tmiSpaceJoint *joint) {
    if (joint->body_count < 1 || joint->body_count > TM_HINGE_BODIES || joint->row_count < 0 ||
        joint->row_count > TM_HINGE_ROWS || joint->coordinate_count < 0 ||
        joint->coordinate_count > TM_HINGE_COORDINATES || joint->pair_count < 0) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t k = 0; k < joint->body_count; k++) {
        for (int32_t j = 0; j < k; j++) {
            if (joint->bodies[j] == joint->bodies[k]) {
                return TM_ERR_ARGUMENT;
            }
        }
        if (joint->bodies[k] < 0 || joint->bodies[k] >= s->body_count) {
            return TM_ERR_ARGUMENT;
        }
    }
    for (int32_t i = 0; i < joint->pair_count; i++) {
        for (int k = 0; k < 2; k++) {
            const tmPointOn *end = &joint->pairs[i][k];
            if (end->body < 0 || end->body >= joint->body_count) {
                return TM_ERR_ARGUMENT;
            }
            if (!is_finite(end->point, 3)) {
                return TM_ERR_NOT_FINITE;
            }
        }
    }
    tmStatus status = check_rows(joint->rows, joint->row_count, joint->body_count);
    return status == TM_OK
               ? check_rows(joint->coordinates, joint->coordinate_count, joint->body_count)
               : status;
}

static tmStatus check(const tmiSpace *s) {
    if (s->body_count < 1 || !s->frames || !s->fixed || !s->fixed[0] || s->joint_count < 0 ||
        s->place_count < 0 || s->body_count > TM_ID_LIMIT || s->joint_count > TM_ID_LIMIT ||
        s->place_count > TM_ID_LIMIT) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < s->body_count; i++) {
        const double *q = s->frames[i].rotation;
        if (!is_finite(s->frames[i].position, 3) || !is_finite(q, 4)) {
            return TM_ERR_NOT_FINITE;
        }
        double square = q[0] * q[0] + tmi_dot3(q + 1, q + 1);
        if (!(square > TMI_RANK_TOLERANCE && square < 1.0 / TMI_RANK_TOLERANCE)) {
            return TM_ERR_ARGUMENT;
        }
    }
    for (int32_t i = 0; i < s->place_count; i++) {
        const tmiSpacePlace *place = &s->places[i];
        if (place->body < 0 || place->body >= s->body_count ||
            (place->is_start &&
             (place->joint < 0 || place->joint >= s->joint_count || place->coordinate < 0 ||
              place->coordinate >= s->joints[place->joint].coordinate_count))) {
            return TM_ERR_ARGUMENT;
        }
        if (!is_finite(s->places[i].at, 3) || !is_finite(s->places[i].point, 3) ||
            !is_finite(&s->places[i].value, 1)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < s->joint_count && status == TM_OK; i++) {
        status = check_joint(s, &s->joints[i]);
    }
    return status;
}

/* ---- Copies -------------------------------------------------------------------------------- */

/* A copy of count items in the arena; null for none, and *status for lack of memory. */
static void *copy(tmiArena *arena, const void *items, int32_t count, size_t size,
                  tmStatus *status) {
    if (count == 0) {
        return NULL;
    }
    void *out = tmi_arena_alloc(arena, (size_t)count, size);
    if (!out) {
        *status = TM_ERR_MEMORY;
        return NULL;
    }
    return memcpy(out, items, (size_t)count * size);
}

static tmStatus copy_joint(tmiArena *arena, const tmiSpaceJoint *joint,
                           tmiSpaceConstraint *constraint) {
    tmStatus status = TM_OK;
    constraint->body_count = joint->body_count;
    constraint->bodies = copy(arena, joint->bodies, joint->body_count, sizeof(int32_t), &status);
    constraint->row_count = joint->row_count;
    constraint->rows = copy(arena, joint->rows, joint->row_count, sizeof(tmRow), &status);
    constraint->coordinate_count = joint->coordinate_count;
    constraint->coordinates =
        copy(arena, joint->coordinates, joint->coordinate_count, sizeof(tmRow), &status);
    constraint->pair_count = joint->pairs ? joint->pair_count : 0;
    constraint->pairs =
        copy(arena, joint->pairs, constraint->pair_count, sizeof *constraint->pairs, &status);
    constraint->turns = tmi_arena_alloc(arena, (size_t)joint->row_count, sizeof *constraint->turns);
    for (int32_t i = 0; status == TM_OK && i < constraint->row_count; i++) {
        constraint->rows[i].offset =
            constraint->rows[i].as_placed ? 0.0 : constraint->rows[i].offset;
    }
    return constraint->turns ? status : TM_ERR_MEMORY;
}

/* Component numbers[4] of twice the vector of the turn from the rotation in numbers[0 … 3]: an
 * angle while it is small, p = q q0^-1, rate p0 w + w x p. */
static void held_turn(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                      const double near[2], tmRowAt *at) {
    (void)twists;
    (void)near;
    int i = (int)row->numbers[4];
    double p[4], unit[3] = {0.0, 0.0, 0.0}, cross[3];
    tmi_quaternion_between(row->numbers, frames[1].rotation, p);
    unit[i] = 1.0;
    tmi_cross3(p + 1, unit, cross);
    at->value = 2.0 * p[1 + i];
    for (int k = 0; k < 3; k++) {
        at->gradient[1].angular[k] = p[0] * unit[k] + cross[k];
    }
}

/* A place as rows between the ground and its body. */
static tmStatus make_place(tmAssembly *a, const tmiSpacePlace *place,
                           tmiSpaceConstraint *constraint) {
    constraint->body_count = place->body == 0 ? 1 : 2;
    constraint->bodies = tmi_arena_alloc(&a->arena, 2, sizeof(int32_t));
    constraint->rows = tmi_arena_alloc(&a->arena, 6, sizeof(tmRow));
    constraint->turns = tmi_arena_alloc(&a->arena, 6, sizeof *constraint->turns);
    if (!constraint->bodies || !constraint->rows || !constraint->turns) {
        return TM_ERR_MEMORY;
    }
    constraint->bodies[1] = place->body;
    for (int i = 0; i < (a->planar ? 2 : 3); i++) {
        tmRow *row = &constraint->rows[constraint->row_count++];
        *row = (tmRow){.kind = TM_ROW_PLANE, .a = (uint8_t)(constraint->body_count - 1)};
        memcpy(row->point, place->point, sizeof row->point);
        memcpy(row->on, place->at, sizeof row->on);
        row->normal[i] = 1.0;
    }
    for (int i = a->planar ? 2 : 0; i < 3 && place->is_turned && place->body != 0; i++) {
        tmRow *row = &constraint->rows[constraint->row_count++];
        *row = (tmRow){.kind = TM_ROW_OWN, .unit = TM_ROW_ANGLE, .a = 1, .function = held_turn};
        memcpy(row->numbers, a->frames[place->body].rotation, 4 * sizeof(double));
        row->numbers[4] = i;
    }
    return TM_OK;
}

/* A joint with room for the rows of its start. */
static tmStatus make_seat(tmAssembly *a, tmiSpaceConstraint *joint) {
    tmiSpaceConstraint *seat = tmi_arena_alloc(&a->arena, 1, sizeof *seat);
    size_t rows = (size_t)joint->row_count + TM_HINGE_COORDINATES;
    if (!seat) {
        return TM_ERR_MEMORY;
    }
    *seat = *joint;
    seat->rows = tmi_arena_alloc(&a->arena, rows, sizeof *seat->rows);
    seat->turns = tmi_arena_alloc(&a->arena, rows, sizeof *seat->turns);
    if (!seat->rows || !seat->turns) {
        return TM_ERR_MEMORY;
    }
    if (joint->row_count > 0) {
        memcpy(seat->rows, joint->rows, (size_t)joint->row_count * sizeof *seat->rows);
    }
    joint->seat = seat;
    return TM_OK;
}

/* A coordinate of a joint at the start as a row between its bodies. */
static tmStatus make_start(tmAssembly *a, const tmiSpacePlace *place,
                           tmiSpaceConstraint *constraint) {
    tmiSpaceConstraint *joint = &a->constraints[place->joint];
    tmStatus status = joint->seat ? TM_OK : make_seat(a, joint);
    constraint->rows = tmi_arena_alloc(&a->arena, 1, sizeof *constraint->rows);
    constraint->turns = tmi_arena_alloc(&a->arena, 1, sizeof *constraint->turns);
    if (status != TM_OK || !constraint->rows || !constraint->turns) {
        return TM_ERR_MEMORY;
    }
    constraint->is_start = true;
    constraint->body_count = joint->body_count;
    constraint->bodies = joint->bodies;
    constraint->rows[constraint->row_count++] = joint->coordinates[place->coordinate];
    constraint->rows[0].offset = place->value;
    joint->seat->rows[joint->seat->row_count++] = constraint->rows[0];
    return TM_OK;
}

tmStatus tmi_assembly_copy(tmAssembly *a, const tmiSpace *space) {
    tmStatus status = check(space);
    if (status != TM_OK) {
        return status;
    }
    a->planar = space->planar;
    a->body_count = space->body_count;
    a->joint_count = space->joint_count;
    a->place_count = space->place_count;
    a->frames = copy(&a->arena, space->frames, a->body_count, sizeof(tmFrame), &status);
    a->fixed = copy(&a->arena, space->fixed, a->body_count, sizeof(bool), &status);
    a->constraints = tmi_arena_alloc(&a->arena, (size_t)(a->joint_count + a->place_count),
                                     sizeof(tmiSpaceConstraint));
    if (status != TM_OK || !a->constraints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < a->body_count; i++) {
        tmi_quaternion_unit(a->frames[i].rotation);
    }
    for (int32_t i = 0; i < a->joint_count && status == TM_OK; i++) {
        status = copy_joint(&a->arena, &space->joints[i], &a->constraints[i]);
    }
    for (int32_t i = 0; i < a->place_count && status == TM_OK; i++) {
        const tmiSpacePlace *place = &space->places[i];
        tmiSpaceConstraint *constraint = &a->constraints[a->joint_count + i];
        status =
            place->is_start ? make_start(a, place, constraint) : make_place(a, place, constraint);
    }
    return status == TM_OK ? tmi_islands_find(a) : status;
}
