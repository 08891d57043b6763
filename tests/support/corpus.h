/* corpus.h: the right texts of the language that tests go through: those of tests/language/right,
 * of the papers and of docs/language.md. */
#ifndef TM_TEST_CORPUS_H
#define TM_TEST_CORPUS_H

#include "test.h"

#define CORPUS_MAX 400

typedef struct CorpusText {
    char name[64];
    char *text;
} CorpusText;

typedef struct Corpus {
    CorpusText texts[CORPUS_MAX];
    int count;
} Corpus;

/* All of them; they live until the case's end. */
Corpus *corpus_written(tmTest *t);

/* Adds a text, which must live as long. */
void corpus_add(Corpus *c, const char *name, char *text);

#endif
