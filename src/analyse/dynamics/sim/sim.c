/* sim.c: makes simulations: the program and the system of a run, limits of joints, and the state at
 * the start. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/stepping/stepping.h"
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

tmSimDef tm_sim_def_default(void) {
    return (tmSimDef){.stamp = TMI_STAMP_SIM,
                      .method = TM_METHOD_TEXT,
                      .integrator = TM_INTEGRATOR_TEXT,
                      .contact = TM_CONTACT_TEXT,
                      .impact = TM_IMPACT_TEXT,
                      .order = TM_IMPACT_ORDER_TEXT};
}

/* ---- How it goes on -------------------------------------------------------------------------- */

static const struct {
    tmiRkMethod method;
    bool fixed;
} integrators[] = {[TM_INTEGRATOR_AUTO] = {TMI_RK_DOP853, false},
                   [TM_INTEGRATOR_DOP853] = {TMI_RK_DOP853, false},
                   [TM_INTEGRATOR_DOPRI5] = {TMI_RK_DOPRI5, false},
                   [TM_INTEGRATOR_SDIRK4] = {TMI_RK_SDIRK4, false},
                   [TM_INTEGRATOR_RK4] = {TMI_RK_4, true},
                   [TM_INTEGRATOR_EULER] = {TMI_RK_EULER, true}};
#define INTEGRATORS ((int32_t)(sizeof integrators / sizeof integrators[0]))

static bool def_is_sound(const tmSimDef *def) {
    return def->method >= TM_METHOD_TEXT && def->method <= TM_METHOD_CLASSIC &&
           def->integrator >= TM_INTEGRATOR_TEXT && def->integrator < INTEGRATORS &&
           def->contact >= TM_CONTACT_TEXT && def->contact < TM_CONTACT_MODELS &&
           def->impact >= TM_IMPACT_TEXT && def->impact <= TM_IMPACT_ENERGETIC &&
           def->order >= TM_IMPACT_ORDER_TEXT && def->order <= TM_IMPACT_SEQUENTIAL &&
           def->tolerance >= 0.0 && def->tolerance < 1.0 && def->step >= 0.0 &&
           def->step < INFINITY && def->end >= 0.0 && def->end < INFINITY &&
           def->control_count >= 0 && (def->control_count == 0 || def->controls) &&
           def->max_attempts >= 0;
}

static void choose(tmSim *sim, const tmSimulateInfo *text) {
    const tmSimDef *def = &sim->def;
    tmSimInfo *info = &sim->info;
    info->method = def->method != TM_METHOD_TEXT ? def->method : (int32_t)text->method;
    info->integrator =
        def->integrator != TM_INTEGRATOR_TEXT ? def->integrator : (int32_t)text->integrator;
    info->tolerance = def->tolerance > 0.0 ? def->tolerance : text->tolerance;
    if (!(info->tolerance > TMI_STEP_TOLERANCE_MIN)) {
        info->tolerance = TMI_STEP_TOLERANCE_MIN;
    }
    info->step = sim->asked_step = def->step > 0.0 ? def->step : text->step;
    info->end = def->end > 0.0 ? def->end : text->duration;
    info->size = sim->system->size;
    sim->interpolates = info->method == TM_METHOD_EVENTS;
    sim->is_auto = sim->interpolates && info->integrator == TM_INTEGRATOR_AUTO;
    sim->fixed = !sim->interpolates || integrators[info->integrator].fixed;
    if (sim->is_auto) {
        info->integrator = TM_INTEGRATOR_DOP853;
    }
}

/* ---- Limits of joints ------------------------------------------------------------------------ */

/* The argument of a joint's parameter, or NaN. */
static double argument(const tmJointInfo *joint, const char *name) {
    for (int32_t i = 0; i < joint->kind->parameter_count; i++) {
        if (strcmp(joint->kind->parameters[i].name, name) == 0) {
            return joint->use.arguments[i];
        }
    }
    return NAN;
}

static tmStatus find_limits(tmSim *sim) {
    int32_t joints = tm_model_joint_count(sim->model);
    sim->limits = tmi_arena_alloc(&sim->arena, 2 * (size_t)joints + 1, sizeof *sim->limits);
    if (!sim->limits) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < joints; i++) {
        tmJointInfo joint;
        tm_model_joint(sim->model, i, &joint);
        if (!joint.kind || joint.coordinate_count == 0) {
            continue;
        }
        double rebound = argument(&joint, "restitution");
        for (int32_t k = 0; k < 2; k++) {
            double bound = argument(&joint, k == 0 ? "low" : "high");
            if (bound - bound == 0.0) {
                sim->limits[sim->limit_count++].def =
                    (tmiLimitDef){i, 0, k == 1, bound, rebound > 0.0 ? rebound : 0.0};
            }
        }
    }
    return TM_OK;
}

