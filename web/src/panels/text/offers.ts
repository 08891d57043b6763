// offers.ts: what can be typed at the cursor, from the core, also in a text that is not finished.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';

import type { App } from '../../app';
import type { Offer } from '../../core/facts';

/** The range of a completion's boost. */
const highest = 99;

export function completion(app: App): Extension {
  return autocompletion({
    override: [(context) => offersAt(app, context)],
    icons: false,
    activateOnTypingDelay: 150,
    maxRenderedOptions: 60,
  });
}

async function offersAt(app: App, context: CompletionContext): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/[\p{L}_][\p{L}\p{M}\p{N}_]*$|\.$/u);
  const inText = context.matchBefore(/\/\/.*|"[^"]*/);
  if ((!typed && !context.explicit) || inText) {
    return null;
  }
  const offers = await app.stage.offers(context.pos);
  const [first] = offers;
  if (!first || (!context.explicit && isWritten(offers, context.state.sliceDoc(first.span.start, context.pos)))) {
    return null;
  }
  return {
    from: first.span.start,
    to: Math.max(first.span.end, context.pos),
    options: offers.map(option),
    validFor: (text) => /^\w*$/.test(text) && !isWritten(offers, text),
  };
}

/** Nothing is left to offer once a word is whole: Enter then makes a new line. */
export function isWritten(offers: readonly Offer[], typed: string): boolean {
  const left = offers.filter((offer) => offer.text.startsWith(typed));
  return left.length > 0 && left.every((offer) => offer.text === typed);
}

/** The core puts the most useful first; CodeMirror would sort by letters. */
function option(offer: Offer, rank: number): Completion {
  return {
    label: offer.text,
    detail: offer.kind,
    ...(offer.help ? { info: offer.help } : {}),
    boost: Math.max(highest - rank, -highest),
  };
}
