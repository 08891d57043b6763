/* tails.c: see graph.h. */
#include "analyse/kinematics/graph/graph.h"

#include "analyse/kinematics/joint/joint.h"
#include "numeric/numeric.h"

#include <math.h>

/* The drag must close joints that are open by more than this part of the size; points nearer to
 * each other than this are one. Plans leave some 1e-11, which is closed in passing. */
#define CLOSED 1e-9

/* What rounding errors leave open, of the size. */
#define GAP_ROUNDINGS 1e-13

/* ---- Which they are ------------------------------------------------------------------------ */

/* Bodies are taken off from the outside: each that has one joint left, and is neither dragged nor
 * driven. */
typedef struct Peeler {
    const tmMechanism *m;
    tmiTails *tails;
    bool *movable;
    double size;
    int32_t *joints; /* of each body: how many are left … */
    int32_t *last;   /* … and their slots, exclusive-ored: the last one left is itself */
    int32_t *holds;  /* of each body: drags, and ends of driven joints */
    int32_t drags;
} Peeler;

static void count_joints(Peeler *p) {
    const tmMechanism *m = p->m;
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        for (int32_t k = 0; tmi_id_pool_at(&m->joint_ids, i) && k < m->joints[i].feature_count;
             k++) {
            int32_t body = m->features[m->joints[i].features[k]].body;
            p->joints[body]++;
            p->last[body] ^= i;
        }
    }
}

static void count_holds(Peeler *p, const tmInput *inputs, int32_t count) {
    const tmMechanism *m = p->m;
    for (int32_t i = 0; i < count; i++) {
        bool drags = inputs[i].kind == TM_INPUT_POSITION;
        int32_t slot = drags ? tmi_id_pool_slot(&m->feature_ids, inputs[i].feature.value)
                             : tmi_id_pool_slot(&m->joint_ids, inputs[i].joint.value);
        if (drags) {
            p->tails->dragged[p->drags++] = slot;
        }
        if (drags && slot >= 0) {
            p->holds[m->features[slot].body]++;
        }
        for (int32_t k = 0; !drags && slot >= 0 && k < m->joints[slot].feature_count; k++) {
            p->holds[m->features[m->joints[slot].features[k]].body]++;
        }
    }
}

/* Adds the body as hanging by the end of the joint that it has. */
static tmiTail *add_tail(Peeler *p, int32_t body, int32_t own, int32_t to, tmJointKind kind) {
    tmiTail *t = &p->tails->list[p->tails->count++];
    *t = (tmiTail){.body = body, .own = own, .to = to, .kind = kind, .side = 1.0};
    t->parent = p->m->features[to].body;
    return t;
}

static bool is_at(const Peeler *p, int32_t a, int32_t b) {
    const tmiPlanarFeature *f = &p->m->features[a], *g = &p->m->features[b];
    return f->body == g->body && tmi_hypot(f->x - g->x, f->y - g->y) <= CLOSED * p->size;
}

/* Gives drags of `own`, or of what is where it is, to the feature `to` that is there, too. */
static void hand_over(Peeler *p, int32_t own, int32_t to) {
    for (int32_t i = 0; i < p->drags; i++) {
        if (p->tails->dragged[i] >= 0 && is_at(p, p->tails->dragged[i], own)) {
            p->holds[p->m->features[own].body]--;
            p->holds[p->m->features[to].body]++;
            p->tails->dragged[i] = to;
        }
    }
}

static bool is_hinge(const Peeler *p, const tmiPlanarJoint *joint) {
    bool fits = joint->kind == TM_JOINT_REVOLUTE || joint->kind == TM_JOINT_PRISMATIC ||
                joint->kind == TM_JOINT_RIGID;
    return fits &&
           p->m->features[joint->features[0]].body != p->m->features[joint->features[1]].body;
}

static double gap_of(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size) {
    double rows[TMI_JOINT_ROWS], max = 0.0;
    int32_t count = tmi_joint_rows(joint, places, size, rows, NULL);
    for (int32_t k = 0; k < count; k++) {
        max = fabs(rows[k]) <= max ? max : fabs(rows[k]);
    }
    return max;
}

