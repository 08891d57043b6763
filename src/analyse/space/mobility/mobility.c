/* mobility.c: how a mechanism can move, block by block. */
#include "analyse/space/mobility/mobility.h"
#include "analyse/space/equations/equations.h"

#include <math.h>
#include <string.h>

/* Blocks with more rows or unknowns than this use the sparse kernel. */
#define DENSE_ROWS_MAX 500

tmMobilityDef tm_mobility_def_default(void) {
    return (tmMobilityDef){.stamp = TMI_STAMP_MOBILITY, .max_motions = 64};
}

/* ---- Motions ------------------------------------------------------------------------------- */

/* The twist of a body's origin that moves as if it were part of another. */
static tmTwist carried(const tmFrame *frames, int32_t body, int32_t by, const tmTwist *twist) {
    tmTwist out = *twist;
    double way[3], more[3];
    for (int i = 0; i < 3; i++) {
        way[i] = frames[body].position[i] - frames[by].position[i];
    }
    tmi_cross3(twist->angular, way, more);
    for (int i = 0; i < 3; i++) {
        out.linear[i] += more[i];
    }
    return out;
}

/* The twist of a mover from its unknowns: way of the middle over the size, and turn. */
static tmTwist twist_of(const tmiEquations *e, int32_t mover, const double *x) {
    const tmiSpaceMover *m = &e->movers[mover];
    tmTwist out;
    double d[3], more[3];
    for (int i = 0; i < 3; i++) {
        out.linear[i] = e->size * (e->planar ? (i < 2 ? x[i] : 0.0) : x[i]);
        out.angular[i] = e->planar ? (i == 2 ? x[2] : 0.0) : x[3 + i];
    }
    tmi_rotate3(e->frames[m->body].rotation, m->middle, d);
    tmi_cross3(out.angular, d, more);
    for (int i = 0; i < 3; i++) {
        out.linear[i] -= more[i];
    }
    return out;
}

static void scale_motion(tmTwist *motion, int32_t count, double size) {
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double way = tmi_length3(motion[i].linear), turn = size * tmi_length3(motion[i].angular);
        max = way > max ? way : max;
        max = turn > max ? turn : max;
    }
    for (int32_t i = 0; i < count && max > 0.0; i++) {
        for (int k = 0; k < 3; k++) {
            motion[i].linear[k] *= size / max;
            motion[i].angular[k] *= size / max;
        }
    }
}

static tmTwist *new_motion(tmiMobilizer *w, tmStatus *status) {
    tmMobility *m = w->m;
    if (m->motion_count == m->max_motions) {
        m->info.motions_all = false;
        return NULL;
    }
    tmTwist *motion = tmi_arena_alloc(&m->arena, (size_t)m->body_count, sizeof *motion);
    *status = motion ? TM_OK : TM_ERR_MEMORY;
    if (motion) {
        m->motions[m->motion_count++] = motion;
    }
    return motion;
}

/* Moves along what hangs on the bodies of the block, whose twists are known. */
static void carry(const tmiMobilizer *w, int32_t block, tmTwist *motion) {
    for (int32_t i = 0; i < w->blocks.moving; i++) {
        int32_t body = w->blocks.order[i], own = w->blocks.block_of[body];
        if (own >= 0 && own != block) {
            int32_t root = w->blocks.blocks[own].root;
            if (root > 0 && !w->a->fixed[root]) {
                motion[body] = carried(w->frames, body, root, &motion[root]);
            }
        }
    }
}

tmStatus tmi_mobility_add_motion(tmiMobilizer *w, int32_t block, const tmiEquations *e,
                                 const double *unknowns) {
    tmStatus status = TM_OK;
    tmTwist *motion = new_motion(w, &status);
    if (motion) {
        for (int32_t i = 0; i < e->mover_count; i++) {
            motion[e->movers[i].body] = twist_of(e, i, unknowns + i * e->dof);
        }
        carry(w, block, motion);
        scale_motion(motion, w->m->body_count, e->size);
    }
    return status;
}

