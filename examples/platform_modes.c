/* platform_modes.c FILE: a triangle with its corners on three circles can be put together in up to
 * six ways. This one has six; they go into FILE as an SVG picture, and their angles to the
 * terminal.
 */
#include <math.h>
#include <stdio.h>
#include <trammel/trammel.h>

static const double centres[3][2] = {{0, 0}, {6, 0}, {6, 3}};
static const double corners[3][2] = {{0, 0}, {6, 0}, {0, 4}};
static const double radii[3] = {5, 7, 6};

static void write_file(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

static tmStatus build(tmMechanism *m) {
    tmBodyDef plate = tm_body_def_default();
    tmBodyId bodies[2] = {tm_mechanism_ground(m)};
    plate.name = "plate";
    tmStatus status = tm_body_add(m, &plate, &bodies[1]);
    for (int i = 0; i < 3 && status == TM_OK; i++) {
        tmJointDef joint = tm_joint_def_default();
        joint.kind = TM_JOINT_ON_CIRCLE;
        joint.value = radii[i];
        for (int end = 0; end < 2 && status == TM_OK; end++) {
            tmFeatureDef point = tm_feature_def_default();
            point.body = bodies[end];
            point.x = end ? corners[i][0] : centres[i][0];
            point.y = end ? corners[i][1] : centres[i][1];
            status = tm_feature_add(m, &point, &joint.features[end]);
        }
        tmJointId made;
        status = status == TM_OK ? tm_joint_add(m, &joint, &made) : status;
    }
    return status;
}

int main(int argc, char **argv) {
    tmMechanism *m = NULL;
    tmPlan *plan = NULL;
    tmModes *modes = NULL;
    tmPlanDef no_inputs = tm_plan_def_default();
    tmStatus status = tm_mechanism_create(NULL, &m);
    status = status == TM_OK ? build(m) : status;
    status = status == TM_OK ? tm_plan_create(m, &no_inputs, &plan) : status;
    status = status == TM_OK ? tm_modes_create(plan, NULL, NULL, &modes) : status;
    for (int32_t i = 0; i < tm_modes_count(modes); i++) {
        const tmPose *plate = &tm_modes_poses(modes, i)[1];
        printf("%d: %.6f %.6f, %.4f degrees\n", i + 1, plate->x, plate->y,
               atan2(plate->s, plate->c) * 57.29577951308232);
    }
    FILE *file = status == TM_OK && argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (file) {
        tmSceneDef def = tm_scene_def_default();
        def.title = "Six assemblies of one triangle on three circles";
        def.columns = 3;
        def.labels = false;
        def.traces = false;
        def.frames = tm_modes_count(modes);
        status = tm_scene_draw_mechanism(NULL, m, tm_modes_poses(modes, 0), tm_modes_count(modes),
                                         &def, write_file, file);
        status = fclose(file) == 0 ? status : TM_ERR_LIMIT;
    }
    if (status != TM_OK || (argc > 1 && !file)) {
        fprintf(stderr, "platform_modes: %s\n",
                status != TM_OK ? tm_status_message(status) : "the file cannot be written");
    }
    tm_modes_destroy(modes);
    tm_plan_destroy(plan);
    tm_mechanism_destroy(m);
    return status != TM_OK || (argc > 1 && !file);
}
