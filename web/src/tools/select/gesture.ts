// gesture.ts: a drag that changes the text at every move and is one step of the document.
import type { Draft, Outcome } from '../../document/draft';
import type { Bench, Pointer, State } from '../machine';

export interface Gesture {
  readonly name: string;
  readonly label: string;
  /** The text when it began; null while it has errors. */
  readonly draft: Draft | null;
  /** The text for a place of the pointer, made from that of the beginning. */
  change(pointer: Pointer, start: Draft): Outcome;
  /** Before the step is done. */
  finish?(): void;
}

export function gesture(bench: Bench, { name, label, draft, change, finish }: Gesture): State {
  const { app } = bench;
  let problem = draft ? '' : 'The text has errors: mend them first.';
  return {
    name,
    enter: () => {
      app.doc.begin(label);
      if (problem) {
        app.say({ text: problem, kind: 'warning' });
      }
    },
    move: (pointer) => {
      if (!app.doc.inGesture) {
        bench.home(); // Undone under way.
        return;
      }
      const outcome = draft ? change(pointer, draft) : { refused: problem };
      if ('text' in outcome) {
        app.doc.change(label, outcome.text);
      } else if (outcome.refused !== problem) {
        problem = outcome.refused;
        app.say({ text: problem, kind: 'warning' });
      }
    },
    up: () => {
      if (app.doc.inGesture) {
        finish?.();
      }
      app.doc.commit();
      bench.home();
    },
    cancel: () => {
      app.doc.cancel();
      bench.home();
    },
  };
}
