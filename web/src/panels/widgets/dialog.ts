// dialog.ts: a modal dialog: the browser keeps the focus inside, Esc and a press beside it close it.
import { el, freshId, type Child } from './dom';
import { icon } from './icons';

export interface DialogOptions {
  readonly title: string;
  readonly class?: string;
  readonly onClose?: () => void;
}

export function showDialog(options: DialogOptions, ...content: readonly Child[]): HTMLDialogElement {
  const titleId = freshId('dialog');
  const dialog = el('dialog', { class: `dialog ${options.class ?? ''}`, 'aria-labelledby': titleId });
  const close = el('button', { type: 'button', class: 'button small', 'aria-label': 'Close', title: 'Close (Esc)', on: { click: () => dialog.close() } }, icon('close'));
  dialog.append(
    el('header', { class: 'dialog-head' }, el('h2', { id: titleId, class: 'dialog-title' }, options.title), close),
    el('div', { class: 'dialog-body' }, ...content),
  );
  return open(dialog, options.onClose);
}

/** Shows a dialog that has its own content. */
export function open(dialog: HTMLDialogElement, onClose?: () => void): HTMLDialogElement {
  const before = document.activeElement;
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
    if (before instanceof HTMLElement) {
      before.focus({ preventScroll: true });
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
