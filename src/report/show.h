/* show.h: private to what shows models. */
#ifndef TMI_SHOW_H
#define TMI_SHOW_H

#include "report/svg.h"

/* Writes a number with some six digits. */
void tmi_show_number(tmiSvg *out, double number);

#endif
