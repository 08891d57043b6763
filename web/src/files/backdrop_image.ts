// backdrop_image.ts: the image to trace as bytes and as a picture, put into the middle of what is seen
// and taken back from what the browser kept. Where it stands is changed in backdrop.ts.
import type { App, Backdrop } from '../app';
import { toWorld } from '../view/geometry/camera';
import type { Attachments } from './blobs';
import type { Desk } from './desk';

/** The bytes that pictures were made of, to keep them. */
const blobs = new WeakMap<ImageBitmap, Blob>();

/** Part of the picture that a new image takes, and how strong it is. */
const PART = 0.8;
const OPACITY = 0.5;
/** Larger images are made smaller: they are only looked at [px]. */
const MAX_SIDE = 4096;

async function decode(blob: Blob): Promise<ImageBitmap> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(blob);
  } catch {
    throw new Error('This image cannot be read.');
  }
  const factor = MAX_SIDE / Math.max(image.width, image.height);
  if (factor < 1) {
    const small = await createImageBitmap(image, { resizeWidth: Math.max(1, Math.round(image.width * factor)), resizeHeight: Math.max(1, Math.round(image.height * factor)) });
    image.close();
    image = small;
  }
  blobs.set(image, blob);
  return image;
}

/** One step of the history: the image is now `next`, and was `before`. */
export function putBackdrop(app: App, label: string, next: Backdrop | null, before = app.ui.backdrop.value): void {
  const { backdrop } = app.ui;
  backdrop.value = next;
  if (next !== before) {
    app.doc.beside(label, { undo: () => (backdrop.value = before), redo: () => (backdrop.value = next) });
  }
}

/** Shows an image in the middle of the picture. */
export async function placeImage(desk: Desk, blob: Blob): Promise<void> {
  const { app, picture } = desk.page;
  const image = await decode(blob);
  const { size } = picture;
  const camera = app.ui.camera.value;
  const scale = (PART * Math.min(size.width / image.width, size.height / image.height)) / camera.scale;
  const middle = toWorld(camera, size, { x: size.width / 2, y: size.height / 2 });
  app.say(''); // that the one before could not be read
  putBackdrop(app, 'Show image', { image, scale, opacity: OPACITY, x: middle.x - (image.width * scale) / 2, y: middle.y - (image.height * scale) / 2 });
}

export function keptBackdrop(backdrop: Backdrop | null): Attachments['backdrop'] {
  const blob = backdrop ? blobs.get(backdrop.image) : undefined;
  return backdrop && blob ? { blob, x: backdrop.x, y: backdrop.y, scale: backdrop.scale, opacity: backdrop.opacity } : null;
}

export async function restoreBackdrop(desk: Desk, kept: NonNullable<Attachments['backdrop']>): Promise<void> {
  const { blob, ...where } = kept;
  desk.page.app.ui.backdrop.value = { image: await decode(blob), ...where };
}
