/* shape.c: the owner of a shape: its kinds in one table, checks of sizes, mass. */
#include "define/geometry/shape/shape.h"

#include <string.h>

#define SHAPE_STAMP 0x53484150u
#define TWENTY_DEGREES 0.3490658503988659

typedef void MakeFn(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape);

/* A kind of shape: the words for its sizes, in order; those from `zero_from` on may be 0. */
typedef struct Kind {
    const char *name;
    int32_t sizes;
    MakeFn *make;
    int32_t zero_from;
    const char *words[TM_SHAPE_SIZES];
} Kind;

static void make_nothing(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    (void)maker, (void)def;
    shape->form = TMI_FORM_NOTHING;
}

static const Kind kinds[] = {
    {"none", 0, make_nothing, 0, {0}},
    {"cuboid", 3, tmi_make_cuboid, 3, {"width", "height", "depth"}},
    {"sphere", 1, tmi_make_sphere, 1, {"radius"}},
    {"cylinder", 2, tmi_make_cylinder, 2, {"radius", "height"}},
    {"capsule", 2, tmi_make_capsule, 2, {"radius", "height"}},
    {"cone", 3, tmi_make_cone, 2, {"radius", "height", "top radius"}},
    {"bar", 3, tmi_make_bar, 3, {"length", "width", "thickness"}},
    {"plate", 2, tmi_make_plate, 2, {"width", "thickness"}},
    {"link", 2, tmi_make_link, 2, {"width", "thickness"}},
    {"gear",
     5,
     tmi_make_gear,
     4,
     {"number of teeth", "module", "thickness", "pressure angle", "bore"}},
    {"cam", 2, tmi_make_cam, 2, {"radius", "thickness"}},
    {"prism", 1, tmi_make_prism, 1, {"height"}},
    {"hull", 0, tmi_make_hull, 0, {0}},
    {"mesh", 0, tmi_make_mesh, 0, {0}},
    {"union", 0, tmi_make_union, 0, {0}},
};

_Static_assert(sizeof kinds / sizeof kinds[0] == TM_SHAPE_COUNT, "a row for every kind");

const char *tm_shape_kind_name(tmShapeKind kind) {
    return (uint32_t)kind < TM_SHAPE_COUNT ? kinds[kind].name : "";
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

static void check_sizes(tmiShapeMaker *maker, const tmShapeDef *def) {
    const Kind *kind = &kinds[def->kind];
    for (int32_t i = 0; i < kind->sizes; i++) {
        double size = def->size[i];
        bool fits = size <= TM_SHAPE_SIZE_LIMIT &&
                    (size >= 1.0 / TM_SHAPE_SIZE_LIMIT || (i >= kind->zero_from && size == 0.0));
        if (!fits) {
            tmi_shape_tell(maker,
                           &(tmiTold){.severity = TM_ERROR,
                                      .form = size > 0.0 ? "the $ of the $ is out of all bounds"
                                              : i < kind->zero_from
                                                  ? "the $ of the $ is not more than 0"
                                                  : "the $ of the $ is less than 0",
                                      .texts = {kind->words[i], kind->name}});
        }
    }
    for (int32_t i = 0; i < def->point_count; i++) {
        tmVec3 p = def->points[i];
        if (!(fabs(p.x) <= TM_SHAPE_SIZE_LIMIT && fabs(p.y) <= TM_SHAPE_SIZE_LIMIT &&
              fabs(p.z) <= TM_SHAPE_SIZE_LIMIT)) {
            tmi_shape_tell(maker, &(tmiTold){.severity = TM_ERROR,
                                             .form = "point # of the $ is out of all bounds",
                                             .ints = {i + 1},
                                             .texts = {kind->name}});
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
        check_sizes(maker, def);
    }
    if (status == TM_OK && !maker->wrong && maker->status == TM_OK) {
        *shape = open_shape(allocator, def->kind);
        status = *shape ? TM_OK : TM_ERR_MEMORY;
    }
    if (*shape) {
        kinds[def->kind].make(maker, def, *shape);
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

/* ---- Mass ---------------------------------------------------------------------------------- */

/* What mass there is, what volume, and the largest error of a part. */
typedef struct Weighed {
    tmiMoments mass, volume;
    double error;
} Weighed;

static void weigh(const tmShape *shape, tmPose3 pose, double density, Weighed *sum) {
    for (int32_t i = 0; i < shape->member_count; i++) {
        const tmiMember *m = &shape->members[i];
        weigh(m->shape, tmi_pose_compose(pose, m->pose), m->density > 0.0 ? m->density : density,
              sum);
    }
    if (shape->form != TMI_FORM_UNION && shape->form != TMI_FORM_NOTHING) {
        tmiMoments volume = tmi_moments_moved(&shape->moments, pose);
        tmiMoments mass = tmi_moments_scaled(&volume, density);
        sum->volume = sum->volume.volume > 0.0 ? tmi_moments_sum(&sum->volume, &volume) : volume;
        sum->mass = sum->mass.volume > 0.0 ? tmi_moments_sum(&sum->mass, &mass) : mass;
        sum->error = shape->error > sum->error ? shape->error : sum->error;
    }
}

tmStatus tm_shape_mass(const tmShape *shape, double density, tmMass *mass) {
    if (!shape || !mass || density < 0.0) {
        return TM_ERR_ARGUMENT;
    }
    Weighed sum;
    memset(&sum, 0, sizeof sum);
    const tmPose3 here = {{0, 0, 0}, {1, 0, 0, 0}};
    weigh(shape, here, density, &sum);
    double s[3][3];
    tmi_second_matrix(sum.mass.second, s);
    double trace = s[0][0] + s[1][1] + s[2][2];
    if (!(sum.mass.volume + trace <= 1e300)) {
        return TM_ERR_NOT_FINITE;
    }
    mass->volume = sum.volume.volume;
    mass->mass = sum.mass.volume;
    mass->centre = sum.mass.volume > 0.0 ? sum.mass.centre : sum.volume.centre;
    mass->error = sum.error;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            mass->inertia[i][j] =
                (i == j ? s[(i + 1) % 3][(i + 1) % 3] + s[(i + 2) % 3][(i + 2) % 3] : -s[i][j]);
        }
    }
    return TM_OK;
}
