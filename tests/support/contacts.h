/* contacts.h: convex pieces in the plane for the tests of contact, and an oracle of their
 * separation that shares nothing with the library: the hull of all differences of corners, in long
 * double. */
#ifndef TM_TEST_CONTACTS_H
#define TM_TEST_CONTACTS_H

#include "analyse/contact/pair/pair.h"
#include "test.h"

#define CONTACT_CORNERS 40

/* A piece and all that it needs. It points into itself, so it is not to be copied. */
typedef struct contactPiece {
    tmVec3 outline[CONTACT_CORNERS];
    tmPiece piece;
    double memory[8 * CONTACT_CORNERS];
    tmFrame frame;
    tmiContactPiece placed;
} contactPiece;

/* Corners as x, y after each other. */
void make_contact_piece(contactPiece *p, const double *corners, int32_t count, double radius);
void make_contact_box(contactPiece *p, double width, double height, double radius);
void make_contact_disc(contactPiece *p, double radius);
void make_contact_capsule(contactPiece *p, double length, double radius);

/* 3 … 12 corners on an ellipse of this size, whose other axis is `flatness` times as long. */
void make_contact_random(contactPiece *p, uint64_t *seed, double size, double flatness,
                         double radius);

/* The same piece `scale` times as large. */
void make_contact_scaled(contactPiece *p, const contactPiece *from, double scale);

tmFrame contact_frame(double x, double y, double angle);
void put_contact_piece(contactPiece *p, double x, double y, double angle);

/* Two random pieces near each other: polygons, capsules, a third of the first ones sharp. */
void make_contact_pair(uint64_t *seed, int round, contactPiece *a, contactPiece *b);

/* Magnitude of coordinates, of which rounding errors are a part. */
double contact_reach(const contactPiece *a, const contactPiece *b);

/* What the separation should be: with radii the distance of the hull from the origin less the
 * radii; without, the largest distance of the origin from the hull's lines; inside the same. */
double contact_oracle(const contactPiece *a, const contactPiece *b);

#endif
