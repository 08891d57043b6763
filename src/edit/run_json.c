/* run_json.c: what the run of a sketch drives, traces and monitors, as JSON. */
#include "edit/run_json.h"

#include <string.h>

static tmStatus put_drives(tmiJson *json, const tmSketch *sketch, const tmAnimateInfo *animate) {
    static const char *const kinds[] = {"coordinate", "angle", "position"};
    size_t size = 2 * ((size_t)animate->value_count + 1) * sizeof(double);
    double *first = tmi_alloc_zero(sketch->allocator, size), *last = first + animate->value_count;
    if (!first) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tm_model_drive_values(sketch->model, 0.0, first);
    status = status == TM_OK ? tm_model_drive_values(sketch->model, 1.0, last) : status;
    tmi_json_open(json, "drives", '[');
    for (int32_t i = 0, at = 0; i < animate->drive_count; i++) {
        tmDriveInfo drive;
        tm_model_drive(sketch->model, i, &drive);
        tmi_json_open(json, NULL, '{');
        tmi_json_text(json, "kind", kinds[drive.kind]);
        tmi_json_int(json, "joint", drive.kind == TM_DRIVE_COORDINATE ? drive.joint : -1);
        tmi_json_int(json, "body", drive.kind == TM_DRIVE_COORDINATE ? -1 : drive.point.body);
        tmi_json_truth(json, "isAngle", drive.is_angle);
        tmi_json_number(json, "from", first[at]);
        tmi_json_number(json, "to", last[at]);
        tmi_json_close(json, '}');
        at += drive.kind == TM_DRIVE_POSITION ? 3 : 1;
    }
    tmi_json_close(json, ']');
    tmi_free(sketch->allocator, first, size);
    return status == TM_ERR_MEMORY ? status : TM_OK; /* what has no value is null */
}

/* The name of the feature there, else of the body. */
static void put_trace_name(tmiJson *json, const tmSketch *sketch, const tmPointOn *point) {
    char buffer[256];
    tmiText text;
    tmBodyInfo body;
    tm_model_body(sketch->model, point->body, &body);
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add(&text, body.name);
    for (int32_t i = 0; i < tm_model_feature_count(sketch->model, point->body); i++) {
        const char *name;
        tmPointOn other;
        if (tm_model_feature(sketch->model, point->body, i, &name, &other) == TM_OK &&
            memcmp(other.point, point->point, sizeof other.point) == 0) {
            tmi_text_add(&text, ".");
            tmi_text_add(&text, name);
            break;
        }
    }
    tmi_json_text(json, "name", buffer);
}

static void put_traces(tmiJson *json, const tmSketch *sketch, int32_t count) {
    tmi_json_open(json, "traces", '[');
    for (int32_t i = 0; i < count; i++) {
        tmPointOn point;
        tm_model_trace(sketch->model, i, &point);
        tmi_json_open(json, NULL, '{');
        tmi_json_int(json, "body", point.body);
        tmi_json_number(json, "x", point.point[0]);
        tmi_json_number(json, "y", point.point[1]);
        put_trace_name(json, sketch, &point);
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
}

static void put_monitors(tmiJson *json, const tmSketch *sketch) {
    tmi_json_open(json, "monitors", '[');
    for (int32_t i = 0; i < tm_model_simulate(sketch->model).monitor_count; i++) {
        tmMonitorInfo monitor;
        tm_model_monitor(sketch->model, i, &monitor);
        tmi_json_open(json, NULL, '{');
        tmi_json_text(json, "text", monitor.text);
        tmi_json_text(json, "unit", monitor.unit);
        tmi_json_int(json, "size", monitor.size);
        tmi_json_int(json, "first", monitor.first);
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "inputs", '[');
    for (int32_t i = 0; i < tm_model_input_count(sketch->model); i++) {
        tmInputInfo input;
        tm_model_input(sketch->model, i, &input);
        tmi_json_open(json, NULL, '{');
        tmi_json_text(json, "name", input.name);
        tmi_json_text(json, "unit", input.unit);
        tmi_json_number(json, "initial", input.initial);
        tmi_json_number(json, "low", input.low);
        tmi_json_number(json, "high", input.high);
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
}

static void put_pace(tmiJson *json, const tmModel *model) {
    static const char *const profiles[] = {"constant", "trapezoid", "cycloid", "table"};
    tmPaceInfo pace = tm_model_pace(model);
    tmi_json_open(json, "pace", '{');
    tmi_json_truth(json, "given", pace.is_given);
    tmi_json_text(json, "profile", profiles[pace.profile]);
    tmi_json_number(json, "speed", pace.speed);
    tmi_json_number(json, "duration", pace.duration);
    tmi_json_close(json, '}');
}

tmStatus tmi_json_run(tmiJson *json, const tmSketch *sketch) {
    static const char *const breaks[] = {"limit", "search", "stretch"};
    tmAnimateInfo animate = tm_model_animate(sketch->model);
    tmStatus status = put_drives(json, sketch, &animate);
    tmi_json_int(json, "frames", animate.frames);
    tmi_json_text(json, "onBreak", breaks[animate.on_break]);
    put_pace(json, sketch->model);
    put_traces(json, sketch, animate.trace_count);
    put_monitors(json, sketch);
    tmi_json_number(json, "record", tm_model_simulate(sketch->model).record);
    return status;
}
