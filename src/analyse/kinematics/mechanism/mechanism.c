/* mechanism.c: the owner, its bodies and its features. Joints are in mechanism_joint.c. */
#include "analyse/kinematics/mechanism/mechanism.h"

#include "analyse/kinematics/joint/joint.h"
#include "numeric/numeric.h"

#include <string.h>

static char *copy_name(tmMechanism *m, const char *name) {
    if (!name || !name[0]) {
        return m->no_name;
    }
    size_t size = strlen(name) + 1;
    char *copy = tmi_resize(m->allocator, NULL, 0, size);
    return copy ? memcpy(copy, name, size) : NULL;
}

tmStatus tmi_part_add(tmMechanism *m, tmiIdPool *pool, void *items, int32_t *capacity,
                      size_t item_size, const char *name, tmiNewPart *part) {
    tmStatus status = tmi_array_reserve(m->allocator, items, capacity, pool->count + 1, item_size);
    if (status != TM_OK) {
        return status;
    }
    part->name = copy_name(m, name);
    if (!part->name) {
        return TM_ERR_MEMORY;
    }
    status = tmi_id_pool_add(pool, &part->id, &part->slot);
    if (status != TM_OK) {
        tmi_name_free(m->allocator, part->name);
        return status;
    }
    m->edits++;
    return TM_OK;
}

void tmi_name_free(tmAllocator allocator, char *name) {
    if (name && name[0]) {
        tmi_free(allocator, name, strlen(name) + 1);
    }
}

tmStatus tm_mechanism_create(const tmAllocator *allocator, tmMechanism **mechanism) {
    if (!mechanism) {
        return TM_ERR_ARGUMENT;
    }
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmMechanism *m = tmi_alloc_zero(chosen, sizeof *m);
    *mechanism = NULL;
    if (!m) {
        return TM_ERR_MEMORY;
    }
    m->allocator = chosen;
    tmi_id_pool_init(&m->body_ids, chosen);
    tmi_id_pool_init(&m->feature_ids, chosen);
    tmi_id_pool_init(&m->joint_ids, chosen);
    tmBodyDef ground = tm_body_def_default();
    ground.name = "ground";
    tmBodyId id;
    tmStatus status = tm_body_add(m, &ground, &id);
    if (status != TM_OK) {
        tm_mechanism_destroy(m);
        return status;
    }
    *mechanism = m;
    return TM_OK;
}

void tm_mechanism_destroy(tmMechanism *m) {
    if (!m) {
        return;
    }
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        tmi_name_free(m->allocator, m->joints[i].name);
        tmi_pair_free(&m->joints[i], m->allocator);
    }
    for (int32_t i = 0; i < m->feature_ids.count; i++) {
        tmi_name_free(m->allocator, m->features[i].name);
    }
    for (int32_t i = 0; i < m->body_ids.count; i++) {
        tmi_name_free(m->allocator, m->bodies[i].name);
    }
    tmi_array_clear(m->allocator, &m->joints, &m->joint_capacity, sizeof *m->joints);
    tmi_array_clear(m->allocator, &m->features, &m->feature_capacity, sizeof *m->features);
    tmi_array_clear(m->allocator, &m->bodies, &m->body_capacity, sizeof *m->bodies);
    tmi_id_pool_clear(&m->joint_ids);
    tmi_id_pool_clear(&m->feature_ids);
    tmi_id_pool_clear(&m->body_ids);
    tmi_free(m->allocator, m, sizeof *m);
}

tmBodyId tm_mechanism_ground(const tmMechanism *m) {
    return (tmBodyId){m ? tmi_id_pool_at(&m->body_ids, 0) : 0};
}

/* ---- Bodies -------------------------------------------------------------------------------- */

tmBodyDef tm_body_def_default(void) {
    return (tmBodyDef){.stamp = TMI_STAMP_BODY, .name = ""};
}

tmStatus tm_body_add(tmMechanism *m, const tmBodyDef *def, tmBodyId *body) {
    if (!m || !def || !body) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != TMI_STAMP_BODY) {
        return TM_ERR_DEF;
    }
    if (!tmi_is_finite3(def->x, def->y, def->angle)) {
        return TM_ERR_NOT_FINITE;
    }
    tmiNewPart part;
    tmStatus status = tmi_part_add(m, &m->body_ids, &m->bodies, &m->body_capacity,
                                   sizeof *m->bodies, def->name, &part);
    if (status != TM_OK) {
        return status;
    }
    tmPose pose = {def->x, def->y, 1.0, 0.0};
    tmi_sincos(def->angle, &pose.s, &pose.c);
    m->bodies[part.slot] = (tmiPlanarBody){.name = part.name, .pose = pose, .anchor = -1};
    *body = (tmBodyId){part.id};
    return TM_OK;
}

static void remove_feature(tmMechanism *m, int32_t slot) {
    int32_t body = m->features[slot].body;
    tmi_joints_remove_of(m, slot);
    tmi_name_free(m->allocator, m->features[slot].name);
    m->features[slot] = (tmiPlanarFeature){.body = -1};
    tmi_id_pool_remove(&m->feature_ids, tmi_id_pool_at(&m->feature_ids, slot));
    m->bodies[body].feature_count--;
    if (m->bodies[body].anchor == slot) {
        int32_t other = m->bodies[body].feature_count > 0 ? m->feature_ids.count - 1 : -1;
        while (other >= 0 && m->features[other].body != body) {
            other--;
        }
        m->bodies[body].anchor = other;
    }
}

