/* scene.c: pictures of models: poses side by side, with the paths of traced points. */
#include "report/scene/scene_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define SCENE_STAMP 0x5ce4e1u
#define ROUNDING 1e-9     /* of a number of frames */
#define VALUES_MAX 64     /* of all drives, where captions are wanted */
#define SCENE_CHORDS 4e-3 /* how far chords are from curves in space [reach of the shape] */

tmSceneDef tm_scene_def_default(void) {
    return (tmSceneDef){.stamp = SCENE_STAMP,
                        .frames = 6,
                        .seconds = 4.0,
                        .width = 960.0,
                        .title = "",
                        .traces = true,
                        .captions = true,
                        .labels = true};
}

const char *tmi_scene_color(const tmiScene *scene, int32_t body) {
    const tmBodyInfo *info = &scene->drawn[body].info;
    if (*info->color) {
        return info->color;
    }
    return info->is_fixed ? "gainsboro" : tmi_color_of(body - 1);
}

/* ---- Seeing -------------------------------------------------------------------------------- */

void tmi_scene_project(const tmiScene *scene, const double point[3], double seen[3]) {
    const tmiSceneAxes *view = &scene->view;
    const double *axes[3] = {view->right, view->up, view->eye};
    for (int i = 0; i < 3; i++) {
        seen[i] = axes[i][0] * point[0] + axes[i][1] * point[1] + axes[i][2] * point[2];
    }
}

/* Along z, or from the right, above and in front. */
static tmiSceneAxes view_of(bool planar) {
    static const tmiSceneAxes flat = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    tmiSceneAxes view = flat;
    if (!planar) {
        double s, c, sine, cosine;
        tmi_sincos(0.6, &s, &c);         /* to the side */
        tmi_sincos(0.5, &sine, &cosine); /* above */
        view = (tmiSceneAxes){
            {c, 0.0, -s}, {-s * sine, cosine, -c * sine}, {s * cosine, sine, c * cosine}};
    }
    return view;
}

void tmi_scene_see(tmiScene *scene, double x, double y, double by) {
    const double at[2] = {x, y};
    tmiPictureBox *box = &scene->box;
    for (int i = 0; i < 2; i++) {
        box->low[i] = at[i] - by < box->low[i] ? at[i] - by : box->low[i];
        box->high[i] = at[i] + by > box->high[i] ? at[i] + by : box->high[i];
    }
}

/* ---- What is drawn ------------------------------------------------------------------------- */

static double reach_of(const tmShape *shape) {
    tmVec3 low, high;
    if (!tm_shape_bounds(shape, &low, &high)) {
        return 0.0;
    }
    double x = tmi_max(fabs(low.x), fabs(high.x)), y = tmi_max(fabs(low.y), fabs(high.y));
    return tmi_hypot(tmi_hypot(x, y), tmi_max(fabs(low.z), fabs(high.z)));
}

static tmStatus draw_body(tmiScene *scene, tmiDrawn *drawn) {
    if (!drawn->info.shape) {
        return TM_OK;
    }
    drawn->reach = reach_of(drawn->info.shape);
    return scene->planar
               ? tm_outline_create(&scene->allocator, drawn->info.shape, 0.0, &drawn->outline)
               : tm_mesh_of_shape(&scene->allocator, drawn->info.shape, SCENE_CHORDS * drawn->reach,
                                  &drawn->mesh);
}

static tmStatus start(tmiScene *scene, const tmAllocator *allocator, const tmModel *model,
                      const tmSceneDef *def) {
    *scene = (tmiScene){.allocator = tmi_allocator_or_default(allocator),
                        .model = model,
                        .def = *def,
                        .planar = tm_model_world(model).planar,
                        .body_count = tm_model_body_count(model),
                        .box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}};
    tmi_arena_init(&scene->arena, scene->allocator);
    scene->view = view_of(scene->planar);
    scene->drawn = tmi_arena_alloc(&scene->arena, (size_t)scene->body_count, sizeof *scene->drawn);
    tmStatus status = scene->drawn ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = 1; status == TM_OK && i < scene->body_count; i++) {
        tmBodyInfo *info = &scene->drawn[i].info;
        status = tm_model_body(model, i, info);
        info->shape = info->is_hidden ? NULL : info->shape; /* so nothing of it is seen */
        status = status == TM_OK ? draw_body(scene, &scene->drawn[i]) : status;
        /* what stands is behind what moves */
        scene->drawn[i].layer = !scene->drawn[i].outline ? 0 : info->is_fixed ? 1 : 2;
    }
    return status;
}

