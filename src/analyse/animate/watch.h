/* watch.h: private to this folder: what an animation monitors. */
#ifndef TMI_WATCH_H
#define TMI_WATCH_H

#include "base/base.h"
#include "trammel/model.h"

typedef struct tmiWatch tmiWatch;

/* Binds the monitors of the model's run. TM_ERR_UNSUPPORTED where they need what an animation does
 * not have, TM_ERR_MEMORY: *watch is then null. */
tmStatus tmi_watch_create(tmAllocator allocator, const tmModel *model, tmiWatch **watch);
void tmi_watch_destroy(tmiWatch *watch);

/* Puts the monitors at these frames and this part of the way into `values`. What only forces decide
 * is NaN. `angles` are those of the bodies over whole turns: where the world is planar those of
 * joints count them likewise, else from call to call. TM_ERR_MEMORY. */
tmStatus tmi_watch_read(tmiWatch *watch, const tmFrame *frames, const double *angles, double part,
                        double *values);

#endif
