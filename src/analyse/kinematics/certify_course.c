/* certify_course.c: the only motion of a mechanism with one freedom left, as a direction and as a
 * way along which nothing is singular. */
#include "analyse/kinematics/certify.h"

#include <math.h>
#include <string.h>

void tmi_certify_middle(const tmiCertifier *c, int32_t b, double *x, double *y) {
    const tmPose *p = &c->poses[b];
    *x = p->x + (p->c * c->blocks[b].x - p->s * c->blocks[b].y);
    *y = p->y + (p->s * c->blocks[b].x + p->c * c->blocks[b].y);
}

/* Of the motions n = h - A J h that change no row, the entry of unknown i for a unit h_i: the only
 * motion is longest where this is. */
static double own_share(const tmiCertifier *c, int32_t i) {
    double sum = 1.0;
    for (int32_t j = 0; j < c->rows; j++) {
        sum -= c->inverse[(ptrdiff_t)i * c->rows + j] * c->jacobian[(ptrdiff_t)j * c->unknowns + i];
    }
    return sum;
}

/* A motion that the only one has a good part of, into c->moved. */
static void guess_course(tmiCertifier *c) {
    int32_t most = 0;
    double share = -1.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        double own = own_share(c, i);
        most = own > share ? i : most;
        share = own > share ? own : share;
    }
    memset(c->moved, 0, sizeof(double) * (size_t)c->unknowns);
    c->moved[most] = 1.0;
}

void tmi_certify_course(tmiCertifier *c, bool fresh) {
    if (fresh) {
        guess_course(c);
    } else {
        memcpy(c->moved, c->course, sizeof(double) * (size_t)c->unknowns);
    }
    for (int32_t j = 0; j < c->rows; j++) { /* J h, into row_bend as scratch */
        c->row_bend[j] = 0.0;
        for (int32_t i = 0; i < c->unknowns; i++) {
            c->row_bend[j] += c->jacobian[(ptrdiff_t)j * c->unknowns + i] * c->moved[i];
        }
    }
    double most = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        double sum = c->moved[i];
        for (int32_t j = 0; j < c->rows; j++) {
            sum -= c->inverse[(ptrdiff_t)i * c->rows + j] * c->row_bend[j];
        }
        c->course[i] = sum;
        most = fabs(sum) > most ? fabs(sum) : most;
    }
    for (int32_t i = 0; i < c->unknowns; i++) {
        c->course[i] = most > 0.0 ? c->course[i] / most : 0.0;
    }
}

double tmi_certify_course_swing(const tmiCertifier *c) {
    double most = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        bool counts = i % 3 != 2 || !c->blocks[i / 3].is_wheel;
        most = counts && fabs(c->course[i]) > most ? fabs(c->course[i]) : most;
    }
    return most;
}

void tmi_certify_course_point(const tmiCertifier *c, int32_t body, double x, double y,
                              double velocity[2]) {
    int32_t b = c->block_of[body];
    if (b >= 0) {
        const double *v = &c->course[3 * b];
        double mx, my;
        tmi_certify_middle(c, b, &mx, &my);
        velocity[0] = c->size * v[0] - v[2] * (y - my);
        velocity[1] = c->size * v[1] + v[2] * (x - mx);
    }
}

double tmi_certify_course_part(tmiCertifier *c, double h, const double *values) {
    for (int32_t i = 0; i < c->unknowns; i++) {
        c->rate[i] = fabs(h * c->course[i]);
    }
    tmi_certify_find_box(c, values);
    return c->part;
}

void tmi_certify_course_move(const tmiCertifier *c, double h, tmPose *poses) {
    for (int32_t b = 0; b < c->block_count; b++) {
        const tmiCertifyBlock *block = &c->blocks[b];
        const double *v = &c->course[3 * b];
        tmPose *p = &poses[block->body];
        double mx, my, half = 0.5 * h * v[2], inverse = 1.0 / (1.0 + half * half);
        tmi_certify_middle(c, b, &mx, &my);
        double turn_c = (1.0 - half * half) * inverse, turn_s = 2.0 * half * inverse;
        double nc = p->c * turn_c - p->s * turn_s, ns = p->s * turn_c + p->c * turn_s;
        *p = (tmPose){mx + h * c->size * v[0] - (nc * block->x - ns * block->y),
                      my + h * c->size * v[1] - (ns * block->x + nc * block->y), nc, ns};
    }
}
