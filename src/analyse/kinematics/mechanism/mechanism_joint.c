/* mechanism_joint.c: the joints of a mechanism. What each kind demands is in joint_rows.c. */
#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/kinematics.h"
#include "analyse/kinematics/mechanism/mechanism.h"

#include "numeric/numeric.h"

#include <math.h>

tmJointDef tm_joint_def_default(void) {
    return (tmJointDef){
        .stamp = TMI_STAMP_JOINT, .name = "", .kind = TM_JOINT_REVOLUTE, .as_placed = true};
}

const char *tm_joint_kind_name(tmJointKind kind) {
    switch (kind) {
#define CASE(code, name, features)                                                                 \
    case code:                                                                                     \
        return name;
        TM_JOINT_LIST(CASE)
#undef CASE
    case TM_JOINT_KIND_COUNT:
        break;
    }
    return "unknown";
}

static bool is_length(tmJointKind kind) {
    return kind == TM_JOINT_DISTANCE || kind == TM_JOINT_ON_CIRCLE;
}

static tmStatus check_value(tmJointKind kind, double value) {
    if (!tmi_is_finite3(value, 0.0, 0.0)) {
        return TM_ERR_NOT_FINITE;
    }
    return is_length(kind) && value < 0.0 ? TM_ERR_ARGUMENT : TM_OK;
}

/* Finds the features' slots; a rope's end with the first null id. TM_ERR_ARGUMENT when all of them
 * are on one body. */
static tmStatus find_features(const tmMechanism *m, const tmJointDef *def, tmiPlanarJoint *joint) {
    int32_t count = tmi_joint_feature_count(def->kind);
    bool differ = false;
    while (def->kind == TM_JOINT_ROPE && count > 2 && def->features[count - 1].value == 0) {
        count--;
    }
    joint->feature_count = count;
    for (int32_t i = 0; i < TM_JOINT_FEATURES; i++) {
        joint->features[i] = -1;
        if (i < count) {
            joint->features[i] = tmi_id_pool_slot(&m->feature_ids, def->features[i].value);
            if (joint->features[i] < 0) {
                return TM_ERR_ID;
            }
            differ |= m->features[joint->features[i]].body != m->features[joint->features[0]].body;
        }
    }
    return differ ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tm_joint_add(tmMechanism *m, const tmJointDef *def, tmJointId *joint) {
    if (!m || !def || !joint) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != TMI_STAMP_JOINT) {
        return TM_ERR_DEF;
    }
    tmiPlanarJoint made = {.kind = def->kind, .value = def->value};
    tmStatus status =
        tmi_joint_feature_count(def->kind) ? check_value(def->kind, def->value) : TM_ERR_ARGUMENT;
    if (status == TM_OK) {
        status = find_features(m, def, &made);
    }
    if (status == TM_OK && tmi_pair_kind(def->kind)) {
        status = tmi_pair_make(&made, m->allocator, def);
    }
    if (status == TM_OK && made.pair) {
        tmiFeaturePose places[TM_JOINT_FEATURES];
        tmi_joint_feature_poses(m, &made, NULL, places);
        status = tmi_pair_start(&made, places, def->as_placed);
    }
    tmiNewPart part;
    if (status == TM_OK) {
        status = tmi_part_add(m, &m->joint_ids, &m->joints, &m->joint_capacity, sizeof *m->joints,
                              def->name, &part);
    }
    if (status != TM_OK) {
        tmi_pair_free(&made, m->allocator);
        return status;
    }
    made.name = part.name;
    m->joints[part.slot] = made;
    for (int32_t i = 0; i < made.feature_count; i++) {
        m->features[made.features[i]].uses++;
    }
    *joint = (tmJointId){part.id};
    return TM_OK;
}

tmStatus tm_joint_add_pin(tmMechanism *m, tmBodyId a, double ax, double ay, tmBodyId b, double bx,
                          double by, tmJointId *joint) {
    tmJointDef def = tm_joint_def_default();
    tmFeatureDef first = tm_feature_def_default(), second = first;
    first.body = a;
    first.x = ax;
    first.y = ay;
    second.body = b;
    second.x = bx;
    second.y = by;
    tmJointId made;
    tmStatus status = tm_feature_add(m, &first, &def.features[0]);
    if (status != TM_OK) {
        return status;
    }
    status = tm_feature_add(m, &second, &def.features[1]);
    if (status == TM_OK) {
        status = tm_joint_add(m, &def, &made);
        if (status != TM_OK) {
            tm_feature_remove(m, def.features[1]);
        }
    }
    if (status != TM_OK) {
        tm_feature_remove(m, def.features[0]);
        return status;
    }
    if (joint) {
        *joint = made;
    }
    return TM_OK;
}

