// backdrop_points.ts: places and drags in the picture that are meant for the image to trace: a sheet
// over the picture takes them, so that no tool sees them. Esc ends it.
import { showDialog } from '../panels/widgets/dialog';
import { el, freshId, setText } from '../panels/widgets/dom';
import { readIn, showLength } from '../panels/units';
import { toWorld, type Point } from '../view/geometry/camera';
import type { Desk } from './desk';

interface Sheet {
  readonly element: HTMLElement;
  readonly end: () => void;
}

function makeSheet(desk: Desk, hint: string, onEnd: () => void): Sheet {
  const element = el('div', { class: 'trace-sheet' }, el('p', { class: 'trace-hint', role: 'status' }, hint));
  const end = () => {
    window.removeEventListener('keydown', onKey, { capture: true });
    element.remove();
    onEnd();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      end();
    }
  };
  window.addEventListener('keydown', onKey, { capture: true });
  desk.page.frame.floats.append(element);
  return { element, end };
}

function worldOf(desk: Desk, event: PointerEvent): Point {
  const { app, frame, picture } = desk.page;
  const box = frame.stage.getBoundingClientRect();
  return toWorld(app.ui.camera.value, picture.size, { x: event.clientX - box.left, y: event.clientY - box.top });
}

/** Drags move the image until Esc or Enter. `begin` is called for each, and what it returns when it ends. */
export function dragPicture(desk: Desk, moveBy: (dx: number, dy: number) => void, begin: () => () => void): void {
  let last: Point | null = null;
  let finish = () => undefined as void;
  const stop = () => {
    if (last) {
      last = null;
      finish();
    }
  };
  const { element } = makeSheet(desk, 'Drag the image; press Enter or Esc when done', stop);
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    last = worldOf(desk, event);
    finish = begin();
  });
  element.addEventListener('pointermove', (event) => {
    if (last) {
      const at = worldOf(desk, event);
      moveBy(at.x - last.x, at.y - last.y);
      last = at;
    }
  });
  element.addEventListener('pointerup', stop);
  element.addEventListener('pointercancel', stop);
}

/** Two places and the distance that they are to have; null: given up. */
export async function askPoints(desk: Desk): Promise<readonly [Point, Point, number] | null> {
  const points = await new Promise<readonly Point[]>((resolve) => {
    const found: Point[] = [];
    const { element, end } = makeSheet(desk, 'Click two points of the image whose distance you know', () => resolve(found));
    element.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      found.push(worldOf(desk, event));
      element.append(dot(element, event));
      if (found.length === 2) {
        end();
      }
    });
  });
  const [a, b] = points;
  const length = a && b ? await askLength(desk, Math.hypot(b.x - a.x, b.y - a.y)) : null;
  return a && b && length !== null ? [a, b, length] : null;
}

function dot(sheet: HTMLElement, event: PointerEvent): HTMLElement {
  const box = sheet.getBoundingClientRect();
  const mark = el('span', { class: 'trace-dot' });
  mark.style.left = `${event.clientX - box.left}px`;
  mark.style.top = `${event.clientY - box.top}px`;
  return mark;
}

function askLength(desk: Desk, shown: number): Promise<number | null> {
  const unit = desk.page.app.ui.units.value;
  return new Promise((resolve) => {
    let answer: number | null = null;
    const id = freshId('length');
    const input = el('input', { id, type: 'text', class: 'input', value: showLength(shown, unit), autocomplete: 'off' });
    const why = el('p', { class: 'field-why', role: 'alert' });
    const done = () => {
      const read = readIn(desk.page.app.core, input.value, unit);
      const reason = typeof read === 'string' ? read : read > 0 ? '' : 'A distance must be above 0.';
      input.classList.toggle('wrong', reason !== '');
      setText(why, reason);
      if (typeof read === 'number' && reason === '') {
        answer = read;
        dialog.close();
      }
    };
    input.addEventListener('keydown', (event) => (event.key === 'Enter' ? done() : undefined));
    const dialog = showDialog(
      { title: 'Set scale', class: 'ask', onClose: () => resolve(answer) },
      el('label', { class: 'ask-label', for: id }, `Distance between the two points [${unit}]`),
      input,
      why,
      el('div', { class: 'ask-row' }, el('button', { type: 'button', class: 'button solid', on: { click: done } }, 'Set')),
    );
    input.select();
  });
}
