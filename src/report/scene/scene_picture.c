/* scene_picture.c: the picture of a scene: poses side by side or one that moves, paths, captions.
 */
#include "report/scene/skeleton.h"

#define TITLE 34.0
#define PICTURE_MARGIN 14.0
#define CELL_GAP 16.0
#define CAPTION 18.0
#define CELL_MAX 320.0 /* height of a pose [px] */

/* The paths from one step to another. */
static void put_paths(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell, int32_t from,
                      int32_t to) {
    for (int32_t i = 0; i < scene->path_count; i++) {
        const double *path = &scene->paths[2 * i * scene->path_length];
        bool pen = false;
        tmi_svg_raw(svg, "<path class=\"trace\" d=\"");
        for (int32_t k = from; k < to; k++) {
            if (scene->is_there[k]) {
                tmi_svg_path_point(svg, pen ? 'L' : 'M', tmi_scene_x(scene, cell, path[2 * k]),
                                   tmi_scene_y(scene, cell, path[2 * k + 1]));
            }
            pen = scene->is_there[k];
        }
        tmi_svg_raw(svg, "\"/>");
    }
}

/* Of moments each pose has the whole paths faintly, which are written once, and what lies between
 * it and the pose before. */
static void put_trail(const tmiScene *scene, tmiSvg *svg, int32_t pose, const tmiSceneCell *cell) {
    tmi_svg_raw(svg, "<use xlink:href=\"#paths\" class=\"faint\" x=\"");
    tmi_svg_number(svg, cell->x);
    tmi_svg_raw(svg, "\" y=\"");
    tmi_svg_number(svg, cell->y);
    tmi_svg_raw(svg, "\"/>");
    if (pose > 0) {
        put_paths(scene, svg, cell, scene->steps[pose - 1], scene->steps[pose] + 1);
    }
}

static void put_path_defs(const tmiScene *scene, tmiSvg *svg, double scale) {
    tmi_svg_raw(svg, "<style>.faint{opacity:0.2}</style><defs><g id=\"paths\">");
    put_paths(scene, svg, &(tmiSceneCell){scale, 0.0, 0.0}, 0, scene->path_length);
    tmi_svg_raw(svg, "</g></defs>");
}

/* How the picture is divided [px]. */
typedef struct Sheet {
    int32_t columns, rows;
    double cell;   /* breadth of a column */
    double scale;  /* px a metre */
    double margin; /* about a pose, for what stands out beyond the scene's box */
    double height; /* of a pose with its margin, */
    double row;    /* of a row with gap and caption, */
    double top;    /* of what is above the first row */
} Sheet;

static bool is_one_cell(const tmiScene *scene) {
    return scene->def.loop || scene->def.ghosts;
}

/* How large poses are in this many columns. */
static void fit(const tmiScene *scene, Sheet *sheet, int32_t columns) {
    double width = scene->box.high[0] - scene->box.low[0];
    double height = scene->box.high[1] - scene->box.low[1];
    double min = 1e-3 * tmi_max(width, height) + 1e-300;
    width = tmi_max(width, min);
    height = tmi_max(height, min);
    double max = (is_one_cell(scene) ? 2.0 * CELL_MAX : CELL_MAX) - 2.0 * sheet->margin;
    sheet->columns = columns;
    sheet->rows = is_one_cell(scene) ? 1 : (scene->pose_count + columns - 1) / columns;
    sheet->cell = (scene->def.width - 2.0 * PICTURE_MARGIN - CELL_GAP * (columns - 1)) / columns;
    sheet->scale = tmi_max(sheet->cell - 2.0 * sheet->margin, 0.2 * sheet->cell) / width;
    sheet->scale = sheet->scale * height > max ? max / height : sheet->scale;
    sheet->height = sheet->scale * height + 2.0 * sheet->margin;
}

