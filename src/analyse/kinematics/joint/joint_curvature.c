/* joint_curvature.c: a row in a table for each kind of joint, and the bounds that it names.
 *
 * Symbols as in joint_rows.c: P_i point of feature i, X its body's centre, r_i = P_i - X_i, u_i its
 * direction. In a box of radius 1 a point moves by at most D_i = sqrt(2) shift_i + |r_i| turn_i,
 * and its second derivative is -r_i for the square of the turn: S_i = |r_i| turn_i^2. Numbers such
 * as (8) are those of docs/theory/breaking-and-branches.md. */
#include "analyse/kinematics/joint/joint.h"

#include "analyse/kinematics/joint/higher_pair.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define ROOT2 1.4142135623730951 /* rounded up */

/* ---- Forms of the rows ---------------------------------------------------------------------- */

/* A row's form in the certificate. */
typedef enum Form {
    FORM_SAME,    /* as tmi_joint_rows has it */
    FORM_ANGLE,   /* a sine: its angle, times the size */
    FORM_LENGTH,  /* |ab| - l: (ab^2 - l^2) / (2 l) */
    FORM_LENGTHS, /* |ab| - |cd|: (ab^2 - cd^2) / (2 l), l the mean of both here */
    FORM_CROSS    /* (ab x ac) / |ab|: (ab x ac) / l, l the length of ab here */
} Form;

/* F -> size arcsin(F / size), whose gradient is size in the sense of F's. */
static void straighten_angle(double *row, double gradient[TM_JOINT_FEATURES][3], double size) {
    double sine = *row / size;
    double rest = 1.0 - sine * sine;
    *row = size * tmi_atan2(sine, sqrt(rest > 0.0 ? rest : 0.0));
    for (int i = 0; i < 2; i++) {
        gradient[i][2] = gradient[i][2] < 0.0 ? -size : size;
    }
}

static void stretch(double gradient[3], double factor) {
    for (int i = 0; i < 3; i++) {
        gradient[i] *= factor;
    }
}

static double apart(const tmiFeaturePose *a, const tmiFeaturePose *b) {
    return tmi_hypot(b->x - a->x, b->y - a->y);
}

/* F = |ab| - l: F (1 + F / (2 l)) is the quadratic form, and its gradient is |ab| / l times F's. */
static void straighten_length(const tmiFeaturePose *p, double length, double *row,
                              double gradient[TM_JOINT_FEATURES][3]) {
    double factor = apart(&p[0], &p[1]) / length;
    *row *= 1.0 + 0.5 * *row / length;
    stretch(gradient[0], factor);
    stretch(gradient[1], factor);
}

static void straighten_lengths(const tmiFeaturePose *p, double gradient[TM_JOINT_FEATURES][3]) {
    double first = apart(&p[0], &p[1]), second = apart(&p[2], &p[3]);
    double mean = 0.5 * (first + second); /* the row itself keeps its value */
    for (int i = 0; i < 4 && mean > 0.0; i++) {
        stretch(gradient[i], (i < 2 ? first : second) / mean);
    }
}

static void add_point(double gradient[3], const tmiFeaturePose *p, double gx, double gy) {
    gradient[0] += gx;
    gradient[1] += gy;
    gradient[2] += gy * p->rx - gx * p->ry;
}

/* Made again, since joint_rows.c holds the divisor where a and b nearly coincide. */
static void straighten_cross(const tmiFeaturePose *p, double *row,
                             double gradient[TM_JOINT_FEATURES][3]) {
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    double ex = p[2].x - p[0].x, ey = p[2].y - p[0].y;
    double length = tmi_hypot(dx, dy);
    if (length > 0.0) {
        memset(gradient, 0, sizeof(double[TM_JOINT_FEATURES][3]));
        dx /= length;
        dy /= length;
        *row = dx * ey - dy * ex;
        add_point(gradient[1], &p[1], ey / length, -ex / length);
        add_point(gradient[2], &p[2], -dy, dx);
        add_point(gradient[0], &p[0], dy - ey / length, ex / length - dx);
    }
}

/* ---- Bounds --------------------------------------------------------------------------------- */

static double reach_of(const tmiCurvatureEnd *end) {
    return tmi_hypot(end->place.rx, end->place.ry);
}

/* How the vector from a to b moves: by at most `first` for a radius of 1, with second derivatives
 * of at most `second`; `length` is how long it can be, `min` how short. A vector of one body only
 * turns. */
typedef struct Vector {
    double first, second, length, min;
} Vector;

static Vector vector_between(const tmiCurvatureEnd *a, const tmiCurvatureEnd *b, double radius) {
    Vector v;
    double length = apart(&a->place, &b->place);
    if (a->body == b->body) {
        v = (Vector){length * a->turn, length * a->turn * a->turn, length, length};
    } else {
        double la = reach_of(a), lb = reach_of(b);
        v.first = ROOT2 * (a->shift + b->shift) + la * a->turn + lb * b->turn;
        v.second = la * a->turn * a->turn + lb * b->turn * b->turn;
        v.length = length + radius * v.first;
        v.min = length - radius * v.first;
    }
    return v;
}

