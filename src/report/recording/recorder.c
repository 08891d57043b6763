/* recorder.c: writes recordings. A record is packed into a buffer that was made with the recorder,
 * and handed over whole: nothing that is written depends on how often anything is flushed, and
 * nothing is allocated on the way except for more contacts than there were before.
 *
 * Places of frames and events are collected; when TMI_INDEX_MAX have come together, an index is
 * written before the next record. So the state between two records follows from the bytes alone,
 * and a recording that was cut behind any whole record can be continued. */
#include "numeric/numeric.h"
#include "report/recording/pack.h"
#include "report/recording/recording.h"

#include <math.h>

/* The maximum number of bytes of the head, and of a frame: C libraries have trouble with blocks
 * past half the address space. */
#define PAYLOAD_MAX (INT32_MAX - TMI_RECORD_HEAD)

struct tmRecorder {
    tmAllocator allocator;
    tmiArena arena;
    tmWriteFn *write;
    void *user;
    bool planar, animates, is_finished;
    tmiFrameLayout layout;
    unsigned char *buffer; /* for one record … */
    int32_t buffer_size;   /* … of this many bytes */
    double *angles;        /* of all bodies in the last frame */
    double *values;        /* of monitors and … */
    tmWrench *wrenches;    /* … joints of a simulation's moment */
    double time;           /* of the last frame */
    uint64_t length;       /* bytes so far */
    uint32_t number;       /* of the next record */
    int32_t frames, events;
    uint64_t places[TMI_INDEX_MAX]; /* for the next index */
    uint32_t place_count;
    uint64_t last_index; /* place of the one before; 0: none */
};

void tmi_recording_opening(unsigned char bytes[TMI_RECORDING_OPENING]) {
    /* As PNG opens: no text, and damaged by whatever changes ends of lines. */
    static const unsigned char magic[8] = {0x89, 'T', 'M', 'R', '\r', '\n', 0x1a, '\n'};
    memcpy(bytes, magic, sizeof magic);
    tmi_put64(bytes + 8, TMI_RECORDING_VERSION);
}

/* ---- Records ------------------------------------------------------------------------------- */

/* Completes the record whose payload ends at `end`. */
static size_t seal(unsigned char *record, const unsigned char *end, uint32_t kind,
                   uint32_t number) {
    size_t size = (size_t)(end - record) - TMI_RECORD_HEAD;
    tmi_put32(record + 4, kind);
    tmi_put32(record + 8, (uint32_t)size);
    tmi_put32(record + 12, number);
    tmi_put32(record, tmi_crc(record + 4, size + TMI_RECORD_HEAD - 4));
    return TMI_RECORD_HEAD + size;
}

static void write_record(tmRecorder *r, const unsigned char *end, uint32_t kind) {
    size_t size = seal(r->buffer, end, kind, r->number++);
    r->write(r->user, (const char *)r->buffer, size);
    r->length += size;
}

static void write_index(tmRecorder *r) {
    uint64_t place = r->length;
    unsigned char *at = tmi_put64(r->buffer + TMI_RECORD_HEAD, r->last_index);
    at = tmi_put64(at, r->place_count);
    for (uint32_t i = 0; i < r->place_count; i++) {
        at = tmi_put64(at, r->places[i]);
    }
    write_record(r, at, TMI_RECORD_INDEX);
    r->last_index = place;
    r->place_count = 0;
}

/* Makes room for one more place. */
static void make_place(tmRecorder *r) {
    if (r->place_count == TMI_INDEX_MAX) {
        write_index(r);
    }
}

/* ---- Frames -------------------------------------------------------------------------------- */

/* Makes room for a record with this much payload. */
static tmStatus reserve(tmRecorder *r, uint64_t payload) {
    return tmi_array_reserve(r->allocator, &r->buffer, &r->buffer_size,
                             (int32_t)(TMI_RECORD_HEAD + payload), 1);
}

static double angle_of(const tmFrame *frame, double before) {
    double raw = 2.0 * tmi_atan2(frame->rotation[3], frame->rotation[0]);
    return tmi_unwrap(raw, isfinite(before) ? before : 0.0);
}

