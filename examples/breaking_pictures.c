/* breaking_pictures.c FOLDER: the pictures of docs/theory/breaking-and-branches.md: where a
 * four-bar breaks, what meets there, and mechanisms that move though a count of their joints says
 * otherwise. Nothing in them is typed in but lengths: break points are searched for, motions are
 * those that the diagnosis names.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <trammel/trammel.h>

#define DEGREE 0.017453292519943295
#define BODIES_MAX 6
#define FRAMES_MAX 16

/* A mechanism, its plan, and frames of a picture of it. The first failure stays in `status`. */
typedef struct Scene {
    const char *folder;
    tmMechanism *m;
    tmPlan *plan;
    tmJointId joints[6];
    int joint_count;
    tmPose frames[FRAMES_MAX * BODIES_MAX];
    char captions[FRAMES_MAX][80];
    int frame_count;
    tmStatus status;
} Scene;

/* ---- Mechanisms ---------------------------------------------------------------------------- */

static void add_bodies(Scene *s, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        tmBodyDef def = tm_body_def_default();
        tmBodyId made;
        def.name = names[i];
        s->status = s->status == TM_OK ? tm_body_add(s->m, &def, &made) : s->status;
    }
}

/* A point of body number `body`, in that body's axes. */
static tmFeatureId add_point(Scene *s, int body, double x, double y) {
    tmFeatureDef def = tm_feature_def_default();
    tmFeatureId made = {0};
    def.body = tm_body_at(s->m, body);
    def.x = x;
    def.y = y;
    s->status = s->status == TM_OK ? tm_feature_add(s->m, &def, &made) : s->status;
    return made;
}

static void add_pin(Scene *s, const char *name, int a, double ax, double ay, int b, double bx,
                    double by) {
    tmJointDef def = tm_joint_def_default();
    def.name = name;
    def.features[0] = add_point(s, a, ax, ay);
    def.features[1] = add_point(s, b, bx, by);
    s->status =
        s->status == TM_OK ? tm_joint_add(s->m, &def, &s->joints[s->joint_count++]) : s->status;
}

/* The same point of two bodies that are drawn where they belong, both with the world's axes. */
static void add_pin_at(Scene *s, const char *name, int a, int b, double x, double y) {
    add_pin(s, name, a, x, y, b, x, y);
}

/* Links 2, 1.5, 2.2 on a base of 2.5, each laid along the x axis: not assembled yet. The coupler is
 * the last body, which is drawn on top of the others. */
static void build_rocker_rocker(Scene *s) {
    add_bodies(s, (const char *[]){"crank", "rocker", "coupler"}, 3);
    add_pin(s, "A", 0, 0, 0, 1, 0, 0);
    add_pin(s, "B", 1, 2, 0, 3, 0, 0);
    add_pin(s, "C", 3, 1.5, 0, 2, 2.2, 0);
    add_pin(s, "D", 2, 0, 0, 0, 2.5, 0);
}

/* [ME] figure 13: on the left a crank-rocker, … */
static void build_four_bar(Scene *s) {
    add_bodies(s, (const char *[]){"I", "II", "III"}, 3);
    add_pin_at(s, "A", 0, 1, 0, 0);
    add_pin_at(s, "B", 1, 2, 0, 2);
    add_pin_at(s, "C", 2, 3, 5, 3);
    add_pin_at(s, "D", 3, 0, 4, 0);
}

/* … on the right with a V-shaped link on the same two pins as its coupler. */
static void build_four_bar_with_v(Scene *s) {
    build_four_bar(s);
    add_bodies(s, (const char *[]){"V"}, 1);
    add_pin_at(s, "", 1, 4, 0, 2);
    add_pin_at(s, "", 4, 3, 5, 3);
    add_point(s, 4, 2, 5);
}

