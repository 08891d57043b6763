/* report_table.h: the columns that a report has, and numbers and
 * texts as programs read them back. */
#ifndef TMI_REPORT_TABLE_H
#define TMI_REPORT_TABLE_H

#include "report/recording/recording.h"
#include "report/svg/svg.h"

/* What stands in a column. The first are scalars of a frame, in its order. */
typedef enum tmiColumnKind {
    TMI_COLUMN_TIME,
    TMI_COLUMN_ENERGY,
    TMI_COLUMN_WORK,
    TMI_COLUMN_NUMBER,   /* of a frame */
    TMI_COLUMN_CONTACTS, /* how many there are */
    TMI_COLUMN_MAX,      /* normal force of a contact */
    TMI_COLUMN_OVERLAP,
    TMI_COLUMN_RESIDUAL,
    TMI_COLUMN_LOAD,    /* what contacts do to a body */
    TMI_COLUMN_REACHED, /* 1 or 0, of an animation */
    TMI_COLUMN_GAP,     /* largest of a joint, of an animation */
    TMI_COLUMN_DRIVE    /* what a drive of an animation should be */
} tmiColumnKind;

/* A column of numbers. */
typedef struct tmiColumn {
    const char *name; /* of a monitor, body or joint; null: of `part` alone */
    const char *on;   /* the body that a joint acts on; null: none is named */
    const char *part; /* "x" */
    const char *unit; /* "m"; "" for a plain number */
    tmiColumnKind kind;
    size_t index;     /* among the numbers of a frame; of a load its axis; of a drive its number */
    int32_t body;     /* that contacts are of; -1: all */
    bool is_negative; /* it is shown with the other sign */
} tmiColumn;

typedef void tmiColumnFn(void *user, const tmiColumn *column);

/* Calls `take` for every column in order. */
void tmi_table_columns(const tmRecording *recording, uint32_t columns, int32_t body,
                       tmiColumnFn *take, void *user);

/* Returns what stands in a column. The recording was checked. */
double tmi_table_number(const tmRecording *recording, int32_t frame, const tmiColumn *column);

/* Returns whether a contact is one of the body's; -1: of any. */
bool tmi_table_has(const tmContact *contact, int32_t body);

/* Writes a number so that it reads back as it is; what is not finite as "nan", "inf", "-inf". */
void tmi_put_shortest(tmiSvg *out, double number);

/* Puts the names of an event's bodies into `names`: first the one that moves, then what it meets;
 * if both or none does, first the one that is defined later. The recording was checked. */
void tmi_report_names(const tmRecording *recording, const tmSimEvent *event, const char *names[2]);

/* Takes an event as people count them: an impact that took several steps is one, with all of its
 * impulse. False: the event is the rest of one before. */
bool tmi_report_event(const tmRecording *recording, int32_t index, tmSimEvent *event);

/* Checks the arguments of a report and the whole recording. */
tmStatus tmi_report_start(tmRecording *recording, int32_t body, tmWriteFn *write);

#endif
