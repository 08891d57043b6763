/* mesh_axes.c: axes along which most of a mesh's surface lies. */
#include "define/geometry/mesh/mesh.h"

/* Maximum directions that are tried: those of the largest triangles. */
#define TRIED 48

/* Normals this near to a direction count for it; this far from it, they are across [1]. */
#define NORMALS_ALONG 0.999999
#define NORMALS_ACROSS 1e-3

/* Other axes must have this much more surface than x, y, z, otherwise these are kept [1]. */
#define MUCH_MORE 1.05

static tmVec3 normal_of(const tmiMeshData *data, int32_t triangle) {
    return tmi_triangle_normal(data->points, &data->triangles[3 * triangle]);
}

/* Surface that faces along one of the three directions, either way. */
static double surface_along(const tmiMeshData *data, const tmVec3 *axes, int count) {
    double sum = 0.0;
    for (int32_t i = 0; i < data->triangle_count; i++) {
        tmVec3 n = normal_of(data, i);
        double size = tmi_vec_length(n);
        for (int k = 0; k < count; k++) {
            sum += fabs(tmi_vec_dot(n, axes[k])) > NORMALS_ALONG * size ? size : 0.0;
        }
    }
    return sum;
}

/* The normals of the largest triangles that do not face the same way as another of them. */
static int list_directions(const tmiMeshData *data, tmVec3 *directions) {
    int count = 0;
    for (int32_t i = 0; i < data->triangle_count; i++) {
        tmVec3 n = normal_of(data, i);
        double size = tmi_vec_length(n), min = 0.0;
        int place = count;
        for (int k = 0; k < count; k++) {
            double other = tmi_vec_length(directions[k]);
            if (fabs(tmi_vec_dot(n, directions[k])) > NORMALS_ALONG * size * other) {
                place = size > other ? k : -1;
                break;
            }
            if (count == TRIED && (k == 0 || other < min)) {
                min = other;
                place = k;
            }
        }
        if (place >= 0 && (place < count ? size > tmi_vec_length(directions[place]) : true) &&
            size > 0.0) {
            directions[place] = n;
            count += place == count ? 1 : 0;
        }
    }
    return count;
}

static bool best_of(const tmiMeshData *data, const tmVec3 *directions, int count,
                    const tmVec3 *across, tmVec3 *best) {
    double max = 0.0;
    for (int k = 0; k < count; k++) {
        tmVec3 d = tmi_vec_unit(directions[k]);
        if (across && fabs(tmi_vec_dot(d, *across)) > NORMALS_ACROSS) {
            continue;
        }
        double surface = surface_along(data, &d, 1);
        if (surface > max) {
            max = surface;
            *best = d;
        }
    }
    return max > 0.0;
}

tmiAxes tmi_mesh_axes(const tmiMeshData *data) {
    const tmiAxes plain = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    tmiAxes frame = plain;
    tmVec3 directions[TRIED];
    int count = list_directions(data, directions);
    if (!best_of(data, directions, count, NULL, &frame.axes[0]) ||
        !best_of(data, directions, count, &frame.axes[0], &frame.axes[1])) {
        return plain;
    }
    frame.axes[2] = tmi_vec_unit(tmi_vec_cross(frame.axes[0], frame.axes[1]));
    frame.axes[1] = tmi_vec_cross(frame.axes[2], frame.axes[0]);
    double here = surface_along(data, plain.axes, 3), there = surface_along(data, frame.axes, 3);
    return there > MUCH_MORE * here ? frame : plain;
}
