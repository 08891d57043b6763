/* report_plot.c: monitored values over time as one picture: a panel for each unit, one below the
 * other, with one axis of time. Of many frames in one column of pixels the first, the smallest,
 * the largest and the last are drawn: no peak is lost. */
#include "report/reports/report_table.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define WIDTH_MIN 200.0
#define WIDTH_MAX 20000.0
#define LEFT 66.0  /* room for numbers [px] */
#define RIGHT 18.0 /* [px] */
#define TOP 12.0
#define LEGEND 20.0   /* a line of it */
#define LETTER_PX 6.7 /* mean breadth of a letter of 12 px */
#define SWATCH 24.0
#define PANEL_GAP 22.0 /* between panels */
#define BOTTOM 44.0    /* numbers and name of the axis of time */
#define TICKS_MAX 1000
#define RANGE_MIN 1e-290 /* less is drawn as zero: parts of it would be lost to rounding */
#define LABEL_MAX 72     /* letters of a name */
#define NUMBER_MAX 40

typedef struct Range {
    double low, high;
} Range;

typedef struct Plot {
    const tmRecording *recording;
    tmiSvg svg;
    double width, height; /* of the inside of the panel that is drawn [px] */
    double usual;         /* height of panels that show more than truths [px] */
    int32_t unreached;    /* frames of an animation */
    Range time;
    Range axis; /* what is written at both ends below: the time, or the values of the first drive */
} Plot;

/* One number of a monitor. */
typedef struct Curve {
    int32_t monitor, part;
    size_t index;     /* among the numbers of a frame */
    int32_t in_panel; /* number within the panel, for its colour */
} Curve;

/* ---- What is shown where ------------------------------------------------------------------- */

static bool shares_panel(const tmMonitorInfo *a, const tmMonitorInfo *b) {
    return a->is_truth == b->is_truth && strcmp(a->unit, b->unit) == 0;
}

/* Whether a panel begins with this monitor. */
static bool opens_panel(const Plot *plot, int32_t monitor) {
    const tmMonitorInfo *monitors = plot->recording->head.monitors;
    for (int32_t i = 0; i < monitor; i++) {
        if (shares_panel(&monitors[i], &monitors[monitor])) {
            return false;
        }
    }
    return true;
}

/* A truth needs less room, and no numbers but 0 and 1. */
#define TRUTH_HEIGHT 48.0

static void choose_height(Plot *plot, int32_t first) {
    plot->height = plot->recording->head.monitors[first].is_truth ? TRUTH_HEIGHT : plot->usual;
}

/* Numbers of a monitor that are drawn: the z of vectors in a plane is nothing. */
static int32_t part_count(const Plot *plot, int32_t monitor) {
    int32_t size = plot->recording->head.monitors[monitor].size;
    return size == 3 && plot->recording->info.planar ? 2 : size;
}

/* Goes on to the next curve of the panel that monitor `first` opens; begins with monitor -1. */
static bool next_curve(const Plot *plot, int32_t first, Curve *curve) {
    const tmiRecordingHead *head = &plot->recording->head;
    if (curve->monitor < 0) {
        *curve = (Curve){.monitor = first, .part = 0, .in_panel = 0};
    } else {
        curve->part++;
        curve->in_panel++;
        while (curve->monitor < head->monitor_count &&
               (curve->part >= part_count(plot, curve->monitor) ||
                !shares_panel(&head->monitors[first], &head->monitors[curve->monitor]))) {
            curve->monitor++;
            curve->part = 0;
        }
    }
    if (curve->monitor >= head->monitor_count) {
        return false;
    }
    curve->index = tmi_recording_first_value(plot->recording) +
                   (size_t)(head->monitors[curve->monitor].first + curve->part);
    return true;
}

/* "arm.velocity.x"; long ones are cut. */
static void name_curve(const Plot *plot, const Curve *curve, char name[4 * LABEL_MAX]) {
    static const char *const axes[] = {".x", ".y", ".z"};
    const tmMonitorInfo *monitor = &plot->recording->head.monitors[curve->monitor];
    tmiText text;
    size_t length = 0;
    int32_t letters = 0;
    while (monitor->text[length] && letters < LABEL_MAX - 4) {
        length += tmi_utf8_length(monitor->text + length);
        letters++;
    }
    tmi_text_init(&text, name, 4 * LABEL_MAX);
    tmi_text_add_bytes(&text, monitor->text, length);
    tmi_text_add(&text, monitor->text[length] ? "…" : "");
    tmi_text_add(&text, monitor->size > 1 ? axes[curve->part] : "");
}

