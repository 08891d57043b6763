// pen.ts: writes into a text by its nodes. Edits are collected and made at once by flush(); reasons
// not to go on are thrown as Refusal, and attempt() turns them into an Outcome. What comes out is
// built by the core before anybody sees it: an edit never leaves a text that is broken.
import { CoreError } from '../../../core/core';
import type { Core, Edit, Node, Text, Where } from '../../../core/core';
import type { BodyFact, SketchFacts, Span } from '../../../core/facts';
import type { Draft, Outcome } from '../../draft';
import { wordsOf } from './names';
import { Numbers } from './numbers';

/** Why an edit is not made, for people: the reason, and what to do. */
export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason);
}

export class Pen {
  readonly made: string[] = [];
  readonly numbers: Numbers;
  /** Words that new names must not be. */
  readonly taken: Set<string>;
  #draft: Draft;
  #text: Text;
  readonly #first: string;
  /** The text that the facts are of. */
  #read: string;
  #edits: Edit[] = [];

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#text = draft.core.text(draft.text);
    this.#first = draft.text;
    this.#read = draft.text;
    this.numbers = Numbers.of(draft);
    this.taken = wordsOf(draft.text);
  }

  /** The draft with all that was flushed, but facts and poses of the last renew(). */
  get draft(): Draft {
    return this.#draft;
  }

  get world(): string {
    return this.#draft.facts.world?.name ?? '';
  }

  find(path: string): Node {
    return this.#text.find(path);
  }

  /** The element (definition, statement, field …) that stands at this span. */
  elementAt(span: Span): Node {
    let node = this.#text.at(span.start);
    while (node !== 0) {
      const own = this.#text.span(node);
      if (own !== null && own.start === span.start && own.end >= span.end) {
        return node;
      }
      node = this.#text.parent(node);
    }
    return refuse('This cannot be found in the text.');
  }

  path(node: Node): string {
    return this.#text.path(node);
  }

  element(node: Node): Node {
    return this.#text.element(node);
  }

  parent(node: Node): Node {
    return this.#text.parent(node);
  }

  slice(node: Node): string {
    const span = this.#text.span(node);
    return span === null ? '' : this.#text.source.slice(span.start, span.end);
  }

  /** How far behind the start of `owner` a node within it begins. */
  offset(node: Node, owner: Node): number {
    return (this.#text.span(node)?.start ?? 0) - (this.#text.span(owner)?.start ?? 0);
  }

  /** The text of a path; '' where there is none. */
  at(path: string): string {
    const node = this.find(path);
    return node === 0 ? '' : this.slice(node);
  }

  replace(node: Node, text: string): void {
    if (this.slice(node) !== text) {
      this.#edits.push({ kind: 'replace', node, text });
    }
  }

  insert(node: Node, where: Where, text: string): void {
    this.#edits.push({ kind: 'insert', node, where, text });
  }

  remove(node: Node): void {
    if (!this.#edits.some((edit) => edit.kind === 'remove' && edit.node === node)) {
      this.#edits.push({ kind: 'remove', node });
    }
  }

  /** Makes the edits; nodes that were found before are good no more. */
  flush(): void {
    if (this.#edits.length > 0) {
      const edits = this.#edits;
      this.#edits = [];
      this.#restart(this.#text.edit(edits));
    }
  }

  /** Flushes; a text that was in canonical layout is so again, others keep the layout of their own. */
  finish(): void {
    this.flush();
    if (this.#draft.text !== this.#first && layoutOf(this.#draft.core, this.#first) === this.#first) {
      this.#restart(this.#text.format() ?? this.#draft.text);
    }
  }

  /** Puts one edit in at once. */
  add(path: string, where: Where, text: string): void {
    this.flush();
    const node = this.find(path);
    if (node === 0) {
      refuse(`The text has no '${path}' to write into.`);
    }
    this.insert(node, where, text);
    this.flush();
  }

  /** Flushes and lets the core read the text anew; bodies keep their poses by name. */
  renew(): Draft {
    this.flush();
    if (this.#draft.text !== this.#read) {
      this.#draft = redraw(this.#draft, this.#draft.text);
      this.#read = this.#draft.text;
    }
    return this.#draft;
  }

  /** Renews, and ends the edit where the text would not build any more: what follows asks for its bodies. */
  renewBuilt(): Draft {
    const draft = this.renew();
    const problem = faultOf(draft.facts);
    return problem === '' ? draft : refuse(`This cannot be done: ${problem}.`);
  }

  #restart(source: string): void {
    this.#text.dispose();
    this.#text = this.#draft.core.text(source);
    this.#draft = { ...this.#draft, text: source };
  }

  dispose(): void {
    this.#text.dispose();
  }
}

