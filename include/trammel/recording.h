/* recording.h: what a run did, as one stream of bytes: written while it runs, readable to the last
 * whole frame whatever happened, and safe to read when damaged. docs/recording.md has the format.
 *
 *     tmRecorder *recorder;
 *     tm_recorder_create(NULL, document, model, &def, write, user, &recorder);
 *     tm_recorder_moment(recorder, sim, NULL);
 *     for (int32_t i = 1; tm_sim_info(sim)->outcome == TM_SIM_RUNS; i++) {
 *         tm_sim_advance(sim, i * 0.01);
 *         tm_recorder_events(recorder, sim);
 *         tm_recorder_moment(recorder, sim, NULL);
 *     }
 *     tm_recorder_finish(recorder, tm_sim_info(sim));
 *     tm_recorder_destroy(recorder);
 *
 *     tmRecording *recording;
 *     tm_recording_open(NULL, bytes, length, &recording);
 *     … tm_recording_frame(recording, i, &frame), tm_report_csv(recording, …) …
 *     tm_recording_close(recording); */
#ifndef TRAMMEL_RECORDING_H
#define TRAMMEL_RECORDING_H

#include "trammel/scene.h"
#include "trammel/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Writing ------------------------------------------------------------------------------- */

typedef struct tmRecorder tmRecorder;

typedef struct tmRecorderDef {
    uint32_t stamp;     /* private */
    int32_t run;        /* of the document; default 0 */
    const char *name;   /* of the definition, for people; default "" */
    const char *method; /* how it was computed, for people: "events, dop853"; default "" */
} tmRecorderDef;

TM_API tmRecorderDef tm_recorder_def_default(void);

/* One moment. Arrays belong to the caller that fills it. */
typedef struct tmRecordedFrame {
    double time;           /* [s]; of an animation the fraction of its motion, 0 … 1 */
    const tmFrame *frames; /* of all bodies */
    const double *angles;  /* of all bodies of a planar world, over whole turns [rad]; null: those
                            * nearest to the frame before; not read in space, and null there */
    const tmTwist *twists; /* of all bodies; null: all zero, of an animation NaN */
    const double *values;  /* of all monitors; null: all NaN */
    const tmWrench *wrenches;  /* of all joints: what the second part does to the first; null: zero,
                                * of  an animation NaN */
    double energy, work;       /* [J]; NaN: not known */
    const tmContact *contacts; /* where bodies touch; null: nowhere */
    int32_t contact_count;
    double overlap, residual; /* largest of any step since the frame before: of two bodies, and by
                               * which it missed the conditions of contact, as tmSimInfo has them
                               * [1]; of an animation 0 */
    bool is_unreached; /* of an animation: its drives do not have their values here, or joints are
                        * open; the poses are those that the break policy lets stand, or NaN */
    double gap;        /* of an animation: largest of any joint [m]; NaN: not known */
} tmRecordedFrame;

/* Writes the head of a recording: the texts of the document with their names, their hash, the names
 * of bodies, joints, monitors and inputs. `write` gets whole records, one for each call, in the
 * calls below, too. The model must be that of run `def->run` of the document; neither is needed
 * afterwards. Null allocator: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT, TM_ERR_LIMIT for texts
 * or frames of more than 2 GB, TM_ERR_MEMORY: *recorder is then null, and nothing is written. */
TM_API tmStatus tm_recorder_create(const tmAllocator *allocator, const tmDocument *document,
                                   const tmModel *model, const tmRecorderDef *def, tmWriteFn *write,
                                   void *user, tmRecorder **recorder);

/* The same for a recording that was begun: nothing is written; what is added must follow the first
 * `length` of its bytes, which end with a whole record and are not needed afterwards. All bytes
 * together are those of a recording that was never interrupted. TM_ERR_ARGUMENT where they end
 * otherwise, were finished, are damaged, or are of another model or def or of an earlier version of
 * the format. */
