/* reader.c: opens recordings: the head, then the places of all frames and events, from the index or
 * by going through all records. Sizes are compared with what is left before they are used; nothing
 * is allocated that the bytes could not fill. */
#include "report/recording/recording.h"

bool tmi_record_at(const unsigned char *bytes, uint64_t length, uint64_t place, tmiRecord *record) {
    if (place > length || length - place < TMI_RECORD_HEAD) {
        return false;
    }
    const unsigned char *at = bytes + place;
    uint32_t size = tmi_load32(at + 8);
    if (size % 8 != 0 || size > length - place - TMI_RECORD_HEAD) {
        return false;
    }
    *record = (tmiRecord){.kind = tmi_load32(at + 4),
                          .size = size,
                          .number = tmi_load32(at + 12),
                          .payload = at + TMI_RECORD_HEAD,
                          .end = place + TMI_RECORD_HEAD + size};
    return tmi_load32(at) == tmi_crc(at + 4, size + TMI_RECORD_HEAD - 4);
}

static tmStatus add_place(tmRecording *r, uint64_t place, bool is_frame) {
    uint64_t **places = is_frame ? &r->frames : &r->events;
    int32_t *count = is_frame ? &r->info.frames : &r->info.events;
    int32_t *capacity = is_frame ? &r->frame_capacity : &r->event_capacity;
    tmStatus status = *count == INT32_MAX
                          ? TM_ERR_LIMIT
                          : tmi_array_reserve(r->allocator, places, capacity, *count + 1, 8);
    if (status == TM_OK) {
        (*places)[(*count)++] = place;
    }
    return status;
}

/* ---- The end ------------------------------------------------------------------------------- */

/* What version 2 adds: how bodies touched. */
static void read_touch_info(const unsigned char *at, tmSimInfo *info) {
    int64_t *counts[] = {&info->touching, &info->solved, &info->halved,
                         &info->corners,  &info->jammed, &info->unsolved};
    for (int i = 0; i < 6; i++) {
        *counts[i] = (int64_t)tmi_load64(at + 8 * i);
    }
    info->overlap = tmi_load_double(at + 48);
    info->touch_residual = tmi_load_double(at + 56);
}

static void read_info(const unsigned char *at, tmSimInfo *info) {
    double *times[] = {&info->time, &info->end, &info->step, &info->tolerance};
    int64_t *counts[] = {&info->steps, &info->refused, &info->evaluations, &info->stiff_steps,
                         &info->events};
    double *rest[] = {&info->energy, &info->work,     &info->energy_error, &info->energy_scale,
                      &info->gap,    &info->residual, &info->size};
    uint32_t outcome = tmi_load32(at);
    info->outcome = outcome <= TM_SIM_FAILED ? (tmSimOutcome)outcome : TM_SIM_FAILED;
    info->method = (int32_t)tmi_load32(at + 4);
    info->integrator = (int32_t)tmi_load32(at + 8);
    for (int i = 0; i < 4; i++) {
        *times[i] = tmi_load_double(at + 12 + 8 * i);
    }
    for (int i = 0; i < 5; i++) {
        *counts[i] = (int64_t)tmi_load64(at + 44 + 8 * i);
    }
    for (int i = 0; i < 7; i++) {
        *rest[i] = tmi_load_double(at + 84 + 8 * i);
    }
}

static uint32_t end_size(const tmRecording *r) {
    return r->version > 1 ? TMI_END_SIZE : TMI_END_SIZE_1;
}

/* Takes the last record; false where it does not fit what was found. */
static bool take_end(tmRecording *r, const tmiRecord *record) {
    const unsigned char *at = record->payload;
    if (record->kind != TMI_RECORD_END || record->size != end_size(r) ||
        tmi_load64(at) != (uint64_t)r->info.frames ||
        tmi_load64(at + 8) != (uint64_t)r->info.events) {
        return false;
    }
    r->info.has_end = tmi_load32(at + 24) != 0;
    if (r->info.has_end) {
        read_info(at + 28, &r->info.end);
        if (r->version > 1) {
            read_touch_info(at + TMI_END_SIZE_1, &r->info.end);
        }
    }
    r->info.is_whole = true;
    r->info.good = record->end;
    return true;
}

/* ---- Going through all records -------------------------------------------------------------- */

