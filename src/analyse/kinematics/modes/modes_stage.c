/* modes_stage.c: all assemblies of one stage: every choice of sides of its closed forms, and
 * whatever guesses or Newton's method find in between. */
#include "analyse/kinematics/modes/modes_private.h"

#include <math.h>
#include <string.h>

/* Maximum number of times that random starts which fail at once are drawn again. */
#define REDRAWS 16

/* Random directions are points of the unit disc outside this radius squared [1]: its middle has no
 * direction. */
#define DISC_MIN 1e-4

typedef void Next(tmiModeSearch *s);

static tmiStage *stage_of(tmiModeSearch *s) {
    return &s->routes[0].stages[s->stage];
}

static tmiModeStage *own_of(tmiModeSearch *s) {
    return &s->stages[s->stage];
}

static tmiStageVariant *variant_of(tmiModeSearch *s) {
    return stage_of(s)->variants;
}

static bool is_over(const tmiModeSearch *s) {
    return s->status != TM_OK || s->work <= 0 || s->stages[s->stage].list.count > s->def->max_modes;
}

/* ---- Making -------------------------------------------------------------------------------- */

/* Register of the side of a step with two answers; -1 for other steps. */
static int32_t side_register(const tmiOp *op) {
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_DYAD:
    case TMI_OP_TANGENT:
        return op->in[3];
    case TMI_OP_CIRCLE_LINE:
        return op->in[4];
    default:
        return -1;
    }
}

static tmStatus make_stage(tmiModeSearch *s) {
    tmiModeStage *own = own_of(s);
    const tmiStage *stage = stage_of(s);
    const tmiProgram *p = &variant_of(s)->program;
    own->sides = tmi_arena_alloc(&s->arena, (size_t)p->op_count, sizeof *own->sides);
    own->enclosures =
        tmi_arena_alloc(&s->arena, (size_t)p->register_count, sizeof *own->enclosures);
    own->starts = tmi_arena_alloc(&s->arena, (size_t)stage->graph.node_count, sizeof *own->starts);
    if (!own->sides || !own->enclosures || !own->starts) {
        return TM_ERR_MEMORY;
    }
    tmi_stage_follow(stage_of(s), variant_of(s), s->present);
    for (int32_t i = 0; i < variant_of(s)->guess_count; i++) {
        memcpy(own->guesses[i], variant_of(s)->guesses[i].good, sizeof own->guesses[i]);
    }
    for (int32_t i = 0; i < p->op_count; i++) {
        int32_t sign = side_register(&p->ops[i]);
        if (sign >= 0) {
            bool moves = (p->varies[p->ops[i].out] & (TMI_BY_INPUT | TMI_BY_GUESS)) != 0;
            own->sides[own->side_count++] =
                (tmiModeSide){i, sign, moves || s->def->mirrored, p->registers[sign]};
        }
    }
    const tmiContraction *c = &variant_of(s)->contraction;
    for (int32_t i = 0; i < c->merge_count; i++) {
        s->complete &= c->merges[i].kind != TMI_MERGE_SETTLE; /* it has a freedom */
    }
    bool follows = variant_of(s)->emitter.ref_count > 0 || variant_of(s)->guess_count > 0 ||
                   variant_of(s)->numerical;
    s->complete &= stage->graph.pairs.count == 0 || !follows; /* turns are only counted near by */
    own->list.nodes = stage->gathered - (stage->graph.whole ? stage->graph.placed + 1 : 0);
    return TM_OK;
}

tmStatus tmi_mode_stages_make(tmiModeSearch *s) {
    tmStatus status = TM_OK;
    s->stages = tmi_arena_alloc(&s->arena, (size_t)s->routes[0].stage_count, sizeof *s->stages);
    if (!s->stages) {
        return TM_ERR_MEMORY;
    }
    for (s->stage = 0; s->stage < s->routes[0].stage_count && status == TM_OK; s->stage++) {
        status = make_stage(s);
    }
    return status;
}

