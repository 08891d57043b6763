/* watch.h: private to this folder: what an animation monitors. */
#ifndef TMI_WATCH_H
#define TMI_WATCH_H

#include "base/base.h"
#include "trammel/model.h"

typedef struct tmiWatch tmiWatch;

/* Binds the monitors of the model's run. TM_ERR_UNSUPPORTED where they need what cannot be had,
 * TM_ERR_MEMORY: *watch is then null. */
tmStatus tmi_watch_create(tmAllocator allocator, const tmModel *model, tmiWatch **watch);
void tmi_watch_destroy(tmiWatch *watch);

/* Puts the monitors at these frames and this part of the way into `values`. What only forces decide
 * has no number: NaN. Angles count whole turns from call to call. */
void tmi_watch_read(tmiWatch *watch, const tmFrame *frames, double part, double *values);

#endif
