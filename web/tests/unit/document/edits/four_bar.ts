// four_bar.ts: a crank-rocker drawn by three links: crank 30 mm, coupler 80 mm with a point above it,
// rocker, ground pins at (0, 0) and (90, 0) mm.
import type { Core } from '../../../../src/core/core';
import { addLink } from '../../../../src/document/edits';
import { Board, free, ground, onPoint } from './board';

export function fourBar(core: Core): Board {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [ground(0, 0), free(0, 30)]));
  board.make((draft) => addLink(draft, [onPoint(board, 'link1', 'b'), free(80, 50), free(40, 70)]));
  board.make((draft) => addLink(draft, [onPoint(board, 'link2', 'b'), ground(90, 0)]));
  return board;
}
