/* equations_collect.c: the motion equations in print: collects them, and checks the solution
 * against them. Equation numbers are those of docs/theory/dynamics.md, 'Printed equations'. */
#include "analyse/dynamics/print/equations_private.h"

#include <math.h>
#include <string.h>

#define EQUATIONS_STAMP 0xe94a7u
#define PRINTED_DIGITS 8
#define PRINTED_DIGITS_MAX 17

/* Rounding leaves some 1e-16 of the terms that cancel; what is as small as this part [1] of the
 * largest coefficient of its equation is left out. */
#define SMALLEST 1e-13

tmEquationsDef tm_equations_def_default(void) {
    return (tmEquationsDef){
        .stamp = EQUATIONS_STAMP, .digits = PRINTED_DIGITS, .smallest = SMALLEST};
}

/* ---- Who is who ---------------------------------------------------------------------------- */

const char *tmi_printed_unit(tmiPrintedUnit unit) {
    static const char *const units[] = {"m/s^2", "rad/s^2", "N", "N*m"};
    return units[unit];
}

int32_t tmi_printed_number(const tmiPrinted *p, int32_t constraint) {
    const tmiSystem *s = p->system;
    return constraint < s->joint_constraints
               ? s->constraints[constraint].number + 1
               : tm_model_joint_count(s->model) + constraint - s->joint_constraints + 1;
}

tmiPrintedOwner tmi_printed_owner(const tmiConstraint *constraint) {
    return constraint->kind == TMI_CONSTRAINT_JOINT   ? TMI_PRINTED_JOINT
           : constraint->kind == TMI_CONSTRAINT_DRIVE ? TMI_PRINTED_CONTROL
                                                      : TMI_PRINTED_LIMIT;
}

bool tmi_printed_holds(const tmiConstraint *constraint) {
    return constraint->active && constraint->mover_count > 0 && constraint->row_count > 0;
}

/* The only mover of a constraint; -1 where there is none, or more. */
static int32_t sole_mover(const tmiConstraint *constraint) {
    return constraint->mover_count == 1 ? constraint->movers[0] : -1;
}

/* ---- Collecting ---------------------------------------------------------------------------- */

/* Maximum numbers of lines, of rows of a constraint, and of blocks. */
typedef struct Sizes {
    int64_t lines, blocks;
    int32_t max_rows;
} Sizes;

static Sizes sizes_of(const tmiSystem *s) {
    Sizes sizes = {.max_rows = 1};
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        sizes.lines += constraint->row_count;
        sizes.blocks += (int64_t)constraint->row_count * constraint->body_count;
        sizes.max_rows =
            constraint->row_count > sizes.max_rows ? constraint->row_count : sizes.max_rows;
    }
    return sizes;
}

static void *take(tmiPrinted *p, int64_t count, size_t size) {
    return tmi_arena_alloc(&p->arena, (size_t)count + 1, size);
}

static bool make_room(tmiPrinted *p, Sizes sizes) {
    int64_t movers = p->system->mover_count;
    p->unknowns = take(p, movers * p->system->dof + sizes.lines, sizeof *p->unknowns);
    p->lines = take(p, sizes.lines, sizeof *p->lines);
    p->blocks = take(p, sizes.blocks, sizeof *p->blocks);
    p->starts = take(p, movers + 1, sizeof *p->starts);
    p->blocks_of = take(p, sizes.blocks, sizeof *p->blocks_of);
    p->led = take(p, movers, sizeof *p->led);
    p->weightless = take(p, movers, sizeof *p->weightless);
    p->moving = take(p, movers, sizeof *p->moving);
    return p->unknowns && p->lines && p->blocks && p->starts && p->blocks_of && p->led &&
           p->weightless && p->moving;
}

/* Massless movers with a lent mass. Where drives alone prescribe the motion of one, such as the
 * driver in the figure, no forces are wanted, and it has no motion equations. Where joints with
 * bodies that stand still are needed as well, the solver has already subtracted the lent mass from
 * their forces. */
