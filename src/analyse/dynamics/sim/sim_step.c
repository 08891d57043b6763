/* sim_step.c: steps of `events`: error control, projection onto the joints, and the change between
 * the usual and the stiff method. [HNW] II.4, [HW] IV.2; docs/theory/dynamics.md, section 7. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

/* Step control of [HNW] II.4: a safety factor, and how much a step may shrink or grow [1]. With 0.8
 * fewer steps are refused than with the usual 0.9, and less is evaluated. */
#define SAFETY 0.8
#define SHRINK_MAX 0.2
#define GROW_MAX 6.0

/* How far a body should turn in a step, and turns at most [rad]: angles are counted over whole
 * turns from step to step, so that two that turn against each other must stay below half a turn. */
#define STEP_TURN_MAX 1.4
#define TURN_FAR 1.55

/* The minimum step, as part of the time and of the duration [1]: below it time stands still.
 * Durations beyond this one do not count [s]. */
#define TIME_STEP_MIN (16.0 * TMI_EPSILON)
#define DURATION_MAX 1e5

/* ---- Scales ---------------------------------------------------------------------------------- */

void tmi_sim_measure(tmSim *sim, const double *y) {
    const tmiSystem *s = sim->system;
    const double *u = y + (ptrdiff_t)s->mover_count * s->pose;
    double tolerance = sim->info.tolerance;
    sim->spin_now = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++, u += s->dof) {
        double speed = s->planar ? tmi_hypot(u[0], u[1]) : tmi_length3(u);
        double spin = s->planar ? fabs(u[2]) : tmi_length3(u + 3);
        sim->speed = speed > sim->speed ? speed : sim->speed;
        sim->spin_now = spin > sim->spin_now ? spin : sim->spin_now;
    }
    sim->spin = sim->spin_now > sim->spin ? sim->spin_now : sim->spin;
    double *scale = sim->scale, slide = tolerance * sim->speed, turn = tolerance * sim->spin;
    for (int32_t i = 0; i < s->mover_count; i++) {
        for (int32_t k = 0; k < s->pose; k++) {
            bool turns = k >= (s->planar ? 2 : 3);
            /* A quaternion is off by half the angle. */
            *scale++ = !turns ? tolerance * s->size : s->planar ? tolerance : 0.5 * tolerance;
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        for (int32_t k = 0; k < s->dof; k++) {
            *scale++ = k < (s->planar ? 2 : 3) ? slide : turn;
        }
    }
    *scale = INFINITY; /* work is reported, it decides nothing */
}

/* A world at rest has no speed to compare with yet: that of a fall through its own size. */
void tmi_sim_first_scales(tmSim *sim) {
    const tmiSystem *s = sim->system;
    const double *a = s->acceleration;
    double max = 0.0, min = s->size / sim->info.end;
    for (int32_t i = 0; i < s->mover_count; i++, a += s->dof) {
        double slide = s->planar ? tmi_hypot(a[0], a[1]) : tmi_length3(a);
        double turn = s->size * (s->planar ? fabs(a[2]) : tmi_length3(a + 3));
        max = slide > max ? slide : max;
        max = turn > max ? turn : max;
    }
    double fall = sqrt(max * s->size);
    sim->speed = fall > min ? fall : min;
    sim->spin = sim->speed / s->size;
    tmi_sim_measure(sim, sim->y_end);
}

/* ---- The first step -------------------------------------------------------------------------- */

static double size_of(const tmSim *sim, const double *x) {
    double sum = 0.0;
    for (int32_t i = 0; i < sim->n; i++) {
        double part = x[i] / sim->scale[i];
        sum += part * part;
    }
    return sqrt(sum / sim->n);
}

/* [HNW] II.4: from the sizes of rate and its change. Scales are of the tolerance, not of the state:
 * the state's own size over its scale is the inverse tolerance. */
