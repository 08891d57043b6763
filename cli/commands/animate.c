/* animate.c: `trammel animate` moves mechanisms through their drives and draws them. */
#include "commands/animate_summary.h"
#include "commands/commands.h"
#include "definitions/definitions.h"
#include "files/files.h"
#include "recording/recording.h"
#include "reports/reports.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    const char *path, *out;
    long frames;
    uint64_t limit; /* bytes of each file that is written */
    bool loop;
} Options;

/* What a frame is written from. */
typedef struct Room {
    double *values;     /* of all monitors; null: nothing is monitored */
    tmFrame *nowhere;   /* poses of all bodies: NaN */
    double *angles;     /* of all bodies in the frame before; NaN: it was not reached */
    tmWrench *wrenches; /* of all joints */
} Room;

static bool make_room(const tmModel *model, Room *room) {
    tmSimulateInfo watch = tm_model_simulate(model);
    size_t bodies = (size_t)tm_model_body_count(model);
    *room = (Room){calloc((size_t)watch.value_count + 1, sizeof(double)),
                   calloc(bodies + 1, sizeof(tmFrame)), calloc(bodies + 1, sizeof(double)),
                   calloc((size_t)tm_model_joint_count(model) + 1, sizeof(tmWrench))};
    for (size_t i = 0; room->nowhere && room->angles && i < bodies; i++) {
        room->nowhere[i] = (tmFrame){{NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}};
        room->angles[i] = NAN;
    }
    return room->values && room->nowhere && room->angles && room->wrenches;
}

/* Whether bodies have poses after a move that did not arrive: otherwise they are where they were
 * before, which says nothing about this part of the way. */
static bool stands(const tmModel *model, const tmSolveInfo *solve) {
    return solve->outcome == TM_MOVE_DONE || solve->outcome == TM_MOVE_STRETCHED ||
           (solve->outcome == TM_MOVE_FOLD &&
            tm_model_animate(model).on_break == TM_ON_BREAK_SEARCH);
}

/* Puts rates and forces of the present frames into the frame, as far as they are known. */
static void keep_driven(tmAnimation *animation, int32_t index, const Room *room, cliMotion *motion,
                        tmRecordedFrame *frame) {
    const tmModel *model = tm_animation_model(animation);
    int32_t joints = tm_model_joint_count(model);
    tmDrivenInfo driven;
    if (tm_animation_solve(animation, frame->time, NULL, &driven) != TM_OK) {
        return;
    }
    for (int32_t i = 0; i < joints; i++) {
        tm_animation_joint_wrench(animation, i, TM_AXES_WORLD, &room->wrenches[i]);
    }
    if (driven.has_rates) {
        frame->twists = tm_animation_twists(animation);
        frame->wrenches = room->wrenches;
        frame->energy = driven.kinetic + driven.potential;
    }
    cli_note_driven(motion, index, &driven);
}

static void keep_frame(tmAnimation *animation, int32_t index, const tmSolveInfo *solve,
                       const Room *room, cliMotion *motion, cliRecord *record) {
    const tmModel *model = tm_animation_model(animation);
    bool is_there = stands(model, solve);
    double part = (double)index / (tm_animation_info(animation)->frames - 1);
    bool is_known = solve->outcome == TM_MOVE_DONE || solve->outcome == TM_MOVE_STRETCHED;
    tmRecordedFrame frame = {.time = part,
                             .frames = is_there ? tm_animation_frames(animation) : room->nowhere,
                             .angles = is_there ? tm_animation_angles(animation) : NULL,
                             .energy = NAN,
                             .work = NAN,
                             .is_unreached = solve->outcome != TM_MOVE_DONE,
                             .gap = is_known ? solve->residual : NAN};
    if (solve->outcome == TM_MOVE_DONE) {
        keep_driven(animation, index, room, motion, &frame);
    }
    tmDrivenInfo driven;
    if (is_there && tm_model_simulate(model).monitor_count > 0 &&
        tm_animation_monitors(animation, part, room->values) == TM_OK) {
        frame.values = room->values;
        motion->asks |= tm_animation_driven(animation, &driven) == TM_OK;
    }
    cli_record_frame(record, &frame);
}

