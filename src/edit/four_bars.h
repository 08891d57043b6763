/* four_bars.h: the four-bars of a sketch, for people: lengths, Grashof's class, transmission angle.
 */
#ifndef TMI_FOUR_BARS_H
#define TMI_FOUR_BARS_H

#include "base/base.h"
#include "edit/sketch.h"

/* Writes the member "fourBars": those with a side on the ground, at most sixteen. */
void tmi_four_bars_put(tmiJson *json, const tmSketch *sketch);

#endif
