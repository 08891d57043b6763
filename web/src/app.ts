// app.ts: the parts of the page and how they know each other. main.ts makes the one App there is;
// tools, actions and panels get it and use only what it declares here.
import type { Signal, ReadSignal } from './base/signal';
import type { Core, Sketch } from './core/core';
import type { Diagnosis, Mobility, Offer, SketchFacts } from './core/facts';
import type { Doc } from './document/doc';
import type { Live } from './live/live';
import type { Camera, Point } from './view/geometry/camera';

/** What is selected, by name, so that it survives a rebuild of the sketch. */
export type Pick =
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'point'; readonly body: string; readonly point: string }
  | { readonly kind: 'joint'; readonly joint: string };

/** Derived from the document: never undone, never saved. */
export interface Stage {
  /** The last good sketch; null before the first. Replaced on every change of the text. */
  readonly sketch: ReadSignal<Sketch | null>;
  /** Facts of the present text: errors, also where the picture is an older one's. */
  readonly facts: ReadSignal<SketchFacts>;
  /** Whether the picture is that of the present text. */
  readonly fresh: ReadSignal<boolean>;
  /** Whether the present text is still being read: `facts`, `sketch` and `fresh` are an older one's. */
  readonly reading: ReadSignal<boolean>;
  /** Whether it has been for so long that the page shows it. */
  readonly isLate: ReadSignal<boolean>;
  /** What is shown, and whose bodies `poses` are of: the sketch's, or of a simulated world. */
  readonly shown: ReadSignal<SketchFacts>;
  /** x, y, cos, sin of each body as shown now. Touched whenever they change. */
  readonly poses: Signal<Float64Array>;
  /** Of the pose in which it stands; null while it is not known. Computed lazily, when idle. */
  readonly diagnosis: ReadSignal<Diagnosis | null>;
  /** Freedoms by rank and by count of a present text that is not drawn, such as a world in space; null: it is
   * drawn, has errors, or they are not known yet. */
  readonly freedoms: ReadSignal<Mobility | null>;
  /** Curves of the traces, one for each; made anew after each change of the text, when idle. */
  readonly curves: ReadSignal<readonly Float64Array[]>;
  /** Reads the present text now, if that is not done: for callers that work on what it means. */
  settle(): void;
  /** What can be typed at this place of the present text. */
  offers(offset: number): readonly Offer[] | Promise<readonly Offer[]>;
  /** The motor has come to rest: what was said of another pose is updated when idle. */
  studyAgain(): void;
  /** Takes the sketch's own poses into `poses`. */
  pull(): void;
  /** Shows poses that are not the sketch's: of a preview, or of a simulation with its own facts. Null:
   * the sketch's. */
  show(poses: Float64Array | null, facts?: SketchFacts): void;
}

export type Theme = 'light' | 'dark' | 'auto';
export type Mode = 'move' | 'shape';
export type LengthUnit = 'mm' | 'cm' | 'm' | 'in';

/** What the person set or points at. Kept in the browser between visits where it is a setting. */
export interface Ui {
  readonly tool: Signal<string>;
  /** 'move': a drag follows the freedoms. 'shape': a drag changes lengths and pins. */
  readonly mode: Signal<Mode>;
  readonly selection: Signal<readonly Pick[]>;
  readonly hover: Signal<Pick | null>;
  readonly camera: Signal<Camera>;
  readonly theme: Signal<Theme>;
  readonly grid: Signal<boolean>;
  readonly snap: Signal<boolean>;
  readonly units: Signal<LengthUnit>;
  readonly dimensions: Signal<boolean>;
  readonly curves: Signal<boolean>;
  readonly arrows: Signal<'none' | 'velocity' | 'acceleration' | 'both'>;
  readonly names: Signal<boolean>;
  readonly forces: Signal<boolean>;
  /** What the next release of the button will do; '' for nothing. Shown beside the pointer. */
  readonly hint: Signal<string>;
  /** Where keys have moved the pointer of a tool that draws, from the picture's upper left corner [px]. */
  readonly keyPointer: Signal<Point>;
  /** Which side panels are open. */
  readonly panels: Signal<ReadonlySet<string>>;
  /** Motor: whether it turns, and how fast (parts of the drives' way in a second). */
  readonly playing: Signal<boolean>;
  readonly speed: Signal<number>;
  /** Joints that keep the motion from going on; marked in the picture. */
  readonly blocked: Signal<readonly number[]>;
  /** Why the motor's last step is not certified; '' where it is. */
  readonly doubt: Signal<string>;
  /** The background image to trace; null: none. */
  readonly backdrop: Signal<Backdrop | null>;
}

export interface Backdrop {
  readonly image: ImageBitmap;
  /** World place of its lower left corner [m], metres a pixel, 0 … 1. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly opacity: number;
}

export interface Message {
  readonly text: string;
  readonly kind: 'info' | 'warning' | 'error';
  /** An offer that holds whatever is done next: it stays its time. */
  readonly holds?: boolean;
  /** It is true until something else is said. */
  readonly stays?: boolean;
  /** A button in the message. */
  readonly action?: { readonly label: string; readonly perform: () => void };
}

/** Something that can be done, by menu, button or key: a file each in actions/. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** As shown and as pressed: 'Ctrl+Z', 'F', 'Shift+Delete'. Several: the first is shown. */
  readonly keys?: readonly string[];
  readonly group: 'file' | 'edit' | 'view' | 'draw' | 'motion' | 'help';
  /** One line for tooltips and the help. */
  readonly help: string;
  /** Not for what the text means: nobody waits until it is read. */
  readonly anyTime?: true;
  enabled?(app: App): boolean;
  /** For things that are on or off. */
  checked?(app: App): boolean;
  perform(app: App): void;
}

export interface App {
  readonly core: Core;
  readonly doc: Doc;
  readonly stage: Stage;
  readonly ui: Ui;
  readonly live: Live;
  readonly actions: ReadonlyMap<string, Action>;
  readonly tools: ReadonlyMap<string, ToolInfo>;
  /** Shows a message in the status line for some seconds, and to screen readers. */
  say(message: Message | string): void;
  run(action: string): void;
  /** The element that holds the picture; pointer positions are relative to it. */
  readonly stageElement: HTMLElement;
}

/** A tool as menus and the bar of tools show it. */
export interface ToolInfo {
  readonly id: string;
  readonly label: string;
  readonly key: string;
  readonly help: string;
  readonly icon: string;
  readonly group: 'select' | 'links' | 'joints' | 'pairs' | 'bodies';
}
