/* mechanism_from_model.c: the planar mechanism of a model: the bridge from definitions to plans.
 *
 * Bodies keep their places. A hinge becomes the joint that does the same in the plane; those that
 * have none there are left to the general solver. */
#include "analyse/kinematics/kinematics.h"
#include "analyse/kinematics/mechanism/mechanism.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* What is being made. */
typedef struct Bridge {
    const tmModel *model;
    const tmFrame *frames; /* of all bodies */
    tmMechanism *mechanism;
    tmJointInfo joint;
    tmJointDef def;
    tmStatus status;
} Bridge;

/* ---- Features ------------------------------------------------------------------------------ */

/* A feature of the mechanism with the direction (x, y) in its body's axes. */
static tmFeatureId feature_towards(Bridge *b, const tmPointOn *on, double x, double y) {
    tmFeatureDef def = tm_feature_def_default();
    tmFeatureId id = {0};
    def.body = tm_body_at(b->mechanism, b->joint.bodies[on->body]);
    def.x = on->point[0];
    def.y = on->point[1];
    def.angle = tmi_atan2(y, x);
    if (b->status == TM_OK) {
        b->status = tm_feature_add(b->mechanism, &def, &id);
    }
    return id;
}

static tmFeatureId feature_at(Bridge *b, const tmPointOn *on) {
    return feature_towards(b, on, 1.0, 0.0);
}

/* With the direction of an axis that lies in the plane. */
static tmFeatureId feature_along(Bridge *b, const tmPointOn *on) {
    return feature_towards(b, on, on->direction[0], on->direction[1]);
}

/* At the first point, towards the second. */
static tmFeatureId feature_from_to(Bridge *b, const tmPointOn *from, const tmPointOn *to) {
    return feature_towards(b, from, to->point[0] - from->point[0], to->point[1] - from->point[1]);
}

static tmPose pose_of(const tmFrame *frame) {
    double w = frame->rotation[0], z = frame->rotation[3];
    double length = w * w + z * z; /* of a turn about z: 1 */
    return (tmPose){frame->position[0], frame->position[1], (w * w - z * z) / length,
                    2.0 * w * z / length};
}

static void world_point(const Bridge *b, const tmPointOn *on, double *x, double *y) {
    tmPose pose = pose_of(&b->frames[b->joint.bodies[on->body]]);
    *x = pose.x + pose.c * on->point[0] - pose.s * on->point[1];
    *y = pose.y + pose.s * on->point[0] + pose.c * on->point[1];
}

static double distance(const Bridge *b, const tmPointOn *first, const tmPointOn *second) {
    double x, y, u, v;
    world_point(b, first, &x, &y);
    world_point(b, second, &u, &v);
    return tmi_hypot(u - x, v - y);
}

/* ---- Kinds --------------------------------------------------------------------------------- */

/* The second part's feature comes first: angles and displacements are then those of the first part
 * as seen from the second, as the language has it. */
static void set_features(Bridge *b, tmJointKind kind, tmFeatureId second, tmFeatureId first) {
    b->def.kind = kind;
    b->def.features[0] = second;
    b->def.features[1] = first;
}

static bool add_pin(Bridge *b) {
    const tmPointOn *pair = b->joint.use.pairs[0];
    set_features(b, TM_JOINT_REVOLUTE, feature_at(b, &pair[1]), feature_at(b, &pair[0]));
    return true;
}

/* Two axes, or two lines through two points each. */
static bool add_lines(Bridge *b, tmJointKind kind) {
    const tmPointOn(*pairs)[2] = b->joint.use.pairs;
    if (pairs[0][0].is_axis) {
        set_features(b, kind, feature_along(b, &pairs[0][1]), feature_along(b, &pairs[0][0]));
    } else {
        set_features(b, kind, feature_from_to(b, &pairs[0][1], &pairs[1][1]),
                     feature_from_to(b, &pairs[0][0], &pairs[1][0]));
    }
    return true;
}

static bool add_slider(Bridge *b) {
    return add_lines(b, TM_JOINT_PRISMATIC);
}

static bool add_rigid(Bridge *b) {
    const tmPointOn(*pairs)[2] = b->joint.use.pairs;
    if (b->joint.use.pair_count == 1 && !pairs[0][0].is_axis) {
        set_features(b, TM_JOINT_RIGID, feature_at(b, &pairs[0][1]), feature_at(b, &pairs[0][0]));
        return true;
    }
    return add_lines(b, TM_JOINT_RIGID);
}

