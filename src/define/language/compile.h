/* compile.h: expressions whose value is known only while a world runs become code. */
#ifndef TMI_COMPILE_H
#define TMI_COMPILE_H

#include "define/language/code.h"
#include "define/language/value.h"

/* Makes code of an expression. Names that mean TMI_MEANS_SENSED become inputs; functions are
 * expanded where they are called; what is constant is computed now. The value must fit `wanted`
 * (null: a number, a condition or a point). TM_OK with *made false where messages told of mistakes;
 * TM_ERR_MEMORY. *code is then empty; else the caller clears it. */
tmStatus tmi_compile(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                     const tmiWanted *wanted, tmAllocator allocator, tmiCode *code, bool *made);

/* The same for a call of a function that stands in no text: a control that is named alone.
 * `arguments` has a meaning for each parameter: VALUE, SENSED, or NOTHING for its default. */
tmStatus tmi_compile_function(tmiEvaluator *e, const tmiSource *source, tmiNodeRef function,
                              const tmiMeaning *arguments, int32_t argument_count,
                              const tmiWanted *wanted, tmAllocator allocator, tmiCode *code,
                              bool *made);

#endif
