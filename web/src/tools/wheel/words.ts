// words.ts: ratios of wheels as people say them.

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Teeth of the first to teeth of the second, in small numbers: '1 : 2'. */
export function ratioText(first: number, second: number): string {
  const common = divisor(first, second);
  return `${first / common} : ${second / common}`;
}
