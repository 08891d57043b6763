/* diagnostics.h: a shape while it is made, and what is wrong with it, in words. */
#ifndef TMI_SHAPE_DIAGNOSTICS_H
#define TMI_SHAPE_DIAGNOSTICS_H

#include "base/base.h"
#include "trammel/shape.h"

/* A shape while it is made: where mistakes are reported. */
typedef struct tmiShapeMaker {
    tmDiags *diags;     /* may be null */
    const char *prefix; /* before every message: "piece 2: " */
    int32_t depth;      /* of unions around it */
    bool wrong;         /* a mistake was reported */
    tmStatus status;    /* the first failure that is not a mistake */
} tmiShapeMaker;

/* A message: in `form`, # stands for the next whole number, ~ for the next number, $ for the next
 * text, @ for the next point as (x, y, z) and % as (x, y). */
typedef struct tmiShapeDiag {
    tmSeverity severity;
    const char *form;
    int32_t ints[4];
    double numbers[2];
    const char *texts[2];
    tmVec3 points[2];
    const char *hint; /* may be null */
    int32_t line;     /* of a file; 0: none */
} tmiShapeDiag;

/* Adds a diagnostic. */
void tmi_shape_add_diag(tmiShapeMaker *maker, const tmiShapeDiag *report);

#endif