/* n . (P_b - X_a) less a constant, with n a unit vector that turns with a: (8). */
static double curvature_line(const tmiPlanarJoint *joint, const tmiCurvatureEnd *e, double radius) {
    (void)joint;
    const tmiFeaturePose *a = &e[0].place, *b = &e[1].place;
    double arm = tmi_hypot(b->x - (a->x - a->rx), b->y - (a->y - a->ry));
    double lever = reach_of(&e[1]), shift = ROOT2 * (e[0].shift + e[1].shift);
    arm += radius * (shift + lever * e[1].turn);
    return arm * e[0].turn * e[0].turn + 2.0 * e[0].turn * (shift + lever * e[1].turn) +
           lever * e[1].turn * e[1].turn;
}

/* (d^2 - l^2) / (2 l): (9). */
static double curvature_square(Vector d, double length) {
    return length > 0.0 ? (d.first * d.first + d.length * d.second) / length : INFINITY;
}

static double curvature_length(const tmiPlanarJoint *joint, const tmiCurvatureEnd *e,
                               double radius) {
    return curvature_square(vector_between(&e[0], &e[1], radius), joint->value);
}

static double curvature_lengths(const tmiPlanarJoint *joint, const tmiCurvatureEnd *e,
                                double radius) {
    (void)joint;
    double mean = 0.5 * (apart(&e[0].place, &e[1].place) + apart(&e[2].place, &e[3].place));
    return curvature_square(vector_between(&e[0], &e[1], radius), mean) +
           curvature_square(vector_between(&e[2], &e[3], radius), mean);
}

/* (d x e) / l: (10). */
static double curvature_cross(const tmiPlanarJoint *joint, const tmiCurvatureEnd *e,
                              double radius) {
    (void)joint;
    Vector d = vector_between(&e[0], &e[1], radius), f = vector_between(&e[0], &e[2], radius);
    double length = apart(&e[0].place, &e[1].place);
    return length > 0.0
               ? (2.0 * d.first * f.first + d.second * f.length + d.length * f.second) / length
               : INFINITY;
}

/* Angles of two wheels against the line of centres, which is itself curved: (10a). */
static double curvature_roll(const tmiPlanarJoint *joint, const tmiCurvatureEnd *e, double radius) {
    Vector d = vector_between(&e[0], &e[1], radius);
    double turn = d.first / d.min;
    double curvature = fabs(1.0 + tmi_pair_rate(joint, 0)) * (turn * turn + d.second / d.min);
    return d.min > 0.0 ? curvature : INFINITY;
}

/* Straight parts between wheels whose radii differ by h: (10b). */
static double curvature_rope(const tmiPlanarJoint *joint, const tmiCurvatureEnd *e, double radius) {
    double sum = 0.0;
    for (int32_t i = 0; i + 1 < joint->feature_count; i++) {
        Vector d = vector_between(&e[i], &e[i + 1], radius);
        double h = fabs(tmi_pair_rate(joint, i + 1) - tmi_pair_rate(joint, i));
        double straight = (d.min - h) * (d.min + h);
        sum += d.min > h ? d.second + d.first * d.first / sqrt(straight) : INFINITY;
    }
    return sum;
}

/* A rope's direction is as uncertain as its straight part is short, and its wheels carry that on.
 */
static double strain_rope(const tmiPlanarJoint *joint, const tmiFeaturePose *p) {
    double sum = 1.0;
    for (int32_t i = 0; i + 1 < joint->feature_count; i++) {
        double a = tmi_pair_rate(joint, i), b = tmi_pair_rate(joint, i + 1);
        double span = apart(&p[i], &p[i + 1]), square = (span - (b - a)) * (span + (b - a));
        sum += square > 0.0 ? (span + fabs(a) + fabs(b)) / sqrt(square) : INFINITY;
    }
    return sum;
}

/* ---- The table ------------------------------------------------------------------------------ */

typedef double CurvatureFn(const tmiPlanarJoint *joint, const tmiCurvatureEnd *ends, double radius);

/* Of each row of a kind: its form, where its curvature comes from, and the bound. A row on the line
 * of its first feature is linear in the points where that stands still. */
typedef struct RowCurvature {
    Form form;
    tmiCurvature curvature, curvature_fixed;
    CurvatureFn *max;
} RowCurvature;

#define LINEAR                                                                                     \
    { FORM_SAME, TMI_CURVATURE_NONE, TMI_CURVATURE_NONE, NULL }
#define SINE                                                                                       \
    { FORM_ANGLE, TMI_CURVATURE_NONE, TMI_CURVATURE_NONE, NULL }
