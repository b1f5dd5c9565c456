import { expect, it } from 'vitest';
import { createListeners } from '#renderer/core/listeners.ts';

it('tells everybody, in the order in which they came, and nobody who left', () => {
  const heard: string[] = [];
  const listeners = createListeners<[text: string, nth: number]>();
  const leave = listeners.add((text, nth) => heard.push(`first ${text} ${nth}`));
  listeners.add((text) => heard.push(`second ${text}`));
  listeners.notify('news', 1);
  leave();
  leave();
  listeners.notify('more', 2);
  expect(heard).toEqual(['first news 1', 'second news', 'second more']);
});

it('counts the same function once', () => {
  let count = 0;
  const run = () => void count++;
  const listeners = createListeners();
  const leave = listeners.add(run);
  listeners.add(run);
  listeners.notify();
  expect(count).toBe(1);
  leave();
  listeners.notify();
  expect(count).toBe(1);
});
