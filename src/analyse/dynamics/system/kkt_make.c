/* kkt_make.c: the pattern of the motion equations, and their order of elimination. */
#include "analyse/dynamics/system/system_private.h"

/* Orders that are tried: in each, constraints whose rows cancelled in the one before come behind
 * all of their movers. After the second, usually none cancels. */
#define ORDERS_MAX 4

/* ---- The pattern --------------------------------------------------------------------------- */

static int64_t count_entries(const tmiSystem *s) {
    int64_t entries = (int64_t)s->mover_count * (s->planar ? TMI_KKT_PLANAR : TMI_KKT_SPATIAL);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        entries +=
            (int64_t)s->constraints[i].row_count * (s->constraints[i].mover_count * s->dof + 1);
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        entries += s->elements[i].constraint.mover_count * s->dof + 1;
    }
    return entries;
}

static void add_mover(tmiSystem *s, int32_t mover, int32_t *used) {
    tmiKkt *kkt = s->kkt;
    const tmiMover *m = &s->movers[mover];
    for (int32_t k = 0; k < s->dof; k++) {
        int32_t unknown = mover * s->dof + k;
        kkt->start[unknown] = *used;
        for (int32_t j = k < 3 ? k : 3; j <= k; j++) {
            kkt->index[*used] = mover * s->dof + j;
            s->matrix[*used] = k >= 3                ? m->inertia[k - 3][j - 3]
                               : s->planar && k == 2 ? m->inertia[2][2]
                                                     : m->mass;
            ++*used;
        }
    }
}

/* Rows of a constraint: their entries are the gradients, and a diagonal. */
static void add_constraint(tmiSystem *s, tmiConstraint *constraint, int32_t unknown,
                           int32_t *used) {
    tmiKkt *kkt = s->kkt;
    constraint->stride = constraint->mover_count * s->dof + 1;
    constraint->gradient = s->matrix + *used;
    for (int32_t r = 0; r < constraint->row_count; r++) {
        kkt->start[unknown + r] = *used;
        for (int32_t k = 0; k < constraint->mover_count; k++) {
            for (int32_t j = 0; j < s->dof; j++) {
                kkt->index[(*used)++] = constraint->movers[k] * s->dof + j;
            }
        }
        kkt->index[(*used)++] = unknown + r;
    }
}

static void fill_pattern(tmiSystem *s) {
    tmiKkt *kkt = s->kkt;
    int32_t used = 0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        add_mover(s, i, &used);
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        add_constraint(s, &s->constraints[i], kkt->motion + s->constraints[i].first, &used);
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        add_constraint(s, &s->elements[i].constraint, kkt->n + i, &used);
    }
    kkt->start[kkt->n_soft] = used;
}

static bool make_room(tmiSystem *s, int64_t entries) {
    tmiKkt *kkt = s->kkt;
    kkt->start = tmi_system_alloc(s, (int64_t)kkt->n_soft + 1, sizeof *kkt->start);
    kkt->index = tmi_system_alloc(s, entries, sizeof *kkt->index);
    s->matrix = tmi_system_alloc(s, entries, sizeof *s->matrix);
    kkt->late = tmi_system_alloc(s, s->constraint_count, sizeof *kkt->late);
    kkt->repeats = tmi_system_alloc(s, s->constraint_count, sizeof *kkt->repeats);
    kkt->added_mass = tmi_system_alloc(s, s->element_count, sizeof *kkt->added_mass);
    kkt->delta = tmi_system_alloc(s, s->row_count, sizeof *kkt->delta);
    kkt->massless = tmi_system_alloc(s, s->mover_count, sizeof *kkt->massless);
    kkt->lightness = tmi_system_alloc(s, 2 * (int64_t)s->mover_count, sizeof *kkt->lightness);
    kkt->lever = tmi_system_alloc(s, s->mover_count, sizeof *kkt->lever);
    kkt->group = tmi_system_alloc(s, s->mover_count, sizeof *kkt->group);
    kkt->groups = tmi_system_alloc(s, s->mover_count, sizeof *kkt->groups);
    kkt->work = tmi_system_alloc(s, kkt->n_soft, sizeof *kkt->work);
    kkt->right = tmi_system_alloc(s, kkt->n_soft, sizeof *kkt->right);
    kkt->solution = tmi_system_alloc(s, kkt->n_soft, sizeof *kkt->solution);
    kkt->residual = tmi_system_alloc(s, kkt->n_soft, sizeof *kkt->residual);
    kkt->saved = tmi_system_alloc(s, tmi_system_state_size(s), sizeof *kkt->saved);
    return kkt->start && kkt->index && s->matrix && kkt->late && kkt->repeats && kkt->added_mass &&
           kkt->delta && kkt->massless && kkt->lightness && kkt->lever && kkt->group &&
           kkt->groups && kkt->work && kkt->right && kkt->solution && kkt->residual && kkt->saved;
}