static void note_move(cliMotion *motion, int32_t index, const tmSolveInfo *solve) {
    bool done = solve->outcome == TM_MOVE_DONE;
    motion->moves++;
    motion->failed += !done;
    motion->first_failed = !done && motion->first_failed < 0 ? index : motion->first_failed;
    /* There is no motion before the first frame. */
    bool unproven = done && index > 0 && solve->proof != TM_PROOF_WHOLE;
    motion->proof = unproven && motion->unproven == 0 ? solve->proof : motion->proof;
    motion->unproven += unproven;
    motion->residual =
        done && solve->residual > motion->residual ? solve->residual : motion->residual;
    bool is_open = solve->outcome == TM_MOVE_STRETCHED && !(solve->residual <= motion->gap);
    motion->gap = is_open ? solve->residual : motion->gap;
}

/* How far bodies of a planar world turned since the frame before. */
static void note_turns(cliMotion *motion, const tmAnimation *animation, bool done, Room *room) {
    const double *angles = tm_animation_angles(animation);
    int32_t bodies = tm_model_body_count(tm_animation_model(animation));
    for (int32_t i = 0; angles && i < bodies; i++) {
        double turn = done ? fabs(angles[i] - room->angles[i]) : NAN;
        motion->turned = turn > motion->turn ? i : motion->turned;
        motion->turn = turn > motion->turn ? turn : motion->turn;
        room->angles[i] = done ? angles[i] : NAN;
    }
}

/* Moves through all frames. Where the mechanism cannot follow, the recording has what the break
 * policy lets stand. */
static cliMotion move_through(tmAnimation *animation, cliRecord *record) {
    cliMotion motion = {.first_failed = -1, .gap = NAN, .blamed = -1};
    Room room;
    bool has_room = make_room(tm_animation_model(animation), &room);
    record->status = has_room ? record->status : TM_ERR_MEMORY; /* which ends the loop */
    for (int32_t i = 0; i < tm_animation_info(animation)->frames && cli_record_keep(record); i++) {
        tmSolveInfo solve = {.outcome = TM_MOVE_NOT_CONVERGED};
        if (tm_animation_move(animation, i, &solve) != TM_OK) {
            solve.outcome = TM_MOVE_NOT_CONVERGED;
        }
        keep_frame(animation, i, &solve, &room, &motion, record);
        if (cli_record_is_full(record)) {
            break;
        }
        note_move(&motion, i, &solve);
        note_turns(&motion, animation, solve.outcome == TM_MOVE_DONE, &room);
    }
    tm_animation_reset(animation);
    free(room.values);
    free(room.nowhere);
    free(room.angles);
    free(room.wrenches);
    return motion;
}

static tmStatus draw_scene(const Options *o, tmAnimation *animation, const char *title, bool loop,
                           cliOutput *output) {
    tmSceneDef def = tm_scene_def_default();
    def.frames = loop ? CLI_LOOP_POSES : (int32_t)o->frames;
    def.loop = loop;
    def.title = title;
    return tm_scene_draw(NULL, animation, &def, cli_output_write, output);
}

/* Why there is no picture. */
static const char *reason(tmStatus status) {
    return status == TM_ERR_UNSUPPORTED     ? CLI_LOOPS_ARE_PLANAR
           : status == TM_ERR_NOT_CONVERGED ? "no frame can be reached"
                                            : tm_status_message(status);
}

/* "NAME: WORLD: 3 of 10 frames …", as far as there is anything to say. */
static void title_of(const cliMotion *motion, const char *name, const char *world, char *title,
                     size_t size) {
    char text[240] = "";
    if (motion->failed > 0) {
        cli_unreached_words(motion->failed, motion->moves, motion->first_failed, motion->gap, text,
                            sizeof text);
    }
    snprintf(title, size, "%s%s%s%s%s", name, world[0] ? ": " : "", world, text[0] ? ": " : "",
             text);
}

