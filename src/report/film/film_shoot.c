/* film_shoot.c: moves the plan from first to last and keeps what the picture needs. */
#include "report/film/film_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

tmiPoint tmi_film_point(const tmPose *poses, int32_t body, double x, double y) {
    const tmPose *p = &poses[body];
    return (tmiPoint){p->x + (p->c * x - p->s * y), p->y + (p->s * x + p->c * y)};
}

int32_t tmi_film_step(const tmiFilm *f, int32_t frame) {
    int32_t parts = f->closed ? f->def->frames : f->def->frames - 1;
    return parts > 0 ? (int32_t)((int64_t)frame * f->def->steps / parts) : 0;
}

/* Values at both ends of the film. */
static tmStatus find_range(tmiFilm *f) {
    int32_t count = tm_plan_value_count(f->plan);
    if (count != 1 && !f->def->last) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tm_plan_values(f->plan, f->first);
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; i < count; i++) {
        if (f->def->first) {
            f->first[i] = f->def->first[i];
        }
        f->last[i] = f->def->last ? f->def->last[i] : f->first[i] + TMI_TWO_PI;
        if (!isfinite(f->first[i]) || !isfinite(f->last[i])) {
            return TM_ERR_NOT_FINITE;
        }
    }
    f->closed = !f->def->last;
    return TM_OK;
}

static void include_point(tmiFilm *f, tmiPoint p) {
    f->low.x = p.x < f->low.x ? p.x : f->low.x;
    f->low.y = p.y < f->low.y ? p.y : f->low.y;
    f->high.x = p.x > f->high.x ? p.x : f->high.x;
    f->high.y = p.y > f->high.y ? p.y : f->high.y;
}

/* A circle that a point runs on must be within the picture. */
static void include_circle(tmiFilm *f, tmiPoint middle, tmiPoint on) {
    double x = on.x - middle.x, y = on.y - middle.y, r = sqrt(x * x + y * y);
    include_point(f, (tmiPoint){middle.x - r, middle.y - r});
    include_point(f, (tmiPoint){middle.x + r, middle.y + r});
}

/* Points of an arc that must be within the picture. Between two of them it stands out by at most a
 * fiftieth of its radius, which the margin has room for. */
#define ARC_PARTS 16

static void include_arcs(tmiFilm *f, const tmPose *poses) {
    for (int32_t i = 0; i < f->def->arc_count; i++) {
        for (int part = 0; part <= ARC_PARTS; part++) {
            include_point(f, tmi_film_arc_point(&f->arcs[i], poses, part / (double)ARC_PARTS));
        }
    }
}

/* Wheels of pairs, all round. */
static void include_pairs(tmiFilm *f, const tmPose *poses) {
    for (int32_t i = 0; i < f->pair_count; i++) {
        for (int32_t k = 0; k < f->pairs[i].count; k++) {
            const tmiMark *mark = &f->pairs[i].end[k];
            tmiPoint p = tmi_film_point(poses, mark->body, mark->x, mark->y);
            double r = tmi_film_pair_reach(&f->pairs[i], poses, k);
            include_point(f, (tmiPoint){p.x - r, p.y - r});
            include_point(f, (tmiPoint){p.x + r, p.y + r});
        }
    }
}

/* Bounds and rails of a pose that was reached, and its points of the curves. */
static void keep_step(tmiFilm *f, int32_t step, const tmPose *poses) {
    for (int32_t i = 0; i < f->mark_count; i++) {
        if (f->marks[i].body >= 0) {
            include_point(f, tmi_film_point(poses, f->marks[i].body, f->marks[i].x, f->marks[i].y));
        }
    }
    for (int32_t i = 0; i < f->joint_count; i++) {
        tmiShownJoint *joint = &f->joints[i];
        const tmiMark *a = &joint->end[0], *b = &joint->end[1];
        tmiPoint p = tmi_film_point(poses, a->body, a->x, a->y);
        tmiPoint q = tmi_film_point(poses, b->body, b->x, b->y);
        const tmPose *pose = &poses[a->body];
        double c = pose->c * a->c - pose->s * a->s, s = pose->s * a->c + pose->c * a->s;
        double along = (q.x - p.x) * c + (q.y - p.y) * s;
        joint->low = along < joint->low ? along : joint->low;
        joint->high = along > joint->high ? along : joint->high;
        if (joint->kind == TM_JOINT_ON_CIRCLE) {
            include_circle(f, p, q);
        }
    }
    include_pairs(f, poses);
    include_arcs(f, poses);
    f->reached[step] = true;
    for (int32_t i = 0; i < f->traced_count; i++) {
        const tmiMark *mark = &f->marks[f->traced[i]];
        f->curves[(int64_t)i * (f->def->steps + 1) + step] =
            tmi_film_point(poses, mark->body, mark->x, mark->y);
    }
}

static tmStatus move_to(tmiFilm *f, int32_t step, bool *good) {
    int32_t steps = f->def->steps;
    for (int32_t i = 0; i < tm_plan_value_count(f->plan); i++) {
        f->values[i] = f->first[i] + (f->last[i] - f->first[i]) * step / (steps ? steps : 1);
    }
    tmSolveInfo info;
    tmStatus status = tm_plan_move(f->plan, f->values, &info);
    if (status != TM_OK) {
        return status;
    }
    *good = info.outcome == TM_MOVE_DONE;
    f->info.moves++;
    f->info.failed += !*good;
    if (*good && info.residual > f->info.residual) {
        f->info.residual = info.residual;
    }
    return TM_OK;
}

