/* test_own_domain.c: a domain and a hinge from outside the core, by the public interface alone
 * ([HH] 3.6). The domain is heat: bodies have a heat capacity, joints conduct. Expected numbers by
 * hand. */
#include "test.h"

#include <math.h>
#include <string.h>

/* ---- Heat ---------------------------------------------------------------------------------- */

typedef struct Heat {
    double capacity;    /* [J/K] */
    double conductance; /* of all its joints [W/K] */
} Heat;

static const tmParameter heat_properties[] = {
    {"heat_capacity", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "J/kg", "none",
     "energy that warms a mass"},
    {"conductivity", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "", "0",
     "how well its joints conduct"}};

static const char *heat_of_body(void *user, const tmModel *model, int32_t body,
                                const double *properties, void *data) {
    Heat *heat = data;
    tmBodyInfo info;
    (void)user;
    if (isnan(properties[0])) {
        return NULL; /* a domain that is not stated is not modelled */
    }
    if (tm_model_body(model, body, &info) != TM_OK || !(info.mass.mass > 0.0)) {
        return "a body without mass has no heat capacity";
    }
    heat->capacity = properties[0] * info.mass.mass;
    heat->conductance = isnan(properties[1]) ? 0.0 : properties[1];
    return NULL;
}

/* Each body's conductance times its joints. */
static const char *heat_of_all(void *user, const tmModel *model, void *data) {
    Heat *heat = data;
    (void)user;
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        int32_t joints;
        tm_model_joints_of(model, i, &joints);
        heat[i].conductance *= joints;
    }
    return NULL;
}

static const tmDomainKind heat_domain = {.name = "heat",
                                         .help = "how bodies warm each other",
                                         .properties = heat_properties,
                                         .property_count = 2,
                                         .body_size = sizeof(Heat),
                                         .body = heat_of_body,
                                         .finish = heat_of_all};

/* ---- A hinge ------------------------------------------------------------------------------- */

/* A bead on a parabola: v = k u^2 for the first part's point in the axes of the second, z = 0. */
static void parabola_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                        const double near[2], tmRowAt *at) {
    (void)near, (void)twists; /* the second part stands still in this test, and so does the first */
    const tmFrame *a = &frames[row->a];
    double u = a->position[0], v = a->position[1], k = row->numbers[0];
    at->value = v - k * u * u;
    at->gradient[row->a].linear[0] = -2.0 * k * u;
    at->gradient[row->a].linear[1] = 1.0;
}

static void make_parabola(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    table->rows[0] = (tmRow){.kind = TM_ROW_OWN,
                             .unit = TM_ROW_LENGTH,
                             .a = (uint8_t)use->pairs[0][0].body,
                             .b = (uint8_t)use->pairs[0][1].body,
                             .function = parabola_at};
    table->rows[0].numbers[0] = use->arguments[0];
    table->row_count = 1;
}

static const tmParameter parabola_parameters[] = {
    {"curvature", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "", NULL, "half of it at the bottom"}};

static const tmHingeKind parabola = {.name = "bead_on_parabola",
                                     .help = "a bead on a bent wire",
                                     .parameters = parabola_parameters,
                                     .parameter_count = 1,
                                     .planar = "p",
                                     .spatial = "p",
                                     .make = make_parabola};

static const tmExtensions extensions = {
    .hinges = &parabola, .hinge_count = 1, .domains = &heat_domain, .domain_count = 1};

/* ---- Cases --------------------------------------------------------------------------------- */

static tmDocument *document_of(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = text;
    def.length = strlen(text);
    def.extensions = &extensions;
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    return document;
}

static tmModel *model_of_text(tmTest *t, const char *text) {
    tmModelDef def = tm_model_def_default();
    tmDocument *document = document_of(t, text);
    tmModel *model;
    if (!document ||
        !CHECK_STATUS(tm_model_create(&t->allocator, document, 0, &def, &model), TM_OK)) {
        return NULL;
    }
    DEFER(tm_model_destroy, model);
    return model;
}

#define BOX                                                                                        \
    "primitive box begin properties: (density: 2); geometry: cuboid(1, 1, 1); dynamics: ; end\n"

