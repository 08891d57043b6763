/* motion.c: goes the way of an animation, and finds the ranges of joints and of what is monitored,
 * with the places where joints turn back. */
#include "analyse/animate/motion_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define STEPS_DEFAULT 360
#define STEPS_MAX 100000

/* Rates below this part of the scale [1] count as none: those of joints that do not move. */
#define RATE_NONE 1e-9

/* Steps of the search for a limit position, which halve what encloses it or do better, and for an
 * extreme, each of which leaves 0.62 of it. */
#define LIMIT_STEPS 60
#define EXTREME_STEPS 40
#define GOLDEN 0.6180339887498949

double tmi_motion_at(const tmMotion *m, double part) {
    return tm_range_at(&m->range, part);
}

/* ---- Where the animation is ------------------------------------------------------------------ */

/* Coordinates of joints near those of the place before, and their rates by the part of the way. */
static void read_tracks(tmMotion *m) {
    const tmFrame *all = tm_animation_frames(m->animation);
    const tmTwist *twists = tm_animation_twists(m->animation);
    for (int32_t i = 0; i < m->joint_count; i++) {
        tmiMotionTrack *track = &m->tracks[i];
        tmJointInfo joint;
        tmFrame frames[TM_HINGE_BODIES];
        tmRowAt at;
        tm_model_joint(m->model, m->joints[i].joint, &joint);
        for (int32_t k = 0; k < joint.body_count; k++) {
            frames[k] = all[joint.bodies[k]];
        }
        const double near[2] = {track->value, track->value};
        tm_row_at(&joint.coordinates[m->joints[i].coordinate], frames, NULL, near, &at);
        track->value = at.value;
        track->rate = 0.0;
        for (int32_t k = 0; m->has_rates && k < joint.body_count; k++) {
            const tmTwist *twist = &twists[joint.bodies[k]];
            track->rate += tmi_dot3(at.gradient[k].linear, twist->linear) +
                           tmi_dot3(at.gradient[k].angular, twist->angular);
        }
    }
}

tmStatus tmi_motion_go(tmMotion *m, double part, bool measures, bool *reached) {
    static const double by_part[2] = {1.0, 0.0};
    tmSolveInfo move = {.outcome = TM_MOVE_NOT_CONVERGED};
    tmDrivenInfo driven;
    tmStatus status = tm_model_drive_values(m->model, part, m->values);
    status = status == TM_OK ? tm_animation_move_to(m->animation, m->values, &move) : status;
    *reached = status == TM_OK && move.outcome == TM_MOVE_DONE;
    if (!*reached) {
        return status == TM_ERR_NOT_FINITE ? TM_OK : status;
    }
    if (measures) {
        return tm_animation_monitors(m->animation, part, m->now);
    }
    status = tm_animation_solve(m->animation, part, by_part, &driven);
    m->has_rates = status == TM_OK && driven.has_rates;
    if (status == TM_OK) {
        read_tracks(m);
    }
    return status;
}

static void widen(tmMotionRange *range, double value, double at) {
    if (!(value >= range->low)) {
        range->low = value;
        range->low_at = at;
    }
    if (!(value <= range->high)) {
        range->high = value;
        range->high_at = at;
    }
}

/* ---- Limit positions ------------------------------------------------------------------------- */

static tmStatus add_limit(tmMotion *m, int32_t track, int32_t before, double part, double value) {
    tmMotionRange *range = &m->joints[track];
    tmStatus status = tmi_array_reserve(m->allocator, &m->limits, &m->limit_capacity,
                                        m->limit_count + 1, sizeof *m->limits);
    if (status == TM_OK) {
        m->limits[m->limit_count++] = (tmMotionLimit){.joint = range->joint,
                                                      .coordinate = range->coordinate,
                                                      .is_high = before > 0,
                                                      .at = tmi_motion_at(m, part),
                                                      .value = value};
        widen(range, value, tmi_motion_at(m, part));
    }
    return status;
}

/* Finds where the rate of a track is 0 between two parts of the way at which it has these rates of
 * opposite signs: by the secant, with half of the rate of an end that stays (Illinois). */
