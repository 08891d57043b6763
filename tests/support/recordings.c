/* recordings.c: made-up recordings. */
#include "recordings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Tape *tape_make(tmTest *t, size_t capacity, int32_t calls) {
    Tape *tape = test_memory(t, 1, sizeof *tape);
    tape->bytes = test_memory(t, capacity, 1);
    tape->ends = test_memory(t, (size_t)calls, sizeof *tape->ends);
    tape->capacity = capacity;
    tape->call_capacity = calls;
    return tape;
}

void tape_write(void *user, const char *bytes, size_t count) {
    Tape *tape = user;
    if (count > tape->capacity - tape->length || tape->call_count == tape->call_capacity) {
        tape->is_full = true;
        return;
    }
    memcpy(tape->bytes + tape->length, bytes, count);
    tape->length += count;
    tape->ends[tape->call_count++] = tape->length;
}

void tape_world(TapeWorld *world, bool planar, int32_t bodies) {
    static const char *const names[TAPE_BODIES_MAX] = {
        "world", "arm", "legs.left", "legs.right", "wheel[1]", "wheel[2]", "bob", "Rücken"};
    static const char *const joints[TAPE_BODIES_MAX] = {"shoulder", "knee", "#3",   "axle",
                                                        "hub",      "a,b",  "last", "none"};
    TapeWorld *w = world;
    *w = (TapeWorld){.head = {.kind = TM_RUN_SIMULATE,
                              .run = 2,
                              .planar = planar,
                              .name = "swing.tml",
                              .method = "events, dop853",
                              .world = "bench",
                              .text_count = 2,
                              .body_count = bodies,
                              .joint_count = bodies - 1,
                              .monitor_count = 2,
                              .input_count = 1,
                              .value_count = TAPE_VALUES},
                     .texts = {{"swing.tml", "language 1;\n", 12}, {"parts.tml", "", 0}},
                     .monitors = {{"shoulder.angle", "rad", 1, 0, false},
                                  {"force(arm, world)", "N", 3, 1, false}},
                     .inputs = {{"wish", "m/s", 0.5, -INFINITY, 2.0}}};
    for (int32_t i = 0; i < bodies; i++) {
        w->bodies[i] = names[i];
        w->joined[i][0] = i + 1;
        w->joined[i][1] = i;
        w->joints[i] = (tmiRecordedJoint){joints[i], "pin", w->joined[i], 2};
    }
    w->head.texts = w->texts;
    w->head.bodies = w->bodies;
    w->head.joints = w->joints;
    w->head.monitors = w->monitors;
    w->head.inputs = w->inputs;
    w->head.hash = tmi_recording_hash(w->texts, 2);
}

static tmContact tape_contact(const TapeWorld *world, int32_t index, int32_t which) {
    bool planar = world->head.planar;
    double c = cos(0.3 * index + which), s = sin(0.3 * index + which);
    return (tmContact){.bodies = {which % world->head.body_count, world->head.body_count - 1},
                       .pieces = {which, index},
                       .point = {0.1 * index, -which, planar ? 0.0 : 2.5},
                       .normal = {planar ? c : 0.6 * c, s, planar ? 0.0 : 0.8 * c},
                       .gap = which == 2 ? NAN : -1e-13 * index,
                       .force = 9.81 * (which + 1),
                       .friction = {-s, c, planar ? 0.0 : 1e-300},
                       .slips = (index + which) % 2};
}

