/* jet.h: values with their first two derivatives to one variable: how fast what a control
 * prescribes changes, and the slope of a cam's lift. Exact, by the rules of calculus. */
#ifndef TMI_JET_H
#define TMI_JET_H

#include "define/language/code.h"

/* A value, its first and its second derivative. */
typedef struct tmiJet {
    double d[3];
} tmiJet;

/* As tmi_code_run, with derivatives of inputs and results. `frame` is scratch of frame_size jets.
 * Values have the bits that tmi_code_run gives. At a kink (abs, min, max, a corner of a table) the
 * derivatives are those of the side on which the run goes on; steps (floor, sign, conditions) have
 * none but 0. */
void tmi_code_run_jets(const tmiCode *code, const tmiJet *inputs, tmiJet *frame, tmiJet *results);

/* The jet of a table at x. */
tmiJet tmi_table_jet(const tmiTable *table, const tmiJet *x);

/* A function or table of one number, as a definition names it. */
typedef struct tmiCurve {
    const tmiTable *table;
    const tmiCode *code; /* where `table` is null; it has one input and one result */
} tmiCurve;

/* The most places of a frame that a curve may need: they stand on the stack. */
#define TMI_CURVE_FRAME 1000

/* Puts value and derivatives at x into y. */
void tmi_curve_at(const tmiCurve *curve, double x, double y[3]);

#endif
