/* make_variant.c: types with values for their parameters. Each is made once. */
#include "define/language/make/make_private.h"

#include <math.h>
#include <string.h>

/* ---- The table of variants ----------------------------------------------------------------- */

/* Its cost counts as effort: where that is too much, the hash is meaningless. */
static uint64_t hash_value(tmiMaker *m, uint64_t hash, const tmiValue *value) {
    hash = tmi_hash_word(hash, value->kind);
    if (value->kind == TMI_VALUE_NUMBER || value->kind == TMI_VALUE_TRUTH) {
        return tmi_hash_doubles(hash, &value->number, 1);
    }
    hash = tmi_hash_word(hash, (uint64_t)value->count);
    m->e.effort += value->count;
    for (int32_t i = 0; i < value->count && m->e.effort <= TMI_EFFORT_MAX; i++) {
        hash = value->kind == TMI_VALUE_LIST ? hash_value(m, hash, &value->items[i].value)
                                             : tmi_hash_word(hash, (unsigned char)value->text[i]);
    }
    return hash;
}

static bool same_value(const tmiValue *a, const tmiValue *b) {
    if (a->kind != b->kind) {
        return false;
    }
    if (a->kind == TMI_VALUE_NUMBER || a->kind == TMI_VALUE_TRUTH) {
        return a->number == b->number && a->marks == b->marks &&
               tmi_dimension_equal(a->dimension, b->dimension);
    }
    bool same = a->count == b->count;
    for (int32_t i = 0; same && a->kind == TMI_VALUE_LIST && i < a->count; i++) {
        const tmiItem *x = &a->items[i], *y = &b->items[i];
        same = !x->name == !y->name && x->name_length == y->name_length &&
               (!x->name || memcmp(x->name, y->name, (size_t)x->name_length) == 0) &&
               same_value(&x->value, &y->value);
    }
    return same && (a->kind == TMI_VALUE_LIST || memcmp(a->text, b->text, (size_t)a->count) == 0);
}

static bool is_variant(const tmiMaker *m, const tmiVariant *v, int32_t type, const tmiValue *values,
                       uint64_t hash) {
    bool same = v->hash == hash && v->type == type;
    for (int32_t i = 0; same && i < m->d->types[type].parameter_count; i++) {
        same = same_value(&v->parameters[i], &values[i]);
    }
    return same;
}

/* The slot of the variant, or the free one where it belongs. */
static int32_t slot_of(const tmiMaker *m, int32_t type, const tmiValue *values, uint64_t hash) {
    const tmiWorlds *out = m->out;
    uint64_t mask = (uint64_t)out->variant_slot_count - 1, at = (hash ^ (hash >> 32)) & mask;
    while (out->variant_slots[at] &&
           !is_variant(m, out->variants[out->variant_slots[at] - 1], type, values, hash)) {
        at = (at + 1) & mask;
    }
    return (int32_t)at;
}

static bool grow_slots(tmiMaker *m) {
    tmiWorlds *out = m->out;
    int32_t count = out->variant_slot_count ? 2 * out->variant_slot_count : 64;
    int32_t *slots = tmi_alloc_zero(m->allocator, sizeof *slots * (size_t)count);
    if (!slots) {
        m->status = TM_ERR_MEMORY;
        return false;
    }
    tmi_free(m->allocator, out->variant_slots,
             sizeof *out->variant_slots * (size_t)out->variant_slot_count);
    out->variant_slots = slots;
    out->variant_slot_count = count;
    for (int32_t i = 0; i < out->variant_count; i++) {
        const tmiVariant *v = out->variants[i];
        if (!v->is_open && m->d->types[v->type].parameter_count > 0) {
            slots[slot_of(m, v->type, v->parameters, v->hash)] = i + 1;
        }
    }
    return true;
}

static tmiVariant *add_variant(tmiMaker *m, int32_t type, const tmiValue *values, uint64_t hash,
                               bool is_open) {
    tmiWorlds *out = m->out;
    int32_t count = m->d->types[type].parameter_count;
    tmiVariant *v = tmi_keep(m, 1, sizeof *v);
    tmiValue *parameters = tmi_keep(m, count, sizeof *parameters);
    bool is_listed = !is_open && count > 0; /* without parameters there is only one */
    if (!v || !parameters ||
        tmi_array_reserve(m->allocator, &out->variants, &out->variant_capacity,
                          out->variant_count + 1, sizeof *out->variants) != TM_OK ||
        (is_listed && 2 * (out->variant_slots_used + 1) > out->variant_slot_count &&
         !grow_slots(m))) {
        m->status = TM_ERR_MEMORY;
        return NULL;
    }
    for (int32_t i = 0; i < count; i++) {
        parameters[i] = is_open ? tmi_value_error() : tmi_keep_value(m, values[i]);
    }
    *v = (tmiVariant){.type = type,
                      .number = out->variant_count,
                      .is_open = is_open,
                      .size = 1,
                      .parameters = parameters,
                      .hash = hash};
    out->variants[out->variant_count++] = v;
    if (is_listed && m->status == TM_OK) {
        out->variant_slots[slot_of(m, type, parameters, hash)] = out->variant_count;
        out->variant_slots_used++;
    }
    return m->status == TM_OK ? v : NULL;
}

