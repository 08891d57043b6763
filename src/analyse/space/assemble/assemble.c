/* assemble.c: rough frames become real ones, island by island: docs/theory/space.md, sections 3
 * and 4. */
#include "analyse/space/assemble/assemble_private.h"

#include <math.h>
#include <string.h>

/* Where no joint is open by more than this [size] the bodies are closed from where they are;
 * otherwise they are seated one by one first. */
#define NEARLY_CLOSED 0.1

/* Random turns [rad] of the first attempts; later attempts use the last. */
static const double shakes[] = {0.0, 0.2, 1.0, 3.0};
#define SHAKES ((int32_t)(sizeof shakes / sizeof shakes[0]))

/* Work of all attempts on one island [bodies times attempts], so that large ones end. */
#define WORK_MAX 20000

/* After the maximum number of conflicts no further islands are examined, so that texts full
 * of contradictions end. */
#define CONFLICT_MAX TM_DIAG_LIMIT

tmAssemblyDef tm_assembly_def_default(void) {
    return (tmAssemblyDef){.stamp = TMI_STAMP_ASSEMBLY,
                           .tolerance = 1e-11,
                           .max_iterations = 100,
                           .max_restarts = 60,
                           .max_explained = 48};
}

tmStatus tmi_assembler_equations(tmiAssembler *w, const tmiIsland *island, tmiEquations *e) {
    const tmiEquationsDef def = {.planar = w->a->planar,
                                 .frames = w->a->frames,
                                 .mover_of = w->mover_of,
                                 .bodies = island->bodies,
                                 .body_count = island->body_count,
                                 .constraints = island->constraints,
                                 .constraint_count = island->constraint_count};
    return tmi_equations_make(e, &w->scratch, &def);
}

/* How many pairs of directions of the island's constraints are opposite though they should be
 * parallel. */
static int32_t count_flipped(const tmAssembly *a, const tmiIsland *island) {
    int32_t count = 0;
    for (int32_t i = 0; i < island->constraint_count; i++) {
        const tmiSpaceConstraint *constraint = island->constraints[i];
        tmFrame frames[TM_HINGE_BODIES];
        for (int32_t k = 0; k < constraint->body_count; k++) {
            frames[k] = a->frames[constraint->bodies[k]];
        }
        bool flipped = false;
        for (int32_t r = 0; r < constraint->row_count; r++) {
            flipped = flipped ||
                      (!constraint->muted && !(constraint->rows[r].as_placed && !a->measured) &&
                       tm_row_is_flipped(&constraint->rows[r], frames));
        }
        count += flipped ? 1 : 0;
    }
    return count;
}

/* ---- One island ---------------------------------------------------------------------------- */

/* How an attempt ended; a smaller one is better. */
typedef struct End {
    bool open;
    int32_t flipped;
    double badness;
} End;

static bool is_better(const End *a, const End *b) {
    if (a->open != b->open) {
        return b->open;
    }
    if (!a->open) {
        return a->flipped < b->flipped;
    }
    return a->badness < b->badness * (1.0 - TMI_RANK_TOLERANCE);
}

static End attempt(tmiAssembler *w, const tmiIsland *island, tmiEquations *e) {
    const tmAssemblyDef *def = &w->a->def;
    double tolerance = tmi_equations_tolerance(e, def->tolerance);
    tmiClosure closure =
        tmi_equations_close(e, tolerance, def->max_iterations, &w->a->info.iterations);
    End end = {.open = closure != TMI_CLOSURE_CLOSED, .badness = e->badness};
    end.badness = end.badness == end.badness ? end.badness : INFINITY;
    end.flipped = end.open ? 0 : count_flipped(w->a, island);
    return end;
}

/* Keeps the island's frames if the attempt was the best so far. */
static void keep(tmiAssembler *w, const tmiIsland *island, const End *end, End *best) {
    if (is_better(end, best)) {
        *best = *end;
        for (int32_t i = 0; i < island->body_count; i++) {
            w->best[island->bodies[i]] = w->a->frames[island->bodies[i]];
        }
    }
}

static void recall(tmiAssembler *w, const tmiIsland *island) {
    for (int32_t i = 0; i < island->body_count; i++) {
        w->a->frames[island->bodies[i]] = w->best[island->bodies[i]];
    }
}

/* Attempts from the rough frames, seated, and shaken, until one closes all joints. */
static End attempts(tmiAssembler *w, const tmiIsland *island, tmiEquations *e) {
    End best = {.open = true, .badness = INFINITY};
    recall(w, island); /* the rough frames, before any attempt */
    tmi_equations_evaluate(e);
    if (e->max_residual <= NEARLY_CLOSED) {
        End end = attempt(w, island, e);
        keep(w, island, &end, &best);
    }
    int32_t max = WORK_MAX / (island->body_count + 1);
    max = max < w->a->def.max_restarts ? max : w->a->def.max_restarts;
    for (int32_t i = 0; i <= max && (best.open || best.flipped > 0); i++) {
        tmi_seating_island(&w->seating, island, w->rough, shakes[i < SHAKES ? i : SHAKES - 1]);
        End end = attempt(w, island, e);
        keep(w, island, &end, &best);
        w->a->info.restarts += i > 0 ? 1 : 0;
    }
    recall(w, island);
    tmi_equations_evaluate(e);
    return best;
}

