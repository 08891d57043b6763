/* fuzz_recording.c: recordings of any bytes.
 *
 *     fuzz_recording [options of libFuzzer] [corpus folder or input]
 *
 * The first byte says what becomes of the others: they are a recording as they are; or one whose
 * opening and check sums are put right, so that what lies behind them is reached; or pairs of a
 * place and a value that are put into a good recording, with or without its sums put right. Those
 * whose sums are put right are of version 1 or 2.
 *
 * What must hold whatever the bytes say: no crash, leak or hang, and no allocation that the bytes
 * do not justify; what is said to be there can be read after tm_recording_check; reports are
 * written, lines of tables all with as many cells; and what can be gone on with is, and is then
 * whole. */
#include "recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of memory for each byte of a recording, at most: the largest is a name of five bytes that
 * stands for a body with frame, twist and angle. */
#define MEMORY_EACH 64
#define MEMORY_FIXED 65536

#define CROSSINGS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

typedef struct Memory {
    size_t max;
} Memory;

static void *take(void *user, void *block, size_t old_size, size_t new_size) {
    const Memory *memory = user;
    (void)old_size;
    demand(new_size <= memory->max, "memory is what the bytes justify");
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

/* ---- Making -------------------------------------------------------------------------------- */

/* Numbers and sums of all records are made right, sizes cut to what is there. */
static void mend(uint8_t *bytes, size_t length, bool is_old) {
    if (length >= TMI_RECORDING_OPENING + 8) {
        tmi_recording_opening(bytes);
        bytes[8] = is_old ? 1 : TMI_RECORDING_VERSION;
        memcpy(bytes + TMI_RECORDING_OPENING + 4, "HEAD", 4);
        tape_mend(bytes, length);
    }
}

/* A good recording into which pairs of place and value are put. */
static uint8_t *patched(const uint8_t *data, size_t size, bool planar, size_t *length) {
    TapeWorld world;
    size_t ends[64];
    Tape tape = {.bytes = malloc(1 << 16), .capacity = 1 << 16, .ends = ends, .call_capacity = 64};
    tmRecorder *recorder;
    tape_world(&world, planar, 3);
    demand(tmi_recorder_make(NULL, &world.head, NULL, 0, tape_write, &tape, &recorder) == TM_OK,
           "a recorder is made");
    demand(tape_record(&world, recorder, 0, 12, true) == TM_OK && !tape.is_full, "it records");
    tm_recorder_destroy(recorder);
    for (size_t i = 0; i + 2 < size; i += 3) {
        tape.bytes[(data[i] | (size_t)data[i + 1] << 8) % tape.length] = data[i + 2];
    }
    *length = tape.length;
    return tape.bytes;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* What a report writes: counted, and commas of its lines where it is a table. */
typedef struct Sink {
    size_t bytes;
    int64_t cells, first;
    bool quoted, is_table;
} Sink;

static void sink(void *user, const char *bytes, size_t count) {
    Sink *s = user;
    s->bytes += count;
    for (size_t i = 0; s->is_table && i < count; i++) {
        s->quoted ^= bytes[i] == '"';
        s->cells += bytes[i] == ',' && !s->quoted;
        if (bytes[i] == '\n' && !s->quoted) {
            s->first = s->first < 0 ? s->cells : s->first;
            demand(s->cells == s->first, "lines of a table have as many cells");
            s->cells = 0;
        }
    }
}

static void report(tmRecording *recording, uint32_t columns, int32_t body) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    Sink table = {.first = -1, .is_table = true}, out = {0};
    demand(tm_report_csv(recording, columns, body, sink, &table) == TM_OK, "a table is written");
    demand(tm_report_json(recording, columns, body, sink, &out) == TM_OK, "JSON is written");
    demand(tm_report_events(recording, sink, &out) == TM_OK, "events are written");
    demand(tm_report_impulses(recording, sink, &out) == TM_OK, "impulses are written");
    bool can_plot = info->monitors > 0 && info->frames > 0;
    tmStatus status = tm_report_plot(recording, 300.0, sink, &out);
    demand(status == (can_plot ? TM_OK : TM_ERR_ARGUMENT), "a plot is written where there is one");
    for (int32_t i = 0; i < info->values; i++) {
        tmSeriesInfo series;
        double times[CROSSINGS];
        demand(tm_recording_series(recording, i, &series) == TM_OK, "a series is described");
        demand(tm_recording_crossings(recording, i, times, CROSSINGS) == TM_OK, "it crosses zero");
        demand(!(series.min > series.max) && series.crossings <= info->frames,
               "a series makes sense");
    }
}

static void read_all(tmRecording *recording, bool is_checked) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    for (int32_t i = 0; i < info->frames; i++) {
        tmRecordedFrame frame;
        tmStatus status = tm_recording_frame(recording, i, &frame);
        demand(status == TM_OK || (status == TM_ERR_TEXT && !is_checked), "a frame is read");
        if (status == TM_OK) {
            int32_t at = tm_recording_find(recording, frame.time);
            demand(at >= 0 && at < info->frames, "a frame is found");
            for (int32_t k = 0; k < frame.contact_count; k++) {
                const int32_t *bodies = frame.contacts[k].bodies;
                demand(tm_recording_body(recording, bodies[0]) &&
                           tm_recording_body(recording, bodies[1]),
                       "bodies of a contact are there");
            }
        }
    }
    for (int32_t i = 0; i < info->events; i++) {
        tmSimEvent event;
        tmStatus status = tm_recording_event(recording, i, &event);
        demand(status == TM_OK || (status == TM_ERR_TEXT && !is_checked), "an event is read");
    }
    size_t letters = strlen(info->name) + strlen(info->method) + strlen(info->world);
    for (int32_t i = 0; i < info->bodies; i++) {
        letters += strlen(tm_recording_body(recording, i));
    }
    for (int32_t i = 0; i < info->files; i++) {
        size_t length;
        const char *text = tm_recording_text(recording, i, &length);
        demand(text[length] == '\0', "a text is closed by a zero");
        letters += length;
    }
    demand(letters < info->good, "texts lie within the bytes");
}

