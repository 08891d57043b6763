/* linkage.c: the plain linkage, its way to and from mechanisms, and the check of answers. */
#include "linkage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *linkage_take(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

double linkage_random(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

Linkage *linkage_create(const char *name, int bodies, int features, int joints) {
    Linkage *l = linkage_take(1, sizeof *l);
    snprintf(l->name, sizeof l->name, "%s", name);
    l->bodies = linkage_take((size_t)bodies, sizeof *l->bodies);
    l->features = linkage_take((size_t)features, sizeof *l->features);
    l->joints = linkage_take((size_t)joints, sizeof *l->joints);
    l->body_count = bodies;
    l->feature_count = features;
    l->joint_count = joints;
    return l;
}

Linkage *linkage_copy(const Linkage *from) {
    Linkage *l =
        linkage_create(from->name, from->body_count, from->feature_count, from->joint_count);
    memcpy(l->bodies, from->bodies, (size_t)l->body_count * sizeof *l->bodies);
    memcpy(l->features, from->features, (size_t)l->feature_count * sizeof *l->features);
    memcpy(l->joints, from->joints, (size_t)l->joint_count * sizeof *l->joints);
    l->driver = from->driver;
    linkage_finish(l);
    return l;
}

void linkage_free(Linkage *l) {
    if (l) {
        free(l->bodies);
        free(l->features);
        free(l->joints);
        free(l);
    }
}

static double local_distance(const Linkage *l, int a, int b) {
    return hypot(l->features[a].x - l->features[b].x, l->features[a].y - l->features[b].y);
}

void linkage_finish(Linkage *l) {
    for (int i = 0; i < l->body_count; i++) {
        l->bodies[i].first = l->bodies[i].far = -1;
    }
    l->size = 0.0;
    for (int i = 0; i < l->feature_count; i++) {
        LinkageBody *b = &l->bodies[l->features[i].body];
        if (b->first < 0) {
            b->first = b->far = i;
        } else if (local_distance(l, b->first, i) > local_distance(l, b->first, b->far)) {
            b->far = i;
        }
        for (int k = b->first; l->features[i].body > 0 && k < i; k++) {
            if (l->features[k].body == l->features[i].body) {
                l->size = fmax(l->size, local_distance(l, k, i));
            }
        }
    }
    const LinkageJoint *driver = &l->joints[l->driver];
    int end = l->features[driver->feature[0]].body == 0 ? 1 : 0;
    const LinkageFeature *fixed = &l->features[driver->feature[!end]];
    l->pivot = driver->feature[end];
    l->crank = l->features[l->pivot].body;
    l->pivot_at[0] = fixed->x;
    l->pivot_at[1] = fixed->y;
}

/* ---- Mechanisms ---------------------------------------------------------------------------- */

static void keep_name(char *to, const char *from) {
    snprintf(to, LINKAGE_NAME, "%s", from ? from : "");
}

static int feature_number(const tmMechanism *m, tmFeatureId id) {
    int i = 0;
    while (tm_feature_at(m, i).value != id.value) {
        i++;
    }
    return i;
}

static int body_number(const tmMechanism *m, tmBodyId id) {
    int i = 0;
    while (tm_body_at(m, i).value != id.value) {
        i++;
    }
    return i;
}

Linkage *linkage_read(const char *name, const tmMechanism *m, tmJointId driver) {
    Linkage *l = linkage_create(name, tm_body_count(m), tm_feature_count(m), tm_joint_count(m));
    for (int i = 0; i < l->body_count; i++) {
        tmPose pose = {0};
        tm_body_pose(m, tm_body_at(m, i), &pose);
        keep_name(l->bodies[i].name, tm_body_name(m, tm_body_at(m, i)));
        l->bodies[i].x = pose.x;
        l->bodies[i].y = pose.y;
        l->bodies[i].angle = atan2(pose.s, pose.c);
    }
    for (int i = 0; i < l->feature_count; i++) {
        LinkageFeature *f = &l->features[i];
        tmBodyId body;
        tm_feature_get(m, tm_feature_at(m, i), &body, &f->x, &f->y, &f->angle);
        keep_name(f->name, tm_feature_name(m, tm_feature_at(m, i)));
        f->body = body_number(m, body);
    }
    for (int i = 0; i < l->joint_count; i++) {
        tmJointDef def;
        tm_joint_get(m, tm_joint_at(m, i), &def);
        keep_name(l->joints[i].name, def.name);
        l->joints[i].feature[0] = feature_number(m, def.features[0]);
        l->joints[i].feature[1] = feature_number(m, def.features[1]);
        l->driver = tm_joint_at(m, i).value == driver.value ? i : l->driver;
    }
    linkage_finish(l);
    return l;
}

static tmStatus add_bodies(const Linkage *l, tmMechanism *m, tmBodyId *bodies) {
    tmStatus status = TM_OK;
    bodies[0] = tm_mechanism_ground(m);
    for (int i = 1; i < l->body_count && status == TM_OK; i++) {
        tmBodyDef def = tm_body_def_default();
        def.name = l->bodies[i].name;
        def.x = l->bodies[i].x;
        def.y = l->bodies[i].y;
        def.angle = l->bodies[i].angle;
        status = tm_body_add(m, &def, &bodies[i]);
    }
    return status;
}

static tmStatus add_features(const Linkage *l, tmMechanism *m, const tmBodyId *bodies,
                             tmFeatureId *features) {
    tmStatus status = TM_OK;
    for (int i = 0; i < l->feature_count && status == TM_OK; i++) {
        tmFeatureDef def = tm_feature_def_default();
        def.name = l->features[i].name;
        def.body = bodies[l->features[i].body];
        def.x = l->features[i].x;
        def.y = l->features[i].y;
        def.angle = l->features[i].angle;
        status = tm_feature_add(m, &def, &features[i]);
    }
    return status;
}

static tmStatus add_joints(const Linkage *l, tmMechanism *m, const tmFeatureId *features,
                           tmJointId *driver) {
    tmStatus status = TM_OK;
    for (int i = 0; i < l->joint_count && status == TM_OK; i++) {
        tmJointDef def = tm_joint_def_default();
        tmJointId joint;
        def.name = l->joints[i].name;
        def.features[0] = features[l->joints[i].feature[0]];
        def.features[1] = features[l->joints[i].feature[1]];
        status = tm_joint_add(m, &def, &joint);
        *driver = i == l->driver ? joint : *driver;
    }
    return status;
}

tmStatus linkage_build(const Linkage *l, tmMechanism **mechanism, tmJointId *driver) {
    tmBodyId *bodies = linkage_take((size_t)l->body_count, sizeof *bodies);
    tmFeatureId *features = linkage_take((size_t)l->feature_count, sizeof *features);
    tmStatus status = tm_mechanism_create(NULL, mechanism);
    status = status == TM_OK ? add_bodies(l, *mechanism, bodies) : status;
    status = status == TM_OK ? add_features(l, *mechanism, bodies, features) : status;
    status = status == TM_OK ? add_joints(l, *mechanism, features, driver) : status;
    free(bodies);
    free(features);
    if (status != TM_OK) {
        tm_mechanism_destroy(*mechanism);
        *mechanism = NULL;
    }
    return status;
}

tmStatus linkage_plan(const tmMechanism *m, tmJointId driver, tmPlanMethod method, bool watch,
                      tmPlan **plan) {
    const tmInput input = {.kind = TM_INPUT_ANGLE, .joint = driver};
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &input;
    def.input_count = 1;
    def.method = method;
    def.watch = watch;
    return tm_plan_create(m, &def, plan);
}

/* ---- Answers ------------------------------------------------------------------------------- */

void linkage_points(const Linkage *l, const tmPose *poses, LinkagePoint *points) {
    for (int i = 0; i < l->feature_count; i++) {
        const LinkageFeature *f = &l->features[i];
        const tmPose *p = &poses[f->body];
        points[i][0] = p->x + p->c * f->x - p->s * f->y;
        points[i][1] = p->y + p->s * f->x + p->c * f->y;
    }
}

void linkage_start(const Linkage *l, LinkagePoint *points) {
    tmPose *poses = linkage_take((size_t)l->body_count, sizeof *poses);
    for (int i = 0; i < l->body_count; i++) {
        const LinkageBody *b = &l->bodies[i];
        poses[i] = (tmPose){b->x, b->y, cos(b->angle), sin(b->angle)};
    }
    linkage_points(l, poses, points);
    free(poses);
}

/* Where the feature must be if its body is rigid: the ground's and the crank's place is known, that
 * of another body is read off its features `first` and `far`. */
static void rigid_place(const Linkage *l, int feature, double angle, const LinkagePoint *points,
                        LinkagePoint at) {
    const LinkageFeature *f = &l->features[feature];
    const LinkageBody *b = &l->bodies[f->body];
    double c = cos(angle), s = sin(angle);
    const LinkageFeature *from = &l->features[f->body == l->crank ? l->pivot : b->first];
    const double *base = f->body == l->crank ? l->pivot_at : points[b->first];
    if (f->body == 0) {
        at[0] = f->x;
        at[1] = f->y;
        return;
    }
    if (f->body != l->crank) {
        const LinkageFeature *far = &l->features[b->far];
        double x = far->x - from->x, y = far->y - from->y;
        double u = points[b->far][0] - base[0], v = points[b->far][1] - base[1];
        double lengths = hypot(x, y) * hypot(u, v);
        c = (x * u + y * v) / lengths;
        s = (x * v - y * u) / lengths;
    }
    double x = f->x - from->x, y = f->y - from->y;
    at[0] = base[0] + c * x - s * y;
    at[1] = base[1] + s * x + c * y;
}

double linkage_residual(const Linkage *l, double angle, const LinkagePoint *points) {
    double max = 0.0;
    for (int i = 0; i < l->joint_count; i++) {
        const double *a = points[l->joints[i].feature[0]], *b = points[l->joints[i].feature[1]];
        double gap = hypot(a[0] - b[0], a[1] - b[1]);
        max = gap <= max ? max : gap; /* a NaN stays */
    }
    for (int i = 0; i < l->feature_count; i++) {
        LinkagePoint at;
        rigid_place(l, i, angle, points, at);
        double off = hypot(points[i][0] - at[0], points[i][1] - at[1]);
        max = off <= max ? max : off;
    }
    return max;
}