/* Poses side by side, or a picture that moves, which is named as the recording is. */
static int draw(const Options *o, const cliMotion *motion, tmAnimation *animation, const char *name,
                const cliRecord *record, bool loop) {
    char base[CLI_NAME_MAX], file[CLI_PATH_MAX], title[700];
    cliOutput output;
    cli_base_name(o->path, base);
    if (loop) {
        snprintf(file, sizeof file, "%.*s-loop.svg", (int)strlen(record->path) - 4, record->path);
    } else {
        snprintf(file, sizeof file, "%s/%s.svg", o->out, name);
    }
    if (!cli_output_open("animate", file, &output)) {
        return EXIT_USAGE;
    }
    bool first = strcmp(name, base) == 0;
    const char *world = tm_model_world(tm_animation_model(animation)).name;
    title_of(motion, base, first ? "" : world, title, sizeof title);
    output.limit = o->limit;
    tmStatus status = draw_scene(o, animation, title, loop, &output);
    int code = cli_output_close(&output, status, status == TM_OK ? NULL : reason(status));
    if (code == EXIT_DONE) {
        printf("    %s\n", cli_shown(file));
    }
    return code;
}

/* All pictures that the call or the text asks for. */
static int draw_all(const Options *o, const cliMotion *motion, tmAnimation *animation,
                    const char *name, const cliRecord *record) {
    const tmModel *model = tm_animation_model(animation);
    bool asked = tm_model_simulate(model).reports >> TM_REPORT_animation & 1;
    int code = draw(o, motion, animation, name, record, false);
    if (asked && !o->loop && !tm_model_world(model).planar) {
        fprintf(stderr, "trammel animate: note: report: animation: %s\n", CLI_LOOPS_ARE_PLANAR);
    } else if (code == EXIT_DONE && (o->loop || asked)) {
        code = draw(o, motion, animation, name, record, true);
    }
    return code;
}

/* Begins NAME.rec; where the text is also simulated that is the simulation's, and this is
 * NAME-animate.rec. */
static bool begin_record(const Options *o, const tmDocument *document, int32_t run,
                         const char *name, const tmModel *model, cliRecord *record) {
    char path[CLI_PATH_MAX];
    bool is_simulated = false;
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        is_simulated |= cli_run_is_chosen(document, i, TM_RUN_SIMULATE, NULL);
    }
    tmRecorderDef def = tm_recorder_def_default();
    def.run = run;
    def.name = o->path;
    snprintf(path, sizeof path, "%s/%s%s.rec", o->out ? o->out : "", name,
             is_simulated ? "-animate" : "");
    bool good = cli_record_begin("animate", o->out ? path : NULL, CLI_RECORD_WHEN_WHOLE, document,
                                 model, &def, record);
    record->limit = o->limit;
    return good;
}

/* What the monitors did: as a table, and in the files that `report` asks for. */
static int print_monitors(const Options *o, const cliRecord *record, const tmModel *model) {
    cliBytes bytes;
    tmRecording *recording = NULL;
    cliFiles files = {.count = 0};
    char stem[CLI_PATH_MAX - 40];
    int code = EXIT_DONE;
    if (!cli_bytes_of("animate", record->path, record->f, &bytes) &&
        tm_recording_open(NULL, bytes.bytes, bytes.length, &recording) == TM_OK) {
        cliSource source = cli_source_default("animate", recording);
        source.limit = o->limit;
        cli_summary_monitors(recording);
        snprintf(stem, sizeof stem, "%.*s", (int)strlen(record->path) - 4, record->path);
        code = o->out ? cli_reports_write(&source,
                                          cli_reports_of_values(tm_model_simulate(model).reports),
                                          stem, &files)
                      : EXIT_DONE;
        for (int i = 0; i < files.count; i++) {
            printf("    %s\n", cli_shown(files.paths[i]));
        }
    }
    tm_recording_close(recording);
    cli_bytes_close(&bytes);
    return code;
}

