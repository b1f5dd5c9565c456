import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBarStore } from '#renderer/chart/bar-store.ts';
import { movedWindow, windowAtEnd, WINDOW_BARS } from '#renderer/chart/bar-window.ts';
import { barAt, columnsOf, contentOf } from './bars.ts';

describe('bar store', () => {
  it('holds what a sorted map would hold, whatever comes in whatever order', () => {
    const time = fc.integer({ min: 0, max: 400 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), time, close: fc.integer({ max: 3, min: 0 }) }),
      fc.record({
        kind: fc.constant('page' as const),
        times: fc.uniqueArray(time, { maxLength: 60 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const store = createBarStore();
        const model = new Map<number, ReturnType<typeof barAt>>();
        for (const one of steps) {
          const oldest = Math.min(...model.keys());
          if (one.kind === 'put') {
            const bar = barAt(one.time, { close: one.close });
            const before = model.get(one.time);
            const { kind, index } = store.put(bar);
            const isLast = one.time > Math.max(-1, ...model.keys());
            const same = before?.close === one.close ? 'same' : 'changed';
            expect(kind).toBe(before ? same : isLast ? 'appended' : 'inserted');
            model.set(one.time, bar);
            expect(store.at(index)).toEqual(bar);
          } else {
            const bars = one.times.sort((a, b) => a - b).map((at) => barAt(at));
            const older = bars.filter((bar) => bar.time < oldest);
            expect(store.prepend(columnsOf(bars))).toBe(older.length);
            for (const bar of older) model.set(bar.time, bar);
          }
        }
        const wanted = [...model.values()].sort((a, b) => a.time - b.time);
        expect(contentOf(store)).toEqual(wanted);
        expect(store.countBefore(200)).toBe(wanted.filter((bar) => bar.time < 200).length);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a million bars in pages and finds each of them', () => {
    const store = createBarStore();
    const page = 10_000;
    for (let end = 1_000_000; end > 0; end -= page)
      store.prepend(columnsOf(Array.from({ length: page }, (_, n) => barAt(end - page + n))));
    expect([store.length(), store.timeAt(0), store.timeAt(999_999)]).toEqual([
      1_000_000, 0, 999_999,
    ]);
    expect(store.countBefore(765_432)).toBe(765_432);
    expect(store.at(1_000_000)).toBeUndefined();
  });
});

describe('bar window', () => {
  it('begins with the newest bars', () => {
    expect(windowAtEnd(10)).toEqual({ from: 0, to: 10 });
    expect(windowAtEnd(1_000_000)).toEqual({ from: 1_000_000 - WINDOW_BARS, to: 1_000_000 });
  });

  it('stays while its edges are out of sight, and moves before they come', () => {
    const present = { from: 50_000, to: 51_500 };
    expect(movedWindow(present, { from: 50_600, to: 50_800 }, 100_000)).toBeUndefined();
    expect(movedWindow(present, { from: 50_299, to: 50_499 }, 100_000)).toEqual({
      from: 49_649,
      to: 51_149,
    });
    expect(movedWindow(present, { from: 51_001, to: 51_201 }, 100_000)).toEqual({
      from: 50_351,
      to: 51_851,
    });
  });

  it('is as long as what is in sight asks for, and no longer', () => {
    const present = { from: 50_000, to: 51_500 };
    const wide = movedWindow(present, { from: 50_000, to: 51_500 }, 100_000);
    expect(wide).toEqual({ from: 47_750, to: 53_750 });
    expect(movedWindow(wide ?? present, { from: 50_700, to: 50_800 }, 100_000)).toEqual(present);
  });

  it('always leaves a screen on both sides of what is in sight, and comes to rest', () => {
    const index = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(index, index, fc.integer({ min: 1, max: 3_800 }), (length, at, width) => {
        const from = Math.min(at, Math.max(0, length - width));
        const visible = { from, to: Math.min(length, from + width) };
        const inSight = visible.to - visible.from;
        const moved = movedWindow(windowAtEnd(length), visible, length) ?? windowAtEnd(length);
        expect(moved.from <= Math.max(0, visible.from - inSight)).toBe(true);
        expect(moved.to >= Math.min(length, visible.to + inSight)).toBe(true);
        expect(moved.from >= 0 && moved.to <= length).toBe(true);
        expect(moved.to - moved.from).toBeLessThanOrEqual(Math.max(WINDOW_BARS, 4 * inSight));
        expect(movedWindow(moved, visible, length)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('is cut again when live bars have made it long', () => {
    const grown = { from: 0, to: WINDOW_BARS + 501 };
    const visible = { from: grown.to - 100, to: grown.to };
    expect(movedWindow(grown, visible, grown.to)).toEqual(windowAtEnd(grown.to));
  });
});
