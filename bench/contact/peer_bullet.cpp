/* peer_bullet.cpp: Bullet in double precision: rigid bodies in a btDiscreteDynamicsWorld with its
 * default of 10 rounds of sequential impulses. Bodies are held in the plane by their linear and
 * angular factors, as its manual says. Rectangles are boxes, discs spheres, other pieces hulls that
 * are shrunk by the margin that Bullet grows them by; all are 1 m thick. Continuous collisions are
 * on for bodies that are fast at the start. Nothing sleeps. */
#include "peer.h"

#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <memory>
#include <vector>

namespace {

const double depth = 0.5;        /* half of it [m] */
const double margin_most = 0.04; /* [m]; the default … */
const double margin_part = 0.02; /* … or of a hull's size, where that is less */
const double sphere_part = 0.2;  /* radius of the sphere that is swept, of the body's size */

struct BulletRun {
    const conScene *scene;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    explicit BulletRun(const conScene *s)
        : scene(s), dispatcher(&configuration),
          world(&dispatcher, &broadphase, &solver, &configuration) {
    }
    ~BulletRun() {
        for (auto &body : bodies) {
            world.removeRigidBody(body.get());
        }
    }
};

btTransform pose(double x, double y, double angle) {
    return btTransform(btQuaternion(btVector3(0, 0, 1), angle), btVector3(x, y, 0));
}

/* The corner where the two sides next to it meet when they are moved inwards. */
btVector3 shrunk_corner(const conPiece &p, int i, double margin) {
    const double *before = p.corners[(i + p.count - 1) % p.count];
    const double *at = p.corners[i];
    const double *after = p.corners[(i + 1) % p.count];
    btVector3 a(at[0] - before[0], at[1] - before[1], 0);
    btVector3 b(after[0] - at[0], after[1] - at[1], 0);
    a.normalize();
    b.normalize();
    btVector3 n(-a.y() - b.y(), a.x() + b.x(), 0);
    return btVector3(at[0], at[1], 0) + n * (margin / (1 + a.dot(b)));
}

btCollisionShape *hull_of(const conPiece &piece, double size) {
    btConvexHullShape *hull = new btConvexHullShape;
    double margin = std::fmin(margin_most, margin_part * size);
    for (int i = 0; i < piece.count; i++) {
        for (int side = -1; side < 2; side += 2) {
            btVector3 at = shrunk_corner(piece, i, margin);
            at.setZ(side * (depth - margin));
            hull->addPoint(at, false);
        }
    }
    hull->recalcLocalAabb();
    hull->setMargin(margin);
    return hull;
}

btCollisionShape *piece_shape(const conPiece &piece, double size, btTransform &at) {
    conBox box;
    at = pose(0, 0, 0);
    if (piece.count == 1) {
        at = pose(piece.corners[0][0], piece.corners[0][1], 0);
        return new btSphereShape(piece.radius);
    }
    if (con_piece_box(&piece, &box)) {
        at = pose(box.centre[0], box.centre[1], box.angle);
        return new btBoxShape(btVector3(box.half[0], box.half[1], depth));
    }
    return hull_of(piece, size);
}

btCollisionShape *body_shape(BulletRun &run, const conBody &b) {
    btTransform at;
    if (b.piece_count == 1) {
        btCollisionShape *shape = piece_shape(b.pieces[0], b.size, at);
        run.shapes.emplace_back(shape);
        if (at.getOrigin().length() == 0 && at.getRotation().getAngle() == 0) {
            return shape;
        }
        btCompoundShape *whole = new btCompoundShape;
        whole->addChildShape(at, shape);
        run.shapes.emplace_back(whole);
        return whole;
    }
    btCompoundShape *whole = new btCompoundShape;
    for (int i = 0; i < b.piece_count; i++) {
        btCollisionShape *shape = piece_shape(b.pieces[i], b.size, at);
        run.shapes.emplace_back(shape);
        whole->addChildShape(at, shape);
    }
    run.shapes.emplace_back(whole);
    return whole;
}

void add_body(BulletRun &run, const conBody &b) {
    btScalar mass = b.is_fixed ? 0 : b.mass;
    btVector3 inertia(b.inertia, b.inertia, b.inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, body_shape(run, b), inertia);
    info.m_startWorldTransform = pose(b.start.x, b.start.y, b.start.angle);
    info.m_friction = std::sqrt(run.scene->friction); /* of a pair: the product */
    info.m_restitution = 0;
    btRigidBody *body = new btRigidBody(info);
    run.bodies.emplace_back(body);
    body->setLinearFactor(b.is_pinned ? btVector3(0, 0, 0) : btVector3(1, 1, 0));
    body->setAngularFactor(btVector3(0, 0, b.is_driven ? 0 : 1));
    body->setLinearVelocity(btVector3(b.start.vx, b.start.vy, 0));
    body->setAngularVelocity(btVector3(0, 0, b.start.spin));
    body->setActivationState(DISABLE_DEACTIVATION);
    double tip = std::hypot(b.start.vx, b.start.vy) + 0.5 * std::fabs(b.start.spin) * b.size;
    if (tip * run.scene->step > 0.5 * b.size) {
        body->setCcdMotionThreshold(0.5 * sphere_part * b.size);
        body->setCcdSweptSphereRadius(sphere_part * b.size);
    }
    run.world.addRigidBody(body);
}

void *create(const conPeer *, const conScene *scene) {
    BulletRun *run = new BulletRun(scene);
    run->world.setGravity(btVector3(scene->gravity[0], scene->gravity[1], 0));
    for (int i = 0; i < scene->body_count; i++) {
        add_body(*run, scene->bodies[i]);
    }
    return run;
}

void step(void *context) {
    BulletRun *run = static_cast<BulletRun *>(context);
    run->world.stepSimulation(run->scene->step, 0);
}

void states(void *context, conState *states) {
    BulletRun *run = static_cast<BulletRun *>(context);
    for (auto &body : run->bodies) {
        const btVector3 &at = body->getWorldTransform().getOrigin();
        const btMatrix3x3 &turn = body->getWorldTransform().getBasis();
        const btVector3 &v = body->getLinearVelocity();
        *states++ = {at.x(), at.y(), std::atan2(turn[1][0], turn[0][0]),
                     v.x(),  v.y(),  body->getAngularVelocity().z()};
    }
}

void destroy(void *context) {
    delete static_cast<BulletRun *>(context);
}

} // namespace

extern "C" const conPeer *con_peers_bullet(int *count) {
    static const conPeer peer = {
        "bullet " CON_BULLET_VERSION, nullptr, create, step, states, destroy};
    *count = 1;
    return &peer;
}
