/* model.h: what a world is made of: bodies with mass and shape, joints between them, domains.
 *
 *     tmDocument *document;                  a text, read and checked (document.h)
 *     tmModelDef def = tm_model_def_default();
 *     tmModel *model;
 *     tm_model_create(NULL, document, 0, &def, &model);
 *     … tm_model_diags(model), tm_model_body(model, 1, &info) …
 *     tm_model_destroy(model);
 *
 * A model is constant and may be shared by threads. Its poses are rough: tm_assemble (space.h)
 * finds those that close the joints. SI units, angles in radians. */
#ifndef TRAMMEL_MODEL_H
#define TRAMMEL_MODEL_H

#include "trammel/document.h"
#include "trammel/hinge.h"
#include "trammel/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Models -------------------------------------------------------------------------------- */

typedef struct tmModel tmModel;

typedef struct tmModelDef {
    uint32_t stamp; /* private */
} tmModelDef;

TM_API tmModelDef tm_model_def_default(void);

/* Builds the world of run `run` of the document (tm_document_run), which must outlive the model.
 * tm_model_diags lists what is wrong with its shapes, masses and joints, each with its place in the
 * texts; the model is made in any case, but only one without errors can be analysed. Null
 * allocator: the default one. TM_ERR_ARGUMENT for null and where there is no such run, TM_ERR_TEXT
 * for a document with errors, TM_ERR_DEF, TM_ERR_LIMIT, TM_ERR_MEMORY; *model is then null. */
TM_API tmStatus tm_model_create(const tmAllocator *allocator, const tmDocument *document,
                                int32_t run, const tmModelDef *def, tmModel **model);

/* Frees the model. Null is accepted. */
TM_API void tm_model_destroy(tmModel *model);

/* Returns what is wrong with the model. It belongs to the model. */
TM_API const tmDiags *tm_model_diags(const tmModel *model);

/* Returns the allocator that the model takes its memory from. */
TM_API tmAllocator tm_model_allocator(const tmModel *model);

/* Properties of the whole world. */
typedef struct tmWorldInfo {
    const char *name;  /* lives as long as the model, as all names and texts here do */
    bool planar;       /* nothing leaves the plane z = 0 */
    double gravity[3]; /* [m/s^2]; zero without `gravity` */
    double size;       /* of all that is placed: a length for tolerances, > 0 [m] */
    int32_t left_out;  /* sum of TM_WITHOUT_…, of its run */
} tmWorldInfo;

TM_API tmWorldInfo tm_model_world(const tmModel *model);

/* ---- Parts: the tree ----------------------------------------------------------------------- */

/* What the text calls a component: a body, or a composite with others in it. Part 0 is the world; a
 * part follows the one around it. */
typedef struct tmPartInfo {
    const char *name; /* "links.rod2"; "" for the world */
    const char *type; /* "rod" */
    int32_t parent;   /* part around it; -1 for the world */
    int32_t body;     /* by index; -1: a composite */
} tmPartInfo;

/* Returns how many parts there are, the world among them. */
TM_API int32_t tm_model_part_count(const tmModel *model);

/* Describes part `index` in *info. TM_ERR_ARGUMENT where there is none: *info is then unchanged, as
 * it is below. */
TM_API tmStatus tm_model_part(const tmModel *model, int32_t index, tmPartInfo *info);

/* Returns the part of a dotted name, or -1. */
TM_API int32_t tm_model_find_part(const tmModel *model, const char *name);

/* ---- Bodies: the vertices of the graph ----------------------------------------------------- */

/* The domains in which a body is modelled ([HH] 3); bits. All are in the first two. */
enum { TM_DOMAIN_INTERFERENCE = 1, TM_DOMAIN_DYNAMIC = 2, TM_DOMAIN_CONTROL = 4 };

