/* make.h: the worlds of a document's texts. */
#ifndef TMI_MAKE_H
#define TMI_MAKE_H

#include "define/language/world/world.h"

/* Checks all that the texts mean, and makes their worlds: those of runs, and those that need no
 * arguments. `sources` are the texts in order, the library at last; mistakes go to `diags`, which
 * their reporters use, too. `incomplete`: texts are missing, so that names without a definition are
 * not mistakes. `finder` gives the files that shapes name. *worlds is made in any case except for
 * TM_ERR_MEMORY; after errors it may lack what they concern. The caller destroys it, and keeps the
 * sources as long. */
tmStatus tmi_worlds_make(tmAllocator allocator, const tmiSource *sources, int32_t source_count,
                         const tmExtensions *extensions, bool incomplete,
                         const tmiMeshFinder *finder, tmDiags *diags, tmiWorlds **worlds);

#endif