/* ---- Keeping ------------------------------------------------------------------------------- */

/* Number in the whole of node i of the stage's list. */
static int32_t list_node(const tmiStage *stage, int32_t i) {
    return stage->graph.whole ? stage->graph.whole[stage->graph.placed + 1 + i] : i;
}

/* Pose i of assembly `index`. A stage may have no nodes of its own, and its list no memory. */
static tmPose *list_pose(const tmiModeList *list, int32_t index, int32_t i) {
    return &list->poses[(size_t)index * (size_t)list->nodes + (size_t)i];
}

static bool is_kept(tmiModeSearch *s) {
    const tmiModeList *list = &own_of(s)->list;
    for (int32_t k = 0; k < list->count; k++) {
        bool same = true;
        for (int32_t i = 0; i < list->nodes && same; i++) {
            int32_t node = list_node(stage_of(s), i);
            same = tmi_modes_distance(s->anchors[node], s->graph.size, *list_pose(list, k, i),
                                      s->poses[node]) <= s->apart;
        }
        if (same) {
            return true;
        }
    }
    return false;
}

/* Takes the winds of the stage's pairs in search->poses: those that the program knows, and else the
 * nearest to the present ones. */
static void take_winds(tmiModeSearch *s) {
    const tmiStage *stage = stage_of(s);
    const tmiStageVariant *v = stage->active;
    tmi_pairs_return(&stage->graph.pairs);
    tmi_emit_read_winds(&v->emitter, v->program.registers, 1);
    tmi_pairs_follow(&stage->graph.pairs, s->plan->mechanism, s->poses);
}

