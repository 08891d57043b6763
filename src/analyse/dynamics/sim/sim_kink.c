/* sim_kink.c: steps that end where a control has a kink or a jump. Error estimates do not see what
 * lies between the stages of a step: a pulse could be stepped over, a corner of a prescribed motion
 * be taken for a curve. docs/theory/dynamics.md, section 9. */
#include "analyse/dynamics/sim/sim.h"

#include <math.h>

/* Kinks in time are located to this part of the step of `time`, those of the state to this part of
 * the step that met them [1]; a step that would be shorter than the third passes over them. */
#define LOCATED_TIME 1e-12
#define LOCATED_STATE 1e-9
#define STEP_PART_MIN 1e-3
#define LOCATE_MAX 100

/* ---- The jump itself ------------------------------------------------------------------------- */

/* Roundings of a time that count as equal: a formula that vanishes at one moment, as sign(t - T)
 * does, may also vanish at a few neighbouring numbers. */
#define MOMENT 8.0

static uint64_t ways(tmSim *sim, tmiView view, double time) {
    view.time = time;
    uint64_t in_time = tmi_script_branches(sim->script, &view, true);
    return view.frames ? tmi_hash_word(in_time, tmi_script_branches(sim->script, &view, false))
                       : in_time;
}

/* Controls are smooth between their jumps. A value at the jump alone, as sign(0) = 0, acts for no
 * time, but a step that begins there would hold it to its end. So the limit from the right counts,
 * and at the end of the run that from the left. */
double tmi_sim_counted_time(tmSim *sim, const tmiView *view) {
    double t = view->time, ulps = MOMENT * TMI_EPSILON * fabs(t);
    double beside = LOCATED_TIME * sim->asked_step > ulps ? LOCATED_TIME * sim->asked_step : ulps;
    uint64_t here = ways(sim, *view, t);
    bool is_alone =
        ways(sim, *view, t + beside) != here && (t <= 0.0 || ways(sim, *view, t - beside) != here);
    return !is_alone ? t : t < sim->info.end ? t + beside : t - beside;
}

/* ---- Kinks in time --------------------------------------------------------------------------- */

static uint64_t branches_at(tmSim *sim, double time) {
    tmiView view = {.time = time};
    view.time = tmi_sim_counted_time(sim, &view);
    return tmi_script_branches(sim->script, &view, true);
}

typedef struct Search {
    tmSim *sim;
    uint64_t start;
    tmStatus status;
} Search;

static bool is_past_time(void *user, double time) {
    Search *search = user;
    return branches_at(search->sim, time) != search->start;
}

/* Looks at every step of the text's `time`: shorter pulses are not seen. The grid does not depend
 * on the present, so that a restored run finds the same. */
double tmi_sim_next_kink(tmSim *sim, double to) {
    double step = sim->asked_step, t = sim->t;
    if (!sim->has_time_kinks) {
        return INFINITY;
    }
    Search search = {sim, branches_at(sim, t), TM_OK};
    for (double k = floor(t / step) + 1.0;; k += 1.0) {
        double end = k * step;
        if (end > t && branches_at(sim, end) != search.start) {
            double before = end - step > t ? end - step : t, after = end;
            tmi_root_condition(is_past_time, &search, LOCATED_TIME * step, LOCATE_MAX, &before,
                               &after);
            sim->kink_after = after;
            return before;
        }
        if (end >= to) {
            return INFINITY;
        }
    }
}

/* ---- Kinks of the state ---------------------------------------------------------------------- */

uint64_t tmi_sim_branches(tmSim *sim, double t, const double *y) {
    tmi_system_set_state(sim->system, y);
    if (sim->reads & TMI_READS_ENERGY) {
        (void)tmi_system_evaluate(sim->system);
    }
    tmi_sim_look(sim, t);
    return tmi_script_branches(sim->script, &sim->view, false);
}

static bool is_past_state(void *user, double time) {
    Search *search = user;
    tmSim *sim = search->sim;
    tmStatus status = tmi_sim_between(sim, time, sim->trial);
    search->status = search->status == TM_OK ? status : search->status;
    return status != TM_OK || tmi_sim_branches(sim, time, sim->trial) != search->start;
}

bool tmi_sim_find_kink(tmSim *sim, double *length) {
    double h = sim->t_end - sim->t, before = sim->t, after = sim->t_end;
    if (!sim->has_state_kinks || tmi_sim_branches(sim, sim->t_end, sim->y_end) == sim->branches) {
        return false;
    }
    Search search = {sim, sim->branches, TM_OK};
    tmi_root_condition(is_past_state, &search, LOCATED_STATE * h, LOCATE_MAX, &before, &after);
    *length = before - sim->t;
    sim->kink_after = after;
    return search.status == TM_OK && *length > STEP_PART_MIN * h;
}

/* ---- Past it --------------------------------------------------------------------------------- */

void tmi_sim_pass_kink(tmSim *sim) {
    double way = sim->kink_after - sim->t_end;
    for (int32_t i = 0; way > 0.0 && i < sim->n; i++) {
        sim->y_end[i] += way * sim->rate_end[i];
    }
    sim->t_end = sim->kink_after;
    sim->jumps = true;
}

/* ---- Jumps of what is prescribed ------------------------------------------------------------- */

/* Rates that differ by less than this part of the larger [1] have not jumped. */
#define JUMPED 1e-6

