/* controls.c: the control domain ([HH] 3.5): inputs of all instances, and which quantity each
 * control prescribes. The analyses that run the world evaluate them. */
#include "define/model/model.h"

#include <string.h>

/* ---- Which one is meant -------------------------------------------------------------------- */

int32_t tmi_model_joint_of(const tmModel *model, int32_t instance, int32_t item) {
    const tmiWorld *world = model->world;
    int32_t low = 0, high = world->join_count; /* they stand in the order of instances */
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (world->joins[middle].instance < instance) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low + item;
}

int32_t tmi_model_input_of(const tmModel *model, int32_t instance, int32_t item) {
    return model->running.inputs_first[instance] + item;
}

int32_t tmi_model_coordinate(const tmJointInfo *joint, const tmiQuantityRow *quantity) {
    uint8_t unit = quantity->of & TMI_OF_TURN ? TM_ROW_ANGLE : TM_ROW_LENGTH;
    bool spans = quantity->of == TMI_OF_SPAN && (joint->kind->moves & TM_HINGE_SLIDES);
    for (int32_t i = 0; i < joint->coordinate_count; i++) {
        if (joint->coordinates[i].unit == unit && !spans) {
            return i;
        }
        spans = spans && joint->coordinates[i].unit != unit; /* slides stand before spans */
    }
    return -1;
}

const tmiControl *tmi_model_control_of(const tmModel *model, int32_t index, int32_t *owner) {
    const tmiOccurrence *at = &model->world->controls[index];
    *owner = at->instance;
    return &model->world->instances[at->instance].variant->controls[at->item];
}

/* ---- Inputs -------------------------------------------------------------------------------- */

static const tmiType *type_of(const tmModel *model, int32_t instance) {
    const tmiVariant *v = model->world->instances[instance].variant;
    return &model->worlds->definitions.types[v->type];
}

/* "motor.voltage" */
static const char *input_name(tmModel *model, int32_t instance, int32_t item) {
    const tmiType *type = type_of(model, instance);
    const tmiTree *tree = model->worlds->definitions.sources[type->spot.file].tree;
    const char *outer = model->parts[instance].name;
    int32_t length;
    const char *own = tmi_tree_text(tree, type->inputs[item].name, &length);
    size_t size = strlen(outer) + (size_t)length + 2;
    char *name = tmi_arena_alloc(&model->arena, size, 1);
    if (name) {
        tmiText text;
        tmi_text_init(&text, name, size);
        tmi_text_add(&text, outer);
        tmi_text_add(&text, *outer ? "." : "");
        tmi_text_add_bytes(&text, own, (size_t)length);
    }
    return name;
}

static tmStatus make_input(tmModel *model, int32_t instance, int32_t item, tmInputInfo *info) {
    const tmiInput *input = &model->world->instances[instance].variant->inputs[item];
    char unit[TMI_DIMENSION_TEXT];
    tmi_dimension_unit(input->dimension, unit);
    *info = (tmInputInfo){.name = input_name(model, instance, item),
                          .unit = tmi_arena_text(&model->arena, unit),
                          .initial = input->initial,
                          .low = input->low,
                          .high = input->high};
    return info->name && info->unit ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus make_inputs(tmModel *model) {
    tmiRunning *running = &model->running;
    int32_t count = model->world->instance_count, total = 0;
    for (int32_t i = 0; i < count; i++) {
        total += type_of(model, i)->input_count;
    }
    if (total == 0) {
        return TM_OK;
    }
    running->inputs = tmi_arena_alloc(&model->arena, (size_t)total, sizeof *running->inputs);
    running->inputs_first =
        tmi_arena_alloc(&model->arena, (size_t)count, sizeof *running->inputs_first);
    if (!running->inputs || !running->inputs_first) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        running->inputs_first[i] = running->input_count;
        for (int32_t k = 0; k < type_of(model, i)->input_count; k++) {
            if (make_input(model, i, k, &running->inputs[running->input_count]) != TM_OK) {
                return TM_ERR_MEMORY;
            }
            running->input_count++;
        }
    }
    return TM_OK;
}

/* ---- Controls ------------------------------------------------------------------------------ */

static tmStatus make_control(tmModel *model, int32_t index, tmControlInfo *info) {
    int32_t owner;
    const tmiControl *control = tmi_model_control_of(model, index, &owner);
    const tmiSense *target = &control->target;
    const char *quantity = target->row->name;
    *info = (tmControlInfo){.quantity = quantity,
                            .prescribes =
                                strcmp(quantity, "force") != 0 && strcmp(quantity, "torque") != 0,
                            .joint = -1,
                            .coordinate = -1,
                            .point.body = -1,
                            .every = control->every};
    if (target->kind == TMI_SENSE_JOIN) {
        info->joint = tmi_model_joint_of(model, owner + target->end.instance, target->item);
        info->coordinate = tmi_model_coordinate(&model->joints[info->joint].info, target->row);
    } else {
        info->point = tmi_model_point_on(model, owner, &target->end);
    }
    if (!control->formula) {
        char *name = tmi_arena_alloc(&model->arena, (size_t)control->name_length + 1, 1);
        if (!name) {
            return TM_ERR_MEMORY;
        }
        memcpy(name, control->name, (size_t)control->name_length);
        info->host = name;
    }
    return TM_OK;
}

tmStatus tmi_model_controls(tmModel *model) {
    tmiRunning *running = &model->running;
    bool off = model->info.left_out & TM_WITHOUT_CONTROL;
    int32_t count = off ? 0 : model->world->control_count;
    running->controls =
        tmi_arena_alloc(&model->arena, (size_t)count + 1, sizeof *running->controls);
    tmStatus status = running->controls ? make_inputs(model) : TM_ERR_MEMORY;
    for (; status == TM_OK && running->control_count < count; running->control_count++) {
        int32_t index = running->control_count;
        status = make_control(model, index, &running->controls[index]);
    }
    return status;
}

/* ---- Questions ----------------------------------------------------------------------------- */

int32_t tm_model_input_count(const tmModel *model) {
    return model ? model->running.input_count : 0;
}

tmStatus tm_model_input(const tmModel *model, int32_t index, tmInputInfo *info) {
    if (!info || index < 0 || index >= tm_model_input_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->running.inputs[index];
    return TM_OK;
}

int32_t tm_model_find_input(const tmModel *model, const char *name) {
    for (int32_t i = 0; name && i < tm_model_input_count(model); i++) {
        if (strcmp(model->running.inputs[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int32_t tm_model_control_count(const tmModel *model) {
    return model ? model->running.control_count : 0;
}

tmStatus tm_model_control(const tmModel *model, int32_t index, tmControlInfo *info) {
    if (!info || index < 0 || index >= tm_model_control_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->running.controls[index];
    return TM_OK;
}