static double breadth(const char *name) {
    int32_t letters = 0;
    for (; *name; name += tmi_utf8_length(name)) {
        letters++;
    }
    return SWATCH + LETTER_PX * letters + 16.0;
}

/* What a curve has in a frame; NaN where an animation did not get to it. */
static double value_of(const Plot *plot, const Curve *curve, int32_t frame) {
    return tmi_recording_is_reached(plot->recording, frame)
               ? tmi_recording_number(plot->recording, frame, curve->index)
               : NAN;
}

/* ---- Scales -------------------------------------------------------------------------------- */

/* The range of a panel's values, a little widened. */
static Range range_of(const Plot *plot, int32_t first) {
    Range r = {INFINITY, -INFINITY};
    Curve curve = {.monitor = -1};
    while (next_curve(plot, first, &curve)) {
        for (int32_t i = 0; i < plot->recording->info.frames; i++) {
            double value = value_of(plot, &curve, i);
            if (isfinite(value)) {
                r.low = value < r.low ? value : r.low;
                r.high = value > r.high ? value : r.high;
            }
        }
    }
    if (!(r.low <= r.high)) {
        return (Range){0.0, 1.0};
    }
    /* A range too small for the numbers at the axis, such as that of a conserved energy, is drawn
     * as a line: the summary shows its error. */
    double size = fabs(r.low) > fabs(r.high) ? fabs(r.low) : fabs(r.high);
    double spread = r.high - r.low, min = 1e-4 * size;
    double pad = size < RANGE_MIN ? 1.0 : spread > min ? 0.06 * spread : 0.1 * size;
    return (Range){r.low - pad, r.high + pad};
}

/* A distance of 1, 2 or 5 times a power of ten that divides the range into at most `max`. */
static double tick_step(Range r, double max) {
    double raw = (r.high - r.low) / max, step = 1.0;
    if (!(raw > 0.0) || !isfinite(raw)) {
        return INFINITY;
    }
    while (step > raw) {
        step /= 10.0;
    }
    while (step * 10.0 <= raw) {
        step *= 10.0;
    }
    return raw <= step         ? step
           : raw <= 2.0 * step ? 2.0 * step
           : raw <= 5.0 * step ? 5.0 * step
                               : 10.0 * step;
}

static double place(Range r, double value, double length) {
    return length * (value - r.low) / (r.high - r.low);
}

/* ---- Drawing ------------------------------------------------------------------------------- */

static void open_label(tmiSvg *svg, const char *class, double x, double y) {
    tmi_svg_open(svg, "text");
    tmi_svg_attr(svg, "class", class);
    tmi_svg_attr_number(svg, "x", x);
    tmi_svg_attr_number(svg, "y", y);
    tmi_svg_end(svg, false);
}

/* A label of words one behind the other. */
static void put_words(tmiSvg *svg, const char *class, double x, double y, const char *const *words,
                      size_t count) {
    open_label(svg, class, x, y);
    for (size_t i = 0; i < count; i++) {
        tmi_svg_escaped(svg, words[i]);
    }
    tmi_svg_close(svg, "text");
}

static void put_label(tmiSvg *svg, const char *class, double x, double y, const char *text) {
    put_words(svg, class, x, y, &text, 1);
}

static void put_number(tmiSvg *svg, const char *class, double x, double y, double number) {
    char buffer[NUMBER_MAX];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_rounded(&text, number);
    put_label(svg, class, x, y, buffer);
}

static void put_line(tmiSvg *svg, const char *class, double x, double y, double u, double v) {
    tmi_svg_open(svg, "path");
    tmi_svg_attr(svg, "class", class);
    tmi_svg_raw(svg, " d=\"");
    tmi_svg_path_point(svg, 'M', x, y);
    tmi_svg_path_point(svg, 'L', u, v);
    tmi_svg_raw(svg, "\"/>\n");
}

