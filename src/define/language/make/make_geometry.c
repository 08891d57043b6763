/* make_geometry.c: the shape of a primitive, its features, and links around these. */
#include "define/language/make/make_private.h"

#include <string.h>

/* ---- Shapes -------------------------------------------------------------------------------- */

static void make_shape(tmiMaker *m, tmiSpot at, bool is_piece, tmiShape *shape);

static const tmiShapeRow *find_shape(tmiMaker *m, tmiSpot callee) {
    int32_t length;
    const char *name = tmi_spot_text(m, callee, &length);
    const tmiShapeRow *row = tmi_shape_find(name, length);
    if (!row) {
        tmiQuote quote;
        tmiLikeness likeness;
        tmi_likeness_of(m, callee, &likeness);
        for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
            const char *other = tm_shape_kind_name((tmShapeKind)i);
            tmi_likeness_offer(&likeness, other, (int32_t)strlen(other));
        }
        tmi_note_unknown_or(m, callee,
                            TMI_WORDS("there is no shape ", tmi_quote(&quote, name, length)),
                            &likeness, "there are cuboid, sphere, cylinder, bar, prism and more");
    }
    return row;
}

/* The shapes of a union. Arguments with names are its own, as of a piece. */
static void make_pieces(tmiMaker *m, tmiSpot call, tmiShape *shape) {
    const tmiTree *tree = tmi_maker_tree(m, call.file);
    bool is_call = tmi_node(tree, call.node)->kind == TMI_NODE_CALL;
    tmiNodeRef first = is_call ? tmi_node(tree, tmi_node(tree, call.node)->child)->next : 0;
    int32_t count = 0;
    for (tmiNodeRef ref = first; ref; ref = tmi_node(tree, ref)->next) {
        count += tmi_node(tree, ref)->kind != TMI_NODE_ARGUMENT;
    }
    if (count == 0) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_ARGUMENTS,
                               .at = call,
                               .words = TMI_WORDS("'union' needs at least one shape"),
                               .hint = TMI_WORDS("union(cuboid(1, 1, 1), sphere(1, at: (0, 1)))")});
    }
    shape->pieces = tmi_keep(m, count, sizeof *shape->pieces);
    for (tmiNodeRef ref = first; ref && m->status == TM_OK; ref = tmi_node(tree, ref)->next) {
        if (tmi_node(tree, ref)->kind != TMI_NODE_ARGUMENT) {
            make_shape(m, (tmiSpot){call.file, ref}, true, &shape->pieces[shape->piece_count++]);
        } else {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_ARGUMENTS,
                                   .at = {call.file, ref},
                                   .words = TMI_WORDS("'union' takes shapes only"),
                                   .hint = TMI_WORDS("'at' and the like belong to each shape")});
        }
    }
}

/* The file that a mesh is made of, where its name is known. */
static void make_mesh(tmiMaker *m, tmiShape *shape) {
    const tmiGiven *given = &shape->arguments[0];
    const char *message = NULL;
    if (given->value.kind != TMI_VALUE_TEXT || m->status != TM_OK) {
        return;
    }
    m->status = m->finder.find(m->finder.user, given->spot.file, given->value.text,
                               given->value.count, &shape->mesh, &message);
    if (m->status == TM_OK && !shape->mesh) {
        tmiQuote quote;
        tmi_quote(&quote, given->value.text, given->value.count);
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_NO_MESH,
                               .at = given->spot,
                               .words = TMI_WORDS(quote.text, " cannot be read: ", message)});
    }
}

/* `at` is a path or CALL. */
static void make_shape(tmiMaker *m, tmiSpot at, bool is_piece, tmiShape *shape) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    const tmiNode *node = tmi_node(tree, at.node);
    bool is_call = node->kind == TMI_NODE_CALL;
    if (!is_call && node->kind != TMI_NODE_NAME && node->kind != TMI_NODE_MEMBER) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_KIND,
                               .at = at,
                               .words = TMI_WORDS("a shape belongs here"),
                               .hint = node->kind == TMI_NODE_BINARY
                                           ? TMI_WORDS("join several shapes with union(…, …)")
                                           : TMI_WORDS("such as cuboid(1, 3, 1)")});
        return;
    }
    const tmiShapeRow *row = find_shape(m, is_call ? (tmiSpot){at.file, node->child} : at);
    int32_t extra_count = 0;
    const tmParameter *extra = is_piece ? tmi_piece_arguments(&extra_count) : NULL;
    if (!row) {
        return;
    }
    shape->spot = at;
    if (tmi_text_is("union", 5, row->name)) {
        make_pieces(m, at, shape);
        shape->row = row;
        return;
    }
    shape->argument_count = row->argument_count + extra_count;
    shape->arguments = tmi_keep(m, shape->argument_count, sizeof *shape->arguments);
    if (!shape->arguments) {
        return;
    }
    tmi_give_arguments(m, at, row->name, (int32_t)strlen(row->name), row->arguments,
                       row->argument_count, extra, extra_count, shape->arguments);
    shape->row = row;
    if (tmi_text_is("mesh", 4, row->name)) {
        make_mesh(m, shape);
    }
}