void tmi_scene_finish(tmiScene *scene) {
    for (int32_t i = 0; scene->drawn && i < scene->body_count; i++) {
        tm_outline_destroy(scene->drawn[i].outline);
        tm_mesh_destroy(scene->drawn[i].mesh);
    }
    tmi_array_clear(scene->allocator, &scene->pushes, &scene->push_capacity, sizeof *scene->pushes);
    tmi_arena_clear(&scene->arena);
}

/* The box of one body's shape, tighter than its reach: the projected corners of its bounds. */
static void see_body(tmiScene *scene, const tmiDrawn *drawn, const tmFrame *frame) {
    tmVec3 low, high;
    double at[3], seen[3];
    tmi_scene_project(scene, frame->position, seen);
    if (!tm_shape_bounds(drawn->info.shape, &low, &high)) {
        return;
    }
    for (int i = 0; i < 8; i++) {
        const double corner[3] = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y,
                                  i & 4 ? high.z : low.z};
        tmi_frame_point(frame, corner, at);
        tmi_scene_project(scene, at, seen);
        tmi_scene_see(scene, seen[0], seen[1], 0.0);
    }
}

static void see_pose(tmiScene *scene, const tmFrame *frames) {
    for (int32_t i = 1; i < scene->body_count; i++) {
        if (scene->drawn[i].info.shape) {
            see_body(scene, &scene->drawn[i], &frames[i]);
        }
    }
    for (int32_t i = 0; i < tm_model_joint_count(scene->model); i++) {
        tmJointInfo joint;
        tm_model_joint(scene->model, i, &joint);
        for (int32_t k = 0; tmi_scene_shows(scene, &joint) && k < joint.use.pair_count; k++) {
            const tmPointOn *on = &joint.use.pairs[k][0];
            double at[3], seen[3];
            tmi_frame_point(&frames[joint.bodies[on->body]], on->point, at);
            tmi_scene_project(scene, at, seen);
            tmi_scene_see(scene, seen[0], seen[1], 0.0);
        }
    }
}

/* ---- Walking ------------------------------------------------------------------------------- */

bool tmi_scene_make_room(tmiScene *scene, int32_t steps) {
    size_t paths = (size_t)scene->path_count;
    scene->path_length = steps;
    scene->poses = tmi_arena_alloc(
        &scene->arena, (size_t)scene->def.frames * (size_t)scene->body_count, sizeof(tmFrame));
    scene->values =
        tmi_arena_alloc(&scene->arena, (size_t)scene->def.frames, sizeof *scene->values);
    scene->asked = tmi_arena_alloc(&scene->arena, (size_t)scene->def.frames, sizeof *scene->asked);
    scene->paths = tmi_arena_alloc(&scene->arena, 2 * (paths * (size_t)steps + 1), sizeof(double));
    scene->is_there = tmi_arena_alloc(&scene->arena, (size_t)steps, sizeof *scene->is_there);
    return scene->poses && scene->values && scene->asked && scene->paths && scene->is_there;
}

static void note_paths(tmiScene *scene, const tmFrame *frames, int32_t step) {
    for (int32_t i = 0; i < scene->path_count; i++) {
        tmPointOn point;
        double at[3], seen[3];
        tm_model_trace(scene->model, i, &point);
        tmi_frame_point(&frames[point.body], point.point, at);
        tmi_scene_project(scene, at, seen);
        double *to = &scene->paths[2 * (i * scene->path_length + step)];
        to[0] = seen[0];
        to[1] = seen[1];
        tmi_scene_see(scene, seen[0], seen[1], 0.0);
    }
}