/* How poses share the width: as many in a row as leave them large. */
static void choose_columns(const tmiScene *scene, Sheet *sheet) {
    double room = scene->def.width - 2.0 * PICTURE_MARGIN, best = 0.0;
    int32_t columns = 1;
    for (int32_t n = 1; n <= scene->pose_count; n++) {
        fit(scene, sheet, n);
        double total = sheet->rows * (sheet->height + CELL_GAP);
        double worth = sheet->scale / (1.0 + total / (0.9 * room)); /* large, but not a tower */
        if (worth > best) {
            best = worth;
            columns = n;
        }
    }
    fit(scene, sheet, columns);
}

static const char style[] =
    "<style>.trace{fill:none;stroke:#c8442e;stroke-width:1.3;stroke-linejoin:round}"
    ".body{stroke:#22303c;stroke-width:0.9;stroke-linejoin:round;stroke-opacity:0.75}"
    ".pin{fill:#ffffff;stroke:#22303c;stroke-width:1.2}"
    ".facet{fill:currentColor;stroke:currentColor;stroke-width:0.6;stroke-linejoin:round}"
    ".caption{font:11px system-ui,sans-serif;fill:#5b6b78;text-anchor:middle}</style>";

static bool has_captions(const tmiScene *scene) {
    return scene->def.captions && scene->caption != TMI_CAPTION_NONE && !is_one_cell(scene);
}

static Sheet plan_sheet(const tmiScene *scene) {
    Sheet sheet = {.top = PICTURE_MARGIN + (*scene->def.title ? TITLE : 0.0)};
    /* The bars of a skeleton grow with the scale, and its margin with the bars. */
    for (int pass = 0; pass < (scene->skeleton ? 4 : 1); pass++) {
        sheet.margin = scene->skeleton ? tmi_skeleton_fit(scene->skeleton, sheet.scale) : 0.0;
        int32_t given = is_one_cell(scene) ? 1 : scene->def.columns;
        if (given > 0) {
            fit(scene, &sheet, given < scene->pose_count ? given : scene->pose_count);
        } else {
            choose_columns(scene, &sheet);
        }
    }
    sheet.row = sheet.height + CELL_GAP + (has_captions(scene) ? CAPTION : 0.0);
    return sheet;
}

/* Where pose number `pose` stands. */
static tmiSceneCell cell_of(const tmiScene *scene, const Sheet *sheet, int32_t pose) {
    int32_t place = is_one_cell(scene) ? 0 : pose;
    double inset = 0.5 * (sheet->cell - sheet->scale * (scene->box.high[0] - scene->box.low[0]));
    return (tmiSceneCell){
        sheet->scale, PICTURE_MARGIN + (place % sheet->columns) * (sheet->cell + CELL_GAP) + inset,
        sheet->top + (place / sheet->columns) * sheet->row + sheet->margin};
}

static tmStatus put_pose(const tmiScene *scene, tmiSvg *svg, const Sheet *sheet, int32_t i) {
    const tmFrame *frames = scene->poses + (size_t)i * (size_t)scene->body_count;
    tmiSceneCell cell = cell_of(scene, sheet, i);
    tmStatus status = TM_OK;
    if (!scene->planar) {
        status = tmi_scene_put_space(scene, svg, frames, &cell);
    } else {
        tmi_scene_put_planar(scene, svg, frames, &cell);
    }
    if (scene->skeleton) {
        tmi_skeleton_put_lines(scene, svg, &cell, i, i);
    }
    return status;
}

/* What lies on top of a pose. */
static void put_marks(const tmiScene *scene, tmiSvg *svg, const Sheet *sheet, int32_t i) {
    tmiSceneCell cell = cell_of(scene, sheet, i);
    if (scene->steps && scene->path_count > 0) {
        put_trail(scene, svg, i, &cell);
    } else {
        put_paths(scene, svg, &cell, 0, scene->path_length);
    }
    tmi_scene_put_pushes(scene, svg, i, &cell);
    if (scene->skeleton) {
        tmi_skeleton_put_marks(scene, svg, &cell, i);
    }
    if (has_captions(scene)) {
        double left = PICTURE_MARGIN + (i % sheet->columns) * (sheet->cell + CELL_GAP);
        tmi_scene_put_caption(scene, svg, i, left + 0.5 * sheet->cell,
                              cell.y - sheet->margin + sheet->height + CAPTION - 3.0);
    }
}

