/* make_structure.c: statements of a structure: place and for; joins are in make_join.c. Also which
 * bodies touch. */
#include "define/language/make/make_private.h"

#include <string.h>

static tmiNodeRef next_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->next;
}

/* ---- Places -------------------------------------------------------------------------------- */

/* ((linear) (angular)): two points in a list of six numbers. */
static bool both_velocities(tmiMaker *m, tmiSpot at, const tmiValue *pair, tmiValue *value) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    static const char *const units[2] = {"m/s", "rad/s"};
    const tmiSource *source = tmi_maker_source(m, at.file);
    bool written = tmi_node(tree, at.node)->kind == TMI_NODE_LIST;
    tmiNodeRef item = written ? tmi_node(tree, at.node)->child : at.node;
    tmiItem *items = tmi_keep(m, 2, sizeof *items);
    bool fine = items != NULL;
    for (int i = 0; i < 2 && fine; i++, item = written ? next_of(tree, item) : item) {
        tmiWanted wanted = tmi_wants(TMI_WANT_POINT, units[i]);
        items[i].value =
            tmi_keep_value(m, tmi_value_fit(&m->e, source, item, pair->items[i].value, &wanted));
        fine = items[i].value.kind == TMI_VALUE_LIST;
    }
    *value = (tmiValue){.kind = TMI_VALUE_LIST, .count = 2, .items = items};
    return fine;
}

static bool attribute_value(tmiMaker *m, const tmiField *row, tmiSpot at, tmiValue *value) {
    tmiWanted any = {.kind = TMI_WANT_ANY};
    if (!(row->takes & TMI_TAKES_LIST)) {
        return tmi_field_value(m, row, at, at.node, value);
    }
    if (!tmi_value_of(m, at, &any, value)) {
        return false;
    }
    if (value->kind == TMI_VALUE_LIST && value->count == 2 &&
        value->items[0].value.kind == TMI_VALUE_LIST) {
        return both_velocities(m, at, value, value);
    }
    tmiWanted point = tmi_wants(TMI_WANT_POINT, row->unit);
    *value = tmi_value_fit(&m->e, tmi_maker_source(m, at.file), at.node, *value, &point);
    return value->kind == TMI_VALUE_LIST;
}

void tmi_make_attributes(tmiMaker *m, tmiSpot first, tmiContext context, const char *who,
                         tmiSetting **settings, int32_t *setting_count) {
    const tmiTree *tree = tmi_maker_tree(m, first.file);
    int32_t count = 0;
    for (tmiNodeRef ref = first.node; ref; ref = next_of(tree, ref)) {
        count++;
    }
    *settings = tmi_keep(m, count, sizeof **settings);
    for (tmiNodeRef ref = first.node; ref && m->status == TM_OK; ref = next_of(tree, ref)) {
        tmiSpot name = {first.file, tmi_node(tree, ref)->child};
        tmiSetting setting = {.field = tmi_field_row(m, context, name, who), .spot = name};
        for (int32_t i = 0; setting.field && i < *setting_count; i++) {
            if ((*settings)[i].field == setting.field) {
                tmi_note(m, &(tmiNote){.code = TMI_SAYS_TWICE,
                                       .at = name,
                                       .words = TMI_WORDS("'", setting.field->name,
                                                          "' appears a second time"),
                                       .related = TMI_WORDS("the first is here"),
                                       .related_at = (*settings)[i].spot});
                setting.field = NULL;
            }
        }
        tmiSpot at = {first.file, next_of(tree, name.node)};
        if (setting.field && attribute_value(m, setting.field, at, &setting.value)) {
            setting.value = tmi_keep_value(m, setting.value);
            (*settings)[(*setting_count)++] = setting;
        }
    }
}

/* The first name of a path. */
static const char *root_of(const tmiMaker *m, tmiSpot path, int32_t *length) {
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    while (tmi_node(tree, path.node)->kind != TMI_NODE_NAME && tmi_node(tree, path.node)->child) {
        path.node = tmi_node(tree, path.node)->child;
    }
    return tmi_spot_text(m, path, length);
}

