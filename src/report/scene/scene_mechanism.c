/* scene_mechanism.c: mechanisms without shapes as scenes: which poses are shown, what they reach.
 */
#include "report/scene/skeleton.h"

#include "analyse/kinematics/kinematics.h"

#include <math.h>
#include <string.h>

/* Breadth of a bar: of a mean link's length, and in px. */
#define BAR_OF_LINK 0.125
#define BAR_MIN 1.2
#define BAR_MAX 11.0

/* Minimum ratio of height to width and of width to height: a straight chain needs room, too. */
#define FLATTEST 0.2

static double clamp(double x, double low, double high) {
    return x < low ? low : x < high ? x : high;
}

double tmi_skeleton_fit(tmiSkeleton *k, double scale) {
    k->bar = scale > 0.0 ? clamp(BAR_OF_LINK * k->length * scale, BAR_MIN, BAR_MAX) : BAR_MAX;
    k->font = clamp(1.5 * k->bar, 9.0, 15.0);
    return 2.9 * k->bar + 0.6 * k->font - 6.0; /* stands, letters */
}

/* ---- Bounds -------------------------------------------------------------------------------- */

/* Where the second end runs along the line of the first; a wheel runs over its breadth. */
static void see_run(tmiSkeletonJoint *joint, const tmFrame *frames, const double p[3],
                    const double q[3]) {
    double u[3], more = joint->kind == TM_JOINT_RACK ? fabs(joint->radii[1]) : 0.0;
    tmi_rotate3(frames[joint->end[0].body].rotation, joint->end[0].along, u);
    double along = u[0] * (q[0] - p[0]) + u[1] * (q[1] - p[1]);
    joint->low = along - more < joint->low ? along - more : joint->low;
    joint->high = along + more > joint->high ? along + more : joint->high;
}

/* Points of a sector that must be within the picture. Between two of them it stands out by at most
 * a fiftieth of its radius, which the margin has room for. */
#define SECTOR_PARTS 16

static void see_sector(tmiScene *scene, const tmiSector *sector, const tmFrame *frames) {
    for (int i = 0; i <= SECTOR_PARTS; i++) {
        double c, s, at[3];
        tmi_sincos(sector->from + i * (sector->to - sector->from) / SECTOR_PARTS, &s, &c);
        const double point[3] = {sector->middle[0] + sector->radius * c,
                                 sector->middle[1] + sector->radius * s, 0.0};
        tmi_frame_point(&frames[sector->body], point, at);
        tmi_scene_see(scene, at[0], at[1], 0.0);
    }
}

static void see_pose(tmiScene *scene, const tmFrame *frames) {
    tmiSkeleton *k = scene->skeleton;
    for (int32_t i = 0; i < k->mark_count; i++) {
        double at[3];
        if (k->marks[i].body >= 0) {
            tmi_frame_point(&frames[k->marks[i].body], k->marks[i].point, at);
            tmi_scene_see(scene, at[0], at[1], 0.0);
        }
    }
    for (int32_t i = 0; i < k->joint_count; i++) {
        tmiSkeletonJoint *joint = &k->joints[i];
        double at[TM_JOINT_FEATURES][3];
        for (int32_t e = 0; e < joint->count; e++) {
            tmi_frame_point(&frames[joint->end[e].body], joint->end[e].point, at[e]);
            tmi_scene_see(scene, at[e][0], at[e][1], fabs(joint->radii[e]));
        }
        see_run(joint, frames, at[0], at[1]);
    }
    for (int32_t i = 0; i < scene->def.arc_count; i++) {
        see_sector(scene, &k->sectors[i], frames);
    }
}

/* A rail that moves reaches from its own point to wherever the block runs; a rack only to where its
 * wheel does. */
