/* reports.h: what is reported about a run, by `report` and in its summary: the door of this folder.
 */
#ifndef TM_CLI_REPORTS_H
#define TM_CLI_REPORTS_H

#include "files/files.h"
#include "simulation/simulation.h"
#include "trammel/recording.h"
#include "trammel/trammel.h"

/* ---- summary.c: what a run did, for people and as JSON --------------------------------------- */

/* The files that a run wrote. */
#define CLI_FILES_MAX 16
typedef struct cliFiles {
    char paths[CLI_FILES_MAX][CLI_PATH_MAX];
    int count;
} cliFiles;

/* The content of a summary. */
typedef struct cliSummary {
    tmRecording *recording;
    const tmSimInfo *info; /* how it ended; null: not known */
    const tmModel *model;  /* null: not known, nor is the run … */
    const tmSim *sim;      /* … and what it leaves free */
    const tmRunInfo *run;
    int32_t number, number_of; /* among the runs of its kind; 0: not known */
    const tmDiag *diag;        /* null: none */
    double wall;               /* time that it took [s]; negative: not known */
    const cliFiles *files;     /* null: nothing is said about files */
    int32_t contact;           /* tmContactModel; negative: not known */
    const cliRecheck *recheck; /* null: none was asked for */
} cliSummary;

/* Print it on the standard output. */
void cli_summary_print(const cliSummary *summary);
void cli_summary_put(const cliSummary *summary);

/* The parts of both that are about contact: with info, what it did; with the model, whether bodies
 * pass through each other that may touch. */
void cli_summary_print_contact(const cliSummary *summary);
void cli_summary_print_pass(const cliSummary *summary);
void cli_summary_put_contact(const cliSummary *summary);
void cli_summary_put_pass(const cliSummary *summary);

/* Whether anything with a mass moved, beyond rounding errors. */
bool cli_has_moved(const tmSimInfo *info, tmRecording *recording);

/* Whether the energy of a run is balanced, as far as its method lets it be; and the lines of a
 * summary about that. */
bool cli_energy_is_balanced(const tmSimInfo *info, tmRecording *recording);
void cli_summary_print_balance(const tmSimInfo *info, tmRecording *recording);

/* Says on the standard error that it is not, where no summary for people does (`quiet`). */
void cli_recheck_warn(const cliRecheck *recheck, const char *path, bool quiet);

/* Print it on the standard output: for people, and as `,"check":{…}`. */
void cli_recheck_print(const cliRecheck *recheck, tmRecording *recording);
void cli_recheck_put(const cliRecheck *recheck, tmRecording *recording);

/* Puts the name of one number of a monitor into `name`: "hammer.face.y", "(a + b).x". */
void cli_summary_value_name(const tmMonitorInfo *monitor, int32_t part, char *name, size_t size);

/* Only what the monitors of an animation did. */
void cli_summary_monitors(tmRecording *recording);

/* ---- reports.c ------------------------------------------------------------------------------- */

/* What can be made of a recording: by `trammel report`, and by `report` of a text. */

/* What a report is made of. */
typedef struct cliSource {
    const char *command;
    tmRecording *recording;
    const tmModel *model; /* for pictures of bodies; null: none can be drawn */
    tmSim *sim;           /* at the moment of the equations; null: none can be written */
    uint32_t columns;     /* TM_TABLE_… */
    int32_t body;         /* -1: all */
    int32_t poses;        /* of a strip; 0: the default */
    const char *title;    /* of pictures */
    tmEquationsDef equations;
    const cliBytes *bytes; /* of the recording, which must stay as they are; null: they do */
    uint64_t limit;        /* bytes that a report may have; 0: any number */
    bool quiet;            /* reports that the text asks for in vain are not mentioned */
} cliSource;

cliSource cli_source_default(const char *command, tmRecording *recording);

/* Puts the title of pictures into `title`: the world, and the caveats that every report must have.
 */
#define CLI_TITLE_MAX 400
void cli_picture_title(tmRecording *recording, const char *world, char *title, size_t size);

/* Poses of an animated picture. */
#define CLI_LOOP_POSES 90

typedef tmStatus cliReportFn(const cliSource *source, tmWriteFn *write, void *user);

/* What a report needs beside the recording: a monitored value; the model, to draw bodies of a
 * planar world or of any; a simulation at the moment of the equations. */
