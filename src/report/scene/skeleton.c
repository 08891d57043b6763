/* skeleton.c: a mechanism as a scene, read through the public interface. */
#include "report/scene/skeleton.h"

#include "define/geometry/shape/shape.h"

#include <math.h>

/* Paths that are drawn when the caller names none. */
#define TRACED_MAX 8

static int32_t place_of(uint32_t id) {
    return (int32_t)(id & TM_ID_LIMIT) - 1;
}

void tmi_skeleton_point(const tmiScene *scene, int32_t pose, int32_t body, const double point[3],
                        double at[3]) {
    tmi_frame_point(&scene->poses[(size_t)pose * (size_t)scene->body_count + (size_t)body], point,
                    at);
}

/* ---- Links --------------------------------------------------------------------------------- */

static void read_marks(tmiSkeleton *k) {
    for (int32_t i = 0; i < k->mark_count; i++) {
        tmFeatureId id = tm_feature_at(k->mechanism, i);
        tmiMark *mark = &k->marks[i];
        tmBodyId body;
        double angle;
        mark->body = -1;
        if (tm_feature_get(k->mechanism, id, &body, &mark->point[0], &mark->point[1], &angle) ==
            TM_OK) {
            mark->body = place_of(body.value);
            mark->name = tm_feature_name(k->mechanism, id);
            tmi_sincos(angle, &mark->along[1], &mark->along[0]);
            k->links[mark->body].count++;
        }
    }
}

static double apart(const double p[3], const double q[3]) {
    return tmi_hypot(q[0] - p[0], q[1] - p[1]);
}

/* Puts the features of a body into `points`; returns how many. */
static int32_t gather(const tmiSkeleton *k, int32_t body, tmVec3 *points) {
    int32_t count = 0;
    for (int32_t i = 0; k->links[body].count > 0 && i < k->mark_count; i++) {
        if (k->marks[i].body == body) {
            points[count++] = (tmVec3){k->marks[i].point[0], k->marks[i].point[1], 0.0};
        }
    }
    return count;
}

/* The corners, their middle and the length of a link; `points` has room for three times its
 * features. */
static tmStatus wrap(tmiScene *scene, tmiSkeletonLink *link, tmVec3 *points, int32_t count) {
    tmVec3 *hull = points + count;
    link->count = count > 0 ? tmi_hull_planar(points, count, hull) : 0;
    link->corners = tmi_arena_alloc(&scene->arena, (size_t)link->count, sizeof *link->corners);
    for (int32_t i = 0; link->corners && i < link->count; i++) {
        double *at = link->corners[i];
        at[0] = hull[i].x;
        at[1] = hull[i].y;
        tmi_add3(link->middle, 1.0 / link->count, at);
        double length = apart(link->corners[0], at);
        link->length = length > link->length ? length : link->length;
    }
    return link->corners ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus make_links(tmiScene *scene, tmiSkeleton *k) {
    double sum = 0.0;
    int32_t seen = 0;
    tmVec3 *points = tmi_arena_alloc(&scene->arena, 3 * (size_t)k->mark_count, sizeof *points);
    tmStatus status = points ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = 1; status == TM_OK && i < scene->body_count; i++) {
        status = wrap(scene, &k->links[i], points, gather(k, i, points));
        sum += k->links[i].length;
        seen += k->links[i].length > 0.0;
    }
    k->length = seen ? sum / seen : 0.0;
    return status;
}

/* ---- Joints -------------------------------------------------------------------------------- */

static bool is_shown(tmJointKind kind) {
    return kind == TM_JOINT_REVOLUTE || tmi_has_rail(&(tmiSkeletonJoint){.kind = kind}) ||
           kind == TM_JOINT_RIGID || kind == TM_JOINT_DISTANCE || kind == TM_JOINT_ON_CIRCLE ||
           kind >= TM_JOINT_GEAR;
}

/* The radii of gears are drawn to touch: only their ratio is given. */
static void size_gears(tmiSkeletonJoint *joint, double distance) {
    bool inner = joint->kind == TM_JOINT_INNER_GEAR;
    double both =
        inner ? fabs(joint->radii[0] - joint->radii[1]) : joint->radii[0] + joint->radii[1];
    for (int i = 0; i < 2; i++) {
        joint->radii[i] *= both > 0.0 ? distance / both : 0.0;
    }
}

static tmStatus read_profile(tmiScene *scene, tmiSkeletonJoint *joint, const tmMechanism *m,
                             tmJointId id) {
    const tmiMark *a = &joint->end[0];
    joint->profile = tmi_arena_alloc(&scene->arena, TMI_PROFILE, sizeof *joint->profile);
    for (int32_t i = 0; joint->profile && i < TMI_PROFILE; i++) {
        double angle = TMI_TWO_PI * i / TMI_PROFILE, r[3], c, s;
        tm_joint_profile(m, id, angle, r);
        tmi_sincos(angle, &s, &c);
        joint->profile[i][0] = a->point[0] + r[0] * (c * a->along[0] - s * a->along[1]);
        joint->profile[i][1] = a->point[1] + r[0] * (s * a->along[0] + c * a->along[1]);
        joint->radii[0] = r[0] > joint->radii[0] ? r[0] : joint->radii[0];
    }
    return joint->profile ? TM_OK : TM_ERR_MEMORY;
}

