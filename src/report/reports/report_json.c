/* report_json.c: everything that a recording holds, as JSON. Numbers that are NaN or infinite
 * are null: JSON has no other word for them. */
#include "report/reports/report_table.h"

#include <math.h>
#include <string.h>

typedef struct Json {
    const tmRecording *recording;
    tmiSvg out;
    uint32_t columns;
    int32_t body, frame;
    int32_t unreached; /* frames of an animation */
    bool is_first;     /* of its list or object */
} Json;

/* ---- Values -------------------------------------------------------------------------------- */

static void put_number(tmiSvg *out, double number) {
    if (isfinite(number)) {
        tmi_put_shortest(out, number);
    } else {
        tmi_svg_raw(out, "null");
    }
}

static void put_int(tmiSvg *out, int64_t number) {
    char buffer[24];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_int(&text, number);
    tmi_svg_raw(out, buffer);
}

static void put_escape(tmiSvg *out, unsigned char byte) {
    static const char digits[] = "0123456789abcdef";
    const char code[7] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15], '\0'};
    tmi_svg_raw(out, code);
}

static void put_bytes(tmiSvg *out, const char *text, size_t length) {
    tmi_svg_raw(out, "\"");
    for (size_t i = 0; i < length;) {
        unsigned char byte = (unsigned char)text[i];
        size_t step = byte ? tmi_utf8_length(text + i) : 1;
        char piece[5] = {0};
        if (byte == '"' || byte == '\\') {
            piece[0] = '\\';
            piece[1] = (char)byte;
            tmi_svg_raw(out, piece);
        } else if (byte < 0x20 || byte == 0x7f) {
            put_escape(out, byte);
        } else if (tmi_utf8_is_character(text + i, step)) {
            memcpy(piece, text + i, step);
            tmi_svg_raw(out, piece);
        } else {
            tmi_svg_raw(out, "\\ufffd");
            step = 1;
        }
        i += step;
    }
    tmi_svg_raw(out, "\"");
}

static void put_text(tmiSvg *out, const char *text) {
    put_bytes(out, text, strlen(text));
}

static void put_truth(tmiSvg *out, bool truth) {
    tmi_svg_raw(out, truth ? "true" : "false");
}

/* A comma but before the first. */
static void put_comma(Json *json) {
    tmi_svg_raw(&json->out, json->is_first ? "" : ",");
    json->is_first = false;
}

/* "name": within an object. */
static tmiSvg *key(Json *json, const char *name) {
    put_comma(json);
    put_text(&json->out, name);
    tmi_svg_raw(&json->out, ":");
    return &json->out;
}

static void open_list(Json *json, const char *name) {
    tmi_svg_raw(key(json, name), "[");
    json->is_first = true;
}

static void close_list(Json *json) {
    tmi_svg_raw(&json->out, "]");
    json->is_first = false;
}

static void open_object(Json *json) {
    put_comma(json);
    tmi_svg_raw(&json->out, "{");
    json->is_first = true;
}

static void close_object(Json *json) {
    tmi_svg_raw(&json->out, "}");
    json->is_first = false;
}

/* ---- The head ------------------------------------------------------------------------------ */

static void put_hash(tmiSvg *out, uint64_t hash) {
    static const char digits[] = "0123456789abcdef";
    char text[17] = {0};
    for (int i = 0; i < 16; i++) {
        text[i] = digits[hash >> (60 - 4 * i) & 15];
    }
    put_text(out, text);
}

static void put_parts(Json *json) {
    const tmiRecordingHead *head = &json->recording->head;
    open_list(json, "files");
    for (int32_t i = 0; i < head->text_count; i++) {
        open_object(json);
        put_text(key(json, "name"), head->texts[i].name);
        put_bytes(key(json, "text"), head->texts[i].text, head->texts[i].length);
        close_object(json);
    }
    close_list(json);
    open_list(json, "bodies");
    for (int32_t i = 0; i < head->body_count; i++) {
        put_comma(json);
        put_text(&json->out, head->bodies[i]);
    }
    close_list(json);
    open_list(json, "joints");
    for (int32_t i = 0; i < head->joint_count; i++) {
        open_object(json);
        put_text(key(json, "name"), head->joints[i].name);
        put_text(key(json, "kind"), head->joints[i].kind);
        open_list(json, "bodies");
        for (int32_t k = 0; k < head->joints[i].body_count; k++) {
            put_comma(json);
            put_int(&json->out, head->joints[i].bodies[k]);
        }
        close_list(json);
        close_object(json);
    }
    close_list(json);
}

