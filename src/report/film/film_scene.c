/* film_scene.c: what there is to see of a mechanism, read through the public interface. */
#include "report/film/film_private.h"

#include "numeric/numeric.h"

/* Curves that are drawn when the caller names none. */
#define TRACED_MAX 8

int32_t tmi_film_place(uint32_t id) {
    return (int32_t)(id & TM_ID_LIMIT) - 1;
}

static tmStatus read_marks(tmiFilm *f) {
    f->mark_count = tm_feature_count(f->m);
    f->body_count = tm_body_count(f->m);
    f->marks = tmi_arena_alloc(&f->arena, (size_t)f->mark_count, sizeof *f->marks);
    f->outlines = tmi_arena_alloc(&f->arena, (size_t)f->body_count, sizeof *f->outlines);
    f->corners = tmi_arena_alloc(&f->arena, (size_t)f->mark_count, sizeof *f->corners);
    if (!f->marks || !f->outlines || !f->corners) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < f->mark_count; i++) {
        tmFeatureId id = tm_feature_at(f->m, i);
        tmiMark *mark = &f->marks[i];
        tmBodyId body;
        double angle;
        mark->body = -1;
        if (tm_feature_get(f->m, id, &body, &mark->x, &mark->y, &angle) == TM_OK) {
            mark->body = tmi_film_place(body.value);
            mark->name = tm_feature_name(f->m, id);
            tmi_sincos(angle, &mark->s, &mark->c);
        }
    }
    return TM_OK;
}

/* ---- Outlines ------------------------------------------------------------------------------ */

