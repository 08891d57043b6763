/* printing.c: see printing.h. */
#include "printing.h"

#include "define/language/syntax/syntax.h"
#include "definition.h"

#include <string.h>

typedef struct Printed {
    char *text;
    size_t used, size;
} Printed;

static void take(void *user, const char *bytes, size_t count) {
    Printed *printed = user;
    if (printed->used + count < printed->size) {
        memcpy(printed->text + printed->used, bytes, count);
        printed->used += count;
        printed->text[printed->used] = '\0';
    }
}

static const char *print(tmTest *t, const Definition *d) {
    Printed printed = {.size = 16 * (size_t)d->tokens.length + 100};
    printed.text = test_memory(t, printed.size, 1);
    return CHECK_STATUS(tmi_print(t->allocator, &d->tree, take, &printed), TM_OK) ? printed.text
                                                                                  : NULL;
}

/* All tokens but `;`, a space between two. */
static const char *tokens_of(tmTest *t, const Definition *d) {
    char *out = test_memory(t, (size_t)(d->tokens.length + d->tokens.count) + 1, 1);
    size_t at = 0;
    for (int32_t i = 0; i < d->tokens.count; i++) {
        const tmiToken *token = &d->tokens.items[i];
        if (!tmi_is_sign(token, ';')) {
            memcpy(out + at, d->text + token->start, (size_t)token->length);
            at += (size_t)token->length;
            out[at++] = ' ';
        }
    }
    out[at] = '\0';
    return out;
}

const char *printing_check(tmTest *t, const char *text) {
    Definition *d = definition_of(t, text);
    if (!d || !CHECK_TEXT(definition_messages(d), "")) {
        return NULL;
    }
    const char *once = print(t, d);
    Definition *again = once ? definition_of(t, once) : NULL;
    if (!again) {
        return NULL;
    }
    CHECK_TEXT(definition_messages(again), "");
    CHECK_TEXT(definition_tree(again), definition_tree(d));
    CHECK_TEXT(tokens_of(t, again), tokens_of(t, d));
    const char *twice = print(t, again);
    if (twice) {
        CHECK_TEXT(twice, once);
    }
    return once;
}