/* [ME] figure 14(b): three equal, parallel legs under one top. */
static void build_table(Scene *s) {
    add_bodies(s, (const char *[]){"I", "II", "III", "top"}, 4);
    for (int leg = 0; leg < 3; leg++) {
        const double foot = (const double[]){0, 2, 5}[leg];
        add_pin_at(s, (const char *[]){"A", "B", "C"}[leg], 0, leg + 1, foot, 0);
        add_pin_at(s, (const char *[]){"D", "E", "F"}[leg], leg + 1, 4, foot + 1, 2);
    }
}

/* [ME] figure 14(a): a crank as long as the base, and a pair of links of one length, in the pose in
 * which the crank's tip A lies on the pivot B. */
static void build_pair(Scene *s) {
    add_bodies(s, (const char *[]){"crank", "first", "second"}, 3);
    add_pin_at(s, "O", 0, 1, 0, 0);
    add_pin_at(s, "A", 1, 2, 2, 0);
    add_pin_at(s, "C", 2, 3, 3, 0);
    add_pin_at(s, "B", 3, 0, 2, 0);
}

static Scene open_scene(const char *folder, void (*build)(Scene *)) {
    Scene s = {.folder = folder};
    s.status = tm_mechanism_create(NULL, &s.m);
    if (s.status == TM_OK) {
        build(&s);
    }
    return s;
}

static tmStatus close_scene(Scene *s) {
    tm_plan_destroy(s->plan);
    tm_mechanism_destroy(s->m);
    return s->status;
}

/* ---- Frames -------------------------------------------------------------------------------- */

static void plan_scene(Scene *s, const tmInput *inputs, int count) {
    tmPlanDef def = tm_plan_def_default();
    def.inputs = inputs;
    def.input_count = count;
    def.on_break = TM_BREAK_SEARCH;
    tm_plan_destroy(s->plan);
    s->plan = NULL;
    s->status = s->status == TM_OK ? tm_plan_create(s->m, &def, &s->plan) : s->status;
}

static tmInput angle_at(tmJointId joint) {
    return (tmInput){.kind = TM_INPUT_ANGLE, .joint = joint};
}

/* Moves the inputs to these angles [degrees], or as far as they can go. Returns how far that is, 0
 * to 1. */
static double move(Scene *s, double first, double second) {
    const double values[2] = {first * DEGREE, second * DEGREE};
    tmSolveInfo info = {0};
    s->status = s->status == TM_OK ? tm_plan_move(s->plan, values, &info) : s->status;
    return info.reached;
}

/* The present pose becomes a frame. */
static void keep(Scene *s, const char *caption) {
    if (s->status == TM_OK && s->frame_count < FRAMES_MAX) {
        int32_t bodies = tm_body_count(s->m);
        memcpy(&s->frames[s->frame_count * bodies], tm_plan_poses(s->plan),
               sizeof(tmPose) * (size_t)bodies);
        snprintf(s->captions[s->frame_count++], sizeof s->captions[0], "%s", caption);
    }
}

