/* make_control.c: controls: motions that are prescribed, forces that act, and signals. */
#include "define/language/expression/expression.h"
#include "define/language/make/make_private.h"

#include <string.h>

/* ---- Targets ------------------------------------------------------------------------------- */

/* Without `of` or `at`: the body itself. */
static bool own_body(tmiMaker *m, tmiSpot clause, tmiTarget *target) {
    const tmiTree *tree = tmi_maker_tree(m, clause.file);
    *target =
        (tmiTarget){.kind = TMI_TARGET_PART, .type = m->within.type, .variant = m->within.variant};
    if (m->d->types[m->within.type].kind == TMI_TYPE_PRIMITIVE) {
        return true;
    }
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_CONTROL,
                           .at = {clause.file, tmi_node(tree, clause.node)->child},
                           .words = TMI_WORDS("a control says what it acts on"),
                           .hint = TMI_WORDS("… of PART = …, … of JOIN = … or force at FEATURE = "
                                             "…")});
    return false;
}

static bool is_force(tmiMaker *m, tmiSpot name) {
    int32_t length;
    const char *text = tmi_spot_text(m, name, &length);
    return tmi_text_is(text, length, "force") || tmi_text_is(text, length, "torque");
}

/* Reports that forces and torques are not `of` a feature: forces act at it, torques on its body. */
static void say_feature(tmiMaker *m, tmiSpot name, tmiSpot path, const tmiQuote *quote) {
    int32_t length;
    const char *word = tmi_spot_text(m, name, &length);
    bool force = tmi_text_is(word, length, "force");
    size_t end = strlen(quote->text) - 1; /* without its quotes; of a torque, without the feature */
    for (size_t i = end; !force && i > 0 && quote->text[end] != '.'; i--) {
        end = quote->text[i] == '.' ? i : end;
    }
    char plain[sizeof quote->text];
    tmiText text;
    tmi_text_init(&text, plain, sizeof plain);
    tmi_text_add_bytes(&text, quote->text + 1, end - 1);
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_CONTROL,
                           .at = path,
                           .words = TMI_WORDS(quote->text, " is a feature: ",
                                              force ? "forces act 'at' it"
                                                    : "torques act on bodies and joins"),
                           .hint = force ? TMI_WORDS("as in force at ", plain, " = (1N, 0)")
                                         : TMI_WORDS("as in torque of ", plain, " = 1N*m")});
}

/* What the control acts on: a body, a join or a feature. False after a message. */
static bool find_target(tmiMaker *m, tmiSpot clause, tmiTarget *target) {
    const tmiTree *tree = tmi_maker_tree(m, clause.file);
    tmiNodeRef of = tmi_tree_child(tree, clause.node, TMI_ROLE_OF);
    tmiNodeRef at = tmi_tree_child(tree, clause.node, TMI_ROLE_AT);
    tmiSpot path = {clause.file, of ? of : at};
    tmiQuote quote;
    if (!path.node) {
        return own_body(m, clause, target);
    }
    *target = tmi_resolve(m, path);
    if (target->kind == TMI_TARGET_OTHER) {
        tmi_note_no_part(m, path, TMI_KIND(COMPONENT) | TMI_KIND(JOIN) | TMI_KIND(FEATURE));
        return false;
    }
    if (target->kind == TMI_TARGET_PART) {
        return target->type >= 0 && tmi_is_one_body(m, path, target);
    }
    bool feature = target->kind == TMI_TARGET_FEATURE;
    tmiSpot name = {clause.file, tmi_node(tree, clause.node)->child};
    if (target->kind == TMI_TARGET_JOIN || (feature && (at || !is_force(m, name)))) {
        return true;
    }
    tmi_spot_quote(m, path, &quote);
    if (feature) {
        say_feature(m, name, path, &quote);
    } else if (target->kind != TMI_TARGET_ERROR) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = path,
                               .words = TMI_WORDS(quote.text, " is ", tmi_target_words(target),
                                                  ", where a body or join belongs")});
    }
    return false;
}

