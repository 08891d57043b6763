// help.ts: the dialog with keys, mouse and gestures. The keys come from the actions and tools.
import type { Action, App } from '../app';
import { showKeys } from '../actions/keys';
import { showDialog } from './widgets/dialog';
import { el } from './widgets/dom';

const mouse: readonly (readonly [string, string])[] = [
  ['Drag a link or point', 'moves the mechanism as its joints allow'],
  ['Ctrl-drag, or Shape mode', 'changes lengths and pins'],
  ['Drag from empty space', 'selects what is inside the box'],
  ['Mouse wheel, or pinch', 'zooms at the pointer'],
  ['Middle button, Space-drag, two fingers', 'pans the picture'],
  ['Right click, or a long press', 'opens the menu of what is there'],
  ['Alt while dragging', 'no snapping'],
  ['Esc', 'cancels the current operation'],
];

const keyboard: readonly (readonly [string, string])[] = [
  ['Tab in the picture', 'goes from point to point'],
  ['Arrows', 'drag the selection; with Shift further'],
  ['Ctrl+Arrows, or Shape mode', 'change lengths and pins'],
  ['Enter', 'opens its menu'],
  ['Arrows, Enter', 'with a drawing tool: move its pointer and click; Enter again ends a chain'],
];

const text: readonly (readonly [string, string])[] = [
  ['Alt+Up, Alt+Down', 'change the number at the cursor; with Shift by ten'],
  ['Ctrl-drag a number', 'changes it as you go'],
  ['Ctrl+Space', 'suggests what can be typed here'],
  ['Ctrl+F', 'searches; Ctrl+/ comments lines out'],
  ['Esc, then Tab', 'leaves the text'],
];

const groups: readonly (readonly [Action['group'], string])[] = [
  ['draw', 'Tools'],
  ['motion', 'Motion'],
  ['edit', 'Edit'],
  ['view', 'View'],
  ['file', 'File'],
  ['help', 'Help'],
];

export function showHelp(app: App): void {
  const sections = groups.map(([group, title]) => {
    const withKeys = [...app.actions.values()].filter((action) => action.group === group && (action.keys?.length ?? 0) > 0);
    return withKeys.length > 0 ? keySection(title, withKeys) : null;
  });
  showDialog(
    { title: 'Keys and gestures', class: 'help' },
    el('div', { class: 'help-columns' }, textSection('Mouse and touch', mouse), textSection('Keyboard in the picture', keyboard), textSection('In the text', text), ...sections),
    el('p', { class: 'help-foot' }, `Trammel ${app.core.version}. Everything you draw is text; nothing leaves this page.`),
  );
}

function textSection(title: string, rows: readonly (readonly [string, string])[]): HTMLElement {
  const list = rows.map(([what, does]) => el('div', { class: 'help-row' }, el('dt', {}, what), el('dd', {}, does)));
  return el('section', { class: 'help-section' }, el('h3', {}, title), el('dl', {}, list));
}

function keySection(title: string, actions: readonly Action[]): HTMLElement {
  const list = actions.map((action) =>
    el('div', { class: 'help-row', title: action.help }, el('dt', {}, action.label), el('dd', {}, (action.keys ?? []).map((keys) => el('kbd', {}, showKeys(keys))))),
  );
  return el('section', { class: 'help-section' }, el('h3', {}, title), el('dl', {}, list));
}
