/* show.h: a model as people read it: its parts, masses and joints in words, its graph for Graphviz
 * and as a picture. */
#ifndef TRAMMEL_SHOW_H
#define TRAMMEL_SHOW_H

#include "trammel/space.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the model as text: the tree of its parts with masses; its joints with what they match; and
 * its freedoms in the pose of the assembly (null: left out). TM_ERR_ARGUMENT, TM_ERR_MEMORY. */
TM_API tmStatus tm_show_text(const tmModel *model, const tmAssembly *assembly, tmWriteFn *write,
                             void *user);

/* Writes the graph of bodies and joints in Graphviz's language. TM_ERR_ARGUMENT. */
TM_API tmStatus tm_show_dot(const tmModel *model, tmWriteFn *write, void *user);

/* Writes the graph as an SVG picture: bodies in rows by their distance from the ground.
 * TM_ERR_ARGUMENT, TM_ERR_MEMORY, TM_ERR_LIMIT past TM_SHOW_LIMIT bodies: nothing is written. */
#define TM_SHOW_LIMIT 2000
TM_API tmStatus tm_show_svg(const tmAllocator *allocator, const tmModel *model, tmWriteFn *write,
                            void *user);

#ifdef __cplusplus
}
#endif

#endif
