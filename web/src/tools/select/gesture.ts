// gesture.ts: a drag that changes the text and is one step of the document: at every move, or, where
// the picture can be shown without a new text, when the button is released.
import type { Draft, Outcome } from '../../document/draft';
import { placed } from '../../document/edits';
import type { Bench, Pointer, State } from '../machine';

export interface Gesture {
  readonly name: string;
  readonly label: string;
  /** When it began; null while the text has errors. */
  readonly draft: Draft | null;
  /** The text for a place of the pointer, made from that of the beginning. */
  change(pointer: Pointer, start: Draft): Outcome;
  /** Where the bodies are for a place of the pointer: what the text would say. */
  preview?: ((pointer: Pointer) => Float64Array) | undefined;
  /** Before the step is done. */
  finish?(): void;
}

export function gesture(bench: Bench, { name, label, draft: found, change, preview, finish }: Gesture): State {
  const { app } = bench;
  const draft = found && placed(found);
  let problem = draft ? '' : 'Fix the errors in the text first.';
  let last: Pointer | null = null;
  let unsubscribe = () => {};
  const write = (pointer: Pointer) => {
    const outcome = draft ? change(pointer, draft) : { refused: problem };
    if ('text' in outcome) {
      app.doc.change(label, outcome.text);
    } else if (outcome.refused !== problem) {
      problem = outcome.refused;
      app.say({ text: problem, kind: 'warning' });
    }
  };
  return {
    name,
    enter: () => {
      app.doc.begin(label);
      if (problem) {
        app.say({ text: problem, kind: 'warning' });
      }
      // Undone under way: the picture is that of the text at once.
      unsubscribe = app.doc.text.subscribe(() => preview && !app.doc.inGesture && app.stage.show(null));
    },
    move: (pointer) => {
      if (!app.doc.inGesture) {
        bench.home(); // Undone under way.
        return;
      }
      // The first move writes, too: so a text that refuses says so at once.
      if (preview && last && !problem) {
        app.stage.show(preview(pointer));
      } else {
        write(pointer);
      }
      last = pointer;
    },
    up: () => {
      if (app.doc.inGesture) {
        if (preview && last && !problem) {
          write(last);
        }
        finish?.();
      }
      app.doc.commit();
      bench.home();
    },
    cancel: () => {
      app.doc.cancel();
      bench.home();
    },
    exit: () => {
      unsubscribe();
      if (preview) {
        app.stage.show(null);
      }
    },
  };
}
