/* scene.c: scenes are built in axes of their own and laid into the world; points, signs, checks. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *scene_take(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

double scene_random(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

/* ---- Parts --------------------------------------------------------------------------------- */

/* A count that has room for one more; a scene too large is a mistake of its generator. */
static int next_of(int *count, int max) {
    if (*count >= max) {
        fprintf(stderr, "a drag scene has more parts than there is room for\n");
        exit(1);
    }
    return (*count)++;
}

void scene_begin(Scene *s, const char *family, int number, double x, double y, double angle) {
    *s = (Scene){.body_count = 1, .frame = {x, y, cos(angle), sin(angle)}};
    snprintf(s->family, sizeof s->family, "%s", family);
    snprintf(s->name, sizeof s->name, "%.32s-%d", family, number);
}

static double frame_angle(const Scene *s) {
    return atan2(s->frame[3], s->frame[2]);
}

int scene_body(Scene *s, double x, double y, double turn) {
    int body = next_of(&s->body_count, SCENE_BODIES);
    const double *f = s->frame;
    s->bodies[body] = (SceneBody){.x = f[0] + f[2] * x - f[3] * y,
                                  .y = f[1] + f[3] * x + f[2] * y,
                                  .angle = frame_angle(s) + turn};
    return body;
}

int scene_mark(Scene *s, int body, double x, double y, double angle) {
    const SceneBody *b = &s->bodies[body];
    const double *f = s->frame;
    double wx = f[0] + f[2] * x - f[3] * y - b->x, wy = f[1] + f[3] * x + f[2] * y - b->y;
    double c = cos(b->angle), t = sin(b->angle);
    int feature = next_of(&s->feature_count, SCENE_FEATURES);
    s->features[feature] = (SceneFeature){.body = body,
                                          .x = c * wx + t * wy,
                                          .y = c * wy - t * wx,
                                          .angle = angle + frame_angle(s) - b->angle};
    return feature;
}

int scene_pin(Scene *s, int a, int b, double x, double y) {
    int joint = next_of(&s->joint_count, SCENE_JOINTS);
    int fa = scene_mark(s, a, x, y, 0.0), fb = scene_mark(s, b, x, y, 0.0);
    s->joints[joint] = (SceneJoint){SCENE_PIN, fa, fb, -1};
    return joint;
}

int scene_line(Scene *s, SceneKind kind, int a, int b, double x, double y, double angle,
               double along) {
    int joint = next_of(&s->joint_count, SCENE_JOINTS);
    int fa = scene_mark(s, a, x, y, angle);
    int second = scene_mark(s, a, x + along * cos(angle), y + along * sin(angle), angle);
    int fb = scene_mark(s, b, x, y, angle);
    s->joints[joint] = (SceneJoint){kind, fa, fb, second};
    return joint;
}

/* ---- What follows -------------------------------------------------------------------------- */

static double local_distance(const Scene *s, int a, int b) {
    return hypot(s->features[a].x - s->features[b].x, s->features[a].y - s->features[b].y);
}

static void measure(Scene *s) {
    for (int i = 0; i < s->body_count; i++) {
        s->bodies[i].first = s->bodies[i].far = -1;
    }
    for (int i = 0; i < s->feature_count; i++) {
        SceneBody *b = &s->bodies[s->features[i].body];
        if (b->first < 0) {
            b->first = b->far = i;
        } else if (local_distance(s, b->first, i) > local_distance(s, b->first, b->far)) {
            b->far = i;
        }
        for (int k = 0; s->features[i].body > 0 && k < i; k++) {
            if (s->features[k].body == s->features[i].body) {
                s->size = fmax(s->size, local_distance(s, k, i));
            }
        }
    }
}

/* The feature of the joint that lies on this body, or -1. */
static int end_on(const Scene *s, const SceneJoint *j, int body) {
    return s->features[j->a].body == body ? j->a : s->features[j->b].body == body ? j->b : -1;
}

static void add_sign(Scene *s, int at, int p, int q) {
    if (s->sign_count < SCENE_SIGNS) {
        s->signs[s->sign_count++] = (SceneSign){at, p, q};
    }
}

