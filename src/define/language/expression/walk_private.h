/* walk_private.h: private to evaluation: the walk over an expression, constants and code alike. */
#ifndef TMI_WALK_PRIVATE_H
#define TMI_WALK_PRIVATE_H

#include "define/language/expression/expression.h"

/* ---- value_messages.c ----------------------------------------------------------------------- */

/* Reports an error about the node, with where the function was called. Returns an error value. */
tmiValue tmi_say(tmiEvaluator *e, tmiAt at, uint32_t code, const char *const *words,
                 const char *const *hint);

/* The same about a part of the node's text. */
tmiValue tmi_say_span(tmiEvaluator *e, tmiAt at, tmiSpan span, uint32_t code,
                      const char *const *words, const char *const *hint);

/* Reports that a limit was reached, once. */
tmiValue tmi_say_limit(tmiEvaluator *e, tmiAt at, const char *const *words,
                       const char *const *hint);

/* `found` where `wanted` belongs, with what units those have. */
tmiValue tmi_say_dimension(tmiEvaluator *e, tmiAt at, const tmiValue *found, tmiDimension wanted);

/* Warns of a number above a turn that stands without a unit where an angle belongs: 30 for 30deg,
 * or a name of 30. */
void tmi_warn_bare_angle(tmiEvaluator *e, tmiAt at, const tmiValue *value);

/* The same where `beside` is an angle, so that the number must be one. */
void tmi_warn_beside_angle(tmiEvaluator *e, tmiAt at, const tmiValue *beside,
                           const tmiValue *value);

/* A value that is known only while a world runs, where a constant belongs. */
tmiValue tmi_say_running(tmiEvaluator *e, tmiAt at);

/* A name that means nothing, with the one that was meant. `what`: "name", "function", … */
tmiValue tmi_say_unknown(tmiEvaluator *e, tmiAt at, const char *what);

/* ---- walk.c, names.c, call.c ---------------------------------------------------------------- */

tmiValue tmi_walk(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node);
tmiValue tmi_walk_name(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node);
tmiValue tmi_walk_path(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node);
tmiValue tmi_walk_call(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node);

/* Goes through a node whose value is not needed: its names and dimensions are checked, no code is
 * made, and 1/0 is not a mistake in it. */
tmiValue tmi_walk_unused(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node);

/* The value of a name within the function that is being expanded, or null. */
const tmiValue *tmi_local(const tmiEvaluator *e, const char *name, int32_t length);

/* What a meaning is worth as a value; `at` is the name. */
tmiValue tmi_meaning_value(tmiEvaluator *e, tmiAt at, const tmiMeaning *meaning);

/* Expands a call. Arguments are those of the call node; or `given`, where it stands in no text. */
tmiValue tmi_expand(tmiEvaluator *e, tmiAt call, const tmiSource *source, tmiNodeRef function,
                    const tmiValue *given, int32_t given_count);

/* Arguments or items: the siblings from `first` on. They stand in `few`, where it has room for
 * TMI_FEW, or in the arena. Null after a lack of memory. */
#define TMI_FEW 6
tmiItem *tmi_walk_items(tmiEvaluator *e, const tmiSource *source, tmiNodeRef first,
                        tmiItem few[TMI_FEW], int32_t *count);

/* ---- operate.c ------------------------------------------------------------------------------ */

tmiValue tmi_unary(tmiEvaluator *e, tmiAt at, uint8_t sign, tmiValue a);
tmiValue tmi_binary(tmiEvaluator *e, tmiAt at, uint8_t sign, tmiValue a, tmiValue b);
tmiValue tmi_choose(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node);

/* One operation on numbers or truths: computed where they are constant, else emitted. `value` has
 * kind, dimension and marks of the result. */
tmiValue tmi_apply(tmiEvaluator *e, tmiAt at, tmiOperation operation, const tmiValue *operands,
                   int32_t count, tmiValue value);
tmiValue tmi_apply_table(tmiEvaluator *e, tmiAt at, const tmiTable *table, tmiValue x);

/* The operand that a number or truth is in the code. */
int32_t tmi_operand(tmiEvaluator *e, const tmiValue *value);

/* Whether both may be added or compared; the dimension and marks of their sum. */
bool tmi_agree(const tmiValue *a, const tmiValue *b, tmiValue *joined);

/* Whether what is made of both while a world runs may be an angle that was given in degrees: one is
 * more than a turn without a unit, and nothing else tells a unit. 30 + 10 * sin(t / 1s) */
bool tmi_has_bare_turn(const tmiValue *a, const tmiValue *b, const tmiValue *joined);

/* Whether it may stand where this dimension belongs. */
bool tmi_fits(const tmiValue *value, tmiDimension wanted);

/* ---- points.c ------------------------------------------------------------------------------- */

/* The three numbers of a point, the third 0 where there are two. Those without a unit, that 0 among
 * them, take the dimension of the others: else unit((3m, 0)) would divide a plain 0 by a length. */
void tmi_point_numbers(const tmiValue *point, tmiValue numbers[3]);

/* The point of three numbers, or an error if one of them is. */
tmiValue tmi_point(tmiEvaluator *e, const tmiValue numbers[3]);

/* ---- builtin.c ------------------------------------------------------------------------------ */

tmiValue tmi_call_builtin(tmiEvaluator *e, tmiAt call, const tmiFunctionRow *row,
                          const tmiItem *arguments, int32_t count);

/* The nth argument of a call, for messages about it. */
tmiAt tmi_argument_at(tmiAt call, int32_t n);

/* Reports that a call has the wrong number of arguments. */
tmiValue tmi_say_count(tmiEvaluator *e, tmiAt call, const char *name, int32_t name_length,
                       const char *parameters, int32_t min, int32_t max, int32_t found);

#endif
