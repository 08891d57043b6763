/* json.h: writes JSON piece by piece; commas come by themselves. */
#ifndef TMI_EDIT_JSON_H
#define TMI_EDIT_JSON_H

#include "base/base.h"

typedef struct tmiJson {
    tmiOutput out;
    bool is_first; /* of its list or object */
} tmiJson;

void tmi_json_init(tmiJson *json, tmWriteFn *write, void *user);

/* Open and close objects and lists; `key` is null within lists. */
void tmi_json_open(tmiJson *json, const char *key, char bracket);
void tmi_json_close(tmiJson *json, char bracket);

/* Values; `key` is null within lists. Numbers that are not finite, and null texts, are null. */
void tmi_json_text(tmiJson *json, const char *key, const char *text);
void tmi_json_bytes(tmiJson *json, const char *key, const char *text, size_t length);
void tmi_json_number(tmiJson *json, const char *key, double number);
void tmi_json_int(tmiJson *json, const char *key, int64_t number);
void tmi_json_truth(tmiJson *json, const char *key, bool truth);
void tmi_json_null(tmiJson *json, const char *key);

#endif