static tmStatus find_led(tmiPrinted *p) {
    const tmiSystem *s = p->system;
    int32_t *driven = take(p, s->mover_count, sizeof *driven);
    int32_t *held = take(p, s->mover_count, sizeof *held);
    if (!driven || !held) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        int32_t mover = sole_mover(constraint);
        if (mover >= 0 && constraint->kind != TMI_CONSTRAINT_LIMIT) {
            held[mover] += constraint->row_count;
            driven[mover] += constraint->kind == TMI_CONSTRAINT_DRIVE ? constraint->row_count : 0;
        }
    }
    for (int32_t m = 0; m < s->mover_count; m++) {
        bool lent = s->movers[m].kind == TMI_MOVER_LED;
        p->led[m] = lent && driven[m] >= s->dof;
        p->weightless[m] = lent && held[m] >= s->dof;
        if (!p->led[m]) {
            p->moving[p->moving_count++] = m;
        }
    }
    return TM_OK;
}

static void name_accelerations(tmiPrinted *p) {
    static const char *const planar[] = {"x", "y", "w"};
    static const char *const spatial[] = {"x", "y", "z", "wx", "wy", "wz"};
    const tmiSystem *s = p->system;
    for (int32_t m = 0; m < s->mover_count; m++) {
        for (int32_t d = 0; d < s->dof; d++) {
            tmiUnknown *unknown = &p->unknowns[p->unknown_count++];
            unknown->owner = TMI_PRINTED_BODY;
            unknown->number = m + 1;
            unknown->unit = d < (s->planar ? 2 : 3) ? TMI_PRINTED_LINEAR : TMI_PRINTED_ANGULAR;
            unknown->value = s->acceleration[m * s->dof + d];
            tmiText name;
            tmi_text_init(&name, unknown->name, sizeof unknown->name);
            tmi_text_add(&name, s->planar ? planar[d] : spatial[d]);
            tmi_text_add_int(&name, m + 1);
        }
    }
}

