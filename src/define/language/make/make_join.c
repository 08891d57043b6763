/* make_join.c: joins: their parts, hinge, arguments and the pairs of features that they match. */
#include "define/language/make/make_private.h"

#include <string.h>

typedef struct Join {
    tmiSpot at, parts_at[2], hinge_at, pairs_at;
    tmiTarget parts[2];
    tmiJoin made;
    char kinds[TMI_PAIRS_MAX + 1];
} Join;

static tmiNodeRef next_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->next;
}

/* ---- Features ------------------------------------------------------------------------------ */

/* The first name of a path. */
static tmiSpot root_of(const tmiMaker *m, tmiSpot path) {
    const tmiTree *tree = tmi_maker_tree(m, path.file);
    while (tmi_node(tree, path.node)->kind == TMI_NODE_MEMBER ||
           tmi_node(tree, path.node)->kind == TMI_NODE_INDEX) {
        path.node = tmi_node(tree, path.node)->child;
    }
    return path;
}

/* A feature that only the other part has. */
static bool is_of_other(const tmiMaker *m, const Join *join, int side, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiSpot root = root_of(m, at);
    int32_t length;
    const char *name = tmi_spot_text(m, root, &length);
    int32_t type = join->parts[side].type, other = join->parts[1 - side].type;
    return tmi_node(tree, root.node)->kind == TMI_NODE_NAME && type >= 0 && other >= 0 &&
           !tmi_has_member(m, type, name, length) && tmi_has_member(m, other, name, length) &&
           !tmi_symbol_find(&m->d->symbols, TMI_OWNER_TYPES_OF(type), name, length);
}

/* Both features belong to the other part: one message about the pair. */
static void note_turned(tmiMaker *m, const Join *join, tmiSpot pair, tmiSpot first,
                        tmiSpot second) {
    char meant[120];
    tmiText text;
    tmiQuote names[2];
    int32_t lengths[2];
    const char *texts[2] = {tmi_spot_text(m, first, &lengths[0]),
                            tmi_spot_text(m, second, &lengths[1])};
    tmi_text_init(&text, meant, sizeof meant);
    tmi_text_add_bytes(&text, texts[1], (size_t)(lengths[1] < 50 ? lengths[1] : 50));
    tmi_text_add(&text, " ");
    tmi_text_add_bytes(&text, texts[0], (size_t)(lengths[0] < 50 ? lengths[0] : 50));
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                           .at = pair,
                           .words = TMI_WORDS("the pair is the wrong way round"),
                           .hint = TMI_WORDS(
                               "the first belongs to ",
                               tmi_spot_quote(m, join->parts_at[0], &names[0]), ", the second to ",
                               tmi_spot_quote(m, join->parts_at[1], &names[1]), ": ", meant)});
}

static void note_swapped(tmiMaker *m, const Join *join, int side, tmiSpot at) {
    int32_t length, type = join->parts[side].type;
    const char *name = tmi_spot_text(m, root_of(m, at), &length);
    tmiQuote feature, type_name, first, second, owner;
    tmi_note(m,
             &(tmiNote){.code = TMI_SAYS_NOTHING_SO,
                        .at = at,
                        .words = TMI_WORDS(tmi_type_quote(m, type, &type_name), " has no feature ",
                                           tmi_quote(&feature, name, length)),
                        .hint = TMI_WORDS(
                            "it is one of ", tmi_spot_quote(m, join->parts_at[1 - side], &owner),
                            "; the first of a pair belongs to ",
                            tmi_spot_quote(m, join->parts_at[0], &first), ", the second to ",
                            tmi_spot_quote(m, join->parts_at[1], &second))});
}

/* `b.top` where `top` is enough: the feature is searched for in b already. */
static bool note_part_named(tmiMaker *m, const Join *join, int side, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiSpot root = root_of(m, at), part = root_of(m, join->parts_at[side]);
    int32_t length, part_length, type = join->parts[side].type;
    const char *name = tmi_spot_text(m, root, &length);
    const char *part_name = tmi_spot_text(m, part, &part_length);
    tmiNodeRef member = tmi_node(tree, root.node)->next;
    if (root.node == at.node || type < 0 || !member || length != part_length ||
        memcmp(name, part_name, (size_t)length) != 0 || tmi_has_member(m, type, name, length)) {
        return false;
    }
    tmiQuote quote, owner, feature;
    tmi_note(
        m, &(tmiNote){.code = TMI_SAYS_NOTHING_SO,
                      .at = at,
                      .words = TMI_WORDS(tmi_type_quote(m, type, &owner), " has no feature ",
                                         tmi_quote(&quote, name, length)),
                      .hint = TMI_WORDS("the part is already known: write ",
                                        tmi_spot_quote(m, (tmiSpot){at.file, member}, &feature))});
    return true;
}

