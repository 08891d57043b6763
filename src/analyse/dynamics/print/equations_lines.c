/* equations_lines.c: the equations of joints, limits and controls in print. Rows that together fix
 * a point, or keep a part from turning, are reported along the axes of the world; all others one by
 * one. Equation numbers are those of docs/theory/dynamics.md, 'Printed equations'. */
#include "analyse/dynamics/print/equations_private.h"

#include <math.h>
#include <string.h>

/* Directions whose products differ from those of world axes by at most this [1] span the plane or
 * the space well: joints are closed far better, and what is left is inverted, not neglected. */
#define ORTHONORMAL 1e-6

/* How much the gradient of a row by one turn may differ from that by the other through rounding, as
 * a part of it [1]. */
#define OPPOSITE_GRADIENTS 1e-12

typedef enum RowKind {
    ROW_OTHER,
    ROW_POINT, /* a point on a plane: a force along `direction` */
    ROW_TURN   /* of turns alone, opposite for two bodies or of one: a torque about `direction` */
} RowKind;

/* A row of a constraint where the bodies are, by the accelerations of their centres of mass. */
typedef struct RowHere {
    const tmRow *row;
    RowKind kind;
    double direction[3]; /* world axes: of what it does to body a */
    double by[TM_HINGE_BODIES][6];
    double right;
    double lambda;
} RowHere;

typedef struct Collector {
    tmiPrinted *p;
    const tmiSystem *s;
    const tmiConstraint *constraint;
    int32_t constraint_index;
    int32_t first_part; /* of a joint: body of the constraint */
    RowHere *rows;
} Collector;

/* ---- Rows ---------------------------------------------------------------------------------- */

static RowKind kind_of(const tmiSystem *s, const tmiConstraint *constraint, const tmRow *row,
                       const tmRowAt *at) {
    if (row->kind == TM_ROW_PLANE && !row->at_infinity) {
        return ROW_POINT;
    }
    double max = 0.0, rest = 0.0;
    for (int32_t b = 0; b < constraint->body_count; b++) {
        bool side = b == row->a || b == row->b;
        for (int32_t i = 0; i < 3; i++) {
            double turn = at->gradient[b].angular[i];
            if (at->gradient[b].linear[i] != 0.0 || (!side && turn != 0.0)) {
                return ROW_OTHER;
            }
            max = fabs(turn) > max ? fabs(turn) : max;
        }
    }
    /* A torque on a body that stands still does not matter. */
    bool against = row->a != row->b && s->mover_of[constraint->bodies[row->b]] >= 0;
    for (int32_t i = 0; i < 3 && against; i++) {
        double sum = at->gradient[row->a].angular[i] + at->gradient[row->b].angular[i];
        rest = fabs(sum) > rest ? fabs(sum) : rest;
    }
    return rest <= OPPOSITE_GRADIENTS * max ? ROW_TURN : ROW_OTHER;
}

/* From the gradients by the twist of a body's origin to those by its centre of mass: (P3), (P4). */
static void move_to_centre(const tmiSystem *s, int32_t body, const tmTwist *gradient, RowHere *here,
                           double by[6]) {
    int32_t mover = s->mover_of[body];
    if (mover < 0) {
        return;
    }
    const double *spin = s->twists[body].angular;
    double arm[3], lever[3], speed[3], pull[3];
    tmi_rotate3(s->frames[body].rotation, s->movers[mover].centre, arm);
    tmi_cross3(arm, gradient->linear, lever);
    tmi_cross3(spin, arm, speed);
    tmi_cross3(spin, speed, pull);
    here->right += tmi_dot3(gradient->linear, pull);
    if (s->planar) {
        by[0] = gradient->linear[0];
        by[1] = gradient->linear[1];
        by[2] = gradient->angular[2] - lever[2];
        return;
    }
    for (int32_t i = 0; i < 3; i++) {
        by[i] = gradient->linear[i];
        by[3 + i] = gradient->angular[i] - lever[i];
    }
}