static void put_values(Json *json) {
    const tmiRecordingHead *head = &json->recording->head;
    open_list(json, "monitors");
    for (int32_t i = 0; i < head->monitor_count; i++) {
        open_object(json);
        put_text(key(json, "text"), head->monitors[i].text);
        put_text(key(json, "unit"), head->monitors[i].unit);
        put_int(key(json, "size"), head->monitors[i].size);
        put_int(key(json, "first"), head->monitors[i].first);
        close_object(json);
    }
    close_list(json);
    open_list(json, "inputs");
    for (int32_t i = 0; i < head->input_count; i++) {
        open_object(json);
        put_text(key(json, "name"), head->inputs[i].name);
        put_text(key(json, "unit"), head->inputs[i].unit);
        put_number(key(json, "initial"), head->inputs[i].initial);
        put_number(key(json, "low"), head->inputs[i].low);
        put_number(key(json, "high"), head->inputs[i].high);
        close_object(json);
    }
    close_list(json);
}

static void put_head(Json *json) {
    static const char *const kinds[] = {"none", "simulate", "animate", "study"};
    const tmRecordingInfo *info = &json->recording->info;
    put_int(key(json, "version"), json->recording->version);
    put_text(key(json, "name"), info->name);
    put_text(key(json, "method"), info->method);
    put_text(key(json, "world"), info->world);
    put_text(key(json, "kind"), kinds[info->kind]);
    put_int(key(json, "run"), info->run);
    put_truth(key(json, "planar"), info->planar);
    put_truth(key(json, "whole"), info->is_whole);
    if (info->kind == TM_RUN_ANIMATE) {
        put_int(key(json, "unreached"), json->unreached);
    }
    put_hash(key(json, "hash"), info->hash);
    put_parts(json);
    put_values(json);
}

static void put_end(Json *json) {
    static const char *const outcomes[] = {"runs", "ended", "stopped", "failed"};
    const tmSimInfo *end = &json->recording->info.end;
    tmi_svg_raw(key(json, "end"), "{");
    json->is_first = true;
    put_text(key(json, "outcome"), outcomes[end->outcome]);
    put_number(key(json, "time"), end->time);
    put_number(key(json, "end"), end->end);
    put_number(key(json, "step"), end->step);
    put_number(key(json, "tolerance"), end->tolerance);
    put_int(key(json, "steps"), end->steps);
    put_int(key(json, "refused"), end->refused);
    put_int(key(json, "evaluations"), end->evaluations);
    put_int(key(json, "stiff_steps"), end->stiff_steps);
    put_int(key(json, "events"), end->events);
    put_number(key(json, "energy"), end->energy);
    put_number(key(json, "work"), end->work);
    put_number(key(json, "energy_error"), end->energy_error);
    put_number(key(json, "energy_scale"), end->energy_scale);
    put_number(key(json, "gap"), end->gap);
    put_number(key(json, "residual"), end->residual);
    put_number(key(json, "size"), end->size);
    put_int(key(json, "touching"), end->touching);
    put_int(key(json, "solved"), end->solved);
    put_int(key(json, "halved"), end->halved);
    put_int(key(json, "corners"), end->corners);
    put_int(key(json, "jammed"), end->jammed);
    put_int(key(json, "unsolved"), end->unsolved);
    put_number(key(json, "overlap"), end->overlap);
    put_number(key(json, "touch_residual"), end->touch_residual);
    close_object(json);
}

/* ---- Events and frames --------------------------------------------------------------------- */

static void put_pair(Json *json, const char *name, const int32_t pair[2]) {
    open_list(json, name);
    for (int i = 0; i < 2; i++) {
        put_comma(json);
        put_int(&json->out, pair[i]);
    }
    close_list(json);
}

