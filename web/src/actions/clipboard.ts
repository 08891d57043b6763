// clipboard.ts: copy, cut, paste, duplicate. The copy goes to the system's clipboard as well, so that
// it can be pasted into another page; where the browser refuses that, it stays in this one.
import type { Action, App } from '../app';
import { copy as copyPicks, paste as pasteClip, remove } from '../document/edits';
import { attempt, draftOf, hasSelection, selectMade } from './edit';

/** What was copied here last, and how often it was pasted: each copy goes beside the one before. */
const clip = { text: '', pasted: 0 };

/** How far beside the original a copy goes [CSS pixels]. */
const aside = 24;

function take(app: App): boolean {
  const draft = draftOf(app);
  const text = draft ? copyPicks(draft, app.ui.selection.value) : '';
  if (!text) {
    app.say({ text: 'Nothing here can be copied: select links or bodies.', kind: 'warning' });
    return false;
  }
  clip.text = text;
  clip.pasted = 0;
  void globalThis.navigator?.clipboard?.writeText(text).catch(() => undefined);
  return true;
}

/** Pastes a text that copy made. */
export function pasteText(app: App, text: string): void {
  clip.pasted = text === clip.text ? clip.pasted + 1 : 1;
  clip.text = text;
  const by = (aside * clip.pasted) / app.ui.camera.value.scale;
  const made = attempt(app, 'Paste', (draft) => pasteClip(draft, text, by, -by));
  if (made) {
    selectMade(app, made);
  }
}

export const copy: Action = {
  id: 'edit.copy',
  label: 'Copy',
  keys: ['Ctrl+C'],
  group: 'edit',
  help: 'Copies the selection',
  enabled: hasSelection,
  perform: (app) => {
    if (take(app)) {
      app.say('Copied');
    }
  },
};

export const cut: Action = {
  id: 'edit.cut',
  label: 'Cut',
  keys: ['Ctrl+X'],
  group: 'edit',
  help: 'Copies the selection and deletes it',
  enabled: hasSelection,
  perform: (app) => {
    if (take(app)) {
      attempt(app, 'Cut', (draft) => remove(draft, app.ui.selection.value));
    }
  },
};

export const paste: Action = {
  id: 'edit.paste',
  label: 'Paste',
  keys: ['Ctrl+V'],
  group: 'edit',
  help: 'Pastes what was copied, beside the original',
  perform: (app) => {
    if (clip.text) {
      pasteText(app, clip.text);
      return;
    }
    const read = globalThis.navigator?.clipboard?.readText() ?? Promise.reject(new Error());
    read.then((text) => pasteText(app, text)).catch(() => app.say('Nothing has been copied yet.'));
  },
};

export const duplicate: Action = {
  id: 'edit.duplicate',
  label: 'Duplicate',
  keys: ['Ctrl+D'],
  group: 'edit',
  help: 'Copies the selection and puts the copy beside it',
  enabled: hasSelection,
  perform: (app) => {
    const draft = draftOf(app);
    const text = draft ? copyPicks(draft, app.ui.selection.value) : '';
    const by = aside / app.ui.camera.value.scale;
    const made = text ? attempt(app, 'Duplicate', (now) => pasteClip(now, text, by, -by)) : null;
    if (made) {
      selectMade(app, made);
    }
  },
};

/** Where a paste is the field's own. */
const inField = ({ target }: Event) => (target as Element | null)?.closest?.('input, textarea, dialog, [contenteditable="true"]') != null;

/** Ctrl+V comes as an event of the browser: only so it gives the system's clipboard without asking. */
export function listenPaste(app: App, target: Window): void {
  target.addEventListener('paste', (event) => {
    if (event.defaultPrevented || inField(event)) {
      return;
    }
    const text = event.clipboardData?.getData('text/plain') || clip.text;
    if (text) {
      event.preventDefault();
      pasteText(app, text);
    }
  });
  // Where the middle button is released, X11 and Wayland paste what is marked: outside fields nobody means that.
  for (const release of ['mouseup', 'auxclick'] as const) {
    target.addEventListener(release, (event) => {
      if (event.button === 1 && !inField(event)) {
        event.preventDefault();
      }
    });
  }
}