/* Takes the body off, if it hangs by one joint. Returns the body that it hangs on, else 0. */
static int32_t peel(Peeler *p, int32_t body) {
    const tmMechanism *m = p->m;
    if (body == 0 || !p->movable[body] || p->joints[body] != 1 ||
        !is_hinge(p, &m->joints[p->last[body]])) {
        return 0;
    }
    const tmiPlanarJoint *joint = &m->joints[p->last[body]];
    tmiFeaturePose places[2];
    for (int k = 0; k < 2; k++) {
        const tmiPlanarFeature *f = &m->features[joint->features[k]];
        places[k] = tmi_feature_pose(f, m->bodies[f->body].pose);
    }
    double gap = gap_of(joint, places, p->size);
    int end = m->features[joint->features[0]].body == body ? 0 : 1;
    int32_t own = joint->features[end], to = joint->features[!end];
    if (!(gap <= CLOSED * p->size)) {
        return 0;
    }
    if (joint->kind == TM_JOINT_REVOLUTE && m->features[to].body != 0) {
        hand_over(p, own, to);
    }
    if (p->holds[body] > 0) {
        return 0;
    }
    tmiTail *t = add_tail(p, body, own, to, joint->kind);
    t->begins_open = gap > GAP_ROUNDINGS * p->size;
    t->side = places[0].c * places[1].c + places[0].s * places[1].s < 0.0 ? -1.0 : 1.0;
    p->movable[body] = false;
    p->joints[t->parent]--;
    p->last[t->parent] ^= p->last[body];
    return t->parent;
}

/* A body that only one drag holds trails behind the pointer, by the dragged point. */
static void add_dragged(Peeler *p) {
    for (int32_t i = 0; i < p->drags; i++) {
        int32_t slot = p->tails->dragged[i], body = slot >= 0 ? p->m->features[slot].body : 0;
        if (body > 0 && p->joints[body] == 0 && p->holds[body] == 1) {
            add_tail(p, body, slot, slot, TM_JOINT_REVOLUTE);
        }
    }
}

static void put_parents_first(tmiTails *tails) {
    for (int32_t i = 0, k = tails->count - 1; i < k; i++, k--) {
        tmiTail swap = tails->list[i];
        tails->list[i] = tails->list[k];
        tails->list[k] = swap;
    }
}

/* ---- Where their ends are ------------------------------------------------------------------ */

/* Points of a tail besides the pin by which it hangs. */
typedef struct Points {
    double count, x, y; /* their middle, from the pin, body axes [m] */
    double spread;      /* mean square of their distances from the pin [m^2] */
} Points;

static void add_point(Points *points, double x, double y) {
    double all = points->count += 1.0;
    points->x += (x - points->x) / all;
    points->y += (y - points->y) / all;
    points->spread += (x * x + y * y - points->spread) / all;
}

/* Features of the tails, such as the pins of what hangs on them. */
static void add_features(Points *points, const int32_t *tail, const tmiTails *tails,
                         const tmMechanism *m, double size) {
    for (int32_t i = 0; i < m->feature_ids.count; i++) {
        const tmiPlanarFeature *f = &m->features[i];
        if (tmi_id_pool_at(&m->feature_ids, i) && tail[f->body] > 0) {
            const tmiPlanarFeature *own = &m->features[tails->list[tail[f->body] - 1].own];
            double x = f->x - own->x, y = f->y - own->y;
            if (tmi_hypot(x, y) > CLOSED * size) {
                add_point(&points[f->body], x, y);
            }
        }
    }
}

/* The point that lies as far behind the middle of the body's shape as the pin before it: the far
 * end of a bar. Returns the mean square of the distances of the shape's corners from the pin. */
static double add_shape(Points *points, const tmiPlanarBody *body, const tmiPlanarFeature *own,
                        double size) {
    double x = body->middle_x - own->x, y = body->middle_y - own->y;
    if (body->has_middle && tmi_hypot(x, y) > CLOSED * size) {
        add_point(points, 2.0 * x, 2.0 * y);
    }
    return body->has_middle ? x * x + y * y + body->spread : 0.0;
}

