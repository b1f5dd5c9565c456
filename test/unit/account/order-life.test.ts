// What a person reads under an order after the broker has it: to its fills, its changes and its end.
import { describe, expect, it } from 'vitest';
import type { Execution, Order } from '#contract/orders.ts';
import { readActivity, readEvidence } from '#main/account/activity.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createHarness, draft, intentIn, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();

function createWorld() {
  const journal = harness.open();
  const book = createAccountBook();
  const start = harness.state.time.clock.wall();
  const at = (ms: number): string => new Date(start + ms).toISOString();
  const put = (members: Partial<Order> & { id: string }): void =>
    book.putOrders([
      {
        clientOrderId: `client of ${members.id}`,
        symbol: 'AAPL',
        side: 'buy',
        type: 'limit',
        timeInForce: 'day',
        status: 'new',
        qty: decimal('10'),
        filledQty: decimal('0'),
        ...members,
      },
    ]);
  const fill = (orderId: string, qty: string, cumQty: string, ms: number): void => {
    const execution: Execution = {
      orderId,
      symbol: 'AAPL',
      side: 'buy',
      qty: decimal(qty),
      cumQty: decimal(cumQty),
      price: decimal('190.5'),
      at: at(ms),
    };
    book.putExecutions([execution]);
  };
  const read = async (intentId: string) => told(await readEvidence({ journal, book }, intentId));
  /** What follows the lines of the journal itself, with the time since the start. */
  const lines = async (intentId: string) =>
    (await read(intentId)).evidence.map(({ at: ms, text }) => `${ms - start} ${text}`);
  return { journal, book, start, at, put, fill, read, lines };
}

function told<T>(result: { ok: true; value: T } | { ok: false }): T {
  if (!result.ok) throw new Error('it was not read');
  return result.value;
}

