// index.ts: the analysis: what the core's diagnosis says of the mechanism, in the pose in which it stands.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import type { Diagnosis, SketchFacts } from '../../core/facts';
import { el, fill, type Child } from '../widgets/dom';
import { counted, freedomText, undrawnHint, undrawnText } from '../words';
import { fourBarSection } from './four_bars';
import { mountModes } from './modes';
import { motionSection } from './motions';
import { conflictSection, redundantSection, uncountedRemark, warningSection } from './troubles';

export function mountAnalysis(app: App, element: HTMLElement, pulse: ReadSignal<number>): void {
  const findings = el('div', { class: 'findings' });
  const modes = el('div', {});
  element.append(findings, modes);
  let shown: Diagnosis | null | undefined;
  const refresh = () => {
    const diagnosis = app.stage.diagnosis.value;
    const facts = app.stage.sketch.value?.facts;
    const undrawn = undrawnText(app.stage.facts.value);
    modes.hidden = undrawn !== '';
    if (!element.hidden && undrawn !== '') {
      fill(findings, undrawnSections(app, undrawn));
      findings.classList.remove('pending');
      shown = undefined;
    }
    if (element.hidden || undrawn !== '' || diagnosis === shown) {
      return;
    }
    // While the next diagnosis is computed the last one stays, dimmed: nothing jumps.
    findings.classList.toggle('pending', diagnosis === null && shown !== undefined);
    if (diagnosis && facts) {
      fill(findings, sections(app, facts, diagnosis));
      shown = diagnosis;
    } else if (shown === undefined || shown === null) {
      fill(findings, el('p', { class: 'panel-none' }, facts ? 'Analysing …' : 'Nothing to analyse yet.'));
    }
  };
  pulse.subscribe(refresh);
  app.ui.panels.subscribe(refresh);
  app.stage.freedoms.subscribe(refresh);
  mountModes(app, modes, element, pulse);
  refresh();
}

/** Of a world that is not drawn: what is known all the same, and who knows more. */
function undrawnSections(app: App, undrawn: string): Child {
  const { value: freedoms } = app.stage.freedoms;
  const hint = undrawnHint(app.stage.facts.value);
  return [
    el('p', { class: 'verdict' }, `${undrawn}.`),
    freedoms ? numbers(freedoms.mobility, freedoms.count) : null,
    el('p', { class: 'remark' }, hint ? sentence(hint) : ''),
  ];
}

function numbers(mobility: number, count: number): HTMLElement {
  return el(
    'dl',
    { class: 'numbers' },
    number('By rank', mobility, `${counted(mobility, 'degree')} of freedom: what it can really do`),
    number('By count', count, "Grübler's formula: counts links and joints only"),
  );
}

function sections(app: App, facts: SketchFacts, diagnosis: Diagnosis): Child {
  return [
    el('p', { class: 'verdict' }, sentence(diagnosis.verdict)),
    numbers(diagnosis.mobility, diagnosis.gruebler),
    diagnosis.gruebler === diagnosis.mobility
      ? null
      : el('p', { class: 'remark' }, `The count says ${diagnosis.gruebler} ${freedomText(diagnosis.gruebler)}: in this pose some joints repeat what others already constrain.`),
    uncountedRemark(app, facts),
    motionSection(app, facts, diagnosis),
    conflictSection(app, facts, diagnosis),
    redundantSection(app, facts, diagnosis),
    warningSection(app, facts),
    fourBarSection(app, facts, diagnosis),
  ];
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function number(label: string, value: number, title: string): HTMLElement {
  return el('div', { class: 'number', title }, el('dt', {}, label), el('dd', {}, String(value)));
}
