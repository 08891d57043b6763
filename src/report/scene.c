/* scene.c: pictures of models: poses side by side, with the paths of traced points. */
#include "report/scene.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define STAMP 0x5ce4e1u
#define VALUES_MOST 64 /* of all drives, where captions are wanted */
#define TITLE 34.0
#define MARGIN 14.0
#define GAP 16.0
#define CAPTION 18.0
#define CHORDS 4e-3     /* how far chords are from curves in space [reach of the shape] */
#define CELL_MOST 320.0 /* height of a pose [px] */

tmSceneDef tm_scene_def_default(void) {
    return (tmSceneDef){.stamp = STAMP,
                        .frames = 6,
                        .seconds = 4.0,
                        .width = 960.0,
                        .title = "",
                        .traces = true,
                        .captions = true};
}

const char *tmi_scene_color(const tmiScene *scene, int32_t body) {
    static const char *const palette[] = {"steelblue",    "goldenrod", "seagreen", "indianred",
                                          "mediumpurple", "darkcyan",  "peru",     "slategray"};
    const tmBodyInfo *info = &scene->drawn[body].info;
    if (*info->color) {
        return info->color;
    }
    return info->is_fixed ? "gainsboro" : palette[(body - 1) % 8];
}

/* ---- Seeing -------------------------------------------------------------------------------- */

void tmi_scene_project(const tmiScene *scene, const double point[3], double seen[3]) {
    const tmiView *view = &scene->view;
    const double *axes[3] = {view->right, view->up, view->eye};
    for (int i = 0; i < 3; i++) {
        seen[i] = axes[i][0] * point[0] + axes[i][1] * point[1] + axes[i][2] * point[2];
    }
}

/* Along z, or from the right, above and in front. */
static tmiView view_of(bool planar) {
    static const tmiView flat = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    tmiView view = flat;
    if (!planar) {
        double s, c, sine, cosine;
        tmi_sincos(0.6, &s, &c);         /* to the side */
        tmi_sincos(0.5, &sine, &cosine); /* above */
        view =
            (tmiView){{c, 0.0, -s}, {-s * sine, cosine, -c * sine}, {s * cosine, sine, c * cosine}};
    }
    return view;
}

static void grow(tmiBox *box, double x, double y, double by) {
    const double at[2] = {x, y};
    for (int i = 0; i < 2; i++) {
        box->low[i] = at[i] - by < box->low[i] ? at[i] - by : box->low[i];
        box->high[i] = at[i] + by > box->high[i] ? at[i] + by : box->high[i];
    }
}

/* ---- What is drawn ------------------------------------------------------------------------- */

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double reach_of(const tmShape *shape) {
    tmVec3 low, high;
    if (!tm_shape_bounds(shape, &low, &high)) {
        return 0.0;
    }
    double x = larger(fabs(low.x), fabs(high.x)), y = larger(fabs(low.y), fabs(high.y));
    return tmi_hypot(tmi_hypot(x, y), larger(fabs(low.z), fabs(high.z)));
}

static tmStatus draw_body(tmiScene *scene, tmiDrawn *drawn) {
    if (!drawn->info.shape) {
        return TM_OK;
    }
    drawn->reach = reach_of(drawn->info.shape);
    return scene->planar
               ? tm_outline_create(&scene->allocator, drawn->info.shape, 0.0, &drawn->outline)
               : tm_mesh_of_shape(&scene->allocator, drawn->info.shape, CHORDS * drawn->reach,
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
        status = tm_model_body(model, i, &scene->drawn[i].info);
        status = status == TM_OK ? draw_body(scene, &scene->drawn[i]) : status;
    }
    return status;
}

static void finish(tmiScene *scene) {
    for (int32_t i = 0; scene->drawn && i < scene->body_count; i++) {
        tm_outline_destroy(scene->drawn[i].outline);
        tm_mesh_destroy(scene->drawn[i].mesh);
    }
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
        grow(&scene->box, seen[0], seen[1], 0.0);
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
        for (int32_t k = 0; k < joint.use.pair_count; k++) {
            const tmPointOn *on = &joint.use.pairs[k][0];
            double at[3], seen[3];
            tmi_frame_point(&frames[joint.bodies[on->body]], on->point, at);
            tmi_scene_project(scene, at, seen);
            grow(&scene->box, seen[0], seen[1], 0.0);
        }
    }
}