double tmi_sim_first_step(tmSim *sim) {
    int32_t order = tmi_rk_info(sim->rk[sim->next_turn].method).order;
    double rate = size_of(sim, sim->rate_end), max = sim->info.end - sim->t_end;
    double h = rate > 0.0 ? 0.01 / (sim->info.tolerance * rate) : 1e-3 * max;
    h = h < max ? h : max;
    for (int32_t i = 0; i < sim->n; i++) {
        sim->trial[i] = sim->y_end[i] + h * sim->rate_end[i];
    }
    double *next = sim->stage;
    if (tmi_sim_rate(sim, sim->t_end + h, sim->trial, next) == TM_OK) {
        for (int32_t i = 0; i < sim->n; i++) {
            next[i] -= sim->rate_end[i];
        }
        double second = size_of(sim, next) / h;
        double larger = rate > second ? rate : second;
        double by_error = larger > 0.0 ? tmi_pow(0.01 / larger, 1.0 / (order + 1)) : 1e-3 * max;
        h = 100.0 * h < by_error ? 100.0 * h : by_error;
    } else {
        h *= 0.01;
    }
    return h < max ? h : max;
}

/* ---- Attempts -------------------------------------------------------------------------------- */

static tmiRk *method(tmSim *sim) {
    return &sim->rk[sim->turn];
}

static double min_step(const tmSim *sim) {
    double end = sim->info.end < DURATION_MAX ? sim->info.end : DURATION_MAX;
    return TIME_STEP_MIN * (fabs(sim->t) > end ? fabs(sim->t) : end);
}

/* The maximum length of the step: to the end of the run, to where a control reads again or has a
 * kink, and without turning too far. */
static double reach(tmSim *sim, double *stop) {
    double h = sim->fixed ? sim->info.step : sim->h;
    if (!sim->fixed && sim->spin_now * h > STEP_TURN_MAX) {
        h = STEP_TURN_MAX / sim->spin_now;
    }
    sim->sample = sim->has_acts ? tmi_script_next(sim->script, sim->t) : INFINITY;
    sim->kink_before = tmi_sim_next_kink(sim, sim->t + 1.1 * h);
    if (sim->kink_before - sim->t < min_step(sim)) {
        sim->kink_before = INFINITY; /* more are here than leave_kinks leaves */
    }
    *stop = sim->sample < sim->info.end ? sim->sample : sim->info.end;
    *stop = sim->kink_before < *stop ? sim->kink_before : *stop;
    *stop = sim->cut < *stop ? sim->cut : *stop;
    return h;
}

double tmi_sim_spin(const tmSim *sim, int32_t *mover) {
    const tmiSystem *s = sim->system;
    const double *u = sim->y_end + (ptrdiff_t)s->mover_count * s->pose;
    double max = 0.0;
    *mover = -1;
    for (int32_t i = 0; i < s->mover_count; i++, u += s->dof) {
        double own = s->planar ? fabs(u[2]) : tmi_length3(u + 3);
        /* A body without joints may turn any amount: its angle is a number of the state, and where
         * it touches, the step is made in parts. */
        bool counts = !sim->contact.engine || sim->contact.groups[i] >= 0;
        if (own > max && counts) {
            max = own;
            *mover = i;
        }
    }
    return max;
}

/* The verdict on a step in which a body turned too far, which a step from rest shows only at its
 * end: a fixed step fails, others are repeated. */
static tmStatus check_turns(const tmSim *sim, double h, double *error) {
    int32_t mover, movers[2];
    if (!sim->fixed && tmi_sim_spin(sim, &mover) * h > TURN_FAR) {
        *error = INFINITY;
    }
    return sim->fixed && tmi_sim_turn(sim, h, movers) > TMI_SIM_TURN_MAX ? TM_ERR_LIMIT : TM_OK;
}

/* One attempt of length h. *error is that of a step that was made. */
static tmStatus attempt(tmSim *sim, double h, double *error) {
    tmiRk *rk = method(sim);
    bool implicit = tmi_rk_info(rk->method).is_implicit;
    memcpy(rk->k, sim->rate, (size_t)sim->n * sizeof *rk->k);
    sim->has_dense = false;
    tmStatus status = tmi_rk_step(rk, tmi_sim_rate, implicit ? tmi_sim_stage : NULL, sim, sim->t,
                                  sim->y, h, sim->y_end);
    *error = status == TM_OK && !sim->fixed ? tmi_rk_error(rk, sim->scale) : 0.0;
    status = status == TM_OK ? check_turns(sim, h, error) : status;
    if (status == TM_OK && !(*error <= 1.0)) {
        return TM_OK;
    }
    return status == TM_OK ? tmi_sim_settle(sim, sim->t_end, sim->y_end, sim->rate_end) : status;
}

