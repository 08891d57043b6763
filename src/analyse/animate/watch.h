/* watch.h: private to this folder: what an animation monitors, and the rates and forces of its
 * motion. */
#ifndef TMI_WATCH_H
#define TMI_WATCH_H

#include "base/base.h"
#include "trammel/animate.h"

typedef struct tmiWatch tmiWatch;

/* Where an animation is: frames of all bodies, their angles over whole turns, the part of the way.
 */
typedef struct tmiWhereabouts {
    const tmFrame *frames;
    const double *angles;
    double part;
} tmiWhereabouts;

/* Binds the monitors of the model's run, and makes the equations of its motion from the assembly;
 * both must outlive the watch. Adds to `diags` what hinders forces. TM_ERR_UNSUPPORTED where the
 * monitors need what an animation does not have, TM_ERR_LIMIT, TM_ERR_MEMORY: *watch is then null.
 */
tmStatus tmi_watch_create(tmAllocator allocator, const tmModel *model, const tmAssembly *assembly,
                          tmDiags *diags, tmiWatch **watch);
void tmi_watch_destroy(tmiWatch *watch);

/* Forgets turns that were counted. */
void tmi_watch_reset(tmiWatch *watch);

/* Finds rates and forces where the animation stands, and puts how that went into *info. `pace`: the
 * first and second rate of the part of the way; null: those of the model, or rest. Angles of joints
 * count whole turns as `angles` does, in space from call to call. TM_ERR_MEMORY,
 * TM_ERR_NOT_FINITE. */
tmStatus tmi_watch_solve(tmiWatch *watch, const tmiWhereabouts *stand, const double *pace,
                         tmDrivenInfo *info);

/* Puts the monitors where the animation stands into `values`; those that read rates or forces solve
 * for them first, as tmi_watch_solve without a pace. What is not known is NaN. */
tmStatus tmi_watch_read(tmiWatch *watch, const tmiWhereabouts *stand, double *values);

/* Puts into *info how the rates and forces were found that the last monitors read; false: they read
 * none. */
bool tmi_watch_info(const tmiWatch *watch, tmDrivenInfo *info);

/* What was solved for last: of all bodies, of all joints, of the drives' values. */
const tmTwist *tmi_watch_twists(const tmiWatch *watch);
const tmTwist *tmi_watch_accelerations(const tmiWatch *watch);
const tmWrench *tmi_watch_joints(const tmiWatch *watch);
const double *tmi_watch_efforts(const tmiWatch *watch);

#endif
