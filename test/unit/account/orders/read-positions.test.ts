import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Position } from '#contract/orders.ts';
import { createReadPositions } from '#main/account/orders/closing/read-positions.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const SILENT = fail({ kind: 'offline', message: 'No answer.' });
const position = (qty: string): Position => ({
  symbol: 'AAPL',
  side: 'long',
  qty: decimal(qty),
  avgEntryPrice: decimal('1'),
});

function setUp(readAccount: () => Promise<Result<unknown>>) {
  const book = createAccountBook();
  const time = createFakeTime();
  const lanes: (string | undefined)[] = [];
  const state = {
    alone: ok([position('5')]),
    key: {},
    doubt: undefined as string | undefined,
  };
  const read = createReadPositions({
    ...time,
    readAccount,
    book,
    client: {
      async positions(_signal, lane) {
        lanes.push(lane);
        return state.alone;
      },
    },
    credentials: () => state.key,
    accountDoubt: () => state.doubt,
    signal: new AbortController().signal,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { book, time, lanes, state, read, settle };
}

describe('the positions that an exit waits for', () => {
  it('are read with the account where that works', async () => {
    const { lanes, read, time } = setUp(async () => ok(null));
    expect((await read()).ok).toBe(true);
    expect(lanes).toEqual([]);
    expect(time.pending()).toBe(0);
  });

  it.each([
    ['fails', async () => SILENT],
    ['throws', () => Promise.reject(new Error('broken'))],
  ])('are read alone, as urgently as an exit, when that %s', async (_how, readAccount) => {
    const { book, lanes, read } = setUp(readAccount);
    expect((await read()).ok).toBe(true);
    expect(lanes).toEqual(['exit']);
    expect(book.positions()[0]?.qty).toBe('5');
  });

  it('are read alone when that waits for its turn, once for all who ask', async () => {
    const { book, lanes, read, time, settle } = setUp(() => new Promise(() => undefined));
    const first = read();
    const later = [read(), read()];
    time.advance(500);
    expect((await first).ok).toBe(true);
    expect(book.positions()[0]?.qty).toBe('5');
    await settle();
    time.advance(500);
    await Promise.all(later);
    expect(lanes).toEqual(['exit', 'exit']);
  });

  it('say what failed when they cannot be read alone either', async () => {
    const { read, state, book } = setUp(async () => SILENT);
    state.alone = SILENT;
    expect(await read()).toEqual(SILENT);
    expect(book.positionsReceivedAt()).toBeUndefined();
  });

  it('are not believed while the key may be that of another account, which may hold nothing', async () => {
    const { read, state, book } = setUp(async () => SILENT);
    await read();
    state.alone = ok([]);
    state.doubt = 'The new key has not been checked yet.';
    expect(await read()).toMatchObject({ failure: { message: state.doubt } });
    expect(book.positions()[0]?.qty).toBe('5');
  });
});