typedef struct tmBodyInfo {
    const char *name; /* that of its part; "world" for the ground */
    int32_t part;
    uint32_t domains;         /* sum of TM_DOMAIN_… */
    bool is_fixed;            /* it never moves: the ground, and what the text calls fixed */
    bool is_locked;           /* editors keep it still; nothing else uses it */
    bool is_hidden;           /* pictures leave it out */
    const tmShape *shape;     /* null: none */
    double density;           /* [kg/m^3] */
    bool has_default_density; /* the text states none, and the mass comes from it */
    const char *material;     /* "" for none */
    const char *color;        /* a name or #rrggbb; "" where none is given */
    tmMass mass;              /* zero unless it is modelled dynamically */
    tmFrame frame;            /* rough: where the text places it */
    tmTwist twist;            /* at the start, as far as the text gives it; else 0 */
    bool has_velocity;        /* it gives the velocity of a point … */
    double start_at[3];       /* … this one, body axes [m] */
    bool has_spin;            /* it gives the angular velocity */
} tmBodyInfo;

/* Bodies by index: 0 is the ground, which has the origin and the axes of the world. */
TM_API int32_t tm_model_body_count(const tmModel *model);
TM_API tmStatus tm_model_body(const tmModel *model, int32_t body, tmBodyInfo *info);

/* Returns what a domain of the program's own (tmExtensions) keeps of a body, or null where there is
 * no such domain or body. It lives as long as the model. */
TM_API const void *tm_model_domain(const tmModel *model, const char *domain, int32_t body);

/* The features that the text names, then center, x_axis, y_axis and z_axis. */
TM_API int32_t tm_model_feature_count(const tmModel *model, int32_t body);
TM_API tmStatus tm_model_feature(const tmModel *model, int32_t body, int32_t index,
                                 const char **name, tmPointOn *feature);

/* Returns whether a feature of this name was found and put into *feature: a dotted name from the
 * world inwards, "links.rod2.top_hingepoint". */
TM_API bool tm_model_find_feature(const tmModel *model, const char *name, tmPointOn *feature);

/* ---- Joints: the edges of the graph -------------------------------------------------------- */

typedef struct tmJointInfo {
    const char *name; /* as the text calls it, "links.knee[2]", or its number: "#3" */
    const tmHingeKind *kind;
    int32_t body_count;    /* mostly 2 */
    const int32_t *bodies; /* by index, in the order of the hinge's own numbers */
    tmHingeUse use;        /* features and arguments; bodies as the hinge counts them */
    const tmRow *rows;     /* its equations */
    int32_t row_count;
    const tmRow *coordinates; /* what moves at it: of a turn, a slide, a span */
    int32_t coordinate_count;
    const double (*start)[2]; /* of each coordinate: its value and its rate at the start, as the
                               * text gives them; NaN: it does not. Null: none is given */
} tmJointInfo;

/* Returns how many joints there are, and describes one of them in *info. TM_ERR_ARGUMENT where
 * there is none: *info is then unchanged. */
TM_API int32_t tm_model_joint_count(const tmModel *model);
TM_API tmStatus tm_model_joint(const tmModel *model, int32_t joint, tmJointInfo *info);

/* Returns the joint of a dotted name, or -1. */
TM_API int32_t tm_model_find_joint(const tmModel *model, const char *name);

/* The joints at a body, and so its neighbours: puts their count into *count and returns the first.
 */
TM_API const int32_t *tm_model_joints_of(const tmModel *model, int32_t body, int32_t *count);

/* Puts the place in the texts where a part, joint or `place` is stated into *file, *line and
 * *column, which count from 1; any may be null. TM_ERR_ARGUMENT leaves them unchanged. */
TM_API tmStatus tm_model_part_place(const tmModel *model, int32_t part, const char **file,
                                    int32_t *line, int32_t *column);
TM_API tmStatus tm_model_joint_place(const tmModel *model, int32_t joint, const char **file,
                                     int32_t *line, int32_t *column);
