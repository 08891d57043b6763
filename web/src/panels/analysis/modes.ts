// modes.ts: the assembly modes as small pictures: other ways to put the same links together. A press
// takes one, and writes it into the text as one step. Large mechanisms are asked for by a button.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { attempt } from '../../actions/edit';
import type { Sketch } from '../../core/core';
import { writePoses } from '../../document/edits';
import { thumbnail } from '../../view/output/thumbnail';
import { plainButton } from '../widgets/buttons';
import { el, fill } from '../widgets/dom';
import { counted } from '../words';

const size = { width: 108, height: 76 };
/** Up to here the search is quick enough to be done unasked. */
const mostBodies = 12;
const patience = 250;

export function mountModes(app: App, element: HTMLElement, panel: HTMLElement, pulse: ReadSignal<number>): void {
  let shown: Sketch | null = null;
  let timer = 0;
  const search = () => {
    const sketch = app.stage.sketch.value;
    if (sketch && app.live.state.value === 'off') {
      shown = sketch;
      fill(element, modeSection(app, sketch));
    }
  };
  const refresh = () => {
    const sketch = app.stage.sketch.value;
    if (panel.hidden || sketch === shown) {
      return;
    }
    clearTimeout(timer);
    if (!sketch || sketch.facts.joints.length === 0) {
      fill(element);
    } else if (sketch.facts.bodies.length <= mostBodies) {
      timer = window.setTimeout(search, patience);
    } else {
      fill(element, section(plainButton({ text: 'Find assembly modes', class: 'outlined' }, search)));
      shown = sketch;
    }
  };
  pulse.subscribe(refresh);
  // Pictures have the colours of the theme.
  app.ui.theme.subscribe(() => (shown = null));
  refresh();
}

function section(...content: readonly (HTMLElement | null)[]): HTMLElement {
  return el('section', { class: 'group' }, el('h3', { class: 'group-title' }, 'Assembly modes'), ...content);
}

function modeSection(app: App, sketch: Sketch): HTMLElement {
  const { poses, present, complete } = sketch.modes();
  const words = `${counted(poses.length, 'way')} ${complete ? '' : 'found '}to assemble these links${complete ? '' : '; there may be more'}.`;
  const cards = poses.map((pose, index) => card(app, sketch, pose, index, index === present));
  return section(el('p', { class: 'remark' }, words), poses.length > 1 ? el('div', { class: 'modes', role: 'group', 'aria-label': 'Assembly modes' }, cards) : null);
}

function card(app: App, sketch: Sketch, poses: Float64Array, index: number, present: boolean): HTMLElement {
  const canvas = el('canvas', { class: 'mode-picture' });
  canvas.style.width = `${size.width}px`;
  canvas.style.height = `${size.height}px`;
  thumbnail(canvas, sketch.facts, poses, size);
  return el(
    'button',
    { type: 'button', class: 'mode', 'aria-pressed': String(present), 'aria-label': `Assembly mode ${index + 1}`, on: { click: () => take(app, sketch, poses) } },
    canvas,
  );
}

function take(app: App, sketch: Sketch, poses: Float64Array): void {
  if (app.stage.sketch.value !== sketch || !sketch.setPoses(poses)) {
    app.say({ text: 'This mode belongs to an older text.', kind: 'warning' });
    return;
  }
  app.ui.playing.value = false;
  app.stage.pull();
  attempt(app, 'Assembly mode', (draft) => writePoses(draft, { force: true }));
}
