// empty.ts: what stands in an empty picture: where to begin. It goes as soon as there is something, be it
// an image to trace or a text with errors, or a tool to draw with is chosen; only its buttons take presses.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { showKeys } from '../../actions/keys';
import { plainButton } from '../widgets/buttons';
import { el } from '../widgets/dom';
import type { Frame } from '../frame';

const choices: readonly (readonly [string, string])[] = [
  ['tool.bar', 'Draw a bar'],
  ['file.gallery', 'Gallery…'],
  ['file.open', 'Open a file…'],
];

export function mountEmpty(app: App, frame: Frame, pulse: ReadSignal<number>): void {
  const buttons = choices.flatMap(([id, text], index) => {
    const action = app.actions.get(id);
    const keys = index === 0 ? action?.keys?.[0] : undefined;
    return action ? [plainButton({ text: keys ? `${text} (${showKeys(keys)})` : text, class: index === 0 ? 'solid' : 'outlined' }, () => app.run(id))] : [];
  });
  const card = el(
    'div',
    { class: 'empty' },
    el('p', { class: 'empty-title' }, 'Draw a mechanism, drag it, drive it, let it fall.'),
    el('div', { class: 'button-row' }, buttons),
  );
  frame.floats.prepend(card);
  const refresh = () => {
    const bodies = app.stage.sketch.value?.facts.bodies.length ?? 0;
    const isBegun = bodies > 1 || app.ui.backdrop.value !== null || !app.stage.facts.value.good;
    card.hidden = isBegun || app.ui.tool.value !== 'select' || app.live.state.value !== 'off';
  };
  app.stage.sketch.subscribe(refresh);
  app.stage.facts.subscribe(refresh);
  app.ui.tool.subscribe(refresh);
  app.ui.backdrop.subscribe(refresh);
  pulse.subscribe(refresh);
  refresh();
}
