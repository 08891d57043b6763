/* engine.c: what steps with contact hold, made for a model. */
#include "analyse/contact/engine/engine.h"

#include <math.h>
#include <string.h>

/* The first margin of the search, as part of the mean reach [1]. */
#define SEARCH_MARGIN 0.05

/* ---- Making ---------------------------------------------------------------------------------- */

static void measure_piece(tmiContactEngine *c, int32_t body, int32_t piece,
                          const double centre[3]) {
    double *offset = &c->sizes.offsets[piece];
    double radius = tmi_near_piece_size(c->near, piece, centre, &c->sizes.lengths[piece], offset);
    int32_t mover = c->motion->mover_of[body];
    if (mover >= 0 && *offset + radius > c->sizes.reach[mover]) {
        c->sizes.reach[mover] = *offset + radius;
    }
}

static void measure(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    double sum = 0.0, size = tm_model_world(c->model).size;
    int32_t count = 0;
    for (int32_t body = 0; body < c->near->body_count; body++) {
        tmBodyInfo info;
        tm_model_body(c->model, body, &info);
        for (int32_t i = c->near->first[body]; i < c->near->first[body + 1]; i++) {
            const tmVec3 centre = info.mass.centre;
            measure_piece(c, body, i, (const double[3]){centre.x, centre.y, centre.z});
        }
    }
    for (int32_t i = 0; i < m->mover_count; i++) {
        sum += c->sizes.reach[i];
        count += c->sizes.reach[i] > 0.0; /* others meet nothing */
        c->sizes.reach[i] = c->sizes.reach[i] > 0.0 ? c->sizes.reach[i] : size;
        c->islands.leader[i] = m->groups[i] >= 0 ? m->groups[i] : i;
        c->islands.slot[i] = -1;
    }
    c->sizes.mean_reach = count > 0 ? sum / count : size;
    c->search.margin = SEARCH_MARGIN * c->sizes.mean_reach;
}

static tmStatus make(tmiContactEngine *c) {
    tmStatus status = tmi_near_create(c->model, &c->near);
    if (status != TM_OK) {
        return status;
    }
    size_t movers = (size_t)c->motion->mover_count, pieces = (size_t)c->near->piece_count, work;
    size_t rows = tmi_near_rows_max(c->near, &work), motion = movers * (size_t)tmi_engine_dof(c);
    double **const arrays[] = {
        &c->sizes.lengths, &c->sizes.offsets, &c->sizes.reach, &c->step.velocity, &c->step.last,
        &c->step.kept,     &c->step.first,    &c->work.swept,  &c->step.base,     &c->search.drift};
    const size_t sizes[] = {pieces, pieces, movers, motion, motion,
                            motion, motion, work,   motion, movers};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        *arrays[i] = tmi_arena_alloc(&c->arena, sizes[i] + 1, sizeof(double));
        status = *arrays[i] ? status : TM_ERR_MEMORY;
    }
    int32_t **const wholes[] = {&c->islands.leader, &c->islands.root, &c->islands.slot,
                                &c->work.rows};
    const size_t counts[] = {movers, movers, movers, rows};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *wholes[i] = tmi_arena_alloc(&c->arena, counts[i] + 1, sizeof(int32_t));
        status = *wholes[i] ? status : TM_ERR_MEMORY;
    }
    c->work.points =
        tmi_arena_alloc(&c->arena, (size_t)c->near->points_max + 1, sizeof *c->work.points);
    status = c->work.points ? status : TM_ERR_MEMORY;
    size_t limits = (size_t)c->motion->limit_count + 1;
    c->warm.limits_held = tmi_arena_alloc(&c->arena, limits, sizeof *c->warm.limits_held);
    c->step.limits_taken = tmi_arena_alloc(&c->arena, limits, sizeof *c->step.limits_taken);
    status = c->warm.limits_held && c->step.limits_taken ? status : TM_ERR_MEMORY;
    status = tmi_clusters_create(c) ? status : TM_ERR_MEMORY;
    c->search.ends = tmi_arena_alloc(&c->arena, movers + 1, sizeof *c->search.ends);
    c->search.stills =
        tmi_arena_alloc(&c->arena, (size_t)c->near->body_count, sizeof *c->search.stills);
    status = c->search.ends && c->search.stills ? status : TM_ERR_MEMORY;
    c->step.start = tmi_arena_alloc(&c->arena, (size_t)c->near->body_count, sizeof *c->step.start);
    status = c->step.start ? status : TM_ERR_MEMORY;
    if (status == TM_OK) {
        measure(c);
    }
    return status;
}