tmStatus tmi_kkt_create(tmiSystem *s) {
    int64_t entries = count_entries(s);
    int64_t unknowns = (int64_t)s->mover_count * s->dof + s->row_count + s->element_count;
    if (entries > TMI_SPARSE_ENTRY_LIMIT || unknowns > TMI_SPARSE_LIMIT) {
        return TM_ERR_LIMIT;
    }
    s->kkt = tmi_system_alloc(s, 1, sizeof *s->kkt);
    if (!s->kkt) {
        return TM_ERR_MEMORY;
    }
    tmi_arena_init(&s->kkt->arena, s->allocator);
    s->kkt->motion = s->mover_count * s->dof;
    s->kkt->n = s->kkt->motion + s->row_count;
    s->kkt->n_soft = s->kkt->n + s->element_count;
    s->kkt->has_soft = s->element_count > 0;
    if (!make_room(s, entries)) {
        return TM_ERR_MEMORY;
    }
    fill_pattern(s);
    tmi_kkt_find_masses(s);
    return TM_OK;
}

void tmi_kkt_destroy(tmiSystem *s) {
    if (s->kkt) {
        tmi_arena_clear(&s->kkt->arena);
    }
}

/* ---- The order ----------------------------------------------------------------------------- */

/* Scalar unknowns from nodes. */
static void expand(const tmiSystem *s, const int32_t *nodes, int32_t count, int32_t *order) {
    const tmiKkt *kkt = s->kkt;
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t node = nodes[i], first = kkt->n + node - s->mover_count - s->constraint_count,
                rows = 1;
        if (node < s->mover_count) {
            first = node * s->dof;
            rows = s->dof;
        } else if (node < s->mover_count + s->constraint_count) {
            const tmiConstraint *constraint = &s->constraints[node - s->mover_count];
            first = kkt->motion + constraint->first;
            rows = constraint->row_count;
        }
        for (int32_t k = 0; k < rows; k++) {
            order[used++] = first + k;
        }
    }
}

/* Orders and analyses, with or without elements, into *f. */
static tmStatus analyse(tmiSystem *s, bool soft, tmiSparseLdlt *f) {
    tmiKkt *kkt = s->kkt;
    tmiArena scratch;
    tmi_arena_init(&scratch, s->allocator);
    int32_t n = soft ? kkt->n_soft : kkt->n, elements = soft ? s->element_count : 0;
    size_t nodes = (size_t)s->mover_count + (size_t)s->constraint_count + (size_t)elements;
    const tmiConstraint **constraints = tmi_arena_alloc(&scratch, nodes + 1, sizeof *constraints);
    int32_t *by_node = tmi_arena_alloc(&scratch, nodes + 1, sizeof *by_node);
    int32_t *order = tmi_arena_alloc(&scratch, (size_t)n + 1, sizeof *order);
    int8_t *signs = tmi_arena_alloc(&scratch, (size_t)n + 1, sizeof *signs);
    tmStatus status = constraints && by_node && order && signs ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        for (int32_t i = 0; i < s->constraint_count; i++) {
            constraints[i] = &s->constraints[i];
        }
        for (int32_t i = 0; i < elements; i++) {
            constraints[s->constraint_count + i] = &s->elements[i].constraint;
        }
        for (int32_t i = 0; i < n; i++) {
            signs[i] = i < kkt->motion ? 1 : -1;
        }
        const tmiKktGraph graph = {s->mover_count, s->constraint_count, elements,
                                   s->dof,         constraints,         kkt->late};
        status = tmi_kkt_order(&scratch, &graph, by_node);
    }
    if (status == TM_OK) {
        const tmiPattern pattern = {n, n, kkt->start, kkt->index};
        expand(s, by_node, (int32_t)nodes, order);
        status = tmi_sparse_ldlt_analyse(f, &kkt->arena, &pattern, order, signs);
    }
    tmi_arena_clear(&scratch);
    return status;
}

