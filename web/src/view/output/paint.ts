// paint.ts: paints a machine away from the page, for pictures that would keep it waiting. What comes is
// the same as the page would draw; where it is not what is to be shown, the page draws.
import { Scales } from '../draw/arrows';
import { drawShapes } from './canvas';
import type { Size } from '../geometry/camera';
import type { SceneInput } from '../input';
import { overScene } from '../draw/scene';
import { namedColour, type Colours } from '../theme';
import { Travel, type Range } from '../geometry/travel';

/** What does not follow from the text, as it can be sent to a worker. */
export interface Wish extends Pick<SceneInput, 'camera' | 'size' | 'options' | 'selection' | 'hover' | 'curves'> {
  readonly colours: Omit<Colours, 'named'>;
  readonly travel: ReadonlyMap<string, Range>;
  /** Device pixels for a CSS pixel. */
  readonly ratio: number;
}

/** What is painted. */
export type Subject = Pick<SceneInput, 'facts' | 'poses' | 'diagnosis' | 'curves'>;

/** The subject as an image, as it was wished for. */
export interface Painted extends Subject {
  readonly wish: Wish;
  readonly image: ImageBitmap;
}

export function pixelsOf({ width, height }: Size, ratio: number): Size {
  return { width: Math.round(width * ratio), height: Math.round(height * ratio) };
}

/** Null where the browser cannot. */
export function paint(wish: Wish, subject: Subject): ImageBitmap | null {
  if (typeof OffscreenCanvas === 'undefined') {
    return null;
  }
  const { width, height } = pixelsOf(wish.size, wish.ratio);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  const travel = new Travel(wish.travel);
  travel.see(subject.facts, subject.poses);
  const nothing = { rates: null, blocked: [], contacts: null, backdrop: null, preview: null, pulse: 1, scales: new Scales() };
  const input = { ...wish, ...nothing, ...subject, travel, colours: { ...wish.colours, named: namedColour } };
  if (!context) {
    return null;
  }
  drawShapes(context, overScene(input), wish.ratio);
  return canvas.transferToImageBitmap();
}