static tmStatus assemble_island(tmiAssembler *w, tmiIsland *island) {
    tmiArenaMark mark = tmi_arena_mark(&w->scratch);
    tmiEquations e;
    tmStatus status = tmi_assembler_equations(w, island, &e);
    if (status == TM_OK) {
        w->seating.random = 1;
        island->size = e.size;
        w->a->info.size = e.size > w->a->info.size ? e.size : w->a->info.size;
        End end = attempts(w, island, &e);
        w->a->info.reversed += end.flipped;
        if (end.open) {
            w->a->info.outcome = TM_ASSEMBLY_CONFLICT;
            status = tmi_conflict_find(w, island);
        }
    }
    for (int32_t i = 0; i < island->body_count; i++) {
        w->mover_of[island->bodies[i]] = -1;
    }
    tmi_arena_release(&w->scratch, mark);
    return status;
}

/* ---- The whole ----------------------------------------------------------------------------- */

/* A joint between fixed bodies is closed where they are, or never. */
static tmStatus check_still(tmAssembly *a, int32_t joint, double gap) {
    const tmiSpaceConstraint *constraint = &a->constraints[joint];
    double far = 1.0;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        const double *p = a->frames[constraint->bodies[k]].position;
        double reach = fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
        far = reach > far ? reach : far;
    }
    if (gap <= a->def.tolerance * far) {
        return TM_OK;
    }
    tmAssemblyPart *part = tmi_arena_alloc(&a->arena, 1, sizeof *part);
    if (!part) {
        return TM_ERR_MEMORY;
    }
    *part = (tmAssemblyPart){.joint = joint, .place = -1};
    a->info.outcome = TM_ASSEMBLY_CONFLICT;
    a->conflicts[a->conflict_count++] = (tmAssemblyConflict){part, 1, true, gap};
    return TM_OK;
}

/* Whole turns are counted, and what rows measure as placed is taken, from the frames found. */
static tmStatus measure(tmAssembly *a) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < a->joint_count + a->place_count && status == TM_OK; i++) {
        tmiSpaceConstraint *constraint = &a->constraints[i];
        memset(constraint->turns, 0, sizeof *constraint->turns * (size_t)constraint->row_count);
        tmi_space_constraint_follow(constraint, a->frames, true);
        double size = constraint->island >= 0 ? a->islands[constraint->island].size : 1.0;
        double gap = tmi_space_constraint_gap(constraint, a->frames, size, true);
        a->info.gap = gap <= a->info.gap ? a->info.gap : gap;
        status = constraint->island < 0 && i < a->joint_count ? check_still(a, i, gap) : TM_OK;
    }
    a->measured = true;
    return status;
}

/* Maximum number of conflicts: one for each island, and each joint between fixed bodies. */
static int32_t max_conflicts(const tmAssembly *a) {
    int32_t count = a->info.islands;
    for (int32_t i = 0; i < a->joint_count; i++) {
        count += a->constraints[i].island < 0 ? 1 : 0;
    }
    return count;
}

static tmStatus put_together(tmiAssembler *w) {
    tmAssembly *a = w->a;
    size_t n = (size_t)a->body_count;
    tmFrame *rough = tmi_arena_alloc(&w->scratch, n, sizeof *rough);
    w->best = tmi_arena_alloc(&w->scratch, n, sizeof *w->best);
    w->mover_of = tmi_arena_alloc(&w->scratch, n, sizeof *w->mover_of);
    a->conflicts = tmi_arena_alloc(&a->arena, (size_t)max_conflicts(a), sizeof *a->conflicts);
    if (!rough || !w->best || !w->mover_of || !a->conflicts) {
        return TM_ERR_MEMORY;
    }
    memcpy(rough, a->frames, n * sizeof *rough);
    memcpy(w->best, a->frames, n * sizeof *rough);
    w->rough = rough;
    for (int32_t i = 0; i < a->body_count; i++) {
        w->mover_of[i] = -1;
    }
    tmStatus status = tmi_seating_make(&w->seating, &w->scratch, a);
    for (int32_t i = 0; i < a->info.islands && status == TM_OK; i++) {
        a->islands[i].size = 1.0;
        status = a->conflict_count < CONFLICT_MAX ? assemble_island(w, &a->islands[i]) : TM_OK;
    }
    return status == TM_OK ? measure(a) : status;
}

tmStatus tmi_assemble(const tmAllocator *allocator, const tmiSpace *space, const tmAssemblyDef *def,
                      tmAssembly **assembly) {
    if (!assembly) {
        return TM_ERR_ARGUMENT;
    }
    *assembly = NULL;
    const tmAssemblyDef standard = tm_assembly_def_default();
    def = def ? def : &standard;
    if (!space || !(def->tolerance > 0.0) || def->max_iterations < 1 || def->max_restarts < 0) {
        return def->stamp == TMI_STAMP_ASSEMBLY || !space ? TM_ERR_ARGUMENT : TM_ERR_DEF;
    }
    if (def->stamp != TMI_STAMP_ASSEMBLY) {
        return TM_ERR_DEF;
    }
    tmAllocator own = tmi_allocator_or_default(allocator);
    tmAssembly *a = tmi_alloc_zero(own, sizeof *a);
    if (!a) {
        return TM_ERR_MEMORY;
    }
    a->allocator = own;
    a->def = *def;
    tmi_arena_init(&a->arena, own);
    tmiAssembler w = {.a = a};
    tmi_arena_init(&w.scratch, own);
    tmStatus status = tmi_assembly_copy(a, space);
    status = status == TM_OK ? put_together(&w) : status;
    tmi_arena_clear(&w.scratch);
    if (status != TM_OK) {
        tm_assembly_destroy(a);
        return status;
    }
    *assembly = a;
    return TM_OK;
}

void tm_assembly_destroy(tmAssembly *a) {
    if (a) {
        tmi_arena_clear(&a->arena);
        tmi_free(a->allocator, a, sizeof *a);
    }
}