static int32_t constraint_of_row(const tmiSystem *s, int32_t row) {
    int32_t low = 0, high = s->constraint_count - 1;
    while (low < high) {
        int32_t middle = low + (high - low + 1) / 2;
        if (s->constraints[middle].first <= row) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Constraints whose rows cancelled come later. Returns whether any of them is new; *any: whether
 * one cancelled. */
static bool put_off(tmiSystem *s, const tmiSparseLdlt *f, bool *any) {
    bool changed = false;
    *any = false;
    for (int32_t i = 0; i < f->replaced_count; i++) {
        int32_t row = f->replaced[i] - s->kkt->motion;
        if (row >= 0) {
            int32_t constraint = constraint_of_row(s, row);
            changed = changed || !s->kkt->late[constraint];
            s->kkt->late[constraint] = true;
            *any = true;
        }
    }
    return changed;
}

/* Finds an order by what is late now, and factorises: cancelled rows are those that were replaced.
 */
static tmStatus try_order(tmiSystem *s) {
    const tmiPivotRule probe = {TMI_ROW_CANCELLED, 0.0, true};
    tmiKkt *kkt = s->kkt;
    tmi_arena_clear(&kkt->arena);
    tmi_arena_init(&kkt->arena, s->allocator);
    tmStatus status = analyse(s, false, &kkt->plain);
    if (status == TM_OK) {
        tmi_kkt_put(s, &kkt->plain, kkt->unequal ? TMI_KKT_EVEN : TMI_KKT_PLAIN);
        status = tmi_sparse_ldlt_eliminate(&kkt->plain, &probe, s->matrix);
    }
    return status;
}

/* Marks the constraints whose rows were dropped. */
static void note_repeated(tmiSystem *s) {
    const tmiSparseLdlt *f = &s->kkt->plain;
    for (int32_t i = 0; i < f->replaced_count; i++) {
        int32_t row = f->replaced[i] - s->kkt->motion;
        if (row >= 0) {
            s->kkt->repeats[constraint_of_row(s, row)] = true;
        }
    }
}

/* A constraint behind all of its own movers can still cancel where others about the same movers
 * went before theirs. Where every constraint is late, rows cancel only if they depend on each
 * other. If they do, the order of before is found again: regularised equations may have any. */
static tmStatus decide_redundancy(tmiSystem *s) {
    tmiArena scratch;
    tmi_arena_init(&scratch, s->allocator);
    bool *late = s->kkt->late, any;
    size_t bytes = (size_t)s->constraint_count * sizeof *late;
    bool *before = tmi_arena_alloc(&scratch, (size_t)s->constraint_count + 1, sizeof *before);
    tmStatus status = before ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        memcpy(before, late, bytes);
        memset(late, true, bytes);
        status = try_order(s);
    }
    if (status == TM_OK) {
        (void)put_off(s, &s->kkt->plain, &any);
        s->redundant = any;
        note_repeated(s);
        if (any) {
            memcpy(late, before, bytes);
            status = try_order(s);
        }
    }
    tmi_arena_clear(&scratch);
    return status;
}

tmStatus tmi_kkt_arrange(tmiSystem *s) {
    bool again = true;
    tmStatus status = TM_OK;
    for (int32_t round = 0; again && round < ORDERS_MAX && status == TM_OK; round++) {
        status = try_order(s);
        again = status == TM_OK && put_off(s, &s->kkt->plain, &s->redundant);
    }
    if (status == TM_OK && s->redundant) {
        status = decide_redundancy(s);
    }
    if (status == TM_OK && s->kkt->has_soft) {
        status = analyse(s, true, &s->kkt->soft);
    }
    return status;
}
