/* joints.c: the edges of the graph: joins of the text with the equations of their hinges
 * ([HH] 3.4).
 *
 * The equations of a join depend on its type alone, not on where it stands: all instances of a
 * composite share them. */
#include "define/hinge/hinge.h"
#include "define/model/model.h"

#include <math.h>
#include <string.h>

#define ON_GROUND (-1)

/* What all instances of one join share. */
typedef struct Pattern {
    bool made;
    tmJointInfo info;                /* but its name and bodies */
    int32_t bodies[TM_HINGE_BODIES]; /* counted from the first of the instance; or ON_GROUND */
} Pattern;

/* The first body in an instance. */
static int32_t first_body(const tmModel *model, int32_t instance) {
    return instance == 0 ? 1 : model->body_of[instance];
}

/* ---- The use of a hinge -------------------------------------------------------------------- */

/* The feature, with its body as the hinge counts; -1 for one body too many. */
static tmPointOn use_feature(const tmModel *model, int32_t owner, const tmiInstanceFeature *end,
                             Pattern *pattern) {
    tmPointOn on = tmi_model_point_on(model, owner, end);
    int32_t body = on.body == 0 ? ON_GROUND : on.body - first_body(model, owner), i = 0;
    while (i < pattern->info.body_count && pattern->bodies[i] != body) {
        i++;
    }
    on.body = i < TM_HINGE_BODIES ? i : -1;
    if (i == pattern->info.body_count && i < TM_HINGE_BODIES) {
        pattern->bodies[i] = body;
        pattern->info.body_count++;
    }
    return on;
}

static void curve_at(const void *data, double x, double y[3]) {
    tmi_curve_at(data, x, y);
}

/* Arguments as numbers and curves. */
static tmStatus use_arguments(tmModel *model, const tmiJoin *join, tmHingeUse *use) {
    size_t count = (size_t)join->argument_count + 1;
    double *numbers = tmi_arena_alloc(&model->arena, count, sizeof *numbers);
    tmCurve *curves = tmi_arena_alloc(&model->arena, count, sizeof *curves);
    tmiCurve *data = tmi_arena_alloc(&model->arena, count, sizeof *data);
    if (!numbers || !curves || !data) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < join->argument_count; i++) {
        const tmiGiven *given = &join->arguments[i];
        uint8_t kind = given->value.kind;
        bool is_number = kind == TMI_VALUE_NUMBER || kind == TMI_VALUE_TRUTH;
        numbers[i] = is_number ? given->value.number : NAN;
        if (given->table || given->code) {
            data[i] = (tmiCurve){given->table, given->code};
            curves[i] = (tmCurve){curve_at, &data[i]};
        }
    }
    use->arguments = numbers;
    use->curves = curves;
    return TM_OK;
}

static tmStatus use_pairs(tmModel *model, const tmiJoin *join, int32_t owner, Pattern *pattern) {
    tmPointOn(*pairs)[2] =
        tmi_arena_alloc(&model->arena, (size_t)join->pair_count + 1, sizeof *pairs);
    if (!pairs) {
        return TM_ERR_MEMORY;
    }
    bool fits = true;
    for (int32_t i = 0; i < join->pair_count; i++) {
        for (int side = 0; side < 2; side++) {
            pairs[i][side] = use_feature(model, owner, &join->pairs[i][side], pattern);
            fits &= pairs[i][side].body >= 0;
        }
    }
    tmHingeUse *use = &pattern->info.use;
    use->planar = model->info.planar;
    use->pairs = (const tmPointOn(*)[2])pairs;
    use->pair_count = fits ? join->pair_count : 0;
    use->body_count = pattern->info.body_count;
    if (!fits) {
        tmi_model_add_diag(model, TM_ERROR, TMI_SAYS_HINGE, join->spot, owner,
                           TMI_WORDS("more than 16 bodies are joined here at once"), NULL);
    }
    return TM_OK;
}

/* ---- Its equations ------------------------------------------------------------------------- */

static const tmRow *keep_rows(tmModel *model, const tmRow *rows, int32_t count) {
    tmRow *kept = tmi_arena_alloc(&model->arena, (size_t)count + 1, sizeof *kept);
    if (kept && count > 0) {
        memcpy(kept, rows, (size_t)count * sizeof *kept);
    }
    return kept;
}

