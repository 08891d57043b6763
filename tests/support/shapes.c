#include "shapes.h"
#include "test.h"

#include <math.h>

tmShapeDef shape_def(tmShapeKind kind, double a, double b, double c, double d, double e) {
    tmShapeDef def = tm_shape_def_default();
    const double sizes[TM_SHAPE_SIZES] = {a, b, c, d, e};
    def.kind = kind;
    for (int i = 0; i < TM_SHAPE_SIZES; i++) {
        def.size[i] = sizes[i];
    }
    return def;
}

tmPose3 random_pose(uint64_t *seed, double size) {
    tmPose3 pose = {{test_uniform(seed, -size, size), test_uniform(seed, -size, size),
                     test_uniform(seed, -size, size)},
                    {0, 0, 0, 0}};
    double q[4], length = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = test_uniform(seed, -1.0, 1.0);
        length += q[i] * q[i];
    }
    length = sqrt(length);
    pose.rotation = (tmQuat){q[0] / length, q[1] / length, q[2] / length, q[3] / length};
    return pose;
}

tmVec3 apply_pose(tmPose3 pose, tmVec3 p) {
    double w = pose.rotation.w, x = pose.rotation.x, y = pose.rotation.y, z = pose.rotation.z;
    return (tmVec3){pose.position.x + (1 - 2 * (y * y + z * z)) * p.x + 2 * (x * y - w * z) * p.y +
                        2 * (x * z + w * y) * p.z,
                    pose.position.y + 2 * (x * y + w * z) * p.x + (1 - 2 * (x * x + z * z)) * p.y +
                        2 * (y * z - w * x) * p.z,
                    pose.position.z + 2 * (x * z - w * y) * p.x + 2 * (y * z + w * x) * p.y +
                        (1 - 2 * (x * x + y * y)) * p.z};
}

void star_polygon(uint64_t *seed, tmVec3 *points, int count, tmVec3 middle, double radius,
                  double min) {
    for (int i = 0; i < count; i++) {
        double angle = 2.0 * 3.14159265358979 * (i + test_uniform(seed, 0.0, 0.9)) / count;
        double r = radius * test_uniform(seed, min, 1.0);
        points[i] = (tmVec3){middle.x + r * cos(angle), middle.y + r * sin(angle), 0.0};
    }
}

double polygon_area(const tmVec3 *points, int count) {
    double twice = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        tmVec3 o = points[0], a = points[i], b = points[i + 1];
        twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return 0.5 * twice;
}

#define CLIPPED_MAX 4000

double common_area(const tmVec3 *a, int a_count, const tmVec3 *b, int b_count) {
    static tmVec3 now[CLIPPED_MAX], next[CLIPPED_MAX];
    int count = a_count;
    for (int i = 0; i < a_count; i++) {
        now[i] = a[i];
    }
    for (int e = 0; e < b_count && count > 0; e++) {
        tmVec3 p = b[e], q = b[(e + 1) % b_count];
        int kept = 0;
        for (int i = 0; i < count; i++) {
            tmVec3 u = now[i], v = now[(i + 1) % count];
            double du = (q.x - p.x) * (u.y - p.y) - (q.y - p.y) * (u.x - p.x);
            double dv = (q.x - p.x) * (v.y - p.y) - (q.y - p.y) * (v.x - p.x);
            if (du >= 0.0) {
                next[kept++] = u;
            }
            if ((du > 0.0 && dv < 0.0) || (du < 0.0 && dv > 0.0)) {
                double part = du / (du - dv);
                next[kept++] = (tmVec3){u.x + part * (v.x - u.x), u.y + part * (v.y - u.y), 0.0};
            }
        }
        count = kept;
        for (int i = 0; i < count; i++) {
            now[i] = next[i];
        }
    }
    return count < 3 ? 0.0 : polygon_area(now, count);
}

tmShapeDef mesh_def(const tmMesh *mesh) {
    tmShapeDef def = shape_def(TM_SHAPE_MESH, 0, 0, 0, 0, 0);
    def.points = tm_mesh_points(mesh, &def.point_count);
    def.triangles = tm_mesh_triangles(mesh, &def.triangle_count);
    return def;
}
