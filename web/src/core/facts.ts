// facts.ts: what tm_sketch_json and tm_sketch_diagnosis write, as types. Lengths in metres, angles in
// radians, y upwards, coordinates of points and outlines in the axes of their body.

/** A piece of the first text, in UTF-16 units of the string (the bridge converts from bytes). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place that something is said of. */
export interface Said {
  readonly message: string;
  /** Null: the text that is edited; else the name of an included one. */
  readonly file: string | null;
  /** Where in the edited text; null for other files and where no place is known. */
  readonly span: Span | null;
  readonly line: number;
  readonly column: number;
}

export interface Diag extends Said {
  readonly severity: 'note' | 'warning' | 'error';
  readonly hint: string | null;
  /** Another place that has to do with it, such as the arguments that a type was given. */
  readonly related: Said | null;
  /** Names of the parts concerned. */
  readonly parts: readonly string[];
}

export interface PointFact {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Direction of an axis; 0, 0 for a plain point. */
  readonly dx: number;
  readonly dy: number;
  /** The value of the feature in the edited text; null: it stands elsewhere, or is made there. */
  readonly span: Span | null;
}

/** The teeth of a wheel, about the origin of its body. */
export interface GearFact {
  readonly teeth: number;
  /** Pitch diameter over teeth [m]. */
  readonly module: number;
}

/** How two gears mesh: tm_gear_mesh. */
export interface GearMesh {
  /** Of their centres [m]. */
  readonly distance: number;
  /** Turns of the first for a turn of the second. */
  readonly ratio: number;
  /** Of the second, when its gap meets a tooth of the first. */
  readonly angle: number;
}

export interface BodyFact {
  /** Dotted name from the world inwards; 'world' for body 0, the ground. */
  readonly name: string;
  readonly type: string;
  /** How many bodies share the type with the same text: editing it changes all of them. */
  readonly typeUses: number;
  readonly fixed: boolean;
  readonly locked: boolean;
  readonly hidden: boolean;
  readonly dynamic: boolean;
  readonly touches: boolean;
  readonly color: string;
  /** kg; 0 where it is not modelled. */
  readonly mass: number;
  /** kg/m^3 */
  readonly density: number;
  readonly shape: string;
  /** Closed loops as x, y, bulge, x, y, bulge …; see tmOutlinePoint. Nonzero rule. */
  readonly outline: readonly (readonly number[])[];
  /** Null: it has no teeth, or several wheels. */
  readonly gear: GearFact | null;
  /** Points and axes that the text names, without center, x_axis …. */
  readonly points: readonly PointFact[];
  /** The `place` statement of it in the edited text; null: none. */
  readonly place: PlaceFact | null;
  /** The component in the edited text; null where it stands elsewhere. */
  readonly span: Span | null;
  /** The primitive that it is made of, in the edited text. */
  readonly typeSpan: Span | null;
}

export interface PlaceFact {
  readonly near: boolean;
  readonly span: Span;
}

export interface JointEnd {
  readonly body: number;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

export interface JointFact {
  /** As the text calls it, or '#3'. */
  readonly name: string;
  /** The hinge: 'pin', 'slider', 'point_on_line', 'rigid', 'spring', 'gear' …. */
  readonly kind: string;
  readonly bodies: readonly number[];
  /** What it matches, pair by pair: of the first part, of the second. */
  readonly pairs: readonly (readonly [JointEnd, JointEnd])[];
  /** Arguments by name, those given. */
  readonly values: Readonly<Record<string, number>>;
  /** The join statement in the edited text; null where it stands elsewhere. */
  readonly span: Span | null;
}

export interface DriveFact {
  readonly kind: 'coordinate' | 'angle' | 'position';
  readonly joint: number;
  readonly body: number;
  readonly isAngle: boolean;
  readonly from: number;
  readonly to: number;
}

export interface TraceFact {
  readonly body: number;
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

export interface MonitorFact {
  readonly text: string;
  readonly unit: string;
  readonly size: number;
  readonly first: number;
}

export interface InputFact {
  readonly name: string;
  readonly unit: string;
  readonly initial: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface RunFact {
  readonly kind: 'none' | 'simulate' | 'animate' | 'study';
  readonly world: string;
}

export interface SketchFacts {
  readonly good: boolean;
  readonly diags: readonly Diag[];
  readonly runs: readonly RunFact[];
  /** The run that is shown; -1: none. */
  readonly run: number;
  readonly world: {
    readonly name: string;
    readonly planar: boolean;
    readonly size: number;
    readonly gravity: readonly [number, number];
    /** How many there are, and how many of them have a mass: also of worlds that are not drawn. */
    readonly bodies: number;
    readonly heavy: number;
  } | null;
  readonly bodies: readonly BodyFact[];
  readonly joints: readonly JointFact[];
  readonly drives: readonly DriveFact[];
  readonly frames: number;
  readonly onBreak: 'limit' | 'search' | 'stretch';
  readonly traces: readonly TraceFact[];
  readonly monitors: readonly MonitorFact[];
  readonly inputs: readonly InputFact[];
  /** Time between frames that a `simulate` records [s]; 0: it does not simulate. */
  readonly record: number;
}

export interface FreeMotion {
  readonly lasts: boolean;
  readonly idle: boolean;
  /** Bodies that move. */
  readonly bodies: readonly number[];
}

export interface FourBar {
  /** Joint numbers in order round the loop; the first and the last are at the ground link's ends. */
  readonly joints: readonly [number, number, number, number];
  readonly bodies: readonly [number, number, number, number];
  /** Lengths: ground, input, coupler, output [m]. */
  readonly lengths: readonly [number, number, number, number];
  readonly grashof: boolean;
  /** 'crank-rocker', 'double crank', 'double rocker', 'triple rocker', 'change point' …. */
  readonly kind: string;
  /** Between coupler and output, 0 … pi/2 [rad]. */
  readonly transmission: number;
}

/** By rank, and by count of bodies and joints alone. */
export interface Mobility {
  readonly mobility: number;
  readonly count: number;
}

export interface Diagnosis {
  readonly verdict: string;
  readonly text: string;
  readonly mobility: number;
  readonly gruebler: number;
  readonly assembled: boolean;
  readonly motions: readonly FreeMotion[];
  /** Joints with redundant equations, and those that they follow from; -b is that body b is fixed, here and in conflicts. */
  readonly redundant: readonly { readonly joint: number; readonly from: readonly number[] }[];
  readonly conflicts: readonly (readonly number[])[];
  readonly fourBars: readonly FourBar[];
}

/** How a move ended: see tmMove. */
export interface Move {
  readonly outcome: 'done' | 'fold' | 'inconsistent' | 'not converged' | 'stretched';
  /** How far a dragged point stays from where it should be [m]. */
  readonly miss: number;
  /** Part of the way that was gone, 0 … 1. */
  readonly reached: number;
  /** Why it is not certified that nothing was jumped over on the way; '' where it is. */
  readonly doubt: string;
}

/** Something that can be typed at a place of the text. */
export interface Offer {
  readonly text: string;
  readonly kind: string;
  readonly help: string;
  readonly span: Span;
}
