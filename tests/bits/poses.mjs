// poses.mjs MODULE FILE: what poses.c does, in WebAssembly; prints the SHA-256 of all poses and
// rates. The def structs are written by hand, with the layout that wasm32 gives them.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { loadTrammel } from "../../wasm/load.mjs";

const FRAMES = 90;
const MAX_NEWTON_BODIES = 40;
const MAX_WATCHED_BODIES = 8;
const TURN = 6.283185307179586;
const [modulePath, filePath] = process.argv.slice(2);
const trammel = await loadTrammel(readFileSync(modulePath));
const { core } = trammel;

function check(status) {
  if (status !== 0) {
    throw new Error(trammel.text(core.tm_status_message(status)));
  }
}

/** Calls make(def, out) with a default struct changed by `fill`, and returns the id it puts out. */
function add(makeDefault, size, fill, make) {
  return trammel.withMemory(size + 8, (def) => {
    core[makeDefault](def);
    fill(trammel.view(), def);
    check(make(def, def + size));
    return trammel.view().getUint32(def + size, true);
  });
}

function addBody(m, [x, y, angle]) {
  return add("tm_body_def_default", 32, (view, def) => {
    [x, y, angle].forEach((value, i) => view.setFloat64(def + 8 + 8 * i, value, true));
  }, (def, out) => core.tm_body_add(m, def, out));
}

function addFeature(m, body, [x, y]) {
  return add("tm_feature_def_default", 40, (view, def) => {
    view.setUint32(def + 8, body, true);
    [x, y].forEach((value, i) => view.setFloat64(def + 16 + 8 * i, value, true));
  }, (def, out) => core.tm_feature_add(m, def, out));
}

function addPin(m, a, b) {
  return add("tm_joint_def_default", 144, (view, def) => {
    [a, b].forEach((id, i) => view.setUint32(def + 12 + 4 * i, id, true));
  }, (def, out) => core.tm_joint_add(m, def, out));
}

function build(mechanism) {
  const m = trammel.withMemory(4, (out) => {
    check(core.tm_mechanism_create(0, out));
    return trammel.view().getUint32(out, true);
  });
  const ground = core.tm_mechanism_ground(m); // a struct of one word comes back as a number
  const features = mechanism.links.map((link, i) => {
    const body = i === 0 ? ground : addBody(m, mechanism.initial[i]);
    return link.markers.map((marker) => addFeature(m, body, marker));
  });
  const joints = mechanism.joints.map(({ a, b }) =>
    addPin(m, features[a[0]][a[1]], features[b[0]][b[1]]));
  return { m, driver: joints[mechanism.driver.joint] };
}

/** Moves a plan through a turn and feeds every frame's poses and rates to `hash`. */
function hashTurn(hash, { m, driver }, method, bodies) {
  trammel.withMemory(64, (space) => {
    const [def, input, out, value] = [space, space + 40, space + 52, space + 56];
    core.tm_plan_def_default(def);
    let view = trammel.view();
    view.setUint32(input, 0, true);
    view.setUint32(input + 4, driver, true);
    view.setUint32(input + 8, 0, true);
    view.setUint32(def + 4, input, true);
    view.setInt32(def + 8, 1, true);
    view.setInt32(def + 12, method, true);
    view.setUint8(def + 32, bodies <= MAX_WATCHED_BODIES ? 1 : 0);
    check(core.tm_plan_create(m, def, out));
    const plan = trammel.view().getUint32(out, true);
    check(core.tm_rates_create(plan, out));
    const rates = trammel.view().getUint32(out, true);
    for (let i = 1; i <= FRAMES; i++) {
      trammel.view().setFloat64(value, (TURN * i) / FRAMES, true);
      check(core.tm_plan_move(plan, value, 0));
      const poses = core.tm_plan_poses(plan);
      hash.update(new Uint8Array(core.memory.buffer, poses, 32 * bodies));
      trammel.view().setFloat64(value, 1.0, true);
      check(core.tm_rates_solve(rates, value, 0, 0));
      for (const first of [core.tm_rates_velocities(rates), core.tm_rates_accelerations(rates)]) {
        hash.update(new Uint8Array(core.memory.buffer, first, 24 * bodies));
      }
    }
    core.tm_rates_destroy(rates);
    check(core.tm_modes_create(plan, 0, 0, out));
    const modes = trammel.view().getUint32(out, true);
    const size = 32 * bodies * core.tm_modes_count(modes);
    hash.update(new Uint8Array(core.memory.buffer, core.tm_modes_poses(modes, 0), size));
    core.tm_modes_destroy(modes);
    core.tm_plan_destroy(plan);
  });
}

const hash = createHash("sha256");
for (const mechanism of JSON.parse(readFileSync(filePath, "utf8")).mechanisms) {
  const built = build(mechanism);
  const bodies = mechanism.links.length;
  hashTurn(hash, built, 0, bodies);
  if (bodies <= MAX_NEWTON_BODIES) {
    hashTurn(hash, built, 1, bodies);
  }
  core.tm_mechanism_destroy(built.m);
}
console.log(hash.digest("hex"));
