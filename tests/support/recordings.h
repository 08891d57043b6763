/* recordings.h: recordings for tests of their format, without a model: a made-up world whose
 * numbers follow from the frame, so that who reads them knows what they must be. */
#ifndef TM_TEST_RECORDINGS_H
#define TM_TEST_RECORDINGS_H

#include "report/recording/recording.h"
#include "test.h"

/* Bytes that a writer gave, with the end of each call; live until the case's end. */
typedef struct Tape {
    unsigned char *bytes;
    size_t length, capacity;
    size_t *ends;
    int32_t call_count, call_capacity;
    bool is_full; /* something did not fit */
} Tape;

Tape *tape_make(tmTest *t, size_t capacity, int32_t calls);
void tape_write(void *tape, const char *bytes, size_t count);

/* A world of `bodies` bodies, the ground among them, in a chain, with two monitors, of a number and
 * of a vector, and an input. */
#define TAPE_BODIES_MOST 8
#define TAPE_VALUES 4
typedef struct TapeWorld {
    tmiRecordingHead head;
    tmiRecordedText texts[2];
    const char *bodies[TAPE_BODIES_MOST];
    tmiRecordedJoint joints[TAPE_BODIES_MOST];
    int32_t joined[TAPE_BODIES_MOST][2];
    tmMonitorInfo monitors[2];
    tmInputInfo inputs[1];
} TapeWorld;

void tape_world(TapeWorld *world, bool planar, int32_t bodies);

/* What frame `index` of such a world is; its arrays are in *room. */
typedef struct TapeFrame {
    tmFrame frames[TAPE_BODIES_MOST];
    tmTwist twists[TAPE_BODIES_MOST];
    tmWrench wrenches[TAPE_BODIES_MOST];
    double values[TAPE_VALUES];
    double angles[TAPE_BODIES_MOST]; /* that a planar world must have counted */
    tmRecordedFrame frame;
} TapeFrame;

void tape_frame(const TapeWorld *world, int32_t index, TapeFrame *room);
tmSimEvent tape_event(int32_t index);
tmSimInfo tape_info(void);

/* Writes frames `from` … `to` - 1, with an event before every third, and finishes where asked to.
 */
tmStatus tape_record(const TapeWorld *world, tmRecorder *recorder, int32_t from, int32_t to,
                     bool finish);

/* A whole recording of so many frames. Null after a failure, which the case has been told. */
Tape *tape_of(tmTest *t, const TapeWorld *world, int32_t frames);

/* Returns whether a frame that was read is frame `index` of the world, to the last bit (but for
 * rotations in the plane: to a few). */
bool tape_is_frame(const TapeWorld *world, int32_t index, const tmRecordedFrame *found);

#endif
