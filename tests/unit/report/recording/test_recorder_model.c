/* test_recorder_model.c: recordings of models: what stands in their heads, and pictures of them. */
#include "recordings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PENDULUM                                                                                   \
    "language 1;\n"                                                                                \
    "primitive rod begin\n"                                                                        \
    "  geometry: bar(400mm, 40mm, 10mm) where begin top: (0, 200mm); tip: (0, -200mm); end;\n"     \
    "  dynamics: ;\n"                                                                              \
    "end\n"                                                                                        \
    "world swing begin\n"                                                                          \
    "  input push = 1N in -5N .. 5N;\n"                                                            \
    "  components bob: rod;\n"                                                                     \
    "  structure join bob to world with pin matching (top center) as hook;\n"                      \
    "  properties: (gravity, planar);\n"                                                           \
    "  control: force at bob.tip = (push, 0);\n"                                                   \
    "end\n"
#define SIMULATED                                                                                  \
    PENDULUM                                                                                       \
    "simulate swing begin\n"                                                                       \
    "  time: (1ms, 2s); monitor: hook.angle, bob.velocity, energy; trace: bob.tip;\n"              \
    "end\n"
#define ANIMATED                                                                                   \
    PENDULUM "animate swing begin drive: hook.angle = 0deg .. 90deg in 4 frames; "                 \
             "trace: bob.tip; end\n"

typedef struct Made {
    tmDocument *document;
    tmModel *model;
} Made;

static bool make(tmTest *t, const char *text, Made *made) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    def.name = "swing.tml";
    def.text = text;
    def.length = strlen(text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &made->document), TM_OK)) {
        return false;
    }
    DEFER(tm_document_destroy, made->document);
    for (int32_t i = 0; i < tm_diags_count(tm_document_diags(made->document)); i++) {
        CHECK_TEXT(tm_diags_at(tm_document_diags(made->document), i)->message, "");
    }
    if (!CHECK_STATUS(tm_model_create(&t->allocator, made->document, 0, &model_def, &made->model),
                      TM_OK)) {
        return false;
    }
    DEFER(tm_model_destroy, made->model);
    return CHECK(tm_diags_count(tm_model_diags(made->model)) == 0);
}

/* A pendulum that turns evenly about its hook: frames from 0 to 2 s, two thirds of a turn. */
static void put_frames(tmTest *t, tmRecorder *recorder, int32_t from, int32_t to, double end) {
    for (int32_t i = from; i < to; i++) {
        double time = end * i / 50.0, angle = 4.0 * time / end;
        double s = sin(angle), c = cos(angle);
        const tmFrame frames[2] = {
            {.rotation = {1.0}},
            {{0.2 * s, -0.2 * c, 0.0}, {cos(0.5 * angle), 0.0, 0.0, sin(0.5 * angle)}}};
        const double values[5] = {angle, c, s, 0.0, 1.5};
        MUST(tm_recorder_frame(
            recorder, &(tmRecordedFrame){.time = time, .frames = frames, .values = values}));
    }
}