TM_API tmStatus tm_model_place_place(const tmModel *model, int32_t index, const char **file,
                                     int32_t *line, int32_t *column);

/* ---- Places -------------------------------------------------------------------------------- */

/* What `place` says: at the start this feature is at this point, and turned so; with `near`
 * (is_rough) only about there: joints may move it without a diagnostic. */
typedef struct tmPlaceInfo {
    int32_t part; /* that is placed */
    tmPointOn by;
    double at[3];       /* [m] */
    bool is_turned;     /* the text gives an angle */
    bool is_rough;      /* it does not hold: it says where to begin */
    double rotation[4]; /* of the feature's body where it is placed */
} tmPlaceInfo;

TM_API int32_t tm_model_place_count(const tmModel *model);
TM_API tmStatus tm_model_place(const tmModel *model, int32_t index, tmPlaceInfo *info);

/* ---- Nodes: where the first text states what there is -------------------------------------- */

/* Return the statement that makes a place, joint or part (the component that declares it), as a
 * node of the model's document, for edits: what is changed, removed or put beside it changes this
 * one thing and no other. None where there is no such thing, for part 0, where it stands in another
 * text, and where the same words make several: in a `for`, of a row `link[1..9]` and of several
 * names `a, b: link`, and in the structure or among the components of a type that several parts are
 * of. tm_document_path names what is in it: a path of a place and `.near`, `.at` or `.angle`. */
TM_API tmNodeId tm_model_place_node(const tmModel *model, int32_t index);
TM_API tmNodeId tm_model_joint_node(const tmModel *model, int32_t joint);
TM_API tmNodeId tm_model_part_node(const tmModel *model, int32_t part);

/* Returns the definition of a part's type, of part 0 that of the world; none where there is no such
 * part and where it stands in another text. */
TM_API tmNodeId tm_model_type_node(const tmModel *model, int32_t part);

/* Returns how many parts of the model are of the type of this one, itself counted, whatever their
 * arguments: a change of the type's definition changes them all. 0 where there is no such part. */
TM_API int32_t tm_model_type_uses(const tmModel *model, int32_t part);

/* Returns the point or axis of a feature (tm_model_feature), as the type of the body defines it
 * behind the feature's name; all bodies of the type share it. None for center and the body axes,
 * which no text states, and otherwise as above. */
TM_API tmNodeId tm_model_feature_node(const tmModel *model, int32_t body, int32_t feature);

/* ---- Interference: who may touch whom ([HH] 3.3) -------------------------------------------- */

/* Returns whether two bodies can touch: both say `interference` and have a shape, at least one of
 * them moves, the run does not leave interference out, and the last `on` or `off` about the two
 * says so. Where none names them, those that a joint with equations joins directly do not touch,
 * all others do. False for one body twice and for what is not a body. Takes at most a time that
 * grows with the logarithm of the number of statements and joints that name them. */
TM_API bool tm_model_may_touch(const tmModel *model, int32_t a, int32_t b);

/* Returns the bodies that can touch others, in order, and puts their number into *count (may be
 * null): those that say `interference` and have a shape. None when the run leaves interference out,
 * or null for null. They live as long as the model. */
TM_API const int32_t *tm_model_touching(const tmModel *model, int32_t *count);

/* What two bodies do to each other where they touch. */
typedef struct tmSurfaceInfo {
    double friction;    /* coefficient of dry friction, at least 0 [1] */
    double restitution; /* speed after an impact over that before it, 0 … 1 [1] */
} tmSurfaceInfo;

/* Puts it into *info: what a `contact` of the two materials says; what that leaves out is, of what
 * each body says itself, else its material, else what is around it, the geometric mean of both
 * frictions and the larger restitution. The bodies may stand in either order. Friction is 0 where
 * the run leaves it out. TM_ERR_ARGUMENT for null and for what is not a body leaves *info
 * unchanged.
 */
