/* joint_rows.c: a function for each kind of joint, and a table of them.
 *
 * Symbols: P_i point of feature i, r_i from its body's origin to P_i, u_i its direction, all in
 * world axes; hat(v) = v turned by 90 degrees. When the body moves by (dx, dy, dt),
 * dP = (dx, dy) + dt hat(r) and du = dt hat(u): [ME] 2.1.2 with the errata's terms. */
#include "analyse/kinematics/joint/joint.h"

#include "analyse/kinematics/joint/higher_pair.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

tmiFeaturePose tmi_feature_pose(const tmiPlanarFeature *f, tmPose pose) {
    double rx = pose.c * f->x - pose.s * f->y;
    double ry = pose.s * f->x + pose.c * f->y;
    return (tmiFeaturePose){pose.x + rx,
                            pose.y + ry,
                            rx,
                            ry,
                            pose.c * f->c - pose.s * f->s,
                            pose.s * f->c + pose.c * f->s};
}

/* Adds to a row's gradient what it has from g . dP of one feature. */
static void add_point(double gradient[3], const tmiFeaturePose *p, double gx, double gy) {
    gradient[0] += gx;
    gradient[1] += gy;
    gradient[2] += gy * p->rx - gx * p->ry;
}

static int32_t revolute(const tmiFeaturePose *p, double value, double size, double *rows,
                        tmiJointGradient *gradient) {
    (void)value;
    (void)size;
    rows[0] = p[1].x - p[0].x;
    rows[1] = p[1].y - p[0].y;
    if (gradient) {
        for (int axis = 0; axis < 2; axis++) {
            add_point((*gradient)[axis][0], &p[0], axis ? 0.0 : -1.0, axis ? -1.0 : 0.0);
            add_point((*gradient)[axis][1], &p[1], axis ? 0.0 : 1.0, axis ? 1.0 : 0.0);
        }
    }
    return 2;
}

/* hat(u_a) . (P_b - P_a) = 0 */
static int32_t slot(const tmiFeaturePose *p, double value, double size, double *rows,
                    tmiJointGradient *gradient) {
    (void)value;
    (void)size;
    double dx = p[1].x - p[0].x;
    double dy = p[1].y - p[0].y;
    rows[0] = p[0].c * dy - p[0].s * dx;
    if (gradient) {
        add_point((*gradient)[0][0], &p[0], p[0].s, -p[0].c);
        add_point((*gradient)[0][1], &p[1], -p[0].s, p[0].c);
        (*gradient)[0][0][2] -= p[0].c * dx + p[0].s * dy;
    }
    return 1;
}

/* size (u_a x u_b) = 0: the directions are parallel. No arctangent of P_b - P_a as in [ME] 2.1.2,
 * so a slider is right also where its two points coincide. */
static int32_t parallel(const tmiFeaturePose *p, double value, double size, double *rows,
                        tmiJointGradient *gradient) {
    (void)value;
    rows[0] = size * (p[0].c * p[1].s - p[0].s * p[1].c);
    if (gradient) {
        double dot = size * (p[0].c * p[1].c + p[0].s * p[1].s);
        (*gradient)[0][0][2] -= dot;
        (*gradient)[0][1][2] += dot;
    }
    return 1;
}

static int32_t perpendicular(const tmiFeaturePose *p, double value, double size, double *rows,
                             tmiJointGradient *gradient) {
    (void)value;
    rows[0] = size * (p[0].c * p[1].c + p[0].s * p[1].s);
    if (gradient) {
        double cross = size * (p[0].c * p[1].s - p[0].s * p[1].c);
        (*gradient)[0][0][2] += cross;
        (*gradient)[0][1][2] -= cross;
    }
    return 1;
}

static int32_t prismatic(const tmiFeaturePose *p, double value, double size, double *rows,
                         tmiJointGradient *gradient) {
    tmiJointGradient second;
    memset(&second, 0, sizeof second);
    slot(p, value, size, rows, gradient);
    parallel(p, value, size, rows + 1, gradient ? &second : NULL);
    if (gradient) {
        memcpy((*gradient)[1], second[0], sizeof second[0]);
    }
    return 2;
}

