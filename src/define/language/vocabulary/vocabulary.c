/* vocabulary.c: searches of the vocabulary, and the rows of words. */
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

/* ---- Words --------------------------------------------------------------------------------- */

#define ROW(code, name, starts, help) [TMI_WORD_##code] = {name, starts, help},
static const tmiWordRow words[TMI_WORD_COUNT] = {[TMI_WORD_NONE] = {"", "", ""},
                                                 TMI_WORD_LIST(ROW) TMI_FREE_WORD_LIST(ROW)};
#undef ROW

const tmiWordRow *tmi_word_row(tmiWord word) {
    return &words[word < TMI_WORD_COUNT ? word : TMI_WORD_NONE];
}

/* Words by their first letter: a text is mostly names, which should cost little. */
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
    ['n' - 'a'] = {W(NOT), W(NORMAL), W(NEAR)},
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
        if (tmi_text_is(name, length, words[*at].name)) {
            return (tmiWord)*at;
        }
    }
    return TMI_WORD_NONE;
}

/* ---- Fields -------------------------------------------------------------------------------- */

const char *tmi_field_place(const char *name, int32_t length) {
    static const struct {
        uint32_t context;
        const char *words;
    } places[] = {{TMI_IN_PRIMITIVE, "a section of a primitive"},
                  {TMI_IN_COMPOSITE | TMI_IN_WORLD, "a section of a composite or world"},
                  {TMI_IN_PROPERTIES, "an item of a primitive's 'properties'"},
                  {TMI_IN_WORLD_PROPERTIES, "an item of a world's 'properties'"},
                  {TMI_IN_SIMULATE, "a field of 'simulate'"},
                  {TMI_IN_ANIMATE, "a field of 'animate'"},
                  {TMI_IN_STUDY, "a field of 'study'"},
                  {TMI_IN_MATERIAL, "a field of a material"},
                  {TMI_IN_CONTROL, "something that a control prescribes"},
                  {TMI_IN_PLACE, "an attribute of 'place'"},
                  {TMI_IN_JOIN, "an attribute of 'join'"},
                  {TMI_IN_TABLE, "a field of a table"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (tmi_field_find((tmiContext)places[i].context, name, length)) {
            return places[i].words;
        }
    }
    return NULL;
}