TM_API tmStatus tm_model_surface(const tmModel *model, int32_t a, int32_t b, tmSurfaceInfo *info);

/* What `on` or `off` says about parts: bodies in different ones of these parts touch or do not; of
 * one part alone, the bodies within it. */
typedef struct tmTouchInfo {
    bool on;
    const int32_t *parts; /* by index; live as long as the model */
    int32_t part_count;
} tmTouchInfo;

/* The statements in the order in which they hold, so that the last about two bodies decides: those
 * of inner parts first. */
TM_API int32_t tm_model_touch_count(const tmModel *model);
TM_API tmStatus tm_model_touch(const tmModel *model, int32_t index, tmTouchInfo *info);

/* ---- Interference: layers of cuboids ([HH] 3.3) --------------------------------------------- */

/* A box along the axes of its body. The first one is around the whole shape; each is around two
 * others, or around one convex piece. */
typedef struct tmCuboid {
    double low[3], high[3]; /* corners [m] */
    int32_t layer;          /* 0 for the first; a layer is all boxes of this number, and boxes of
                             * pieces of a smaller one */
    int32_t piece;          /* by its place in tm_model_pieces; -1: around others … */
    int32_t parts[2];       /* … which are these, by index; -1 */
} tmCuboid;

/* Returns the cuboids of a body, which have the first one in front of all, and puts their number
 * into *count (may be null): 2 n - 1 for n pieces, in layers 0 … ceil(log2 n). None for bodies that
 * touch nothing. They live as long as the model, and bodies of one type with the same arguments
 * share them. */
TM_API const tmCuboid *tm_model_cuboids(const tmModel *model, int32_t body, int32_t *count);

/* Returns the convex pieces of a body, or null where it touches nothing. Shared likewise. */
TM_API const tmPieces *tm_model_pieces(const tmModel *model, int32_t body);

/* ---- Interference: who is near whom --------------------------------------------------------- */

/* Finds bodies and pieces whose cuboids overlap. It never misses two pieces that do; most pairs
 * that it finds are near without touching. It belongs to one thread. */
typedef struct tmInterference tmInterference;

/* Two bodies, a < b, with pieces whose cuboids overlap … */
typedef struct tmNearBodies {
    int32_t a, b;
    int32_t first, count; /* … in tm_interference_pieces */
} tmNearBodies;

/* A piece of body a and one of body b, by their places in tm_model_pieces. */
typedef struct tmNearPieces {
    int32_t a, b;
} tmNearPieces;

/* How much work the last search did. */
typedef struct tmInterferenceInfo {
    int32_t bodies;      /* that take part */
    int32_t boxes;       /* pairs of bodies that may touch and whose boxes along the world's axes
                          * overlap */
    int32_t near_bodies; /* of these, pairs of bodies that have near pieces */
    int32_t near_pieces; /* pairs of pieces */
    int64_t tests;       /* of two cuboids */
} tmInterferenceInfo;

/* Makes a finder for the model, which must outlive it; it takes the model's allocator. TM_ERR_LIMIT
 * past 2^29 bodies, TM_ERR_ARGUMENT for null and for a model with errors, TM_ERR_MEMORY:
 * *interference is then null. */
TM_API tmStatus tm_interference_create(const tmModel *model, tmInterference **interference);

/* Frees it. Null is accepted. */
TM_API void tm_interference_destroy(tmInterference *interference);

/* Finds what is near at these frames of all bodies (tm_model_body_count): every two pieces that may
 * touch and are no further apart than `margin`, at least 0 [m]. In a planar world nearness is that
 * of what is seen along z. Takes memory only when more is near than ever before, so that a repeated
 * search takes none. TM_ERR_ARGUMENT for null and a wrong margin, TM_ERR_NOT_FINITE, TM_ERR_LIMIT,
 * TM_ERR_MEMORY: nothing is near then. */
