/* script_run.c: runs signals, controls and monitors on a view of the world. */
#include "analyse/dynamics/script/script_private.h"

#include <math.h>
#include <string.h>

/* Times that differ by less than this part [1] are equal: sums of steps differ that much from the
 * multiples of `every`. */
#define STEP_TIME_SAME TMI_COORDINATE_ROUNDINGS

/* ---- Formulas ------------------------------------------------------------------------------ */

static void fill(const tmiScript *s, const tmiBound *bound, const tmiView *view) {
    for (int32_t i = 0; i < bound->reader_count; i++) {
        const tmiSenseReader *reader = &bound->readers[i];
        reader->row->read(s, reader, view, s->slots + reader->slot);
    }
}

void tmi_script_run_formula(const tmiScript *s, const tmiBound *bound, const tmiView *view,
                            double *results) {
    fill(s, bound, view);
    tmi_code_run(bound->code, s->slots, s->frame, results);
}

/* ---- Derivatives --------------------------------------------------------------------------- */

/* The variable: time, or a coordinate that `read` reads. */
typedef struct Seed {
    tmiReadFn *read; /* null: time */
    const tmControlInfo *info;
} Seed;

static void seed_reader(const tmiScript *s, const tmiSenseReader *reader, const tmiView *view,
                        const Seed *seed) {
    double rates[3] = {0.0, 0.0, 0.0};
    tmiJet *to = s->jet_slots + reader->slot;
    if (reader->row->kind == TMI_SENSE_SIGNAL) {
        memcpy(to, s->signal_jets + s->signals[reader->number].first,
               (size_t)reader->size * sizeof *to);
        return;
    }
    if (!seed->read && reader->row->rate) {
        reader->row->rate(s, reader, view, rates);
    } else if (seed->read && reader->row->read == seed->read &&
               reader->number == seed->info->joint &&
               reader->coordinate == seed->info->coordinate) {
        rates[0] = 1.0;
    }
    for (int32_t k = 0; k < reader->size; k++) {
        to[k] = (tmiJet){{s->slots[reader->slot + k], rates[k], 0.0}};
    }
}

static void run_formula_jets(const tmiScript *s, const tmiBound *bound, const tmiView *view,
                             const Seed *seed, tmiJet *results) {
    fill(s, bound, view);
    for (int32_t i = 0; i < bound->reader_count; i++) {
        seed_reader(s, &bound->readers[i], view, seed);
    }
    tmi_code_run_jets(bound->code, s->jet_slots, s->jet_frame, results);
}

/* The control's results with their derivatives; those of the signals that it reads first. */
static void run_jets(const tmiScript *s, const tmiScriptControl *control, const tmiView *view,
                     const Seed *seed, tmiJet *results) {
    for (int32_t i = 0; i < control->signal_count; i++) {
        const tmiSignal *signal = &s->signals[control->signals[i]];
        tmiJet *to = s->signal_jets + signal->first;
        if (signal->group < 0) {
            run_formula_jets(s, &signal->bound, view, seed, to);
            continue;
        }
        for (int32_t k = 0; k < signal->bound.code->result_count; k++) {
            to[k] = (tmiJet){{s->signal_values[signal->first + k], 0.0, 0.0}};
        }
    }
    run_formula_jets(s, &control->bound, view, seed, results);
}

/* ---- Controls ------------------------------------------------------------------------------ */

static void call_host(const tmiScriptControl *control, const tmiView *view, double *results) {
    const tmControlCall call = {.name = control->info.host,
                                .time = view->time,
                                .frames = view->frames,
                                .twists = view->twists,
                                .size = control->results};
    control->host->function(control->host->user, &call, results);
}

/* Derivatives by the pushed coordinate and its rate; where there is none, as of sqrt at 0, an
 * implicit step does without. */
static void find_derivatives(const tmiScript *s, const tmiScriptControl *control,
                             const tmiView *view, tmiAct *act) {
    tmiReadFn *const reads[2] = {tmi_read_coordinate, tmi_read_coordinate_rate};
    double derivatives[2] = {0.0, 0.0};
    for (int32_t k = 0; k < 2; k++) {
        if (control->derivatives[k]) {
            tmiJet results[TMI_RESULTS_MAX];
            run_jets(s, control, view, &(Seed){reads[k], &control->info}, results);
            derivatives[k] = isfinite(results[0].d[1]) ? -results[0].d[1] : 0.0;
        }
    }
    act->stiffness = derivatives[0];
    act->damping = derivatives[1];
}

