/* simulations.c: simulations of texts in tests. */
#include "simulations.h"

#include "definition.h"
#include "models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- Making -------------------------------------------------------------------------------- */

/* Simulations of the present case, to find a model again. */
#define MADE_MAX 64
static struct {
    const tmSim *sim;
    const tmModel *model;
} made[MADE_MAX];
static int next_made;

/* The last one counts: memory of a simulation that is gone may be another's now. */
const tmModel *sim_model(const tmSim *sim) {
    for (int i = next_made - 1; i >= 0 && i >= next_made - MADE_MAX; i--) {
        if (made[i % MADE_MAX].sim == sim) {
            return made[i % MADE_MAX].model;
        }
    }
    return NULL;
}

static void check_silence(tmTest *t, const tmDiags *diags, tmSeverity below) {
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        if (tm_diags_at(diags, i)->severity >= below) {
            CHECK_TEXT(tm_diags_at(diags, i)->message, "");
        }
    }
}

static tmModel *model_of_run(tmTest *t, const char *text, int32_t run) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    tmDocument *document;
    tmModel *model;
    def.text = text;
    def.length = strlen(text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    check_silence(t, tm_document_diags(document), TM_ERROR);
    if (!CHECK_STATUS(tm_model_create(&t->allocator, document, run, &model_def, &model), TM_OK)) {
        return NULL;
    }
    DEFER(tm_model_destroy, model);
    check_silence(t, tm_model_diags(model), TM_WARNING);
    return model;
}

tmSim *sim_of(tmTest *t, const char *text, int32_t run, const tmSimDef *def) {
    tmModel *model = model_of_run(t, text, run);
    tmAssembly *assembly;
    tmDiags *diags;
    tmSim *sim;
    if (!model || !CHECK_STATUS(tm_assemble(model, NULL, &assembly), TM_OK)) {
        return NULL;
    }
    DEFER(tm_assembly_destroy, assembly);
    if (!CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return NULL;
    }
    DEFER(tm_diags_destroy, diags);
    if (!CHECK_STATUS(tm_assembly_diagnostics(assembly, model, diags), TM_OK)) {
        return NULL;
    }
    tmStatus status = tm_sim_create(model, assembly, def, diags, &sim);
    if (status != TM_ERR_MEMORY) {
        check_silence(t, diags, TM_WARNING);
    }
    if (!CHECK_STATUS(status, TM_OK)) {
        return NULL;
    }
    DEFER(tm_sim_destroy, sim);
    made[next_made % MADE_MAX].sim = sim;
    made[next_made++ % MADE_MAX].model = model;
    return sim;
}

tmSim *sim_of_example(tmTest *t, const char *name, int32_t run, const tmSimDef *def) {
    char path[400];
    snprintf(path, sizeof path, EXAMPLES "/%s", name);
    const char *text = definition_file(t, path);
    return CHECK(text) ? sim_of(t, text, run, def) : NULL;
}

/* ---- What is reported ---------------------------------------------------------------------- */

#define SAID 8000

static void say(char *said, const tmDiag *diag) {
    static const char *const severities[] = {
        [TM_NOTE] = "note", [TM_WARNING] = "warning", [TM_ERROR] = "error"};
    size_t used = strlen(said);
    snprintf(said + used, SAID - used, "%s %d:%d %s%s%s", severities[diag->severity], diag->line,
             diag->column, diag->message, diag->hint ? " // " : "", diag->hint ? diag->hint : "");
    for (int32_t i = 0; i < diag->part_count; i++) {
        used = strlen(said);
        snprintf(said + used, SAID - used, "%s%s%s", i ? ", " : " [", diag->parts[i],
                 i + 1 < diag->part_count ? "" : "]");
    }
    used = strlen(said);
    snprintf(said + used, SAID - used, "\n");
}

static void say_all(char *said, const tmDiags *diags) {
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        say(said, tm_diags_at(diags, i));
    }
}

const char *sim_says(tmTest *t, const char *text, const tmSimDef *def, double to) {
    char *said = test_memory(t, SAID, 1);
    tmDocumentDef document_def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    tmDocument *document;
    tmModel *model;
    tmAssembly *assembly;
    tmDiags *diags;
    tmSim *sim = NULL;
    document_def.text = text;
    document_def.length = strlen(text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &document_def, &document), TM_OK)) {
        return said;
    }
    DEFER(tm_document_destroy, document);
    say_all(said, tm_document_diags(document));
    tmStatus status = tm_model_create(&t->allocator, document, 0, &model_def, &model);
    if (status == TM_ERR_TEXT || !CHECK_STATUS(status, TM_OK)) {
        return said;
    }
    DEFER(tm_model_destroy, model);
    say_all(said, tm_model_diags(model));
    status = tm_assemble(model, NULL, &assembly);
    if (status == TM_ERR_ARGUMENT || !CHECK_STATUS(status, TM_OK)) {
        return said; /* a model with errors */
    }
    DEFER(tm_assembly_destroy, assembly);
    if (!CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return said;
    }
    DEFER(tm_diags_destroy, diags);
    status = tm_assembly_diagnostics(assembly, model, diags);
    if (tm_assembly_info(assembly)->outcome == TM_ASSEMBLY_CLOSED && status == TM_OK) {
        status = tm_sim_create(model, assembly, def, diags, &sim);
    }
    say_all(said, diags);
    if (status == TM_ERR_TEXT || !CHECK_STATUS(status, TM_OK) || !sim) {
        return said;
    }
    DEFER(tm_sim_destroy, sim);
    CHECK_STATUS(tm_sim_advance(sim, to), TM_OK);
    if (tm_sim_diagnostic(sim)) {
        say(said, tm_sim_diagnostic(sim));
    }
    return said;
}

