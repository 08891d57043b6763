/* model.h: private to models: what their files share.
 *
 * [HH] 3.6: a model is a list of views, one for each domain, which know of each other only what
 * this header states. Each has one file with one function that adds its view to the bodies. */
#ifndef TMI_MODEL_H
#define TMI_MODEL_H

#include "base/base.h"
#include "define/language/language.h"
#include "trammel/model.h"

/* Numbers of messages, for programs; see tmiSays. */
typedef enum tmiModelSays {
    TMI_SAYS_SHAPE = 1601, /* a shape that is not a solid */
    TMI_SAYS_MESH,
    TMI_SAYS_MASS,
    TMI_SAYS_HINGE,  /* a hinge that cannot be made of these features */
    TMI_SAYS_DRIVE,  /* what cannot be driven */
    TMI_SAYS_DOMAIN, /* what a domain of the program says */
    TMI_SAYS_PLACE,  /* a place that the world does not allow */
    TMI_SAYS_STANDS  /* a body that nothing moves, though it is not fixed */
} tmiModelSays;

/* What the bodies of one variant share. */
typedef struct tmiMould {
    bool made;
    tmShape *shape;    /* null: none, or it could not be made */
    bool hollow;       /* it could not be made: nothing more is reported about it */
    bool refused;      /* it has no convex pieces: reported, too */
    tmPieces *pieces;  /* null: none of its bodies touches anything */
    tmCuboid *cuboids; /* layers around them */
    int32_t cuboid_count;
} tmiMould;

typedef struct tmiBody {
    int32_t instance;
    int32_t material;      /* among the definitions; -1: none */
    tmSurfaceInfo surface; /* of the body alone */
    tmBodyInfo info;
} tmiBody;

typedef struct tmiJoint {
    tmJointInfo info;
    tmiOccurrence from;
} tmiJoint;

/* What an animation drives, and where its values come from. */
typedef struct tmiDrive {
    tmDriveInfo info;
    const tmiRunRange *range;  /* of `drive` itself … */
    const tmiFormula *formula; /* … or of a control of instance `owner` */
    int32_t owner;
} tmiDrive;

/* What is constant during a run: numbers of the world, from the first of each instance on. */
typedef struct tmiRunning {
    tmSimulateInfo info;
    tmMonitorInfo *monitors;
    tmInputInfo *inputs; /* of all instances, in their order … */
    int32_t input_count;
    int32_t *inputs_first; /* … and where those of each begin; null: there are none */
    tmControlInfo *controls;
    int32_t control_count;
} tmiRunning;

struct tmModel {
    tmAllocator allocator;
    tmiArena arena;
    tmDiags *diags;
    const tmDocument *document;
    const tmiWorlds *worlds;
    const tmiWorld *world;
    const tmiRun *run; /* null: nothing runs it */
    tmWorldInfo info;
    tmStatus status;             /* TM_ERR_MEMORY once a message could not be kept */
    const char ***feature_names; /* of each type that has bodies */
    tmPartInfo *parts;           /* as many as the world has instances */
    tmiBody *bodies;
    int32_t body_count;
    tmiMould *moulds; /* by the number of the variant */
    tmiJoint *joints;
    int32_t joint_count;
    int32_t *joints_of;    /* of all bodies, one after the other … */
    int32_t *joints_first; /* … and where each begins; one more */
    tmiDrive *drives;
    tmRangeInfo *ranges;
    tmPointOn *traces;
    int32_t trace_count;
    tmAnimateInfo animate;
    tmPaceInfo pace; /* of an animation */
    tmiRunning running;
    void **own_domains; /* of each domain of the program's own: what it keeps of all bodies */
    tmPlaceInfo *places;
    tmiSpot *place_spots;
    int32_t place_count;
    struct tmiRules *rules; /* which bodies may touch: interference.h */
    int32_t *body_of;       /* of each instance: its body, or the first within it */
};

/* ---- What each domain adds ----------------------------------------------------------------- */

/* Each returns TM_OK or TM_ERR_MEMORY, after mistakes too, which it reports. They run in this
 * order.
 */
tmStatus tmi_model_abstract(tmModel *model);     /* parts, names, properties */
tmStatus tmi_model_geometric(tmModel *model);    /* shapes, places */
tmStatus tmi_model_shapes(tmModel *model);       /* part of it */
tmStatus tmi_model_joints(tmModel *model);       /* edges with their rows */
tmStatus tmi_model_dynamic(tmModel *model);      /* masses */
tmStatus tmi_model_surfaces(tmModel *model);     /* friction and restitution */
tmStatus tmi_model_interference(tmModel *model); /* which bodies may touch, layers of cuboids */
tmStatus tmi_model_own(tmModel *model);          /* domains of the program's own */
tmStatus tmi_model_runs(tmModel *model);         /* what its run drives and traces */
tmStatus tmi_model_standing(tmModel *model);     /* which bodies stand still */
tmStatus tmi_model_controls(tmModel *model);     /* inputs and controls */
tmStatus tmi_model_simulation(tmModel *model);   /* what `simulate` says */

