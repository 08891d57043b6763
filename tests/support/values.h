/* values.h: values of the language in tests: a text with functions and tables, names from outside,
 * and expressions that are evaluated or compiled and run. */
#ifndef TM_TEST_VALUES_H
#define TM_TEST_VALUES_H

#include "define/language/expression/expression.h"
#include "definition.h"

#define VALUES_NAMES_MAX 16
#define VALUES_TABLES_MAX 8

/* A name from outside: a constant, or an input while the world runs. */
typedef struct Outside {
    const char *path; /* as it stands in the text: "time", "hip.angle" */
    tmiMeaning meaning;
} Outside;

/* The text must have a `function value() = …;`, whose expression is the one in question. Lives
 * until the case's end. */
typedef struct Values {
    Definition *d;
    tmiArena arena;
    tmiEvaluator e;
    tmiSource source;
    tmiNodeRef value; /* the expression */
    Outside names[VALUES_NAMES_MAX];
    int32_t name_count;
    struct {
        tmiNodeRef node;
        tmiTable table;
        bool fine;
    } tables[VALUES_TABLES_MAX];
    int32_t table_count;
} Values;

/* `definitions` may be null. Null when memory runs out, which the case has then been reported. */
Values *values_of(tmTest *t, const char *definitions, const char *expression);

void values_constant(Values *v, const char *name, double number, tmiDimension dimension);
void values_sensed(Values *v, const char *path, int32_t slot, int32_t size, tmiDimension dimension);

/* The function of this name, or 0. */
tmiNodeRef values_function(const Values *v, const char *name);

/* Evaluates the expression; an error value after messages. */
tmiValue values_evaluate(Values *v, const tmiWanted *wanted);

/* Compiles the expression. Null after messages or a lack of memory; cleared at the case's end. */
tmiCode *values_compile(Values *v, const tmiWanted *wanted);

/* Runs code on these inputs and returns its first result. */
double values_run(tmTest *t, const tmiCode *code, const double *inputs);

#endif
