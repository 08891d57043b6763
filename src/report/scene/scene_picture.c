/* scene_picture.c: the picture of a scene: poses side by side or one that moves, paths, captions.
 */
#include "report/scene/scene_private.h"

#define TITLE 34.0
#define PICTURE_MARGIN 14.0
#define CELL_GAP 16.0
#define CAPTION 18.0
#define CELL_MAX 320.0 /* height of a pose [px] */

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* The paths from one step to another, in the picture where the scene's box begins at (x, y). */
static void put_paths(const tmiScene *scene, tmiSvg *svg, double scale, double x, double y,
                      int32_t from, int32_t to) {
    for (int32_t i = 0; i < scene->path_count; i++) {
        const double *path = &scene->paths[2 * i * scene->path_length];
        bool pen = false;
        tmi_svg_raw(svg, "<path class=\"trace\" d=\"");
        for (int32_t k = from; k < to; k++) {
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

/* Of moments each pose has the whole paths faintly, which are written once, and what lies between
 * it and the pose before. */
static void put_trail(const tmiScene *scene, tmiSvg *svg, int32_t pose, double scale, double x,
                      double y) {
    tmi_svg_raw(svg, "<use xlink:href=\"#paths\" class=\"faint\" x=\"");
    tmi_svg_number(svg, x);
    tmi_svg_raw(svg, "\" y=\"");
    tmi_svg_number(svg, y);
    tmi_svg_raw(svg, "\"/>");
    if (pose > 0) {
        put_paths(scene, svg, scale, x, y, scene->steps[pose - 1], scene->steps[pose] + 1);
    }
}

static void put_path_defs(const tmiScene *scene, tmiSvg *svg, double scale) {
    tmi_svg_raw(svg, "<style>.faint{opacity:0.2}</style><defs><g id=\"paths\">");
    put_paths(scene, svg, scale, 0.0, 0.0, 0, scene->path_length);
    tmi_svg_raw(svg, "</g></defs>");
}

/* How poses share the width: as many in a row as leave them large. */
static int32_t columns_of(const tmiScene *scene, double width, double height) {
    double room = scene->def.width - 2.0 * PICTURE_MARGIN, best = 0.0;
    int32_t columns = 1;
    for (int32_t n = 1; n <= scene->pose_count; n++) {
        double cell = (room - CELL_GAP * (n - 1)) / n, scale = cell / width;
        scale = scale * height > CELL_MAX ? CELL_MAX / height : scale;
        int32_t rows = (scene->pose_count + n - 1) / n;
        double total = rows * (scale * height + CELL_GAP);
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

static double row_height(const tmiScene *scene, double height) {
    return height + CELL_GAP +
           (scene->def.captions && scene->caption != TMI_CAPTION_NONE ? CAPTION : 0.0);
}

static tmStatus put_poses(const tmiScene *scene, tmiSvg *svg, int32_t columns, double cell,
                          double scale, double top) {
    double height = scale * (scene->box.high[1] - scene->box.low[1]);
    double inset = 0.5 * (cell - scale * (scene->box.high[0] - scene->box.low[0]));
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < scene->pose_count && status == TM_OK; i++) {
        const tmFrame *frames = scene->poses + (size_t)i * (size_t)scene->body_count;
        double x = PICTURE_MARGIN + (i % columns) * (cell + CELL_GAP) + inset;
        double y = top + (i / columns) * row_height(scene, height);
        if (scene->planar) {
            tmi_scene_put_planar(scene, svg, frames, scale, x, y);
        } else {
            status = tmi_scene_put_space(scene, svg, frames, scale, x, y);
        }
        if (scene->steps && scene->path_count > 0) {
            put_trail(scene, svg, i, scale, x, y);
        } else {
            put_paths(scene, svg, scale, x, y, 0, scene->path_length);
        }
        tmi_scene_put_pushes(scene, svg, i, scale, x, y);
        if (scene->def.captions && scene->caption != TMI_CAPTION_NONE) {
            tmi_scene_put_caption(scene, svg, i,
                                  PICTURE_MARGIN + (i % columns) * (cell + CELL_GAP) + 0.5 * cell,
                                  y + height + CAPTION - 3.0);
        }
    }
    return status;
}

tmStatus tmi_scene_put_picture(const tmiScene *scene, tmWriteFn *write, void *user) {
    tmiSvg svg;
    double width = scene->box.high[0] - scene->box.low[0];
    double height = scene->box.high[1] - scene->box.low[1];
    double min = 1e-3 * larger(width, height) + 1e-300;
    width = larger(width, min);
    height = larger(height, min);
    int32_t columns = scene->def.loop ? 1 : columns_of(scene, width, height);
    double cell = (scene->def.width - 2.0 * PICTURE_MARGIN - CELL_GAP * (columns - 1)) / columns;
    double scale = cell / width;
    double max = scene->def.loop ? 2.0 * CELL_MAX : CELL_MAX;
    scale = scale * height > max ? max / height : scale;
    double top = PICTURE_MARGIN + (*scene->def.title ? TITLE : 0.0);
    int32_t rows = scene->def.loop ? 1 : (scene->pose_count + columns - 1) / columns;
    tmi_svg_init(&svg, write, user);
    tmi_svg_open(&svg, "svg");
    tmi_svg_attr(&svg, "xmlns", "http://www.w3.org/2000/svg");
    tmi_svg_attr(&svg, "xmlns:xlink", "http://www.w3.org/1999/xlink");
    tmi_svg_attr_number(&svg, "width", scene->def.width);
    tmi_svg_attr_number(&svg, "height",
                        top + rows * row_height(scene, scale * height) - CELL_GAP + PICTURE_MARGIN);
    tmi_svg_end(&svg, false);
    tmi_svg_raw(&svg, style);
    tmi_scene_put_push_style(scene, &svg);
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
    if (scene->steps && scene->path_count > 0 && !scene->def.loop) {
        put_path_defs(scene, &svg, scale);
    }
    tmStatus status = TM_OK;
    if (scene->def.loop) {
        double x = PICTURE_MARGIN + 0.5 * (cell - scale * width);
        tmi_scene_put_loop(scene, &svg, scale, x, top);
        put_paths(scene, &svg, scale, x, top, 0, scene->path_length);
    } else {
        status = put_poses(scene, &svg, columns, cell, scale, top);
    }
    tmi_svg_close(&svg, "svg");
    tmi_svg_flush(&svg);
    return status;
}