static tmStatus find_limit(tmMotion *m, int32_t track, double a, double rate_a, double b,
                           double rate_b) {
    int32_t before = rate_a > 0.0 ? 1 : -1;
    double part = a, value = m->tracks[track].value;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < LIMIT_STEPS && status == TM_OK; i++) {
        bool reached;
        part = a + (b - a) * (rate_a / (rate_a - rate_b));
        if (!(part > a && part < b)) {
            break;
        }
        status = tmi_motion_go(m, part, false, &reached);
        if (status != TM_OK || !reached || !m->has_rates) {
            break;
        }
        double rate = m->tracks[track].rate;
        value = m->tracks[track].value;
        if (fabs(rate) <= 4.0 * TMI_EPSILON * m->tracks[track].scale) {
            break;
        }
        if ((rate > 0.0) == (rate_b > 0.0)) {
            rate_a *= 0.5;
            b = part;
            rate_b = rate;
        } else {
            rate_b *= 0.5;
            a = part;
            rate_a = rate;
        }
    }
    return status == TM_OK ? add_limit(m, track, before, part, value) : status;
}

/* ---- The way --------------------------------------------------------------------------------- */

static int32_t sign_of(const tmiMotionTrack *track) {
    return track->rate > RATE_NONE * track->scale    ? 1
           : track->rate < -RATE_NONE * track->scale ? -1
                                                     : 0;
}

/* Looks for limits between the last place with a rate and this one. The animation comes back. */
static tmStatus look_back(tmMotion *m, double part, double *last_rates) {
    tmStatus status = TM_OK;
    bool moved = false, reached;
    for (int32_t i = 0; i < m->joint_count && status == TM_OK; i++) {
        tmiMotionTrack *track = &m->tracks[i];
        int32_t sign = sign_of(track);
        double rate = track->rate;
        if (moved) { /* by the search for another: tracks are elsewhere */
            status = tmi_motion_go(m, part, false, &reached);
            sign = sign_of(track);
            rate = track->rate;
            moved = false;
        }
        if (sign == 0 || status != TM_OK) {
            continue;
        }
        if (track->sign == -sign) {
            status = find_limit(m, i, track->from, last_rates[i], part, rate);
            moved = true;
        }
        track->first_sign = track->first_sign == 0 ? sign : track->first_sign;
        track->sign = sign;
        track->from = part;
        last_rates[i] = rate;
    }
    return moved && status == TM_OK ? tmi_motion_go(m, part, false, &reached) : status;
}

/* Whether the way ends where it begins: whole turns of the only drive. */
static bool is_closed(const tmMotion *m) {
    tmDriveInfo drive;
    double turns = fabs(m->range.last - m->range.first) / TMI_TWO_PI;
    return tm_model_animate(m->model).drive_count == 1 &&
           tm_model_drive(m->model, 0, &drive) == TM_OK && drive.is_angle && turns > 0.5 &&
           fabs(turns - floor(turns + 0.5)) < 1e-9;
}

/* A joint that turns back exactly where a closed way begins has no rate there. */
static tmStatus close_way(tmMotion *m) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < m->joint_count && status == TM_OK; i++) {
        const tmiMotionTrack *track = &m->tracks[i];
        if (sign_of(track) == 0 && track->sign != 0 && track->first_sign == -track->sign) {
            status = add_limit(m, i, track->sign, 0.0, track->value);
        }
    }
    return status;
}

static tmStatus go_all(tmMotion *m, double *last_rates) {
    tmStatus status = TM_OK;
    bool reached = false;
    for (int32_t i = 0; i <= m->info.steps && status == TM_OK; i++) {
        double part = (double)i / m->info.steps;
        status = tmi_motion_go(m, part, false, &reached);
        m->info.unreached += !reached;
        for (int32_t k = 0; k < m->joint_count && status == TM_OK; k++) {
            if (reached) {
                widen(&m->joints[k], m->tracks[k].value, tmi_motion_at(m, part));
            } else {
                m->tracks[k].sign = 0; /* what is beyond a gap is another motion */
            }
        }
        if (reached && status == TM_OK) {
            status = look_back(m, part, last_rates);
        }
    }
    return status == TM_OK && reached && m->info.unreached == 0 && is_closed(m) ? close_way(m)
                                                                                : status;
}

/* Along the way: by insertion, for there are few. */
static void sort_limits(tmMotion *m) {
    double sense = m->range.last < m->range.first ? -1.0 : 1.0;
    for (int32_t i = 1; i < m->limit_count; i++) {
        tmMotionLimit limit = m->limits[i];
        int32_t at = i;
        for (; at > 0 && sense * m->limits[at - 1].at > sense * limit.at; at--) {
            m->limits[at] = m->limits[at - 1];
        }
        m->limits[at] = limit;
    }
}

/* ---- What is monitored ----------------------------------------------------------------------- */