/* Whether the recording has all frames, unless the disk failed; says that it grew too large. */
static bool is_complete(tmAnimation *animation, const cliMotion *motion, const cliRecord *record) {
    if (!cli_record_is_full(record)) {
        return true;
    }
    char size[CLI_SIZE_MAX];
    fprintf(stderr,
            "trammel animate: %s: the recording has reached the limit of %s after %d of %d frames: "
            "nothing was written\n  --limit-size raises the limit; fewer 'frames' take less\n",
            cli_shown(tm_model_world(tm_animation_model(animation)).name),
            cli_size_text(record->limit, size), motion->moves,
            tm_animation_info(animation)->frames);
    return false;
}

/* Summary of the motion, with a picture of it, and what the monitors did. */
static int report_run(const Options *o, const cliMotion *motion, tmAnimation *animation,
                      const char *name, const cliRecord *record) {
    const tmModel *model = tm_animation_model(animation);
    cli_print_motion(animation, motion);
    int code = o->out ? draw_all(o, motion, animation, name, record) : EXIT_DONE;
    if (o->out) {
        printf("    %s\n", cli_shown(record->path));
    }
    cli_print_pace(model);
    int reported = print_monitors(o, record, model);
    cli_print_driven(animation, motion);
    if (!o->out && tm_model_simulate(model).reports != 0) {
        printf("    no file was written: --out FOLDER keeps a picture, the recording and what "
               "'report' asks for\n");
    }
    code = reported > code ? reported : code;
    int walked = motion->failed == 0               ? EXIT_DONE
                 : motion->failed == motion->moves ? EXIT_NO
                                                   : EXIT_PASSED;
    return cli_worse(code, cli_worse(walked, cli_lacks_driven(motion) ? EXIT_PASSED : EXIT_DONE));
}

/* Moves, records and draws. Returns an exit code. */
static int animate(const Options *o, const tmDocument *document, int32_t run,
                   tmAnimation *animation) {
    const tmModel *model = tm_animation_model(animation);
    char name[CLI_NAME_MAX];
    cliRecord record = {.command = NULL};
    cli_run_name(o->path, document, run, name);
    if (!begin_record(o, document, run, name, model, &record)) {
        cli_record_close(&record);
        return EXIT_USAGE;
    }
    cliMotion motion = move_through(animation, &record);
    motion.number = cli_run_number(document, run);
    motion.number_of = cli_run_total(document, TM_RUN_ANIMATE);
    int code =
        is_complete(animation, &motion, &record) ? cli_record_finish(&record, NULL) : EXIT_NO;
    if (code == EXIT_DONE) { /* otherwise the recording lacks what was computed */
        code = report_run(o, &motion, animation, name, &record);
    }
    cli_record_close(&record);
    return code;
}

static int animate_run(const Options *o, const tmDocument *document, int32_t run) {
    tmDiags *diags;
    cliModel model;
    tmAnimation *animation = NULL;
    if (tm_diags_create(NULL, &diags) != TM_OK) {
        return EXIT_NO;
    }
    tmStatus status = cli_model_open(document, run, diags, &model);
    bool fine = status == TM_OK && tm_diags_total(diags, TM_ERROR) == 0;
    cli_print_list(document, diags);
    status = fine ? tm_animation_create(NULL, model.model, &animation) : status;
    if (status != TM_OK) {
        fprintf(stderr, "trammel animate: %s\n", tm_status_message(status));
    }
    int code = animation ? animate(o, document, run, animation) : EXIT_NO;
    tm_animation_destroy(animation);
    cli_model_close(&model);
    tm_diags_destroy(diags);
    return code;
}

/* What is only a warning of `check` is an error where the world is run. */
static int refuse(const tmRunInfo *info) {
    fprintf(
        stderr,
        "trammel animate: %.*s needs %d control%s that no text defines; see the warnings above\n",
        (int)info->world_length, info->world, info->unresolved_controls,
        info->unresolved_controls == 1 ? "" : "s");
    return EXIT_NO;
}

