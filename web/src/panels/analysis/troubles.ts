// troubles.ts: joints that contradict each other, and joints that hold what others hold already.
// A press on a name selects the joint.
import type { App } from '../../app';
import type { Diagnosis, SketchFacts } from '../../core/facts';
import { el, type Child } from '../dom';
import { icon } from '../icons';
import { jointButton } from '../inspector/common';

function joined(buttons: readonly HTMLElement[]): Child {
  return buttons.flatMap((button, index) => (index === 0 ? [button] : [index === buttons.length - 1 ? ' and ' : ', ', button]));
}

export function conflictSection(app: App, facts: SketchFacts, diagnosis: Diagnosis): HTMLElement | null {
  if (diagnosis.conflicts.length === 0) {
    return null;
  }
  const items = diagnosis.conflicts.map((joints) =>
    el('li', { class: 'trouble-item' }, joined(joints.map((joint) => jointButton(app, facts, joint))), ' cannot all hold at once.'),
  );
  return section('Conflicts', 'bad', items);
}

export function redundantSection(app: App, facts: SketchFacts, diagnosis: Diagnosis): HTMLElement | null {
  if (diagnosis.redundant.length === 0) {
    return null;
  }
  const items = diagnosis.redundant.map(({ joint, from }) =>
    el(
      'li',
      { class: 'trouble-item' },
      jointButton(app, facts, joint),
      from.length > 0 ? [' repeats what ', joined(from.map((other) => jointButton(app, facts, other))), ' hold.'] : ' holds something twice.',
    ),
  );
  return section('Redundant', 'caution', items);
}

function section(title: string, kind: string, items: readonly HTMLElement[]): HTMLElement {
  return el('section', { class: `group trouble trouble-${kind}` }, el('h3', { class: 'group-title' }, icon('warning'), title), el('ul', {}, items));
}
