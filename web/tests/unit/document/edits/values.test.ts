// Arguments of hinges: changed, added and taken away, with the others left as they are written.
import { expect, test } from 'vitest';

import { setJointValue, withArgument } from '../../../../src/document/edits/values';
import { projectText, testCore } from '../../test_core';

test('an argument is changed, added, taken away', () => {
  expect(withArgument('pin', 'low', '-30deg')).toBe('pin(low: -30deg)');
  expect(withArgument('pin(low: -30deg)', 'high', '40deg')).toBe('pin(low: -30deg, high: 40deg)');
  expect(withArgument('pin(low: f(1, 2), high: 40deg)', 'low', '0deg')).toBe('pin(low: 0deg, high: 40deg)');
  expect(withArgument('pin(low: -30deg)', 'low', null)).toBe('pin');
});

test('the core reads the limit that was written', async () => {
  const core = await testCore();
  const text = projectText('examples/gallery/andrews_squeezer.tml');
  const sketch = core.sketch(text);
  const draft = { core, text, facts: sketch.facts, poses: sketch.poses() };
  const joint = sketch.facts.joints.findIndex(({ name }) => name === 'lever');
  const outcome = setJointValue(draft, joint, 'low', '-90deg');
  expect(outcome).toHaveProperty('text');
  const after = core.sketch('text' in outcome ? outcome.text : '');
  expect(after.facts.joints[joint]?.values['low']).toBeCloseTo(-Math.PI / 2, 12);
  const back = setJointValue({ ...draft, text: 'text' in outcome ? outcome.text : '', facts: after.facts }, joint, 'low', null);
  expect(back).toHaveProperty('text', text);
});

test('a text that does not go is refused with a reason', async () => {
  const core = await testCore();
  const text = projectText('examples/gallery/andrews_squeezer.tml');
  const sketch = core.sketch(text);
  const draft = { core, text, facts: sketch.facts, poses: sketch.poses() };
  expect(setJointValue(draft, 0, 'low', '3 apples')).toHaveProperty('refused');
});
