/* reports.h: what can be made of a recording: by `trammel report`, and by `report` of a text. */
#ifndef TM_CLI_REPORTS_H
#define TM_CLI_REPORTS_H

#include "bytes.h"
#include "summary.h"

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
    bool quiet;            /* what a text asks for in vain is not told */
} cliSource;

cliSource cli_source_default(const char *command, tmRecording *recording);

/* Puts the title of pictures into `title`: the world, and whether bodies pass through each other.
 */
#define CLI_TITLE_MOST 400
void cli_picture_title(const tmRecording *recording, const char *world, char *title, size_t size);

/* Poses of a picture that moves. */
#define CLI_LOOP_POSES 90

typedef tmStatus cliReportFn(const cliSource *source, tmWriteFn *write, void *user);

/* One kind of report. */
typedef struct cliReport {
    const char *option; /* "--csv" */
    const char *ending; /* of its file */
    cliReportFn *write;
    bool is_text; /* for people */
} cliReport;

extern const cliReport cli_report_csv, cli_report_json, cli_report_strip, cli_report_loop,
    cli_report_plot, cli_report_events, cli_report_impulses, cli_report_equations;

/* Writes it to a file, or to the standard output for null, and tells why it cannot. Returns an exit
 * code. */
int cli_report_write(const cliSource *source, const cliReport *report, const char *path);

/* Those words of `report` that are about monitored values: csv, plot, table. */
#define CLI_REPORTS_OF_VALUES (1u << 1 | 1u << 7 | 1u << 9)

/* The word for a picture that moves: animation. */
#define CLI_REPORTS_OF_LOOPS (1u << 0)
#define CLI_LOOPS_ARE_PLANAR "pictures that move are drawn of planar worlds only"

/* Writes what `report` of a text asks for (tmSimulateInfo.reports) to STEM.csv and so on, and adds
 * the files to `files`. Returns an exit code. */
int cli_reports_write(const cliSource *source, uint32_t reports, const char *stem, cliFiles *files);

#endif
