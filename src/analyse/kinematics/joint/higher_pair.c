/* higher_pair.c: the table of higher pairs, and what they have in common. */
#include "analyse/kinematics/joint/higher_pair.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Roundings of angles explain at most this part of the size [1]: a wheel that has turned some 10^7
 * times is no longer known to be in mesh. */
#define ROUNDINGS_MAX 1e-6

/* In the order of TM_JOINT_LIST, from TM_JOINT_GEAR on. */
static const tmiPairKind *const kinds[] = {
    &tmi_pair_gear,         &tmi_pair_inner_gear, &tmi_pair_rack,     &tmi_pair_belt,
    &tmi_pair_crossed_belt, &tmi_pair_rope,       &tmi_pair_flat_cam, &tmi_pair_roller_cam};
_Static_assert(sizeof kinds / sizeof kinds[0] == TM_JOINT_KIND_COUNT - TM_JOINT_GEAR,
               "one for each kind");

const tmiPairKind *tmi_pair_kind(tmJointKind kind) {
    return kind >= TM_JOINT_GEAR && kind < TM_JOINT_KIND_COUNT ? kinds[kind - TM_JOINT_GEAR] : NULL;
}

tmStatus tmi_pair_make(tmiPlanarJoint *joint, tmAllocator allocator, const tmJointDef *def) {
    const tmiPairKind *kind = tmi_pair_kind(def->kind);
    for (int32_t i = 0; i < joint->feature_count; i++) {
        if (!tmi_is_finite3(def->radii[i], 0.0, 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    if (!kind->fits(def->radii, joint->feature_count)) {
        return TM_ERR_ARGUMENT;
    }
    tmiPair *pair = tmi_alloc_zero(allocator, sizeof *pair);
    if (!pair) {
        return TM_ERR_MEMORY;
    }
    joint->pair = pair;
    memcpy(pair->radii, def->radii, sizeof *pair->radii * (size_t)joint->feature_count);
    tmStatus status = TM_OK;
    if (kind->has_profile) {
        status = tmi_profile_make(&pair->profile, allocator, def->profile_kind, def->profile,
                                  def->profile_count);
        if (status == TM_OK && !(def->kind == TM_JOINT_FLAT_CAM
                                     ? tmi_profile_takes_line(pair->profile)
                                     : tmi_profile_takes_roller(pair->profile, pair->radii[1]))) {
            status = TM_ERR_PROFILE;
        }
    }
    if (status != TM_OK) {
        tmi_pair_free(joint, allocator);
    }
    return status;
}

void tmi_pair_free(tmiPlanarJoint *joint, tmAllocator allocator) {
    if (joint->pair) {
        tmi_profile_free(allocator, joint->pair->profile);
        tmi_free(allocator, joint->pair, sizeof *joint->pair);
        joint->pair = NULL;
    }
}

double tmi_pair_rate(const tmiPlanarJoint *joint, int32_t i) {
    const double *radii = joint->pair->radii;
    const tmiPairKind *kind = tmi_pair_kind(joint->kind);
    if (kind->has_profile || (joint->kind == TM_JOINT_RACK && i == 0)) {
        return 0.0;
    }
    double sign = (joint->kind == TM_JOINT_INNER_GEAR && i == 0) ||
                          (joint->kind == TM_JOINT_CROSSED_BELT && i == 1)
                      ? -1.0
                      : 1.0;
    return sign * (kind->by_angle ? radii[i] / radii[1] : radii[i]);
}

tmStatus tmi_pair_start(tmiPlanarJoint *joint, const tmiFeaturePose *places, bool as_placed) {
    const tmiPairKind *kind = tmi_pair_kind(joint->kind);
    double *wind = joint->pair->wind;
    memset(wind, 0, sizeof joint->pair->wind);
    tmi_pair_follow(joint, places);
    for (int32_t i = 1; joint->kind == TM_JOINT_ROPE && i + 1 < joint->feature_count; i++) {
        wind[i] += wind[i] * joint->pair->radii[i] < 0.0
                       ? (wind[i] < 0.0 ? TMI_TWO_PI : -TMI_TWO_PI)
                       : 0.0;
    }
    double found[TM_JOINT_FEATURES];
    double measure = kind->measure(joint, places, found, NULL);
    if (!kind->has_value) {
        joint->value = 0.0;
    } else if (as_placed) {
        joint->value = measure;
    } else {
        int32_t last = joint->feature_count - 1;
        last = tmi_pair_rate(joint, last) != 0.0 ? last : 0;
        double rate = tmi_pair_rate(joint, last);
        double turns = rate != 0.0 ? (joint->value - measure) / (rate * TMI_TWO_PI) : 0.0;
        wind[last] += TMI_TWO_PI * floor(turns + 0.5);
    }
    double doubt = joint->value - joint->value; /* NaN where one is not finite */
    for (int32_t i = 0; i < joint->feature_count; i++) {
        doubt += wind[i] - wind[i];
    }
    return doubt == 0.0 ? TM_OK : TM_ERR_NOT_FINITE;
}

/* Rows are lengths. An angle of wheel 1 counts with the part of the size that the wheel has of
 * both, so that no ratio makes the gradient of a row large. */
double tmi_pair_weight(const tmiPlanarJoint *joint, double size) {
    const double *radii = joint->pair->radii;
    return tmi_pair_kind(joint->kind)->by_angle ? size * (radii[1] / (radii[0] + radii[1])) : 1.0;
}

int32_t tmi_pair_rows(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size,
                      double *rows, tmiJointGradient *gradient) {
    double wind[TM_JOINT_FEATURES], scale = tmi_pair_weight(joint, size);
    tmiMeasureGradient *first = gradient ? &(*gradient)[0] : NULL;
    rows[0] =
        scale * (tmi_pair_kind(joint->kind)->measure(joint, places, wind, first) - joint->value);
    for (int32_t i = 0; gradient && i < joint->feature_count; i++) {
        for (int k = 0; k < 3; k++) {
            (*first)[i][k] *= scale;
        }
    }
    return 1;
}

double tmi_pair_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *places,
                     const tmiFeatureRate *rates, double size) {
    return tmi_pair_weight(joint, size) * tmi_pair_kind(joint->kind)->bias(joint, places, rates);
}

void tmi_pair_follow(tmiPlanarJoint *joint, const tmiFeaturePose *places) {
    double wind[TM_JOINT_FEATURES] = {0.0};
    tmi_pair_kind(joint->kind)->measure(joint, places, wind, NULL);
    memcpy(joint->pair->wind, wind, sizeof wind);
}

double tmi_pair_turned(const tmiPlanarJoint *joint, double size) {
    double sum = fabs(joint->value);
    for (int32_t i = 0; i < joint->feature_count; i++) {
        sum += fabs(tmi_pair_rate(joint, i) * joint->pair->wind[i]);
    }
    return tmi_pair_weight(joint, size) * sum;
}

double tmi_pair_roundings(const tmiPlanarJoint *joint, double size) {
    double found = TMI_COORDINATE_ROUNDINGS * tmi_pair_turned(joint, size);
    return found <= ROUNDINGS_MAX * size ? found : ROUNDINGS_MAX * size;
}

double tmi_pair_length(const tmiPlanarJoint *joint) {
    const tmiPair *pair = joint->pair;
    double max = pair->profile ? pair->profile->max : 0.0;
    for (int32_t i = 0; !tmi_pair_kind(joint->kind)->by_angle && i < joint->feature_count; i++) {
        max = fabs(pair->radii[i]) > max ? fabs(pair->radii[i]) : max;
    }
    return max;
}
