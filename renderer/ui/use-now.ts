import { useCallback, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { pageClock } from '#renderer/core/clock.ts';

/** The time, looked at every so often: for ages that grow while nothing else changes. */
export function useNow(everyMs: number): number {
  const subscribe = useCallback((run: () => void) => pageClock.on(everyMs, run), [everyMs]);
  return useSyncExternalStore(subscribe, () => pageClock.at(everyMs));
}

/** What the time makes of something: looked at as often, and the component wakes only when it is something else. */
export function useWhenNow<T extends string | number | boolean | undefined>(
  everyMs: number,
  read: (now: number) => T,
): T {
  const subscribe = useCallback((run: () => void) => pageClock.on(everyMs, run), [everyMs]);
  return useSyncExternalStore(subscribe, () => read(pageClock.at(everyMs)));
}

/**
 * Writes into an element past React, with each drawing and then as often: for what changes with the time alone. React would
 * go through the whole page for it, every second.
 */
export function useWritten<E extends Element>(
  everyMs: number,
  write: (element: E, now: number) => void,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const run = (): void => {
      if (element.current) write(element.current, pageClock.at(everyMs));
    };
    run();
    return pageClock.on(everyMs, run);
  });
  return element;
}

/** Touches only what differs. */
export function writeText(element: Element, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

export function writeTitle(element: Element, text: string | undefined): void {
  if (text === undefined) element.removeAttribute('title');
  else if (element.getAttribute('title') !== text) element.setAttribute('title', text);
}