/* The point and the axis of a pair, in whichever order it has them; false: it has two of a kind. */
static bool point_and_axis(const tmPointOn pair[2], const tmPointOn **point,
                           const tmPointOn **axis) {
    *point = &pair[pair[0].is_axis ? 1 : 0];
    *axis = &pair[pair[0].is_axis ? 0 : 1];
    return pair[0].is_axis != pair[1].is_axis;
}

static bool add_on_line(Bridge *b) {
    const tmPointOn *point, *axis;
    bool fits = point_and_axis(b->joint.use.pairs[0], &point, &axis);
    set_features(b, TM_JOINT_SLOT, feature_along(b, axis), feature_at(b, point));
    return fits;
}

/* The plane across an axis is seen as a line across it. */
static bool add_on_plane(Bridge *b) {
    const tmPointOn *point, *axis;
    bool fits = point_and_axis(b->joint.use.pairs[0], &point, &axis);
    set_features(b, TM_JOINT_SLOT,
                 feature_towards(b, axis, -axis->direction[1], axis->direction[0]),
                 feature_at(b, point));
    return fits;
}

static bool add_rod(Bridge *b) {
    const tmPointOn *pair = b->joint.use.pairs[0];
    double length = b->joint.use.arguments[0];
    set_features(b, TM_JOINT_DISTANCE, feature_at(b, &pair[1]), feature_at(b, &pair[0]));
    b->def.value = length == length ? length : distance(b, &pair[0], &pair[1]);
    return true;
}

/* Turns of the first part for a turn of the second: below zero wheels that mesh outside, above zero
 * one in the other, the larger as the ring. */
static bool add_gear(Bridge *b) {
    const tmPointOn *pair = b->joint.use.pairs[0];
    double ratio = b->joint.use.arguments[0];
    bool ring_first = ratio > 0.0 && ratio < 1.0;
    if (ratio == 1.0) {
        return false; /* equal wheels one inside the other: only in space */
    }
    tmFeatureId first = feature_at(b, &pair[0]), second = feature_at(b, &pair[1]);
    set_features(b, ratio < 0.0 ? TM_JOINT_GEAR : TM_JOINT_INNER_GEAR, ring_first ? first : second,
                 ring_first ? second : first);
    b->def.radii[0] = ring_first ? 1.0 / ratio : fabs(ratio);
    b->def.radii[1] = 1.0;
    return true;
}

/* The axis that lies in the plane is the rack's. */
static bool add_rack(Bridge *b) {
    const tmPointOn *pair = b->joint.use.pairs[0];
    int rack = pair[0].is_axis && pair[0].direction[2] == 0.0 ? 0 : 1;
    set_features(b, TM_JOINT_RACK, feature_along(b, &pair[rack]), feature_at(b, &pair[1 - rack]));
    b->def.radii[1] = b->joint.use.arguments[0];
    return pair[rack].is_axis;
}

static bool add_belt(Bridge *b) {
    const tmPointOn *pair = b->joint.use.pairs[0];
    const double *arguments = b->joint.use.arguments;
    set_features(b, arguments[2] == 1.0 ? TM_JOINT_CROSSED_BELT : TM_JOINT_BELT,
                 feature_at(b, &pair[0]), feature_at(b, &pair[1]));
    b->def.radii[0] = arguments[0];
    b->def.radii[1] = arguments[1];
    return true;
}

static bool add_tackle(Bridge *b) {
    return b->joint.use.pair_count == 1 && add_rod(b);
}

/* A follower's point: the lift is the pitch curve. Samples make a spline, which is off by some
 * 1e-9 of a smooth lift. */
#define CAM_SAMPLES 720

static bool add_cam(Bridge *b, double *profile) {
    const tmPointOn *pair = b->joint.use.pairs[0];
    const tmCurve *lift = &b->joint.use.curves[0];
    bool is_point = !pair[1].is_axis;
    for (int32_t i = 0; is_point && i < CAM_SAMPLES; i++) {
        double y[3];
        lift->at(lift->data, TMI_TWO_PI * i / CAM_SAMPLES, y);
        profile[i] = y[0];
    }
    set_features(b, TM_JOINT_ROLLER_CAM, feature_at(b, &pair[0]), feature_at(b, &pair[1]));
    b->def.profile = profile;
    b->def.profile_count = CAM_SAMPLES;
    return is_point;
}

static const struct {
    const char *name;
    bool (*add)(Bridge *b);
} kinds[] = {
    {"pin", add_pin},
    {"ball.and.socket", add_pin},
    {"slider", add_slider},
    {"cylindrical", add_slider},
    {"rigid", add_rigid},
    {"point_on_line", add_on_line},
    {"point_on_plane", add_on_plane},
    {"rod", add_rod},
    {"gear", add_gear},
    {"rack", add_rack},
    {"belt", add_belt},
    {"tackle", add_tackle},
};

