/* runs.c: what a run asks of the model: drives, traces, what to do at a break. */
#include "define/model/model.h"

#include <math.h>
#include <string.h>

#define FRAMES_DEFAULT 100 /* where the text does not say how many */

/* ---- What is driven ------------------------------------------------------------------------ */

/* The target of a drive or control of instance `owner`; false if it cannot move a mechanism. */
static bool aim(const tmModel *model, const tmiSense *target, int32_t owner, tmDriveInfo *info) {
    const char *quantity = target->row ? target->row->name : "";
    *info = (tmDriveInfo){.joint = -1, .coordinate = -1, .point.body = -1};
    info->is_angle = strcmp(quantity, "angle") == 0;
    bool place = strcmp(quantity, "position") == 0;
    switch (target->kind) {
    case TMI_SENSE_JOIN:
        info->kind = TM_DRIVE_COORDINATE;
        info->joint = tmi_model_joint_of(model, owner + target->end.instance, target->item);
        info->coordinate = tmi_model_coordinate(&model->joints[info->joint].info, target->row);
        return info->coordinate >= 0 &&
               (info->is_angle || place || strcmp(quantity, "length") == 0);
    case TMI_SENSE_BODY:
    case TMI_SENSE_FEATURE:
        info->kind = info->is_angle ? TM_DRIVE_ANGLE : TM_DRIVE_POSITION;
        info->point = tmi_model_point_on(model, owner, &target->end);
        return info->is_angle || place;
    default:
        return false;
    }
}

static bool same_aim(const tmDriveInfo *a, const tmDriveInfo *b) {
    return a->kind == b->kind && a->joint == b->joint && a->coordinate == b->coordinate &&
           a->point.body == b->point.body &&
           memcmp(a->point.point, b->point.point, sizeof a->point.point) == 0;
}

static int32_t drive_size(const tmiDrive *drive) {
    return drive->info.kind == TM_DRIVE_POSITION ? 3 : 1;
}

static void add_drive(tmModel *model, const tmiDrive *drive) {
    for (int32_t i = 0; i < model->animate.drive_count; i++) {
        if (same_aim(&model->drives[i].info, &drive->info)) {
            return; /* what `drive` names comes before controls */
        }
    }
    model->drives[model->animate.drive_count++] = *drive;
    model->animate.value_count += drive_size(drive);
}

/* ---- Values -------------------------------------------------------------------------------- */

double tm_range_at(const tmRangeInfo *range, double fraction) {
    return fraction == 1.0 ? range->last : range->first + (range->last - range->first) * fraction;
}

static double range_at(const tmiRunRange *range, double part) {
    return tm_range_at(&(tmRangeInfo){.first = range->first, .last = range->last}, part);
}

/* The value of an input of an instance: driven, or as it begins. */
static double input_at(const tmModel *model, int32_t instance, int32_t item, double part) {
    for (int32_t i = 0; i < model->run->drive_count; i++) {
        const tmiRunRange *range = &model->run->drives[i];
        if (range->target.kind == TMI_SENSE_INPUT && range->target.end.instance == instance &&
            range->target.item == item) {
            return range_at(range, part);
        }
    }
    return model->world->instances[instance].variant->inputs[item].initial;
}

double tmi_model_input_at(const tmModel *model, int32_t input, double part) {
    const int32_t *first = model->running.inputs_first;
    int32_t instance = 0;
    while (first && instance + 1 < model->world->instance_count && first[instance + 1] <= input) {
        instance++;
    }
    return input_at(model, instance, input - (first ? first[instance] : 0), part);
}

#define SIGNALS_DEEP 50 /* that read each other */

/* Runs a formula of instance `owner`. TM_ERR_UNSUPPORTED: it reads what only a simulation knows. */
static tmStatus run_formula(const tmModel *model, const tmiFormula *formula, int32_t owner,
                            double part, int32_t depth, double *results) {
    size_t count = (size_t)formula->input_count + (size_t)formula->code.frame_size + 1;
    if (!formula->made || depth > SIGNALS_DEEP) {
        return TM_ERR_UNSUPPORTED;
    }
    double *inputs = tmi_alloc_zero(model->allocator, count * sizeof *inputs);
    tmStatus status = inputs ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = 0; status == TM_OK && i < formula->sense_count; i++) {
        const tmiSense *sense = &formula->senses[i];
        int32_t instance = owner + sense->end.instance;
        if (sense->kind == TMI_SENSE_INPUT) {
            inputs[sense->slot] = input_at(model, instance, sense->item, part);
        } else if (sense->kind == TMI_SENSE_SIGNAL) {
            const tmiVariant *v = model->world->instances[instance].variant;
            status = run_formula(model, v->signals[sense->item], instance, part, depth + 1,
                                 &inputs[sense->slot]);
        } else {
            status = TM_ERR_UNSUPPORTED;
        }
    }
    if (status == TM_OK) {
        tmi_code_run(&formula->code, inputs, inputs + formula->input_count, results);
    }
    tmi_free(model->allocator, inputs, count * sizeof *inputs);
    return status;
}

