/* resolve_members.c: what a name means within a part: its components, features, joins, quantities.
 */
#include "define/language/meaning/meaning_private.h"

#include <string.h>

/* Names that are reported about a type. */
#define MEMBERS_MAX 8
#define MEMBERS_TEXT 200

/* Bytes of a path that a hint repeats at most. */
#define PATH_SHOWN 80

tmiTarget tmi_target_error(void) {
    return (tmiTarget){.kind = TMI_TARGET_ERROR, .type = -1};
}

tmiTarget tmi_target_wrong(tmiMaker *m, tmiSpot at, tmiMeaningSays code, const char *const *words,
                           const char *const *hint) {
    tmi_note(m, &(tmiNote){.code = code, .at = at, .words = words, .hint = hint});
    return tmi_target_error();
}

/* ---- Features that every object has -------------------------------------------------------- */

bool tmi_given_feature(const char *name, int32_t length, tmiBodyFeature *feature) {
    int32_t row = tmi_name_find(TMI_NAMES_GIVEN, name, length);
    if (row < 0) {
        return false;
    }
    *feature = (tmiBodyFeature){.is_axis = row > 0};
    if (row > 0) {
        feature->direction[row - 1] = 1.0;
    }
    return true;
}

/* Those of a composite are those of its first component. */
static tmiTarget first_body(tmiMaker *m, const tmiTarget *part, tmiSpot at) {
    tmiTarget body = *part;
    while (body.type >= 0 && m->d->types[body.type].kind != TMI_TYPE_PRIMITIVE) {
        const tmiType *type = &m->d->types[body.type];
        if (type->component_count == 0) {
            tmiQuote quote;
            return type->hides & TMI_KIND(COMPONENT)
                       ? tmi_target_error()
                       : tmi_target_wrong(m, at, TMI_SAYS_NOTHING_SO,
                                          TMI_WORDS(tmi_type_quote(m, body.type, &quote),
                                                    " has no components, and so no features"),
                                          NULL);
        }
        const tmiComponentPlace *first =
            body.variant && body.variant->parts ? &body.variant->parts[0] : NULL;
        body.instance += first ? first->offset : 0;
        body.variant = first ? first->variant : NULL;
        body.type = type->components[0].type;
    }
    return body.type < 0 ? tmi_target_error() : body;
}

/* ---- Members of a part --------------------------------------------------------------------- */

static tmiTarget component_target(tmiMaker *m, const tmiTarget *in, int32_t index) {
    tmiComponent *component = &m->d->types[in->type].components[index];
    const tmiComponentPlace *part =
        in->variant && in->variant->parts ? &in->variant->parts[index] : NULL;
    component->touched |= m->touching;
    const tmiTree *tree = tmi_maker_tree(m, m->d->types[in->type].spot.file);
    if (tmi_node(tree, tmi_node(tree, component->name)->parent)->spoiled) {
        return tmi_target_error(); /* whether it is a row is not known */
    }
    tmiTarget target = {.kind = component->first ? TMI_TARGET_ROW : TMI_TARGET_PART,
                        .type = component->type,
                        .variant = part ? part->variant : NULL,
                        .component = index,
                        .instance = in->instance + (part ? part->offset : 0),
                        .row = part ? *part : (tmiComponentPlace){.count = -1},
                        .unknown = in->unknown || !part || part->count < 0};
    return target;
}

static tmiTarget symbol_target(tmiMaker *m, const tmiTarget *in, const tmiSymbol *symbol) {
    tmiTarget target = {.type = in->type,
                        .variant = in->variant,
                        .instance = in->instance,
                        .item = symbol->index,
                        .join = -1};
    const tmiType *type = &m->d->types[in->type];
    const tmiTree *tree = tmi_maker_tree(m, type->spot.file);
    switch (symbol->kind) {
    case TMI_SYMBOL_COMPONENT:
        return component_target(m, in, symbol->index);
    case TMI_SYMBOL_FEATURE:
        target.kind = TMI_TARGET_FEATURE;
        if (in->variant && in->variant->features) {
            target.feature = in->variant->features[symbol->index];
        }
        return target;
    case TMI_SYMBOL_JOIN:
        if (tmi_node(tree, type->joins[symbol->index].join)->spoiled) {
            return tmi_target_error();
        }
        target.kind = type->joins[symbol->index].repeat ? TMI_TARGET_JOIN_ROW : TMI_TARGET_JOIN;
        if (in->variant && in->variant->named_first && target.kind == TMI_TARGET_JOIN &&
            in->variant->named_first[symbol->index] < in->variant->named_first[symbol->index + 1]) {
            target.join = in->variant->named_joins[in->variant->named_first[symbol->index]];
        }
        return target;
    case TMI_SYMBOL_INPUT:
        target.kind = TMI_TARGET_INPUT;
        return target;
    case TMI_SYMBOL_SIGNAL:
        target.kind = TMI_TARGET_SIGNAL;
        return target;
    default:
        return (tmiTarget){.kind = TMI_TARGET_OTHER};
    }
}