static void remove_joint(tmMechanism *m, int32_t slot) {
    for (int32_t i = 0; i < m->joints[slot].feature_count; i++) {
        m->features[m->joints[slot].features[i]].uses--;
    }
    tmi_name_free(m->allocator, m->joints[slot].name);
    m->joints[slot].name = NULL;
    tmi_pair_free(&m->joints[slot], m->allocator);
    tmi_id_pool_remove(&m->joint_ids, tmi_id_pool_at(&m->joint_ids, slot));
    m->edits++;
}

void tmi_joints_remove_of(tmMechanism *m, int32_t feature) {
    for (int32_t i = 0; i < m->joint_ids.count && m->features[feature].uses > 0; i++) {
        bool uses = false;
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            uses |= m->joints[i].features[k] == feature;
        }
        if (uses && tmi_id_pool_at(&m->joint_ids, i)) {
            remove_joint(m, i);
        }
    }
}

tmStatus tm_joint_remove(tmMechanism *m, tmJointId joint) {
    if (!m) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->joint_ids, joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    remove_joint(m, slot);
    return TM_OK;
}

tmStatus tm_joint_set_value(tmMechanism *m, tmJointId joint, double value) {
    if (!m) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->joint_ids, joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    const tmiPairKind *pair = tmi_pair_kind(m->joints[slot].kind);
    tmStatus status = check_value(m->joints[slot].kind, value);
    if (status == TM_OK) {
        m->joints[slot].value = pair && !pair->has_value ? 0.0 : value; /* a cam reads none */
        m->edits++;
    }
    return status;
}

tmStatus tm_joint_get(const tmMechanism *m, tmJointId joint, tmJointDef *def) {
    if (!m || !def) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->joint_ids, joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    const tmiPlanarJoint *found = &m->joints[slot];
    *def = tm_joint_def_default();
    def->name = found->name;
    def->kind = found->kind;
    def->value = found->value;
    for (int32_t i = 0; i < found->feature_count; i++) {
        def->features[i] = tm_feature_at(m, found->features[i]);
        def->radii[i] = found->pair ? found->pair->radii[i] : 0.0;
    }
    def->as_placed = !found->pair;
    if (found->pair && found->pair->profile) {
        def->profile_kind = found->pair->profile->kind;
        def->profile = found->pair->profile->given;
        def->profile_count = found->pair->profile->count;
    }
    return TM_OK;
}

tmStatus tm_joint_profile(const tmMechanism *m, tmJointId joint, double angle, double r[3]) {
    int32_t slot = m ? tmi_id_pool_slot(&m->joint_ids, joint.value) : -1;
    if (slot < 0) {
        return m ? TM_ERR_ID : TM_ERR_ARGUMENT;
    }
    const tmiPair *pair = m->joints[slot].pair;
    if (!r || !pair || !pair->profile) {
        return TM_ERR_ARGUMENT;
    }
    if (!tmi_is_finite3(angle, 0.0, 0.0)) {
        return TM_ERR_NOT_FINITE;
    }
    tmi_profile_at(pair->profile, angle, r);
    return TM_OK;
}

int32_t tm_joint_count(const tmMechanism *m) {
    return m ? m->joint_ids.count : 0;
}

tmJointId tm_joint_at(const tmMechanism *m, int32_t index) {
    return (tmJointId){m ? tmi_id_pool_at(&m->joint_ids, index) : 0};
}

/* A mechanism whose lengths are nothing against its coordinates counts as points, and is scaled by
 * the largest coordinate; one below this number [m] by 1, for angles times its size would vanish.
 */
#define SIZE_MIN 1e-150

double tmi_feature_reach(const tmMechanism *m, int32_t feature) {
    const tmiPlanarFeature *f = &m->features[feature];
    const tmiPlanarFeature *anchor = &m->features[m->bodies[f->body].anchor];
    return f->body ? tmi_hypot(f->x - anchor->x, f->y - anchor->y) : 0.0;
}

double tmi_mechanism_size(const tmMechanism *m, double min) {
    double size = min, max_abs = 0.0;
    for (int32_t j = 0; j < m->joint_ids.count; j++) {
        if (!tmi_id_pool_at(&m->joint_ids, j)) {
            continue;
        }
        for (int32_t k = 0; k < m->joints[j].feature_count; k++) {
            const tmiPlanarFeature *f = &m->features[m->joints[j].features[k]];
            double reach = tmi_feature_reach(m, m->joints[j].features[k]);
            size = reach > size ? reach : size;
            max_abs = fabs(f->x) > max_abs ? fabs(f->x) : max_abs;
            max_abs = fabs(f->y) > max_abs ? fabs(f->y) : max_abs;
        }
        double own = is_length(m->joints[j].kind) ? m->joints[j].value
                     : m->joints[j].pair          ? tmi_pair_length(&m->joints[j])
                                                  : 0.0;
        size = own > size ? own : size;
    }
    size = size > TMI_COORDINATE_ROUNDINGS * max_abs ? size : max_abs;
    return size > SIZE_MIN ? size : 1.0;
}