/* ---- Walking ------------------------------------------------------------------------------- */

static bool make_room(tmiScene *scene, int32_t steps) {
    size_t paths = (size_t)scene->path_count;
    scene->path_length = steps;
    scene->poses = tmi_arena_alloc(
        &scene->arena, (size_t)scene->def.frames * (size_t)scene->body_count, sizeof(tmFrame));
    scene->values =
        tmi_arena_alloc(&scene->arena, (size_t)scene->def.frames, sizeof *scene->values);
    scene->paths = tmi_arena_alloc(&scene->arena, 2 * (paths * (size_t)steps + 1), sizeof(double));
    scene->is_there = tmi_arena_alloc(&scene->arena, (size_t)steps, sizeof *scene->is_there);
    return scene->poses && scene->values && scene->paths && scene->is_there;
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
        grow(&scene->box, seen[0], seen[1], 0.0);
    }
}

/* The part of the way that poses side by side are taken from: the first turn of several. */
static double shown_part(const tmiScene *scene) {
    double first[VALUES_MOST], last[VALUES_MOST];
    if (scene->def.loop || !scene->is_angle ||
        tm_model_animate(scene->model).value_count > VALUES_MOST ||
        tm_model_drive_values(scene->model, 0.0, first) != TM_OK ||
        tm_model_drive_values(scene->model, 1.0, last) != TM_OK) {
        return 1.0;
    }
    double range = fabs(last[0] - first[0]);
    return range > TMI_TWO_PI * (1.0 + 1e-9) ? TMI_TWO_PI / range : 1.0;
}

static void keep_pose(tmiScene *scene, const tmFrame *frames, double part) {
    double values[VALUES_MOST] = {0.0};
    size_t size = (size_t)scene->body_count;
    if (scene->has_drive) {
        scene->has_drive = tm_model_drive_values(scene->model, part, values) == TM_OK;
    }
    scene->values[scene->pose_count] = values[0];
    memcpy(scene->poses + (size_t)scene->pose_count++ * size, frames, size * sizeof *frames);
    see_pose(scene, frames);
}

/* Whether the policy lets bodies stand where a move ended. */
static bool is_shown(const tmiScene *scene, const tmSolveInfo *info) {
    tmOnBreak policy = tm_model_animate(scene->model).on_break;
    return info->outcome == TM_MOVE_DONE || info->outcome == TM_MOVE_STRETCHED ||
           (info->outcome == TM_MOVE_FOLD && policy == TM_ON_BREAK_SEARCH);
}

/* Goes through all frames; every so many a pose is kept: at the parts 0, 1/n, … of the way, since
 * of a full turn the last is the first again. A loop has its end, too. */
static void walk(tmiScene *scene, tmAnimation *animation) {
    int32_t steps = scene->path_length, wanted = scene->def.frames;
    int32_t gaps = scene->def.loop && wanted > 1 ? wanted - 1 : wanted;
    double shown = shown_part(scene) * (steps - 1);
    for (int32_t i = 0; i < steps; i++) {
        tmSolveInfo info = {.outcome = TM_MOVE_NOT_CONVERGED};
        tmStatus status = tm_animation_move(animation, i, &info);
        const tmFrame *frames = tm_animation_frames(animation);
        scene->is_there[i] = status == TM_OK && info.outcome == TM_MOVE_DONE;
        if (status != TM_OK || !is_shown(scene, &info)) {
            continue;
        }
        note_paths(scene, frames, i);
        if (scene->pose_count < wanted && i >= (int32_t)(scene->pose_count * shown / gaps)) {
            keep_pose(scene, frames, (double)i / (steps - 1));
        }
    }
    tm_animation_reset(animation);
}

/* ---- The picture --------------------------------------------------------------------------- */