/* A point that is written out or given by a function, or an axis(…), in the axes of the part. */
static bool literal_end(tmiMaker *m, const tmiTarget *part, tmiSpot at, tmiInstanceFeature *end) {
    tmiWanted wanted = tmi_wants(TMI_WANT_POINT, "m");
    tmiValue value;
    if (part->kind != TMI_TARGET_GROUND && !tmi_is_one_body(m, at, part)) {
        return false;
    }
    *end = (tmiInstanceFeature){.instance = part->instance};
    if (!tmi_make_axis(m, at, &end->feature) && tmi_value_of(m, at, &wanted, &value) &&
        tmi_keeps_bound(m, at, "the point", TM_BOUND_NONE, &value)) {
        tmi_value_point(&value, end->feature.point);
    }
    return true;
}

static bool make_end(tmiMaker *m, const Join *join, int side, tmiSpot at, bool swapped,
                     tmiInstanceFeature *end) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiNodeKind kind = (tmiNodeKind)tmi_node(tree, at.node)->kind;
    const tmiTarget *part = &join->parts[side];
    tmiQuote quote;
    if (kind == TMI_NODE_LIST || kind == TMI_NODE_CALL) {
        return literal_end(m, part, at, end);
    }
    if (kind == TMI_NODE_STRING) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = at,
                               .words = TMI_WORDS("a text where a feature belongs"),
                               .hint = TMI_WORDS("names are written without quotes")});
        return false;
    }
    if (note_part_named(m, join, side, at)) {
        return false;
    }
    bool is_path = kind == TMI_NODE_NAME || kind == TMI_NODE_MEMBER || kind == TMI_NODE_INDEX;
    if (is_path && swapped) {
        note_swapped(m, join, side, at);
        return false;
    }
    tmiTarget target =
        is_path ? tmi_resolve_in(m, part, at) : (tmiTarget){.kind = TMI_TARGET_OTHER};
    if (target.kind == TMI_TARGET_FEATURE) {
        *end = (tmiInstanceFeature){target.instance, target.feature};
        return true;
    }
    if (target.kind != TMI_TARGET_ERROR) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = at,
                               .words = TMI_WORDS(tmi_spot_quote(m, at, &quote), " is ",
                                                  tmi_target_words(&target),
                                                  ", where a feature belongs")});
    }
    return false;
}

static bool make_pairs(tmiMaker *m, Join *join) {
    const tmiTree *tree = tmi_maker_tree(m, join->at.file);
    int32_t count = 0;
    bool fine = true;
    for (tmiNodeRef ref = tmi_node(tree, join->pairs_at.node)->child; ref;
         ref = next_of(tree, ref)) {
        count++;
    }
    if (count > TMI_PAIRS_MAX) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                               .at = join->pairs_at,
                               .words = TMI_WORDS("a join matches at most 64 pairs")});
        return false;
    }
    join->made.pairs = tmi_keep(m, count, sizeof *join->made.pairs);
    tmiNodeRef pair = tmi_node(tree, join->pairs_at.node)->child;
    for (int32_t i = 0; i < count && m->status == TM_OK; i++, pair = next_of(tree, pair)) {
        tmiSpot first = {join->at.file, tmi_node(tree, pair)->child};
        tmiSpot second = {join->at.file, next_of(tree, first.node)};
        tmiInstanceFeature *ends = join->made.pairs[i];
        bool swapped[2] = {is_of_other(m, join, 0, first), is_of_other(m, join, 1, second)};
        if (swapped[0] && swapped[1]) {
            note_turned(m, join, (tmiSpot){join->at.file, pair}, first, second);
            fine = false;
            continue;
        }
        fine &= make_end(m, join, 0, first, swapped[0], &ends[0]);
        fine &= make_end(m, join, 1, second, swapped[1], &ends[1]);
        bool axes[2] = {ends[0].feature.is_axis, ends[1].feature.is_axis};
        join->kinds[i] = axes[0] && axes[1] ? 'a' : axes[0] || axes[1] ? 'x' : 'p';
    }
    join->made.pair_count = count;
    return fine && m->status == TM_OK;
}

/* ---- Hinges -------------------------------------------------------------------------------- */

static void note_no_hinge(tmiMaker *m, tmiSpot callee) {
    tmiQuote quote;
    tmiLikeness likeness;
    int32_t count;
    const tmHingeKind *rows = tm_hinge_kinds(&count);
    const tmExtensions *more = &m->out->extensions;
    tmi_likeness_of(m, callee, &likeness);
    for (int32_t i = 0; i < count + more->hinge_count; i++) {
        const char *name = i < count ? rows[i].name : more->hinges[i - count].name;
        tmi_likeness_offer(&likeness, name, (int32_t)strlen(name));
    }
    tmi_offer_definitions(m, TMI_KIND(HINGE), &likeness);
    if (!m->incomplete) {
        tmi_note_unknown_or(
            m, callee, TMI_WORDS("there is no hinge ", tmi_spot_quote(m, callee, &quote)),
            &likeness, "there are pin, ball.and.socket, slider, rod, spring and more");
    }
}