TM_API tmStatus tm_interference_find(tmInterference *interference, const tmFrame *frames,
                                     double margin);

/* The same for all that is near at any time of a step [s], while the bodies move with these twists:
 * the origin of each, or its centre of mass, moves straight, and it turns about that by no more
 * than the angular velocity says. */
TM_API tmStatus tm_interference_sweep(tmInterference *interference, const tmFrame *frames,
                                      const tmTwist *twists, double step, double margin);

/* Return what the last search found, and put its number into *count (may be null): bodies in the
 * order of a, then b; pieces of two bodies likewise. Valid until the next search. */
TM_API const tmNearBodies *tm_interference_bodies(const tmInterference *interference,
                                                  int32_t *count);
TM_API const tmNearPieces *tm_interference_pieces(const tmInterference *interference,
                                                  int32_t *count);
TM_API tmInterferenceInfo tm_interference_info(const tmInterference *interference);

/* ---- Animations: what `animate` asks for --------------------------------------------------- */

typedef enum tmOnBreak { TM_ON_BREAK_LIMIT, TM_ON_BREAK_SEARCH, TM_ON_BREAK_STRETCH } tmOnBreak;

typedef struct tmAnimateInfo {
    int32_t frames;      /* at least 2 */
    int32_t drive_count; /* 0: the run is not an animation */
    int32_t value_count; /* numbers of all drives */
    int32_t range_count; /* that `drive` states */
    int32_t trace_count;
    tmOnBreak on_break;
} tmAnimateInfo;

typedef enum tmDriveKind {
    TM_DRIVE_COORDINATE, /* one value: of a joint [rad or m] */
    TM_DRIVE_ANGLE,      /* one value: of a body about z [rad] */
    TM_DRIVE_POSITION    /* three values: of a point of a body [m] */
} tmDriveKind;

/* What is driven: by `drive` itself, or by a control that reads an input which `drive` drives. */
typedef struct tmDriveInfo {
    tmDriveKind kind;
    int32_t joint;      /* of a coordinate … */
    int32_t coordinate; /* … by its number at the joint */
    tmPointOn point;    /* of a position; of an angle only its body */
    bool is_angle;      /* the value is one */
} tmDriveInfo;

TM_API tmAnimateInfo tm_model_animate(const tmModel *model);
TM_API tmStatus tm_model_drive(const tmModel *model, int32_t index, tmDriveInfo *info);

/* A range that `drive` states: all go from their first value to their last in the same frames, so
 * that at the fraction f of the motion each is at first + f (last - first). */
typedef struct tmRangeInfo {
    const char *text, *unit; /* what is driven, as the text has it: "motor.angle", "rad" */
    double first, last;
} tmRangeInfo;

TM_API tmStatus tm_model_range(const tmModel *model, int32_t index, tmRangeInfo *info);

/* Returns what the range is at a fraction of the motion, 0 … 1: exact at both ends. */
TM_API double tm_range_at(const tmRangeInfo *range, double fraction);

/* Puts into `values` (tmAnimateInfo.value_count numbers) what the drives are at this part of the
 * way, 0 … 1. TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE for an expression without a value there,
 * TM_ERR_MEMORY. */
TM_API tmStatus tm_model_drive_values(const tmModel *model, double part, double *values);

/* Puts how fast and how faster the drives' values change with the part of the way into `first` and
 * `second` (tmAnimateInfo.value_count numbers each), their derivatives by it. Statuses as
 * tm_model_drive_values. */
TM_API tmStatus tm_model_drive_slopes(const tmModel *model, double part, double *first,
                                      double *second);

/* How an animation goes on its way in time. */
typedef enum tmPaceProfile {
    TM_PACE_CONSTANT,  /* always as fast */
    TM_PACE_TRAPEZOID, /* it speeds up evenly, goes on, and slows down as it sped up */
    TM_PACE_CYCLOID,   /* without a jump of the acceleration: x - sin(2 pi x) / (2 pi) */
    TM_PACE_TABLE      /* as a table of the text gives the first drive over time */
} tmPaceProfile;