static double factor(const tmSim *sim, double error) {
    int32_t order = tmi_rk_info(sim->rk[sim->turn].method).error_order;
    double by_error = error > 0.0 ? SAFETY * tmi_pow(error, -1.0 / (order + 1)) : GROW_MAX;
    by_error = by_error < GROW_MAX ? by_error : GROW_MAX;
    return by_error > SHRINK_MAX ? by_error : SHRINK_MAX;
}

/* ---- Which method ---------------------------------------------------------------------------- */

/* Signs in a row after which a world counts as stiff, and as not stiff ([HW] IV.2, DOPRI5); and
 * steps of the stiff method between two looks at whether it is needed. */
#define STIFF_SIGNS 15
#define LOOSE_SIGNS 6
#define STIFF_LOOK 25

/* Largest eigenvalue of the rate's Jacobian by a few steps of the power method, from the direction
 * in which the rate changed last [1/s]. */
static double spectral_radius(tmSim *sim) {
    double *direction = sim->stage, *there = sim->stage + sim->n, radius = 0.0;
    for (int32_t i = 0; i < sim->n; i++) {
        direction[i] = sim->rate_end[i] - sim->rate[i];
    }
    for (int32_t turn = 0; turn < 5; turn++) {
        double size = size_of(sim, direction);
        if (!(size > 0.0)) {
            return radius;
        }
        for (int32_t i = 0; i < sim->n; i++) {
            sim->trial[i] = sim->y_end[i] + direction[i] / size;
        }
        sim->trial[sim->n - 1] = sim->y_end[sim->n - 1];
        if (tmi_sim_rate(sim, sim->t_end, sim->trial, there) != TM_OK) {
            return INFINITY;
        }
        for (int32_t i = 0; i < sim->n; i++) {
            direction[i] = there[i] - sim->rate_end[i];
        }
        radius = size_of(sim, direction);
    }
    return radius;
}

static void change_method(tmSim *sim, int32_t turn) {
    sim->next_turn = turn;
    sim->stiff_signs = sim->loose_signs = sim->since_switch = 0;
    sim->info.integrator = turn == 0 ? TM_INTEGRATOR_DOP853 : TM_INTEGRATOR_SDIRK4;
    tmi_sim_add_event(sim,
                      &(tmSimEvent){.kind = turn == 0 ? TM_SIM_EVENT_LOOSE : TM_SIM_EVENT_STIFF,
                                    .time = sim->t_end,
                                    .joint = -1,
                                    .input = -1,
                                    .bodies = {-1, -1}});
}

static void choose_method(tmSim *sim, double h) {
    double bound = tmi_rk_info(sim->rk[0].method).real_stability;
    sim->since_switch++;
    if (!sim->is_auto) {
        return;
    }
    if (sim->turn == 1) {
        if (sim->since_switch % STIFF_LOOK == 0 && h * spectral_radius(sim) < 0.5 * bound) {
            change_method(sim, 0);
        }
        return;
    }
    if (tmi_rk_stiffness(&sim->rk[0], sim->y_end, sim->rate_end) > bound) {
        sim->loose_signs = 0;
        if (++sim->stiff_signs >= STIFF_SIGNS) {
            change_method(sim, 1);
        }
    } else if (++sim->loose_signs >= LOOSE_SIGNS) {
        sim->stiff_signs = 0;
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* A prescribed position jumps if it changes at one moment by more than this part of the size [1];
 * nothing can follow a jump. */
#define POSITION_JUMPS 1e-7

/* After a jump of velocities, as at a corner of a prescribed motion, projects all velocities again;
 * the energy of the blow is work of the drive. */
static tmStatus take_up(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmi_system_set_state(s, sim->y);
    double before = tmi_system_kinetic(s);
    tmStatus status = tmi_sim_control(sim, sim->t, false);
    if (status == TM_OK && !tmi_system_evaluate(s)) {
        status = TM_ERR_NOT_FINITE;
    }
    for (int32_t i = s->joint_constraints;
         status == TM_OK && i < s->joint_constraints + s->drive_constraints; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; constraint->level == 0 && k < constraint->row_count; k++) {
            double gap = fabs(s->value[constraint->first + k]);
            if (gap > POSITION_JUMPS * s->size) {
                sim->jumped = i;
                sim->jump = gap;
                return TM_ERR_NOT_CONVERGED;
            }
        }
    }
    status = status == TM_OK ? tmi_sim_settle(sim, sim->t, sim->y, sim->rate) : status;
    if (status == TM_OK) {
        sim->y[sim->n - 1] += tmi_system_kinetic(s) - before;
    }
    return status;
}

/* Kinks in a row, each nearer to the one before than any step is long. */
#define KINKS_HERE 8

/* A step that would begin at a kink, where the run starts or something else has ended the step
 * before, begins just past it: what is prescribed there has jumped. */
static tmStatus leave_kinks(tmSim *sim) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; sim->has_time_kinks && status == TM_OK && i < KINKS_HERE; i++) {
        double min = min_step(sim);
        if (tmi_sim_next_kink(sim, sim->t + min) - sim->t >= min) {
            break;
        }
        double way = sim->kink_after - sim->t;
        for (int32_t k = 0; k < sim->n; k++) {
            sim->y[k] += way * sim->rate[k];
        }
        sim->t = sim->kink_after;
        status = take_up(sim);
    }
    return status;
}

