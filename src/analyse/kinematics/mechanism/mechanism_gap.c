/* mechanism_gap.c: where the joints of a mechanism are, and how far they are open. */
#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/kinematics.h"
#include "analyse/kinematics/mechanism/mechanism.h"
#include "numeric/numeric.h"

#include <math.h>

void tmi_joint_feature_poses(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                             tmiFeaturePose *places) {
    for (int32_t i = 0; i < joint->feature_count; i++) {
        const tmiPlanarFeature *feature = &m->features[joint->features[i]];
        tmPose pose = poses ? poses[feature->body] : m->bodies[feature->body].pose;
        places[i] = tmi_feature_pose(feature, pose);
    }
}

/* Rows beyond the rounding errors of their coordinates; returns how many. */
static int32_t open_rows(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                         double size, double rows[TMI_JOINT_ROWS]) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    tmi_joint_feature_poses(m, joint, poses, places);
    int32_t count = tmi_joint_rows(joint, places, size, rows, NULL);
    double roundings = TMI_COORDINATE_ROUNDINGS * (fabs(places[0].x) + fabs(places[0].y)) +
                       (joint->pair ? tmi_pair_roundings(joint, size) : 0.0);
    for (int32_t i = 0; i < count; i++) {
        double gap = fabs(rows[i]) - roundings;
        rows[i] = gap < 0.0 ? 0.0 : gap;
    }
    return count;
}

double tmi_joint_gap_at(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                        double size) {
    double rows[TMI_JOINT_ROWS], max = 0.0;
    int32_t count = open_rows(m, joint, poses, size, rows);
    for (int32_t i = 0; i < count; i++) {
        max = rows[i] > max || rows[i] != rows[i] ? rows[i] : max;
    }
    return max;
}

double tmi_joint_opening_at(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                            double size) {
    double rows[TMI_JOINT_ROWS], all = 0.0;
    int32_t count = open_rows(m, joint, poses, size, rows);
    for (int32_t i = 0; i < count; i++) {
        all = tmi_hypot(all, rows[i]);
    }
    return all;
}

static tmStatus gap_of(const tmMechanism *m, tmJointId joint, double size, double *gap) {
    int32_t slot = tmi_id_pool_slot(&m->joint_ids, joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    const tmiPlanarJoint *found = &m->joints[slot];
    tmiFeaturePose places[TM_JOINT_FEATURES];
    tmi_joint_feature_poses(m, found, NULL, places);
    double rows[TMI_JOINT_ROWS];
    int32_t count = tmi_joint_rows(found, places, size, rows, NULL);
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double row = rows[i] < 0.0 ? -rows[i] : rows[i];
        max = row > max ? row : max;
    }
    *gap = max;
    return TM_OK;
}

tmStatus tm_joint_gap(const tmMechanism *m, tmJointId joint, double *gap) {
    return m && gap ? gap_of(m, joint, tmi_mechanism_size(m, 0.0), gap) : TM_ERR_ARGUMENT;
}

tmStatus tmi_joint_gaps(const tmMechanism *m, const tmJointId *joints, int32_t count,
                        double *gaps) {
    double size = tmi_mechanism_size(m, 0.0);
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        gaps[i] = 0.0;
        status = joints[i].value ? gap_of(m, joints[i], size, &gaps[i]) : TM_OK;
    }
    return status;
}
