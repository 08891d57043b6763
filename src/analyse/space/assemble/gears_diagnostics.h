/* gears_diagnostics.h: wheels of an assembled model that do not mesh. Private to the folder. */
#ifndef TMI_GEARS_DIAGS_H
#define TMI_GEARS_DIAGS_H

#include "trammel/space.h"

/* Adds a warning for each gear joint of two wheels whose teeth do not mesh in these frames. */
tmStatus tmi_gears_add_diags(const tmAssembly *assembly, const tmModel *model, tmDiags *diags);

#endif