/* What follows from where the ends are in the first pose. */
static void measure_joint(const tmFrame *frames, tmiSkeletonJoint *joint) {
    const tmiMark *a = &joint->end[0], *b = &joint->end[1];
    double p[3], q[3], u[3];
    tmi_frame_point(&frames[a->body], a->point, p);
    tmi_frame_point(&frames[b->body], b->point, q);
    tmi_rotate3(frames[a->body].rotation, a->along, u);
    tmi_rotate_back3(frames[b->body].rotation, u, joint->block);
    joint->low = INFINITY;
    joint->high = -INFINITY;
    if (joint->kind == TM_JOINT_ON_CIRCLE) {
        joint->radii[0] = apart(p, q);
    } else if (joint->kind == TM_JOINT_GEAR || joint->kind == TM_JOINT_INNER_GEAR) {
        size_gears(joint, apart(p, q));
    }
}

static tmStatus read_joint(tmiScene *scene, tmiSkeleton *k, const tmFrame *frames, tmJointId id,
                           const tmJointDef *def) {
    tmiSkeletonJoint *joint = &k->joints[k->joint_count++];
    *joint = (tmiSkeletonJoint){.kind = def->kind,
                                .name = def->name,
                                .is_driver = id.value == scene->def.driver.value,
                                .mark = place_of(def->features[0].value)};
    for (int32_t i = 0; i < TM_JOINT_FEATURES && def->features[i].value; i++) {
        joint->end[i] = k->marks[place_of(def->features[i].value)];
        joint->radii[i] = def->radii[i];
        joint->count = i + 1;
    }
    /* A rail that stands still is the rail. */
    if (def->kind == TM_JOINT_PRISMATIC && joint->end[1].body == 0) {
        tmiMark rail = joint->end[1];
        joint->end[1] = joint->end[0];
        joint->end[0] = rail;
    }
    if (joint->is_driver) {
        k->driven = joint->end[joint->end[1].body ? 1 : 0].body;
    }
    measure_joint(frames, joint);
    return def->profile ? read_profile(scene, joint, k->mechanism, id) : TM_OK;
}

static tmStatus read_joints(tmiScene *scene, tmiSkeleton *k, const tmFrame *frames) {
    int32_t count = tm_joint_count(k->mechanism);
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        tmJointId id = tm_joint_at(k->mechanism, i);
        tmJointDef def;
        if (tm_joint_get(k->mechanism, id, &def) == TM_OK && is_shown(def.kind)) {
            status = read_joint(scene, k, frames, id, &def);
        }
    }
    return status;
}

/* ---- Paths --------------------------------------------------------------------------------- */

/* Bodies that a joint holds to the ground, and features that joints use. */
static void mark_uses(const tmiSkeleton *k, bool *held, bool *used) {
    for (int32_t i = 0; i < tm_joint_count(k->mechanism); i++) {
        tmJointDef def;
        if (tm_joint_get(k->mechanism, tm_joint_at(k->mechanism, i), &def) != TM_OK) {
            continue;
        }
        for (int m = 0; m < TM_JOINT_FEATURES && def.features[m].value; m++) {
            used[place_of(def.features[m].value)] = true;
        }
        int32_t a = k->marks[place_of(def.features[0].value)].body;
        int32_t b = k->marks[place_of(def.features[1].value)].body;
        held[a] |= b == 0;
        held[b] |= a == 0;
    }
}

/* Points that no joint uses, and pins between moving bodies; of the pins only those between bodies
 * that nothing holds to the ground, unless `dull` ones (that run on circles) are wanted too. */
static int32_t find_traced(const tmiSkeleton *k, const bool *held, const bool *used, bool dull) {
    int32_t count = 0;
    for (int32_t i = 0; i < k->mark_count; i++) {
        if (k->marks[i].body > 0 && !used[i]) {
            k->traced[count++] = i;
        }
    }
    for (int32_t i = 0; i < k->joint_count; i++) {
        int32_t a = k->joints[i].end[0].body, b = k->joints[i].end[1].body;
        bool pin = k->joints[i].kind == TM_JOINT_REVOLUTE && a > 0 && b > 0;
        if (pin && (dull || (!held[a] && !held[b]))) {
            k->traced[count++] = k->joints[i].mark;
        }
    }
    return count;
}

