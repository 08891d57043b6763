/* seating.c: bodies are seated along a tree of constraints, breadth first from what stands still
 * and what is placed: docs/theory/space.md, section 3. */
#include "analyse/space/assemble/seating.h"

#include "analyse/space/equations/equations.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Maximum steps to seat a body, and maximum halvings of a step. */
#define SEAT_STEPS 60
#define SEAT_HALVINGS 10

/* A body turns by at most this in a step [rad]. */
#define SEAT_TURN_MAX 0.7

/* A constraint is closed when its rows are at most this [of its lever]: the closing of all corrects
 * the rest. */
#define SEATED 1e-9

/* Random turns that are tried where a body cannot be seated from its present rotation: rows have no
 * gradient where a direction is at right angles to the required one. */
#define SEAT_TRIES 6

/* Doubles and whole numbers that tmi_least_norm takes for SEAT_ROWS x 6. */
#define WORK 512
#define INT_WORK 16

/* Maximum rows by which a body is seated: of a joint and of its start. */
#define SEAT_ROWS (TM_HINGE_ROWS + TM_HINGE_COORDINATES)

typedef struct Seat {
    const tmiSeating *s;
    tmiSpaceConstraint *constraint;
    int32_t body; /* of the assembly … */
    int32_t end;  /* … and as the constraint counts it */
    double lever; /* [m] */
    int32_t rows;
    double residual[SEAT_ROWS];
    double matrix[SEAT_ROWS * 6];
} Seat;

tmStatus tmi_seating_make(tmiSeating *s, tmiArena *arena, tmAssembly *a) {
    size_t constraints = (size_t)(a->joint_count + a->place_count);
    *s = (tmiSeating){.a = a, .random = 1};
    s->located = tmi_arena_alloc(arena, (size_t)a->body_count, sizeof *s->located);
    s->tried = tmi_arena_alloc(arena, constraints, sizeof *s->tried);
    s->queue[0] = tmi_arena_alloc(arena, constraints, sizeof(int32_t));
    s->queue[1] = tmi_arena_alloc(arena, constraints, sizeof(int32_t));
    return s->located && s->tried && s->queue[0] && s->queue[1] ? TM_OK : TM_ERR_MEMORY;
}

/* ---- One body ------------------------------------------------------------------------------ */

/* A length of the constraint, which makes its angles lengths: from its points, else from its
 * distances. */
static double lever_of(const tmiSpaceConstraint *constraint) {
    double max = 0.0;
    for (int32_t r = 0; r < constraint->row_count; r++) {
        double p = tmi_length3(constraint->rows[r].point), q = tmi_length3(constraint->rows[r].on);
        double held =
            constraint->rows[r].unit == TM_ROW_LENGTH ? fabs(constraint->rows[r].offset) : 0.0;
        max = !constraint->rows[r].at_infinity && p > max ? p : max;
        max = q > max ? q : max;
        max = held > max ? held : max;
    }
    return max > 0.0 ? max : 1.0;
}

/* Evaluates the constraint's rows in the six unknowns of the body; returns the sum of their
 * squares. */
static double evaluate(Seat *seat) {
    const tmAssembly *a = seat->s->a;
    tmFrame frames[TM_HINGE_BODIES];
    for (int32_t k = 0; k < seat->constraint->body_count; k++) {
        frames[k] = a->frames[seat->constraint->bodies[k]];
    }
    double sum = 0.0;
    seat->rows = 0;
    for (int32_t r = 0; r < seat->constraint->row_count; r++) {
        const tmRow *row = &seat->constraint->rows[r];
        if (row->as_placed && !a->measured) {
            continue;
        }
        tmRowAt at;
        tm_row_at(row, frames, NULL, seat->constraint->turns[r], &at);
        double scale = row->unit == TM_ROW_LENGTH ? 1.0 / seat->lever : 1.0;
        double *to = seat->matrix + 6 * seat->rows;
        for (int i = 0; i < 3; i++) {
            bool plane = a->planar;
            to[i] = plane && i == 2 ? 0.0 : at.gradient[seat->end].linear[i] * scale * seat->lever;
            to[3 + i] = plane && i < 2 ? 0.0 : at.gradient[seat->end].angular[i] * scale;
        }
        seat->residual[seat->rows] = at.value * scale;
        sum += seat->residual[seat->rows] * seat->residual[seat->rows];
        seat->rows++;
    }
    return sum == sum ? sum : INFINITY;
}