static void write_file(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

static void draw(Scene *s, const char *name, tmSceneDef *def) {
    char path[1024];
    const char *captions[FRAMES_MAX];
    for (int i = 0; i < s->frame_count; i++) {
        captions[i] = s->captions[i];
    }
    def->words = captions;
    def->frames = s->frame_count;
    def->traces = false;
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    FILE *file = s->status == TM_OK ? fopen(path, "wb") : NULL;
    if (file) {
        s->status =
            tm_scene_draw_mechanism(NULL, s->m, s->frames, s->frame_count, def, write_file, file);
        s->status = fclose(file) == 0 ? s->status : TM_ERR_LIMIT;
    } else {
        s->status = s->status == TM_OK ? TM_ERR_LIMIT : s->status;
    }
}

/* ---- Breaks and branches ------------------------------------------------------------------- */

/* Takes mode number `mode` of those at this angle of the input; false when there is none. */
static bool take_mode(Scene *s, double angle, int32_t mode) {
    const double value = angle * DEGREE;
    tmModes *modes = NULL;
    s->status = s->status == TM_OK ? tm_modes_create(s->plan, &value, NULL, &modes) : s->status;
    bool there = s->status == TM_OK && mode < tm_modes_count(modes);
    if (there) {
        s->status = tm_plan_take(s->plan, tm_modes_poses(modes, mode), &value);
    }
    tm_modes_destroy(modes);
    return there;
}

/* Where coupler and rocker are in line they stop the crank. Both point to C. */
static void keep_break(Scene *s, double at) {
    if (s->status == TM_OK) {
        const tmPose *p = tm_plan_poses(s->plan);
        bool stretched = p[2].c * p[3].c + p[2].s * p[3].s < 0.0;
        char caption[80];
        snprintf(caption, sizeof caption, "crank at %s%.1f°: coupler and rocker %s",
                 at < 0.0 ? "−" : "", fabs(at), stretched ? "stretched" : "folded");
        keep(s, caption);
        printf("break at %.9f degrees\n", at);
    }
}

/* Searches for every break of the crank, wherever the mechanism can be put together at a multiple
 * of 10 degrees, from above to below, and makes them frames. Between the ranges lie the arcs in
 * which the crank cannot be. Returns how many; there is room for FRAMES_MAX / 2. */
static int find_breaks(Scene *s, tmSceneArc *arcs) {
    double breaks[FRAMES_MAX + 1];
    int count = 0;
    for (double angle = 180.0; angle > -180.0 && count < FRAMES_MAX; angle -= 10.0) {
        if (count && angle > breaks[count - 1]) {
            continue; /* in a range that is known */
        }
        for (int way = 1; way >= -1 && take_mode(s, angle, 0); way -= 2) {
            double part = move(s, angle + way * 360.0, 0.0);
            breaks[count++] = angle + part * way * 360.0;
            keep_break(s, breaks[count - 1]);
        }
    }
    breaks[count] = breaks[0] - 360.0;
    for (int i = 1; i < count; i += 2) {
        arcs[i / 2] = (tmSceneArc){s->joints[0], breaks[i + 1] * DEGREE, breaks[i] * DEGREE};
    }
    return count / 2;
}

static void keep_branch(Scene *s) {
    if (s->status == TM_OK) {
        const tmPose *p = tm_plan_poses(s->plan);
        bool up = p[3].c * p[2].s - p[3].s * p[2].c > 0.0; /* C is left of the way from B to D */
        keep(s, up ? "crank at 90°, bent up" : "crank at 90°, bent down");
    }
}

/* All break points; then, from each of the two modes at 90 degrees, to one of them and back. */
static tmStatus draw_breaks(const char *folder) {
    Scene s = open_scene(folder, build_rocker_rocker);
    tmInput crank = angle_at(s.joints[0]);
    tmSceneArc arcs[FRAMES_MAX / 2];
    plan_scene(&s, &crank, 1);
    tmSceneDef def = tm_scene_def_default();
    def.title = "The four break points of a rocker-rocker; red: where its crank cannot be";
    def.arcs = arcs;
    def.arc_count = find_breaks(&s, arcs);
    def.columns = 2;
    def.width = 860.0;
    draw(&s, "rocker-rocker-breaks.svg", &def);
    s.frame_count = 0;
    take_mode(&s, 90.0, 0);
    keep_branch(&s);
    move(&s, 180.0, 0.0);
    keep(&s, "at the break point both are one");
    take_mode(&s, 90.0, 1);
    move(&s, 180.0, 0.0);
    move(&s, 90.0, 0.0);
    keep_branch(&s);
    def.title = "Two branches meet at a break point: which one leads back?";
    def.columns = 3;
    draw(&s, "rocker-rocker-branches.svg", &def);
    return close_scene(&s);
}

/* ---- Dependent joints ---------------------------------------------------------------------- */

/* Diagnoses the mechanism with the input held, if there is one, and prints what was found. Puts
 * title and counts into `title`. Returns the input of its first free motion, if there is one. */
static tmInput diagnose(Scene *s, const tmInput *held, const char *words, char title[120]) {
    tmDiagnosisDef def = tm_diagnosis_def_default();
    tmDiagnosis *d = NULL;
    tmInput input = {0};
    char text[1000];
    def.inputs = held;
    def.input_count = held ? 1 : 0;
    s->status = s->status == TM_OK ? tm_diagnosis_create(s->m, &def, &d) : s->status;
    if (d) {
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        snprintf(title, 120, "%s: Grübler %d, mobility %d", words, info->gruebler, info->mobility);
        tm_diagnosis_text(d, text, sizeof text);
        printf("%s:\n%s", words, text);
    }
    if (tm_diagnosis_motion_count(d) > 0) {
        input = tm_diagnosis_motion(d, 0)->input;
    }
    tm_diagnosis_destroy(d);
    return input;
}

/* The first frame, and faintly how it can move from there by the driver, if there is one. */
static void draw_motion(Scene *s, const char *name, const char *title, tmJointId driver) {
    tmSceneDef def = tm_scene_def_default();
    def.ghosts = true;
    def.driver = driver;
    def.title = title;
    def.width = 440.0;
    draw(s, name, &def);
}

/* A mechanism that its diagnosis calls movable, moved by the input that the diagnosis names. */
static tmStatus draw_movable(const char *folder, const char *name, const char *words,
                             void (*build)(Scene *)) {
    Scene s = open_scene(folder, build);
    char title[120] = "";
    tmInput input = diagnose(&s, NULL, words, title);
    plan_scene(&s, &input, 1);
    keep(&s, "");
    for (int i = 1; i <= 6; i++) {
        move(&s, i % 2 ? 7.0 * (i + 1) : -7.0 * i, 0.0);
        keep(&s, "");
    }
    draw_motion(&s, name, title, input.joint);
    return close_scene(&s);
}

/* With the crank held all is held, but where A lies on B the pair is free. */
static tmStatus draw_pair(const char *folder) {
    Scene s = open_scene(folder, build_pair);
    tmInput inputs[2] = {angle_at(s.joints[0])};
    char title[120] = "";
    inputs[1] = diagnose(&s, inputs, "Crank held, A on B", title);
    plan_scene(&s, inputs, 2);
    for (int i = 0; i < 12; i++) {
        move(&s, 0.0, 60.0 + 30.0 * i);
        keep(&s, "");
    }
    draw_motion(&s, "pair-free.svg", title, inputs[1].joint);
    s.frame_count = 0;
    plan_scene(&s, inputs, 1);
    move(&s, 40.0, 0.0);
    keep(&s, "");
    s.status = s.status == TM_OK ? tm_plan_commit(s.plan, s.m) : s.status;
    diagnose(&s, inputs, "Crank held", title);
    draw_motion(&s, "pair-held.svg", title, (tmJointId){0});
    return close_scene(&s);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "use: breaking_pictures FOLDER\n");
        return 2;
    }
    static const struct {
        const char *name, *words;
        void (*build)(Scene *);
    } movable[] = {{"four-bar.svg", "Four-bar", build_four_bar},
                   {"four-bar-with-v.svg", "With a second coupler", build_four_bar_with_v},
                   {"table.svg", "Table", build_table}};
    tmStatus status = draw_breaks(argv[1]);
    status = status == TM_OK ? draw_pair(argv[1]) : status;
    for (int i = 0; i < 3 && status == TM_OK; i++) {
        status = draw_movable(argv[1], movable[i].name, movable[i].words, movable[i].build);
    }
    if (status != TM_OK) {
        fprintf(stderr, "breaking_pictures: %s\n",
                status == TM_ERR_LIMIT ? "a picture cannot be written" : tm_status_message(status));
    }
    return status != TM_OK;
}