/* A limit that is exceeded at the start: the joint cannot get there. */
static tmStatus check_limits(tmSim *sim, tmDiags *diags) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; status == TM_OK && i < sim->limit_count; i++) {
        double room = tmi_sim_limit_room(sim, i);
        sim->limit_start[i] = room;
        if (room < -TMI_SIM_CLOSED * tmi_sim_limit_span(sim, i)) {
            status = tmi_sim_report_limit(sim, i, diags);
        }
    }
    return status;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *take(tmSim *sim, bool *fine, size_t count, size_t size) {
    void *block = tmi_arena_alloc(&sim->arena, count + 1, size);
    *fine = *fine && block;
    return block;
}

static bool take_arrays(tmSim *sim) {
    const tmiSystem *s = sim->system;
    size_t n = (size_t)sim->n, bodies = (size_t)s->body_count;
    size_t joints = (size_t)tm_model_joint_count(sim->model), limits = (size_t)sim->limit_count;
    size_t rows = 2 * (size_t)s->row_count + 2 * n;
    bool fine = true;
    double **states[] = {&sim->y,     &sim->y_end, &sim->rate,   &sim->rate_end, &sim->scale,
                         &sim->trial, &sim->y_now, &sim->y_half, &sim->rate_half};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        *states[i] = take(sim, &fine, n, sizeof **states[i]);
    }
    sim->stage = take(sim, &fine, rows, sizeof *sim->stage);
    sim->frames = take(sim, &fine, bodies, sizeof *sim->frames);
    sim->twists = take(sim, &fine, bodies, sizeof *sim->twists);
    sim->accelerations = take(sim, &fine, bodies, sizeof *sim->accelerations);
    sim->prior_accelerations = take(sim, &fine, bodies, sizeof *sim->prior_accelerations);
    sim->wrenches = take(sim, &fine, joints, sizeof *sim->wrenches);
    sim->prior_wrenches = take(sim, &fine, joints, sizeof *sim->prior_wrenches);
    sim->loads = take(sim, &fine, bodies, sizeof *sim->loads);
    sim->prior_loads = take(sim, &fine, bodies, sizeof *sim->prior_loads);
    sim->coordinates = take(sim, &fine, joints, sizeof *sim->coordinates);
    sim->coordinate_near = take(sim, &fine, joints, sizeof *sim->coordinate_near);
    sim->angles = take(sim, &fine, bodies, sizeof *sim->angles);
    sim->angle_near = take(sim, &fine, bodies, sizeof *sim->angle_near);
    sim->limit_start = take(sim, &fine, limits, sizeof *sim->limit_start);
    sim->limit_was = take(sim, &fine, limits, sizeof *sim->limit_was);
    sim->limit_push = take(sim, &fine, limits, sizeof *sim->limit_push);
    sim->pull.push = take(sim, &fine, n, sizeof *sim->pull.push);
    for (int i = 0; i < 3; i++) {
        sim->drive_rates[i] = take(sim, &fine, (size_t)s->row_count, sizeof **sim->drive_rates);
    }
    sim->pull.answer = take(sim, &fine, n, sizeof *sim->pull.answer);
    if (fine) {
        sim->checkpoint_size = tmi_sim_checkpoint_size(sim);
        sim->checkpoint = take(sim, &fine, sim->checkpoint_size, sizeof *sim->checkpoint);
    }
    return fine;
}

static void take_method(tmSim *sim, bool *fine, tmiRkMethod method, tmiRk *rk) {
    double *work = take(sim, fine, tmi_rk_workspace(method, sim->n), sizeof *work);
    if (*fine) {
        tmi_rk_init(rk, method, sim->n, work);
    }
}

static bool take_methods(tmSim *sim) {
    bool fine = true;
    tmiRkMethod methods[2] = {integrators[sim->info.integrator].method, TMI_RK_SDIRK4};
    for (int32_t i = 0; sim->interpolates && i < (sim->is_auto ? 2 : 1); i++) {
        take_method(sim, &fine, methods[i], &sim->rk[i]);
    }
    for (int32_t i = 0; sim->interpolates && methods[0] == TMI_RK_DOP853 && i < 2; i++) {
        take_method(sim, &fine, TMI_RK_DOP853, &sim->fine[i]);
    }
    return fine;
}

/* ---- The start ------------------------------------------------------------------------------- */

