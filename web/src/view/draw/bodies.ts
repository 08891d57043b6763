// bodies.ts: links and other bodies as plates of machines: a face, a bevel, a crisp edge, and a soft
// shadow where there are not too many of them.
import type { BodyFact } from '../../core/facts';
import type { Drawing } from './drawing';
import { plateOf } from '../geometry/plates';
import { polyline, type Lines, type Style } from '../geometry/shapes';
import { bodyTones, type Colours } from '../theme';

/** Beyond this many bodies a picture is about their pattern: shadows and bevels are left out, and
 * edges are hairlines, which are painted several times faster than wider ones. */
const MANY = 250;
/** Bars thinner than this [px] have no room for a bevel. */
const THIN = 4;

/** Below one device pixel. */
const HAIRLINE = 0.95;

export interface BodyStyles {
  readonly face: Style;
  readonly bevel: Style;
}

interface Kept extends BodyStyles {
  readonly colours: Colours;
}

const kept = new WeakMap<BodyFact, Kept>();

/** The styles of a body; asked for at each frame, so kept as long as the theme is the same. */
export function bodyStyles(d: Drawing, body: BodyFact, number: number): BodyStyles {
  let known = kept.get(body);
  if (!known || known.colours !== d.input.colours) {
    known = { ...makeStyles(d, body, number), colours: d.input.colours };
    kept.set(body, known);
  }
  return known;
}

function makeStyles(d: Drawing, body: BodyFact, number: number): BodyStyles {
  const tones = bodyTones(d.input.colours, body.color, number, body.fixed);
  const joined = body.outline.length > 1;
  const width = d.known.order.length > MANY ? HAIRLINE : joined ? 2.6 : 1.4;
  const face = d.style(`face ${tones.face} ${width}`, () => ({
    fill: tones.face,
    stroke: tones.edge,
    width,
    strokeFirst: joined,
  }));
  const bevel = d.style(`bevel ${tones.inner}`, () => ({ fill: tones.inner }));
  return { face, bevel };
}

const skeletons = new WeakMap<readonly object[], Lines>();

export function drawBodies(d: Drawing): void {
  const few = d.known.order.length <= MANY;
  const shadow = d.style('shadow', (c) => ({ fill: c.shadow, opacity: c.dark ? 0.35 : 0.1 }));
  for (const number of d.known.order) {
    const body = d.input.facts.bodies[number]!;
    if (body.outline.length === 0) {
      drawSkeleton(d, number);
      continue;
    }
    const plate = plateOf(body);
    const fine = few && d.pixels(plate.half) >= THIN;
    if (fine && !body.fixed) {
      d.path('body', plate.outline, d.bodyFrame(number, 0.8, 2.2), shadow);
    }
    const frame = d.bodyFrame(number);
    const { face, bevel } = bodyStyles(d, body, number);
    d.path('body', plate.outline, frame, face);
    if (fine && plate.bevel) {
      d.path('body', plate.bevel, frame, bevel);
    }
  }
}

/** A body without a shape: lines through its points. */
function drawSkeleton(d: Drawing, number: number): void {
  const points = d.known.skeletons[number]!;
  if (points.length < 2) {
    return;
  }
  let lines = skeletons.get(points);
  if (!lines) {
    lines = [polyline(points.flatMap((p) => [p.x, p.y]), points.length > 2)];
    skeletons.set(points, lines);
  }
  const body = d.input.facts.bodies[number]!;
  const { edge } = bodyTones(d.input.colours, body.color, number, body.fixed);
  d.path('body', lines, d.bodyFrame(number), d.style(`skeleton ${edge}`, () => ({ stroke: edge, width: 3, cap: 'round' })));
}
