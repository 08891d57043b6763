/* shapes.c: shapes of a text in the terms of shape.h, once for each type with its arguments. */
#include "define/model/model.h"

#include <string.h>

/* A mesh that must live until the shape is made. */
typedef struct Loan {
    tmMesh *mesh;
    struct Loan *next;
} Loan;

/* A shape's definition while it is made. */
typedef struct Cast {
    tmModel *model;
    tmiArena arena;
    tmDiags *said; /* of the shape */
    Loan *loans;
    tmStatus status;
} Cast;

static void *cast_alloc(Cast *cast, int32_t count, size_t size) {
    void *block = tmi_arena_alloc(&cast->arena, (size_t)count + 1, size);
    cast->status = block ? cast->status : TM_ERR_MEMORY;
    return block;
}

static tmVec3 vec_of(const tmiValue *value) {
    double p[3] = {0.0, 0.0, 0.0};
    tmi_model_point(value, p);
    return (tmVec3){p[0], p[1], p[2]};
}

/* The points that the body of a link names. */
static void read_link(Cast *cast, const tmiShape *shape, tmShapeDef *def) {
    tmVec3 *points = cast_alloc(cast, shape->point_count, sizeof *points);
    for (int32_t i = 0; points && i < shape->point_count; i++) {
        const double *p = shape->points[i];
        points[i] = (tmVec3){p[0], p[1], p[2]};
    }
    def->points = points;
    def->point_count = shape->point_count;
}

static const tmVec3 *points_of(Cast *cast, const tmiValue *list) {
    tmVec3 *points = cast_alloc(cast, list->count, sizeof *points);
    for (int32_t i = 0; points && i < list->count; i++) {
        points[i] = vec_of(&list->items[i].value);
    }
    return points;
}

static void holes_of(Cast *cast, const tmiValue *list, tmShapeDef *def) {
    int32_t total = 0;
    for (int32_t i = 0; i < list->count; i++) {
        total += list->items[i].value.count;
    }
    tmVec3 *points = cast_alloc(cast, total, sizeof *points);
    int32_t *counts = cast_alloc(cast, list->count, sizeof *counts);
    def->hole_points = points;
    def->holes = counts;
    def->hole_count = points && counts ? list->count : 0;
    for (int32_t i = 0; i < def->hole_count; i++) {
        const tmiValue *hole = &list->items[i].value;
        counts[i] = hole->count;
        for (int32_t k = 0; k < hole->count; k++) {
            *points++ = vec_of(&hole->items[k].value);
        }
    }
}

/* The lift of a cam: a table or a function of the angle. */
static double lift_at(void *user, double angle) {
    double y[3];
    tmi_curve_at(user, angle, y);
    return y[0];
}

static void read_argument(Cast *cast, const tmiGiven *given, tmShapeDef *def, int32_t *sizes) {
    bool is_given = given->value.kind != TMI_VALUE_ERROR;
    switch (given->row->kind) {
    case TM_PARAMETER_NUMBER:
    case TM_PARAMETER_WHOLE: {
        bool is_size = tmi_shape_is_size(tmi_shape_row(def->kind), given->row);
        double *number = is_size ? &def->size[(*sizes)++] : &def->scale;
        *number = is_given ? given->value.number : *number;
        break;
    }
    case TM_PARAMETER_POINTS:
        def->points = points_of(cast, &given->value);
        def->point_count = given->value.count;
        break;
    case TM_PARAMETER_OUTLINES:
        if (is_given) {
            holes_of(cast, &given->value, def);
        }
        break;
    case TM_PARAMETER_CURVE: {
        tmiCurve *curve = cast_alloc(cast, 1, sizeof *curve);
        if (curve) {
            *curve = (tmiCurve){given->table, given->code};
            def->lift = lift_at;
            def->user = curve;
        }
        break;
    }
    default:
        break;
    }
}

static tmShapeKind kind_of(const tmiShape *shape) {
    int32_t kind = 0;
    while (kind < TM_SHAPE_COUNT &&
           strcmp(tm_shape_kind_name((tmShapeKind)kind), shape->row->name) != 0) {
        kind++;
    }
    return (tmShapeKind)kind;
}

/* The triangles of a mesh's file, which the document holds. */
static void read_mesh(Cast *cast, const tmiShape *shape, tmShapeDef *def) {
    Loan *loan = cast_alloc(cast, 1, sizeof *loan);
    if (!shape->mesh || !loan) {
        return; /* the check reported why */
    }
    tmStatus status = tm_mesh_read(&cast->model->allocator, shape->mesh->bytes, shape->mesh->length,
                                   cast->said, &loan->mesh);
    cast->status = status;
    if (status == TM_OK) {
        loan->next = cast->loans;
        cast->loans = loan;
        def->points = tm_mesh_points(loan->mesh, &def->point_count);
        def->triangles = tm_mesh_triangles(loan->mesh, &def->triangle_count);
    }
}

static void read_pieces(Cast *cast, const tmiShape *shape, tmShapeDef *def);

