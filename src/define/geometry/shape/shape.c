/* shape.c: the owner of a shape: its kinds, checks of sizes. */
#include "define/geometry/shape/shape.h"

#include <string.h>

#define SHAPE_STAMP 0x53484150u
#define TWENTY_DEGREES 0.3490658503988659
#define SIZE_WORDS 64

static void make_nothing(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    (void)maker, (void)def;
    shape->form = TMI_FORM_NOTHING;
}

const tmiShapeRow tmi_shape_none = {"none", "no shape: only axes, to which features belong",
                                    make_nothing, NULL, 0};

#define ROW(code, name) &tmi_shape_##name,
static const tmiShapeRow *const rows[] = {TM_SHAPE_LIST(ROW)};
#undef ROW

const tmiShapeRow *tmi_shape_row(tmShapeKind kind) {
    return (uint32_t)kind < TM_SHAPE_COUNT ? rows[kind] : NULL;
}

const tmiShapeRow *tmi_shape_find(const char *name, int32_t length) {
    for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
        if (strncmp(rows[i]->name, name, (size_t)length) == 0 && !rows[i]->name[length]) {
            return rows[i];
        }
    }
    return NULL;
}

bool tmi_shape_is_size(const tmiShapeRow *row, const tmParameter *argument) {
    return row != &tmi_shape_mesh &&
           (argument->kind == TM_PARAMETER_NUMBER || argument->kind == TM_PARAMETER_WHOLE);
}

const char *tm_shape_kind_name(tmShapeKind kind) {
    return (uint32_t)kind < TM_SHAPE_COUNT ? rows[kind]->name : "";
}

tmShapeDef tm_shape_def_default(void) {
    tmShapeDef def;
    memset(&def, 0, sizeof def);
    def.stamp = SHAPE_STAMP;
    def.kind = TM_SHAPE_NONE;
    def.size[3] = TWENTY_DEGREES;
    def.scale = 1.0;
    return def;
}

tmShapePiece tm_shape_piece_default(void) {
    tmShapePiece piece;
    memset(&piece, 0, sizeof piece);
    piece.shape = tm_shape_def_default();
    piece.pose.rotation.w = 1.0;
    return piece;
}

/* ---- Making -------------------------------------------------------------------------------- */

void *tmi_shape_memory(tmiShapeMaker *maker, tmShape *shape, int32_t count, size_t size) {
    void *memory = tmi_arena_alloc(&shape->arena, (size_t)count, size);
    if (!memory && maker->status == TM_OK) {
        maker->status = TM_ERR_MEMORY;
    }
    return memory;
}

tmVec3 *tmi_shape_points(tmiShapeMaker *maker, tmShape *shape, int32_t count) {
    return tmi_shape_memory(maker, shape, count, sizeof(tmVec3));
}

/* What is wrong with the caller rather than with the shape. */
static tmStatus check_def(const tmShapeDef *def) {
    if (def->stamp != SHAPE_STAMP) {
        return TM_ERR_DEF;
    }
    if ((uint32_t)def->kind >= TM_SHAPE_COUNT || def->point_count < 0 || def->hole_count < 0 ||
        def->triangle_count < 0 || def->piece_count < 0 || (def->point_count && !def->points) ||
        (def->hole_count && !def->holes) || (def->triangle_count && !def->triangles) ||
        (def->piece_count && !def->pieces) || (def->kind == TM_SHAPE_CAM && !def->lift)) {
        return TM_ERR_ARGUMENT;
    }
    bool many = def->point_count > TM_POINT_LIMIT || def->triangle_count > TM_TRIANGLE_LIMIT ||
                def->piece_count > TM_PIECE_LIMIT || def->hole_count > TM_CORNER_LIMIT;
    return many ? TM_ERR_LIMIT : TM_OK;
}

/* The words for a size: "top radius", "number of teeth". */
static const char *size_words(const tmParameter *argument, char words[SIZE_WORDS]) {
    tmiText text;
    tmi_text_init(&text, words, SIZE_WORDS);
    tmi_text_add(&text, argument->kind == TM_PARAMETER_WHOLE ? "number of " : "");
    tmi_text_add(&text, argument->name);
    for (char *at = words; (at = strchr(at, '_')) != NULL;) {
        *at = ' ';
    }
    return words;
}

