import { expect, it } from 'vitest';
import { createListeners } from '#main/tools/listeners.ts';

it('notifies in the order of adding, each listener once, until it is removed', () => {
  const heard: string[] = [];
  const listeners = createListeners<[string, number]>();
  const first = (text: string, count: number) => void heard.push(`first ${text} ${count}`);
  const remove = listeners.add(first);
  listeners.add(first);
  listeners.add((text) => void heard.push(`second ${text}`));
  listeners.notify('a', 1);
  remove();
  remove();
  listeners.notify('b', 2);
  expect(heard).toEqual(['first a 1', 'second a', 'second b']);
});

it('lets a listener that throws keep it from nobody, and tells whoever notified', () => {
  let later = 0;
  const listeners = createListeners();
  listeners.add(() => {
    throw new Error('broken');
  });
  listeners.add(() => later++);
  expect(() => listeners.notify()).toThrow('broken');
  expect(later).toBe(1);
});

it('goes on with a line in the log where there is one', () => {
  const lines: unknown[] = [];
  let later = 0;
  const listeners = createListeners((...line) => void lines.push(line));
  listeners.add(() => {
    throw new Error('broken');
  });
  listeners.add(() => later++);
  listeners.notify();
  expect([later, lines]).toEqual([1, [['error', 'a listener failed', { error: 'Error: broken' }]]]);
});