/* The argument of this name; null: it is not given. */
static const tmiGiven *given_as(const tmiJoin *join, const char *name) {
    for (int32_t i = 0; i < join->argument_count; i++) {
        const tmiGiven *given = &join->arguments[i];
        if (strcmp(given->row->name, name) == 0 && given->value.kind != TMI_VALUE_ERROR) {
            return given;
        }
    }
    return NULL;
}

static void warn_idle(tmiMaker *m, const tmiGiven *given, const char *lacks) {
    if (given) {
        tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                               .code = TMI_SAYS_UNUSED,
                               .at = given->spot,
                               .words = TMI_WORDS("'", given->row->name, "' does nothing without ",
                                                  lacks)});
    }
}

/* Limits and springs of a hinge: whether low is not above high. */
static bool check_limits(tmiMaker *m, const tmiJoin *join) {
    const tmiGiven *low = given_as(join, "low"), *high = given_as(join, "high");
    if (!low && !high) {
        warn_idle(m, given_as(join, "restitution"), "'low' or 'high'");
    }
    if (!given_as(join, "stiffness")) {
        warn_idle(m, given_as(join, "rest"), "'stiffness'");
    }
    if (low && high && low->value.kind == TMI_VALUE_NUMBER &&
        high->value.kind == TMI_VALUE_NUMBER && low->value.number > high->value.number) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_BOUND,
                               .at = low->spot,
                               .words = TMI_WORDS("'low' is above 'high'"),
                               .hint = TMI_WORDS("as in low: -30deg, high: 90deg"),
                               .related = TMI_WORDS("'high' is here"),
                               .related_at = high->spot});
        return false;
    }
    return true;
}

/* Finds the hinge and its arguments; false after a message. */
static bool make_hinge(tmiMaker *m, Join *join) {
    const tmiTree *tree = tmi_maker_tree(m, join->at.file);
    tmiJoin *made = &join->made;
    const tmiNode *node = tmi_node(tree, join->hinge_at.node);
    tmiSpot callee = {join->at.file,
                      node->kind == TMI_NODE_CALL ? node->child : join->hinge_at.node};
    made->hinge = tmi_join_hinge(m, join->at, &made->hinge_definition);
    if (!made->hinge && made->hinge_definition < 0) {
        note_no_hinge(m, callee);
        return false;
    }
    if (!made->hinge) {
        return tmi_hinge_arguments(m, made->hinge_definition, join->hinge_at, made);
    }
    made->argument_count = made->hinge->parameter_count;
    made->arguments = tmi_keep(m, made->argument_count, sizeof *made->arguments);
    int32_t length = (int32_t)strlen(made->hinge->name);
    bool given =
        made->arguments &&
        tmi_give_arguments(m, join->hinge_at, made->hinge->name, length, made->hinge->parameters,
                           made->argument_count, NULL, 0, made->arguments);
    /* Arguments of a program's own hinges mean what the program says. */
    return given &&
           (made->hinge != tmi_hinge_find(made->hinge->name, length) || check_limits(m, made));
}

void tmi_note_pattern(tmiMaker *m, const tmHingeKind *hinge, tmiSpot pairs, const char *kinds,
                      const char *where) {
    char found[160], planar[400], spatial[400];
    tmiText text;
    tmi_text_init(&text, found, sizeof found);
    tmi_pattern_text(kinds, &text);
    tmi_text_init(&text, planar, sizeof planar);
    tmi_pattern_text(hinge->planar, &text);
    tmi_text_init(&text, spatial, sizeof spatial);
    tmi_pattern_text(hinge->spatial, &text);
    bool same = strcmp(hinge->planar, hinge->spatial) == 0;
    if (where[0] && !hinge->planar[0]) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                               .at = pairs,
                               .words = TMI_WORDS("'", hinge->name,
                                                  "' exists only in space, and the world is "
                                                  "planar")});
        return;
    }
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                           .at = pairs,
                           .words = TMI_WORDS("'", hinge->name, "' does not match ", found, where),
                           .hint = same ? TMI_WORDS("it matches ", planar)
                                   : !hinge->planar[0]
                                       ? TMI_WORDS("it exists only in space, and matches ", spatial)
                                       : TMI_WORDS("in a planar world it matches ", planar,
                                                   "; in space ", spatial)});
}