/* Makes room for one more assembly. */
static tmStatus reserve(tmiModeSearch *s, tmiModeList *list) {
    int64_t poses = ((int64_t)list->count + 1) * list->nodes;
    int64_t winds =
        ((int64_t)list->count + 1) * (int64_t)tmi_pairs_winds(&stage_of(s)->graph.pairs);
    if (poses > INT32_MAX || winds > INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(s->allocator, &list->poses, &list->capacity, (int32_t)poses,
                                        sizeof *list->poses);
    return status == TM_OK ? tmi_array_reserve(s->allocator, &list->winds, &list->wind_capacity,
                                               (int32_t)winds, sizeof *list->winds)
                           : status;
}

/* Winds of assembly `index`. */
static double *list_winds(tmiModeSearch *s, int32_t index) {
    return own_of(s)->list.winds + (size_t)index * tmi_pairs_winds(&stage_of(s)->graph.pairs);
}

/* Adds what the active variant's registers hold to the stage's list, unless it is there. */
static void keep(tmiModeSearch *s) {
    tmiStage *stage = stage_of(s);
    tmiModeList *list = &own_of(s)->list;
    if (!(tmi_stage_store(stage, s->poses) <= TMI_UNIT_OFF_MAX) || is_kept(s) || is_over(s)) {
        return;
    }
    s->status = reserve(s, list);
    if (s->status != TM_OK) {
        return;
    }
    for (int32_t i = 0; i < list->nodes; i++) {
        *list_pose(list, list->count, i) = s->poses[list_node(stage, i)];
    }
    if (stage->graph.pairs.count > 0) {
        take_winds(s);
        tmi_pairs_store(&stage->graph.pairs, list_winds(s, list->count));
    }
    list->count++;
}

void tmi_mode_stage_take(tmiModeSearch *s, int32_t index) {
    const tmiModeList *list = &own_of(s)->list;
    if (stage_of(s)->graph.pairs.count > 0) {
        tmi_pairs_load(&stage_of(s)->graph.pairs, list_winds(s, index));
    }
    for (int32_t i = 0; i < list->nodes; i++) {
        s->poses[list_node(stage_of(s), i)] = *list_pose(list, index, i);
    }
}

/* ---- Sides --------------------------------------------------------------------------------- */

/* First of the sides whose steps are not before `op`. */
static int32_t sides_from(const tmiModeStage *own, int32_t op) {
    int32_t i = 0;
    while (i < own->side_count && own->sides[i].op < op) {
        i++;
    }
    return i;
}

/* Sets the sides from number `first` to before `last` to those that are tried first. */
static void reset_sides(tmiModeSearch *s, int32_t first, int32_t last) {
    const tmiModeSide *sides = own_of(s)->sides;
    for (int32_t i = first; i < last; i++) {
        variant_of(s)->program.registers[sides[i].sign] = sides[i].first;
    }
}

/* Changes the last of these sides that can be, and sets those behind it to their first, as a
 * counter does. Returns its number, or -1 when all have been through. */
static int32_t change_side(tmiModeSearch *s, int32_t first, int32_t last) {
    const tmiModeSide *sides = own_of(s)->sides;
    double *registers = variant_of(s)->program.registers;
    for (int32_t i = last - 1; i >= first; i--) {
        double *sign = &registers[sides[i].sign];
        if (sides[i].free && *sign == sides[i].first) {
            *sign = -*sign;
            return i;
        }
        *sign = sides[i].first;
    }
    return -1;
}

/* Runs steps first … last - 1 with every choice of their sides and calls `next` after each that has
 * an answer. A step that has none has none on either side: the last side before it is the next to
 * change. */
static void walk(tmiModeSearch *s, int32_t first, int32_t last, Next *next) {
    const tmiModeStage *own = own_of(s);
    const tmiProgram *p = &variant_of(s)->program;
    int32_t begin = sides_from(own, first);
    reset_sides(s, begin, sides_from(own, last));
    for (int32_t at = first; at >= 0 && !is_over(s);) {
        int32_t failed = tmi_program_run(p, at, last, s->values);
        int32_t end = failed < 0 ? last : failed;
        s->work -= end - at + 1;
        if (failed < 0) {
            next(s);
        }
        int32_t changed = change_side(s, begin, sides_from(own, end));
        at = changed < 0 ? -1 : own->sides[changed].op;
    }
}

/* The steps behind guesses or Newton's method. */
static void finish(tmiModeSearch *s) {
    tmiStageVariant *v = variant_of(s);
    walk(s, v->closed_ops, v->program.op_count, keep);
}

/* ---- Random starts ------------------------------------------------------------------------- */

/* splitmix64 [Stee14]. */
static uint64_t draw(tmiModeSearch *s) {
    uint64_t z = (s->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Between -1 and 1. */
static double draw_number(tmiModeSearch *s) {
    return (double)(draw(s) >> 11) * 0x1p-52 - 1.0;
}

/* A direction: a point of the unit disc, drawn until it is not at its middle. */
static void draw_direction(tmiModeSearch *s, double *c, double *sine) {
    double x, y, r2;
    do {
        x = draw_number(s);
        y = draw_number(s);
        r2 = x * x + y * y;
    } while (r2 > 1.0 || r2 < DISC_MIN);
    double r = sqrt(r2);
    *c = x / r;
    *sine = y / r;
}

/* Calls `start` until as many calls in a row as the definition says bring nothing new. */
static void start_often(tmiModeSearch *s, Next *start) {
    const tmiModeList *list = &own_of(s)->list;
    for (int32_t vain = 0; vain < s->def->starts && !is_over(s); vain++) {
        int32_t before = list->count;
        s->work--;
        start(s);
        vain = list->count > before ? -1 : vain;
    }
}

/* ---- Guesses ------------------------------------------------------------------------------- */

/* A zero that the first variant cannot close lies at a dead centre of its own: the others have
 * theirs elsewhere. Returns whether one of them closes near by. */
static bool close_otherwise(tmiModeSearch *s) {
    tmiStage *stage = stage_of(s);
    tmiStageVariant *first = variant_of(s);
    const double still[TMI_RATES] = {0.0};
    bool closed = false;
    tmi_program_run(&first->program, first->closed_ops, first->program.op_count, s->values);
    tmi_stage_store(stage, s->poses);
    for (int32_t i = 1; i < stage->variant_count && !closed; i++) {
        tmiStageVariant *v = stage->active = &stage->variants[i];
        int32_t iterations = 0;
        tmi_stage_follow(stage, v, s->poses);
        tmi_stage_load(stage, v, s->poses);
        closed = tmi_program_run(&v->program, 0, v->known_ops, s->values) < 0 &&
                 tmi_variant_solve(v, s->values, TMI_NEWTON_SHARE * s->plan->limits.tolerance,
                                   s->plan->limits.max_iterations, 0.0, still,
                                   &iterations) == TMI_GUESS_DONE &&
                 tmi_program_run(&v->program, v->closed_ops, v->program.op_count, s->values) < 0;
        s->work -= (int64_t)v->program.op_count * (1 + iterations);
        if (closed) {
            keep(s);
        }
    }
    stage->active = first;
    /* Sides behind the knot were only looked at as they are. */
    s->complete &= sides_from(own_of(s), first->closed_ops) == own_of(s)->side_count;
    return closed;
}

static bool turn_found(void *user, bool closed) {
    tmiModeSearch *s = user;
    if (closed) {
        finish(s);
    }
    bool zero = closed || close_otherwise(s);
    s->turn->work = is_over(s) ? 0 : s->turn->work;
    return zero;
}

/* One guess: with every choice of sides between it and its gap, over a full turn. */
static void search_turn(tmiModeSearch *s) {
    tmiModeStage *own = own_of(s);
    tmiStageVariant *v = variant_of(s);
    int32_t first = sides_from(own, v->known_ops), last = sides_from(own, v->closed_ops);
    tmiTurn turn = {.variant = v,
                    .values = s->values,
                    .tolerance = TMI_NEWTON_SHARE * s->plan->limits.tolerance,
                    .size = s->graph.size,
                    .enclosures = own->enclosures,
                    .found = turn_found,
                    .user = s};
    s->turn = &turn;
    reset_sides(s, first, last);
    for (int32_t changed = first; changed >= 0 && !is_over(s);) {
        int64_t before = turn.work = s->work;
        tmi_turn_search(&turn);
        s->work -= before - turn.work;
        s->complete &= turn.proven;
        changed = change_side(s, first, last);
    }
}

/* Several guesses: Newton's method from where they are. Returns whether it could begin at all. */
static bool solve_guesses(tmiModeSearch *s) {
    tmiStageVariant *v = variant_of(s);
    const double still[TMI_RATES] = {0.0};
    int32_t iterations = 0;
    tmiGuessing outcome =
        tmi_variant_solve(v, s->values, TMI_NEWTON_SHARE * s->plan->limits.tolerance,
                          s->plan->limits.max_iterations, 0.0, still, &iterations);
    s->work -= (int64_t)(v->closed_ops - v->known_ops) * (1 + iterations) * v->guess_count;
    if (outcome == TMI_GUESS_DONE) {
        finish(s);
    }
    return outcome == TMI_GUESS_DONE || iterations > 0;
}

static void guess_present(tmiModeSearch *s) {
    const tmiModeStage *own = own_of(s);
    tmiStageVariant *v = variant_of(s);
    reset_sides(s, sides_from(own, v->known_ops), sides_from(own, v->closed_ops));
    for (int32_t i = 0; i < v->guess_count; i++) {
        memcpy(v->guesses[i].good, own->guesses[i], sizeof own->guesses[i]);
    }
    solve_guesses(s);
}

static void guess_anything(tmiModeSearch *s) {
    const tmiModeStage *own = own_of(s);
    tmiStageVariant *v = variant_of(s);
    bool begun = false;
    for (int redraw = 0; redraw < REDRAWS && !begun; redraw++) {
        for (int32_t i = sides_from(own, v->known_ops); i < sides_from(own, v->closed_ops); i++) {
            v->program.registers[own->sides[i].sign] = draw(s) >> 63 ? 1.0 : -1.0;
        }
        for (int32_t i = 0; i < v->guess_count; i++) {
            draw_direction(s, &v->guesses[i].good[0], &v->guesses[i].good[1]);
        }
        begun = solve_guesses(s);
    }
}

/* ---- The numerical part -------------------------------------------------------------------- */

static void run_numerical(tmiModeSearch *s, const tmPose *poses) {
    tmiStageVariant *v = variant_of(s);
    double tolerance = TMI_NEWTON_SHARE * s->plan->limits.tolerance;
    tmiNewtonInfo info = {0};
    bool closed;
    if (v->chained) {
        tmi_chains_load(&v->chains, poses);
        closed = tmi_chains_move(&v->chains, v->program.registers, tolerance,
                                 s->plan->limits.max_iterations, &info.iterations, &info.residual,
                                 &info.stationary);
        s->work -= (int64_t)v->chains.rod_count * (1 + info.iterations);
    } else {
        tmi_pairs_return(&stage_of(s)->graph.pairs);
        tmi_newton_load(&v->newton, poses);
        closed = tmi_newton_move(&v->newton, s->values, tolerance, s->plan->limits.max_iterations,
                                 &info);
        int64_t rows = v->newton.rows;
        s->work -= rows * rows * (1 + info.iterations);
    }
    if (closed && info.miss <= s->plan->limits.tolerance) {
        finish(s);
    }
}

static void start_present(tmiModeSearch *s) {
    run_numerical(s, tmi_stage_view(stage_of(s), s->present));
}

/* Every node somewhere about the middle of the known ones, turned at random. */
static void start_anywhere(tmiModeSearch *s) {
    tmiStage *stage = stage_of(s);
    const tmPose *present = s->present;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    int32_t nodes = stage->graph.node_count;
    for (int32_t i = 0; i < nodes; i++) {
        const tmPose *p = &present[tmi_graph_whole(&stage->graph, i)];
        low[0] = p->x < low[0] ? p->x : low[0];
        low[1] = p->y < low[1] ? p->y : low[1];
        high[0] = p->x > high[0] ? p->x : high[0];
        high[1] = p->y > high[1] ? p->y : high[1];
    }
    tmPose *view = own_of(s)->starts;
    for (int32_t i = 0; i < nodes; i++) {
        double x = 0.5 * (low[0] + high[0]), y = 0.5 * (low[1] + high[1]);
        view[i].x = x + draw_number(s) * (high[0] - x + s->graph.size);
        view[i].y = y + draw_number(s) * (high[1] - y + s->graph.size);
        draw_direction(s, &view[i].c, &view[i].s);
    }
    run_numerical(s, view);
}

/* ---- All ----------------------------------------------------------------------------------- */

/* What is between the steps that need no guess and those behind. */
static void solve_middle(tmiModeSearch *s) {
    const tmiStageVariant *v = variant_of(s);
    if (v->guess_count == 1 && stage_of(s)->graph.pairs.count == 0) {
        search_turn(s);
        return;
    }
    s->complete &= v->guess_count == 0 && !v->numerical;
    if (v->guess_count > 0) {
        guess_present(s);
        start_often(s, guess_anything);
    } else if (v->numerical) {
        start_present(s);
        if (!v->chained && v->newton.rows >= v->newton.unknowns) {
            start_often(s, start_anywhere);
        }
    } else {
        finish(s);
    }
}

void tmi_mode_stage_find(tmiModeSearch *s) {
    tmiModeStage *own = own_of(s);
    tmiStageVariant *v = variant_of(s);
    own->list.count = 0;
    tmi_stage_load(stage_of(s), v, s->poses);
    tmi_stage_recall(stage_of(s), v, s->present);
    walk(s, 0, v->known_ops, solve_middle);
    s->more |= own->list.count > s->def->max_modes;
    s->complete &= s->work > 0 && s->status == TM_OK;
}
