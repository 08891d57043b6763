/* drive.c: a move of a plan: continuation, break policy, drags; and what a plan reports. */
#include "analyse/space/drive/drive.h"
#include "analyse/space/equations/equations.h"

#include <math.h>
#include <string.h>

/* Part of the tolerance [1] to which joints are closed near singular poses. */
#define FINE 1e-3

/* How much stiffer inputs are than joints where joints are stretched [1]: inputs miss their values
 * by the gaps of joints over the square of this. */
#define INPUT_SOFTNESS 1e-10

/* Maximum steps to the least gaps of a stretched pose. */
#define STRETCH_STEPS 400

void tmi_drive_keep(const tmSpacePlan *p, tmFrame *frames, double (*turns)[2]) {
    tmi_equations_store(&p->e, frames);
    memcpy(turns, p->turns, sizeof *turns * (size_t)p->turn_count);
}

void tmi_drive_return(tmSpacePlan *p, const tmFrame *frames, double (*turns)[2]) {
    tmi_equations_load(&p->e, frames);
    memcpy(p->turns, turns, sizeof *turns * (size_t)p->turn_count);
}

void tmi_drive_mute_drags(tmSpacePlan *p, bool muted) {
    for (int32_t i = p->driver_count - p->drag_count; i < p->driver_count; i++) {
        p->drivers[i].constraint->muted = muted;
    }
}

/* Evaluates a row of a constraint at the present frames; near is its own angle. */
static void row_at(const tmSpacePlan *p, const tmiSpaceConstraint *constraint, const tmRow *row,
                   const double near[2], tmRowAt *at) {
    tmFrame frames[TM_HINGE_BODIES];
    for (int32_t k = 0; k < constraint->body_count; k++) {
        frames[k] = p->frames[constraint->bodies[k]];
    }
    tm_row_at(row, frames, NULL, near, at);
}

static double coordinate_now(const tmSpacePlan *p, const tmiCoordinate *c, double turns[2]) {
    tmRowAt at;
    row_at(p, &p->a->constraints[c->joint], c->row, p->turns[c->turn], &at);
    memcpy(turns, at.turns, sizeof at.turns);
    return at.value + c->row->offset;
}

void tmi_drive_settle(tmSpacePlan *p) {
    for (int32_t i = 0; i < p->coordinate_count; i++) {
        double turns[2];
        (void)coordinate_now(p, &p->coordinates[i], turns);
        memcpy(p->turns[p->coordinates[i].turn], turns, sizeof turns);
    }
    tmi_drive_keep(p, p->base, p->base_turns);
}

void tmi_drive_demand(tmSpacePlan *p, double part) {
    for (int32_t i = 0; i < p->driver_count - p->drag_count; i++) {
        int32_t v = p->drivers[i].value;
        double value = part == 1.0 ? p->goal[v] : p->start_values[v] + part * p->way[v];
        p->drivers[i].constraint->rows[0].offset = value;
        p->base_values[v] = value;
    }
}

/* The values of the inputs in the present frames. */
static void measure_values(const tmSpacePlan *p, double *values) {
    for (int32_t i = 0; i < p->driver_count; i++) {
        const tmiDriver *driver = &p->drivers[i];
        for (int32_t r = 0; r < driver->constraint->row_count; r++) {
            tmRowAt at;
            row_at(p, driver->constraint, &driver->constraint->rows[r],
                   driver->constraint->turns[r], &at);
            values[driver->value + r] = at.value + driver->constraint->rows[r].offset;
        }
    }
}

/* A dragged point far out on a body increases the size of the equations, but must not let joints
 * open further. Nothing can be closed below the rounding errors of that size. */
static double closing_tolerance(const tmSpacePlan *p) {
    double part = p->size < p->e.size ? p->size / p->e.size : 1.0;
    double tolerance = part * p->def.tolerance;
    return tmi_equations_tolerance(
        &p->e, tolerance > TMI_COORDINATE_ROUNDINGS ? tolerance : TMI_COORDINATE_ROUNDINGS);
}

