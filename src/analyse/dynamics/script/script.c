/* script.c: scripts as a whole: how they are made, read and freed. */
#include "analyse/dynamics/script/script_private.h"

#include <math.h>

/* ---- Help ---------------------------------------------------------------------------------- */

void *tmi_script_keep(tmiScript *s, int32_t count, size_t size) {
    void *kept = tmi_arena_alloc(&s->arena, (size_t)count + 1, size);
    s->status = kept ? s->status : TM_ERR_MEMORY;
    return kept;
}

static void join_words(const char *const *words, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, size);
    for (; words && *words; words++) {
        tmi_text_add(&text, *words);
    }
}

/* Adds a message about a place in a text; returns the status of tm_diags_add. */
static tmStatus say(const tmiScript *s, tmDiags *diags, tmiScriptSays code, tmiSpot at,
                    const char *part, const char *const *words, const char *const *hint) {
    char message[400], advice[300];
    tmDiag diag = {.severity = code == TMI_SAYS_ACROSS ? TM_WARNING : TM_ERROR,
                   .code = (uint32_t)code,
                   .message = message,
                   .hint = hint ? advice : NULL,
                   .parts = &part,
                   .part_count = part ? 1 : 0};
    join_words(words, message, sizeof message);
    join_words(hint, advice, sizeof advice);
    tmi_model_place_of(s->model, at, &diag);
    return tm_diags_add(diags, &diag);
}

void tmi_script_say(tmiScript *s, tmiScriptSays code, tmiSpot at, const char *part,
                    const char *const *words, const char *const *hint) {
    s->errors++;
    if (s->diags && say(s, s->diags, code, at, part, words, hint) == TM_ERR_MEMORY) {
        s->status = TM_ERR_MEMORY;
    }
}

const char *tmi_script_target(const tmiScript *s, const tmiScriptControl *control) {
    return control->info.joint >= 0 ? s->model->joints[control->info.joint].info.name
                                    : s->model->bodies[control->info.point.body].info.name;
}

/* ---- Made and freed ------------------------------------------------------------------------ */

/* All that changes in time, in one array, so that a checkpoint can keep it as a whole. */
static void make_state(tmiScript *s) {
    int32_t inputs = s->model->running.input_count, held = 0;
    for (int32_t i = 0; i < s->control_count; i++) {
        held += s->controls[i].group >= 0 ? 3 : 0;
    }
    s->state_count = inputs + s->signal_size + held + s->group_count + 1;
    s->state = tmi_script_keep(s, s->state_count, sizeof *s->state);
    if (!s->state) {
        return;
    }
    s->inputs = s->state;
    s->signal_values = s->inputs + inputs;
    s->held = s->signal_values + s->signal_size;
    s->due = s->held + held;
    s->ready = s->due + s->group_count;
    for (int32_t i = 0; i < inputs; i++) {
        s->inputs[i] = s->model->running.inputs[i].initial;
    }
}

static void make_scratch(tmiScript *s) {
    s->slots = tmi_script_keep(s, s->max_slots, sizeof *s->slots);
    s->frame = tmi_script_keep(s, s->max_frames, sizeof *s->frame);
    s->jet_slots = tmi_script_keep(s, s->max_slots, sizeof *s->jet_slots);
    s->jet_frame = tmi_script_keep(s, s->max_frames, sizeof *s->jet_frame);
    s->signal_jets = tmi_script_keep(s, s->signal_size, sizeof *s->signal_jets);
}

tmStatus tmi_script_create(const tmModel *model, const tmHostControl *controls,
                           int32_t control_count, tmMethod method, tmDiags *diags,
                           tmiScript **script) {
    tmAllocator allocator = tm_model_allocator(model);
    tmiScript *s = tmi_alloc_zero(allocator, sizeof *s);
    *script = NULL;
    if (!s) {
        return TM_ERR_MEMORY;
    }
    s->allocator = allocator;
    s->model = model;
    s->planar = model->info.planar;
    s->is_kinematic =
        model->running.info.is_simulation && (model->info.left_out & TM_WITHOUT_DYNAMICS);
    s->method = method;
    s->diags = diags;
    tmi_arena_init(&s->arena, allocator);
    tmi_script_bind(s, controls, control_count);
    if (s->status == TM_OK) {
        tmi_script_aim(s);
    }
    if (s->status == TM_OK) {
        make_state(s);
        make_scratch(s);
    }
    s->diags = NULL;
    tmStatus status = s->status != TM_OK ? s->status : s->errors > 0 ? TM_ERR_TEXT : TM_OK;
    if (status != TM_OK) {
        tmi_script_destroy(s);
        return status;
    }
    *script = s;
    return TM_OK;
}

void tmi_script_destroy(tmiScript *s) {
    if (!s) {
        return;
    }
    for (int32_t i = 0; i < s->piece_count; i++) {
        tm_pieces_destroy(s->pieces[i].pieces);
    }
    tmi_array_clear(s->allocator, &s->pieces, &s->piece_capacity, sizeof *s->pieces);
    tmi_array_clear(s->allocator, &s->between, &s->between_capacity, sizeof *s->between);
    tmi_arena_clear(&s->arena);
    tmi_free(s->allocator, s, sizeof *s);
}