/* Whether a control can prescribe anything of this name; reports why if not. */
static bool is_prescribed(tmiMaker *m, tmiSpot name) {
    int32_t length, count;
    const char *text = tmi_spot_text(m, name, &length);
    const tmiField *row = tmi_field_find(TMI_IN_CONTROL, text, length);
    if (row && (row->takes & TMI_TAKES_EXPRESSION)) {
        return true;
    }
    tmiQuote quote;
    tmiLikeness likeness;
    const tmiField *rows = tmi_fields(&count);
    tmi_likeness_start(&likeness, text, length);
    for (int32_t i = 0; i < count; i++) {
        if ((rows[i].contexts & TMI_IN_CONTROL) && (rows[i].takes & TMI_TAKES_EXPRESSION)) {
            tmi_likeness_offer(&likeness, rows[i].name, (int32_t)strlen(rows[i].name));
        }
    }
    tmi_note_unknown_or(
        m, name, TMI_WORDS(tmi_quote(&quote, text, length), " cannot be prescribed"), &likeness,
        "position, velocity, acceleration, force, torque and the like "
        "can");
    return false;
}

/* The quantity that is prescribed of the target; null after a message. Forces act `at` a feature,
 * and motions are `of` it. */
static const tmiQuantityRow *find_quantity(tmiMaker *m, tmiSpot name, const tmiTarget *target) {
    int32_t length;
    uint32_t of = TMI_OF_BODY;
    const char *text = tmi_spot_text(m, name, &length);
    const char *what = "a body";
    tmiQuote hinge = {"a hinge that a text defines"};
    if (!is_prescribed(m, name)) {
        return NULL;
    }
    if (target->kind == TMI_TARGET_JOIN) {
        const tmiType *type = &m->d->types[target->type];
        tmiSpot join = {type->spot.file, type->joins[target->item].join};
        int32_t definition;
        const tmHingeKind *kind = tmi_join_hinge(m, join, &definition);
        of = tmi_hinge_quantities(m, join);
        what = kind ? tmi_quote(&hinge, kind->name, (int32_t)strlen(kind->name)) : hinge.text;
    } else if (target->kind == TMI_TARGET_FEATURE) {
        of = TMI_OF_POINT | TMI_OF_AXIS;
        what = "a feature";
    }
    if (of == 0) {
        return NULL; /* the hinge is not known, which was reported */
    }
    const tmiQuantityRow *row = tmi_quantity_find(of, text, length);
    const tmiTree *tree = tmi_maker_tree(m, name.file);
    bool at = tmi_tree_child(tree, tmi_node(tree, name.node)->parent, TMI_ROLE_AT);
    bool force_only =
        at && target->kind == TMI_TARGET_FEATURE && !tmi_text_is(text, length, "force");
    if (!row || !row->prescribed || force_only) {
        tmiQuote quote;
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_CONTROL,
                               .at = name,
                               .words = TMI_WORDS(tmi_quote(&quote, text, length),
                                                  " cannot be prescribed ",
                                                  force_only ? "at " : "of ", what),
                               .hint = force_only ? TMI_WORDS("only a force acts 'at' a feature; "
                                                              "all others are 'of' something")
                                                  : NULL});
        return NULL;
    }
    return row;
}

/* ---- Values -------------------------------------------------------------------------------- */

/* A name that nothing in the texts defines: the host may. */
static bool is_unresolved(tmiMaker *m, tmiSpot value) {
    const tmiTree *tree = tmi_maker_tree(m, value.file);
    int32_t length;
    if (tmi_node(tree, value.node)->kind != TMI_NODE_NAME) {
        return false;
    }
    const char *name = tmi_spot_text(m, value, &length);
    const tmiSymbols *symbols = &m->d->symbols;
    return !tmi_symbol_find(symbols, m->within.type, name, length) &&
           !tmi_symbol_find(symbols, TMI_OWNER_FILE, name, length) &&
           !tmi_has_member(m, m->within.type, name, length) &&
           !tmi_quantity_find(TMI_OF_WORLD, name, length) && !tmi_function_find(name, length) &&
           !tmi_constant_find(name, length);
}