typedef struct tmPaceInfo {
    bool is_given; /* the text gives a speed, a duration or a table; else numbers are NaN */
    tmPaceProfile profile;
    double ramp;     /* of a trapezoid: part of the time in which it speeds up [1] */
    double speed;    /* of the first range, at its greatest [rad/s or m/s] */
    double duration; /* of the whole way [s] */
} tmPaceInfo;

/* Returns how the model's animation goes; of other runs nothing is given. */
TM_API tmPaceInfo tm_model_pace(const tmModel *model);

/* Puts into pace[0 … 2] the time at this part of the way, 0 … 1, and the first and second rate of
 * the part there [s, 1/s, 1/s^2]. At a corner of the speed the second rate is that of the ramp.
 * TM_ERR_ARGUMENT, TM_ERR_UNSUPPORTED where no pace is given. */
TM_API tmStatus tm_model_pace_at(const tmModel *model, double part, double pace[3]);

/* Puts the part of the way at a time into *part, 0 … the duration. Statuses as tm_model_pace_at. */
TM_API tmStatus tm_model_pace_part(const tmModel *model, double time, double *part);

/* Puts a point whose path is drawn into *point. */
TM_API tmStatus tm_model_trace(const tmModel *model, int32_t index, tmPointOn *point);

/* ---- Simulations: what `simulate` asks for ------------------------------------------------- */

typedef enum tmMethod {
    TM_METHOD_TEXT = -1,
    TM_METHOD_EVENTS,
    TM_METHOD_STEPPING,
    TM_METHOD_CLASSIC
} tmMethod;

typedef enum tmIntegrator {
    TM_INTEGRATOR_TEXT = -1,
    TM_INTEGRATOR_AUTO,   /* dop853, and sdirk4 where the world is stiff */
    TM_INTEGRATOR_DOP853, /* order 8, error control */
    TM_INTEGRATOR_DOPRI5, /* order 5, error control */
    TM_INTEGRATOR_SDIRK4, /* order 4, implicit, error control */
    TM_INTEGRATOR_RK4,    /* order 4, fixed step */
    TM_INTEGRATOR_EULER   /* order 1, fixed step */
} tmIntegrator;

/* What holds bodies apart in `stepping`, docs/theory/contact.md. All but the first are for study.
 */
typedef enum tmContactModel {
    TM_CONTACT_TEXT = -1,
    TM_CONTACT_FACETS,         /* the pair form: exact where free space is not convex */
    TM_CONTACT_VERTEX,         /* [NT] (11), reduced to 2 n - 1 unknowns */
    TM_CONTACT_VERTEX_LITERAL, /* [NT] (11) with the dummy variable, corrected */
    TM_CONTACT_VERTEX_BRANCH,  /* the same by branch and bound, of least energy */
    TM_CONTACT_FACE,        /* [NT] (12): all near facets at once, those that it is behind, too */
    TM_CONTACT_FACE_SINGLE, /* one facet, that of the largest gap */
    TM_CONTACT_CORRECTION,  /* only what overlaps is pushed apart, afterwards */
    TM_CONTACT_FACE_FRONT,  /* [NT] (12) for the near facets that a vertex is in front of */
    TM_CONTACT_MODELS
} tmContactModel;

/* How bodies rebound from an impact in `stepping`: the ratio that the coefficient of restitution is
 * (docs/theory/contact.md, section 10). */
typedef enum tmImpactLaw {
    TM_IMPACT_TEXT = -1,
    TM_IMPACT_POISSON,  /* impulses of expansion and compression */
    TM_IMPACT_NEWTON,   /* rates after and before */
    TM_IMPACT_ENERGETIC /* its square, of the works of the normal force */
} tmImpactLaw;