/* Notes a frame or an event, and makes room for the contacts of a frame. */
static tmStatus take_record(tmRecording *r, uint64_t place, const tmiRecord *record,
                            bool is_frame) {
    int32_t count = is_frame ? tmi_load_contact_count(&r->layout, record->payload) : 0;
    tmStatus status = add_place(r, place, is_frame);
    return status == TM_OK ? tmi_array_reserve(r->allocator, &r->contacts, &r->contact_capacity,
                                               count, sizeof *r->contacts)
                           : status;
}

/* Goes from record to record up to the end, a damaged record, or one that does not belong there. */
static tmStatus scan(tmRecording *r) {
    tmiRecord record;
    tmStatus status = TM_OK;
    bool goes_on = true;
    r->info.frames = r->info.events = 0;
    r->info.is_whole = r->info.has_end = false;
    r->info.end = (tmSimInfo){.outcome = TM_SIM_RUNS};
    r->info.good = r->start;
    for (uint32_t number = 1; goes_on && status == TM_OK; number++) {
        uint64_t place = r->info.good;
        goes_on = tmi_record_at(r->bytes, r->length, place, &record) && record.number == number;
        if (!goes_on || take_end(r, &record)) {
            break;
        }
        bool is_frame = tmi_is_frame(&r->layout, &record);
        goes_on = is_frame || tmi_is_event(&record) || record.kind == TMI_RECORD_INDEX;
        if (goes_on && record.kind != TMI_RECORD_INDEX) {
            status = take_record(r, place, &record, is_frame);
        }
        r->info.good = goes_on ? record.end : place;
    }
    r->is_checked = status == TM_OK;
    return status;
}

/* ---- The index ----------------------------------------------------------------------------- */

/* Reads one index whose places must lie before `above`, the last one first; *above becomes the
 * first of them. Frames and events count down: at the end both are 0. */
static bool read_index(tmRecording *r, const tmiRecord *record, uint64_t *above, uint64_t left[2]) {
    uint64_t count = record->size < TMI_INDEX_FIXED ? 0 : tmi_load64(record->payload + 8);
    if (record->kind != TMI_RECORD_INDEX || count == 0 ||
        count != (record->size - TMI_INDEX_FIXED) / 8) {
        return false;
    }
    for (uint64_t i = count; i > 0; i--) {
        uint64_t word = tmi_load64(record->payload + TMI_INDEX_FIXED + 8 * (i - 1));
        uint64_t place = word & ~(uint64_t)7;
        int kind = word & TMI_PLACE_EVENT;
        if ((word & 7) > 1 || place >= *above || place < r->start || left[kind] == 0) {
            return false;
        }
        *above = place;
        (kind ? r->events : r->frames)[--left[kind]] = place;
    }
    return true;
}

static tmStatus make_room(tmRecording *r, uint64_t frames, uint64_t events) {
    tmStatus status = TM_OK;
    if (frames > 0) {
        status = tmi_array_reserve(r->allocator, &r->frames, &r->frame_capacity, (int32_t)frames,
                                   sizeof *r->frames);
    }
    if (events > 0 && status == TM_OK) {
        status = tmi_array_reserve(r->allocator, &r->events, &r->event_capacity, (int32_t)events,
                                   sizeof *r->events);
    }
    return status;
}

/* Fills the places from the chain of indices, which begins in the last record of the bytes. False
 * where there is none or something does not fit: the caller must scan then. */
static bool take_index(tmRecording *r, tmStatus *status) {
    tmiRecord end, record;
    uint64_t size = TMI_RECORD_HEAD + end_size(r);
    if (r->length - r->start < size ||
        !tmi_record_at(r->bytes, r->length, r->length - size, &end) || end.kind != TMI_RECORD_END) {
        return false;
    }
    uint64_t left[2] = {tmi_load64(end.payload), tmi_load64(end.payload + 8)};
    uint64_t at = tmi_load64(end.payload + 16), above = r->length - size;
    uint64_t max = (r->length - r->start) / TMI_RECORD_HEAD;
    max = max < INT32_MAX ? max : INT32_MAX;
    if (left[0] > max || left[1] > max) {
        return false;
    }
    r->info.frames = (int32_t)left[0];
    r->info.events = (int32_t)left[1];
    *status = make_room(r, left[0], left[1]);
    while (*status == TM_OK && at != 0) {
        bool good = at % 8 == 0 && at >= r->start && at < above &&
                    tmi_record_at(r->bytes, r->length, at, &record);
        above = at;
        if (!good || !read_index(r, &record, &above, left)) {
            return false;
        }
        at = tmi_load64(record.payload);
    }
    return *status == TM_OK && left[0] == 0 && left[1] == 0 && take_end(r, &end);
}

