/* animate_private.h: private to this folder: what an animation holds, and how its drives become the
 * inputs of a plan. */
#ifndef TMI_ANIMATE_PRIVATE_H
#define TMI_ANIMATE_PRIVATE_H

#include "trammel/animate.h"

#include "analyse/animate/turns.h"
#include "analyse/animate/watch.h"
#include "base/base.h"

/* How the value of a drive becomes that of a plan's input: offset + sign * value. A position is
 * taken as it is. */
typedef struct tmiDriveGear {
    double sign, offset;
} tmiDriveGear;

struct tmAnimation {
    tmAllocator allocator;
    const tmModel *model;
    tmAnimationInfo info;
    double tolerance; /* 0: the solvers' own */
    const tmAssembly *assembly;
    tmAssembly *own_assembly; /* the same; null: the caller's */
    int32_t drive_count, value_count, body_count, joint_count;
    tmDriveInfo *drives;
    double *values; /* of the drives, then of the plan: never more */
    tmFrame *frames;
    tmMechanism *mechanism; /* planar */
    tmJointId *joints;      /* of the model's joints */
    tmiDriveGear *gears;
    tmInput *inputs;
    tmPlan *plan;
    tmSpacePlan *space; /* else */
    bool has_moved;     /* a move succeeded */
    tmiTurns *turns;
    tmiWatch *watch; /* null: neither monitors nor forces were asked for yet */
    bool is_solved;  /* rates and forces are those of the present frames */
    tmDiags *diags;  /* of the watch */
};

/* ---- animate_drives.c ------------------------------------------------------------------------ */

/* Makes the plan of an animation from where its frames are: a planar one where the world and its
 * drives allow it, else one in space. */
tmStatus tmi_animation_plan(tmAnimation *animation);

/* The options of the planar plan. */
tmPlanDef tmi_animation_plan_def(const tmAnimation *animation);

#endif