/* Whether `by` starts in the scope, not in the part. Members of the part come first, because
 * nothing else can be meant; but lever.lever.tip starts with the lever that is placed. A part may
 * be called by its type in both, too. */
static bool is_from_scope(const tmiMaker *m, tmiSpot by, tmiSpot part_at, const tmiTarget *part) {
    const tmiSymbols *symbols = &m->d->symbols;
    int32_t length, part_length;
    const char *name = root_of(m, by, &length), *part_name = root_of(m, part_at, &part_length);
    bool own =
        part->type >= 0 && (tmi_has_member(m, part->type, name, length) ||
                            tmi_symbol_find(symbols, TMI_OWNER_TYPES_OF(part->type), name, length));
    bool is_path = tmi_node(tmi_maker_tree(m, by.file), by.node)->kind != TMI_NODE_NAME;
    bool of_part = is_path && length == part_length && memcmp(name, part_name, (size_t)length) == 0;
    return tmi_symbol_find(symbols, m->within.type, name, length)
               ? !own || of_part
               : !own && tmi_symbol_find(symbols, TMI_OWNER_TYPES_OF(m->within.type), name, length);
}

/* The feature by which a part is placed: from the scope on, or from the part on. */
static bool resolve_by(tmiMaker *m, tmiSpot at, tmiSpot part_at, const tmiTarget *part,
                       tmiInstanceFeature *by) {
    tmiQuote quote;
    tmiTarget target =
        is_from_scope(m, at, part_at, part) ? tmi_resolve(m, at) : tmi_resolve_in(m, part, at);
    if (target.kind != TMI_TARGET_FEATURE) {
        if (target.kind != TMI_TARGET_ERROR) {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                                   .at = at,
                                   .words = TMI_WORDS(tmi_spot_quote(m, at, &quote), " is ",
                                                      tmi_target_words(&target),
                                                      ", where a feature belongs"),
                                   .hint = TMI_WORDS("such as its center")});
        }
        return false;
    }
    int32_t size = part->variant ? part->variant->size : 1;
    bool within = target.instance >= part->instance && target.instance < part->instance + size;
    if (!within && !m->within.variant->is_open) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = at,
                               .words = TMI_WORDS(tmi_spot_quote(m, at, &quote),
                                                  " does not belong to the part that is placed")});
        return false;
    }
    *by = (tmiInstanceFeature){target.instance, target.feature};
    return true;
}

static void make_place(tmiMaker *m, tmiVariant *v, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiSpot part_at = {at.file, tmi_node(tree, at.node)->child};
    tmiSpot by_at = {at.file, next_of(tree, part_at.node)};
    tmiSpot where = {at.file, next_of(tree, by_at.node)};
    tmiWanted wanted = tmi_wants(TMI_WANT_POINT, "m");
    tmiPlacement place = {.spot = at,
                          .is_rough = tmi_node(tree, where.node)->role == TMI_ROLE_NEAR};
    tmiTarget part;
    tmiValue value;
    m->touching = true;
    bool fine = tmi_resolve_part(m, part_at, &part);
    if (fine && part.kind == TMI_TARGET_GROUND) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = part_at,
                               .words = TMI_WORDS("the world itself cannot be placed")});
        fine = false;
    }
    m->touching = false; /* the whole is placed, not what is within */
    fine = fine && resolve_by(m, by_at, part_at, &part, &place.by);
    bool known = tmi_value_of(m, where, &wanted, &value) &&
                 tmi_keeps_bound(m, where, "the point", TM_BOUND_NONE, &value);
    tmi_make_attributes(m, (tmiSpot){at.file, next_of(tree, where.node)}, TMI_IN_PLACE, "'place'",
                        &place.settings, &place.setting_count);
    if (!fine || !known || v->is_open || m->status != TM_OK) {
        return;
    }
    place.instance = part.instance;
    tmi_value_point(&value, place.at);
    m->status = tmi_array_reserve(m->allocator, &v->places, &v->place_capacity, v->place_count + 1,
                                  sizeof *v->places);
    if (m->status == TM_OK) {
        v->places[v->place_count++] = place;
    }
}

/* ---- Loops --------------------------------------------------------------------------------- */

