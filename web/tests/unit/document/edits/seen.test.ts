// Edits of a four-bar that its motor has turned: what is seen stays, and the text has one pose of all.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import type { Draft, Outcome } from '../../../../src/document/draft';
import {
  addLink,
  addMotor,
  addSlider,
  align,
  asSeen,
  copy,
  groundPoint,
  joinPoint,
  paste,
  placed,
  remove,
  rename,
  setColor,
  setGround,
  toggleJoint,
} from '../../../../src/document/edits';
import { bodyPoint } from '../../../../src/view/geometry/geometry';
import { DocStage } from '../../../../src/transient/stage';
import { TextDoc } from '../../../../src/document/doc';
import { testCore } from '../../test_core';
import { bodyPick, free, jointPick, pointPick, type Board } from './board';
import { fourBar } from './four_bar';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

/** A four-bar with a motor on its crank, and two loose bars. */
function driven(): Board {
  const board = fourBar(core);
  board.make((draft) => addLink(draft, [free(150, 0), free(200, 40)]));
  board.make((draft) => addLink(draft, [free(150, -50), free(200, -20)]));
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  return board;
}

/** What both pictures have is at the same place; link5 alone may be moved. */
function expectSeen(before: Draft, stage: DocStage, renamed: Readonly<Record<string, string>> = {}): void {
  const { bodies } = stage.shown.value;
  before.facts.bodies.forEach((body, index) => {
    const after = bodies.findIndex((other) => other.name === (renamed[body.name] ?? body.name));
    const [x = 0, y = 0, cos = 1, sin = 0] = before.poses.subarray(4 * index, 4 * index + 4);
    const [x2 = 0, y2 = 0, cos2 = 1, sin2 = 0] = stage.poses.value.subarray(4 * after, 4 * after + 4);
    if (after > 0 && body.name !== 'link5') {
      expect(Math.hypot(x - x2, y - y2), `${body.name} went away`).toBeLessThan(2e-6);
      expect(Math.hypot(cos - cos2, sin - sin2), `${body.name} turned`).toBeLessThan(1e-4);
    }
  });
}

const spotOf = (draft: Draft, body: number, point: string) => {
  const local = draft.facts.bodies[body]?.points.find((one) => one.name === point) ?? { x: 0, y: 0 };
  return { ...bodyPoint(draft.poses, body, local.x, local.y), kind: 'point' as const, body, point };
};
const joint = (draft: Draft, name: string) => draft.facts.joints.findIndex((one) => one.name === name);

const edits: Readonly<Record<string, (draft: Draft) => Outcome>> = {
  'the pin of the crank in the ground is deleted': (draft) => remove(draft, [pointPick('link1', 'a')]),
  'a pin of the coupler is deleted': (draft) => remove(draft, [pointPick('link2', 'a')]),
  'a joint is deleted': (draft) => remove(draft, [jointPick('pin2')]),
  'a link is deleted': (draft) => remove(draft, [bodyPick('link3')]),
  'a point is pinned to the ground': (draft) => groundPoint(draft, 2, 'c'),
  'a link becomes ground': (draft) => setGround(draft, [3], true),
  'a bar is drawn from a pin': (draft) => addLink(draft, [spotOf(draft, 2, 'c'), free(60, 130)]),
  'a slider is put on a pin': (draft) => addSlider(draft, spotOf(draft, 2, 'c'), 0.3),
  'a pin becomes a slider': (draft) => toggleJoint(draft, joint(draft, 'pin3')),
  'a ground pin becomes a slider': (draft) => toggleJoint(draft, joint(draft, 'pin4')),
  'a loose bar is joined to the ground': (draft) => joinPoint(draft, { body: 4, point: 'a' }, { kind: 'ground', x: 0.15, y: 0 }),
  'a loose bar is aligned to another': (draft) => align(draft, [bodyPick('link4'), bodyPick('link5')], 'top'),
  'links are pasted': (draft) => paste(draft, copy(draft, [bodyPick('link1'), bodyPick('link2')]), 0.1, -0.1),
  'a link gets another colour': (draft) => setColor(draft, [2], 'red'),
  'a link gets another name': (draft) => rename(draft, { kind: 'body', body: 'link2' }, 'coupler'),
};

test.each(Object.entries(edits))('after the motor has moved: %s', (_, edit) => {
  for (const part of [0.25, 0.6]) {
    const board = driven();
    const doc = new TextDoc('test.tml', board.text);
    const stage = new DocStage(core, doc.text, () => () => undefined);
    stage.sketch.value?.play(part);
    stage.pull();
    const draft = { ...board.draft(), poses: stage.poses.value };
    const outcome = asSeen(draft, edit);
    doc.change('Edit', 'text' in outcome ? outcome.text : expect.fail(outcome.refused));
    expect(stage.fresh.value).toBe(true);
    expectSeen(draft, stage, { link2: stage.shown.value.bodies.some((body) => body.name === 'coupler') ? 'coupler' : 'link2' });
    stage.sketch.value?.dispose();
  }
});

test('an edit that changes no places leaves those of the text', () => {
  const board = driven();
  const sketch = core.sketch(board.text);
  sketch.play(0.25);
  const draft = { ...board.draft(), poses: sketch.poses() };
  sketch.dispose();
  const places = (text: string) => text.match(/place .*/g);
  const outcome = asSeen(draft, (now) => setColor(now, [2], 'red'));
  expect('text' in outcome && places(outcome.text)).toEqual(places(board.text));
  expect(places(placed(draft).text)).not.toEqual(places(board.text));
  expect(placed(board.draft()).text).toBe(board.text);
});