tmStatus tm_model_drive_values(const tmModel *model, double part, double *values) {
    if (!model || !values || !(part >= 0.0 && part <= 1.0)) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < model->animate.drive_count; i++) {
        const tmiDrive *drive = &model->drives[i];
        double found[TMI_RESULTS_MAX] = {0.0};
        tmStatus status = TM_OK;
        if (drive->range) {
            found[0] = range_at(drive->range, part);
        } else {
            status = run_formula(model, drive->formula, drive->owner, part, 0, found);
        }
        for (int32_t k = 0; k < drive_size(drive) && status == TM_OK; k++) {
            status = found[k] - found[k] == 0.0 ? TM_OK : TM_ERR_NOT_FINITE;
            *values++ = found[k];
        }
        if (status != TM_OK) {
            return status;
        }
    }
    return TM_OK;
}

/* The slope of an input by the part of the way; 0 unless it is driven. */
static double input_slope(const tmModel *model, int32_t instance, int32_t item) {
    for (int32_t i = 0; i < model->run->drive_count; i++) {
        const tmiRunRange *range = &model->run->drives[i];
        if (range->target.kind == TMI_SENSE_INPUT && range->target.end.instance == instance &&
            range->target.item == item) {
            return range->last - range->first;
        }
    }
    return 0.0;
}

/* As run_formula, with derivatives by the part of the way. */
static tmStatus run_jets(const tmModel *model, const tmiFormula *formula, int32_t owner,
                         double part, int32_t depth, tmiJet *results) {
    size_t count = (size_t)formula->input_count + (size_t)formula->code.frame_size + 1;
    if (!formula->made || depth > SIGNALS_DEEP) {
        return TM_ERR_UNSUPPORTED;
    }
    tmiJet *inputs = tmi_alloc_zero(model->allocator, count * sizeof *inputs);
    tmStatus status = inputs ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = 0; status == TM_OK && i < formula->sense_count; i++) {
        const tmiSense *sense = &formula->senses[i];
        int32_t instance = owner + sense->end.instance;
        if (sense->kind == TMI_SENSE_INPUT) {
            inputs[sense->slot] = (tmiJet){{input_at(model, instance, sense->item, part),
                                            input_slope(model, instance, sense->item), 0.0}};
        } else if (sense->kind == TMI_SENSE_SIGNAL) {
            const tmiVariant *v = model->world->instances[instance].variant;
            status = run_jets(model, v->signals[sense->item], instance, part, depth + 1,
                              &inputs[sense->slot]);
        } else {
            status = TM_ERR_UNSUPPORTED;
        }
    }
    if (status == TM_OK) {
        tmi_code_run_jets(&formula->code, inputs, inputs + formula->input_count, results);
    }
    tmi_free(model->allocator, inputs, count * sizeof *inputs);
    return status;
}

tmStatus tm_model_drive_slopes(const tmModel *model, double part, double *first, double *second) {
    if (!model || !first || !second || !(part >= 0.0 && part <= 1.0)) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < model->animate.drive_count; i++) {
        const tmiDrive *drive = &model->drives[i];
        tmiJet found[TMI_RESULTS_MAX] = {{{0.0}}};
        tmStatus status = TM_OK;
        if (drive->range) {
            found[0].d[1] = drive->range->last - drive->range->first;
        } else {
            status = run_jets(model, drive->formula, drive->owner, part, 0, found);
        }
        for (int32_t k = 0; k < drive_size(drive) && status == TM_OK; k++) {
            double sum = found[k].d[1] + found[k].d[2];
            status = sum - sum == 0.0 ? TM_OK : TM_ERR_NOT_FINITE;
            *first++ = found[k].d[1];
            *second++ = found[k].d[2];
        }
        if (status != TM_OK) {
            return status;
        }
    }
    return TM_OK;
}