static tmStatus measure_all(tmMotion *m) {
    tmStatus status = TM_OK;
    bool reached;
    tm_animation_reset(m->animation);
    for (int32_t i = 0; i <= m->info.steps && m->measure_count > 0 && status == TM_OK; i++) {
        double part = (double)i / m->info.steps, *to = m->samples + (ptrdiff_t)i * m->measure_count;
        status = tmi_motion_go(m, part, true, &reached);
        for (int32_t k = 0; k < m->measure_count; k++) {
            double value = reached ? m->now[k] : NAN;
            bool known = value - value == 0.0;
            to[k] = known ? value : NAN;
            m->measures[k].unknown += reached && !known;
            if (known) {
                widen(&m->measures[k], value, part); /* a part for the time being */
            }
        }
    }
    return status;
}

/* An extreme of measure k beside step `at`, whose neighbours are known: by golden sections. */
static tmStatus refine(tmMotion *m, int32_t k, double at, double sense, double *best,
                       double *best_at) {
    double h = 1.0 / m->info.steps, a = at - h, b = at + h;
    double inner[2] = {b - GOLDEN * (b - a), a + GOLDEN * (b - a)}, found[2];
    tmStatus status = TM_OK;
    bool reached, fresh[2] = {true, true};
    for (int32_t i = 0; i < EXTREME_STEPS && status == TM_OK; i++) {
        for (int32_t side = 0; side < 2 && status == TM_OK; side++) {
            if (fresh[side]) {
                status = tmi_motion_go(m, inner[side], true, &reached);
                found[side] = reached ? sense * m->now[k] : NAN;
            }
            if (found[side] != found[side]) {
                return status;
            }
            if (found[side] > sense * *best) {
                *best = sense * found[side];
                *best_at = inner[side];
            }
        }
        bool right = found[1] > found[0];
        *(right ? &a : &b) = inner[right ? 0 : 1];
        found[right ? 0 : 1] = found[right ? 1 : 0];
        inner[right ? 0 : 1] = inner[right ? 1 : 0];
        inner[right ? 1 : 0] = right ? a + GOLDEN * (b - a) : b - GOLDEN * (b - a);
        fresh[right ? 1 : 0] = true;
        fresh[right ? 0 : 1] = false;
    }
    return status;
}

/* Refines both extremes, unless they are at an end or beside what is not known. */
static tmStatus refine_all(tmMotion *m) {
    tmStatus status = TM_OK;
    for (int32_t k = 0; k < m->measure_count && status == TM_OK; k++) {
        tmMotionRange *range = &m->measures[k];
        for (int32_t high = 0; high < 2 && status == TM_OK && range->low < range->high; high++) {
            double *best = high ? &range->high : &range->low;
            double *at = high ? &range->high_at : &range->low_at;
            int32_t step = (int32_t)floor(*at * m->info.steps + 0.5);
            const double *own = m->samples + (ptrdiff_t)step * m->measure_count + k;
            if (step > 0 && step < m->info.steps &&
                own[-m->measure_count] - own[-m->measure_count] == 0.0 &&
                own[m->measure_count] - own[m->measure_count] == 0.0) {
                status = refine(m, k, *at, high ? 1.0 : -1.0, best, at);
            }
        }
        range->low_at = tmi_motion_at(m, range->low_at);
        range->high_at = tmi_motion_at(m, range->high_at);
    }
    return status;
}

/* ---- Made and freed -------------------------------------------------------------------------- */

static void *take(tmMotion *m, bool *fine, int64_t count, size_t size) {
    void *block = tmi_arena_alloc(&m->arena, (size_t)count + 1, size);
    *fine = *fine && block;
    return block;
}

static void list_joints(tmMotion *m) {
    for (int32_t i = 0; i < tm_model_joint_count(m->model); i++) {
        tmJointInfo joint;
        tm_model_joint(m->model, i, &joint);
        for (int32_t k = 0; k < joint.coordinate_count; k++) {
            double start = joint.start ? joint.start[k][0] : 0.0;
            bool turns = joint.coordinates[k].unit == TM_ROW_ANGLE;
            m->tracks[m->joint_count] = (tmiMotionTrack){.value = start == start ? start : 0.0,
                                                         .scale = turns ? 1.0 : m->size};
            m->joints[m->joint_count++] = (tmMotionRange){i, k, NAN, NAN, NAN, NAN, 0};
        }
    }
    for (int32_t i = 0; i < tm_model_animate(m->model).drive_count; i++) {
        tmDriveInfo drive; /* a driven angle counts from its drive's value */
        tm_model_drive(m->model, i, &drive);
        for (int32_t k = 0; k < m->joint_count && drive.kind == TM_DRIVE_COORDINATE && i == 0;
             k++) {
            bool own =
                m->joints[k].joint == drive.joint && m->joints[k].coordinate == drive.coordinate;
            m->tracks[k].value = own ? m->range.first : m->tracks[k].value;
        }
    }
    for (int32_t k = 0; k < m->measure_count; k++) {
        m->measures[k] = (tmMotionRange){-1, -1, NAN, NAN, NAN, NAN, 0};
    }
}