void tm_space_plan_reset(tmSpacePlan *p) {
    if (!p) {
        return;
    }
    memcpy(p->frames, p->a->frames, sizeof *p->frames * (size_t)p->a->body_count);
    memset(p->turns, 0, sizeof *p->turns * (size_t)p->turn_count);
    for (int32_t i = 0; i < p->a->joint_count; i++) { /* those that the assembly counted */
        const tmiSpaceConstraint *joint = &p->a->constraints[i];
        if (p->constraint_of[i] >= 0 && joint->row_count > 0) {
            memcpy(p->constraints[p->constraint_of[i]].turns, joint->turns,
                   sizeof *joint->turns * (size_t)joint->row_count);
        }
    }
    p->moved = false;
    p->pace = INFINITY;
    tmi_drive_mute_drags(p, true);
    p->tolerance = closing_tolerance(p);
    p->fine = tmi_equations_tolerance(&p->e, FINE * p->def.tolerance);
    measure_values(p, p->base_values);
    for (int32_t i = 0; i < p->driver_count - p->drag_count; i++) {
        p->drivers[i].constraint->rows[0].offset = p->base_values[p->drivers[i].value];
    }
    tmi_equations_evaluate(&p->e);
    tmi_drive_settle(p);
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* The first move takes the way without whole turns: the angle that stands counts as the one that is
 * nearest to where it goes. */
static void choose_turns(tmSpacePlan *p) {
    for (int32_t i = 0; i < p->driver_count - p->drag_count && !p->moved; i++) {
        tmiDriver *driver = &p->drivers[i];
        if (driver->constraint->rows[0].kind == TM_ROW_TURN) {
            double *value = &p->base_values[driver->value];
            double more = TMI_TWO_PI * floor((p->goal[driver->value] - *value) / TMI_TWO_PI + 0.5);
            *value += more;
            driver->constraint->turns[0][0] += more;
            if (driver->coordinate >= 0) {
                p->turns[p->coordinates[driver->coordinate].turn][0] += more;
            }
        }
    }
    p->moved = true;
}

/* Shows the pose in which inputs have their values and the squares of the joints' gaps are least.
 * Moves go on from the base. */
static void stretch(tmSpacePlan *p, tmSolveInfo *info) {
    int32_t inputs = p->driver_count - p->drag_count;
    for (int32_t i = 0; i < inputs; i++) {
        p->drivers[i].constraint->rows[0].offset = p->goal[p->drivers[i].value];
        p->e.soften[p->drivers[i].row] = INPUT_SOFTNESS;
    }
    tmi_equations_min(&p->e, STRETCH_STEPS, &info->iterations);
    for (int32_t i = 0; i < inputs; i++) {
        p->e.soften[p->drivers[i].row] = 1.0;
        p->drivers[i].constraint->rows[0].offset = p->base_values[p->drivers[i].value];
    }
    info->residual = p->e.max_residual * p->e.size;
    info->outcome = TM_MOVE_STRETCHED;
}

/* Handles a move that ended before its goal. */
static void break_off(tmSpacePlan *p, tmSolveInfo *info) {
    switch (p->def.on_break) {
    case TM_BREAK_LIMIT:
        tmi_drive_return(p, p->before, p->before_turns);
        memcpy(p->base_values, p->start_values, sizeof(double) * (size_t)p->value_count);
        for (int32_t i = 0; i < p->driver_count - p->drag_count; i++) {
            p->drivers[i].constraint->rows[0].offset = p->start_values[p->drivers[i].value];
        }
        tmi_drive_keep(p, p->base, p->base_turns);
        tmi_equations_load(&p->e, p->shown);
        break;
    case TM_BREAK_SEARCH:
        break;
    case TM_BREAK_STRETCH:
        if (info->outcome == TM_MOVE_FOLD) {
            stretch(p, info);
        }
        break;
    }
}

tmStatus tm_space_plan_move(tmSpacePlan *p, const double *values, tmSolveInfo *info) {
    if (!p || (p->value_count > 0 && !values)) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < p->value_count; i++) {
        if (!(fabs(values[i]) < INFINITY)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    tmSolveInfo own = {.outcome = TM_MOVE_DONE, .reached = 1.0, .proof = TM_PROOF_SPACE};
    tmi_equations_store(&p->e, p->shown);
    tmi_drive_return(p, p->base, p->base_turns); /* from a stretched or singular pose */
    if (!p->closed) {
        tmi_equations_load(&p->e, p->shown);
        own.outcome = TM_MOVE_INCONSISTENT;
        own.residual = p->a->info.gap;
        own.reached = 0.0;
    } else {
        for (int32_t i = 0; i < p->value_count; i++) {
            p->goal[i] = values[i];
        }
        choose_turns(p);
        tmi_drive_keep(p, p->before, p->before_turns);
        memcpy(p->start_values, p->base_values, sizeof(double) * (size_t)p->value_count);
        own.reached = tmi_drive_continue(p, &own);
        own.residual = p->e.max_residual * p->e.size;
        if (own.outcome != TM_MOVE_DONE) {
            break_off(p, &own);
        } else if (p->drag_count > 0) {
            tmi_drive_drag(p, &own);
        }
    }
    if (info) {
        *info = own;
    }
    return TM_OK;
}

/* ---- What a plan reports ------------------------------------------------------------------- */

int32_t tm_space_plan_value_count(const tmSpacePlan *p) {
    return p ? p->value_count : 0;
}

const tmFrame *tm_space_plan_frames(const tmSpacePlan *p) {
    return p ? p->frames : NULL;
}

tmStatus tm_space_plan_values(const tmSpacePlan *p, double *values) {
    if (!p || (p->value_count > 0 && !values)) {
        return TM_ERR_ARGUMENT;
    }
    measure_values(p, values);
    return TM_OK;
}

tmStatus tm_space_plan_coordinate(const tmSpacePlan *p, int32_t joint, int32_t coordinate,
                                  double *value) {
    if (!p || !value || joint < 0 || joint >= p->a->joint_count || coordinate < 0 ||
        coordinate >= p->a->constraints[joint].coordinate_count) {
        return TM_ERR_ARGUMENT;
    }
    double turns[2];
    *value = coordinate_now(p, &p->coordinates[p->first_coordinate[joint] + coordinate], turns);
    return TM_OK;
}

tmStatus tm_space_plan_gap(const tmSpacePlan *p, int32_t joint, double *gap) {
    if (!p || !gap || joint < 0 || joint >= p->a->joint_count) {
        return TM_ERR_ARGUMENT;
    }
    const tmiSpaceConstraint *constraint = p->constraint_of[joint] >= 0
                                               ? &p->constraints[p->constraint_of[joint]]
                                               : &p->a->constraints[joint];
    double size = constraint->island >= 0 ? p->a->islands[constraint->island].size : 1.0;
    *gap = tmi_space_constraint_gap(constraint, p->frames, size, true);
    return TM_OK;
}