/* Lines and numbers of a panel whose inside begins at `top`; those of time below the last one. */
static void put_axes(Plot *plot, Range r, double top, bool is_last) {
    tmiSvg *svg = &plot->svg;
    double step = tick_step(r, plot->height / 28.0), bottom = top + plot->height;
    double first = ceil(r.low / step);
    for (int i = 0; i < TICKS_MAX && (first + i) * step <= r.high; i++) {
        double k = first + i, y = bottom - place(r, k * step, plot->height);
        put_line(svg, k == 0.0 ? "zero" : "grid", LEFT, y, LEFT + plot->width, y);
        put_number(svg, "left", LEFT - 8.0, y + 4.0, k == 0.0 ? 0.0 : k * step);
    }
    bool falls = plot->axis.low > plot->axis.high;
    Range across = {falls ? plot->axis.high : plot->axis.low,
                    falls ? plot->axis.low : plot->axis.high};
    double end = across.high + 1e-12 * fabs(across.high);
    step = tick_step(across, plot->width / 80.0);
    first = ceil(across.low / step - 1e-12);
    for (int i = 0; i < TICKS_MAX && (first + i) * step <= end; i++) {
        double k = first + i, x = LEFT + place(plot->axis, k * step, plot->width);
        put_line(svg, "grid", x, top, x, bottom + 4.0);
        if (is_last) {
            put_number(svg, "below", x, bottom + 18.0, k == 0.0 ? 0.0 : k * step);
        }
    }
}

/* Swatches and names from left to right, in as many lines as it takes; returns their height. */
static double put_legend(Plot *plot, int32_t first, double top, bool is_drawn) {
    char name[4 * LABEL_MAX];
    double x = LEFT, y = top;
    Curve curve = {.monitor = -1};
    while (next_curve(plot, first, &curve)) {
        name_curve(plot, &curve, name);
        if (x > LEFT && x + breadth(name) > LEFT + plot->width) {
            x = LEFT;
            y += LEGEND;
        }
        if (is_drawn) {
            tmi_svg_raw(&plot->svg, "<g color=\"");
            tmi_svg_raw(&plot->svg, tmi_color_of(curve.in_panel));
            tmi_svg_raw(&plot->svg, "\">");
            put_line(&plot->svg, "curve", x, y + 10.0, x + SWATCH - 7.0, y + 10.0);
            tmi_svg_raw(&plot->svg, "</g>");
            put_label(&plot->svg, "name", x + SWATCH, y + 14.0, name);
        }
        x += breadth(name);
    }
    return y + LEGEND + 4.0 - top;
}

typedef struct Spot {
    double x, y; /* [px] */
} Spot;

/* What falls into one column of pixels: the first, the smallest, the largest and the last. */
typedef struct Column {
    double at; /* left edge; NaN: nothing yet */
    Spot spots[4];
    bool has_pen;
} Column;

/* Each where it is, in the order of time, none twice. */
static void put_column(tmiSvg *svg, Column *column) {
    const Spot *s = column->spots;
    bool swap = s[2].x < s[1].x;
    const Spot order[4] = {s[0], s[swap ? 2 : 1], s[swap ? 1 : 2], s[3]};
    for (int i = 0; !isnan(column->at) && i < 4; i++) {
        if (i == 0 || order[i].x != order[i - 1].x || order[i].y != order[i - 1].y) {
            tmi_svg_path_point(svg, column->has_pen ? 'L' : 'M', order[i].x, order[i].y);
            column->has_pen = true;
        }
    }
    column->at = NAN;
}

static void add_spot(tmiSvg *svg, Column *column, Spot spot) {
    if (floor(spot.x) != column->at) {
        put_column(svg, column);
        column->at = floor(spot.x);
        column->spots[0] = column->spots[1] = column->spots[2] = spot;
    }
    column->spots[1] = spot.y > column->spots[1].y ? spot : column->spots[1];
    column->spots[2] = spot.y < column->spots[2].y ? spot : column->spots[2];
    column->spots[3] = spot;
}