static void check_size(tmiShapeMaker *maker, const tmiShapeRow *row, const tmParameter *argument,
                       double size) {
    bool may_be_zero = argument->bound == TM_BOUND_NOT_NEGATIVE;
    if (size <= TM_SHAPE_SIZE_LIMIT &&
        (size >= 1.0 / TM_SHAPE_SIZE_LIMIT || (may_be_zero && size == 0.0))) {
        return;
    }
    char words[SIZE_WORDS];
    tmi_shape_add_diag(
        maker, &(tmiShapeDiag){.severity = TM_ERROR,
                               .form = size > 0.0     ? "the $ of the $ is out of bounds"
                                       : !may_be_zero ? "the $ of the $ must be more than 0"
                                                      : "the $ of the $ must not be less than 0",
                               .texts = {size_words(argument, words), row->name}});
}

static void check_numbers(tmiShapeMaker *maker, const tmShapeDef *def) {
    const tmiShapeRow *row = rows[def->kind];
    for (int32_t i = 0, size = 0; i < row->argument_count; i++) {
        if (tmi_shape_is_size(row, &row->arguments[i])) {
            check_size(maker, row, &row->arguments[i], def->size[size++]);
        }
    }
    for (int32_t i = 0; i < def->point_count; i++) {
        tmVec3 p = def->points[i];
        if (!(fabs(p.x) <= TM_SHAPE_SIZE_LIMIT && fabs(p.y) <= TM_SHAPE_SIZE_LIMIT &&
              fabs(p.z) <= TM_SHAPE_SIZE_LIMIT)) {
            tmi_shape_add_diag(maker, &(tmiShapeDiag){.severity = TM_ERROR,
                                                      .form = "point # of the $ is out of bounds",
                                                      .ints = {i + 1},
                                                      .texts = {row->name}});
            return;
        }
    }
}

/* The shape lives in its own arena: the first thing that is taken from it. */
static tmShape *open_shape(tmAllocator allocator, tmShapeKind kind) {
    tmiArena arena;
    tmi_arena_init(&arena, allocator);
    tmShape *shape = tmi_arena_alloc(&arena, 1, sizeof *shape);
    if (shape) {
        shape->arena = arena;
        shape->kind = kind;
    }
    return shape;
}

void tmi_shape_make(tmiShapeMaker *maker, tmAllocator allocator, const tmShapeDef *def,
                    tmShape **shape) {
    *shape = NULL;
    tmStatus status = check_def(def);
    bool was_wrong = maker->wrong;
    maker->wrong = false;
    if (status == TM_OK) {
        check_numbers(maker, def);
    }
    if (status == TM_OK && !maker->wrong && maker->status == TM_OK) {
        *shape = open_shape(allocator, def->kind);
        status = *shape ? TM_OK : TM_ERR_MEMORY;
    }
    if (*shape) {
        rows[def->kind]->make(maker, def, *shape);
        if (maker->wrong || maker->status != TM_OK) {
            tm_shape_destroy(*shape);
            *shape = NULL;
        }
    }
    maker->status = maker->status == TM_OK ? status : maker->status;
    maker->wrong = maker->wrong || was_wrong;
}

tmStatus tm_shape_create(const tmAllocator *allocator, const tmShapeDef *def, tmDiags *diags,
                         tmShape **shape) {
    if (!shape) {
        return TM_ERR_ARGUMENT;
    }
    *shape = NULL;
    if (!def) {
        return TM_ERR_ARGUMENT;
    }
    tmiShapeMaker maker = {.diags = diags, .prefix = ""};
    tmi_shape_make(&maker, tmi_allocator_or_default(allocator), def, shape);
    if (maker.status != TM_OK) {
        return maker.status;
    }
    return maker.wrong ? TM_ERR_GEOMETRY : TM_OK;
}

void tm_shape_destroy(tmShape *shape) {
    if (shape) {
        for (int32_t i = 0; i < shape->member_count; i++) {
            tm_shape_destroy(shape->members[i].shape);
        }
        tmiArena arena = shape->arena;
        tmi_arena_clear(&arena);
    }
}

tmShapeKind tm_shape_kind(const tmShape *shape) {
    return shape ? shape->kind : TM_SHAPE_NONE;
}
