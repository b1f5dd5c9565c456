import { expect, it } from 'vitest';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { decimal } from '#main/domain/decimal.ts';
import { AlertMemory, salvageAlerts } from '#main/desk/settings/read-settings.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import { anExecution, anOrder, createWorld, memoryStore } from '#test/unit/desk/alerts/world.ts';

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const aRequest = (members: Partial<TokenizationRequest> = {}): TokenizationRequest => ({
  tokenizationRequestId: '00000000-0000-4000-9000-000000000001',
  type: 'mint',
  status: 'pending',
  underlyingSymbol: 'AAPL',
  issuer: 'ondo',
  network: 'base',
  qty: decimal('1234.5'),
  createdAt: '2026-01-05T15:00:00Z',
  walletAddress: WALLET,
  ...members,
});
const elsewhere = (members: Partial<TokenizationRequest> = {}, isSure = true, apps = ['Robot']) =>
  ({
    kind: 'foreign-request',
    request: aRequest(members),
    isSure,
    applications: apps,
  }) as const;

it('notifies of a mint from elsewhere, once, also over a restart, and leads to its request', () => {
  const store = memoryStore();
  const world = createWorld(store);
  world.news(elsewhere());
  world.news(elsewhere());
  world.stop();
  const later = createWorld(store);
  later.news(elsewhere());
  expect([...world.notified, ...later.notified]).toMatchObject([
    {
      kind: 'elsewhere',
      way: 'notify',
      title: 'Mint from elsewhere: 1,234.5 AAPL',
      text: 'To 0x5290…169EE7, ondo on base, pending. This desk did not send it. Applications with access granted here: Robot. If nobody on your side sent it, replace the account’s key and revoke application access. Practice, PRACTICE.',
      target: { tokenizationRequestId: aRequest().tokenizationRequestId },
    },
  ]);
  expect(store.recent()).toHaveLength(1);
});

it('tells each of several redeems, and says whether the shares are there', () => {
  const world = createWorld();
  for (const [n, status] of ['completed', 'pending', 'rejected'].entries())
    world.news(elsewhere({ tokenizationRequestId: `r${n}`, type: 'redeem', status }));
  expect(world.notified.map(({ kind, way, text }) => `${kind} ${way} ${text}`)).toEqual([
    'redeem notify ondo on base, completed. The shares are in the account. Practice, PRACTICE.',
    'redeem notify ondo on base, pending. The shares arrive when the issuer completes it. Practice, PRACTICE.',
    'redeem notify ondo on base, rejected. No shares arrived. Practice, PRACTICE.',
  ]);
});

it('says of one that may be ours that it may be, and takes that back when it is known', () => {
  const world = createWorld();
  world.news(elsewhere({}, false));
  world.news(elsewhere());
  expect(world.heard.map(({ title, isOver }) => [title, isOver === true])).toEqual([
    ['Mint possibly from elsewhere: 1,234.5 AAPL', false],
    ['Mint possibly from elsewhere: 1,234.5 AAPL', true],
    ['Mint from elsewhere: 1,234.5 AAPL', false],
  ]);
  const { tokenizationRequestId } = aRequest();
  world.news({ kind: 'foreign-over', tokenizationRequestId });
  expect(world.store.recent()).toEqual([]);
});

it('says once how many were there at the first reading', () => {
  const world = createWorld();
  const found = { kind: 'requests-found', mints: 2, redeems: 1 } as const;
  world.news(found);
  world.news(found);
  expect(world.titles()).toEqual(['Already at the broker: 2 mints and 1 redeem']);
});

it('says where a request came from when it ends', () => {
  const world = createWorld();
  const end = (id: string, origin: object | undefined) =>
    world.news({
      kind: 'tokenization',
      request: aRequest({ tokenizationRequestId: id, status: 'completed' }),
      before: 'pending',
      origin: origin as never,
    });
  end('a', { kind: 'desk' });
  end('b', { kind: 'batch', batchId: 'x', name: 'B300' });
  end('c', { kind: 'elsewhere' });
  expect(world.heard.map(({ text }) => text)).toEqual([
    'ondo on base. Practice, PRACTICE.',
    'ondo on base. Batch B300. Practice, PRACTICE.',
    'ondo on base. This desk did not send it. Practice, PRACTICE.',
  ]);
});

