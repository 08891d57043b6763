/* model.c: builds models, domain by domain ([HH] 3.6), and frees them. */
#include "define/model/model.h"

#include <math.h>

#define MODEL_STAMP 0x6d6f646cu

tmModelDef tm_model_def_default(void) {
    return (tmModelDef){.stamp = MODEL_STAMP};
}

/* ---- Size ---------------------------------------------------------------------------------- */

static double reach(const double p[3]) {
    return tmi_max(fabs(p[0]), tmi_max(fabs(p[1]), fabs(p[2])));
}

/* How far the features of its joints and its shape reach from the origin of a body: half the size
 * of a world is at least that of its largest body. Distances between bodies do not count: a chain
 * of small links is judged by its links. */
static double world_size(const tmModel *model) {
    double size = 0.0;
    for (int32_t i = 0; i < model->joint_count; i++) {
        const tmHingeUse *use = &model->joints[i].info.use;
        for (int32_t k = 0; k < use->pair_count; k++) {
            for (int side = 0; side < 2; side++) {
                const tmPointOn *on = &use->pairs[k][side];
                bool grounded = model->joints[i].info.bodies[on->body] == 0;
                size = grounded ? size : tmi_max(size, reach(on->point));
            }
        }
    }
    for (int32_t i = 1; i < model->body_count; i++) {
        tmVec3 low, high;
        if (tm_shape_bounds(model->bodies[i].info.shape, &low, &high)) {
            const double corners[2][3] = {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
            size = tmi_max(size, tmi_max(reach(corners[0]), reach(corners[1])));
        }
    }
    return size > 0.0 ? 2.0 * size : 1.0;
}

/* ---- Models -------------------------------------------------------------------------------- */

/* The domains in the order in which they are built: each reads what those before it added. */
static tmStatus (*const domains[])(tmModel *model) = {
    tmi_model_abstract, tmi_model_geometric, tmi_model_joints,       tmi_model_standing,
    tmi_model_dynamic,  tmi_model_surfaces,  tmi_model_interference, tmi_model_own,
    tmi_model_runs,     tmi_model_controls,  tmi_model_simulation};

static tmStatus build(tmModel *model) {
    tmStatus status = tm_diags_create(&model->allocator, &model->diags);
    for (size_t i = 0; i < sizeof domains / sizeof domains[0] && status == TM_OK; i++) {
        status = domains[i](model);
        status = status == TM_OK ? model->status : status;
    }
    if (status == TM_OK) {
        model->info.size = world_size(model);
    }
    return status;
}

tmStatus tm_model_create(const tmAllocator *allocator, const tmDocument *document, int32_t run,
                         const tmModelDef *def, tmModel **model) {
    if (model) {
        *model = NULL;
    }
    if (!document || !def || !model) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != MODEL_STAMP) {
        return TM_ERR_DEF;
    }
    if (tm_diags_total(document->diags, TM_ERROR) > 0 || !document->worlds) {
        return TM_ERR_TEXT;
    }
    const tmiRun *found;
    const tmiWorld *world = tmi_document_world(document, run, &found);
    if (!world) {
        return TM_ERR_ARGUMENT;
    }
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmModel *made = tmi_alloc_zero(chosen, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = chosen;
    made->document = document;
    made->worlds = document->worlds;
    made->world = world;
    made->run = found;
    tmi_arena_init(&made->arena, chosen);
    tmStatus status = build(made);
    if (status != TM_OK) {
        tm_model_destroy(made);
        return status;
    }
    *model = made;
    return TM_OK;
}

void tm_model_destroy(tmModel *model) {
    if (!model) {
        return;
    }
    for (int32_t i = 0; model->moulds && i < model->worlds->variant_count; i++) {
        tm_shape_destroy(model->moulds[i].shape);
        tm_pieces_destroy(model->moulds[i].pieces);
    }
    tm_diags_destroy(model->diags);
    tmi_arena_clear(&model->arena);
    tmi_free(model->allocator, model, sizeof *model);
}