static Tape *record(tmTest *t, const Made *made, double end) {
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 16, 200);
    tmRecorder *recorder;
    def.name = "swing.tml";
    def.method = "by hand";
    if (!CHECK_STATUS(tm_recorder_create(&t->allocator, made->document, made->model, &def,
                                         tape_write, tape, &recorder),
                      TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    put_frames(t, recorder, 0, 51, end);
    bool good = CHECK_STATUS(tm_recorder_finish(recorder, NULL), TM_OK);
    return good && CHECK(!tape->is_full) ? tape : NULL;
}

static tmRecording *opened(tmTest *t, const Tape *tape) {
    tmRecording *recording = NULL;
    if (CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording),
                     TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

TEST(the_head_has_what_the_model_and_its_texts_say) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    Tape *tape = record(t, &made, 2.0);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    const tmRecordingInfo *info = tm_recording_info(recording);
    tmMonitorInfo monitor;
    tmInputInfo input;
    size_t length;
    int32_t count;
    CHECK(info->kind == TM_RUN_SIMULATE && info->planar && info->files == 1);
    CHECK_TEXT(info->world, "swing");
    CHECK_TEXT(info->method, "by hand");
    CHECK_TEXT(tm_recording_text(recording, 0, &length), SIMULATED);
    CHECK(length == strlen(SIMULATED));
    CHECK_TEXT(tm_recording_file_name(recording, 0), "swing.tml");
    CHECK(info->bodies == 2 && info->joints == 1 && info->monitors == 3 && info->values == 5);
    CHECK_TEXT(tm_recording_body(recording, 0), "world");
    CHECK_TEXT(tm_recording_body(recording, 1), "bob");
    CHECK_TEXT(tm_recording_joint(recording, 0), "hook");
    const int32_t *bodies = tm_recording_joint_bodies(recording, 0, &count);
    CHECK(count == 2 && bodies[0] == 1 && bodies[1] == 0);
    MUST(tm_recording_monitor(recording, 1, &monitor));
    CHECK_TEXT(monitor.text, "bob.velocity");
    CHECK_TEXT(monitor.unit, "m/s");
    CHECK(monitor.size == 3 && monitor.first == 1);
    MUST(tm_recording_input(recording, 0, &input));
    CHECK_TEXT(input.name, "push");
    tmInputInfo own;
    MUST(tm_model_input(made.model, 0, &own));
    CHECK_TEXT(input.unit, own.unit);
    CHECK(input.initial == 1.0 && input.low == -5.0 && input.high == 5.0);
}

TEST(a_recording_of_a_model_goes_on_with_the_same_bytes) {
    Made made, other;
    REQUIRE(make(t, SIMULATED, &made));
    Tape *tape = record(t, &made, 2.0), *rest = tape_make(t, 1 << 16, 200);
    REQUIRE(tape);
    tmRecorderDef def = tm_recorder_def_default();
    tmRecorder *recorder;
    def.name = "swing.tml";
    def.method = "by hand";
    size_t cut = tape->ends[20];
    MUST(tm_recorder_resume(&t->allocator, made.document, made.model, &def, tape->bytes, cut,
                            tape_write, rest, &recorder));
    DEFER(tm_recorder_destroy, recorder);
    put_frames(t, recorder, 20, 51, 2.0);
    MUST(tm_recorder_finish(recorder, NULL));
    CHECK(rest->length == tape->length - cut);
    CHECK(memcmp(rest->bytes, tape->bytes + cut, rest->length) == 0);
    REQUIRE(make(t, ANIMATED, &other));
    CHECK_STATUS(tm_recorder_resume(&t->allocator, other.document, other.model, &def, tape->bytes,
                                    cut, tape_write, rest, &recorder),
                 TM_ERR_ARGUMENT);
    CHECK(!recorder);
}

TEST(recorders_refuse_defs_and_arguments_that_are_none) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    tmRecorderDef def = tm_recorder_def_default(), none = {.name = "", .method = ""};
    Tape *tape = tape_make(t, 1 << 16, 10);
    tmRecorder *recorder;
    CHECK_STATUS(tm_recorder_create(&t->allocator, made.document, made.model, &none, tape_write,
                                    tape, &recorder),
                 TM_ERR_DEF);
    CHECK_STATUS(
        tm_recorder_create(&t->allocator, NULL, made.model, &def, tape_write, tape, &recorder),
        TM_ERR_ARGUMENT);
    CHECK_STATUS(
        tm_recorder_create(&t->allocator, made.document, made.model, &def, NULL, tape, &recorder),
        TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recorder_resume(&t->allocator, made.document, made.model, &def, NULL, 0,
                                    tape_write, tape, &recorder),
                 TM_ERR_ARGUMENT);
    def.run = 1;
    CHECK_STATUS(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write,
                                    tape, &recorder),
                 TM_ERR_ARGUMENT);
    CHECK(!recorder && tape->length == 0);
}

/* ---- Moments of simulations ----------------------------------------------------------------- */

static tmSim *simulated(tmTest *t, const Made *made) {
    tmDiags *diags;
    tmAssembly *assembly;
    tmSim *sim = NULL;
    if (!CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return NULL;
    }
    DEFER(tm_diags_destroy, diags);
    if (!CHECK_STATUS(tm_assemble(made->model, NULL, &assembly), TM_OK)) {
        return NULL;
    }
    DEFER(tm_assembly_destroy, assembly);
    if (CHECK_STATUS(tm_sim_create(made->model, assembly, NULL, diags, &sim), TM_OK)) {
        DEFER(tm_sim_destroy, sim);
        CHECK(tm_sim_model(sim) == made->model);
    }
    return sim;
}