/* The whole turn on which the coordinate of a limit lies: the one at which the text starts it, or
 * the one between both limits; false: nothing decides it. */
static bool turn_of(const tmSim *sim, int32_t limit, double *near) {
    const tmiLimitDef *def = &sim->limits[limit].def;
    tmJointInfo joint;
    tm_model_joint(sim->model, def->joint, &joint);
    *near = joint.start ? joint.start[def->coordinate][0] : NAN;
    for (int32_t other = limit - 1; other <= limit + 1 && *near != *near; other += 2) {
        if (other >= 0 && other < sim->limit_count && sim->limits[other].def.joint == def->joint) {
            *near = 0.5 * (def->bound + sim->limits[other].def.bound);
        }
    }
    return *near == *near;
}

/* Angles of joints are counted from where the text starts them, or from the turn on which their
 * limits are. */
static void first_turns(tmSim *sim) {
    for (int32_t i = 0; i < tm_model_joint_count(sim->model); i++) {
        tmJointInfo joint;
        tm_model_joint(sim->model, i, &joint);
        for (int32_t k = 0; joint.start && k < joint.coordinate_count; k++) {
            double value = joint.start[k][0];
            sim->coordinate_near[i][k] = value == value ? value : sim->coordinate_near[i][k];
        }
    }
    for (int32_t i = 0; i < sim->limit_count; i++) {
        const tmiLimitDef *def = &sim->limits[i].def;
        double near;
        if (turn_of(sim, i, &near)) {
            sim->coordinate_near[def->joint][def->coordinate] = near;
            sim->system->turns[sim->limits[i].row][0] = near;
            sim->system->turns[sim->limits[i].row][1] = near;
        }
    }
}

/* Velocities contradict each other where they miss the rows by more than this part of the largest
 * [1]. */
#define SLIP_CONTRADICTS 1e-6

/* Controls read the poses that the bodies have now. */
static tmStatus sample(tmSim *sim) {
    tmi_system_evaluate(sim->system);
    tmi_sim_look(sim, 0.0);
    bool fine =
        !sim->has_acts || tmi_script_sample(sim->script, &sim->view, true, &sim->bad_control);
    return fine ? TM_OK : TM_ERR_NOT_FINITE;
}

static tmStatus start(tmSim *sim, tmDiags *diags) {
    tmiSystem *s = sim->system;
    tmStatus status;
    tmi_system_start(s, sim->y_end);
    tmi_system_set_state(s, sim->y_end);
    tmi_sim_first_angles(sim);
    first_turns(sim);
    status = sample(sim);
    status = status == TM_OK ? tmi_sim_lead_turns(sim, sim->y_end) : status;
    status = status == TM_OK ? tmi_sim_spread(sim, sim->y_end, diags) : status;
    status = status == TM_OK ? sample(sim) : status; /* of the velocities that were found */
    status = status == TM_OK ? tmi_sim_settle(sim, 0.0, sim->y_end, sim->rate_end) : status;
    if (status == TM_OK) {
        tmStatus apart = tmi_sim_part(sim, diags);
        if (apart != TM_OK) {
            return apart;
        }
        if (sim->contact.engine) {
            status = tmi_sim_contact_look(sim, 0.0, sim->y_end);
            status = status == TM_OK ? tmi_sim_settle(sim, 0.0, sim->y_end, sim->rate_end) : status;
        }
    }
    if (status == TM_OK && tmi_system_slip(s) > SLIP_CONTRADICTS) {
        status = TM_ERR_NOT_CONVERGED;
    }
    if (status != TM_OK) {
        return status == TM_ERR_MEMORY ? status : tmi_sim_report_start(sim, status, diags);
    }
    status = sim->has_acts ? tmi_script_report_across(sim->script, &sim->view, diags) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_sim_first_scales(sim);
    tmi_sim_arrive(sim);
    sim->energy_start = tmi_system_kinetic(s) + tmi_system_potential(s);
    status = check_limits(sim, diags);
    if (status == TM_OK && sim->limit_count > 0) {
        status = tmi_sim_rest(sim, 0.0, sim->y_end);
        tmi_sim_arrive(sim);
    }
    if (status == TM_OK && sim->touch) {
        status = tmi_touch_start(sim, diags);
        tmi_sim_arrive(sim);
        sim->energy_start = tmi_system_kinetic(s) + tmi_system_potential(s);
    }
    if (status == TM_OK && !sim->fixed) {
        sim->h = tmi_sim_first_step(sim);
    }
    return status;
}