/* Bodies turn by 0.7 rad and more a frame, so that planar ones go through many whole turns. */
void tape_frame(const TapeWorld *world, int32_t index, TapeFrame *room) {
    memset(room, 0, sizeof *room);
    room->frames[0].rotation[0] = 1.0;
    for (int32_t i = 1; i < world->head.body_count; i++) {
        double turn = (0.7 + 0.1 * i) * index * (i % 2 ? 1.0 : -1.0);
        double c = cos(0.5 * turn), s = sin(0.5 * turn);
        tmFrame *f = &room->frames[i];
        *f = (tmFrame){{i + 0.1 * index, -i / 3.0, world->head.planar ? 0.0 : 1.0 / (index + i)},
                       {c, 0.0, 0.0, s}};
        if (!world->head.planar) {
            memcpy(f->rotation, (double[4]){c, 0.6 * s, 0.8 * s, 0.0}, sizeof f->rotation);
        }
        room->angles[i] = turn;
        for (int k = 0; k < 3; k++) {
            bool in_plane = !world->head.planar || k < 2;
            bool about = !world->head.planar || k == 2;
            room->twists[i].linear[k] = in_plane ? sqrt(i + k + index) : 0.0;
            room->twists[i].angular[k] = about ? -exp(-0.1 * index) * (k + 1) : 0.0;
            room->wrenches[i - 1].force[k] = in_plane ? 1e5 / (i + k + 1) : 0.0;
            room->wrenches[i - 1].torque[k] = about ? 1e-9 * index * (k + i) : 0.0;
        }
    }
    for (int32_t i = 0; i < TAPE_CONTACTS_MAX; i++) {
        room->contacts[i] = tape_contact(world, index, i);
    }
    room->values[0] = sin(0.05 * index);
    room->values[1] = index % 7 == 6 ? NAN : 0.1 * index;
    room->values[2] = index % 11 == 5 ? -INFINITY : 1e-310 * index;
    room->values[3] = -0.0;
    room->frame = (tmRecordedFrame){.time = 0.01 * index,
                                    .frames = room->frames,
                                    .twists = room->twists,
                                    .values = room->values,
                                    .wrenches = room->wrenches,
                                    .energy = 1.0 / 3.0,
                                    .work = index % 5 == 4 ? NAN : -0.25 * index,
                                    .contacts = room->contacts,
                                    .contact_count = index % (TAPE_CONTACTS_MAX + 1),
                                    .overlap = 1e-14 * index,
                                    .residual = 1e-12 / (index + 1)};
    if (world->is_old) {
        room->frame.contact_count = 0;
        room->frame.overlap = room->frame.residual = 0.0;
    }
}

tmSimEvent tape_event(int32_t index) {
    return (tmSimEvent){.kind = (tmSimEventKind)(index % TM_SIM_EVENTS),
                        .time = 0.03 * index,
                        .joint = index % 2 ? -1 : index % 3,
                        .input = index % 2 ? 0 : -1,
                        .bodies = {index % 4, -1},
                        .value = 0.1 * index,
                        .impulse = index % 3 ? 0.0 : -1.5 * index,
                        .before = 2.5,
                        .after = -0.5};
}

tmSimInfo tape_info(void) {
    return (tmSimInfo){.outcome = TM_SIM_STOPPED,
                       .time = 1.25,
                       .end = 10.0,
                       .method = TM_METHOD_EVENTS,
                       .integrator = TM_INTEGRATOR_DOP853,
                       .step = 1e-3,
                       .tolerance = 1e-9,
                       .steps = 123,
                       .refused = 4,
                       .evaluations = INT64_C(5000000000),
                       .stiff_steps = 6,
                       .events = 7,
                       .energy = -1.5,
                       .work = 0.25,
                       .energy_error = 1e-12,
                       .energy_scale = 3.0,
                       .gap = 1e-14,
                       .residual = 2e-16,
                       .size = 0.75,
                       .touching = 99,
                       .solved = 1234,
                       .halved = 3,
                       .corners = 2,
                       .jammed = 4,
                       .unsolved = 1,
                       .overlap = 3e-14,
                       .touch_residual = 5e-13};
}

tmStatus tape_record(const TapeWorld *world, tmRecorder *recorder, int32_t from, int32_t to,
                     bool finish) {
    TapeFrame room;
    tmStatus status = TM_OK;
    for (int32_t i = from; i < to && status == TM_OK; i++) {
        if (i % 3 == 0) {
            tmSimEvent event = tape_event(i / 3);
            status = tm_recorder_event(recorder, &event);
        }
        tape_frame(world, i, &room);
        status = status == TM_OK ? tm_recorder_frame(recorder, &room.frame) : status;
    }
    tmSimInfo info = tape_info();
    return finish && status == TM_OK ? tm_recorder_finish(recorder, &info) : status;
}

