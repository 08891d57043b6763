// index.ts: all tools, and how the page comes to work with them.
import type { App } from '../app';
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

export { toolInfos } from './infos';

export const tools: readonly Tool[] = [
  selectTool,
  panTool,
  barTool,
  linkTool,
  sliderTool,
  groundTool,
  tracerTool,
  motorTool,
  wheelTool,
  rackTool,
  ...spanTools,
  ...pairTools,
  ...sizedTools,
];

/** Makes the tools of the page and binds them to its picture. */
export function makeToolBox(app: App, canvas: Canvas): ToolBox {
  const box = new ToolBox(app, canvas, tools);
  bindPointer(app, box);
  return box;
}
