/* events.h: contact that comes and goes at instants, for methods that control their error
 * ([HH] 4.2): when two convex pieces of the plane first touch, certified; which of their features
 * touch at an instant; the rates of these; and which of them press, stick and slide.
 *
 * Nothing here knows of joints, steps or texts. Nothing allocates but from an arena.
 * docs/theory/events.md has the equations. */
#ifndef TMI_EVENTS_H
#define TMI_EVENTS_H

#include "base/base.h"
#include "numeric/numeric.h"

/* Depth, as part of the length of a pair, below which no touch is promised to be found [1]; and the
 * gap up to which features count as touching at an instant. */
#define TMI_TOUCH_MISSED 1e-11
#define TMI_TOUCH_NEAR 1e-9

/* ---- event_piece.c --------------------------------------------------------------------------- */

/* A convex piece in the axes of its body, from the point about which that turns: corners
 * counter-clockwise, grown by a radius. One corner is a disc and has no facets, two are a capsule
 * with two of them. */
typedef struct tmiEventPiece {
    int32_t count, facets;
    double radius; /* [m] */
    double length; /* half of its diameter [m] */
    double reach;  /* of the furthest corner from the origin [m] */
    const double (*corner)[2];
    const double (*normal)[2]; /* of each facet, outward, length 1 */
} tmiEventPiece;

/* Where a body is: its point, and the cosine and sine of its angle. */
typedef struct tmiEventPlace {
    double at[2];
    double turn[2];
} tmiEventPlace;

/* A direction across two pieces that one of them holds, as its facets do, and how far the other is
 * in front of it: less than the distance of the two, whatever the direction. */
typedef struct tmiEventRow {
    bool by_b;        /* the second piece holds it */
    int32_t facet;    /* of the holder; -1: it is the direction of two corners … */
    int32_t corner;   /* … of which this is the holder's */
    double normal[2]; /* in the holder's axes, away from it, length 1 */
    double offset;    /* of the holder's surface along it, with both radii [m] */
} tmiEventRow;

/* Two pieces, of which the second may count as one of its corners alone. */
typedef struct tmiEventPair {
    const tmiEventPiece *a, *b;
    int32_t only; /* corner of b; -1: all of it */
} tmiEventPair;

/* The smaller one's length, which tolerances are parts of [m]. */
double tmi_event_length(const tmiEventPiece *a, const tmiEventPiece *b);

/* Puts the rows of a pair at these places into `rows`, of which there are at most
 * tmi_event_rows_max, with the gap of each into `gaps`, and returns their number. The greatest
 * gap is the distance where it is above minus the radii; below 0 the pieces overlap. */
int32_t tmi_event_rows(const tmiEventPair *pair, const tmiEventPlace places[2], tmiEventRow *rows,
                       double *gaps);
#define TMI_EVENT_ROWS_MAX 160

/* The greatest of them, and its row; null: not wanted. */
double tmi_event_separation(const tmiEventPair *pair, const tmiEventPlace places[2],
                            tmiEventRow *row);

/* The gap of a row, and of one corner of the piece that does not hold it. */
double tmi_event_gap(const tmiEventPair *pair, const tmiEventPlace places[2],
                     const tmiEventRow *row);

/* ---- first_touch.c --------------------------------------------------------------------------- */

/* The motion of a body through a stretch of time: polynomials of x, y and the angle in the part u,
 * 0 … 1, of it. `bounds` are of the magnitudes of the first three rates, by time. */
#define TMI_EVENT_POWERS 8
typedef struct tmiEventPath {
    bool moves;
    double c[3][TMI_EVENT_POWERS];
    double bounds[3][3]; /* of each, rate, second and third */
} tmiEventPath;

/* Finds the bounds, of the polynomials through a stretch of length h [s]. */
void tmi_event_path_bound(tmiEventPath *path, double h);

/* Where the body is after the part u. */
void tmi_event_path_at(const tmiEventPath *path, double u, tmiEventPlace *place);

typedef enum tmiTouchOutcome {
    TMI_TOUCH_NONE,  /* they do not touch: certified but for depths of TMI_TOUCH_MISSED */
    TMI_TOUCH_MEETS, /* they do, first at `part` */
    TMI_TOUCH_UNSURE /* certified up to `part`, where the search was given up */
} tmiTouchOutcome;

