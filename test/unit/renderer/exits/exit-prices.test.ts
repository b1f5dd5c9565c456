import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { div, isMore, mul, sub } from '#renderer/core/exact.ts';
import { exitFigures, exitPrice, type Entry } from '#renderer/trading/exits/exit-prices.ts';
import { stepPrice, tickOf } from '#renderer/trading/exits/price-steps.ts';

const long: Entry = { direction: 'long', price: '190', qty: '10' };
const short: Entry = { ...long, direction: 'short' };

describe('an exit', () => {
  it.each([
    ['target', 'price', '199.5', long, '199.5'],
    ['target', 'percent', '5', long, '199.5'],
    ['stop', 'percent', '5', long, '180.5'],
    ['target', 'percent', '5', short, '180.5'],
    ['stop', 'percent', '5', short, '199.5'],
    ['target', 'dollars', '95', long, '199.5'],
    ['stop', 'dollars', '95', long, '180.5'],
    ['stop', 'dollars', '95', short, '199.5'],
    // Toward the entry: 190 less 0.333… is 189.666…
    ['stop', 'dollars', '1', { ...long, qty: '3' }, '189.67'],
    ['target', 'dollars', '1', { ...long, qty: '3' }, '190.33'],
    // Below a dollar in hundredths of a cent, whichever side the entry is on.
    ['stop', 'percent', '10', { ...long, price: '1.05' }, '0.945'],
    ['stop', 'percent', '3.3333', { ...long, price: '0.51' }, '0.4931'],
    // An average price lies between ticks; its exits do not.
    ['target', 'percent', '1', { ...long, price: '190.12345' }, '192.02'],
    ['stop', 'percent', '1', { ...long, price: '190.12345' }, '188.23'],
  ] as const)('%s in %s of %s', (kind, unit, amount, entry, price) => {
    expect(exitPrice(kind, unit, amount, entry)).toEqual({ ok: true, price });
  });

  it.each([
    ['stop', 'percent', '100', long, /below zero/],
    ['stop', 'dollars', '1900', long, /below zero/],
    ['stop', 'dollars', '0.05', long, /less than one tick/],
    ['target', 'percent', '0', long, /less than one tick/],
    ['target', 'dollars', '5', { ...long, qty: undefined }, /quantity first/],
    ['target', 'dollars', '5', { ...long, qty: '0' }, /quantity first/],
    ['target', 'percent', '5', undefined, /No price is known/],
  ] as const)('%s in %s of %s is refused', (kind, unit, amount, entry, issue) => {
    expect(exitPrice(kind, unit, amount, entry)).toEqual({
      ok: false,
      issue: expect.stringMatching(issue) as string,
    });
  });

  it('never risks more than was typed, and lies on a tick', () => {
    const cents = fc
      .integer({ min: 1, max: 100_000_000 })
      .map((n) => div(String(n), '100', 2, 'down'));
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.integer({ min: 1, max: 10_000 }).map(String),
        fc.constantFrom('long' as const, 'short' as const),
        (price, dollars, qty, direction) => {
          const entry = { direction, price, qty };
          const exit = exitPrice('stop', 'dollars', dollars, entry);
          if (!exit.ok) return;
          const away = direction === 'long' ? sub(price, exit.price) : sub(exit.price, price);
          expect(isMore(mul(away, qty), dollars)).toBe(false);
          expect(isMore(away, '0')).toBe(true);
          expect(div(exit.price, tickOf(exit.price), 0, 'down')).toBe(
            div(exit.price, tickOf(exit.price), 6, 'down'),
          );
        },
      ),
    );
  });
});

describe('what it would gain and lose', () => {
  it('is of the whole order', () => {
    expect(exitFigures(long, { target: '199.5', stop: '185.5' })).toEqual({
      gain: '95',
      loss: '-45',
      ratio: '2.1',
    });
    expect(exitFigures(short, { target: '180', stop: '195' })).toEqual({
      gain: '100',
      loss: '-50',
      ratio: '2',
    });
  });

  it('has no ratio where one is missing, or the stop already gains', () => {
    expect(exitFigures(long, { target: '199.5', stop: undefined }).ratio).toBeUndefined();
    expect(exitFigures(long, { target: '199.5', stop: '191' })).toMatchObject({ loss: '10' });
    expect(exitFigures(long, { target: '199.5', stop: '191' }).ratio).toBeUndefined();
    expect(exitFigures({ ...long, qty: undefined }, { target: '200', stop: '185' })).toEqual({
      gain: undefined,
      loss: undefined,
      ratio: '2',
    });
  });
});

describe('a step of a price', () => {
  it.each([
    ['190', 1, '190.01'],
    ['190', -1, '189.99'],
    ['190.005', 1, '190.01'],
    ['190.005', -1, '190'],
    ['190', 10, '190.1'],
    ['0.9999', 1, '1'],
    ['1', -1, '0.9999'],
    ['1', 1, '1.01'],
    ['0.0001', -1, '0.0001'],
    ['0.05', -1000, '0.0001'],
  ])('%s by %i is %s', (price, steps, next) => {
    expect(stepPrice(price, steps)).toBe(next);
  });
});
