// motors.ts: what drives the machine: a curved arrow round a pin that is turned, a straight one
// beside what is pushed.
import type { DriveFact } from '../../core/facts';
import type { Point } from '../geometry/camera';
import type { Drawing } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import { bossRadius, linkReach } from './pins';
import { jointPoint, slideDirection } from '../geometry/places';
import { arc, arrowhead, segment, type Frame, type Loop } from '../geometry/shapes';

/** From right below the pin, over it, to the left [rad]. */
const START = -0.35;
const SWEEP = 3.6;
/** Beyond this radius [px] an arrow would be lost on a large wheel. */
const WIDEST = 44;
/** Of a straight arrow [px]. */
const PUSH = 40;

export function drawMotors(d: Drawing): void {
  for (const drive of d.input.facts.drives) {
    const joint = d.input.facts.joints[drive.joint];
    const at = joint ? jointPoint(d.input.poses, joint) : bodyPoint(d.input.poses, drive.body, 0, 0);
    if (at && (joint || drive.body >= 0)) {
      const bodies = joint ? joint.bodies : [drive.body];
      if (drive.isAngle) {
        drawTurn(d, drive, at, Math.min(Math.max(bossRadius(d, bodies), linkReach(d, bodies)) + 7, WIDEST));
      } else {
        drawPush(d, drive, at, bossRadius(d, bodies) + 14);
      }
    }
  }
}

function put(d: Drawing, line: Loop, tip: Loop, frame: Frame): void {
  d.path('joint', [line], frame, d.style('motor', (c) => ({ stroke: c.motor, width: 2.2, cap: 'round' })));
  d.path('joint', [tip], frame, d.style('motor tip', (c) => ({ fill: c.motor, stroke: c.motor, width: 0.8 })));
}

function drawTurn(d: Drawing, drive: DriveFact, at: Point, radius: number): void {
  const way = drive.to >= drive.from ? 1 : -1;
  const frame = d.frame(at, way > 0 ? START : Math.PI - START);
  const length = Math.min(0.28 * radius + 3, 11);
  const end = way * (SWEEP + (0.75 * length) / radius);
  const along = end + way * (Math.PI / 2 - (0.4 * length) / radius);
  const tip = arrowhead(radius * Math.cos(end), radius * Math.sin(end), along, length);
  put(d, arc(0, 0, radius, 0, way * SWEEP), tip, frame);
}

function drawPush(d: Drawing, drive: DriveFact, at: Point, beside: number): void {
  const joint = d.input.facts.joints[drive.joint];
  const along = (joint && slideDirection(d.input.poses, joint)) ?? { x: 1, y: 0 };
  const way = drive.to >= drive.from ? 1 : -1;
  const frame = d.frame(at, Math.atan2(way * along.y, way * along.x));
  put(d, segment(-PUSH / 2, beside, PUSH / 2 - 8, beside), arrowhead(PUSH / 2, beside, 0, 11), frame);
}
