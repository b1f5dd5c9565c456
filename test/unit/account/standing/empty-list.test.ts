import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Position } from '#contract/orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { withoutSuddenEmptiness } from '#main/account/standing/empty-list.ts';
import { decimal } from '#main/domain/decimal.ts';

const HELD: Position = {
  symbol: 'AAPL',
  side: 'long',
  qty: decimal('5'),
  avgEntryPrice: decimal('1'),
};
const NONE = ok<Position[]>([]);
const OFFLINE = fail({ kind: 'offline', message: 'No answer.' });

function setUp(answers: Result<Position[]>[], held: Position[] = [HELD]) {
  const book = createAccountBook();
  book.putPositions(held, 1);
  const sent: unknown[] = [];
  const ending = new AbortController();
  const client = withoutSuddenEmptiness(
    {
      async positions(_signal, lane, onSend) {
        onSend?.();
        sent.push(lane);
        return answers[sent.length - 1] ?? OFFLINE;
      },
    },
    book,
  );
  const marks: number[] = [];
  const read = () => client.positions(ending.signal, 'exit', () => void marks.push(sent.length));
  return { book, read, sent, marks, ending };
}

describe('an empty list of positions', () => {
  it('is asked for again while something is held, with the urgency of the first question', async () => {
    const { read, sent, marks } = setUp([NONE, ok([HELD])]);
    expect(await read()).toEqual(ok([HELD]));
    expect(sent).toEqual(['exit', 'exit']);
    // What is learned until the second one leaves is in what it brings.
    expect(marks).toEqual([0, 1]);
  });

  it('is believed the second time', async () => {
    const { read, sent } = setUp([NONE, NONE]);
    expect(await read()).toEqual(NONE);
    expect(sent).toHaveLength(2);
  });

  it('is not believed where the second question has no answer', async () => {
    expect(await setUp([NONE, OFFLINE]).read()).toEqual(OFFLINE);
  });

  it.each([
    ['nothing was held', []],
    ['fills say that it was sold', [HELD]],
  ])('is believed at once where %s', async (_why, held) => {
    const { book, read, sent } = setUp([NONE], held);
    const sale = { orderId: 'o1', symbol: 'AAPL', side: 'sell', at: '2026-01-05T15:00:01Z' };
    const size = { qty: decimal('5'), cumQty: decimal('5'), price: decimal('1') };
    if (held.length > 0) book.putFill({ ...sale, ...size }, undefined);
    expect(await read()).toEqual(NONE);
    expect(sent).toHaveLength(1);
  });

  it('is nothing to ask about where others were listed, or could not be read', async () => {
    const other = ok([{ ...HELD, symbol: 'MSFT' }]);
    const unread = ok(Object.assign([] as Position[], { unread: [{ symbol: 'AAPL', where: '' }] }));
    for (const answer of [other, unread, OFFLINE]) {
      const { read, sent } = setUp([answer]);
      expect(await read()).toEqual(answer);
      expect(sent).toHaveLength(1);
    }
  });

  it('is not asked for again once the account is being closed', async () => {
    const { read, sent, ending } = setUp([NONE]);
    ending.abort();
    await read();
    expect(sent).toHaveLength(1);
  });
});