/* Which fraction of the motion poses side by side are taken from: the first turn of several.
 * *closes: its last pose is the first again: the only value turns by whole turns. */
static double shown_part(const tmiScene *scene, bool *closes) {
    double first[VALUES_MAX], last[VALUES_MAX];
    *closes = false;
    if (scene->def.loop || scene->caption != TMI_CAPTION_ANGLE ||
        tm_model_animate(scene->model).value_count > VALUES_MAX ||
        tm_model_drive_values(scene->model, 0.0, first) != TM_OK ||
        tm_model_drive_values(scene->model, 1.0, last) != TM_OK) {
        return 1.0;
    }
    double range = fabs(last[0] - first[0]);
    *closes = tm_model_animate(scene->model).value_count == 1 && range > TMI_TWO_PI * (1.0 - 1e-9);
    return range > TMI_TWO_PI * (1.0 + 1e-9) ? TMI_TWO_PI / range : 1.0;
}

/* Keeps a pose with the value that the first drive should have there, or its time. */
static void keep_pose(tmiScene *scene, const tmFrame *frames, double value, bool is_reached) {
    size_t size = (size_t)scene->body_count;
    scene->asked[scene->pose_count] = is_reached ? NAN : value;
    scene->values[scene->pose_count] =
        is_reached ? value : tmi_scene_drive_now(scene->model, frames, value);
    memcpy(scene->poses + (size_t)scene->pose_count++ * size, frames, size * sizeof *frames);
    see_pose(scene, frames);
}

/* The value of the first drive at this part of the way. */
static double drive_value(tmiScene *scene, double part) {
    double values[VALUES_MAX] = {0.0};
    if (scene->caption != TMI_CAPTION_NONE &&
        tm_model_drive_values(scene->model, part, values) != TM_OK) {
        scene->caption = TMI_CAPTION_NONE;
    }
    return values[0];
}

/* Whether the policy lets bodies stand where a move ended. */
static bool is_shown(const tmiScene *scene, const tmSolveInfo *info) {
    tmOnBreak policy = tm_model_animate(scene->model).on_break;
    return info->outcome == TM_MOVE_DONE || info->outcome == TM_MOVE_STRETCHED ||
           (info->outcome == TM_MOVE_FOLD && policy == TM_ON_BREAK_SEARCH);
}

static tmiCaption caption_of(const tmModel *model) {
    tmDriveInfo drive;
    bool has_drive = tm_model_drive(model, 0, &drive) == TM_OK && drive.kind != TM_DRIVE_POSITION &&
                     tm_model_animate(model).value_count <= VALUES_MAX;
    return !has_drive ? TMI_CAPTION_NONE : drive.is_angle ? TMI_CAPTION_ANGLE : TMI_CAPTION_LENGTH;
}

/* Goes through all frames; every so many a pose is kept, both ends among them. Of a full turn the
 * last is the first again: the poses are then at 0, 1/n, … of it. */
static tmStatus walk(tmiScene *scene, tmAnimation *animation) {
    int32_t steps = scene->path_length, wanted = scene->def.frames;
    bool closes;
    double shown = shown_part(scene, &closes) * (steps - 1);
    int32_t gaps = closes || wanted == 1 ? wanted : wanted - 1;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < steps && status != TM_ERR_MEMORY; i++) {
        tmSolveInfo info = {.outcome = TM_MOVE_NOT_CONVERGED};
        status = tm_animation_move(animation, i, &info);
        const tmFrame *frames = tm_animation_frames(animation);
        scene->is_there[i] = status == TM_OK && info.outcome == TM_MOVE_DONE;
        if (status != TM_OK || !is_shown(scene, &info)) {
            continue;
        }
        note_paths(scene, frames, i);
        if (scene->pose_count < wanted &&
            i >= (int32_t)(scene->pose_count * shown / gaps + ROUNDING)) {
            keep_pose(scene, frames, drive_value(scene, (double)i / (steps - 1)),
                      scene->is_there[i]);
        }
    }
    tm_animation_reset(animation);
    return status == TM_ERR_MEMORY ? status : TM_OK;
}

