/* film.c: the picture as a whole: how large everything is, where the frames stand, and the public
 * call. */
#include "report/film/film_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

enum { STAMP_FILM = 0x7f113 };

/* Breadth over height that a strip comes nearest to, and the least of a picture of one cell. */
#define STRIP_ASPECT 2.2
#define CELL_ASPECT 1.45

/* A mechanism is taken for at least this part as high as broad, and as broad as high: a straight
 * chain needs room too. */
#define FLATTEST 0.2

/* Breadth of a bar: of a mean link's length, and in px. */
#define BAR_OF_LINK 0.125
#define BAR_MIN 1.2
#define BAR_MAX 11.0

#define TITLE_HIGH 30.0
#define CAPTION_HIGH 18.0

/* How the picture is divided [px]. */
typedef struct Sheet {
    int32_t columns, rows;
    double cell_width, cell_height;
    double top; /* height of the title */
    double caption;
    double height;
} Sheet;

tmFilmDef tm_film_def_default(void) {
    return (tmFilmDef){.stamp = STAMP_FILM,
                       .layout = TM_FILM_STRIP,
                       .frames = 8,
                       .steps = 360,
                       .traced_count = TM_FILM_TRACE_SOME,
                       .width = 960.0,
                       .seconds = 4.0,
                       .labels = true,
                       .title = "",
                       .background = "#ffffff",
                       .ink = "#22303c",
                       .curve = "#c8442e"};
}

static tmStatus check_def(const tmFilmDef *d) {
    if (d->stamp != STAMP_FILM) {
        return TM_ERR_DEF;
    }
    bool traces = d->traced_count == TM_FILM_TRACE_SOME || d->traced_count == 0 ||
                  (d->traced_count > 0 && d->traced);
    bool good = d->frames >= 1 && d->frames <= TM_FILM_LIMIT && d->steps >= 1 &&
                d->steps <= TM_FILM_LIMIT && d->frames <= d->steps && d->columns >= 0 &&
                d->width >= 50.0 && d->width <= 20000.0 && d->seconds >= 0.1 && d->seconds <= 1e6 &&
                d->title && d->background && d->ink && d->curve && traces &&
                (!d->colours || d->colour_count > 0) && d->arc_count >= 0 &&
                (d->arcs || d->arc_count == 0) && d->layout >= TM_FILM_STRIP &&
                d->layout <= TM_FILM_LOOP;
    for (int32_t i = 0; good && d->captions && i < d->frames; i++) {
        good = d->captions[i] != NULL;
    }
    return good ? TM_OK : TM_ERR_ARGUMENT;
}

/* ---- Sizes --------------------------------------------------------------------------------- */

/* Size of what moves, never flat [m]. */
static tmiPoint extent(const tmiFilm *f) {
    double w = f->high.x - f->low.x, h = f->high.y - f->low.y;
    double max = w > h ? w : h;
    max = max > 0.0 && isfinite(max) ? max : 1.0;
    double min = FLATTEST * max;
    return (tmiPoint){w > min ? w : min, h > min ? h : min};
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x < high ? x : high;
}

/* Margin of a cell, for what stands out beyond the links: ground, pins, letters [px]. */
static double margin(const tmiFilm *f) {
    return 2.9 * f->bar + 0.6 * f->font + 4.0;
}

/* Finds the scale at which everything fits a cell of this breadth, and the cell's height. */
static double fit_cell(tmiFilm *f, double width, double caption, double max_height) {
    tmiPoint size = extent(f);
    f->bar = BAR_MAX;
    for (int pass = 0; pass < 4; pass++) {
        f->font = clamp(1.5 * f->bar, 9.0, 15.0);
        double room = width - 2.0 * margin(f), room_high = max_height - 2.0 * margin(f) - caption;
        room = room > 0.2 * width ? room : 0.2 * width;
        double scale = room / size.x;
        f->scale = scale * size.y > room_high && room_high > 0.0 ? room_high / size.y : scale;
        f->bar = clamp(BAR_OF_LINK * f->length * f->scale, BAR_MIN, BAR_MAX);
    }
    double height = f->scale * size.y + 2.0 * margin(f) + caption;
    f->origin.x = 0.5 * width - 0.5 * (f->low.x + f->high.x) * f->scale;
    f->origin.y = 0.5 * (height - caption) + 0.5 * (f->low.y + f->high.y) * f->scale;
    return height;
}