/* ---- Components ---------------------------------------------------------------------------- */

/* The range of a row; count -1 where it is not known. */
static bool make_row(tmiMaker *m, const tmiType *type, const tmiComponent *component,
                     tmiComponentPlace *part) {
    tmiSpot first_at = {type->spot.file, component->first},
            last_at = {type->spot.file, component->last};
    tmiWanted wanted = tmi_wants(TMI_WANT_NUMBER, "");
    tmiValue first, last;
    part->count = -1;
    bool known = tmi_value_of(m, first_at, &wanted, &first);
    known &= tmi_value_of(m, last_at, &wanted, &last);
    if (!known) {
        return false;
    }
    bool first_whole = first.number == floor(first.number) && fabs(first.number) <= 1e9;
    bool last_whole = last.number == floor(last.number) && fabs(last.number) <= 1e9;
    if (!first_whole || !last_whole || last.number < first.number - 1.0) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_ROW,
                               .at = !first_whole ? first_at : last_at,
                               .words = TMI_WORDS(!first_whole || !last_whole
                                                      ? "the ends of a row are whole numbers"
                                                      : "the row ends before it begins")});
        return false;
    }
    part->first = (int32_t)first.number;
    part->count = (int32_t)(last.number - first.number + 1.0);
    return true;
}

static void note_too_many(tmiMaker *m, tmiSpot at) {
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_INSTANCES,
                           .at = at,
                           .words = TMI_WORDS("there are more than 1,000,000 components")});
}

/* Adds a component's instances to those of the variant. */
static void count_in(tmiMaker *m, tmiVariant *v, tmiComponentPlace *part, tmiSpot at) {
    const tmiVariant *below = part->variant;
    int64_t count = part->count > 0 ? part->count : 0;
    if (!below) {
        return;
    }
    int64_t size = v->size + count * below->size;
    int64_t joins = v->total_joins + count * below->total_joins;
    int64_t places = v->total_places + count * below->total_places;
    int64_t controls = v->total_controls + count * below->total_controls;
    if (size > TMI_INSTANCES_MAX + 1 || joins > TMI_STATEMENTS_MAX || places > TMI_STATEMENTS_MAX ||
        controls > TMI_STATEMENTS_MAX) {
        note_too_many(m, at);
        part->count = -1;
        v->has_errors = true;
        return;
    }
    v->size = (int32_t)size;
    v->bodies += (int32_t)(count * below->bodies);
    v->total_joins = (int32_t)joins;
    v->total_places = (int32_t)places;
    v->total_controls = (int32_t)controls;
    v->has_errors |= below->has_errors;
}

static void make_parts(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    v->parts = tmi_keep(m, type->component_count, sizeof *v->parts);
    for (int32_t i = 0; i < type->component_count && m->status == TM_OK; i++) {
        const tmiComponent *component = &type->components[i];
        tmiComponentPlace *part = &v->parts[i];
        if (!tmi_may_work(m, (tmiSpot){type->spot.file, component->name})) {
            v->has_errors = true;
            return;
        }
        part->count = 1;
        if (component->first) {
            make_row(m, type, component, part);
        }
        part->offset = v->size;
        if (component->type >= 0) {
            part->variant =
                tmi_variant_of(m, component->type, (tmiSpot){type->spot.file, component->call}, i);
        }
        if (!part->variant) {
            v->has_errors = true;
        }
        count_in(m, v, part, (tmiSpot){type->spot.file, component->name});
    }
}

/* ---- Inputs -------------------------------------------------------------------------------- */