/* ---- Moments ------------------------------------------------------------------------------- */

/* Maximum points of a path: more cannot be distinguished. */
#define PATH_POINTS_MAX 3000

/* Coordinates beyond this are those of a run that has failed; their squares overflow [m]. */
#define FAR 1e100

static bool can_be_seen(const tmiScene *scene, const tmFrame *frames) {
    for (int32_t i = 0; i < scene->body_count; i++) {
        for (int k = 0; k < 7; k++) {
            double x = k < 3 ? frames[i].position[k] : frames[i].rotation[k - 3];
            if (!(fabs(x) < FAR)) {
                return false;
            }
        }
    }
    return true;
}

static double moment_time(const tmiRecordedMoments *moments, int32_t index) {
    tmRecordedFrame frame;
    moments->at(moments->user, index, &frame);
    return frame.time;
}

/* The moment nearest to `time`. */
static int32_t find_moment(const tmiRecordedMoments *moments, double time) {
    int32_t low = 0, high = moments->count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        bool is_before = moment_time(moments, middle) <= time;
        low = is_before ? middle : low;
        high = is_before ? high : middle;
    }
    if (low + 1 < moments->count) {
        low += moment_time(moments, low + 1) - time < time - moment_time(moments, low);
    }
    return low;
}

/* Decimals that distinguish times of such a run. */
static int32_t decimals_of(double duration) {
    int32_t decimals = duration < 100.0 ? 2 : 1;
    for (; duration < 1.0 && duration > 0.0 && decimals < 12; duration *= 10.0) {
        decimals++;
    }
    return decimals;
}

static void keep_paths(tmiScene *scene, const tmiRecordedMoments *moments) {
    int32_t gaps = scene->path_length > 1 ? scene->path_length - 1 : 1;
    for (int32_t i = 0; i < scene->path_length; i++) {
        tmRecordedFrame frame;
        moments->at(moments->user, (int32_t)((int64_t)i * (moments->count - 1) / gaps), &frame);
        scene->is_there[i] = !frame.is_unreached && can_be_seen(scene, frame.frames);
        if (scene->is_there[i]) {
            note_paths(scene, frame.frames, i);
        }
    }
}

/* Keeps poses at evenly spaced times, both ends among them, and the paths between. */
static tmStatus keep_moments(tmiScene *scene, const tmiRecordedMoments *moments) {
    double first = moment_time(moments, 0), last = moment_time(moments, moments->count - 1);
    int32_t wanted = scene->def.frames, before = -1;
    tmStatus status = TM_OK;
    scene->decimals = decimals_of(last - first);
    keep_paths(scene, moments);
    for (int32_t i = 0; i < wanted && status == TM_OK; i++) {
        double part = wanted > 1 ? (double)i / (wanted - 1) : 0.0;
        int32_t at = find_moment(moments, first + part * (last - first));
        tmRecordedFrame frame;
        moments->at(moments->user, at, &frame);
        if (at != before && can_be_seen(scene, frame.frames)) {
            scene->steps[scene->pose_count] =
                moments->count > 1
                    ? (int32_t)((int64_t)at * (scene->path_length - 1) / (moments->count - 1))
                    : 0;
            keep_pose(scene, frame.frames,
                      scene->caption == TMI_CAPTION_TIME ? frame.time
                                                         : drive_value(scene, frame.time),
                      !frame.is_unreached);
            status = tmi_scene_keep_pushes(scene, &frame);
        }
        before = at;
    }
    return status;
}

/* ---- Calls --------------------------------------------------------------------------------- */

