// core.ts: what the rest of the page sees of the C core. `loadCore` (load.ts) makes one. Everything
// here is synchronous; a Sketch or Text belongs to its maker, who calls dispose().
import type { Diagnosis, GearFact, GearMesh, Mobility, Move, Offer, SketchFacts, Span } from './facts';

/** One edit of a text, in terms of its nodes; see tm_document_edit. */
export type Edit =
  | { readonly kind: 'replace'; readonly node: Node; readonly text: string }
  | { readonly kind: 'insert'; readonly node: Node; readonly where: Where; readonly text: string }
  | { readonly kind: 'remove'; readonly node: Node };

export type Where = 'first' | 'last' | 'before' | 'after';

/** A piece of the text that means something; 0 is none. Good for the Text that gave it. */
export type Node = number;

/** A text that is parsed (syntax only): to find nodes by path and edit them. */
export interface Text {
  readonly source: string;
  /** The node of a path such as 'sketch.place#2.angle' (tm_document_find); 0: there is none. */
  find(path: string): Node;
  at(offset: number): Node;
  span(node: Node): Span | null;
  parent(node: Node): Node;
  element(node: Node): Node;
  path(node: Node): string;
  /** The text with all edits made at once; throws CoreError when they cannot be made. */
  edit(edits: readonly Edit[]): string;
  format(): string | null;
  dispose(): void;
}

/** A text with its world, assembled: tm_sketch_…. Poses are x, y, cos, sin for each body. */
export interface Sketch {
  readonly facts: SketchFacts;
  /** A copy of where all bodies are now. */
  poses(): Float64Array;
  /** Where they were before they were dragged or put elsewhere, which becomes a step of the text; else as poses(). */
  posesBefore(): Float64Array;
  /** `settled`: they have been there before, and no step comes of it. */
  setPoses(poses: Float64Array, settled?: boolean): boolean;
  reset(): void;
  gaps(): Float64Array;
  /** Whether something is grabbed: sweeps and the diagnosis must wait until it is released. */
  readonly isHeld: boolean;
  grab(body: number, x: number, y: number, held?: readonly number[]): boolean;
  drag(x: number, y: number): Move;
  release(): void;
  /** Moves the drives to a part of their way, 0 … 1. */
  play(part: number): Move;
  part(): number;
  blocking(): boolean[];
  /** For each trace x, y, x, y …, NaN where it cannot be reached. */
  curves(count: number): Float64Array[];
  /** For each number of the monitors, `count` values over the drives' way. */
  monitors(count: number): Float64Array[];
  /** x, y, angle of velocity, then of acceleration, for each body; null at a dead centre. */
  rates(rate: number): Float64Array | null;
  diagnosis(): Diagnosis | null;
  /** The transmission angle in these poses of the four-bar that has these joints [rad]; NaN: it has none. */
  transmission(pins: readonly number[], poses: Float64Array): number;
  /** Freedoms by rank and by count, also of worlds that are not drawn; null: they are not known. */
  mobility(): Mobility | null;
  follow(motion: number, way: number): Move;
  modes(): { readonly poses: readonly Float64Array[]; readonly present: number; readonly complete: boolean };
  /** What can be typed at this place of the text. */
  complete(offset: number): Offer[];
  /** How long it took to read the text and pass it on, no matter who asked for it first [ms]. */
  readonly took: number;
  dispose(): void;
}

/** A sketch as it lies in the memory of the core that made it: another instance of the same module goes
 * on with it, and need not read the text. */
export interface SketchCopy {
  readonly source: string;
  readonly facts: SketchFacts;
  readonly memory: ArrayBuffer;
  readonly address: number;
}

export interface Core {
  readonly version: string;
  text(source: string): Text;
  /** Texts with mistakes make a sketch, too, and those for which there is no memory: facts.diags tells them. */
  sketch(source: string, run?: number): Sketch;
  /** What was typed where a number in this unit of the language belongs ('mm', ''), in SI; or why it is none. */
  quantity(typed: string, unit: string): number | string;
  /** How two gears of one module mesh: the first is turned by `angle`, the second lies in `direction` from it. */
  mesh(first: GearFact, teeth: number, angle: number, direction: number): GearMesh;
  /** Offers a file to `include` and `mesh` of all texts. */
  addFile(name: string, bytes: Uint8Array): void;
  /** Takes a file back; texts that want it report that it is missing. */
  removeFile(name: string): void;
  /** Names of files that texts asked for and that are not there. */
  missingFiles(): string[];
}

/** The core refused; the message is for people. */
export class CoreError extends Error {}
