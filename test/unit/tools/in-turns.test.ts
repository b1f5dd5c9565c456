import { expect, it } from 'vitest';
import { inTurns } from '#main/tools/in-turns.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('does what is little at once, and lets what else is due come in between much', async () => {
  const { delay, advance } = createFakeTime();
  const done: number[] = [];
  let isOver = false;
  const all = Array.from({ length: 250 }, (_, nth) => nth);
  await inTurns(all.slice(0, 100), (nth) => void done.push(nth), { delay });
  expect(done).toHaveLength(100);
  done.length = 0;
  const work = inTurns(all, (nth) => void done.push(nth), { delay }).then(() => (isOver = true));
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await soon();
    seen.push(done.length);
    expect(isOver).toBe(turn === 2);
    advance(0);
  }
  await work;
  expect(seen).toEqual([100, 200, 250]);
  expect(done).toEqual(all);
});

it('leaves the rest when nobody wants it any more', async () => {
  const { delay, advance } = createFakeTime();
  const ended = new AbortController();
  let count = 0;
  const work = inTurns(Array.from({ length: 250 }), () => void count++, {
    delay,
    signal: ended.signal,
  });
  await soon();
  ended.abort();
  advance(0);
  await work;
  expect(count).toBe(100);
});
