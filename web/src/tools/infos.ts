// infos.ts: the tools as menus, keys and the bar of tools show them, in the order of the bar.
import type { ToolInfo } from '../app';

export const toolInfos: readonly ToolInfo[] = [
  { id: 'select', label: 'Select and drag', key: 'V', help: 'Drag any point: everything follows. Ctrl+drag changes lengths', icon: 'select', group: 'select' },
  { id: 'pan', label: 'Pan', key: 'Q', help: 'Drag the picture; so do Space+drag and the middle button', icon: 'hand', group: 'select' },
  { id: 'bar', label: 'Bar', key: 'B', help: 'Click from pin to pin; click the last pin again to end with a ground pin', icon: 'bar', group: 'links' },
  { id: 'link', label: 'Link', key: 'L', help: 'Click three pins or more; click one of them again or press Enter to finish', icon: 'link', group: 'links' },
  { id: 'slider', label: 'Slider', key: 'S', help: 'A block on a line: press where it is, drag its direction', icon: 'slider', group: 'links' },
  { id: 'ground', label: 'Ground pin', key: 'P', help: 'Click a point of a link: it is pinned to the ground', icon: 'ground', group: 'joints' },
  { id: 'tracer', label: 'Tracer point', key: 'C', help: 'Click a link, or drag from it: the point traces its path', icon: 'tracer', group: 'joints' },
  { id: 'motor', label: 'Motor', key: 'M', help: 'Click a pin or a slider to add or remove its motor', icon: 'motor', group: 'joints' },
  { id: 'wheel', label: 'Gear wheel', key: 'G', help: 'Click a place or a pin; drag its radius. Drag up to another wheel to mesh', icon: 'gear', group: 'pairs' },
  { id: 'gear', label: 'Gear pair', key: 'Shift+G', help: 'Drag from wheel to wheel: they mesh', icon: 'mesh', group: 'pairs' },
  { id: 'rack', label: 'Rack', key: 'Shift+K', help: 'Click a wheel: a rack runs below it; drag its direction', icon: 'rack', group: 'pairs' },
  { id: 'belt', label: 'Belt', key: 'Shift+B', help: 'Drag from wheel to wheel: a belt runs round both', icon: 'belt', group: 'pairs' },
  { id: 'cam', label: 'Cam', key: 'Shift+C', help: 'A cam with its follower: click a place; drag its radius', icon: 'cam', group: 'pairs' },
  { id: 'spring', label: 'Spring', key: 'Z', help: 'Between two points, or a point and the ground', icon: 'spring', group: 'pairs' },
  { id: 'rod', label: 'Rod', key: 'Shift+O', help: 'Keeps two points at a fixed distance', icon: 'rigid', group: 'pairs' },
  { id: 'damper', label: 'Damper', key: 'Shift+Z', help: 'Resists two points that move apart or together', icon: 'damper', group: 'pairs' },
  { id: 'ball', label: 'Ball', key: 'O', help: 'Click to drop a ball; drag its radius', icon: 'ball', group: 'bodies' },
  { id: 'box', label: 'Box', key: 'X', help: 'Click to drop a box; drag its size', icon: 'box', group: 'bodies' },
  { id: 'floor', label: 'Floor', key: 'W', help: 'Something to land on: drag it from end to end', icon: 'floor', group: 'bodies' },
];
