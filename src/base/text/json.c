/* json.c: JSON piece by piece; commas come by themselves. */
#include "base/text/text.h"

#include <math.h>
#include <string.h>

void tmi_json_init(tmiJson *json, tmWriteFn *write, void *user) {
    tmi_output_init(&json->out, write, user);
    json->is_first = true;
}

static tmiOutput *begin(tmiJson *json, const char *key) {
    tmi_output_add(&json->out, json->is_first ? "" : ",");
    json->is_first = false;
    if (key) {
        tmi_output_add_string(&json->out, key, strlen(key));
        tmi_output_add(&json->out, ":");
    }
    return &json->out;
}

void tmi_json_open(tmiJson *json, const char *key, char bracket) {
    tmi_output_add_bytes(begin(json, key), &bracket, 1);
    json->is_first = true;
}

void tmi_json_close(tmiJson *json, char bracket) {
    tmi_output_add_bytes(&json->out, &bracket, 1);
    json->is_first = false;
}

void tmi_json_text(tmiJson *json, const char *key, const char *text) {
    if (text) {
        tmi_output_add_string(begin(json, key), text, strlen(text));
    } else {
        tmi_json_null(json, key);
    }
}

void tmi_json_bytes(tmiJson *json, const char *key, const char *text, size_t length) {
    tmi_output_add_string(begin(json, key), text, length);
}

void tmi_json_number(tmiJson *json, const char *key, double number) {
    char buffer[32];
    tmiText text;
    if (!isfinite(number)) {
        tmi_json_null(json, key);
        return;
    }
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_shortest(&text, number);
    tmi_output_add(begin(json, key), buffer);
}

void tmi_json_int(tmiJson *json, const char *key, int64_t number) {
    tmi_output_add_int(begin(json, key), number);
}

void tmi_json_truth(tmiJson *json, const char *key, bool truth) {
    tmi_output_add(begin(json, key), truth ? "true" : "false");
}

void tmi_json_null(tmiJson *json, const char *key) {
    tmi_output_add(begin(json, key), "null");
}

void tmi_json_new_line(tmiJson *json) {
    tmi_output_add(&json->out, json->is_first ? "\n" : ",\n");
    json->is_first = true;
}
