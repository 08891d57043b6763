/* contact_drafts.h: texts of planar worlds whose bodies touch, written by tests: polygons where
 * they are, in any unit of length, with the corners and the pieces in any order. */
#ifndef TM_TEST_CONTACT_DRAFTS_H
#define TM_TEST_CONTACT_DRAFTS_H

#include "test.h"

#define DRAFT_CORNERS 8
#define DRAFT_BODIES 32

/* A convex or other polygon, counter-clockwise. */
typedef struct DraftPolygon {
    int count;
    double corner[DRAFT_CORNERS][2];
} DraftPolygon;

DraftPolygon draft_box(double low_x, double low_y, double high_x, double high_y);

/* Where a body starts, and how fast. */
typedef struct DraftPose {
    double x, y, angle, vx, vy, spin;
} DraftPose;

typedef struct Draft {
    char *text;
    size_t used;
    double scale;   /* all lengths, speeds and gravity are multiplied by it */
    uint64_t *seed; /* for the order of corners and pieces; null: as given */
    bool mirrored;  /* at x = 0 */
    bool reversed;  /* bodies are listed from the last to the first */
    double restitution;
    const char *impact, *order; /* laws by their names; null: those of the language */
    int pin_count;
    struct {
        int bodies[2];   /* by their numbers */
        double at[2][2]; /* in the axes of each */
    } pins[DRAFT_BODIES];
    int body_count;
    bool is_fixed[DRAFT_BODIES];
    DraftPose pose[DRAFT_BODIES];
} Draft;

/* Begins a text, which lives until the case's end. */
Draft draft_begin(tmTest *t, double scale, uint64_t *seed);

/* Adds a body of these polygons, of 1 kg/m^2 unless it is fixed: part b1, then b2 … Returns its
 * number. */
int draft_body(Draft *draft, bool fixed, const DraftPolygon *polygons, int count, DraftPose pose);

/* The same of one box around the origin of its axes. */
int draft_block(Draft *draft, double width, double height, DraftPose pose);

/* A disc of 1 kg/m^2 around the origin of its axes. */
int draft_disc(Draft *draft, double radius, DraftPose pose);

/* Pins a body to another at a point of the world. */
void draft_pin(Draft *draft, int first, int second, double x, double y);

/* Ends the text: a world with weight along the angle `down` and a run of it. */
void draft_end(Draft *draft, double gravity, double down, double friction, double step,
               double duration);

#endif
