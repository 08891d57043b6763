// keys.ts: from keys pressed to actions: the one place that listens for shortcuts. Tools see keys in
// the picture first and keep from here what they use by preventDefault.
import type { Action, App } from '../app';

export interface Chord {
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** As KeyboardEvent.key, letters small. */
  readonly key: string;
}

/** The part of a KeyboardEvent that decides. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const spelled: Readonly<Record<string, string>> = {
  space: ' ', esc: 'escape', del: 'delete', plus: '+', up: 'arrowup', down: 'arrowdown', left: 'arrowleft', right: 'arrowright',
};

/** 'Ctrl+Shift+Z' as a chord. The last piece is the key; 'Plus' and 'Space' are written out. */
export function parseChord(text: string): Chord {
  const pieces = text.split('+').map((piece) => piece.trim().toLowerCase());
  const key = pieces.pop() ?? '';
  return {
    ctrl: pieces.includes('ctrl'),
    shift: pieces.includes('shift'),
    alt: pieces.includes('alt'),
    key: spelled[key] ?? key,
  };
}

export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Where the layout has another alphabet, or Alt makes a sign, the place of the key counts. */
function keyOf(press: Press): string {
  const place = /^(?:Key|Digit)([A-Z0-9])$/.exec(press.code)?.[1];
  const foreign = press.key.length === 1 && press.key > '\u007f';
  return place && foreign ? place.toLowerCase() : press.key.toLowerCase();
}

export function matches(chord: Chord, press: Press, mac = isMac()): boolean {
  const key = keyOf(press);
  // Where Shift is needed to type a sign ('?') depends on the layout, so it does not count there.
  const sign = key.length === 1 && key !== ' ' && !/[a-z]/.test(key);
  return (
    chord.key === key &&
    chord.ctrl === (mac ? press.metaKey : press.ctrlKey) &&
    !(mac ? press.ctrlKey : press.metaKey) &&
    chord.alt === press.altKey &&
    (sign || chord.shift === press.shiftKey)
  );
}

const macSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Delete: '⌦', Backspace: '⌫', Enter: '↩' };

/** As menus and tooltips show a key. */
export function showKeys(keys: string, mac = isMac()): string {
  const pieces = keys.split('+').map((piece) => (piece === 'Plus' ? '+' : piece));
  return mac ? pieces.map((piece) => macSigns[piece] ?? piece).join('') : pieces.join('+');
}

export function actionFor(actions: Iterable<Action>, press: Press, mac = isMac()): Action | null {
  for (const action of actions) {
    if (action.keys?.some((keys) => matches(parseChord(keys), press, mac))) {
      return action;
    }
  }
  return null;
}

/** Chords that mean something to any text field and stay its own. */
const fieldKeys = new Set(['a', 'c', 'x', 'v', 'z', 'y', 'd', 'f', 'b', 'i', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end', 'backspace', 'delete', '/', ']', '[']);

/** What a place does with keys: text fields keep all but global chords, controls keep their own;
 *  dialogs that leave the picture to be used leave it its keys, too. */
export function keepsKey(target: Element | null, press: Press): boolean {
  if (!target) {
    return false;
  }
  if (target.closest('dialog:modal, [role="menu"], [role="menubar"]')) {
    return true;
  }
  const held = press.ctrlKey || press.metaKey;
  if (target.closest('textarea, [contenteditable="true"], input:not([type="range"], [type="checkbox"], [type="color"], [type="radio"])')) {
    return !(held || /^F\d+$/.test(press.key)) || fieldKeys.has(keyOf(press));
  }
  if (held) {
    return false;
  }
  const key = keyOf(press);
  if (target.closest('input, select, [role="slider"], [role="separator"], [role="tab"]')) {
    // A slider does nothing with Space: who has set the time back wants to play from there.
    const presses = (key === ' ' || key === 'enter') && !target.closest('input[type="range"]');
    return key.startsWith('arrow') || key === 'home' || key === 'end' || presses;
  }
  return target.closest('button, a, summary') !== null && (key === ' ' || key === 'enter');
}

/** Listens until the returned function is called. */
export function dispatchKeys(app: App, target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || keepsKey(event.target as Element | null, event)) {
      return;
    }
    const action = actionFor(app.actions.values(), event);
    // Paste comes as an event of its own, with what was copied elsewhere.
    if (!action || action.id === 'edit.paste') {
      return;
    }
    event.preventDefault();
    if (event.key === ' ') {
      if (!event.repeat) {
        runOnRelease(app, action, target);
      }
    } else {
      app.run(action.id);
    }
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

/** Keeps what is pressed before the page can act; the returned function acts on it. */
export function holdKeys(actions: readonly Action[], target: Window): () => void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    if (actionFor(actions, event)) {
      event.preventDefault();
      held.push(event);
    }
  };
  target.addEventListener('keydown', hold);
  return () => {
    target.removeEventListener('keydown', hold);
    held.filter((event) => !event.repeat).forEach((event) => document.body.dispatchEvent(new KeyboardEvent(event.type, event)));
  };
}

/** Space with a drag pans; only a Space that came and went alone is the shortcut. */
function runOnRelease(app: App, action: Action, target: Window): void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  target.addEventListener('pointerdown', () => stop.abort(), options);
  target.addEventListener('blur', () => stop.abort(), { signal: stop.signal });
  target.addEventListener('keyup', (event) => {
    stop.abort();
    if (event.key === ' ') {
      app.run(action.id);
    }
  }, options);
}
