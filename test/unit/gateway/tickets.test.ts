import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';
import { createOnAccount, createOnTicket } from '#main/gateway/handlers/on-account.ts';
import { createOrderHandlers } from '#main/gateway/handlers/trading.ts';
import { createTokenizationHandlers } from '#main/gateway/handlers/tokenization.ts';
import { diskFailure, done, failed } from '#main/journal/failure.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createTickets } from '#main/desk/tickets.ts';
import { newId } from '#test/unit/account/orders/world.ts';
import { OPEN_WALLS } from './open-walls.ts';

const PAPER = '11111111-1111-4111-8111-111111111111';
const NIL = '00000000-0000-0000-0000-000000000000';
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

/** Accounts whose trading records what it is given, at once, as the true one does. */
function setUp() {
  const taken: string[] = [];
  const journals = new Map<string, Map<string, Intent>>([
    [PAPER, new Map()],
    [LIVE, new Map()],
  ]);
  const disk = { isReadable: true };
  const tickets = createTickets(newId);
  const on = createOnAccount(
    {
      get(accountId) {
        const recorded = journals.get(accountId) ?? new Map<string, Intent>();
        const act = async (intentId: string) => {
          if (!recorded.has(intentId)) taken.push(accountId);
          recorded.set(intentId, { intentId, accountId } as Intent);
          return ok(null);
        };
        const acts = (input: { intentId: string }) => act(input.intentId);
        const journal = {
          get: (intentId: string) =>
            disk.isReadable ? done(recorded.get(intentId)) : failed(diskFailure('damaged', '')),
        };
        const unit = { trading: { submit: acts, replace: acts }, mints: { submit: act }, journal };
        return ok({ unit } as unknown as OpenAccount);
      },
    },
    tickets,
  );
  const onTicket = createOnTicket(on, tickets);
  const dispatch = createDispatch({
    handlers: {
      ...createOrderHandlers({ on, onTicket, tickets, walls: OPEN_WALLS }),
      ...createTokenizationHandlers(on, onTicket, OPEN_WALLS),
    } as Handlers,
    report: (_name, error) => String(error),
  });
  const open = async (insteadOf?: string) => {
    const opened = (await dispatch('tickets.open', { accountId: PAPER, insteadOf })) as Result<{
      intentId: string;
      recorded?: Intent;
    }>;
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    return opened.value;
  };
  return { dispatch, taken, open, disk, recorded: journals.get(PAPER) as Map<string, Intent> };
}

const SUBMITS: [name: string, input: object][] = [
  ['orders.submit', { draft, confirmations: [] }],
  ['orders.replace', { orderId: 'an-order', change: { qty: '2' }, confirmations: [] }],
  ['mints.submit', { form }],
];
const NOTHING_SENT = {
  ok: false,
  failure: {
    kind: 'invalid',
    issues: [{ path: 'ticket', message: expect.stringContaining('Nothing was sent') as string }],
  },
};

it.each(SUBMITS)(
  '%s goes to the account that its ticket was opened for and to no other',
  async (name, input) => {
    const { dispatch, taken, open } = setUp();
    const { intentId } = await open();
    expect(await dispatch(name, { accountId: LIVE, intentId, ...input })).toMatchObject({
      ok: false,
      failure: {
        kind: 'not-allowed',
        message: expect.stringContaining('another account') as string,
      },
    });
    expect(taken).toEqual([]);
    expect(await dispatch(name, { accountId: PAPER, intentId, ...input })).toMatchObject({
      ok: true,
    });
    expect(taken).toEqual([PAPER]);
  },
);

describe.each(SUBMITS)('%s', (name, input) => {
  it('takes no id but those that were given out, in exactly their letters', async () => {
    const { dispatch, taken, open } = setUp();
    const { intentId } = await open();
    for (const wrong of [NIL, newId(), intentId.toUpperCase()])
      expect(await dispatch(name, { accountId: PAPER, intentId: wrong, ...input })).toMatchObject(
        NOTHING_SENT,
      );
    expect(taken).toEqual([]);
  });

  it('takes an id of an earlier run that the journal has, and no other of them', async () => {
    const { dispatch, taken, recorded } = setUp();
    const known = newId();
    recorded.set(known, { intentId: known } as Intent);
    expect(await dispatch(name, { accountId: PAPER, intentId: known, ...input })).toMatchObject({
      ok: true,
    });
    expect(await dispatch(name, { accountId: LIVE, intentId: known, ...input })).toMatchObject(
      NOTHING_SENT,
    );
    expect(taken).toEqual([]);
  });

  it('takes nothing that the journal cannot be asked about', async () => {
    const { dispatch, taken, disk, recorded } = setUp();
    const known = newId();
    recorded.set(known, { intentId: known } as Intent);
    disk.isReadable = false;
    expect(await dispatch(name, { accountId: PAPER, intentId: known, ...input })).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('Nothing was sent. The journal is damaged') },
    });
    expect(taken).toEqual([]);
  });

  it('forgets the oldest of very many tickets, which are not taken then', async () => {
    const { dispatch, taken, open } = setUp();
    const { intentId } = await open();
    for (let more = 0; more < 20_000; more++) await open();
    expect(await dispatch(name, { accountId: PAPER, intentId, ...input })).toMatchObject(
      NOTHING_SENT,
    );
    expect(taken).toEqual([]);
  });

  it('is recorded or refused for ever, whichever of it and its question comes first', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('submit', 'ask', 'damage', 'mend'), { maxLength: 8 }),
        fc.scheduler(),
        async (steps, scheduler) => {
          const { dispatch, taken, open, disk } = setUp();
          const { intentId } = await open();
          const told: ('recorded' | 'never')[] = [];
          for (const step of steps)
            void scheduler.schedule(Promise.resolve(), step).then(async () => {
              if (step === 'damage' || step === 'mend') disk.isReadable = step === 'mend';
              else if (step === 'submit')
                await dispatch(name, { accountId: PAPER, intentId, ...input });
              else {
                const answer = await dispatch('tickets.open', {
                  accountId: PAPER,
                  insteadOf: intentId,
                });
                if (answer.ok)
                  told.push('recorded' in (answer.value as object) ? 'recorded' : 'never');
              }
            });
          await scheduler.waitAll();
          expect(taken.length).toBeLessThanOrEqual(1);
          expect(new Set(told).size).toBeLessThanOrEqual(1);
          if (told[0] === 'never') expect(taken).toEqual([]);
          if (told[0] === 'recorded') expect(taken).toEqual([PAPER]);
        },
      ),
    ));
});

it('a ticket in place of another has an id of its own, and the journal must be able to tell', async () => {
  const { dispatch, open, disk, recorded } = setUp();
  const { intentId } = await open();
  disk.isReadable = false;
  expect(await dispatch('tickets.open', { accountId: PAPER, insteadOf: intentId })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('The journal is damaged') },
  });
  disk.isReadable = true;
  const instead = await open(intentId);
  expect(instead).toEqual({ intentId: expect.any(String) as string });
  expect(instead.intentId).not.toBe(intentId);
  recorded.set(instead.intentId, { intentId: instead.intentId } as Intent);
  expect((await open(instead.intentId)).recorded).toEqual({ intentId: instead.intentId });
  expect(
    await dispatch('tickets.open', { accountId: LIVE, insteadOf: (await open()).intentId }),
  ).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
});
