/* assemble_conflict.c: which constraints of an island contradict each other: docs/theory/space.md,
 * section 5. Where the sum of squares of the rows is least, J^T r = 0: rows that are open carry a
 * stress, and rows that are closed are not part of it. Open constraints are left out one by one if
 * the others still do not close without them; what remains is a minimal set. */
#include "analyse/space/assemble/assemble_private.h"

#include <math.h>

/* A constraint takes part when it is open by more than this part of the one that is open most [1].
 */
#define TAKES_PART 1e-3

/* Larger islands, relative to max_explained, are not examined: each try takes as long as an
 * assembly. */
#define TRIED_BODIES_MAX 10

/* Attempts to close a set from shaken starts, besides the one from where the bodies are. */
#define SHAKEN 3

/* Whether the constraints that are not muted close. The frames are left as they were. */
static bool closes(tmiAssembler *w, const tmiIsland *island, tmiEquations *e) {
    double tolerance = tmi_equations_tolerance(e, w->a->def.tolerance);
    bool closed = false;
    for (int32_t i = 0; i <= SHAKEN && !closed; i++) {
        if (i > 0) {
            tmi_seating_island(&w->seating, island, w->rough, (double)(i - 1));
        }
        closed = tmi_equations_close(e, tolerance, w->a->def.max_iterations,
                                     &w->a->info.iterations) == TMI_CLOSURE_CLOSED;
    }
    for (int32_t i = 0; i < island->body_count; i++) {
        w->a->frames[island->bodies[i]] = w->best[island->bodies[i]];
    }
    return closed;
}

/* Mutes all constraints but those that are open, and returns how many are left. */
static int32_t mute_closed(const tmiIsland *island, const tmiEquations *e, double *gap) {
    int32_t count = 0;
    *gap = e->max_residual * e->size;
    for (int32_t i = 0; i < island->constraint_count; i++) {
        double open = tmi_equations_gap(e, i);
        island->constraints[i]->muted = !(open > TAKES_PART * *gap) && open == open;
    }
    for (int32_t i = 0; i < island->constraint_count; i++) {
        count += island->constraints[i]->muted ? 0 : 1;
    }
    return count;
}

/* Leaves out, one by one, constraints that the contradiction does not need; returns whether all of
 * those that stay are needed. */
static bool reduce(tmiAssembler *w, const tmiIsland *island, tmiEquations *e) {
    if (closes(w, island, e)) {
        return false; /* alone they close: closed constraints take part, too */
    }
    for (int32_t i = island->constraint_count - 1; i >= 0; i--) {
        if (!island->constraints[i]->muted) {
            island->constraints[i]->muted = true;
            island->constraints[i]->muted = !closes(w, island, e);
        }
    }
    return true;
}

static tmStatus add_conflict(tmiAssembler *w, const tmiIsland *island, int32_t count, double gap,
                             bool smallest) {
    tmAssembly *a = w->a;
    tmAssemblyPart *parts = tmi_arena_alloc(&a->arena, (size_t)count, sizeof *parts);
    if (!parts) {
        return TM_ERR_MEMORY;
    }
    int32_t at = 0;
    for (int32_t i = 0; i < island->constraint_count; i++) {
        if (!island->constraints[i]->muted) {
            int32_t index = (int32_t)(island->constraints[i] - a->constraints);
            bool joint = index < a->joint_count;
            parts[at++] = (tmAssemblyPart){joint ? index : -1, joint ? -1 : index - a->joint_count};
        }
        island->constraints[i]->muted = false;
    }
    a->conflicts[a->conflict_count++] = (tmAssemblyConflict){parts, count, smallest, gap};
    return TM_OK;
}

tmStatus tmi_conflict_find(tmiAssembler *w, const tmiIsland *island) {
    tmiEquations e;
    tmStatus status = tmi_assembler_equations(w, island, &e);
    if (status != TM_OK) {
        return status;
    }
    double gap;
    bool smallest = false;
    tmi_equations_evaluate(&e);
    int32_t count = mute_closed(island, &e, &gap);
    int32_t max = w->a->def.max_explained;
    if (count <= max && island->body_count / TRIED_BODIES_MAX <= max) {
        smallest = reduce(w, island, &e);
        count = 0;
        for (int32_t i = 0; i < island->constraint_count; i++) {
            count += island->constraints[i]->muted ? 0 : 1;
        }
    }
    status = add_conflict(w, island, count, gap, smallest);
    tmi_equations_evaluate(&e);
    return status;
}
