/* mesh.h: points and triangles: their owner, their checks. */
#ifndef TMI_MESH_H
#define TMI_MESH_H

#include "base/base.h"
#include "define/geometry/diagnostics/diagnostics.h"
#include "define/geometry/moments/moments.h"

typedef struct tmiMeshData {
    tmVec3 *points;
    int32_t point_count;
    int32_t *triangles; /* three places each */
    int32_t triangle_count;
} tmiMeshData;

struct tmMesh {
    tmiArena arena; /* holds the mesh, too */
    tmiMeshData data;
};

/* Makes an empty mesh; null when memory runs out. */
tmMesh *tmi_mesh_open(tmAllocator allocator);

/* Points that have the same coordinates become one, in the order in which they first come. */
tmStatus tmi_mesh_merge(tmAllocator allocator, tmiMeshData *data);

/* Leaves out triangles that have a point twice; returns how many. */
int32_t tmi_mesh_drop_flat(tmiMeshData *data);

/* What the edges of a mesh are like. */
typedef struct tmiEdgeCounts {
    int32_t single, same, many; /* edges of one triangle; run through twice in one direction; of
                                 * three or more that do not cancel */
    int32_t crowded;            /* of four or more that do */
    int32_t first[4][2];        /* the first edge of each of these */
} tmiEdgeCounts;

/* An edge of a mesh, from its lower to its higher point, with how often triangles run through it
 * upwards and downwards, and the first triangle of each. */
typedef struct tmiMeshEdge {
    int32_t low, high;
    int32_t up, down;
    int32_t up_triangle, down_triangle;
} tmiMeshEdge;

/* Puts all edges, in the order in which they first come, into *edges, of the arena. */
tmStatus tmi_mesh_edges(tmiArena *arena, const tmiMeshData *data, tmiMeshEdge **edges,
                        int32_t *count);

/* Triangles that go through each other: how many pairs, up to `max`; and the first pair. */
typedef struct tmiCrossings {
    int32_t count;
    int32_t first[2];
    bool all; /* false: too much to examine */
} tmiCrossings;
tmStatus tmi_mesh_crossings(tmAllocator allocator, const tmiMeshData *data, int32_t max,
                            tmiCrossings *crossings);

/* Shells whose volume has the wrong sign, where none crosses another: those that are inside out but
 * are not cavities, and those within another; a point of the first of each. */
enum { TMI_SHELL_INSIDE_OUT, TMI_SHELL_WITHIN };
typedef struct tmiShells {
    int32_t count[2];
    tmVec3 first[2];
} tmiShells;
tmStatus tmi_mesh_shells(tmAllocator allocator, const tmiMeshData *data, tmiShells *found);

/* Three axes at right angles. */
typedef struct tmiAxes {
    tmVec3 axes[3];
} tmiAxes;

/* Returns axes that much of the surface lies along: those of the mesh unless others are better. */
tmiAxes tmi_mesh_axes(const tmiMeshData *data);

static inline tmVec3 tmi_axes_in(const tmiAxes *frame, tmVec3 p) {
    return tmi_vec(tmi_vec_dot(frame->axes[0], p), tmi_vec_dot(frame->axes[1], p),
                   tmi_vec_dot(frame->axes[2], p));
}

static inline tmVec3 tmi_axes_out(const tmiAxes *frame, tmVec3 p) {
    return tmi_vec_along(tmi_vec_along(tmi_vec_scale(frame->axes[0], p.x), p.y, frame->axes[1]),
                         p.z, frame->axes[2]);
}

/* Readers. They append to arrays of the arena's allocator and report what is wrong. */
typedef struct tmiMeshReader {
    tmiShapeMaker maker;
    tmAllocator allocator;
    const char *bytes;
    size_t length;
    tmiMeshData data;
    int32_t point_capacity, triangle_capacity; /* triangle_capacity in places, three a triangle */
} tmiMeshReader;

/* Copies the data into a mesh of their size. */
tmStatus tmi_mesh_keep(tmAllocator allocator, const tmiMeshData *data, tmMesh **mesh);

tmStatus tmi_mesh_add_point(tmiMeshReader *reader, tmVec3 point);
tmStatus tmi_mesh_add_triangle(tmiMeshReader *reader, int32_t a, int32_t b, int32_t c);
bool tmi_is_binary_stl(const char *bytes, size_t length);
tmStatus tmi_read_binary_stl(tmiMeshReader *reader);
tmStatus tmi_read_ascii_stl(tmiMeshReader *reader);
tmStatus tmi_read_obj(tmiMeshReader *reader);

/* A text of lines with words between blanks. */
typedef struct tmiLines {
    const char *at, *end; /* of the present line: what is still to be read */
    const char *rest;     /* behind it */
    const char *last;     /* behind the text */
    int32_t line;
} tmiLines;

void tmi_lines_init(tmiLines *lines, const char *bytes, size_t length);
bool tmi_lines_next(tmiLines *lines); /* to the next line; false: there is none */
/* Puts the next word of the line into *word and returns its bytes; 0: there is none. */
int32_t tmi_lines_word(tmiLines *lines, const char **word);
bool tmi_word_is(const char *word, int32_t length, const char *name); /* in any case of letters */
/* Reads a word as a number; false: it is not one. */
bool tmi_word_number(const char *word, int32_t length, double *number);

/* Adds a message about the line, with up to two numbers. */
void tmi_mesh_add_line_diag(tmiMeshReader *reader, const tmiLines *lines, const char *form,
                            int32_t number, int32_t other);
/* Adds the point whose coordinates are the next words; `form` is the message if they are not. */
tmStatus tmi_mesh_read_vertex(tmiMeshReader *reader, tmiLines *lines, const char *form);

#endif