/* A moment as who has no tm_recorder_moment would write it. */
static void put_by_hand(tmTest *t, tmRecorder *recorder, tmSim *sim) {
    const tmSimInfo *info = tm_sim_info(sim);
    tmWrench wrench;
    double values[5];
    int32_t count;
    MUST(tm_sim_joint_wrench(sim, 0, &wrench));
    MUST(tm_sim_monitors(sim, values));
    const tmSimEvent *events = tm_sim_events(sim, &count);
    for (int32_t i = 0; i < count; i++) {
        MUST(tm_recorder_event(recorder, &events[i]));
    }
    MUST(tm_recorder_frame(recorder, &(tmRecordedFrame){.time = info->time,
                                                        .frames = tm_sim_frames(sim),
                                                        .twists = tm_sim_twists(sim),
                                                        .values = values,
                                                        .wrenches = &wrench,
                                                        .energy = info->energy,
                                                        .work = info->work,
                                                        .overlap = info->span_overlap,
                                                        .residual = info->span_residual}));
}

TEST(moments_of_a_simulation_have_all_that_it_tells) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 16, 200), *by_hand = tape_make(t, 1 << 16, 200);
    tmRecorder *recorder, *other;
    tmSim *sim = simulated(t, &made);
    REQUIRE(sim);
    MUST(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write, tape,
                            &recorder));
    DEFER(tm_recorder_destroy, recorder);
    MUST(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write, by_hand,
                            &other));
    DEFER(tm_recorder_destroy, other);
    for (int32_t i = 0; i < 10; i++) {
        tmStatus unknown = TM_ERR_TEXT;
        MUST(tm_sim_advance(sim, 0.1 * i));
        put_by_hand(t, other, sim);
        MUST(tm_recorder_events(recorder, sim));
        MUST(tm_recorder_moment(recorder, sim, &unknown));
        CHECK(unknown == TM_OK);
        uint64_t length = tm_recorder_length(recorder);
        MUST(tm_recorder_moment(recorder, sim, NULL)); /* it is there already */
        CHECK(tm_recorder_length(recorder) == length);
    }
    MUST(tm_recorder_finish(recorder, tm_sim_info(sim)));
    MUST(tm_recorder_finish(other, tm_sim_info(sim)));
    CHECK(!tape->is_full && tape->length == by_hand->length &&
          memcmp(tape->bytes, by_hand->bytes, tape->length) == 0);
    CHECK_STATUS(tm_recorder_moment(recorder, sim, NULL), TM_ERR_ARGUMENT);
}

/* The rod hangs from its hook, and F = 1 N pushes its tip aside, L = 0.4 m below that. At rest it
 * begins to turn by a = F L / I, I about the hook, and the hook moves the rod's middle along:
 * H + F = m a L / 2. It bears the weight m g. */
TEST(a_recorded_hook_bears_what_statics_and_the_push_ask_of_it) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 16, 200);
    tmRecordedFrame frame;
    tmRecorder *recorder;
    tmBodyInfo body;
    tmSim *sim = simulated(t, &made);
    REQUIRE(sim);
    MUST(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write, tape,
                            &recorder));
    DEFER(tm_recorder_destroy, recorder);
    MUST(tm_recorder_moment(recorder, sim, NULL));
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    MUST(tm_recording_frame(recording, 0, &frame));
    MUST(tm_model_body(made.model, 1, &body));
    double mass = body.mass.mass, about_hook = body.mass.inertia[2][2] + mass * 0.2 * 0.2;
    CHECK_NEAR(frame.wrenches[0].force[0], mass * 0.2 * 0.4 / about_hook - 1.0, 1e-9);
    CHECK_NEAR(frame.wrenches[0].force[1], mass * 9.81, 1e-9 * mass * 9.81);
}