/* The step that was made ends where the next one starts; what jumps there has jumped. */
tmStatus tmi_sim_begin(tmSim *sim) {
    double *y = sim->y, *rate = sim->rate;
    tmi_sim_keep_checkpoint(sim);
    sim->t = sim->t_end;
    sim->y = sim->y_end;
    sim->y_end = y;
    sim->rate = sim->rate_end;
    sim->rate_end = rate;
    sim->turn = sim->next_turn;
    sim->has_dense = false;
    sim->end = NULL;
    tmStatus status = tmi_touch_begin(sim);
    if (status == TM_OK && sim->due) {
        tmi_system_set_state(sim->system, sim->y);
        tmi_system_evaluate(sim->system);
        status = tmi_sim_sample(sim) ? TM_OK : TM_ERR_NOT_FINITE;
    }
    bool fresh = tmi_touch_is_fresh(sim), changes = sim->due || (sim->jumps && !fresh);
    if (status == TM_OK && (sim->due || sim->jumps)) {
        status = take_up(sim);
    }
    double before = sim->t;
    status = status == TM_OK ? leave_kinks(sim) : status;
    if (status == TM_OK && (changes || sim->t > before)) {
        status = tmi_touch_again(sim);
    }
    if (status == TM_OK && sim->has_state_kinks) {
        sim->branches = tmi_sim_branches(sim, sim->t, sim->y);
    }
    sim->due = sim->jumps = false;
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limit_was[i] = sim->system->constraints[sim->limits[i].constraint].active;
    }
    return status;
}

/* Sets the end of the step; the time of fixed ones is counted, so that it does not drift. */
static double aim(tmSim *sim, double h, double stop) {
    double end = sim->fixed ? sim->info.step * (double)(sim->fixed_steps + 1) : sim->t + h;
    double near = sim->fixed ? 1e-6 * sim->info.step : 0.01 * h;
    bool reached = end + near >= stop && stop < sim->cut;
    sim->due = reached && stop == sim->sample;
    sim->at_kink = reached && stop == sim->kink_before;
    sim->t_end = end + near >= stop ? stop : end;
    return sim->t_end - sim->t;
}

static void finish(tmSim *sim, double h, double error) {
    sim->info.steps++;
    sim->fixed_steps +=
        sim->t_end >= sim->info.step * (double)(sim->fixed_steps + 1) * (1.0 - 1e-6);
    sim->info.stiff_steps += sim->turn == 1;
    sim->info.step = sim->fixed ? sim->info.step : h;
    tmi_sim_arrive(sim);
    tmi_sim_measure(sim, sim->y_end);
    if (!sim->fixed) {
        double grow = factor(sim, error);
        /* A step that was cut short does not change the proposed size. */
        double next = h * (sim->refused && grow > 1.0 ? 1.0 : grow);
        sim->h = h < 0.9 * sim->h && next < sim->h && !sim->refused ? sim->h : next;
        sim->refused = false;
        choose_method(sim, h);
    }
}

