/* sim_state.c: a state from outside, and the equations of the present one. */
#include "analyse/dynamics/print/print.h"
#include "analyse/dynamics/sim/stepping/stepping.h"
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

static bool all_finite(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (values[i] - values[i] != 0.0) {
            return false;
        }
    }
    return true;
}

/* ---- Whole turns ----------------------------------------------------------------------------- */

/* Whole turns of the second angle of a row, as of gears, that are tried; and the gap below which
 * none are, as part of the size [1]. */
#define TURNS_MAX 64
#define TURNS_FIT 1e-6

static double gap_of(tmiSystem *s, const tmiConstraint *constraint, int32_t r) {
    int32_t first = constraint->first;
    tmiRowsTo to = {s->value + first, s->bias + first, s->turns + first, s->seen + first};
    tmi_constraint_evaluate(s, constraint, &to);
    return s->value[first + r] - constraint->quick[r].scale * s->given[first + r][0];
}

/* The change of a row by one more turn of one of its angles. */
static double turn_of(tmiSystem *s, const tmiConstraint *constraint, int32_t r, int32_t angle,
                      double gap) {
    double *near = &s->turns[constraint->first + r][angle];
    *near += TMI_TWO_PI;
    double change = gap_of(s, constraint, r) - gap;
    *near -= TMI_TWO_PI;
    return change;
}

/* A row of a screw, a rack, gears or a prescribed angle holds only for some turns, which frames do
 * not contain: choose those with the smallest gap. */
static void find_turns(tmiSystem *s, const tmiConstraint *constraint, int32_t r) {
    double *near = s->turns[constraint->first + r], gap = gap_of(s, constraint, r), min = fabs(gap);
    if (!(min > TURNS_FIT * s->size)) {
        return;
    }
    double by[2] = {turn_of(s, constraint, r, 0, gap), turn_of(s, constraint, r, 1, gap)},
           best[2] = {0.0};
    int32_t main = fabs(by[0]) > 0.0 ? 0 : 1, max = fabs(by[1 - main]) > 0.0 ? TURNS_MAX : 0;
    if (!(fabs(by[main]) > TURNS_FIT * s->size)) {
        return;
    }
    for (int32_t i = 0; i <= 2 * max && min > TURNS_FIT * s->size; i++) {
        double other = (i % 2 == 0 ? -0.5 : 0.5) * (i + i % 2); /* 0, 1, -1, 2 … */
        double left = gap + other * by[1 - main], own = floor(-left / by[main] + 0.5);
        if (fabs(left + own * by[main]) < 0.5 * min) {
            min = fabs(left + own * by[main]);
            best[main] = own;
            best[1 - main] = other;
        }
    }
    for (int32_t k = 0; k < 2; k++) {
        near[k] += TMI_TWO_PI * best[k];
    }
}

/* For a state that is not reached step by step. */
static tmStatus count_turns(tmSim *sim, double time, double *y) {
    tmiSystem *s = sim->system;
    tmi_system_set_state(s, y);
    tmStatus status = tmi_sim_control(sim, time, false);
    for (int32_t i = 0; i < s->constraint_count && status == TM_OK; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = 0; constraint->kind != TMI_CONSTRAINT_LIMIT && r < constraint->row_count;
             r++) {
            if (constraint->level == 0 && tmi_row_holds(constraint, r)) {
                find_turns(s, constraint, r);
            }
        }
    }
    return status;
}

/* The coordinate of a driven joint is read on the turn that the drive prescribes, unless a limit
 * decides it. */
static void read_near(tmSim *sim, int32_t joint, double given) {
    tmJointInfo info;
    tm_model_joint(sim->model, joint, &info);
    for (int32_t i = 0; i < sim->limit_count; i++) {
        if (sim->limits[i].def.joint == joint) {
            return;
        }
    }
    for (int32_t k = 0; k < info.coordinate_count; k++) {
        bool own = info.coordinates[k].unit == TM_ROW_ANGLE;
        sim->coordinate_near[joint][k] = own ? given : sim->coordinate_near[joint][k];
    }
}

tmStatus tmi_sim_lead_turns(tmSim *sim, double *y) {
    tmiSystem *s = sim->system;
    tmi_system_set_state(s, y);
    tmStatus status = tmi_sim_control(sim, 0.0, false);
    int32_t end = s->joint_constraints + s->drive_constraints;
    for (int32_t i = s->joint_constraints; i < end && status == TM_OK; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        double given = s->given[constraint->first][0];
        if (constraint->level > 0 || constraint->rows[0].unit != TM_ROW_ANGLE) {
            continue;
        }
        s->turns[constraint->first][0] = s->turns[constraint->first][1] = given;
        find_turns(s, constraint, 0);
        int32_t mover = s->mover_of[constraint->bodies[0]];
        if (s->constraint_joint[i] >= 0) {
            read_near(sim, s->constraint_joint[i], given);
        } else if (s->planar && mover >= 0) {
            double *angle = &y[(ptrdiff_t)mover * s->pose + 2];
            *angle =
                tmi_unwrap(*angle, given + gap_of(s, constraint, 0) / constraint->quick[0].scale);
        }
    }
    return status;
}

/* ---- States ---------------------------------------------------------------------------------- */

