import type { Pace } from '#renderer/core/delay.ts';

/**
 * Goes through many things in parts, with room for everything else between two of them; without a `later` all at once.
 * Answers a function that ends it.
 */
export function inParts<T>(
  items: readonly T[],
  most: number,
  later: Pace['later'] | undefined,
  run: (part: readonly T[], isLast: boolean) => void,
): () => void {
  let cancel: (() => void) | undefined;

  function go(from: number): void {
    const to = later ? from + most : items.length;
    const isLast = to >= items.length;
    run(items.slice(from, to), isLast);
    cancel = isLast ? undefined : later?.(() => go(to));
  }

  go(0);
  return () => cancel?.();
}