/* Blocks by movers, and room for the terms of the longest equation. */
static tmStatus sort_blocks(tmiPrinted *p) {
    const tmiSystem *s = p->system;
    int64_t max = 0;
    for (int32_t i = 0; i < p->block_count; i++) {
        p->starts[p->blocks[i].mover + 1]++;
    }
    for (int32_t m = 0; m < s->mover_count; m++) {
        max = p->starts[m + 1] > max ? p->starts[m + 1] : max;
        p->starts[m + 1] += p->starts[m];
    }
    /* Filling moves each start to the next one's place: shift them back. */
    for (int32_t i = 0; i < p->block_count; i++) {
        p->blocks_of[p->starts[p->blocks[i].mover]++] = i;
    }
    for (int32_t m = s->mover_count; m > 0; m--) {
        p->starts[m] = p->starts[m - 1];
    }
    p->starts[0] = 0;
    p->terms = take(p, max + 3 + (int64_t)TM_HINGE_BODIES * s->dof, sizeof *p->terms);
    p->equation_count = p->line_count + p->moving_count * s->dof;
    return p->terms ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus collect(tmiPrinted *p) {
    Sizes sizes = sizes_of(p->system);
    if (sizes.blocks > INT32_MAX || sizes.lines + 6 * (int64_t)p->system->mover_count > INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    if (!make_room(p, sizes)) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = find_led(p);
    name_accelerations(p);
    status = status == TM_OK ? tmi_printed_lines(p, sizes.max_rows) : status;
    return status == TM_OK ? sort_blocks(p) : status;
}

/* ---- One equation -------------------------------------------------------------------------- */

static void add_term(tmiPrintedEquation *equation, int32_t unknown, double coefficient) {
    if (coefficient != 0.0) {
        equation->terms[equation->count++] =
            (tmiTerm){.unknown = unknown, .coefficient = coefficient};
    }
}

static void gather_line(const tmiPrinted *p, const tmiLine *line, tmiPrintedEquation *equation) {
    equation->right = line->right;
    equation->unit = line->unit;
    equation->owner = (uint8_t)tmi_printed_owner(&p->system->constraints[line->constraint]);
    equation->number = tmi_printed_number(p, line->constraint);
    for (int32_t i = line->first; i < line->first + line->count; i++) {
        const tmiPrintedBlock *block = &p->blocks[i];
        for (int32_t d = 0; d < p->system->dof; d++) {
            add_term(equation, block->mover * p->system->dof + d, block->by[d]);
        }
    }
}

/* Row `axis` of the inertia in world axes, R J R^T: (P2). */
static void inertia_row(const tmFrame *frame, const tmiMover *mover, int32_t axis, double row[3]) {
    double world[3] = {0.0, 0.0, 0.0}, body[3], moment[3];
    world[axis] = 1.0;
    tmi_rotate_back3(frame->rotation, world, body);
    for (int32_t i = 0; i < 3; i++) {
        moment[i] = tmi_dot3(mover->inertia[i], body);
    }
    tmi_rotate3(frame->rotation, moment, row);
}

static void gather_mass(const tmiPrinted *p, int32_t m, int32_t d, tmiPrintedEquation *equation) {
    const tmiSystem *s = p->system;
    const tmiMover *mover = &s->movers[m];
    int32_t first = m * s->dof;
    if (d < (s->planar ? 2 : 3)) {
        add_term(equation, first + d, mover->mass);
    } else if (s->planar) {
        add_term(equation, first + d, mover->inertia[2][2]);
    } else {
        double row[3];
        inertia_row(&s->frames[mover->body], mover, d - 3, row);
        for (int32_t i = 0; i < 3; i++) {
            add_term(equation, first + 3 + i, row[i]);
        }
    }
}

static void gather_motion(const tmiPrinted *p, int32_t m, int32_t d, tmiPrintedEquation *equation) {
    const tmiSystem *s = p->system;
    equation->right = s->force[m * s->dof + d];
    equation->unit = d < (s->planar ? 2 : 3) ? TMI_PRINTED_FORCE : TMI_PRINTED_TORQUE;
    equation->owner = TMI_PRINTED_BODY;
    equation->number = m + 1;
    if (!p->weightless[m]) {
        gather_mass(p, m, d, equation);
    }
    for (int32_t i = p->starts[m]; i < p->starts[m + 1]; i++) {
        const tmiPrintedBlock *block = &p->blocks[p->blocks_of[i]];
        int32_t unknown = p->lines[block->line].unknown;
        if (unknown >= 0) {
            add_term(equation, unknown, -block->by[d]); /* (P5) */
        }
    }
}

/* Turns count with the size as lever. */
static double scale_of(const tmiPrinted *p, tmiPrintedUnit unit) {
    return unit == TMI_PRINTED_ANGULAR  ? p->system->size
           : unit == TMI_PRINTED_TORQUE ? 1.0 / p->system->size
                                        : 1.0;
}

/* The number, or zero where it may come from rounding of the largest terms of its kind. */
static double unless_rounding(const tmiPrinted *p, double number, tmiPrintedUnit unit) {
    double max = p->max[unit >= TMI_PRINTED_FORCE];
    return fabs(number) * scale_of(p, unit) >= p->smallest * max ? number : 0.0;
}

double tmi_printed_value(const tmiPrinted *p, const tmiUnknown *unknown) {
    return unless_rounding(p, unknown->value, unknown->unit);
}

/* Leaves out coefficients, and a right-hand side, that may come from rounding alone. */
static void leave_out(const tmiPrinted *p, tmiPrintedEquation *equation) {
    double max = 0.0;
    int32_t kept = 0;
    for (int32_t i = 0; i < equation->count; i++) {
        double size = fabs(equation->terms[i].coefficient);
        max = size > max ? size : max;
    }
    for (int32_t i = 0; i < equation->count; i++) {
        if (fabs(equation->terms[i].coefficient) >= p->smallest * max) {
            equation->terms[kept++] = equation->terms[i];
        }
    }
    equation->count = kept;
    equation->right = unless_rounding(p, equation->right, equation->unit);
}

void tmi_printed_equation(const tmiPrinted *p, int32_t index, bool all,
                          tmiPrintedEquation *equation) {
    memset(equation, 0, sizeof *equation);
    equation->terms = p->terms;
    if (index < p->line_count) {
        gather_line(p, &p->lines[index], equation);
    } else {
        int32_t at = index - p->line_count, dof = p->system->dof;
        gather_motion(p, p->moving[at / dof], at % dof, equation);
    }
    if (!all) {
        leave_out(p, equation);
    }
}

/* ---- The check ----------------------------------------------------------------------------- */

/* Residuals of accelerations and of forces, and the largest terms that they are parts of. */
typedef struct Check {
    double worst[2], max[2];
} Check;

static void take_larger(double *max, double number) {
    *max = number > *max ? number : *max;
}

/* Adds an equation. A force counts as an acceleration of its body, too: where joints leave a world
 * no motion, accelerations are rounding errors and not a scale of their own. */
static bool check_equation(const tmiPrinted *p, int32_t index, Check *check) {
    tmiPrintedEquation equation;
    tmi_printed_equation(p, index, true, &equation);
    double sum = -equation.right, term = fabs(sum), scale = scale_of(p, equation.unit);
    for (int32_t k = 0; k < equation.count; k++) {
        double part = equation.terms[k].coefficient * p->unknowns[equation.terms[k].unknown].value;
        sum += part;
        take_larger(&term, fabs(part));
    }
    int32_t kind = equation.unit >= TMI_PRINTED_FORCE;
    take_larger(&check->worst[kind], fabs(sum) * scale);
    take_larger(&check->max[kind], term * scale);
    if (equation.unit == TMI_PRINTED_FORCE && p->system->movers[equation.number - 1].mass > 0.0) {
        take_larger(&check->max[0], term / p->system->movers[equation.number - 1].mass);
    }
    return isfinite(sum);
}

/* False where a number is not finite. */
static bool check(tmiPrinted *p) {
    Check all = {{0.0, 0.0}, {0.0, 0.0}};
    for (int32_t i = 0; i < p->equation_count; i++) {
        if (!check_equation(p, i, &all)) {
            return false;
        }
    }
    for (int32_t kind = 0; kind < 2; kind++) {
        take_larger(&p->residual, all.max[kind] > 0.0 ? all.worst[kind] / all.max[kind] : 0.0);
        p->max[kind] = all.max[kind];
    }
    return true;
}

tmStatus tmi_equations_write(const tmiSystem *system, double time, const tmEquationsDef *def,
                             tmWriteFn *write, void *user) {
    tmEquationsDef usual = tm_equations_def_default();
    def = def ? def : &usual;
    if (!system || !write) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != EQUATIONS_STAMP) {
        return TM_ERR_DEF;
    }
    if (def->digits < 1 || def->digits > PRINTED_DIGITS_MAX ||
        !(def->smallest >= 0.0 && def->smallest < 1.0)) {
        return TM_ERR_ARGUMENT;
    }
    tmiPrinted p = {.system = system, .time = time, .smallest = def->smallest};
    tmi_arena_init(&p.arena, system->allocator);
    tmStatus status = collect(&p);
    if (status == TM_OK && !(check(&p) && isfinite(time))) {
        status = TM_ERR_NOT_FINITE;
    }
    if (status == TM_OK) {
        tmiOutput out;
        tmi_output_init(&out, write, user);
        if (def->json) {
            tmi_printed_json(&p, def->digits, &out);
        } else {
            tmi_printed_text(&p, def->digits, &out);
        }
        tmi_output_flush(&out);
    }
    tmi_arena_clear(&p.arena);
    return status;
}