Tape *tape_of(tmTest *t, const TapeWorld *world, int32_t frames) {
    tmiFrameLayout layout = tmi_frame_layout(&world->head, TMI_RECORDING_VERSION);
    size_t max = (size_t)layout.size + TAPE_CONTACTS_MAX * layout.contact + 100;
    Tape *tape = tape_make(t, 4096 + (size_t)frames * max, 2 * frames + 16);
    tmRecorder *recorder;
    if (!CHECK_STATUS(
            tmi_recorder_make(&t->allocator, &world->head, NULL, 0, tape_write, tape, &recorder),
            TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    bool good = CHECK_STATUS(tape_record(world, recorder, 0, frames, true), TM_OK);
    good = CHECK(!tape->is_full && tm_recorder_length(recorder) == tape->length) && good;
    return good ? tape : NULL;
}

Tape *tape_of_two_contacts(tmTest *t, TapeWorld *world) {
    const tmContact contacts[] = {
        {.bodies = {0, 2},
         .pieces = {4, 0},
         .point = {1.5, 1.0},
         .normal = {0.0, 1.0},
         .gap = 1e-15,
         .force = 10.0,
         .friction = {2.0, 0.0},
         .slips = true},
        {.bodies = {2, 1}, .point = {4.0, 1.0}, .normal = {0.0, -1.0}, .force = 5.0}};
    Tape *tape = tape_make(t, 1 << 14, 10);
    TapeFrame room;
    tmRecorder *recorder;
    tape_world(world, true, 3);
    tape_frame(world, 0, &room);
    memcpy(room.frames[1].position, (double[3]){4.0, 0.0, 0.0}, sizeof(double[3]));
    memcpy(room.frames[2].position, (double[3]){1.0, 2.0, 0.0}, sizeof(double[3]));
    room.frame.contacts = contacts;
    room.frame.contact_count = 2;
    room.frame.overlap = 0.25;
    room.frame.residual = 0.125;
    if (!CHECK_STATUS(
            tmi_recorder_make(&t->allocator, &world->head, NULL, 0, tape_write, tape, &recorder),
            TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    return CHECK_STATUS(tm_recorder_frame(recorder, &room.frame), TM_OK) ? tape : NULL;
}

static void put_number(unsigned char *at, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) {
        at[i] = (unsigned char)(number >> 8 * i);
    }
}

void tape_mend(unsigned char *bytes, size_t length) {
    size_t at = TMI_RECORDING_OPENING;
    for (uint32_t number = 0; length >= at && length - at >= TMI_RECORD_HEAD; number++) {
        size_t max = length - at - TMI_RECORD_HEAD, size = tmi_load32(bytes + at + 8);
        size = (size < max ? size : max) & ~(size_t)7;
        put_number(bytes + at + 8, size, 4);
        put_number(bytes + at + 12, number, 4);
        put_number(bytes + at, tmi_crc(bytes + at + 4, size + 12), 4);
        at += TMI_RECORD_HEAD + size;
    }
}

/* Where a record of the old tape is in the new one. */
static uint64_t moved(const Tape *old, const Tape *tape, uint64_t place) {
    int32_t call = 0;
    while (call < old->call_count && old->ends[call] != (place & ~(uint64_t)7)) {
        call++;
    }
    return call < tape->call_count ? tape->ends[call] | (place & 7) : 0;
}

/* The record's payload in version 1; returns how long it is. */
static size_t strip(const Tape *old, const Tape *tape, unsigned char *record, size_t frame) {
    unsigned char *payload = record + TMI_RECORD_HEAD;
    uint32_t kind = tmi_load32(record + 4);
    if (kind == TMI_RECORD_FRAME) {
        put_number(payload + 24, 0, 8);
        memmove(payload + TMI_FRAME_FIXED_1, payload + TMI_FRAME_FIXED, frame - TMI_FRAME_FIXED_1);
        return frame;
    }
    if (kind == TMI_RECORD_INDEX || kind == TMI_RECORD_END) {
        unsigned char *chain = kind == TMI_RECORD_END ? payload + 16 : payload;
        uint64_t places = kind == TMI_RECORD_END ? 0 : tmi_load64(payload + 8);
        put_number(chain, tmi_load64(chain) ? moved(old, tape, tmi_load64(chain)) : 0, 8);
        for (uint64_t i = 0; i < places; i++) {
            unsigned char *place = payload + TMI_INDEX_FIXED + 8 * i;
            put_number(place, moved(old, tape, tmi_load64(place)), 8);
        }
    }
    return kind == TMI_RECORD_END ? TMI_END_SIZE_1 : tmi_load32(record + 8);
}

Tape *tape_of_version_1(tmTest *t, const TapeWorld *world, const Tape *old) {
    Tape *tape = tape_make(t, old->capacity, old->call_capacity);
    size_t frame = (size_t)tmi_frame_layout(&world->head, 1).size;
    tape_write(tape, (const char *)old->bytes, old->ends[0]);
    tape->bytes[8] = 1;
    for (int32_t i = 1; i < old->call_count; i++) {
        unsigned char *record = tape->bytes + tape->length;
        tape_write(tape, (const char *)old->bytes + old->ends[i - 1],
                   old->ends[i] - old->ends[i - 1]);
        size_t size = strip(old, tape, record, frame);
        put_number(record + 8, size, 4);
        tape->length = (size_t)(record - tape->bytes) + TMI_RECORD_HEAD + size;
        tape->ends[i] = tape->length;
    }
    tape_mend(tape->bytes, tape->length);
    return tape;
}

static bool is_same(const void *a, const void *b, size_t count) {
    const double *x = a, *y = b;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&x[i], &y[i], sizeof *x) != 0 && !(isnan(x[i]) && isnan(y[i]))) {
            return false;
        }
    }
    return true;
}

