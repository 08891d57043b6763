// common.ts: fields that bodies share, alone or several.
import type { App } from '../../app';
import { attempt, entered, enteredNumber, refused } from '../../actions/edit';
import type { BodyFact, SketchFacts } from '../../core/facts';
import { Numbers, rename, setColor, setDensity, setGround, setHidden, setLocked } from '../../document/edits';
import type { Pick } from '../../app';
import { plainButton } from '../widgets/buttons';
import { el, setAttribute } from '../widgets/dom';
import { checkField, fixed, row, valueField, type Field } from '../widgets/fields';
import { readIn, showLength, showNearly } from '../units';
import { jointName } from '../words';

export function factsOf(app: App): SketchFacts | undefined {
  return app.stage.sketch.value?.facts;
}

export function bodyNamed(app: App, name: string): { readonly index: number; readonly body: BodyFact | undefined } {
  const bodies = factsOf(app)?.bodies ?? [];
  const index = bodies.findIndex((body) => body.name === name);
  return { index, body: bodies[index] };
}

/** The step of the numbers that the text has [m]. */
const stepOf = (app: App) => new Numbers(app.ui.units.value, factsOf(app)?.world?.size ?? 0).step;

/** A coordinate as the text would have it: what is less than that comes of rounded lengths. */
export function showPlace(app: App, value: number): string {
  const step = stepOf(app);
  return showLength(Math.round(value / step) * step, app.ui.units.value);
}

/** A distance as it was typed, though both coordinates were rounded then. */
export function showDistance(app: App, value: number): string {
  return showNearly(value, app.ui.units.value, Math.SQRT1_2 * stepOf(app));
}

/** x, y, cos, sin of a body as it is shown; nothing where it is not in what is shown. */
export function shownPose(app: App, name: string): Float64Array {
  const index = app.stage.shown.value.bodies.findIndex((body) => body.name === name);
  return index < 0 ? new Float64Array(0) : app.stage.poses.value.subarray(4 * index, 4 * index + 4);
}

/** The name; a new one goes wherever the text uses it, and stays selected. */
export function nameField(app: App, pick: Pick, name: string): Field {
  return valueField({
    label: 'Name',
    show: () => name,
    commit: (text) => {
      const to = text.trim();
      const why = entered(app, 'Rename', (draft) => rename(draft, pick, to));
      if (why === '') {
        app.ui.selection.value = [renamed(pick, to)];
      }
      return why;
    },
  });
}

function renamed(pick: Pick, name: string): Pick {
  return pick.kind === 'joint' ? { ...pick, joint: name } : pick.kind === 'point' ? { ...pick, point: name } : { ...pick, body: name };
}

/** Calm colours that differ in both themes; the text has them as CSS names or #rrggbb. */
const colours: readonly (readonly [string, string])[] = [
  ['#8fb0d3', 'blue'],
  ['#86c0c4', 'teal'],
  ['#93c0a4', 'green'],
  ['#d9b87c', 'sand'],
  ['#d79f93', 'red'],
  ['#b3a6d6', 'violet'],
  ['#c9cdd1', 'grey'],
  ['#5b6670', 'dark'],
];

export function colourField(app: App, bodies: () => readonly number[]): Field {
  const current = () => factsOf(app)?.bodies[bodies()[0] ?? -1]?.color ?? '';
  const set = (color: string) => attempt(app, 'Colour', (draft) => setColor(draft, bodies(), color));
  const swatches = colours.map(([color, label]) => {
    const swatch = el('button', { type: 'button', class: 'swatch', 'aria-label': label, title: label, on: { click: () => set(color) } });
    swatch.style.setProperty('--swatch', color);
    return swatch;
  });
  const own = el('input', { type: 'color', class: 'swatch-own', 'aria-label': 'Custom colour', title: 'Custom colour' });
  own.addEventListener('change', () => set(own.value));
  const refresh = () => {
    const now = current().toLowerCase();
    swatches.forEach((swatch, index) => setAttribute(swatch, 'aria-pressed', String(colours[index]?.[0] === now)));
    if (/^#[0-9a-f]{6}$/.test(now)) {
      own.value = now;
    }
  };
  refresh();
  return { element: row('Colour', el('div', { class: 'swatches', role: 'group', 'aria-label': 'Colour' }, swatches, own)), refresh };
}

const materials: readonly (readonly [string, string])[] = [
  ['7850', 'steel'],
  ['2700', 'aluminium'],
  ['1200', 'plastic'],
  ['700', 'wood'],
];

export function densityField(app: App, bodies: () => readonly number[]): Field {
  return valueField({
    label: 'Density',
    title: 'Sets the mass of the selection: steel 7850, aluminium 2700, plastic 1200, wood 700',
    placeholder: 'set …',
    show: () => {
      const found = new Set(bodies().map((index) => factsOf(app)?.bodies[index]?.density ?? 0));
      const [density = 0] = found;
      return found.size === 1 && density > 0 ? String(Number(density.toPrecision(6))) : '';
    },
    unit: () => 'kg/m³',
    options: materials,
    commit: (text) =>
      enteredNumber(app, readIn(app.core, text, 'kg/m^3'), (density) =>
        density > 0 ? entered(app, 'Density', (draft) => setDensity(draft, bodies(), density)) : refused(app, 'A density must be above 0.'),
      ),
  });
}

export function stateFields(app: App, bodies: () => readonly number[]): Field {
  const every = (is: (body: BodyFact) => boolean) => {
    const facts = factsOf(app);
    return bodies().every((index) => facts?.bodies[index] && is(facts.bodies[index]));
  };
  const fields = [
    checkField('Locked', 'Keeps its shape and position while others are edited', () => every((body) => body.locked), (on) =>
      attempt(app, on ? 'Lock' : 'Unlock', (draft) => setLocked(draft, bodies(), on)),
    ),
    checkField('Hidden', 'Not drawn; it still takes part in the motion', () => every((body) => body.hidden), (on) =>
      attempt(app, on ? 'Hide' : 'Show', (draft) => setHidden(draft, bodies(), on)),
    ),
    checkField('Ground', 'Part of the ground: does not move', () => every((body) => body.fixed), (on) =>
      attempt(app, on ? 'Fix to the ground' : 'Release from the ground', (draft) => setGround(draft, bodies(), on)),
    ),
  ];
  return { element: el('div', { class: 'field-checks' }, fields.map((field) => field.element)), refresh: () => fields.forEach((field) => field.refresh()) };
}

/** Buttons that perform actions, in a row. */
export function actionRow(app: App, ids: readonly string[]): Field {
  const buttons = ids.flatMap((id) => {
    const action = app.actions.get(id);
    return action ? [plainButton({ text: action.label, class: 'outlined small-text' }, () => app.run(id))] : [];
  });
  return fixed(el('div', { class: 'button-row' }, buttons));
}

/** The name of a joint, or of the body that is fixed; a press selects it. */
export function jointButton(app: App, facts: SketchFacts, joint: number): HTMLElement {
  const pick: Pick = joint < 0 ? { kind: 'body', body: facts.bodies[-joint]?.name ?? '' } : { kind: 'joint', joint: facts.joints[joint]?.name ?? '' };
  return plainButton({ text: jointName(facts, joint), class: 'inline tight' }, () => (app.ui.selection.value = [pick]));
}