/* An end may be near the pin, as that of an eccentric is: the whole body should not turn fast
 * because of it. */
static void find_end(tmiTail *t, Points *points, const tmMechanism *m, double size) {
    double min = TMI_METRIC_RADIUS * size * (TMI_METRIC_RADIUS * size);
    double shape = add_shape(points, &m->bodies[t->body], &m->features[t->own], size);
    double spread = points->spread > shape ? points->spread : shape;
    t->length = tmi_hypot(points->x, points->y);
    if (t->length > CLOSED * size) {
        t->ux = points->x / t->length;
        t->uy = points->y / t->length;
        t->pull = t->length / (spread > min ? spread : min);
    }
}

static tmStatus find_ends(tmiTails *tails, tmiArena *arena, const tmMechanism *m, double size) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    Points *points = tmi_arena_alloc(arena, (size_t)m->body_ids.count, sizeof *points);
    int32_t *tail = tmi_arena_alloc(arena, (size_t)m->body_ids.count, sizeof *tail);
    if (!points || !tail) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < tails->count; i++) {
        tail[tails->list[i].body] = i + 1;
    }
    add_features(points, tail, tails, m, size);
    for (int32_t i = 0; i < tails->count; i++) {
        find_end(&tails->list[i], &points[tails->list[i].body], m, size);
    }
    tmi_arena_release(arena, mark);
    return TM_OK;
}

tmStatus tmi_tails_find(tmiTails *tails, tmiArena *arena, const tmMechanism *m,
                        const tmInput *inputs, int32_t input_count, bool *movable) {
    *tails = (tmiTails){0};
    if (!movable) {
        return TM_OK;
    }
    size_t bodies = (size_t)m->body_ids.count;
    Peeler p = {.m = m, .tails = tails, .movable = movable, .size = tmi_mechanism_size(m, 0.0)};
    tails->list = tmi_arena_alloc(arena, bodies, sizeof *tails->list);
    tails->dragged = tmi_arena_alloc(arena, (size_t)input_count, sizeof *tails->dragged);
    p.joints = tmi_arena_alloc(arena, bodies, sizeof *p.joints);
    p.last = tmi_arena_alloc(arena, bodies, sizeof *p.last);
    p.holds = tmi_arena_alloc(arena, bodies, sizeof *p.holds);
    if (!tails->list || !tails->dragged || !p.joints || !p.last || !p.holds) {
        return TM_ERR_MEMORY;
    }
    count_joints(&p);
    count_holds(&p, inputs, input_count);
    for (int32_t i = 1; i < m->body_ids.count; i++) {
        for (int32_t body = i; body != 0;) {
            body = peel(&p, body); /* then perhaps the one that it hung on */
        }
    }
    add_dragged(&p);
    put_parents_first(tails);
    return find_ends(tails, arena, m, p.size);
}

/* ---- How they follow ----------------------------------------------------------------------- */

void tmi_tails_keep(tmiTails *tails, const tmPose *poses) {
    for (int32_t i = 0; i < tails->count; i++) {
        tmiTail *t = &tails->list[i];
        t->pose = poses[t->body];
        t->before = poses[t->parent];
        t->is_open = false;
    }
}

void tmi_tails_start(tmiTails *tails, const tmPose *poses) {
    tmi_tails_keep(tails, poses);
    for (int32_t i = 0; i < tails->count; i++) {
        tails->list[i].is_open = tails->list[i].begins_open;
    }
}

/* Turns the direction (c, s) of a tail's end, from its pin, along the tractrix of a pin that goes
 * by (x, y). With psi the angle from the way back to the end,
 *     d psi = - pull sin psi ds,    tan(psi / 2) = tan(psi_0 / 2) exp(- pull |s|),             (14)
 * of docs/theory/kinematics.md; in cosines and sines of half angles, so that an end that is pushed
 * straight on (psi = pi) stays where it is. */