/* Puts what a control gives into its act; false where it is not a number. */
static bool run_control(const tmiScript *s, const tmiScriptControl *control, const tmiView *view,
                        bool derivatives, tmiAct *act) {
    tmiJet jets[TMI_RESULTS_MAX] = {{{0.0}}};
    double results[TMI_RESULTS_MAX] = {0.0, 0.0, 0.0};
    if (control->rates > 0) {
        run_jets(s, control, view, &(Seed){NULL, NULL}, jets);
    } else if (control->host) {
        call_host(control, view, results);
    } else {
        tmi_script_run_formula(s, &control->bound, view, results);
    }
    bool finite = true;
    for (int32_t k = 0; k < act->size; k++) {
        int32_t from = control->from[k];
        for (int32_t j = 0; j < 3; j++) {
            double value = control->rates > 0
                               ? (j <= control->rates && from >= 0 ? jets[from].d[j] : 0.0)
                           : j == 0 && from >= 0 ? results[from]
                                                 : 0.0;
            act->value[k][j] = value;
            finite = finite && isfinite(value);
        }
    }
    if (derivatives && act->kind == TMI_ACT_COORDINATE) {
        find_derivatives(s, control, view, act);
    }
    return finite;
}

/* ---- Signals ------------------------------------------------------------------------------- */

/* Computes the signals that are not sampled, and of the others those that are due. */
static void run_signals(tmiScript *s, const tmiView *view, const bool *is_due) {
    for (int32_t i = 0; i < s->signal_count; i++) {
        const tmiSignal *signal = &s->signals[i];
        if (signal->group < 0 || (is_due && is_due[signal->group])) {
            tmi_script_run_formula(s, &signal->bound, view, s->signal_values + signal->first);
        }
    }
    *s->ready = 1.0;
}

/* With `events`, expressions read the signals of this moment, otherwise those of the present
 * interval. */
static void follow_signals(tmiScript *s, const tmiView *view) {
    if (s->method == TM_METHOD_EVENTS || *s->ready == 0.0) {
        run_signals(s, view, NULL);
    }
}

bool tmi_script_keeps_signals(const tmiScript *s) {
    return s->signal_count > 0 && (s->method != TM_METHOD_EVENTS || s->group_count > 0);
}

/* ---- Runs ---------------------------------------------------------------------------------- */

const tmiAct *tmi_script_run(tmiScript *s, const tmiView *view, bool derivatives, int32_t *count,
                             int32_t *problem) {
    run_signals(s, view, NULL);
    *count = s->control_count;
    for (int32_t i = 0; i < s->control_count; i++) {
        const tmiScriptControl *control = &s->controls[i];
        tmiAct *act = &s->acts[i];
        if (control->group < 0) {
            if (!run_control(s, control, view, derivatives, act)) {
                *problem = i;
                return NULL;
            }
            continue;
        }
        for (int32_t k = 0; k < act->size; k++) {
            act->value[k][0] = s->held[control->held + k];
            act->value[k][1] = act->value[k][2] = 0.0;
        }
    }
    return s->acts;
}

/* The number of the first reading after a time. */
static double number_after(double every, double time) {
    double late = time + STEP_TIME_SAME * fabs(time);
    double number = floor(late / every) + 1.0;
    return number * every <= late ? number + 1.0 : number;
}

bool tmi_script_sample(tmiScript *s, const tmiView *view, bool all, int32_t *problem) {
    bool any = false;
    for (int32_t i = 0; i < s->group_count; i++) {
        double late = view->time + STEP_TIME_SAME * fabs(view->time);
        s->is_due[i] = all || s->due[i] * s->every[i] <= late;
        any = any || s->is_due[i];
    }
    if (!any) {
        return true;
    }
    run_signals(s, view, s->is_due);
    for (int32_t i = 0; i < s->control_count; i++) {
        const tmiScriptControl *control = &s->controls[i];
        if (control->group < 0 || !s->is_due[control->group]) {
            continue;
        }
        if (!run_control(s, control, view, false, &s->acts[i])) {
            *problem = i;
            return false;
        }
        for (int32_t k = 0; k < s->acts[i].size; k++) {
            s->held[control->held + k] = s->acts[i].value[k][0];
        }
    }
    for (int32_t i = 0; i < s->group_count; i++) {
        s->due[i] = s->is_due[i] ? number_after(s->every[i], view->time) : s->due[i];
    }
    return true;
}

double tmi_script_next(const tmiScript *s, double time) {
    double next = INFINITY;
    for (int32_t i = 0; i < s->group_count; i++) {
        double at = number_after(s->every[i], time) * s->every[i];
        next = at < next ? at : next;
    }
    return next;
}

void tmi_script_monitor(tmiScript *s, const tmiView *view, double *values) {
    follow_signals(s, view);
    for (int32_t i = 0; i < s->monitor_count; i++) {
        const tmMonitorInfo *info = &s->model->running.monitors[i];
        double results[TMI_RESULTS_MAX] = {0.0, 0.0, 0.0};
        tmi_script_run_formula(s, &s->monitors[i], view, results);
        for (int32_t k = 0; k < info->size; k++) {
            values[info->first + k] = results[k] + 0.0; /* not -0 */
        }
    }
}

bool tmi_script_stops(tmiScript *s, const tmiView *view) {
    double result = 0.0;
    if (s->stop.code) {
        follow_signals(s, view);
        tmi_script_run_formula(s, &s->stop, view, &result);
    }
    return result != 0.0;
}
