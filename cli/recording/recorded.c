/* recorded.c: reads recordings, and rebuilds their worlds. */
#define _POSIX_C_SOURCE 200809L
#include "recording/recording.h"

#include "text/text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- Recordings ---------------------------------------------------------------------------- */

static const char *reason(tmStatus status) {
    return status == TM_ERR_TEXT          ? CLI_NOT_RECORDED
           : status == TM_ERR_UNSUPPORTED ? "it was written by a later version of the program"
                                          : tm_status_message(status);
}

static void report_cut(const cliRecorded *r) {
    const tmRecordingInfo *info = tm_recording_info(r->recording);
    tmRecordedFrame frame;
    if (!info->is_whole) {
        fprintf(stderr, "trammel %s: note: %s was not finished or is damaged: ", r->command,
                cli_shown(r->path));
        if (tm_recording_frame(r->recording, info->frames - 1, &frame) == TM_OK) {
            bool animates = info->kind == TM_RUN_ANIMATE;
            fprintf(stderr, "it is read to its last whole frame, number %d at %g%s\n", info->frames,
                    animates ? 100.0 * frame.time : frame.time,
                    animates ? " % of the motion" : " s");
        } else {
            fprintf(stderr, "it has no whole frame\n");
        }
    }
}

static bool is_definition(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".tml") == 0;
}

bool cli_recorded_open(const char *command, const char *path, cliRecorded *recorded) {
    cliRecorded *r = recorded;
    *r = (cliRecorded){.command = command, .path = strcmp(path, "-") == 0 ? "<stdin>" : path};
    const char *why = cli_bytes_open(command, path, &r->bytes);
    if (!why) {
        tmStatus status = tm_recording_open(NULL, r->bytes.bytes ? r->bytes.bytes : "",
                                            r->bytes.length, &r->recording);
        status = status == TM_OK ? tm_recording_check(r->recording) : status;
        why = status == TM_OK ? NULL : reason(status);
        if (status == TM_ERR_TEXT && is_definition(path)) {
            why =
                "it is a definition: 'trammel simulate' and 'animate' make recordings of it, with "
                "--out";
        }
    }
    if (why) {
        fprintf(stderr, "trammel %s: %s: %s\n", command, cli_shown(r->path), why);
        return false;
    }
    report_cut(r);
    return true;
}

void cli_recorded_close(cliRecorded *recorded) {
    cli_model_close(&recorded->model);
    tm_diags_destroy(recorded->diags);
    tm_document_destroy(recorded->document);
    cli_includes_destroy(recorded->includes);
    tm_recording_close(recorded->recording);
    cli_bytes_close(&recorded->bytes);
}

/* ---- Texts that include each other --------------------------------------------------------- */

/* Removes "." and ".." from a path, as far as possible. */
static void straighten(char *path) {
    char *to = path;
    for (char *from = path; *from;) {
        size_t length = strcspn(from, "/");
        size_t step = length + (from[length] == '/');
        bool up = length == 2 && from[0] == '.' && from[1] == '.' && to > path + 1;
        if (up) {
            for (to--; to > path && to[-1] != '/';) {
                to--;
            }
        } else if (!(length == 1 && from[0] == '.')) {
            memmove(to, from, step);
            to += step;
        }
        from += step;
    }
    *to = '\0';
}

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The name of a text from the folder of the first one on: all lie below that. */
static const char *inner_name(const tmRecording *recording, const char *name) {
    const char *first = tm_recording_file_name(recording, 0);
    size_t folder = (size_t)(base_of(first) - first);
    return strncmp(name, first, folder) == 0 ? name + folder : name;
}

/* The number of the text that `path` of the text `from` means; -1: none. Links may have made the
 * names differ: then the only text of that file name is meant. */
