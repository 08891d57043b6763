/* simulation.c: what `simulate` says: times, methods, and the values that are recorded. */
#include "define/model/model.h"

#include <string.h>

/* ---- Words and numbers --------------------------------------------------------------------- */

static const char *const methods[] = {[TM_METHOD_EVENTS] = "events",
                                      [TM_METHOD_STEPPING] = "stepping",
                                      [TM_METHOD_CLASSIC] = "classic"};
static const char *const integrators[] = {
    [TM_INTEGRATOR_AUTO] = "auto",     [TM_INTEGRATOR_DOP853] = "dop853",
    [TM_INTEGRATOR_DOPRI5] = "dopri5", [TM_INTEGRATOR_SDIRK4] = "sdirk4",
    [TM_INTEGRATOR_RK4] = "rk4",       [TM_INTEGRATOR_EULER] = "euler"};
static const char *const contacts[] = {[TM_CONTACT_FACETS] = "facets",
                                       [TM_CONTACT_VERTEX] = "vertex",
                                       [TM_CONTACT_VERTEX_LITERAL] = "vertex_literal",
                                       [TM_CONTACT_VERTEX_BRANCH] = "vertex_branch",
                                       [TM_CONTACT_FACE] = "face",
                                       [TM_CONTACT_FACE_SINGLE] = "face_single",
                                       [TM_CONTACT_CORRECTION] = "correction",
                                       [TM_CONTACT_FACE_FRONT] = "face_front"};
static const char *const impacts[] = {[TM_IMPACT_POISSON] = "poisson",
                                      [TM_IMPACT_NEWTON] = "newton",
                                      [TM_IMPACT_ENERGETIC] = "energetic"};
static const char *const orders[] = {[TM_IMPACT_SIMULTANEOUS] = "simultaneous",
                                     [TM_IMPACT_PROPAGATING] = "propagating",
                                     [TM_IMPACT_SEQUENTIAL] = "sequential"};
static const char *const active[] = {"speed", "all"};
static const char *const sleep[] = {"on", "off"};
static const char *const ways_out[] = {"fall_back", "stop"};
#define COUNT(words) ((int32_t)(sizeof(words) / sizeof((words)[0])))

/* What the run gives for a field, or null. */
static const tmiValue *given(const tmModel *model, const char *name) {
    const tmiSetting *setting =
        tmi_model_setting(model->run->settings, model->run->setting_count, name);
    return setting ? &setting->value : NULL;
}

static const tmiField *field_of(const char *name) {
    return tmi_field_find(TMI_IN_SIMULATE, name, (int32_t)strlen(name));
}

/* The word that is given, or else that of the table of fields, by its place among `words`. */
static int32_t word_of(const tmModel *model, const char *name, const char *const *words,
                       int32_t count) {
    const tmiValue *value = given(model, name);
    const char *text = value ? value->text : field_of(name)->initial;
    size_t length = value ? (size_t)value->count : strlen(text);
    for (int32_t i = 0; i < count; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
            return i;
        }
    }
    return 0;
}

static double number_of(const tmModel *model, const char *name) {
    const tmiValue *value = given(model, name);
    const char *initial = field_of(name)->initial;
    return value ? value->number : tmi_number_read(initial, (int32_t)strlen(initial)).value;
}