TM_API tmStatus tm_recorder_resume(const tmAllocator *allocator, const tmDocument *document,
                                   const tmModel *model, const tmRecorderDef *def,
                                   const void *bytes, size_t length, tmWriteFn *write, void *user,
                                   tmRecorder **recorder);

/* Frees the recorder; what was written stays readable without tm_recorder_finish. Null is accepted.
 */
TM_API void tm_recorder_destroy(tmRecorder *recorder);

/* Write one frame or one event, of an animation or by hand: they allocate nothing, except for a
 * frame with more contacts than all before it. Of planar worlds only what lies in the plane is
 * kept: x, y and the angle, and forces, velocities and contacts likewise. Numbers that are not
 * finite are kept, but not as times. TM_ERR_ARGUMENT for null, for frames that go back in time, for
 * contacts of bodies that do not exist and after tm_recorder_finish, TM_ERR_NOT_FINITE for a time
 * that is not a number, TM_ERR_LIMIT past 2^31 - 1 of either and for a frame of more than 2 GB,
 * TM_ERR_MEMORY: nothing is written then. */
TM_API tmStatus tm_recorder_frame(tmRecorder *recorder, const tmRecordedFrame *frame);
TM_API tmStatus tm_recorder_event(tmRecorder *recorder, const tmSimEvent *event);

/* Writes the present moment of a simulation as a frame, and starts a new span (tm_sim_start_span).
 * A moment that is not after the last frame is left out. Forces and monitored values that cannot be
 * found are NaN in the frame; *unknown (may be null) says why, and is TM_OK where there are none.
 * TM_ERR_ARGUMENT for null, for a simulation whose model has other numbers of bodies, joints or
 * values, and after tm_recorder_finish: *unknown is then unchanged. Otherwise it fails as
 * tm_recorder_frame does. */
TM_API tmStatus tm_recorder_moment(tmRecorder *recorder, tmSim *sim, tmStatus *unknown);

/* Writes the events of the simulation's last call (tm_sim_events), up to the first that fails. */
TM_API tmStatus tm_recorder_events(tmRecorder *recorder, const tmSim *sim);

/* Writes the rest of the index, and how the run ended; null info: of an animation. Nothing can be
 * added behind it. TM_ERR_ARGUMENT for null and the second time. */
TM_API tmStatus tm_recorder_finish(tmRecorder *recorder, const tmSimInfo *info);

/* Returns how many bytes were written, those of a resumed one included; 0 for null. */
TM_API uint64_t tm_recorder_length(const tmRecorder *recorder);

/* ---- Reading ------------------------------------------------------------------------------- */

typedef struct tmRecording tmRecording;

typedef struct tmRecordingInfo {
    tmRunKind kind;
    const char *name, *method, *world; /* live as long as the bytes, as all names and texts here */
    bool planar;
    bool is_whole; /* it was finished: false after a kill */
    uint64_t good; /* bytes up to the end of the last whole record */
    uint64_t hash; /* of the texts */
    int32_t run;   /* of the document */
    int32_t files, bodies, joints, monitors, inputs;
    int32_t values; /* numbers of all monitors */
    int32_t ranges; /* that an animation drives; 0 in recordings of earlier versions */
    int32_t frames, events;
    bool has_end; /* a simulation was finished, and `end` says how; else that is zero */
    tmSimInfo end;
} tmRecordingInfo;

/* Reads a recording from bytes, which must outlive it and stay as they are: of this version of the
 * format, or an earlier one, which has no contacts. What follows a damaged record is left out. Of a
 * recording that was finished only head and index are read: its frames and events are checked when
 * they are asked for. Null allocator: the default one. TM_ERR_ARGUMENT, TM_ERR_TEXT for what is
 * not a recording, or damaged in its head, TM_ERR_UNSUPPORTED for one of a later version of the
 * format, TM_ERR_LIMIT past 2^31 - 1 frames or events, TM_ERR_MEMORY: *recording is then null. Safe
 * for any bytes. */
TM_API tmStatus tm_recording_open(const tmAllocator *allocator, const void *bytes, size_t length,
                                  tmRecording **recording);