/* The value of velocities and forces that were not given: an animation does not move in time. */
static double none_of(const tmRecorder *r) {
    return r->animates ? NAN : 0.0;
}

static unsigned char *put_plane(tmRecorder *r, unsigned char *at, const tmRecordedFrame *frame) {
    size_t bodies = r->layout.bodies, joints = r->layout.joints;
    double none = none_of(r);
    for (size_t i = 1; i <= bodies; i++) {
        const tmFrame *pose = &frame->frames[i];
        double angle = frame->angles ? frame->angles[i] : angle_of(pose, r->angles[i]);
        r->angles[i] = isfinite(angle) ? angle : r->angles[i]; /* turns are counted on */
        at = tmi_put_doubles(at, pose->position, 2, 0.0);
        at = tmi_put_double(at, angle);
    }
    for (size_t i = 1; i <= bodies; i++) {
        at = tmi_put_doubles(at, frame->twists ? frame->twists[i].linear : NULL, 2, none);
        at = tmi_put_double(at, frame->twists ? frame->twists[i].angular[2] : none);
    }
    for (size_t i = 0; i < joints; i++) {
        at = tmi_put_doubles(at, frame->wrenches ? frame->wrenches[i].force : NULL, 2, none);
        at = tmi_put_double(at, frame->wrenches ? frame->wrenches[i].torque[2] : none);
    }
    return at;
}

static unsigned char *put_space(const tmRecorder *r, unsigned char *at,
                                const tmRecordedFrame *frame) {
    size_t bodies = r->layout.bodies, joints = r->layout.joints;
    double none = none_of(r);
    for (size_t i = 1; i <= bodies; i++) {
        at = tmi_put_doubles(at, frame->frames[i].position, 3, 0.0);
        at = tmi_put_doubles(at, frame->frames[i].rotation, 4, 0.0);
    }
    for (size_t i = 1; i <= bodies; i++) {
        at = tmi_put_doubles(at, frame->twists ? frame->twists[i].linear : NULL, 3, none);
        at = tmi_put_doubles(at, frame->twists ? frame->twists[i].angular : NULL, 3, none);
    }
    for (size_t i = 0; i < joints; i++) {
        at = tmi_put_doubles(at, frame->wrenches ? frame->wrenches[i].force : NULL, 3, none);
        at = tmi_put_doubles(at, frame->wrenches ? frame->wrenches[i].torque : NULL, 3, none);
    }
    return at;
}

static bool are_contacts(const tmRecorder *r, const tmRecordedFrame *frame) {
    bool good = frame->contact_count >= 0 && (frame->contacts || frame->contact_count == 0);
    for (int32_t i = 0; good && i < frame->contact_count; i++) {
        good = tmi_is_contact(&r->layout, &frame->contacts[i]);
    }
    return good;
}

/* Whether a frame can be written, and room for it. */
static tmStatus check_frame(tmRecorder *r, const tmRecordedFrame *frame) {
    if (!r || !frame || !frame->frames || r->is_finished) {
        return TM_ERR_ARGUMENT;
    }
    if (!isfinite(frame->time)) {
        return TM_ERR_NOT_FINITE;
    }
    if ((r->frames > 0 && frame->time < r->time) || !are_contacts(r, frame)) {
        return TM_ERR_ARGUMENT;
    }
    uint64_t size = r->layout.size + (uint64_t)frame->contact_count * r->layout.contact;
    return r->frames == INT32_MAX || size > PAYLOAD_MAX ? TM_ERR_LIMIT : reserve(r, size);
}

