/* kinematics.h: the door of this folder. Other folders include this and nothing else from it. */
#ifndef TMI_KINEMATICS_H
#define TMI_KINEMATICS_H

#include "trammel/mechanism.h"

/* Puts what tm_joint_gap returns for joints[i] into gaps[i], 0 for null ones. */
tmStatus tmi_joint_gaps(const tmMechanism *mechanism, const tmJointId *joints, int32_t count,
                        double *gaps);

/* Assembles a planar model by a plan: `frames` of all bodies are where to begin, and where the
 * joints whose values are known and the places hold when info->outcome is TM_MOVE_DONE; otherwise
 * they are unchanged. TM_ERR_UNSUPPORTED: a joint has no planar form. */
tmStatus tmi_assemble_planar(const tmAllocator *allocator, const tmModel *model, tmFrame *frames,
                             tmSolveInfo *info);

/* Puts frames in space, turned about z only, as planar poses. */
void tmi_poses_of_frames(const tmFrame *frames, int32_t count, tmPose *poses);

/* Puts planar poses as frames in space; z stays as it is. */
void tmi_frames_of_poses(const tmPose *poses, int32_t count, tmFrame *frames);

#endif