/* Puts the rate that each row of a drive prescribes at a time into `rates`; NaN: none. */
static void read_rates(tmSim *sim, double time, double *rates) {
    const tmiSystem *s = sim->system;
    int32_t count = 0, problem;
    for (int32_t i = 0; i < s->row_count; i++) {
        rates[i] = NAN;
    }
    tmi_sim_look(sim, time);
    const tmiAct *acts = tmi_script_run(sim->script, &sim->view, false, &count, &problem);
    for (int32_t i = 0; acts && i < count; i++) {
        if (acts[i].kind != TMI_ACT_DRIVE) {
            continue;
        }
        const tmiConstraint *drive = &s->constraints[s->joint_constraints + acts[i].number];
        for (int32_t k = 0; drive->level < 2 && k < drive->row_count; k++) {
            rates[drive->first + k] = acts[i].value[k][1 - drive->level];
        }
    }
}

/* Among the events of the step, which are in the order of time. */
static void sort_last_event(tmSim *sim) {
    for (int32_t i = sim->event_count - 1;
         i > sim->event_shown && sim->events[i].time < sim->events[i - 1].time; i--) {
        tmSimEvent event = sim->events[i];
        sim->events[i] = sim->events[i - 1];
        sim->events[i - 1] = event;
    }
}

static void report_jump(tmSim *sim, int32_t number, double time, const double rates[2]) {
    const tmiSystem *s = sim->system;
    int32_t at = s->joint_constraints + number;
    const tmiConstraint *drive = &s->constraints[at];
    tmSimEvent event = {.kind = TM_SIM_EVENT_JUMP,
                        .time = time,
                        .joint = s->constraint_joint[at],
                        .input = -1,
                        .before = rates[0] + 0.0, /* not -0 */
                        .after = rates[1] + 0.0};
    event.bodies[0] = drive->body_count > 0 ? drive->bodies[0] : -1;
    event.bodies[1] = drive->body_count > 1 ? drive->bodies[1] : -1;
    tmi_sim_add_event(sim, &event);
    sort_last_event(sim);
}

/* A change below this part of the largest rate of the drive at other times is a rounding error, as
 * where the polynomial of a ramp ends with 0 [1]. */
#define JUMP_ROUNDS 1e-9

/* Those times are the step away from the jump, doubled so often: into the past and the future. */
#define DOUBLINGS_BACK 30
#define DOUBLINGS_AHEAD 10

static double rate_at(tmSim *sim, int32_t row, double time) {
    double *rates = sim->drive_rates[2];
    if (!(time >= 0.0 && time <= sim->info.end)) {
        return 0.0;
    }
    read_rates(sim, time, rates);
    return rates[row] == rates[row] ? fabs(rates[row]) : 0.0;
}

/* The largest rate that a row's drive prescribes in the run before and soon after a time. */
static double largest_rate(tmSim *sim, int32_t row, double time) {
    double largest = 0.0, way = sim->asked_step;
    for (int32_t i = 0; i < DOUBLINGS_BACK; i++, way *= 2.0) {
        double before = rate_at(sim, row, time - way);
        double after = i < DOUBLINGS_AHEAD ? rate_at(sim, row, time + way) : 0.0;
        largest = before > largest ? before : largest;
        largest = after > largest ? after : largest;
    }
    (void)rate_at(sim, row, time); /* so that signals have the values of this time */
    return largest;
}

static bool jumps(tmSim *sim, int32_t row, double time, const double rates[2]) {
    double larger = fabs(rates[0]) > fabs(rates[1]) ? fabs(rates[0]) : fabs(rates[1]);
    double change = fabs(rates[1] - rates[0]);
    return change > JUMPED * larger && change > JUMP_ROUNDS * largest_rate(sim, row, time);
}

/* Reports the drives whose rates, as read last, differ before and after a jump. */
static void compare_rates(tmSim *sim, double time) {
    const tmiSystem *s = sim->system;
    for (int32_t i = 0; i < s->drive_constraints; i++) {
        const tmiConstraint *drive = &s->constraints[s->joint_constraints + i];
        for (int32_t k = 0; k < drive->row_count; k++) {
            const double rates[2] = {sim->drive_rates[0][drive->first + k],
                                     sim->drive_rates[1][drive->first + k]};
            if (jumps(sim, drive->first + k, time, rates)) {
                report_jump(sim, i, time, rates);
                break;
            }
        }
    }
}

/* Kinks of one step that are looked at. */
#define KINKS_MAX 16

void tmi_sim_find_jumps(tmSim *sim, double from) {
    if (!sim->has_jumps || sim->quiet || !(sim->t_end > from)) {
        return;
    }
    double tolerance = LOCATED_TIME * (sim->t_end - from);
    for (int32_t i = 0; i < KINKS_MAX && from < sim->t_end; i++) {
        Search search = {sim, branches_at(sim, from), TM_OK};
        double before = from, after = sim->t_end;
        if (branches_at(sim, after) == search.start) {
            return;
        }
        tmi_root_condition(is_past_time, &search, tolerance, LOCATE_MAX, &before, &after);
        read_rates(sim, before, sim->drive_rates[0]);
        read_rates(sim, after, sim->drive_rates[1]);
        compare_rates(sim, before > from ? after : from);
        from = after;
    }
}

bool tmi_sim_sample(tmSim *sim) {
    bool reports = sim->has_sampled_drives && !sim->quiet;
    if (reports) {
        read_rates(sim, sim->t, sim->drive_rates[0]);
    }
    tmi_sim_look(sim, sim->t);
    bool fine = tmi_script_sample(sim->script, &sim->view, false, &sim->bad_control);
    if (reports && fine) {
        read_rates(sim, sim->t, sim->drive_rates[1]);
        compare_rates(sim, sim->t);
    }
    return fine;
}
