// Fills that the exchange takes back or corrects: cash and position are as if it had been so from the start.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from '#main/domain/decimal.ts';
import { ONE_DOLLAR, toPrice, toShares } from '#main/paper/engine/units.ts';
import { createRig, HOUR, type Rig } from './rig.ts';

const price = (text: string) => toPrice(text as Decimal);
const shares = (text: string) => toShares(text as Decimal);

type Execution = { execution_id: string; order_id: string; qty: string; price: string };
const executions = (rig: Rig) => rig.engine.audit().executions as unknown as Execution[];
const executionAt = (rig: Rig, index: number) => executions(rig).at(index)?.execution_id ?? '';
const fills = (rig: Rig) =>
  rig.engine.activities(rig.account, { direction: 'asc', pageSize: 100, types: ['FILL'] });
function standing(rig: Rig) {
  const account = rig.engine.account(rig.account);
  const [position] = rig.engine.positions(rig.account);
  return {
    cash: account['cash'],
    qty: position?.['qty'],
    average: position?.['avg_entry_price'],
  };
}

it('a busted fill gives the cash back and takes the shares', () => {
  const rig = createRig();
  const before = standing(rig);
  const { id } = rig.place({ qty: '10' });
  rig.engine.bust(executionAt(rig, 0));
  expect(standing(rig)).toEqual(before);
  expect(rig.get(id)).toMatchObject({ status: 'filled', filled_qty: '0', filled_avg_price: null });
  expect([executions(rig), fills(rig)]).toEqual([[], []]);
});

it('a corrected fill has its new price and quantity everywhere', () => {
  const rig = createRig();
  const { id } = rig.place({ qty: '10' });
  const first = executionAt(rig, 0);
  rig.engine.correct(first, { price: price('90'), qty: shares('8') });
  expect(standing(rig)).toEqual({ cash: '99280', qty: '8', average: '90' });
  expect(rig.get(id)).toMatchObject({ filled_qty: '8', filled_avg_price: '90' });
  expect(fills(rig)).toMatchObject([{ order_id: id, qty: '8', price: '90', cum_qty: '8' }]);
  rig.engine.correct(executionAt(rig, 0), { price: price('95') });
  expect(standing(rig)).toEqual({ cash: '99240', qty: '8', average: '95' });
  rig.engine.bust(executionAt(rig, 0));
  expect(standing(rig)).toEqual({ cash: '100000', qty: undefined, average: undefined });
});

it('a correction to what it was changes nothing', () => {
  const rig = createRig();
  rig.place({ qty: '10' });
  rig.tick('AAPL', 110);
  rig.place({ qty: '3', side: 'sell' });
  rig.engine.move({ accountId: rig.account, symbol: 'AAPL', qty: '-2' as Decimal });
  const before = standing(rig);
  rig.engine.correct(executionAt(rig, 0), {});
  expect(standing(rig)).toEqual(before);
});

it('whichever fill is busted, the account stands as if it had never been', () => {
  const trade = fc.record({
    qty: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 50, max: 200 }),
    isSale: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 2, maxLength: 7 }),
      fc.nat({ max: 6 }),
      (trades, at) => {
        const gone = at % trades.length;
        const run = (skipped: number | undefined) => {
          const rig = createRig({ cash: '1000000' });
          // Enough to sell from, so that every sale is covered with and without the one that goes.
          rig.place({ qty: '100' });
          for (const [index, { qty, price: level, isSale }] of trades.entries()) {
            rig.tick('AAPL', level);
            if (index === skipped) continue;
            rig.place({ qty: String(qty), side: isSale ? 'sell' : 'buy' });
          }
          return rig;
        };
        const rig = run(undefined);
        rig.engine.bust(executionAt(rig, gone + 1));
        expect(standing(rig)).toEqual(standing(run(gone)));
      },
    ),
    { numRuns: 60 },
  );
});

it('refuses what is unknown, was superseded, or belongs to an order that still works', () => {
  const rig = createRig({ partialFillShare: 1 });
  expect(() => rig.engine.bust('nothing')).toThrow('execution not found');
  rig.chance.push(0.5, 0.5);
  const { id } = rig.place({ qty: '10', type: 'limit', limit_price: '100.02' });
  rig.tick('AAPL', 100);
  expect(rig.get(id)).toMatchObject({ status: 'partially_filled' });
  const first = executionAt(rig, 0);
  expect(() => rig.engine.bust(first)).toThrow('still open');
  rig.engine.cancel(rig.account, id);
  for (const { execution_id } of executions(rig)) rig.engine.bust(execution_id);
  expect(() => rig.engine.bust(first)).toThrow('busted or corrected before');
  expect(standing(rig)).toEqual({ cash: '100000', qty: undefined, average: undefined });
});

it('the history of equity ends where the account stands, and a restart changes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-corrections-'));
  let rig = createRig({ path: join(folder, 'ledger.db') });
  rig.place({ qty: '10' });
  rig.place({ qty: '5' });
  rig.advance(HOUR);
  rig.engine.correct(executionAt(rig, 0), { price: price('90') });
  rig.engine.book(rig.account, { type: 'FEE', amount: ONE_DOLLAR, description: '' });
  rig.engine.book(rig.account, {
    type: 'DIV',
    symbol: 'AAPL',
    perShare: ONE_DOLLAR,
    description: '',
  });
  rig.engine.bust(executionAt(rig, 0));
  const before = standing(rig);
  expect(before).toMatchObject({ qty: '10', average: '90' });
  rig = rig.reopen();
  expect(standing(rig)).toEqual(before);
  const nowMs = rig.now();
  const { equity } = rig.engine.portfolioHistory(rig.account, {
    startMs: nowMs - HOUR,
    endMs: nowMs,
    frame: '15Min',
    reporting: 'continuous',
    pnlReset: 'no_reset',
  });
  expect(equity.at(-1)).toBe(Number(rig.engine.account(rig.account)['equity']));
  rig.ledger.close();
  rmSync(folder, { recursive: true });
});
