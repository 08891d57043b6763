/* printed.c: printed motion equations read back, and solved by a plain elimination of its own. */
#include "printed.h"

#include "analyse/dynamics/print/print.h"
#include "models.h"
#include "page.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bodies of the worlds here, with the ground. */
#define BODIES_MAX 8

static Printed *make(tmTest *t) {
    Printed *p = test_memory(t, 1, sizeof *p);
    for (int32_t i = 0; i < PRINTED_MAX; i++) {
        p->x[i] = NAN;
    }
    p->residual = NAN;
    return p;
}

int32_t printed_unknown(const Printed *p, const char *name) {
    for (int32_t i = 0; i < p->unknown_count; i++) {
        if (strcmp(p->names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Its number; a new one where it has none yet. */
static int32_t unknown_of(tmTest *t, Printed *p, const char *name) {
    int32_t i = printed_unknown(p, name);
    if (i < 0 && CHECK(p->unknown_count < PRINTED_MAX && strlen(name) < sizeof p->names[0])) {
        i = p->unknown_count++;
        strcpy(p->names[i], name);
    }
    return i < 0 ? 0 : i;
}

double printed_value(const Printed *p, const char *name) {
    int32_t i = printed_unknown(p, name);
    return i < 0 ? NAN : p->x[i];
}

double printed_coefficient(const Printed *p, int32_t equation, const char *name) {
    int32_t i = printed_unknown(p, name);
    return i < 0 || equation >= p->equation_count ? 0.0 : p->a[equation][i];
}

/* "1.0 x2 + -0.5 w3 = 1.25" */
static bool read_equation(tmTest *t, Printed *p, const char *line) {
    int32_t e = p->equation_count++;
    char *at = (char *)(uintptr_t)line;
    if (!CHECK(e < PRINTED_MAX)) {
        return false;
    }
    for (;;) {
        char name[16];
        int used = 0;
        double number = strtod(at, &at);
        if (sscanf(at, " %15[a-z0-9_]%n", name, &used) == 1) {
            p->a[e][unknown_of(t, p, name)] += number;
            at += used;
        } else if (!CHECK(number == 0.0 && strncmp(at, " = ", 3) == 0)) {
            return false;
        }
        if (strncmp(at, " = ", 3) == 0) {
            p->b[e] = strtod(at + 3, &at);
            return CHECK(*at == '\n' || *at == '\0');
        }
        if (!CHECK(strncmp(at, " + ", 3) == 0)) {
            return false;
        }
        at += 3;
    }
}

Printed *printed_read(tmTest *t, const char *text) {
    Printed *p = make(t);
    for (const char *line = text; line && *line;) {
        char name[16];
        double number;
        if ((*line >= '0' && *line <= '9') || *line == '-') {
            if (!read_equation(t, p, line)) {
                return NULL;
            }
        } else if (sscanf(line, "%15[a-z0-9_] = %lf", name, &number) == 2) {
            p->x[unknown_of(t, p, name)] = number;
        } else {
            sscanf(line, "largest residual, relative to the largest term: %lf", &p->residual);
        }
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return p;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static double number_of(tmTest *t, const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return CHECK(cJSON_IsNumber(item)) ? item->valuedouble : NAN;
}

static const char *text_of(tmTest *t, const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return CHECK(cJSON_IsString(item)) ? item->valuestring : "";
}

Printed *printed_read_json(tmTest *t, const char *text) {
    Printed *p = make(t);
    cJSON *whole = cJSON_Parse(text);
    if (!CHECK(whole != NULL)) {
        return NULL;
    }
    const cJSON *item, *term;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(whole, "unknowns")) {
        p->x[unknown_of(t, p, text_of(t, item, "name"))] = number_of(t, item, "value");
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(whole, "equations")) {
        int32_t e = p->equation_count++;
        if (!CHECK(e < PRINTED_MAX)) {
            break;
        }
        p->b[e] = number_of(t, item, "right");
        cJSON_ArrayForEach(term, cJSON_GetObjectItemCaseSensitive(item, "terms")) {
            p->a[e][unknown_of(t, p, text_of(t, term, "unknown"))] +=
                number_of(t, term, "coefficient");
        }
    }
    p->residual = number_of(t, whole, "residual");
    cJSON_Delete(whole);
    return p;
}

/* ---- Solving ------------------------------------------------------------------------------- */

/* Exchanges rows so that the largest entry of column k is on the diagonal; false where all are 0.
 */
static bool exchange(double a[PRINTED_MAX][PRINTED_MAX + 1], int32_t n, int32_t k) {
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
        best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
    }
    for (int32_t j = 0; j <= n; j++) {
        double kept = a[k][j];
        a[k][j] = a[best][j];
        a[best][j] = kept;
    }
    return fabs(a[k][k]) > 1e-12;
}

bool printed_solve(const Printed *p, double *x) {
    static double a[PRINTED_MAX][PRINTED_MAX + 1];
    int32_t n = p->unknown_count;
    if (p->equation_count != n) {
        return false;
    }
    for (int32_t i = 0; i < n; i++) {
        memcpy(a[i], p->a[i], sizeof p->a[i]);
        a[i][n] = p->b[i];
    }
    for (int32_t k = 0; k < n; k++) {
        if (!exchange(a, n, k)) {
            return false;
        }
        for (int32_t i = k + 1; i < n; i++) {
            double factor = a[i][k] / a[k][k];
            for (int32_t j = k; j <= n; j++) {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        x[k] = a[k][n];
        for (int32_t j = k + 1; j < n; j++) {
            x[k] -= a[k][j] * x[j];
        }
        x[k] /= a[k][k];
    }
    return true;
}

void printed_check_solution(tmTest *t, const Printed *p, double tolerance) {
    double x[PRINTED_MAX], max = 0.0;
    CHECK(p->equation_count == p->unknown_count);
    if (!CHECK(printed_solve(p, x))) {
        return;
    }
    for (int32_t i = 0; i < p->unknown_count; i++) {
        max = fabs(x[i]) > max ? fabs(x[i]) : max;
    }
    for (int32_t i = 0; i < p->unknown_count; i++) {
        if (!CHECK_NEAR(p->x[i], x[i], tolerance * max)) {
            CHECK_TEXT(p->names[i], "");
        }
    }
}

void printed_check_terms(tmTest *t, const Printed *p, double tolerance) {
    double max = 0.0, worst = 0.0;
    for (int32_t e = 0; e < p->equation_count; e++) {
        double sum = -p->b[e];
        for (int32_t i = 0; i < p->unknown_count; i++) {
            double term = p->a[e][i] == 0.0 ? 0.0 : p->a[e][i] * p->x[i];
            sum += term;
            max = fabs(term) > max ? fabs(term) : max;
        }
        worst = !(fabs(sum) <= worst) ? fabs(sum) : worst;
    }
    CHECK_NEAR(worst, 0.0, tolerance * max);
}

/* ---- Worlds -------------------------------------------------------------------------------- */

World *printed_world(tmTest *t, const char *text, const tmiDriveDef *drive,
                     const tmiLimitDef *limit) {
    bool led[BODIES_MAX] = {false};
    if (drive) {
        led[drive->bodies[0]] = true;
    }
    tmiSystemDef def = {.drives = drive,
                        .drive_count = drive ? 1 : 0,
                        .limits = limit,
                        .limit_count = limit ? 1 : 0,
                        .led = led};
    return world_with(t, text, &def);
}

void printed_give(World *w, double a, double b, double c) {
    const tmiSystem *s = w->s;
    const tmiConstraint *constraint = &s->constraints[s->joint_constraints];
    const double values[3] = {a, b, c};
    for (int32_t k = 0; k < constraint->row_count; k++) {
        s->given[constraint->first + k][2] = values[k];
    }
}

const char *printed_write(tmTest *t, World *w, const tmEquationsDef *def) {
    Page *page = test_memory(t, 1, sizeof *page);
    if (!world_solve(t, w) ||
        !CHECK_STATUS(tmi_equations_write(w->s, 1.52, def, page_take, page), TM_OK)) {
        return NULL;
    }
    return page->text;
}

Printed *printed_solve_world(tmTest *t, World *w) {
    tmEquationsDef def = tm_equations_def_default();
    def.digits = 17;
    const char *text = printed_write(t, w, &def);
    Printed *p = text ? printed_read(t, text) : NULL;
    if (p) {
        printed_check_solution(t, p, 1e-11);
        CHECK(p->residual < 1e-13);
    }
    return p;
}

tmiDriveDef printed_drive(int32_t body, bool planar) {
    tmiDriveDef drive = {.level = 2, .body_count = 2, .bodies = {body, 0}};
    drive.row_count = planar ? 2 : 3;
    for (int32_t k = 0; k < drive.row_count; k++) {
        drive.rows[k] = (tmRow){.kind = TM_ROW_PLANE, .unit = TM_ROW_LENGTH, .a = 0, .b = 1};
        drive.rows[k].normal[k] = 1.0;
    }
    return drive;
}

bool printed_drive_of_joint(tmTest *t, const char *text, int32_t joint, tmiDriveDef *drive) {
    tmJointInfo info;
    tmModel *model = model_of(t, text);
    if (!model || !CHECK_STATUS(tm_model_joint(model, joint, &info), TM_OK)) {
        return false;
    }
    *drive = (tmiDriveDef){.level = 2, .body_count = info.body_count, .row_count = 1};
    drive->rows[0] = info.coordinates[0];
    memcpy(drive->bodies, info.bodies, (size_t)info.body_count * sizeof *info.bodies);
    return true;
}
