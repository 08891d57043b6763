/* print_layout.h: what the tree says about the layout of each token. */
#ifndef TMI_PRINT_LAYOUT_H
#define TMI_PRINT_LAYOUT_H

#include "define/language/syntax/syntax.h"
#include "define/language/vocabulary/vocabulary.h"

/* Where a line that is too long may be broken: before the items of lists and the words of a
 * statement, and only where that does not help before operators. */
enum { TMI_BREAK_NEVER, TMI_BREAK_LIST, TMI_BREAK_OPERATOR };

typedef struct tmiTokenLayout {
    bool begins_line;  /* a line begins with it, indented by `level` */
    bool closes;       /* a `;` follows it */
    bool glued;        /* no space before it */
    bool glues;        /* no space behind it */
    uint8_t may_break; /* before it */
    int16_t level;
} tmiTokenLayout;

typedef struct tmiLayout {
    const tmiTree *tree;
    tmiTokenLayout *items; /* one for each token */
    int32_t capacity;
} tmiLayout;

tmStatus tmi_layout_make(tmAllocator allocator, const tmiTree *tree, tmiLayout *layout);
void tmi_layout_clear(tmAllocator allocator, tmiLayout *layout);

/* Characters of a token, and of the `;` behind it. */
int32_t tmi_layout_width(const tmiLayout *layout, int32_t token);

/* Whether a space stands between two tokens of a line. */
bool tmi_layout_space(const tmiLayout *layout, int32_t before, int32_t token);

/* Characters from this token up to the next that may be broken before (with rank `upto` or less),
 * or to the end of the line; counted no further than past `max`. */
int32_t tmi_layout_segment(const tmiLayout *layout, int32_t token, int32_t upto, int32_t max);

/* Characters of the whole item that begins with this token, with all brackets within it: up to the
 * next break of rank TMI_BREAK_LIST outside of these. Counted no further than past `max`. */
int32_t tmi_layout_item(const tmiLayout *layout, int32_t token, int32_t max);

/* Whether the segment between two breaks of rank TMI_BREAK_LIST that this token lies in is longer
 * than `max`. */
bool tmi_layout_around(const tmiLayout *layout, int32_t token, int32_t max);

#endif
