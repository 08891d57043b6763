/* frames.c: what an opened recording gives: names, frames, events. */
#include "numeric/numeric.h"
#include "report/recording/recording.h"

#include <math.h>

const tmRecordingInfo *tm_recording_info(const tmRecording *recording) {
    return recording ? &recording->info : NULL;
}

static bool is_within(int32_t index, int32_t count) {
    return index >= 0 && index < count;
}

/* ---- Names --------------------------------------------------------------------------------- */

const char *tm_recording_file_name(const tmRecording *recording, int32_t file) {
    return recording && is_within(file, recording->head.text_count)
               ? recording->head.texts[file].name
               : NULL;
}

const char *tm_recording_text(const tmRecording *recording, int32_t file, size_t *length) {
    if (!recording || !is_within(file, recording->head.text_count)) {
        return NULL;
    }
    if (length) {
        *length = recording->head.texts[file].length;
    }
    return recording->head.texts[file].text;
}

const char *tm_recording_body(const tmRecording *recording, int32_t body) {
    return recording && is_within(body, recording->head.body_count) ? recording->head.bodies[body]
                                                                    : NULL;
}

const char *tm_recording_joint(const tmRecording *recording, int32_t joint) {
    return recording && is_within(joint, recording->head.joint_count)
               ? recording->head.joints[joint].name
               : NULL;
}

const int32_t *tm_recording_joint_bodies(const tmRecording *recording, int32_t joint,
                                         int32_t *count) {
    if (!recording || !count || !is_within(joint, recording->head.joint_count)) {
        return NULL;
    }
    *count = recording->head.joints[joint].body_count;
    return recording->head.joints[joint].bodies;
}

tmStatus tm_recording_monitor(const tmRecording *recording, int32_t index, tmMonitorInfo *info) {
    if (!recording || !info || !is_within(index, recording->head.monitor_count)) {
        return TM_ERR_ARGUMENT;
    }
    *info = recording->head.monitors[index];
    return TM_OK;
}

tmStatus tm_recording_range(const tmRecording *recording, int32_t index, tmRangeInfo *info) {
    if (!recording || !info || !is_within(index, recording->head.range_count)) {
        return TM_ERR_ARGUMENT;
    }
    *info = recording->head.ranges[index];
    return TM_OK;
}

tmStatus tm_recording_input(const tmRecording *recording, int32_t index, tmInputInfo *info) {
    if (!recording || !info || !is_within(index, recording->head.input_count)) {
        return TM_ERR_ARGUMENT;
    }
    *info = recording->head.inputs[index];
    return TM_OK;
}

/* ---- Frames -------------------------------------------------------------------------------- */

const unsigned char *tmi_recording_payload(const tmRecording *recording, int32_t frame) {
    return recording->bytes + recording->frames[frame] + TMI_RECORD_HEAD;
}

/* The payload of frame `index`; null where it is damaged. */
static const unsigned char *frame_at(const tmRecording *r, int32_t index) {
    tmiRecord record;
    bool good = r->is_checked || (tmi_record_at(r->bytes, r->length, r->frames[index], &record) &&
                                  tmi_is_frame(&r->layout, &record));
    return good ? tmi_recording_payload(r, index) : NULL;
}

double tmi_recording_scalar(const tmRecording *recording, int32_t frame, int32_t which) {
    return tmi_load_double(tmi_recording_payload(recording, frame) + 8 * which);
}

double tmi_recording_number(const tmRecording *recording, int32_t frame, size_t index) {
    return tmi_load_double(tmi_recording_payload(recording, frame) + recording->layout.fixed +
                           8 * index);
}

bool tmi_recording_is_reached(const tmRecording *recording, int32_t frame) {
    return recording->info.kind != TM_RUN_ANIMATE ||
           tmi_load_quality(&recording->layout, tmi_recording_payload(recording, frame), 0) == 0.0;
}

double tmi_recording_gap(const tmRecording *recording, int32_t frame) {
    return tmi_load_quality(&recording->layout, tmi_recording_payload(recording, frame), 1);
}

int32_t tm_recording_unreached(tmRecording *recording, int32_t *first, double *gap) {
    int32_t count = 0, found = -1;
    double max = NAN;
    bool good = tm_recording_check(recording) == TM_OK;
    for (int32_t i = 0; good && i < recording->info.frames; i++) {
        if (!tmi_recording_is_reached(recording, i)) {
            double own = tmi_recording_gap(recording, i);
            max = own > max || isnan(max) ? own : max;
            found = count++ == 0 ? i : found;
        }
    }
    if (first) {
        *first = found;
    }
    if (gap) {
        *gap = max;
    }
    return count;
}

size_t tmi_recording_first_value(const tmRecording *recording) {
    const tmiFrameLayout *l = &recording->layout;
    return l->bodies * (l->pose + l->motion) + l->joints * l->motion;
}

static void load(const unsigned char **at, double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++, *at += 8) {
        numbers[i] = tmi_load_double(*at);
    }
}