static void warn_unresolved(tmiMaker *m, tmiSpot value) {
    tmiQuote quote, best;
    tmiLikeness likeness;
    const char *meant[] = {"did you mean ", NULL, "?", NULL};
    tmi_spot_quote(m, value, &quote);
    tmi_likeness_of(m, value, &likeness);
    tmi_offer_definitions(m, TMI_KIND(FUNCTION), &likeness);
    tmi_offer_members(m, m->within.type, TMI_KIND(SIGNAL) | TMI_KIND(INPUT) | TMI_KIND(PARAMETER),
                      &likeness);
    if (likeness.best) {
        meant[1] = tmi_quote(&best, likeness.best, likeness.best_length);
    }
    if (!m->incomplete) {
        tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                               .code = TMI_SAYS_UNRESOLVED,
                               .at = value,
                               .words = TMI_WORDS("no function ", quote.text,
                                                  " is defined: the world runs only in a program "
                                                  "that supplies it"),
                               .hint = likeness.best ? meant : NULL});
    }
}

/* A function that is named alone gets what it needs by the names of its parameters. */
static const tmiFormula *make_value(tmiMaker *m, tmiSpot value, const tmiTarget *target,
                                    const tmiQuantityRow *row) {
    const tmiTree *tree = tmi_maker_tree(m, value.file);
    int32_t length;
    const char *name = tmi_spot_text(m, value, &length);
    const tmiSymbol *symbol = tmi_node(tree, value.node)->kind == TMI_NODE_NAME &&
                                      !tmi_symbol_find(&m->d->symbols, m->within.type, name, length)
                                  ? tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length)
                                  : NULL;
    if (!symbol || symbol->kind != TMI_SYMBOL_FUNCTION) {
        return tmi_formula_for(m, value, row);
    }
    tmiSpot function = m->d->functions[symbol->index];
    return tmi_formula_of_function_for(m, value, function, target, row);
}

/* ---- Controls ------------------------------------------------------------------------------ */

/* A clause that is not a control: `motor.torque = 3` and the like. */
static void note_unclear(tmiMaker *m, tmiSpot clause, tmiSpot name) {
    const tmiTree *tree = tmi_maker_tree(m, clause.file);
    int32_t base_length = 0;
    bool member = tmi_node(tree, name.node)->kind == TMI_NODE_MEMBER;
    const char *base =
        member ? tmi_tree_text(tree, tmi_node(tree, name.node)->child, &base_length) : "";
    member &= !tmi_field_find(TMI_IN_CONTROL, base, base_length);
    tmiNodeRef of = tmi_node(tree, name.node)->child, what = member ? tmi_node(tree, of)->next : 0;
    char hint[120];
    tmiText text;
    tmi_text_init(&text, hint, sizeof hint);
    tmi_text_add(&text, member ? "write " : "as in torque of hip = 2 * sin(time)");
    for (int i = 0; member && i < 2; i++) {
        int32_t length;
        const char *part = tmi_tree_text(tree, i == 0 ? what : of, &length);
        tmi_text_add_bytes(&text, part, (size_t)(length < 40 ? length : 40));
        tmi_text_add(&text, i == 0 ? " of " : " = …");
    }
    tmi_note(m,
             &(tmiNote){.code = TMI_SAYS_CONTROL,
                        .at = clause,
                        .words = TMI_WORDS("a control says what it prescribes, of what, and how"),
                        .hint = TMI_WORDS(hint)});
}

