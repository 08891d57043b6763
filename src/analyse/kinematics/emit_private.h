/* emit_private.h: what emit.c and emit_loop.c share. */
#ifndef TMI_EMIT_PRIVATE_H
#define TMI_EMIT_PRIVATE_H

#include "analyse/kinematics/emit.h"

/* Register of the point of an edge's end, in the axes of its cluster. */
int32_t tmi_emit_point(tmiEmitter *m, int32_t edge, int which);

/* Register of an end's direction, in the axes of its cluster. */
int32_t tmi_emit_direction(tmiEmitter *m, const tmiEnd *end);

/* Which end of the edge lies in the cluster with these axes: 0 or 1. */
int tmi_emit_end_in(const tmiEmitter *m, int32_t edge, int32_t axes);

/* Direction of the other cluster's axes seen from the cluster that has end `base_end`, across a
 * slider. */
int32_t tmi_emit_slider_turn(tmiEmitter *m, int32_t edge, int base_end);

/* A step with up to four inputs; returns its output register. */
int32_t tmi_emit_op(tmiEmitter *m, tmiOpKind kind, int32_t part, int32_t a, int32_t b, int32_t c,
                    int32_t d);

/* Register of two numbers that never change. */
int32_t tmi_emit_constant(tmiEmitter *m, double a, double b);

/* The steps of a three-loop. */
void tmi_emit_loop(tmiEmitter *m, const tmiMerge *merge, int32_t number);

#endif
