// picture.ts: the picture in the page: two canvases, redrawn in the next frame when what they show
// has changed. It knows how to draw, not when the document changes: its owner sets the input.
import './view.css';
import { Scales } from './draw/arrows';
import { drawShapes } from './output/canvas';
import type { Size } from './geometry/camera';
import { NO_FACTS, type SceneInput } from './input';
import { pixelsOf, type Painted, type Wish } from './output/paint';
import { overScene, underScene } from './draw/scene';
import { readColours, type Colours } from './theme';
import { Travel } from './geometry/travel';

/** What the owner may set. The rest is the picture's own. */
export type PictureInput = Omit<SceneInput, 'colours' | 'size' | 'travel' | 'scales' | 'pulse'>;

const FIRST: PictureInput = {
  facts: NO_FACTS,
  poses: new Float64Array(0),
  camera: { x: 0, y: 0, scale: 4000 },
  options: { grid: true, dimensions: false, curves: true, names: false, arrows: 'none', forces: true, units: 'mm' },
  selection: [],
  hover: null,
  curves: [],
  rates: null,
  diagnosis: null,
  blocked: [],
  contacts: null,
  backdrop: null,
  preview: null,
};

/** A change of one of these redraws what is under the machine, too. */
const UNDER = ['camera', 'options', 'backdrop'] as const;

/** Milliseconds of one pulse of a warning. */
const PULSE = 1100;

/** Owners make new objects for the same options, as many times as they like. */
function isSame(a: object | null, b: object | null): boolean {
  const shallow = (x: object, y: object): boolean =>
    Object.entries(x).every(([key, value]) => Object.is(value, (y as Record<string, unknown>)[key]));
  return a === b || (a !== null && b !== null && shallow(a, b));
}

/** Whether it shows this input, as it is wished for now. */
function isOf({ facts, poses, diagnosis, curves, wish }: Painted, input: PictureInput, now: Wish | null): boolean {
  return (
    now !== null &&
    facts === input.facts && diagnosis === input.diagnosis && curves === input.curves &&
    poses.length === input.poses.length && poses.every((value, i) => value === input.poses[i]) &&
    wish.camera === now.camera && wish.size === now.size && wish.ratio === now.ratio &&
    wish.selection === now.selection && wish.hover === now.hover &&
    isSame(wish.options, now.options) && wish.colours.background === now.colours.background
  );
}

export class Picture {
  readonly element: HTMLElement;
  /** Called after the size has changed, before it is drawn. */
  onResize: ((size: Size) => void) | null = null;
  readonly #under: HTMLCanvasElement;
  readonly #over: HTMLCanvasElement;
  readonly #travel = new Travel();
  readonly #scales = new Scales();
  readonly #observer: ResizeObserver;
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #night = matchMedia('(prefers-color-scheme: dark)');
  readonly #onNight = (): void => this.#retheme();
  #input: PictureInput = FIRST;
  #size: Size = { width: 1, height: 1 };
  #colours: Colours;
  #theme: 'light' | 'dark' | 'auto' = 'auto';
  #frame = 0;
  #underStale = true;
  #painted: Painted | null = null;

  constructor(parent: HTMLElement) {
    this.element = document.createElement('div');
    this.element.className = 'picture';
    this.#under = this.#canvas('under');
    this.#over = this.#canvas('over');
    parent.append(this.element);
    this.#colours = readColours(this.element);
    this.#retheme();
    this.#size = { width: this.element.clientWidth || 1, height: this.element.clientHeight || 1 };
    this.#observer = new ResizeObserver((entries) => this.#resize(entries));
    this.#observer.observe(this.element);
    this.#night.addEventListener('change', this.#onNight);
  }

  get size(): Size {
    return this.#size;
  }

  get colours(): Colours {
    return this.#colours;
  }

  get input(): PictureInput {
    return this.#input;
  }

  set theme(theme: 'light' | 'dark' | 'auto') {
    if (theme !== this.#theme) {
      this.#theme = theme;
      this.#retheme();
    }
  }

  /** Whether the picture is that of an older text. */
  set stale(stale: boolean) {
    this.element.classList.toggle('stale', stale);
  }

