/* plan_sweep.c: a closed-form plan for many values at once. */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

static tmStatus reserve(tmPlan *plan) {
    if (!plan->sweep.registers) {
        size_t registers = (size_t)plan->routes.active->stages->active->program.register_count;
        size_t values = (size_t)plan->graph.value_count;
        plan->sweep.values = tmi_arena_alloc(&plan->arena, values, TMI_LANES * sizeof(double));
        plan->sweep.registers =
            tmi_arena_alloc(&plan->arena, registers, TMI_LANES * sizeof(double));
    }
    return plan->sweep.registers && plan->sweep.values ? TM_OK : TM_ERR_MEMORY;
}

/* TM_ERR_ID when a body does not belong to the mechanism. */
static tmStatus check_bodies(const tmPlan *plan, const tmBodyId *bodies, int32_t count) {
    for (int32_t i = 0; bodies && i < count; i++) {
        if (tmi_id_pool_slot(&plan->mechanism->body_ids, bodies[i].value) < 0) {
            return TM_ERR_ID;
        }
    }
    return bodies || count == plan->graph.body_count ? TM_OK : TM_ERR_ARGUMENT;
}

/* Copies the lanes of one body's pose to frames of which the first is at `to`. The common case, all
 * lanes wanted and good, is a copy of fixed size. */
static void store(const double *from, double *to, int32_t count, int32_t lanes, uint32_t failed) {
    if (lanes == TMI_LANES && failed == 0) {
        for (int part = 0; part < 4; part++) {
            memcpy(to, from, TMI_LANES * sizeof(double));
            from += TMI_LANES;
            to += count;
        }
        return;
    }
    for (int part = 0; part < 4; part++) {
        for (int32_t l = 0; l < lanes; l++) {
            to[(ptrdiff_t)part * count + l] = failed >> l & 1 ? NAN : from[part * TMI_LANES + l];
        }
    }
}

/* Values of the frames from `first` on, in lane order; lanes beyond the end repeat the last frame.
 */
static void load(tmPlan *plan, const double *values, int32_t count, int32_t first) {
    for (int32_t k = 0; k < plan->graph.value_count; k++) {
        const double *from = values + (ptrdiff_t)k * count + first;
        double *to = plan->sweep.values + (ptrdiff_t)k * TMI_LANES;
        if (count - first >= TMI_LANES) {
            memcpy(to, from, TMI_LANES * sizeof(double));
            continue;
        }
        for (int32_t l = 0; l < TMI_LANES; l++) {
            to[l] = from[first + l < count ? l : count - 1 - first];
        }
    }
}

/* Lanes with a value that is not a finite number. There is hardly ever one: all are added up first.
 */
static uint32_t strange(const tmPlan *plan) {
    int32_t count = plan->graph.value_count * TMI_LANES;
    double doubt = 0.0;
    for (int32_t i = 0; i < count; i++) {
        doubt += plan->sweep.values[i] * 0.0;
    }
    uint32_t found = 0;
    for (int32_t i = 0; doubt != 0.0 && i < count; i++) {
        found |= plan->sweep.values[i] * 0.0 == 0.0 ? 0u : 1u << i % TMI_LANES;
    }
    return found;
}

/* Lanes in which a joint or an input does not fit. Plans of pins alone, each used by a closed form,
 * need no look: see gather in plan.c. */
static uint32_t misfits(tmPlan *plan) {
    const tmiStageVariant *v = plan->routes.active->stages->active;
    uint32_t found = 0;
    if (v->all_used && v->emitter.gap_count == 0 && v->idle_count == 0 &&
        plan->checks.other_count == 0 && plan->graph.pairs.count == 0) {
        return 0;
    }
    for (int l = 0; l < TMI_LANES; l++) {
        for (int32_t i = 0; i < plan->graph.body_count; i++) {
            const double *pose = plan->sweep.registers + (ptrdiff_t)v->node_pose[i] * TMI_LANES + l;
            plan->tried.poses[i] =
                (tmPose){pose[0], pose[TMI_LANES], pose[2 * TMI_LANES], pose[3 * TMI_LANES]};
        }
        for (int32_t k = 0; k < plan->graph.value_count; k++) {
            plan->tried.values[k] = plan->sweep.values[(ptrdiff_t)k * TMI_LANES + l];
        }
        tmi_pairs_return(&plan->graph.pairs);
        tmi_emit_read_winds(&v->emitter, plan->sweep.registers + l, TMI_LANES);
        tmi_pairs_follow(&plan->graph.pairs, plan->mechanism, plan->tried.poses);
        bool fits = tmi_plan_check(plan) <= plan->limits.max_gap &&
                    tmi_plan_idle_gap(plan, plan->tried.values) <= plan->limits.max_gap;
        found |= fits ? 0u : 1u << l;
    }
    return found;
}

tmStatus tm_plan_sweep(tmPlan *plan, const double *values, int32_t count, const tmBodyId *bodies,
                       int32_t body_count, double *poses, bool *failed) {
    if (!plan || count < 0 || body_count < 0 || (count > 0 && (!values || !poses)) ||
        tm_plan_unknowns(plan) > 0 || plan->routes.list->stage_count > 1 ||
        plan->routes.list->stages->active->emitter.unwraps > 0) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    tmStatus status = check_bodies(plan, bodies, body_count);
    if (status == TM_OK) {
        status = reserve(plan);
    }
    if (status != TM_OK) {
        return status;
    }
    const tmiStageVariant *v = plan->routes.active->stages->active;
    tmi_emit_load_refs(&v->emitter, plan->good.poses);
    tmi_program_fill_lanes(&v->program, plan->sweep.registers);
    for (int32_t first = 0; first < count; first += TMI_LANES) {
        int32_t lanes = count - first < TMI_LANES ? count - first : TMI_LANES;
        uint32_t bad;
        load(plan, values, count, first);
        tmi_program_run_lanes(&v->program, plan->sweep.registers, plan->sweep.values, &bad);
        bad |= strange(plan) | misfits(plan);
        for (int32_t b = 0; b < body_count; b++) {
            int32_t slot =
                bodies ? tmi_id_pool_slot(&plan->mechanism->body_ids, bodies[b].value) : b;
            store(plan->sweep.registers + (ptrdiff_t)v->node_pose[slot] * TMI_LANES,
                  poses + (ptrdiff_t)4 * b * count + first, count, lanes, bad);
        }
        for (int32_t l = 0; failed && l < lanes; l++) {
            failed[first + l] = bad >> l & 1;
        }
    }
    tmi_plan_show_winds(plan);
    return TM_OK;
}