/* ---- Drives -------------------------------------------------------------------------------- */

static void add_ranges(tmModel *model) {
    const tmiRun *run = model->run;
    for (int32_t i = 0; i < run->drive_count; i++) {
        tmiDrive drive = {.range = &run->drives[i]};
        model->animate.frames = run->drives[i].count > model->animate.frames
                                    ? run->drives[i].count
                                    : model->animate.frames;
        if (run->drives[i].target.kind == TMI_SENSE_INPUT) {
            continue; /* controls read it */
        }
        if (aim(model, &run->drives[i].target, 0, &drive.info)) {
            add_drive(model, &drive);
        } else {
            tmi_model_add_diag(
                model, TM_ERROR, TMI_SAYS_DRIVE, run->drives[i].spot, -1,
                TMI_WORDS("this cannot drive an animation"),
                TMI_WORDS("the angle of a body, or the angle, position or length of a "
                          "joint can"));
        }
    }
}

/* All drives move together: only the largest number of frames counts. */
static void warn_of_counts(tmModel *model) {
    const tmiRun *run = model->run;
    for (int32_t i = 0; i < run->drive_count; i++) {
        int32_t count = run->drives[i].count;
        if (count != 0 && count != model->animate.frames) {
            char text[24];
            tmiText frames;
            tmi_text_init(&frames, text, sizeof text);
            tmi_text_add_int(&frames, model->animate.frames);
            tmi_model_add_diag(model, TM_WARNING, TMI_SAYS_DRIVE, run->drives[i].spot, -1,
                               TMI_WORDS("all drives move together, in ", text, " frames"),
                               TMI_WORDS("give all of them the same number of frames"));
        }
    }
}

/* A turn from frame to frame above which pictures show another one [rad]: half a turn forwards
 * looks like half a turn back. */
#define FRAME_TURN_MAX (TMI_PI * (1.0 + TMI_COORDINATE_ROUNDINGS))

static void warn_of_turns(tmModel *model) {
    for (int32_t i = 0; i < model->animate.drive_count; i++) {
        const tmiDrive *drive = &model->drives[i];
        double way = drive->range && drive->info.is_angle
                         ? fabs(drive->range->last - drive->range->first)
                         : 0.0;
        double turn = way / (model->animate.frames - 1);
        if (turn > FRAME_TURN_MAX) {
            char by[32], least[32];
            tmiText text;
            tmi_text_init(&text, by, sizeof by);
            tmi_text_add_digits(&text, turn * 180.0 / TMI_PI, 6);
            tmi_text_init(&text, least, sizeof least);
            tmi_text_add_double(&text, floor(way / TMI_PI) + 2.0, 0);
            tmi_model_add_diag(model, TM_WARNING, TMI_SAYS_DRIVE, drive->range->spot, -1,
                               TMI_WORDS("this turns by ", by,
                                         " deg from frame to frame: beyond half a turn "
                                         "pictures seem to turn otherwise"),
                               TMI_WORDS("take at least ", least, " frames, or a smaller range"));
        }
    }
}

/* Controls that prescribe where something is, as far as inputs alone decide that. */
static tmStatus add_controls(tmModel *model) {
    const tmiWorld *world = model->world;
    for (int32_t i = 0; i < world->control_count; i++) {
        int32_t owner = world->controls[i].instance;
        const tmiControl *control =
            &world->instances[owner].variant->controls[world->controls[i].item];
        tmiDrive drive = {.formula = control->formula, .owner = owner};
        double found[TMI_RESULTS_MAX];
        if (!control->formula || !aim(model, &control->target, owner, &drive.info)) {
            continue;
        }
        tmStatus status = run_formula(model, control->formula, owner, 0.0, 0, found);
        if (status == TM_OK) {
            add_drive(model, &drive);
        } else if (status == TM_ERR_MEMORY) {
            return status;
        }
    }
    return TM_OK;
}