static void take_rows(Collector *c) {
    const tmiSystem *s = c->s;
    const tmiConstraint *constraint = c->constraint;
    tmFrame frames[TM_HINGE_BODIES];
    tmTwist twists[TM_HINGE_BODIES];
    for (int32_t b = 0; b < constraint->body_count; b++) {
        frames[b] = s->frames[constraint->bodies[b]];
        twists[b] = s->twists[constraint->bodies[b]];
    }
    for (int32_t k = 0; k < constraint->row_count; k++) {
        RowHere *here = &c->rows[k];
        tmRowAt at;
        memset(here, 0, sizeof *here);
        here->row = &constraint->rows[k];
        tm_row_at(here->row, frames, twists, s->turns[constraint->first + k], &at);
        here->kind = kind_of(s, constraint, here->row, &at);
        const tmTwist *gradient = &at.gradient[here->row->a];
        memcpy(here->direction, here->kind == ROW_TURN ? gradient->angular : gradient->linear,
               sizeof here->direction);
        here->right = s->given[constraint->first + k][2] - at.bias;
        here->lambda = s->lambda[constraint->first + k];
        for (int32_t b = 0; b < constraint->body_count; b++) {
            move_to_centre(s, constraint->bodies[b], &at.gradient[b], here, here->by[b]);
        }
    }
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Whether none of the bodies has motion equations, so that no force is wanted. */
static bool is_forceless(const Collector *c) {
    for (int32_t i = 0; i < c->constraint->mover_count; i++) {
        if (!c->p->led[c->constraint->movers[i]]) {
            return false;
        }
    }
    return true;
}

/* Names: "fx2", or "m2_5" of a row (from 0 on), whose multiplier it then is. */
static void add_unknown(Collector *c, tmiLine *line, const char *word, int32_t row, double value) {
    if (is_forceless(c)) {
        return;
    }
    line->unknown = c->p->unknown_count++;
    tmiUnknown *unknown = &c->p->unknowns[line->unknown];
    tmiText name;
    unknown->owner = (uint8_t)tmi_printed_owner(c->constraint);
    unknown->number = tmi_printed_number(c->p, c->constraint_index);
    unknown->unit =
        (uint8_t)(line->unit == TMI_PRINTED_LINEAR ? TMI_PRINTED_FORCE : TMI_PRINTED_TORQUE);
    unknown->value = value;
    unknown->row = row < 0 ? NULL : &c->constraint->rows[row];
    tmi_text_init(&name, unknown->name, sizeof unknown->name);
    tmi_text_add(&name, word);
    tmi_text_add_int(&name, unknown->number);
    if (row >= 0) {
        tmi_text_add(&name, "_");
        tmi_text_add_int(&name, row + 1);
    }
}

static tmiLine *add_line(Collector *c, tmiPrintedUnit unit) {
    tmiLine *line = &c->p->lines[c->p->line_count++];
    *line = (tmiLine){.constraint = c->constraint_index,
                      .unknown = -1,
                      .first = c->p->block_count,
                      .unit = (uint8_t)unit};
    return line;
}

/* Adds rows[i] times factors[i], for `count` rows, to a line that has no coefficients yet. */
static void add_blocks(Collector *c, tmiLine *line, const RowHere *rows, const double *factors,
                       int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        line->right += factors[i] * rows[i].right;
    }
    for (int32_t b = 0; b < c->constraint->body_count; b++) {
        tmiPrintedBlock block = {.line = (int32_t)(line - c->p->lines),
                                 .mover = c->s->mover_of[c->constraint->bodies[b]]};
        bool any = false;
        for (int32_t d = 0; d < c->s->dof; d++) {
            for (int32_t i = 0; i < count; i++) {
                block.by[d] += factors[i] * rows[i].by[b][d];
            }
            any = any || block.by[d] != 0.0;
        }
        if (any) {
            c->p->blocks[c->p->block_count++] = block;
            line->count++;
        }
    }
}

/* A row by itself. Of a joint both row and multiplier change sign, as in the figure: m > 0 then is
 * the tension of a rod. */
static void add_single(Collector *c, int32_t k) {
    double sign = c->constraint->kind == TMI_CONSTRAINT_JOINT ? -1.0 : 1.0;
    tmiLine *line = add_line(c, c->rows[k].row->unit == TM_ROW_ANGLE ? TMI_PRINTED_ANGULAR
                                                                     : TMI_PRINTED_LINEAR);
    add_blocks(c, line, &c->rows[k], &sign, 1);
    add_unknown(c, line, "m", k, sign * c->rows[k].lambda);
}

/* ---- Vectors ------------------------------------------------------------------------------- */

/* How many rows make a vector: a force in the plane has two numbers, a torque one. */
static int32_t vector_size(const tmiSystem *s, RowKind kind) {
    return kind == ROW_POINT ? (s->planar ? 2 : 3) : s->planar ? 1 : 3;
}

static bool is_same_point(const tmRow *a, const tmRow *b) {
    return a->a == b->a && a->b == b->b && memcmp(a->point, b->point, sizeof a->point) == 0 &&
           memcmp(a->on, b->on, sizeof a->on) == 0;
}

