/* peer_bullet.cpp: Bullet in double precision. Trees are btMultiBody in joint coordinates, by
 * Featherstone's method, with its own fourth-order Runge-Kutta or semi-implicit Euler steps. Loops
 * are btMultiBodyPoint2Point, solved directly by Dantzig's method or, as is Bullet's default, by
 * sequential impulses. Nothing is damped, and no speed is cut. */
#include "peer.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyMLCPConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

namespace {

const int loops_most = 200;     /* the matrix of their constraints is full */
const int rounds = 200;         /* of sequential impulses; the default is 10 */
const double fastest = 1e10;    /* speeds above are cut; the default is 100 */
const double strongest = 1e300; /* of impulses at joints */

/* Constraints are solved island by island, and an island is known by its colliders: one at the
 * first link, which touches nothing, stands for the whole tree. */
class Loop : public btMultiBodyPoint2Point {
    const btCollisionObject *island;

  public:
    Loop(btMultiBody *tree, int inner, int outer, const btVector3 &a, const btVector3 &b)
        : btMultiBodyPoint2Point(tree, inner, tree, outer, a, b),
          island(tree->getLink(0).m_collider) {
    }
    int getIslandIdA() const override {
        return island->getIslandTag();
    }
    int getIslandIdB() const override {
        return island->getIslandTag();
    }
};

struct BulletRun {
    const dynScene *scene;
    long steps;
    int evaluations;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btDantzigSolver dantzig;
    std::unique_ptr<btMultiBodyConstraintSolver> solver;
    std::unique_ptr<btMultiBodyDynamicsWorld> world;
    std::unique_ptr<btMultiBody> tree;
    btSphereShape shape;
    std::unique_ptr<btMultiBodyLinkCollider> collider;
    std::vector<std::unique_ptr<btMultiBodyConstraint>> loops;
    std::vector<int> links; /* of the scene's bodies; -1: the ground */