/* ---- Opening ------------------------------------------------------------------------------- */

static tmStatus open_head(tmRecording *r) {
    unsigned char opening[TMI_RECORDING_OPENING];
    tmiRecord record;
    tmi_recording_opening(opening);
    if (r->length < TMI_RECORDING_OPENING || memcmp(r->bytes, opening, 8) != 0) {
        return TM_ERR_TEXT;
    }
    r->version = tmi_load32(r->bytes + 8);
    if (r->version > TMI_RECORDING_VERSION) {
        return TM_ERR_UNSUPPORTED;
    }
    if (r->version == 0 || tmi_load32(r->bytes + 12) != 0) {
        return TM_ERR_TEXT;
    }
    if (!tmi_record_at(r->bytes, r->length, TMI_RECORDING_OPENING, &record) ||
        record.kind != TMI_RECORD_WORLD || record.number != 0) {
        return TM_ERR_TEXT;
    }
    r->start = record.end;
    return tmi_head_read(&r->arena, record.payload, record.size, &r->head);
}

static void describe(tmRecording *r) {
    const tmiRecordingHead *head = &r->head;
    r->layout = tmi_frame_layout(head, r->version);
    r->info = (tmRecordingInfo){.kind = head->kind,
                                .name = head->name,
                                .method = head->method,
                                .world = head->world,
                                .planar = head->planar,
                                .hash = head->hash,
                                .run = head->run,
                                .files = head->text_count,
                                .bodies = head->body_count,
                                .joints = head->joint_count,
                                .monitors = head->monitor_count,
                                .inputs = head->input_count,
                                .ranges = head->range_count,
                                .values = head->value_count};
}

/* Storage for the requested frame. */
static tmStatus make_frame(tmRecording *r) {
    size_t bodies = (size_t)r->head.body_count, joints = (size_t)r->head.joint_count;
    r->values = tmi_arena_alloc(&r->arena, (size_t)r->head.value_count, sizeof *r->values);
    r->poses = tmi_arena_alloc(&r->arena, bodies, sizeof *r->poses);
    r->angles = tmi_arena_alloc(&r->arena, bodies, sizeof *r->angles);
    r->twists = tmi_arena_alloc(&r->arena, bodies, sizeof *r->twists);
    r->wrenches = tmi_arena_alloc(&r->arena, joints, sizeof *r->wrenches);
    if (!r->values || !r->poses || !r->angles || !r->twists || !r->wrenches) {
        return TM_ERR_MEMORY;
    }
    r->poses[0].rotation[0] = 1.0;
    return TM_OK;
}

static tmStatus open_all(tmRecording *r) {
    tmStatus status = open_head(r);
    if (status != TM_OK) {
        return status;
    }
    describe(r);
    if (!take_index(r, &status) && status == TM_OK) {
        status = scan(r);
    }
    return status == TM_OK ? make_frame(r) : status;
}

tmStatus tm_recording_open(const tmAllocator *allocator, const void *bytes, size_t length,
                           tmRecording **recording) {
    if (!recording) {
        return TM_ERR_ARGUMENT;
    }
    *recording = NULL;
    if (!bytes) {
        return TM_ERR_ARGUMENT;
    }
    tmAllocator a = tmi_allocator_or_default(allocator);
    tmRecording *r = tmi_alloc_zero(a, sizeof *r);
    if (!r) {
        return TM_ERR_MEMORY;
    }
    r->allocator = a;
    r->bytes = bytes;
    r->length = length;
    tmi_arena_init(&r->arena, a);
    tmStatus status = open_all(r);
    if (status != TM_OK) {
        tm_recording_close(r);
        r = NULL;
    }
    *recording = r;
    return status;
}

void tm_recording_close(tmRecording *recording) {
    tmRecording *r = recording;
    if (r) {
        tmi_array_clear(r->allocator, &r->frames, &r->frame_capacity, sizeof *r->frames);
        tmi_array_clear(r->allocator, &r->events, &r->event_capacity, sizeof *r->events);
        tmi_array_clear(r->allocator, &r->contacts, &r->contact_capacity, sizeof *r->contacts);
        tmi_arena_clear(&r->arena);
        tmi_free(r->allocator, r, sizeof *r);
    }
}

tmStatus tm_recording_check(tmRecording *recording) {
    if (!recording) {
        return TM_ERR_ARGUMENT;
    }
    return recording->is_checked ? TM_OK : scan(recording);
}