/* Whether the rows from k on are a vector of this kind. */
static bool is_vector(const Collector *c, int32_t k, RowKind kind) {
    int32_t size = vector_size(c->s, kind);
    if (k + size > c->constraint->row_count) {
        return false;
    }
    const RowHere *rows = &c->rows[k];
    for (int32_t i = 0; i < size; i++) {
        bool same = kind == ROW_POINT
                        ? is_same_point(rows[0].row, rows[i].row)
                        : rows[0].row->a == rows[i].row->a && rows[0].row->b == rows[i].row->b;
        if (rows[i].kind != kind || !same) {
            return false;
        }
        for (int32_t j = 0; j <= i; j++) {
            double product = tmi_dot3(rows[i].direction, rows[j].direction);
            if (!(fabs(product - (i == j ? 1.0 : 0.0)) <= ORTHONORMAL)) {
                return false;
            }
        }
    }
    return true;
}

/* Puts f with D f = lambda, D of rows `direction`, into f: (P7) by Cramer's rule. In the plane
 * world axes replace the missing directions. */
static void vector_value(const Collector *c, int32_t k, RowKind kind, double sign, double f[3]) {
    static const double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    int32_t size = vector_size(c->s, kind);
    const double *d[3];
    double lambda[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < 3; i++) {
        d[i] = i < size ? c->rows[k + i].direction : size == 1 ? axes[i - 1] : axes[2];
        lambda[i] = i < size ? sign * c->rows[k + i].lambda : 0.0;
    }
    double across[3];
    tmi_cross3(d[1], d[2], across);
    double volume = tmi_dot3(d[0], across);
    memset(f, 0, 3 * sizeof *f);
    for (int32_t i = 0; i < 3; i++) {
        tmi_cross3(d[(i + 1) % 3], d[(i + 2) % 3], across);
        tmi_add3(f, lambda[i] / volume, across);
    }
}

/* Lines along the axes of the world: (P6). */
static void add_vector(Collector *c, int32_t k, RowKind kind) {
    static const char *const forces[] = {"fx", "fy", "fz"};
    static const char *const torques[] = {"tx", "ty", "tz"};
    int32_t size = vector_size(c->s, kind);
    const RowHere *rows = &c->rows[k];
    bool first = rows[0].row->a == c->first_part;
    double sign = c->constraint->kind == TMI_CONSTRAINT_JOINT && first ? -1.0 : 1.0, f[3];
    vector_value(c, k, kind, sign, f);
    for (int32_t i = 0; i < size; i++) {
        int32_t axis = size == 1 ? 2 : i;
        double factors[3];
        for (int32_t j = 0; j < size; j++) {
            factors[j] = sign * rows[j].direction[axis];
        }
        tmiLine *line = add_line(c, kind == ROW_POINT ? TMI_PRINTED_LINEAR : TMI_PRINTED_ANGULAR);
        const char *word = kind == ROW_POINT ? forces[axis] : size == 1 ? "t" : torques[axis];
        add_blocks(c, line, rows, factors, size);
        add_unknown(c, line, word, -1, f[axis]);
    }
}

/* A name belongs to one vector: a second point or turn of a constraint is printed row by row. */
static void add_constraint(Collector *c) {
    bool printed[ROW_TURN + 1] = {false};
    for (int32_t k = 0; k < c->constraint->row_count;) {
        RowKind kind = c->rows[k].kind;
        if (kind != ROW_OTHER && !printed[kind] && is_vector(c, k, kind)) {
            add_vector(c, k, kind);
            printed[kind] = true;
            k += vector_size(c->s, kind);
        } else {
            add_single(c, k++);
        }
    }
}

tmStatus tmi_printed_lines(tmiPrinted *p, int32_t max_rows) {
    static const tmiConstraintKind kinds[] = {TMI_CONSTRAINT_JOINT, TMI_CONSTRAINT_LIMIT,
                                              TMI_CONSTRAINT_DRIVE};
    Collector c = {.p = p, .s = p->system};
    c.rows = tmi_arena_alloc(&p->arena, (size_t)max_rows, sizeof *c.rows);
    if (!c.rows) {
        return TM_ERR_MEMORY;
    }
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        for (int32_t i = 0; i < p->system->constraint_count; i++) {
            const tmiConstraint *constraint = &p->system->constraints[i];
            if (constraint->kind != kinds[kind] || !tmi_printed_holds(constraint)) {
                continue;
            }
            tmJointInfo joint;
            c.constraint = constraint;
            c.constraint_index = i;
            c.first_part = 0;
            if (constraint->kind == TMI_CONSTRAINT_JOINT &&
                tm_model_joint(p->system->model, constraint->number, &joint) == TM_OK &&
                joint.use.pair_count > 0) {
                c.first_part = joint.use.pairs[0][0].body;
            }
            take_rows(&c);
            add_constraint(&c);
        }
    }
    return TM_OK;
}
