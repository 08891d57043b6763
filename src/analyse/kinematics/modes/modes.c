/* modes.c: lists all assembly modes of a mechanism at given inputs: stage by stage, each mode of a
 * stage with all modes of the stages after it. */
#include "analyse/kinematics/modes/modes_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Assemblies nearer than this many roots of tolerance times size are one [1]: near a fold a pose is
 * only known to the root of what a joint may be open by. */
#define APART 4.0

struct tmModes {
    tmAllocator allocator;
    int32_t body_count;
    double size;        /* of the mechanism [m] */
    tmiAnchor *anchors; /* of the bodies */
    tmPose *poses;      /* of all bodies, one assembly after the other */
    double *residuals;
    int32_t count, pose_capacity, residual_capacity;
    bool complete, more;
};

tmModesDef tm_modes_def_default(void) {
    return (tmModesDef){.stamp = TMI_STAMP_MODES,
                        .max_modes = 64,
                        .max_work = 100000000,
                        .starts = 200,
                        .mirrored = true};
}

double tmi_modes_distance(tmiAnchor anchor, double size, tmPose a, tmPose b) {
    double c = a.c - b.c, s = a.s - b.s;
    double x = a.x - b.x + (c * anchor.x - s * anchor.y);
    double y = a.y - b.y + (s * anchor.x + c * anchor.y);
    double way = tmi_hypot(x, y), turn = size * tmi_hypot(c, s);
    return turn > way ? turn : way;
}

/* ---- The search ---------------------------------------------------------------------------- */

static tmStatus start_search(tmiModeSearch *s) {
    const tmPlan *plan = s->plan;
    const tmMechanism *m = plan->mechanism;
    size_t nodes = (size_t)plan->graph.node_count;
    s->graph = plan->graph;
    s->graph.free_sides = true;
    s->poses = tmi_arena_alloc(&s->arena, nodes, sizeof *s->poses);
    s->present = tmi_arena_alloc(&s->arena, nodes, sizeof *s->present);
    s->anchors = tmi_arena_alloc(&s->arena, nodes, sizeof *s->anchors);
    s->measured = tmi_arena_alloc(&s->arena, (size_t)plan->graph.value_count, sizeof *s->measured);
    if (!s->poses || !s->present || !s->anchors || !s->measured) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tmi_pairs_clone(&s->graph.pairs, &s->arena, m, &plan->graph.pairs);
    if (status != TM_OK) {
        return status;
    }
    memcpy(s->present, plan->good.poses, nodes * sizeof *s->present);
    tmi_graph_place_small(&s->graph, s->present);
    memcpy(s->poses, s->present, nodes * sizeof *s->poses);
    for (int32_t i = 0; i < plan->graph.body_count; i++) {
        int32_t feature = tmi_id_pool_at(&m->body_ids, i) ? m->bodies[i].anchor : -1;
        if (feature >= 0) {
            s->anchors[i] = (tmiAnchor){m->features[feature].x, m->features[feature].y};
        }
    }
    s->apart = APART * sqrt(plan->limits.max_gap * s->graph.size);
    status = tmi_routes_make(s->routes, &s->route_count, &s->arena, &s->graph, TM_PLAN_MIXED, true);
    return status == TM_OK ? tmi_mode_stages_make(s) : status;
}

/* Keeps search->poses, unless a joint is open in them. */
static void record(tmiModeSearch *s, tmModes *modes) {
    tmi_tails_follow(&s->plan->graph.tails, s->plan->mechanism, s->poses);
    double gap = tmi_plan_open(s->plan, &s->graph.pairs, s->poses, s->values, s->measured);
    double distance; /* stages distinguish modes by their small nodes, too */
    tm_modes_nearest(modes, s->poses, &distance);
    if (!(gap <= s->plan->limits.max_gap) || distance <= s->apart) {
        return;
    }
    if (modes->count == s->def->max_modes) {
        s->more = true;
        return;
    }
    int64_t wanted = ((int64_t)modes->count + 1) * modes->body_count;
    s->status = wanted > INT32_MAX
                    ? TM_ERR_LIMIT
                    : tmi_array_reserve(s->allocator, &modes->poses, &modes->pose_capacity,
                                        (int32_t)wanted, sizeof *modes->poses);
    if (s->status == TM_OK) {
        s->status = tmi_array_reserve(s->allocator, &modes->residuals, &modes->residual_capacity,
                                      modes->count + 1, sizeof *modes->residuals);
    }
    if (s->status == TM_OK) {
        memcpy(modes->poses + (size_t)modes->count * (size_t)modes->body_count, s->poses,
               sizeof *s->poses * (size_t)modes->body_count);
        modes->residuals[modes->count++] = gap;
    }
}

/* Goes through the stages like the wheels of a counter: the last one turns fastest. */
static void search(tmiModeSearch *s, tmModes *modes, int32_t *next) {
    int32_t last = s->routes[0].stage_count - 1;
    s->stage = 0;
    tmi_mode_stage_find(s);
    while (s->stage >= 0 && s->status == TM_OK && !(s->more && modes->count == s->def->max_modes)) {
        if (next[s->stage] == s->stages[s->stage].list.count) {
            next[s->stage--] = 0;
            continue;
        }
        tmi_mode_stage_take(s, next[s->stage]++);
        if (s->stage == last) {
            record(s, modes);
        } else {
            s->stage++;
            tmi_mode_stage_find(s);
        }
    }
}

