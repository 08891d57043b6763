// backdrop.ts: the image to trace: chosen, put in its place, given its scale. A small panel beside the
// picture, which stays to be seen; Esc closes it. It is never part of the text.
import type { App, Backdrop } from '../app';
import { el } from '../panels/widgets/dom';
import { valueField, type Field } from '../panels/widgets/fields';
import { enteredNumber, refused } from '../actions/edit';
import { readIn, showLength } from '../panels/units';
import { placeImage, putBackdrop } from './backdrop_image';
import { askPoints, dragPicture } from './backdrop_points';
import type { Desk } from './desk';
import { pickFiles } from './disk';
import './files.css';
import { wordsOf } from './words';

/** Shows an image that was dropped, pasted or chosen, and the panel for it. */
export async function traceImage(desk: Desk, image: Blob): Promise<void> {
  await placeImage(desk, image);
  showPanel(desk);
}

export async function showBackdrop(desk: Desk): Promise<void> {
  if (desk.page.app.ui.backdrop.value) {
    showPanel(desk);
  } else {
    await chooseImage(desk);
  }
}

async function chooseImage(desk: Desk): Promise<void> {
  const [picked] = await pickFiles('image/*');
  if (picked) {
    await traceImage(desk, picked.file);
  }
}

/** In the midst of a gesture, which is one step when it ends. */
function show(app: App, changes: Partial<Backdrop>): void {
  const { backdrop } = app.ui;
  if (backdrop.value) {
    backdrop.value = { ...backdrop.value, ...changes };
  }
}

/** Another scale, with a place of the world staying where it is in the image. */
export function rescaled(backdrop: Backdrop, factor: number, about: { readonly x: number; readonly y: number }): Backdrop {
  return {
    ...backdrop,
    scale: backdrop.scale * factor,
    x: about.x + (backdrop.x - about.x) * factor,
    y: about.y + (backdrop.y - about.y) * factor,
  };
}

const panels = new WeakMap<App, HTMLDialogElement>();

function showPanel(desk: Desk): void {
  const { app, frame } = desk.page;
  panels.get(app)?.close();
  const fields = [placeField(app, 'Left', 'x'), placeField(app, 'Bottom', 'y'), widthField(app)];
  const panel = el(
    'dialog',
    { class: 'dialog trace-panel', 'aria-label': 'Image to trace' },
    el('h2', { class: 'trace-title' }, 'Image to trace'),
    opacityField(app),
    fields.map((field) => field.element),
    el('div', { class: 'ask-row' }, buttons(desk, () => panel.close())),
  );
  const refresh = () => (app.ui.backdrop.value ? fields.forEach((field) => field.refresh()) : panel.close());
  const forget = app.ui.backdrop.subscribe(refresh);
  panel.addEventListener('keydown', (event) => (event.key === 'Escape' ? panel.close() : undefined));
  panel.addEventListener('close', () => {
    forget();
    panel.remove();
    app.stageElement.focus({ preventScroll: true });
  });
  panels.set(app, panel);
  frame.floats.append(panel);
  panel.show();
}

function buttons(desk: Desk, close: () => void): readonly HTMLElement[] {
  const { app } = desk.page;
  const fail = (error: unknown) => app.say({ kind: 'error', text: wordsOf(error) });
  const button = (label: string, look: string, click: () => void) => el('button', { type: 'button', class: `button ${look}`, on: { click } }, label);
  return [
    button('Move', 'accent', () => dragPicture(desk, (dx, dy) => moveBy(app, dx, dy), () => stepOf(app, 'Move image'))),
    button('Set scale', 'accent', () => void setScale(desk).catch(fail)),
    button('Other image…', 'accent', () => void chooseImage(desk).catch(fail)),
    button('Remove', 'accent', () => putBackdrop(app, 'Remove image', null)),
    button('Done', 'solid', close),
  ];
}

/** Remembers the image as it is; the function that it returns makes a step of what came of it since. */
function stepOf(app: App, label: string): () => void {
  const before = app.ui.backdrop.value;
  return () => putBackdrop(app, label, app.ui.backdrop.value, before);
}

function moveBy(app: App, dx: number, dy: number): void {
  const { value } = app.ui.backdrop;
  show(app, { x: (value?.x ?? 0) + dx, y: (value?.y ?? 0) + dy });
}

/** Two places in the image whose distance is known. */
async function setScale(desk: Desk): Promise<void> {
  const { app } = desk.page;
  const points = await askPoints(desk);
  const { value } = app.ui.backdrop;
  if (!points || !value) {
    return;
  }
  const [a, b, length] = points;
  const shown = Math.hypot(b.x - a.x, b.y - a.y);
  if (shown > 0 && length > 0) {
    putBackdrop(app, 'Set scale of image', rescaled(value, length / shown, a));
  }
}

function placeField(app: App, label: string, axis: 'x' | 'y'): Field {
  return lengthField(app, label, (backdrop) => backdrop[axis], (_, length) => ({ [axis]: length }));
}

function widthField(app: App): Field {
  const read = (backdrop: Backdrop) => backdrop.image.width * backdrop.scale;
  return lengthField(app, 'Width', read, (backdrop, length) => (length > 0 ? { scale: length / backdrop.image.width } : null));
}

function lengthField(app: App, label: string, read: (backdrop: Backdrop) => number, write: (backdrop: Backdrop, length: number) => Partial<Backdrop> | null): Field {
  const unit = () => app.ui.units.value;
  return valueField({
    label,
    unit,
    show: () => (app.ui.backdrop.value ? showLength(read(app.ui.backdrop.value), unit()) : null),
    commit: (text) =>
      enteredNumber(app, readIn(app.core, text, unit()), (length) => {
        const { value } = app.ui.backdrop;
        const changes = value && write(value, length);
        if (value && changes) {
          putBackdrop(app, 'Place image', { ...value, ...changes });
        }
        return changes ? '' : refused(app, 'A width must be above 0.');
      }),
  });
}

function opacityField(app: App): HTMLElement {
  const input = el('input', { type: 'range', class: 'range', min: 0.05, max: 1, step: 0.05, value: app.ui.backdrop.value?.opacity ?? 0.5, 'aria-label': 'Opacity of the image' });
  let end: (() => void) | null = null;
  input.addEventListener('input', () => {
    end ??= stepOf(app, 'Opacity of image');
    show(app, { opacity: Number(input.value) });
  });
  input.addEventListener('change', () => {
    end?.();
    end = null;
  });
  return el('div', { class: 'field' }, el('span', { class: 'field-label' }, 'Opacity'), el('div', { class: 'field-control' }, input));
}
