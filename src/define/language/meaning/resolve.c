/* resolve.c: dotted paths: what part, feature, join or quantity they name. */
#include "define/language/meaning/meaning_private.h"

#include <math.h>
#include <string.h>

/* ---- Quantities of features and joins ------------------------------------------------------ */

const tmHingeKind *tmi_join_hinge(const tmiMaker *m, tmiSpot join, int32_t *definition) {
    const tmiTree *tree = tmi_maker_tree(m, join.file);
    tmiNodeRef ref = tmi_node(tree, join.node)->child;
    for (int i = 0; i < 2 && ref; i++) {
        ref = tmi_node(tree, ref)->next;
    }
    *definition = -1;
    if (!ref) {
        return NULL;
    }
    ref = tmi_node(tree, ref)->kind == TMI_NODE_CALL ? tmi_node(tree, ref)->child : ref;
    int32_t length;
    const char *name = tmi_tree_text(tree, ref, &length);
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    if (symbol && symbol->kind == TMI_SYMBOL_HINGE) {
        *definition = symbol->index;
        return NULL;
    }
    const tmHingeKind *kind = tmi_hinge_find(name, length);
    const tmExtensions *more = &m->out->extensions;
    return kind ? kind : tmi_hinge_kind_find(more->hinges, more->hinge_count, name, length);
}

uint32_t tmi_hinge_quantities(const tmiMaker *m, tmiSpot join) {
    int32_t definition;
    const tmHingeKind *row = tmi_join_hinge(m, join, &definition);
    if (definition >= 0) {
        return TMI_OF_HINGE;
    }
    uint32_t moves = row ? row->moves : 0;
    return !row ? 0
                : TMI_OF_HINGE | (moves & TM_HINGE_TURNS ? TMI_OF_TURN : 0u) |
                      (moves & TM_HINGE_SLIDES ? TMI_OF_SLIDE : 0u) |
                      (moves & TM_HINGE_SPANS ? TMI_OF_SPAN : 0u);
}

/* A quantity among those of the kinds `of`; `what` they are, for the message. */
static tmiTarget quantity_of(tmiMaker *m, const tmiTarget *in, tmiSpot at, uint32_t of,
                             const char *what) {
    int32_t length, count;
    const char *name = tmi_spot_text(m, at, &length);
    tmiTarget target = *in;
    target.kind = TMI_TARGET_QUANTITY;
    target.quantity = tmi_quantity_find(of, name, length);
    if (target.quantity) {
        return target;
    }
    tmiLikeness likeness;
    tmiQuote quote;
    tmi_likeness_of(m, at, &likeness);
    const tmiQuantityRow *rows = tmi_quantities(&count);
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].of & of) {
            tmi_likeness_offer(&likeness, rows[i].name, (int32_t)strlen(rows[i].name));
        }
    }
    tmi_note_unknown(m, at, TMI_WORDS(what, " has no ", tmi_quote(&quote, name, length)),
                     &likeness);
    return tmi_target_error();
}

