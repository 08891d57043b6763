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
#define TAPE_BODIES_MAX 8
#define TAPE_VALUES 4
#define TAPE_CONTACTS_MAX 3
typedef struct TapeWorld {
    tmiRecordingHead head;
    tmiRecordedText texts[2];
    const char *bodies[TAPE_BODIES_MAX];
    tmiRecordedJoint joints[TAPE_BODIES_MAX];
    int32_t joined[TAPE_BODIES_MAX][2];
    tmMonitorInfo monitors[2];
    tmInputInfo inputs[1];
    bool is_old; /* its recordings are of version 1 */
} TapeWorld;

void tape_world(TapeWorld *world, bool planar, int32_t bodies);

/* What frame `index` of such a world is; its arrays are in *room. */
typedef struct TapeFrame {
    tmFrame frames[TAPE_BODIES_MAX];
    tmTwist twists[TAPE_BODIES_MAX];
    tmWrench wrenches[TAPE_BODIES_MAX];
    double values[TAPE_VALUES];
    double angles[TAPE_BODIES_MAX]; /* that a planar world must have counted */
    tmContact contacts[TAPE_CONTACTS_MAX];
    tmRecordedFrame frame;
} TapeFrame;

void tape_frame(const TapeWorld *world, int32_t index, TapeFrame *room);
tmSimEvent tape_event(int32_t index);
tmSimInfo tape_info(void);

/* Writes frames `from` … `to` - 1, with an event before every third, and finishes where asked to.
 */
tmStatus tape_record(const TapeWorld *world, tmRecorder *recorder, int32_t from, int32_t to,
                     bool finish);

/* A whole recording of so many frames. Null after a failure, which the case has been reported. */
Tape *tape_of(tmTest *t, const TapeWorld *world, int32_t frames);

/* A recording of one frame of a planar world of three bodies: `legs.left` is at (1, 2) and pressed
 * by the ground at (1.5, 1) with 10 N upwards and 2 N to the right, `arm` at (4, 0) is pressed by
 * it at (4, 1) with 5 N downwards, without friction. */
Tape *tape_of_two_contacts(tmTest *t, TapeWorld *world);

/* Gives all records of bytes their right numbers and sums, as far as their sizes lead. */
void tape_mend(unsigned char *bytes, size_t length);

/* The same recording in version 1 of the format, which had no contacts. */
Tape *tape_of_version_1(tmTest *t, const TapeWorld *world, const Tape *tape);

/* Returns whether a frame that was read is frame `index` of the world, to the last bit (except for
 * rotations in the plane: to a few). */
bool tape_is_frame(const TapeWorld *world, int32_t index, const tmRecordedFrame *found);

#endif