static void make_clause(tmiMaker *m, tmiVariant *v, tmiSpot clause) {
    const tmiTree *tree = tmi_maker_tree(m, clause.file);
    tmiSpot name = {clause.file, tmi_node(tree, clause.node)->child};
    tmiSpot value = {clause.file, tmi_tree_child(tree, clause.node, TMI_ROLE_VALUE)};
    tmiControl control = {.spot = clause};
    tmiTarget target;
    if (tmi_node(tree, name.node)->kind != TMI_NODE_NAME || !value.node ||
        tmi_tree_child(tree, clause.node, TMI_ROLE_LAST) ||
        tmi_tree_child(tree, clause.node, TMI_ROLE_COUNT)) {
        note_unclear(m, clause, name);
        return;
    }
    if (!find_target(m, clause, &target)) {
        is_prescribed(m, name);
        return;
    }
    const tmiQuantityRow *row = find_quantity(m, name, &target);
    if (!row) {
        return;
    }
    if (is_unresolved(m, value)) {
        warn_unresolved(m, value);
        control.name = tmi_spot_text(m, value, &control.name_length);
    } else {
        control.formula = make_value(m, value, &target, row);
    }
    tmiTarget quantity = target;
    quantity.sense = target.kind == TMI_TARGET_JOIN      ? TMI_SENSE_JOIN
                     : target.kind == TMI_TARGET_FEATURE ? TMI_SENSE_FEATURE
                                                         : TMI_SENSE_BODY;
    quantity.kind = TMI_TARGET_QUANTITY;
    quantity.quantity = row;
    control.target = tmi_sense_of(&quantity);
    if (!v->is_open) {
        v->controls[v->control_count++] = control;
    }
}

/* `every`, or a signal. */
static void make_field(tmiMaker *m, tmiVariant *v, tmiSpot field, double *every) {
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    tmiSpot name = {field.file, tmi_node(tree, field.node)->child};
    tmiSpot at = {field.file, tmi_only_expression(m, field)};
    int32_t length;
    const char *text = tmi_spot_text(m, name, &length);
    const tmiField *row = tmi_field_find(TMI_IN_CONTROL, text, length);
    tmiValue value;
    if (row && !(row->takes & TMI_TAKES_NUMBER)) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_CONTROL,
                               .at = name,
                               .words = TMI_WORDS("'", row->name, "' is prescribed by '='"),
                               .hint = TMI_WORDS("as in ", row->name, " of part = …")});
        return;
    }
    if (row) {
        if (at.node && tmi_field_value(m, row, name, at.node, &value)) {
            *every = value.number;
        }
        return;
    }
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, v->type, text, length);
    if (at.node && symbol && symbol->kind == TMI_SYMBOL_SIGNAL && symbol->spot.node == name.node) {
        v->signals[symbol->index] = tmi_formula_make(m, at, NULL);
        m->within.signals = symbol->index + 1;
    }
}

void tmi_make_controls(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    tmiSpot field = {type->spot.file, type->sections[TMI_SECTION_CONTROL]};
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    v->signals = tmi_keep(m, type->signal_count, sizeof(tmiFormula *));
    if (!field.node || !v->signals) {
        return;
    }
    tmiNodeRef ref = tmi_node(tree, tmi_node(tree, field.node)->child)->next;
    if (!ref) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_CONTROL,
                               .at = {field.file, tmi_node(tree, field.node)->child},
                               .words = TMI_WORDS("'control' needs something that it prescribes"),
                               .hint = TMI_WORDS("as in acceleration = f")});
        return;
    }
    ref = tmi_node(tree, ref)->kind == TMI_NODE_BLOCK ? tmi_node(tree, ref)->child : ref;
    int32_t count = 0;
    double every = 0.0;
    for (tmiNodeRef at = ref; at; at = tmi_node(tree, at)->next) {
        count += tmi_node(tree, at)->kind == TMI_NODE_CLAUSE;
    }
    v->controls = tmi_keep(m, count, sizeof *v->controls);
    for (; ref && m->status == TM_OK; ref = tmi_node(tree, ref)->next) {
        const tmiNode *node = tmi_node(tree, ref);
        if (node->kind == TMI_NODE_CLAUSE && !node->spoiled) {
            make_clause(m, v, (tmiSpot){field.file, ref});
        } else if (node->kind == TMI_NODE_FIELD && !node->spoiled) {
            make_field(m, v, (tmiSpot){field.file, ref}, &every);
        }
    }
    m->within.signals = type->signal_count;
    v->every = every;
    for (int32_t i = 0; i < v->control_count; i++) {
        v->controls[i].every = every;
    }
}
