/* fuzz_shapes.c: polygons with holes, hulls and other shapes from any numbers.
 *
 *     fuzz_shapes [options of libFuzzer] [corpus folder or input]
 *
 * What must hold: no crash, leak or hang; what is refused says why; the pieces of a polygon are
 * convex and have its area; the surface of every shape is a closed mesh. */
#include "trammel/trammel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_MAX 200

typedef struct Input {
    const uint8_t *data;
    size_t size, at;
} Input;

static int take(Input *in, int below) {
    return in->at < in->size ? in->data[in->at++] % below : 0;
}

static void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

/* Whole numbers from a small grid, plain fractions, or any bits at all. */
static double number(Input *in, int mode) {
    if (mode == 0) {
        return take(in, 9) - 4;
    }
    if (mode == 1) {
        return (take(in, 256) - 128) / 16.0 + take(in, 256) / 4096.0;
    }
    uint8_t bytes[8] = {0};
    double any;
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)take(in, 256);
    }
    memcpy(&any, bytes, 8);
    return any;
}

static double lift(void *user, double angle) {
    const double *c = user;
    return c[0] * cos(angle) + c[1] * sin(2 * angle) + c[2];
}

static void check_polygon(const tmPiece *p, double *area) {
    double sum = 0.0, size = 0.0;
    for (int i = 0; i < p->outline_count; i++) {
        tmVec3 o = p->outline[0], a = p->outline[i], b = p->outline[(i + 1) % p->outline_count];
        sum += 0.5 * ((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x));
        size = fmax(size, hypot(a.x - o.x, a.y - o.y));
    }
    for (int i = 0; i < p->outline_count && p->outline_count > 2; i++) {
        tmVec3 a = p->outline[i], b = p->outline[(i + 1) % p->outline_count];
        tmVec3 c = p->outline[(i + 2) % p->outline_count];
        double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        demand(turn >= -1e-9 * size * size, "a piece is convex");
    }
    *area += sum;
}

static void check_shape(const tmShape *shape) {
    tmPieces *pieces;
    tmOutline *outline;
    tmMesh *mesh;
    tmMass mass;
    tmVec3 low, high, far;
    if (tm_shape_mass(shape, 1.0, &mass) != TM_OK || !tm_shape_bounds(shape, &low, &high)) {
        return;
    }
    demand(mass.volume > 0.0, "volume above 0");
    demand(low.x <= high.x && low.y <= high.y && low.z <= high.z, "bounds");
    demand(tm_shape_support(shape, (tmVec3){1, 2, -3}, &far) == TM_OK, "furthest point");
    tmStatus status = tm_pieces_create(NULL, shape, NULL, &pieces);
    demand(status == TM_OK || status == TM_ERR_LIMIT, "pieces");
    if (tm_shape_kind(shape) == TM_SHAPE_PRISM && status == TM_OK) {
        double area = 0.0;
        for (int i = 0; i < tm_pieces_count(pieces); i++) {
            check_polygon(tm_pieces_at(pieces, i), &area);
        }
        double thickness = high.z - low.z, width = high.x - low.x, height = high.y - low.y;
        /* Corners nearer than 1e-11 of the size are seen as one (round.c). */
        double near = 1e-9 * width * height + 1e-10 * (width * width + height * height);
        demand(!(fabs(area - mass.volume / thickness) > near), "pieces have the area");
    }
    tm_pieces_destroy(pieces);
    demand(tm_outline_create(NULL, shape, 0.0, &outline) == TM_OK, "outline");
    tm_outline_destroy(outline);
    demand(tm_mesh_of_shape(NULL, shape, 0.0, &mesh) == TM_OK, "surface");
    tm_mesh_destroy(mesh);
}

/* Fills points and holes. */
static void fill_points(Input *in, tmShapeDef *def, tmVec3 *points, tmVec3 *holes, int32_t *counts,
                        int mode) {
    def->points = points;
    def->point_count = take(in, 40);
    def->hole_points = holes;
    def->holes = counts;
    def->hole_count = take(in, 4);
    for (int i = 0; i < def->point_count; i++) {
        points[i] = (tmVec3){number(in, mode), number(in, mode), 0.0};
        points[i].z = def->kind == TM_SHAPE_LINK ? def->size[2] : 0.0;
        if (def->kind == TM_SHAPE_HULL) {
            points[i].z = number(in, mode);
        }
    }
    for (int i = 0, at = 0; i < def->hole_count; i++) {
        counts[i] = take(in, 10);
        for (int k = 0; k < counts[i]; k++) {
            holes[at++] = (tmVec3){number(in, mode) / 4, number(in, mode) / 4, 0.0};
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const tmShapeKind kinds[] = {TM_SHAPE_PRISM, TM_SHAPE_PRISM, TM_SHAPE_PRISM,
                                        TM_SHAPE_HULL,  TM_SHAPE_HULL,  TM_SHAPE_PLATE,
                                        TM_SHAPE_LINK,  TM_SHAPE_GEAR,  TM_SHAPE_CAM,
                                        TM_SHAPE_CONE,  TM_SHAPE_BAR,   TM_SHAPE_CAPSULE};
    Input in = {.data = data, .size = size};
    tmVec3 points[POINTS_MAX], holes[POINTS_MAX];
    int32_t counts[4];
    double wave[3];
    tmShapeDef def = tm_shape_def_default();
    tmShapePiece piece = tm_shape_piece_default();
    tmShape *shape;
    tmDiags *diags;
    int mode = take(&in, 3);
    def.kind = kinds[take(&in, (int)(sizeof kinds / sizeof kinds[0]))];
    for (int i = 0; i < TM_SHAPE_SIZES; i++) {
        def.size[i] = i == 3 ? 0.35 : fabs(number(&in, mode));
    }
    def.size[0] = def.kind == TM_SHAPE_GEAR && mode < 2 ? take(&in, 60) : def.size[0];
    def.size[4] = 0.0;
    fill_points(&in, &def, points, holes, counts, mode);
    for (int i = 0; i < 3; i++) {
        wave[i] = number(&in, mode) / 8;
    }
    def.lift = lift;
    def.user = wave;
    if (take(&in, 3) == 0) {
        piece.shape = def;
        piece.pose.position.x = number(&in, 1);
        piece.pose.rotation = (tmQuat){0.5, 0.5, -0.5, 0.5};
        def = tm_shape_def_default();
        def.kind = TM_SHAPE_UNION;
        def.pieces = &piece;
        def.piece_count = 1;
    }
    if (tm_diags_create(NULL, &diags) != TM_OK) {
        return 0;
    }
    tmStatus status = tm_shape_create(NULL, &def, diags, &shape);
    demand(status == TM_OK || status == TM_ERR_LIMIT || tm_diags_total(diags, TM_ERROR) > 0,
           "why it is not a shape");
    if (status == TM_OK) {
        check_shape(shape);
    }
    tm_shape_destroy(shape);
    tm_diags_destroy(diags);
    return 0;
}