TEST(moments_of_another_model_are_refused) {
    static const char *const others[] = {
        PENDULUM "simulate swing begin time: (1ms, 2s); monitor: hook.angle; end\n",
        "language 1;\n"
        "primitive rod begin geometry: bar(400mm, 40mm, 10mm); dynamics: ; end\n"
        "world loose begin components bob: rod; properties: (gravity, planar); end\n"
        "simulate loose begin time: (1ms, 2s); monitor: bob.velocity, bob.position.x, energy; "
        "end\n"};
    Made made, other;
    REQUIRE(make(t, SIMULATED, &made));
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 16, 200);
    tmRecorder *recorder;
    MUST(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write, tape,
                            &recorder));
    DEFER(tm_recorder_destroy, recorder);
    size_t length = tape->length;
    for (int i = 0; i < 2; i++) {
        REQUIRE(make(t, others[i], &other));
        tmSim *sim = simulated(t, &other);
        REQUIRE(sim);
        CHECK_STATUS(tm_recorder_moment(recorder, sim, NULL), TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_recorder_moment(NULL, sim, NULL), TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_recorder_events(NULL, sim), TM_ERR_ARGUMENT);
    }
    CHECK_STATUS(tm_recorder_moment(recorder, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recorder_events(recorder, NULL), TM_ERR_ARGUMENT);
    CHECK(!tm_sim_model(NULL) && tape->length == length);
}

/* ---- Pictures ------------------------------------------------------------------------------ */

static int32_t count_of(const char *text, const char *word) {
    int32_t count = 0;
    for (; (text = strstr(text, word)); text += strlen(word)) {
        count++;
    }
    return count;
}

static const char *strip_of(tmTest *t, tmRecording *recording, const tmModel *model,
                            const tmSceneDef *def) {
    Tape *tape = tape_make(t, 1 << 18, 200);
    CHECK_STATUS(tm_report_strip(recording, model, def, tape_write, tape), TM_OK);
    CHECK(!tape->is_full && tape->length < tape->capacity);
    return (const char *)tape->bytes;
}

TEST(a_strip_has_poses_evenly_spaced_in_time) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    Tape *tape = record(t, &made, 2.0);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    tmSceneDef def = tm_scene_def_default();
    def.frames = 6;
    const char *strip = strip_of(t, recording, made.model, &def);
    static const char *const times[] = {">0 s<",   ">0.4 s<", ">0.8 s<",
                                        ">1.2 s<", ">1.6 s<", ">2 s<"};
    for (int i = 0; i < 6; i++) {
        CHECK(count_of(strip, times[i]) == 1);
    }
    /* A body and the whole path at each pose; the path itself, and five pieces of it. */
    CHECK(count_of(strip, "#b1") == 6 && count_of(strip, "#paths") == 6);
    CHECK(count_of(strip, "class=\"trace\"") == 1 + 5);
    def.loop = true;
    CHECK(count_of(strip_of(t, recording, made.model, &def), "<animateTransform") == 2 + 1);
    def = tm_scene_def_default();
    def.frames = 200; /* more than there are: each once */
    def.traces = def.captions = false;
    strip = strip_of(t, recording, made.model, &def);
    CHECK(count_of(strip, "<use ") == 51 && count_of(strip, "class=\"trace\"") == 0);
}

