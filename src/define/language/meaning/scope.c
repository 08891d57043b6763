/* scope.c: what names and paths mean in the expressions of a document. */
#include "define/language/expression/expression.h"
#include "define/language/meaning/meaning.h"

#include <string.h>

#define LOOKED_BACK 64 /* senses that are compared before a new one is added */

static tmiMeaning means_error(void) {
    return (tmiMeaning){.kind = TMI_MEANS_ERROR};
}

static tmiMeaning means_other(const char *what) {
    return (tmiMeaning){.kind = TMI_MEANS_OTHER, .what = what};
}

/* ---- What is sensed ------------------------------------------------------------------------ */

static bool same_sense(const tmiSense *a, const tmiSense *b) {
    const tmiBodyFeature *x = &a->end.feature, *y = &b->end.feature;
    return a->kind == b->kind && a->row == b->row && a->end.instance == b->end.instance &&
           a->item == b->item && memcmp(x->point, y->point, sizeof x->point) == 0 &&
           memcmp(x->direction, y->direction, sizeof x->direction) == 0;
}

int32_t tmi_formula_slot(tmiMaker *m, const tmiSense *sense) {
    tmiFormula *formula = m->within.formula;
    int32_t first = formula->sense_count > LOOKED_BACK ? formula->sense_count - LOOKED_BACK : 0;
    for (int32_t i = first; i < formula->sense_count; i++) {
        if (same_sense(&formula->senses[i], sense)) {
            return formula->senses[i].slot;
        }
    }
    if (formula->sense_count == formula->sense_capacity) {
        int32_t capacity = formula->sense_capacity ? 2 * formula->sense_capacity : 4;
        tmiSense *senses = tmi_keep(m, capacity, sizeof *senses);
        if (!senses) {
            return 0;
        }
        if (formula->sense_count > 0) {
            memcpy(senses, formula->senses, sizeof *senses * (size_t)formula->sense_count);
        }
        formula->senses = senses;
        formula->sense_capacity = capacity;
    }
    tmiSense *added = &formula->senses[formula->sense_count++];
    *added = *sense;
    added->slot = formula->input_count;
    formula->input_count += sense->size;
    return added->slot;
}

static tmiMeaning means_sensed(tmiMaker *m, tmiSense sense, tmiDimension dimension, bool is_truth) {
    return (tmiMeaning){.kind = TMI_MEANS_SENSED,
                        .slot = m->within.formula ? tmi_formula_slot(m, &sense) : 0,
                        .size = sense.size,
                        .is_truth = is_truth,
                        .dimension = dimension};
}

static tmiMeaning means_quantity(tmiMaker *m, const tmiTarget *target) {
    tmiSense sense = tmi_sense_of(target);
    return means_sensed(m, sense, tmi_unit_dimension(sense.row->unit), sense.row->is_truth);
}

/* A feature by itself is where it is. */
static tmiMeaning means_feature(tmiMaker *m, const tmiTarget *target) {
    tmiTarget position = *target;
    position.kind = TMI_TARGET_QUANTITY;
    position.sense = TMI_SENSE_FEATURE;
    position.quantity = tmi_quantity_find(TMI_OF_POINT, "position", 8);
    return m->within.runs ? means_quantity(m, &position) : means_other("a feature");
}

static tmiMeaning means_signal(tmiMaker *m, const tmiTarget *target, tmiSpot at) {
    const tmiVariant *v = target->variant;
    bool own = v == m->within.variant && target->type == m->within.type;
    if (target->type >= 0) {
        m->d->types[target->type].signals[target->item].used = true;
    }
    if (own && target->item >= m->within.signals) {
        tmiQuote quote;
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_CONTROL,
                            .at = at,
                            .words = TMI_WORDS("the signal ", tmi_spot_quote(m, at, &quote),
                                               " is read before it is given"),
                            .hint = TMI_WORDS("signals are evaluated in the order of the text")});
        return means_error();
    }
    const tmiFormula *formula = v && v->signals ? v->signals[target->item] : NULL;
    if (!formula || !formula->made) {
        return means_error();
    }
    tmiSense sense = tmi_sense_of(target);
    sense.size = formula->code.result_count;
    tmiMeaning meaning = means_sensed(m, sense, formula->code.dimension, formula->code.is_truth);
    /* Texts without units get no messages about units. */
    meaning.is_loose = formula->code.is_loose;
    return meaning;
}

