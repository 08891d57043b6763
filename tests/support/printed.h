/* printed.h: printed motion equations read back, and solved by a plain elimination of its own. */
#ifndef TM_TEST_PRINTED_H
#define TM_TEST_PRINTED_H

#include "systems.h"

#define PRINTED_MAX 80

/* A x = b as it stands in a text such as that of [HH] figure 4.2: a line is an equation where it
 * begins with a number, a value where it is `name = number`. */
typedef struct Printed {
    char names[PRINTED_MAX][16];
    int32_t unknown_count;
    double a[PRINTED_MAX][PRINTED_MAX];
    double b[PRINTED_MAX];
    int32_t equation_count;
    double x[PRINTED_MAX]; /* NaN where the text has none */
    double residual;       /* that the text tells; NaN: none */
} Printed;

/* Reads a text; lives until the case's end. Null after a failure, which the case has been reported.
 */
Printed *printed_read(tmTest *t, const char *text);

/* Reads what was written as JSON. */
Printed *printed_read_json(tmTest *t, const char *text);

/* The unknown of this name, or -1; its value, or NaN; its coefficient in an equation, or 0. */
int32_t printed_unknown(const Printed *p, const char *name);
double printed_value(const Printed *p, const char *name);
double printed_coefficient(const Printed *p, int32_t equation, const char *name);

/* Solves by elimination with row exchanges into x, of unknown_count numbers. False where it is not
 * square or singular. */
bool printed_solve(const Printed *p, double *x);

/* The system is square, and its solution is the one that is printed, to `tolerance` of the largest
 * value. */
void printed_check_solution(tmTest *t, const Printed *p, double tolerance);

/* The printed values solve the printed equations, to `tolerance` of the largest term of all. */
void printed_check_terms(tmTest *t, const Printed *p, double tolerance);

/* ---- Worlds -------------------------------------------------------------------------------- */

/* The equations of a text's world; the body that is driven is led where it has no mass. Drive and
 * limit may be null. Null when there are none, which the case has then been reported. */
World *printed_world(tmTest *t, const char *text, const tmiDriveDef *drive,
                     const tmiLimitDef *limit);

/* A drive of accelerations of a body's origin along the axes of the world; one of the first
 * coordinate of a joint, false after a failure, which the case has been reported. */
tmiDriveDef printed_drive(int32_t body, bool planar);
bool printed_drive_of_joint(tmTest *t, const char *text, int32_t joint, tmiDriveDef *drive);

/* Prescribes what the rows of the drive give. */
void printed_give(World *w, double a, double b, double c);

/* Solves, and returns what is written; null after a failure. Time is 1.52 s. */
const char *printed_write(tmTest *t, World *w, const tmEquationsDef *def);

/* The same with all digits, read back, and checked against an elimination. */
Printed *printed_solve_world(tmTest *t, World *w);

#endif