  /** How another text would be painted here; null where that needs the page. */
  get wish(): Wish | null {
    const { camera, options, selection, hover, curves, rates, blocked, contacts, preview } = this.#input;
    const { named: _, ...colours } = this.#colours;
    return rates || contacts || preview || blocked.length > 0
      ? null
      : { camera, options, selection, hover, curves, size: this.#size, colours, travel: this.#travel.seen, ratio: devicePixelRatio || 1 };
  }

  /** Serves for as long as nothing else is to be shown. */
  set painted(painted: Painted) {
    this.#painted?.image.close();
    this.#painted = painted;
  }

  /** Changes some of what is shown. */
  set(changes: Partial<PictureInput>): void {
    const before = this.#input;
    this.#input = { ...before, ...changes };
    this.#underStale ||= UNDER.some((key) => !isSame(before[key], this.#input[key]));
    if (changes.poses || changes.facts) {
      this.see();
    }
    this.requestDraw();
  }

  set preview(preview: PictureInput['preview']) {
    this.set({ preview });
  }

  /** Takes note of poses that were changed in place, for the length of rails. */
  see(): void {
    const { facts, poses } = this.#input;
    if (poses.length >= 4 * facts.bodies.length) {
      this.#travel.see(facts, poses);
    }
  }

  /** Draws in the next frame. */
  requestDraw(): void {
    this.#frame ||= requestAnimationFrame((time) => {
      this.#frame = 0;
      this.draw(time);
    });
  }

  /** All that a scene depends on, for exports and hit tests. */
  sceneInput(pulse = 1): SceneInput {
    return {
      ...this.#input,
      colours: this.#colours,
      size: this.#size,
      travel: this.#travel,
      scales: this.#scales,
      pulse,
    };
  }

  /** Draws now. */
  draw(time: number): void {
    const pulsing = this.#input.blocked.length > 0 && !this.#still.matches;
    const pulse = pulsing ? 0.5 + 0.5 * Math.cos((2 * Math.PI * time) / PULSE) : 1;
    const input = this.sceneInput(pulse);
    if (this.#underStale) {
      this.#underStale = false;
      this.#paint(this.#under, underScene(input));
    }
    const image = this.#image();
    if (image) {
      this.#clear(this.#over)?.drawImage(image, 0, 0);
    } else {
      this.#paint(this.#over, overScene(input));
    }
    if (pulsing) {
      this.requestDraw();
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#night.removeEventListener('change', this.#onNight);
    this.element.remove();
  }

  #canvas(name: string): HTMLCanvasElement {
    const made = document.createElement('canvas');
    made.className = name;
    made.setAttribute('aria-hidden', 'true');
    this.element.append(made);
    return made;
  }

  /** What was painted elsewhere, if that is what is to be shown now. */
  #image(): ImageBitmap | null {
    const painted = this.#painted;
    if (painted && !isOf(painted, this.#input, this.wish)) {
      painted.image.close();
      this.#painted = null;
    }
    return this.#painted?.image ?? null;
  }

  #clear(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const { width, height } = pixelsOf(this.#size, devicePixelRatio || 1);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = canvas.getContext('2d');
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.clearRect(0, 0, width, height);
    return context;
  }

  #paint(canvas: HTMLCanvasElement, shapes: ReturnType<typeof overScene>): void {
    const context = this.#clear(canvas);
    if (context) {
      drawShapes(context, shapes, devicePixelRatio || 1);
    }
  }

  #resize(entries: readonly ResizeObserverEntry[]): void {
    const box = entries[entries.length - 1]?.contentRect;
    if (box && box.width > 0 && box.height > 0) {
      this.#size = { width: box.width, height: box.height };
      this.#underStale = true;
      this.onResize?.(this.#size);
      this.requestDraw();
    }
  }

  #retheme(): void {
    const dark = this.#theme === 'dark' || (this.#theme === 'auto' && this.#night.matches);
    this.element.dataset['theme'] = dark ? 'dark' : 'light';
    this.#colours = readColours(this.element);
    this.#underStale = true;
    this.requestDraw();
  }
}
