/* abstract.c: the abstract domain ([HH] 3.1): parts with their names, and the properties of bodies.
 */
#include "define/model/model.h"

#include <string.h>

/* ---- Properties ---------------------------------------------------------------------------- */

const tmiSetting *tmi_model_setting(const tmiSetting *settings, int32_t count, const char *name) {
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(settings[i].field->name, name) == 0) {
            return &settings[i];
        }
    }
    return NULL;
}

static int32_t material_of(const tmModel *model, const tmiVariant *v) {
    const tmiSetting *setting = tmi_model_setting(v->properties, v->property_count, "material");
    if (!setting) {
        return -1;
    }
    const tmiSymbol *symbol = tmi_symbol_find(&model->worlds->definitions.symbols, TMI_OWNER_FILE,
                                              setting->value.text, setting->value.count);
    return symbol && symbol->kind == TMI_SYMBOL_MATERIAL ? symbol->index : -1;
}

const tmiSetting *tmi_model_property(const tmModel *model, int32_t instance, const char *name) {
    const tmiSetting *found = NULL;
    for (; instance >= 0 && !found; instance = model->world->instances[instance].parent) {
        const tmiVariant *v = model->world->instances[instance].variant;
        found = tmi_model_setting(v->properties, v->property_count, name);
        int32_t material = found ? -1 : material_of(model, v);
        if (material >= 0) {
            const tmiSurface *surface = &model->worlds->materials[material];
            found = tmi_model_setting(surface->settings, surface->setting_count, name);
        }
    }
    return found;
}

int32_t tmi_model_material(const tmModel *model, int32_t instance) {
    int32_t material = -1;
    for (; instance >= 0 && material < 0; instance = model->world->instances[instance].parent) {
        material = material_of(model, model->world->instances[instance].variant);
    }
    return material;
}

/* ---- Parts --------------------------------------------------------------------------------- */

static const char *keep_text(tmModel *model, const char *text, int32_t length) {
    char *copy = tmi_arena_alloc(&model->arena, (size_t)length + 1, 1);
    if (copy) {
        memcpy(copy, text, (size_t)length);
    }
    return copy;
}

/* The name of the part: that of the part around it, then its own: "left.piece[2]". */
static const char *part_name(tmModel *model, int32_t instance) {
    const tmiInstance *at = &model->world->instances[instance];
    const tmiDefinitions *d = &model->worlds->definitions;
    const tmiVariant *around = model->world->instances[at->parent].variant;
    const tmiType *type = &d->types[around->type];
    const char *outer = model->parts[at->parent].name;
    int32_t length;
    const char *own = tmi_tree_text(d->sources[type->spot.file].tree,
                                    type->components[at->component].name, &length);
    size_t size = strlen(outer) + (size_t)length + 16; /* a dot, brackets, a number, a zero */
    char *name = tmi_arena_alloc(&model->arena, size, 1);
    if (name) {
        tmiText text;
        tmi_text_init(&text, name, size);
        tmi_text_add(&text, outer);
        tmi_text_add(&text, *outer ? "." : "");
        tmi_text_add_bytes(&text, own, (size_t)length);
        if (type->components[at->component].first) {
            tmi_text_add(&text, "[");
            tmi_text_add_int(&text, at->index);
            tmi_text_add(&text, "]");
        }
    }
    return name;
}

/* The name of each type once. */
static const char **type_names(tmModel *model) {
    const tmiDefinitions *d = &model->worlds->definitions;
    const char **names = tmi_arena_alloc(&model->arena, (size_t)d->type_count + 1, sizeof *names);
    for (int32_t i = 0; names && i < d->type_count; i++) {
        int32_t length;
        const char *text =
            tmi_tree_text(d->sources[d->types[i].spot.file].tree, d->types[i].name, &length);
        names[i] = keep_text(model, text, length);
        names = names[i] ? names : NULL;
    }
    return names;
}