/* ---- Help ---------------------------------------------------------------------------------- */

/* The body of an instance, or the first body within it; 0 for TMI_GROUND and the world. */
static inline int32_t tmi_model_body_of(const tmModel *model, int32_t instance) {
    return instance > 0 ? model->body_of[instance] : 0;
}

/* The joint that is join `item` of an instance. */
int32_t tmi_model_joint_of(const tmModel *model, int32_t instance, int32_t item);

/* The input that is input `item` of an instance. */
int32_t tmi_model_input_of(const tmModel *model, int32_t instance, int32_t item);

/* Which of a joint's coordinates a quantity of joints is about; -1: none. */
int32_t tmi_model_coordinate(const tmJointInfo *joint, const tmiQuantityRow *quantity);

/* Control `index` as the text has it, and its instance in *owner. */
const tmiControl *tmi_model_control_of(const tmModel *model, int32_t index, int32_t *owner);

/* The value of an input (tm_model_input) at a part of the way of an animation, 0 … 1: driven, or as
 * it begins. */
double tmi_model_input_at(const tmModel *model, int32_t input, double part);

/* Finds model->pace of an animation that drives something. */
void tmi_model_make_pace(tmModel *model);

/* The text of an expression on one line, without its comments; null: no memory. */
const char *tmi_model_text(tmModel *model, tmiSpot at);

/* A feature of an instance that is counted from `first` on. */
tmPointOn tmi_model_point_on(const tmModel *model, int32_t first, const tmiInstanceFeature *end);

/* The quaternion of a turn by `angle` about an axis that need not have length 1. */
void tmi_model_turn(const double axis[3], double angle, double q[4]);

/* Puts the numbers of a point, as many as there are. */
void tmi_model_point(const tmiValue *value, double point[3]);

/* The one of a field among settings, or null. */
const tmiSetting *tmi_model_setting(const tmiSetting *settings, int32_t count, const char *name);

/* The value of a field for an instance: its own, else that of its material, else of what is around
 * it, and so on outwards. Null where none gives it. */
const tmiSetting *tmi_model_property(const tmModel *model, int32_t instance, const char *name);

/* The material of an instance, likewise: its number among the definitions, or -1. */
int32_t tmi_model_material(const tmModel *model, int32_t instance);

/* The statement of the first text that makes a place or joint, also where it makes several things;
 * the name of a part among the components. None in another text, nor for part 0. */
tmNodeId tmi_model_place_stated(const tmModel *model, int32_t index);
tmNodeId tmi_model_joint_stated(const tmModel *model, int32_t joint);
tmNodeId tmi_model_part_stated(const tmModel *model, int32_t part);

/* The statement of a joint, and the name that declares a part, in whichever text; not of part 0. */
tmiSpot tmi_model_joint_spot(const tmModel *model, int32_t joint);
tmiSpot tmi_model_part_spot(const tmModel *model, int32_t part);

/* A number without a unit, and where it stands. */
typedef struct tmiBareLength {
    const char *text; /* not closed by a zero */
    int32_t text_length;
    const char *file;
    int32_t line, column, length;
} tmiBareLength;

/* Finds a number without a unit by which a joint holds a body about this far from its origin [m]:
 * in the join, among the arguments of the body's part or of what that is a part of, in its type. */
bool tmi_model_bare_length(const tmModel *model, int32_t body, int32_t joint, double length,
                           tmiBareLength *bare);

/* The type of a part, by number. */
int32_t tmi_model_type_count(const tmModel *model);
int32_t tmi_model_type_of(const tmModel *model, int32_t part);

/* Whether all bodies of a joint are fixed, so that it restrains nothing; false where there is no
 * such joint. */
bool tmi_model_joins_fixed(const tmModel *model, int32_t joint);

/* Warns about fixed bodies that may have been meant to move. */
tmStatus tmi_model_add_standing_diags(tmModel *model, const bool *stands);

/* Sets file, line, column and length of a spot. */
void tmi_model_place_of(const tmModel *model, tmiSpot at, tmDiag *diag);

/* Reports a mistake about a spot in the texts, with the instance that it concerns (-1: none). Equal
 * ones at one spot are reported once. */
void tmi_model_add_diag(tmModel *model, tmSeverity severity, tmiModelSays code, tmiSpot at,
                        int32_t instance, const char *const *words, const char *const *hint);

#endif
