/* query.c: questions to a model. */
#include "define/model/model.h"

#include <string.h>

const tmDiags *tm_model_diags(const tmModel *model) {
    return model ? model->diags : NULL;
}

tmAllocator tm_model_allocator(const tmModel *model) {
    return model ? model->allocator : tm_allocator_default();
}

tmWorldInfo tm_model_world(const tmModel *model) {
    return model ? model->info : (tmWorldInfo){.name = ""};
}

/* ---- Parts --------------------------------------------------------------------------------- */

int32_t tm_model_part_count(const tmModel *model) {
    return model ? model->world->instance_count : 0;
}

tmStatus tm_model_part(const tmModel *model, int32_t index, tmPartInfo *info) {
    if (!info || index < 0 || index >= tm_model_part_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->parts[index];
    return TM_OK;
}

/* A step of a dotted name, "piece[2]": its word and, where it has one, its index. */
typedef struct Step {
    const char *word;
    int32_t length, index;
    bool has_index;
} Step;

/* Reads the step at *at and moves behind it; false at the end and for what is not a step. */
static bool next_step(const char **at, Step *step) {
    const char *text = *at;
    size_t length = strcspn(text, ".[]");
    if (length == 0 || length > 1000000) {
        return false;
    }
    *step = (Step){.word = text, .length = (int32_t)length};
    text += length;
    if (*text == '[') {
        size_t digits = strspn(++text, "-0123456789");
        if (digits == 0 || digits > 9 || text[digits] != ']') {
            return false;
        }
        bool minus = *text == '-';
        for (size_t i = minus ? 1 : 0; i < digits; i++) {
            step->index = 10 * step->index + (text[i] - '0');
        }
        step->index = minus ? -step->index : step->index;
        step->has_index = true;
        text += digits + 1;
    }
    *at = *text == '.' ? text + 1 : text;
    return *text == '.' || *text == '\0';
}

/* The component of an instance that a step names, or -1. */
static int32_t step_into(const tmModel *model, int32_t instance, const Step *step) {
    const tmiVariant *v = model->world->instances[instance].variant;
    const tmiDefinitions *d = &model->worlds->definitions;
    const tmiSymbol *symbol = tmi_symbol_find(&d->symbols, v->type, step->word, step->length);
    if (!symbol || symbol->kind != TMI_SYMBOL_COMPONENT) {
        symbol =
            tmi_symbol_find(&d->symbols, TMI_OWNER_TYPES_OF(v->type), step->word, step->length);
    }
    bool is_part = symbol && symbol->index >= 0 && d->types[v->type].kind != TMI_TYPE_PRIMITIVE &&
                   (symbol->kind == TMI_SYMBOL_COMPONENT || symbol->kind == TMI_SYMBOL_ONLY_ONE);
    if (!is_part) {
        return -1;
    }
    const tmiComponentPlace *part = &v->parts[symbol->index];
    bool is_row = d->types[v->type].components[symbol->index].first != 0;
    int32_t place = is_row ? step->index - part->first : 0;
    bool fits = is_row == step->has_index && place >= 0 && place < part->count;
    return fits ? instance + part->offset + place * part->variant->size : -1;
}

int32_t tm_model_find_part(const tmModel *model, const char *name) {
    int32_t instance = 0;
    Step step;
    if (!model || !name) {
        return -1;
    }
    while (*name && instance >= 0) {
        instance = next_step(&name, &step) ? step_into(model, instance, &step) : -1;
    }
    return instance;
}

/* ---- Bodies -------------------------------------------------------------------------------- */

int32_t tm_model_body_count(const tmModel *model) {
    return model ? model->body_count : 0;
}

tmStatus tm_model_body(const tmModel *model, int32_t body, tmBodyInfo *info) {
    if (!info || body < 0 || body >= tm_model_body_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->bodies[body].info;
    return TM_OK;
}

/* ---- Features ------------------------------------------------------------------------------ */

static const char *const own_features[] = {"center", "x_axis", "y_axis", "z_axis"};
#define OWN_FEATURES 4

static const tmiType *type_of(const tmModel *model, int32_t body) {
    const tmiVariant *v = model->world->instances[model->bodies[body].instance].variant;
    return &model->worlds->definitions.types[v->type];
}

int32_t tm_model_feature_count(const tmModel *model, int32_t body) {
    if (!model || body < 0 || body >= model->body_count) {
        return 0;
    }
    return OWN_FEATURES + (body > 0 ? type_of(model, body)->feature_count : 0);
}

/* center, and the axes of the body. */
static tmPointOn own_feature(int32_t body, int32_t index) {
    tmPointOn on = {.body = body, .is_axis = index > 0};
    if (index > 0) {
        on.direction[index - 1] = 1.0;
    }
    return on;
}

tmStatus tm_model_feature(const tmModel *model, int32_t body, int32_t index, const char **name,
                          tmPointOn *feature) {
    int32_t count = tm_model_feature_count(model, body), own = count - OWN_FEATURES;
    if (index < 0 || index >= count || !name || !feature) {
        return TM_ERR_ARGUMENT;
    }
    if (index >= own) {
        *name = own_features[index - own];
        *feature = own_feature(body, index - own);
        return TM_OK;
    }
    int32_t instance = model->bodies[body].instance;
    const tmiVariant *v = model->world->instances[instance].variant;
    *name = model->feature_names[v->type][index];
    *feature = tmi_model_point_on(model, instance, &(tmiInstanceFeature){0, v->features[index]});
    return TM_OK;
}

/* The feature that a step names at an instance: of a composite only those that all objects have. */
static bool feature_at(const tmModel *model, int32_t instance, const Step *step,
                       tmPointOn *feature) {
    const tmiVariant *v = model->world->instances[instance].variant;
    const tmiDefinitions *d = &model->worlds->definitions;
    const tmiSymbol *symbol = tmi_symbol_find(&d->symbols, v->type, step->word, step->length);
    if (symbol && symbol->kind == TMI_SYMBOL_FEATURE) {
        *feature = tmi_model_point_on(model, instance,
                                      &(tmiInstanceFeature){0, v->features[symbol->index]});
        return true;
    }
    for (int32_t i = 0; i < OWN_FEATURES; i++) {
        if (strncmp(own_features[i], step->word, (size_t)step->length) == 0 &&
            !own_features[i][step->length]) {
            *feature = own_feature(tmi_model_body_of(model, instance), i);
            return true;
        }
    }
    return false;
}

bool tm_model_find_feature(const tmModel *model, const char *name, tmPointOn *feature) {
    int32_t instance = 0;
    Step step;
    if (!model || !name || !feature) {
        return false;
    }
    while (instance >= 0 && next_step(&name, &step)) {
        if (!*name) {
            return !step.has_index && feature_at(model, instance, &step, feature);
        }
        instance = step_into(model, instance, &step);
    }
    return false;
}

/* ---- Joints -------------------------------------------------------------------------------- */

int32_t tm_model_joint_count(const tmModel *model) {
    return model ? model->joint_count : 0;
}

tmStatus tm_model_joint(const tmModel *model, int32_t joint, tmJointInfo *info) {
    if (!info || joint < 0 || joint >= tm_model_joint_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->joints[joint].info;
    return TM_OK;
}

bool tmi_model_joins_fixed(const tmModel *model, int32_t joint) {
    tmJointInfo info;
    bool still = tm_model_joint(model, joint, &info) == TM_OK;
    for (int32_t i = 0; still && i < info.body_count; i++) {
        still = model->bodies[info.bodies[i]].info.is_fixed;
    }
    return still;
}

int32_t tm_model_find_joint(const tmModel *model, const char *name) {
    for (int32_t i = 0; name && i < tm_model_joint_count(model); i++) {
        if (strcmp(model->joints[i].info.name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const int32_t *tm_model_joints_of(const tmModel *model, int32_t body, int32_t *count) {
    bool exists = model && body >= 0 && body < model->body_count;
    const int32_t *first = exists ? &model->joints_first[body] : NULL;
    if (count) {
        *count = exists ? first[1] - first[0] : 0;
    }
    return exists ? model->joints_of + *first : NULL;
}

/* ---- Places -------------------------------------------------------------------------------- */

static void put_place(const tmModel *model, tmiSpot at, const char **file, int32_t *line,
                      int32_t *column) {
    tmDiag diag;
    tmi_model_place_of(model, at, &diag);
    if (file) {
        *file = diag.file;
    }
    if (line) {
        *line = diag.line;
    }
    if (column) {
        *column = diag.column;
    }
}

tmStatus tm_model_part_place(const tmModel *model, int32_t part, const char **file, int32_t *line,
                             int32_t *column) {
    if (part < 0 || part >= tm_model_part_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    const tmiInstance *at = &model->world->instances[part];
    const tmiDefinitions *d = &model->worlds->definitions;
    const tmiType *type =
        &d->types[model->world->instances[part > 0 ? at->parent : 0].variant->type];
    tmiNodeRef node = part > 0 ? type->components[at->component].name : type->name;
    put_place(model, (tmiSpot){type->spot.file, node}, file, line, column);
    return TM_OK;
}

tmStatus tm_model_joint_place(const tmModel *model, int32_t joint, const char **file, int32_t *line,
                              int32_t *column) {
    if (joint < 0 || joint >= tm_model_joint_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    const tmiOccurrence *from = &model->joints[joint].from;
    const tmiVariant *v = model->world->instances[from->instance].variant;
    put_place(model, v->joins[from->item].spot, file, line, column);
    return TM_OK;
}

int32_t tm_model_place_count(const tmModel *model) {
    return model ? model->place_count : 0;
}

tmStatus tm_model_place(const tmModel *model, int32_t index, tmPlaceInfo *info) {
    if (!info || index < 0 || index >= tm_model_place_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->places[index];
    return TM_OK;
}

tmStatus tm_model_place_place(const tmModel *model, int32_t index, const char **file, int32_t *line,
                              int32_t *column) {
    if (index < 0 || index >= tm_model_place_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    put_place(model, model->place_spots[index], file, line, column);
    return TM_OK;
}