static bool are_contacts(const tmRecordedFrame *a, const tmRecordedFrame *b) {
    bool good = a->contact_count == b->contact_count && is_same(&a->overlap, &b->overlap, 1) &&
                is_same(&a->residual, &b->residual, 1);
    for (int32_t i = 0; good && i < a->contact_count; i++) {
        const tmContact *x = &a->contacts[i], *y = &b->contacts[i];
        good = memcmp(x->bodies, y->bodies, sizeof x->bodies) == 0 &&
               memcmp(x->pieces, y->pieces, sizeof x->pieces) == 0 && x->slips == y->slips &&
               is_same(x->point, y->point, 3) && is_same(x->normal, y->normal, 3) &&
               is_same(&x->gap, &y->gap, 1) && is_same(&x->force, &y->force, 1) &&
               is_same(x->friction, y->friction, 3);
    }
    return good;
}

bool tape_is_frame(const TapeWorld *world, int32_t index, const tmRecordedFrame *found) {
    TapeFrame want;
    size_t bodies = (size_t)world->head.body_count;
    tape_frame(world, index, &want);
    bool good = is_same(&found->time, &want.frame.time, 1) &&
                is_same(&found->energy, &want.frame.energy, 1) &&
                is_same(&found->work, &want.frame.work, 1) &&
                is_same(found->values, want.values, TAPE_VALUES) &&
                is_same(found->twists, want.twists, 6 * bodies) &&
                is_same(found->wrenches, want.wrenches, 6 * (bodies - 1)) &&
                are_contacts(found, &want.frame);
    for (size_t i = 0; i < bodies && good; i++) {
        const tmFrame *a = &found->frames[i], *b = &want.frames[i];
        good = is_same(a->position, b->position, 3);
        double dot = 0.0;
        for (int k = 0; k < 4; k++) {
            dot += a->rotation[k] * b->rotation[k];
        }
        good = good && (world->head.planar ? fabs(fabs(dot) - 1.0) < 1e-15
                                           : is_same(a->rotation, b->rotation, 4));
        good = good && (!world->head.planar ||
                        fabs(found->angles[i] - want.angles[i]) <= 1e-15 + 4e-16 * index);
    }
    return good;
}
