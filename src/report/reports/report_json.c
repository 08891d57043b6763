/* report_json.c: everything that a recording holds, as JSON. Numbers that are NaN or infinite
 * are null: JSON has no other word for them. */
#include "report/reports/report_table.h"

typedef struct Json {
    const tmRecording *recording;
    tmiJson out;
    uint32_t columns;
    int32_t body, frame;
    int32_t unreached; /* frames of an animation */
} Json;

/* ---- The head ------------------------------------------------------------------------------ */

static void put_hash(tmiJson *out, uint64_t hash) {
    static const char digits[] = "0123456789abcdef";
    char text[17] = {0};
    for (int i = 0; i < 16; i++) {
        text[i] = digits[hash >> (60 - 4 * i) & 15];
    }
    tmi_json_text(out, "hash", text);
}

static void put_parts(Json *json) {
    const tmiRecordingHead *head = &json->recording->head;
    tmi_json_open(&json->out, "files", '[');
    for (int32_t i = 0; i < head->text_count; i++) {
        tmi_json_open(&json->out, NULL, '{');
        tmi_json_text(&json->out, "name", head->texts[i].name);
        tmi_json_bytes(&json->out, "text", head->texts[i].text, head->texts[i].length);
        tmi_json_close(&json->out, '}');
    }
    tmi_json_close(&json->out, ']');
    tmi_json_open(&json->out, "bodies", '[');
    for (int32_t i = 0; i < head->body_count; i++) {
        tmi_json_text(&json->out, NULL, head->bodies[i]);
    }
    tmi_json_close(&json->out, ']');
    tmi_json_open(&json->out, "joints", '[');
    for (int32_t i = 0; i < head->joint_count; i++) {
        tmi_json_open(&json->out, NULL, '{');
        tmi_json_text(&json->out, "name", head->joints[i].name);
        tmi_json_text(&json->out, "kind", head->joints[i].kind);
        tmi_json_open(&json->out, "bodies", '[');
        for (int32_t k = 0; k < head->joints[i].body_count; k++) {
            tmi_json_int(&json->out, NULL, head->joints[i].bodies[k]);
        }
        tmi_json_close(&json->out, ']');
        tmi_json_close(&json->out, '}');
    }
    tmi_json_close(&json->out, ']');
}

static void put_values(Json *json) {
    const tmiRecordingHead *head = &json->recording->head;
    tmi_json_open(&json->out, "monitors", '[');
    for (int32_t i = 0; i < head->monitor_count; i++) {
        tmi_json_open(&json->out, NULL, '{');
        tmi_json_text(&json->out, "text", head->monitors[i].text);
        tmi_json_text(&json->out, "unit", head->monitors[i].unit);
        tmi_json_int(&json->out, "size", head->monitors[i].size);
        tmi_json_int(&json->out, "first", head->monitors[i].first);
        tmi_json_close(&json->out, '}');
    }
    tmi_json_close(&json->out, ']');
    tmi_json_open(&json->out, "inputs", '[');
    for (int32_t i = 0; i < head->input_count; i++) {
        tmi_json_open(&json->out, NULL, '{');
        tmi_json_text(&json->out, "name", head->inputs[i].name);
        tmi_json_text(&json->out, "unit", head->inputs[i].unit);
        tmi_json_number(&json->out, "initial", head->inputs[i].initial);
        tmi_json_number(&json->out, "low", head->inputs[i].low);
        tmi_json_number(&json->out, "high", head->inputs[i].high);
        tmi_json_close(&json->out, '}');
    }
    tmi_json_close(&json->out, ']');
}

static void put_ranges(Json *json) {
    const tmiRecordingHead *head = &json->recording->head;
    tmi_json_open(&json->out, "drives", '[');
    for (int32_t i = 0; i < head->range_count; i++) {
        tmi_json_open(&json->out, NULL, '{');
        tmi_json_text(&json->out, "text", head->ranges[i].text);
        tmi_json_text(&json->out, "unit", head->ranges[i].unit);
        tmi_json_number(&json->out, "first", head->ranges[i].first);
        tmi_json_number(&json->out, "last", head->ranges[i].last);
        tmi_json_close(&json->out, '}');
    }
    tmi_json_close(&json->out, ']');
}

