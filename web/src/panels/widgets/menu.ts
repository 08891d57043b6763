// menu.ts: a menu that pops up: the ARIA menu pattern, for the menu bar, right clicks and buttons.
// It knows items, not actions.
import { el } from './dom';
import { icon } from './icons';

export interface MenuItem {
  readonly label: string;
  /** The shortcut as shown. */
  readonly keys?: string;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly help?: string;
  perform(): void;
}

/** Items in sections; a line is between two sections. */
export type MenuSections = readonly (readonly MenuItem[])[];

export interface MenuOptions {
  readonly label: string;
  /** Where its corner goes, in CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** Top of what it hangs from, so that it can go up instead where there is no room below. */
  readonly above?: number;
  /** Arrow left or right was pressed: the menu bar goes to the neighbour. */
  readonly onSide?: (step: -1 | 1) => void;
  readonly onClose?: () => void;
  /** Gets the focus when it is left without a choice. */
  readonly returnTo?: HTMLElement | null;
  /** Gets the focus before what was chosen is performed; without it returnTo does. */
  readonly performTo?: HTMLElement | null;
  /** Opened by the pointer at a place of its own: no item is chosen before one is pointed at. */
  readonly byPointer?: boolean;
}

export interface OpenMenu {
  readonly element: HTMLElement;
  close(refocus?: boolean): void;
}

let open: OpenMenu | null = null;

export function closeMenu(refocus = false): void {
  open?.close(refocus);
}

export function openMenu(sections: MenuSections, options: MenuOptions): OpenMenu {
  closeMenu();
  const stop = new AbortController();
  const element = el('div', { class: 'menu', role: 'menu', 'aria-label': options.label, tabindex: -1 });
  const menu: OpenMenu = {
    element,
    close(refocus = false) {
      if (open !== menu) {
        return;
      }
      open = null;
      stop.abort();
      element.remove();
      options.onClose?.();
      if (refocus) {
        options.returnTo?.focus();
      }
    },
  };
  fillSections(element, sections, menu, options.performTo ?? options.returnTo ?? null);
  document.body.append(element);
  place(element, options);
  open = menu;
  element.addEventListener('keydown', (event) => onKey(event, menu, options));
  const outside = (event: Event) => {
    if (!element.contains(event.target as Node)) {
      menu.close();
    }
  };
  // In the next turn, so that the press that opened it does not close it.
  setTimeout(() => {
    if (!stop.signal.aborted) {
      window.addEventListener('pointerdown', outside, { capture: true, signal: stop.signal });
      window.addEventListener('blur', () => menu.close(), { signal: stop.signal });
      window.addEventListener('resize', () => menu.close(), { signal: stop.signal });
    }
  });
  ((options.byPointer ? null : items(element)[0]) ?? element).focus({ preventScroll: true });
  return menu;
}

function fillSections(element: HTMLElement, sections: MenuSections, menu: OpenMenu, performTo: HTMLElement | null): void {
  const full = sections.filter((section) => section.length > 0);
  full.forEach((section, index) => {
    if (index > 0) {
      element.append(el('div', { class: 'menu-line', role: 'separator' }));
    }
    element.append(...section.map((item) => itemElement(item, menu, performTo)));
  });
}

function itemElement(item: MenuItem, menu: OpenMenu, performTo: HTMLElement | null): HTMLElement {
  const element = el(
    'button',
    {
      type: 'button',
      class: 'menu-item',
      role: item.checked === undefined ? 'menuitem' : 'menuitemcheckbox',
      'aria-checked': item.checked === undefined ? undefined : String(item.checked),
      'aria-disabled': item.disabled ? 'true' : undefined,
      'aria-keyshortcuts': item.keys,
      title: item.help,
      tabindex: -1,
    },
    el('span', { class: 'menu-check' }, item.checked ? icon('check') : null),
    el('span', { class: 'menu-label' }, item.label),
    item.keys ? el('kbd', { class: 'menu-keys' }, item.keys) : null,
  );
  element.addEventListener('click', () => {
    if (!item.disabled) {
      menu.close();
      performTo?.focus({ preventScroll: true });
      item.perform();
    }
  });
  element.addEventListener('pointermove', () => element.focus({ preventScroll: true }));
  return element;
}

function items(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('.menu-item')];
}

function onKey(event: KeyboardEvent, menu: OpenMenu, options: MenuOptions): void {
  const all = items(menu.element);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) {
    all[(Math.max(at, step > 0 ? -1 : 0) + step + all.length) % all.length]?.focus();
  } else if (event.key === 'Home' || event.key === 'End') {
    all.at(event.key === 'Home' ? 0 : -1)?.focus();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    menu.close(true);
  } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    options.onSide?.(event.key === 'ArrowLeft' ? -1 : 1);
  } else if (!typeAhead(event, all, at)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The next item that begins with the letter. */
function typeAhead(event: KeyboardEvent, all: readonly HTMLElement[], at: number): boolean {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) {
    return false;
  }
  const begins = (item: HTMLElement) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()) ?? false;
  const next = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(begins);
  next?.focus();
  return true;
}

function place(element: HTMLElement, { x, y, above }: MenuOptions): void {
  const margin = 6;
  const { width, height } = element.getBoundingClientRect();
  const below = window.innerHeight - margin - y;
  const top = height <= below ? y : Math.max(margin, (above ?? window.innerHeight - margin) - height);
  element.style.left = `${Math.max(margin, Math.min(x, window.innerWidth - margin - width))}px`;
  element.style.top = `${top}px`;
}
