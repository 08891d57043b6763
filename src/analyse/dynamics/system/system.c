/* system.c: the motion equations of a world: making them, evaluating them where the bodies are, and
 * the forces that act. */
#include "analyse/dynamics/system/system_private.h"

/* ---- Making -------------------------------------------------------------------------------- */

/* The maximum number of rows of a world whose redundant joints are named one by one: finding who
 * shares a redundancy takes a dense decomposition of each loop. */
#define NAMED_ROWS_MAX 2000

static tmStatus take_start(tmiSystem *s, const tmAssembly *assembly) {
    s->start_frames = tm_assembly_frames(assembly);
    s->start_twists = tmi_system_alloc(s, s->body_count, sizeof *s->start_twists);
    s->heights = tmi_system_alloc(s, s->mover_count, sizeof *s->heights);
    if (!s->start_twists || !s->heights) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        tmBodyInfo info;
        double arm[3];
        tm_model_body(s->model, m->body, &info);
        s->start_twists[m->body] = info.twist;
        tmi_rotate3(s->start_frames[m->body].rotation, m->centre, arm);
        s->heights[i] = s->start_frames[m->body].position[2] + arm[2];
    }
    return TM_OK;
}

/* Sets and evaluates the pose at the start, on which the order of elimination depends. */
static tmStatus evaluate_start(tmiSystem *s) {
    tmiArenaMark mark = tmi_arena_mark(&s->arena);
    double *y = tmi_system_alloc(s, tmi_system_state_size(s), sizeof *y);
    if (!y) {
        return TM_ERR_MEMORY;
    }
    tmi_system_start(s, y);
    tmi_system_set_state(s, y);
    tmi_arena_release(&s->arena, mark);
    if (!tmi_system_evaluate(s)) {
        return TM_ERR_NOT_FINITE;
    }
    tmi_kkt_find_levers(s);
    return TM_OK;
}

/* How far along a motion [size or rad] the rows are examined once more, and to which part of the
 * size they are closed there [1]. */
#define ELSEWHERE 0.01
#define ELSEWHERE_CLOSED 1e-10

static void activate_drives(tmiSystem *s, bool active) {
    for (int32_t i = 0; i < s->constraint_count; i++) {
        if (s->constraints[i].kind == TMI_CONSTRAINT_DRIVE) {
            s->constraints[i].active = active;
        }
    }
}

/* Rows that repeat each other at the start may do so only there, as those of a parallelogram that
 * starts flat: then they do not repeat each other a little further along some motion. Drives are
 * left out, for their values are not known yet. */
static void look_elsewhere(tmiSystem *s, double *y) {
    double gap, *v = tmi_system_velocities(s, y);
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        double part = (i + 1) * 0.6180339887498949; /* arbitrary numbers, the same in every run */
        bool turns = i % s->dof >= (s->planar ? 2 : 3);
        v[i] = (part - floor(part) - 0.5) * (turns ? 1.0 : s->size);
    }
    activate_drives(s, false);
    tmi_system_set_state(s, y);
    bool fine = tmi_system_evaluate(s) && tmi_system_factor(s, 0.0) == TM_OK &&
                tmi_system_still(s, y, NULL) == TM_OK;
    if (fine) {
        tmi_system_move(s, y, s->velocity, ELSEWHERE);
        fine = tmi_system_close(s, y, ELSEWHERE_CLOSED * s->size, 20, &gap) == TM_OK;
    }
    activate_drives(s, true);
    if (fine) {
        s->redundant = false;
        fine = tmi_system_factor(s, 0.0) == TM_OK;
        s->redundant = !fine || s->kkt->regularised;
    }
    s->factorisations = 0;
}

static tmStatus find_order(tmiSystem *s) {
    tmStatus status = tmi_kkt_arrange(s);
    if (status != TM_OK || !s->redundant) {
        return status;
    }
    tmiArenaMark mark = tmi_arena_mark(&s->arena);
    double *y = tmi_system_alloc(s, tmi_system_state_size(s), sizeof *y);
    if (!y) {
        return TM_ERR_MEMORY;
    }
    tmi_system_start(s, y);
    look_elsewhere(s, y);
    tmi_arena_release(&s->arena, mark);
    return TM_OK;
}

/* Masses that joints connect to each other lose digits by their ratio: up to this one [1], 1e12 and
 * rounding errors, corrections get them back. */
#define RATIO_MAX 1.000001e12

