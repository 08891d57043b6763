/* report_impulses.c: the impulses of a run ([HH] section 5): those of its impacts one by one, and
 * what every two bodies that touched did to each other, as tables for people: columns as wide as
 * what stands in them. */
#include "report/reports/report_table.h"

#include <math.h>
#include <string.h>

#define IMPULSE_COLUMNS 5
#define CELL 96 /* bytes: longer names are cut */

/* ---- Tables -------------------------------------------------------------------------------- */

typedef struct Row {
    char cells[IMPULSE_COLUMNS][CELL];
    int32_t count;
} Row;

typedef struct Table {
    tmiSvg *out;                 /* null: its columns are only measured */
    size_t max[IMPULSE_COLUMNS]; /* characters */
    int32_t text;                /* the column that is a text: it begins at the left */
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

static void add_names(Row *row, const char *const names[2]) {
    tmiText text = cell(row);
    tmi_text_add(&text, names[0]);
    tmi_text_add(&text, ", ");
    tmi_text_add(&text, names[1]);
}

static void measure(Table *table, const Row *row) {
    for (int32_t i = 0; i < row->count; i++) {
        size_t width = letters(row->cells[i]);
        table->max[i] = width > table->max[i] ? width : table->max[i];
    }
}

static void put_row(const Table *table, const Row *row) {
    for (int32_t i = 0; i < row->count; i++) {
        size_t gap = table->max[i] - letters(row->cells[i]);
        bool is_text = i == table->text;
        tmi_svg_raw(table->out, i > 0 ? "  " : "");
        tmi_svg_raw(table->out, is_text ? row->cells[i] : "");
        for (size_t k = 0; k < gap; k++) {
            tmi_svg_raw(table->out, " ");
        }
        tmi_svg_raw(table->out, is_text ? "" : row->cells[i]);
    }
    tmi_svg_raw(table->out, "\n");
}

static void take_row(Table *table, const Row *row) {
    if (table->out) {
        put_row(table, row);
    } else {
        measure(table, row);
    }
}

/* ---- Impacts ------------------------------------------------------------------------------- */

static void take_impacts(Table *table, const tmRecording *r) {
    Row row = {.count = 0};
    add_text(&row, "time [s]");
    add_text(&row, "part");
    add_text(&row, "impulse");
    add_text(&row, "rate before");
    add_text(&row, "rate after");
    take_row(table, &row);
    for (int32_t i = 0; i < r->info.events; i++) {
        tmSimEvent event;
        const char *names[2];
        bool counts = tmi_report_event(r, i, &event);
        if (!counts || event.impulse == 0.0 || event.kind == TM_SIM_EVENT_PART) {
            continue; /* that of a part is of all its steps */
        }
        const char *joint = tm_recording_joint(r, event.joint);
        row.count = 0;
        add_number(&row, event.time);
        if (joint) {
            add_text(&row, joint);
        } else {
            tmi_report_names(r, &event, names);
            add_names(&row, names);
        }
        add_number(&row, event.impulse);
        add_number(&row, event.before);
        add_number(&row, event.after);
        take_row(table, &row);
    }
}

/* ---- Touches ------------------------------------------------------------------------------- */

/* Two bodies that touched. */
typedef struct Pair {
    int32_t low, high; /* their numbers */
    const char *names[2];
    int32_t touches;
    double impulse; /* of all touches that are over [N s] */
    double max;     /* force [N] */
    double time;    /* in touch [s] */
    double since;   /* the last touch began; infinite: it is over … */
    double counted; /* … and up to here its event has the impulse */
    double recent;  /* impulse since then, by the forces of the frames [N s] */
    double force;   /* in the frame that is examined [N] */
} Pair;

typedef struct Touches {
    const tmRecording *recording;
    Pair *pairs; /* in the order of their numbers */
    int32_t count, capacity;
    double step; /* of the run; 0: not known [s] */
    bool lasts;  /* some touch lasts to the end */
} Touches;

/* The place of a pair, or where it would be. */
static int32_t find(const Touches *t, int32_t low, int32_t high) {
    int32_t from = 0, to = t->count;
    while (from < to) {
        int32_t middle = from + (to - from) / 2;
        const Pair *pair = &t->pairs[middle];
        bool before = pair->low < low || (pair->low == low && pair->high < high);
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    return from;
}

static Pair *pair_of(const Touches *t, const int32_t bodies[2]) {
    bool swap = bodies[1] < bodies[0];
    int32_t low = bodies[swap], high = bodies[!swap], at = find(t, low, high);
    bool found = at < t->count && t->pairs[at].low == low && t->pairs[at].high == high;
    return found ? &t->pairs[at] : NULL;
}

static tmStatus add_pair(Touches *t, const tmSimEvent *event) {
    bool swap = event->bodies[1] < event->bodies[0];
    tmStatus status = tmi_array_reserve(t->recording->allocator, &t->pairs, &t->capacity,
                                        t->count + 1, sizeof *t->pairs);
    if (status == TM_OK) {
        Pair pair = {.low = event->bodies[swap], .high = event->bodies[!swap], .since = INFINITY};
        int32_t at = find(t, pair.low, pair.high);
        tmi_report_names(t->recording, event, pair.names);
        memmove(t->pairs + at + 1, t->pairs + at, (size_t)(t->count - at) * sizeof pair);
        t->pairs[at] = pair;
        t->count++;
    }
    return status;
}

/* What was summed in all steps, where the run gives it; otherwise what the frames say. */
static void end_touch(Pair *pair, double time, double impulse) {
    if (pair->since < INFINITY) {
        pair->impulse += impulse > 0.0 ? impulse : pair->recent;
        pair->time += time - pair->since;
        pair->since = INFINITY;
    }
}

/* Maximum rounding error of a time, as part of a step [1]. */
#define STEP_COUNT_ROUNDED 1e-6

static bool presses_in(const Touches *t, int32_t frame, const tmSimEvent *event) {
    const unsigned char *payload = tmi_recording_payload(t->recording, frame);
    int32_t count = tmi_load_contact_count(&t->recording->layout, payload);
    for (int32_t i = 0; i < count; i++) {
        tmContact contact;
        tmi_load_contact(&t->recording->layout, payload, i, &contact);
        int32_t swap = contact.bodies[0] != event->bodies[0];
        if (contact.force > 0.0 && contact.bodies[swap] == event->bodies[0] &&
            contact.bodies[!swap] == event->bodies[1]) {
            return true;
        }
    }
    return false;
}

/* The event of a touch has the impulses of its whole step: that which ends there or behind it.
 * Bodies that do not press in a frame at that end have met where the next step begins. `frame` is
 * the first that is not before the event. */
static double end_of_step(const Touches *t, const tmSimEvent *event, int32_t frame) {
    if (!(t->step > 0.0)) {
        return event->time;
    }
    double rounding = STEP_COUNT_ROUNDED * t->step;
    double end = t->step * ceil((event->time - rounding) / t->step);
    bool is_seen = frame < t->recording->info.frames &&
                   fabs(tmi_recording_scalar(t->recording, frame, 0) - end) <= rounding;
    return is_seen && event->impulse > 0.0 && !presses_in(t, frame, event) ? end + t->step : end;
}

static tmStatus take_event(Touches *t, const tmSimEvent *event, int32_t frame) {
    bool begins = event->kind == TM_SIM_EVENT_TOUCH, ends = event->kind == TM_SIM_EVENT_PART;
    if ((!begins && !ends) || event->bodies[0] < 0 || event->bodies[1] < 0) {
        return TM_OK;
    }
    Pair *pair = pair_of(t, event->bodies);
    if (!pair && begins) {
        tmStatus status = add_pair(t, event);
        if (status != TM_OK) {
            return status;
        }
        pair = pair_of(t, event->bodies);
    }
    if (pair) {
        double force = ends ? event->value : t->step > 0.0 ? event->impulse / t->step : 0.0;
        pair->max = force > pair->max ? force : pair->max;
        end_touch(pair, event->time, ends ? event->impulse : 0.0);
    }
    if (pair && begins) {
        pair->touches++;
        pair->since = event->time;
        pair->counted = end_of_step(t, event, frame);
        pair->recent = event->impulse;
    }
    return TM_OK;
}

/* Forces of a frame hold since the one before. A pair may have several contacts: their forces are
 * cleared, added, and then compared. */
static void take_frame(Touches *t, int32_t frame) {
    const tmRecording *r = t->recording;
    const unsigned char *payload = tmi_recording_payload(r, frame);
    double time = tmi_recording_scalar(r, frame, 0);
    double before = frame > 0 ? tmi_recording_scalar(r, frame - 1, 0) : time;
    int32_t count = tmi_load_contact_count(&r->layout, payload);
    for (int32_t i = 0; i < 3 * count; i++) {
        tmContact contact;
        tmi_load_contact(&r->layout, payload, i % count, &contact);
        Pair *pair = pair_of(t, contact.bodies);
        if (!pair) {
            continue;
        }
        if (i < count) {
            pair->force = 0.0;
        } else if (i < 2 * count && contact.force > 0.0) {
            double since = pair->counted > before ? pair->counted : before;
            pair->force += contact.force;
            pair->recent += time > since ? contact.force * (time - since) : 0.0;
        } else {
            pair->max = pair->force > pair->max ? pair->force : pair->max;
        }
    }
}

/* Goes through events and frames in the order of time. */
static tmStatus collect(Touches *t) {
    const tmRecording *r = t->recording;
    tmStatus status = TM_OK;
    int32_t frame = 0;
    double last = r->info.frames > 0 ? tmi_recording_scalar(r, r->info.frames - 1, 0) : 0.0;
    for (int32_t i = 0; i < r->info.events && status == TM_OK; i++) {
        tmSimEvent event;
        tm_recording_event(r, i, &event);
        for (; frame < r->info.frames && tmi_recording_scalar(r, frame, 0) < event.time; frame++) {
            take_frame(t, frame);
        }
        status = take_event(t, &event, frame);
        last = event.time > last ? event.time : last;
    }
    for (; frame < r->info.frames; frame++) {
        take_frame(t, frame);
    }
    for (int32_t i = 0; i < t->count; i++) {
        t->lasts = t->lasts || t->pairs[i].since < INFINITY;
        end_touch(&t->pairs[i], last, 0.0);
    }
    return status;
}

static void take_touches(Table *table, const Touches *t) {
    Row row = {.count = 0};
    add_text(&row, "bodies");
    add_text(&row, "touches");
    add_text(&row, "impulse [N*s]");
    add_text(&row, "largest force [N]");
    add_text(&row, "time in contact [s]");
    take_row(table, &row);
    for (int32_t i = 0; i < t->count; i++) {
        const Pair *pair = &t->pairs[i];
        row.count = 0;
        add_names(&row, pair->names);
        add_number(&row, pair->touches);
        add_number(&row, pair->impulse);
        add_number(&row, pair->max);
        add_number(&row, pair->time);
        take_row(table, &row);
    }
}

/* ---- Both ---------------------------------------------------------------------------------- */

/* How many impacts had less restitution than asked for. */
static void put_lessened(const tmRecording *r, tmiSvg *out) {
    int32_t count = 0;
    for (int32_t i = 0; i < r->info.events; i++) {
        tmSimEvent event;
        tm_recording_event(r, i, &event);
        count += event.kind == TM_SIM_EVENT_LESSENED;
    }
    if (count > 0) {
        char words[40];
        tmiText text;
        tmi_text_init(&text, words, sizeof words);
        tmi_text_add_int(&text, count);
        tmi_svg_raw(out, words);
        tmi_svg_raw(out, count > 1 ? " impacts" : " impact");
        tmi_svg_raw(out,
                    " had less restitution than asked for, since the full value would gain energy: "
                    "see the events.\n");
    }
}

static void put_impulses(const Touches *touches, tmiSvg *out) {
    Table impacts = {.text = 1}, pairs = {.text = 0};
    take_impacts(&impacts, touches->recording);
    impacts.out = out;
    take_impacts(&impacts, touches->recording);
    put_lessened(touches->recording, out);
    if (touches->count > 0) {
        tmi_svg_raw(out, "\n");
        take_touches(&pairs, touches);
        pairs.out = out;
        take_touches(&pairs, touches);
    }
    if (touches->lasts) {
        tmi_svg_raw(out, "For contacts that last to the end, the impulse is that "
                         "of the forces in the frames.\n");
    }
}

tmStatus tm_report_impulses(tmRecording *recording, tmWriteFn *write, void *user) {
    Touches touches = {.recording = recording};
    tmiSvg out;
    tmStatus status = tmi_report_start(recording, -1, write);
    if (status != TM_OK) {
        return status;
    }
    bool steps = recording->info.has_end && recording->info.end.method == TM_METHOD_STEPPING;
    touches.step = steps ? recording->info.end.step : 0.0;
    status = collect(&touches);
    if (status == TM_OK) {
        tmi_svg_init(&out, write, user);
        put_impulses(&touches, &out);
        tmi_svg_flush(&out);
    }
    tmi_array_clear(recording->allocator, &touches.pairs, &touches.capacity, sizeof *touches.pairs);
    return status;
}
