/* recording.h: the door of this folder: the format of recordings, for those who write and read it.
 *
 * docs/recording.md describes it byte by byte.
 *   crc.c         the check sum of a record
 *   contacts.c    contacts of a frame as bytes, and back
 *   head.c        the head as bytes, and back
 *   recorder.c    writes, and goes on with what was written; recorder_model.c: for a model
 *   reader.c      opens, by the index or record by record; frames.c gives frames and events
 *   series.c      what a monitored number did; series_noise.c: how much of it is noise */
#ifndef TMI_RECORDING_H
#define TMI_RECORDING_H

#include "base/base.h"
#include "trammel/recording.h"

#include <string.h>

/* ---- Bytes --------------------------------------------------------------------------------- */

/* Numbers are little-endian wherever they are written. */
TMI_INLINE uint32_t tmi_load32(const unsigned char *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

TMI_INLINE uint64_t tmi_load64(const unsigned char *at) {
    return (uint64_t)tmi_load32(at) | (uint64_t)tmi_load32(at + 4) << 32;
}

TMI_INLINE double tmi_load_double(const unsigned char *at) {
    uint64_t bits = tmi_load64(at);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Returns the CRC-32C of the bytes; the second, by tables, is what processors without an
 * instruction for it take. */
uint32_t tmi_crc(const unsigned char *bytes, size_t count);
uint32_t tmi_crc_plain(const unsigned char *bytes, size_t count);

/* ---- Records ------------------------------------------------------------------------------- */

/* A recording opens with these 16 bytes; records follow, each a multiple of 8 bytes long: check sum
 * of all that follows, kind, bytes of the payload, number of the record (4 bytes each), payload. */
#define TMI_RECORDING_OPENING 16
#define TMI_RECORDING_VERSION 2
#define TMI_RECORD_HEAD 16

/* Kinds as four letters. */
#define TMI_RECORD_KIND(a, b, c, d)                                                                \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define TMI_RECORD_WORLD TMI_RECORD_KIND('H', 'E', 'A', 'D')
#define TMI_RECORD_FRAME TMI_RECORD_KIND('F', 'R', 'A', 'M')
#define TMI_RECORD_EVENT TMI_RECORD_KIND('E', 'V', 'N', 'T')
#define TMI_RECORD_INDEX TMI_RECORD_KIND('I', 'N', 'D', 'X')
#define TMI_RECORD_END TMI_RECORD_KIND('D', 'O', 'N', 'E')

/* Payloads: what a frame has before its numbers, an event, the end, an index without its places.
 * Version 1 has nothing of contact. */
#define TMI_FRAME_FIXED 48
#define TMI_FRAME_FIXED_1 32
#define TMI_EVENT_SIZE 64
#define TMI_END_SIZE 232
#define TMI_END_SIZE_1 168
#define TMI_INDEX_FIXED 16

/* A contact has two bodies, two pieces, flags, gap and force, and three vectors. */
#define TMI_CONTACT_PLANE 88
#define TMI_CONTACT_SPACE 112

/* Frames and events for which one index stands: 4 KB of places. */
#define TMI_INDEX_MAX 512

/* In the places of an index this bit marks an event; places are multiples of 8. */
#define TMI_PLACE_EVENT 1u

void tmi_recording_opening(unsigned char bytes[TMI_RECORDING_OPENING]);

/* A record as it lies in bytes. */
typedef struct tmiRecord {
    uint32_t kind, size, number;
    const unsigned char *payload;
    uint64_t end; /* place behind it */
} tmiRecord;

/* Returns whether a whole record with the right sum lies at `place`. */
bool tmi_record_at(const unsigned char *bytes, uint64_t length, uint64_t place, tmiRecord *record);

/* ---- The head ------------------------------------------------------------------------------ */

typedef struct tmiRecordedText {
    const char *name, *text;
    size_t length;
} tmiRecordedText;

typedef struct tmiRecordedJoint {
    const char *name, *kind;
    const int32_t *bodies;
    int32_t body_count;
} tmiRecordedJoint;

/* What a recording says about its world. */
typedef struct tmiRecordingHead {
    tmRunKind kind;
    int32_t run;
    bool planar;
    uint64_t hash;
    const char *name, *method, *world;
    tmiRecordedText *texts;
    const char **bodies;
    tmiRecordedJoint *joints;
    tmMonitorInfo *monitors;
    tmInputInfo *inputs;
    tmRangeInfo *ranges; /* of an animation: what it drives */
    int32_t text_count, body_count, joint_count, monitor_count, input_count;
    int32_t value_count, range_count;
    tmSimEventKind *events; /* of a recording that is read: by the numbers that it uses */
    int32_t event_count;
} tmiRecordingHead;

/* Numbers for each body and joint in a frame: poses, velocities, wrenches. */
typedef struct tmiFrameLayout {
    bool planar;
    size_t fixed;  /* bytes before the numbers */
    size_t bodies; /* without the ground */
    size_t joints, values;
    size_t pose, motion; /* numbers of one pose; of one velocity or wrench */
    size_t contact;      /* bytes of a contact that this version knows; 0: none */
    uint64_t size;       /* of the payload without contacts [bytes]; past 2^32 there is none */
} tmiFrameLayout;

/* Returns how frames of a recording of this version are laid out. */
tmiFrameLayout tmi_frame_layout(const tmiRecordingHead *head, uint32_t version);

/* Whether a record is a frame of this layout whose contacts are between its bodies, or an event. */
bool tmi_is_frame(const tmiFrameLayout *layout, const tmiRecord *record);
bool tmi_is_event(const tmiRecord *record);

/* ---- Contacts ------------------------------------------------------------------------------ */

/* Whether a contact is between bodies of the layout. */
bool tmi_is_contact(const tmiFrameLayout *layout, const tmContact *contact);

/* Puts a contact, layout->contact bytes, and returns what is behind it. */
unsigned char *tmi_put_contact(const tmiFrameLayout *layout, unsigned char *at,
                               const tmContact *contact);

/* Return the number of known contacts in the payload of a frame, and read one of them. */
int32_t tmi_load_contact_count(const tmiFrameLayout *layout, const unsigned char *payload);
void tmi_load_contact(const tmiFrameLayout *layout, const unsigned char *payload, int32_t index,
                      tmContact *contact);

/* ---- Texts --------------------------------------------------------------------------------- */

/* Returns the hash of the texts: FNV-1a over the bytes of each, then over its length as 8 bytes. */
uint64_t tmi_recording_hash(const tmiRecordedText *texts, int32_t count);

/* Writes the payload of the head into `bytes` and returns its size; null: returns only that. */
size_t tmi_head_write(const tmiRecordingHead *head, unsigned char *bytes);

/* Reads the payload of a head, whose arrays come from the arena and whose texts are in `bytes`.
 * TM_ERR_TEXT, TM_ERR_MEMORY. */
tmStatus tmi_head_read(tmiArena *arena, const unsigned char *bytes, size_t size,
                       tmiRecordingHead *head);

/* ---- Writing ------------------------------------------------------------------------------- */

/* Makes a recorder for a head; `bytes` of a recording that was begun, or null. As
 * tm_recorder_create and tm_recorder_resume. */
tmStatus tmi_recorder_make(const tmAllocator *allocator, const tmiRecordingHead *head,
                           const void *bytes, size_t length, tmWriteFn *write, void *user,
                           tmRecorder **recorder);

/* ---- Reading ------------------------------------------------------------------------------- */

struct tmRecording {
    tmAllocator allocator;
    tmiArena arena;
    const unsigned char *bytes;
    uint64_t length;
    uint32_t version;
    tmiRecordingHead head;
    tmiFrameLayout layout;
    tmRecordingInfo info;
    uint64_t *frames, *events; /* places of their records */
    int32_t frame_capacity, event_capacity;
    uint64_t start;  /* place of the record behind the head */
    bool is_checked; /* all records were read: their sums are right */
    tmFrame *poses;  /* of the frame that was asked for last … */
    double *angles, *values;
    tmTwist *twists;
    tmWrench *wrenches;
    tmContact *contacts;
    int32_t contact_capacity; /* as many as any frame has, once all was checked */
};

/* Returns number `index` among those of frame `frame` of a recording that was checked: poses, then
 * velocities, wrenches, values. */
double tmi_recording_number(const tmRecording *recording, int32_t frame, size_t index);

/* The time, energy and work of such a frame: 0, 1, 2. */
double tmi_recording_scalar(const tmRecording *recording, int32_t frame, int32_t which);

/* The payload of such a frame. */
const unsigned char *tmi_recording_payload(const tmRecording *recording, int32_t frame);

/* The overlap and the residual that the payload of a frame has: 0, 1. */
double tmi_load_quality(const tmiFrameLayout *layout, const unsigned char *payload, int32_t which);

/* Whether such a frame was reached, which frames of simulations always are; the largest gap of a
 * joint in a frame of an animation. */
bool tmi_recording_is_reached(const tmRecording *recording, int32_t frame);
double tmi_recording_gap(const tmRecording *recording, int32_t frame);

/* What is noise in a monitored number: changes that are rounding errors; the largest value that
 * counts as zero, which depends on the tolerance of steps, too; the largest that errors of many
 * steps may add up to. */
typedef struct tmiSeriesNoise {
    double rounding, error, unresolved;
} tmiSeriesNoise;

/* Returns that of number `index` of the frames of a recording that was checked. */
tmiSeriesNoise tmi_series_noise(const tmRecording *recording, size_t index);

/* Where monitored values begin among the numbers of a frame. */
size_t tmi_recording_first_value(const tmRecording *recording);

#endif