static tmStatus find_all(tmiModeSearch *s, tmModes *modes) {
    tmStatus status = start_search(s);
    if (status != TM_OK) {
        return status;
    }
    int32_t stages = s->routes[0].stage_count;
    int32_t *next = tmi_arena_alloc(&s->arena, (size_t)stages, sizeof *next);
    modes->anchors =
        tmi_alloc_zero(s->allocator, sizeof *modes->anchors * (size_t)modes->body_count);
    if (!next || !modes->anchors) {
        return TM_ERR_MEMORY;
    }
    memcpy(modes->anchors, s->anchors, sizeof *modes->anchors * (size_t)modes->body_count);
    search(s, modes, next);
    modes->more = s->more;
    modes->complete = s->complete && !s->more;
    return s->status;
}

static void end_search(tmiModeSearch *s) {
    for (int32_t i = 0; s->stages && i < s->routes[0].stage_count; i++) {
        tmiModeList *list = &s->stages[i].list;
        tmi_array_clear(s->allocator, &list->poses, &list->capacity, sizeof *list->poses);
        tmi_array_clear(s->allocator, &list->winds, &list->wind_capacity, sizeof *list->winds);
    }
    tmi_routes_clear(s->routes, s->route_count);
    tmi_arena_clear(&s->arena);
}

/* ---- The public calls ---------------------------------------------------------------------- */

static tmStatus check_call(const tmPlan *plan, const double *values, const tmModesDef *def) {
    if (def->stamp != TMI_STAMP_MODES) {
        return TM_ERR_DEF;
    }
    if (def->max_modes < 1 || def->max_work < 1 || def->starts < 0) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    for (int32_t i = 0; i < plan->graph.value_count; i++) {
        if (!(values[i] - values[i] == 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    return TM_OK;
}

tmStatus tm_modes_create(const tmPlan *plan, const double *values, const tmModesDef *def,
                         tmModes **modes) {
    const tmModesDef usual = tm_modes_def_default();
    if (!modes) {
        return TM_ERR_ARGUMENT;
    }
    *modes = NULL;
    if (!plan) {
        return TM_ERR_ARGUMENT;
    }
    def = def ? def : &usual;
    values = values ? values : plan->good.values;
    tmStatus status = check_call(plan, values, def);
    if (status != TM_OK) {
        return status;
    }
    tmModes *made = tmi_alloc_zero(plan->allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = plan->allocator;
    made->body_count = plan->graph.body_count;
    made->size = plan->graph.size;
    tmiModeSearch s = {.plan = plan,
                       .def = def,
                       .values = values,
                       .allocator = plan->allocator,
                       .work = def->max_work,
                       .random = TMI_HASH_START,
                       .complete = true};
    tmi_arena_init(&s.arena, plan->allocator);
    status = find_all(&s, made);
    end_search(&s);
    if (status != TM_OK) {
        tm_modes_destroy(made);
        return status;
    }
    *modes = made;
    return TM_OK;
}

void tm_modes_destroy(tmModes *modes) {
    if (modes) {
        tmAllocator a = modes->allocator;
        tmi_array_clear(a, &modes->poses, &modes->pose_capacity, sizeof *modes->poses);
        tmi_array_clear(a, &modes->residuals, &modes->residual_capacity, sizeof *modes->residuals);
        tmi_free(a, modes->anchors, sizeof *modes->anchors * (size_t)modes->body_count);
        tmi_free(a, modes, sizeof *modes);
    }
}

int32_t tm_modes_count(const tmModes *modes) {
    return modes ? modes->count : 0;
}

const tmPose *tm_modes_poses(const tmModes *modes, int32_t index) {
    bool has = modes && index >= 0 && index < modes->count;
    return has ? modes->poses + (size_t)index * (size_t)modes->body_count : NULL;
}

double tm_modes_residual(const tmModes *modes, int32_t index) {
    return modes && index >= 0 && index < modes->count ? modes->residuals[index] : INFINITY;
}

bool tm_modes_is_complete(const tmModes *modes) {
    return modes && modes->complete;
}

bool tm_modes_has_more(const tmModes *modes) {
    return modes && modes->more;
}

int32_t tm_modes_nearest(const tmModes *modes, const tmPose *poses, double *distance) {
    int32_t nearest = -1;
    double min = INFINITY;
    for (int32_t k = 0; poses && k < tm_modes_count(modes); k++) {
        const tmPose *mode = tm_modes_poses(modes, k);
        double max = 0.0;
        for (int32_t i = 0; i < modes->body_count; i++) {
            double apart = tmi_modes_distance(modes->anchors[i], modes->size, mode[i], poses[i]);
            max = apart <= max ? max : apart;
        }
        if (max < min) {
            min = max;
            nearest = k;
        }
    }
    if (distance) {
        *distance = min;
    }
    return nearest;
}
