/* values.c: values of the language in tests. */
#include "values.h"

#include <stdio.h>
#include <string.h>

static tmiNodeRef find_item(const Values *v, tmiNodeKind kind, const char *name, int32_t length) {
    const tmiTree *tree = &v->d->tree;
    tmiNodeRef ref = tmi_node(tree, 1)->child;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        int32_t found_length;
        if (tmi_node(tree, ref)->kind == kind && tmi_node(tree, ref)->child) {
            const char *found = tmi_tree_text(tree, tmi_node(tree, ref)->child, &found_length);
            if (found_length == length && memcmp(found, name, (size_t)length) == 0) {
                return ref;
            }
        }
    }
    return 0;
}

static void find_table(Values *v, tmiNodeRef node, tmiMeaning *meaning) {
    int32_t i = 0;
    while (i < v->table_count && v->tables[i].node != node) {
        i++;
    }
    if (i == v->table_count && i < VALUES_TABLES_MAX) {
        v->table_count++;
        v->tables[i].node = node;
        v->tables[i].fine = tmi_table_read(&v->e, &v->source, node, &v->tables[i].table);
    }
    meaning->kind = v->tables[i].fine ? TMI_MEANS_TABLE : TMI_MEANS_ERROR;
    meaning->table = &v->tables[i].table;
}

static void find(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                 tmiMeaning *meaning) {
    Values *v = user;
    int32_t length;
    const char *text = tmi_tree_text(source->tree, node, &length);
    (void)e;
    for (int32_t i = 0; i < v->name_count; i++) {
        if ((int32_t)strlen(v->names[i].path) == length &&
            memcmp(v->names[i].path, text, (size_t)length) == 0) {
            *meaning = v->names[i].meaning;
            return;
        }
    }
    tmiNodeRef function = find_item(v, TMI_NODE_FUNCTION, text, length);
    tmiNodeRef table = find_item(v, TMI_NODE_TABLE, text, length);
    if (function) {
        *meaning = (tmiMeaning){.kind = TMI_MEANS_FUNCTION, .source = &v->source, .node = function};
    } else if (table) {
        find_table(v, table, meaning);
    }
}

static void offer(void *user, const tmiSource *source, tmiNodeRef node, tmiLikeness *likeness) {
    const Values *v = user;
    (void)source;
    (void)node;
    for (int32_t i = 0; i < v->name_count; i++) {
        tmi_likeness_offer(likeness, v->names[i].path, (int32_t)strlen(v->names[i].path));
    }
    const tmiTree *tree = &v->d->tree;
    tmiNodeRef ref = tmi_node(tree, 1)->child;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        if (tmi_node(tree, ref)->kind == TMI_NODE_FUNCTION) {
            int32_t length;
            const char *name = tmi_tree_text(tree, tmi_node(tree, ref)->child, &length);
            tmi_likeness_offer(likeness, name, length);
        }
    }
}

static void destroy(Values *v) {
    tmi_arena_clear(&v->arena);
}

Values *values_of(tmTest *t, const char *definitions, const char *expression) {
    static const char before[] = "\nfunction value() = ", after[] = ";";
    size_t size =
        strlen(definitions ? definitions : "") + strlen(expression) + sizeof before + sizeof after;
    char *text = test_memory(t, size, 1);
    snprintf(text, size, "%s%s%s%s", definitions ? definitions : "",
             definitions ? before : before + 1, expression, after);
    Values *v = test_memory(t, 1, sizeof *v);
    v->d = definition_of(t, text);
    if (!v->d) {
        return NULL;
    }
    tmi_arena_init(&v->arena, t->allocator);
    DEFER(destroy, v);
    v->source = (tmiSource){&v->d->tree, &v->d->reporter};
    tmi_evaluator_init(&v->e, &(tmiScope){find, offer, v}, &v->arena);
    tmiNodeRef function = values_function(v, "value");
    v->value = function ? tmi_tree_child(&v->d->tree, function, TMI_ROLE_RESULT) : 0;
    return v;
}

void values_constant(Values *v, const char *name, double number, tmiDimension dimension) {
    v->names[v->name_count++] =
        (Outside){name, {.kind = TMI_MEANS_VALUE, .value = tmi_value_number(number, dimension)}};
}

void values_sensed(Values *v, const char *path, int32_t slot, int32_t size,
                   tmiDimension dimension) {
    v->names[v->name_count++] = (Outside){
        path, {.kind = TMI_MEANS_SENSED, .slot = slot, .size = size, .dimension = dimension}};
}

tmiNodeRef values_function(const Values *v, const char *name) {
    return find_item(v, TMI_NODE_FUNCTION, name, (int32_t)strlen(name));
}

tmiValue values_evaluate(Values *v, const tmiWanted *wanted) {
    tmTest *t = v->d->t;
    tmiValue value;
    CHECK_STATUS(tmi_evaluate(&v->e, &v->source, v->value, wanted, &value), TM_OK);
    return value;
}

tmiCode *values_compile(Values *v, const tmiWanted *wanted) {
    tmTest *t = v->d->t;
    tmiCode *code = test_memory(t, 1, sizeof *code);
    bool made;
    tmStatus status = tmi_compile(&v->e, &v->source, v->value, wanted, t->allocator, code, &made);
    if (!CHECK_STATUS(status, TM_OK) || !made) {
        return NULL;
    }
    DEFER(tmi_code_clear, code);
    return code;
}

double values_run(tmTest *t, const tmiCode *code, const double *inputs) {
    double results[TMI_RESULTS_MAX];
    double *frame = test_memory(t, (size_t)code->frame_size, sizeof *frame);
    tmi_code_run(code, inputs, frame, results);
    return results[0];
}