/** The text in canonical layout. */
function layoutOf(core: Core, source: string): string | null {
  const text = core.text(source);
  try {
    return text.format();
  } finally {
    text.dispose();
  }
}

/** Draft of another text, with the poses of the bodies that both have. */
export function redraw(draft: Draft, text: string): Draft {
  const sketch = draft.core.sketch(text);
  try {
    const { facts } = sketch;
    const poses = facts.good ? sketch.poses() : new Float64Array(0);
    const before = new Map(draft.facts.bodies.map((body, index) => [body.name, index]));
    facts.bodies.forEach((body: BodyFact, index) => {
      const old = before.get(body.name);
      if (facts.good && old !== undefined) {
        poses.set(draft.poses.subarray(4 * old, 4 * old + 4), 4 * index);
      }
    });
    return { ...draft, text, facts, poses };
  } finally {
    sketch.dispose();
  }
}

/** Why there is no world of these facts; '' where there is one. */
function faultOf({ good, diags }: SketchFacts): string {
  return good ? '' : (diags.find((diag) => diag.severity === 'error')?.message ?? 'the world cannot be built');
}

/** Of gaps that are no more than roundings of the numbers that were written. */
const ROUNDINGS = 100;

/**
 * What is wrong with the new text; '' for nothing. Loops that close by more joints than they need
 * stay open by what numbers are rounded by: that does not hinder, a joint that opens does.
 */
function problemOf(draft: Draft, pen: Pen): string {
  const { text } = pen.draft;
  const sketch = draft.core.sketch(text);
  try {
    const fault = faultOf(sketch.facts);
    if (fault !== '') {
      return fault;
    }
    const gaps = sketch.gaps();
    const widest = gaps.reduce((best, gap, joint) => (gap > (gaps[best] ?? 0) ? joint : best), 0);
    const gap = gaps[widest] ?? 0;
    const open = gap > ROUNDINGS * pen.numbers.step && gap > 2 * widestGap(draft);
    return open ? `joint '${sketch.facts.joints[widest]?.name ?? ''}' would stay open by ${pen.numbers.length(gap)}` : '';
  } finally {
    sketch.dispose();
  }
}

function widestGap(draft: Draft): number {
  const sketch = draft.core.sketch(draft.text);
  try {
    return Math.max(0, ...sketch.gaps());
  } finally {
    sketch.dispose();
  }
}

function checkReady(draft: Draft, pen: Pen): void {
  const { good, world, diags } = draft.facts;
  if (diags.some((diag) => diag.severity === 'error') && !good) {
    refuse('The text has an error, so the picture cannot be changed: fix the text first, or undo.');
  }
  if (!good || world === null) {
    refuse('This text has no planar world: only planar worlds can be drawn in.');
  }
  if (pen.find(pen.world) === 0) {
    refuse(`The world '${pen.world}' is in another file: open that file to change it.`);
  }
}

/** Makes an edit, checks the result, and says why where it cannot be made. */
export function attempt(draft: Draft, work: (pen: Pen) => void): Outcome {
  const pen = new Pen(draft);
  try {
    checkReady(draft, pen);
    work(pen);
    pen.finish();
    const { text } = pen.draft;
    const problem = text === draft.text ? '' : problemOf(draft, pen);
    return problem === '' ? { text, made: pen.made } : { refused: `This cannot be done: ${problem}.` };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refused: error.message };
    }
    if (error instanceof CoreError) {
      return { refused: `The text cannot be changed this way: ${error.message}.` };
    }
    throw error;
  } finally {
    pen.dispose();
  }
}