static void displace(tmFrame *frame, const tmFrame *from, const double *x, double part,
                     double lever) {
    double turn[3];
    *frame = *from;
    for (int i = 0; i < 3; i++) {
        frame->position[i] += part * x[i] * lever;
        turn[i] = part * x[3 + i];
    }
    tmi_quaternion_turn(frame->rotation, turn);
}

/* Newton's method on one body. Returns the sum of squares that remains. */
static double settle(Seat *seat) {
    static const double weights[6] = {
        TMI_METRIC_TRANSLATION, TMI_METRIC_TRANSLATION, TMI_METRIC_TRANSLATION, 1.0, 1.0, 1.0};
    tmFrame *frame = &seat->s->a->frames[seat->body];
    double open = evaluate(seat);
    for (int step = 0; step < SEAT_STEPS && open > SEATED * SEATED; step++) {
        double x[6], right[SEAT_ROWS], work[WORK];
        int32_t int_work[INT_WORK];
        tmiLeastNormInfo info;
        for (int32_t i = 0; i < seat->rows; i++) {
            right[i] = -seat->residual[i];
        }
        if (tmi_least_norm(tmi_matrix(seat->matrix, seat->rows, 6), right, weights,
                           TMI_RANK_TOLERANCE, work, int_work, x, &info) != TM_OK) {
            break;
        }
        double turn = tmi_length3(x + 3), part = turn > SEAT_TURN_MAX ? SEAT_TURN_MAX / turn : 1.0;
        tmFrame from = *frame;
        double before = open;
        for (int i = 0; i < SEAT_HALVINGS; i++, part *= 0.5) {
            displace(frame, &from, x, part, seat->lever);
            open = evaluate(seat);
            if (open < before) {
                break;
            }
        }
        if (!(open < before)) {
            *frame = from;
            return evaluate(seat);
        }
    }
    return open;
}

/* ---- Directions ---------------------------------------------------------------------------- */

/* Turns the frame by the least turn that takes m to t, both of length 1; where they are opposite,
 * about `about`, or across m where that is zero. */
static void turn_to(tmFrame *frame, const double m[3], const double t[3], const double about[3],
                    bool planar) {
    double cross[3], w = 1.0 + tmi_dot3(m, t), out[4];
    tmi_cross3(m, t, cross);
    double turn[4] = {w, cross[0], cross[1], cross[2]};
    if (w < TMI_RANK_TOLERANCE) {
        static const double x[3] = {1.0, 0.0, 0.0}, y[3] = {0.0, 1.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
        double across[3];
        tmi_cross3(m, fabs(m[0]) < 0.7 ? x : y, across);
        const double *axis = planar ? z : tmi_length3(about) > 0.0 ? about : across;
        turn[0] = 0.0;
        memcpy(turn + 1, axis, 3 * sizeof *turn);
    }
    tmi_quaternion_unit(turn);
    tmi_quaternion_multiply(turn, frame->rotation, out);
    memcpy(frame->rotation, out, sizeof out);
    tmi_quaternion_unit(frame->rotation);
}

/* Turns the body so that directions of the constraint that should be parallel, with the same sense,
 * are. */
static void align(const Seat *seat) {
    tmAssembly *a = seat->s->a;
    tmFrame *frame = &a->frames[seat->body];
    double about[3] = {0.0, 0.0, 0.0};
    for (int32_t r = 0; r < seat->constraint->row_count; r++) {
        const tmRow *row = &seat->constraint->rows[r];
        bool is_a = row->a == seat->end, is_b = row->b == seat->end;
        if (row->kind != TM_ROW_PLANE || !row->at_infinity || is_a == is_b ||
            (row->as_placed && !a->measured) || tmi_length3(row->mark_a) < 0.5) {
            continue;
        }
        int32_t other = seat->constraint->bodies[is_a ? row->b : row->a];
        double own[3], theirs[3];
        tmi_rotate3(frame->rotation, is_a ? row->mark_a : row->mark_b, own);
        tmi_rotate3(a->frames[other].rotation, is_a ? row->mark_b : row->mark_a, theirs);
        turn_to(frame, own, theirs, about, a->planar);
        memcpy(about, theirs, sizeof about);
    }
}

/* ---- Random turns -------------------------------------------------------------------------- */

/* splitmix64, to a number of -1 … 1. */
static double next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(int64_t)(z >> 11) * 0x1p-52 - 1.0;
}

static void shake_frame(tmiSeating *s, tmFrame *frame, double max) {
    double turn[3];
    for (int i = 0; i < 3; i++) {
        turn[i] = max * next_random(&s->random);
        turn[i] = s->a->planar && i < 2 ? 0.0 : turn[i];
    }
    tmi_quaternion_turn(frame->rotation, turn);
}

