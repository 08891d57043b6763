/* files.h: the files that texts may include or make meshes of: the host puts them in beforehand,
 * for the module opens none. */
#ifndef TRAMMEL_WASM_FILES_H
#define TRAMMEL_WASM_FILES_H

#include "trammel/trammel.h"

/* Fills what a document def says about files and names. */
void files_offer(tmDocumentDef *def);

#endif