static void make_statements(tmiMaker *m, tmiVariant *v, tmiSpot first);

/* One end or the step of a `for`; false: not known. */
static bool loop_number(tmiMaker *m, tmiSpot at, int32_t *number) {
    int32_t before = tmi_notes_errors(m);
    tmiWanted wanted = tmi_wants(TMI_WANT_NUMBER, "");
    tmiValue value;
    if (!tmi_value_of(m, at, &wanted, &value) || tmi_notes_errors(m) > before) {
        return false;
    }
    return tmi_evaluate_whole(&m->e, tmi_maker_source(m, at.file), at.node, -1000000000, 1000000000,
                              number);
}

static void make_repeat(tmiMaker *m, tmiVariant *v, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiSpot first_at = {at.file, tmi_tree_child(tree, at.node, TMI_ROLE_FIRST)};
    tmiSpot last_at = {at.file, tmi_tree_child(tree, at.node, TMI_ROLE_LAST)};
    tmiSpot step_at = {at.file, tmi_tree_child(tree, at.node, TMI_ROLE_STEP)};
    tmiSpot body = {at.file, next_of(tree, step_at.node ? step_at.node : last_at.node)};
    tmiLoop loop = {.outer = m->within.loop,
                    .tree = tree,
                    .name = tmi_node(tree, at.node)->child,
                    .repeat = at.node};
    int32_t first = 0, last = 0, step = 1, before = tmi_notes_errors(m);
    bool readable = tmi_node(tree, last_at.node)->kind != TMI_NODE_ERROR;
    bool known = readable && loop_number(m, first_at, &first);
    known &= readable && loop_number(m, last_at, &last);
    known &= !step_at.node || loop_number(m, step_at, &step);
    if (known && step == 0) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_BOUND,
                               .at = step_at,
                               .words = TMI_WORDS("the step of a 'for' must not be 0")});
    }
    if (tmi_notes_errors(m) > before) {
        known = false;
    }
    m->within.loop = &loop;
    if (!known) {
        make_statements(m, v, body);
    }
    loop.known = known;
    for (int64_t i = first; known && (step > 0 ? i <= last : i >= last); i += step) {
        loop.value = (int32_t)i;
        if (!tmi_may_work(m, at) || m->status != TM_OK) {
            break;
        }
        make_statements(m, v, body);
        if (tmi_notes_errors(m) > before) {
            break; /* the next rounds would report the same */
        }
    }
    m->within.loop = loop.outer;
}

static void make_statements(tmiMaker *m, tmiVariant *v, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    for (; at.node && m->status == TM_OK; at.node = next_of(tree, at.node)) {
        const tmiNode *node = tmi_node(tree, at.node);
        if (!tmi_may_work(m, at)) {
            return;
        }
        tmiArenaMark mark = tmi_arena_mark(&m->scratch);
        if (node->kind == TMI_NODE_REPEAT && tmi_tree_child(tree, at.node, TMI_ROLE_LAST)) {
            make_repeat(m, v, at);
        } else if (node->kind == TMI_NODE_JOIN && !node->spoiled) {
            tmi_make_join(m, v, at);
        } else if (node->kind == TMI_NODE_PLACE && !node->spoiled) {
            make_place(m, v, at);
        }
        tmi_arena_release(&m->scratch, mark);
    }
}

/* Named joins by name, each as they stand, so that a path finds the one it means. */
static void order_named(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    int32_t *first = tmi_keep(m, type->join_count + 2, sizeof *first);
    int32_t *joins = tmi_keep(m, v->join_count, sizeof *joins);
    if (!first || !joins) {
        return;
    }
    for (int32_t i = 0; i < v->join_count; i++) {
        first[v->joins[i].name + 2]++; /* those without a name fall into the first */
    }
    first[1] = 0;
    for (int32_t i = 1; i <= type->join_count; i++) {
        first[i + 1] += first[i];
    }
    for (int32_t i = 0; i < v->join_count; i++) {
        if (v->joins[i].name >= 0) {
            joins[first[v->joins[i].name + 1]++] = i;
        }
    }
    first[0] = 0; /* each now holds the end of its name: the beginning of the next */
    v->named_first = first;
    v->named_joins = joins;
}