static int32_t find_text(const tmRecording *recording, const char *from, const char *path) {
    char wanted[PATH_MAX];
    const char *folder = inner_name(recording, from ? from : "");
    int length =
        snprintf(wanted, sizeof wanted, "%.*s%s", (int)(base_of(folder) - folder), folder, path);
    int32_t same = -1, count = 0;
    if (length < 0 || (size_t)length >= sizeof wanted) {
        return -1;
    }
    straighten(wanted);
    for (int32_t i = 0; i < tm_recording_info(recording)->files; i++) {
        const char *name = tm_recording_file_name(recording, i);
        if (strcmp(inner_name(recording, name), wanted) == 0) {
            return i;
        }
        if (strcmp(base_of(name), base_of(path)) == 0) {
            same = i;
            count++;
        }
    }
    return count == 1 ? same : -1;
}

static void include(void *user, const char *from, const char *path, tmIncluded *included) {
    const tmRecording *recording = ((cliRecorded *)user)->recording;
    int32_t file = find_text(recording, from, path);
    if (file < 0) {
        included->message = "the recording does not hold it";
        return;
    }
    included->name = tm_recording_file_name(recording, file);
    included->text = tm_recording_text(recording, file, &included->length);
}

/* The same for a mesh: the user says where the definition's folder is, for what a recording says of
 * it must not reach any file. */
static void read_mesh(void *user, const char *from, const char *path, tmIncluded *included) {
    const cliRecorded *r = user;
    char name[PATH_MAX];
    if (!r->includes) {
        included->message = r->meshes ? "there is no such folder"
                                      : "recordings hold no meshes: --meshes FOLDER says where the "
                                        "definition's folder is";
        return;
    }
    snprintf(name, sizeof name, "%s/%s", r->meshes, inner_name(r->recording, from ? from : ""));
    cli_include(r->includes, name, path, included);
}

/* ---- Worlds -------------------------------------------------------------------------------- */

/* Whether the texts define no more than was recorded: a few bytes can ask for a million bodies, and
 * these would be built for nothing. */
static bool is_of_size(const cliRecorded *r) {
    const tmRecordingInfo *info = tm_recording_info(r->recording);
    tmRunInfo run;
    if (tm_document_run(r->document, info->run, &run) != TM_OK ||
        (run.bodies <= info->bodies && run.joints <= info->joints)) {
        return true;
    }
    fprintf(stderr,
            "trammel %s: %s: its texts define %d bodies and %d joints, but it has frames of %d and "
            "%d\n",
            r->command, cli_shown(r->path), run.bodies, run.joints, info->bodies - 1, info->joints);
    return false;
}

static tmStatus build(cliRecorded *r) {
    tmDocumentDef def = tm_document_def_default();
    char inside[PATH_MAX];
    if (r->meshes && snprintf(inside, sizeof inside, "%s/.", r->meshes) < PATH_MAX) {
        r->includes = cli_includes_create(inside);
    }
    def.name = tm_recording_file_name(r->recording, 0);
    def.text = tm_recording_text(r->recording, 0, &def.length);
    def.include = include;
    def.mesh = read_mesh;
    def.user = r;
    tmStatus status = tm_diags_create(NULL, &r->diags);
    status = status == TM_OK ? tm_document_create(NULL, &def, &r->document) : status;
    if (status == TM_OK && tm_diags_total(tm_document_diags(r->document), TM_ERROR) > 0) {
        cli_diags_add_all(r->diags, tm_document_diags(r->document));
        return TM_ERR_TEXT;
    }
    if (status == TM_OK && !is_of_size(r)) {
        return TM_ERR_TEXT;
    }
    if (status == TM_OK) {
        status =
            cli_model_open(r->document, tm_recording_info(r->recording)->run, r->diags, &r->model);
    }
    return status == TM_OK && tm_diags_total(r->diags, TM_ERROR) > 0 ? TM_ERR_TEXT : status;
}

bool cli_recorded_build(cliRecorded *recorded) {
    tmStatus status = build(recorded);
    if (status != TM_OK) {
        if (recorded->document) {
            cli_print_list(recorded->document, recorded->diags);
        }
        fprintf(stderr, "trammel %s: %s: its world cannot be rebuilt: %s\n", recorded->command,
                cli_shown(recorded->path), tm_status_message(status));
    }
    return status == TM_OK;
}