static tmiTarget in_join(tmiMaker *m, const tmiTarget *in, tmiSpot at) {
    const tmiType *type = &m->d->types[in->type];
    tmiSpot join = {type->spot.file, type->joins[in->item].join};
    uint32_t of = tmi_hinge_quantities(m, join);
    int32_t definition, length = 0;
    const tmHingeKind *row = tmi_join_hinge(m, join, &definition);
    char what[80];
    tmiText text;
    tmiTarget target = *in;
    tmi_text_init(&text, what, sizeof what);
    tmi_text_add(&text, "a join with '");
    tmi_text_add(&text, row ? row->name : "hinge");
    tmi_text_add(&text, "'");
    target.sense = TMI_SENSE_JOIN;
    const char *name = tmi_spot_text(m, at, &length);
    if (of == 0 || (in->kind == TMI_TARGET_JOIN_ROW && !tmi_quantity_find(of, name, length))) {
        return tmi_target_error();
    }
    return quantity_of(m, &target, at, of, definition >= 0 ? "a hinge that a text defines" : what);
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* First and last number of a row; false: it is empty, or nothing is known of it. */
static bool row_ends(const tmiTarget *row, int32_t *first, int32_t *last) {
    const tmiVariant *v = row->variant;
    *first = *last = 1;
    if (row->kind == TMI_TARGET_ROW) {
        *first = row->row.first;
        *last = row->row.first + row->row.count - 1;
        return row->row.count > 0;
    }
    bool some = v && v->named_first && v->named_first[row->item] < v->named_first[row->item + 1];
    if (some) {
        *first = v->joins[v->named_joins[v->named_first[row->item]]].number;
        *last = v->joins[v->named_joins[v->named_first[row->item + 1] - 1]].number;
    }
    return some;
}

/* Whether the row is known to have nothing in it. */
static bool is_empty(const tmiTarget *row) {
    int32_t first, last;
    bool known = row->kind == TMI_TARGET_ROW
                     ? row->row.count >= 0
                     : row->variant && !row->variant->is_open && row->variant->named_first;
    return known && !row_ends(row, &first, &last);
}

static tmiTarget note_row(tmiMaker *m, tmiSpot at, const tmiTarget *row) {
    char example[80];
    int32_t length, first, last;
    tmiText text;
    tmiQuote quote;
    const char *name = tmi_spot_text(m, at, &length);
    tmi_text_init(&text, example, sizeof example);
    if (is_empty(row)) {
        tmi_text_add(&text, "the row is empty");
    } else {
        row_ends(row, &first, &last);
        tmi_text_add(&text, "say which, as in ");
        tmi_text_add_bytes(&text, name, (size_t)(length < 40 ? length : 40));
        tmi_text_add(&text, "[");
        tmi_text_add_int(&text, first);
        tmi_text_add(&text, "]");
    }
    return tmi_target_wrong(
        m, at, TMI_SAYS_ROW,
        TMI_WORDS(tmi_quote(&quote, name, length),
                  row->kind == TMI_TARGET_ROW ? " is a row of components" : " is a row of joins"),
        TMI_WORDS(example));
}

/* The join of this number among those of one name, which rise or fall; -1: none. */
static int32_t numbered_join(const tmiVariant *v, int32_t name, int32_t number) {
    int32_t low = v->named_first[name], high = v->named_first[name + 1] - 1;
    bool falls =
        low < high && v->joins[v->named_joins[low]].number > v->joins[v->named_joins[high]].number;
    while (low <= high) {
        int32_t middle = low + (high - low) / 2;
        int32_t found = v->joins[v->named_joins[middle]].number;
        if (found == number) {
            return v->named_joins[middle];
        }
        if ((found < number) != falls) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

static tmiTarget note_outside(tmiMaker *m, tmiSpot path, const tmiTarget *row) {
    char hint[80];
    tmiText text;
    tmiQuote quote;
    int32_t first, last;
    tmi_text_init(&text, hint, sizeof hint);
    if (row_ends(row, &first, &last)) {
        tmi_text_add(&text, "the row goes from ");
        tmi_text_add_int(&text, first);
        tmi_text_add(&text, " to ");
        tmi_text_add_int(&text, last);
    } else if (is_empty(row)) {
        tmi_text_add(&text, "the row is empty");
    }
    return tmi_target_wrong(m, path, TMI_SAYS_ROW,
                            TMI_WORDS("there is no ", tmi_spot_quote(m, path, &quote)),
                            hint[0] ? TMI_WORDS(hint) : NULL);
}

static tmiTarget at_index(tmiMaker *m, const tmiTarget *row, tmiSpot path) {
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    tmiNodeRef base = tmi_node(tree, path.node)->child;
    tmiTarget target = *row;
    tmiWanted wanted = tmi_wants(TMI_WANT_NUMBER, "");
    tmiValue value;
    tmiQuote quote;
    bool is_row = row->kind == TMI_TARGET_ROW || row->kind == TMI_TARGET_JOIN_ROW;
    if (!is_row) {
        tmi_spot_quote(m, (tmiSpot){path.file, base}, &quote);
        return tmi_target_wrong(m, path, TMI_SAYS_ROW,
                                TMI_WORDS(quote.text, " is ", tmi_target_words(row), ", not a row"),
                                TMI_WORDS("leave the index out"));
    }
    target.kind = row->kind == TMI_TARGET_ROW ? TMI_TARGET_PART : TMI_TARGET_JOIN;
    int32_t before = tmi_notes_errors(m);
    if (!tmi_value_of(m, (tmiSpot){path.file, tmi_node(tree, base)->next}, &wanted, &value)) {
        target.unknown = true;
        return tmi_notes_errors(m) > before ? tmi_target_error() : target;
    }
    double number = value.number;
    if (number != floor(number) || fabs(number) > 1e9) {
        return note_outside(m, path, row);
    }
    if (row->kind == TMI_TARGET_JOIN_ROW) {
        if (row->variant && !row->variant->is_open && row->variant->named_first) {
            target.join = numbered_join(row->variant, row->item, (int32_t)number);
            return target.join < 0 ? note_outside(m, path, row) : target;
        }
        return target;
    }
    int32_t place = (int32_t)number - row->row.first;
    if (row->row.count >= 0 && (place < 0 || place >= row->row.count)) {
        return note_outside(m, path, row);
    }
    target.instance += target.variant && row->row.count > 0 ? place * target.variant->size : 0;
    return target;
}

/* ---- Paths --------------------------------------------------------------------------------- */

const char *tmi_target_words(const tmiTarget *target) {
    static const char *const words[] = {
        [TMI_TARGET_ERROR] = "a mistake",     [TMI_TARGET_OTHER] = "a value",
        [TMI_TARGET_PART] = "a component",    [TMI_TARGET_ROW] = "a row of components",
        [TMI_TARGET_GROUND] = "the world",    [TMI_TARGET_FEATURE] = "a feature",
        [TMI_TARGET_JOIN] = "a join",         [TMI_TARGET_JOIN_ROW] = "a row of joins",
        [TMI_TARGET_QUANTITY] = "a quantity", [TMI_TARGET_INPUT] = "an input",
        [TMI_TARGET_SIGNAL] = "a signal"};
    return words[target->kind];
}

/* One step further, to the member `name`. */
static tmiTarget member_of(tmiMaker *m, const tmiTarget *base, tmiSpot base_at, tmiSpot name) {
    tmiTarget in = *base;
    tmiQuote quote, member;
    switch (base->kind) {
    case TMI_TARGET_PART:
    case TMI_TARGET_GROUND:
        return tmi_member_of_part(m, base, name);
    case TMI_TARGET_ROW:
    case TMI_TARGET_JOIN_ROW:
        return note_row(m, base_at, base);
    case TMI_TARGET_FEATURE:
        in.sense = TMI_SENSE_FEATURE;
        return quantity_of(m, &in, name, base->feature.is_axis ? TMI_OF_AXIS : TMI_OF_POINT,
                           base->feature.is_axis ? "an axis" : "a point");
    case TMI_TARGET_JOIN:
        return in_join(m, base, name);
    case TMI_TARGET_QUANTITY:
    case TMI_TARGET_INPUT:
    case TMI_TARGET_SIGNAL:
        return tmi_target_wrong(m, name, TMI_SAYS_NOTHING_SO,
                                TMI_WORDS(tmi_spot_quote(m, base_at, &quote), " has no ",
                                          tmi_spot_quote(m, name, &member)),
                                NULL);
    default:
        return *base;
    }
}

static tmiTarget resolve(tmiMaker *m, const tmiTarget *root, tmiSpot path) {
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    const tmiNode *node = tmi_node(tree, path.node);
    if (node->kind == TMI_NODE_NAME) {
        int32_t length;
        const char *name = tmi_spot_text(m, path, &length);
        bool in_world = root->type >= 0 && m->d->types[root->type].kind == TMI_TYPE_WORLD;
        tmiTarget target = root->kind == TMI_TARGET_GROUND
                               ? tmi_member_of_ground(m, path, name, length)
                           : root->type >= 0 ? tmi_member_find(m, root, path)
                                             : (tmiTarget){.kind = TMI_TARGET_OTHER};
        if (target.kind == TMI_TARGET_OTHER && in_world && tmi_text_is(name, length, "world")) {
            return (tmiTarget){.kind = TMI_TARGET_GROUND, .type = -1, .instance = TMI_GROUND};
        }
        return target;
    }
    if (node->kind != TMI_NODE_MEMBER && node->kind != TMI_NODE_INDEX) {
        return (tmiTarget){.kind = TMI_TARGET_OTHER};
    }
    tmiSpot base_at = {path.file, node->child};
    tmiTarget base = resolve(m, root, base_at);
    if (base.kind == TMI_TARGET_ERROR || base.kind == TMI_TARGET_OTHER) {
        return base;
    }
    return node->kind == TMI_NODE_INDEX
               ? at_index(m, &base, path)
               : member_of(m, &base, base_at,
                           (tmiSpot){path.file, tmi_node(tree, node->child)->next});
}

tmiTarget tmi_resolve(tmiMaker *m, tmiSpot path) {
    tmiTarget root = {
        .kind = TMI_TARGET_PART, .type = m->within.type, .variant = m->within.variant};
    return resolve(m, &root, path);
}

tmiTarget tmi_resolve_in(tmiMaker *m, const tmiTarget *part, tmiSpot path) {
    tmiTarget target = resolve(m, part, path);
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    if (target.kind == TMI_TARGET_OTHER) {
        while (tmi_node(tree, path.node)->kind != TMI_NODE_NAME &&
               tmi_node(tree, path.node)->child) {
            path.node = tmi_node(tree, path.node)->child;
        }
        return part->type < 0 ? tmi_target_error() : tmi_member_of_part(m, part, path);
    }
    return target;
}

bool tmi_has_member(const tmiMaker *m, int32_t type, const char *name, int32_t length) {
    tmiBodyFeature feature;
    return type >= 0 && (tmi_symbol_find(&m->d->symbols, type, name, length) ||
                         tmi_given_feature(name, length, &feature));
}

/* Whether the ground was meant, where it has another name or is not there; reports it. */
static bool note_ground(tmiMaker *m, tmiSpot path, bool in_world, const tmiQuote *quote,
                        const tmiQuote *type) {
    if (in_world && strcmp(quote->text, type->text) == 0) {
        tmi_target_wrong(m, path, TMI_SAYS_NOTHING_SO,
                         TMI_WORDS(quote->text, " is the world itself, where a part belongs"),
                         TMI_WORDS("the ground is called 'world'"));
        return true;
    }
    if (strcmp(quote->text, "'world'") == 0) {
        tmi_target_wrong(
            m, path, TMI_SAYS_NOTHING_SO, TMI_WORDS(type->text, " has no component 'world'"),
            TMI_WORDS("only a world can join its parts to itself; a composite may have a "
                      "part that is fixed"));
        return true;
    }
    return false;
}

void tmi_note_no_part(tmiMaker *m, tmiSpot path, uint32_t kinds) {
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    while (tmi_node(tree, path.node)->kind == TMI_NODE_MEMBER ||
           tmi_node(tree, path.node)->kind == TMI_NODE_INDEX) {
        path.node = tmi_node(tree, path.node)->child;
    }
    tmiQuote quote, type;
    tmiLikeness likeness;
    tmi_spot_quote(m, path, &quote);
    if (m->within.type < 0 || (m->d->types[m->within.type].hides & kinds)) {
        return;
    }
    tmi_type_quote(m, m->within.type, &type);
    if (tmi_node(tree, path.node)->kind != TMI_NODE_NAME) {
        tmi_target_wrong(m, path, TMI_SAYS_WRONG_THING,
                         TMI_WORDS(quote.text, " is not part of ", type.text), NULL);
        return;
    }
    int32_t length;
    const char *name = tmi_spot_text(m, path, &length);
    if (tmi_symbol_find(&m->d->symbols, m->within.type, name, length)) {
        if (!m->d->types[m->within.type].spoiled) { /* it may be a part, too */
            tmi_target_wrong(m, path, TMI_SAYS_WRONG_THING,
                             TMI_WORDS(quote.text, " is a parameter, where a part belongs"), NULL);
        }
        return;
    }
    bool in_world = m->d->types[m->within.type].kind == TMI_TYPE_WORLD;
    if (note_ground(m, path, in_world, &quote, &type)) {
        return;
    }
    tmi_likeness_of(m, path, &likeness);
    tmi_offer_members(m, m->within.type, ~TMI_KIND(PARAMETER), &likeness);
    if (in_world) {
        tmi_likeness_offer(&likeness, "world", 5);
    }
    tmi_note_unknown(m, path,
                     TMI_WORDS(type.text,
                               m->d->types[m->within.type].kind == TMI_TYPE_PRIMITIVE
                                   ? " has no feature "
                                   : " has no component ",
                               quote.text),
                     &likeness);
}

bool tmi_resolve_part(tmiMaker *m, tmiSpot path, tmiTarget *target) {
    tmiQuote quote;
    *target = tmi_resolve(m, path);
    if (target->kind == TMI_TARGET_PART) {
        return target->type >= 0;
    }
    if (target->kind == TMI_TARGET_OTHER) {
        tmi_note_no_part(m, path, TMI_KIND(COMPONENT));
    } else if (target->kind == TMI_TARGET_ROW) {
        note_row(m, path, target);
    } else if (target->kind != TMI_TARGET_ERROR && target->kind != TMI_TARGET_GROUND) {
        tmi_target_wrong(m, path, TMI_SAYS_WRONG_THING,
                         TMI_WORDS(tmi_spot_quote(m, path, &quote), " is ",
                                   tmi_target_words(target), ", where a component belongs"),
                         target->kind == TMI_TARGET_FEATURE
                             ? TMI_WORDS("name the part here; features come after "
                                         "'matching' and 'by'")
                             : NULL);
    }
    return target->kind == TMI_TARGET_GROUND;
}

bool tmi_is_one_body(tmiMaker *m, tmiSpot at, const tmiTarget *target) {
    tmiQuote quote;
    if (target->type < 0 || m->d->types[target->type].kind == TMI_TYPE_PRIMITIVE) {
        return target->type >= 0;
    }
    tmi_target_wrong(m, at, TMI_SAYS_WRONG_THING,
                     TMI_WORDS(tmi_type_quote(m, target->type, &quote),
                               " is made of several bodies: say which of them"),
                     NULL);
    return false;
}

tmiSense tmi_sense_of(const tmiTarget *target) {
    tmiSense sense = {.kind = target->kind == TMI_TARGET_INPUT    ? TMI_SENSE_INPUT
                              : target->kind == TMI_TARGET_SIGNAL ? TMI_SENSE_SIGNAL
                                                                  : target->sense,
                      .row = target->kind == TMI_TARGET_QUANTITY ? target->quantity : NULL,
                      .end = {target->instance, target->feature},
                      .item = target->item,
                      .size = 1};
    if (sense.kind == TMI_SENSE_JOIN) {
        sense.item = target->join;
    }
    if (sense.row) {
        sense.size = sense.row->size;
    }
    return sense;
}