void tmi_make_structure(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    const tmiTree *tree = tmi_maker_tree(m, type->spot.file);
    tmiNodeRef ref = tmi_node(tree, type->spot.node)->child;
    for (; ref && type->kind != TMI_TYPE_PRIMITIVE; ref = next_of(tree, ref)) {
        if (tmi_node(tree, ref)->kind == TMI_NODE_STRUCTURE) {
            make_statements(m, v, (tmiSpot){type->spot.file, tmi_node(tree, ref)->child});
        }
    }
    if (type->join_count > 0 && m->status == TM_OK) {
        order_named(m, v);
    }
}

/* ---- Interference -------------------------------------------------------------------------- */

/* The paths of `on` or `off`: a list, or clauses. */
static tmiNodeRef next_path(const tmiTree *tree, tmiNodeRef *at) {
    tmiNodeRef ref = *at;
    if (ref) {
        *at = next_of(tree, ref);
    }
    return ref && tmi_node(tree, ref)->kind == TMI_NODE_CLAUSE ? tmi_bare_clause(tree, ref) : ref;
}

static void make_touch(tmiMaker *m, tmiSpot name, tmiNodeRef value, tmiTouchRule *touch) {
    const tmiTree *tree = tmi_maker_tree(m, name.file);
    bool alone = tmi_node(tree, value)->kind != TMI_NODE_CLAUSE;
    bool list = tmi_node(tree, value)->kind == TMI_NODE_LIST;
    tmiNodeRef at = list ? tmi_node(tree, value)->child : value;
    int32_t count = 0;
    bool composite = false;
    for (tmiNodeRef ref = at; ref; ref = next_of(tree, ref)) {
        count++;
        if (alone && !list) {
            break;
        }
    }
    touch->instances = tmi_keep(m, count, sizeof *touch->instances);
    for (int32_t i = 0; i < count && m->status == TM_OK; i++) {
        tmiSpot path = {name.file, next_path(tree, &at)};
        tmiTarget part;
        if (path.node && tmi_resolve_part(m, path, &part)) {
            composite = part.type >= 0 && m->d->types[part.type].kind != TMI_TYPE_PRIMITIVE;
            touch->instances[touch->instance_count++] = part.instance;
        } else {
            composite = true; /* reported */
        }
    }
    if (count == 1 && !composite) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                               .at = name,
                               .words = TMI_WORDS("one body alone cannot touch itself"),
                               .hint = TMI_WORDS("name two parts or more, or one composite")});
    }
}

void tmi_make_interference(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    tmiSpot field = {type->spot.file, type->sections[TMI_SECTION_INTERFERENCE]};
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    tmiNodeRef name, value;
    int32_t count = 0;
    if (!field.node || tmi_node(tree, field.node)->spoiled) {
        return;
    }
    for (tmiItems items = tmi_items_of(m, field); tmi_items_next(&items, &name, &value);) {
        count++;
    }
    if (count > 0 && type->kind == TMI_TYPE_PRIMITIVE) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                               .at = {field.file, tmi_items_of(m, field).next},
                               .words = TMI_WORDS("'interference' of a primitive takes no value"),
                               .hint = TMI_WORDS("write 'interference: ;'")});
        return;
    }
    v->touches = tmi_keep(m, count, sizeof *v->touches);
    for (tmiItems items = tmi_items_of(m, field);
         tmi_items_next(&items, &name, &value) && m->status == TM_OK;) {
        tmiSpot at = {field.file, name};
        const tmiField *row = tmi_field_row(m, TMI_IN_INTERFERENCE, at, "'interference'");
        tmiTouchRule touch = {.spot = at};
        if (row && !value) {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                                   .at = at,
                                   .words = TMI_WORDS("'", row->name, "' needs parts"),
                                   .hint = TMI_WORDS(row->help)});
        } else if (row) {
            touch.on = strcmp(row->name, "on") == 0;
            make_touch(m, at, value, &touch);
            v->touches[v->touch_count++] = touch;
        }
    }
}
