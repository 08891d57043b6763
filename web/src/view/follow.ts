// follow.ts: keeps the picture up with the app: every signal that it shows becomes a change of its
// input.
import { onAny } from '../base/signal';
import type { App } from '../app';
import type { Picture } from './picture';

function rates(app: App): Float64Array | null {
  const { stage, ui, live } = app;
  const sketch = stage.sketch.value;
  const drive = sketch?.facts.drives[0];
  if (!sketch || !drive || ui.arrows.value === 'none' || live.state.value !== 'off') {
    return null;
  }
  return sketch.rates((drive.to - drive.from) * ui.speed.value);
}

export function followApp(app: App, picture: Picture): void {
  const { stage, ui, live } = app;
  const all = () => {
    picture.theme = ui.theme.value;
    picture.set({
      facts: stage.shown.value,
      poses: stage.poses.value,
      camera: ui.camera.value,
      options: {
        grid: ui.grid.value,
        dimensions: ui.dimensions.value,
        curves: ui.curves.value,
        names: ui.names.value,
        arrows: ui.arrows.value,
        forces: ui.forces.value,
        units: ui.units.value,
      },
      selection: ui.selection.value,
      hover: ui.hover.value,
      curves: live.state.value === 'off' ? stage.curves.value : [],
      rates: rates(app),
      diagnosis: stage.diagnosis.value,
      blocked: ui.blocked.value,
      contacts: live.state.value === 'off' ? null : (live.frame.value?.contacts ?? null),
      backdrop: ui.backdrop.value,
    });
  };
  const dim = () => (picture.stale = !stage.fresh.value || stage.isLate.value);
  all();
  dim();
  onAny([stage.fresh, stage.isLate], dim);
  onAny([stage.sketch, stage.shown, stage.diagnosis, stage.curves], all);
  onAny([ui.theme, ui.grid, ui.dimensions, ui.curves, ui.names, ui.arrows, ui.forces, ui.units], all);
  onAny([ui.selection, ui.hover, ui.blocked, ui.backdrop, live.state], all);
  ui.camera.subscribe((camera) => picture.set({ camera }));
  stage.poses.subscribe((poses) =>
    picture.set({ poses, rates: rates(app), contacts: live.state.value === 'off' ? null : (live.frame.value?.contacts ?? null) }),
  );
}
