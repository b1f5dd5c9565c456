import { expect, it } from 'vitest';
import { createSlices } from '#renderer/core/feeds/slices.ts';

function setUp() {
  const frames: (() => void)[] = [];
  const slices = createSlices<string, number>((flush) => frames.push(flush));
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { slices, frame, frames };
}

it('wakes a listener once per frame however many ticks arrive', () => {
  const { slices, frame, frames } = setUp();
  let wakes = 0;
  slices.on('AAPL', () => wakes++);
  slices.put('AAPL', 1);
  slices.put('AAPL', 2);
  expect(frames).toHaveLength(1);
  frame();
  expect([wakes, slices.get('AAPL')]).toEqual([1, 2]);
});

it('does not wake a listener of another key', () => {
  const { slices, frame } = setUp();
  let wakes = 0;
  slices.on('MSFT', () => wakes++);
  slices.put('AAPL', 1);
  frame();
  expect(wakes).toBe(0);
});

it('stops waking a listener that left, also while a frame is due', () => {
  const { slices, frame } = setUp();
  let wakes = 0;
  const stop = slices.on('AAPL', () => wakes++);
  slices.put('AAPL', 1);
  stop();
  frame();
  expect(wakes).toBe(0);
});

it('wakes the listeners of everything that a reset took away', () => {
  const { slices, frame } = setUp();
  slices.put('AAPL', 1);
  frame();
  let seen: number | undefined = 1;
  slices.on('AAPL', () => (seen = slices.get('AAPL')));
  slices.clear();
  frame();
  expect(seen).toBeUndefined();
});

it('wakes a listener of everything once per frame, and not after it left', () => {
  const { slices, frame } = setUp();
  let wakes = 0;
  const stop = slices.onAny(() => wakes++);
  slices.put('AAPL', 1);
  slices.put('MSFT', 2);
  frame();
  expect(wakes).toBe(1);
  slices.clear();
  frame();
  expect(wakes).toBe(2);
  stop();
  slices.put('AAPL', 3);
  frame();
  expect(wakes).toBe(2);
});

it('lists every value, and answers the same list until something changes', () => {
  const { slices } = setUp();
  slices.put('AAPL', 1);
  slices.put('MSFT', 2);
  const before = slices.all();
  expect(before).toEqual([1, 2]);
  expect(slices.all()).toBe(before);
  slices.put('AAPL', 3);
  expect(slices.all()).toEqual([3, 2]);
  slices.clear();
  expect(slices.all()).toEqual([]);
});
