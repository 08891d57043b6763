/* mechanism.h: what a tmMechanism holds, for the files of this folder. Parts live in arrays by slot
 * (a part's place in the public interface); names are blocks of their own. */
#ifndef TMI_MECHANISM_H
#define TMI_MECHANISM_H

#include "analyse/kinematics/joint_rows.h"

typedef struct tmiBody {
    char *name;
    tmPose pose;
    int32_t anchor; /* slot of one of its features; -1: it has none */
    int32_t feature_count;
    bool has_middle;           /* a shape is known, … */
    double middle_x, middle_y; /* … its middle is here, body axes [m], … */
    double spread;             /* … and the square of its half diagonal is this [m^2] */
} tmiBody;

struct tmMechanism {
    tmAllocator allocator;
    uint64_t edits; /* counts what makes plans stale */
    tmiIdPool body_ids, feature_ids, joint_ids;
    tmiBody *bodies;
    tmiFeature *features;
    tmiJoint *joints;
    int32_t body_capacity, feature_capacity, joint_capacity;
    char no_name[1]; /* "": of all parts without a name, which so take no block each */
};

/* Values of the stamp that the default functions put into def structs. */
enum {
    TMI_STAMP_BODY = 0x7b0d1,
    TMI_STAMP_FEATURE = 0x7fea1,
    TMI_STAMP_JOINT = 0x701f1,
    TMI_STAMP_PLAN = 0x791a1,
    TMI_STAMP_MODES = 0x70de5
};

/* A new part: where it stands and what it is called. */
typedef struct tmiPart {
    uint32_t id;
    int32_t slot;
    char *name; /* a copy, or the mechanism's no_name for null and "" */
} tmiPart;

/* Makes room for a part in the array at `items` (of *capacity items of `item_size`) and gives it an
 * id of the pool and a name. Counts as an edit. On failure nothing has changed. */
tmStatus tmi_part_add(tmMechanism *m, tmiIdPool *pool, void *items, int32_t *capacity,
                      size_t item_size, const char *name, tmiPart *part);

void tmi_name_free(tmAllocator allocator, char *name);

/* Removes every joint that uses the feature in the slot. */
void tmi_joints_remove_of(tmMechanism *m, int32_t feature);

/* Returns how far the feature in the slot is from its body's anchor; 0 on the ground, whose
 * features may be anywhere [m]. */
double tmi_feature_reach(const tmMechanism *m, int32_t feature);

/* Returns the length by which angles are weighed: the largest distance of a joint's feature from
 * its body's anchor, or of a distance joint, at least `least` (dragged features), but never next to
 * nothing. It lies within a factor of two of the largest link, and makes every verdict independent
 * of the unit of length ([ME] 3.4.6 mixes metres and radians). */
double tmi_mechanism_size(const tmMechanism *m, double least);

/* Puts into `places` where the joint's features are with the bodies in these poses (by slot; null:
 * in the present ones). */
void tmi_joint_places(const tmMechanism *m, const tmiJoint *joint, const tmPose *poses,
                      tmiPlace *places);

/* Returns the largest row of the joint with the bodies in these poses (by slot), beyond what the
 * roundings of its own coordinates explain [m]. */
double tmi_joint_gap_at(const tmMechanism *m, const tmiJoint *joint, const tmPose *poses,
                        double size);

/* The same, all rows together: how far a pin's two points are apart, however the mechanism lies. */
double tmi_joint_opening_at(const tmMechanism *m, const tmiJoint *joint, const tmPose *poses,
                            double size);

#endif