it('keeps the choices of a document that was written before there were these kinds', () => {
  const { elsewhere: _e, redeem: _r, ...old } = DEFAULT_ALERTS.ways;
  const settings = { ...DEFAULT_ALERTS, ways: { ...old, mint: 'off' } };
  const expected = { ...DEFAULT_ALERTS.ways, mint: 'off' };
  expect(AlertMemory.parse({ settings }).settings?.ways).toEqual(expected);
  expect(salvageAlerts({ settings, recent: 'damaged' }).settings?.ways).toEqual(expected);
  expect(AlertMemory.parse({}).settings).toBeUndefined();
});

it('says of a fill that this desk did not send it, and of its own nothing of the kind', () => {
  const world = createWorld();
  for (const [id, clientOrderId] of [
    ['theirs', 'of somebody else'],
    ['ours', 'client-1'],
  ] as const) {
    const filled = { status: 'filled', filledQty: decimal('10') };
    world.book.putOrders([anOrder({ id, clientOrderId, side: 'sell', ...filled })]);
    world.book.putExecutions([anExecution({ orderId: id, side: 'sell', at: world.at() })]);
  }
  world.time.advance(3_000);
  expect(world.heard.map(({ title, text }) => `${title}. ${text}`)).toEqual([
    'Sold 10 AAPL. A limit order. This desk did not send it. Practice, PRACTICE.',
    'Sold 10 AAPL. A limit order. Practice, PRACTICE.',
  ]);
});

it('tells the first few of many one by one and counts the rest in one alert', () => {
  const world = createWorld();
  const send = (from: number, to: number, members: Partial<TokenizationRequest> = {}) => {
    for (let n = from; n < to; n++)
      world.news(elsewhere({ tokenizationRequestId: `m${n}`, ...members }));
  };
  send(0, 105);
  expect(world.notified).toHaveLength(5);
  world.time.advance(2_000);
  expect(world.notified).toHaveLength(6);
  expect(world.notified.at(-1)).toMatchObject({
    kind: 'elsewhere',
    way: 'notify',
    title: expect.stringMatching(
      /^100 more mints that this desk did not send, \d\d:\d\d New York time$/,
    ),
    target: { accountId: expect.any(String) },
  });
  // It grows: one alert still, told more seldom, and the ends of those it counts are not told beside it.
  for (let minute = 0; minute < 3; minute++) {
    send(105 + minute * 40, 145 + minute * 40);
    world.time.advance(60_000);
  }
  world.news({
    kind: 'tokenization',
    request: aRequest({ tokenizationRequestId: 'm200', status: 'completed' }),
    before: 'pending',
    origin: { kind: 'elsewhere' },
  });
  const counted = world.store
    .recent()
    .filter(({ alertId }) => alertId.startsWith('elsewhere-many'));
  expect(counted).toHaveLength(1);
  expect(counted[0]?.title).toMatch(/^220 more mints .+, \d\d:\d\d to \d\d:\d\d New York time$/);
  expect(world.notified.length).toBeLessThan(12);
  // Long after, one is told by itself again.
  world.time.advance(600_000);
  world.news(elsewhere({ tokenizationRequestId: 'later' }));
  expect(world.notified.at(-1)?.title).toBe('Mint from elsewhere: 1,234.5 AAPL');
});

it('counts one no longer that turns out to be of this desk', () => {
  const world = createWorld();
  for (let n = 0; n < 7; n++) world.news(elsewhere({ tokenizationRequestId: `m${n}` }));
  world.time.advance(2_000);
  world.news({ kind: 'foreign-over', tokenizationRequestId: 'm6' });
  world.time.advance(60_000);
  expect(world.store.recent().at(-1)?.title).toMatch(/^1 more mint that this desk did not send/);
  world.news({ kind: 'foreign-over', tokenizationRequestId: 'm5' });
  world.time.advance(60_000);
  expect(world.store.recent()).toHaveLength(5);
});
