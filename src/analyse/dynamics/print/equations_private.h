/* equations_private.h: printed equations, from the files that collect them (equations_collect.c,
 * equations_lines.c) to the one that writes them (equations_print.c). */
#ifndef TMI_EQUATIONS_PRIVATE_H
#define TMI_EQUATIONS_PRIVATE_H

#include "analyse/dynamics/print/print.h"

/* Units of equations and unknowns; tmi_printed_unit has their names. */
typedef enum tmiPrintedUnit {
    TMI_PRINTED_LINEAR, /* m/s^2 */
    TMI_PRINTED_ANGULAR,
    TMI_PRINTED_FORCE,
    TMI_PRINTED_TORQUE
} tmiPrintedUnit;

/* What an equation or an unknown belongs to. */
typedef enum tmiPrintedOwner {
    TMI_PRINTED_JOINT,
    TMI_PRINTED_CONTROL,
    TMI_PRINTED_LIMIT,
    TMI_PRINTED_BODY
} tmiPrintedOwner;

typedef struct tmiUnknown {
    char name[32];    /* "wx2", "fy12", "m3_4" */
    uint8_t owner;    /* tmiPrintedOwner */
    uint8_t unit;     /* tmiPrintedUnit */
    int32_t number;   /* of the body or constraint, as printed: from 1 on */
    const tmRow *row; /* whose multiplier it is; null: a component of a vector */
    double value;
} tmiUnknown;

/* An equation of a constraint: of one row, or along one world axis of rows that together fix a
 * point or a turn. Motion equations have minus its coefficients for the unknown that belongs to it.
 */
typedef struct tmiLine {
    int32_t constraint;
    int32_t unknown;      /* its force; -1: none, because none of its bodies has motion equations */
    int32_t first, count; /* of its blocks */
    uint8_t unit;
    double right;
} tmiLine;

/* Coefficients of the accelerations of one mover in one line: dof numbers. */
typedef struct tmiPrintedBlock {
    int32_t line, mover;
    double by[6];
} tmiPrintedBlock;

typedef struct tmiTerm {
    int32_t unknown;
    double coefficient;
} tmiTerm;

/* One equation: the sum of its terms = right. */
typedef struct tmiPrintedEquation {
    tmiTerm *terms; /* valid until the next equation is made */
    int32_t count;
    double right;
    uint8_t owner, unit;
    int32_t number; /* of the owner, as printed */
} tmiPrintedEquation;

typedef struct tmiPrinted {
    const tmiSystem *system;
    double time;
    double smallest; /* of tmEquationsDef */
    tmiArena arena;
    tmiUnknown *unknowns; /* dof for each mover, then those of lines */
    int32_t unknown_count;
    tmiLine *lines; /* of joints, of limits, of controls */
    int32_t line_count;
    tmiPrintedBlock *blocks;
    int32_t block_count;
    int32_t *starts;    /* of each mover: where its blocks begin in … */
    int32_t *blocks_of; /* … this list, in the order of the lines */
    bool *led; /* of each mover: controls alone prescribe its motion, so that it has no motion
                  equations */
    bool *weightless; /* of each mover: its mass is lent, and its forces are without that */
    int32_t *moving;  /* the other movers */
    int32_t moving_count;
    tmiTerm *terms; /* room for one equation */
    int32_t equation_count;
    double max[2];   /* largest terms of equations of accelerations and of forces */
    double residual; /* largest, as part of these [1] */
} tmiPrinted;

/* The number of a constraint as printed: joints as the model counts them, then the others. */
int32_t tmi_printed_number(const tmiPrinted *p, int32_t constraint);

tmiPrintedOwner tmi_printed_owner(const tmiConstraint *constraint);

/* Whether a constraint's rows hold anything. */
bool tmi_printed_holds(const tmiConstraint *constraint);

/* Adds lines with blocks and unknowns of all constraints; none has more than `max_rows` rows. */
tmStatus tmi_printed_lines(tmiPrinted *p, int32_t max_rows);

/* Puts equation `index` into *equation: those of joints, of limits, of controls, of motion body by
 * body. Coefficients that are too small to print are left out unless `all`. */
void tmi_printed_equation(const tmiPrinted *p, int32_t index, bool all,
                          tmiPrintedEquation *equation);

/* The value of an unknown as printed: zero where it may come from rounding alone. */
double tmi_printed_value(const tmiPrinted *p, const tmiUnknown *unknown);

const char *tmi_printed_unit(tmiPrintedUnit unit);

void tmi_printed_text(const tmiPrinted *p, int32_t digits, tmiOutput *out);
void tmi_printed_json(const tmiPrinted *p, int32_t digits, tmiOutput *out);

#endif
