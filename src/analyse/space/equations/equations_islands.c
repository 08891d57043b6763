/* equations_islands.c: parts of an assembly that are connected only through bodies that stand
 * still, and which constraints a body has. */
#include "analyse/space/space.h"

static void unite(const tmAssembly *a, int32_t *parent, const tmiSpaceConstraint *constraint) {
    int32_t first = -1;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        if (!a->fixed[constraint->bodies[k]]) {
            int32_t root = tmi_root_of(parent, constraint->bodies[k]);
            if (first < 0) {
                first = root;
            } else { /* the lower number leads, so that islands stand in the order of bodies */
                int32_t low = first < root ? first : root;
                parent[first] = parent[root] = low;
                first = low;
            }
        }
    }
}

/* Numbers the islands of all bodies into `number`, -1 for those that stand still. */
static void number_islands(tmAssembly *a, int32_t *parent, int32_t *number) {
    for (int32_t i = 0; i < a->body_count; i++) {
        parent[i] = i;
    }
    for (int32_t i = 0; i < a->joint_count + a->place_count; i++) {
        unite(a, parent, &a->constraints[i]);
    }
    for (int32_t i = 0; i < a->body_count; i++) {
        int32_t root = tmi_root_of(parent, i);
        number[i] = a->fixed[i] ? -1 : root == i ? a->info.islands++ : number[root];
    }
    for (int32_t i = 0; i < a->joint_count + a->place_count; i++) {
        a->constraints[i].island = -1;
        for (int32_t k = 0; k < a->constraints[i].body_count; k++) {
            int32_t island = number[a->constraints[i].bodies[k]];
            a->constraints[i].island = island >= 0 ? island : a->constraints[i].island;
        }
    }
}

/* Lists bodies and constraints of each island, in ascending order. */
static tmStatus list_islands(tmAssembly *a, const int32_t *number) {
    int32_t count = a->info.islands, constraints = a->joint_count + a->place_count;
    a->islands = tmi_arena_alloc(&a->arena, (size_t)count, sizeof *a->islands);
    int32_t *bodies = tmi_arena_alloc(&a->arena, (size_t)a->body_count, sizeof *bodies);
    tmiSpaceConstraint **list =
        tmi_arena_alloc(&a->arena, (size_t)constraints, sizeof(tmiSpaceConstraint *));
    if (!a->islands || !bodies || !list) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < a->body_count; i++) {
        if (number[i] >= 0) {
            a->islands[number[i]].body_count++;
        }
    }
    for (int32_t i = 0; i < constraints; i++) {
        if (a->constraints[i].island >= 0) {
            a->islands[a->constraints[i].island].constraint_count++;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        tmiIsland *island = &a->islands[i];
        island->bodies = bodies;
        island->constraints = list;
        bodies += island->body_count;
        list += island->constraint_count;
        island->body_count = island->constraint_count = 0;
    }
    for (int32_t i = 0; i < a->body_count; i++) {
        if (number[i] >= 0) {
            tmiIsland *island = &a->islands[number[i]];
            island->bodies[island->body_count++] = i;
        }
    }
    for (int32_t i = 0; i < constraints; i++) {
        if (a->constraints[i].island >= 0) {
            tmiIsland *island = &a->islands[a->constraints[i].island];
            island->constraints[island->constraint_count++] = &a->constraints[i];
        }
    }
    return TM_OK;
}

static tmStatus list_constraints(tmAssembly *a) {
    size_t ends = 0;
    int32_t constraints = a->joint_count + a->place_count;
    for (int32_t i = 0; i < constraints; i++) {
        ends += (size_t)a->constraints[i].body_count;
    }
    a->constraints_start = tmi_arena_alloc(&a->arena, (size_t)a->body_count + 2, sizeof(int32_t));
    a->constraints_of = tmi_arena_alloc(&a->arena, ends, sizeof(int32_t));
    if (!a->constraints_start || !a->constraints_of) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < constraints; i++) { /* count two places ahead, then fill one ahead */
        for (int32_t k = 0; k < a->constraints[i].body_count; k++) {
            a->constraints_start[a->constraints[i].bodies[k] + 2]++;
        }
    }
    for (int32_t i = 2; i < a->body_count + 2; i++) {
        a->constraints_start[i] += a->constraints_start[i - 1];
    }
    for (int32_t i = 0; i < constraints; i++) {
        for (int32_t k = 0; k < a->constraints[i].body_count; k++) {
            a->constraints_of[a->constraints_start[a->constraints[i].bodies[k] + 1]++] = i;
        }
    }
    return TM_OK;
}

tmStatus tmi_islands_find(tmAssembly *a) {
    int32_t *parent = tmi_arena_alloc(&a->arena, (size_t)a->body_count, sizeof *parent);
    int32_t *number = tmi_arena_alloc(&a->arena, (size_t)a->body_count, sizeof *number);
    if (!parent || !number) {
        return TM_ERR_MEMORY;
    }
    number_islands(a, parent, number);
    tmStatus status = list_islands(a, number);
    return status == TM_OK ? list_constraints(a) : status;
}