static tmiMeaning means_input(tmiMaker *m, const tmiTarget *target) {
    const tmiVariant *v = target->variant;
    if (target->type >= 0) {
        m->d->types[target->type].inputs[target->item].used = true;
    }
    if (v && !v->inputs && !m->within.runs) { /* they are made behind the components */
        return (tmiMeaning){.kind = TMI_MEANS_SENSED, .size = 1};
    }
    if (!v || !v->inputs) {
        return means_error();
    }
    const tmiInput *input = &v->inputs[target->item];
    tmiMeaning meaning = means_sensed(m, tmi_sense_of(target), input->dimension, false);
    meaning.is_bare = input->is_bare;
    return meaning;
}

static tmiMeaning means_target(tmiMaker *m, const tmiTarget *target, tmiSpot at) {
    switch (target->kind) {
    case TMI_TARGET_OTHER:
        return (tmiMeaning){.kind = TMI_MEANS_NOTHING};
    case TMI_TARGET_FEATURE:
        return means_feature(m, target);
    case TMI_TARGET_QUANTITY:
        return means_quantity(m, target);
    case TMI_TARGET_INPUT:
        return means_input(m, target);
    case TMI_TARGET_SIGNAL:
        return means_signal(m, target, at);
    case TMI_TARGET_ERROR:
        return means_error();
    default: {
        tmiQuote quote;
        tmi_note(m, &(tmiNote){
                        .code = TMI_SAYS_NO_VALUE,
                        .at = at,
                        .words = TMI_WORDS(tmi_spot_quote(m, at, &quote), " is ",
                                           tmi_target_words(target), ", not a value"),
                        .hint = m->within.runs && target->kind == TMI_TARGET_PART
                                    ? TMI_WORDS("say which of its quantities, such as its position")
                                : m->within.runs && target->kind == TMI_TARGET_JOIN
                                    ? TMI_WORDS("say which of its quantities, such as its force")
                                    : NULL});
        return means_error();
    }
    }
}

/* ---- Names --------------------------------------------------------------------------------- */

static tmiMeaning means_definition(tmiMaker *m, const tmiSymbol *symbol) {
    switch (symbol->kind) {
    case TMI_SYMBOL_FUNCTION: {
        tmiSpot spot = m->d->functions[symbol->index];
        return (tmiMeaning){.kind = TMI_MEANS_FUNCTION,
                            .source = tmi_maker_source(m, spot.file),
                            .node = spot.node};
    }
    case TMI_SYMBOL_TABLE: {
        const tmiTable *table = &m->d->table_values[symbol->index];
        return table->count > 0 ? (tmiMeaning){.kind = TMI_MEANS_TABLE, .table = table}
                                : means_error();
    }
    case TMI_SYMBOL_HINGE:
        return means_other("a hinge");
    case TMI_SYMBOL_MATERIAL:
        return means_other("a material");
    default:
        return means_other("a type");
    }
}

/* The value of a `for` or a parameter; NOTHING: it is neither. */
static tmiMeaning means_constant(tmiMaker *m, const char *name, int32_t length) {
    for (const tmiLoop *loop = m->within.loop; loop; loop = loop->outer) {
        int32_t loop_length;
        const char *loop_name = tmi_tree_text(loop->tree, loop->name, &loop_length);
        if (loop_length == length && memcmp(loop_name, name, (size_t)length) == 0) {
            return loop->known ? (tmiMeaning){.kind = TMI_MEANS_VALUE,
                                              .value = tmi_value_number(loop->value, TMI_PLAIN)}
                               : means_error();
        }
    }
    const tmiSymbol *symbol =
        m->within.type < 0 ? NULL : tmi_symbol_find(&m->d->symbols, m->within.type, name, length);
    if (!symbol || symbol->kind != TMI_SYMBOL_PARAMETER) {
        return (tmiMeaning){.kind = TMI_MEANS_NOTHING};
    }
    m->d->types[m->within.type].parameters[symbol->index].used = true;
    const tmiVariant *v = m->within.variant;
    tmiValue value = v ? v->parameters[symbol->index] : tmi_value_error();
    return value.kind == TMI_VALUE_ERROR ? means_error()
                                         : (tmiMeaning){.kind = TMI_MEANS_VALUE, .value = value};
}