/* At every pin, each arm on one body with each on the other; at every slot, each arm. */
static void list_signs(Scene *s) {
    for (int j = 0; j < s->joint_count; j++) {
        const SceneJoint *joint = &s->joints[j];
        int a = s->features[joint->a].body, b = s->features[joint->b].body;
        for (int k = 0; k < s->joint_count; k++) {
            int p = k == j ? -1 : end_on(s, &s->joints[k], a);
            if (joint->kind != SCENE_PIN) {
                int q = k == j ? -1 : end_on(s, &s->joints[k], b);
                p = p >= 0 && a != 0 && local_distance(s, p, joint->a) > 0.0 ? p : -1;
                if (p >= 0) {
                    add_sign(s, j, p, -1);
                }
                if (q >= 0 && local_distance(s, q, joint->b) > 0.0) {
                    add_sign(s, j, q, -1);
                }
                continue;
            }
            for (int l = 0; p >= 0 && l < s->joint_count; l++) {
                int q = l == j || l == k ? -1 : end_on(s, &s->joints[l], b);
                if (q >= 0 && local_distance(s, p, joint->a) > 0.0 &&
                    local_distance(s, q, joint->b) > 0.0) {
                    add_sign(s, joint->a, p, q);
                }
            }
        }
    }
}

void scene_finish(Scene *s, int driver, int dragged) {
    measure(s);
    s->driver = driver;
    s->dragged = dragged;
    s->crank = -1;
    if (driver >= 0) {
        const SceneJoint *j = &s->joints[driver];
        int pivot = s->features[j->a].body == 0 ? j->b : j->a;
        s->crank = s->features[pivot].body;
        for (int i = 0; i < s->feature_count; i++) {
            if (s->features[i].body == s->crank) {
                s->lever = fmax(s->lever, local_distance(s, pivot, i));
            }
        }
    }
    list_signs(s);
}

/* ---- Points -------------------------------------------------------------------------------- */

void scene_points(const Scene *s, const tmPose *poses, ScenePoint *points) {
    for (int i = 0; i < s->feature_count; i++) {
        const SceneFeature *f = &s->features[i];
        const tmPose *p = &poses[f->body];
        points[i][0] = p->x + (p->c * f->x - p->s * f->y);
        points[i][1] = p->y + (p->s * f->x + p->c * f->y);
    }
}

void scene_start(const Scene *s, ScenePoint *points) {
    tmPose poses[SCENE_BODIES];
    for (int i = 0; i < s->body_count; i++) {
        const SceneBody *b = &s->bodies[i];
        poses[i] = (tmPose){b->x, b->y, cos(b->angle), sin(b->angle)};
    }
    scene_points(s, poses, points);
}

double scene_fit(const Scene *s, const ScenePoint *points, tmPose *poses) {
    ScenePoint fitted[SCENE_FEATURES];
    poses[0] = (tmPose){0.0, 0.0, 1.0, 0.0};
    for (int i = 1; i < s->body_count; i++) {
        const SceneBody *b = &s->bodies[i];
        const SceneFeature *f = &s->features[b->first], *g = &s->features[b->far];
        double x = g->x - f->x, y = g->y - f->y;
        double u = points[b->far][0] - points[b->first][0];
        double v = points[b->far][1] - points[b->first][1];
        double length = hypot(x, y) * hypot(u, v);
        tmPose *p = &poses[i];
        /* A block has one point only; it slides on the ground and never turns. */
        p->c = length > 0.0 ? (x * u + y * v) / length : cos(b->angle);
        p->s = length > 0.0 ? (x * v - y * u) / length : sin(b->angle);
        p->x = points[b->first][0] - (p->c * f->x - p->s * f->y);
        p->y = points[b->first][1] - (p->s * f->x + p->c * f->y);
    }
    scene_points(s, poses, fitted);
    return scene_distance(s, points, (const ScenePoint *)fitted);
}

double scene_distance(const Scene *s, const ScenePoint *a, const ScenePoint *b) {
    double max = 0.0;
    for (int i = 0; i < s->feature_count; i++) {
        double off = hypot(a[i][0] - b[i][0], a[i][1] - b[i][1]);
        max = off <= max ? max : off; /* a NaN stays */
    }
    return max;
}

