// input.ts: all that a picture depends on. A scene is a function of it and of nothing else.
import type { Scales } from './draw/arrows';
import type { Backdrop, LengthUnit, Pick } from '../app';
import type { Diagnosis, SketchFacts } from '../core/facts';
import type { Camera, Size } from './geometry/camera';
import type { Preview } from './preview';
import type { Colours } from './theme';
import type { Travel } from './geometry/travel';

/** What is shown besides the machine itself. */
export interface Options {
  readonly grid: boolean;
  readonly dimensions: boolean;
  readonly curves: boolean;
  readonly names: boolean;
  readonly arrows: 'none' | 'velocity' | 'acceleration' | 'both';
  readonly forces: boolean;
  readonly units: LengthUnit;
}

export interface SceneInput {
  readonly facts: SketchFacts;
  /** x, y, cos, sin of each body. */
  readonly poses: Float64Array;
  readonly camera: Camera;
  readonly size: Size;
  readonly colours: Colours;
  readonly options: Options;
  readonly selection: readonly Pick[];
  readonly hover: Pick | null;
  /** Of each trace x, y …; NaN where it is not reached. Steps of equal time. */
  readonly curves: readonly Float64Array[];
  /** x, y, angle of velocity, then of acceleration, for each body; null: not known. */
  readonly rates: Float64Array | null;
  readonly diagnosis: Diagnosis | null;
  /** Joints of the loop that keeps the motion from going on. */
  readonly blocked: readonly number[];
  /** x, y, force x, force y of each contact [m, N]. */
  readonly contacts: Float64Array | null;
  readonly backdrop: Backdrop | null;
  readonly preview: Preview | null;
  /** How far sliders were seen to slide. */
  readonly travel: Travel;
  /** What arrows stood for a moment ago. */
  readonly scales: Scales;
  /** Of marks that pulse, 0 … 1; 1 where motion is reduced. */
  readonly pulse: number;
}

/** Facts of nothing, before there are any. */
export const NO_FACTS: SketchFacts = {
  good: false,
  diags: [],
  runs: [],
  run: -1,
  world: null,
  bodies: [],
  joints: [],
  drives: [],
  frames: 0,
  onBreak: 'limit',
  traces: [],
  monitors: [],
  inputs: [],
  record: 0,
};