/* Frees it, but not the bytes. Null is accepted. */
TM_API void tm_recording_close(tmRecording *recording);

/* Describes its content; null for null. It lives as long as the recording. */
TM_API const tmRecordingInfo *tm_recording_info(const tmRecording *recording);

/* Reads all frames and events that were not read yet, and leaves out what follows a damaged one:
 * tmRecordingInfo then has fewer of them and is not whole. Reports and tm_recording_series do this
 * first. TM_ERR_ARGUMENT, TM_ERR_LIMIT, TM_ERR_MEMORY. */
TM_API tmStatus tm_recording_check(tmRecording *recording);

/* Return the name and the text of a file of the definition, the first is the one that was run;
 * null where there is none. The text is closed by a zero; its bytes are put into *length (may be
 * null). */
TM_API const char *tm_recording_file_name(const tmRecording *recording, int32_t file);
TM_API const char *tm_recording_text(const tmRecording *recording, int32_t file, size_t *length);

/* Return names as the definition has them; null where there is none. Body 0 is the ground. */
TM_API const char *tm_recording_body(const tmRecording *recording, int32_t body);
TM_API const char *tm_recording_joint(const tmRecording *recording, int32_t joint);

/* Returns the bodies of a joint by number, and puts their count into *count; null where there is no
 * such joint. They live as long as the recording. */
TM_API const int32_t *tm_recording_joint_bodies(const tmRecording *recording, int32_t joint,
                                                int32_t *count);

/* Describe a monitor or an input in *info. TM_ERR_ARGUMENT leaves it unchanged. */
TM_API tmStatus tm_recording_monitor(const tmRecording *recording, int32_t index,
                                     tmMonitorInfo *info);
TM_API tmStatus tm_recording_input(const tmRecording *recording, int32_t index, tmInputInfo *info);

/* Puts a range that an animation drives into *info: a frame's `time` is the fraction of it.
 * TM_ERR_ARGUMENT leaves it unchanged. */
TM_API tmStatus tm_recording_range(const tmRecording *recording, int32_t index, tmRangeInfo *info);

/* Put a frame into *frame, whose arrays are valid until the next call, and an event into *event.
 * Bodies of contacts are bodies of the recording; those of events may be none. Events of a kind
 * that this version does not know have kind TM_SIM_EVENTS. TM_ERR_ARGUMENT where there is none,
 * TM_ERR_TEXT where it is damaged, TM_ERR_MEMORY for more contacts than in frames before, but not
 * after tm_recording_check: they are then unchanged. */
TM_API tmStatus tm_recording_frame(tmRecording *recording, int32_t index, tmRecordedFrame *frame);
TM_API tmStatus tm_recording_event(const tmRecording *recording, int32_t index, tmSimEvent *event);

/* Returns the last frame that is not after `time`, or 0. Damaged frames do not count. */
TM_API int32_t tm_recording_find(const tmRecording *recording, double time);

/* Returns how many frames of an animation were not reached; 0 for null, and of simulations. Puts
 * the first of them into *first, -1 where there is none, and the largest gap of a joint in them
 * into *gap: NaN where none is known [m]. Both may be null. Reads the whole recording, as
 * tm_recording_check does. */
TM_API int32_t tm_recording_unreached(tmRecording *recording, int32_t *first, double *gap);

/* ---- What a monitored number did ------------------------------------------------------------ */

typedef struct tmSeriesInfo {
    double min, max;                      /* among the frames; NaN where there is no number */
    double min_time, max_time;            /* [s]; of a constant the first frame with a number */
    bool is_constant;                     /* it changes by rounding errors only: see below */
    bool is_noise;                        /* that, or nothing but errors of steps: see below */
    double mean;                          /* over time, by trapezia */
    int32_t crossings;                    /* times at which it crosses zero … */
    double first_crossing, last_crossing; /* … by a cubic through the frames around them, or at the
                                           * event at which it jumps [s]; NaN: there is none */
    double first_within, last_within;     /* … which are no further off than this where it jumps
                                           * between two frames without an event [s]; else 0 */
} tmSeriesInfo;

