/* moments.c: moments of solids: moved, added, and integrated over triangles. */
#include "define/geometry/moments/moments.h"
#include "base/base.h"

void tmi_second_matrix(const double second[6], double matrix[3][3]) {
    static const int place[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            matrix[i][j] = second[place[i][j]];
        }
    }
}

static void second_from_matrix(double matrix[3][3], double second[6]) {
    second[0] = matrix[0][0];
    second[1] = matrix[1][1];
    second[2] = matrix[2][2];
    second[3] = matrix[1][2];
    second[4] = matrix[2][0];
    second[5] = matrix[0][1];
}

/* second += factor d d^T. */
static void add_square(double second[6], double factor, tmVec3 d) {
    second[0] += factor * (d.x * d.x);
    second[1] += factor * (d.y * d.y);
    second[2] += factor * (d.z * d.z);
    second[3] += factor * (d.y * d.z);
    second[4] += factor * (d.z * d.x);
    second[5] += factor * (d.x * d.y);
}

tmiMoments tmi_moments_moved(const tmiMoments *moments, tmPose3 pose) {
    /* R S R^T: turn the columns of S, then the columns of the transpose of that. */
    double m[3][3];
    tmi_second_matrix(moments->second, m);
    for (int pass = 0; pass < 2; pass++) {
        double turned[3][3];
        for (int j = 0; j < 3; j++) {
            tmVec3 column = tmi_quat_turn(pose.rotation, tmi_vec(m[0][j], m[1][j], m[2][j]));
            turned[j][0] = column.x; /* transposed at once */
            turned[j][1] = column.y;
            turned[j][2] = column.z;
        }
        for (int i = 0; i < 9; i++) {
            m[i / 3][i % 3] = turned[i / 3][i % 3];
        }
    }
    tmiMoments moved = {moments->volume, tmi_pose_apply(pose, moments->centre), {0}};
    second_from_matrix(m, moved.second);
    return moved;
}

tmiMoments tmi_moments_sum(const tmiMoments *a, const tmiMoments *b) {
    double volume = a->volume + b->volume;
    if (!(volume > 0.0)) {
        return *a;
    }
    double part = b->volume / volume;
    tmVec3 apart = tmi_vec_sub(b->centre, a->centre);
    tmiMoments sum = {volume, tmi_vec_along(a->centre, part, apart), {0}};
    for (int i = 0; i < 6; i++) {
        sum.second[i] = a->second[i] + b->second[i];
    }
    /* Both parallel axes at once: the reduced mass at the distance of the centres. */
    add_square(sum.second, a->volume * part, apart);
    return sum;
}

tmiMoments tmi_moments_scaled(const tmiMoments *moments, double factor) {
    tmiMoments scaled = *moments;
    scaled.volume *= factor;
    for (int i = 0; i < 6; i++) {
        scaled.second[i] *= factor;
    }
    return scaled;
}

/* Tetrahedra from the origin to each triangle, with signs: [EB] and the same integrals as [MI].
 *   v       six times the volume, a . (b x c)
 *   24 times the first moment: v (a + b + c)
 *   120 times the second: v (a a^T + b b^T + c c^T + s s^T), s = a + b + c
 * The origin is in the middle of the points, so that a mesh far away loses nothing; sums are
 * compensated, so that many triangles do not either. */
tmiMoments tmi_moments_of_mesh(const tmVec3 *points, const int32_t *triangles, int32_t count) {
    tmiSum sums[10] = {{0}};
    tmVec3 low = count ? points[triangles[0]] : tmi_vec(0, 0, 0);
    tmVec3 high = low;
    for (int32_t i = 0; i < 3 * count; i++) {
        low = tmi_vec_min(low, points[triangles[i]]);
        high = tmi_vec_max(high, points[triangles[i]]);
    }
    tmVec3 o = tmi_vec_along(low, 0.5, tmi_vec_sub(high, low));
    for (int32_t i = 0; i < count; i++) {
        tmVec3 a = tmi_vec_sub(points[triangles[3 * i]], o);
        tmVec3 b = tmi_vec_sub(points[triangles[3 * i + 1]], o);
        tmVec3 c = tmi_vec_sub(points[triangles[3 * i + 2]], o);
        tmVec3 s = tmi_vec_add(tmi_vec_add(a, b), c);
        double v = tmi_vec_dot(a, tmi_vec_cross(b, c));
        double second[6] = {0};
        add_square(second, v, a);
        add_square(second, v, b);
        add_square(second, v, c);
        add_square(second, v, s);
        tmi_sum_add(&sums[0], v);
        tmi_sum_add(&sums[1], v * s.x);
        tmi_sum_add(&sums[2], v * s.y);
        tmi_sum_add(&sums[3], v * s.z);
        for (int j = 0; j < 6; j++) {
            tmi_sum_add(&sums[4 + j], second[j]);
        }
    }
    tmiMoments m = {tmi_sum_value(sums[0]) / 6.0, o, {0}};
    if (m.volume == 0.0) {
        return m;
    }
    tmVec3 first = tmi_vec(tmi_sum_value(sums[1]), tmi_sum_value(sums[2]), tmi_sum_value(sums[3]));
    tmVec3 centre = tmi_vec_scale(first, 1.0 / (24.0 * m.volume));
    for (int j = 0; j < 6; j++) {
        m.second[j] = tmi_sum_value(sums[4 + j]) / 120.0;
    }
    add_square(m.second, -m.volume, centre);
    m.centre = tmi_vec_add(o, centre);
    return m;
}
