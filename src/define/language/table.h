/* table.h: functions given by points. Evaluation is in table.c, reading from a text in
 * table_read.c. */
#ifndef TMI_TABLE_H
#define TMI_TABLE_H

#include "define/language/units.h"

typedef enum tmiInterpolation { TMI_TABLE_LINEAR, TMI_TABLE_CUBIC } tmiInterpolation;

typedef enum tmiBeyond {
    TMI_BEYOND_ERROR,  /* no value: NaN while running */
    TMI_BEYOND_HOLD,   /* that of the nearest end */
    TMI_BEYOND_EXTEND, /* on along the line that the end has */
    TMI_BEYOND_REPEAT  /* as if the table stood there again and again */
} tmiBeyond;

/* x rises strictly. Slopes are those of the cubic at the points, and of the lines beyond the ends.
 */
typedef struct tmiTable {
    const double *x, *y, *slopes;
    int32_t count; /* at least 2 */
    uint8_t interpolation, beyond;
    tmiDimension x_dimension, y_dimension;
    const char *name; /* in the text, for messages; not closed by a zero, null in a code */
    int32_t name_length;
} tmiTable;

/* The value at x, in O(log count). NaN for NaN. */
double tmi_table_value(const tmiTable *table, double x);

/* Puts the value at x and its first two derivatives into y; at a corner those to the right. */
void tmi_table_derivatives(const tmiTable *table, double x, double y[3]);

/* Puts the slopes at the points into `slopes`: those of the cubic that stays monotone where the
 * points are ([FB]), or of the lines at both ends. */
void tmi_table_slopes(const double *x, const double *y, int32_t count,
                      tmiInterpolation interpolation, tmiBeyond beyond, double *slopes);

#endif