tmStatus tm_body_remove(tmMechanism *m, tmBodyId body) {
    int32_t slot = m ? tmi_id_pool_slot(&m->body_ids, body.value) : -1;
    if (slot <= 0) {
        return slot == 0 || !m ? TM_ERR_ARGUMENT : TM_ERR_ID;
    }
    for (int32_t i = 0; i < m->feature_ids.count; i++) {
        if (tmi_id_pool_at(&m->feature_ids, i) && m->features[i].body == slot) {
            remove_feature(m, i);
        }
    }
    tmi_name_free(m->allocator, m->bodies[slot].name);
    m->bodies[slot] = (tmiPlanarBody){.pose = {0.0, 0.0, 1.0, 0.0}, .anchor = -1};
    m->edits++;
    return tmi_id_pool_remove(&m->body_ids, body.value);
}

tmStatus tm_body_pose(const tmMechanism *m, tmBodyId body, tmPose *pose) {
    if (!m || !pose) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->body_ids, body.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    *pose = m->bodies[slot].pose;
    return TM_OK;
}

tmStatus tm_body_set_pose(tmMechanism *m, tmBodyId body, double x, double y, double angle) {
    if (!m) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->body_ids, body.value);
    if (slot <= 0) {
        return slot == 0 ? TM_ERR_ARGUMENT : TM_ERR_ID;
    }
    if (!tmi_is_finite3(x, y, angle)) {
        return TM_ERR_NOT_FINITE;
    }
    tmPose *pose = &m->bodies[slot].pose;
    pose->x = x;
    pose->y = y;
    tmi_sincos(angle, &pose->s, &pose->c);
    m->edits++;
    return TM_OK;
}

const char *tm_body_name(const tmMechanism *m, tmBodyId body) {
    int32_t slot = m ? tmi_id_pool_slot(&m->body_ids, body.value) : -1;
    return slot < 0 ? NULL : m->bodies[slot].name;
}

int32_t tm_body_count(const tmMechanism *m) {
    return m ? m->body_ids.count : 0;
}

tmBodyId tm_body_at(const tmMechanism *m, int32_t index) {
    return (tmBodyId){m ? tmi_id_pool_at(&m->body_ids, index) : 0};
}

/* ---- Features ------------------------------------------------------------------------------ */

tmFeatureDef tm_feature_def_default(void) {
    return (tmFeatureDef){.stamp = TMI_STAMP_FEATURE, .name = ""};
}

static void place_feature(tmiPlanarFeature *feature, double x, double y, double angle) {
    feature->x = x;
    feature->y = y;
    feature->angle = angle;
    tmi_sincos(angle, &feature->s, &feature->c);
}

tmStatus tm_feature_add(tmMechanism *m, const tmFeatureDef *def, tmFeatureId *feature) {
    if (!m || !def || !feature) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != TMI_STAMP_FEATURE) {
        return TM_ERR_DEF;
    }
    int32_t body = tmi_id_pool_slot(&m->body_ids, def->body.value);
    if (body < 0) {
        return TM_ERR_ID;
    }
    if (!tmi_is_finite3(def->x, def->y, def->angle)) {
        return TM_ERR_NOT_FINITE;
    }
    tmiNewPart part;
    tmStatus status = tmi_part_add(m, &m->feature_ids, &m->features, &m->feature_capacity,
                                   sizeof *m->features, def->name, &part);
    if (status != TM_OK) {
        return status;
    }
    m->features[part.slot] = (tmiPlanarFeature){.name = part.name, .body = body};
    place_feature(&m->features[part.slot], def->x, def->y, def->angle);
    m->bodies[body].feature_count++;
    if (m->bodies[body].anchor < 0) {
        m->bodies[body].anchor = part.slot;
    }
    *feature = (tmFeatureId){part.id};
    return TM_OK;
}

tmStatus tm_feature_remove(tmMechanism *m, tmFeatureId feature) {
    if (!m) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->feature_ids, feature.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    remove_feature(m, slot);
    m->edits++;
    return TM_OK;
}

tmStatus tm_feature_set(tmMechanism *m, tmFeatureId feature, double x, double y, double angle) {
    if (!m) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->feature_ids, feature.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    if (!tmi_is_finite3(x, y, angle)) {
        return TM_ERR_NOT_FINITE;
    }
    place_feature(&m->features[slot], x, y, angle);
    m->edits++;
    return TM_OK;
}

tmStatus tm_feature_get(const tmMechanism *m, tmFeatureId feature, tmBodyId *body, double *x,
                        double *y, double *angle) {
    if (!m) {
        return TM_ERR_ARGUMENT;
    }
    int32_t slot = tmi_id_pool_slot(&m->feature_ids, feature.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    const tmiPlanarFeature *found = &m->features[slot];
    if (body) {
        *body = tm_body_at(m, found->body);
    }
    double *const out[] = {x, y, angle};
    const double place[] = {found->x, found->y, found->angle};
    for (int i = 0; i < 3; i++) {
        if (out[i]) {
            *out[i] = place[i];
        }
    }
    return TM_OK;
}

const char *tm_feature_name(const tmMechanism *m, tmFeatureId feature) {
    int32_t slot = m ? tmi_id_pool_slot(&m->feature_ids, feature.value) : -1;
    return slot < 0 ? NULL : m->features[slot].name;
}

int32_t tm_feature_count(const tmMechanism *m) {
    return m ? m->feature_ids.count : 0;
}

tmFeatureId tm_feature_at(const tmMechanism *m, int32_t index) {
    return (tmFeatureId){m ? tmi_id_pool_at(&m->feature_ids, index) : 0};
}
