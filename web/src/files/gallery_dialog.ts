// gallery_dialog.ts: the gallery: a card for each example, with its picture, drawn when it is first
// seen. Arrows go from card to card; letters go to the search.
import { COARSE, sampledCurves } from '../core/sampling';
import { showDialog } from '../panels/widgets/dialog';
import { el } from '../panels/widgets/dom';
import { rove, roveKeys } from '../panels/widgets/roving';
import { thumbnail } from '../view/output/thumbnail';
import type { Desk } from './desk';
import { examples, folderFile, FOLDERS, includesOf, type Example } from './gallery';
import { openText } from './open';
import './files.css';

const SIZE = { width: 190, height: 124 };

interface Card {
  readonly example: Example;
  readonly button: HTMLButtonElement;
  readonly canvas: HTMLCanvasElement;
}

export function showGallery(desk: Desk): void {
  const cards = examples().map((example) => makeCard(example, () => (dialog.close(), void openExample(desk, example))));
  const search = el('input', { type: 'search', class: 'input gallery-search', placeholder: 'Search the examples', 'aria-label': 'Search the examples', autocomplete: 'off', spellcheck: 'false' });
  const count = el('p', { class: 'gallery-count', role: 'status' });
  const sections = FOLDERS.map(([folder, title]) =>
    el('section', { class: 'gallery-section' }, el('h3', { class: 'gallery-title' }, title), el('div', { class: 'gallery-grid' }, cards.filter(({ example }) => example.folder === folder).map(({ button }) => button))),
  );
  const list = el('div', { class: 'gallery-list' }, sections);
  const painter = makePainter(desk, cards, list);
  const dialog = showDialog({ title: 'Gallery', class: 'gallery', onClose: () => painter.disconnect() }, el('div', { class: 'gallery-head' }, search, count), list);
  const filter = () => {
    const shown = cards.filter((card) => !(card.button.hidden = !fits(card.example, search.value)));
    sections.forEach((section) => (section.hidden = section.querySelector('button:not([hidden])') === null));
    count.textContent = `${shown.length} of ${cards.length}`;
    rove(list, 'button');
  };
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      const shown = cards.filter(({ button }) => !button.hidden);
      if (event.key === 'Enter' && search.value !== '') {
        best(shown, search.value)?.button.click();
      } else {
        shown[0]?.button.focus();
      }
    }
  });
  roveKeys(list, 'button', 'both');
  filter();
  search.focus();
}

/** One with that name comes before one that only mentions it. */
function best(shown: readonly Card[], query: string): Card | undefined {
  return shown.find(({ example }) => fits({ ...example, about: '' }, query)) ?? shown[0];
}

export function fits(example: Example, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${example.title} ${example.about} ${example.file}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function makeCard(example: Example, open: () => void): Card {
  const canvas = el('canvas', { class: 'gallery-picture', width: SIZE.width, height: SIZE.height, 'aria-hidden': 'true' });
  const about = el('span', { class: 'gallery-about' }, example.about);
  const button = el('button', { type: 'button', class: 'gallery-card', title: example.about, on: { click: open } }, canvas, el('span', { class: 'gallery-name' }, example.title), about);
  return { example, button, canvas };
}

/** Draws cards as they come into view, one in each turn, so that scrolling stays smooth. */
function makePainter(desk: Desk, cards: readonly Card[], root: HTMLElement): IntersectionObserver {
  const waiting = new Set<Card>();
  const byCanvas = new Map<Element, Card>(cards.map((card) => [card.canvas, card]));
  const paintNext = () => {
    const [card] = waiting;
    if (card && root.isConnected) {
      waiting.delete(card);
      paint(desk, card);
      setTimeout(paintNext, 0);
    }
  };
  const observer = new IntersectionObserver((entries) => {
    const idle = waiting.size === 0;
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      observer.unobserve(entry.target);
      const card = byCanvas.get(entry.target);
      if (card) {
        waiting.add(card);
      }
    }
    if (idle) {
      setTimeout(paintNext, 0);
    }
  }, { rootMargin: '200px' });
  cards.forEach(({ canvas }) => observer.observe(canvas));
  return observer;
}

/** The core has one shelf of files: those of the example are there only while it is read. */
function paint(desk: Desk, { example, canvas }: Card): void {
  const { core } = desk.page.app;
  const names = includesOf(example.text);
  for (const name of names) {
    core.addFile(name, folderFile(example.folder, name) ?? new Uint8Array(0));
  }
  const sketch = core.sketch(example.text);
  try {
    if (sketch.facts.good) {
      const curves = sampledCurves(sketch, COARSE);
      const width = canvas.clientWidth || SIZE.width;
      thumbnail(canvas, sketch.facts, sketch.poses(), { width, height: (width * SIZE.height) / SIZE.width }, { curves, colours: desk.page.picture.colours });
    }
  } finally {
    sketch.dispose();
    names.forEach((name) => putBack(desk, name));
  }
}

function putBack(desk: Desk, name: string): void {
  const { core } = desk.page.app;
  const own = desk.includes.files.get(name);
  if (own) {
    core.addFile(name, own);
  } else {
    core.removeFile(name);
  }
}

export async function openExample(desk: Desk, example: Example): Promise<void> {
  const source = (name: string) => Promise.resolve(folderFile(example.folder, name));
  await openText(desk, { name: example.file, text: example.text, source });
}
