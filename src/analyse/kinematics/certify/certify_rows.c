/* certify_rows.c: where a certificate starts: rows, gradients and what bends them. */
#include "analyse/kinematics/certify/certify_private.h"

#include <math.h>
#include <string.h>

static bool load_poses(tmiCertifier *c, const tmPose *poses) {
    bool good = true;
    for (int32_t b = 0; b < c->block_count; b++) {
        tmPose p = poses[c->blocks[b].body];
        double length = tmi_hypot(p.c, p.s);
        good &= length > 0.0 && tmi_is_finite3(p.x, p.y, length);
        c->poses[b] = (tmPose){p.x, p.y, p.c / length, p.s / length};
    }
    return good;
}

static tmiFeaturePose place_of(const tmiCertifier *c, int32_t feature) {
    const tmiPlanarFeature *f = &c->mechanism->features[feature];
    int32_t b = c->block_of[f->body];
    if (b < 0) {
        return tmi_feature_pose(f, c->mechanism->bodies[0].pose);
    }
    tmiFeaturePose place = tmi_feature_pose(f, c->poses[b]);
    const tmiCertifyBlock *block = &c->blocks[b];
    double x = f->x - block->x, y = f->y - block->y;
    place.rx = c->poses[b].c * x - c->poses[b].s * y;
    place.ry = c->poses[b].s * x + c->poses[b].c * y;
    return place;
}

int32_t tmi_certify_ends(const tmiCertifier *c, const tmiCertifyGroup *group) {
    return group->value >= 0 ? 2 : c->mechanism->joints[group->joint].feature_count;
}

int32_t tmi_certify_block(const tmiCertifier *c, const tmiCertifyGroup *group, int32_t end) {
    const tmiPlanarJoint *joint = &c->mechanism->joints[group->joint];
    return c->block_of[c->mechanism->features[joint->features[end]].body];
}

tmiPlanarJoint tmi_certify_joint(const tmiCertifier *c, const tmiCertifyGroup *group,
                                 const double *from) {
    const tmiPlanarJoint *pair = tmi_pairs_find(&c->pairs, group->joint);
    tmiPlanarJoint joint = pair ? *pair : c->mechanism->joints[group->joint];
    joint.kind = (tmJointKind)group->kind;
    joint.value = group->value >= 0 ? from[group->value] : joint.value;
    return joint;
}

static void add_lever(tmiCertifier *c, int32_t row, int32_t block, const double *g,
                      const tmiFeaturePose *p) {
    double rx = p->rx / c->size, ry = p->ry / c->size;
    c->levers[c->lever_count++] =
        (tmiCertifyLever){row, block, g[0] * rx + g[1] * ry, g[0] * ry - g[1] * rx,
                          (fabs(g[0]) + fabs(g[1])) * (fabs(rx) + fabs(ry))};
}

/* Puts one row's gradients into the Jacobian, and notes in what it is curved. */
static void set_row(tmiCertifier *c, int32_t g, int32_t row, tmiCurvature curvature,
                    double gradient[TM_JOINT_FEATURES][3]) {
    const tmiCertifyGroup *group = &c->groups[g];
    double *j = c->jacobian + (ptrdiff_t)(group->row + row) * c->unknowns;
    for (int32_t k = 0; k < tmi_certify_ends(c, group); k++) {
        int32_t b = tmi_certify_block(c, group, k);
        if (b < 0) {
            continue;
        }
        j[3 * b] += gradient[k][0];
        j[3 * b + 1] += gradient[k][1];
        j[3 * b + 2] += gradient[k][2] / c->size;
        if (curvature == TMI_CURVATURE_POINTS) {
            add_lever(c, group->row + row, b, gradient[k], &c->places[g][k]);
        } else if (curvature == TMI_CURVATURE_OTHER) {
            c->feeds[3 * b] = c->feeds[3 * b + 1] = true;
        }
    }
    if (curvature == TMI_CURVATURE_OTHER) {
        c->curved[c->curved_count++] = (tmiCertifyCurved){g, row};
    }
}

static void evaluate_group(tmiCertifier *c, int32_t g, const double *from, const double *to) {
    const tmiCertifyGroup *group = &c->groups[g];
    tmiPlanarJoint joint = tmi_certify_joint(c, group, from);
    double mass = c->size, arms = c->size, way = 0.0;
    for (int32_t k = 0; k < tmi_certify_ends(c, group); k++) {
        const tmiPlanarFeature *f = &c->mechanism->features[joint.features[k]];
        tmiFeaturePose p = c->places[g][k] = place_of(c, joint.features[k]);
        mass += fabs(p.x) + fabs(p.y) + fabs(f->x) + fabs(f->y);
        arms += fabs(p.rx) + fabs(p.ry);
    }
    if (group->value >= 0) {
        double unit = group->kind == TMI_JOINT_DISPLACEMENT ? 1.0 : c->size;
        way = unit * (to[group->value] - from[group->value]);
        mass += unit * (fabs(to[group->value]) + fabs(from[group->value]));
    }
    double strain = tmi_joint_strain(&joint, c->places[g], c->size);
    double turned = joint.pair ? tmi_pair_turned(&joint, c->size) : 0.0;
    double rows[TMI_JOINT_ROWS];
    tmiJointGradient gradient;
    int32_t count = tmi_joint_flat_rows(&joint, c->places[g], c->size, rows, &gradient);
    for (int32_t row = 0; row < count; row++) {
        tmiCurvature curvature =
            tmi_joint_curvature(&joint, row, tmi_certify_block(c, group, 0) < 0);
        /* Gradients of rows that are linear in the points do not contain coordinates. */
        c->arms[group->row + row] =
            (curvature == TMI_CURVATURE_OTHER ? strain * (arms + mass) : arms) / c->size;
        c->residual[group->row + row] = rows[row] / c->size;
        c->doubt[group->row + row] = ROW_ROUNDINGS * (strain * mass + turned) / c->size;
        c->demand[group->row + row] = way / c->size;
        set_row(c, g, row, curvature, gradient[row]);
    }
}

bool tmi_certify_load(tmiCertifier *c, const tmPose *poses, const double *from, const double *to) {
    if (!load_poses(c, poses)) {
        return false;
    }
    memset(c->jacobian, 0, sizeof(double) * (size_t)c->rows * (size_t)c->unknowns);
    c->lever_count = c->curved_count = 0;
    for (int32_t i = 0; i < c->unknowns; i++) {
        c->feeds[i] = i % 3 == 2;
    }
    for (int32_t g = 0; g < c->group_count; g++) {
        evaluate_group(c, g, from, to);
    }
    return true;
}
