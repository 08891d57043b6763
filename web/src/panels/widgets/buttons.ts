// buttons.ts: buttons that perform an action and follow its state.
import type { ReadSignal } from '../../base/signal';
import type { Action, App } from '../../app';
import { showKeys } from '../../actions/keys';
import { el, fill, setAttribute, type Child } from './dom';
import { icon } from './icons';

export interface ButtonLook {
  readonly icon?: string;
  /** Shown beside the icon; without it the button has the icon alone. */
  readonly text?: string;
  readonly class?: string;
}

export function actionTitle(action: Action): string {
  const keys = action.keys?.[0];
  return keys ? `${action.label} (${showKeys(keys)})` : action.label;
}

/** A button for the action `id`; null where there is none of that name. */
export function actionButton(app: App, pulse: ReadSignal<number>, id: string, look: ButtonLook): HTMLButtonElement | null {
  const action = app.actions.get(id);
  if (!action) {
    return null;
  }
  const button = plainButton(look, () => app.run(id));
  setAttribute(button, 'aria-label', look.text ? null : action.label);
  const refresh = () => {
    setAttribute(button, 'title', actionTitle(action));
    button.disabled = !(action.enabled?.(app) ?? true);
    setAttribute(button, 'aria-pressed', action.checked ? String(action.checked(app)) : null);
  };
  pulse.subscribe(refresh);
  refresh();
  return button;
}

export function plainButton(look: ButtonLook, perform: () => void): HTMLButtonElement {
  const button = el('button', { type: 'button', class: `button ${look.class ?? ''}`.trim(), on: { click: perform } });
  fill(button, content(look));
  return button;
}

function content(look: ButtonLook): Child {
  return [look.icon ? icon(look.icon) : null, look.text ? el('span', { class: 'button-text' }, look.text) : null];
}

/**
 * Presses in `bar` leave the keyboard where it is, or bring it to the picture from the text:
 * Space and the letters keep meaning what they mean there.
 */
export function keepFocus(bar: HTMLElement, stage: HTMLElement): void {
  bar.addEventListener('mousedown', (event) => {
    const target = event.target as Element;
    if (target.closest('button') && !target.closest('input, select')) {
      event.preventDefault();
      const active = document.activeElement;
      if (active instanceof HTMLElement && active.closest('input, select, textarea, [contenteditable]')) {
        stage.focus({ preventScroll: true, focusVisible: false });
      }
    }
  });
}
