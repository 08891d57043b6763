// sight.ts: says that everything has left the view of a simulation, and how to see it again. The
// camera stays: where it looks is the person's own. Back gives back the view of the drawing.
import type { App } from '../../app';
import type { Camera } from '../../view/geometry/camera';
import { isOutOfSight } from '../../view/sight';

export function mountSight(app: App): void {
  let wasOut = false;
  let drawing: Camera | null = null;
  app.live.state.subscribe((state) => {
    if (state === 'off' && drawing) {
      app.ui.camera.value = drawing;
    }
    drawing = state === 'off' ? null : (drawing ?? app.ui.camera.value);
  });
  app.live.frame.subscribe((frame) => {
    const { clientWidth: width, clientHeight: height } = app.stageElement;
    const isOut = frame !== null && isOutOfSight(frame.facts, frame.poses, app.ui.camera.value, { width, height });
    if (isOut && !wasOut) {
      app.say({
        text: 'Everything that moves has left the view: press F to fit it in. The floor tool (W) gives it something to fall on.',
        kind: 'info',
        stays: true,
        action: { label: 'Fit', perform: () => app.run('view.fit') },
      });
    }
    if (!isOut && wasOut) {
      app.say('');
    }
    wasOut = isOut;
  });
}
