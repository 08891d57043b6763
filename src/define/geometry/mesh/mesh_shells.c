/* mesh_shells.c: shells of a mesh whose volume has the wrong sign: inside out though nothing is
 * around them, or within another one without being its cavity. What is inside of the others at a
 * point of a shell follows from the solid angle that they fill there. */
#include "define/geometry/mesh/mesh.h"
#include "numeric/numeric.h"

/* Solid angles that are examined, so that meshes of very many shells end. */
#define ANGLES_MAX 20000000

/* How far a count of turns may be from a whole number [1]; a point on another shell is near no
 * whole number, and is not reported. */
#define WHOLE 0.01

typedef struct Shell {
    tmVec3 low, high, point;
    double volume;
    int32_t count; /* of its triangles */
} Shell;

static void unite(const tmiMeshData *data, int32_t *parent) {
    for (int32_t i = 0; i < data->point_count; i++) {
        parent[i] = i;
    }
    for (int32_t i = 0; i < 3 * data->triangle_count; i++) {
        int32_t a = tmi_root_of(parent, data->triangles[i - i % 3]);
        int32_t b = tmi_root_of(parent, data->triangles[i]);
        parent[a < b ? b : a] = a < b ? a : b;
    }
}

static tmVec3 corner(const tmiMeshData *data, int32_t triangle, int k) {
    return data->points[data->triangles[3 * triangle + k]];
}

/* Six times the volume between a triangle and a point. */
static double triple(tmVec3 a, tmVec3 b, tmVec3 c) {
    return tmi_vec_dot(a, tmi_vec_cross(b, c));
}

/* Shells by their lowest point; those of other points have no triangles. */
static void measure(const tmiMeshData *data, int32_t *parent, Shell *shells) {
    for (int32_t i = 0; i < data->triangle_count; i++) {
        Shell *shell = &shells[tmi_root_of(parent, data->triangles[3 * i])];
        if (shell->count++ == 0) {
            shell->point = shell->low = shell->high = corner(data, i, 0);
        }
        tmVec3 arms[3];
        for (int k = 0; k < 3; k++) {
            shell->low = tmi_vec_min(shell->low, corner(data, i, k));
            shell->high = tmi_vec_max(shell->high, corner(data, i, k));
            arms[k] = tmi_vec_sub(corner(data, i, k), shell->point);
        }
        shell->volume += triple(arms[0], arms[1], arms[2]);
    }
}

static bool holds(const Shell *shell, tmVec3 p) {
    return shell->count > 0 && shell->low.x <= p.x && p.x <= shell->high.x && shell->low.y <= p.y &&
           p.y <= shell->high.y && shell->low.z <= p.z && p.z <= shell->high.z;
}

/* How often all other shells are around the point of this one. */
static double turns_around(const tmiMeshData *data, int32_t *parent, const Shell *shells,
                           int32_t own) {
    double sum = 0.0;
    tmVec3 p = shells[own].point;
    for (int32_t i = 0; i < data->triangle_count; i++) {
        int32_t root = tmi_root_of(parent, data->triangles[3 * i]);
        if (root == own || !holds(&shells[root], p)) {
            continue;
        }
        tmVec3 a = tmi_vec_sub(corner(data, i, 0), p), b = tmi_vec_sub(corner(data, i, 1), p),
               c = tmi_vec_sub(corner(data, i, 2), p);
        double la = tmi_vec_length(a), lb = tmi_vec_length(b), lc = tmi_vec_length(c);
        double across =
            la * lb * lc + tmi_vec_dot(a, b) * lc + tmi_vec_dot(b, c) * la + tmi_vec_dot(c, a) * lb;
        sum += tmi_atan2(triple(a, b, c), across); /* half the solid angle */
    }
    return sum / (2.0 * TMI_PI);
}

static void find(const tmiMeshData *data, int32_t *parent, const Shell *shells, tmiShells *found) {
    int64_t left = ANGLES_MAX;
    int32_t count = 0;
    for (int32_t i = 0; i < data->point_count; i++) {
        count += shells[i].count > 0 ? 1 : 0;
    }
    for (int32_t i = 0; i < data->point_count && count > 1 && left > 0; i++) {
        if (shells[i].count == 0) {
            continue;
        }
        left -= data->triangle_count;
        double turns = turns_around(data, parent, shells, i), whole = floor(turns + 0.5);
        bool is_cavity = shells[i].volume < 0.0;
        if (fabs(turns - whole) > WHOLE || whole == (is_cavity ? 1.0 : 0.0)) {
            continue;
        }
        int kind = is_cavity ? TMI_SHELL_INSIDE_OUT : TMI_SHELL_WITHIN;
        if (found->count[kind]++ == 0) {
            found->first[kind] = shells[i].point;
        }
    }
}

tmStatus tmi_mesh_shells(tmAllocator allocator, const tmiMeshData *data, tmiShells *found) {
    size_t count = (size_t)data->point_count;
    *found = (tmiShells){.count = {0}};
    int32_t *parent = tmi_resize(allocator, NULL, 0, count * sizeof *parent);
    Shell *shells = parent ? tmi_alloc_zero(allocator, count * sizeof *shells) : NULL;
    if (shells) {
        unite(data, parent);
        measure(data, parent, shells);
        find(data, parent, shells, found);
    }
    tmStatus status = shells ? TM_OK : TM_ERR_MEMORY;
    tmi_free(allocator, shells, shells ? count * sizeof *shells : 0);
    tmi_free(allocator, parent, parent ? count * sizeof *parent : 0);
    return status;
}