static void put_curve(Plot *plot, const Curve *curve, Range r, double top) {
    const tmRecording *recording = plot->recording;
    Column column = {.at = NAN};
    tmiSvg *svg = &plot->svg;
    tmi_svg_raw(svg, "<path class=\"curve\" color=\"");
    tmi_svg_raw(svg, tmi_color_of(curve->in_panel));
    tmi_svg_raw(svg, "\" d=\"");
    for (int32_t i = 0; i < recording->info.frames; i++) {
        double value = value_of(plot, curve, i);
        double time = tmi_recording_scalar(recording, i, 0);
        Spot spot = {LEFT + place(plot->time, time, plot->width),
                     top + plot->height - place(r, value, plot->height)};
        if (isfinite(spot.x) && isfinite(spot.y)) {
            add_spot(svg, &column, spot);
        } else { /* a gap */
            put_column(svg, &column);
            column.has_pen = false;
        }
    }
    put_column(svg, &column);
    tmi_svg_raw(svg, "\"/>\n");
}

static double put_panel(Plot *plot, int32_t first, double top, bool is_last) {
    const tmMonitorInfo *monitor = &plot->recording->head.monitors[first];
    Range r = monitor->is_truth ? (Range){-0.15, 1.15} : range_of(plot, first);
    Curve curve = {.monitor = -1};
    double legend = put_legend(plot, first, top, true);
    choose_height(plot, first);
    if (*monitor->unit) {
        open_label(&plot->svg, "left unit", LEFT - 8.0, top + 14.0);
        tmi_svg_unit(&plot->svg, monitor->unit);
        tmi_svg_close(&plot->svg, "text");
    }
    put_axes(plot, r, top + legend, is_last);
    while (next_curve(plot, first, &curve)) {
        put_curve(plot, &curve, r, top + legend);
    }
    return legend + plot->height;
}

/* ---- What is false in it --------------------------------------------------------------------- */

/* A number of frames as a word. */
static const char *count_in(char buffer[NUMBER_MAX], int32_t count) {
    tmiText text;
    tmi_text_init(&text, buffer, NUMBER_MAX);
    tmi_text_add_int(&text, count);
    return buffer;
}

static void put_unreached(Plot *plot) {
    char frames[NUMBER_MAX], all[NUMBER_MAX];
    const char *const words[] = {count_in(frames, plot->unreached), " of ",
                                 count_in(all, plot->recording->info.frames),
                                 " frames were not reached: they are left out"};
    put_words(&plot->svg, "pass", LEFT, TOP + 14.0, words, sizeof words / sizeof *words);
}

static void put_pass(Plot *plot, const tmSimEvent *event) {
    const char *a = tm_recording_body(plot->recording, event->bodies[0]);
    const char *b = tm_recording_body(plot->recording, event->bodies[1]);
    char time[NUMBER_MAX];
    tmiText text;
    tmi_text_init(&text, time, sizeof time);
    tmi_text_add_rounded(&text, event->time);
    const char *const words[] = {a ? a : "a body",
                                 " and ",
                                 b ? b : "another",
                                 " pass through each other from ",
                                 time,
                                 " s on: nothing holds them apart"};
    put_words(&plot->svg, "pass", LEFT, TOP + 14.0, words, sizeof words / sizeof *words);
}

/* Draws a line about frames that an animation did not reach, or about the first bodies of a
 * simulation that pass through each other, where there are any. Returns the room that it takes
 * [px]. */
static double put_note(Plot *plot, bool draw) {
    const tmRecording *r = plot->recording;
    tmSimEvent event = {.kind = TM_SIM_EVENT_START};
    for (int32_t i = 0; i < r->info.events && event.kind != TM_SIM_EVENT_PASS; i++) {
        if (tm_recording_event(r, i, &event) != TM_OK) {
            event.kind = TM_SIM_EVENT_START;
        }
    }
    if (draw && plot->unreached > 0) {
        put_unreached(plot);
    } else if (draw && event.kind == TM_SIM_EVENT_PASS) {
        put_pass(plot, &event);
    }
    return plot->unreached > 0 || event.kind == TM_SIM_EVENT_PASS ? LEGEND : 0.0;
}

/* ---- The picture --------------------------------------------------------------------------- */

static const char style[] =
    "<style>text{font:12px system-ui,sans-serif;fill:#5b6b78}"
    ".left{text-anchor:end}.below{text-anchor:middle}.unit{font-style:italic}.name{fill:#22303c}"
    ".pass{fill:#b42318}"
    ".grid{stroke:#e3e8ec;stroke-width:1;fill:none}.zero{stroke:#b6c1ca;stroke-width:1;fill:none}"
    ".curve{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linejoin:round;"
    "stroke-linecap:round}</style>";