static tmStatus check_ratios(const tmiSystem *s, tmDiags *diags) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < s->mover_count && s->kkt->unequal && status == TM_OK; i++) {
        const tmiKktGroup *group = &s->kkt->groups[i];
        double light = group->lightest >= 0 ? s->movers[group->lightest].mass : INFINITY;
        if (group->heaviest >= 0 && s->movers[group->heaviest].mass > RATIO_MAX * light) {
            status = tmi_system_report_ratio(s, group->heaviest, group->lightest, diags);
        }
    }
    for (int32_t i = 0; i < s->mover_count && s->kkt->unequal && status == TM_OK; i++) {
        if (tmi_kkt_compactness(s, i) > RATIO_MAX) {
            status = tmi_system_report_compact(s, i, diags);
        }
    }
    return status;
}

static tmStatus make(tmiSystem *s, const tmiSystemDef *def, tmDiags *diags) {
    tmStatus status = tmi_system_make_movers(s, def, diags);
    status = status == TM_OK ? take_start(s, def->assembly) : status;
    status = status == TM_OK ? tmi_system_make_constraints(s, def) : status;
    status = status == TM_OK ? tmi_system_make_elements(s, def) : status;
    status = status == TM_OK ? tmi_kkt_create(s) : status;
    status = status == TM_OK ? evaluate_start(s) : status;
    status = status == TM_OK ? check_ratios(s, diags) : status;
    status = status == TM_OK ? find_order(s) : status;
    if (status == TM_OK && s->redundant && !def->moves) { /* without forces none are shared */
        status =
            tmi_system_report_redundant(s, def->assembly, s->row_count <= NAMED_ROWS_MAX, diags);
    }
    return status;
}

tmStatus tmi_system_create(const tmiSystemDef *def, tmDiags *diags, tmiSystem **system) {
    tmAllocator allocator = tm_model_allocator(def->model);
    tmiSystem *s = tmi_alloc_zero(allocator, sizeof *s);
    *system = NULL;
    if (!s) {
        return TM_ERR_MEMORY;
    }
    tmWorldInfo world = tm_model_world(def->model);
    s->allocator = allocator;
    tmi_arena_init(&s->arena, allocator);
    s->model = def->model;
    s->planar = world.planar;
    s->dof = world.planar ? 3 : 6;
    s->pose = world.planar ? 3 : 7;
    s->size = world.size;
    s->body_count = tm_model_body_count(def->model);
    s->blame = -1;
    if (!def->moves) {
        memcpy(s->gravity, world.gravity, sizeof s->gravity);
    }
    tmStatus status = make(s, def, diags);
    if (status != TM_OK) {
        tmi_system_destroy(s);
        return status;
    }
    *system = s;
    return TM_OK;
}

void tmi_system_destroy(tmiSystem *s) {
    if (s) {
        tmAllocator allocator = s->allocator;
        tmi_kkt_destroy(s);
        tmi_arena_clear(&s->arena);
        tmi_free(allocator, s, sizeof *s);
    }
}

/* ---- Evaluation ---------------------------------------------------------------------------- */

/* R I R^T into the matrix and s->inertia. */
static void evaluate_inertia(tmiSystem *s, int32_t mover) {
    const tmiMover *m = &s->movers[mover];
    double(*r)[3] = s->placed[m->body].turn;
    double half[3][3], (*to)[3] = s->inertia[mover];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            half[i][k] = r[i][0] * m->inertia[0][k] + r[i][1] * m->inertia[1][k] +
                         r[i][2] * m->inertia[2][k];
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k <= i; k++) {
            to[i][k] = half[i][0] * r[k][0] + half[i][1] * r[k][1] + half[i][2] * r[k][2];
            to[k][i] = to[i][k];
        }
    }
    double *entries = s->matrix + (ptrdiff_t)mover * TMI_KKT_SPATIAL + 3;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k <= i; k++) {
            *entries++ = to[i][k];
        }
    }
}

/* Sum of the magnitudes of poses and velocities: not finite if any of them is not. */
static double sum_of_state(const tmiSystem *s) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiPlaced *placed = &s->placed[s->movers[i].body];
        sum += fabs(placed->centre[0]) + fabs(placed->centre[1]) + fabs(placed->turn[0][0]);
        sum += s->planar ? 0.0 : fabs(placed->centre[2]) + fabs(placed->turn[1][2]);
    }
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        sum += fabs(s->velocity[i]);
    }
    return sum;
}

bool tmi_system_evaluate(tmiSystem *s) {
    double sum = sum_of_state(s);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        int32_t first = constraint->first;
        if (constraint->left_out) {
            continue;
        }
        tmiRowsTo to = {s->value + first, s->bias + first, s->turns + first, s->seen + first};
        tmi_constraint_evaluate(s, constraint, &to);
        for (int32_t r = 0; r < constraint->row_count; r++) {
            s->value[first + r] -= constraint->quick[r].scale * s->given[first + r][0];
            sum += fabs(s->value[first + r]) + fabs(s->bias[first + r]);
        }
    }
    for (int32_t i = 0; !s->planar && i < s->mover_count; i++) {
        evaluate_inertia(s, i);
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        tmiElement *e = &s->elements[i];
        double bias;
        if (e->constraint.left_out) {
            continue;
        }
        tmiRowsTo to = {&e->value, &bias, &e->near, &e->seen};
        tmi_constraint_evaluate(s, &e->constraint, &to);
        e->rate = tmi_constraint_rate(s, &e->constraint, 0, s->velocity);
        sum += fabs(e->value) + fabs(e->rate);
    }
    return sum < INFINITY; /* false for NaN, too */
}