describe('the evidence of an order goes on', () => {
  it('to what the broker took back of it, and corrected', async () => {
    const { journal, book, at, put, fill, lines, read } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    const id = `order of ${intentId}`;
    fill(id, '4', '4', 20);
    fill(id, '6', '10', 30);
    put({ id, status: 'filled', filledQty: decimal('10'), filledAt: at(30), updatedAt: at(30) });
    const terms = { qty: decimal('4'), price: decimal('190.5') };
    const price = decimal('191');
    book.revise(
      { orderId: id, executionId: 'x', terms },
      { kind: 'correct', at: at(40), qty: decimal('4'), price },
    );
    expect((await read(intentId)).evidence.filter(({ isTakenBack }) => isTakenBack)).toMatchObject([
      { text: 'Filled 4 at 190.50: 4 of 10 so far.' },
    ]);
    const standing = async () => (await lines(intentId)).at(-1);
    put({ id, status: 'filled', filledQty: decimal('6'), updatedAt: at(45) });
    expect(await standing()).toBe('45 It ended: filled, then partly taken back.');
    for (const [n, qty] of [decimal('4'), decimal('6')].entries())
      book.revise(
        { orderId: id, executionId: 'x', terms: { ...terms, qty } },
        { kind: 'bust', at: at(50 + n), qty: decimal('0'), price },
      );
    put({ id, status: 'filled', filledQty: decimal('0'), updatedAt: at(60) });
    expect((await lines(intentId)).slice(-6)).toEqual([
      '20 Filled 4 at 190.50: 4 of 10 so far.',
      '30 Filled 6 at 190.50: 10 of 10 so far.',
      '40 Fill of 4 AAPL at 190.50 was corrected by the broker to 4 at 191.00.',
      '50 Fill of 4 AAPL at 191.00 was busted by the broker.',
      '51 Fill of 6 AAPL at 190.50 was busted by the broker.',
      '60 The broker reports it as filled but has busted all of its fills.',
    ]);
    const taken = (await read(intentId)).evidence.filter(({ isTakenBack }) => isTakenBack);
    expect(taken.map(({ at: ms }) => new Date(ms).toISOString())).toEqual([20, 30, 40].map(at));
  });

  it('to its fills and its end', async () => {
    const { journal, at, put, fill, lines, read } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    expect((await read(intentId)).intent.reason).toBe('step accepted');
    const id = `order of ${intentId}`;
    put({ id, status: 'pending_new', updatedAt: at(1) });
    expect((await lines(intentId)).slice(3)).toEqual([
      '1 It is pending. Nothing was filled so far.',
    ]);
    fill(id, '4', '4', 20);
    put({ id, status: 'partially_filled', filledQty: decimal('4'), updatedAt: at(20) });
    expect((await lines(intentId)).slice(3)).toEqual([
      '20 Filled 4 at 190.50: 4 of 10 so far.',
      '20 It is partially filled. 4 of 10 were filled so far.',
    ]);
    fill(id, '6', '10', 35);
    put({
      id,
      status: 'filled',
      filledQty: decimal('10'),
      filledAvgPrice: decimal('190.5'),
      filledAt: at(35),
      updatedAt: at(36),
    });
    expect((await lines(intentId)).slice(3)).toEqual([
      '20 Filled 4 at 190.50: 4 of 10 so far.',
      '35 Filled 6 at 190.50: 10 of 10 so far.',
      '35 It ended: filled, 10 at 190.50 on average.',
    ]);
    // Only what the broker told has the broker's time.
    expect((await read(intentId)).evidence.map(({ isBrokersTime }) => isBrokersTime)).toEqual([
      undefined,
      undefined,
      undefined,
      true,
      true,
      true,
    ]);
    // Whatever line came last, it says how the order stands.
    harness.state.time.advance(90);
    value(journal.addEvidence(intentId, { kind: 'answered', text: 'Its answer, at last.' }));
    expect((await read(intentId)).intent.reason).toBe('It ended: filled, 10 at 190.50 on average.');
  });

  it('to a cancel, among the lines about it', async () => {
    const { journal, at, put, fill, lines } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    const id = `order of ${intentId}`;
    harness.state.time.advance(50);
    value(journal.addEvidence(intentId, { kind: 'answered', text: 'Asked the broker to cancel.' }));
    fill(id, '1', '1', 20);
    put({
      id,
      status: 'canceled',
      filledQty: decimal('1'),
      canceledAt: at(60),
      updatedAt: at(70),
    });
    expect((await lines(intentId)).slice(3)).toEqual([
      '20 Filled 1 at 190.50: 1 of 10 so far.',
      '50 Asked the broker to cancel.',
      '60 It ended: canceled. 1 of 10 were filled.',
    ]);
  });

  it('through a change to the order that it goes on as', async () => {
    const { journal, start, at, put, fill, lines } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    const id = `order of ${intentId}`;
    const change = { kind: 'replace', targetId: id, title: 'Change AAPL: quantity 7' } as const;
    harness.state.time.advance(2);
    intentIn(journal, 'refused', { ...change, confirmedAt: start + 1 });
    const changeId = intentIn(journal, 'accepted', { ...change, confirmedAt: start + 5 });
    const next = `order of ${changeId}`;
    put({ id, status: 'replaced', replacedBy: next, updatedAt: at(6) });
    fill(next, '7', '7', 9);
    put({
      id: next,
      qty: decimal('7'),
      filledQty: decimal('7'),
      status: 'filled',
      filledAt: at(9),
    });
    const after = ['9 Filled 7 at 190.50: 7 of 7 so far.', '9 It ended: filled.'];
    expect((await lines(intentId)).slice(3)).toEqual([
      '1 You requested this: Change AAPL: quantity 7.',
      '2 step refused',
      '5 You requested this: Change AAPL: quantity 7.',
      `6 The broker changed it: it continues as order ${next}.`,
      ...after,
    ]);
    expect((await lines(changeId)).slice(3)).toEqual(after);
  });

  it.each([
    ['not-sent', 'The change was not sent. step not-sent'],
    ['unknown', 'It is not known whether the change was made.'],
  ] as const)('to a change that is %s', async (state, text) => {
    const { journal, lines } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    intentIn(journal, state, { kind: 'replace', targetId: `order of ${intentId}` });
    expect((await lines(intentId)).some((line) => line.endsWith(text))).toBe(true);
  });

  it('never to before it was sent, whatever the clock of the broker says', async () => {
    const { journal, at, put, lines } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    put({ id: `order of ${intentId}`, status: 'rejected', updatedAt: at(-5_000) });
    expect(await lines(intentId)).toEqual([
      expect.stringContaining('Recorded before sending'),
      '0 step sent',
      '-5000 It ended: rejected. Nothing was filled.',
      '0 step accepted',
    ]);
  });

  it('no further than is known: not for an order without a time, nor for what is no order', async () => {
    const { journal, book, put, lines, read } = createWorld();
    const intentId = intentIn(journal, 'accepted');
    put({ id: `order of ${intentId}` });
    expect(await lines(intentId)).toHaveLength(3);
    book.putGone(`order of ${intentId}`, new Date().toISOString());
    expect(await lines(intentId)).toHaveLength(3);
    expect((await read(intentId)).intent.reason).toBe('It is gone at the broker.');
    const mint = intentIn(journal, 'accepted', { kind: 'mint' });
    put({ id: `order of ${mint}`, updatedAt: new Date().toISOString() });
    expect(await lines(mint)).toHaveLength(3);
  });
});

describe('what was written in codes is read in words', () => {
  it.each([
    [
      'The broker answered: it has it as order 1f-2, pending_new.',
      'The broker answered: it has it as order 1f-2, pending.',
    ],
    [
      'Looked up: the broker has it as order 1f-2, new.',
      'Looked up: the broker has it as order 1f-2, working.',
    ],
    [
      'Read the old order: it is new and not replaced yet.',
      'Read the old order: it is working and not replaced yet.',
    ],
    [
      'The broker did not answer: read ECONNRESET.',
      'The broker did not answer: the connection was cut before the answer arrived.',
    ],
    ['A new ticket is needed.', 'A new ticket is needed.'],
  ])('%s', async (written, words) => {
    const { journal, book } = createWorld();
    const { intentId } = value(journal.record(draft())).intent;
    value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' }));
    value(journal.advance(intentId, { step: 'lost' }, { kind: 'lost', text: written }));
    const { intent, evidence } = told(await readEvidence({ journal, book }, intentId));
    expect([intent.reason, evidence.at(-1)?.text]).toEqual([words, words]);
    const activity = told(await readActivity(journal, { kinds: ['evidence'], text: '', limit: 5 }));
    expect(activity.lines[0]?.text).toBe(words);
  });
});