tmStatus tm_recorder_frame(tmRecorder *recorder, const tmRecordedFrame *frame) {
    tmRecorder *r = recorder;
    tmStatus status = check_frame(r, frame);
    if (status != TM_OK) {
        return status;
    }
    make_place(r);
    unsigned char *at = r->buffer + TMI_RECORD_HEAD;
    at = tmi_put_double(at, frame->time);
    at = tmi_put_double(at, frame->energy);
    at = tmi_put_double(at, frame->work);
    at = tmi_put32(at, (uint32_t)frame->contact_count);
    at = tmi_put32(at, (uint32_t)r->layout.contact);
    at = tmi_put_double(at, r->animates ? (double)frame->is_unreached : frame->overlap);
    at = tmi_put_double(at, r->animates ? frame->gap : frame->residual);
    at = r->planar ? put_plane(r, at, frame) : put_space(r, at, frame);
    at = tmi_put_doubles(at, frame->values, r->layout.values, NAN);
    for (int32_t i = 0; i < frame->contact_count; i++) {
        at = tmi_put_contact(&r->layout, at, &frame->contacts[i]);
    }
    r->places[r->place_count++] = r->length;
    r->time = frame->time;
    r->frames++;
    write_record(r, at, TMI_RECORD_FRAME);
    return TM_OK;
}

/* ---- Moments of simulations ----------------------------------------------------------------- */

static bool is_of_model(const tmRecorder *r, const tmModel *model) {
    return model && (size_t)tm_model_body_count(model) == r->layout.bodies + 1 &&
           (size_t)tm_model_joint_count(model) == r->layout.joints &&
           (size_t)tm_model_simulate(model).value_count == r->layout.values;
}

/* Fills values and wrenches. Returns why some of them are NaN. */
static tmStatus take_present(tmRecorder *r, tmSim *sim) {
    tmStatus why = tm_sim_monitors(sim, r->values);
    for (size_t i = 0; why != TM_OK && i < r->layout.values; i++) {
        r->values[i] = NAN;
    }
    for (size_t i = 0; i < r->layout.joints; i++) {
        tmStatus status = tm_sim_joint_wrench(sim, (int32_t)i, &r->wrenches[i]);
        if (status != TM_OK) {
            r->wrenches[i] = (tmWrench){{NAN, NAN, NAN}, {NAN, NAN, NAN}};
            why = why == TM_OK ? status : why;
        }
    }
    return why;
}

tmStatus tm_recorder_moment(tmRecorder *recorder, tmSim *sim, tmStatus *unknown) {
    tmRecorder *r = recorder;
    if (!r || !sim || r->is_finished || !is_of_model(r, tm_sim_model(sim))) {
        return TM_ERR_ARGUMENT;
    }
    const tmSimInfo *info = tm_sim_info(sim);
    bool is_there = r->frames > 0 && info->time <= r->time;
    tmStatus why = is_there ? TM_OK : take_present(r, sim);
    if (unknown) {
        *unknown = why;
    }
    if (is_there) {
        return TM_OK;
    }
    tmRecordedFrame frame = {.time = info->time,
                             .frames = tm_sim_frames(sim),
                             .twists = tm_sim_twists(sim),
                             .values = r->values,
                             .wrenches = r->wrenches,
                             .energy = info->energy,
                             .work = info->work,
                             .overlap = info->span_overlap,
                             .residual = info->span_residual};
    frame.contacts = tm_sim_contacts(sim, &frame.contact_count);
    tmStatus status = tm_recorder_frame(r, &frame);
    if (status == TM_OK) {
        tm_sim_start_span(sim);
    }
    return status;
}

tmStatus tm_recorder_events(tmRecorder *recorder, const tmSim *sim) {
    int32_t count = 0;
    const tmSimEvent *events = tm_sim_events(sim, &count);
    tmStatus status = recorder && sim ? TM_OK : TM_ERR_ARGUMENT;
    for (int32_t i = 0; status == TM_OK && i < count; i++) {
        status = tm_recorder_event(recorder, &events[i]);
    }
    return status;
}

/* ---- Events and the end -------------------------------------------------------------------- */