/* What the text says about a shape, in the terms of shape.h. */
static void read_shape(Cast *cast, const tmiShape *shape, tmShapeDef *def) {
    int32_t sizes = 0;
    *def = tm_shape_def_default();
    def->kind = kind_of(shape);
    if (def->kind == TM_SHAPE_UNION) {
        read_pieces(cast, shape, def);
    } else if (def->kind == TM_SHAPE_MESH) {
        read_mesh(cast, shape, def);
    } else if (def->kind == TM_SHAPE_LINK) {
        read_link(cast, shape, def);
    }
    for (int32_t i = 0; i < shape->row->argument_count && cast->status == TM_OK; i++) {
        read_argument(cast, &shape->arguments[i], def, &sizes);
    }
}

/* The pose and the material of a piece of a union: the arguments behind its own. */
static void read_stand(const tmiShape *piece, tmShapePiece *out) {
    int32_t first = piece->row->argument_count;
    double axis[3] = {0.0, 0.0, 1.0}, q[4] = {1.0, 0.0, 0.0, 0.0};
    if (piece->argument_count < first + 4) {
        return; /* a union within a union has none */
    }
    const tmiGiven *given = piece->arguments + first;
    if (given[0].value.kind == TMI_VALUE_LIST) {
        out->pose.position = vec_of(&given[0].value);
    }
    if (given[2].value.kind == TMI_VALUE_LIST) {
        axis[2] = 0.0;
        tmi_model_point(&given[2].value, axis);
    }
    if (given[1].value.kind == TMI_VALUE_NUMBER) {
        tmi_model_turn(axis, given[1].value.number, q);
        out->pose.rotation = (tmQuat){q[0], q[1], q[2], q[3]};
    }
    if (given[3].value.kind == TMI_VALUE_NUMBER) {
        out->density = given[3].value.number;
    }
}

static void read_pieces(Cast *cast, const tmiShape *shape, tmShapeDef *def) {
    tmShapePiece *pieces = cast_alloc(cast, shape->piece_count, sizeof *pieces);
    for (int32_t i = 0; i < shape->piece_count && cast->status == TM_OK; i++) {
        pieces[i] = tm_shape_piece_default();
        read_shape(cast, &shape->pieces[i], &pieces[i].shape);
        read_stand(&shape->pieces[i], &pieces[i]);
    }
    def->pieces = pieces;
    def->piece_count = shape->piece_count;
}

/* ---- Shapes of bodies ---------------------------------------------------------------------- */

/* Passes on diagnostics about a shape, at the place of its text. */
static void pass_on(tmModel *model, const tmDiags *said, tmiSpot at, int32_t instance) {
    for (int32_t i = 0; i < tm_diags_count(said); i++) {
        const tmDiag *diag = tm_diags_at(said, i);
        tmi_model_add_diag(model, diag->severity, TMI_SAYS_SHAPE, at, instance,
                           TMI_WORDS(diag->message), diag->hint ? TMI_WORDS(diag->hint) : NULL);
    }
}

/* TM_OK after mistakes, too: the mould is then hollow. */
static tmStatus make_mould(tmModel *model, const tmiShape *shape, int32_t instance,
                           tmiMould *mould) {
    Cast cast = {.model = model};
    tmi_arena_init(&cast.arena, model->allocator);
    cast.status = tm_diags_create(&model->allocator, &cast.said);
    if (cast.status == TM_OK) {
        tmShapeDef def;
        read_shape(&cast, shape, &def);
        if (cast.status == TM_OK) {
            cast.status = tm_shape_create(&model->allocator, &def, cast.said, &mould->shape);
        }
        pass_on(model, cast.said, shape->spot, instance);
    }
    mould->made = true;
    mould->hollow = !mould->shape;
    for (const Loan *loan = cast.loans; loan; loan = loan->next) {
        tm_mesh_destroy(loan->mesh);
    }
    tm_diags_destroy(cast.said);
    tmi_arena_clear(&cast.arena);
    if (mould->hollow && cast.status != TM_ERR_MEMORY &&
        tm_diags_total(model->diags, TM_ERROR) == 0) {
        tmi_model_add_diag(model, TM_ERROR, TMI_SAYS_SHAPE, shape->spot, instance,
                           TMI_WORDS("this shape cannot be made: ", tm_status_message(cast.status)),
                           NULL);
    }
    return cast.status == TM_ERR_MEMORY ? TM_ERR_MEMORY : TM_OK;
}

tmStatus tmi_model_shapes(tmModel *model) {
    model->moulds = tmi_arena_alloc(&model->arena, (size_t)model->worlds->variant_count + 1,
                                    sizeof *model->moulds);
    if (!model->moulds) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 1; i < model->body_count; i++) {
        const tmiVariant *v = model->world->instances[model->bodies[i].instance].variant;
        tmiMould *mould = &model->moulds[v->number];
        bool shaped = v->shape.row && strcmp(v->shape.row->name, "none") != 0;
        if (shaped && !mould->made) {
            tmStatus status = make_mould(model, &v->shape, model->bodies[i].instance, mould);
            if (status != TM_OK) {
                return status;
            }
        }
        model->bodies[i].info.shape = mould->shape;
    }
    return TM_OK;
}
