/* emit_private.h: what emit.c and emit_closed_forms.c share. */
#ifndef TMI_EMIT_PRIVATE_H
#define TMI_EMIT_PRIVATE_H

#include "analyse/kinematics/emit/emit.h"

/* The end of the edge that lies in the cluster with these axes: 0 or 1. */
int tmi_emit_end_in(const tmiEmitter *m, int32_t edge, int32_t axes);

/* Register of two numbers that never change. */
int32_t tmi_emit_constant(tmiEmitter *m, double a, double b);

/* The node whose axes the node's cluster uses now. */
int32_t tmi_emit_axes(const tmiEmitter *m, int32_t node);

/* A number that never changes; f a + g b + h; a + h. Not known when one of them is not. */
tmiWinding tmi_turn_constant(tmiEmitter *m, double value);
tmiWinding tmi_turn_linear(tmiEmitter *m, tmiWinding a, double f, tmiWinding b, double g, double h);
tmiWinding tmi_turn_plus(tmiEmitter *m, tmiWinding a, double h);

/* Angle of a node, or of an end's direction, in the axes of its cluster. */
tmiWinding tmi_turn_node(tmiEmitter *m, int32_t node);
tmiWinding tmi_turn_end(tmiEmitter *m, const tmiEdgeEnd *end);

/* Angle in the axes of the cluster with the edge's end `k` of the other cluster's axes, when the
 * angle from the edge's end 0 to its end 1 is `across` beyond its turn. */
tmiWinding tmi_turn_across(tmiEmitter *m, const tmiEdge *edge, int k, tmiWinding across);

/* Records by how much a weld turns, where it is an input or fixed; and emits the steps of a pair.
 */
void tmi_emit_weld_turn(tmiEmitter *m, const tmiMerge *merge, int base, bool guessed);
void tmi_emit_pair(tmiEmitter *m, const tmiMerge *merge);

/* The steps of a three-loop. */
void tmi_emit_loop(tmiEmitter *m, const tmiMerge *merge, int32_t number);

#endif