/* ---- Joints and bodies --------------------------------------------------------------------- */

static bool describe(Bridge *b, double *profile) {
    const char *name = b->joint.kind->name;
    if (strcmp(name, "cam") == 0) {
        return add_cam(b, profile);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return kinds[i].add(b);
        }
    }
    return false;
}

static bool has_rows(const tmJointInfo *joint) {
    return joint->row_count > 0;
}

static bool is_placed(const tmJointInfo *joint) {
    bool found = false;
    for (int32_t i = 0; i < joint->row_count; i++) {
        found |= joint->rows[i].as_placed;
    }
    return found;
}

static tmStatus add_joint(Bridge *b, int32_t index, tmJointId *id) {
    double profile[CAM_SAMPLES];
    b->status = tm_model_joint(b->model, index, &b->joint);
    b->def = tm_joint_def_default();
    b->def.name = b->joint.name;
    if (!describe(b, profile)) {
        return b->status == TM_OK ? TM_ERR_UNSUPPORTED : b->status;
    }
    return b->status == TM_OK ? tm_joint_add(b->mechanism, &b->def, id) : b->status;
}

static tmStatus add_joints(Bridge *b, bool placed, tmJointId *joints) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < tm_model_joint_count(b->model) && status == TM_OK; i++) {
        tmJointInfo joint;
        tmJointId id = {0};
        status = tm_model_joint(b->model, i, &joint);
        if (status == TM_OK && has_rows(&joint) && (placed || !is_placed(&joint))) {
            status = add_joint(b, i, &id);
        }
        if (joints) {
            joints[i] = id;
        }
    }
    return status;
}

/* What is fixed is held to the ground where it is. */
static tmStatus hold(tmMechanism *mechanism, tmBodyId body, tmPose pose) {
    tmFeatureDef feature = tm_feature_def_default();
    tmJointDef joint = tm_joint_def_default();
    joint.kind = TM_JOINT_RIGID;
    feature.body = body;
    tmStatus status = tm_feature_add(mechanism, &feature, &joint.features[1]);
    feature.body = tm_mechanism_ground(mechanism);
    feature.x = pose.x;
    feature.y = pose.y;
    feature.angle = tmi_atan2(pose.s, pose.c);
    if (status == TM_OK) {
        status = tm_feature_add(mechanism, &feature, &joint.features[0]);
    }
    return status == TM_OK ? tm_joint_add(mechanism, &joint, &(tmJointId){0}) : status;
}

/* Joints alone do not show where the far end of a link is. */
static void set_middle(tmiPlanarBody *body, const tmShape *shape) {
    tmVec3 low, high;
    body->has_middle = tm_shape_bounds(shape, &low, &high);
    if (body->has_middle) {
        body->middle_x = 0.5 * (low.x + high.x);
        body->middle_y = 0.5 * (low.y + high.y);
        double x = 0.5 * (high.x - low.x), y = 0.5 * (high.y - low.y);
        body->spread = x * x + y * y;
    }
}

static tmStatus add_bodies(Bridge *b) {
    tmStatus status = TM_OK;
    for (int32_t i = 1; i < tm_model_body_count(b->model) && status == TM_OK; i++) {
        tmBodyInfo info;
        tmBodyDef def = tm_body_def_default();
        tmPose pose = pose_of(&b->frames[i]);
        tmBodyId id;
        status = tm_model_body(b->model, i, &info);
        def.name = info.name;
        def.x = pose.x;
        def.y = pose.y;
        def.angle = tmi_atan2(pose.s, pose.c);
        status = status == TM_OK ? tm_body_add(b->mechanism, &def, &id) : status;
        if (status == TM_OK) {
            set_middle(&b->mechanism->bodies[i], info.shape);
        }
        if (status == TM_OK && info.is_fixed) {
            status = hold(b->mechanism, id, pose);
        }
    }
    return status;
}

/* The mechanism of all joints, or of those whose values are known before the parts are assembled.
 */
static tmStatus make(const tmAllocator *allocator, const tmModel *model, const tmFrame *frames,
                     bool placed, tmJointId *joints, tmMechanism **mechanism) {
    Bridge b = {.model = model, .frames = frames};
    tmStatus status = tm_mechanism_create(allocator, &b.mechanism);
    status = status == TM_OK ? add_bodies(&b) : status;
    status = status == TM_OK ? add_joints(&b, placed, joints) : status;
    if (status != TM_OK) {
        tm_mechanism_destroy(b.mechanism);
        b.mechanism = NULL;
    }
    *mechanism = b.mechanism;
    return status;
}