static void see_rails(tmiScene *scene) {
    for (int32_t i = 0; i < scene->skeleton->joint_count; i++) {
        tmiSkeletonJoint *joint = &scene->skeleton->joints[i];
        const tmiMark *a = &joint->end[0];
        bool is_long = tmi_has_rail(joint) || joint->kind == TM_JOINT_RACK;
        if (tmi_has_rail(joint) && a->body != 0) {
            joint->low = joint->low < 0.0 ? joint->low : 0.0;
            joint->high = joint->high > 0.0 ? joint->high : 0.0;
        }
        for (int32_t pose = 0; is_long && pose < scene->pose_count; pose++) {
            for (int end = 0; end < 2; end++) {
                double at[3], to = end ? joint->high : joint->low;
                const double point[3] = {a->point[0] + to * a->along[0],
                                         a->point[1] + to * a->along[1], 0.0};
                tmi_skeleton_point(scene, pose, a->body, point, at);
                tmi_scene_see(scene, at[0], at[1], 0.0);
            }
        }
    }
}

/* Never flat; wheels alone have no lengths of their own: a fifth of the picture. */
static void widen(tmiScene *scene) {
    tmiPictureBox *box = &scene->box;
    double size[2], max;
    for (int i = 0; i < 2; i++) {
        size[i] = box->high[i] - box->low[i];
    }
    max = size[0] > size[1] ? size[0] : size[1];
    max = max > 0.0 ? max : 1.0;
    for (int i = 0; i < 2; i++) {
        double more = 0.5 * (FLATTEST * max - size[i]);
        box->low[i] -= more > 0.0 ? more : 0.0;
        box->high[i] += more > 0.0 ? more : 0.0;
    }
    scene->skeleton->length = scene->skeleton->length > 0.0 ? scene->skeleton->length : 0.2 * max;
}

/* ---- Poses --------------------------------------------------------------------------------- */

static bool is_finite(const tmPose *poses, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(poses[i].x + poses[i].y + poses[i].c + poses[i].s)) {
            return false;
        }
    }
    return true;
}

/* The driver's angle, without jumps from one pose to the next. */
static double driver_angle(const tmiScene *scene, const tmPose *poses, double before) {
    tmJointDef joint;
    tmBodyId body;
    double angle = 0.0, feature, x, y;
    if (tm_joint_get(scene->skeleton->mechanism, scene->def.driver, &joint) != TM_OK) {
        return 0.0;
    }
    for (int i = 0; i < 2; i++) {
        tm_feature_get(scene->skeleton->mechanism, joint.features[i], &body, &x, &y, &feature);
        const tmPose *pose = &poses[(body.value & TM_ID_LIMIT) - 1];
        angle += (i ? 1.0 : -1.0) * (feature + tmi_atan2(pose->s, pose->c));
    }
    return tmi_unwrap(angle, before);
}

/* The pose that is shown as frame number `frame`. A loop has its end, too. */
static int32_t pose_of(const tmSceneDef *def, int32_t frame, int32_t count) {
    return def->loop && def->frames > 1
               ? (int32_t)((int64_t)frame * (count - 1) / (def->frames - 1))
               : (int32_t)((int64_t)frame * count / def->frames);
}

static void note_paths(tmiScene *scene, const tmFrame *frames, int32_t step) {
    const tmiSkeleton *k = scene->skeleton;
    for (int32_t i = 0; i < scene->path_count; i++) {
        const tmiMark *mark = &k->marks[k->traced[i]];
        double at[3];
        tmi_frame_point(&frames[mark->body], mark->point, at);
        double *to = &scene->paths[2 * (i * scene->path_length + step)];
        to[0] = at[0];
        to[1] = at[1];
    }
}

/* Goes through all poses, and keeps those of the frames. */
static void walk(tmiScene *scene, const tmPose *poses, tmFrame *frames) {
    int32_t bodies = scene->body_count, frame = 0;
    double angle = 0.0;
    for (int32_t i = 0; i < scene->path_length; i++, poses += bodies) {
        bool is_frame =
            frame < scene->def.frames && pose_of(&scene->def, frame, scene->path_length) == i;
        frame += is_frame;
        scene->is_there[i] = is_finite(poses, bodies);
        if (!scene->is_there[i]) {
            continue;
        }
        tmi_frames_of_poses(poses, bodies, frames);
        see_pose(scene, frames);
        note_paths(scene, frames, i);
        angle = driver_angle(scene, poses, angle);
        if (is_frame) {
            size_t first = (size_t)scene->pose_count * (size_t)bodies;
            scene->asked[scene->pose_count] = NAN;
            scene->values[scene->pose_count++] =
                scene->caption == TMI_CAPTION_ANGLE ? angle : frame;
            memcpy(scene->poses + first, frames, (size_t)bodies * sizeof *frames);
        }
    }
}

