/* text_places.h: where the parts of a sketch stand in its text. Made once for all of them, so that
 * each lookup needs no search through text or model. Private to the folder. */
#ifndef TMI_TEXT_PLACES_H
#define TMI_TEXT_PLACES_H

#include "edit/sketch.h"

typedef struct tmiTextPlaces {
    const tmSketch *sketch;
    tmiArena arena;
    size_t *lines;           /* the byte at which each line begins */
    size_t *line_characters; /* and the number of its first character */
    size_t *marks;           /* the byte of every 64th character */
    size_t characters;
    int32_t line_count;
    int32_t *place_of; /* of a body: the first place of it in the first text, or -1 */
    int32_t *uses;     /* of a type: how many bodies are of it */
} tmiTextPlaces;

/* Must be cleared, also after TM_ERR_MEMORY. */
tmStatus tmi_text_places_make(tmiTextPlaces *places, const tmSketch *sketch);
void tmi_text_places_clear(tmiTextPlaces *places);

/* Returns whether a file is the text that is edited, not an included one. */
bool tmi_text_is_first(const tmSketch *sketch, const char *file);

/* Returns the byte of a line and column, which count characters from 1. */
size_t tmi_text_offset(const tmiTextPlaces *places, int32_t line, int32_t column);

#endif