bool tmi_sim_step(tmSim *sim) {
    double stop, error;
    bool cut = false; /* it ends where a control that reads the state has a kink */
    tmStatus status = tmi_sim_begin(sim);
    if (status == TM_OK && tmi_sim_chatters(sim)) {
        status = TM_ERR_LIMIT;
    }
    double h = status == TM_OK ? reach(sim, &stop) : 0.0;
    while (status == TM_OK) {
        h = aim(sim, h, stop);
        status = attempt(sim, h, &error);
        if (status == TM_OK && error <= 1.0) {
            if (!cut && tmi_sim_find_kink(sim, &h)) {
                cut = true;
                continue;
            }
            finish(sim, h, error);
            double end = sim->t_end;
            status = tmi_sim_find_event(sim);
            if (status == TM_OK && sim->t_end == end && (cut || sim->at_kink)) {
                tmi_sim_pass_kink(sim);
            }
            status = status == TM_OK ? tmi_sim_pass_step(sim) : status;
            break;
        }
        if (sim->fixed || status == TM_ERR_MEMORY) {
            break;
        }
        sim->info.refused++;
        sim->refused = true;
        h *= status == TM_OK && error == error ? factor(sim, error) : 0.25;
        sim->h = h;
        if (h < min_step(sim)) {
            status = status == TM_OK ? TM_ERR_LIMIT : status; /* its error is too large */
            break;
        }
        status = TM_OK;
    }
    if (status != TM_OK) {
        tmi_sim_fail(sim, status, sim->t);
    }
    return status == TM_OK;
}

/* ---- Between the ends ------------------------------------------------------------------------ */

/* The interpolant of dop853 is of order 7 and, over steps as long as this method makes, some
 * hundred times less accurate than their ends. Both halves of the step made again, each with its
 * interpolant, are so much shorter that this is made good. */
static tmStatus make_fine(tmSim *sim) {
    const tmiRk *rk = method(sim);
    const double *end = sim->end ? sim->end : sim->y_end;
    const double *end_rate = sim->end ? sim->end_rate : sim->rate_end;
    tmiRk *fine = sim->fine;
    double h = 0.5 * rk->h, *half = sim->y_half, *rate = sim->rate_half;
    size_t size = (size_t)sim->n * sizeof *half;
    memcpy(fine[0].k, sim->rate, size);
    tmStatus status = tmi_rk_step(&fine[0], tmi_sim_rate, NULL, sim, rk->t, sim->y, h, half);
    status = status == TM_OK ? tmi_sim_settle(sim, rk->t + h, half, rate) : status;
    status = status == TM_OK ? tmi_rk_dense_make(&fine[0], tmi_sim_rate, sim, sim->y, half, rate)
                             : status;
    memcpy(fine[1].k, rate, size);
    status = status == TM_OK
                 ? tmi_rk_step(&fine[1], tmi_sim_rate, NULL, sim, rk->t + h, half, h, sim->stage)
                 : status;
    return status == TM_OK ? tmi_rk_dense_make(&fine[1], tmi_sim_rate, sim, half, end, end_rate)
                           : status;
}

static tmStatus make_dense(tmSim *sim) {
    tmiRk *rk = method(sim);
    sim->is_fine = rk->method == TMI_RK_DOP853 && make_fine(sim) == TM_OK;
    return sim->is_fine
               ? TM_OK
               : tmi_rk_dense_make(rk, tmi_sim_rate, sim, sim->y, sim->end ? sim->end : sim->y_end,
                                   sim->end ? sim->end_rate : sim->rate_end);
}

tmStatus tmi_sim_between(tmSim *sim, double time, double *y) {
    const tmiRk *rk = method(sim);
    if (!sim->interpolates) { /* a straight line is as good as the step */
        double part = (time - sim->t) / (sim->t_end - sim->t);
        for (int32_t i = 0; i < sim->n; i++) {
            y[i] = sim->y[i] + part * (sim->y_end[i] - sim->y[i]);
        }
        return TM_OK;
    }
    tmStatus status = sim->has_dense ? TM_OK : make_dense(sim);
    if (status != TM_OK) {
        return status;
    }
    sim->has_dense = true;
    double part = (time - rk->t) / rk->h;
    if (sim->is_fine) {
        tmi_rk_dense_at(&sim->fine[part > 0.5], part > 0.5 ? 2.0 * part - 1.0 : 2.0 * part, y);
    } else {
        tmi_rk_dense_at(rk, part, y);
    }
    return TM_OK;
}