static void put_paths(const tmiScene *scene, tmiSvg *svg, double scale, double x, double y) {
    for (int32_t i = 0; i < scene->path_count; i++) {
        const double *path = &scene->paths[2 * i * scene->path_length];
        bool pen = false;
        tmi_svg_raw(svg, "<path class=\"trace\" d=\"");
        for (int32_t k = 0; k < scene->path_length; k++) {
            if (scene->is_there[k]) {
                tmi_svg_path_point(svg, pen ? 'L' : 'M',
                                   x + scale * (path[2 * k] - scene->box.low[0]),
                                   y + scale * (scene->box.high[1] - path[2 * k + 1]));
            }
            pen = scene->is_there[k];
        }
        tmi_svg_raw(svg, "\"/>");
    }
}

/* How poses share the width: as many in a row as leave them large. */
static int32_t columns_of(const tmiScene *scene, double width, double height) {
    double room = scene->def.width - 2.0 * MARGIN, best = 0.0;
    int32_t columns = 1;
    for (int32_t n = 1; n <= scene->pose_count; n++) {
        double cell = (room - GAP * (n - 1)) / n, scale = cell / width;
        scale = scale * height > CELL_MOST ? CELL_MOST / height : scale;
        int32_t rows = (scene->pose_count + n - 1) / n;
        double total = rows * (scale * height + GAP);
        double worth = scale / (1.0 + total / (0.9 * room)); /* large, but not a tower */
        if (worth > best) {
            best = worth;
            columns = n;
        }
    }
    return columns;
}

static const char style[] =
    "<style>.trace{fill:none;stroke:#c8442e;stroke-width:1.3;stroke-linejoin:round}"
    ".body{stroke:#22303c;stroke-width:0.9;stroke-linejoin:round;stroke-opacity:0.75}"
    ".pin{fill:#ffffff;stroke:#22303c;stroke-width:1.2}"
    ".facet{fill:currentColor;stroke:currentColor;stroke-width:0.6;stroke-linejoin:round}"
    ".caption{font:11px system-ui,sans-serif;fill:#5b6b78;text-anchor:middle}</style>";

/* The value of the first drive: degrees, or millimetres. */
static void put_caption(const tmiScene *scene, tmiSvg *svg, int32_t pose, double x, double y) {
    char buffer[48];
    tmiText text;
    double value = scene->values[pose];
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_short(&text, scene->is_angle ? value * (360.0 / TMI_TWO_PI) : 1000.0 * value, 1);
    tmi_text_add(&text, scene->is_angle ? "°" : " mm");
    tmi_svg_open(svg, "text");
    tmi_svg_attr(svg, "class", "caption");
    tmi_svg_attr_number(svg, "x", x);
    tmi_svg_attr_number(svg, "y", y);
    tmi_svg_end(svg, false);
    tmi_svg_raw(svg, buffer);
    tmi_svg_close(svg, "text");
}

static double row_height(const tmiScene *scene, double height) {
    return height + GAP + (scene->def.captions && scene->has_drive ? CAPTION : 0.0);
}

static tmStatus put_poses(const tmiScene *scene, tmiSvg *svg, int32_t columns, double cell,
                          double scale, double top) {
    double height = scale * (scene->box.high[1] - scene->box.low[1]);
    double inset = 0.5 * (cell - scale * (scene->box.high[0] - scene->box.low[0]));
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < scene->pose_count && status == TM_OK; i++) {
        const tmFrame *frames = scene->poses + (size_t)i * (size_t)scene->body_count;
        double x = MARGIN + (i % columns) * (cell + GAP) + inset;
        double y = top + (i / columns) * row_height(scene, height);
        if (scene->planar) {
            tmi_scene_put_planar(scene, svg, frames, scale, x, y);
        } else {
            status = tmi_scene_put_space(scene, svg, frames, scale, x, y);
        }
        put_paths(scene, svg, scale, x, y);
        if (scene->def.captions && scene->has_drive) {
            put_caption(scene, svg, i, MARGIN + (i % columns) * (cell + GAP) + 0.5 * cell,
                        y + height + CAPTION - 3.0);
        }
    }
    return status;
}