/* Tries every number of columns, and takes the one whose picture looks most like a strip. */
static int32_t choose_columns(tmiFilm *f, double top) {
    int32_t best = 1;
    double min = INFINITY;
    for (int32_t columns = 1; columns <= f->def->frames && columns <= 24; columns++) {
        int32_t rows = (f->def->frames + columns - 1) / columns;
        double cell = fit_cell(f, f->def->width / columns, CAPTION_HIGH, INFINITY);
        double aspect = f->def->width / (top + rows * cell);
        double off = aspect > STRIP_ASPECT ? aspect / STRIP_ASPECT : STRIP_ASPECT / aspect;
        off *= 1.0 + 4.0 * (rows * columns - f->def->frames) / (double)columns; /* empty cells */
        if (off < min) {
            min = off;
            best = columns;
        }
    }
    return best;
}

static Sheet plan_sheet(tmiFilm *f) {
    Sheet sheet = {.columns = 1, .rows = 1, .top = f->def->title[0] ? TITLE_HIGH : 0.0};
    double max = f->def->width / CELL_ASPECT;
    if (f->def->layout == TM_FILM_STRIP) {
        sheet.columns = f->def->columns ? f->def->columns : choose_columns(f, sheet.top);
        sheet.columns = sheet.columns < f->def->frames ? sheet.columns : f->def->frames;
        sheet.rows = (f->def->frames + sheet.columns - 1) / sheet.columns;
        sheet.caption = CAPTION_HIGH;
        max = INFINITY;
    }
    sheet.cell_width = f->def->width / sheet.columns;
    sheet.cell_height = fit_cell(f, sheet.cell_width, sheet.caption, max);
    sheet.height = sheet.top + sheet.rows * sheet.cell_height;
    return sheet;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void write_head(const tmiFilm *f, tmiSvg *svg, const Sheet *sheet) {
    tmi_svg_raw(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    tmi_svg_attr_number(svg, "width", f->def->width);
    tmi_svg_attr_number(svg, "height", sheet->height);
    tmi_svg_raw(svg, " viewBox=\"0 0 ");
    tmi_svg_number(svg, f->def->width);
    tmi_svg_raw(svg, " ");
    tmi_svg_number(svg, sheet->height);
    tmi_svg_raw(svg, "\" font-family=\"Helvetica, Arial, sans-serif\"");
    tmi_svg_attr_number(svg, "font-size", f->font);
    tmi_svg_end(svg, false);
    tmi_svg_raw(svg, "\n");
    if (f->def->title[0]) {
        tmi_svg_raw(svg, "<title>");
        tmi_svg_escaped(svg, f->def->title);
        tmi_svg_close(svg, "title");
    }
    if (strcmp(f->def->background, "none") != 0) {
        tmi_svg_raw(svg, "<rect width=\"100%\" height=\"100%\"");
        tmi_svg_attr(svg, "fill", f->def->background);
        tmi_svg_end(svg, true);
    }
    if (f->def->title[0]) {
        tmi_svg_raw(svg, "<text x=\"14\" y=\"21\" font-size=\"15\" font-weight=\"bold\"");
        tmi_svg_attr(svg, "fill", f->def->ink);
        tmi_svg_end(svg, false);
        tmi_svg_escaped(svg, f->def->title);
        tmi_svg_close(svg, "text");
    }
}

static void write_curves(const tmiFilm *f, tmiSvg *svg) {
    tmi_svg_raw(svg, "<g fill=\"none\" stroke-linejoin=\"round\"");
    tmi_svg_attr(svg, "stroke", f->def->curve);
    tmi_svg_attr_number(svg, "stroke-width", clamp(0.16 * f->bar, 0.7, 1.6));
    tmi_svg_end(svg, false);
    tmi_film_draw_curves(f, svg);
    tmi_svg_close(svg, "g");
}

static const tmPose *frame_poses(const tmiFilm *f, int32_t frame) {
    return f->poses + (size_t)frame * (size_t)f->body_count;
}

/* The caller's words, or the angle of the driver in degrees, or the frame's number. */
static void write_caption(const tmiFilm *f, tmiSvg *svg, const Sheet *sheet, int32_t frame) {
    char words[64];
    tmiText text;
    tmi_text_init(&text, words, sizeof words);
    if (f->def->driver.value && tm_plan_value_count(f->plan) == 1) {
        double value = f->first[0] + (f->last[0] - f->first[0]) * f->at[frame];
        tmi_text_add_short(&text, clamp(value * (180.0 / TMI_PI), -1e9, 1e9), 0);
        tmi_text_add(&text, "°");
    } else {
        tmi_text_add_int(&text, frame + 1);
    }
    tmi_svg_raw(svg, "<text text-anchor=\"middle\" font-size=\"12\" opacity=\".7\"");
    tmi_svg_attr_number(svg, "x", 0.5 * sheet->cell_width);
    tmi_svg_attr_number(svg, "y", sheet->cell_height - 7.0);
    tmi_svg_attr(svg, "fill", f->def->ink);
    tmi_svg_end(svg, false);
    tmi_svg_escaped(svg, f->def->captions ? f->def->captions[frame] : words);
    tmi_svg_close(svg, "text");
}

/* A name for what the frames of a strip share that differs between films, should several stand in
 * one page. */
static void shared_name(const tmiFilm *f, char *name, size_t size) {
    const int32_t counts[] = {f->body_count, f->joint_count, f->def->frames, f->def->steps};
    uint64_t hash = tmi_hash_ints(TMI_HASH_START, counts, 4);
    for (const char *at = f->def->title; *at; at++) {
        hash = tmi_hash_word(hash, (unsigned char)*at);
    }
    tmiText text;
    tmi_text_init(&text, name, size);
    tmi_text_add(&text, "-");
    tmi_text_add_int(&text, (int64_t)(hash & 0xffffffff));
}

static void write_use(tmiSvg *svg, const char *name, const char *part) {
    tmi_svg_raw(svg, "<use href=\"#");
    tmi_svg_raw(svg, part);
    tmi_svg_raw(svg, name);
    tmi_svg_raw(svg, "\"/>\n");
}

static void write_shared(const tmiFilm *f, tmiSvg *svg, const char *name) {
    for (int part = 0; part < 2; part++) {
        tmi_svg_raw(svg, part ? "<g id=\"curves" : "<defs>\n<g id=\"ground");
        tmi_svg_raw(svg, name);
        tmi_svg_raw(svg, "\">\n");
        if (part) {
            write_curves(f, svg);
        } else {
            tmi_film_draw_ground(f, svg);
        }
        tmi_svg_close(svg, "g");
    }
    tmi_svg_close(svg, "defs");
}

static void write_strip(const tmiFilm *f, tmiSvg *svg, const Sheet *sheet) {
    char name[40];
    shared_name(f, name, sizeof name);
    write_shared(f, svg, name);
    bool labelled = !f->def->labels;
    for (int32_t i = 0; i < f->def->frames; i++) {
        tmi_svg_raw(svg, "<g transform=\"translate(");
        tmi_svg_number(svg, (i % sheet->columns) * sheet->cell_width);
        tmi_svg_raw(svg, " ");
        tmi_svg_number(svg, sheet->top + i / sheet->columns * sheet->cell_height);
        tmi_svg_raw(svg, ")\">\n");
        write_use(svg, name, "ground");
        if (f->at[i] >= 0.0) {
            tmi_film_draw_arcs(f, svg, frame_poses(f, i));
            tmi_film_draw_links(f, svg, frame_poses(f, i), false);
            write_use(svg, name, "curves");
            tmi_film_draw_pins(f, svg, frame_poses(f, i));
            if (!labelled) {
                tmi_film_draw_labels(f, svg, frame_poses(f, i));
                labelled = true;
            }
            write_caption(f, svg, sheet, i);
        }
        tmi_svg_close(svg, "g");
    }
}

/* Faint frames from the last to the second, and the first one on top. */
static void write_ghosts(const tmiFilm *f, tmiSvg *svg) {
    tmi_film_draw_ground(f, svg);
    int32_t clear = 0;
    while (clear < f->def->frames && f->at[clear] < 0.0) {
        clear++;
    }
    if (clear < f->def->frames) {
        tmi_film_draw_arcs(f, svg, frame_poses(f, clear));
    }
    for (int32_t i = f->def->frames - 1; i > clear; i--) {
        if (f->at[i] >= 0.0) {
            tmi_film_draw_links(f, svg, frame_poses(f, i), true);
        }
    }
    if (clear < f->def->frames) {
        tmi_film_draw_links(f, svg, frame_poses(f, clear), false);
    }
    write_curves(f, svg);
    if (clear < f->def->frames) {
        tmi_film_draw_pins(f, svg, frame_poses(f, clear));
        if (f->def->labels) {
            tmi_film_draw_labels(f, svg, frame_poses(f, clear));
        }
    }
}

/* Shows the group from `from` to `to` of each turn of the loop. */
static void write_animation(const tmiFilm *f, tmiSvg *svg, double from, double to) {
    char times[64];
    tmiText text;
    tmi_text_init(&text, times, sizeof times);
    tmi_text_add(&text, "0;");
    tmi_text_add_short(&text, from, 6);
    tmi_text_add(&text, ";");
    tmi_text_add_short(&text, to, 6);
    tmi_svg_raw(svg, "<animate attributeName=\"visibility\" calcMode=\"discrete\"");
    tmi_svg_attr(svg, "values", from > 0.0 ? "hidden;visible;hidden" : "visible;visible;hidden");
    tmi_svg_attr(svg, "keyTimes", times);
    tmi_svg_raw(svg, " repeatCount=\"indefinite\" dur=\"");
    tmi_svg_number(svg, f->def->seconds);
    tmi_svg_raw(svg, "s\"/>\n");
}

static void write_loop(const tmiFilm *f, tmiSvg *svg) {
    tmi_film_draw_ground(f, svg);
    write_curves(f, svg);
    for (int32_t i = 0; i < f->def->frames; i++) {
        if (f->at[i] < 0.0) {
            continue;
        }
        tmi_svg_raw(svg, i ? "<g visibility=\"hidden\">\n" : "<g>\n");
        if (f->def->frames > 1) {
            write_animation(f, svg, i / (double)f->def->frames, (i + 1) / (double)f->def->frames);
        }
        tmi_film_draw_arcs(f, svg, frame_poses(f, i));
        tmi_film_draw_links(f, svg, frame_poses(f, i), false);
        tmi_film_draw_pins(f, svg, frame_poses(f, i));
        tmi_svg_close(svg, "g");
    }
}

static void write_all(tmiFilm *f, tmWriteFn *write, void *user) {
    tmiSvg svg;
    Sheet sheet = plan_sheet(f);
    tmi_svg_init(&svg, write, user);
    write_head(f, &svg, &sheet);
    if (f->def->layout == TM_FILM_STRIP) {
        write_strip(f, &svg, &sheet);
    } else {
        tmi_svg_raw(&svg, "<g transform=\"translate(0 ");
        tmi_svg_number(&svg, sheet.top);
        tmi_svg_raw(&svg, ")\">\n");
        if (f->def->layout == TM_FILM_GHOSTS) {
            write_ghosts(f, &svg);
        } else {
            write_loop(f, &svg);
        }
        tmi_svg_close(&svg, "g");
    }
    tmi_svg_close(&svg, "svg");
    tmi_svg_flush(&svg);
}

tmStatus tm_film_draw(const tmAllocator *allocator, tmPlan *plan, const tmFilmDef *def,
                      tmWriteFn *write, void *user, tmFilmInfo *info) {
    if (!plan || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = check_def(def);
    if (status != TM_OK) {
        return status;
    }
    tmiFilm film = {.def = def, .plan = plan, .m = tm_plan_mechanism(plan)};
    tmi_arena_init(&film.arena, tmi_allocator_or_default(allocator));
    status = tmi_film_scene(&film);
    if (status == TM_OK) {
        status = tmi_film_shoot(&film);
    }
    if (status == TM_OK) {
        write_all(&film, write, user);
        if (info) {
            *info = film.info;
        }
    }
    tmi_arena_clear(&film.arena);
    return status;
}

tmStatus tm_film_draw_poses(const tmAllocator *allocator, const tmMechanism *mechanism,
                            const tmPose *poses, int32_t count, const tmFilmDef *def,
                            tmWriteFn *write, void *user) {
    if (!mechanism || !poses || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmFilmDef shown = *def;
    shown.frames = shown.steps = count;
    shown.traced_count = 0;
    tmStatus status = check_def(&shown);
    if (status != TM_OK) {
        return status;
    }
    tmiFilm film = {.def = &shown, .m = mechanism};
    tmi_arena_init(&film.arena, tmi_allocator_or_default(allocator));
    status = tmi_film_scene(&film);
    if (status == TM_OK) {
        status = tmi_film_show(&film, poses);
    }
    if (status == TM_OK) {
        write_all(&film, write, user);
    }
    tmi_arena_clear(&film.arena);
    return status;
}