/* A component called by its type. OTHER: no component has it. */
static tmiTarget only_one(tmiMaker *m, const tmiTarget *in, tmiSpot at, const char *name,
                          int32_t length) {
    const tmiSymbol *only =
        tmi_symbol_find(&m->d->symbols, TMI_OWNER_TYPES_OF(in->type), name, length);
    if (!only) {
        return (tmiTarget){.kind = TMI_TARGET_OTHER};
    }
    if (only->index >= 0) {
        return component_target(m, in, only->index);
    }
    tmiQuote quote, type;
    return tmi_target_wrong(m, at, TMI_SAYS_WRONG_THING,
                            TMI_WORDS("several components of ", tmi_type_quote(m, in->type, &type),
                                      " are a ", tmi_quote(&quote, name, length)),
                            TMI_WORDS("call the one that is meant by its own name"));
}

/* A quantity of a body; OTHER: there is none of this name. */
static tmiTarget body_quantity(tmiMaker *m, const tmiTarget *in, tmiSpot at, const char *name,
                               int32_t length) {
    tmiTarget target = *in;
    target.quantity = tmi_quantity_find(TMI_OF_BODY, name, length);
    target.kind = target.quantity ? TMI_TARGET_QUANTITY : TMI_TARGET_OTHER;
    target.sense = TMI_SENSE_BODY;
    if (target.quantity && !tmi_is_one_body(m, at, in)) {
        return tmi_target_error();
    }
    return target;
}

/* "it has a, b and center": components of a composite, features of a primitive, as many as fit. */
static void members_text(const tmiMaker *m, const tmiType *type, char *buffer, size_t size) {
    bool primitive = type->kind == TMI_TYPE_PRIMITIVE;
    int32_t count = primitive ? type->feature_count : type->component_count;
    tmiText text;
    tmi_text_init(&text, buffer, size);
    tmi_text_add(&text, "it has ");
    for (int32_t i = 0; i < count && i < MEMBERS_MAX; i++) {
        tmiNodeRef name = primitive ? type->features[i].name : type->components[i].name;
        int32_t length;
        const char *word = tmi_spot_text(m, (tmiSpot){type->spot.file, name}, &length);
        tmi_text_add(&text, i > 0 ? ", " : "");
        tmi_text_add_bytes(&text, word, (size_t)length);
    }
    tmi_text_add(&text, count > MEMBERS_MAX ? ", …" : "");
    tmi_text_add(&text, count > 0 ? " and center" : "center and its axes");
}

/* Where the path begins that ends at `end` of a text, with a name or an index: "arm.a[2]". */
static int32_t path_start(const char *text, int32_t end) {
    int32_t start = end, open = 0;
    while (start > 0) {
        char c = text[start - 1];
        open += c == ']' ? 1 : c == '[' ? -1 : 0;
        bool is_name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '.' || c == '[' || (c & 0x80);
        if (open < 0 || (open == 0 && !is_name) || c == '\n') {
            break;
        }
        start--;
    }
    return start;
}

/* "points have coordinates, as in a.center.x", of the path that `at` is behind. */
static void coordinate_text(const tmiMaker *m, tmiSpot at, char *buffer, size_t size) {
    const tmiTokens *tokens = tmi_maker_tree(m, at.file)->tokens;
    tmiSpan span = tmi_tree_span(tmi_maker_tree(m, at.file), at.node);
    int32_t end = span.start > 0 && tokens->text[span.start - 1] == '.' ? span.start - 1 : 0;
    int32_t start = path_start(tokens->text, end);
    tmiText text;
    tmi_text_init(&text, buffer, size);
    tmi_text_add(&text, "points have coordinates, as in ");
    if (start < end && end - start < PATH_SHOWN) {
        tmi_text_add_bytes(&text, tokens->text + start, (size_t)(end - start));
        tmi_text_add(&text, ".");
    }
    tmi_text_add(&text, "center.");
    tmi_text_add_bytes(&text, tokens->text + span.start, (size_t)span.length);
}

