// describe.ts: the picture in words, for who cannot see it: links and joints as a list that screen
// readers find, made anew after each change of the text.
import type { ReadSignal } from '../base/signal';
import type { App } from '../app';
import type { SketchFacts } from '../core/facts';
import { el, fill } from './dom';
import type { Frame } from './frame';
import { counted, freedomText, jointKind, jointName } from './words';

export function describe(facts: SketchFacts): readonly string[] {
  const name = (body: number) => (body === 0 ? 'the ground' : (facts.bodies[body]?.name ?? '?'));
  const links = facts.bodies.slice(1).map((body) => {
    const points = body.points.map((point) => point.name);
    const state = [body.fixed ? 'fixed' : '', body.locked ? 'locked' : '', body.hidden ? 'hidden' : ''].filter(Boolean);
    return `${body.name}${state.length > 0 ? ` (${state.join(', ')})` : ''}${points.length > 0 ? `: points ${points.join(', ')}` : ''}`;
  });
  const joints = facts.joints.map((joint, index) => {
    const driven = facts.drives.some((drive) => drive.joint === index) ? ', driven' : '';
    return `${jointName(facts, index)}: ${jointKind(joint.kind)} of ${joint.bodies.map(name).join(' and ')}${driven}`;
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
    fill(summary, `${count} Tab goes from point to point, arrows move, Enter opens the menu.`);
    if (facts !== shown && facts) {
      shown = facts;
      fill(list, describe(facts).map((line) => el('li', {}, line)));
    }
  };
  // After a pause: a drag that changes lengths makes a new text every frame.
  pulse.subscribe(() => (timer ||= window.setTimeout(refresh, pause)));
  refresh();
}