/* Goes on with what was read, where the head says what we would say. */
static void go_on(const tmRecording *recording, const uint8_t *bytes,
                  const tmAllocator *allocator) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    size_t good = (size_t)info->good, room = 2 * good + 100000, ends[64];
    Tape tape = {.bytes = malloc(room), .capacity = room, .ends = ends, .call_capacity = 64};
    tmFrame *frames = calloc((size_t)info->bodies, sizeof *frames);
    tmRecorder *recorder = NULL;
    tape_write(&tape, (const char *)bytes, good);
    tmRecordedFrame frame = {.time = 1e300, .frames = frames};
    if (tmi_recorder_make(NULL, &recording->head, bytes, good, tape_write, &tape, &recorder) ==
            TM_OK &&
        tm_recorder_frame(recorder, &frame) == TM_OK) {
        tmRecording *again;
        demand(tm_recorder_finish(recorder, NULL) == TM_OK, "it is finished");
        demand(!tape.is_full && tm_recorder_length(recorder) == tape.length, "its length is told");
        demand(tm_recording_open(allocator, tape.bytes, tape.length, &again) == TM_OK,
               "what was gone on with is read");
        demand(tm_recording_check(again) == TM_OK && tm_recording_info(again)->is_whole &&
                   tm_recording_info(again)->frames == info->frames + 1 &&
                   tm_recording_info(again)->events == info->events,
               "what was gone on with is whole");
        tm_recording_close(again);
    }
    tm_recorder_destroy(recorder);
    free(frames);
    free(tape.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t how = size > 0 ? data[0] : 0, which = size > 1 ? data[1] : 0;
    size_t length = size > 2 ? size - 2 : 0;
    uint8_t *bytes;
    if (how & 1) {
        bytes = patched(data + (length ? 2 : 0), length, how & 4, &length);
    } else {
        bytes = malloc(length + 1);
        memcpy(bytes, data + (length ? 2 : 0), length);
    }
    if (how & 2) {
        mend(bytes, length, how & 8);
    }
    uint8_t *exact = malloc(length ? length : 1); /* so that a sanitizer sees its end */
    memcpy(exact, bytes, length);
    free(bytes);
    Memory memory = {MEMORY_EACH * length + MEMORY_FIXED};
    tmAllocator allocator = {take, &memory};
    tmRecording *recording;
    if (tm_recording_open(&allocator, exact, length, &recording) == TM_OK) {
        read_all(recording, false);
        demand(tm_recording_check(recording) == TM_OK, "it is checked");
        read_all(recording, true);
        report(recording, which & 31,
               which % 3 == 0 ? tm_recording_info(recording)->bodies - 1 : -1);
        go_on(recording, exact, &allocator);
        tm_recording_close(recording);
    } else {
        demand(!recording, "there is none");
    }
    free(exact);
    return 0;
}