/* ---- Questions ----------------------------------------------------------------------------- */

const tmiDriveDef *tmi_script_drives(const tmiScript *s, int32_t *count) {
    *count = s->drive_count;
    return s->drives;
}

const int32_t (*tmi_script_pushes(const tmiScript *s, int32_t *count))[2] {
    *count = s->push_count;
    return (const int32_t(*)[2])s->pushes;
}

bool tmi_script_acts(const tmiScript *s) {
    return s->control_count > 0;
}

const bool *tmi_script_led(const tmiScript *s) {
    return s->led;
}

uint32_t tmi_script_reads(const tmiScript *s, bool monitors) {
    uint32_t reads = monitors ? s->stop.needs : 0;
    for (int32_t i = 0; i < s->signal_count; i++) {
        reads |= s->signals[i].bound.needs;
    }
    for (int32_t i = 0; i < s->control_count; i++) {
        reads |= s->controls[i].bound.needs;
    }
    for (int32_t i = 0; monitors && i < s->monitor_count; i++) {
        reads |= s->monitors[i].needs;
    }
    return reads;
}

double tmi_script_input(const tmiScript *s, int32_t input) {
    return s->inputs[input];
}

void tmi_script_set_input(tmiScript *s, int32_t input, double value) {
    const tmInputInfo *info = &s->model->running.inputs[input];
    s->inputs[input] = value < info->low ? info->low : value > info->high ? info->high : value;
}

double *tmi_script_state(tmiScript *s, int32_t *count) {
    *count = s->state_count;
    return s->state;
}

/* ---- Failures ------------------------------------------------------------------------------ */

/* The first value that is not a number, and which rate of it: 0 for the value itself. */
static double find_fault(const tmiAct *act, int32_t *rate) {
    for (*rate = 0; *rate < 3; (*rate)++) {
        for (int32_t k = 0; k < act->size; k++) {
            if (!isfinite(act->value[k][*rate])) {
                return act->value[k][*rate];
            }
        }
    }
    *rate = 0;
    return 0.0;
}

tmStatus tmi_script_report(const tmiScript *s, int32_t problem, double time, tmDiags *diags) {
    const tmiScriptControl *control = &s->controls[problem];
    const char *name = tmi_script_target(s, control);
    int32_t rate;
    double value = find_fault(&s->acts[problem], &rate);
    static const char *const whats[] = {"", "the rate of ", "the second rate of "};
    char at[40];
    tmiText text;
    tmi_text_init(&text, at, sizeof at);
    tmi_text_add_number(&text, time);
    const char *given = isnan(value)  ? "not a number (nan)"
                        : value > 0.0 ? "infinite"
                                      : "-infinite";
    return say(s, diags, TMI_SAYS_NO_NUMBER, control->text->spot, name,
               TMI_WORDS("at ", at, " s ", whats[rate], "the ", control->info.quantity, " of '",
                         name, "' is ", given),
               control->host
                   ? TMI_WORDS("it comes from the program's own control '", control->info.host, "'")
                   : TMI_WORDS("look for a division by zero, a root or logarithm "
                               "of a negative number, or a table read outside its points"));
}

tmStatus tmi_script_report_chatter(const tmiScript *s, int32_t index, double time, tmDiags *diags) {
    const tmiScriptControl *control = &s->controls[index];
    const char *name = tmi_script_target(s, control);
    char at[40];
    tmiText text;
    tmi_text_init(&text, at, sizeof at);
    tmi_text_add_digits(&text, time, 6);
    return say(
        s, diags, TMI_SAYS_CHATTERS, control->text->spot, name,
        TMI_WORDS(
            "at t = ", at, " s the ", control->info.quantity, " of '", name,
            "' chatters: it jumps back and forth, and the steps become too short to continue"),
        TMI_WORDS("sample it at intervals, as in 'every: 1ms;', or smooth the jump: "
                  "tanh(velocity / 1mm/s) instead of sign(velocity)"));
}

/* Whether a control computes a number other than 0 that its act does not have. */
static bool acts_across(const tmiScript *s, const tmiScriptControl *control, const tmiView *view) {
    double results[TMI_RESULTS_MAX] = {0.0, 0.0, 0.0};
    if (!s->planar || control->results != 3 || !control->bound.code) {
        return false;
    }
    tmi_script_run_formula(s, &control->bound, view, results);
    for (int8_t i = 0; i < 3; i++) {
        bool is_taken = false;
        for (int32_t k = 0; k < 3; k++) {
            is_taken = is_taken || control->from[k] == i;
        }
        if (!is_taken && results[i] != 0.0) {
            return true;
        }
    }
    return false;
}

tmStatus tmi_script_report_across(const tmiScript *s, const tmiView *view, tmDiags *diags) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < s->control_count && status == TM_OK; i++) {
        const tmiScriptControl *control = &s->controls[i];
        if (acts_across(s, control, view)) {
            const char *name = tmi_script_target(s, control);
            status = say(s, diags, TMI_SAYS_ACROSS, control->text->spot, name,
                         TMI_WORDS("the ", control->info.quantity, " of '", name,
                                   "' would move it out of the plane: in a planar world that part "
                                   "is left out"),
                         TMI_WORDS("a planar world has x, y and turns about z"));
        }
    }
    return status;
}