/* Three frames of the pendulum at rest with these contacts in the second one. */
static tmRecording *pressed(tmTest *t, const Made *made, const tmContact *contacts, int32_t count) {
    const tmFrame frames[2] = {{.rotation = {1.0}}, {{0.0, -0.2, 0.0}, {1.0}}};
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 16, 200);
    tmRecorder *recorder;
    if (!CHECK_STATUS(tm_recorder_create(&t->allocator, made->document, made->model, &def,
                                         tape_write, tape, &recorder),
                      TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    for (int i = 0; i < 3; i++) {
        tmRecordedFrame frame = {
            .time = i, .frames = frames, .contacts = contacts, .contact_count = i == 1 ? count : 0};
        CHECK_STATUS(tm_recorder_frame(recorder, &frame), TM_OK);
    }
    return opened(t, tape);
}

/* Reads a wedge: its tip, and from there to the middle of its foot [px]. */
static const char *read_wedge(tmTest *t, const char *text, double tip[2], double to_foot[2]) {
    double a[2], b[2];
    int used = 0;
    CHECK(sscanf(text, "M%lf,%lfL%lf,%lfL%lf,%lfZ%n", &tip[0], &tip[1], &a[0], &a[1], &b[0], &b[1],
                 &used) == 6);
    for (int i = 0; i < 2; i++) {
        to_foot[i] = 0.5 * (a[i] + b[i]) - tip[i];
    }
    return text + used;
}

/* The bob is pressed upwards by 1 N, and from its right by (-12, 16) N: 20 N. A usual root of a
 * force is 13 px long. The ground stands. */
TEST(a_strip_shows_forces_of_contacts_as_wedges) {
    Made made;
    const tmContact contacts[] = {
        {.bodies = {0, 1}, .point = {0.0, -0.4}, .normal = {0.0, 1.0}, .force = 1.0},
        {.bodies = {1, 0},
         .point = {0.02, -0.4},
         .normal = {1.0, 0.0},
         .force = 12.0,
         .friction = {0.0, -16.0}},
        {.bodies = {1, 0}, .point = {0.0, NAN}, .normal = {1.0, 0.0}, .force = 1.0},
        {.bodies = {1, 0}, .point = {0.0, 0.0}, .normal = {1.0, 0.0}, .force = 0.0},
        {.bodies = {1, 0}, .point = {0.0, 0.0}, .normal = {1.0, 0.0}, .force = INFINITY}};
    REQUIRE(make(t, SIMULATED, &made));
    tmRecording *recording = pressed(t, &made, contacts, 5);
    REQUIRE(recording);
    tmSceneDef def = tm_scene_def_default();
    def.frames = 3;
    const char *strip = strip_of(t, recording, made.model, &def);
    static const char opening[] = "<path class=\"push\" d=\"";
    REQUIRE(count_of(strip, opening) == 1 && count_of(strip, ".push{") == 1);
    double tip[2], other[2], foot[2], usual = 0.5 * (1.0 + sqrt(20.0));
    const char *at = read_wedge(t, strstr(strip, opening) + strlen(opening), tip, foot);
    CHECK_NEAR(foot[0], 0.0, 0.011); /* numbers have two decimals */
    CHECK_NEAR(foot[1], 13.0 / usual, 0.011);
    at = read_wedge(t, at, other, foot);
    CHECK(*at == '"' && other[0] > tip[0]);
    CHECK_NEAR(other[1], tip[1], 0.011);
    double length = 13.0 * sqrt(20.0) / usual;
    CHECK_NEAR(foot[0], 0.6 * length, 0.011);
    CHECK_NEAR(foot[1], 0.8 * length, 0.011);
    def.loop = true;
    strip = strip_of(t, recording, made.model, &def);
    CHECK(count_of(strip, "keyTimes=\"0;0.25;0.75\" values=\"M0,0;M0,0M") == 1);
    CHECK(count_of(strip, "Z;M0,0\" dur=\"4s\"") == 1);
    recording = pressed(t, &made, contacts + 2, 3);
    REQUIRE(recording);
    CHECK(count_of(strip_of(t, recording, made.model, &def), "push") == 0);
}

TEST(a_strip_of_an_animation_tells_its_drive) {
    Made made;
    REQUIRE(make(t, ANIMATED, &made));
    Tape *tape = record(t, &made, 1.0);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    CHECK(tm_recording_info(recording)->kind == TM_RUN_ANIMATE);
    tmSceneDef def = tm_scene_def_default();
    def.frames = 3;
    const char *strip = strip_of(t, recording, made.model, &def);
    CHECK(count_of(strip, ">0°<") == 1 && count_of(strip, ">45°<") == 1);
    CHECK(count_of(strip, ">90°<") == 1);
}

TEST(strips_need_the_model_of_the_recording) {
    Made made;
    TapeWorld world;
    REQUIRE(make(t, SIMULATED, &made));
    tape_world(&world, true, 3);
    Tape *tape = tape_of(t, &world, 3), *out = tape_make(t, 100, 1);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    tmSceneDef def = tm_scene_def_default();
    CHECK_STATUS(tm_report_strip(recording, made.model, &def, tape_write, out), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_report_strip(recording, NULL, &def, tape_write, out), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_report_strip(recording, made.model, NULL, tape_write, out), TM_ERR_ARGUMENT);
    CHECK(out->length == 0);
}

TEST(plots_have_a_panel_for_each_unit) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    Tape *tape = record(t, &made, 2.0), *out = tape_make(t, 1 << 18, 200);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    MUST(tm_report_plot(recording, 800.0, tape_write, out));
    const char *plot = (const char *)out->bytes;
    CHECK(count_of(plot, "class=\"left unit\"") == 3); /* rad, m/s, J */
    CHECK(count_of(plot, ">rad<") == 1 && count_of(plot, ">m/s<") == 1);
    CHECK(count_of(plot, "class=\"name\"") == 4 && count_of(plot, ">time [s]<") == 1);
    CHECK(count_of(plot, ">bob.velocity.x<") == 1);
    CHECK(count_of(plot, "class=\"curve\" color=") == 4);
    out->length = 0;
    CHECK_STATUS(tm_report_plot(recording, 100.0, tape_write, out), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_report_plot(recording, NAN, tape_write, out), TM_ERR_ARGUMENT);
    CHECK(out->length == 0);
}