/* A body that hangs on nothing takes everything along that hangs on it, in any direction. */
static tmStatus add_floating(tmiMobilizer *w, int32_t body) {
    tmStatus status = TM_OK;
    for (int i = 0; i < 6 && status == TM_OK; i++) {
        if (w->a->planar && (i == 2 || i == 3 || i == 4)) {
            continue;
        }
        tmTwist *motion = new_motion(w, &status);
        if (motion) {
            (i < 3 ? motion[body].linear : motion[body].angular)[i % 3] = 1.0;
            carry(w, -1, motion);
            scale_motion(motion, w->m->body_count, w->a->info.size > 0.0 ? w->a->info.size : 1.0);
        }
    }
    return status;
}

/* ---- Redundancies -------------------------------------------------------------------------- */

tmStatus tmi_mobility_add_redundancy(tmiMobilizer *w, const tmiBlock *block,
                                     const int32_t *droppable, int32_t equations) {
    tmMobility *m = w->m;
    int32_t count = 0;
    for (int32_t i = 0; i < block->constraint_count; i++) {
        count += droppable[i] > 0 ? 1 : 0;
    }
    tmSharing *joints = tmi_arena_alloc(&m->arena, (size_t)count, sizeof *joints);
    tmStatus status = tmi_array_reserve(m->allocator, &m->redundancies, &m->redundancy_capacity,
                                        m->redundancy_count + 1, sizeof *m->redundancies);
    if (!joints || status != TM_OK) {
        return joints ? status : TM_ERR_MEMORY;
    }
    count = 0;
    for (int32_t i = 0; i < block->constraint_count; i++) {
        if (droppable[i] > 0) {
            joints[count++] = (tmSharing){(int32_t)(block->constraints[i] - w->constraints),
                                          droppable[i], block->constraints[i]->row_count};
        }
    }
    for (int32_t i = 1; i < count; i++) { /* by number: joints stand in the order of discovery */
        tmSharing sharing = joints[i];
        int32_t k = i;
        for (; k > 0 && joints[k - 1].joint > sharing.joint; k--) {
            joints[k] = joints[k - 1];
        }
        joints[k] = sharing;
    }
    m->redundancies[m->redundancy_count++] = (tmSharedRedundancy){equations, joints, count};
    return TM_OK;
}

/* ---- The whole ----------------------------------------------------------------------------- */

static tmStatus analyse_block(tmiMobilizer *w, int32_t index) {
    const tmiBlock *block = &w->blocks.blocks[index];
    if (block->body_count == 0) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(&w->scratch);
    const tmiEquationsDef def = {.planar = w->a->planar,
                                 .frames = w->frames,
                                 .mover_of = w->mover_of,
                                 .bodies = block->bodies,
                                 .body_count = block->body_count,
                                 .constraints = block->constraints,
                                 .constraint_count = block->constraint_count};
    tmiEquations e;
    tmStatus status = tmi_equations_make(&e, &w->scratch, &def);
    if (status == TM_OK) {
        e.measured = true;
        tmi_equations_evaluate(&e);
        w->m->info.equations += e.rows;
        bool dense = e.rows <= DENSE_ROWS_MAX && e.unknowns <= DENSE_ROWS_MAX;
        status = !(e.max_residual < INFINITY) ? TM_ERR_NOT_FINITE
                 : dense                      ? tmi_mobility_dense(w, index, &e)
                                              : tmi_mobility_sparse(w, index, &e);
    }
    for (int32_t i = 0; i < block->body_count; i++) {
        w->mover_of[block->bodies[i]] = -1;
    }
    tmi_arena_release(&w->scratch, mark);
    return status;
}

/* Copies frames and joints, since evaluation counts turns. */
static tmStatus prepare(tmiMobilizer *w, const tmFrame *frames) {
    const tmAssembly *a = w->a;
    size_t n = (size_t)a->body_count;
    w->frames = tmi_arena_alloc(&w->scratch, n, sizeof *w->frames);
    w->mover_of = tmi_arena_alloc(&w->scratch, n, sizeof *w->mover_of);
    w->constraints = tmi_arena_alloc(&w->scratch, (size_t)a->joint_count, sizeof *w->constraints);
    w->m->motions = tmi_arena_alloc(&w->m->arena, (size_t)w->m->max_motions, sizeof *w->m->motions);
    if (!w->frames || !w->mover_of || !w->constraints || !w->m->motions) {
        return TM_ERR_MEMORY;
    }
    memcpy(w->frames, frames ? frames : a->frames, n * sizeof *frames);
    for (int32_t i = 0; i < a->joint_count; i++) {
        size_t rows = (size_t)a->constraints[i].row_count;
        w->constraints[i] = a->constraints[i];
        w->constraints[i].turns =
            tmi_arena_alloc(&w->scratch, rows, sizeof *w->constraints[i].turns);
        if (!w->constraints[i].turns) {
            return TM_ERR_MEMORY;
        }
        if (rows > 0) {
            memcpy(w->constraints[i].turns, a->constraints[i].turns,
                   rows * sizeof *w->constraints[i].turns);
        }
    }
    for (int32_t i = 0; i < a->body_count; i++) {
        w->mover_of[i] = -1;
    }
    return tmi_blocks_find(&w->blocks, &w->scratch, a, w->constraints);
}