static tmStatus put_picture(const tmiScene *scene, tmWriteFn *write, void *user) {
    tmiSvg svg;
    double width = scene->box.high[0] - scene->box.low[0];
    double height = scene->box.high[1] - scene->box.low[1];
    double least = 1e-3 * larger(width, height) + 1e-300;
    width = larger(width, least);
    height = larger(height, least);
    int32_t columns = scene->def.loop ? 1 : columns_of(scene, width, height);
    double cell = (scene->def.width - 2.0 * MARGIN - GAP * (columns - 1)) / columns;
    double scale = cell / width;
    double most = scene->def.loop ? 2.0 * CELL_MOST : CELL_MOST;
    scale = scale * height > most ? most / height : scale;
    double top = MARGIN + (*scene->def.title ? TITLE : 0.0);
    int32_t rows = scene->def.loop ? 1 : (scene->pose_count + columns - 1) / columns;
    tmi_svg_init(&svg, write, user);
    tmi_svg_open(&svg, "svg");
    tmi_svg_attr(&svg, "xmlns", "http://www.w3.org/2000/svg");
    tmi_svg_attr(&svg, "xmlns:xlink", "http://www.w3.org/1999/xlink");
    tmi_svg_attr_number(&svg, "width", scene->def.width);
    tmi_svg_attr_number(&svg, "height",
                        top + rows * row_height(scene, scale * height) - GAP + MARGIN);
    tmi_svg_end(&svg, false);
    tmi_svg_raw(&svg, style);
    tmi_svg_raw(&svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    if (*scene->def.title) {
        tmi_svg_raw(&svg, "<text x=\"14\" y=\"26\" font-family=\"system-ui, sans-serif\" "
                          "font-size=\"16\" font-weight=\"600\" fill=\"#22303c\">");
        tmi_svg_escaped(&svg, scene->def.title);
        tmi_svg_close(&svg, "text");
    }
    if (scene->planar) {
        tmi_scene_put_shapes(scene, &svg, scale);
    }
    tmStatus status = TM_OK;
    if (scene->def.loop) {
        double x = MARGIN + 0.5 * (cell - scale * width);
        tmi_scene_put_loop(scene, &svg, scale, x, top);
        put_paths(scene, &svg, scale, x, top);
    } else {
        status = put_poses(scene, &svg, columns, cell, scale, top);
    }
    tmi_svg_close(&svg, "svg");
    tmi_svg_flush(&svg);
    return status;
}

/* ---- Calls --------------------------------------------------------------------------------- */

static tmStatus check(const tmSceneDef *def) {
    if (def->stamp != STAMP) {
        return TM_ERR_DEF;
    }
    bool good = def->frames >= 1 && def->frames <= TM_SCENE_LIMIT && def->width >= 50.0 &&
                def->width <= 20000.0 && def->seconds >= 0.1 && def->title;
    return good ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tm_scene_draw(const tmAllocator *allocator, tmAnimation *animation, const tmSceneDef *def,
                       tmWriteFn *write, void *user) {
    tmiScene scene;
    if (!animation || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = check(def);
    if (status != TM_OK) {
        return status;
    }
    const tmModel *model = tm_animation_model(animation);
    status = start(&scene, allocator, model, def);
    scene.path_count = def->traces ? tm_model_animate(model).trace_count : 0;
    tmDriveInfo drive;
    scene.has_drive = tm_model_drive(model, 0, &drive) == TM_OK &&
                      drive.kind != TM_DRIVE_POSITION &&
                      tm_model_animate(model).value_count <= VALUES_MOST;
    scene.is_angle = scene.has_drive && drive.is_angle;
    status = status == TM_OK && def->loop && !scene.planar ? TM_ERR_UNSUPPORTED : status;
    if (status == TM_OK && !make_room(&scene, tm_animation_info(animation)->frames)) {
        status = TM_ERR_MEMORY;
    }
    if (status == TM_OK) {
        walk(&scene, animation);
        status = scene.pose_count > 0 ? put_picture(&scene, write, user) : TM_ERR_NOT_CONVERGED;
    }
    finish(&scene);
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
    tmStatus status = check(&one);
    if (status != TM_OK) {
        return status;
    }
    status = start(&scene, allocator, model, &one);
    if (status == TM_OK && !make_room(&scene, 1)) {
        status = TM_ERR_MEMORY;
    }
    if (status == TM_OK) {
        memcpy(scene.poses, frames, (size_t)scene.body_count * sizeof *frames);
        scene.pose_count = 1;
        see_pose(&scene, frames);
        status = put_picture(&scene, write, user);
    }
    finish(&scene);
    return status;
}