typedef enum cliNeed {
    CLI_NEEDS_VALUES = 1,
    CLI_NEEDS_PLANAR = 2,
    CLI_NEEDS_MODEL = 4,
    CLI_NEEDS_STATE = 8
} cliNeed;

/* One kind of report: cli_report_NAME, where TM_REPORT_LIST has a row with NAME. */
typedef struct cliReport {
    const char *ending; /* of its file */
    cliReportFn *write; /* null: it cannot be made yet */
    uint32_t needs;     /* CLI_NEEDS_… */
    bool is_text;       /* for people */
    /* Why there would be nothing in it; null: not asked, or there is something. */
    const char *(*nothing)(const tmRecording *recording);
} cliReport;

#define CLI_DECLARE_OPTION(word, report, animations, option, help)                                 \
    extern const cliReport cli_report_##report;
#define CLI_DECLARE_WORD(word, report, animations) extern const cliReport cli_report_##report;
TM_REPORT_LIST(CLI_DECLARE_OPTION, CLI_DECLARE_WORD)
#undef CLI_DECLARE_OPTION
#undef CLI_DECLARE_WORD

/* The reports by their words: TM_REPORT_COUNT of them; the option that asks for one. */
extern const cliReport *const cli_reports[];
const char *cli_report_option(const cliReport *report);

/* Writes it to a file, or to the standard output for null, and reports failures. Returns an exit
 * code. */
int cli_report_write(const cliSource *source, const cliReport *report, const char *path);

#define CLI_LOOPS_ARE_PLANAR "animated pictures are drawn for planar worlds only"

/* The words of `report` that need only a recording. */
uint32_t cli_reports_of_values(uint32_t reports);

/* Writes what `report` of a text asks for (tmSimulateInfo.reports) to STEM.csv and so on, and adds
 * the files to `files`. Returns an exit code. */
int cli_reports_write(const cliSource *source, uint32_t reports, const char *stem, cliFiles *files);

/* ---- pass.c ---------------------------------------------------------------------------------- */

/* Bodies that may touch, but that nothing holds apart: which, why, and where it was seen. */

/* Whether any two bodies may touch; puts the first two into `bodies` (may be null). */
bool cli_may_touch(const tmModel *model, int32_t bodies[2]);

/* Why a method does not hold the bodies of a model apart; null: it does, or none may touch. */
const char *cli_pass_reason(const tmModel *model, int32_t method, int32_t integrator);

/* What to do about it. */
const char *cli_pass_advice(const tmModel *model);

/* Adds a warning of a `simulate` in which bodies may pass through each other. */
tmStatus cli_pass_warn(const tmModel *model, tmDiags *diags);

/* Returns how often the rate of what is prescribed jumps, and puts the first of these events into
 * *first; prints it in a summary. */
int64_t cli_jumps(const tmRecording *recording, tmSimEvent *first);
void cli_summary_print_jumps(const tmRecording *recording, const tmSimInfo *info);

/* Puts the first event in which two bodies began to overlap into *event and returns how many there
 * are. */
int64_t cli_passes(const tmRecording *recording, tmSimEvent *event);

/* Puts "box passes into floor at 0.3 s" into text: the first of them, where there is any. */
bool cli_pass_text(const tmRecording *recording, char *text, size_t size);

/* ---- unreached.c ------------------------------------------------------------------------------
 */

/* Frames of an animation that were not reached: "7 of 10 frames were not reached, the first is
 * number 4; joints are open by up to 7.5 mm". */

/* Prints a line for each range that an animation drives. */
void cli_drives_print(const tmRecording *recording);

/* Says why monitors of an animation have no number in any frame, if there are such. */
void cli_drives_note(tmRecording *recording);

/* Turns the times of a series, which are fractions of an animation's motion, into values of its
 * first drive, and puts their unit into `unit`: "deg" for angles, "" for fractions, which is all
 * that recordings of earlier versions know. */
void cli_drive_times(const tmRecording *recording, tmSeriesInfo *series, char *unit, size_t size);

/* Puts these words into text; `first` counts from 0, and a gap of 0 or NaN is left out [m]. */
void cli_unreached_words(int32_t count, int32_t frames, int32_t first, double gap, char *text,
                         size_t size);

/* The same for a recording, where there are such frames. */
bool cli_unreached_text(tmRecording *recording, char *text, size_t size);

/* Puts the caveats that every report of the recording must have into text, if there are any: frames
 * that were not reached, or bodies that pass through each other. */
bool cli_caveat_text(tmRecording *recording, char *text, size_t size);

#endif
