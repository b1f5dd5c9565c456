import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Decimal } from '#contract/decimal.ts';
import type { StoredClosing } from '#main/journal/closing-rows.ts';
import { createFaultyDisk, createHarness, disk, value } from './harness.ts';

const harness = createHarness();
const idOf = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`;

const closing = (n: number, more: Partial<StoredClosing> = {}): StoredClosing => ({
  closingId: idOf(n),
  kind: 'flatten',
  how: 'market',
  confirmedAt: 1_000 * n,
  state: 'running',
  symbols: [
    {
      symbol: 'AAPL',
      side: 'long',
      qty: Decimal.parse('100'),
      step: 'exiting',
      text: 'Sending the exit.',
      intentIds: [idOf(9)],
      cancels: ['order-1'],
    },
  ],
  ...more,
});

describe('a confirmed way out', () => {
  it('is found by the next run, oldest first, until it ended', () => {
    const first = harness.open();
    value(first.saveClosing(closing(2)));
    value(first.saveClosing(closing(1)));
    value(first.saveClosing(closing(3)));
    value(first.saveClosing(closing(3, { state: 'ended' })));
    first.close();
    expect(value(harness.open().openClosings())).toEqual([closing(1), closing(2)]);
  });

  it('that cannot be read is left out, and the log says so', () => {
    const lines: unknown[] = [];
    const journal = harness.open({ log: (...line) => void lines.push(line) });
    value(journal.saveClosing(closing(1)));
    const db = new DatabaseSync(harness.path());
    db.exec(`UPDATE closings SET record = '{'`);
    db.close();
    expect(value(journal.openClosings())).toEqual([]);
    expect(lines).toEqual([['warn', 'a saved way out could not be read']]);
  });

  it('that could not be synced is not kept, and is said not to be', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    state.fault = { errcode: 13, at: 'commit' };
    expect(disk(journal.saveClosing(closing(1)))).toMatchObject({ cause: 'full', isKept: false });
    state.fault = undefined;
    expect(value(journal.openClosings())).toEqual([]);
  });
});
