/* shape_pictures.c FOLDER: the pictures of docs/geometry-and-hinges.md: one shape of each kind, as
 * a solid. Prints what each weighs in steel. */
#include <math.h>
#include <stdio.h>
#include <trammel/trammel.h>

#define PI 3.1415926535897932
#define MM 0.001

/* Lift of the cam: a smooth rise and return over half a turn. */
static double lift(void *user, double angle) {
    (void)user;
    double part = angle / PI;
    return part < 1.0 ? 12 * MM * 0.5 * (1.0 - cos(2.0 * PI * part)) : 0.0;
}

static const tmVec3 plate[3] = {{0, 0, 0}, {60 * MM, 0, 0}, {20 * MM, 35 * MM, 0}};
static const tmVec3 pins[4] = {
    {0, 0, 0}, {35 * MM, 6 * MM, 0}, {70 * MM, 0, 0}, {52 * MM, 30 * MM, 0}};
static const tmVec3 outline[8] = {
    {-30 * MM, -20 * MM, 0}, {30 * MM, -20 * MM, 0}, {30 * MM, 0, 0},       {10 * MM, 0, 0},
    {10 * MM, 20 * MM, 0},   {-10 * MM, 20 * MM, 0}, {-30 * MM, 5 * MM, 0}, {-30 * MM, 0, 0}};
static const tmVec3 hole[4] = {
    {-20 * MM, -14 * MM, 0}, {-8 * MM, -14 * MM, 0}, {-8 * MM, -2 * MM, 0}, {-20 * MM, -2 * MM, 0}};
static const int32_t holes[1] = {4};
static const tmVec3 corners[7] = {{0, 0, 0},
                                  {40 * MM, 0, 0},
                                  {40 * MM, 30 * MM, 0},
                                  {0, 30 * MM, 0},
                                  {10 * MM, 5 * MM, 25 * MM},
                                  {30 * MM, 5 * MM, 25 * MM},
                                  {20 * MM, 22 * MM, 32 * MM}};
/* A roof, as a file would have it: faces of triangles, counter-clockwise from outside. */
static const tmVec3 roof[6] = {{0, 0, 0},
                               {50 * MM, 0, 0},
                               {50 * MM, 30 * MM, 0},
                               {0, 30 * MM, 0},
                               {10 * MM, 15 * MM, 25 * MM},
                               {40 * MM, 15 * MM, 25 * MM}};
static const int32_t roof_triangles[24] = {0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4,
                                           1, 2, 5, 2, 3, 4, 2, 4, 5, 3, 0, 4};

static tmShapeDef def_of(tmShapeKind kind, double a, double b, double c) {
    tmShapeDef def = tm_shape_def_default();
    def.kind = kind;
    def.size[0] = a;
    def.size[1] = b;
    def.size[2] = c;
    return def;
}

static void write_file(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

static tmStatus draw(const char *folder, const tmShapeDef *def) {
    tmShapeViewDef view = tm_shape_view_def_default();
    const char *name = tm_shape_kind_name(def->kind);
    tmShape *shape;
    tmMass mass;
    char path[1024];
    tmStatus status = tm_shape_create(NULL, def, NULL, &shape);
    snprintf(path, sizeof path, "%s/shape-%s.svg", folder, name);
    FILE *file = status == TM_OK ? fopen(path, "wb") : NULL;
    view.title = name;
    view.tolerance = 0.05 * MM;
    if (status == TM_OK && !file) {
        status = TM_ERR_LIMIT;
    }
    if (status == TM_OK) {
        status = tm_shape_draw(NULL, shape, &view, write_file, file);
        status = fclose(file) == 0 ? status : TM_ERR_LIMIT;
    }
    if (status == TM_OK && tm_shape_mass(shape, 7850.0, &mass) == TM_OK) {
        printf("%-9s %7.2f cm3 %7.2f g\n", name, mass.volume * 1e6, mass.mass * 1e3);
    }
    tm_shape_destroy(shape);
    return status;
}

/* A hammer: head and handle. */
static tmShapeDef hammer(tmShapePiece pieces[2]) {
    tmShapeDef def = def_of(TM_SHAPE_UNION, 0, 0, 0);
    pieces[0] = tm_shape_piece_default();
    pieces[0].shape = def_of(TM_SHAPE_CUBOID, 60 * MM, 20 * MM, 20 * MM);
    pieces[1] = tm_shape_piece_default();
    pieces[1].shape = def_of(TM_SHAPE_CYLINDER, 6 * MM, 80 * MM, 0);
    pieces[1].pose.position.z = -50 * MM;
    pieces[1].density = 700.0;
    def.pieces = pieces;
    def.piece_count = 2;
    return def;
}

int main(int argc, char **argv) {
    tmShapePiece pieces[2];
    tmShapeDef defs[14] = {
        def_of(TM_SHAPE_CUBOID, 50 * MM, 30 * MM, 20 * MM),
        def_of(TM_SHAPE_SPHERE, 20 * MM, 0, 0),
        def_of(TM_SHAPE_CYLINDER, 15 * MM, 40 * MM, 0),
        def_of(TM_SHAPE_CAPSULE, 10 * MM, 30 * MM, 0),
        def_of(TM_SHAPE_CONE, 20 * MM, 35 * MM, 8 * MM),
        def_of(TM_SHAPE_BAR, 60 * MM, 16 * MM, 6 * MM),
        def_of(TM_SHAPE_PLATE, 16 * MM, 6 * MM, 0),
        def_of(TM_SHAPE_LINK, 16 * MM, 6 * MM, 0),
        def_of(TM_SHAPE_GEAR, 18, 3 * MM, 12 * MM),
        def_of(TM_SHAPE_CAM, 20 * MM, 10 * MM, 0),
        def_of(TM_SHAPE_PRISM, 12 * MM, 0, 0),
        def_of(TM_SHAPE_HULL, 0, 0, 0),
        def_of(TM_SHAPE_MESH, 0, 0, 0),
        hammer(pieces),
    };
    if (argc != 2) {
        fprintf(stderr, "use: shape_pictures FOLDER\n");
        return 2;
    }
    defs[6].points = plate;
    defs[6].point_count = 3;
    defs[7].points = pins;
    defs[7].point_count = 4;
    defs[8].size[4] = 16 * MM;
    defs[9].lift = lift;
    defs[10].points = outline;
    defs[10].point_count = 8;
    defs[10].hole_points = hole;
    defs[10].holes = holes;
    defs[10].hole_count = 1;
    defs[11].points = corners;
    defs[11].point_count = 7;
    defs[12].points = roof;
    defs[12].point_count = 6;
    defs[12].triangles = roof_triangles;
    defs[12].triangle_count = 8;
    tmStatus status = TM_OK;
    for (int i = 0; i < 14 && status == TM_OK; i++) {
        status = draw(argv[1], &defs[i]);
    }
    if (status != TM_OK) {
        fprintf(stderr, "shape_pictures: %s\n",
                status == TM_ERR_LIMIT ? "a picture cannot be written" : tm_status_message(status));
    }
    return status != TM_OK;
}
