// icons.ts: the pictures on buttons: strokes on a 20 x 20 grid in the colour of the text beside them.
import { controlIcons } from './icon_controls';
import { toolIcons } from './icon_tools';

const svgSpace = 'http://www.w3.org/2000/svg';

const paths: Readonly<Record<string, readonly string[]>> = { ...controlIcons, ...toolIcons };

/** A path that begins with '*' is filled instead of stroked. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const data of paths[name] ?? paths['dot'] ?? []) {
    const filled = data.startsWith('*');
    const path = document.createElementNS(svgSpace, 'path');
    path.setAttribute('d', filled ? data.slice(1) : data);
    path.setAttribute('class', filled ? 'solid' : 'stroke');
    svg.append(path);
  }
  return svg;
}

export function hasIcon(name: string): boolean {
  return name in paths;
}
