// The mint desk as the page reaches it: each call with good and bad input, and the three feeds.
import { expect, it } from 'vitest';
import { tokenizationCalls } from '#contract/calls/tokenization.ts';
import { ok } from '#contract/failure.ts';
import { feeds, type FeedName, type Item } from '#contract/feeds.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';
import { createOnAccount, createOnTicket } from '#main/gateway/handlers/on-account.ts';
import { createTokenizationHandlers } from '#main/gateway/handlers/tokenization.ts';
import { createAccountSources } from '#main/gateway/sources.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createTickets } from '#main/desk/tickets.ts';
import { aForm, createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { newId } from '#test/unit/account/orders/world.ts';
import { OPEN_WALLS } from './open-walls.ts';

const createWorld = createWorlds();
const accountId = '11111111-1111-4111-8111-111111111111';
const CSV = `symbol,qty,issuer,network,wallet\nAAPL,1,xstocks,solana,${WALLET}`;

function openDesk(world: World) {
  const unit = { mints: world.mints, journal: world.journal } as AccountUnit;
  const tickets = createTickets(newId);
  const get = () => ok({ unit } as OpenAccount);
  const on = createOnAccount({ get }, tickets);
  const dispatch = createDispatch({
    handlers: createTokenizationHandlers(on, createOnTicket(on, tickets), OPEN_WALLS) as Handlers,
    report: (_name, error) => String(error),
  });
  let holds = 0;
  const sources = createAccountSources({
    get,
    hold() {
      holds++;
      return () => holds--;
    },
  });
  return { dispatch, sources, holds: () => holds, openTicket: () => tickets.open(accountId) };
}

it.each(['mints', 'tokenizations', 'batches'] as const)(
  'keeps the account open while %s are watched',
  (feed) => {
    const { sources, holds } = openDesk(createWorld());
    const opened = sources[feed]({ accountId }, () => undefined);
    expect([opened.ok, holds()]).toEqual([true, 1]);
    if (opened.ok) opened.value.stop();
    expect(holds()).toBe(0);
  },
);

it('tells what can leave the account less what nobody knows the fate of, before a form is whole', async () => {
  const world = createWorld();
  const { dispatch, openTicket } = openDesk(world);
  const left = (symbol: string) => dispatch('mints.available', { accountId, symbol });
  expect(await left('AAPL')).toEqual({ ok: true, value: {} });
  world.hold('10');
  expect(await left('AAPL')).toEqual({ ok: true, value: { available: '10' } });
  world.broker.state.looks = 'blind';
  world.broker.will({ kind: 'request-lost' });
  const intentId = openTicket();
  await dispatch('mints.submit', { accountId, intentId, form: aForm({ qty: '4' }) });
  expect(world.state(intentId)).toBe('unknown');
  expect(await left('AAPL')).toEqual({ ok: true, value: { available: '6' } });
  expect(await left('MSFT')).toEqual({ ok: true, value: { available: '0' } });
});

it('answers every call of its family with what the contract says', async () => {
  const world = createWorld();
  world.hold('10');
  const { dispatch, openTicket } = openDesk(world);
  const intentId = openTicket();
  const asked: [name: keyof typeof tokenizationCalls, input: object][] = [
    ['tokenization.terms', {}],
    ['tokenization.terms', { isAskedAgain: true }],
    ['mints.available', { symbol: 'AAPL' }],
    ['mints.preview', { intentId, form: aForm() }],
    ['mints.submit', { intentId, form: aForm() }],
    ['tokenization.requests', { filters: { status: 'pending' } }],
    ['tokenization.byLabel', { label: intentId }],
    ['batches.dryRun', { name: 'January', csv: CSV }],
    ['batches.list', {}],
    ['addresses.set', { addresses: [{ name: 'Vault', network: 'solana', address: WALLET }] }],
    ['addresses.approve', { network: 'solana', address: WALLET }],
    ['addresses.withdraw', { network: 'solana', address: WALLET }],
    ['addresses.get', {}],
  ];
  for (const [name, input] of asked) {
    const answer = await dispatch(name, { accountId, ...input });
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
    expect(() => tokenizationCalls[name].output.parse(answer.value), name).not.toThrow();
  }
  const tokenizationRequestId = world.broker.ledger[0]?.request.tokenizationRequestId;
  expect(await dispatch('tokenization.byId', { accountId, tokenizationRequestId })).toMatchObject({
    ok: true,
  });
  const batchId = world.mints.batches.list()[0]?.batchId;
  for (const name of ['batches.start', 'batches.pause'])
    expect(await dispatch(name, { accountId, batchId }), name).toMatchObject({ ok: true });
});

it.each([
  ['mints.submit', { intentId: 'x', form: aForm() }],
  ['mints.submit', { intentId: newId(), form: aForm() }],
  ['mints.submit', { intentId: newId(), form: { ...aForm(), qty: '1e3' } }],
  ['mints.submit', { intentId: newId(), form: { ...aForm(), qty: '-1' } }],
  ['mints.submit', { intentId: newId(), form: { ...aForm(), label: 'é' } }],
  ['mints.submit', { intentId: newId(), form: { ...aForm(), key: 'mine' } }],
  ['mints.submit', { intentId: newId(), form: { ...aForm(), walletAddress: '' } }],
  ['tokenization.byId', { tokenizationRequestId: '../orders' }],
  ['tokenization.byLabel', { label: '' }],
  ['tokenization.requests', { filters: { color: 'red' } }],
  ['batches.dryRun', { name: '', csv: CSV }],
  ['batches.start', { batchId: 7 }],
  ['batches.start', { batchId: newId() }],
  ['mints.sendAgain', { intentId: newId() }],
  ['mints.lookAgain', { intentId: newId() }],
  ['mints.setAside', { intentId: newId() }],
  ['addresses.set', { addresses: [{ name: 'x', network: 'tron', address: 'T' }] }],
  ['addresses.approve', { network: 'solana', address: 'nonsense' }],
])('%s refuses %j and changes nothing', async (name, input) => {
  const world = createWorld();
  const { dispatch } = openDesk(world);
  const answer = await dispatch(name, { accountId, ...input });
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
  expect([world.broker.calls.mint, world.mints.rows(), world.mints.batches.list()]).toEqual([
    [],
    [],
    [],
  ]);
});

it('feeds begin with what is known and go on with what changes, as the contract has it', async () => {
  const world = createWorld();
  const { sources } = openDesk(world);
  const first = newId();
  await world.mints.submit(first, aForm());
  function open<F extends 'mints' | 'tokenizations' | 'batches'>(feed: F) {
    const heard: Item<F>[] = [];
    const source = sources[feed](
      { accountId } as never,
      (items: Item<F>[]) => void heard.push(...items),
    );
    if (!source.ok) throw new Error('it did not open');
    return { heard, ...source.value };
  }
  const parse = (feed: FeedName, items: Iterable<unknown>) =>
    [...items].map((item) => feeds[feed].item.parse(item));
  const mints = open('mints');
  const tokenizations = open('tokenizations');
  const batches = open('batches');
  expect(parse('mints', mints.snapshot())).toMatchObject([
    { intent: { intentId: first }, request: { status: 'pending' } },
  ]);
  expect(parse('tokenizations', tokenizations.snapshot())).toHaveLength(1);
  expect(batches.snapshot()).toEqual([]);
  const second = newId();
  world.broker.will({ kind: 'request-lost' });
  await world.mints.submit(second, aForm({ qty: '2' }));
  await world.pass(600);
  world.mints.batches.dryRun('January', CSV);
  await world.pass(5_000);
  const rows = parse('mints', mints.heard) as Item<'mints'>[];
  expect(rows.some(({ retry }) => retry !== undefined)).toBe(true);
  expect(rows.at(-1)).toMatchObject({ intent: { intentId: second, state: 'accepted' } });
  expect(rows.at(-1)?.retry).toBeUndefined();
  expect(parse('tokenizations', tokenizations.heard).length).toBeGreaterThan(0);
  expect(parse('batches', batches.heard)).toMatchObject([{ state: 'dry' }]);
  const batchId = batches.heard[0]?.batchId ?? '';
  const opened = sources.batchRows({ accountId, batchId }, () => undefined);
  if (!opened.ok) throw new Error('it did not open');
  expect(parse('batchRows', opened.value.snapshot())).toMatchObject([{ line: 2 }]);
  mints.stop();
  const { length } = mints.heard;
  await world.mints.submit(newId(), aForm({ qty: '3' }));
  expect(mints.heard).toHaveLength(length);
});