/* Describes value `index` of all monitors' numbers. Frames without a number, and those that an
 * animation did not reach, are skipped: nothing is assumed between their neighbours.
 * TM_ERR_ARGUMENT leaves *info unchanged, as failures of tm_recording_check do. */
TM_API tmStatus tm_recording_series(tmRecording *recording, int32_t index, tmSeriesInfo *info);

/* Puts up to `max` times at which it crosses zero into `times`: not where it reaches zero without a
 * change of sign, nor at a start from zero. Values below 1e-12 of the largest are rounding errors,
 * and zero: of the largest of its vector, or of what has the same unit in the world (its size, the
 * velocities of bodies, the forces of joints and contacts, of these 1e-9 where bodies touch, the
 * energy, twice that over the speed for momenta; of an angle 1 rad). So are those below the
 * tolerance, at most 1e-6, where steps keep to one, and where no pose leaves 100 of them those
 * below 100. tm_recording_series says how many there are, and whether all is noise: within 100
 * tolerances, or 100 rounding errors, of the largest with this unit. Fails likewise. */
TM_API tmStatus tm_recording_crossings(tmRecording *recording, int32_t index, double *times,
                                       int32_t max);

/* ---- Reports -------------------------------------------------------------------------------- */

/* All reports read the whole recording first (tm_recording_check) and return its failures;
 * TM_ERR_ARGUMENT for null: nothing is written then. */

/* Columns of a table besides time and monitors. */
enum {
    TM_TABLE_POSES = 1,
    TM_TABLE_VELOCITIES = 2,
    TM_TABLE_FORCES = 4,
    TM_TABLE_ENERGY = 8,
    TM_TABLE_CONTACTS = 16
};

/* Write frames as CSV, a header with units first, or everything as JSON. Numbers have as many
 * digits as it takes to read the same number back. `columns` is a sum of TM_TABLE_…. Of contacts
 * there are their number, the largest normal force, overlap and residual (tmRecordedFrame), and
 * what all contacts do to each body, torques about its origin; JSON has the contacts of each frame,
 * too. `body` limits poses, velocities, forces and contacts to one body, whose joints' forces are
 * then those on it; -1: all, and forces are what the second part of a joint does to the first.
 * TM_ERR_ARGUMENT for a body that does not exist. */
TM_API tmStatus tm_report_csv(tmRecording *recording, uint32_t columns, int32_t body,
                              tmWriteFn *write, void *user);
TM_API tmStatus tm_report_json(tmRecording *recording, uint32_t columns, int32_t body,
                               tmWriteFn *write, void *user);

/* Write for people: the events, each with its time in a line; tables of the impulses, those of the
 * impacts among the events, and of every two bodies that touched how often they did, the sum of
 * their normal impulses, the largest force and the time in contact. TM_ERR_MEMORY. */
TM_API tmStatus tm_report_events(tmRecording *recording, tmWriteFn *write, void *user);
TM_API tmStatus tm_report_impulses(tmRecording *recording, tmWriteFn *write, void *user);

/* Writes plots of the monitors over time as one SVG picture of this width, 200 … 20000 [px]: a
 * panel for each unit. TM_ERR_ARGUMENT also where nothing is monitored, TM_ERR_MEMORY. */
TM_API tmStatus tm_report_plot(tmRecording *recording, double width, tmWriteFn *write, void *user);

/* Writes a film strip: `def->frames` poses side by side, evenly spaced in time, with the paths of
 * traced points and the time below each; with `def->loop` one that moves. The model is that of the
 * recording's texts: TM_ERR_ARGUMENT where the number of bodies differs, and where there is no
 * frame. Otherwise it fails as tm_scene_draw does. */
TM_API tmStatus tm_report_strip(tmRecording *recording, const tmModel *model, const tmSceneDef *def,
                                tmWriteFn *write, void *user);

#ifdef __cplusplus
}
#endif

#endif
