/* mesh.c: the owner of a mesh, points that coincide, and its edges. */
#include "define/geometry/mesh/mesh.h"

#include <string.h>

tmMesh *tmi_mesh_open(tmAllocator allocator) {
    tmiArena arena;
    tmi_arena_init(&arena, allocator);
    tmMesh *mesh = tmi_arena_alloc(&arena, 1, sizeof *mesh);
    if (mesh) {
        mesh->arena = arena;
    }
    return mesh;
}

void tm_mesh_destroy(tmMesh *mesh) {
    if (mesh) {
        tmiArena arena = mesh->arena;
        tmi_arena_clear(&arena);
    }
}

const tmVec3 *tm_mesh_points(const tmMesh *mesh, int32_t *count) {
    if (count) {
        *count = mesh ? mesh->data.point_count : 0;
    }
    return mesh ? mesh->data.points : NULL;
}

const int32_t *tm_mesh_triangles(const tmMesh *mesh, int32_t *count) {
    if (count) {
        *count = mesh ? mesh->data.triangle_count : 0;
    }
    return mesh ? mesh->data.triangles : NULL;
}

/* ---- Hashing ------------------------------------------------------------------------------- */

/* Places of items by their hash; -1: free. At most half full. */
typedef struct Table {
    int32_t *slots;
    size_t mask;
} Table;

static tmStatus table_open(Table *table, tmAllocator allocator, int32_t items) {
    size_t size = 16, bytes;
    while (size < 2 * (size_t)items) {
        size *= 2;
    }
    table->mask = size - 1;
    table->slots = tmi_size_multiply(size, sizeof(int32_t), &bytes)
                       ? tmi_resize(allocator, NULL, 0, bytes)
                       : NULL;
    if (table->slots) {
        memset(table->slots, 0xff, bytes);
    }
    return table->slots ? TM_OK : TM_ERR_MEMORY;
}

static void table_close(Table *table, tmAllocator allocator) {
    tmi_free(allocator, table->slots, (table->mask + 1) * sizeof(int32_t));
}

/* The finaliser of splitmix64. */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t hash_point(tmVec3 p) {
    double xyz[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 becomes 0 */
    uint64_t bits[3];
    memcpy(bits, xyz, sizeof bits);
    return mix(bits[0] + mix(bits[1] + mix(bits[2])));
}

tmStatus tmi_mesh_merge(tmAllocator allocator, tmiMeshData *data) {
    Table table;
    size_t bytes = (size_t)data->point_count * sizeof(int32_t);
    int32_t *places = tmi_resize(allocator, NULL, 0, bytes ? bytes : 1);
    if (!places || table_open(&table, allocator, data->point_count) != TM_OK) {
        tmi_free(allocator, places, bytes ? bytes : 1);
        return TM_ERR_MEMORY;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < data->point_count; i++) {
        tmVec3 p = data->points[i];
        size_t slot = (size_t)hash_point(p) & table.mask;
        while (table.slots[slot] >= 0 && !tmi_vec_equal(data->points[table.slots[slot]], p)) {
            slot = (slot + 1) & table.mask;
        }
        if (table.slots[slot] < 0) {
            table.slots[slot] = kept;
            data->points[kept++] = p;
        }
        places[i] = table.slots[slot];
    }
    for (int32_t i = 0; i < 3 * data->triangle_count; i++) {
        data->triangles[i] = places[data->triangles[i]];
    }
    data->point_count = kept;
    table_close(&table, allocator);
    tmi_free(allocator, places, bytes ? bytes : 1);
    return TM_OK;
}

int32_t tmi_mesh_drop_flat(tmiMeshData *data) {
    int32_t kept = 0;
    for (int32_t i = 0; i < data->triangle_count; i++) {
        int32_t a = data->triangles[3 * i], b = data->triangles[3 * i + 1],
                c = data->triangles[3 * i + 2];
        if (a != b && b != c && c != a) {
            data->triangles[3 * kept] = a;
            data->triangles[3 * kept + 1] = b;
            data->triangles[3 * kept++ + 2] = c;
        }
    }
    int32_t dropped = data->triangle_count - kept;
    data->triangle_count = kept;
    return dropped;
}

/* ---- Edges --------------------------------------------------------------------------------- */

static void count_edge(tmiMeshEdge *edges, int32_t *count, const Table *table, int32_t a, int32_t b,
                       int32_t triangle) {
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    size_t slot = (size_t)mix(((uint64_t)(uint32_t)low << 32) | (uint32_t)high) & table->mask;
    for (;; slot = (slot + 1) & table->mask) {
        int32_t place = table->slots[slot];
        if (place < 0) {
            place = table->slots[slot] = (*count)++;
            edges[place] = (tmiMeshEdge){low, high, 0, 0, -1, -1};
        }
        tmiMeshEdge *e = &edges[place];
        if (e->low == low && e->high == high) {
            if (a < b) {
                e->up_triangle = e->up++ ? e->up_triangle : triangle;
            } else {
                e->down_triangle = e->down++ ? e->down_triangle : triangle;
            }
            return;
        }
    }
}

tmStatus tmi_mesh_edges(tmiArena *arena, const tmiMeshData *data, tmiMeshEdge **edges,
                        int32_t *count) {
    Table table;
    *count = 0;
    *edges = tmi_arena_alloc(arena, 3 * (size_t)data->triangle_count, sizeof **edges);
    if (!*edges || table_open(&table, arena->allocator, 3 * data->triangle_count) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < data->triangle_count; i++) {
        const int32_t *t = &data->triangles[3 * i];
        for (int j = 0; j < 3; j++) {
            count_edge(*edges, count, &table, t[j], t[(j + 1) % 3], i);
        }
    }
    table_close(&table, arena->allocator);
    return TM_OK;
}