static tmStatus make(tmMotion *m) {
    int64_t joints = (int64_t)TM_HINGE_COORDINATES * tm_model_joint_count(m->model);
    bool fine = true;
    m->measure_count = tm_model_simulate(m->model).value_count;
    m->joints = take(m, &fine, joints, sizeof *m->joints);
    m->tracks = take(m, &fine, joints, sizeof *m->tracks);
    m->measures = take(m, &fine, m->measure_count, sizeof *m->measures);
    m->now = take(m, &fine, m->measure_count, sizeof *m->now);
    m->samples =
        take(m, &fine, (int64_t)m->measure_count * (m->info.steps + 1), sizeof *m->samples);
    m->values = take(m, &fine, tm_model_animate(m->model).value_count, sizeof *m->values);
    double *rates = take(m, &fine, joints, sizeof *rates);
    if (!fine) {
        return TM_ERR_MEMORY;
    }
    list_joints(m);
    tm_animation_reset(m->animation);
    tmStatus status = go_all(m, rates);
    sort_limits(m);
    status = status == TM_OK ? measure_all(m) : status;
    status = status == TM_OK ? refine_all(m) : status;
    status = status == TM_OK ? tmi_motion_reach(m) : status;
    tm_animation_reset(m->animation);
    return status;
}

tmStatus tm_motion_create(tmAnimation *animation, int32_t steps, tmMotion **motion) {
    if (motion) {
        *motion = NULL;
    }
    if (!animation || !motion || steps < 0 || steps == 1 || steps > STEPS_MAX) {
        return TM_ERR_ARGUMENT;
    }
    const tmModel *model = tm_animation_model(animation);
    tmAllocator allocator = tm_model_allocator(model);
    tmMotion *m = tmi_alloc_zero(allocator, sizeof *m);
    if (!m) {
        return TM_ERR_MEMORY;
    }
    m->allocator = allocator;
    tmi_arena_init(&m->arena, allocator);
    m->animation = animation;
    m->model = model;
    m->info.steps = steps > 0 ? steps : STEPS_DEFAULT;
    m->size = tm_assembly_info(tm_animation_assembly(animation))->size;
    tmStatus status = tm_model_range(model, 0, &m->range);
    status = status == TM_OK ? make(m) : status;
    if (status != TM_OK) {
        tm_motion_destroy(m);
        return status;
    }
    *motion = m;
    return TM_OK;
}

void tm_motion_destroy(tmMotion *motion) {
    if (motion) {
        tmi_array_clear(motion->allocator, &motion->limits, &motion->limit_capacity,
                        sizeof *motion->limits);
        tmi_arena_clear(&motion->arena);
        tmi_free(motion->allocator, motion, sizeof *motion);
    }
}

/* ---- Read ------------------------------------------------------------------------------------ */

const tmMotionInfo *tm_motion_info(const tmMotion *motion) {
    return motion ? &motion->info : NULL;
}

int32_t tm_motion_joint_count(const tmMotion *motion) {
    return motion ? motion->joint_count : 0;
}

const tmMotionRange *tm_motion_joint(const tmMotion *motion, int32_t index) {
    return index >= 0 && index < tm_motion_joint_count(motion) ? &motion->joints[index] : NULL;
}

int32_t tm_motion_measure_count(const tmMotion *motion) {
    return motion ? motion->measure_count : 0;
}

const tmMotionRange *tm_motion_measure(const tmMotion *motion, int32_t index) {
    return index >= 0 && index < tm_motion_measure_count(motion) ? &motion->measures[index] : NULL;
}

int32_t tm_motion_limit_count(const tmMotion *motion) {
    return motion ? motion->limit_count : 0;
}

const tmMotionLimit *tm_motion_limit(const tmMotion *motion, int32_t index) {
    return index >= 0 && index < tm_motion_limit_count(motion) ? &motion->limits[index] : NULL;
}