static void put_events(Json *json) {
    open_list(json, "events");
    for (int32_t i = 0; i < json->recording->info.events; i++) {
        tmSimEvent event;
        tm_recording_event(json->recording, i, &event);
        open_object(json);
        put_number(key(json, "time"), event.time);
        put_text(key(json, "kind"), tm_sim_event_name(event.kind));
        put_int(key(json, "joint"), event.joint);
        put_int(key(json, "input"), event.input);
        put_pair(json, "bodies", event.bodies);
        put_number(key(json, "value"), event.value);
        put_number(key(json, "impulse"), event.impulse);
        put_number(key(json, "before"), event.before);
        put_number(key(json, "after"), event.after);
        close_object(json);
    }
    close_list(json);
}

static void put_title(void *user, const tmiColumn *column) {
    Json *json = user;
    put_comma(json);
    tmi_svg_raw(&json->out, "{\"name\":");
    put_text(&json->out, column->name ? column->name : column->part);
    if (column->name && column->part) {
        tmi_svg_raw(&json->out, ",\"part\":");
        put_text(&json->out, column->part);
    }
    if (column->on) {
        tmi_svg_raw(&json->out, ",\"on\":");
        put_text(&json->out, column->on);
    }
    tmi_svg_raw(&json->out, ",\"unit\":");
    put_text(&json->out, column->unit);
    tmi_svg_raw(&json->out, "}");
}

static void put_cell(void *user, const tmiColumn *column) {
    Json *json = user;
    put_comma(json);
    put_number(&json->out, tmi_table_number(json->recording, json->frame, column));
}

static void put_frames(Json *json) {
    open_list(json, "columns");
    tmi_table_columns(json->recording, json->columns, json->body, put_title, json);
    close_list(json);
    open_list(json, "frames");
    for (json->frame = 0; json->frame < json->recording->info.frames; json->frame++) {
        put_comma(json);
        tmi_svg_raw(&json->out, "\n[");
        json->is_first = true;
        tmi_table_columns(json->recording, json->columns, json->body, put_cell, json);
        close_list(json);
    }
    close_list(json);
}

static void put_vector(Json *json, const char *name, const double *vector) {
    open_list(json, name);
    for (int i = 0; i < (json->recording->info.planar ? 2 : 3); i++) {
        put_comma(json);
        put_number(&json->out, vector[i]);
    }
    close_list(json);
}

static void put_contact(Json *json, const tmContact *contact) {
    open_object(json);
    put_pair(json, "bodies", contact->bodies);
    put_pair(json, "pieces", contact->pieces);
    put_vector(json, "point", contact->point);
    put_vector(json, "normal", contact->normal);
    put_number(key(json, "gap"), contact->gap);
    put_number(key(json, "force"), contact->force);
    put_vector(json, "friction", contact->friction);
    put_truth(key(json, "slips"), contact->slips);
    close_object(json);
}

/* A list for each frame. */
static void put_contacts(Json *json) {
    const tmRecording *r = json->recording;
    open_list(json, "contacts");
    for (int32_t i = 0; i < r->info.frames; i++) {
        const unsigned char *payload = tmi_recording_payload(r, i);
        put_comma(json);
        tmi_svg_raw(&json->out, "\n[");
        json->is_first = true;
        for (int32_t k = 0; k < tmi_load_contact_count(&r->layout, payload); k++) {
            tmContact contact;
            tmi_load_contact(&r->layout, payload, k, &contact);
            if (tmi_table_has(&contact, json->body)) {
                put_contact(json, &contact);
            }
        }
        close_list(json);
    }
    close_list(json);
}

tmStatus tm_report_json(tmRecording *recording, uint32_t columns, int32_t body, tmWriteFn *write,
                        void *user) {
    Json json = {.recording = recording, .columns = columns, .body = body, .is_first = true};
    tmStatus status = tmi_report_start(recording, body, write);
    if (status != TM_OK) {
        return status;
    }
    json.unreached = tm_recording_unreached(recording, NULL, NULL);
    tmi_svg_init(&json.out, write, user);
    open_object(&json);
    put_head(&json);
    if (recording->info.has_end) {
        put_end(&json);
    }
    put_events(&json);
    put_frames(&json);
    if (columns & TM_TABLE_CONTACTS) {
        put_contacts(&json);
    }
    close_object(&json);
    tmi_svg_raw(&json.out, "\n");
    tmi_svg_flush(&json.out);
    return TM_OK;
}
