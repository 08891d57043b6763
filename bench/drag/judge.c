/* judge.c: frame by frame, what fine steps from the contender's own last pose lead to, and what the
 * contender did instead. */
#include "judge.h"

#include "free.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All of the size. */
#define ON_CURVE 1e-4 /* a pose this near a motion belongs to it */
#define AGREES 1e-5   /* and this near the reference is the reference */
#define ASTRAY 1e-2   /* elsewhere than the reference */
#define SHORT 0.05    /* a drag that stops so far short of where it could get has failed */
#define FLIPPED 1e-3  /* a flip is at least so far away from it */
#define RESIDUAL 1e-7 /* an answer that is done closes its joints so well */
#define POINTER_MIN 1e-6

#define CLEAR 1e-3 /* a sine that says on which side it is */
#define CLEAR_FREE 0.05
#define KICK 10.0 /* times the pointer */
#define KICK_REFERENCE 2.0
#define BREAK_PART 1e-3 /* a break is located within this part of the way … */
#define BREAK_TURN 1e-3 /* … or this turn [rad] */
#define BETWEEN 64      /* looks between two places */
#define HUMP 1e-7       /* of the size: farther from the pointer */

const char *offence_name(Offence offence) {
    static const char *const names[] = {"flip", "kick", "failure", "stray", "break"};
    return names[offence];
}

/* One run being judged. */
typedef struct Trial {
    Judge *judge;
    const Path *path;
    Verdict *verdict;
    JudgeTold *told;
    void *context;
    Cursor cursor;          /* where the contender is, by the reference */
    bool lost;              /* on no motion that is known */
    const ScenePoint *last; /* points of the last frame */
    const double *value;    /* of the last frame that was done */
} Trial;

static void tell(Trial *t, int frame, Offence offence, const char *words, double detail) {
    t->verdict->count[offence]++;
    if (t->told) {
        t->told(t->context, t->path, frame, offence, words, detail);
    }
}

/* ---- Motions ------------------------------------------------------------------------------- */

void judge_begin(Judge *judge, const Scene *scene) {
    Equations *e = scene_take(1, sizeof *e);
    ScenePoint points[SCENE_FEATURES];
    tmPose poses[SCENE_BODIES];
    *judge = (Judge){.scene = scene};
    equations_begin(e, scene);
    judge->freedoms = e->n - e->rank;
    free(e);
    scene_start(scene, points);
    scene_fit(scene, (const ScenePoint *)points, poses);
    if (judge->freedoms == 1) {
        judge->curves[judge->curve_count++] = curve_trace(scene, poses);
        curve_locate(judge->curves[0], (const ScenePoint *)points, &judge->start);
    }
}

void judge_end(Judge *judge) {
    for (int i = 0; i < judge->curve_count; i++) {
        curve_free(judge->curves[i]);
    }
}

int family_paths(const Family *family, int number, const Judge *judge, Path *paths) {
    uint64_t seed = 1u + 7919u * (uint64_t)number + 104729u * (uint64_t)(family - families);
    return paths_make(judge->scene, judge->curve_count > 0 ? judge->curves[0] : NULL, judge->start,
                      seed, paths);
}

/* Finds the pose on a motion: the cursor's own if it can be, then the others, then one that is
 * traced again. Returns false when it is on none. */
static bool find_pose(Judge *judge, const ScenePoint *points, Cursor *cursor) {
    double max = ON_CURVE * judge->scene->size, at;
    for (int k = 0; k < judge->curve_count; k++) {
        int i = (cursor->curve + k) % judge->curve_count;
        if (curve_locate(judge->curves[i], points, &at) <= max) {
            const Curve *c = judge->curves[i];
            if (i == cursor->curve && c->closed) { /* the same round */
                at += curve_length(c) * round((cursor->at - at) / curve_length(c));
            }
            *cursor = (Cursor){.curve = i, .at = at, .way = i == cursor->curve ? cursor->way : 1.0};
            return true;
        }
    }
    tmPose poses[SCENE_BODIES];
    if (judge->curve_count == CURVES_MAX || scene_fit(judge->scene, points, poses) > max) {
        return false;
    }
    Curve *c = curve_trace(judge->scene, poses);
    if (!c) {
        return false;
    }
    judge->curves[judge->curve_count] = c;
    curve_locate(c, points, &at);
    *cursor = (Cursor){.curve = judge->curve_count++, .at = at, .way = 1.0};
    return true;
}

/* ---- Frames of one freedom ----------------------------------------------------------------- */

static double pointer_way(const Trial *t, const double *to) {
    return t->path->drag ? hypot(to[0] - t->value[0], to[1] - t->value[1])
                         : fabs(to[0] - t->value[0]) * t->judge->scene->lever;
}

/* Moves the cursor as fine steps would. */
static Followed follow(const Trial *t, Cursor *cursor, const double *to) {
    const Curve *c = t->judge->curves[cursor->curve];
    return t->path->drag ? curve_drag(c, cursor, t->judge->scene->dragged, t->value, to)
                         : curve_turn(c, cursor, to[0] - t->value[0]);
}

