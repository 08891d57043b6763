// language.ts: the definition language as CodeMirror wants it: colours, comments, indentation. Colours
// are classes, of which text.css says how they look on light and on dark.
import { HighlightStyle, StreamLanguage, indentService, indentUnit, syntaxHighlighting, type IndentContext } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags, type Tag } from '@lezer/highlight';

import { indentOf } from './indent';
import { nextToken, startState, type TokenKind, type TokenState } from './tokens';

const tagOf: Readonly<Record<Exclude<TokenKind, 'name'>, Tag>> = {
  comment: tags.comment,
  string: tags.string,
  number: tags.number,
  unit: tags.unit,
  word: tags.keyword,
  definition: tags.definition(tags.typeName),
  label: tags.propertyName,
  shape: tags.typeName,
  hinge: tags.className,
  function: tags.standard(tags.function(tags.variableName)),
  constant: tags.constant(tags.variableName),
  sign: tags.punctuation,
  bad: tags.invalid,
};

const stream = StreamLanguage.define<TokenState>({
  name: 'trammel',
  startState,
  copyState: (state) => ({ ...state }),
  token(source, state) {
    if (source.sol() && state.after === 'number') {
      state.after = '';
    }
    const { kind, end } = nextToken(source.string, source.pos, state);
    source.pos = end;
    return kind === 'name' ? null : kind;
  },
  tokenTable: tagOf,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    indentOnInput: /^\s*end$/,
  },
});

export const classes = HighlightStyle.define(
  Object.entries(tagOf).map(([kind, tag]) => ({ tag, class: `tok-${kind}` })),
);

/** The line may be one that Enter is about to make. */
function indent(context: IndentContext, pos: number): number {
  const line = context.lineAt(pos, 1);
  return indentOf(context.state.sliceDoc(0, line.from).split('\n'), line.text);
}

export const trammelLanguage: Extension = [stream, syntaxHighlighting(classes), indentUnit.of('  '), indentService.of(indent)];
