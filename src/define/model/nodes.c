/* nodes.c: where in the first text the parts of a model are stated, as nodes that can be edited. */
#include "define/model/model.h"

/* Within this, a node stands for as many things as there are rounds. */
static bool is_repeated(const tmiTree *tree, tmiNodeRef node) {
    while (node && tmi_node(tree, node)->kind != TMI_NODE_REPEAT) {
        node = tmi_node(tree, node)->parent;
    }
    return node != 0;
}

/* A node of the first text; nodes of other texts do not count. */
static tmNodeId node_at(tmiSpot at) {
    return (tmNodeId){at.file == 0 ? (uint32_t)at.node : 0u};
}

/* ---- Statements ---------------------------------------------------------------------------- */

static bool has_part(const tmModel *model, int32_t part) {
    return part >= 0 && part < tm_model_part_count(model);
}

int32_t tmi_model_type_count(const tmModel *model) {
    return model->worlds->definitions.type_count;
}

int32_t tmi_model_type_of(const tmModel *model, int32_t part) {
    return model->world->instances[part].variant->type;
}

static const tmiType *type_of(const tmModel *model, int32_t part) {
    return &model->worlds->definitions.types[tmi_model_type_of(model, part)];
}

tmiSpot tmi_model_joint_spot(const tmModel *model, int32_t joint) {
    const tmiOccurrence *from = &model->joints[joint].from;
    return model->world->instances[from->instance].variant->joins[from->item].spot;
}

tmiSpot tmi_model_part_spot(const tmModel *model, int32_t part) {
    const tmiInstance *at = &model->world->instances[part];
    const tmiType *around = type_of(model, at->parent);
    const tmiTree *tree = model->worlds->definitions.sources[around->spot.file].tree;
    tmiNodeRef name = around->components[at->component].name;
    return (tmiSpot){around->spot.file, tmi_node(tree, name)->parent};
}

tmNodeId tmi_model_place_stated(const tmModel *model, int32_t index) {
    return node_at(model->place_spots[index]);
}

tmNodeId tmi_model_joint_stated(const tmModel *model, int32_t joint) {
    return node_at(tmi_model_joint_spot(model, joint));
}

tmNodeId tmi_model_part_stated(const tmModel *model, int32_t part) {
    return part > 0 ? node_at(tmi_model_part_spot(model, part)) : (tmNodeId){0};
}

/* ---- Statements of one thing each ---------------------------------------------------------- */

/* A statement of a part's structure, unless it makes several things. */
static tmNodeId statement_at(const tmModel *model, int32_t part, tmiSpot at) {
    const tmiTree *tree = model->worlds->definitions.sources[at.file].tree;
    bool shared = tm_model_type_uses(model, part) > 1 || is_repeated(tree, at.node);
    return shared ? (tmNodeId){0} : node_at(at);
}

tmNodeId tm_model_place_node(const tmModel *model, int32_t index) {
    bool exists = index >= 0 && index < tm_model_place_count(model);
    return exists ? statement_at(model, 0, model->place_spots[index]) : (tmNodeId){0};
}

tmNodeId tm_model_joint_node(const tmModel *model, int32_t joint) {
    if (joint < 0 || joint >= tm_model_joint_count(model)) {
        return (tmNodeId){0};
    }
    return statement_at(model, model->joints[joint].from.instance,
                        tmi_model_joint_spot(model, joint));
}

tmNodeId tm_model_part_node(const tmModel *model, int32_t part) {
    if (part == 0 || !has_part(model, part)) {
        return (tmNodeId){0};
    }
    const tmiInstance *at = &model->world->instances[part];
    const tmiComponent *component = &type_of(model, at->parent)->components[at->component];
    tmiSpot declared = tmi_model_part_spot(model, part);
    const tmiTree *tree = model->worlds->definitions.sources[declared.file].tree;
    tmiNodeRef next = tmi_node(tree, declared.node)->next,
               node = tmi_node(tree, declared.node)->parent;
    bool alone = tmi_node(tree, node)->child == declared.node &&
                 tmi_node(tree, next)->kind != TMI_NODE_DECLARED;
    return alone && !component->first
               ? statement_at(model, at->parent, (tmiSpot){declared.file, node})
               : (tmNodeId){0};
}

tmNodeId tm_model_type_node(const tmModel *model, int32_t part) {
    return has_part(model, part) ? node_at(type_of(model, part)->spot) : (tmNodeId){0};
}

int32_t tm_model_type_uses(const tmModel *model, int32_t part) {
    int32_t count = 0;
    for (int32_t i = 0; has_part(model, part) && i < tm_model_part_count(model); i++) {
        count += tmi_model_type_of(model, i) == tmi_model_type_of(model, part) ? 1 : 0;
    }
    return count;
}

tmNodeId tm_model_feature_node(const tmModel *model, int32_t body, int32_t feature) {
    tmBodyInfo info;
    if (tm_model_body(model, body, &info) != TM_OK || body == 0) {
        return (tmNodeId){0};
    }
    const tmiType *type = type_of(model, info.part);
    if (feature < 0 || feature >= type->feature_count) {
        return (tmNodeId){0};
    }
    const tmiTree *tree = model->worlds->definitions.sources[type->spot.file].tree;
    tmiNodeRef clause = tmi_node(tree, type->features[feature].name)->next;
    return node_at((tmiSpot){type->spot.file, tmi_node(tree, clause)->child});
}