    explicit BulletRun(const dynScene *s)
        : scene(s), steps(0), evaluations(1), dispatcher(&configuration), shape(0.001) {
    }
    ~BulletRun() {
        for (auto &loop : loops) {
            world->removeMultiBodyConstraint(loop.get());
        }
        if (collider) {
            world->removeCollisionObject(collider.get());
        }
        world->removeMultiBody(tree.get());
    }
};

btVector3 vector_of(const double v[3]) {
    return btVector3(v[0], v[1], v[2]);
}

btQuaternion rotation_of(const dynScene *scene, int body) {
    const double *q = scene->bodies[body].rotation;
    return btQuaternion(q[1], q[2], q[3], q[0]);
}

btVector3 local_point(const dynScene *scene, int body, const double point[3]) {
    double local[3];
    dyn_local_point(scene, body, point, local);
    return vector_of(local);
}

void add_link(BulletRun &run, int link) {
    int body = run.scene->order[link];
    const dynBody &b = run.scene->bodies[body];
    const dynJoint &j = run.scene->joints[b.joint];
    btQuaternion to_this =
        rotation_of(run.scene, body).inverse() * rotation_of(run.scene, b.parent);
    btVector3 inner = local_point(run.scene, b.parent, j.point);
    btVector3 outer = -local_point(run.scene, body, j.point);
    int parent = run.links[(size_t)b.parent];
    run.links[(size_t)body] = link;
    if (j.kind == DYN_PIN) {
        double axis[3];
        dyn_unrotate(b.rotation, j.axis, axis);
        run.tree->setupRevolute(link, b.mass, vector_of(b.inertia), parent, to_this,
                                vector_of(axis), inner, outer, true);
    } else {
        run.tree->setupSpherical(link, b.mass, vector_of(b.inertia), parent, to_this, inner, outer,
                                 true);
    }
}

/* Speeds of joints at the start: of a ball in the axes of its body. */
void set_speeds(BulletRun &run) {
    for (int i = 0; i < run.scene->body_count - 1; i++) {
        const dynBody &b = run.scene->bodies[run.scene->order[i]];
        const dynJoint &j = run.scene->joints[b.joint];
        double spin[3];
        dyn_joint_spin(run.scene, &j, spin);
        if (j.kind == DYN_PIN) {
            run.tree->setJointVel(i, vector_of(spin).dot(vector_of(j.axis)));
        } else {
            double local[3];
            dyn_unrotate(b.rotation, spin, local);
            run.tree->setJointVelMultiDof(i, local);
        }
    }
}

void make_tree(BulletRun &run, bool rk4) {
    int count = run.scene->body_count - 1;
    run.tree.reset(new btMultiBody(count, 0, btVector3(0, 0, 0), true, false));
    run.tree->setLinearDamping(0);
    run.tree->setAngularDamping(0);
    run.tree->setUseGyroTerm(true);
    run.tree->setHasSelfCollision(false);
    run.tree->setMaxCoordinateVelocity(fastest);
    run.tree->setMaxAppliedImpulse(strongest);
    run.links.assign((size_t)count + 1, -1);
    for (int i = 0; i < count; i++) {
        add_link(run, i);
    }
    run.tree->finalizeMultiDof();
    run.tree->useRK4Integration(rk4);
    run.world->addMultiBody(run.tree.get());
    set_speeds(run);
}

void close_loops(BulletRun &run) {
    if (run.scene->joint_count == run.scene->body_count - 1) {
        return;
    }
    run.collider.reset(new btMultiBodyLinkCollider(run.tree.get(), 0));
    run.collider->setCollisionShape(&run.shape);
    run.collider->setActivationState(DISABLE_DEACTIVATION);
    run.world->addCollisionObject(run.collider.get(), 0, 0);
    run.tree->getLink(0).m_collider = run.collider.get();
    for (int i = 0; i < run.scene->joint_count; i++) {
        const dynJoint &j = run.scene->joints[i];
        if (j.is_loop) {
            run.loops.emplace_back(new Loop(run.tree.get(), run.links[(size_t)j.inner],
                                            run.links[(size_t)j.outer],
                                            local_point(run.scene, j.inner, j.point),
                                            local_point(run.scene, j.outer, j.point)));
            run.loops.back()->setMaxAppliedImpulse(strongest);
            run.world->addMultiBodyConstraint(run.loops.back().get());
            run.loops.back()->finalizeMultiDof();
        }
    }
}

void *create(const dynPeer *peer, const dynScene *scene, double setting) {
    if (scene->joint_count - (scene->body_count - 1) > loops_most) {
        return nullptr;
    }
    BulletRun *run = new BulletRun(scene);
    bool rk4 = std::strcmp(peer->method, "rk4") == 0;
    run->steps = std::lround(setting);
    run->evaluations = rk4 ? 4 : 1;
    if (std::strcmp(peer->method, "euler impulses") == 0) {
        run->solver.reset(new btMultiBodyConstraintSolver);
    } else {
        run->solver.reset(new btMultiBodyMLCPConstraintSolver(&run->dantzig));
    }
    run->world.reset(new btMultiBodyDynamicsWorld(&run->dispatcher, &run->broadphase,
                                                  run->solver.get(), &run->configuration));
    run->world->setGravity(vector_of(scene->gravity));
    run->world->getSolverInfo().m_numIterations = rounds;
    run->world->getSolverInfo().m_leastSquaresResidualThreshold = 0;
    make_tree(*run, rk4);
    close_loops(*run);
    return run;
}

bool run_steps(void *context) {
    BulletRun *run = static_cast<BulletRun *>(context);
    double step = run->scene->end / (double)run->steps;
    for (long i = 0; i < run->steps; i++) {
        run->world->stepSimulation(step, 0);
        if (dyn_is_late()) {
            return false;
        }
    }
    return true;
}

void centres(void *context, double *positions) {
    BulletRun *run = static_cast<BulletRun *>(context);
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    run->tree->forwardKinematics(rotations, origins);
    for (int i = 1; i < run->scene->body_count; i++) {
        const btVector3 &p =
            run->tree->getLink(run->links[(size_t)i]).m_cachedWorldTransform.getOrigin();
        for (int k = 0; k < 3; k++) {
            positions[3 * i + k] = p[k];
        }
    }
}

double evaluations(void *context) {
    const BulletRun *run = static_cast<const BulletRun *>(context);
    return (double)run->steps * run->evaluations;
}

void destroy(void *context) {
    delete static_cast<BulletRun *>(context);
}

} // namespace

extern "C" const dynPeer *dyn_peers_bullet(int *count) {
    static const dynPeer peers[] = {
        {"bullet", DYN_BULLET_VERSION, "rk4", false, DYN_TREES, create, run_steps, centres,
         evaluations, destroy},
        {"bullet", DYN_BULLET_VERSION, "euler", false, DYN_ALL, create, run_steps, centres,
         evaluations, destroy},
        {"bullet", DYN_BULLET_VERSION, "euler impulses", false, DYN_LOOPS, create, run_steps,
         centres, evaluations, destroy},
    };
    *count = (int)(sizeof peers / sizeof peers[0]);
    return peers;
}
