/* standing_diagnostics.c: bodies that stand still though the text does not call them fixed, and may
 * have been meant to move. */
#include "define/model/model.h"

/* ---- Who holds whom ------------------------------------------------------------------------ */

#define NOBODY (-1)
#define SEVERAL (-2)

/* Makes one island of the bodies of each joint that move. */
static void find_islands(const tmModel *model, int32_t *parent) {
    for (int32_t i = 0; i < model->body_count; i++) {
        parent[i] = i;
    }
    for (int32_t i = 0; i < model->joint_count; i++) {
        const tmJointInfo *joint = &model->joints[i].info;
        int32_t first = NOBODY;
        for (int32_t k = 0; k < joint->body_count && joint->row_count > 0; k++) {
            int32_t body = joint->bodies[k];
            if (!model->bodies[body].info.is_fixed) {
                int32_t root = tmi_root_of(parent, body);
                first = first == NOBODY ? root : first;
                parent[root] = first;
            }
        }
    }
}

/* Puts the one fixed body that holds the island of each root into `holder`. */
static void find_holders(const tmModel *model, int32_t *parent, int32_t *holder) {
    for (int32_t i = 0; i < model->body_count; i++) {
        holder[i] = NOBODY;
    }
    for (int32_t i = 0; i < model->joint_count; i++) {
        const tmJointInfo *joint = &model->joints[i].info;
        for (int32_t k = 0; k < joint->body_count && joint->row_count > 0; k++) {
            for (int32_t n = 0; n < joint->body_count; n++) {
                int32_t held = joint->bodies[k], other = joint->bodies[n];
                if (!model->bodies[held].info.is_fixed && model->bodies[other].info.is_fixed) {
                    int32_t *by = &holder[tmi_root_of(parent, held)];
                    *by = *by == NOBODY || *by == other ? other : SEVERAL;
                }
            }
        }
    }
}

/* Whether a body was meant to be fixed: nothing else holds what moves at it, or it is rigidly
 * joined to a fixed body. */
static bool is_ground(const tmModel *model, int32_t body, int32_t *parent, const int32_t *holder) {
    bool carries = false, hinged = false;
    for (int32_t i = model->joints_first[body]; i < model->joints_first[body + 1]; i++) {
        const tmJointInfo *joint = &model->joints[model->joints_of[i]].info;
        for (int32_t k = 0; k < joint->body_count; k++) {
            int32_t other = joint->bodies[k];
            if (other == body || joint->row_count == 0) {
                continue;
            }
            bool still = model->bodies[other].info.is_fixed;
            if (still && joint->row_count >= (model->info.planar ? 3 : 6)) {
                return true;
            }
            hinged = hinged || still || holder[tmi_root_of(parent, other)] != body;
            carries = true;
        }
    }
    return carries ? !hinged : !model->bodies[body].info.shape;
}

/* ---- Telling ------------------------------------------------------------------------------- */

static void report(tmModel *model, int32_t body) {
    int32_t instance = model->bodies[body].instance;
    tmi_model_add_diag(
        model, TM_WARNING, TMI_SAYS_STANDS, tmi_model_part_spot(model, instance), instance,
        TMI_WORDS("'", model->parts[instance].name,
                  "' stands still: it has no dynamics, and no control moves it"),
        TMI_WORDS("write 'dynamics: ;' in its type, or 'fixed' among its properties if "
                  "it is meant to stand still"));
}

/* Where nothing in the world has dynamics and no control drives anything, joints alone move bodies:
 * only the first such body is reported. */
static void report_powerless(tmModel *model, const bool *stands) {
    for (int32_t i = 1; i < model->body_count; i++) {
        int32_t instance = model->bodies[i].instance;
        if (!model->bodies[i].info.is_fixed && !stands[i]) {
            tmi_model_add_diag(
                model, TM_WARNING, TMI_SAYS_STANDS, tmi_model_part_spot(model, instance), instance,
                TMI_WORDS("no force moves '", model->parts[instance].name,
                          "': no part of this world has dynamics, and no control drives one"),
                TMI_WORDS("write 'dynamics: ;' in its type, or prescribe its motion"));
            return;
        }
    }
}

tmStatus tmi_model_add_standing_diags(tmModel *model, const bool *stands) {
    size_t count = (size_t)model->body_count;
    int32_t *parent = tmi_arena_alloc(&model->arena, count, sizeof *parent);
    int32_t *holder = tmi_arena_alloc(&model->arena, count, sizeof *holder);
    if (!parent || !holder) {
        return TM_ERR_MEMORY;
    }
    bool reports = model->run && model->run->kind == TMI_WORD_SIMULATE &&
                   !(model->info.left_out & (TM_WITHOUT_DYNAMICS | TM_WITHOUT_CONTROL));
    find_islands(model, parent);
    find_holders(model, parent, holder);
    for (int32_t i = 1; i < model->body_count && reports; i++) {
        if (stands[i] && !is_ground(model, i, parent, holder)) {
            report(model, i);
        }
    }
    if (reports && model->world->dynamic_count == 0 && model->world->control_count == 0) {
        report_powerless(model, stands);
    }
    return model->status;
}
