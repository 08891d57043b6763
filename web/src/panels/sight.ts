// sight.ts: says once that everything has left the view of a simulation, and how to see it again. The
// camera stays: where it looks is the person's own.
import type { App } from '../app';
import { isOutOfSight } from '../view/sight';

export function mountSight(app: App): void {
  let wasOut = false;
  app.live.frame.subscribe((frame) => {
    const { clientWidth: width, clientHeight: height } = app.stageElement;
    const isOut = frame !== null && isOutOfSight(frame.facts, frame.poses, app.ui.camera.value, { width, height });
    if (isOut && !wasOut) {
      app.say({
        text: 'Everything that moves has left the view: F fits it in. The floor tool (W) gives it something to fall on.',
        kind: 'info',
        action: { label: 'Fit', perform: () => app.run('view.fit') },
      });
    }
    wasOut = isOut;
  });
}
