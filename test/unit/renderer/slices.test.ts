import { expect, it } from 'vitest';
import { createSlices, MOST_TOLD } from '#renderer/core/feeds/slices.ts';

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

it('takes the place of all values at once, and tells of many of them in parts', () => {
  const { slices, frame, frames } = setUp();
  for (const key of ['old', 'both']) slices.put(key, 1);
  frame();
  const parts: (readonly string[])[] = [];
  let wakes = 0;
  let told = 0;
  slices.onKeys((keys) => parts.push(keys));
  slices.onAny(() => wakes++);
  const next = Array.from({ length: 2 * MOST_TOLD }, (_, n): [string, number] => [`k${n}`, n]);
  slices.replace(new Map([['both', 2], ...next]), () => told++);
  expect([slices.get('old'), slices.get('both'), slices.all().length]).toEqual([
    undefined,
    2,
    next.length + 1,
  ]);
  frame();
  expect([parts.length, wakes, told]).toEqual([1, 0, 0]);
  // What changes meanwhile is told at once.
  slices.put('late', 3);
  frame();
  expect(parts[1]).toContain('late');
  expect(wakes).toBe(1);
  frame();
  expect([parts.length, wakes, told]).toEqual([3, 2, 1]);
  expect(Math.max(...parts.map((keys) => keys.length))).toBe(MOST_TOLD + 1);
  expect(new Set(parts.flat())).toEqual(
    new Set(['old', 'both', 'late', ...next.map(([key]) => key)]),
  );
  expect(frames).toEqual([]);
});

it('tells of everything also where it is replaced again before all was told', () => {
  const { slices, frame, frames } = setUp();
  const known = new Map<string, number | undefined>();
  slices.onKeys((keys) => {
    for (const key of keys) known.set(key, slices.get(key));
  });
  const state = (from: number) =>
    new Map(Array.from({ length: MOST_TOLD + 500 }, (_, n) => [`k${from + n}`, from]));
  let told = '';
  slices.put('first', 1);
  frame();
  slices.replace(state(0), () => (told += 'a'));
  slices.replace(state(500), () => (told += 'a'));
  frame();
  slices.replace(state(1_500), () => (told += 'b'));
  frame();
  slices.put('k1', 9);
  slices.clear();
  slices.replace(state(3_000), () => (told += 'c'));
  while (frames.length > 0) frame();
  expect(told).toBe('c');
  expect([known.has('first'), known.get('first')]).toEqual([true, undefined]);
  for (let n = 0; n < 6_000; n++) expect(known.get(`k${n}`)).toBe(slices.get(`k${n}`));
});