/* Angle from a's direction to b's less `value`, in -pi … pi. */
static double angle_between(const tmiFeaturePose *a, const tmiFeaturePose *b, double value) {
    double vs, vc;
    tmi_sincos(value, &vs, &vc);
    double c = a->c * vc - a->s * vs;
    double s = a->c * vs + a->s * vc;
    return tmi_atan2(c * b->s - s * b->c, c * b->c + s * b->s);
}

static int32_t angle(const tmiFeaturePose *p, double value, double size, double *rows,
                     tmiJointGradient *gradient) {
    rows[0] = size * angle_between(&p[0], &p[1], value);
    if (gradient) {
        (*gradient)[0][0][2] -= size;
        (*gradient)[0][1][2] += size;
    }
    return 1;
}

static int32_t rigid(const tmiFeaturePose *p, double value, double size, double *rows,
                     tmiJointGradient *gradient) {
    (void)value;
    revolute(p, 0.0, size, rows, gradient);
    tmiJointGradient third;
    memset(&third, 0, sizeof third);
    angle(p, 0.0, size, rows + 2, gradient ? &third : NULL);
    if (gradient) {
        memcpy((*gradient)[2], third[0], sizeof third[0]);
    }
    return 3;
}

/* Puts |P_b - P_a| into *length and adds sign times its gradient. Where the points coincide every
 * direction is as good; x is taken. */
static double add_length(const tmiFeaturePose *a, const tmiFeaturePose *b, double sign,
                         double gradient_a[3], double gradient_b[3]) {
    double dx = b->x - a->x;
    double dy = b->y - a->y;
    double length = tmi_hypot(dx, dy);
    if (gradient_a) {
        double ux = length > 0.0 ? dx / length : 1.0;
        double uy = length > 0.0 ? dy / length : 0.0;
        add_point(gradient_a, a, -sign * ux, -sign * uy);
        add_point(gradient_b, b, sign * ux, sign * uy);
    }
    return length;
}

static int32_t distance(const tmiFeaturePose *p, double value, double size, double *rows,
                        tmiJointGradient *gradient) {
    if (value == 0.0) {
        return revolute(p, value, size, rows, gradient);
    }
    rows[0] = add_length(&p[0], &p[1], 1.0, gradient ? (*gradient)[0][0] : NULL,
                         gradient ? (*gradient)[0][1] : NULL) -
              value;
    return 1;
}

/* The height of c over the line through a and b: (ab x ac) / |ab|. Where a and b coincide there is
 * no line, and every c is on it: below TMI_COLLINEAR_MIN of the size the divisor stays, so that
 * the row vanishes with ab instead of following its last digits. */
static int32_t collinear(const tmiFeaturePose *p, double value, double size, double *rows,
                         tmiJointGradient *gradient) {
    (void)value;
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    double ex = p[2].x - p[0].x, ey = p[2].y - p[0].y;
    double length = tmi_hypot(dx, dy), min = TMI_COLLINEAR_MIN * size;
    double inverse = 1.0 / (length > min ? length : min);
    rows[0] = (dx * ey - dy * ex) * inverse;
    if (gradient) {
        /* d(1 / |ab|) = -(ab . d(ab)) / |ab|^3, where it is not held. */
        double held = length > min ? rows[0] * inverse * inverse : 0.0;
        double bx = ey * inverse - held * dx, by = -ex * inverse - held * dy;
        double cx = -dy * inverse, cy = dx * inverse;
        add_point((*gradient)[0][1], &p[1], bx, by);
        add_point((*gradient)[0][2], &p[2], cx, cy);
        add_point((*gradient)[0][0], &p[0], -bx - cx, -by - cy);
    }
    return 1;
}

