// What is asked later, and answers that nobody waits for any more.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delay, every } from '#renderer/core/delay.ts';
import { onAnswer, onAnswerAfter } from '#renderer/core/on-answer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once after a while, or not at all when it was canceled', () => {
  const ran: string[] = [];
  delay(100, () => ran.push('kept'));
  const cancel = delay(100, () => ran.push('canceled'));
  vi.advanceTimersByTime(99);
  expect(ran).toEqual([]);
  cancel();
  vi.advanceTimersByTime(500);
  expect(ran).toEqual(['kept']);
});

it('runs again and again until it is ended', () => {
  let count = 0;
  const stop = every(100, () => count++);
  vi.advanceTimersByTime(350);
  stop();
  vi.advanceTimersByTime(350);
  expect(count).toBe(3);
});

it('hands an answer over unless it was canceled', async () => {
  const heard: string[] = [];
  onAnswer(Promise.resolve('kept'), (text) => heard.push(text));
  onAnswer(Promise.resolve('canceled'), (text) => heard.push(text))();
  await vi.runAllTimersAsync();
  expect(heard).toEqual(['kept']);
});

it('asks only about what was typed last', async () => {
  const asked: string[] = [];
  const heard: string[] = [];
  const type = (text: string) =>
    onAnswerAfter(
      100,
      async () => {
        asked.push(text);
        return text;
      },
      (answer) => heard.push(answer),
    );
  const cancel = type('A');
  vi.advanceTimersByTime(50);
  cancel();
  type('AA');
  await vi.advanceTimersByTimeAsync(100);
  expect([asked, heard]).toEqual([['AA'], ['AA']]);
});

it('drops an answer that comes after newer letters', async () => {
  const heard: string[] = [];
  let answer: (text: string) => void = () => undefined;
  const cancel = onAnswerAfter(
    100,
    () => new Promise<string>((resolve) => (answer = resolve)),
    (text) => heard.push(text),
  );
  await vi.advanceTimersByTimeAsync(100);
  cancel();
  answer('late');
  await vi.runAllTimersAsync();
  expect(heard).toEqual([]);
});