/* Without dynamics only what is prescribed moves; what it leaves free is held and reported. */
static tmStatus prescribe(tmSim *sim, tmiSystemDef *system, tmDiags *diags) {
    tmiKinematics *k = &sim->kinematics;
    if (!sim->is_kinematic) {
        return TM_OK;
    }
    system->led = NULL;
    system->push_count = 0;
    tmStatus status = tmi_system_kinematics(system, &sim->arena, k);
    system->moves = k->moves;
    system->drives = k->drives;
    system->drive_count = k->drive_count + k->row_count;
    return status == TM_OK ? tmi_sim_report_free(sim, diags) : status;
}

static tmStatus make_parts(tmSim *sim, const tmAssembly *assembly, const tmSimulateInfo *text,
                           tmDiags *diags) {
    const tmSimDef *def = &sim->def;
    tmiSystemDef system = {.model = sim->model, .assembly = assembly};
    tmMethod method = def->method != TM_METHOD_TEXT ? (tmMethod)def->method : text->method;
    tmStatus status = tmi_script_create(sim->model, def->controls, def->control_count, method,
                                        diags, &sim->script);
    status = status == TM_OK ? find_limits(sim) : status;
    if (status != TM_OK) {
        return status;
    }
    tmiLimitDef *limits =
        tmi_arena_alloc(&sim->arena, (size_t)sim->limit_count + 1, sizeof *limits);
    for (int32_t i = 0; limits && i < sim->limit_count; i++) {
        limits[i] = sim->limits[i].def;
    }
    system.limits = limits;
    system.limit_count = sim->limit_count;
    system.drives = tmi_script_drives(sim->script, &system.drive_count);
    system.pushes = tmi_script_pushes(sim->script, &system.push_count);
    bool *led = tmi_arena_alloc(&sim->arena, (size_t)tm_model_body_count(sim->model), sizeof *led);
    system.led = tmi_script_led(sim->script);
    status = limits && led ? tmi_system_find_led(&system, &sim->arena, led) : TM_ERR_MEMORY;
    system.led = led;
    status = status == TM_OK ? prescribe(sim, &system, diags) : status;
    status = status == TM_OK ? tmi_system_create(&system, diags, &sim->system) : status;
    for (int32_t i = 0; status == TM_OK && i < sim->limit_count; i++) {
        tmiSystem *s = sim->system;
        sim->limits[i].constraint = s->joint_constraints + s->drive_constraints + i;
        sim->limits[i].row = s->constraints[sim->limits[i].constraint].first;
    }
    return status;
}

/* The caller's tolerance is out of range; that of the text is reported where it is read. */
static tmStatus report_tolerance(const tmSim *sim, tmDiags *diags) {
    double asked = sim->def.tolerance;
    if (!(asked > 0.0 && asked < TMI_STEP_TOLERANCE_MIN) || sim->fixed) {
        return TM_OK;
    }
    const tmDiag diag = {.severity = TM_WARNING,
                         .code = TMI_CODE_START,
                         .message = "the tolerance asked for is below "
                                    "rounding error: steps use 1e-14",
                         .hint = "numbers have 16 digits: about 1e-12 is the tightest "
                                 "tolerance that can be met"};
    return tm_diags_add(diags, &diag);
}

/* Nothing is known between the ends of fixed steps: the run has no frames in between, even if the
 * text asks for them. */
static tmStatus report_record(const tmSim *sim, const tmSimulateInfo *text, tmDiags *diags) {
    bool asked = text->record > 0.0 && text->record < text->step;
    if (sim->interpolates || !asked || !(text->record < sim->info.step)) {
        return TM_OK;
    }
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "frames every ");
    tmi_text_add_rounded(&words.text, text->record);
    tmi_text_add(&words.text, " s are asked for, but steps of ");
    tmi_text_add_rounded(&words.text, sim->info.step);
    tmi_text_add(&words.text, " s have none between their ends: one is recorded for each step");
    tmi_text_add(&words.advice, "a shorter step in 'time' gives more frames");
    return tmi_words_add_body(sim, &words, TM_WARNING, TMI_CODE_START, -1, diags);
}

