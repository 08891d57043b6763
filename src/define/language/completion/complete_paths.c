/* complete_paths.c: what a dotted path of tokens leads to, by definitions alone: worlds may not be
 * made yet. */
#include "define/language/completion/complete_private.h"

#include <string.h>

const char *tmi_token_text(const tmiCompletion *c, int32_t token, int32_t *length) {
    const tmiToken *at = tmi_cursor_token(&c->cursor, token < 0 ? 0 : token);
    *length = token < 0 ? 0 : at->length;
    return c->cursor.tokens->text + at->start;
}

static bool is_word(const tmiCompletion *c, int32_t token) {
    return token >= 0 && tmi_cursor_token(&c->cursor, token)->kind == TMI_TOKEN_WORD;
}

static bool is_sign(const tmiCompletion *c, int32_t token, int sign) {
    return token >= 0 && tmi_is_sign(tmi_cursor_token(&c->cursor, token), sign);
}

/* The `[` that the `]` closes; -1: there is none. */
static int32_t opening(const tmiCompletion *c, int32_t token) {
    int32_t depth = 0;
    do {
        depth += is_sign(c, token, ']') - is_sign(c, token, '[');
    } while (depth > 0 && --token >= 0);
    return token;
}

int32_t tmi_path_start(const tmiCompletion *c, int32_t last) {
    const tmiTokens *tokens = c->cursor.tokens;
    int32_t at = last;
    while (at >= 0) {
        if (is_sign(c, at, ']')) {
            at = tmi_token_before(tokens, opening(c, at));
            continue;
        }
        int32_t before = tmi_token_before(tokens, at);
        if (!is_word(c, at) || !is_sign(c, before, '.')) {
            break;
        }
        at = tmi_token_before(tokens, before);
    }
    return at;
}

const tmiSymbol *tmi_file_symbol(const tmiCompletion *c, int32_t first, int32_t last) {
    int32_t length;
    const char *name = tmi_token_text(c, first, &length);
    return c->maker.d && first == last
               ? tmi_symbol_find(&c->maker.d->symbols, TMI_OWNER_FILE, name, length)
               : NULL;
}

/* ---- Steps --------------------------------------------------------------------------------- */

static bool is_axis(const tmiCompletion *c, const tmiType *type, const tmiTypeMember *feature) {
    const tmiTree *tree = tmi_maker_tree(&c->maker, type->spot.file);
    tmiNodeRef clause = tmi_tree_child_kind(tree, feature->node, TMI_NODE_CLAUSE);
    tmiNodeRef value = clause ? tmi_node(tree, clause)->child : 0;
    int32_t length;
    if (!value || tmi_node(tree, value)->kind != TMI_NODE_CALL) {
        return false;
    }
    const char *callee = tmi_tree_text(tree, tmi_node(tree, value)->child, &length);
    return tmi_name_find(TMI_NAMES_AXIS, callee, length) == 0;
}

static tmiLeads part_of(const tmiCompletion *c, int32_t type) {
    bool body = type >= 0 && c->maker.d->types[type].kind == TMI_TYPE_PRIMITIVE;
    return (tmiLeads){.kind = type < 0 ? TMI_LEADS_NOWHERE : TMI_LEADS_PART,
                      .type = type,
                      .of = body ? TMI_OF_BODY : 0u};
}

