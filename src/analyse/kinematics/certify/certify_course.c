/* certify_course.c: the only motion of a mechanism with one freedom left, as a direction, and as a
 * path along which nothing is singular. */
#include "analyse/kinematics/certify/certify.h"

#include <math.h>
#include <string.h>

void tmi_certify_middle(const tmiCertifier *c, int32_t b, double *x, double *y) {
    const tmPose *p = &c->poses[b];
    *x = p->x + (p->c * c->blocks[b].x - p->s * c->blocks[b].y);
    *y = p->y + (p->s * c->blocks[b].x + p->c * c->blocks[b].y);
}

/* The sense of the motion z: that of the last course, or of the largest component of z. */
static double way_of(const tmiCertifier *c, const double *z, bool fresh) {
    double along = 0.0, max = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        along += z[i] * c->course[i];
        max = fabs(z[i]) > fabs(max) ? z[i] : max;
    }
    return (fresh ? max : along) < 0.0 ? -fabs(max) : fabs(max);
}

/* The rows are R^T Q^T, of rank one less than the number of unknowns: the last column of Q is
 * orthogonal to all of them. */
void tmi_certify_course(tmiCertifier *c, bool fresh) {
    double *z = c->moved;
    memset(z, 0, sizeof(double) * (size_t)c->unknowns);
    z[c->unknowns - 1] = 1.0;
    if (tmi_qr_apply_q(&c->qr, tmi_matrix(z, c->unknowns, 1), c->work) != TM_OK) {
        return; /* then z is zero, as it was before: finite factors keep lengths */
    }
    double way = way_of(c, z, fresh);
    for (int32_t i = 0; i < c->unknowns; i++) {
        c->course[i] = z[i] / way;
    }
}

double tmi_certify_course_swing(const tmiCertifier *c) {
    double max = 0.0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        bool counts = i % 3 != 2 || !c->blocks[i / 3].is_wheel;
        max = counts && fabs(c->course[i]) > max ? fabs(c->course[i]) : max;
    }
    return max;
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
    if (!tmi_certify_get_ready(c)) {
        return -1.0;
    }
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