/* Describes what `drive` states, for reports. */
static tmStatus describe_ranges(tmModel *model) {
    const tmiRun *run = model->run;
    model->ranges = tmi_arena_alloc(&model->arena, (size_t)run->drive_count, sizeof *model->ranges);
    if (!model->ranges) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < run->drive_count; i++) {
        const tmiRunRange *range = &run->drives[i];
        const tmiTree *tree = model->worlds->definitions.sources[range->spot.file].tree;
        tmiSpot target = {range->spot.file, tmi_node(tree, range->spot.node)->child};
        char unit[TMI_DIMENSION_TEXT] = "";
        tmi_dimension_unit(range->dimension, unit);
        model->ranges[i] =
            (tmRangeInfo){.text = tmi_model_text(model, target),
                          .unit = range->target.row ? range->target.row->unit
                                                    : tmi_arena_text(&model->arena, unit),
                          .first = range->first,
                          .last = range->last};
        if (!model->ranges[i].text || !model->ranges[i].unit) {
            return TM_ERR_MEMORY;
        }
    }
    model->animate.range_count = run->drive_count;
    return TM_OK;
}

static tmStatus make_drives(tmModel *model) {
    const tmiRun *run = model->run;
    size_t max = (size_t)run->drive_count + (size_t)model->world->control_count + 1;
    bool inputs = false;
    model->drives = tmi_arena_alloc(&model->arena, max, sizeof *model->drives);
    if (!model->drives || describe_ranges(model) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    add_ranges(model);
    warn_of_counts(model);
    for (int32_t i = 0; i < run->drive_count; i++) {
        inputs |= run->drives[i].target.kind == TMI_SENSE_INPUT;
    }
    tmStatus status = inputs ? add_controls(model) : TM_OK;
    if (status == TM_OK && model->animate.drive_count == 0 &&
        tm_diags_total(model->diags, TM_ERROR) == 0) {
        tmi_model_add_diag(model, TM_ERROR, TMI_SAYS_DRIVE, run->drives[0].spot, -1,
                           TMI_WORDS("no control makes a position, angle or length of this input"),
                           TMI_WORDS("as in control: position of part = f(input);"));
    }
    return status;
}

/* ---- Other fields -------------------------------------------------------------------------- */

static void read_break(tmModel *model) {
    static const char *const words[] = {"limit", "search", "stretch"};
    for (int32_t i = 0; i < model->run->setting_count; i++) {
        const tmiSetting *setting = &model->run->settings[i];
        for (int32_t k = 0; strcmp(setting->field->name, "on_break") == 0 && k < 3; k++) {
            if (setting->value.count == (int32_t)strlen(words[k]) &&
                memcmp(setting->value.text, words[k], strlen(words[k])) == 0) {
                model->animate.on_break = (tmOnBreak)k;
            }
        }
    }
}

static tmStatus make_traces(tmModel *model) {
    const tmiRun *run = model->run;
    model->traces =
        tmi_arena_alloc(&model->arena, (size_t)run->trace_count + 1, sizeof *model->traces);
    if (!model->traces) {
        return TM_ERR_MEMORY;
    }
    for (; model->trace_count < run->trace_count; model->trace_count++) {
        model->traces[model->trace_count] =
            tmi_model_point_on(model, 0, &run->traces[model->trace_count]);
    }
    return TM_OK;
}

tmStatus tmi_model_runs(tmModel *model) {
    const tmiRun *run = model->run;
    if (!run) {
        return TM_OK;
    }
    if (make_traces(model) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    if (run->kind != TMI_WORD_ANIMATE || run->drive_count == 0) {
        return TM_OK;
    }
    model->animate.trace_count = run->trace_count;
    read_break(model);
    tmStatus status = make_drives(model);
    model->animate.frames = model->animate.frames > 1 ? model->animate.frames : FRAMES_DEFAULT;
    warn_of_turns(model);
    tmi_model_make_pace(model);
    return status == TM_OK ? model->status : status;
}

tmAnimateInfo tm_model_animate(const tmModel *model) {
    return model ? model->animate : (tmAnimateInfo){.frames = 2};
}

tmStatus tm_model_drive(const tmModel *model, int32_t index, tmDriveInfo *info) {
    if (!model || !info || index < 0 || index >= model->animate.drive_count) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->drives[index].info;
    return TM_OK;
}

tmStatus tm_model_range(const tmModel *model, int32_t index, tmRangeInfo *info) {
    if (!model || !info || index < 0 || index >= model->animate.range_count) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->ranges[index];
    return TM_OK;
}

tmStatus tm_model_trace(const tmModel *model, int32_t index, tmPointOn *point) {
    if (!model || !point || index < 0 || index >= model->trace_count) {
        return TM_ERR_ARGUMENT;
    }
    *point = model->traces[index];
    return TM_OK;
}