static tmiLeads member_of_type(const tmiCompletion *c, int32_t type, const char *name,
                               int32_t length) {
    const tmiDefinitions *d = c->maker.d;
    const tmiSymbol *symbol = tmi_symbol_find(&d->symbols, type, name, length);
    int32_t given = tmi_name_find(TMI_NAMES_GIVEN, name, length);
    if (given >= 0) {
        return (tmiLeads){.kind = TMI_LEADS_FEATURE, .of = given > 0 ? TMI_OF_AXIS : TMI_OF_POINT};
    }
    if (!symbol) {
        symbol = tmi_symbol_find(&d->symbols, TMI_OWNER_TYPES_OF(type), name, length);
    }
    if (!symbol || symbol->index < 0) {
        return (tmiLeads){0};
    }
    switch (symbol->kind) {
    case TMI_SYMBOL_COMPONENT:
    case TMI_SYMBOL_ONLY_ONE:
        return part_of(c, d->types[type].components[symbol->index].type);
    case TMI_SYMBOL_FEATURE: {
        bool axis = is_axis(c, &d->types[type], &d->types[type].features[symbol->index]);
        return (tmiLeads){.kind = TMI_LEADS_FEATURE, .of = axis ? TMI_OF_AXIS : TMI_OF_POINT};
    }
    case TMI_SYMBOL_JOIN: {
        tmiSpot join = {d->types[type].spot.file, d->types[type].joins[symbol->index].join};
        return (tmiLeads){.kind = TMI_LEADS_JOIN, .of = tmi_hinge_quantities(&c->maker, join)};
    }
    case TMI_SYMBOL_INPUT:
    case TMI_SYMBOL_SIGNAL:
    case TMI_SYMBOL_PARAMETER:
        return (tmiLeads){.kind = TMI_LEADS_SENSED};
    default:
        return (tmiLeads){0};
    }
}

/* Special kinds of hinges come before what all hinges have, as in tmi_quantity_find. */
static tmiLeads quantity_of(uint32_t of, const char *name, int32_t length) {
    const tmiQuantityRow *row = tmi_quantity_find(of, name, length);
    return (tmiLeads){.kind = row ? TMI_LEADS_SENSED : TMI_LEADS_NOWHERE, .quantity = row};
}

static tmiLeads step(const tmiCompletion *c, const tmiLeads *in, const char *name, int32_t length) {
    tmiLeads leads = {0};
    if (in->kind == TMI_LEADS_PART) {
        leads = member_of_type(c, in->type, name, length);
    }
    if (in->kind == TMI_LEADS_GROUND) {
        int32_t given = tmi_name_find(TMI_NAMES_GIVEN, name, length);
        return (tmiLeads){.kind = given < 0 ? TMI_LEADS_NOWHERE : TMI_LEADS_FEATURE,
                          .of = given > 0 ? TMI_OF_AXIS : TMI_OF_POINT};
    }
    return leads.kind == TMI_LEADS_NOWHERE && in->of ? quantity_of(in->of, name, length) : leads;
}

/* ---- Paths --------------------------------------------------------------------------------- */

static tmiLeads root_of(const tmiCompletion *c, int32_t type, int32_t token) {
    int32_t length;
    const char *name = tmi_token_text(c, token, &length);
    tmiLeads leads = member_of_type(c, type, name, length);
    if (leads.kind == TMI_LEADS_NOWHERE && c->maker.d->types[type].kind == TMI_TYPE_WORLD &&
        tmi_cursor_token(&c->cursor, token)->word == TMI_WORD_WORLD) {
        leads.kind = TMI_LEADS_GROUND;
    }
    return leads.kind == TMI_LEADS_NOWHERE ? quantity_of(TMI_OF_WORLD, name, length) : leads;
}

tmiLeads tmi_leads_to(const tmiCompletion *c, int32_t type, int32_t first, int32_t last) {
    const tmiTokens *tokens = c->cursor.tokens;
    if (!c->maker.d || type < 0 || !is_word(c, first) || last < first) {
        return (tmiLeads){0};
    }
    tmiLeads leads = root_of(c, type, first);
    int32_t at = tmi_token_after(tokens, first);
    while (at <= last && leads.kind != TMI_LEADS_NOWHERE) {
        int32_t length;
        if (is_sign(c, at, '[')) {
            int32_t depth = 0;
            do {
                depth += is_sign(c, at, '[') - is_sign(c, at, ']');
                at = tmi_token_after(tokens, at);
            } while (depth > 0 && at <= last);
            continue;
        }
        int32_t name = tmi_token_after(tokens, at);
        if (!is_sign(c, at, '.') || name > last) {
            return (tmiLeads){0};
        }
        const char *text = tmi_token_text(c, name, &length);
        leads = step(c, &leads, text, length);
        at = tmi_token_after(tokens, name);
    }
    return leads;
}

tmiLeads tmi_leads_from_side(const tmiCompletion *c, const tmiPathTokens *side) {
    return side->first < 0 ? (tmiLeads){0} : tmi_leads_to(c, c->type, side->first, side->last);
}