static void judge_refusal(Trial *t, int frame, const DragAnswer *answer, const Followed *ref,
                          const double *to) {
    if (ref->part >= 1.0) {
        tell(t, frame, OFFENCE_FAILURE, "not done, though fine steps get there", 0.0);
        return;
    }
    double turn = fabs(to[0] - t->value[0]), off = fabs(answer->reached - ref->part);
    if (answer->located && off > BREAK_PART && off * turn > BREAK_TURN) {
        tell(t, frame, OFFENCE_FAILURE, "the break is elsewhere: off by", off);
    } else {
        tell(t, frame, OFFENCE_BREAK, "at", ref->part);
    }
}

static void judge_kick(Trial *t, int frame, const ScenePoint *points, double travel,
                       const double *to) {
    const Scene *s = t->judge->scene;
    double moved = scene_distance(s, t->last, points), way = pointer_way(t, to);
    bool kicked = way > POINTER_MIN * s->size && moved > KICK * way &&
                  moved > KICK_REFERENCE * travel && moved > FLIPPED * s->size;
    if (kicked) {
        tell(t, frame, OFFENCE_KICK, "times the pointer:", moved / way);
    }
}

/* An answer that is done and wrong. A link that is mirrored is not counted here but as a flip: the
 * pose is then on no motion of the mechanism. */
static void check_joints(Trial *t, int frame, const ScenePoint *points) {
    const Scene *s = t->judge->scene;
    tmPose poses[SCENE_BODIES];
    double residual = scene_residual(s, points) / s->size;
    bool mirrored = t->judge->freedoms == 1 && scene_fit(s, points, poses) > RESIDUAL * s->size;
    if (!(residual <= RESIDUAL) && !mirrored) {
        tell(t, frame, OFFENCE_FAILURE, "done, but joints open by", residual);
    }
}

/* Whether some sign is clearly not what it should be. */
static bool has_turned_over(const Scene *s, const ScenePoint *now, const ScenePoint *wanted) {
    double is[SCENE_SIGNS], should[SCENE_SIGNS];
    scene_signs(s, now, is);
    scene_signs(s, wanted, should);
    for (int i = 0; i < s->sign_count; i++) {
        if (fabs(is[i]) > CLEAR && fabs(should[i]) > CLEAR && is[i] * should[i] < 0.0) {
            return true;
        }
    }
    return false;
}

/* Whether a contender on the reference's motion has left it nevertheless. A crank's angle is met
 * exactly, so another pose is another closing. A soft drag may lag behind, or run ahead: it has
 * left the reference when every way there leads farther from the pointer than both ends. */
static bool is_apart(const Trial *t, const Cursor *reference, const Cursor *now, const double *to) {
    const Scene *s = t->judge->scene;
    const Curve *c = t->judge->curves[now->curve];
    double ends = 0.0, max = 0.0;
    if (!t->path->drag) {
        return true;
    }
    for (int i = 0; i <= BETWEEN; i++) {
        double x, y, part = (double)i / BETWEEN;
        curve_point(c, reference->at + part * (now->at - reference->at), s->dragged, &x, &y);
        double miss = hypot(x - to[0], y - to[1]);
        max = fmax(max, miss);
        ends = i == 0 || i == BETWEEN ? fmax(ends, miss) : ends;
    }
    return max > ends + HUMP * s->size;
}

/* Whether the dragged feature is clearly farther from the pointer than it could be. */
static bool stays_away(const Trial *t, const ScenePoint *points, const ScenePoint *wanted,
                       const double *to) {
    int f = t->judge->scene->dragged;
    double own = hypot(points[f][0] - to[0], points[f][1] - to[1]);
    double best = hypot(wanted[f][0] - to[0], wanted[f][1] - to[1]);
    return t->path->drag && own > best + SHORT * t->judge->scene->size;
}

static void judge_place(Trial *t, int frame, const ScenePoint *points, const Cursor *reference,
                        const Followed *ref, const double *to) {
    const Scene *s = t->judge->scene;
    ScenePoint wanted[SCENE_FEATURES];
    curve_points(t->judge->curves[reference->curve], reference->at, wanted);
    double off = scene_distance(s, points, (const ScenePoint *)wanted) / s->size;
    if (off <= AGREES && ref->part >= 1.0) {
        t->cursor = *reference;
        return;
    }
    Cursor now = *reference;
    bool found = find_pose(t->judge, points, &now);
    bool apart = found && now.curve == t->cursor.curve && off > FLIPPED && !ref->jumped &&
                 !ref->unknown && is_apart(t, reference, &now, to);
    if (ref->part < 1.0) {
        tell(t, frame, OFFENCE_FLIP, "done beyond a break; off by", off);
    } else if (!found) {
        tell(t, frame, OFFENCE_FLIP, "on no motion of the mechanism; off by", off);
    } else if (now.curve != t->cursor.curve) {
        tell(t, frame, OFFENCE_FLIP, "on another motion; off by", off);
    } else if (apart && has_turned_over(s, points, (const ScenePoint *)wanted)) {
        tell(t, frame, OFFENCE_FLIP, "turned over; off by", off);
    } else if (!apart && stays_away(t, points, (const ScenePoint *)wanted, to)) {
        tell(t, frame, OFFENCE_FAILURE, "done, but stopped short; off by", off);
    } else if (apart || (off > ASTRAY && !ref->jumped && !ref->unknown)) {
        tell(t, frame, OFFENCE_STRAY, apart ? "elsewhere; off by" : "off by", off);
    }
    t->lost = !found;
    t->cursor = now;
}