/* A rail that moves reaches from its own point to wherever the block runs; in every frame it must
 * be within the picture. */
static void include_rails(tmiFilm *f) {
    for (int32_t i = 0; i < f->joint_count; i++) {
        tmiShownJoint *joint = &f->joints[i];
        const tmiMark *a = &joint->end[0];
        if ((joint->kind != TM_JOINT_PRISMATIC && joint->kind != TM_JOINT_SLOT) ||
            joint->low > joint->high) {
            continue;
        }
        if (a->body != 0) {
            joint->low = joint->low < 0.0 ? joint->low : 0.0;
            joint->high = joint->high > 0.0 ? joint->high : 0.0;
        }
        for (int32_t k = 0; k < f->def->frames; k++) {
            const tmPose *poses = f->poses + (size_t)k * (size_t)f->body_count;
            const double ends[2] = {joint->low, joint->high};
            for (int end = 0; end < 2 && f->at[k] >= 0.0; end++) {
                include_point(f, tmi_film_point(poses, a->body, a->x + ends[end] * a->c,
                                                a->y + ends[end] * a->s));
            }
        }
    }
}

static tmStatus reserve(tmiFilm *f) {
    size_t values = (size_t)tm_plan_value_count(f->plan);
    size_t frames = (size_t)f->def->frames, steps = (size_t)f->def->steps + 1;
    f->values = tmi_arena_alloc(&f->arena, values, sizeof(double));
    f->first = tmi_arena_alloc(&f->arena, values, sizeof(double));
    f->last = tmi_arena_alloc(&f->arena, values, sizeof(double));
    f->at = tmi_arena_alloc(&f->arena, frames, sizeof(double));
    f->poses = tmi_arena_alloc(&f->arena, frames * (size_t)f->body_count, sizeof(tmPose));
    f->curves = tmi_arena_alloc(&f->arena, (size_t)f->traced_count * steps, sizeof(tmiPoint));
    f->reached = tmi_arena_alloc(&f->arena, steps, sizeof(bool));
    return f->values && f->first && f->last && f->at && f->poses && f->curves && f->reached
               ? TM_OK
               : TM_ERR_MEMORY;
}

/* Mean of the links' largest extents: what breadth of bars and size of letters go by. */
static void measure_links(tmiFilm *f) {
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t i = 1; i < f->body_count; i++) {
        const tmiPoint *p = f->corners + f->outlines[i].first;
        double max = 0.0;
        for (int32_t k = 1; k < f->outlines[i].count; k++) {
            double x = p[k].x - p[0].x, y = p[k].y - p[0].y;
            max = x * x + y * y > max ? x * x + y * y : max;
        }
        sum += sqrt(max);
        count += max > 0.0;
    }
    double reach =
        f->high.x - f->low.x > f->high.y - f->low.y ? f->high.x - f->low.x : f->high.y - f->low.y;
    /* Wheels alone have no extents of their own: a fifth of the picture. */
    f->length = count ? sum / count : f->pair_count && isfinite(reach) ? 0.2 * reach : 1.0;
}

/* Nothing is known yet of how far anything goes. */
static void start_bounds(tmiFilm *f) {
    f->low = (tmiPoint){INFINITY, INFINITY};
    f->high = (tmiPoint){-INFINITY, -INFINITY};
    for (int32_t i = 0; i < f->joint_count; i++) {
        f->joints[i].low = INFINITY;
        f->joints[i].high = -INFINITY;
    }
}

tmStatus tmi_film_show(tmiFilm *f, const tmPose *poses) {
    size_t bodies = (size_t)f->body_count;
    tmStatus status = reserve(f);
    start_bounds(f);
    for (int32_t i = 0; i < f->def->frames && status == TM_OK; i++) {
        const tmPose *from = poses + (size_t)i * bodies;
        for (size_t k = 0; k < bodies; k++) {
            if (!isfinite(from[k].x + from[k].y + from[k].c + from[k].s)) {
                status = TM_ERR_NOT_FINITE;
            }
        }
        memcpy(f->poses + (size_t)i * bodies, from, sizeof *from * bodies);
        keep_step(f, i, from);
    }
    if (status == TM_OK) {
        include_rails(f);
        measure_links(f);
    }
    return status;
}

tmStatus tmi_film_shoot(tmiFilm *f) {
    tmStatus status = reserve(f);
    tm_plan_reset(f->plan);
    if (status == TM_OK) {
        status = find_range(f);
    }
    start_bounds(f);
    int32_t frame = 0;
    for (int32_t step = 0; step <= f->def->steps && status == TM_OK; step++) {
        bool good = false;
        status = move_to(f, step, &good);
        if (good) {
            keep_step(f, step, tm_plan_poses(f->plan));
        }
        for (; frame < f->def->frames && tmi_film_step(f, frame) == step; frame++) {
            f->at[frame] = good ? (double)step / (f->def->steps ? f->def->steps : 1) : -1.0;
            memcpy(f->poses + (size_t)frame * (size_t)f->body_count, tm_plan_poses(f->plan),
                   sizeof(tmPose) * (size_t)f->body_count);
        }
    }
    tm_plan_reset(f->plan);
    include_rails(f);
    measure_links(f);
    return status;
}
