/* script_private.h: what the files of scripts share. */
#ifndef TMI_SCRIPT_PRIVATE_H
#define TMI_SCRIPT_PRIVATE_H

#include "analyse/dynamics/script/script.h"
#include "define/geometry/distance/distance.h"
#include "define/language/language.h"
#include "define/model/model.h"

/* ---- Senses -------------------------------------------------------------------------------- */

/* How much is known of what a value does in time. */
typedef enum tmiKnownRates {
    TMI_KNOWN_WHOLLY, /* time, inputs and constants: all of its rates */
    TMI_KNOWN_RATE,   /* positions and angles: the first rate */
    TMI_KNOWN_VALUE,  /* the value alone */
    TMI_KNOWN_JUMPS   /* it is held between two readings, and then jumps */
} tmiKnownRates;

struct tmiSenseReader;
typedef void tmiReadFn(const tmiScript *script, const struct tmiSenseReader *reader,
                       const tmiView *view, double *out);

/* A quantity: how it is read, and its rate where that is known. */
typedef struct tmiSenseRow {
    uint8_t kind;     /* tmiSenseKind */
    const char *name; /* of the quantity; null: an input or signal */
    uint8_t size;     /* 0: any */
    uint8_t known;    /* tmiKnownRates */
    uint8_t needs;    /* sum of TMI_READS_… */
    tmiReadFn *read, *rate;
} tmiSenseRow;

/* The row of what a formula senses. */
const tmiSenseRow *tmi_sense_row(const tmiSense *sense);

/* What a formula reads, bound to the model. */
typedef struct tmiSenseReader {
    const tmiSenseRow *row;
    int32_t slot, size;
    int32_t number; /* number of the body, joint, input or signal, or of what is between parts */
    int32_t coordinate; /* of a joint */
    double point[3], direction[3];
    double sign; /* of a joint's force along a coordinate, for the joint's force */
} tmiSenseReader;

/* The readers of a joint's coordinate and its rate, for derivatives. */
tmiReadFn tmi_read_coordinate, tmi_read_coordinate_rate;

/* Those of what is between two parts, or at a feature. */
tmiReadFn tmi_read_between_force, tmi_read_between_torque, tmi_read_between_distance,
    tmi_read_between_contact;

/* ---- Between parts ------------------------------------------------------------------------- */

/* Bodies first … last - 1. */
typedef struct tmiBodyRange {
    int32_t first, last;
} tmiBodyRange;

/* Joints and contacts whose forces are summed, and convex pieces whose distance is wanted. */
typedef struct tmiBetween {
    tmiBodyRange parts[2]; /* empty at a feature */
    bool may_touch;        /* with pieces: the bodies of the parts may touch each other */
    int32_t *joints;
    double *signs; /* 1: the joint's force as it is; -1: its opposite */
    int32_t joint_count;
    int32_t body; /* about whose origin torques are */
    tmiBodyPiece *pieces[2];
    int32_t piece_counts[2];
} tmiBetween;

/* Convex pieces of a shape of which the model has none. */
typedef struct tmiOwnPieces {
    const tmShape *shape;
    tmPieces *pieces;
} tmiOwnPieces;

/* Finds what is between two parts, or at a feature, for a formula at `at`. Returns its number among
 * script->between. */
int32_t tmi_script_between(tmiScript *script, int32_t a, int32_t b, bool pieces, tmiSpot at);
int32_t tmi_script_around(tmiScript *script, const tmPointOn *feature);

/* ---- Formulas ------------------------------------------------------------------------------ */

typedef struct tmiBound {
    const tmiCode *code; /* null: none */
    tmiSenseReader *readers;
    int32_t reader_count;
    uint8_t known; /* tmiKnownRates */
    uint8_t needs; /* sum of TMI_READS_… */
} tmiBound;

typedef struct tmiSignal {
    tmiBound bound;
    int32_t first; /* of its numbers among those of all signals */
    int32_t group; /* that it is sampled with; -1: none */
} tmiSignal;

typedef struct tmiScriptControl {
    tmControlInfo info;
    const tmiControl *text;
    const tmHostControl *host; /* where `bound` has no code */
    tmiBound bound;
    int32_t results;     /* numbers that it computes */
    int8_t from[3];      /* which of them each number of its act is; -1: zero */
    int32_t group;       /* that it is sampled with; -1: none */
    int32_t held;        /* place of its 3 numbers among those that are held */
    uint8_t level;       /* of a drive */
    uint8_t rates;       /* that are known besides the value: 0, 1, 2 */
    bool derivatives[2]; /* it reads the value, the rate of the coordinate that it pushes */
    int32_t *signals;    /* that it depends on, in their order: for derivatives */
    int32_t signal_count;
} tmiScriptControl;

/* Puts what a formula gives into `results`. */
void tmi_script_run_formula(const tmiScript *script, const tmiBound *bound, const tmiView *view,
                            double *results);

struct tmiScript {
    tmAllocator allocator;
    tmiArena arena;
    const tmModel *model;
    bool planar;
    bool is_kinematic; /* the run leaves dynamics out */
    tmMethod method;

    tmiSignal *signals; /* in the order in which they are computed */
    int32_t signal_count, signal_size;
    tmiScriptControl *controls;
    tmiAct *acts; /* of each control */
    int32_t control_count;
    tmiBound *monitors;
    int32_t monitor_count;
    tmiBound stop;
    tmiBetween *between;
    int32_t between_count, between_capacity;
    tmiOwnPieces *pieces;
    int32_t piece_count, piece_capacity;

    tmiDriveDef *drives;
    int32_t drive_count;
    int32_t (*pushes)[2];
    int32_t push_count;
    bool *led;

    double *every; /* of each group that is sampled [s] */
    bool *is_due;
    int32_t group_count;

    /* What changes in time, one after the other. */
    double *state;
    int32_t state_count;
    double *inputs, *signal_values, *held;
    double *due;   /* of each group: the number of its next reading */
    double *ready; /* 1 once signals have been computed */

    /* Scratch for the largest formula. */
    double *slots, *frame;
    tmiJet *jet_slots, *jet_frame, *signal_jets;
    int32_t max_slots, max_frames;

    /* While it is made. */
    tmDiags *diags;
    tmStatus status;
    int32_t errors;
    int32_t *signals_first; /* of each instance */
    bool *marks;            /* of each signal */
};

/* Each adds what its file is about; script->status is TM_ERR_MEMORY where memory ran out. */
void tmi_script_bind(tmiScript *script, const tmHostControl *hosts, int32_t host_count);
void tmi_script_aim(tmiScript *script);

/* Memory that lives as long as the script; null sets its status. */
void *tmi_script_keep(tmiScript *script, int32_t count, size_t size);

/* Reports a mistake at a place of the text; `part` may be null. */
void tmi_script_say(tmiScript *script, tmiScriptSays code, tmiSpot at, const char *part,
                    const char *const *words, const char *const *hint);

/* The name of the joint or body that a control is about. */
const char *tmi_script_target(const tmiScript *script, const tmiScriptControl *control);

#endif