static tmStatus choose_traced(tmiScene *scene, tmiSkeleton *k) {
    bool *held = tmi_arena_alloc(&scene->arena, (size_t)scene->body_count, sizeof *held);
    bool *used = tmi_arena_alloc(&scene->arena, (size_t)k->mark_count, sizeof *used);
    if (!held || !used) {
        return TM_ERR_MEMORY;
    }
    mark_uses(k, held, used);
    int32_t found = find_traced(k, held, used, false);
    found = found > 0 ? found : find_traced(k, held, used, true);
    k->traced_count = found < TRACED_MAX ? found : TRACED_MAX;
    for (int32_t i = 0; i < k->traced_count; i++) { /* spread evenly over all */
        k->traced[i] = k->traced[(int64_t)i * found / k->traced_count];
    }
    return TM_OK;
}

static tmStatus read_traced(tmiScene *scene, tmiSkeleton *k) {
    const tmSceneDef *def = &scene->def;
    size_t room = (size_t)(k->mark_count + k->joint_count + (def->traced ? def->traced_count : 0));
    k->traced = tmi_arena_alloc(&scene->arena, room, sizeof *k->traced);
    if (!k->traced || !def->traces) {
        return k->traced ? TM_OK : TM_ERR_MEMORY;
    }
    for (int32_t i = 0; def->traced && i < def->traced_count; i++) {
        if (!tm_feature_name(k->mechanism, def->traced[i])) {
            return TM_ERR_ID;
        }
        k->traced[k->traced_count++] = place_of(def->traced[i].value);
    }
    return def->traced ? TM_OK : choose_traced(scene, k);
}

/* ---- Sectors ------------------------------------------------------------------------------- */

static double angle_of(const double v[3]) {
    return tmi_atan2(v[1], v[0]);
}

/* Reaches from the pin to the link's farthest corner, and is counted from where the link points,
 * whatever direction its feature has. It stands on the body that the angle is counted from. */
static tmiSector make_sector(const tmiSkeleton *k, const tmiMark *a, const tmiMark *b, double from,
                             double to) {
    bool turned = b->body == 0; /* b stands still, and a turns the other way */
    const tmiMark *still = turned ? b : a, *moved = turned ? a : b;
    const tmiSkeletonLink *link = &k->links[moved->body];
    double points = tmi_atan2(link->middle[1] - moved->point[1], link->middle[0] - moved->point[0]);
    double zero = angle_of(still->along) + points - angle_of(moved->along);
    tmiSector sector = {.body = still->body,
                        .middle = {still->point[0], still->point[1], 0.0},
                        .from = zero + (turned ? -to : from),
                        .to = zero + (turned ? -from : to)};
    for (int32_t i = 0; i < link->count; i++) {
        double far = apart(moved->point, link->corners[i]);
        sector.radius = far > sector.radius ? far : sector.radius;
    }
    return sector;
}

static tmStatus read_sectors(tmiScene *scene, tmiSkeleton *k) {
    k->sectors = tmi_arena_alloc(&scene->arena, (size_t)scene->def.arc_count, sizeof *k->sectors);
    for (int32_t i = 0; k->sectors && i < scene->def.arc_count; i++) {
        const tmSceneArc *arc = &scene->def.arcs[i];
        tmJointDef joint;
        if (tm_joint_get(k->mechanism, arc->joint, &joint) != TM_OK) {
            return TM_ERR_ID;
        }
        if (joint.kind != TM_JOINT_REVOLUTE || !isfinite(arc->from) || !(arc->from < arc->to) ||
            !(arc->to - arc->from < TMI_TWO_PI)) {
            return TM_ERR_ARGUMENT;
        }
        k->sectors[i] =
            make_sector(k, &k->marks[place_of(joint.features[0].value)],
                        &k->marks[place_of(joint.features[1].value)], arc->from, arc->to);
    }
    return k->sectors ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tmi_skeleton_read(tmiScene *scene, const tmMechanism *m, const tmFrame *frames) {
    tmiSkeleton *k = tmi_arena_alloc(&scene->arena, 1, sizeof *k);
    if (!k) {
        return TM_ERR_MEMORY;
    }
    scene->skeleton = k;
    k->mechanism = m;
    k->mark_count = tm_feature_count(m);
    k->marks = tmi_arena_alloc(&scene->arena, (size_t)k->mark_count, sizeof *k->marks);
    k->links = tmi_arena_alloc(&scene->arena, (size_t)scene->body_count, sizeof *k->links);
    k->joints = tmi_arena_alloc(&scene->arena, (size_t)tm_joint_count(m), sizeof *k->joints);
    if (!k->marks || !k->links || !k->joints) {
        return TM_ERR_MEMORY;
    }
    read_marks(k);
    tmStatus status = make_links(scene, k);
    status = status == TM_OK ? read_joints(scene, k, frames) : status;
    status = status == TM_OK ? read_traced(scene, k) : status;
    return status == TM_OK ? read_sectors(scene, k) : status;
}
