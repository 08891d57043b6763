/* pieces.c: what engines ask of scenes. It needs nothing else, so that a library that is opened at
 * run time can have it, too. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RIGHT_ANGLE 1e-12 /* of corners of rectangles, as part of their sides */

void con_need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_contact: %s failed\n", what);
        exit(1);
    }
}

bool con_piece_box(const conPiece *piece, conBox *box) {
    if (piece->count != 4 || piece->radius > 0.0) {
        return false;
    }
    const double(*c)[2] = (const double(*)[2])piece->corners;
    double a[2] = {c[1][0] - c[0][0], c[1][1] - c[0][1]};
    double b[2] = {c[2][0] - c[1][0], c[2][1] - c[1][1]};
    double d[2] = {c[3][0] - c[2][0], c[3][1] - c[2][1]};
    double la = hypot(a[0], a[1]);
    double lb = hypot(b[0], b[1]);
    if (fabs(a[0] * b[0] + a[1] * b[1]) > RIGHT_ANGLE * la * lb ||
        hypot(a[0] + d[0], a[1] + d[1]) > RIGHT_ANGLE * la) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        box->centre[k] = 0.5 * (c[0][k] + c[2][k]);
    }
    box->half[0] = 0.5 * la;
    box->half[1] = 0.5 * lb;
    box->angle = atan2(a[1], a[0]);
    return true;
}

double con_smallest(const conScene *scene) {
    double smallest = INFINITY;
    for (int i = 0; i < scene->body_count; i++) {
        if (!scene->bodies[i].is_fixed) {
            smallest = fmin(smallest, scene->bodies[i].size);
        }
    }
    return smallest;
}