/* ---- Features ------------------------------------------------------------------------------ */

bool tmi_make_axis(tmiMaker *m, tmiSpot at, tmiBodyFeature *feature) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiGiven given[2];
    int32_t count, length;
    if (tmi_node(tree, at.node)->kind != TMI_NODE_CALL) {
        return false;
    }
    const char *callee = tmi_tree_text(tree, tmi_node(tree, at.node)->child, &length);
    if (tmi_name_find(TMI_NAMES_AXIS, callee, length) != 0) {
        return false;
    }
    const tmParameter *rows = tmi_axis_arguments(&count);
    feature->is_axis = true;
    feature->direction[2] = 1.0;
    if (tmi_give_arguments(m, at, "axis", 4, rows, count, NULL, 0, given)) {
        tmi_value_direction(&given[0].value, feature->direction);
        tmi_value_point(&given[1].value, feature->point);
    }
    return true;
}

static void make_feature(tmiMaker *m, tmiSpot field, tmiBodyFeature *feature) {
    tmiSpot at = {field.file, tmi_only_expression(m, field)};
    tmiWanted wanted = tmi_wants(TMI_WANT_POINT, "m");
    tmiValue value;
    *feature = (tmiBodyFeature){0};
    if (!at.node || tmi_make_axis(m, at, feature)) {
        return;
    }
    if (tmi_value_of(m, at, &wanted, &value) &&
        tmi_keeps_bound(m, at, "the point", TM_BOUND_NONE, &value)) {
        tmi_value_point(&value, feature->point);
    }
}

/* ---- Links --------------------------------------------------------------------------------- */

/* Gives a link, or those of a union, the points of `where`. Axes are none. */
static void give_points(tmiMaker *m, const tmiVariant *v, tmiShape *shape) {
    for (int32_t i = 0; i < shape->piece_count; i++) {
        give_points(m, v, &shape->pieces[i]);
    }
    if (!shape->row || !tmi_text_is("link", 4, shape->row->name)) {
        return;
    }
    int32_t features = m->d->types[v->type].feature_count;
    shape->points = tmi_keep(m, features, sizeof *shape->points);
    for (int32_t i = 0; i < features && shape->points; i++) {
        if (!v->features[i].is_axis) {
            memcpy(shape->points[shape->point_count++], v->features[i].point,
                   sizeof *shape->points);
        }
    }
    if (shape->point_count == 0 && m->status == TM_OK) {
        const tmiNode *node = tmi_node(tmi_maker_tree(m, shape->spot.file), shape->spot.node);
        bool is_call = node->kind == TMI_NODE_CALL;
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_MISSING,
                               .at = {shape->spot.file, is_call ? node->child : shape->spot.node},
                               .words = TMI_WORDS("'link' needs at least one point to go around"),
                               .hint = TMI_WORDS("name its points after it, as in: link(8mm, 3mm) "
                                                 "where begin a: (0, 0); b: (40mm, 0); end")});
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

/* `where` holds features and nothing else. */
static void check_where(tmiMaker *m, tmiSpot field) {
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    tmiNodeRef where = tmi_tree_child_kind(tree, field.node, TMI_NODE_WHERE);
    tmiNodeRef ref = where ? tmi_node(tree, tmi_node(tree, where)->child)->child : 0;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        if (tmi_node(tree, ref)->kind == TMI_NODE_CLAUSE && !tmi_node(tree, ref)->spoiled) {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                                   .at = {field.file, ref},
                                   .words = TMI_WORDS("a feature has a name and a place"),
                                   .hint = TMI_WORDS("with ':' between them, as in tip: (0, "
                                                     "10mm);")});
        }
    }
}

/* The cost of a feature in evaluated nodes, by its memory. */
#define FEATURE_EFFORT 5

void tmi_make_geometry(tmiMaker *m, tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    tmiSpot field = {type->spot.file, type->sections[TMI_SECTION_GEOMETRY]};
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    m->e.effort += (int64_t)FEATURE_EFFORT * type->feature_count;
    v->features = tmi_keep(m, type->feature_count, sizeof *v->features);
    if (!field.node || m->status != TM_OK) {
        return;
    }
    tmiSpot shape = {field.file, tmi_only_expression(m, field)};
    if (shape.node && !tmi_node(tree, tmi_node(tree, shape.node)->parent)->spoiled) {
        make_shape(m, shape, false, &v->shape);
    }
    int32_t errors = tmi_notes_errors(m);
    for (int32_t i = 0; i < type->feature_count; i++) {
        if (tmi_node(tree, type->features[i].node)->spoiled) {
            continue;
        }
        make_feature(m, (tmiSpot){field.file, type->features[i].node}, &v->features[i]);
    }
    check_where(m, field);
    if (tmi_notes_errors(m) == errors) {
        give_points(m, v, &v->shape);
    }
}
