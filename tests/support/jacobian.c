/* jacobian.c: see jacobian.h. */
#include "jacobian.h"

#include "linkages.h"
#include "numeric/numeric.h"

#include <string.h>

/* Singular values between these [largest] leave it open which rank is right: such a mechanism is
 * left out. Differences are good to 1e-9. */
#define SURELY_ZERO 1e-8
#define SURELY_NOT 1e-4

/* Room for the kernel's scratch. */
#define WORK 8000

int jacobian_features(tmJointKind kind) {
    static const int counts[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4};
    return counts[kind];
}

/* The rows of a joint, smooth near where they are zero. Returns how many. */
static int rows_of(const tmMechanism *m, int joint, const tmPose *poses, double *rows) {
    tmJointDef def;
    tm_joint_get(m, tm_joint_at(m, joint), &def);
    double x[4] = {0}, y[4] = {0}, a[4] = {0};
    for (int i = 0; i < jacobian_features(def.kind); i++) {
        linkage_place(m, def.features[i], poses, &x[i], &y[i], &a[i]);
    }
    double dx = x[1] - x[0], dy = y[1] - y[0], turn = a[1] - a[0];
    switch (def.kind) {
    case TM_JOINT_REVOLUTE:
    case TM_JOINT_RIGID:
        rows[0] = dx;
        rows[1] = dy;
        rows[2] = remainder(turn, 2.0 * LINKAGE_PI);
        return def.kind == TM_JOINT_RIGID ? 3 : 2;
    case TM_JOINT_PRISMATIC:
    case TM_JOINT_SLOT:
        rows[0] = dy * cos(a[0]) - dx * sin(a[0]);
        rows[1] = sin(turn);
        return def.kind == TM_JOINT_PRISMATIC ? 2 : 1;
    case TM_JOINT_ANGLE:
        rows[0] = remainder(turn - def.value, 2.0 * LINKAGE_PI);
        return 1;
    case TM_JOINT_DISTANCE:
    case TM_JOINT_ON_CIRCLE:
        rows[0] = def.value == 0.0 ? dx : hypot(dx, dy) - def.value;
        rows[1] = dy;
        return def.value == 0.0 ? 2 : 1;
    case TM_JOINT_PARALLEL:
        rows[0] = sin(turn);
        return 1;
    case TM_JOINT_PERPENDICULAR:
        rows[0] = cos(turn);
        return 1;
    case TM_JOINT_COLLINEAR:
        rows[0] = (dx * (y[2] - y[0]) - dy * (x[2] - x[0])) / hypot(dx, dy);
        return 1;
    case TM_JOINT_EQUAL_LENGTH:
        rows[0] = hypot(dx, dy) - hypot(x[3] - x[2], y[3] - y[2]);
        return 1;
    case TM_JOINT_EQUAL_ANGLE:
        rows[0] = remainder(turn - a[3] + a[2], 2.0 * LINKAGE_PI);
        return 1;
    default: /* higher pairs are not drawn */
        return 0;
    }
}

jacobian jacobian_of(const tmMechanism *m) {
    const double h = 1e-5;
    jacobian jac = {.unknowns = 3 * (tm_body_count(m) - 1)};
    tmPose start[JACOBIAN_UNKNOWNS / 3 + 1], poses[JACOBIAN_UNKNOWNS / 3 + 1];
    for (int b = 0; b < tm_body_count(m); b++) {
        tm_body_pose(m, tm_body_at(m, b), &start[b]);
    }
    for (int j = 0; j < tm_joint_count(m); j++) {
        int count = 0;
        for (int u = 0; u < jac.unknowns; u++) {
            double rows[2][3];
            for (int side = 0; side < 2; side++) {
                memcpy(poses, start, sizeof poses);
                tmPose *p = &poses[1 + u / 3];
                double by = side ? h : -h, at = atan2(p->s, p->c) + by;
                p->x += u % 3 == 0 ? by : 0.0;
                p->y += u % 3 == 1 ? by : 0.0;
                p->c = u % 3 == 2 ? cos(at) : p->c;
                p->s = u % 3 == 2 ? sin(at) : p->s;
                count = rows_of(m, j, poses, rows[side]);
            }
            for (int i = 0; i < count; i++) {
                jac.entry[jac.rows + i][u] = (rows[1][i] - rows[0][i]) / (2.0 * h);
            }
        }
        jac.first[j] = jac.rows;
        jac.rows += count;
        jac.first[j + 1] = jac.rows;
    }
    return jac;
}

int jacobian_rank(const jacobian *jac, const bool *joints, int count) {
    double work[WORK];
    int32_t int_work[WORK];
    double packed[JACOBIAN_ROWS * JACOBIAN_UNKNOWNS], s[JACOBIAN_UNKNOWNS + JACOBIAN_ROWS];
    int rows = 0;
    for (int j = 0; j < count; j++) {
        for (int i = jac->first[j]; joints[j] && i < jac->first[j + 1]; i++, rows++) {
            memcpy(packed + rows * jac->unknowns, jac->entry[i],
                   sizeof(double) * (size_t)jac->unknowns);
        }
    }
    if (rows == 0 || tmi_svd_workspace(rows, jac->unknowns) > WORK ||
        tmi_svd_int_workspace(rows, jac->unknowns) > WORK ||
        tmi_svd(tmi_matrix(packed, rows, jac->unknowns), NULL, s, NULL, work, int_work, NULL) !=
            TM_OK) {
        return rows == 0 ? 0 : -1;
    }
    int rank = 0;
    for (int i = 0; i < rows && i < jac->unknowns && s[0] > SURELY_ZERO; i++) {
        if (s[i] > SURELY_ZERO * s[0] && s[i] < SURELY_NOT * s[0]) {
            return -1;
        }
        rank += s[i] >= SURELY_NOT * s[0];
    }
    return rank;
}
