import { describe, expect, it, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ok } from '#contract/failure.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';

function setUp(isBeingReplaced = () => false) {
  const add = vi.fn<Handlers['watchlists.add']>(async ({ symbol }) =>
    ok({ lists: [{ listId: 'x', name: 'X', symbols: [symbol] }], mostSymbols: 1 }),
  );
  const other = vi.fn(async () => {
    throw new Error('secret details');
  });
  const report = vi.fn((_name: string, _error: unknown) => 'ref-1');
  const dispatch = createDispatch({
    report,
    isBeingReplaced,
    handlers: {
      ...(Object.fromEntries(
        Object.keys(calls).map((name) => [name, other]),
      ) as unknown as Handlers),
      'watchlists.add': add,
    },
  });
  return { add, other, report, dispatch };
}

describe('dispatch', () => {
  it('hands a call that fits to its handler, cleaned by its schema', async () => {
    const { dispatch, add } = setUp();
    const result = await dispatch('watchlists.add', {
      accountId: ACCOUNT,
      listId: 'x',
      symbol: ' aapl ',
    });
    expect(result).toMatchObject({ ok: true, value: { lists: [{ symbols: ['AAPL'] }] } });
    expect(add).toHaveBeenCalledWith({ accountId: ACCOUNT, listId: 'x', symbol: 'AAPL' });
  });

  it('refuses what would be lost with a desk that is being replaced, and stops it all the same', async () => {
    const { dispatch, other } = setUp(() => true);
    for (const name of ['trading.resume', 'orders.submit', 'orders.cancelAll', 'guards.set'])
      expect(await dispatch(name, {})).toMatchObject({
        failure: { message: expect.stringContaining('Ballast is closing') },
      });
    expect(other).not.toHaveBeenCalled();
    await dispatch('trading.stop', {});
    expect(other).toHaveBeenCalledOnce();
  });

  it.each([
    ['an unknown name', 'orders.steal', {}],
    ['a name of the prototype', 'constructor', {}],
    ['another name of the prototype', '__proto__', {}],
    ['a name that is no text', 7, {}],
    ['a name that is an object', { toString: () => 'desk.info' }, {}],
    ['no input', 'watchlists.add', undefined],
    ['null', 'watchlists.add', null],
    ['an array', 'watchlists.add', []],
    ['a missing member', 'watchlists.add', { accountId: ACCOUNT }],
    ['a wrong type', 'watchlists.add', { accountId: ACCOUNT, listId: 'x', symbol: 7 }],
    [
      'an account that is no id',
      'watchlists.add',
      { accountId: 'mine', listId: 'x', symbol: 'AAPL' },
    ],
    [
      'a member too many',
      'watchlists.add',
      { accountId: ACCOUNT, listId: 'x', symbol: 'AAPL', admin: true },
    ],
    [
      'a symbol with a slash path',
      'watchlists.add',
      { accountId: ACCOUNT, listId: 'x', symbol: '../v2/orders' },
    ],
    [
      'a symbol too long',
      'watchlists.add',
      { accountId: ACCOUNT, listId: 'x', symbol: 'A'.repeat(1000) },
    ],
  ])('refuses %s and calls nobody', async (_what, name, input) => {
    const { dispatch, add, other } = setUp();
    expect(await dispatch(name, input)).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(add).not.toHaveBeenCalled();
    expect(other).not.toHaveBeenCalled();
  });

  it('keeps the reason of a bug in the log and answers a reference', async () => {
    const { dispatch, report } = setUp();
    const result = await dispatch('desk.info', {});
    expect(result).toEqual({ ok: false, failure: { kind: 'bug', ref: 'ref-1' } });
    expect(JSON.stringify(result)).not.toContain('secret details');
    expect(report).toHaveBeenCalledOnce();
  });
});