static tmStatus make(tmSim *sim, const tmAssembly *assembly, const tmSimulateInfo *text,
                     tmDiags *diags) {
    tmStatus status = make_parts(sim, assembly, text, diags);
    if (status != TM_OK) {
        return status;
    }
    choose(sim, text);
    status = report_tolerance(sim, diags);
    status = status == TM_OK ? report_record(sim, text, diags) : status;
    if (status != TM_OK) {
        return status;
    }
    sim->n = tmi_system_state_size(sim->system);
    sim->has_acts = tm_model_control_count(sim->model) > 0 || tmi_script_keeps_signals(sim->script);
    sim->has_stop = text->has_stop;
    sim->watched = sim->has_acts || sim->has_stop || text->monitor_count > 0;
    sim->watched = sim->watched || sim->limit_count > 0;
    sim->reads = sim->has_acts ? tmi_script_reads(sim->script, false) : 0;
    bool kinks = sim->has_acts && sim->interpolates;
    sim->has_branches = sim->has_acts && (tmi_script_has_branches(sim->script, true) ||
                                          tmi_script_has_branches(sim->script, false));
    sim->has_time_kinks = kinks && tmi_script_has_branches(sim->script, true);
    bool leads = sim->has_acts && sim->system->drive_constraints > 0;
    sim->has_jumps = leads && tmi_script_has_branches(sim->script, true);
    sim->has_sampled_drives = leads && tmi_script_next(sim->script, 0.0) < INFINITY;
    sim->has_state_kinks = kinks && !sim->fixed && tmi_script_has_branches(sim->script, false);
    sim->jumped = sim->blocked = -1;
    sim->cut = INFINITY;
    sim->bad_control = sim->chatters = -1;
    sim->stuck[0] = sim->stuck[1] = -1;
    if (!take_arrays(sim) || !take_methods(sim)) {
        return TM_ERR_MEMORY;
    }
    status = tmi_sim_contact_create(sim);
    if (status == TM_OK && sim->contact.engine && !sim->system->planar &&
        sim->contact.model != TM_CONTACT_FACETS) {
        status = tmi_sim_report_model(sim, diags);
    }
    status = status == TM_OK ? tmi_sim_smooth_create(sim) : status;
    status = status == TM_OK ? tmi_touch_create(sim) : status;
    status = status == TM_OK ? tmi_sim_pass_create(sim) : status;
    status = status == TM_OK ? start(sim, diags) : status;
    tmSimEvent event = {.kind = TM_SIM_EVENT_START, .joint = -1, .input = -1, .bodies = {-1, -1}};
    status = status == TM_OK ? tmi_sim_add_event(sim, &event) : status;
    status = status == TM_OK ? tmi_sim_report_rest(sim) : status;
    status = status == TM_OK ? tmi_touch_report_start(sim) : status;
    status = status == TM_OK ? tmi_sim_pass_start(sim) : status;
    if (status == TM_OK) {
        tmi_sim_keep_checkpoint(sim);
        status = sim->lacks_memory ? TM_ERR_MEMORY : tm_sim_advance(sim, 0.0);
    }
    return status;
}

tmStatus tm_sim_create(const tmModel *model, const tmAssembly *assembly, const tmSimDef *def,
                       tmDiags *diags, tmSim **sim) {
    if (!sim) {
        return TM_ERR_ARGUMENT;
    }
    *sim = NULL;
    tmSimDef usual = tm_sim_def_default();
    def = def ? def : &usual;
    if (!model || !assembly || !diags) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != TMI_STAMP_SIM) {
        return TM_ERR_DEF;
    }
    tmSimulateInfo text = tm_model_simulate(model);
    if (!def_is_sound(def) || !text.is_simulation ||
        tm_diags_total(tm_model_diags(model), TM_ERROR) > 0 ||
        tm_assembly_info(assembly)->outcome != TM_ASSEMBLY_CLOSED) {
        return TM_ERR_ARGUMENT;
    }
    tmAllocator allocator = tm_model_allocator(model);
    tmSim *made = tmi_alloc_zero(allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = allocator;
    made->model = model;
    made->def = *def;
    made->is_kinematic = tm_model_world(model).left_out & TM_WITHOUT_DYNAMICS;
    tmi_arena_init(&made->arena, allocator);
    tmStatus status = tm_diags_create(&allocator, &made->problems);
    status = status == TM_OK ? make(made, assembly, &text, diags) : status;
    if (status != TM_OK) {
        tm_sim_destroy(made);
        return status;
    }
    *sim = made;
    return TM_OK;
}

void tm_sim_destroy(tmSim *sim) {
    if (!sim) {
        return;
    }
    tmi_touch_destroy(sim);
    tmi_sim_contact_destroy(sim);
    tmi_sim_pass_destroy(sim);
    tmi_script_destroy(sim->script);
    tmi_system_destroy(sim->system);
    tm_diags_destroy(sim->problems);
    tmi_array_clear(sim->allocator, &sim->events, &sim->event_capacity, sizeof *sim->events);
    tmi_arena_clear(&sim->arena);
    tmi_free(sim->allocator, sim, sizeof *sim);
}