void tmi_system_select(tmiSystem *s, const bool *only) {
    s->only = only;
    for (int32_t i = 0; i < s->constraint_count + s->element_count; i++) {
        tmiConstraint *constraint = i < s->constraint_count
                                        ? &s->constraints[i]
                                        : &s->elements[i - s->constraint_count].constraint;
        constraint->left_out =
            constraint->mover_count > 0 && !tmi_system_takes(s, constraint->movers[0]);
    }
}

void tmi_system_follow(tmiSystem *s) {
    memcpy(s->turns, s->seen, (size_t)s->row_count * sizeof *s->turns);
    for (int32_t i = 0; i < s->element_count; i++) {
        memcpy(s->elements[i].near, s->elements[i].seen, sizeof s->elements[i].near);
    }
}

/* ---- Forces -------------------------------------------------------------------------------- */

void tmi_system_forces(tmiSystem *s) {
    s->pushed = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        double *f = s->force + (ptrdiff_t)i * s->dof;
        double mass = m->kind == TMI_MOVER_DYNAMIC && tmi_system_takes(s, i) ? m->mass : 0.0;
        f[0] = mass * s->gravity[0];
        f[1] = mass * s->gravity[1];
        f[2] = s->planar ? 0.0 : mass * s->gravity[2];
        if (!s->planar && m->kind == TMI_MOVER_DYNAMIC) {
            const double *w = s->spins[i];
            double spin[3], torque[3];
            for (int k = 0; k < 3; k++) {
                spin[k] = tmi_dot3(m->inertia[k], w);
            }
            tmi_cross3(spin, w, torque); /* (3): - w x I w, where no rotation blurs it */
            for (int k = 0; k < 3; k++) {
                f[3 + k] = tmi_dot3(s->placed[m->body].turn[k], torque);
            }
        } else if (!s->planar) {
            memset(f + 3, 0, 3 * sizeof *f);
        }
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        tmiElement *e = &s->elements[i];
        if (e->constraint.left_out) {
            continue;
        }
        e->force = e->push - e->stiffness * (e->value - e->rest) - e->damping * e->rate;
        tmi_constraint_add(s, &e->constraint, 0, e->force, s->force);
    }
}

void tmi_system_push(tmiSystem *s, int32_t body, const double point[3], const double force[3],
                     const double torque[3]) {
    int32_t mover = s->mover_of[body];
    if (mover < 0 || !tmi_system_takes(s, mover)) {
        return;
    }
    double arm[3], moment[3], *f = s->force + (ptrdiff_t)mover * s->dof;
    const double *v = s->velocity + (ptrdiff_t)mover * s->dof;
    for (int k = 0; k < 3; k++) {
        arm[k] = point[k] - s->centres[mover][k];
    }
    tmi_cross3(arm, force, moment);
    for (int k = 0; k < 3; k++) {
        double turn = moment[k] + torque[k];
        int32_t at = s->planar ? (k == 2 ? 2 : -1) : 3 + k;
        if (!s->planar || k < 2) {
            f[k] += force[k];
            s->pushed += force[k] * v[k];
        }
        if (at >= 0) {
            f[at] += turn;
            s->pushed += turn * v[at];
        }
    }
}

/* ---- Energies ------------------------------------------------------------------------------ */

double tmi_system_kinetic(const tmiSystem *s) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        const double *v = s->velocity + (ptrdiff_t)i * s->dof;
        if (m->kind != TMI_MOVER_DYNAMIC) {
            continue;
        }
        if (s->planar) {
            sum += 0.5 * (m->mass * (v[0] * v[0] + v[1] * v[1]) + m->inertia[2][2] * v[2] * v[2]);
        } else {
            sum += 0.5 * m->mass * tmi_dot3(v, v);
            for (int k = 0; k < 3; k++) {
                sum += 0.5 * v[3 + k] * tmi_dot3(s->inertia[i][k], v + 3);
            }
        }
    }
    return sum;
}

double tmi_system_potential(const tmiSystem *s) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (s->movers[i].kind == TMI_MOVER_DYNAMIC) {
            sum -= s->movers[i].mass * tmi_dot3(s->gravity, s->centres[i]);
        }
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        sum += 0.5 * e->stiffness * (e->value - e->rest) * (e->value - e->rest);
    }
    return sum;
}
