/* runge_kutta_tables.h: the coefficients of the methods of runge_kutta.c, without their zeros. The
 * figures are those of [HNW] II.5 (Dormand and Prince 5(4): table 5.2; 8(5,3): appendix, with the
 * dense output of II.6) and of [HW] IV.6, table 6.5 (SDIRK4). */
#ifndef TMI_RUNGE_KUTTA_TABLES_H
#define TMI_RUNGE_KUTTA_TABLES_H

#include "numeric/ode/ode.h"

/* The maximum number of vectors that one sum has. */
#define TMI_RK_TERMS 12

/* A sum of factor[i] times vector[i], i < count, in this order. */
typedef struct tmiRkRow {
    int32_t count;
    uint8_t vector[TMI_RK_TERMS];
    double factor[TMI_RK_TERMS];
} tmiRkRow;

/* Vector 0 of k is f(t, y). Stage i = 1 … is f at t + nodes[i-1] h, y + h rows[i-1], to which an
 * implicit method adds h gamma times the stage itself. For explicit methods these are the stages
 * from the second on, for implicit ones all. */
typedef struct tmiRkTable {
    tmiRkInfo info;
    int32_t stages; /* as numbered above */
    const double *nodes;
    const tmiRkRow *rows;
    const tmiRkRow *guesses; /* of implicit methods: what each stage's search starts from */
    double gamma;
    tmiRkRow weights; /* end = y + h weights */
    bool last_is_end; /* the last stage is f(t + h, end) */
    int32_t last;     /* the last stage that is at t + h but not at the end; 0: there is none */

    /* error = h errors[0]; where there are two they are joined as tmi_rk_error says. */
    int32_t error_count;
    const tmiRkRow *errors;

    /* Stages that only the interpolant needs, numbered on; the first is f(t + h, end). */
    int32_t more;
    const double *more_nodes; /* of those after the first */
    const tmiRkRow *more_rows;

    /* Coefficients of the interpolant: how many, and those after the fourth as h dense_rows. */
    int32_t dense;
    const tmiRkRow *dense_rows;
} tmiRkTable;

/* Returns the table of a method; null where there is no such method. */
const tmiRkTable *tmi_rk_table(tmiRkMethod method);

#endif