typedef struct tmiTouchFound {
    double part;  /* of the stretch [1] */
    bool has_row; /* the gap of this row has a root there; else they touched from the start */
    tmiEventRow row;
    int32_t looks; /* places at which the pair was examined */
} tmiTouchFound;

/* Whether a pair touches while both move through a stretch of h [s] up to the part `to`. What
 * overlaps at the start by no more than 1e-6 of its length and does not go deeper is apart. */
tmiTouchOutcome tmi_event_first_touch(const tmiEventPair *pair, const tmiEventPath paths[2],
                                      double h, double to, tmiTouchFound *found);

/* ---- event_features.c ------------------------------------------------------------------------ */

/* A facet or a corner of piece a that touches a corner of piece b. */
typedef struct tmiEventFeature {
    bool swapped;  /* its a is the second piece of the pair */
    bool is_facet; /* of a; else a corner */
    int32_t of_a, of_b;
} tmiEventFeature;

/* Rates of a feature, by the velocities (x, y, turn) of a's body, then of b's: the second rates are
 * across . accelerations + bias. */
typedef struct tmiEventRates {
    double gap;
    double normal[2], point[2]; /* from a to b; where the force acts, on b's surface */
    double across[2][6];        /* of the gap, and of the slip along (-ny, nx) */
    double bias[2];
    double rate[2];       /* of gap and slip */
    double along, length; /* of a facet: the corner's place along it and its length [m] */
    double along_rate;    /* [m/s] */
} tmiEventRates;

/* Works them out at these places with these velocities of a's and b's body. */
void tmi_event_rates(const tmiEventFeature *feature, const tmiEventPair *pair,
                     const tmiEventPlace places[2], const double velocity[2][3],
                     tmiEventRates *rates);

/* Puts the features that touch, up to `near` [m], into `features`, at most TMI_EVENT_FEATURES, and
 * returns their number. What is beyond the end of a facet, or about to leave it, is left to the
 * other piece's facet; two at one place count once. `slow` is a speed that counts as none [m/s]. */
#define TMI_EVENT_FEATURES 4
int32_t tmi_event_touching(const tmiEventPair *pair, const tmiEventPlace places[2],
                           const double velocity[2][3], double near, double slow,
                           tmiEventFeature features[TMI_EVENT_FEATURES]);

/* How far the direction of two corners is from the end of the directions in which both are furthest
 * at either side, as a sine; 1 for discs. */
void tmi_event_arcs(const tmiEventFeature *feature, const tmiEventPair *pair,
                    const tmiEventPlace places[2], double arcs[2]);

/* ---- event_modes.c --------------------------------------------------------------------------- */

typedef enum tmiTouchMode {
    TMI_TOUCH_OPEN,  /* it may part: no force */
    TMI_TOUCH_STICK, /* it presses and does not slip */
    TMI_TOUCH_UP,    /* it presses and slips with a positive rate */
    TMI_TOUCH_DOWN   /* … with a negative one; without friction it is either of the two */
} tmiTouchMode;

/* Forces p of k touching features, two each, with second rates u = W p + b of gaps and slips:
 *
 *     0 <= p_n  _|_  u_n >= 0,   |p_t| <= mu p_n,   u_t = 0 or p_t = -sign(u_t) mu p_n,       (1)
 *
 * where slips that have a rate keep its sign. */
typedef struct tmiModeProblem {
    int32_t count;
    const double *w, *b; /* by rows: gap and slip of each in turn */
    const double *friction;
    const int8_t *slip; /* signs of the rates of slips; 0: none */
    double tolerance;   /* of accelerations that count as 0 [m/s^2] */
} tmiModeProblem;

/* Forces of given modes, of least norm where rows depend on each other. TM_ERR_MEMORY. */
tmStatus tmi_mode_forces(const tmiModeProblem *problem, const uint8_t *modes, tmiArena *arena,
                         double *force);

/* Solves (1); `modes` is where the search begins, and then the result. What it finds is checked:
 * TM_ERR_NOT_CONVERGED where no modes fit. */
tmStatus tmi_mode_solve(const tmiModeProblem *problem, tmiArena *arena, uint8_t *modes,
                        double *force);

#endif
