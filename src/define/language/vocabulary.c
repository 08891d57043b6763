/* vocabulary.c: searches of the vocabulary, and the rows of words. */
#include "define/language/vocabulary.h"

#include <string.h>

/* ---- Words --------------------------------------------------------------------------------- */

#define ROW(code, name, starts, help) [TMI_WORD_##code] = {name, starts, help},
static const tmiWordRow words[TMI_WORD_COUNT] = {[TMI_WORD_NONE] = {"", "", ""},
                                                 TMI_WORD_LIST(ROW) TMI_FREE_WORD_LIST(ROW)};
#undef ROW

const tmiWordRow *tmi_word_row(tmiWord word) {
    return &words[word < TMI_WORD_COUNT ? word : TMI_WORD_NONE];
}

/* Words by their first letter: a text is mostly names, which shall cost little. */
#define W(code) TMI_WORD_##code
static const uint8_t by_letter[26][5] = {
    ['a' - 'a'] = {W(AND), W(ANIMATE), W(AS), W(AT)},
    ['b' - 'a'] = {W(BEGIN), W(BY)},
    ['c' - 'a'] = {W(COMPONENTS), W(COMPOSITE), W(CONTACT)},
    ['e' - 'a'] = {W(END), W(ELSE)},
    ['f' - 'a'] = {W(FOR), W(FUNCTION)},
    ['h' - 'a'] = {W(HINGE)},
    ['i' - 'a'] = {W(IF), W(IN), W(INPUT), W(INCLUDE)},
    ['j' - 'a'] = {W(JOIN)},
    ['l' - 'a'] = {W(LET), W(LANGUAGE)},
    ['m' - 'a'] = {W(MATCHING), W(MATERIAL)},
    ['n' - 'a'] = {W(NOT), W(NORMAL)},
    ['o' - 'a'] = {W(OF), W(ON), W(OR)},
    ['p' - 'a'] = {W(PLACE), W(PRIMITIVE), W(POINT), W(PLANE)},
    ['s' - 'a'] = {W(STRUCTURE), W(STEP), W(SIMULATE), W(STUDY)},
    ['t' - 'a'] = {W(TO), W(THEN), W(TABLE)},
    ['w' - 'a'] = {W(WITH), W(WHERE), W(WORLD)},
};
#undef W

tmiWord tmi_word_find(const char *name, int32_t length) {
    if (length < 2 || length > 10 || name[0] < 'a' || name[0] > 'z') {
        return TMI_WORD_NONE;
    }
    for (const uint8_t *at = by_letter[name[0] - 'a']; *at; at++) {
        const char *word = words[*at].name;
        if (word[1] == name[1] && strncmp(word, name, (size_t)length) == 0 && !word[length]) {
            return (tmiWord)*at;
        }
    }
    return TMI_WORD_NONE;
}

/* ---- Units --------------------------------------------------------------------------------- */

/* As strcmp, of a name that is not closed by a zero. */
static int compare(const char *row, const char *name, int32_t length) {
    int order = strncmp(row, name, (size_t)length);
    return order ? order : row[length] != '\0';
}

const tmiUnit *tmi_unit_find(const char *name, int32_t length) {
    int32_t low = 0, high;
    const tmiUnit *rows = tmi_units(&high);
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        int order = compare(rows[middle].name, name, length);
        if (order == 0) {
            return &rows[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}
