/* print.h: the canonical text of a tree. */
#ifndef TMI_PRINT_H
#define TMI_PRINT_H

#include "define/language/syntax.h"

/* Columns that a line is kept within where it can be broken. */
#define TMI_COLUMNS 100

/* Writes the tree's text in its canonical layout: the same tokens and comments in the same order,
 * but for `;`, which closes every field, component, input, statement, `let`, `include`, `language`
 * and `function … =`, and nothing else. The tree must have no error in it. TM_ERR_MEMORY: nothing
 * is written. */
tmStatus tmi_print(tmAllocator allocator, const tmiTree *tree, tmWriteFn *write, void *user);

#endif