/* The run goes on from the settled state in `trial`. */
static void start_from(tmSim *sim, double time) {
    memcpy(sim->y_end, sim->trial, (size_t)sim->n * sizeof *sim->y_end);
    sim->t = sim->t_end = sim->now = sim->info.time = time;
    sim->fixed_steps = (int64_t)floor(time / sim->asked_step + 0.5);
    sim->info.outcome = sim->ahead = TM_SIM_RUNS;
    sim->due = sim->refused = sim->has_dense = false;
    sim->jumps = true;
    sim->present = TMI_PRESENT_NOT;
    sim->event_count = sim->event_shown = 0;
    tmi_sim_pass_forget(sim);
    tmi_sim_arrive(sim);
    tmi_sim_measure(sim, sim->y_end);
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limit_start[i] = tmi_sim_limit_room(sim, i);
    }
    sim->energy_start = tmi_system_kinetic(sim->system) + tmi_system_potential(sim->system);
    if (!sim->fixed) {
        sim->h = tmi_sim_first_step(sim);
    }
    tmi_sim_keep_checkpoint(sim);
}

tmStatus tm_sim_set_state(tmSim *sim, double time, const tmFrame *frames, const tmTwist *twists) {
    if (!sim || !frames || !twists || !(time >= 0.0 && time < INFINITY)) {
        return TM_ERR_ARGUMENT;
    }
    size_t bodies = (size_t)sim->system->body_count;
    if (!all_finite((const double *)frames, 7 * bodies) ||
        !all_finite((const double *)twists, 6 * bodies)) {
        return TM_ERR_NOT_FINITE;
    }
    tmi_sim_let_rest(sim);
    tmi_touch_forget(sim);
    tmi_system_take(sim->system, frames, twists, sim->trial);
    tmStatus status = count_turns(sim, time, sim->trial);
    status = status == TM_OK ? tmi_sim_settle(sim, time, sim->trial, sim->rate_end) : status;
    if (status == TM_OK && sim->contact.engine) {
        status = tmi_sim_part_state(sim, time, sim->trial);
        if (status == TM_OK) {
            tmi_sim_contact_forget(sim);
            status = tmi_sim_contact_look(sim, time, sim->trial);
        }
        status = status == TM_OK ? tmi_sim_settle(sim, time, sim->trial, sim->rate_end) : status;
    }
    status = status == TM_OK ? tmi_touch_part_state(sim, sim->trial) : status;
    status = status == TM_OK ? tmi_sim_rest(sim, time, sim->trial) : status;
    if (status != TM_OK) {
        tmi_sim_restore_checkpoint(sim, sim->checkpoint); /* the rate was that of the step's end */
        tmi_sim_return(sim, sim->checkpoint, sim->now);
        return status == TM_ERR_MEMORY ? status : TM_ERR_NOT_CONVERGED;
    }
    sim->lacks_memory = false;
    start_from(sim, time);
    if (sim->lacks_memory) {
        return TM_ERR_MEMORY;
    }
    return tmi_sim_show(sim, TMI_PRESENT_STATE) ? TM_OK : TM_ERR_NOT_CONVERGED;
}

/* Energy of springs where the present is. */
static double potential_now(tmSim *sim) {
    tmi_system_set_state(sim->system, sim->y_now);
    tmi_system_evaluate(sim->system);
    return tmi_system_potential(sim->system);
}

tmStatus tm_sim_set_turns(tmSim *sim, int32_t joint, int32_t coordinate, double value) {
    tmJointInfo info;
    double now;
    tmStatus status = tm_sim_coordinate(sim, joint, coordinate, &now, NULL);
    if (status != TM_OK) {
        return status;
    }
    if (value - value != 0.0) {
        return TM_ERR_NOT_FINITE;
    }
    tm_model_joint(sim->model, joint, &info);
    double more = TMI_TWO_PI * floor((value - now) / TMI_TWO_PI + 0.5);
    if (info.coordinates[coordinate].unit != TM_ROW_ANGLE || more == 0.0) {
        return TM_OK;
    }
    status = tmi_sim_cut(sim);
    if (status != TM_OK) {
        return status;
    }
    tmiSystem *s = sim->system;
    double before = potential_now(sim);
    sim->coordinate_near[joint][coordinate] += more;
    for (int32_t i = s->element_of[joint]; i >= 0; i = s->elements[i].next) {
        s->elements[i].near[0] += s->elements[i].coordinate == coordinate ? more : 0.0;
    }
    for (int32_t i = 0; i < sim->limit_count; i++) {
        const tmiLimitDef *def = &sim->limits[i].def;
        bool own = def->joint == joint && def->coordinate == coordinate;
        s->turns[sim->limits[i].row][0] += own ? more : 0.0;
    }
    sim->energy_start += potential_now(sim) - before;
    return tmi_sim_change(sim);
}

static bool any_touch(const tmiSimContact *c) {
    bool any = false;
    for (int32_t i = 0; i < c->list.count && !any; i++) {
        any = !c->list.contacts[i].parted;
    }
    return any;
}

tmStatus tm_sim_equations(tmSim *sim, const tmEquationsDef *def, tmWriteFn *write, void *user) {
    tmEquationsDef usual = tm_equations_def_default();
    if (!sim || !write) {
        return TM_ERR_ARGUMENT;
    }
    if (sim->touch && !tmi_sim_show(sim, TMI_PRESENT_FORCES)) { /* lists what touches now */
        return sim->lacks_memory ? TM_ERR_MEMORY : TM_ERR_SINGULAR;
    }
    if (sim->is_kinematic || any_touch(&sim->contact)) {
        return TM_ERR_UNSUPPORTED; /* they have no forces of contact */
    }
    /* The system must be that of the present, solved, and not the mean of a step. */
    tmiSimContact c = sim->contact;
    sim->contact.engine = NULL;
    sim->contact.means.has_step = sim->contact.foreseen.is_known = false;
    sim->present = TMI_PRESENT_NOT;
    bool solved = tmi_sim_show(sim, TMI_PRESENT_FORCES);
    sim->contact = c;
    tmStatus status =
        solved ? tmi_equations_write(sim->system, sim->now, def ? def : &usual, write, user)
               : TM_ERR_SINGULAR;
    sim->present = TMI_PRESENT_NOT;
    return status;
}
