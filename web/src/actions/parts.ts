// parts.ts: what is done with one selected joint or point: drive it, pin it, trace it.
import type { Action, App, Pick } from '../app';
import { addMotor, groundPoint, removeMotor, setTrace } from '../document/edits';
import { attempt, canEdit, onlyJoint } from './edit';

type PointPick = Extract<Pick, { readonly kind: 'point' }>;

/** The drive of a joint; -1 where it has none. */
export function driveOf(app: App, joint: number): number {
  return app.stage.sketch.value?.facts.drives.findIndex((drive) => drive.joint === joint && drive.kind === 'coordinate') ?? -1;
}

const driven = new Set(['pin', 'slider', 'point_on_line']);

function driveable(app: App, joint: number): boolean {
  return driven.has(app.stage.sketch.value?.facts.joints[joint]?.kind ?? '');
}

export const motor: Action = {
  id: 'draw.motor',
  label: 'Driven by a motor',
  group: 'draw',
  help: 'Adds a motor to the selected joint, or removes it',
  enabled: (app) => canEdit(app) && driveable(app, onlyJoint(app)),
  checked: (app) => onlyJoint(app) >= 0 && driveOf(app, onlyJoint(app)) >= 0,
  perform: (app) => {
    const joint = onlyJoint(app);
    const drive = driveOf(app, joint);
    attempt(app, drive >= 0 ? 'Remove motor' : 'Add motor', (draft) => (drive >= 0 ? removeMotor(draft, drive) : addMotor(draft, joint)));
  },
};

function onlyPoint(app: App): PointPick | null {
  const [pick, ...others] = app.ui.selection.value;
  return pick?.kind === 'point' && others.length === 0 ? pick : null;
}

function bodyOf(app: App, pick: PointPick): number {
  return app.stage.sketch.value?.facts.bodies.findIndex((body) => body.name === pick.body) ?? -1;
}

export const pinPoint: Action = {
  id: 'draw.pinPoint',
  label: 'Pin to the ground',
  group: 'draw',
  help: 'Pins the selected point to the ground where it is now',
  enabled: (app) => canEdit(app) && onlyPoint(app) !== null,
  perform: (app) => {
    const point = onlyPoint(app) as PointPick;
    attempt(app, 'Pin to the ground', (draft) => groundPoint(draft, bodyOf(app, point), point.point));
  },
};

/** Whether a point of a body leaves a trace. */
export function isTraced(app: App, pick: PointPick): boolean {
  const facts = app.stage.sketch.value?.facts;
  const body = bodyOf(app, pick);
  const point = facts?.bodies[body]?.points.find((one) => one.name === pick.point);
  return facts?.traces.some((trace) => trace.body === body && trace.x === point?.x && trace.y === point.y) ?? false;
}

export const trace: Action = {
  id: 'draw.trace',
  label: 'Trace its path',
  group: 'draw',
  help: 'Draws the path of the selected point',
  enabled: (app) => canEdit(app) && onlyPoint(app) !== null,
  checked: (app) => {
    const point = onlyPoint(app);
    return point !== null && isTraced(app, point);
  },
  perform: (app) => {
    const point = onlyPoint(app) as PointPick;
    const on = !isTraced(app, point);
    attempt(app, on ? 'Trace a point' : 'Stop tracing', (draft) => setTrace(draft, bodyOf(app, point), point.point, on));
  },
};
