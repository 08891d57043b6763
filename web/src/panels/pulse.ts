// pulse.ts: one signal for 'something that panels show may have changed', at most once a frame.
// Poses, camera and pointer change too often to be part of it: who shows them subscribes to them.
import { Signal, onAny, type ReadSignal } from '../base/signal';
import type { App } from '../app';

export function makePulse(app: App): ReadSignal<number> {
  const pulse = new Signal(0);
  let asked = false;
  const ask = () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        pulse.value += 1;
      });
    }
  };
  const { doc, stage, ui, live } = app;
  onAny([doc.text, doc.name, doc.dirty, doc.canUndo, doc.canRedo, doc.undoLabel, doc.redoLabel], ask);
  onAny([stage.sketch, stage.facts, stage.fresh, stage.isLate, stage.diagnosis], ask);
  onAny([ui.tool, ui.mode, ui.selection, ui.theme, ui.grid, ui.snap, ui.units, ui.dimensions, ui.curves], ask);
  onAny([ui.arrows, ui.names, ui.forces, ui.panels, ui.playing, ui.speed, ui.blocked, ui.backdrop], ask);
  onAny([live.state, live.facts, live.span, live.problem, live.pass], ask);
  return pulse;
}