/* The names of a type's features, once. */
static tmStatus name_features(tmModel *model, int32_t number) {
    const tmiType *type = &model->worlds->definitions.types[number];
    const char **names =
        tmi_arena_alloc(&model->arena, (size_t)type->feature_count + 1, sizeof *names);
    for (int32_t i = 0; names && i < type->feature_count; i++) {
        int32_t length;
        const char *text = tmi_tree_text(model->worlds->definitions.sources[type->spot.file].tree,
                                         type->features[i].name, &length);
        names[i] = keep_text(model, text, length);
        if (!names[i]) {
            return TM_ERR_MEMORY;
        }
    }
    model->feature_names[number] = names;
    return names ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus make_parts(tmModel *model) {
    const tmiWorld *world = model->world;
    const tmiDefinitions *d = &model->worlds->definitions;
    const char **types = type_names(model);
    model->parts =
        tmi_arena_alloc(&model->arena, (size_t)world->instance_count, sizeof *model->parts);
    model->body_of =
        tmi_arena_alloc(&model->arena, (size_t)world->instance_count, sizeof *model->body_of);
    model->feature_names =
        tmi_arena_alloc(&model->arena, (size_t)d->type_count + 1, sizeof *model->feature_names);
    if (!types || !model->parts || !model->body_of || !model->feature_names) {
        return TM_ERR_MEMORY;
    }
    int32_t bodies = 1;
    for (int32_t i = 0; i < world->instance_count; i++) {
        const tmiVariant *v = world->instances[i].variant;
        bool is_body = d->types[v->type].kind == TMI_TYPE_PRIMITIVE;
        model->parts[i] = (tmPartInfo){.type = types[v->type],
                                       .parent = world->instances[i].parent,
                                       .body = is_body ? bodies : -1,
                                       .name = ""};
        model->body_of[i] = i == 0 ? 0 : bodies;
        bodies += is_body;
        if (i > 0) {
            model->parts[i].name = part_name(model, i);
        }
        if (!model->parts[i].name ||
            (!model->feature_names[v->type] && name_features(model, v->type) != TM_OK)) {
            return TM_ERR_MEMORY;
        }
    }
    model->parts[0].parent = -1;
    model->info.name = types[world->variant->type];
    return TM_OK;
}

/* ---- Bodies -------------------------------------------------------------------------------- */

static const char *text_property(tmModel *model, int32_t instance, const char *name,
                                 const char *otherwise) {
    const tmiSetting *setting = tmi_model_property(model, instance, name);
    bool given =
        setting && (setting->value.kind == TMI_VALUE_TEXT || setting->value.kind == TMI_VALUE_WORD);
    return given ? keep_text(model, setting->value.text, setting->value.count) : otherwise;
}

static bool truth_property(const tmModel *model, int32_t instance, const char *name) {
    const tmiSetting *setting = tmi_model_property(model, instance, name);
    return setting && setting->value.kind == TMI_VALUE_TRUTH && setting->value.number != 0.0;
}

static const char *material_name(tmModel *model, int32_t instance) {
    int32_t material = tmi_model_material(model, instance);
    const tmiDefinitions *d = &model->worlds->definitions;
    int32_t length = 0;
    const char *text = "";
    if (material >= 0) {
        const tmiTree *tree = d->sources[d->materials[material].file].tree;
        text = tmi_tree_text(
            tree, tmi_tree_child_kind(tree, d->materials[material].node, TMI_NODE_NAME), &length);
    }
    return length > 0 ? keep_text(model, text, length) : "";
}

static uint32_t domains_of(uint8_t stated) {
    return ((stated & TMI_DOMAIN_DYNAMICS) ? TM_DOMAIN_DYNAMIC : 0u) |
           ((stated & TMI_DOMAIN_INTERFERENCE) ? TM_DOMAIN_INTERFERENCE : 0u) |
           ((stated & TMI_DOMAIN_CONTROL) ? TM_DOMAIN_CONTROL : 0u);
}

static tmStatus make_bodies(tmModel *model) {
    const tmiWorld *world = model->world;
    model->body_count = 1 + world->body_count;
    model->bodies =
        tmi_arena_alloc(&model->arena, (size_t)model->body_count, sizeof *model->bodies);
    if (!model->bodies) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < world->instance_count; i++) {
        if (i > 0 && model->parts[i].body < 0) {
            continue;
        }
        tmiBody *body = &model->bodies[i > 0 ? model->parts[i].body : 0];
        body->instance = i;
        tmBodyInfo *info = &body->info;
        const tmiSetting *density = i > 0 ? tmi_model_property(model, i, "density") : NULL;
        const tmiVariant *v = world->instances[i].variant;
        info->name = i > 0 ? model->parts[i].name : "world";
        info->part = i;
        info->domains = i > 0 ? domains_of(world->instances[i].domains) : 0;
        info->is_fixed = i == 0 || tmi_model_setting(v->properties, v->property_count, "fixed");
        info->is_locked = i > 0 && truth_property(model, i, "locked");
        info->is_hidden = i > 0 && truth_property(model, i, "hidden");
        info->density = density ? density->value.number : 1000.0; /* as the vocabulary says */
        info->color = i > 0 ? text_property(model, i, "color", "") : "";
        info->material = i > 0 ? material_name(model, i) : "";
        info->frame.rotation[0] = 1.0;
        if (!info->color || !info->material) {
            return TM_ERR_MEMORY;
        }
    }
    return TM_OK;
}