/* A hinge that the text defines: its lines are the rows. */
static void lines_table(const tmModel *model, const tmiJoin *join, int32_t owner, Pattern *pattern,
                        tmHingeTable *table) {
    for (int32_t i = 0; i < join->line_count && !table->message; i++) {
        tmPointOn point = use_feature(model, owner, &join->lines[i].point, pattern);
        tmPointOn plane = use_feature(model, owner, &join->lines[i].plane, pattern);
        tmi_hinge_add_line(model->info.planar, &point, &plane, table);
    }
    pattern->info.use.body_count = pattern->info.body_count;
}

/* The kind of a hinge that the text defines. */
static const tmHingeKind *defined_kind(tmModel *model, int32_t definition) {
    const tmiDefinitions *d = &model->worlds->definitions;
    tmHingeKind *kind = tmi_arena_alloc(&model->arena, 1, sizeof *kind);
    const tmiTree *tree = d->sources[d->hinges[definition].file].tree;
    int32_t length;
    const char *text = tmi_tree_text(
        tree, tmi_tree_child_kind(tree, d->hinges[definition].node, TMI_NODE_NAME), &length);
    char *name = tmi_arena_alloc(&model->arena, (size_t)length + 1, 1);
    if (!kind || !name) {
        return NULL;
    }
    memcpy(name, text, (size_t)length);
    *kind = (tmHingeKind){.name = name, .help = "", .planar = "", .spatial = ""};
    return kind;
}

/* Which coordinate an attribute of `join` is about; -1: there is none. */
static int32_t coordinate_of(const tmJointInfo *info, const char *name) {
    bool slides = info->kind->moves & TM_HINGE_SLIDES;
    if (strcmp(name, "position") == 0 && !slides) {
        return -1;
    }
    bool turns = strcmp(name, "angle") == 0 || strcmp(name, "angular_velocity") == 0;
    bool spans = strcmp(name, "length") == 0 || (strcmp(name, "velocity") == 0 && !slides);
    tmiQuantityRow quantity = {.of = turns ? TMI_OF_TURN : spans ? TMI_OF_SPAN : TMI_OF_SLIDE};
    return tmi_model_coordinate(info, &quantity);
}

/* What the text says about its coordinates at the start. */
static tmStatus make_start(tmModel *model, const tmiJoin *join, int32_t owner, tmJointInfo *info) {
    double(*start)[2] =
        tmi_arena_alloc(&model->arena, (size_t)info->coordinate_count + 1, sizeof *start);
    if (!start) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < info->coordinate_count; i++) {
        start[i][0] = start[i][1] = NAN;
    }
    for (int32_t i = 0; i < join->setting_count; i++) {
        const tmiSetting *setting = &join->settings[i];
        const char *name = setting->field->name;
        int32_t coordinate = coordinate_of(info, name);
        if (coordinate < 0) {
            tmi_model_add_diag(
                model, TM_ERROR, TMI_SAYS_HINGE, setting->spot, owner,
                TMI_WORDS("'", info->kind->name, "' has no '", name, "'"),
                TMI_WORDS("a hinge that turns has an angle, one that slides a position, a "
                          "rod or spring a length"));
            continue;
        }
        bool rate = strcmp(name, "velocity") == 0 || strcmp(name, "angular_velocity") == 0;
        start[coordinate][rate] = setting->value.number;
    }
    info->start = (const double(*)[2])start;
    return TM_OK;
}