/* ---- The tree ------------------------------------------------------------------------------ */

static void seat_body(tmiSeating *s, tmiSpaceConstraint *constraint, int32_t end, double shake) {
    Seat seat = {.s = s,
                 .constraint = constraint,
                 .body = constraint->bodies[end],
                 .end = end,
                 .lever = lever_of(constraint)};
    tmFrame *frame = &s->a->frames[seat.body];
    if (shake > 0.0) {
        shake_frame(s, frame, shake);
    }
    tmFrame rough = *frame, best = *frame;
    double min = INFINITY;
    for (int i = 0; i < SEAT_TRIES && min > SEATED * SEATED; i++) {
        *frame = rough;
        if (i > 0) {
            shake_frame(s, frame, (double)i);
        }
        align(&seat);
        double open = settle(&seat);
        if (open < min) {
            min = open;
            best = *frame;
        }
    }
    *frame = best;
}

/* Puts the constraint into a queue if one of its bodies is left to seat. */
static void offer(tmiSeating *s, int32_t index) {
    const tmiSpaceConstraint *constraint = &s->a->constraints[index];
    int32_t left = 0;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        int32_t body = constraint->bodies[k];
        left += s->a->fixed[body] || s->located[body] ? 0 : 1;
    }
    if (left == 1 && !constraint->muted && !constraint->is_start && !s->tried[index]) {
        s->tried[index] = true;
        int which = constraint->row_count >= (s->a->planar ? 2 : 3) ? 0 : 1;
        s->queue[which][s->tail[which]++] = index;
    }
}

static void locate(tmiSeating *s, int32_t body) {
    s->located[body] = true;
    for (int32_t i = s->a->constraints_start[body]; i < s->a->constraints_start[body + 1]; i++) {
        offer(s, s->a->constraints_of[i]);
    }
}

/* A joint whose coordinate is given seats a body by that, too. */
static tmiSpaceConstraint *seat_of(tmiSpaceConstraint *constraint) {
    if (constraint->seat) {
        memset(constraint->seat->turns, 0,
               sizeof *constraint->seat->turns * (size_t)constraint->seat->row_count);
    }
    return constraint->seat ? constraint->seat : constraint;
}

/* Seats all bodies that the queues lead to. */
static void run_queues(tmiSeating *s, double shake) {
    while (s->head[0] < s->tail[0] || s->head[1] < s->tail[1]) {
        int which = s->head[0] < s->tail[0] ? 0 : 1;
        tmiSpaceConstraint *constraint = &s->a->constraints[s->queue[which][s->head[which]++]];
        for (int32_t k = 0; k < constraint->body_count; k++) {
            int32_t body = constraint->bodies[k];
            if (!s->a->fixed[body] && !s->located[body]) {
                seat_body(s, seat_of(constraint), k, shake);
                locate(s, body);
                break;
            }
        }
    }
}

void tmi_seating_island(tmiSeating *s, const tmiIsland *island, const tmFrame *rough,
                        double shake) {
    s->head[0] = s->head[1] = s->tail[0] = s->tail[1] = 0;
    for (int32_t i = 0; i < island->body_count; i++) {
        s->a->frames[island->bodies[i]] = rough[island->bodies[i]];
    }
    /* Places come first: they are the last of the island's constraints. */
    for (int32_t i = island->constraint_count - 1; i >= 0; i--) {
        tmiSpaceConstraint *constraint = island->constraints[i];
        int32_t index = (int32_t)(constraint - s->a->constraints);
        memset(constraint->turns, 0, sizeof *constraint->turns * (size_t)constraint->row_count);
        s->tried[index] = false;
        if (index >= s->a->joint_count && !constraint->is_start && !constraint->muted &&
            !s->located[constraint->bodies[1]]) {
            seat_body(s, constraint, 1, 0.0);
            s->located[constraint->bodies[1]] = true;
        }
    }
    for (int32_t i = 0; i < island->constraint_count; i++) {
        offer(s, (int32_t)(island->constraints[i] - s->a->constraints));
    }
    run_queues(s, shake);
    for (int32_t i = 0; i < island->body_count; i++) {
        if (!s->located[island->bodies[i]]) {
            locate(s, island->bodies[i]);
            run_queues(s, shake);
        }
    }
    for (int32_t i = 0; i < island->body_count; i++) {
        s->located[island->bodies[i]] = false;
    }
}