static tmiMeaning means_world(tmiMaker *m, tmiSpot at, bool in_function) {
    int32_t length;
    const char *name = tmi_spot_text(m, at, &length);
    tmiTarget target = {.kind = TMI_TARGET_QUANTITY,
                        .sense = TMI_SENSE_WORLD,
                        .quantity = tmi_quantity_find(TMI_OF_WORLD, name, length)};
    if (!target.quantity || (!in_function && !m->within.runs)) {
        return (tmiMeaning){.kind = TMI_MEANS_NOTHING};
    }
    if (in_function) {
        tmiQuote quote;
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_NO_VALUE,
                               .at = at,
                               .words = TMI_WORDS(tmi_quote(&quote, name, length),
                                                  " changes while a world runs: a function gets it "
                                                  "as a parameter")});
        return means_error();
    }
    return means_quantity(m, &target);
}

static tmiMeaning means_name(tmiMaker *m, tmiSpot at, bool in_function) {
    int32_t length;
    const char *name = tmi_spot_text(m, at, &length);
    if (!in_function) {
        tmiMeaning meaning = means_constant(m, name, length);
        if (meaning.kind == TMI_MEANS_NOTHING && m->within.type >= 0) {
            tmiTarget target = tmi_resolve(m, at);
            meaning = means_target(m, &target, at);
        }
        if (meaning.kind != TMI_MEANS_NOTHING) {
            return meaning;
        }
    }
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    return symbol ? means_definition(m, symbol) : means_world(m, at, in_function);
}

/* ---- Paths and calls ----------------------------------------------------------------------- */

/* x, y and z of what is sensed are left to the evaluator, as are items of it. */
static bool is_coordinate(tmiMaker *m, tmiSpot path) {
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    tmiSpot base = {path.file, tmi_node(tree, path.node)->child};
    tmiNodeRef part = tmi_node(tree, base.node)->next;
    int32_t length = 0;
    const char *name = part ? tmi_tree_text(tree, part, &length) : "";
    bool is_index = tmi_node(tree, path.node)->kind == TMI_NODE_INDEX;
    if (!is_index && !(length == 1 && name[0] >= 'x' && name[0] <= 'z')) {
        return false;
    }
    bool quiet = m->quiet;
    m->quiet = true;
    tmiTarget target = tmi_resolve(m, base);
    m->quiet = quiet;
    return target.kind == TMI_TARGET_QUANTITY || target.kind == TMI_TARGET_SIGNAL ||
           (target.kind == TMI_TARGET_FEATURE && !is_index);
}

static tmiMeaning means_path(tmiMaker *m, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiNodeRef root = at.node;
    while (tmi_node(tree, root)->kind == TMI_NODE_MEMBER ||
           tmi_node(tree, root)->kind == TMI_NODE_INDEX) {
        root = tmi_node(tree, root)->child;
    }
    int32_t length;
    const char *name = tmi_tree_text(tree, root, &length);
    if (m->within.type < 0 || means_constant(m, name, length).kind != TMI_MEANS_NOTHING ||
        is_coordinate(m, at)) {
        return (tmiMeaning){.kind = TMI_MEANS_NOTHING};
    }
    tmiTarget target = tmi_resolve(m, at);
    return means_target(m, &target, at);
}

static bool is_part(tmiMaker *m, tmiSpot path) {
    bool quiet = m->quiet;
    m->quiet = true;
    tmiTarget target = tmi_resolve(m, path);
    m->quiet = quiet;
    return target.kind == TMI_TARGET_PART || target.kind == TMI_TARGET_GROUND;
}

