/* make_range.c: ranges that a run drives or varies: of what, from where to where, in how many. */
#include "define/language/make/make_private.h"

#include <string.h>

static void note_range(tmiMaker *m, tmiSpot at, const char *const *words, const char *const *hint) {
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_RUN, .at = at, .words = words, .hint = hint});
}

static void note_not_varied(tmiMaker *m, tmiSpot at) {
    tmiQuote quote, type;
    tmiLikeness likeness;
    tmi_likeness_of(m, at, &likeness);
    tmi_offer_members(m, m->within.type, TMI_KIND(PARAMETER) | TMI_KIND(INPUT), &likeness);
    tmi_note_unknown(m, at,
                     TMI_WORDS(tmi_type_quote(m, m->within.type, &type),
                               " has no parameter or input ", tmi_spot_quote(m, at, &quote)),
                     &likeness);
}

/* A parameter that is varied has a value already, whose dimension its range must have. */
static bool varies_parameter(tmiMaker *m, tmiSpot at, int32_t parameter, tmiWanted *wanted) {
    const tmiVariant *v = m->within.variant;
    const tmiValue *value = v->parameters ? &v->parameters[parameter] : NULL;
    tmiQuote quote;
    if (!value || value->kind == TMI_VALUE_ERROR || v->is_open) {
        return true;
    }
    if (value->kind != TMI_VALUE_NUMBER) {
        note_range(m, at, TMI_WORDS(tmi_spot_quote(m, at, &quote), " is not a number"),
                   TMI_WORDS("a study varies numbers"));
        return false;
    }
    wanted->dimension = value->dimension;
    wanted->any_dimension = tmi_dimension_is_plain(value->dimension);
    return true;
}

/* What is driven or varied: a quantity, input or parameter; false after a message. */
static bool range_target(tmiMaker *m, const tmiField *field, tmiSpot at, tmiRunRange *range,
                         tmiWanted *wanted) {
    int32_t length;
    tmiQuote quote;
    const char *name = tmi_spot_text(m, at, &length);
    bool varies = strcmp(field->name, "vary") == 0;
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, m->within.type, name, length);
    *wanted = (tmiWanted){.kind = TMI_WANT_NUMBER, .any_dimension = true};
    if (varies && symbol && symbol->kind == TMI_SYMBOL_PARAMETER) {
        range->target = (tmiSense){.kind = TMI_SENSE_PARAMETER, .item = symbol->index, .size = 1};
        return varies_parameter(m, at, symbol->index, wanted);
    }
    m->within.runs = true;
    tmiTarget target = tmi_resolve(m, at);
    m->within.runs = false;
    if (target.kind == TMI_TARGET_OTHER && varies) {
        note_not_varied(m, at);
    } else if (target.kind == TMI_TARGET_OTHER) {
        tmi_note_no_part(m, at, ~TMI_KIND(PARAMETER));
    }
    if (target.kind == TMI_TARGET_OTHER || target.kind == TMI_TARGET_ERROR) {
        return false;
    }
    range->target = tmi_sense_of(&target);
    if (target.kind == TMI_TARGET_INPUT) {
        m->d->types[target.type].inputs[target.item].used = true;
        if (target.variant && target.variant->inputs) {
            wanted->dimension = target.variant->inputs[target.item].dimension;
            wanted->any_dimension = tmi_dimension_is_plain(wanted->dimension);
        }
        return true;
    }
    bool drives = target.kind == TMI_TARGET_QUANTITY && target.quantity->size == 1 &&
                  (strcmp(target.quantity->name, "angle") == 0 ||
                   strcmp(target.quantity->name, "position") == 0 ||
                   strcmp(target.quantity->name, "length") == 0);
    tmi_spot_quote(m, at, &quote);
    if (varies || !drives) {
        note_range(m, at,
                   varies ? TMI_WORDS(quote.text, " cannot be varied")
                          : TMI_WORDS(quote.text, " cannot be driven"),
                   varies
                       ? TMI_WORDS("a study varies parameters and inputs of its world")
                       : TMI_WORDS("an angle, position or length of a joint, the angle of a body, "
                                   "or an input can be"));
        return false;
    }
    *wanted = tmi_wants(TMI_WANT_NUMBER, target.quantity->unit);
    return true;
}

/* Maximum values of a range. */
#define COUNT_MAX 1e7

static void make_count(tmiMaker *m, tmiSpot clause, tmiRunRange *range) {
    const tmiTree *tree = tmi_maker_tree(m, clause.file);
    tmiSpot count = {clause.file, tmi_tree_child(tree, clause.node, TMI_ROLE_COUNT)};
    tmiSpot unit = {clause.file, tmi_tree_child(tree, clause.node, TMI_ROLE_UNIT)};
    tmiQuote quote;
    int32_t length;
    if (count.node) {
        tmiValue value;
        tmiWanted plain = tmi_wants(TMI_WANT_NUMBER, "");
        if (tmi_value_of(m, count, &plain, &value) &&
            !(value.number >= 2.0 && value.number <= COUNT_MAX &&
              value.number == (double)(int32_t)value.number)) {
            note_range(m, count,
                       value.number > COUNT_MAX
                           ? TMI_WORDS("the count of a range is at most 10,000,000")
                           : TMI_WORDS("the count of a range is a whole number, at least 2"),
                       NULL);
        } else if (value.kind == TMI_VALUE_NUMBER) {
            range->count = (int32_t)value.number;
        }
    }
    if (unit.node) {
        const char *word = tmi_spot_text(m, unit, &length);
        if (tmi_name_find(TMI_NAMES_COUNTED, word, length) < 0) {
            note_range(m, unit,
                       TMI_WORDS("a range is counted in frames, steps or points, not ",
                                 tmi_quote(&quote, word, length)),
                       NULL);
        }
    }
}

void tmi_make_range(tmiMaker *m, const tmiField *field, tmiSpot clause, tmiRunRange *range) {
    const tmiTree *tree = tmi_maker_tree(m, clause.file);
    tmiSpot target = {clause.file, tmi_node(tree, clause.node)->child};
    tmiNodeRef first = tmi_tree_child(tree, clause.node, TMI_ROLE_VALUE);
    tmiNodeRef last = tmi_tree_child(tree, clause.node, TMI_ROLE_LAST);
    tmiWanted wanted;
    tmiValue ends[2];
    range->spot = clause;
    bool counted =
        strcmp(field->name, "vary") != 0 || tmi_tree_child(tree, clause.node, TMI_ROLE_COUNT) != 0;
    bool fine = first && last && range_target(m, field, target, range, &wanted);
    if (!first || !last || (fine && !counted)) {
        note_range(m, clause,
                   TMI_WORDS("'", field->name, "' takes a range",
                             counted ? "" : " and how many values of it"),
                   TMI_WORDS(field->help));
        return;
    }
    make_count(m, clause, range);
    if (!fine ||
        !tmi_evaluate_range(&m->e, tmi_maker_source(m, clause.file), first, last, &wanted, ends)) {
        return;
    }
    range->first = ends[0].number;
    range->last = ends[1].number;
    range->dimension = ends[0].dimension;
    if (range->first == range->last) {
        note_range(m, (tmiSpot){clause.file, last}, TMI_WORDS("the range is only one value"), NULL);
    }
}
