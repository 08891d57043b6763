// pulling.ts: a simulation runs: the body is pulled by a spring until the button is released.
import { toBody, bodyPoint } from '../../view/geometry/geometry';
import type { Point } from '../../view/geometry/camera';
import type { Bench, State } from '../machine';
import type { Grab } from './grab';

export function pulling(bench: Bench, grab: Grab): State {
  const { live, stage } = bench.app;
  const local = toBody(stage.poses.value, grab.body, grab.at);
  let target: Point = grab.at;
  const show = () => {
    const poses = stage.poses.value;
    if (poses.length >= 4 * grab.body + 4) {
      bench.preview([{ kind: 'pull', from: bodyPoint(poses, grab.body, local.x, local.y), to: target }]);
    }
  };
  let stop = () => {};
  return {
    name: 'pulling',
    enter: () => {
      stop = stage.poses.subscribe(show);
    },
    move: (pointer) => {
      target = pointer.at;
      live.pull(grab.body, local.x, local.y, target.x, target.y);
      show();
    },
    up: () => bench.home(),
    cancel: () => bench.home(),
    exit: () => {
      stop();
      live.letGo();
    },
  };
}
