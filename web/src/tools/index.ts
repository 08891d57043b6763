// index.ts: all tools, and how the page comes to work with them.
import type { App, ToolInfo } from '../app';
import { barTool } from './bar';
import { groundTool } from './ground';
import { linkTool } from './link';
import { ToolBox, type Canvas, type Tool } from './machine';
import { motorTool } from './motor';
import { pairTools } from './pair';
import { panTool } from './pan';
import { bindPointer } from './pointer';
import { rackTool } from './rack';
import { selectTool } from './select';
import { sizedTools } from './sized';
import { sliderTool } from './slider';
import { spanTools } from './span';
import { tracerTool } from './tracer';
import { wheelTool } from './wheel';

/** A tool with what menus, keys, help and the bar of tools show of it. */
export type ToolRow = Tool & ToolInfo;

/** All tools, in the order of the bar: a row is all that the page knows of one. */
export const tools: readonly ToolRow[] = [
  { ...selectTool, label: 'Select and drag', key: 'V', help: 'Drag any point: everything follows. Ctrl+drag changes lengths', icon: 'select', group: 'select' },
  { ...panTool, label: 'Pan', key: 'Q', help: 'Drag the picture; so do Space+drag and the middle button', icon: 'hand', group: 'select' },
  { ...barTool, label: 'Bar', key: 'B', help: 'Click from pin to pin; click the last pin again to end with a ground pin', icon: 'bar', group: 'links' },
  { ...linkTool, label: 'Link', key: 'L', help: 'Click three pins or more; click one of them again or press Enter to finish', icon: 'link', group: 'links' },
  { ...sliderTool, label: 'Slider', key: 'S', help: 'A block on a line: press where it is, drag its direction', icon: 'slider', group: 'links' },
  { ...groundTool, label: 'Ground pin', key: 'P', help: 'Click a point of a link: it is pinned to the ground', icon: 'ground', group: 'joints' },
  { ...tracerTool, label: 'Tracer point', key: 'C', help: 'Click a link, or drag from it: the point traces its path', icon: 'tracer', group: 'joints' },
  { ...motorTool, label: 'Motor', key: 'M', help: 'Click a pin or a slider to add or remove its motor', icon: 'motor', group: 'joints' },
  { ...wheelTool, label: 'Gear wheel', key: 'G', help: 'Click a place or a pin; drag its radius. Drag up to another wheel to mesh', icon: 'gear', group: 'pairs' },
  { ...pairTools.gear, label: 'Gear pair', key: 'Shift+G', help: 'Drag from wheel to wheel: they mesh', icon: 'mesh', group: 'pairs' },
  { ...rackTool, label: 'Rack', key: 'Shift+K', help: 'Click a wheel: a rack runs below it; drag its direction', icon: 'rack', group: 'pairs' },
  { ...pairTools.belt, label: 'Belt', key: 'Shift+B', help: 'Drag from wheel to wheel: a belt runs round both', icon: 'belt', group: 'pairs' },
  { ...sizedTools.cam, label: 'Cam', key: 'Shift+C', help: 'A cam with its follower: click a place; drag its radius', icon: 'cam', group: 'pairs' },
  { ...spanTools.spring, label: 'Spring', key: 'Z', help: 'Between two points, or a point and the ground', icon: 'spring', group: 'pairs' },
  { ...spanTools.rod, label: 'Rod', key: 'Shift+O', help: 'Keeps two points at a fixed distance', icon: 'rigid', group: 'pairs' },
  { ...spanTools.damper, label: 'Damper', key: 'Shift+Z', help: 'Resists two points that move apart or together', icon: 'damper', group: 'pairs' },
  { ...sizedTools.ball, label: 'Ball', key: 'O', help: 'Click to drop a ball; drag its radius', icon: 'ball', group: 'bodies' },
  { ...sizedTools.box, label: 'Box', key: 'X', help: 'Click to drop a box; drag its size', icon: 'box', group: 'bodies' },
  { ...sizedTools.floor, label: 'Floor', key: 'W', help: 'Something to land on: drag it from end to end', icon: 'floor', group: 'bodies' },
];

/** Makes the tools of the page and binds them to its picture. */
export function makeToolBox(app: App, canvas: Canvas): ToolBox {
  const box = new ToolBox(app, canvas, tools);
  bindPointer(app, box);
  return box;
}
