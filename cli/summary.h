/* summary.h: what a run did, for people and as JSON. */
#ifndef TM_CLI_SUMMARY_H
#define TM_CLI_SUMMARY_H

#include "output.h"
#include "recheck.h"
#include "trammel/recording.h"

/* The files that a run wrote. */
#define CLI_FILES_MOST 16
typedef struct cliFiles {
    char paths[CLI_FILES_MOST][CLI_PATH_MOST];
    int count;
} cliFiles;

/* What there is to tell. */
typedef struct cliSummary {
    tmRecording *recording;
    const tmSimInfo *info; /* how it ended; null: not known */
    const tmModel *model;  /* null: not known, nor is the run … */
    const tmSim *sim;      /* … and what it leaves free */
    const tmRunInfo *run;
    int32_t number, number_of; /* among the runs of its kind; 0: not known */
    const tmDiag *problem;     /* null: none */
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

/* Where no summary for people will tell it (`quiet`): says on the standard error that it is not. */
void cli_recheck_warn(const cliRecheck *recheck, const char *path, bool quiet);

/* Print it on the standard output: for people, and as `,"check":{…}`. */
void cli_recheck_print(const cliRecheck *recheck, tmRecording *recording);
void cli_recheck_put(const cliRecheck *recheck, tmRecording *recording);

/* Puts the name of one number of a monitor into `name`: "hammer.face.y", "(a + b).x". */
void cli_summary_value_name(const tmMonitorInfo *monitor, int32_t part, char *name, size_t size);

/* Only what the monitors of an animation did. */
void cli_summary_monitors(tmRecording *recording);

#endif
