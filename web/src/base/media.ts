// media.ts: what the screen and the hands at it are, as far as a browser knows; false where there is none.

function matches(query: string): boolean {
  return typeof matchMedia !== 'undefined' && matchMedia(query).matches;
}

/** A phone's width: styles/small.css. */
export function isSmall(): boolean {
  return matches('(max-width: 700px)');
}

/** The system's own theme. */
export function prefersDark(): boolean {
  return matches('(prefers-color-scheme: dark)');
}

/** Fingers alone: there are no keys and no pointer that hovers. */
export function isTouched(): boolean {
  return matches('(hover: none) and (pointer: coarse)');
}