/* force(a, b) and its kin, where a and b are parts; distance is a function of points, too. */
static tmiMeaning means_call(tmiMaker *m, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiNodeRef callee = tmi_node(tree, at.node)->child;
    int32_t length;
    const char *name = tmi_tree_text(tree, callee, &length);
    const tmiQuantityRow *row = tmi_quantity_find(TMI_OF_TWO, name, length);
    tmiSpot first = {at.file, tmi_node(tree, callee)->next};
    tmiSpot second = {at.file, first.node ? tmi_node(tree, first.node)->next : 0};
    bool two = first.node && second.node && !tmi_node(tree, second.node)->next;
    tmiTarget parts[2];
    if (!row || m->within.type < 0 ||
        tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length) ||
        (strcmp(row->name, "distance") == 0 && (!two || !is_part(m, first)))) {
        return (tmiMeaning){.kind = TMI_MEANS_NOTHING};
    }
    if (!two) {
        tmiQuote quote;
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_ARGUMENTS,
                            .at = at,
                            .words = TMI_WORDS(tmi_quote(&quote, name, length), " takes two parts"),
                            .hint = TMI_WORDS("as in ", row->name, "(a, b)")});
        return means_error();
    }
    if (!tmi_resolve_part(m, first, &parts[0]) || !tmi_resolve_part(m, second, &parts[1])) {
        return means_error();
    }
    tmiSense sense = {.kind = TMI_SENSE_TWO,
                      .row = row,
                      .end = {.instance = parts[0].instance},
                      .item = parts[1].instance,
                      .size = row->size};
    return means_sensed(m, sense, tmi_unit_dimension(row->unit), row->is_truth);
}

/* Whether an unknown name may be a member of the present type that could not be read. */
static bool is_hidden(const tmiMaker *m, bool in_function) {
    uint32_t kinds = TMI_KIND(PARAMETER) | (m->within.runs ? ~0u : 0u);
    return !in_function && m->within.type >= 0 && (m->d->types[m->within.type].hides & kinds);
}

void tmi_scope_find(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                    tmiMeaning *meaning) {
    tmiMaker *m = user;
    tmiSpot at = {(int32_t)(source - m->d->sources), node};
    bool in_function = e->frame != NULL;
    switch (tmi_node(source->tree, node)->kind) {
    case TMI_NODE_NAME:
        *meaning = means_name(m, at, in_function);
        break;
    case TMI_NODE_CALL:
        *meaning = in_function ? *meaning : means_call(m, at);
        break;
    default:
        *meaning = in_function ? *meaning : means_path(m, at);
        break;
    }
    if (meaning->kind == TMI_MEANS_NOTHING && (m->incomplete || is_hidden(m, in_function)) &&
        tmi_node(source->tree, node)->kind == TMI_NODE_NAME) {
        int32_t length;
        const char *name = tmi_tree_text(source->tree, node, &length);
        bool known = tmi_function_find(name, length) || tmi_constant_find(name, length);
        meaning->kind = known || e->words ? TMI_MEANS_NOTHING : TMI_MEANS_ERROR;
    }
}

void tmi_scope_offer(void *user, const tmiSource *source, tmiNodeRef node, tmiLikeness *likeness) {
    tmiMaker *m = user;
    (void)source;
    (void)node;
    for (const tmiLoop *loop = m->within.loop; loop; loop = loop->outer) {
        int32_t length;
        const char *name = tmi_tree_text(loop->tree, loop->name, &length);
        tmi_likeness_offer(likeness, name, length);
    }
    uint32_t values = TMI_KIND(PARAMETER) | TMI_KIND(INPUT) | TMI_KIND(SIGNAL);
    if (m->within.type >= 0) {
        tmi_offer_members(m, m->within.type,
                          m->within.runs
                              ? values | TMI_KIND(COMPONENT) | TMI_KIND(FEATURE) | TMI_KIND(JOIN)
                              : values,
                          likeness);
    }
    if (m->within.runs) {
        int32_t count;
        const tmiQuantityRow *rows = tmi_quantities(&count);
        for (int32_t i = 0; i < count; i++) {
            if (rows[i].of & TMI_OF_WORLD) {
                tmi_likeness_offer(likeness, rows[i].name, (int32_t)strlen(rows[i].name));
            }
        }
    }
    tmi_offer_definitions(m, TMI_KIND(FUNCTION) | TMI_KIND(TABLE), likeness);
}
