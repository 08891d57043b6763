/* report_events.c: what happened in a run, and the impulses of its impacts ([HH] section 5), as
 * tables for people: columns as wide as what stands in them. */
#include "report/table.h"

#include <string.h>

#define COLUMNS 7
#define CELL 96 /* bytes: longer names are cut */

typedef struct Row {
    char cells[COLUMNS][CELL];
    int32_t count;
} Row;

typedef struct Table {
    tmRecording *recording;
    bool impulses;        /* only events with one, and without inputs */
    size_t most[COLUMNS]; /* characters */
} Table;

static size_t letters(const char *text) {
    size_t count = 0;
    for (; *text; text += tmi_utf8_length(text)) {
        count++;
    }
    return count;
}

static tmiText cell(Row *row) {
    tmiText text;
    tmi_text_init(&text, row->cells[row->count], CELL);
    row->cells[row->count++][0] = '\0';
    return text;
}

static void add_text(Row *row, const char *added) {
    tmiText text = cell(row);
    tmi_text_add(&text, added);
}

static void add_number(Row *row, double number) {
    tmiText text = cell(row);
    tmi_text_add_rounded(&text, number);
}

/* The input or joint concerned, or the bodies. */
static void add_parts(const tmRecording *r, Row *row, const tmSimEvent *event) {
    const char *joint = tm_recording_joint(r, event->joint);
    const char *bodies[2] = {tm_recording_body(r, event->bodies[0]),
                             tm_recording_body(r, event->bodies[1])};
    tmiText text = cell(row);
    if (event->kind == TM_SIM_EVENT_INPUT && event->input >= 0 &&
        event->input < r->head.input_count) {
        tmi_text_add(&text, r->head.inputs[event->input].name);
    } else if (joint) {
        tmi_text_add(&text, joint);
    } else if (bodies[0] && event->bodies[0] > 0) {
        tmi_text_add(&text, bodies[0]);
        if (bodies[1]) {
            tmi_text_add(&text, ", ");
            tmi_text_add(&text, bodies[1]);
        }
    }
}

static void fill_title(const Table *table, Row *row) {
    static const char *const titles[] = {"time [s]", "event",       "part",      "value",
                                         "impulse",  "rate before", "rate after"};
    row->count = 0;
    for (int32_t i = 0; i < COLUMNS; i++) {
        if (!table->impulses || (i != 1 && i != 3)) {
            add_text(row, titles[i]);
        }
    }
}

/* False where the event has no row. */
static bool fill(const Table *table, int32_t index, Row *row) {
    tmSimEvent event;
    row->count = 0;
    if (tm_recording_event(table->recording, index, &event) != TM_OK ||
        (table->impulses && event.impulse == 0.0)) {
        return false;
    }
    bool has_value = event.kind == TM_SIM_EVENT_INPUT || event.joint >= 0;
    bool has_rates = event.joint >= 0 || event.impulse != 0.0;
    add_number(row, event.time);
    if (!table->impulses) {
        add_text(row, tm_sim_event_name(event.kind));
    }
    add_parts(table->recording, row, &event);
    if (!table->impulses && has_value) {
        add_number(row, event.value);
    } else if (!table->impulses && has_rates) {
        add_text(row, "");
    }
    if (has_rates) {
        add_number(row, event.impulse);
        add_number(row, event.before);
        add_number(row, event.after);
    }
    return true;
}

static void measure(Table *table, const Row *row) {
    for (int32_t i = 0; i < row->count; i++) {
        size_t width = letters(row->cells[i]);
        table->most[i] = width > table->most[i] ? width : table->most[i];
    }
}

/* Texts begin at the left, all else ends at the right. */
static void put_row(const Table *table, tmiSvg *out, const Row *row) {
    int32_t count = row->count;
    while (count > 0 && !row->cells[count - 1][0]) {
        count--; /* no blanks at the end of a line */
    }
    for (int32_t i = 0; i < count; i++) {
        bool is_text = table->impulses ? i == 1 : i == 1 || i == 2;
        size_t gap = table->most[i] - letters(row->cells[i]);
        bool is_last = i == count - 1;
        tmi_svg_raw(out, i > 0 ? "  " : "");
        tmi_svg_raw(out, is_text ? row->cells[i] : "");
        for (size_t k = 0; k < gap && (!is_text || !is_last); k++) {
            tmi_svg_raw(out, " ");
        }
        tmi_svg_raw(out, is_text ? "" : row->cells[i]);
    }
    tmi_svg_raw(out, "\n");
}

static tmStatus put_table(tmRecording *recording, bool impulses, tmWriteFn *write, void *user) {
    Table table = {.recording = recording, .impulses = impulses};
    Row row;
    tmiSvg out;
    tmStatus status = tmi_report_start(recording, -1, write);
    if (status != TM_OK) {
        return status;
    }
    fill_title(&table, &row);
    measure(&table, &row);
    for (int32_t i = 0; i < recording->info.events; i++) {
        if (fill(&table, i, &row)) {
            measure(&table, &row);
        }
    }
    tmi_svg_init(&out, write, user);
    fill_title(&table, &row);
    put_row(&table, &out, &row);
    for (int32_t i = 0; i < recording->info.events; i++) {
        if (fill(&table, i, &row)) {
            put_row(&table, &out, &row);
        }
    }
    tmi_svg_flush(&out);
    return TM_OK;
}

tmStatus tm_report_events(tmRecording *recording, tmWriteFn *write, void *user) {
    return put_table(recording, false, write, user);
}

tmStatus tm_report_impulses(tmRecording *recording, tmWriteFn *write, void *user) {
    return put_table(recording, true, write, user);
}
