/* head.c: the head of a recording as bytes, and back. A text is its length, its bytes and a zero,
 * so that a reader can point to it in place. */
#include "report/recording/pack.h"
#include "report/recording/recording.h"

#define FLAG_PLANAR 1u

/* Maximum components of a monitored value: those of a vector. */
#define VALUE_MAX 3

uint64_t tmi_recording_hash(const tmiRecordedText *texts, int32_t count) {
    uint64_t hash = TMI_HASH_START;
    for (int32_t i = 0; i < count; i++) {
        for (size_t k = 0; k < texts[i].length; k++) {
            hash = (hash ^ (unsigned char)texts[i].text[k]) * TMI_HASH_PRIME;
        }
        hash = tmi_hash_word(hash, texts[i].length);
    }
    return hash;
}

tmiFrameLayout tmi_frame_layout(const tmiRecordingHead *head, uint32_t version) {
    size_t contact = head->planar ? TMI_CONTACT_PLANE : TMI_CONTACT_SPACE;
    tmiFrameLayout l = {.planar = head->planar,
                        .fixed = version > 1 ? TMI_FRAME_FIXED : TMI_FRAME_FIXED_1,
                        .contact = version > 1 ? contact : 0,
                        .bodies = (size_t)head->body_count - 1,
                        .joints = (size_t)head->joint_count,
                        .values = (size_t)head->value_count,
                        .pose = head->planar ? 3 : 7,
                        .motion = head->planar ? 3 : 6};
    uint64_t each = l.pose + l.motion; /* in 64 bits, whatever a size has */
    l.size = l.fixed + 8 * (l.bodies * each + l.joints * (uint64_t)l.motion + (uint64_t)l.values);
    return l;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Where the next byte goes; null: it is only counted. */
typedef struct Pen {
    unsigned char *bytes;
    size_t used;
} Pen;

static void put(Pen *pen, const void *bytes, size_t count) {
    if (pen->bytes && count > 0) {
        memcpy(pen->bytes + pen->used, bytes, count);
    }
    pen->used += count;
}

static void put_number(Pen *pen, int64_t number) {
    unsigned char bytes[4];
    tmi_put32(bytes, (uint32_t)number);
    put(pen, bytes, sizeof bytes);
}

static void put_double(Pen *pen, double number) {
    unsigned char bytes[8];
    tmi_put_double(bytes, number);
    put(pen, bytes, sizeof bytes);
}

static void put_bytes(Pen *pen, const char *text, size_t length) {
    put_number(pen, (int64_t)length);
    put(pen, text, length);
    put(pen, "", 1);
}

static void put_text(Pen *pen, const char *text) {
    put_bytes(pen, text, strlen(text));
}

static void put_parts(Pen *pen, const tmiRecordingHead *head) {
    put_number(pen, head->text_count);
    for (int32_t i = 0; i < head->text_count; i++) {
        put_text(pen, head->texts[i].name);
        put_bytes(pen, head->texts[i].text, head->texts[i].length);
    }
    put_number(pen, head->body_count);
    for (int32_t i = 0; i < head->body_count; i++) {
        put_text(pen, head->bodies[i]);
    }
    put_number(pen, head->joint_count);
    for (int32_t i = 0; i < head->joint_count; i++) {
        const tmiRecordedJoint *joint = &head->joints[i];
        put_text(pen, joint->name);
        put_text(pen, joint->kind);
        put_number(pen, joint->body_count);
        for (int32_t k = 0; k < joint->body_count; k++) {
            put_number(pen, joint->bodies[k]);
        }
    }
}

static void put_values(Pen *pen, const tmiRecordingHead *head) {
    put_number(pen, head->monitor_count);
    for (int32_t i = 0; i < head->monitor_count; i++) {
        const tmMonitorInfo *monitor = &head->monitors[i];
        put_text(pen, monitor->text);
        put_text(pen, monitor->unit);
        put_number(pen, monitor->size);
        put_number(pen, monitor->is_truth);
    }
    put_number(pen, head->input_count);
    for (int32_t i = 0; i < head->input_count; i++) {
        const tmInputInfo *input = &head->inputs[i];
        put_text(pen, input->name);
        put_text(pen, input->unit);
        put_double(pen, input->initial);
        put_double(pen, input->low);
        put_double(pen, input->high);
    }
    put_number(pen, TM_SIM_EVENTS);
    for (int32_t i = 0; i < TM_SIM_EVENTS; i++) {
        put_text(pen, tm_sim_event_name((tmSimEventKind)i));
    }
}

/* The last in the head: readers that do not know of it pass it over. */
static void put_ranges(Pen *pen, const tmiRecordingHead *head) {
    put_number(pen, head->range_count);
    for (int32_t i = 0; i < head->range_count; i++) {
        const tmRangeInfo *range = &head->ranges[i];
        put_text(pen, range->text);
        put_text(pen, range->unit);
        put_double(pen, range->first);
        put_double(pen, range->last);
    }
}

size_t tmi_head_write(const tmiRecordingHead *head, unsigned char *bytes) {
    static const unsigned char zeros[8] = {0};
    unsigned char hash[8];
    Pen pen = {.bytes = bytes};
    put_number(&pen, head->planar ? FLAG_PLANAR : 0);
    put_number(&pen, head->kind);
    put_number(&pen, head->run);
    put_number(&pen, 0);
    tmi_put64(hash, head->hash);
    put(&pen, hash, sizeof hash);
    put_text(&pen, head->name);
    put_text(&pen, head->method);
    put_text(&pen, head->world);
    put_parts(&pen, head);
    put_values(&pen, head);
    if (head->kind == TM_RUN_ANIMATE) {
        put_ranges(&pen, head);
    }
    put(&pen, zeros, (8 - pen.used % 8) % 8);
    return pen.used;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* The bytes left to read. After a mistake there are none, numbers read as zero and texts as empty.
 */
typedef struct Eye {
    const unsigned char *at;
    size_t left;
    tmiArena *arena;
    tmStatus status;
} Eye;

static const unsigned char *take(Eye *eye, size_t count) {
    if (eye->status != TM_OK || eye->left < count) {
        eye->status = eye->status == TM_OK ? TM_ERR_TEXT : eye->status;
        return NULL;
    }
    const unsigned char *at = eye->at;
    eye->at += count;
    eye->left -= count;
    return at;
}

static uint32_t take_number(Eye *eye) {
    const unsigned char *at = take(eye, 4);
    return at ? tmi_load32(at) : 0;
}

static double take_double(Eye *eye) {
    const unsigned char *at = take(eye, 8);
    return at ? tmi_load_double(at) : 0.0;
}

static const char *take_bytes(Eye *eye, size_t *length) {
    *length = take_number(eye);
    const unsigned char *at = *length < eye->left ? take(eye, *length + 1) : NULL;
    if (!at || at[*length] != 0) {
        eye->status = eye->status == TM_OK ? TM_ERR_TEXT : eye->status;
        *length = 0;
        return "";
    }
    return (const char *)at;
}

/* A name has no zero within. */
static const char *take_text(Eye *eye) {
    size_t length;
    const char *text = take_bytes(eye, &length);
    if (strlen(text) != length) {
        eye->status = TM_ERR_TEXT;
    }
    return text;
}

/* How many items follow, each of at least `min` bytes, and memory for them: never more than the
 * bytes that are left can fill. */
static int32_t take_count(Eye *eye, size_t min, size_t item, void *items) {
    uint32_t count = take_number(eye);
    if (eye->status == TM_OK && count > eye->left / min) {
        eye->status = TM_ERR_TEXT;
    }
    if (eye->status != TM_OK) {
        return 0;
    }
    void *block = tmi_arena_alloc(eye->arena, count, item);
    if (!block || count > INT32_MAX) {
        eye->status = block ? TM_ERR_LIMIT : TM_ERR_MEMORY;
        return 0;
    }
    memcpy(items, &block, sizeof block);
    return (int32_t)count;
}

static void take_joint(Eye *eye, tmiRecordedJoint *joint, int32_t bodies) {
    int32_t *places = NULL;
    joint->name = take_text(eye);
    joint->kind = take_text(eye);
    joint->body_count = take_count(eye, 4, sizeof *places, &places);
    joint->bodies = places;
    for (int32_t i = 0; i < joint->body_count; i++) {
        uint32_t body = take_number(eye);
        if (body >= (uint32_t)bodies) {
            eye->status = eye->status == TM_OK ? TM_ERR_TEXT : eye->status;
            return;
        }
        places[i] = (int32_t)body;
    }
}

static void take_parts(Eye *eye, tmiRecordingHead *head) {
    head->text_count = take_count(eye, 10, sizeof *head->texts, &head->texts);
    for (int32_t i = 0; i < head->text_count; i++) {
        head->texts[i].name = take_text(eye);
        head->texts[i].text = take_bytes(eye, &head->texts[i].length);
    }
    head->body_count = take_count(eye, 5, sizeof *head->bodies, &head->bodies);
    for (int32_t i = 0; i < head->body_count; i++) {
        head->bodies[i] = take_text(eye);
    }
    head->joint_count = take_count(eye, 14, sizeof *head->joints, &head->joints);
    for (int32_t i = 0; i < head->joint_count; i++) {
        take_joint(eye, &head->joints[i], head->body_count);
    }
}

static void take_monitors(Eye *eye, tmiRecordingHead *head) {
    int64_t values = 0;
    head->monitor_count = take_count(eye, 18, sizeof *head->monitors, &head->monitors);
    for (int32_t i = 0; i < head->monitor_count; i++) {
        tmMonitorInfo *monitor = &head->monitors[i];
        monitor->text = take_text(eye);
        monitor->unit = take_text(eye);
        uint32_t size = take_number(eye);
        monitor->is_truth = take_number(eye) != 0;
        monitor->first = (int32_t)values;
        monitor->size = size <= VALUE_MAX ? (int32_t)size : 0;
        values += monitor->size;
        if (monitor->size < 1 || values > INT32_MAX) {
            eye->status = eye->status == TM_OK ? TM_ERR_TEXT : eye->status;
            return;
        }
    }
    head->value_count = (int32_t)values;
}

static tmSimEventKind event_of(const char *name) {
    int32_t kind = 0;
    while (kind < TM_SIM_EVENTS && strcmp(tm_sim_event_name((tmSimEventKind)kind), name) != 0) {
        kind++;
    }
    return (tmSimEventKind)kind;
}

static void take_values(Eye *eye, tmiRecordingHead *head) {
    take_monitors(eye, head);
    head->input_count = take_count(eye, 34, sizeof *head->inputs, &head->inputs);
    for (int32_t i = 0; i < head->input_count; i++) {
        tmInputInfo *input = &head->inputs[i];
        input->name = take_text(eye);
        input->unit = take_text(eye);
        input->initial = take_double(eye);
        input->low = take_double(eye);
        input->high = take_double(eye);
    }
    head->event_count = take_count(eye, 5, sizeof *head->events, &head->events);
    for (int32_t i = 0; i < head->event_count; i++) {
        head->events[i] = event_of(take_text(eye));
    }
}

/* Older recordings of animations have at most 7 zeros here. */
static void take_ranges(Eye *eye, tmiRecordingHead *head) {
    if (eye->left < 4) {
        return;
    }
    head->range_count = take_count(eye, 26, sizeof *head->ranges, &head->ranges);
    for (int32_t i = 0; i < head->range_count; i++) {
        tmRangeInfo *range = &head->ranges[i];
        range->text = take_text(eye);
        range->unit = take_text(eye);
        range->first = take_double(eye);
        range->last = take_double(eye);
    }
}

tmStatus tmi_head_read(tmiArena *arena, const unsigned char *bytes, size_t size,
                       tmiRecordingHead *head) {
    Eye eye = {.at = bytes, .left = size, .arena = arena, .status = TM_OK};
    *head = (tmiRecordingHead){.planar = take_number(&eye) & FLAG_PLANAR};
    uint32_t kind = take_number(&eye);
    head->run = (int32_t)take_number(&eye);
    take_number(&eye);
    const unsigned char *hash = take(&eye, 8);
    head->hash = hash ? tmi_load64(hash) : 0;
    head->kind = kind <= TM_RUN_STUDY ? (tmRunKind)kind : TM_RUN_NONE;
    head->name = take_text(&eye);
    head->method = take_text(&eye);
    head->world = take_text(&eye);
    take_parts(&eye, head);
    take_values(&eye, head);
    if (head->kind == TM_RUN_ANIMATE) {
        take_ranges(&eye, head);
    }
    if (eye.status == TM_OK && head->body_count < 1) {
        return TM_ERR_TEXT; /* there is always the ground */
    }
    return eye.status;
}