static int animate_document(const Options *o, const tmDocument *document, bool *has_runs) {
    cli_print_diags(document);
    if (tm_diags_total(tm_document_diags(document), TM_ERROR) > 0) {
        return EXIT_NO;
    }
    if (cli_runs_exist("animate", o->path, document, TM_RUN_ANIMATE, NULL) != EXIT_DONE) {
        return EXIT_DONE; /* files without runs count only when no other has some */
    }
    *has_runs = true;
    printf("%s\n", cli_shown(o->path));
    int worst = EXIT_DONE;
    for (int32_t i = 0;
         (worst == EXIT_DONE || worst == EXIT_PASSED) && i < tm_document_run_count(document); i++) {
        tmRunInfo info;
        if (tm_document_run(document, i, &info) == TM_OK && info.kind == TM_RUN_ANIMATE) {
            worst = cli_worse(worst, info.unresolved_controls > 0 ? refuse(&info)
                                                                  : animate_run(o, document, i));
        }
    }
    return worst;
}

static int animate_file(const Options *o, bool *has_runs) {
    cliDefinition definition;
    int code = cli_definition_open("animate", o->path, &definition)
                   ? animate_document(o, definition.document, has_runs)
                   : EXIT_USAGE;
    cli_definition_close(&definition);
    return code;
}

/* The same for one file, whose outputs no other run may write meanwhile. */
static int animate_alone(const Options *o, bool *has_runs) {
    char name[CLI_NAME_MAX];
    cliLock lock = {.handle = -1};
    cli_base_name(o->path, name);
    if (o->out && !cli_lock_take("animate", o->out, name, &lock)) {
        return EXIT_USAGE;
    }
    int code = animate_file(o, has_runs);
    cli_lock_release(&lock);
    return code;
}

static int run(int argc, char **argv) {
    Options o = {.frames = 6, .limit = CLI_RECORD_LIMIT};
    bool has_runs = false;
    int files, worst = EXIT_DONE, code = cli_read_words(&command_animate, &o, argc, argv, &files);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (o.out && !cli_make_folder("animate", o.out)) {
        return EXIT_USAGE;
    }
    for (int i = 0; i < files; i++) {
        o.path = argv[i];
        code = animate_alone(&o, &has_runs);
        worst = cli_worse(worst, code);
    }
    return worst == EXIT_DONE && !has_runs ? EXIT_NO : worst;
}

static const cliOption options[] = {
    {"--out", "FOLDER",
     "also write a picture of each world there, NAME.svg, and a recording for 'trammel "
     "report', NAME.rec; NAME-animate.rec if the file also has a 'simulate'",
     CLI_FOLDER, .field = offsetof(Options, out), .letter = 'o'},
    {"--frames", "N", "poses in the picture; default 6", CLI_INT,
     .field = offsetof(Options, frames), .low = 1, .high = 1000, .needs = "--out"},
    {"--loop",
     .help = "also write an animated picture of planar worlds, NAME-loop.svg; "
             "NAME-animate-loop.svg if the file also has a 'simulate'",
     .field = offsetof(Options, loop), .needs = "--out"},
    {"--limit-size", "N",
     "largest size of a recording or picture: 500MB, 20GB; default " CLI_RECORD_LIMIT_WORD
     ". A larger one is not written",
     CLI_SIZE, .field = offsetof(Options, limit)},
    {.name = NULL}};

const tmCommand command_animate = {
    .name = "animate",
    .summary = "move mechanisms through their drives, and draw them",
    CLI_TAKES_DEFINITIONS(-1),
    .options = options,
    .about =
        "Assembles each world that has an 'animate', moves it through its drives, "
        "and reports how that went and what each monitored value did. Velocities, accelerations "
        "and powers need 'speed' or 'duration' in the text; forces without them are those of "
        "rest. With --out, 'report' of the text may ask for csv, "
        "table, plot "
        "or animation beside the picture. A FILE of - means standard input.",
    .example = "trammel animate examples/gallery/jansen.tml --out build",
    .no = "there are errors, a world cannot be assembled, or no FILE has an 'animate'",
    .passed =
        "the run ended, but a drive could not be followed to its end, or a force or rate that "
        "is monitored is not known",
    .run = run,
};
