// describe.ts: the picture in words, for who cannot see it: links and joints as a list that screen
// readers find, made anew after each change of the text.
import type { ReadSignal } from '../base/signal';
import type { App, Pick } from '../app';
import type { SketchFacts } from '../core/facts';
import { bodyPoint } from '../view/geometry/geometry';
import { lookup } from '../view/geometry/lookup';
import { el, fill } from './widgets/dom';
import type { Frame } from './frame';
import { showLength } from './units';
import { counted, freedomText, jointKind, jointName, pickName, pictureOf } from './words';

const nameOf = (facts: SketchFacts, body: number): string => (body === 0 ? 'the ground' : (facts.bodies[body]?.name ?? '?'));

/** A point as it is described when keys select it: 'pin link1.b, joined to link2, at 10 mm, 20 mm'. */
export function describePoint({ stage, ui }: App, pick: Pick & { kind: 'point' }): string {
  const facts = stage.shown.value;
  const known = lookup(facts);
  const body = known.bodies.get(pick.body) ?? 0;
  const index = facts.bodies[body]?.points.findIndex((one) => one.name === pick.point) ?? -1;
  const joints = known.jointsAt[body]?.[index]?.flatMap((joint) => facts.joints[joint] ?? []) ?? [];
  const mates = [...new Set(joints.flatMap((joint) => joint.bodies))].filter((one) => one !== body).map((one) => nameOf(facts, one));
  const point = facts.bodies[body]?.points[index];
  const { x, y } = bodyPoint(stage.poses.value, body, point?.x ?? 0, point?.y ?? 0);
  const shown = (length: number) => `${Number(showLength(length, ui.units.value, 'fixed'))} ${ui.units.value}`;
  const joined = mates.length > 0 ? `joined to ${mates.join(' and ')}` : 'not joined';
  return `${jointKind(joints[0]?.kind ?? 'point')} ${pickName(pick)}, ${joined}, at ${shown(x)}, ${shown(y)}`;
}

export function describe(facts: SketchFacts): readonly string[] {
  const links = facts.bodies.slice(1).map((body) => {
    const points = body.points.map((point) => point.name);
    const state = [body.fixed ? 'fixed' : '', body.locked ? 'locked' : '', body.hidden ? 'hidden' : ''].filter(Boolean);
    return `${body.name}${state.length > 0 ? ` (${state.join(', ')})` : ''}${points.length > 0 ? `: points ${points.join(', ')}` : ''}`;
  });
  const joints = facts.joints.map((joint, index) => {
    const driven = facts.drives.some((drive) => drive.joint === index) ? ', driven' : '';
    return `${jointName(facts, index)}: ${jointKind(joint.kind)} of ${joint.bodies.map((body) => nameOf(facts, body)).join(' and ')}${driven}`;
  });
  return [...shortened(links, 'links'), ...shortened(joints, 'joints')];
}

/** Nobody listens to a thousand links one by one. */
const mostLines = 100;

function shortened(lines: readonly string[], what: string): readonly string[] {
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `and ${more} more ${what}`] : lines;
}

const pause = 500;

export function mountDescription(app: App, frame: Frame, pulse: ReadSignal<number>): void {
  const summary = el('p', { id: 'stage-description' });
  const list = el('ul', { 'aria-label': 'Links and joints' });
  frame.stage.after(el('div', { class: 'hidden-text' }, summary, list));
  let shown: SketchFacts | null = null;
  let timer = 0;
  const refresh = () => {
    timer = 0;
    const facts = app.stage.sketch.value?.facts ?? null;
    const mobility = app.stage.diagnosis.value?.mobility;
    const freedom = mobility === undefined ? '' : `, ${mobility} ${freedomText(mobility)}`;
    const count = facts ? `${counted(facts.bodies.length - 1, 'link')}, ${counted(facts.joints.length, 'joint')}${freedom}.` : 'Nothing yet.';
    const older = facts ? pictureOf(app) : '';
    fill(summary, `${older && `${older} `}${count} Tab goes from point to point, arrow keys move it, Enter opens the menu.`);
    if (facts !== shown && facts) {
      shown = facts;
      fill(list, describe(facts).map((line) => el('li', {}, line)));
    }
  };
  // After a pause: a drag that changes lengths makes a new text every frame.
  pulse.subscribe(() => (timer ||= window.setTimeout(refresh, pause)));
  refresh();
}
