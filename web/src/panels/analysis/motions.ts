// motions.ts: the free motions, each with a button that plays it to and fro while it is held or has
// the focus; then everything returns to where it was.
import type { App } from '../../app';
import type { Diagnosis, SketchFacts } from '../../core/facts';
import { el } from '../widgets/dom';
import { icon } from '../widgets/icons';

/** How far it goes either way: parts of the size of the mechanism, or radians. */
const reach = 0.3;
const period = 2400;

export function motionSection(app: App, facts: SketchFacts, diagnosis: Diagnosis): HTMLElement | null {
  if (diagnosis.motions.length === 0) {
    return null;
  }
  const movers = facts.bodies.filter((body, index) => index > 0 && !body.fixed).length;
  const items = diagnosis.motions.map((motion, index) => {
    const names = motion.bodies.map((body) => facts.bodies[body]?.name ?? '?');
    // A slider-crank in line: the piston stands, and moves as soon as the crank has.
    const isPart = motion.idle || (diagnosis.motions.length === 1 && movers > motion.bodies.length);
    const kind = isPart ? 'in this pose nothing else moves' : motion.lasts ? '' : 'not a finite motion by itself';
    const button = el('button', { type: 'button', class: 'button play-motion', 'aria-label': `Play motion ${index + 1}` }, icon('play'));
    listen(app, button, index);
    return el(
      'li',
      { class: 'motion' },
      button,
      el('div', {}, el('div', { class: 'motion-bodies' }, listed(names)), kind ? el('div', { class: 'remark' }, kind) : null),
    );
  });
  return el('section', { class: 'group' }, el('h3', { class: 'group-title' }, 'Free motions'), el('p', { class: 'remark' }, 'Point at one to see it, while nothing runs.'), el('ul', {}, items));
}

const mostNames = 4;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(', ')} and ${more} more` : names.join(', ');
}

function listen(app: App, button: HTMLElement, motion: number): void {
  let end: (() => void) | null = null;
  const start = () => {
    end ??= playMotion(app, motion);
    button.classList.add('on');
  };
  const stop = () => {
    end?.();
    end = null;
    button.classList.remove('on');
  };
  button.addEventListener('pointerenter', start);
  button.addEventListener('pointerdown', start);
  button.addEventListener('focus', start);
  button.addEventListener('pointerleave', stop);
  button.addEventListener('pointercancel', stop);
  button.addEventListener('blur', stop);
}

/** Moves the picture until the returned function is called. */
function playMotion(app: App, motion: number): () => void {
  const sketch = app.stage.sketch.value;
  if (!sketch || app.live.state.value !== 'off' || app.ui.playing.value) {
    return () => undefined;
  }
  const before = sketch.poses();
  // Ways begin where it was diagnosed last: so that is done here and now.
  sketch.diagnosis();
  const from = performance.now();
  let frame = 0;
  const move = (time: number) => {
    if (app.stage.sketch.value !== sketch) {
      return;
    }
    sketch.follow(motion, reach * Math.sin((2 * Math.PI * (time - from)) / period));
    app.stage.pull();
    frame = requestAnimationFrame(move);
  };
  frame = requestAnimationFrame(move);
  return () => {
    cancelAnimationFrame(frame);
    if (app.stage.sketch.value === sketch) {
      sketch.setPoses(before);
      app.stage.pull();
    }
  };
}
