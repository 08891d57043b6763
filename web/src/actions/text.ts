// text.ts: what is done with the text as text.
import type { Action, App } from '../app';
import { openPanel } from '../panels/open';
import { textPanel } from '../panels/text/handle';

/** The text formatted; null where it cannot be. */
function formatted(app: App): string | null {
  const text = app.core.text(app.doc.text.value);
  try {
    return text.format();
  } finally {
    text.dispose();
  }
}

const format: Action = {
  id: 'edit.format',
  label: 'Format text',
  keys: ['Alt+Shift+F'],
  group: 'edit',
  help: 'Lays out the definition in the standard way',
  perform: (app) => {
    const text = formatted(app);
    if (text === null) {
      app.say({ text: 'The text has errors and cannot be formatted.', kind: 'warning' });
    } else if (text !== app.doc.text.value) {
      app.doc.change('Format', text);
    }
  },
};

const nextError: Action = {
  id: 'edit.nextError',
  label: 'Next error in the text',
  keys: ['F8'],
  group: 'edit',
  help: 'Goes to the next error in the text',
  enabled: (app) => app.stage.facts.value.diags.length > 0,
  perform: (app) => {
    openPanel(app, 'text');
    textPanel(app)?.nextProblem();
  },
};

const focusText: Action = {
  id: 'view.focusText',
  label: 'Go to the text',
  keys: ['Ctrl+`'],
  group: 'view',
  help: 'Moves the focus to the text, or back to the picture',
  anyTime: true,
  perform: (app) => {
    const panel = textPanel(app);
    if (panel?.hasFocus) {
      app.stageElement.focus();
    } else {
      openPanel(app, 'text');
      panel?.focus();
    }
  },
};

export const textActions: readonly Action[] = [format, nextError, focusText];
