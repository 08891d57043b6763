/* sample.c: writes recordings and what they hold as a table, for other programs to compare.
 *
 *     recording_sample FOLDER
 *
 * makes plane.tmr, plane.csv, space.tmr and space.csv there. */
#include "recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 700 /* more than one index */

static void write_file(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

static FILE *open_file(const char *folder, const char *name, const char *suffix) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    return fopen(path, "wb");
}

static bool write_sample(const char *folder, const char *name, bool planar) {
    TapeWorld world;
    Tape tape = {.bytes = malloc(1 << 20),
                 .capacity = 1 << 20,
                 .ends = calloc(4 * FRAMES, sizeof *tape.ends),
                 .call_capacity = 4 * FRAMES};
    tmRecorder *recorder = NULL;
    tmRecording *recording = NULL;
    FILE *file = open_file(folder, name, ".tmr"), *table = open_file(folder, name, ".csv");
    tape_world(&world, planar, 4);
    bool good =
        file && table &&
        tmi_recorder_make(NULL, &world.head, NULL, 0, tape_write, &tape, &recorder) == TM_OK &&
        tape_record(&world, recorder, 0, FRAMES, true) == TM_OK && !tape.is_full &&
        fwrite(tape.bytes, 1, tape.length, file) == tape.length &&
        tm_recording_open(NULL, tape.bytes, tape.length, &recording) == TM_OK &&
        tm_report_csv(recording, 15, -1, write_file, table) == TM_OK;
    tm_recording_close(recording);
    tm_recorder_destroy(recorder);
    free(tape.bytes);
    free(tape.ends);
    good = file && fclose(file) == 0 && good;
    return table && fclose(table) == 0 && good;
}

int main(int argc, char **argv) {
    return argc == 2 && write_sample(argv[1], "plane", true) &&
                   write_sample(argv[1], "space", false)
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