static void put_opening(Plot *plot, double width, double height) {
    tmiSvg *svg = &plot->svg;
    tmi_svg_open(svg, "svg");
    tmi_svg_attr(svg, "xmlns", "http://www.w3.org/2000/svg");
    tmi_svg_attr_number(svg, "width", width);
    tmi_svg_attr_number(svg, "height", height);
    tmi_svg_end(svg, false);
    tmi_svg_raw(svg, style);
    tmi_svg_raw(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

static void measure(Plot *plot, double *total, int32_t *last) {
    *total = TOP + put_note(plot, false);
    for (int32_t i = 0; i < plot->recording->head.monitor_count; i++) {
        if (opens_panel(plot, i)) {
            choose_height(plot, i);
            *total += put_legend(plot, i, 0.0, false) + plot->height + PANEL_GAP;
            *last = i;
        }
    }
    *total += BOTTOM - PANEL_GAP;
}

/* The axis below: time, or what the first drive of an animation is, angles in degrees. Recordings
 * of earlier versions know only which fraction of the motion a frame is. */
static void choose_axis(Plot *plot) {
    const tmiRecordingHead *head = &plot->recording->head;
    const tmRangeInfo *range = head->ranges;
    plot->axis = plot->time;
    if (head->range_count > 0 && range->first != range->last) {
        double unit = strcmp(range->unit, "rad") == 0 ? 360.0 / TMI_TWO_PI : 1.0;
        plot->axis = (Range){unit * tm_range_at(range, plot->time.low),
                             unit * tm_range_at(range, plot->time.high)};
    }
}

static void put_axis_name(Plot *plot, double bottom) {
    const tmiRecordingHead *head = &plot->recording->head;
    const tmRangeInfo *range = head->ranges;
    open_label(&plot->svg, "below", LEFT + 0.5 * plot->width, bottom + 37.0);
    if (head->range_count > 0 && range->first != range->last) {
        bool turns = strcmp(range->unit, "rad") == 0;
        tmi_svg_escaped(&plot->svg, range->text);
        tmi_svg_raw(&plot->svg, *range->unit ? " [" : "");
        tmi_svg_unit(&plot->svg, turns ? "deg" : range->unit);
        tmi_svg_raw(&plot->svg, *range->unit ? "]" : "");
    } else {
        bool is_animation = head->kind == TM_RUN_ANIMATE;
        tmi_svg_raw(&plot->svg, is_animation ? "fraction of the motion" : "time [s]");
    }
    tmi_svg_close(&plot->svg, "text");
}

tmStatus tm_report_plot(tmRecording *recording, double width, tmWriteFn *write, void *user) {
    tmStatus status = tmi_report_start(recording, -1, write);
    if (status != TM_OK) {
        return status;
    }
    int32_t frames = recording->info.frames, last = 0;
    if (!(width >= WIDTH_MIN && width <= WIDTH_MAX) || recording->info.monitors == 0 ||
        frames == 0) {
        return TM_ERR_ARGUMENT;
    }
    Plot plot = {.recording = recording,
                 .width = width - LEFT - RIGHT,
                 .unreached = tm_recording_unreached(recording, NULL, NULL)};
    plot.usual = plot.width < 400.0    ? 120.0
                 : plot.width < 1000.0 ? 0.15 * plot.width + 60.0
                                       : 210.0;
    plot.time = (Range){tmi_recording_scalar(recording, 0, 0),
                        tmi_recording_scalar(recording, frames - 1, 0)};
    if (!(plot.time.high - plot.time.low > RANGE_MIN)) {
        plot.time = (Range){plot.time.low - 0.5, plot.time.low + 0.5};
    }
    choose_axis(&plot);
    double total;
    measure(&plot, &total, &last);
    tmi_svg_init(&plot.svg, write, user);
    put_opening(&plot, width, total);
    double top = TOP + put_note(&plot, true);
    for (int32_t i = 0; i < recording->info.monitors; i++) {
        if (opens_panel(&plot, i)) {
            top += put_panel(&plot, i, top, i == last) + PANEL_GAP;
        }
    }
    put_axis_name(&plot, top - PANEL_GAP);
    tmi_svg_close(&plot.svg, "svg");
    tmi_svg_flush(&plot.svg);
    return TM_OK;
}
