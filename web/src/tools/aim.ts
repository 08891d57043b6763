// aim.ts: tools of one click. An aim says what a click here would do; a press and a release on the
// spot does it.
import type { PreviewShape } from '../view/preview';
import { isFar } from './common';
import type { Bench, Pointer, State, Tool } from './machine';

export interface Aim {
  readonly hint: string;
  readonly shapes: readonly PreviewShape[];
  /** Null: a click here does nothing. */
  readonly perform: (() => void) | null;
}

type Aiming = (bench: Bench, pointer: Pointer) => Aim;

export function aimTool(id: string, aim: Aiming): Tool {
  return { id, start: (bench) => idle(bench, aim) };
}

function idle(bench: Bench, aim: Aiming): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const { hint, shapes } = aim(bench, pointer);
      bench.app.ui.hint.value = hint;
      bench.preview(shapes);
    },
    down: (pointer) => bench.go(pointing(bench, aim, pointer)),
  };
}

function pointing(bench: Bench, aim: Aiming, start: Pointer): State {
  const done = aim(bench, start);
  return {
    name: 'pointing',
    enter: () => bench.preview(done.shapes),
    up: (pointer) => {
      bench.home();
      if (!isFar(start, pointer)) {
        done.perform?.();
      }
    },
    cancel: () => bench.home(),
  };
}
