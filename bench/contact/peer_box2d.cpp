/* peer_box2d.cpp: Box2D 2.4, single precision, with 8 rounds for velocities and 3 for positions, as
 * its manual suggests. Bodies that are fast at the start are `bullets`: continuous against others
 * that move, too. Nothing sleeps. It is made for bodies of 0.1 m to 10 m, with sides of at least
 * 5 mm: lengths of scenes with smaller ones are multiplied, as its manual says. */
#include "peer.h"

#include <box2d/box2d.h>
#include <cmath>
#include <vector>

namespace {

const int velocity_rounds = 8;
const int position_rounds = 3;
const double smallest = 0.1;   /* body [m] */
const double shortest = 0.005; /* side that it tells from none [m] */

/* What lengths are multiplied by. */
double scale_of(const conScene *scene) {
    double scale = std::fmax(1, smallest / con_smallest(scene));
    for (int i = 0; i < scene->body_count; i++) {
        for (int k = 0; k < scene->bodies[i].piece_count; k++) {
            const conPiece &p = scene->bodies[i].pieces[k];
            for (int c = 0; c < p.count && p.count > 1; c++) {
                const double *a = p.corners[c];
                const double *b = p.corners[(c + 1) % p.count];
                scale = std::fmax(scale, shortest / std::hypot(a[0] - b[0], a[1] - b[1]));
            }
        }
    }
    return scale;
}

struct Box2dRun {
    const conScene *scene;
    double scale; /* its lengths over those of the scene */
    b2World world;
    std::vector<b2Body *> bodies;

    explicit Box2dRun(const conScene *s)
        : scene(s), scale(scale_of(s)), world(vector_of(s->gravity[0], s->gravity[1])) {
    }
    b2Vec2 vector_of(double x, double y) const {
        return b2Vec2((float)(scale * x), (float)(scale * y));
    }
};

/* A polygon with more corners than Box2D takes is cut like a fan. */
void add_polygon(const Box2dRun &run, b2Body *body, const conPiece &piece, b2FixtureDef &def) {
    for (int first = 1; first < piece.count - 1; first += b2_maxPolygonVertices - 2) {
        b2PolygonShape polygon;
        b2Vec2 points[b2_maxPolygonVertices];
        int count = 0;
        points[count++] = run.vector_of(piece.corners[0][0], piece.corners[0][1]);
        for (int i = first; i < piece.count && count < b2_maxPolygonVertices; i++) {
            points[count++] = run.vector_of(piece.corners[i][0], piece.corners[i][1]);
        }
        polygon.Set(points, count);
        def.shape = &polygon;
        body->CreateFixture(&def);
    }
}

void add_piece(const Box2dRun &run, b2Body *body, const conPiece &piece) {
    b2FixtureDef def;
    b2CircleShape circle;
    def.density = 1;
    def.friction = (float)run.scene->friction;
    def.restitution = 0;
    if (piece.count == 1) {
        circle.m_radius = (float)(run.scale * piece.radius);
        circle.m_p = run.vector_of(piece.corners[0][0], piece.corners[0][1]);
        def.shape = &circle;
    } else {
        add_polygon(run, body, piece, def);
        return;
    }
    body->CreateFixture(&def);
}

void add_body(Box2dRun &run, const conBody &b) {
    b2BodyDef def;
    def.type = b.is_fixed ? b2_staticBody : b.is_driven ? b2_kinematicBody : b2_dynamicBody;
    def.position = run.vector_of(b.start.x, b.start.y);
    def.angle = (float)b.start.angle;
    def.linearVelocity = run.vector_of(b.start.vx, b.start.vy);
    def.angularVelocity = (float)b.start.spin;
    double tip = std::hypot(b.start.vx, b.start.vy) + 0.5 * std::fabs(b.start.spin) * b.size;
    def.bullet = tip * run.scene->step > 0.5 * b.size;
    def.allowSleep = false;
    b2Body *body = run.world.CreateBody(&def);
    for (int i = 0; i < b.piece_count; i++) {
        add_piece(run, body, b.pieces[i]);
    }
    if (def.type == b2_dynamicBody) {
        double inertia = run.scale * run.scale * b.inertia;
        b2MassData mass = {(float)b.mass, b2Vec2(0, 0), (float)inertia};
        body->SetMassData(&mass);
    }
    if (b.is_pinned && !b.is_driven) {
        b2BodyDef none;
        b2RevoluteJointDef pin;
        pin.Initialize(run.world.CreateBody(&none), body, def.position);
        run.world.CreateJoint(&pin);
    }
    run.bodies.push_back(body);
}

void *create(const conPeer *, const conScene *scene) {
    Box2dRun *run = new Box2dRun(scene);
    for (int i = 0; i < scene->body_count; i++) {
        add_body(*run, scene->bodies[i]);
    }
    return run;
}

void step(void *context) {
    Box2dRun *run = static_cast<Box2dRun *>(context);
    run->world.Step((float)run->scene->step, velocity_rounds, position_rounds);
}

void states(void *context, conState *states) {
    Box2dRun *run = static_cast<Box2dRun *>(context);
    for (b2Body *body : run->bodies) {
        const b2Vec2 &at = body->GetWorldCenter();
        const b2Vec2 &velocity = body->GetLinearVelocity();
        *states++ = {at.x / run->scale,       at.y / run->scale,       body->GetAngle(),
                     velocity.x / run->scale, velocity.y / run->scale, body->GetAngularVelocity()};
    }
}

void destroy(void *context) {
    delete static_cast<Box2dRun *>(context);
}

} // namespace

extern "C" const conPeer *con_peers_box2d(int *count) {
    static const conPeer peer = {
        "box2d " CON_BOX2D_VERSION, nullptr, create, step, states, destroy};
    *count = 1;
    return &peer;
}