static void put_head(Json *json) {
    static const char *const kinds[] = {"none", "simulate", "animate", "study"};
    const tmRecordingInfo *info = &json->recording->info;
    tmi_json_int(&json->out, "version", json->recording->version);
    tmi_json_text(&json->out, "name", info->name);
    tmi_json_text(&json->out, "method", info->method);
    tmi_json_text(&json->out, "world", info->world);
    tmi_json_text(&json->out, "kind", kinds[info->kind]);
    tmi_json_int(&json->out, "run", info->run);
    tmi_json_truth(&json->out, "planar", info->planar);
    tmi_json_truth(&json->out, "whole", info->is_whole);
    if (info->kind == TM_RUN_ANIMATE) {
        tmi_json_int(&json->out, "unreached", json->unreached);
    }
    put_hash(&json->out, info->hash);
    put_parts(json);
    put_values(json);
    if (info->kind == TM_RUN_ANIMATE) {
        put_ranges(json);
    }
}

static void put_end(Json *json) {
    static const char *const outcomes[] = {"runs", "ended", "stopped", "failed"};
    const tmSimInfo *end = &json->recording->info.end;
    tmi_json_open(&json->out, "end", '{');
    tmi_json_text(&json->out, "outcome", outcomes[end->outcome]);
    tmi_json_number(&json->out, "time", end->time);
    tmi_json_number(&json->out, "end", end->end);
    tmi_json_number(&json->out, "step", end->step);
    tmi_json_number(&json->out, "tolerance", end->tolerance);
    tmi_json_int(&json->out, "steps", end->steps);
    tmi_json_int(&json->out, "refused", end->refused);
    tmi_json_int(&json->out, "evaluations", end->evaluations);
    tmi_json_int(&json->out, "stiff_steps", end->stiff_steps);
    tmi_json_int(&json->out, "events", end->events);
    tmi_json_number(&json->out, "energy", end->energy);
    tmi_json_number(&json->out, "work", end->work);
    tmi_json_number(&json->out, "energy_error", end->energy_error);
    tmi_json_number(&json->out, "energy_scale", end->energy_scale);
    tmi_json_number(&json->out, "gap", end->gap);
    tmi_json_number(&json->out, "residual", end->residual);
    tmi_json_number(&json->out, "size", end->size);
    tmi_json_int(&json->out, "touching", end->touching);
    tmi_json_int(&json->out, "solved", end->solved);
    tmi_json_int(&json->out, "halved", end->halved);
    tmi_json_int(&json->out, "corners", end->corners);
    tmi_json_int(&json->out, "jammed", end->jammed);
    tmi_json_int(&json->out, "unsolved", end->unsolved);
    tmi_json_number(&json->out, "overlap", end->overlap);
    tmi_json_number(&json->out, "touch_residual", end->touch_residual);
    tmi_json_close(&json->out, '}');
}

/* ---- Events and frames --------------------------------------------------------------------- */

static void put_pair(Json *json, const char *name, const int32_t pair[2]) {
    tmi_json_open(&json->out, name, '[');
    for (int i = 0; i < 2; i++) {
        tmi_json_int(&json->out, NULL, pair[i]);
    }
    tmi_json_close(&json->out, ']');
}

static void put_events(Json *json) {
    tmi_json_open(&json->out, "events", '[');
    for (int32_t i = 0; i < json->recording->info.events; i++) {
        tmSimEvent event;
        if (!tmi_report_event(json->recording, i, &event)) {
            continue; /* the rest of one before */
        }
        tmi_json_open(&json->out, NULL, '{');
        tmi_json_number(&json->out, "time", event.time);
        tmi_json_text(&json->out, "kind", tm_sim_event_name(event.kind));
        tmi_json_int(&json->out, "joint", event.joint);
        tmi_json_int(&json->out, "input", event.input);
        put_pair(json, "bodies", event.bodies);
        tmi_json_number(&json->out, "value", event.value);
        tmi_json_number(&json->out, "impulse", event.impulse);
        tmi_json_number(&json->out, "before", event.before);
        tmi_json_number(&json->out, "after", event.after);
        tmi_json_close(&json->out, '}');
    }
    tmi_json_close(&json->out, ']');
}