static bool check_pattern(tmiMaker *m, const Join *join) {
    const tmHingeKind *hinge = join->made.hinge;
    if (hinge && !tmi_pattern_fits(hinge->planar, join->kinds) &&
        !tmi_pattern_fits(hinge->spatial, join->kinds)) {
        tmi_note_pattern(m, hinge, join->pairs_at, join->kinds, "");
        return false;
    }
    return true;
}

/* ---- Joins --------------------------------------------------------------------------------- */

static bool make_parts(tmiMaker *m, Join *join, const tmiVariant *v) {
    m->touching = true;
    bool fine = tmi_resolve_part(m, join->parts_at[0], &join->parts[0]);
    fine &= tmi_resolve_part(m, join->parts_at[1], &join->parts[1]);
    m->touching = false;
    int32_t lengths[2];
    const char *first = tmi_spot_text(m, join->parts_at[0], &lengths[0]);
    const char *second = tmi_spot_text(m, join->parts_at[1], &lengths[1]);
    bool same_text = lengths[0] == lengths[1] && memcmp(first, second, (size_t)lengths[0]) == 0;
    bool composite = fine && join->parts[0].type >= 0 &&
                     m->d->types[join->parts[0].type].kind != TMI_TYPE_PRIMITIVE;
    bool known = !v->is_open && !join->parts[0].unknown && !join->parts[1].unknown;
    bool same = same_text || (known && join->parts[0].instance == join->parts[1].instance);
    if (fine && same && !composite) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = join->parts_at[1],
                               .words = TMI_WORDS("a body cannot be joined to itself")});
        return false;
    }
    return fine;
}

/* Two features of one body within a composite. */
static bool check_bodies(tmiMaker *m, const Join *join, const tmiVariant *v) {
    const tmiJoin *made = &join->made;
    bool known = !v->is_open && !join->parts[0].unknown && !join->parts[1].unknown;
    for (int32_t i = 0; i < made->pair_count && known; i++) {
        if (made->pairs[i][0].instance == made->pairs[i][1].instance) {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                                   .at = join->pairs_at,
                                   .words = TMI_WORDS("both features belong to the same body")});
            return false;
        }
    }
    return true;
}

/* Its name, and what it is at the start. */
static void find_name(tmiMaker *m, const tmiVariant *v, Join *join) {
    const tmiTree *tree = tmi_maker_tree(m, join->at.file);
    tmiNodeRef name = next_of(tree, join->pairs_at.node);
    int32_t length;
    join->made.name = -1;
    tmiNodeRef first =
        name && tmi_node(tree, name)->kind == TMI_NODE_NAME ? next_of(tree, name) : name;
    tmi_make_attributes(m, (tmiSpot){join->at.file, first}, TMI_IN_JOIN, "'join'",
                        &join->made.settings, &join->made.setting_count);
    if (!name || first == name) {
        return;
    }
    const char *text = tmi_tree_text(tree, name, &length);
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, v->type, text, length);
    if (symbol && symbol->kind == TMI_SYMBOL_JOIN && symbol->spot.node == name) {
        join->made.name = symbol->index;
        join->made.number = m->within.loop ? m->within.loop->value : 0;
    }
}

void tmi_make_join(tmiMaker *m, tmiVariant *v, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    Join join = {.at = at, .made = {.spot = at, .hinge_definition = -1}};
    join.parts_at[0] = (tmiSpot){at.file, tmi_node(tree, at.node)->child};
    join.parts_at[1] = (tmiSpot){at.file, next_of(tree, join.parts_at[0].node)};
    join.hinge_at = (tmiSpot){at.file, next_of(tree, join.parts_at[1].node)};
    join.pairs_at = (tmiSpot){at.file, next_of(tree, join.hinge_at.node)};
    bool parts = make_parts(m, &join, v);
    bool hinge = make_hinge(m, &join);
    bool fine = parts && make_pairs(m, &join) && hinge && m->status == TM_OK;
    if (!fine || !check_pattern(m, &join) || !check_bodies(m, &join, v)) {
        return;
    }
    if (!join.made.hinge && !tmi_hinge_lines(m, join.made.hinge_definition, &join.made)) {
        return;
    }
    find_name(m, v, &join);
    if (v->is_open || m->status != TM_OK) {
        return;
    }
    if (v->join_count >= TMI_STATEMENTS_MAX) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_INSTANCES,
                               .at = at,
                               .words = TMI_WORDS("there are more than 1,000,000 joins")});
        return;
    }
    m->status = tmi_array_reserve(m->allocator, &v->joins, &v->join_capacity, v->join_count + 1,
                                  sizeof *v->joins);
    if (m->status == TM_OK) {
        v->joins[v->join_count++] = join.made;
    }
}