tmStatus tm_recorder_event(tmRecorder *recorder, const tmSimEvent *event) {
    tmRecorder *r = recorder;
    if (!r || !event || r->is_finished || (uint32_t)event->kind >= TM_SIM_EVENTS) {
        return TM_ERR_ARGUMENT;
    }
    if (!isfinite(event->time)) {
        return TM_ERR_NOT_FINITE;
    }
    if (r->events == INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    make_place(r);
    unsigned char *at = r->buffer + TMI_RECORD_HEAD;
    at = tmi_put32(at, (uint32_t)event->kind);
    at = tmi_put32(at, (uint32_t)event->joint);
    at = tmi_put32(at, (uint32_t)event->input);
    at = tmi_put32(at, (uint32_t)event->bodies[0]);
    at = tmi_put32(at, (uint32_t)event->bodies[1]);
    at = tmi_put32(at, 0);
    at = tmi_put_double(at, event->time);
    at = tmi_put_double(at, event->value);
    at = tmi_put_double(at, event->impulse);
    at = tmi_put_double(at, event->before);
    at = tmi_put_double(at, event->after);
    r->places[r->place_count++] = r->length | TMI_PLACE_EVENT;
    r->events++;
    write_record(r, at, TMI_RECORD_EVENT);
    return TM_OK;
}

static unsigned char *put_counts(unsigned char *at, const int64_t *counts, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        at = tmi_put64(at, (uint64_t)counts[i]);
    }
    return at;
}

static unsigned char *put_info(unsigned char *at, const tmSimInfo *info) {
    const double times[] = {info->time, info->end, info->step, info->tolerance};
    const int64_t counts[] = {info->steps, info->refused, info->evaluations, info->stiff_steps,
                              info->events};
    const double rest[] = {info->energy, info->work,     info->energy_error, info->energy_scale,
                           info->gap,    info->residual, info->size};
    at = tmi_put32(at, (uint32_t)info->outcome);
    at = tmi_put32(at, (uint32_t)info->method);
    at = tmi_put32(at, (uint32_t)info->integrator);
    at = tmi_put_doubles(at, times, 4, 0.0);
    const int64_t touches[] = {info->touching, info->solved, info->halved,
                               info->corners,  info->jammed, info->unsolved};
    const double quality[] = {info->overlap, info->touch_residual};
    at = put_counts(at, counts, 5);
    at = tmi_put_doubles(at, rest, 7, 0.0);
    at = put_counts(at, touches, 6);
    return tmi_put_doubles(at, quality, 2, 0.0);
}

tmStatus tm_recorder_finish(tmRecorder *recorder, const tmSimInfo *info) {
    static const tmSimInfo none = {.outcome = TM_SIM_RUNS};
    tmRecorder *r = recorder;
    if (!r || r->is_finished) {
        return TM_ERR_ARGUMENT;
    }
    if (r->place_count > 0) {
        write_index(r);
    }
    unsigned char *at = tmi_put64(r->buffer + TMI_RECORD_HEAD, (uint64_t)r->frames);
    at = tmi_put64(at, (uint64_t)r->events);
    at = tmi_put64(at, r->last_index);
    at = tmi_put32(at, info != NULL);
    at = put_info(at, info ? info : &none);
    write_record(r, at, TMI_RECORD_END);
    r->is_finished = true;
    return TM_OK;
}

uint64_t tm_recorder_length(const tmRecorder *recorder) {
    return recorder ? recorder->length : 0;
}

/* ---- Making -------------------------------------------------------------------------------- */

/* Takes one record of a recording that was begun; false where it cannot be part of it. */
static bool follow(tmRecorder *r, const tmiRecord *record) {
    uint64_t place = r->length;
    bool is_frame = tmi_is_frame(&r->layout, record), is_event = tmi_is_event(record);
    bool is_index = record->kind == TMI_RECORD_INDEX;
    bool is_full = r->place_count == TMI_INDEX_MAX; /* an index must follow; at the end it may */
    if (record->number != r->number || (is_full && !is_index) ||
        (is_index && r->place_count == 0)) {
        return false;
    }
    if (is_index) {
        r->last_index = place;
        r->place_count = 0;
    } else if (is_frame) {
        const unsigned char *angles = record->payload + r->layout.fixed + 16;
        for (size_t i = 1; r->planar && i <= r->layout.bodies; i++) {
            double angle = tmi_load_double(angles + 24 * (i - 1));
            r->angles[i] = isfinite(angle) ? angle : r->angles[i];
        }
        r->time = tmi_load_double(record->payload);
        r->places[r->place_count++] = place;
        r->frames++;
    } else if (is_event) {
        r->places[r->place_count++] = place | TMI_PLACE_EVENT;
        r->events++;
    }
    r->number++;
    r->length = record->end;
    return is_frame || is_event || is_index;
}

