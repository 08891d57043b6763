/* limits.h: what a definition may take, so that no text can hang or exhaust the machine. Each has
 * a message that names it. */
#ifndef TMI_LANGUAGE_LIMITS_H
#define TMI_LANGUAGE_LIMITS_H

#define TMI_TEXT_MAX (64 << 20)       /* bytes of one text */
#define TMI_TOKENS_MAX (32 << 20)     /* of one text */
#define TMI_NODES_MAX (16 << 20)      /* nodes of one tree */
#define TMI_DEPTH_MAX 200             /* blocks, lists and operators inside each other */
#define TMI_FILES_MAX 1000            /* texts of a document */
#define TMI_MESH_MAX (64 << 20)       /* bytes of one mesh */
#define TMI_MESHES_MAX (256 << 20)    /* bytes of all meshes of a document */
#define TMI_INCLUDES_MAX 50           /* texts that include each other in a chain */
#define TMI_INSTANCES_MAX 1000000     /* components of one world, all levels */
#define TMI_ALL_INSTANCES_MAX 4000000 /* of all worlds */
#define TMI_STATEMENTS_MAX 1000000    /* joins, places or controls of one world */
#define TMI_WORK_MAX 3000000          /* statements, rounds of `for`s, components of all variants */
#define TMI_CODE_MAX 100000           /* operations of one compiled expression */
#define TMI_EXPANSION_MAX 4000000     /* nodes of functions gone through in one document */
#define TMI_EFFORT_MAX 20000000       /* nodes evaluated in one document, values copied, … */
#define TMI_PAIRS_MAX 64              /* that a join matches */
#define TMI_NAMES_MAX 255             /* parameters, or `let`s of a function: searched one by one */

#endif