#define POINTS                                                                                     \
    { FORM_SAME, TMI_CURVATURE_POINTS, TMI_CURVATURE_POINTS, NULL }
#define LINE                                                                                       \
    { FORM_SAME, TMI_CURVATURE_OTHER, TMI_CURVATURE_POINTS, curvature_line }
#define OTHER(form, max)                                                                           \
    { form, TMI_CURVATURE_OTHER, TMI_CURVATURE_OTHER, max }

static const RowCurvature table[TMI_JOINT_DISPLACEMENT + 1][TMI_JOINT_ROWS] = {
    [TM_JOINT_REVOLUTE] = {POINTS, POINTS},
    [TM_JOINT_PRISMATIC] = {LINE, SINE},
    [TM_JOINT_SLOT] = {LINE},
    [TM_JOINT_ANGLE] = {LINEAR},
    [TM_JOINT_RIGID] = {POINTS, POINTS, LINEAR},
    [TM_JOINT_DISTANCE] = {OTHER(FORM_LENGTH, curvature_length)},
    [TM_JOINT_ON_CIRCLE] = {OTHER(FORM_LENGTH, curvature_length)},
    [TM_JOINT_PARALLEL] = {SINE},
    [TM_JOINT_PERPENDICULAR] = {SINE},
    [TM_JOINT_COLLINEAR] = {OTHER(FORM_CROSS, curvature_cross)},
    [TM_JOINT_EQUAL_LENGTH] = {OTHER(FORM_LENGTHS, curvature_lengths)},
    [TM_JOINT_EQUAL_ANGLE] = {LINEAR},
    [TM_JOINT_GEAR] = {OTHER(FORM_SAME, curvature_roll)},
    [TM_JOINT_INNER_GEAR] = {OTHER(FORM_SAME, curvature_roll)},
    [TM_JOINT_RACK] = {LINE},
    [TM_JOINT_BELT] = {OTHER(FORM_SAME, curvature_rope)},
    [TM_JOINT_CROSSED_BELT] = {OTHER(FORM_SAME, curvature_rope)},
    [TM_JOINT_ROPE] = {OTHER(FORM_SAME, curvature_rope)},
    [TM_JOINT_FLAT_CAM] = {OTHER(FORM_SAME, NULL)},
    [TM_JOINT_ROLLER_CAM] = {OTHER(FORM_SAME, NULL)},
    [TMI_JOINT_DISPLACEMENT] = {LINE},
};

/* A distance of 0 is a pin. */
static const RowCurvature *row_of(const tmiPlanarJoint *joint, int32_t row) {
    bool pin = table[joint->kind][0].form == FORM_LENGTH && joint->value == 0.0;
    return &table[pin ? (int)TM_JOINT_REVOLUTE : (int)joint->kind][row];
}

int32_t tmi_joint_flat_rows(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size,
                            double *rows, tmiJointGradient *gradient) {
    int32_t count = tmi_joint_rows(joint, places, size, rows, gradient);
    for (int32_t row = 0; row < count; row++) {
        switch (row_of(joint, row)->form) {
        case FORM_SAME:
            break;
        case FORM_ANGLE:
            straighten_angle(&rows[row], (*gradient)[row], size);
            break;
        case FORM_LENGTH:
            straighten_length(places, joint->value, &rows[row], (*gradient)[row]);
            break;
        case FORM_LENGTHS:
            straighten_lengths(places, (*gradient)[row]);
            break;
        case FORM_CROSS:
            straighten_cross(places, &rows[row], (*gradient)[row]);
            break;
        }
    }
    return count;
}

tmiCurvature tmi_joint_curvature(const tmiPlanarJoint *joint, int32_t row, bool fixed) {
    const RowCurvature *found = row_of(joint, row);
    return fixed ? found->curvature_fixed : found->curvature;
}

double tmi_joint_strain(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size) {
    if (joint->pair && tmi_pair_kind(joint->kind)->by_angle) {
        double span = apart(&places[0], &places[1]);
        double rate = fabs(1.0 + tmi_pair_rate(joint, 0));
        return span > 0.0 ? 1.0 + tmi_pair_weight(joint, size) * rate / span : INFINITY;
    }
    bool rope = joint->pair && table[joint->kind][0].max == curvature_rope;
    return rope ? strain_rope(joint, places) : 1.0;
}

bool tmi_joint_is_bounded(const tmiPlanarJoint *joint) {
    const RowCurvature *row = row_of(joint, 0);
    return row->curvature != TMI_CURVATURE_OTHER || row->max;
}

double tmi_joint_max_curvature(const tmiPlanarJoint *joint, int32_t row,
                               const tmiCurvatureEnd *ends, double size, double radius) {
    double max = row_of(joint, row)->max(joint, ends, radius);
    return joint->pair ? tmi_pair_weight(joint, size) * max : max;
}
