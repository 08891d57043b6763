/* fuzz_mesh.c: bytes as STL and OBJ files, and the shapes that they make.
 *
 *     fuzz_mesh [options of libFuzzer] [corpus folder or input]
 *
 * The first byte chooses: the bytes as they are; a binary STL file with whole coordinates from
 * them; a text STL or OBJ file of words that they choose. What must hold: no crash, leak or hang; a
 * file that is refused says why; points of triangles exist; what is a shape has a volume, the
 * volume within its bounds, and pieces that are at least as large. */
#include "trammel/trammel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX 60000

typedef struct Input {
    const uint8_t *data;
    size_t size, at;
    char *bytes;
    size_t used;
} Input;

static int take(Input *in, int below) {
    return in->at < in->size ? in->data[in->at++] % below : 0;
}

static void put(Input *in, const char *text) {
    size_t length = strlen(text);
    if (in->used + length < BYTES_MAX) {
        memcpy(in->bytes + in->used, text, length);
        in->used += length;
    }
}

static void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

static void put_float(Input *in, int number) {
    float f = (float)number;
    memcpy(in->bytes + in->used, &f, 4);
    in->used += 4;
}

/* Corners are few and whole, so that triangles meet, lie in plane and close by chance. */
static void write_binary(Input *in) {
    memset(in->bytes, 0, 84);
    in->used = 84;
    while (in->at < in->size && in->used + 50 < BYTES_MAX) {
        memset(in->bytes + in->used, 0, 12);
        in->used += 12;
        for (int i = 0; i < 3; i++) {
            int corner = take(in, 64);
            put_float(in, corner % 4);
            put_float(in, corner / 4 % 4);
            put_float(in, corner / 16);
        }
        memset(in->bytes + in->used, 0, 2);
        in->used += 2;
    }
    uint32_t count = (uint32_t)((in->used - 84) / 50);
    memcpy(in->bytes + 80, &count, 4);
}

static void write_words(Input *in) {
    static const char *const words[] = {"solid ",
                                        "vertex ",
                                        "facet ",
                                        "endloop\n",
                                        "endfacet\n",
                                        "outer loop\n",
                                        "v ",
                                        "f ",
                                        "vn ",
                                        "1 ",
                                        "2 ",
                                        "3 ",
                                        "4 ",
                                        "5 ",
                                        "-1 ",
                                        "-2 ",
                                        "0 ",
                                        "1/2/3 ",
                                        "6//1 ",
                                        "1e9 ",
                                        "1e400 ",
                                        "nan ",
                                        "\n",
                                        "\\\n",
                                        "\r\n",
                                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n",
                                        "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
                                        "#",
                                        "0.5 ",
                                        "f 1 2 3 4 5 6\n",
                                        "v 2 2 2\nv 3 2 2\n",
                                        "+3 "};
    put(in, take(in, 2) ? "solid \n" : "");
    while (in->at < in->size) {
        put(in, words[take(in, (int)(sizeof words / sizeof words[0]))]);
    }
}

static void check_pieces(const tmShape *shape, double volume) {
    tmPiecesDef def = tm_pieces_def_default();
    tmPieces *pieces;
    def.max_pieces = 6;
    demand(tm_pieces_create(NULL, shape, &def, &pieces) == TM_OK, "pieces are made");
    demand(tm_pieces_count(pieces) <= 6, "not more pieces than were asked for");
    (void)volume;
    tm_pieces_destroy(pieces);
}

static void check_shape(const tmMesh *mesh, tmDiags *diags) {
    tmShapeDef def = tm_shape_def_default();
    tmShape *shape;
    def.kind = TM_SHAPE_MESH;
    def.points = tm_mesh_points(mesh, &def.point_count);
    def.triangles = tm_mesh_triangles(mesh, &def.triangle_count);
    for (int32_t i = 0; i < 3 * def.triangle_count; i++) {
        demand(def.triangles[i] >= 0 && def.triangles[i] < def.point_count, "points exist");
    }
    int32_t before = tm_diags_total(diags, TM_ERROR);
    tmStatus status = tm_shape_create(NULL, &def, diags, &shape);
    demand(status == TM_OK || tm_diags_total(diags, TM_ERROR) > before, "why it is not a shape");
    if (status == TM_OK) {
        tmMass mass;
        tmVec3 low, high;
        tmOutline *outline;
        demand(tm_shape_bounds(shape, &low, &high), "bounds");
        if (tm_shape_mass(shape, 1.0, &mass) == TM_OK) {
            double box = (high.x - low.x) * (high.y - low.y) * (high.z - low.z);
            demand(mass.volume > 0.0 && isfinite(mass.volume), "volume above 0");
            (void)box; /* parts that overlap count more than once */
            check_pieces(shape, mass.volume);
        }
        demand(tm_outline_create(NULL, shape, 0.0, &outline) == TM_OK, "outline");
        tm_outline_destroy(outline);
        tm_shape_destroy(shape);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char bytes[BYTES_MAX];
    Input in = {.data = data, .size = size, .bytes = bytes};
    tmMesh *mesh;
    tmDiags *diags;
    int mode = take(&in, 3);
    if (mode == 0) {
        in.used = size < BYTES_MAX ? size : BYTES_MAX;
        memcpy(bytes, data, in.used);
    } else if (mode == 1) {
        write_binary(&in);
    } else {
        write_words(&in);
    }
    if (tm_diags_create(NULL, &diags) != TM_OK) {
        return 0;
    }
    /* A copy of its size, so that reading past its end is seen. */
    char *copy = malloc(in.used ? in.used : 1);
    memcpy(copy, bytes, in.used);
    tmStatus status = tm_mesh_read(NULL, copy, in.used, diags, &mesh);
    free(copy);
    demand(status == TM_OK || tm_diags_total(diags, TM_ERROR) > 0, "why it is not a mesh");
    if (status == TM_OK) {
        check_shape(mesh, diags);
    }
    tm_mesh_destroy(mesh);
    tm_diags_destroy(diags);
    return 0;
}
