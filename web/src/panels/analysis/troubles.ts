// troubles.ts: joints that contradict each other, joints that hold what others hold already, and what
// the text is warned of. A press on a name selects the joint.
import { attempt } from '../../actions/edit';
import type { App } from '../../app';
import type { Diagnosis, JointFact, SketchFacts } from '../../core/facts';
import { addGear } from '../../document/edits';
import { plainButton } from '../widgets/buttons';
import { el, type Child } from '../widgets/dom';
import { icon } from '../widgets/icons';
import { jointButton } from '../inspector/common';

function joined(buttons: readonly HTMLElement[]): Child {
  return buttons.flatMap((button, index) => (index === 0 ? [button] : [index === buttons.length - 1 ? ' and ' : ', ', button]));
}

export function conflictSection(app: App, facts: SketchFacts, diagnosis: Diagnosis): HTMLElement | null {
  if (diagnosis.conflicts.length === 0) {
    return null;
  }
  const items = diagnosis.conflicts.map((joints) =>
    el('li', { class: 'trouble-item' }, joined(joints.map((joint) => jointButton(app, facts, joint))), ' cannot all be satisfied.'),
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
      from.length > 0 ? [' repeats what ', joined(from.map((other) => jointButton(app, facts, other))), from.length > 1 ? ' already constrain.' : ' already constrains.'] : ' constrains something twice.',
    ),
  );
  return section('Redundant', 'caution', items);
}

/** Joints that hold nothing that could move. `trammel show` says it in the same words. */
export function uncountedRemark(app: App, facts: SketchFacts): HTMLElement | null {
  const isFixed = (body: number) => body === 0 || facts.bodies[body]?.fixed === true;
  const still = facts.joints.flatMap(({ bodies }, joint) => (bodies.every(isFixed) ? [jointButton(app, facts, joint)] : []));
  return still.length === 0 ? null : el('p', { class: 'remark' }, joined(still), still.length > 1 ? ' are not counted: they join fixed parts.' : ' is not counted: it joins fixed parts.');
}

/** Warnings of the text that are about a joint, such as wheels that do not mesh. */
export function warningSection(app: App, facts: SketchFacts): HTMLElement | null {
  const items = facts.diags.flatMap(({ severity, message, parts }) => {
    const joint = severity === 'warning' ? facts.joints.findIndex(({ name }) => name === parts[0]) : -1;
    return joint < 0 ? [] : [el('li', { class: 'trouble-item' }, jointButton(app, facts, joint), `: ${message}. `, mendButton(app, facts, joint))];
  });
  return items.length > 0 ? section('Warnings', 'caution', items) : null;
}

function mendButton(app: App, facts: SketchFacts, joint: number): Child {
  const { kind, bodies: [a = 0, b = 0] } = facts.joints[joint] as JointFact;
  return kind === 'gear' ? plainButton({ text: 'Make them mesh', class: 'inline tight' }, () => attempt(app, 'Mesh wheels', (draft) => addGear(draft, a, b))) : null;
}

function section(title: string, kind: string, items: readonly HTMLElement[]): HTMLElement {
  return el('section', { class: `group trouble trouble-${kind}` }, el('h3', { class: 'group-title' }, icon('warning'), title), el('ul', {}, items));
}