static void load_plane(tmRecording *r, const unsigned char **at) {
    for (size_t i = 1; i <= r->layout.bodies; i++) {
        double *rotation = r->poses[i].rotation;
        load(at, r->poses[i].position, 2);
        load(at, &r->angles[i], 1);
        tmi_sincos(0.5 * r->angles[i], &rotation[3], &rotation[0]);
    }
    for (size_t i = 1; i <= r->layout.bodies; i++) {
        load(at, r->twists[i].linear, 2);
        load(at, &r->twists[i].angular[2], 1);
    }
    for (size_t i = 0; i < r->layout.joints; i++) {
        load(at, r->wrenches[i].force, 2);
        load(at, &r->wrenches[i].torque[2], 1);
    }
}

static void load_space(tmRecording *r, const unsigned char **at) {
    for (size_t i = 1; i <= r->layout.bodies; i++) {
        load(at, r->poses[i].position, 3);
        load(at, r->poses[i].rotation, 4);
    }
    for (size_t i = 1; i <= r->layout.bodies; i++) {
        load(at, r->twists[i].linear, 3);
        load(at, r->twists[i].angular, 3);
    }
    for (size_t i = 0; i < r->layout.joints; i++) {
        load(at, r->wrenches[i].force, 3);
        load(at, r->wrenches[i].torque, 3);
    }
}

static tmStatus load_contacts(tmRecording *r, const unsigned char *payload, int32_t count) {
    tmStatus status = tmi_array_reserve(r->allocator, &r->contacts, &r->contact_capacity, count,
                                        sizeof *r->contacts);
    for (int32_t i = 0; status == TM_OK && i < count; i++) {
        tmi_load_contact(&r->layout, payload, i, &r->contacts[i]);
    }
    return status;
}

tmStatus tm_recording_frame(tmRecording *recording, int32_t index, tmRecordedFrame *frame) {
    tmRecording *r = recording;
    if (!r || !frame || !is_within(index, r->info.frames)) {
        return TM_ERR_ARGUMENT;
    }
    const unsigned char *payload = frame_at(r, index);
    if (!payload) {
        return TM_ERR_TEXT;
    }
    int32_t contacts = tmi_load_contact_count(&r->layout, payload);
    tmStatus status = load_contacts(r, payload, contacts);
    if (status != TM_OK) {
        return status;
    }
    const unsigned char *at = payload + r->layout.fixed;
    if (r->info.planar) {
        load_plane(r, &at);
    } else {
        load_space(r, &at);
    }
    load(&at, r->values, r->layout.values);
    bool animates = r->info.kind == TM_RUN_ANIMATE;
    double quality[2] = {tmi_load_quality(&r->layout, payload, 0),
                         tmi_load_quality(&r->layout, payload, 1)};
    *frame = (tmRecordedFrame){.time = tmi_load_double(payload),
                               .frames = r->poses,
                               .angles = r->info.planar ? r->angles : NULL,
                               .twists = r->twists,
                               .values = r->values,
                               .wrenches = r->wrenches,
                               .energy = tmi_load_double(payload + 8),
                               .work = tmi_load_double(payload + 16),
                               .contacts = contacts > 0 ? r->contacts : NULL,
                               .contact_count = contacts,
                               .overlap = animates ? 0.0 : quality[0],
                               .residual = animates ? 0.0 : quality[1],
                               .is_unreached = animates && quality[0] != 0.0,
                               .gap = animates ? quality[1] : 0.0};
    return TM_OK;
}

int32_t tm_recording_find(const tmRecording *recording, double time) {
    const tmRecording *r = recording;
    int32_t low = 0, high = r ? r->info.frames : 0;
    while (high - low >
           1) { /* frames before `low` are not after `time`, those from `high` on are */
        int32_t middle = low + (high - low) / 2;
        const unsigned char *payload = NULL;
        int32_t at = middle;
        for (; at < high && !(payload = frame_at(r, at)); at++) {
        }
        if (payload && tmi_load_double(payload) <= time) {
            low = at;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- Events -------------------------------------------------------------------------------- */

tmStatus tm_recording_event(const tmRecording *recording, int32_t index, tmSimEvent *event) {
    const tmRecording *r = recording;
    tmiRecord record;
    if (!r || !event || !is_within(index, r->info.events)) {
        return TM_ERR_ARGUMENT;
    }
    if (!tmi_record_at(r->bytes, r->length, r->events[index], &record) || !tmi_is_event(&record)) {
        return TM_ERR_TEXT;
    }
    const unsigned char *at = record.payload;
    uint32_t kind = tmi_load32(at);
    *event = (tmSimEvent){.kind = kind < (uint32_t)r->head.event_count ? r->head.events[kind]
                                                                       : TM_SIM_EVENTS,
                          .joint = (int32_t)tmi_load32(at + 4),
                          .input = (int32_t)tmi_load32(at + 8),
                          .bodies = {(int32_t)tmi_load32(at + 12), (int32_t)tmi_load32(at + 16)},
                          .time = tmi_load_double(at + 24),
                          .value = tmi_load_double(at + 32),
                          .impulse = tmi_load_double(at + 40),
                          .before = tmi_load_double(at + 48),
                          .after = tmi_load_double(at + 56)};
    return TM_OK;
}
