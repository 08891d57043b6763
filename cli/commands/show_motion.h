/* show_motion.h: what a motion amounts to, as `trammel show --motion` prints it. */
#ifndef CLI_SHOW_MOTION_H
#define CLI_SHOW_MOTION_H

#include "trammel/trammel.h"

/* Prints the table of a motion of the model. */
void cli_show_motion(const tmModel *model, const tmMotion *motion);

#endif