/* A spike of one frame among many stands in the picture at its full height. */
TEST(plots_lose_no_peak) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 22, 30000), *out = tape_make(t, 1 << 18, 200);
    tmRecorder *recorder;
    MUST(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write, tape,
                            &recorder));
    DEFER(tm_recorder_destroy, recorder);
    const tmFrame frames[2] = {{.rotation = {1.0}}, {.rotation = {1.0}}};
    for (int32_t i = 0; i < 20000; i++) {
        const double values[5] = {i == 12345 ? 7.0 : 0.0, 0.0, 0.0, 0.0, 0.0};
        MUST(tm_recorder_frame(
            recorder, &(tmRecordedFrame){.time = 1e-4 * i, .frames = frames, .values = values}));
    }
    CHECK(!tape->is_full);
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    MUST(tm_report_plot(recording, 600.0, tape_write, out));
    const char *curve =
        strstr((const char *)out->bytes, "<path class=\"curve\" color=\"steelblue\" d=");
    REQUIRE(curve);
    double min = INFINITY, max = -INFINITY;
    int32_t count = 0;
    for (const char *at = strchr(curve, 'M'); *at == 'M' || *at == 'L'; count++) {
        double x, y;
        int used = 0;
        REQUIRE(sscanf(at + 1, "%lf,%lf%n", &x, &y, &used) == 2);
        min = y < min ? y : min;
        max = y > max ? y : max;
        at += 1 + used;
    }
    CHECK(max - min > 80.0 && count < 4 * 600); /* most of a panel's height */
}

/* What is next to nothing, and passes in next to no time, is a line at zero. */
TEST(plots_of_the_smallest_numbers_end) {
    Made made;
    REQUIRE(make(t, SIMULATED, &made));
    tmRecorderDef def = tm_recorder_def_default();
    Tape *tape = tape_make(t, 1 << 16, 200), *out = tape_make(t, 1 << 18, 200);
    tmRecorder *recorder;
    MUST(tm_recorder_create(&t->allocator, made.document, made.model, &def, tape_write, tape,
                            &recorder));
    DEFER(tm_recorder_destroy, recorder);
    const tmFrame frames[2] = {{.rotation = {1.0}}, {.rotation = {1.0}}};
    for (int32_t i = 0; i < 3; i++) {
        const double tiny = 1e-323 * i, values[5] = {tiny, -tiny, 30.0 * tiny, 0.0, tiny};
        MUST(tm_recorder_frame(
            recorder, &(tmRecordedFrame){.time = tiny, .frames = frames, .values = values}));
    }
    tmRecording *recording = opened(t, tape);
    REQUIRE(recording);
    MUST(tm_report_plot(recording, 600.0, tape_write, out));
    CHECK(count_of((const char *)out->bytes, "class=\"zero\"") == 3); /* one in each panel */
}

TEST_MAIN(CASE(the_head_has_what_the_model_and_its_texts_say),
          CASE(a_recording_of_a_model_goes_on_with_the_same_bytes),
          CASE(recorders_refuse_defs_and_arguments_that_are_none),
          CASE(moments_of_a_simulation_have_all_that_it_tells),
          CASE(a_recorded_hook_bears_what_statics_and_the_push_ask_of_it),
          CASE(moments_of_another_model_are_refused), CASE(a_strip_has_poses_evenly_spaced_in_time),
          CASE(a_strip_shows_forces_of_contacts_as_wedges),
          CASE(a_strip_of_an_animation_tells_its_drive),
          CASE(strips_need_the_model_of_the_recording), CASE(plots_have_a_panel_for_each_unit),
          CASE(plots_lose_no_peak), CASE(plots_of_the_smallest_numbers_end))
