// handle.ts: what actions may ask of the text panel, and the panel of an app. It hangs on the App, for
// actions know nothing else.
import type { App } from '../../app';

export interface TextPanel {
  /** Puts the cursor into the text. */
  focus(): void;
  readonly hasFocus: boolean;
  /** Goes to the next error, or warning where there is no error. */
  nextProblem(): void;
}

const panels = new WeakMap<App, TextPanel>();

export function setTextPanel(app: App, panel: TextPanel): void {
  panels.set(app, panel);
}

export function textPanel(app: App): TextPanel | null {
  return panels.get(app) ?? null;
}