static tmiTarget note_no_member(tmiMaker *m, const tmiTarget *in, tmiSpot at) {
    const tmiType *type = &m->d->types[in->type];
    char has[MEMBERS_TEXT];
    tmiQuote quote, name;
    tmiLikeness likeness;
    if (type->hides &
        (type->kind == TMI_TYPE_PRIMITIVE ? TMI_KIND(FEATURE)
                                          : ~(TMI_KIND(FEATURE) | TMI_KIND(PARAMETER)))) {
        return tmi_target_error();
    }
    tmi_likeness_of(m, at, &likeness);
    tmi_offer_members(m, in->type, ~TMI_KIND(PARAMETER), &likeness);
    int32_t count;
    const tmiNameRow *given = tmi_names(TMI_NAMES_GIVEN, &count);
    for (int32_t i = 0; i < count; i++) {
        tmi_likeness_offer(&likeness, given[i].name, (int32_t)strlen(given[i].name));
    }
    if (m->within.runs) {
        const tmiQuantityRow *rows = tmi_quantities(&count);
        for (int32_t i = 0; i < count; i++) {
            if (rows[i].of & TMI_OF_BODY) {
                tmi_likeness_offer(&likeness, rows[i].name, (int32_t)strlen(rows[i].name));
            }
        }
    }
    bool primitive = type->kind == TMI_TYPE_PRIMITIVE;
    int32_t length;
    const char *text = tmi_spot_text(m, at, &length);
    bool coordinate = length == 1 && text[0] >= 'x' && text[0] <= 'z';
    if (coordinate) {
        coordinate_text(m, at, has, sizeof has);
    } else {
        members_text(m, type, has, sizeof has);
    }
    tmi_note_unknown_or(m, at,
                        TMI_WORDS(tmi_type_quote(m, in->type, &quote), " has no ",
                                  m->within.runs && primitive ? "feature or quantity "
                                  : primitive                 ? "feature "
                                                              : "component or feature ",
                                  tmi_spot_quote(m, at, &name)),
                        &likeness, has);
    return tmi_target_error();
}

tmiTarget tmi_member_of_ground(tmiMaker *m, tmiSpot at, const char *name, int32_t length) {
    tmiTarget target = {.kind = TMI_TARGET_FEATURE, .type = -1, .instance = TMI_GROUND};
    tmiQuote quote;
    if (tmi_given_feature(name, length, &target.feature)) {
        return target;
    }
    return tmi_target_wrong(m, at, TMI_SAYS_NOTHING_SO,
                            TMI_WORDS("the world has no feature ", tmi_quote(&quote, name, length)),
                            TMI_WORDS("it has center, x_axis, y_axis and z_axis; a point of it is "
                                      "written out: (1, 0)"));
}

/* OTHER only where nothing was reported: for roots. */
tmiTarget tmi_member_find(tmiMaker *m, const tmiTarget *in, tmiSpot at) {
    int32_t length;
    const char *name = tmi_spot_text(m, at, &length);
    if (in->kind == TMI_TARGET_GROUND) {
        return tmi_member_of_ground(m, at, name, length);
    }
    if (in->type < 0) {
        return tmi_target_error();
    }
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, in->type, name, length);
    if (symbol) {
        return symbol_target(m, in, symbol);
    }
    tmiTarget target = only_one(m, in, at, name, length);
    tmiBodyFeature feature;
    if (target.kind == TMI_TARGET_OTHER && tmi_given_feature(name, length, &feature)) {
        target = first_body(m, in, at);
        if (target.kind != TMI_TARGET_ERROR) {
            target.kind = TMI_TARGET_FEATURE;
            target.feature = feature;
        }
    }
    return target;
}

tmiTarget tmi_member_of_part(tmiMaker *m, const tmiTarget *in, tmiSpot at) {
    int32_t length;
    tmiQuote quote, type;
    const char *name = tmi_spot_text(m, at, &length);
    tmiTarget target = tmi_member_find(m, in, at);
    if (target.kind != TMI_TARGET_OTHER) {
        return target;
    }
    if (tmi_symbol_find(&m->d->symbols, in->type, name, length)) {
        return tmi_target_wrong(m, at, TMI_SAYS_WRONG_THING,
                                TMI_WORDS(tmi_quote(&quote, name, length), " is a parameter of ",
                                          tmi_type_quote(m, in->type, &type),
                                          ", which cannot be reached from outside"),
                                NULL);
    }
    target = body_quantity(m, in, at, name, length);
    return target.kind == TMI_TARGET_OTHER ? note_no_member(m, in, at) : target;
}