/* The order in which contacts that an impact reaches are struck. */
typedef enum tmImpactOrder {
    TM_IMPACT_ORDER_TEXT = -1,
    TM_IMPACT_SIMULTANEOUS, /* all at once */
    TM_IMPACT_PROPAGATING,  /* those that approach, again and again: one ball in, one ball out */
    TM_IMPACT_SEQUENTIAL    /* the fastest approach first */
} tmImpactOrder;

typedef struct tmSimulateInfo {
    bool is_simulation;    /* false: the run is not a `simulate`: of the fields below only reports,
                              monitors and traces count, as those of an `animate` */
    double step, duration; /* [s] */
    tmMethod method;       /* as the text says; without that `stepping` where bodies may touch, else
                            * `events` */
    tmIntegrator integrator;
    double tolerance;
    tmContactModel contact;
    tmImpactLaw impact;
    tmImpactOrder order;
    bool takes_all;      /* models for study take all facets of near pieces, not only those within
                          * reach at the speed that bodies have ([NT] figure 5) */
    bool stops_unsolved; /* a step that the contact model cannot solve ends the run; otherwise the
                            pair form solves it */
    bool stays_awake;    /* bodies at rest are stepped, too, instead of kept where they are until
                            something may move them (`sleep: off`) */
    double record;       /* time between recorded frames [s] */
    bool has_stop;
    uint32_t reports; /* 1u << TM_REPORT_csv and so on (report_list.h) */
    int32_t monitor_count;
    int32_t value_count; /* numbers of all monitors */
    int32_t trace_count; /* tm_model_trace */
} tmSimulateInfo;

/* Returns what the model's run asks for; with is_simulation false for null and for other runs. */
TM_API tmSimulateInfo tm_model_simulate(const tmModel *model);

/* A value that is recorded, as the text writes it. */
typedef struct tmMonitorInfo {
    const char *text; /* "shoulder.angle", on one line and without comments */
    const char *unit; /* "rad", in SI; "" for a plain number */
    int32_t size;     /* numbers: 1, or 3 of a vector (2 in a planar world count as 3) */
    int32_t first;    /* place of its first number among those of all monitors */
    bool is_truth;    /* 0 or 1 */
} tmMonitorInfo;

/* Puts what monitor `index` of the run is into *info. TM_ERR_ARGUMENT where there is none: *info is
 * then unchanged, as it is below. */
TM_API tmStatus tm_model_monitor(const tmModel *model, int32_t index, tmMonitorInfo *info);

/* A value that can be set while a world runs. Those of all parts count, in the order of parts. */
typedef struct tmInputInfo {
    const char *name; /* dotted, from the world inwards */
    const char *unit;
    double initial, low, high; /* without a range: -infinity, infinity */
} tmInputInfo;

TM_API int32_t tm_model_input_count(const tmModel *model);
TM_API tmStatus tm_model_input(const tmModel *model, int32_t index, tmInputInfo *info);

/* Returns the input of a dotted name, or -1. */
TM_API int32_t tm_model_find_input(const tmModel *model, const char *name);

/* What a control prescribes, and of what ([HH] 3.5). Those of all parts count, in the order of
 * parts; there are none where the run leaves control out. */
typedef struct tmControlInfo {
    const char *quantity; /* "angular_acceleration", "force", … */
    bool prescribes;      /* a motion; else a force or torque acts */
    int32_t joint;        /* -1: it acts on a body … */
    int32_t coordinate;   /* … else that of the joint */
    tmPointOn point;      /* of a body; where a force acts */
    const char *host;     /* the name that the program must supply; null: the text defines it */
    double every;         /* [s]; 0: always */
} tmControlInfo;

TM_API int32_t tm_model_control_count(const tmModel *model);
TM_API tmStatus tm_model_control(const tmModel *model, int32_t index, tmControlInfo *info);

#ifdef __cplusplus
}
#endif

#endif
