// text.ts: a parsed text of the core (tm_document_…), to find and edit its nodes.
import type { Edit, Node, Text, Where } from './core';
import type { Span } from './facts';
import type { Module } from './module';
import { Offsets } from './offsets';

const KINDS = { replace: 0, insert: 1, remove: 2 } as const;
const WHERES: Record<Where, number> = { first: 0, last: 1, before: 2, after: 3 };
const EDIT_WORDS = 4; // tmEdit: kind, node, where, text

export class CoreText implements Text {
  readonly source: string;
  readonly #module: Module;
  readonly #document: number;
  readonly #offsets: Offsets;

  constructor(module: Module, source: string) {
    this.#module = module;
    this.source = source;
    this.#offsets = new Offsets(source);
    this.#document = module.withText(source, (address, length) =>
      module.made((place) => module.call('tm_wasm_document', address, length, 1, place)),
    );
  }

  find(path: string): Node {
    return this.#module.withText(path, (address) =>
      this.#module.call('tm_wasm_find', this.#document, address),
    );
  }

  at(offset: number): Node {
    return this.#module.call('tm_wasm_at', this.#document, this.#offsets.toByte(offset));
  }

  span(node: Node): Span | null {
    const module = this.#module;
    return module.withMemory(8, (place) => {
      if (module.call('tm_wasm_span', this.#document, node, place, place + 4) !== 0) {
        return null;
      }
      const [start = 0, length = 0] = module.words(place, 2);
      return this.#offsets.span([start, start + length]);
    });
  }

  parent(node: Node): Node {
    return this.#module.call('tm_wasm_parent', this.#document, node);
  }

  element(node: Node): Node {
    return this.#module.call('tm_wasm_element', this.#document, node);
  }

  path(node: Node): string {
    this.#module.must('tm_wasm_path', this.#document, node);
    return this.#module.output();
  }

  edit(edits: readonly Edit[]): string {
    const module = this.#module;
    const texts = edits.map((edit) => (edit.kind === 'remove' ? '' : edit.text));
    return module.withText(texts.join('\0'), (first) =>
      module.withMemory(4 * EDIT_WORDS * edits.length, (address) => {
        const encoder = new TextEncoder();
        let text = first;
        edits.forEach((edit, i) => {
          const where = edit.kind === 'insert' ? WHERES[edit.where] : 0;
          module
            .words(address + 4 * EDIT_WORDS * i, EDIT_WORDS)
            .set([KINDS[edit.kind], edit.node, where, text]);
          text += encoder.encode(texts[i]).length + 1;
        });
        module.must('tm_wasm_edit', this.#document, address, edits.length);
        return module.output();
      }),
    );
  }

  format(): string | null {
    const status = this.#module.call('tm_wasm_format', this.#document);
    return status === 0 ? this.#module.output() : null;
  }

  dispose(): void {
    this.#module.call('tm_document_destroy', this.#document);
  }
}
