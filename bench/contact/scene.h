/* scene.h: the scenes of bench_contact as every engine gets them: bodies with mass, convex pieces,
 * pose and motion at the start. They are read from the model of a text, bench/contact/scenes.tml or
 * an example, so that a scene is stated once. All is planar; positions are those of centres of
 * mass. */
#ifndef CON_SCENE_H
#define CON_SCENE_H

#include "trammel/trammel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a body is and how it moves. */
typedef struct conState {
    double x, y, angle;  /* of the centre of mass [m, rad] */
    double vx, vy, spin; /* [m/s, rad/s] */
} conState;

/* A convex polygon, counter-clockwise, in the axes of its body from its centre of mass, grown by a
 * radius. One corner: a disc. */
typedef struct conPiece {
    int count;
    double (*corners)[2]; /* [m] */
    double radius;        /* [m] */
} conPiece;

/* A rectangle. */
typedef struct conBox {
    double centre[2]; /* [m] */
    double half[2];   /* half lengths of its sides [m] */
    double angle;     /* [rad] */
} conBox;

typedef struct conBody {
    char name[40];
    bool is_fixed;
    bool is_pinned;   /* to the world, at its centre of mass */
    bool is_driven;   /* besides: it turns with the speed of the start, whatever touches it */
    double mass;      /* [kg] */
    double inertia;   /* about the centre of mass [kg m^2] */
    double centre[2]; /* the centre of mass in the model's body axes [m] */
    double size;      /* largest distance between two points [m] */
    double reach;     /* largest distance of a point from the centre of mass [m] */
    conState start;
    int number; /* in the model */
    int piece_count;
    conPiece *pieces;
} conBody;

typedef struct conScene {
    const char *name;
    double step;       /* [s] */
    int steps;         /* up to the end */
    double gravity[2]; /* [m/s^2] */
    double friction;   /* of any two bodies [1] */
    int body_count;
    conBody *bodies;
    tmDocument *document;
    tmModel *model;
    tmAssembly *assembly;
} conScene;

/* Makes a scene of `world` ("stack(10)") in a file, read from the project's root. Ends the program
 * where something is wrong. */
conScene *con_scene_create(const char *name, const char *file, const char *world, double step,
                           int steps);
void con_scene_destroy(conScene *scene);

/* Returns whether the piece is a rectangle, and which. */
bool con_piece_box(const conPiece *piece, conBox *box);

/* The size of the smallest body that moves [m]. */
double con_smallest(const conScene *scene);

/* Ends the program with a message unless `holds`. */
void con_need(bool holds, const char *what);

#ifdef __cplusplus
}
#endif

#endif
