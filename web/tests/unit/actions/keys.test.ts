// Keys as text, as pressed, as shown, and who keeps them.
import { expect, test } from 'vitest';

import { actionFor, matches, parseChord, showKeys, type Press } from '../../../src/actions/keys';
import { actions } from '../../../src/actions/index';

function press(key: string, held: Partial<Press> = {}): Press {
  return { key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

test('a chord is read whatever its case and order', () => {
  expect(parseChord('Ctrl+Shift+Z')).toEqual({ ctrl: true, shift: true, alt: false, key: 'z' });
  expect(parseChord('shift+ctrl+z')).toEqual(parseChord('Ctrl+Shift+Z'));
  expect(parseChord('Space').key).toBe(' ');
  expect(parseChord('Ctrl+Plus')).toEqual({ ctrl: true, shift: false, alt: false, key: '+' });
});

test('a letter needs exactly the modifiers of its chord', () => {
  const undo = parseChord('Ctrl+Z');
  expect(matches(undo, press('z', { ctrlKey: true }), false)).toBe(true);
  expect(matches(undo, press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(matches(undo, press('z'), false)).toBe(false);
  expect(matches(undo, press('z', { ctrlKey: true, altKey: true }), false)).toBe(false);
});

test('on a Mac the Command key stands for Ctrl', () => {
  expect(matches(parseChord('Ctrl+Z'), press('z', { metaKey: true }), true)).toBe(true);
  expect(matches(parseChord('Ctrl+Z'), press('z', { ctrlKey: true }), true)).toBe(false);
  expect(showKeys('Ctrl+Shift+Z', true)).toBe('⌘⇧Z');
  expect(showKeys('Ctrl+Shift+Z', false)).toBe('Ctrl+Shift+Z');
});

test('a sign counts whether or not the layout needs Shift for it', () => {
  expect(matches(parseChord('?'), press('?', { shiftKey: true }), false)).toBe(true);
  expect(matches(parseChord('?'), press('?'), false)).toBe(true);
});

test('a key of another alphabet counts by its place', () => {
  expect(matches(parseChord('F'), press('а', { code: 'KeyF' }), false)).toBe(true);
  expect(matches(parseChord('Alt+1'), press('¡', { code: 'Digit1', altKey: true }), true)).toBe(true);
});

test('the pressed key finds its action, by its second key as well', () => {
  expect(actionFor(actions, press('y', { ctrlKey: true }), false)?.id).toBe('edit.redo');
  expect(actionFor(actions, press(' '), false)?.id).toBe('motion.play');
  expect(actionFor(actions, press('F12'), false)).toBeNull();
});