TEST(a_domain_from_outside_keeps_what_it_makes_of_each_body) {
    const tmModel *model = model_of_text(
        t, BOX "material iron begin heat_capacity: 450J/kg; end\n"
               "primitive bead begin properties: (material: iron, conductivity: 3);\n"
               "  geometry: cuboid(1, 1, 2); dynamics: (mass: 10kg); end\n"
               "world w begin components b: box; c: bead; d: box;\n"
               "  structure begin join c to b with pin matching (center center);\n"
               "    join c to world with bead_on_parabola(2) matching (center center); end\n"
               "  properties: (planar, heat_capacity: 100); end\n");
    REQUIRE(model);
    const Heat *heat = tm_model_domain(model, "heat", 1);
    REQUIRE(heat);
    CHECK_NEAR(heat[0].capacity, 200.0, 1e-10); /* the world's, for 2 kg */
    CHECK_NEAR(heat[1].capacity, 4500.0, 1e-10);
    CHECK(heat[1].conductance == 6.0 && heat[0].conductance == 0.0);
    CHECK(!tm_model_domain(model, "light", 1) && !tm_model_domain(model, "heat", 9));
    CHECK(tm_diags_count(tm_model_diags(model)) == 0);
}

TEST(its_problems_are_reported_with_their_place) {
    const tmModel *model =
        model_of_text(t, "primitive p begin properties: (heat_capacity: 1); end\n"
                         "world w begin components p: p; end\n");
    REQUIRE(model);
    const tmDiag *diag = tm_diags_at(tm_model_diags(model), 0);
    REQUIRE(diag);
    CHECK_TEXT(diag->message, "heat: a body without mass has no heat capacity");
    CHECK(diag->line == 1 && diag->column == 32 && diag->part_count == 1);
}

TEST(its_properties_are_checked_as_those_of_the_language) {
    const tmDocument *document =
        document_of(t, "primitive p begin properties: (heat_capacity: 1m); end\n"
                       "primitive q begin properties: (heat_capacty: 1); end\n"
                       "primitive r begin properties: (heat_capacity: -1); end\n");
    REQUIRE(document);
    const tmDiags *diags = tm_document_diags(document);
    CHECK(tm_diags_total(diags, TM_ERROR) == 3);
    REQUIRE(tm_diags_count(diags) >= 3);
    CHECK(tm_diags_at(diags, 0)->line == 1 && tm_diags_at(diags, 2)->line == 3);
    CHECK_TEXT(tm_diags_at(diags, 1)->hint, "did you mean 'heat_capacity'?");
}

TEST(the_hinge_from_outside_is_closed_when_parts_are_assembled) {
    const tmModel *model = model_of_text(
        t, BOX "world w begin components b: box; structure begin\n"
               "  join b to world with bead_on_parabola(curvature: 2) matching (center center);\n"
               "  place b by center at (0.5, 1); end properties: (planar); end\n");
    tmAssembly *assembly;
    REQUIRE(model);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    CHECK(tm_assembly_info(assembly)->outcome == TM_ASSEMBLY_CLOSED);
    /* It cannot stay at (0.5, 1), and goes to the nearest point of the wire. */
    const double *at = tm_assembly_frames(assembly)[1].position;
    CHECK_NEAR(at[1], 2.0 * at[0] * at[0], 1e-11);
    CHECK(fabs(at[0] - 0.5) < 0.2 && fabs(at[1] - 1.0) < 0.5);
}

TEST(domains_that_are_none_are_refused) {
    tmDocumentDef def = tm_document_def_default();
    tmDomainKind kinds[2] = {heat_domain, heat_domain};
    tmExtensions own = {.domains = kinds, .domain_count = 2};
    tmDocument *document;
    def.extensions = &own;
    /* The same property in two. */
    CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_ERR_ARGUMENT);
    own.domain_count = 1;
    kinds[0].body = NULL;
    CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_ERR_ARGUMENT);
    kinds[0] = heat_domain;
    tmParameter taken = heat_properties[0];
    taken.name = "density";
    kinds[0].properties = &taken;
    kinds[0].property_count = 1;
    CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(a_domain_from_outside_keeps_what_it_makes_of_each_body),
          CASE(its_problems_are_reported_with_their_place),
          CASE(its_properties_are_checked_as_those_of_the_language),
          CASE(the_hinge_from_outside_is_closed_when_parts_are_assembled),
          CASE(domains_that_are_none_are_refused))