static void make_input(tmiMaker *m, tmiSpot at, tmiInput *input) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiNodeRef first = tmi_tree_child(tree, at.node, TMI_ROLE_FIRST);
    tmiNodeRef last = tmi_tree_child(tree, at.node, TMI_ROLE_LAST);
    tmiSpot initial = {at.file, tmi_tree_child(tree, at.node, TMI_ROLE_VALUE)};
    tmiWanted wanted = {.kind = TMI_WANT_NUMBER, .any_dimension = true};
    tmiValue value, ends[2];
    *input = (tmiInput){.low = -HUGE_VAL, .high = HUGE_VAL};
    if (!tmi_value_of(m, initial, &wanted, &value)) {
        return;
    }
    input->initial = value.number;
    input->dimension = value.dimension;
    input->is_bare = tmi_is_bare_turn(&value);
    if (!first || !last) {
        return;
    }
    tmiWanted same = {.kind = TMI_WANT_NUMBER, .dimension = value.dimension};
    bool plain = tmi_dimension_is_plain(value.dimension);
    if (!tmi_evaluate_range(&m->e, tmi_maker_source(m, at.file), first, last,
                            plain ? &wanted : &same, ends)) {
        return;
    }
    input->low = ends[0].number;
    input->high = ends[1].number;
    input->is_bare |= tmi_is_bare_turn(&ends[0]) || tmi_is_bare_turn(&ends[1]);
    input->dimension = plain ? ends[0].dimension : input->dimension;
    if (!(input->low < input->high) || value.number < input->low || value.number > input->high) {
        bool empty = !(input->low < input->high);
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_BOUND,
                               .at = empty ? (tmiSpot){at.file, last} : initial,
                               .words = TMI_WORDS(empty ? "the range ends before it begins"
                                                        : "the value is not in the range")});
    }
}

static void make_inputs(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    v->inputs = tmi_keep(m, type->input_count, sizeof *v->inputs);
    for (int32_t i = 0; i < type->input_count && m->status == TM_OK; i++) {
        make_input(m, (tmiSpot){type->spot.file, type->inputs[i].node}, &v->inputs[i]);
    }
}

/* ---- Making -------------------------------------------------------------------------------- */

static void make_sections(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    v->bodies = type->kind == TMI_TYPE_PRIMITIVE;
    v->dynamics = type->sections[TMI_SECTION_DYNAMICS] != 0;
    /* With a list it only decides which bodies touch. */
    tmiSpot interference = {type->spot.file, type->sections[TMI_SECTION_INTERFERENCE]};
    v->interference = interference.node && !tmi_items_of(m, interference).next;
    make_parts(m, v);
    make_inputs(m, v);
    tmi_make_geometry(m, v);
    tmi_make_properties(m, v);
    tmi_check_mass(m, v);
    tmi_make_structure(m, v);
    tmi_check_places(m, v);
    tmi_make_interference(m, v);
    tmi_make_controls(m, v);
    tmi_check_motions(m, v);
    v->total_joins += v->join_count;
    v->total_places += v->place_count;
    v->total_controls += v->control_count;
}

/* The cost of a variant in evaluated nodes, by its memory. */
#define VARIANT_EFFORT 40

static void make(tmiMaker *m, tmiVariant *v, const tmiAsker *asker) {
    const tmiType *type = &m->d->types[v->type];
    tmiWithin within = m->within;
    const tmiAsker *outer = m->asker;
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    tmi_notes_pass_on(m);
    int32_t before = tmi_notes_errors(m);
    m->asker = asker;
    m->within = (tmiWithin){.type = v->type, .variant = v};
    make_sections(m, v);
    tmi_may_spend(&m->e, (tmiAt){tmi_maker_source(m, type->spot.file), type->name}, VARIANT_EFFORT);
    v->has_errors |= tmi_notes_errors(m) > before;
    tmi_notes_pass_on(m);
    m->within = within;
    m->asker = outer;
    tmi_arena_release(&m->scratch, mark);
}

/* Defaults, in the scope of the type: each sees the parameters before it. False: not known. */
static bool fill_in(tmiMaker *m, int32_t number, tmiValue *values, const bool *given) {
    const tmiType *type = &m->d->types[number];
    tmiVariant half = {.type = number, .parameters = values};
    tmiWithin within = m->within;
    tmiWanted any = {.kind = TMI_WANT_ANY};
    bool known = true;
    m->within = (tmiWithin){.type = number, .variant = &half};
    for (int32_t i = 0; i < type->parameter_count; i++) {
        const tmiParameter *parameter = &type->parameters[i];
        if (!given[i]) {
            values[i] = tmi_value_error();
            known &=
                parameter->initial &&
                tmi_value_of(m, (tmiSpot){type->spot.file, parameter->initial}, &any, &values[i]);
        }
    }
    m->within = within;
    return known;
}

void tmi_check_type(tmiMaker *m, int32_t number) {
    tmiType *type = &m->d->types[number];
    int32_t count = type->parameter_count;
    tmiAsker asker = {.type = number, .component = -1};
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    tmiValue *values = tmi_arena_alloc(&m->scratch, (size_t)count, sizeof *values);
    bool *given = tmi_arena_alloc(&m->scratch, (size_t)count, sizeof *given);
    if (!values || !given) {
        m->status = TM_ERR_MEMORY;
        return;
    }
    if (type->height > TMI_DEPTH_MAX) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_INSTANCES,
                               .at = {type->spot.file, type->name},
                               .words = TMI_WORDS("composites are too deep inside each other")});
        tmi_arena_release(&m->scratch, mark);
        return;
    }
    uint64_t hash = tmi_hash_word(TMI_HASH_START, (uint64_t)number);
    tmiVariant *v = add_variant(m, number, values, hash, count > 0);
    if (v) {
        fill_in(m, number, v->parameters, given);
        for (int32_t i = 0; i < count; i++) {
            v->parameters[i] = tmi_value_error();
        }
        type->checked = v;
        make(m, v, &asker);
    }
    tmi_arena_release(&m->scratch, mark);
}

