// settle.ts: actions outside the text act on what it means. A text that is still being read then
// is read first, so that no press is lost and none falls on the picture of an older text.
import type { App } from '../app';

const BEGINNINGS = ['pointerdown', 'keydown', 'paste', 'drop'] as const;

export function settleFirst(app: App, target: Window): void {
  const settle = ({ target: place }: Event) => {
    if (!(place instanceof Element && place.closest('.text-editor'))) {
      app.stage.settle();
    }
  };
  BEGINNINGS.forEach((kind) => target.addEventListener(kind, settle, { capture: true }));
}