/* ---- The call ------------------------------------------------------------------------------ */

static tmStatus check(const tmMechanism *m, int32_t count, const tmSceneDef *def) {
    tmJointDef driver;
    tmStatus status = tmi_scene_check(def);
    bool good = count >= def->frames && def->arc_count >= 0 && (def->arcs || !def->arc_count) &&
                def->traced_count >= 0 && (def->traced || !def->traced_count);
    for (int32_t i = 0; status == TM_OK && def->words && i < def->frames; i++) {
        good &= def->words[i] != NULL;
    }
    if (status == TM_OK && !good) {
        return TM_ERR_ARGUMENT;
    }
    return status == TM_OK && def->driver.value && tm_joint_get(m, def->driver, &driver) != TM_OK
               ? TM_ERR_ID
               : status;
}

/* Plates and wheels below, bars above them, so that short cranks stay in sight, then blocks. */
static void order_bodies(tmiScene *scene) {
    const tmiSkeleton *k = scene->skeleton;
    for (int32_t i = 0; i < scene->body_count; i++) {
        int32_t count = k->links[i].count;
        scene->drawn[i].layer = i == 0 || count > 2 ? 1 : count == 2 ? 2 : 3;
        scene->drawn[i].info.color = i == 0 ? TMI_INK : "";
    }
    for (int32_t i = 0; i < k->joint_count; i++) {
        for (int32_t e = 0; k->joints[i].kind >= TM_JOINT_GEAR && e < k->joints[i].count; e++) {
            scene->drawn[k->joints[i].end[e].body].layer = 1;
        }
    }
}

static tmStatus start(tmiScene *scene, const tmMechanism *m, const tmPose *poses, int32_t count) {
    size_t bodies = (size_t)scene->body_count;
    tmFrame *frames = tmi_arena_alloc(&scene->arena, bodies, sizeof *frames);
    scene->drawn = tmi_arena_alloc(&scene->arena, bodies, sizeof *scene->drawn);
    int32_t first = 0;
    while (first < count && !is_finite(poses + (size_t)first * bodies, scene->body_count)) {
        first++;
    }
    if (!frames || !scene->drawn || first == count) {
        return frames && scene->drawn ? TM_ERR_NOT_CONVERGED : TM_ERR_MEMORY;
    }
    tmi_frames_of_poses(poses + (size_t)first * bodies, scene->body_count, frames);
    tmStatus status = tmi_skeleton_read(scene, m, frames);
    scene->path_count = status == TM_OK ? scene->skeleton->traced_count : 0;
    if (status != TM_OK || !tmi_scene_make_room(scene, count)) {
        return status != TM_OK ? status : TM_ERR_MEMORY;
    }
    order_bodies(scene);
    walk(scene, poses, frames);
    see_rails(scene);
    widen(scene);
    return scene->pose_count > 0 ? TM_OK : TM_ERR_NOT_CONVERGED;
}

tmStatus tm_scene_draw_mechanism(const tmAllocator *allocator, const tmMechanism *mechanism,
                                 const tmPose *poses, int32_t count, const tmSceneDef *def,
                                 tmWriteFn *write, void *user) {
    if (!mechanism || !poses || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = check(mechanism, count, def);
    if (status != TM_OK) {
        return status;
    }
    tmiScene scene = {.allocator = tmi_allocator_or_default(allocator),
                      .def = *def,
                      .planar = true,
                      .body_count = tm_body_count(mechanism),
                      .caption =
                          def->driver.value && !def->words ? TMI_CAPTION_ANGLE : TMI_CAPTION_NUMBER,
                      .box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}};
    tmi_arena_init(&scene.arena, scene.allocator);
    status = start(&scene, mechanism, poses, count);
    if (status == TM_OK) {
        status = tmi_scene_put_picture(&scene, write, user);
    }
    tmi_scene_finish(&scene);
    return status;
}