static double line_gap(const ScenePoint *p, const SceneJoint *j) {
    double ux = p[j->along][0] - p[j->a][0], uy = p[j->along][1] - p[j->a][1];
    double x = p[j->b][0] - p[j->a][0], y = p[j->b][1] - p[j->a][1];
    return fabs(ux * y - uy * x) / hypot(ux, uy);
}

double scene_residual(const Scene *s, const ScenePoint *points) {
    tmPose poses[SCENE_BODIES];
    double max = scene_fit(s, points, poses);
    for (int i = 0; i < s->joint_count; i++) {
        const SceneJoint *j = &s->joints[i];
        const double *a = points[j->a], *b = points[j->b];
        double gap = j->kind == SCENE_PIN ? hypot(a[0] - b[0], a[1] - b[1]) : line_gap(points, j);
        max = gap <= max ? max : gap;
    }
    return max;
}

void scene_signs(const Scene *s, const ScenePoint *p, double *signs) {
    for (int i = 0; i < s->sign_count; i++) {
        const SceneSign *g = &s->signs[i];
        const SceneJoint *slot = &s->joints[g->at];
        int at = g->q < 0 ? slot->b : g->at;
        double x = p[g->p][0] - p[at][0], y = p[g->p][1] - p[at][1];
        double u = g->q < 0 ? p[slot->along][0] - p[slot->a][0] : p[g->q][0] - p[at][0];
        double v = g->q < 0 ? p[slot->along][1] - p[slot->a][1] : p[g->q][1] - p[at][1];
        double lengths = hypot(x, y) * hypot(u, v);
        double value = g->q < 0 ? x * u + y * v : x * v - y * u;
        signs[i] = lengths > 0.0 ? value / lengths : 0.0;
    }
}

/* ---- Mechanisms ---------------------------------------------------------------------------- */

static tmStatus add_parts(const Scene *s, tmMechanism *m, tmBodyId *bodies, tmFeatureId *features) {
    tmStatus status = TM_OK;
    bodies[0] = tm_mechanism_ground(m);
    for (int i = 1; i < s->body_count && status == TM_OK; i++) {
        tmBodyDef def = tm_body_def_default();
        def.x = s->bodies[i].x;
        def.y = s->bodies[i].y;
        def.angle = s->bodies[i].angle;
        status = tm_body_add(m, &def, &bodies[i]);
    }
    for (int i = 0; i < s->feature_count && status == TM_OK; i++) {
        tmFeatureDef def = tm_feature_def_default();
        def.body = bodies[s->features[i].body];
        def.x = s->features[i].x;
        def.y = s->features[i].y;
        def.angle = s->features[i].angle;
        status = tm_feature_add(m, &def, &features[i]);
    }
    return status;
}

tmStatus scene_build(const Scene *s, const tmAllocator *allocator, tmMechanism **mechanism,
                     tmJointId *driver, tmFeatureId *dragged) {
    static const tmJointKind kinds[] = {TM_JOINT_REVOLUTE, TM_JOINT_SLOT, TM_JOINT_PRISMATIC};
    tmBodyId bodies[SCENE_BODIES];
    tmFeatureId features[SCENE_FEATURES];
    tmStatus status = tm_mechanism_create(allocator, mechanism);
    status = status == TM_OK ? add_parts(s, *mechanism, bodies, features) : status;
    for (int i = 0; i < s->joint_count && status == TM_OK; i++) {
        tmJointDef def = tm_joint_def_default();
        tmJointId joint;
        def.kind = kinds[s->joints[i].kind];
        def.features[0] = features[s->joints[i].a];
        def.features[1] = features[s->joints[i].b];
        status = tm_joint_add(*mechanism, &def, &joint);
        *driver = i == s->driver ? joint : *driver;
    }
    if (status != TM_OK) {
        tm_mechanism_destroy(*mechanism);
        *mechanism = NULL;
        return status;
    }
    *dragged = features[s->dragged];
    return TM_OK;
}