/* The opening and the head in one piece: what every recording of this head begins with. */
static tmStatus start(tmRecorder *r, const tmiRecordingHead *head, const unsigned char *bytes,
                      size_t length) {
    size_t payload = tmi_head_write(head, NULL);
    size_t size = TMI_RECORDING_OPENING + TMI_RECORD_HEAD + payload;
    tmiRecord record;
    unsigned char *first = payload <= PAYLOAD_MAX ? tmi_alloc_zero(r->allocator, size) : NULL;
    if (!first) {
        return payload <= PAYLOAD_MAX ? TM_ERR_MEMORY : TM_ERR_LIMIT;
    }
    tmi_recording_opening(first);
    tmi_head_write(head, first + TMI_RECORDING_OPENING + TMI_RECORD_HEAD);
    seal(first + TMI_RECORDING_OPENING, first + size, TMI_RECORD_WORLD, r->number++);
    r->length = size;
    bool good = !bytes || (length >= size && memcmp(bytes, first, size) == 0);
    while (bytes && good && r->length < length) {
        good = tmi_record_at(bytes, length, r->length, &record) && follow(r, &record);
    }
    if (!bytes) {
        r->write(r->user, (const char *)first, size);
    }
    tmi_free(r->allocator, first, size);
    return good ? TM_OK : TM_ERR_ARGUMENT;
}

static tmStatus make_room(tmRecorder *r, const tmiRecordingHead *head) {
    uint64_t frame = r->layout.size, index = TMI_INDEX_FIXED + 8 * TMI_INDEX_MAX;
    r->angles = tmi_arena_alloc(&r->arena, (size_t)head->body_count, sizeof *r->angles);
    r->values = tmi_arena_alloc(&r->arena, (size_t)head->value_count, sizeof *r->values);
    r->wrenches = tmi_arena_alloc(&r->arena, (size_t)head->joint_count, sizeof *r->wrenches);
    return r->angles && r->values && r->wrenches ? reserve(r, frame > index ? frame : index)
                                                 : TM_ERR_MEMORY;
}

tmStatus tmi_recorder_make(const tmAllocator *allocator, const tmiRecordingHead *head,
                           const void *bytes, size_t length, tmWriteFn *write, void *user,
                           tmRecorder **recorder) {
    tmAllocator a = tmi_allocator_or_default(allocator);
    tmRecorder *r = tmi_alloc_zero(a, sizeof *r);
    if (!r) {
        return TM_ERR_MEMORY;
    }
    *r = (tmRecorder){.allocator = a, .write = write, .user = user, .planar = head->planar};
    r->layout = tmi_frame_layout(head, TMI_RECORDING_VERSION);
    r->animates = head->kind == TM_RUN_ANIMATE;
    tmi_arena_init(&r->arena, a);
    tmStatus status = r->layout.size <= PAYLOAD_MAX ? make_room(r, head) : TM_ERR_LIMIT;
    status = status == TM_OK ? start(r, head, bytes, length) : status;
    if (status != TM_OK) {
        tm_recorder_destroy(r);
        r = NULL;
    }
    *recorder = r;
    return status;
}

void tm_recorder_destroy(tmRecorder *recorder) {
    if (recorder) {
        tmi_array_clear(recorder->allocator, &recorder->buffer, &recorder->buffer_size, 1);
        tmi_arena_clear(&recorder->arena);
        tmi_free(recorder->allocator, recorder, sizeof *recorder);
    }
}