tmStatus tmi_scene_check(const tmSceneDef *def) {
    if (def->stamp != SCENE_STAMP) {
        return TM_ERR_DEF;
    }
    bool good = def->frames >= 1 && def->frames <= TM_SCENE_LIMIT && def->width >= 50.0 &&
                def->width <= 20000.0 && def->seconds >= 0.1 && def->title && def->columns >= 0 &&
                !(def->ghosts && def->loop);
    return good ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tm_scene_draw(const tmAllocator *allocator, tmAnimation *animation, const tmSceneDef *def,
                       tmWriteFn *write, void *user) {
    tmiScene scene;
    if (!animation || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tmi_scene_check(def);
    if (status != TM_OK) {
        return status;
    }
    const tmModel *model = tm_animation_model(animation);
    status = start(&scene, allocator, model, def);
    scene.path_count = def->traces ? tm_model_animate(model).trace_count : 0;
    scene.caption = caption_of(model);
    status = status == TM_OK && def->loop && !scene.planar ? TM_ERR_UNSUPPORTED : status;
    if (status == TM_OK && !tmi_scene_make_room(&scene, tm_animation_info(animation)->frames)) {
        status = TM_ERR_MEMORY;
    }
    if (status == TM_OK) {
        status = walk(&scene, animation);
    }
    if (status == TM_OK) {
        status = scene.pose_count > 0 ? tmi_scene_put_picture(&scene, write, user)
                                      : TM_ERR_NOT_CONVERGED;
    }
    tmi_scene_finish(&scene);
    return status;
}

tmStatus tm_scene_draw_pose(const tmAllocator *allocator, const tmModel *model,
                            const tmFrame *frames, const tmSceneDef *def, tmWriteFn *write,
                            void *user) {
    tmiScene scene;
    if (!model || !frames || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmSceneDef one = *def;
    one.frames = 1;
    tmStatus status = tmi_scene_check(&one);
    if (status != TM_OK) {
        return status;
    }
    status = start(&scene, allocator, model, &one);
    if (status == TM_OK && !tmi_scene_make_room(&scene, 1)) {
        status = TM_ERR_MEMORY;
    }
    if (status == TM_OK) {
        memcpy(scene.poses, frames, (size_t)scene.body_count * sizeof *frames);
        scene.pose_count = 1;
        see_pose(&scene, frames);
        status = tmi_scene_put_picture(&scene, write, user);
    }
    tmi_scene_finish(&scene);
    return status;
}

static int32_t trace_count(const tmModel *model) {
    tmPointOn point;
    int32_t count = 0;
    while (tm_model_trace(model, count, &point) == TM_OK) {
        count++;
    }
    return count;
}

tmStatus tmi_scene_draw_moments(const tmAllocator *allocator, const tmModel *model,
                                const tmiRecordedMoments *moments, const tmSceneDef *def,
                                tmWriteFn *write, void *user) {
    tmiScene scene;
    tmStatus status = moments->count > 0 ? tmi_scene_check(def) : TM_ERR_ARGUMENT;
    if (status != TM_OK) {
        return status;
    }
    status = start(&scene, allocator, model, def);
    scene.path_count = def->traces ? trace_count(model) : 0;
    scene.caption = tm_model_animate(model).drive_count > 0 ? caption_of(model) : TMI_CAPTION_TIME;
    status = status == TM_OK && def->loop && !scene.planar ? TM_ERR_UNSUPPORTED : status;
    scene.steps = tmi_arena_alloc(&scene.arena, (size_t)def->frames, sizeof *scene.steps);
    if (status == TM_OK &&
        (!scene.steps ||
         !tmi_scene_make_room(&scene, moments->count < PATH_POINTS_MAX ? moments->count
                                                                       : PATH_POINTS_MAX))) {
        status = TM_ERR_MEMORY;
    }
    status = status == TM_OK ? keep_moments(&scene, moments) : status;
    if (status == TM_OK) {
        status = scene.pose_count > 0 ? tmi_scene_put_picture(&scene, write, user)
                                      : TM_ERR_NOT_CONVERGED;
    }
    tmi_scene_finish(&scene);
    return status;
}