static void trail(double pull, double x, double y, double *c, double *s) {
    double way = tmi_hypot(x, y);
    if (!(way > 0.0 && way - way == 0.0)) {
        return; /* the second: farther than can be described */
    }
    double bx = -x / way, by = -y / way;
    double cosine = bx * *c + by * *s, sine = bx * *s - by * *c, half_c, half_s;
    if (cosine >= 0.0) {
        half_c = sqrt(0.5 * (1.0 + cosine));
        half_s = 0.5 * sine / half_c;
    } else {
        double size = sqrt(0.5 * (1.0 - cosine));
        half_c = 0.5 * fabs(sine) / size;
        half_s = sine < 0.0 ? -size : size;
    }
    half_s *= tmi_exp(-pull * way); /* (14) */
    double square = half_c * half_c + half_s * half_s;
    if (square > 0.0) {
        cosine = (half_c * half_c - half_s * half_s) / square;
        sine = 2.0 * half_c * half_s / square;
        *c = bx * cosine - by * sine;
        *s = by * cosine + bx * sine;
    }
}

/* Returns the pose with this direction in which the feature is at (x, y). */
static tmPose put_at(double c, double s, const tmiPlanarFeature *own, double x, double y) {
    double size = tmi_hypot(c, s);
    c /= size;
    s /= size;
    return (tmPose){x - (c * own->x - s * own->y), y - (s * own->x + c * own->y), c, s};
}

static tmPose follow_pin(const tmiTail *t, const tmiPlanarFeature *own, tmiFeaturePose before,
                         tmiFeaturePose after) {
    if (t->pull == 0.0) {
        return put_at(t->pose.c, t->pose.s, own, after.x, after.y);
    }
    double c = t->pose.c * t->ux - t->pose.s * t->uy, s = t->pose.s * t->ux + t->pose.c * t->uy;
    trail(t->pull, after.x - before.x, after.y - before.y, &c, &s);
    return put_at(c * t->ux + s * t->uy, s * t->ux - c * t->uy, own, after.x, after.y);
}

/* The end of a slider goes across the mean of the line's old and new directions, which leads back
 * the same way. */
static tmPose follow_line(const tmiTail *t, const tmiPlanarFeature *own, tmiFeaturePose before,
                          tmiFeaturePose after) {
    tmiFeaturePose at = tmi_feature_pose(own, t->pose);
    double ex = t->length * t->ux, ey = t->length * t->uy;
    double c = t->side * (after.c * own->c + after.s * own->s);
    double s = t->side * (after.s * own->c - after.c * own->s);
    if (t->kind == TM_JOINT_RIGID) {
        return put_at(c, s, own, after.x, after.y);
    }
    double x = at.x - after.x + (t->pose.c - c) * ex - (t->pose.s - s) * ey;
    double y = at.y - after.y + (t->pose.s - s) * ex + (t->pose.c - c) * ey;
    bool turned = before.c * after.c + before.s * after.s < 0.0; /* by more than a right angle */
    double mx = turned ? after.c : before.c + after.c, my = turned ? after.s : before.s + after.s;
    double along = (x * mx + y * my) / (after.c * mx + after.s * my);
    return put_at(c, s, own, after.x + along * after.c, after.y + along * after.s);
}

static bool is_same(const tmPose *a, const tmPose *b) {
    return a->x == b->x && a->y == b->y && a->c == b->c && a->s == b->s;
}

void tmi_tails_follow(const tmiTails *tails, const tmMechanism *m, tmPose *poses) {
    for (int32_t i = 0; i < tails->count; i++) {
        const tmiTail *t = &tails->list[i];
        const tmiPlanarFeature *own = &m->features[t->own], *to = &m->features[t->to];
        tmiFeaturePose before = tmi_feature_pose(to, t->before);
        tmiFeaturePose after = tmi_feature_pose(to, poses[t->parent]);
        if (is_same(&t->before, &poses[t->parent]) && !t->is_open) {
            poses[t->body] = t->pose; /* to the bit: a move that failed changes nothing */
        } else if (t->kind == TM_JOINT_REVOLUTE) {
            poses[t->body] = follow_pin(t, own, before, after);
        } else {
            poses[t->body] = follow_line(t, own, before, after);
        }
    }
}
