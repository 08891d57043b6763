// roving.ts: one tab stop for a bar of controls, arrows within it (the ARIA toolbar pattern).

export type Direction = 'row' | 'column' | 'both';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Call again after the controls changed. */
export function rove(bar: HTMLElement, selector: string): void {
  const items = [...bar.querySelectorAll<HTMLElement>(selector)];
  const current = items.find((item) => item.tabIndex === 0 && isUsable(item)) ?? items.find(isUsable);
  for (const item of items) {
    item.tabIndex = item === current ? 0 : -1;
  }
}

/** Where an arrow, Home or End leads from `at` among `count`; -1: the key means nothing here. */
export function roveTarget(key: string, at: number, count: number, direction: Direction): number {
  if (key === 'Home' || key === 'End') {
    return key === 'Home' ? 0 : count - 1;
  }
  const along = key === 'ArrowLeft' || key === 'ArrowRight' ? 'row' : 'column';
  const step = steps[key];
  if (step === undefined || count === 0 || (direction !== 'both' && direction !== along)) {
    return -1;
  }
  return (at + step + count) % count;
}

export function roveKeys(bar: HTMLElement, selector: string, direction: Direction): void {
  bar.addEventListener('keydown', (event) => {
    const items = [...bar.querySelectorAll<HTMLElement>(selector)].filter(isUsable);
    const at = items.indexOf(event.target as HTMLElement);
    const to = at < 0 ? -1 : roveTarget(event.key, at, items.length, direction);
    const item = items[to];
    if (item) {
      event.preventDefault();
      items.forEach((one) => (one.tabIndex = -1));
      item.tabIndex = 0;
      item.focus();
    }
  });
}

function isUsable(item: HTMLElement): boolean {
  return !item.hasAttribute('disabled') && item.offsetParent !== null;
}