/* The nodes of a call's arguments; false after a message. */
static bool match(tmiMaker *m, int32_t number, tmiSpot call, tmiNodeRef *nodes) {
    const tmiType *type = &m->d->types[number];
    size_t count = (size_t)type->parameter_count;
    const char **names = tmi_arena_alloc(&m->scratch, count, sizeof *names);
    int32_t *lengths = tmi_arena_alloc(&m->scratch, count, sizeof *lengths);
    bool *optional = tmi_arena_alloc(&m->scratch, count, sizeof *optional);
    if (!names || !lengths || !optional) {
        m->status = TM_ERR_MEMORY;
        return false;
    }
    for (int32_t i = 0; i < type->parameter_count; i++) {
        names[i] =
            tmi_spot_text(m, (tmiSpot){type->spot.file, type->parameters[i].name}, &lengths[i]);
        optional[i] = type->parameters[i].initial != 0;
    }
    int32_t length;
    const char *name = tmi_spot_text(m, (tmiSpot){type->spot.file, type->name}, &length);
    tmiCall wanted = {.what = name,
                      .what_length = length,
                      .names = names,
                      .lengths = lengths,
                      .optional = optional,
                      .count = type->parameter_count,
                      .places = type->parameter_count};
    return tmi_match_arguments(m, call, &wanted, nodes);
}

/* The values of all parameters; false: some are not known, or mistakes. */
static bool find_values(tmiMaker *m, int32_t number, tmiSpot call, tmiValue *values) {
    const tmiType *type = &m->d->types[number];
    tmiWanted any = {.kind = TMI_WANT_ANY};
    size_t count = (size_t)type->parameter_count;
    tmiNodeRef *nodes = tmi_arena_alloc(&m->scratch, count, sizeof *nodes);
    bool *given = tmi_arena_alloc(&m->scratch, count, sizeof *given);
    bool known = true;
    if (!nodes || !given) {
        m->status = TM_ERR_MEMORY;
        return false;
    }
    if (!match(m, number, call, nodes)) {
        return false;
    }
    for (int32_t i = 0; i < type->parameter_count; i++) {
        given[i] = nodes[i] != 0;
        if (given[i]) {
            known &= tmi_value_of(m, (tmiSpot){call.file, nodes[i]}, &any, &values[i]);
        }
    }
    return known && fill_in(m, number, values, given);
}

/* The variant with these values, made if there is none yet; the type's `checked` where the effort
 * is too much. */
static tmiVariant *find_or_make(tmiMaker *m, int32_t number, const tmiValue *values, tmiSpot call,
                                int32_t component) {
    const tmiType *type = &m->d->types[number];
    uint64_t hash = tmi_hash_word(TMI_HASH_START, (uint64_t)number);
    for (int32_t i = 0; i < type->parameter_count; i++) {
        hash = hash_value(m, hash, &values[i]);
    }
    if (!tmi_may_spend(&m->e, (tmiAt){tmi_maker_source(m, call.file), call.node}, 0)) {
        return type->checked;
    }
    const tmiWorlds *out = m->out;
    int32_t slot =
        out->variant_slot_count ? out->variant_slots[slot_of(m, number, values, hash)] : 0;
    if (slot) {
        return out->variants[slot - 1];
    }
    tmiVariant *v = add_variant(m, number, values, hash, false);
    if (v) {
        tmiAsker asker = {.outer = component < 0 ? NULL : m->asker,
                          .type = component < 0 ? number : m->within.type,
                          .component = component,
                          .named = true,
                          .call = call};
        make(m, v, &asker);
    }
    return v;
}

tmiVariant *tmi_variant_of(tmiMaker *m, int32_t number, tmiSpot call, int32_t component) {
    const tmiType *type = &m->d->types[number];
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    tmiValue *values = tmi_arena_alloc(&m->scratch, (size_t)type->parameter_count, sizeof *values);
    tmiVariant *v = type->checked;
    if (!values) {
        m->status = TM_ERR_MEMORY;
        return NULL;
    }
    if (m->status == TM_OK && v && find_values(m, number, call, values) &&
        type->parameter_count > 0) {
        v = find_or_make(m, number, values, call, component);
    }
    tmi_arena_release(&m->scratch, mark);
    return v;
}
