/* movable.c: see mechanism.h. */
#include "analyse/kinematics/mechanism/mechanism.h"

#include "analyse/kinematics/joint/joint.h"

/* The drag must close a joint that is open by more than this part of the size. */
#define OPEN_MIN 1e-12

/* Returns the first body of the joint that is not the ground, 0 where there is none. */
static int32_t body_of(const tmMechanism *m, const tmiPlanarJoint *joint) {
    int32_t body = 0;
    for (int32_t k = 0; k < joint->feature_count && body == 0; k++) {
        body = m->features[joint->features[k]].body;
    }
    return body;
}

static void tie(const tmMechanism *m, const tmiPlanarJoint *joint, int32_t *parent) {
    int32_t first = tmi_root_of(parent, body_of(m, joint));
    for (int32_t k = 0; k < joint->feature_count; k++) {
        int32_t body = m->features[joint->features[k]].body;
        if (body != 0) {
            parent[tmi_root_of(parent, body)] = first;
        }
    }
}

static bool is_open(const tmMechanism *m, const tmiPlanarJoint *joint, const tmPose *poses,
                    double size) {
    return !(tmi_joint_gap_at(m, joint, poses, size) <= OPEN_MIN * size);
}

static void mark_inputs(const tmMechanism *m, const tmInput *inputs, int32_t count, int32_t *parent,
                        bool *is_movable) {
    for (int32_t i = 0; i < count; i++) {
        bool drags = inputs[i].kind == TM_INPUT_POSITION;
        int32_t slot = drags ? tmi_id_pool_slot(&m->feature_ids, inputs[i].feature.value)
                             : tmi_id_pool_slot(&m->joint_ids, inputs[i].joint.value);
        if (slot >= 0) { /* the graph reports ids that are not valid */
            int32_t body = drags ? m->features[slot].body : body_of(m, &m->joints[slot]);
            is_movable[tmi_root_of(parent, body)] = true;
        }
    }
}

static bool has_drags(const tmInput *inputs, int32_t count) {
    bool found = false;
    for (int32_t i = 0; i < count; i++) {
        found |= inputs[i].kind == TM_INPUT_POSITION;
    }
    return found;
}

static void mark(const tmMechanism *m, const tmPose *poses, int32_t *parent, bool *is_movable) {
    double size = tmi_mechanism_size(m, 0.0);
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        const tmiPlanarJoint *joint = &m->joints[i];
        if (tmi_id_pool_at(&m->joint_ids, i) && (joint->pair || is_open(m, joint, poses, size))) {
            is_movable[tmi_root_of(parent, body_of(m, joint))] = true;
        }
    }
}

tmStatus tmi_movable_find(const tmMechanism *m, const tmInput *inputs, int32_t count,
                          tmiArena *arena, bool **movable) {
    *movable = NULL;
    if (!has_drags(inputs, count)) {
        return TM_OK;
    }
    size_t bodies = (size_t)m->body_ids.count;
    int32_t *parent = tmi_arena_alloc(arena, bodies, sizeof *parent);
    bool *is_movable = tmi_arena_alloc(arena, bodies, sizeof *is_movable);
    tmPose *poses = tmi_arena_alloc(arena, bodies, sizeof *poses);
    if (!parent || !is_movable || !poses) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < m->body_ids.count; i++) {
        parent[i] = i;
        poses[i] = m->bodies[i].pose;
    }
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        if (tmi_id_pool_at(&m->joint_ids, i)) {
            tie(m, &m->joints[i], parent);
        }
    }
    mark_inputs(m, inputs, count, parent, is_movable);
    mark(m, poses, parent, is_movable);
    for (int32_t i = 0; i < m->body_ids.count; i++) {
        is_movable[i] = is_movable[tmi_root_of(parent, i)];
    }
    *movable = is_movable;
    return TM_OK;
}

bool tmi_joint_is_movable(const bool *movable, const tmMechanism *m, const tmiPlanarJoint *joint) {
    bool all = true;
    for (int32_t k = 0; movable && k < joint->feature_count; k++) {
        int32_t body = m->features[joint->features[k]].body;
        all = all && (body == 0 || movable[body]);
    }
    return all;
}
