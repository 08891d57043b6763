// swatches.ts: a small square of the colour beside each colour of the text.
import type { Extension } from '@codemirror/state';
import { Decoration, EditorView, MatchDecorator, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view';

import { el } from '../widgets/dom';

class Swatch extends WidgetType {
  readonly #colour: string;

  constructor(colour: string) {
    super();
    this.#colour = colour;
  }

  override eq(other: Swatch): boolean {
    return other.#colour === this.#colour;
  }

  toDOM(): HTMLElement {
    const square = el('span', { class: 'cm-swatch', 'aria-hidden': 'true' });
    square.style.backgroundColor = this.#colour;
    return square;
  }
}

/** Behind `color:`, or in quotes, where an argument is a colour. */
const finder = new MatchDecorator({
  regexp: /\bcolor:\s*([a-z]+)\b|"(#[0-9a-fA-F]{6}|[a-z]{3,})"/g,
  decorate: (add, _from, to, match) => {
    const colour = match[1] ?? match[2] ?? '';
    if (CSS.supports('color', colour)) {
      const at = to - colour.length - (match[2] ? 2 : 0);
      add(at, at, Decoration.widget({ widget: new Swatch(colour), side: 1 }));
    }
  },
});

class Swatches {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = finder.createDeco(view);
  }

  update(update: ViewUpdate): void {
    this.decorations = finder.updateDeco(update, this.decorations);
  }
}

export const swatches: Extension = ViewPlugin.fromClass(Swatches, { decorations: (plugin) => plugin.decorations });
