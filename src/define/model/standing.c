/* standing.c: which bodies of a world with dynamics stand still although the text does not call
 * them fixed. */
#include "define/model/model.h"

#include <string.h>

/* Of each body, while it is decided. */
typedef enum Standing {
    MOVES,  /* it has dynamics, or a control of its own, or only its joints place it */
    FIXED,  /* the ground, and what the text calls fixed */
    PLACED, /* it has none of these, and stays where the world places it */
    BASE,   /* the same, and a motion is prescribed that another body makes against it */
    LED     /* the same, but a motion is prescribed of a joint that connects it to what stands */
} Standing;

static bool stands(uint8_t standing) {
    return standing == FIXED || standing == BASE;
}

/* A body that only its place holds is driven if a motion of its joint with the ground, a fixed or a
 * driven body is prescribed; of two that only their places hold, the first one is: `join arm to
 * base`. */
static bool lead_by_drive(const tmJointInfo *joint, uint8_t *standing) {
    for (int32_t k = 0; k < 2 && joint->body_count == 2 && joint->row_count > 0; k++) {
        uint8_t *own = &standing[joint->bodies[k]], *other = &standing[joint->bodies[1 - k]];
        bool first = k == 0 && *other == PLACED;
        if (*own == PLACED && (stands(*other) || *other == LED || first)) {
            *own = LED;
            *other = first ? BASE : *other;
            return true;
        }
    }
    return false;
}

static int32_t row_joints(const tmModel *model, int32_t body) {
    int32_t count = 0, rows = 0;
    const int32_t *joints = tm_model_joints_of(model, body, &count);
    for (int32_t i = 0; i < count; i++) {
        rows += model->joints[joints[i]].info.row_count > 0;
    }
    return rows;
}

/* What connects a driven body to others, or is rigid with it, moves with it. */
static bool lead_by_joint(const tmModel *model, const tmJointInfo *joint, uint8_t *standing) {
    int32_t whole = model->info.planar ? 3 : 6;
    for (int32_t k = 0; k < 2 && joint->body_count == 2 && joint->row_count > 0; k++) {
        int32_t own = joint->bodies[k];
        if (standing[own] == PLACED && standing[joint->bodies[1 - k]] == LED &&
            (joint->row_count == whole || row_joints(model, own) > 1)) {
            standing[own] = LED;
            return true;
        }
    }
    return false;
}

/* The joint whose motion control `index` prescribes; null: none. */
static const tmJointInfo *driven_joint(const tmModel *model, int32_t index) {
    int32_t owner;
    const tmiSense *target = &tmi_model_control_of(model, index, &owner)->target;
    if (target->kind != TMI_SENSE_JOIN || strcmp(target->row->name, "force") == 0 ||
        strcmp(target->row->name, "torque") == 0) {
        return NULL;
    }
    return &model->joints[tmi_model_joint_of(model, owner + target->end.instance, target->item)]
                .info;
}

static void find_led(const tmModel *model, uint8_t *standing) {
    bool changed = true, any = false;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < model->world->control_count; i++) {
            const tmJointInfo *joint = driven_joint(model, i);
            changed = (joint && lead_by_drive(joint, standing)) || changed;
        }
        any = any || changed;
        for (int32_t i = 0; any && i < model->joint_count; i++) {
            changed = lead_by_joint(model, &model->joints[i].info, standing) || changed;
        }
    }
}

tmStatus tmi_model_standing(tmModel *model) {
    size_t count = (size_t)model->body_count;
    int32_t *placed = tmi_arena_alloc(&model->arena, count, sizeof *placed);
    uint8_t *standing = tmi_arena_alloc(&model->arena, count, sizeof *standing);
    bool *reported = tmi_arena_alloc(&model->arena, count, sizeof *reported);
    if (!placed || !standing || !reported) {
        return TM_ERR_MEMORY;
    }
    bool dynamics =
        model->world->dynamic_count > 0; /* otherwise joints alone may move what is placed */
    for (int32_t i = 0; i < model->place_count; i++) {
        placed[model->places[i].by.body] |= !model->places[i].is_rough;
    }
    bool controlled = !(model->info.left_out & TM_WITHOUT_CONTROL);
    uint32_t moving = TM_DOMAIN_DYNAMIC | (controlled ? TM_DOMAIN_CONTROL : 0);
    for (int32_t i = 0; i < model->body_count; i++) {
        const tmBodyInfo *info = &model->bodies[i].info;
        bool joined = model->joints_first[i + 1] > model->joints_first[i];
        bool held = !(info->domains & moving) && ((dynamics && placed[i]) || !joined);
        standing[i] = info->is_fixed ? FIXED : held ? PLACED : MOVES;
    }
    if (controlled && dynamics) {
        find_led(model, standing);
    }
    for (int32_t i = 1; i < model->body_count; i++) {
        reported[i] = standing[i] == PLACED;
        model->bodies[i].info.is_fixed |= dynamics && (reported[i] || standing[i] == BASE);
    }
    return tmi_model_add_standing_diags(model, reported);
}