static int32_t equal_length(const tmiFeaturePose *p, double value, double size, double *rows,
                            tmiJointGradient *gradient) {
    (void)value;
    (void)size;
    double first = add_length(&p[0], &p[1], 1.0, gradient ? (*gradient)[0][0] : NULL,
                              gradient ? (*gradient)[0][1] : NULL);
    double second = add_length(&p[2], &p[3], -1.0, gradient ? (*gradient)[0][2] : NULL,
                               gradient ? (*gradient)[0][3] : NULL);
    rows[0] = first - second;
    return 1;
}

static int32_t equal_angle(const tmiFeaturePose *p, double value, double size, double *rows,
                           tmiJointGradient *gradient) {
    (void)value;
    double cross = p[2].c * p[3].s - p[2].s * p[3].c;
    double dot = p[2].c * p[3].c + p[2].s * p[3].s;
    rows[0] = size * angle_between(&p[0], &p[1], tmi_atan2(cross, dot));
    if (gradient) {
        for (int i = 0; i < 4; i++) {
            (*gradient)[0][i][2] += i == 1 || i == 2 ? size : -size;
        }
    }
    return 1;
}

/* u_a . (P_b - P_a) = value: how far b is along a's line. */
static int32_t displacement(const tmiFeaturePose *p, double value, double size, double *rows,
                            tmiJointGradient *gradient) {
    (void)size;
    double dx = p[1].x - p[0].x;
    double dy = p[1].y - p[0].y;
    rows[0] = p[0].c * dx + p[0].s * dy - value;
    if (gradient) {
        add_point((*gradient)[0][0], &p[0], -p[0].c, -p[0].s);
        add_point((*gradient)[0][1], &p[1], p[0].c, p[0].s);
        (*gradient)[0][0][2] += p[0].c * dy - p[0].s * dx;
    }
    return 1;
}

typedef int32_t RowsFn(const tmiFeaturePose *p, double value, double size, double *rows,
                       tmiJointGradient *gradient);

/* In the order of TM_JOINT_LIST up to the higher pairs, which have a table of their own
 * (higher_pair.c).
 */
static RowsFn *const kinds[] = {revolute,      prismatic, slot,         angle,
                                rigid,         distance,  distance,     parallel,
                                perpendicular, collinear, equal_length, equal_angle};
_Static_assert(sizeof kinds / sizeof kinds[0] == TM_JOINT_GEAR, "one for each kind");

/* Only pairs have more than four features, and they have one row: the rest is never read. */
static void clear_gradient(const tmiPlanarJoint *joint, tmiJointGradient *gradient) {
    for (int row = 0; row < (joint->pair ? 1 : TMI_JOINT_ROWS); row++) {
        memset((*gradient)[row], 0, (joint->pair ? TM_JOINT_FEATURES : 4) * sizeof(double[3]));
    }
}

int32_t tmi_joint_rows(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size,
                       double *rows, tmiJointGradient *gradient) {
    if (gradient) {
        clear_gradient(joint, gradient);
    }
    if (joint->pair) {
        return tmi_pair_rows(joint, places, size, rows, gradient);
    }
    RowsFn *kind = (int)joint->kind == TMI_JOINT_DISPLACEMENT ? displacement : kinds[joint->kind];
    return kind(places, joint->value, size, rows, gradient);
}

int32_t tmi_joint_row_count(const tmiPlanarJoint *joint) {
    const tmiFeaturePose places[TM_JOINT_FEATURES] = {{0}};
    double rows[TMI_JOINT_ROWS];
    return joint->pair ? 1 : tmi_joint_rows(joint, places, 1.0, rows, NULL);
}

int32_t tmi_joint_feature_count(tmJointKind kind) {
    switch (kind) {
#define CASE(code, name, features)                                                                 \
    case code:                                                                                     \
        return features;
        TM_JOINT_LIST(CASE)
#undef CASE
    case TM_JOINT_KIND_COUNT:
        break;
    }
    return 0;
}