static tmStatus put_poses(const tmiScene *scene, tmiSvg *svg, const Sheet *sheet) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < scene->pose_count && status == TM_OK; i++) {
        status = put_pose(scene, svg, sheet, i);
        put_marks(scene, svg, sheet, i);
    }
    return status;
}

/* Faint poses from the last to the second, and the first one on top. */
static tmStatus put_ghosts(const tmiScene *scene, tmiSvg *svg, const Sheet *sheet) {
    tmStatus status = TM_OK;
    for (int32_t i = scene->pose_count - 1; i >= 0 && status == TM_OK; i--) {
        tmi_svg_raw(svg, i > 0 ? "<g opacity=\".14\">" : "<g>");
        status = put_pose(scene, svg, sheet, i);
        tmi_svg_close(svg, "g");
    }
    put_marks(scene, svg, sheet, 0);
    return status;
}

static void put_loop(const tmiScene *scene, tmiSvg *svg, const Sheet *sheet) {
    tmiSceneCell cell = cell_of(scene, sheet, 0);
    tmi_scene_put_loop(scene, svg, &cell);
    if (scene->skeleton) {
        tmi_skeleton_put_lines(scene, svg, &cell, 0, scene->pose_count - 1);
    }
    put_paths(scene, svg, &cell, 0, scene->path_length);
    if (scene->skeleton) {
        tmi_skeleton_put_pins(scene, svg, &cell, 0, scene->pose_count - 1);
    }
}

static void put_head(const tmiScene *scene, tmiSvg *svg, const Sheet *sheet) {
    tmi_svg_open(svg, "svg");
    tmi_svg_attr(svg, "xmlns", "http://www.w3.org/2000/svg");
    tmi_svg_attr(svg, "xmlns:xlink", "http://www.w3.org/1999/xlink");
    tmi_svg_attr_number(svg, "width", scene->def.width);
    tmi_svg_attr_number(svg, "height",
                        sheet->top + sheet->rows * sheet->row - CELL_GAP + PICTURE_MARGIN);
    tmi_svg_end(svg, false);
    tmi_svg_raw(svg, style);
    tmi_scene_put_push_style(scene, svg);
    tmi_svg_raw(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    if (*scene->def.title) {
        tmi_svg_raw(svg, "<text x=\"14\" y=\"26\" font-family=\"system-ui, sans-serif\" "
                         "font-size=\"16\" font-weight=\"600\" fill=\"#22303c\">");
        tmi_svg_escaped(svg, scene->def.title);
        tmi_svg_close(svg, "text");
    }
}

tmStatus tmi_scene_put_picture(const tmiScene *scene, tmWriteFn *write, void *user) {
    tmiSvg svg;
    Sheet sheet = plan_sheet(scene);
    tmi_svg_init(&svg, write, user);
    put_head(scene, &svg, &sheet);
    if (scene->planar) {
        tmi_scene_put_shapes(scene, &svg, sheet.scale);
    }
    if (scene->steps && scene->path_count > 0 && !scene->def.loop) {
        put_path_defs(scene, &svg, sheet.scale);
    }
    tmStatus status = TM_OK;
    if (scene->def.loop) {
        put_loop(scene, &svg, &sheet);
    } else if (scene->def.ghosts) {
        status = put_ghosts(scene, &svg, &sheet);
    } else {
        status = put_poses(scene, &svg, &sheet);
    }
    tmi_svg_close(&svg, "svg");
    tmi_svg_flush(&svg);
    return status;
}