static void put_title(void *user, const tmiColumn *column) {
    tmiJson *out = &((Json *)user)->out;
    tmi_json_open(out, NULL, '{');
    tmi_json_text(out, "name", column->name ? column->name : column->part);
    if (column->name && column->part) {
        tmi_json_text(out, "part", column->part);
    }
    if (column->on) {
        tmi_json_text(out, "on", column->on);
    }
    if (column->kind == TMI_COLUMN_DRIVE) {
        tmi_json_truth(out, "drive", true);
    }
    tmi_json_text(out, "unit", column->unit);
    tmi_json_close(out, '}');
}

static void put_cell(void *user, const tmiColumn *column) {
    Json *json = user;
    tmi_json_number(&json->out, NULL, tmi_table_number(json->recording, json->frame, column));
}

static void put_frames(Json *json) {
    tmi_json_open(&json->out, "columns", '[');
    tmi_table_columns(json->recording, json->columns, json->body, put_title, json);
    tmi_json_close(&json->out, ']');
    tmi_json_open(&json->out, "frames", '[');
    for (json->frame = 0; json->frame < json->recording->info.frames; json->frame++) {
        tmi_json_new_line(&json->out);
        tmi_json_open(&json->out, NULL, '[');
        tmi_table_columns(json->recording, json->columns, json->body, put_cell, json);
        tmi_json_close(&json->out, ']');
    }
    tmi_json_close(&json->out, ']');
}

static void put_vector(Json *json, const char *name, const double *vector) {
    tmi_json_open(&json->out, name, '[');
    for (int i = 0; i < (json->recording->info.planar ? 2 : 3); i++) {
        tmi_json_number(&json->out, NULL, vector[i]);
    }
    tmi_json_close(&json->out, ']');
}

static void put_contact(Json *json, const tmContact *contact) {
    tmi_json_open(&json->out, NULL, '{');
    put_pair(json, "bodies", contact->bodies);
    put_pair(json, "pieces", contact->pieces);
    put_vector(json, "point", contact->point);
    put_vector(json, "normal", contact->normal);
    tmi_json_number(&json->out, "gap", contact->gap);
    tmi_json_number(&json->out, "force", contact->force);
    put_vector(json, "friction", contact->friction);
    tmi_json_truth(&json->out, "slips", contact->slips);
    tmi_json_close(&json->out, '}');
}

/* A list for each frame. */
static void put_contacts(Json *json) {
    const tmRecording *r = json->recording;
    tmi_json_open(&json->out, "contacts", '[');
    for (int32_t i = 0; i < r->info.frames; i++) {
        const unsigned char *payload = tmi_recording_payload(r, i);
        tmi_json_new_line(&json->out);
        tmi_json_open(&json->out, NULL, '[');
        for (int32_t k = 0; k < tmi_load_contact_count(&r->layout, payload); k++) {
            tmContact contact;
            tmi_load_contact(&r->layout, payload, k, &contact);
            if (tmi_table_has(&contact, json->body)) {
                put_contact(json, &contact);
            }
        }
        tmi_json_close(&json->out, ']');
    }
    tmi_json_close(&json->out, ']');
}

tmStatus tm_report_json(tmRecording *recording, uint32_t columns, int32_t body, tmWriteFn *write,
                        void *user) {
    Json json = {.recording = recording, .columns = columns, .body = body};
    tmStatus status = tmi_report_start(recording, body, write);
    if (status != TM_OK) {
        return status;
    }
    json.unreached = tm_recording_unreached(recording, NULL, NULL);
    tmi_json_init(&json.out, write, user);
    tmi_json_open(&json.out, NULL, '{');
    put_head(&json);
    if (recording->info.has_end) {
        put_end(&json);
    }
    put_events(&json);
    put_frames(&json);
    if (columns & TM_TABLE_CONTACTS) {
        put_contacts(&json);
    }
    tmi_json_close(&json.out, '}');
    tmi_output_add(&json.out.out, "\n");
    tmi_output_flush(&json.out.out);
    return TM_OK;
}
