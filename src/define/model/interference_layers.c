/* interference_layers.c: the interference domain ([HH] 3.3): layers of cuboids around the convex
 * pieces of each shape. [HH] had them stated by hand, and wished for what is done here.
 *
 * The cuboids of a body are along its own axes. Boxes in other directions would be tighter around
 * pieces that lie slantwise in their body; they are left out. */
#include "define/model/interference.h"

#include <math.h>

/* ---- Boxes --------------------------------------------------------------------------------- */

/* The box of discs, each with its centre, radius and axis, grown by the piece's radius. A disc
 * reaches r sqrt(1 - a^2) along an axis on which its own unit axis has the component a. */
static tmiBox box_of_piece(const tmPiece *piece) {
    const double axis[3] = {piece->axis.x, piece->axis.y, piece->axis.z};
    tmiBox box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = 0; i < piece->point_count; i++) {
        const double p[3] = {piece->points[i].x, piece->points[i].y, piece->points[i].z};
        for (int k = 0; k < 3; k++) {
            double u = axis[(k + 1) % 3], v = axis[(k + 2) % 3];
            double reach =
                piece->radius + (piece->rims ? piece->rims[i] * sqrt(u * u + v * v) : 0.0);
            box.low[k] = p[k] - reach < box.low[k] ? p[k] - reach : box.low[k];
            box.high[k] = p[k] + reach > box.high[k] ? p[k] + reach : box.high[k];
        }
    }
    return box;
}

/* ---- Layers -------------------------------------------------------------------------------- */

static void describe(const tmiBox *tree, const int32_t *order, tmiBoxNode node, int32_t layer,
                     tmCuboid *cuboids) {
    tmCuboid *cuboid = &cuboids[node.at];
    *cuboid = (tmCuboid){.layer = layer, .piece = -1, .parts = {-1, -1}};
    for (int k = 0; k < 3; k++) {
        cuboid->low[k] = tree[node.at].low[k];
        cuboid->high[k] = tree[node.at].high[k];
    }
    if (node.count == 1) {
        cuboid->piece = order[node.first];
        return;
    }
    tmiBoxNode left = tmi_box_left(node), right = tmi_box_right(node);
    cuboid->parts[0] = left.at;
    cuboid->parts[1] = right.at;
    describe(tree, order, left, layer + 1, cuboids);
    describe(tree, order, right, layer + 1, cuboids);
}

/* Curves of gears and cams bulge beyond the chords of their pieces: the first cuboid holds them. */
static void hold_shape(const tmShape *shape, tmiBox *box) {
    tmVec3 low, high;
    if (tm_shape_bounds(shape, &low, &high)) {
        tmiBox whole = {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
        *box = tmi_box_around(box, &whole);
    }
}

static tmStatus make_layers(tmModel *model, tmiArena *scratch, tmiMould *mould) {
    int32_t count = tm_pieces_count(mould->pieces);
    size_t n = (size_t)count;
    tmiBox *boxes = tmi_arena_alloc(scratch, n, sizeof *boxes);
    tmiBox *tree = tmi_arena_alloc(scratch, 2 * n, sizeof *tree);
    int32_t *order = tmi_arena_alloc(scratch, n, sizeof *order);
    mould->cuboids = tmi_arena_alloc(&model->arena, 2 * n, sizeof *mould->cuboids);
    if (!boxes || !tree || !order || !mould->cuboids) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        boxes[i] = box_of_piece(tm_pieces_at(mould->pieces, i));
    }
    if (count > 0) {
        tmi_box_order(boxes, count, order);
        tmi_box_fit(boxes, order, count, tree);
        hold_shape(mould->shape, &tree[0]);
        describe(tree, order, tmi_box_root(count), 0, mould->cuboids);
        mould->cuboid_count = 2 * count - 1;
    }
    return TM_OK;
}

static tmStatus make_pieces(tmModel *model, const tmiVariant *v, int32_t instance,
                            tmiMould *mould) {
    tmStatus status = tm_pieces_create(&model->allocator, mould->shape, NULL, &mould->pieces);
    if (status != TM_OK && status != TM_ERR_MEMORY) {
        tmi_model_add_diag(
            model, TM_ERROR, TMI_SAYS_SHAPE, v->shape.spot, instance,
            TMI_WORDS("this shape cannot be cut into convex pieces, which contact needs: ",
                      tm_status_message(status)),
            TMI_WORDS("build it from fewer and simpler parts"));
    }
    return status;
}

tmStatus tmi_model_interference(tmModel *model) {
    tmiArena scratch;
    tmStatus status = tmi_rules_make(model);
    tmi_arena_init(&scratch, model->allocator);
    tmiArenaMark mark = tmi_arena_mark(&scratch);
    for (int32_t i = 0; status == TM_OK && i < model->rules->touching_count; i++) {
        int32_t instance = model->bodies[model->rules->touching[i]].instance;
        const tmiVariant *v = model->world->instances[instance].variant;
        tmiMould *mould = &model->moulds[v->number];
        if (mould->cuboids || mould->refused) {
            continue;
        }
        status = make_pieces(model, v, instance, mould);
        mould->refused = status != TM_OK;
        status = status == TM_OK           ? make_layers(model, &scratch, mould)
                 : status == TM_ERR_MEMORY ? status
                                           : TM_OK;
        tmi_arena_release(&scratch, mark);
    }
    tmi_arena_clear(&scratch);
    return status;
}

/* ---- Questions ----------------------------------------------------------------------------- */

static const tmiMould *mould_that_touches(const tmModel *model, int32_t body) {
    bool known = body > 0 && body < tm_model_body_count(model) && model->rules->touches[body];
    return known ? tmi_mould_of(model, body) : NULL;
}

const tmCuboid *tm_model_cuboids(const tmModel *model, int32_t body, int32_t *count) {
    const tmiMould *mould = mould_that_touches(model, body);
    if (count) {
        *count = mould ? mould->cuboid_count : 0;
    }
    return mould && mould->cuboid_count > 0 ? mould->cuboids : NULL;
}

const tmPieces *tm_model_pieces(const tmModel *model, int32_t body) {
    const tmiMould *mould = mould_that_touches(model, body);
    return mould ? mould->pieces : NULL;
}