static tmStatus analyse(tmiMobilizer *w, const tmFrame *frames) {
    tmStatus status = prepare(w, frames);
    tmMobilityInfo *info = &w->m->info;
    info->motions_all = info->sharing_all = true;
    for (int32_t i = 0; i < w->blocks.count && status == TM_OK; i++) {
        status = analyse_block(w, i);
    }
    for (int32_t i = 0; i < w->blocks.moving && status == TM_OK; i++) {
        if (w->blocks.block_of[w->blocks.order[i]] < 0) {
            status = add_floating(w, w->blocks.order[i]);
        }
    }
    int32_t unknowns = w->blocks.moving * (w->a->planar ? 3 : 6);
    info->mobility = unknowns - info->rank;
    info->count = unknowns - info->equations;
    return status;
}

static bool all_finite(const tmFrame *frames, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const double *p = frames[i].position, *q = frames[i].rotation;
        double sum = fabs(p[0]) + fabs(p[1]) + fabs(p[2]) + fabs(q[0]) + fabs(q[1]) + fabs(q[2]) +
                     fabs(q[3]);
        if (!(sum < INFINITY)) {
            return false;
        }
    }
    return true;
}

tmStatus tm_mobility_create(const tmAssembly *a, const tmFrame *frames, const tmMobilityDef *def,
                            tmMobility **mobility) {
    if (!mobility) {
        return TM_ERR_ARGUMENT;
    }
    *mobility = NULL;
    const tmMobilityDef standard = tm_mobility_def_default();
    def = def ? def : &standard;
    if (def->stamp != TMI_STAMP_MOBILITY) {
        return TM_ERR_DEF;
    }
    if (!a || def->max_motions < 0) {
        return TM_ERR_ARGUMENT;
    }
    if (frames && !all_finite(frames, a->body_count)) {
        return TM_ERR_NOT_FINITE;
    }
    tmMobility *m = tmi_alloc_zero(a->allocator, sizeof *m);
    if (!m) {
        return TM_ERR_MEMORY;
    }
    m->allocator = a->allocator;
    m->body_count = a->body_count;
    m->max_motions = def->max_motions;
    tmi_arena_init(&m->arena, a->allocator);
    tmiMobilizer w = {.m = m, .a = a};
    tmi_arena_init(&w.scratch, a->allocator);
    tmStatus status = analyse(&w, frames);
    tmi_arena_clear(&w.scratch);
    if (status != TM_OK) {
        tm_mobility_destroy(m);
        return status;
    }
    *mobility = m;
    return TM_OK;
}

void tm_mobility_destroy(tmMobility *m) {
    if (m) {
        tmi_array_clear(m->allocator, &m->redundancies, &m->redundancy_capacity,
                        sizeof *m->redundancies);
        tmi_arena_clear(&m->arena);
        tmi_free(m->allocator, m, sizeof *m);
    }
}

const tmMobilityInfo *tm_mobility_info(const tmMobility *m) {
    return m ? &m->info : NULL;
}

int32_t tm_mobility_motion_count(const tmMobility *m) {
    return m ? m->motion_count : 0;
}

const tmTwist *tm_mobility_motion(const tmMobility *m, int32_t index) {
    return m && index >= 0 && index < m->motion_count ? m->motions[index] : NULL;
}

int32_t tm_mobility_redundancy_count(const tmMobility *m) {
    return m ? m->redundancy_count : 0;
}

const tmSharedRedundancy *tm_mobility_redundancy(const tmMobility *m, int32_t index) {
    return m && index >= 0 && index < m->redundancy_count ? &m->redundancies[index] : NULL;
}
