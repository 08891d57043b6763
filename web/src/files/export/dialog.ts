// dialog.ts: asks in which form to save the picture or the motion, and saves it. What takes
// time shows how far it is and can be given up.
import type { App } from '../../app';
import { showDialog } from '../../panels/widgets/dialog';
import { el, freshId } from '../../panels/widgets/dom';
import { checkField, valueField, type Field } from '../../panels/widgets/fields';
import { readIn, short } from '../../panels/units';
import { pictureOf, undrawnHint, undrawnText } from '../../panels/words';
import type { Desk } from '../desk';
import { download, nameWith } from '../disk';
import { wordsOf } from '../words';
import { Cancelled, type Progress } from './frames';
import { filmOf, isDriven, isSimulating, rowStep, tableOf } from './motion';
import { pictureDxf, picturePng, pictureSvg, type PictureOptions } from './picture';
import '../files.css';

interface Made {
  readonly content: BlobPart;
  readonly type: string;
}

interface Options extends PictureOptions {
  /** Between two rows of a simulation's table [s]. */
  readonly step: number;
}

interface Form {
  readonly ending: string;
  readonly label: string;
  readonly help: string;
  enabled?(app: App): boolean;
  make(desk: Desk, options: Options, progress: Progress): Promise<Made>;
}

const moves = (app: App) => isDriven(app) || isSimulating(app);

const forms: readonly Form[] = [
  { ending: 'svg', label: 'SVG', help: 'The picture as vector graphics, for papers and web pages', make: (desk, options) => Promise.resolve({ content: pictureSvg(desk.page, options), type: 'image/svg+xml' }) },
  { ending: 'png', label: 'PNG', help: 'The picture as pixels, at twice the resolution of the screen', make: async (desk, options) => ({ content: await picturePng(desk.page, options), type: 'image/png' }) },
  { ending: 'gif', label: 'GIF', help: 'One cycle of the motor, or the simulation; at most 10 s', enabled: moves, make: makeGif },
  { ending: 'csv', label: 'CSV', help: 'A table of traces and measures, or of all positions if there are none, over the motor’s range or over time', enabled: moves, make: async (desk, { step }, progress) => ({ content: await tableOf(desk.page.app, step, progress), type: 'text/csv' }) },
  { ending: 'dxf', label: 'DXF', help: 'Outlines of the parts as they stand, in millimetres', make: (desk) => Promise.resolve({ content: pictureDxf(desk.page), type: 'image/vnd.dxf' }) },
];

async function makeGif(desk: Desk, options: PictureOptions, progress: Progress): Promise<Made> {
  const half = (start: number): Progress => ({ signal: progress.signal, tell: (part) => progress.tell(start + part / 2) });
  const [{ toGif }, film] = await Promise.all([import('./gif'), filmOf(desk.page, options.grid, half(0))]);
  return { content: (await toGif(film, half(0.5))) as Uint8Array<ArrayBuffer>, type: 'image/gif' };
}

export function showExport(desk: Desk): void {
  const { app } = desk.page;
  const facts = app.stage.facts.value;
  const undrawn = undrawnText(facts);
  if (undrawn) {
    app.say({ kind: 'warning', text: `${undrawn}: ${undrawnHint(facts)}.` });
    return;
  }
  const wanted = { grid: false, background: true, step: rowStep(app) };
  const name = freshId('form');
  const options = forms.map((form, k) => formChoice(form, name, k === 0, form.enabled?.(app) ?? true));
  const done = () => {
    const form = forms[options.findIndex(({ input }) => input.checked)];
    if (dialog.querySelector('[aria-invalid=true]')) {
      return; // it says what is wrong
    }
    dialog.close();
    if (form) {
      void save(desk, form, wanted);
    }
  };
  const dialog = showDialog(
    { title: 'Export', class: 'ask' },
    pictureOf(app) ? el('p', { class: 'panel-none' }, pictureOf(app)) : null,
    el('fieldset', { class: 'forms' }, el('legend', { class: 'ask-label' }, 'As'), options.map(({ element }) => element)),
    checkField('Grid', 'Draws the grid, with its numbers', () => wanted.grid, (on) => (wanted.grid = on)).element,
    checkField('Background', 'Without it SVG and PNG are transparent', () => wanted.background, (on) => (wanted.background = on)).element,
    isSimulating(app) ? stepField(app, wanted).element : null,
    el('div', { class: 'ask-row' }, el('button', { type: 'button', class: 'button solid', on: { click: done } }, 'Export')),
  );
  dialog.addEventListener('keydown', (event) => (event.key === 'Enter' && event.target instanceof HTMLInputElement ? done() : undefined));
  options[0]?.input.focus();
}

/** How far apart the rows of a simulation's table are: the text's `record`, or what is typed. */
function stepField(app: App, wanted: { step: number }): Field {
  return valueField({
    label: 'Rows every',
    title: 'Time between two rows of the simulation’s table',
    unit: () => 'ms',
    show: () => short(1e3 * wanted.step, 6),
    commit: (text) => {
      const step = readIn(app.core, text, 'ms');
      if (typeof step === 'string' || step <= 0) {
        return typeof step === 'string' ? step : 'The time between two rows must be above 0.';
      }
      wanted.step = step;
      return '';
    },
  });
}

function formChoice(form: Form, name: string, checked: boolean, enabled: boolean): { readonly element: HTMLElement; readonly input: HTMLInputElement } {
  const id = freshId('form');
  const input = el('input', { id, type: 'radio', name, checked, disabled: !enabled });
  const help = enabled ? form.help : 'Nothing moves: add a motor or simulate';
  return { input, element: el('label', { class: 'form', for: id }, input, el('strong', {}, form.label), el('span', { class: 'form-help' }, help)) };
}

async function save(desk: Desk, form: Form, options: Options): Promise<void> {
  const { app } = desk.page;
  const name = nameWith(app.doc.name.value, form.ending);
  const stop = new AbortController();
  const bar = el('progress', { class: 'export-bar', max: 1, value: 0, 'aria-label': `Making ${name}` });
  const dialog = showDialog(
    { title: `Making ${name}`, class: 'ask', onClose: () => stop.abort() },
    bar,
    el('div', { class: 'ask-row' }, el('button', { type: 'button', class: 'button accent', on: { click: () => dialog.close() } }, 'Cancel')),
  );
  try {
    const { content, type } = await form.make(desk, options, { signal: stop.signal, tell: (part) => (bar.value = part) });
    download(name, content, type);
    app.say(`Saved ${name}`);
  } catch (error) {
    app.say(error instanceof Cancelled ? 'Not exported' : { kind: 'error', text: `Not exported. ${wordsOf(error)}` });
  }
  dialog.close();
}