/* ---- The state ----------------------------------------------------------------------------- */

double sim_value(tmSim *sim, const char *joint, double *rate) {
    double value = NAN;
    tm_sim_coordinate(sim, tm_model_find_joint(sim_model(sim), joint), 0, &value, rate);
    return value;
}

int32_t sim_body(tmTest *t, const tmSim *sim, const char *part) {
    tmPartInfo info = {.body = -1};
    const tmModel *model = sim_model(sim);
    CHECK(tm_model_part(model, tm_model_find_part(model, part), &info) == TM_OK);
    return info.body;
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* v turned by the quaternion q: v + 2 w (q x v) + 2 q x (q x v); by its inverse where way is -1. */
static void turn(const double q[4], double way, const double v[3], double out[3]) {
    double axis[3] = {way * q[1], way * q[2], way * q[3]}, once[3], twice[3];
    cross(axis, v, once);
    cross(axis, once, twice);
    for (int i = 0; i < 3; i++) {
        out[i] = v[i] + 2.0 * (q[0] * once[i] + twice[i]);
    }
}

void sim_in_body(const tmSim *sim, int32_t body, const double v[3], double out[3]) {
    turn(tm_sim_frames(sim)[body].rotation, -1.0, v, out);
}

SimTotals sim_totals(const tmSim *sim) {
    const tmModel *model = sim_model(sim);
    const tmWorldInfo world = tm_model_world(model);
    SimTotals all = {0.0, 0.0, {0.0}, {0.0}};
    for (int32_t i = 1; i < tm_model_body_count(model); i++) {
        tmBodyInfo info;
        const tmFrame *frame = &tm_sim_frames(sim)[i];
        const tmTwist *twist = &tm_sim_twists(sim)[i];
        tm_model_body(model, i, &info);
        const double c[3] = {info.mass.centre.x, info.mass.centre.y, info.mass.centre.z};
        double arm[3], v[3], w[3], spin[3] = {0.0}, own[3], orbit[3], r[3];
        turn(frame->rotation, 1.0, c, arm);
        cross(twist->angular, arm, v);
        turn(frame->rotation, -1.0, twist->angular, w);
        for (int a = 0; a < 3; a++) {
            v[a] += twist->linear[a];
            r[a] = frame->position[a] + arm[a];
            for (int b = 0; b < 3; b++) {
                spin[a] += info.mass.inertia[a][b] * w[b];
            }
            all.kinetic += 0.5 * info.mass.mass * v[a] * v[a] + 0.5 * w[a] * spin[a];
            all.weight -= info.mass.mass * world.gravity[a] * r[a];
            all.momentum[a] += info.mass.mass * v[a];
        }
        turn(frame->rotation, 1.0, spin, own);
        cross(r, v, orbit);
        for (int a = 0; a < 3; a++) {
            all.angular[a] += own[a] + info.mass.mass * orbit[a];
        }
    }
    return all;
}

void sim_point(tmTest *t, tmSim *sim, const char *feature, double point[3], double velocity[3]) {
    tmPointOn on;
    if (!CHECK(tm_model_find_feature(sim_model(sim), feature, &on))) {
        return;
    }
    const tmFrame *frame = &tm_sim_frames(sim)[on.body];
    const tmTwist *twist = &tm_sim_twists(sim)[on.body];
    double arm[3], turning[3];
    turn(frame->rotation, 1.0, on.point, arm);
    for (int i = 0; i < 3; i++) {
        point[i] = frame->position[i] + arm[i];
    }
    cross(twist->angular, arm, turning);
    for (int i = 0; i < 3 && velocity; i++) {
        velocity[i] = twist->linear[i] + turning[i];
    }
}

tmWrench sim_wrench(tmTest *t, tmSim *sim, const char *joint) {
    tmWrench wrench = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    CHECK_STATUS(tm_sim_joint_wrench(sim, tm_model_find_joint(sim_model(sim), joint), &wrench),
                 TM_OK);
    return wrench;
}

/* ---- Elliptic functions -------------------------------------------------------------------- */

double elliptic_k(double m) {
    double a = 1.0, b = sqrt(1.0 - m);
    while (fabs(a - b) > 1e-15 * a) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 0.5 * PI / a;
}

void elliptic(double u, double m, double *sn, double *cn, double *dn) {
    double a[32] = {1.0}, c[32] = {sqrt(m)}, b = sqrt(1.0 - m);
    int n = 0;
    u = remainder(u, 4.0 * elliptic_k(m)); /* else 2^n u loses digits */
    while (n < 31 && fabs(c[n]) > 1e-16) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
    }
    double phi = ldexp(a[n] * u, n);
    for (int i = n; i > 0; i--) {
        phi = 0.5 * (phi + asin(c[i] / a[i] * sin(phi)));
    }
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(1.0 - m * *sn * *sn);
}
