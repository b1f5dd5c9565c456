import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '#main/paper/routes/pages.ts';

describe('a page of points', () => {
  it('joins with the next one without a gap or a repetition, at window edges too', () => {
    const anyTimes = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('A', 'B', 'C'), anyTimes),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 25 }),
        fc.boolean(),
        (times, limit, windowMs, isDescending) => {
          const symbols = ['A', 'B', 'C'];
          const inOrder = (symbol: string) =>
            (times[symbol] ?? []).toSorted((a, b) => (isDescending ? b - a : a - b));
          const seen: string[] = [];
          let token: string | undefined;
          do {
            const page = readPage<number>({
              symbols,
              range: { startMs: 0, endMs: 60 },
              limit,
              isDescending,
              token,
              kind: 'T',
              windowMs,
              timeOf: (point) => point,
              read: (symbol, { startMs, endMs }) =>
                (times[symbol] ?? [])
                  .filter((time) => time >= startMs && time <= endMs)
                  .sort((a, b) => a - b),
            });
            for (const [symbol, points] of page.bySymbol) {
              seen.push(...points.map((point) => `${symbol}${point}`));
            }
            token = page.nextToken ?? undefined;
          } while (token !== undefined);
          const expected = symbols.flatMap((symbol) =>
            inOrder(symbol).map((time) => `${symbol}${time}`),
          );
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