static double turn(tmiPoint a, tmiPoint b, tmiPoint c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double distance2(tmiPoint a, tmiPoint b) {
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

/* Wraps the points round: leaves the corners of their convex hull at the front, counter-clockwise,
 * and returns how many. Points in one place count once. Cost: points times corners. */
static int32_t wrap(tmiPoint *p, int32_t count) {
    int32_t start = 0;
    for (int32_t i = 1; i < count; i++) {
        if (p[i].x < p[start].x || (p[i].x == p[start].x && p[i].y < p[start].y)) {
            start = i;
        }
    }
    for (int32_t done = 0; done < count; done++) {
        tmiPoint corner = p[start];
        p[start] = p[done];
        p[done] = corner;
        /* The next corner has all others on its left. */
        int32_t next = -1;
        for (int32_t i = 0; i < count; i++) {
            if ((i > 0 && i <= done) || distance2(p[i], corner) == 0.0) {
                continue;
            }
            double side = next < 0 ? -1.0 : turn(corner, p[next], p[i]);
            bool farther = side == 0.0 && distance2(corner, p[i]) > distance2(corner, p[next]);
            next = side < 0.0 || farther ? i : next;
        }
        if (next <= 0) {
            return done + 1; /* round, or all in one place */
        }
        start = next;
    }
    return count;
}

static void make_outlines(tmiFilm *f) {
    for (int32_t i = 0; i < f->mark_count; i++) {
        if (f->marks[i].body >= 0) {
            f->outlines[f->marks[i].body].count++;
        }
    }
    int32_t total = 0;
    for (int32_t i = 0; i < f->body_count; i++) {
        f->outlines[i].first = total;
        total += f->outlines[i].count;
        f->outlines[i].count = 0;
    }
    for (int32_t i = 0; i < f->mark_count; i++) {
        if (f->marks[i].body >= 0) {
            tmiOutline *o = &f->outlines[f->marks[i].body];
            f->corners[o->first + o->count++] = (tmiPoint){f->marks[i].x, f->marks[i].y};
        }
    }
    for (int32_t i = 1; i < f->body_count; i++) {
        tmiOutline *o = &f->outlines[i];
        o->count = wrap(f->corners + o->first, o->count);
        for (int32_t k = 0; k < o->count; k++) {
            o->x += f->corners[o->first + k].x / o->count;
            o->y += f->corners[o->first + k].y / o->count;
        }
    }
}

/* ---- Joints -------------------------------------------------------------------------------- */

static bool is_shown(tmJointKind kind) {
    return kind == TM_JOINT_REVOLUTE || kind == TM_JOINT_PRISMATIC || kind == TM_JOINT_SLOT ||
           kind == TM_JOINT_RIGID || kind == TM_JOINT_DISTANCE || kind == TM_JOINT_ON_CIRCLE;
}

static tmStatus make_joints(tmiFilm *f) {
    int32_t count = tm_joint_count(f->m);
    f->joints = tmi_arena_alloc(&f->arena, (size_t)count, sizeof *f->joints);
    if (!f->joints) {
        return TM_ERR_MEMORY;
    }
    bool driven = f->def->driver.value == 0;
    for (int32_t i = 0; i < count; i++) {
        tmJointId id = tm_joint_at(f->m, i);
        tmJointDef def;
        if (tm_joint_get(f->m, id, &def) != TM_OK || !is_shown(def.kind)) {
            driven |= id.value != 0 && id.value == f->def->driver.value;
            continue;
        }
        tmiShownJoint *joint = &f->joints[f->joint_count++];
        *joint = (tmiShownJoint){.kind = def.kind, .name = def.name};
        joint->driver = id.value == f->def->driver.value;
        joint->mark = tmi_film_place(def.features[0].value);
        driven |= joint->driver;
        for (int k = 0; k < 2; k++) {
            joint->end[k] = f->marks[tmi_film_place(def.features[k].value)];
        }
        /* A rail that stands still is the rail. */
        if (def.kind == TM_JOINT_PRISMATIC && joint->end[1].body == 0) {
            tmiMark rail = joint->end[1];
            joint->end[1] = joint->end[0];
            joint->end[0] = rail;
        }
    }
    return driven ? TM_OK : TM_ERR_ID;
}

/* ---- Curves -------------------------------------------------------------------------------- */

/* Bodies that a joint holds to the ground, and features that joints use. */
static void mark_uses(const tmiFilm *f, bool *held, bool *used) {
    for (int32_t i = 0; i < tm_joint_count(f->m); i++) {
        tmJointDef def;
        if (tm_joint_get(f->m, tm_joint_at(f->m, i), &def) != TM_OK) {
            continue;
        }
        for (int k = 0; k < TM_JOINT_FEATURES && def.features[k].value; k++) {
            used[tmi_film_place(def.features[k].value)] = true;
        }
        int32_t a = f->marks[tmi_film_place(def.features[0].value)].body;
        int32_t b = f->marks[tmi_film_place(def.features[1].value)].body;
        held[a] |= b == 0;
        held[b] |= a == 0;
    }
}

/* Points that no joint uses, and pins between moving bodies; of the pins only those between bodies
 * that nothing holds to the ground, unless `dull` ones (that run on circles) are wanted too. */
static int32_t find_traced(const tmiFilm *f, const bool *held, const bool *used, bool dull,
                           int32_t *list) {
    int32_t count = 0;
    for (int32_t i = 0; i < f->mark_count; i++) {
        if (f->marks[i].body > 0 && !used[i]) {
            list[count++] = i;
        }
    }
    for (int32_t i = 0; i < f->joint_count; i++) {
        int32_t a = f->joints[i].end[0].body, b = f->joints[i].end[1].body;
        bool pin = f->joints[i].kind == TM_JOINT_REVOLUTE && a > 0 && b > 0;
        if (pin && (dull || (!held[a] && !held[b]))) {
            list[count++] = f->joints[i].mark;
        }
    }
    return count;
}

static tmStatus choose_traced(tmiFilm *f) {
    size_t max = (size_t)f->mark_count + (size_t)f->joint_count;
    bool *held = tmi_arena_alloc(&f->arena, (size_t)f->body_count, sizeof *held);
    bool *used = tmi_arena_alloc(&f->arena, (size_t)f->mark_count, sizeof *used);
    f->traced = tmi_arena_alloc(&f->arena, max, sizeof *f->traced);
    if (!held || !used || !f->traced) {
        return TM_ERR_MEMORY;
    }
    mark_uses(f, held, used);
    int32_t found = find_traced(f, held, used, false, f->traced);
    if (found == 0) {
        found = find_traced(f, held, used, true, f->traced);
    }
    f->traced_count = found < TRACED_MAX ? found : TRACED_MAX;
    for (int32_t i = 0; i < f->traced_count; i++) { /* spread evenly over all */
        f->traced[i] = f->traced[(int64_t)i * found / f->traced_count];
    }
    return TM_OK;
}

static tmStatus take_traced(tmiFilm *f) {
    f->traced_count = f->def->traced_count;
    f->traced = tmi_arena_alloc(&f->arena, (size_t)f->traced_count, sizeof *f->traced);
    if (!f->traced) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < f->traced_count; i++) {
        if (!tm_feature_name(f->m, f->def->traced[i])) {
            return TM_ERR_ID;
        }
        f->traced[i] = tmi_film_place(f->def->traced[i].value);
    }
    return TM_OK;
}

tmStatus tmi_film_scene(tmiFilm *f) {
    tmStatus status = read_marks(f);
    if (status == TM_OK) {
        make_outlines(f);
        status = make_joints(f);
    }
    if (status == TM_OK) {
        status = tmi_film_find_pairs(f);
    }
    if (status == TM_OK) {
        status = tmi_film_take_arcs(f);
    }
    if (status != TM_OK) {
        return status;
    }
    return f->def->traced_count == TM_FILM_TRACE_SOME ? choose_traced(f) : take_traced(f);
}
