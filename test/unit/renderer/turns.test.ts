import { expect, it } from 'vitest';
import { BEAT_MS, createTurns } from '#renderer/core/turns.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const frames: (() => void)[] = [];
  const drawn: string[] = [];
  const time = createFakeTime();
  let touchedAt = -Infinity;
  const turns = createTurns({
    schedule: (run) => frames.push(run),
    delay: time.delay,
    now: time.clock.elapsed,
    touchedAt: () => touchedAt,
  });
  return {
    drawn,
    touch: () => (touchedAt = time.clock.elapsed()),
    join: (name: string, cost: number, restMs = 0) =>
      turns.join(() => drawn.push(name), { cost, restMs }),
    turns,
    frame(ms = 16) {
      time.advance(ms);
      drawn.length = 0;
      for (const run of frames.splice(0)) run();
      return drawn.join('');
    },
    isQuiet: () => frames.length === 0,
    timers: time.pending,
  };
}

it('draws once in the next frame however often it was wanted, and then leaves the page alone', () => {
  const { join, frame, isQuiet } = setUp();
  const a = join('a', 1);
  for (let n = 0; n < 50; n++) a.want();
  expect(frame()).toBe('a');
  expect(isQuiet()).toBe(true);
});

it('puts into a frame only as much as it holds, and whoever has not drawn for longest goes first', () => {
  const { join, frame } = setUp();
  const [a, b, c, d] = [join('a', 0.5), join('b', 0.5), join('c', 1), join('d', 0.25)];
  for (const turn of [a, b, c, d]) turn.want();
  expect(frame()).toBe('ab');
  a.want();
  // The small one behind the large one may not pass it, or the large one might wait for ever.
  expect(frame()).toBe('c');
  expect(frame()).toBe('da');
});

it('serves everybody in turn under a flood', () => {
  const { join, frame } = setUp();
  const counts = new Map<string, number>();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => join(name, 0.5));
  for (let n = 0; n < 100; n++) {
    for (const turn of all) turn.want();
    for (const name of frame()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual([40, 40, 40, 40, 40]);
});

it('lets one rest between two drawings, and others draw meanwhile', () => {
  const { join, frame } = setUp();
  const [a, b] = [join('a', 1, 100), join('b', 1)];
  a.want();
  expect(frame()).toBe('a');
  a.want();
  b.want();
  expect([frame(), frame(), frame(80)]).toEqual(['b', '', 'a']);
});

it('asks for no frame while all who wait are at rest, and has one timer for all of them', () => {
  const { join, frame, isQuiet, timers } = setUp();
  const all = [join('a', 0.1, 100), join('b', 0.1, 150), join('c', 0.1, 200)];
  for (const turn of all) turn.want();
  expect(frame()).toBe('abc');
  for (let n = 0; n < 10; n++) for (const turn of all.toReversed()) turn.want();
  expect([isQuiet(), timers()]).toEqual([true, 1]);
  expect([frame(83), isQuiet(), frame(1), frame(50), frame(50)]).toEqual(['', true, 'a', 'b', 'c']);
  expect([isQuiet(), timers()]).toEqual([true, 0]);
});

it('draws together what rests equally long, whenever each was wanted', () => {
  const { join, frame } = setUp();
  const [a, b] = [join('a', 0.1, 200), join('b', 0.1, 200)];
  a.want();
  expect(frame(16)).toBe('a');
  b.want();
  expect(frame(50)).toBe('b');
  a.want();
  expect(frame(60)).toBe('');
  b.want();
  expect([frame(73), frame(1)]).toEqual(['', 'ab']);
});

it('never draws what has left', () => {
  const { join, frame } = setUp();
  const a = join('a', 1);
  a.want();
  a.leave();
  expect(frame()).toBe('');
});

it('never draws what another ended in the same frame', () => {
  const { turns, join, frame } = setUp();
  const killer = turns.join(() => a.leave(), { cost: 0.1, restMs: 0 });
  const a = join('a', 0.1);
  killer.want();
  a.want();
  expect(frame()).toBe('');
});

it('goes on with the others when one fails', () => {
  const { turns, join, frame } = setUp();
  const bad = turns.join(
    () => {
      throw new Error('broken');
    },
    { cost: 1, restMs: 0 },
  );
  const a = join('a', 1);
  bad.want();
  a.want();
  expect(() => frame()).toThrow('broken');
  expect(frame()).toBe('a');
});

it('leaves the frames after a key to its answer, and then goes on', () => {
  const { join, frame, touch } = setUp();
  const a = join('a', 1);
  a.want();
  touch();
  expect([frame(), frame(), frame(), frame()]).toEqual(['', '', '', 'a']);
});

it('waits only so long for a key that is held down', () => {
  const { join, frame, touch } = setUp();
  const a = join('a', 1);
  const drawn = Array.from({ length: 16 }, () => {
    a.want();
    touch();
    return frame();
  });
  expect(drawn.map((name, nth) => (name === 'a' ? nth : -1)).filter((nth) => nth >= 0)).toEqual([
    7, 15,
  ]);
});

it('rings with a beat, and draws in the frame of the beat whomever that wakes', () => {
  const { turns, join, frame, isQuiet } = setUp();
  const row = join('r', 0.1, BEAT_MS);
  row.want();
  expect(frame(10)).toBe('r');
  let rings = 0;
  const stop = turns.every(1_000, () => {
    rings++;
    row.want();
  });
  // Asks for no frame before it is due.
  expect([frame(500), isQuiet(), rings]).toEqual(['', true, 0]);
  expect([frame(493), rings]).toEqual(['r', 1]);
  expect([frame(999), frame(4), rings]).toEqual(['r', '', 2]);
  stop();
  expect([frame(2_000), rings, isQuiet()]).toEqual(['', 2, true]);
});

it('does once, with the first full second after a while, what was asked for, unless it is taken back', () => {
  const { turns, join, frame, isQuiet, timers } = setUp();
  const done: string[] = [];
  frame(203);
  turns.after(300, () => done.push('tint'));
  turns.after(800, () => done.push('later'));
  turns.after(300, () => done.push('other'))();
  const price = join('p', 0.1, BEAT_MS);
  price.want();
  expect([frame(1), done]).toEqual(['p', []]);
  expect([frame(596), isQuiet(), done]).toEqual(['', true, []]);
  price.want();
  // In one frame with the price of that beat.
  expect([frame(200), done]).toEqual(['p', ['tint']]);
  expect([frame(1_000), done]).toEqual(['', ['tint', 'later']]);
  expect([isQuiet(), timers()]).toEqual([true, 0]);
});

it('asks for no frame behind the one in which somebody is woken', () => {
  const { turns, join, frame, isQuiet } = setUp();
  const rows = ['a', 'b'].map((name) => join(name, 0.1, BEAT_MS));
  for (const row of rows) row.want();
  expect(frame(10)).toBe('ab');
  turns.every(1_000, () => {
    for (const row of rows) row.want();
    turns.after(300, () => undefined);
  });
  expect([frame(990), isQuiet()]).toEqual(['ab', true]);
});

it('rings for the others when one alarm fails', () => {
  const { turns, frame } = setUp();
  let rings = 0;
  turns.every(1_000, () => {
    throw new Error('broken');
  });
  turns.every(1_000, () => rings++);
  expect(() => frame(1_000)).toThrow('broken');
  expect([frame(), rings]).toEqual(['', 1]);
});
