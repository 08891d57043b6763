/* sort.c: heap sort of points. */
#include "define/geometry/point/point.h"

static bool comes_before(tmVec3 a, tmVec3 b) {
    return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z)));
}

static void sift(tmVec3 *points, int32_t at, int32_t count) {
    for (int32_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
        child += child + 1 < count && comes_before(points[child], points[child + 1]) ? 1 : 0;
        if (!comes_before(points[at], points[child])) {
            return;
        }
        tmVec3 kept = points[at];
        points[at] = points[child];
        points[child] = kept;
    }
}

void tmi_sort_points(tmVec3 *points, int32_t count) {
    for (int32_t i = count / 2; i-- > 0;) {
        sift(points, i, count);
    }
    for (int32_t last = count - 1; last > 0; last--) {
        tmVec3 kept = points[0];
        points[0] = points[last];
        points[last] = kept;
        sift(points, 0, last);
    }
}