/* What controls of an enclosing part act on is controlled, too. */
static void mark_controlled(tmModel *model) {
    const tmiWorld *world = model->world;
    for (int32_t i = 0; i < world->control_count; i++) {
        int32_t owner = world->controls[i].instance;
        const tmiSense *target =
            &world->instances[owner].variant->controls[world->controls[i].item].target;
        if (target->kind == TMI_SENSE_BODY || target->kind == TMI_SENSE_FEATURE) {
            int32_t body = tmi_model_body_of(model, owner + target->end.instance);
            model->bodies[body].info.domains |= TM_DOMAIN_CONTROL;
        }
    }
}

/* ---- The world ----------------------------------------------------------------------------- */

#define GRAVITY 9.81 /* [m/s^2], as [HH] figure 4.2 has it */

static void read_gravity(tmModel *model) {
    const tmiVariant *v = model->world->variant;
    const tmiSetting *setting = tmi_model_setting(v->properties, v->property_count, "gravity");
    bool off = model->run && (model->run->without & TM_WITHOUT_GRAVITY);
    double *g = model->info.gravity;
    if (!setting || off) {
        return;
    }
    if (setting->value.kind == TMI_VALUE_LIST) {
        for (int32_t i = 0; i < setting->value.count && i < 3; i++) {
            g[i] = setting->value.items[i].value.number;
        }
    } else {
        g[1] = setting->value.kind == TMI_VALUE_NUMBER ? -setting->value.number : -GRAVITY;
    }
    if (model->info.planar && g[2] != 0.0) {
        tmi_model_add_diag(model, TM_WARNING, TMI_SAYS_DOMAIN, setting->spot, -1,
                           TMI_WORDS("gravity acts across the plane: in a planar world that part "
                                     "of it moves nothing and presses on nothing"),
                           TMI_WORDS("leave it out, or give it along y, as in gravity: 9.81m/s^2"));
    }
}

tmStatus tmi_model_abstract(tmModel *model) {
    model->info.planar = model->world->planar;
    model->info.left_out = model->run ? (int32_t)model->run->without : 0;
    read_gravity(model);
    tmStatus status = make_parts(model);
    status = status == TM_OK ? make_bodies(model) : status;
    if (status == TM_OK) {
        mark_controlled(model);
    }
    return status;
}
