// dom.ts: makes elements. Text only ever goes in as text, so that nothing a file holds becomes markup.

type Handlers = { readonly [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };

export interface Props {
  readonly on?: Handlers;
  /** Attributes; false, null and undefined leave one out, true sets it empty. */
  readonly [name: string]: string | number | boolean | null | undefined | Handlers;
}

export type Child = Node | string | number | null | undefined | false | readonly Child[];

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') {
      listen(element, value as Handlers);
    } else if (typeof value !== 'object') {
      setAttribute(element, name, value);
    }
  }
  append(element, children);
  return element;
}

function listen(element: HTMLElement, handlers: Handlers): void {
  for (const [type, handler] of Object.entries(handlers)) {
    element.addEventListener(type, handler as EventListener);
  }
}

/** Sets, or with false, null or undefined takes away. Tells nobody when it is so already. */
export function setAttribute(element: Element, name: string, value: string | number | boolean | null | undefined): void {
  if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) {
    element.setAttribute(name, text);
  }
}

export function append(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child instanceof Node) {
      parent.appendChild(child);
    } else if (typeof child === 'string' || typeof child === 'number') {
      parent.appendChild(document.createTextNode(String(child)));
    } else if (child) {
      append(parent, child);
    }
  }
}

/** Puts `children` in place of what an element holds. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** Changes the text of an element only where it differs: no work for the layout otherwise. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

let lastId = 0;

/** An id that no other element has, for labels and descriptions. */
export function freshId(stem: string): string {
  lastId += 1;
  return `${stem}-${lastId}`;
}