static tmStatus make_pattern(tmModel *model, const tmiJoin *join, int32_t owner, Pattern *pattern) {
    tmHingeTable table = {.row_count = 0};
    tmJointInfo *info = &pattern->info;
    pattern->made = true;
    info->kind = join->hinge ? join->hinge : defined_kind(model, join->hinge_definition);
    if (!info->kind || use_pairs(model, join, owner, pattern) != TM_OK ||
        use_arguments(model, join, &info->use) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    if (join->hinge && info->use.pair_count > 0) {
        tm_hinge_make(info->kind, &info->use, &table);
    } else if (!join->hinge) {
        lines_table(model, join, owner, pattern, &table);
    }
    if (table.message) {
        tmi_model_add_diag(model, TM_ERROR, TMI_SAYS_HINGE, join->spot, owner,
                           TMI_WORDS("'", info->kind->name, "' cannot join these: ", table.message),
                           NULL);
        table.row_count = table.coordinate_count = 0;
    }
    info->row_count = table.row_count;
    info->coordinate_count = table.coordinate_count;
    info->rows = keep_rows(model, table.rows, table.row_count);
    info->coordinates = keep_rows(model, table.coordinates, table.coordinate_count);
    if (!info->rows || !info->coordinates) {
        return TM_ERR_MEMORY;
    }
    return join->setting_count > 0 && !table.message ? make_start(model, join, owner, info) : TM_OK;
}

/* ---- Joints -------------------------------------------------------------------------------- */

/* "links.knee[2]", or "links#3": the third join of `links`, which has no name. */
static const char *joint_name(tmModel *model, const tmiOccurrence *at, const tmiJoin *join) {
    const tmiVariant *v = model->world->instances[at->instance].variant;
    const tmiDefinitions *d = &model->worlds->definitions;
    const tmiType *type = &d->types[v->type];
    const char *outer = model->parts[at->instance].name, *own = "";
    int32_t length = 0;
    if (join->name >= 0) {
        own =
            tmi_tree_text(d->sources[type->spot.file].tree, type->joins[join->name].name, &length);
    }
    size_t size = strlen(outer) + (size_t)length + 24;
    char *name = tmi_arena_alloc(&model->arena, size, 1);
    if (name) {
        tmiText text;
        tmi_text_init(&text, name, size);
        tmi_text_add(&text, outer);
        tmi_text_add(&text, *outer && length > 0 ? "." : "");
        tmi_text_add_bytes(&text, own, (size_t)length);
        if (length == 0) {
            tmi_text_add(&text, "#");
            tmi_text_add_int(&text, at->item + 1);
        } else if (type->joins[join->name].repeat) {
            tmi_text_add(&text, "[");
            tmi_text_add_int(&text, join->number);
            tmi_text_add(&text, "]");
        }
    }
    return name;
}

static tmStatus make_joint(tmModel *model, const tmiOccurrence *at, Pattern *pattern,
                           tmiJoint *joint) {
    const tmiJoin *join = &model->world->instances[at->instance].variant->joins[at->item];
    if (!pattern->made && make_pattern(model, join, at->instance, pattern) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    int32_t count = pattern->info.body_count, first = first_body(model, at->instance);
    int32_t *bodies = tmi_arena_alloc(&model->arena, (size_t)count + 1, sizeof *bodies);
    *joint = (tmiJoint){.info = pattern->info, .from = *at};
    joint->info.name = joint_name(model, at, join);
    joint->info.bodies = bodies;
    if (!bodies || !joint->info.name) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        bodies[i] = pattern->bodies[i] == ON_GROUND ? 0 : first + pattern->bodies[i];
    }
    return TM_OK;
}

/* Where the patterns of each variant begin; they are made as joints ask for them. */
static tmStatus make_joints(tmModel *model, tmiArena *scratch) {
    const tmiWorld *world = model->world;
    Pattern **patterns =
        tmi_arena_alloc(scratch, (size_t)model->worlds->variant_count + 1, sizeof *patterns);
    model->joints =
        tmi_arena_alloc(&model->arena, (size_t)world->join_count + 1, sizeof *model->joints);
    if (!patterns || !model->joints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < world->join_count; i++) {
        const tmiOccurrence *at = &world->joins[i];
        const tmiVariant *v = world->instances[at->instance].variant;
        Pattern **own = &patterns[v->number];
        *own = *own ? *own : tmi_arena_alloc(scratch, (size_t)v->join_count, sizeof **own);
        if (!*own || make_joint(model, at, &(*own)[at->item], &model->joints[i]) != TM_OK) {
            return TM_ERR_MEMORY;
        }
        model->joint_count++;
    }
    return TM_OK;
}

/* The joints of each body, by counting: in the order of joints. */
static tmStatus gather(tmModel *model) {
    int32_t total = 0;
    int32_t *first = tmi_arena_alloc(&model->arena, (size_t)model->body_count + 2, sizeof *first);
    if (!first) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < model->joint_count; i++) {
        const tmJointInfo *info = &model->joints[i].info;
        for (int32_t k = 0; k < info->body_count; k++, total++) {
            first[info->bodies[k] + 2]++;
        }
    }
    int32_t *all = tmi_arena_alloc(&model->arena, (size_t)total + 1, sizeof *all);
    if (!all) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 1; i < model->body_count + 2; i++) {
        first[i] += first[i - 1];
    }
    for (int32_t i = 0; i < model->joint_count; i++) {
        const tmJointInfo *info = &model->joints[i].info;
        for (int32_t k = 0; k < info->body_count; k++) {
            all[first[info->bodies[k] + 1]++] = i;
        }
    }
    model->joints_of = all;
    model->joints_first = first;
    return TM_OK;
}

tmStatus tmi_model_joints(tmModel *model) {
    tmiArena scratch;
    tmi_arena_init(&scratch, model->allocator);
    tmStatus status = make_joints(model, &scratch);
    tmi_arena_clear(&scratch);
    return status == TM_OK ? gather(model) : status;
}