/* A contender that was on no motion may have come back to one. */
static void look_for_it(Trial *t, const ScenePoint *points) {
    t->lost = !find_pose(t->judge, points, &t->cursor);
}

static void judge_frame(Trial *t, int frame, const DragAnswer *answer, const ScenePoint *points,
                        const double *to) {
    Cursor reference = t->cursor;
    Followed ref = {.part = 1.0};
    if (!t->lost) {
        ref = follow(t, &reference, to);
    }
    if (!answer->done) {
        judge_refusal(t, frame, answer, &ref, to);
        return;
    }
    check_joints(t, frame, points);
    judge_kick(t, frame, points, ref.travel, to);
    if (t->lost) {
        look_for_it(t, points);
    } else {
        judge_place(t, frame, points, &reference, &ref, to);
    }
    t->value = to;
}

/* ---- Frames of more freedoms --------------------------------------------------------------- */

/* Whether a sign has changed that stays clear of zero in fine steps. */
static bool has_flipped(const Trial *t, const ScenePoint *now, const double *min) {
    const Scene *s = t->judge->scene;
    double is[SCENE_SIGNS], was[SCENE_SIGNS];
    scene_signs(s, now, is);
    scene_signs(s, t->last, was);
    for (int i = 0; i < s->sign_count; i++) {
        if (is[i] * was[i] < 0.0 && fmin(fabs(is[i]), min[i]) > CLEAR_FREE) {
            return true;
        }
    }
    return false;
}

/* Fine steps with the shortest motion are not a law: another contender may move other bodies. So
 * they tell only how far bodies must move, and, where the drag leaves nothing free, on which side.
 * They are gone where there is a suspicion. */
static void judge_free_frame(Trial *t, int frame, const DragAnswer *answer,
                             const ScenePoint *points, const double *to, FreeMotion *motion) {
    const Scene *s = t->judge->scene;
    ScenePoint wanted[SCENE_FEATURES];
    double min[SCENE_SIGNS];
    if (!answer->done) {
        tell(t, frame, OFFENCE_FAILURE, "not done", 0.0);
        return;
    }
    check_joints(t, frame, points);
    for (int i = 0; i < s->sign_count; i++) {
        min[i] = 1.0;
    }
    bool held = t->judge->freedoms == 2, flipped = held && has_flipped(t, points, min);
    if (flipped || scene_distance(s, t->last, points) > KICK * pointer_way(t, to)) {
        double missed = free_drag(motion, t->last, to, wanted, min);
        double travel = scene_distance(s, t->last, (const ScenePoint *)wanted);
        double own = hypot(points[s->dragged][0] - to[0], points[s->dragged][1] - to[1]);
        if (missed <=
            own + FLIPPED * s->size) { /* else it says nothing: the contender got nearer */
            judge_kick(t, frame, points, travel, to);
        }
        if (flipped && missed < AGREES * s->size && has_flipped(t, points, min)) {
            tell(t, frame, OFFENCE_FLIP, "turned over", 0.0);
        }
    }
    t->value = to;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

void judge_run(Judge *judge, const Path *path, const DragAnswer *answers, const ScenePoint *points,
               Verdict *verdict, JudgeTold *told, void *context) {
    ScenePoint start[SCENE_FEATURES];
    Trial t = {.judge = judge, .path = path, .verdict = verdict, .told = told, .context = context};
    FreeMotion *motion = judge->freedoms > 1 ? free_begin(judge->scene) : NULL;
    size_t each = (size_t)judge->scene->feature_count;
    scene_start(judge->scene, start);
    t.last = (const ScenePoint *)start;
    t.value = path->start;
    t.cursor = (Cursor){.at = judge->start, .way = 1.0};
    for (int i = 0; i < path->count; i++) {
        const ScenePoint *now = points + (size_t)i * each;
        if (motion) {
            judge_free_frame(&t, i, &answers[i], now, path->values[i], motion);
        } else {
            judge_frame(&t, i, &answers[i], now, path->values[i]);
        }
        t.last = now;
    }
    verdict->frames += path->count;
    if (path->out_and_back && path->count > 0) {
        double off = scene_distance(judge->scene, (const ScenePoint *)start, t.last);
        off /= judge->scene->size;
        verdict->out_and_back = off <= verdict->out_and_back ? verdict->out_and_back : off;
    }
    free_end(motion);
}