/* Whether any two bodies may touch; the first two mostly do. */
static bool any_touch(const tmModel *model) {
    int32_t count;
    const int32_t *bodies = tm_model_touching(model, &count);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < i; k++) {
            if (tm_model_may_touch(model, bodies[i], bodies[k])) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Monitors ------------------------------------------------------------------------------ */

const char *tmi_model_text(tmModel *model, tmiSpot at) {
    const tmiTree *tree = model->worlds->definitions.sources[at.file].tree;
    const tmiTokens *tokens = tree->tokens;
    const tmiNode *node = tmi_node(tree, at.node);
    tmiSpan span = tmi_tree_span(tree, at.node);
    char *kept = tmi_arena_alloc(&model->arena, (size_t)span.length + 1, 1);
    tmiText text;
    if (!kept) {
        return NULL;
    }
    tmi_text_init(&text, kept, (size_t)span.length + 1);
    int32_t end = span.start;
    for (int32_t i = (int32_t)node->first; i <= (int32_t)node->last; i++) {
        const tmiToken *token = &tokens->items[i];
        if (token->kind != TMI_TOKEN_COMMENT) {
            tmi_text_add(&text, token->start > end ? " " : "");
            tmi_text_add_bytes(&text, tokens->text + token->start, (size_t)token->length);
        }
        end = token->start + token->length;
    }
    return kept;
}

/* The unit of the quantities of this dimension that a formula reads: `energy - 3J` is in J. Null
 * where there are none, or they have several. */
static const char *unit_of_senses(const tmiFormula *formula) {
    const char *unit = NULL;
    for (int32_t i = 0; i < formula->sense_count; i++) {
        const tmiQuantityRow *row = formula->senses[i].row;
        if (row && !row->is_truth &&
            tmi_dimension_equal(tmi_unit_dimension(row->unit), formula->code.dimension)) {
            if (unit && strcmp(unit, row->unit) != 0) {
                return NULL;
            }
            unit = row->unit;
        }
    }
    return unit;
}

/* The unit of a quantity that is recorded as it is, or of those that a sum is made of, else that of
 * the dimension: a torque is not a work, though both are N m. */
static const char *monitor_unit(tmModel *model, const tmiFormula *formula) {
    const tmiCode *code = &formula->code;
    const char *sensed = code->is_truth ? NULL : unit_of_senses(formula);
    bool plain = formula->sense_count == 1 && formula->senses[0].row;
    for (int32_t i = 0; i < code->step_count; i++) {
        plain = plain && code->steps[i].operation == TMI_DO_LOAD;
    }
    if (plain) {
        return formula->senses[0].row->unit;
    }
    if (sensed) {
        return sensed;
    }
    char unit[TMI_DIMENSION_TEXT] = "";
    if (!code->is_truth) {
        tmi_dimension_unit(code->dimension, unit);
    }
    return tmi_arena_text(&model->arena, unit);
}

static tmStatus make_monitors(tmModel *model) {
    tmiRunning *running = &model->running;
    const tmiRun *run = model->run;
    running->monitors =
        tmi_arena_alloc(&model->arena, (size_t)run->monitor_count + 1, sizeof *running->monitors);
    if (!running->monitors) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < run->monitor_count; i++) {
        const tmiFormula *formula = run->monitors[i];
        tmMonitorInfo *info = &running->monitors[i];
        *info = (tmMonitorInfo){.text = tmi_model_text(model, formula->spot),
                                .unit = monitor_unit(model, formula),
                                .size = formula->code.result_count > 1 ? 3 : 1,
                                .first = running->info.value_count,
                                .is_truth = formula->code.is_truth};
        if (!info->text || !info->unit) {
            return TM_ERR_MEMORY;
        }
        running->info.value_count += info->size;
        running->info.monitor_count++;
    }
    return TM_OK;
}

/* ---- The run ------------------------------------------------------------------------------- */

tmStatus tmi_model_simulation(tmModel *model) {
    const tmiRun *run = model->run;
    tmSimulateInfo *info = &model->running.info;
    *info = (tmSimulateInfo){.method = TM_METHOD_EVENTS};
    if (!run || run->kind == TMI_WORD_STUDY) {
        return TM_OK;
    }
    info->reports = run->reports;
    info->trace_count = model->trace_count;
    const tmiValue *time = run->kind == TMI_WORD_SIMULATE ? given(model, "time") : NULL;
    if (!time || time->kind != TMI_VALUE_LIST) {
        return make_monitors(model);
    }
    info->is_simulation = true;
    info->step = time->items[0].value.number;
    info->duration = time->items[1].value.number;
    info->method = (tmMethod)word_of(model, "method", methods, COUNT(methods));
    if (!given(model, "method")) {
        info->method = any_touch(model) ? TM_METHOD_STEPPING : TM_METHOD_EVENTS;
    }
    info->integrator = (tmIntegrator)word_of(model, "integrator", integrators, COUNT(integrators));
    info->tolerance = number_of(model, "tolerance");
    info->contact = (tmContactModel)word_of(model, "contact", contacts, COUNT(contacts));
    info->impact = (tmImpactLaw)word_of(model, "impact", impacts, COUNT(impacts));
    info->order = (tmImpactOrder)word_of(model, "order", orders, COUNT(orders));
    info->takes_all = word_of(model, "active", active, COUNT(active)) == 1;
    info->stops_unsolved = word_of(model, "unsolved", ways_out, COUNT(ways_out)) == 1;
    info->stays_awake = word_of(model, "sleep", sleep, COUNT(sleep)) == 1;
    info->record = given(model, "record") ? given(model, "record")->number : info->step;
    info->has_stop = run->stop != NULL;
    return make_monitors(model);
}

tmSimulateInfo tm_model_simulate(const tmModel *model) {
    return model ? model->running.info : (tmSimulateInfo){.is_simulation = false};
}

tmStatus tm_model_monitor(const tmModel *model, int32_t index, tmMonitorInfo *info) {
    if (!model || !info || index < 0 || index >= model->running.info.monitor_count) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->running.monitors[index];
    return TM_OK;
}