tmStatus tmi_engine_create(const tmModel *model, const tmiContactMotion *motion,
                           tmiContactEngine **engine) {
    const tmAllocator allocator = tm_model_allocator(model);
    *engine = NULL;
    tmiContactEngine *made = tmi_alloc_zero(allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    *made = (tmiContactEngine){.allocator = allocator,
                               .model = model,
                               .motion = motion,
                               .dof = motion->dof,
                               .rows = 1 + motion->tangents};
    tmi_arena_init(&made->arena, allocator);
    tmi_arena_init(&made->scratch, allocator);
    tmStatus status = make(made);
    if (status != TM_OK) {
        tmi_engine_destroy(made);
        return status;
    }
    *engine = made;
    return TM_OK;
}

void tmi_engine_destroy(tmiContactEngine *c) {
    if (!c) {
        return;
    }
    const tmAllocator allocator = c->allocator;
    tmi_near_destroy(c->near);
    tmi_array_clear(allocator, &c->step.pairs, &c->step.pair_capacity, sizeof *c->step.pairs);
    tmi_array_clear(allocator, &c->step.contacts, &c->step.contact_capacity,
                    sizeof *c->step.contacts);
    tmi_array_clear(allocator, &c->step.old, &c->step.old_capacity, sizeof *c->step.old);
    tmi_array_clear(allocator, &c->warm.pairs, &c->warm.capacity, sizeof *c->warm.pairs);
    tmi_array_clear(allocator, &c->warm.fresh, &c->warm.fresh_capacity, sizeof *c->warm.fresh);
    tmi_array_clear(allocator, &c->warm.spare, &c->warm.spare_capacity, sizeof *c->warm.spare);
    tmi_array_clear(allocator, &c->warm.start, &c->warm.start_capacity, sizeof *c->warm.start);
    tmi_array_clear(allocator, &c->clusters.pairs, &c->clusters.pair_capacity,
                    sizeof *c->clusters.pairs);
    tmi_array_clear(allocator, &c->clusters.made, &c->clusters.made_capacity,
                    sizeof *c->clusters.made);
    tmi_array_clear(allocator, &c->clusters.sorted, &c->clusters.sorted_capacity,
                    sizeof *c->clusters.sorted);
    tmi_array_clear(allocator, &c->islands.order, &c->islands.order_capacity,
                    sizeof *c->islands.order);
    tmi_array_clear(allocator, &c->work.numbers, &c->work.number_capacity, sizeof *c->work.numbers);
    tmi_array_clear(allocator, &c->work.wholes, &c->work.whole_capacity, sizeof *c->work.wholes);
    tmi_array_clear(allocator, &c->islands.responses, &c->islands.response_capacity,
                    sizeof *c->islands.responses);
    tmi_array_clear(allocator, &c->work.forces, &c->work.force_capacity, sizeof *c->work.forces);
    tmi_arena_clear(&c->arena);
    tmi_arena_clear(&c->scratch);
    tmi_free(allocator, c, sizeof *c);
}

void tmi_engine_set_impact(tmiContactEngine *c, tmImpactLaw law, tmImpactOrder order) {
    c->impact.law = law;
    c->impact.order = order;
}
