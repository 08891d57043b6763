/* touch_private.h: what the files of this room share. */
#ifndef TMI_TOUCH_PRIVATE_H
#define TMI_TOUCH_PRIVATE_H

#include "analyse/dynamics/sim/touch/touch.h"

/* Rates below this part of the largest speed are none [1], and accelerations that tell signs below
 * this part of the largest. */
#define TMI_TOUCH_RATE 1e-9
#define TMI_TOUCH_ACCELERATION 1e-10

/* A convex piece of a body. */
typedef struct tmiTouchPiece {
    tmiEventPiece piece;
    int32_t body;
    int32_t number; /* among those of the body */
} tmiTouchPiece;

/* Two features that touch. */
typedef struct tmiTouchPoint {
    int32_t pieces[2]; /* of the pair */
    tmiEventFeature feature;
    uint8_t mode; /* tmiTouchMode; what is open is touching all the same: others hold its gap at 0,
                   * or joints alone decide it */
    double friction, restitution;
    double force[2]; /* as solved for last [N] */
} tmiTouchPoint;

/* Those that press, then those that do not. */
typedef struct tmiTouchSet {
    tmiTouchPoint *points;
    int32_t closed, count, capacity;
} tmiTouchSet;

/* Rates of points at the placed system, with what forces on them do. */
typedef struct tmiTouchRows {
    int32_t count; /* of points */
    tmiEventRates *rates;
    double *w;      /* 2 count squared: rates by forces, through the joints */
    double *b;      /* 2 count: second rates without contact */
    double *u;      /* 2 count: rates */
    double *answer; /* 2 count times the motion: accelerations by a unit force each */
    double *own;    /* 2 count: what w would be without joints */
} tmiTouchRows;

/* Times of the last impacts of two bodies, from which follows when they end. */
#define TMI_TOUCH_TIMES 9
typedef struct tmiTouchSeries {
    int32_t bodies[2];
    double times[TMI_TOUCH_TIMES];
    int32_t count;
} tmiTouchSeries;

/* What two bodies did to each other at the instant that is resolved. */
typedef struct tmiTouchHit {
    int32_t bodies[2];
    double impulse, before, after;
    double ends; /* when a series that this ends would have [s]; -1: it ends none */
} tmiTouchHit;

struct tmiTouch {
    tmInterference *finder;
    tmiArena arena, scratch;
    tmiTouchPiece *pieces;
    int32_t piece_count;
    int32_t *first;      /* of each body: its first piece */
    double length;       /* of the largest piece that moves [m] */
    double speed;        /* largest so far, turns with that length as lever [m/s] */
    double acceleration; /* likewise, of contacts [m/s^2] */
    tmiTouchSet now, was;
    tmiTouchSet found, before; /* scratch: candidates; what touched before an instant */
    tmiTouchSeries *series;
    int32_t series_count, series_capacity;
    tmiTouchHit *hits;
    int32_t hit_count, hit_capacity;
    tmiRk again[2];              /* for steps made anew */
    double *rate, *trial, *kept; /* scratch states; y_end before it is resolved */
    double *end, *end_rate;      /* the step's end before the event there */
    tmiEventPath *paths;         /* of all bodies, in the step */
    int32_t stalls;              /* events in a row that took hardly any time */
    bool is_fresh;               /* y_end was resolved */
};

/* The place and the velocity of a body, where the system is. */
void tmi_touch_place(const tmSim *sim, int32_t body, tmiEventPlace *place, double velocity[3]);

/* The same of a state. */
void tmi_touch_place_at(const tmSim *sim, const double *y, int32_t body, tmiEventPlace *place);

/* The pair of two pieces; only: a corner of the second, or -1. */
static inline tmiEventPair tmi_touch_pair(const struct tmiTouch *touch, const int32_t pieces[2],
                                          int32_t only) {
    return (tmiEventPair){&touch->pieces[pieces[0]].piece, &touch->pieces[pieces[1]].piece, only};
}

/* Rates of a point where the system is. */
void tmi_touch_rates(const tmSim *sim, const tmiTouchPoint *point, tmiEventRates *rates);

/* Makes the rows of points at the system, which is placed, evaluated, factorised and solved without
 * contact. Memory is of `scratch`. */
tmStatus tmi_touch_rows(tmSim *sim, const tmiTouchPoint *points, int32_t count, tmiTouchRows *rows);

/* Adds the answer to forces, two for each point, to a motion. */
void tmi_touch_answer(const tmSim *sim, const tmiTouchRows *rows, const double *force,
                      double *motion);

/* The set of points with room for one more; null: no memory. */
tmiTouchPoint *tmi_touch_add(tmSim *sim, tmiTouchSet *set);
tmStatus tmi_touch_copy(tmSim *sim, tmiTouchSet *to, const tmiTouchSet *from);

/* Lists all that touches where the system is; *event null or what led here: its pair counts however
 * well it was located. */
tmStatus tmi_touch_find(tmSim *sim, const tmiTouchEvent *event);

/* The speed below which nothing moves [m/s], and that which moves a contact by less than gaps are
 * known to: sqrt(2 a x). */
static inline double tmi_touch_still(const struct tmiTouch *touch) {
    return TMI_TOUCH_RATE * touch->speed;
}
double tmi_touch_slow(const struct tmiTouch *touch);

/* Speeds and accelerations of a state count for the scales. */
void tmi_touch_measure(tmSim *sim, const double *y);

/* Places the system at t_end, y_end, and solves it without contact. */
tmStatus tmi_touch_stand(tmSim *sim);

/* ---- touch_report.c -------------------------------------------------------------------------- */

/* Keeps what the two features of a point did to each other at t_end; `fall`: it is the last impact
 * of a series, after which the next rebound would take this long [s]; -1: it is not. */
tmStatus tmi_touch_hit(tmSim *sim, const tmiTouchPoint *point, double impulse, double before,
                       double after, double fall);

/* Reports what has changed at t_end: `now` against `before`. */
tmStatus tmi_touch_events(tmSim *sim, const tmiTouchSet *before);

#endif