tmStatus tm_mechanism_from_model(const tmAllocator *allocator, const tmModel *model,
                                 const tmFrame *frames, tmJointId *joints,
                                 tmMechanism **mechanism) {
    if (mechanism) {
        *mechanism = NULL;
    }
    if (!model || !frames || !mechanism || !tm_model_world(model).planar) {
        return TM_ERR_ARGUMENT;
    }
    if (tm_diags_total(tm_model_diags(model), TM_ERROR) > 0) {
        return TM_ERR_TEXT;
    }
    return make(allocator, model, frames, true, joints, mechanism);
}

/* ---- Assembly ------------------------------------------------------------------------------ */

/* A placed feature is held where it is placed; its body's direction, too, if the text gives it. */
static tmStatus add_place(tmMechanism *mechanism, const tmPlaceInfo *place) {
    tmFeatureDef feature = tm_feature_def_default();
    tmJointDef joint = tm_joint_def_default();
    tmPose turned =
        pose_of(&(tmFrame){.rotation = {place->rotation[0], 0.0, 0.0, place->rotation[3]}});
    joint.kind = place->is_turned ? TM_JOINT_RIGID : TM_JOINT_REVOLUTE;
    feature.body = tm_body_at(mechanism, place->by.body);
    feature.x = place->by.point[0];
    feature.y = place->by.point[1];
    tmStatus status = tm_feature_add(mechanism, &feature, &joint.features[1]);
    feature.body = tm_mechanism_ground(mechanism);
    feature.x = place->at[0];
    feature.y = place->at[1];
    feature.angle = place->is_turned ? tmi_atan2(turned.s, turned.c) : 0.0;
    if (status == TM_OK) {
        status = tm_feature_add(mechanism, &feature, &joint.features[0]);
    }
    return status == TM_OK ? tm_joint_add(mechanism, &joint, &(tmJointId){0}) : status;
}

static tmStatus add_places(const tmModel *model, tmMechanism *mechanism) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < tm_model_place_count(model) && status == TM_OK; i++) {
        tmPlaceInfo place;
        tmBodyInfo body;
        status = tm_model_place(model, i, &place);
        status = status == TM_OK ? tm_model_body(model, place.by.body, &body) : status;
        if (status == TM_OK && !body.is_fixed && !place.is_rough) {
            status = add_place(mechanism, &place);
        }
    }
    return status;
}

/* A turn about z by the angle whose cosine and sine are given: half of it. */
static void frame_of(const tmPose *pose, tmFrame *frame) {
    double half_c = sqrt(0.5 * (1.0 + fabs(pose->c))), half_s = pose->s / (2.0 * half_c);
    bool far = pose->c < 0.0; /* then cosine and sine of the half change places */
    frame->position[0] = pose->x;
    frame->position[1] = pose->y;
    frame->rotation[0] = far ? fabs(half_s) : half_c;
    frame->rotation[1] = frame->rotation[2] = 0.0;
    frame->rotation[3] = far ? (pose->s < 0.0 ? -half_c : half_c) : half_s;
}

void tmi_poses_of_frames(const tmFrame *frames, int32_t count, tmPose *poses) {
    for (int32_t i = 0; i < count; i++) {
        poses[i] = pose_of(&frames[i]);
    }
}

void tmi_frames_of_poses(const tmPose *poses, int32_t count, tmFrame *frames) {
    for (int32_t i = 0; i < count; i++) {
        frame_of(&poses[i], &frames[i]);
    }
}

tmStatus tmi_assemble_planar(const tmAllocator *allocator, const tmModel *model, tmFrame *frames,
                             tmSolveInfo *info) {
    tmMechanism *mechanism = NULL;
    tmPlan *plan = NULL;
    tmPlanDef def = tm_plan_def_default();
    tmStatus status = make(allocator, model, frames, false, NULL, &mechanism);
    status = status == TM_OK ? add_places(model, mechanism) : status;
    status = status == TM_OK ? tm_plan_create(mechanism, &def, &plan) : status;
    status = status == TM_OK ? tm_plan_move(plan, NULL, info) : status;
    if (status == TM_OK && info->outcome == TM_MOVE_DONE) {
        tmi_frames_of_poses(tm_plan_poses(plan), tm_model_body_count(model), frames);
    }
    tm_plan_destroy(plan);
    tm_mechanism_destroy(mechanism);
    return status;
}
