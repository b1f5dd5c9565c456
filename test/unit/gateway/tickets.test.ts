import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';
import { createOnAccount } from '#main/gateway/handlers/on-account.ts';
import { createOrderHandlers } from '#main/gateway/handlers/orders.ts';
import { createTokenizationHandlers } from '#main/gateway/handlers/tokenization.ts';
import type { OpenAccount } from '#main/services/desk-accounts.ts';
import { createTickets } from '#main/services/tickets.ts';
import { newId } from '#test/unit/services/trading/world.ts';

const PAPER = '11111111-1111-4111-8111-111111111111';
const LIVE = '22222222-2222-4222-8222-222222222222';
const draft = { symbol: 'AAPL', side: 'buy', type: 'market', timeInForce: 'day', qty: '1' };
const form = {
  underlyingSymbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  label: '',
};

function setUp() {
  const done: string[] = [];
  const tickets = createTickets(newId);
  const on = createOnAccount(
    {
      get(accountId) {
        const act = async () => {
          done.push(accountId);
          return ok(null);
        };
        const unit = { trading: { submit: act, replace: act }, mints: { submit: act } };
        return ok({ unit } as unknown as OpenAccount);
      },
    },
    tickets,
  );
  const dispatch = createDispatch({
    handlers: {
      ...createOrderHandlers({ on, openTicket: tickets.open }),
      ...createTokenizationHandlers(on),
    } as Handlers,
    report: (_name, error) => String(error),
  });
  return { dispatch, done };
}

it.each([
  ['orders.submit', { draft, confirmations: [] }],
  ['orders.replace', { orderId: 'an-order', change: { qty: '2' }, confirmations: [] }],
  ['mints.submit', { form }],
])('%s goes to the account that its ticket was opened for and to no other', async (name, input) => {
  const { dispatch, done } = setUp();
  const opened = (await dispatch('tickets.open', { accountId: PAPER })) as {
    value: { intentId: string };
  };
  const { intentId } = opened.value;
  expect(await dispatch(name, { accountId: LIVE, intentId, ...input })).toMatchObject({
    ok: false,
    failure: { kind: 'not-allowed', message: expect.stringContaining('another account') as string },
  });
  expect(done).toEqual([]);
  expect(await dispatch(name, { accountId: PAPER, intentId, ...input })).toMatchObject({
    ok: true,
  });
  expect(done).toEqual([PAPER]);
});
