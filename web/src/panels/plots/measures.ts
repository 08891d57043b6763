// measures.ts: what can be plotted, as expressions of the language: angles of joints, places of
// points, distances, forces.
import type { SketchFacts } from '../../core/facts';

export interface Measure {
  /** Joints, the name of a link, forces, or the whole: sixty lines are found by their part. */
  readonly group: string;
  readonly label: string;
  readonly expression: string;
}

const turning = new Set(['pin']);
const sliding = new Set(['slider', 'point_on_line']);
const spanning = new Set(['spring', 'damper', 'rod']);

export function measures(facts: SketchFacts): readonly Measure[] {
  const made: Measure[] = [];
  const add = (group: string, label: string, expression: string) => made.push({ group, label, expression });
  const named = facts.joints.filter((joint) => !joint.name.startsWith('#'));
  named.forEach(({ name, kind }) => {
    if (turning.has(kind)) {
      add('Joints', `angle of ${name}`, `${name}.angle`);
    } else if (sliding.has(kind)) {
      add('Joints', `position of ${name}`, `${name}.position`);
    } else if (spanning.has(kind)) {
      add('Joints', `length of ${name}`, `${name}.length`);
    }
  });
  moving(facts).forEach((body) => {
    add(body.name, `angle of ${body.name}`, `${body.name}.angle`);
    points(body).forEach((point) => {
      add(body.name, `x of ${point}`, `${point}.x`);
      add(body.name, `y of ${point}`, `${point}.y`);
    });
  });
  facts.joints.forEach((joint) => {
    const [a, b] = joint.bodies.map((body) => facts.bodies[body]?.name);
    if ((turning.has(joint.kind) || sliding.has(joint.kind)) && a && b) {
      const expression = `length(force(${a}, ${b}))`;
      add('Forces (in simulations)', measureLabel(expression), expression);
    }
  });
  add('System', 'energy (in simulations)', 'energy');
  return made.filter((one, index) => made.findIndex((other) => other.expression === one.expression) === index);
}

/** How a monitor of the text is called for people: forces in words, all else as it is written. */
export function measureLabel(expression: string): string {
  const [, on, of] = /^length\(force\(([^(),]+), ([^(),]+)\)\)$/.exec(expression) ?? [];
  return on && of ? `force of ${of} on ${on}` : expression;
}

function moving(facts: SketchFacts): SketchFacts['bodies'] {
  return facts.bodies.filter((body, index) => index > 0 && !body.fixed);
}

function points(body: SketchFacts['bodies'][number]): readonly string[] {
  return body.points.filter((point) => point.dx === 0 && point.dy === 0).map((point) => `${body.name}.${point.name}`);
}

/** All points, as ends of a distance. */
export function distancePoints(facts: SketchFacts): readonly string[] {
  return facts.bodies.slice(1).flatMap(points);
}

export function distanceExpression(a: string, b: string): string {
  return `distance(${a}, ${b})`;
}
