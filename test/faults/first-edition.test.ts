// Today's desk on a data folder that the first edition left when it was killed (test/fixtures/first-edition): what a
// person sees, asked through the calls and feeds of the bridge. The clocks of desk and broker go on a minute after the
// kill, whenever this runs: an order that rests until it is canceled ends after ninety days.
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import type { CallName, Input, Output } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import { feeds, type FeedName, type Item } from '#contract/feeds.ts';
import type { Intent } from '#contract/intents.ts';
import { OrderDraft } from '#contract/orders.ts';
import { createDesk } from '#main/desk.ts';
import { createBroker } from '#main/paper/broker.ts';
import { parseOptions } from '#main/paper/options.ts';
import type { BrokerProcess, BrokerStart } from '#main/ports.ts';
import { brokerArguments } from '#main/shell/common/broker-line.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import { createPermissionFile } from '#main/shell/common/permission-file.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';
import type { LedgerRow } from '#test/faults/support/rig.ts';
import { createFakeFile, createFakeKeychain } from '#test/unit/desk/keys/fake-stores.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/first-edition', import.meta.url));
const ACCOUNT = '609b59f9-7ec0-48bc-afda-daa34d27469b';
const KILLED_AT = Date.parse('2026-11-15T20:37:53.423Z');
const AWAY_MS = 60_000;

/** The broker's ids of orders. */
const ID = {
  aapl: '5e48459b-fd7f-496e-aef0-64edb906ce90',
  msft: 'f27edab4-6195-4171-93d4-8ca0248b2c07',
  nvda: '0bded982-bc77-41ee-80d0-1be763989a7e',
  nvdaChanged: '48a6fba1-3633-409f-a663-2293583d2943',
  amd: '54eb5f5a-d486-40f5-93b2-46b159c80bb7',
  tsla: '1d359ac5-3a6d-4cef-afcb-b1739a14096a',
  tslaChanged: '74c6446a-7221-4a45-bb17-344da6d40477',
  amzn: 'f8fe0310-fef3-4010-905a-424405a0aaa8',
  googl: 'e8b02411-1039-40fa-9faf-3dc5d13e3f92',
};
const INTENT = {
  nvdaChange: '01a1e0ee-088e-77c6-9252-0796f70df441',
  meta: '01a1e0ee-169d-78bb-86c7-b7cd34bc68a3',
  tslaChange: '01a1e0ee-40bb-7d9d-aacd-6b0caf1d3a7e',
  amzn: '01a1e0ee-4202-7e1e-b233-99aba8cfaea8',
  googl: '01a1e0ee-4258-7d9d-940c-2ec0ed43482c',
};

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000, interval: 20 });

type OldDesk = Awaited<ReturnType<typeof startOn>>;
let running: OldDesk | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** The desk on a copy of the folder, with other settings if they are given. */
async function startOn(settings = 'data/settings.json') {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-first-edition-'));
  cpSync(join(FIXTURE, 'data'), folder, { recursive: true });
  cpSync(join(FIXTURE, settings), join(folder, 'settings.json'));
  const aheadMs = KILLED_AT + AWAY_MS - systemClock.wall();
  const wall = () => systemClock.wall() + aheadMs;
  let readLedger: (() => Promise<LedgerRow[]>) | undefined;

  async function startBroker(start: BrokerStart): Promise<BrokerProcess> {
    const parsed = parseOptions(brokerArguments(start, 'stdin'));
    if (!parsed.ok) throw new Error(parsed.message);
    const broker = await createBroker(
      { ...parsed.options, ...start.credentials },
      { wall, schedule: (run, ms) => systemDelay(ms, run), randomBytes, log: () => undefined },
    );
    const headers = {
      'APCA-API-KEY-ID': start.credentials.keyId,
      'APCA-API-SECRET-KEY': start.credentials.secretKey,
    };
    readLedger = async () => {
      const response = await fetch(`${broker.addresses.rest}/_paper/ledger`, { headers });
      return ((await response.json()) as { orders: LedgerRow[] }).orders;
    };
    return { hosts: broker.addresses, onExit: () => undefined, stop: broker.stop };
  }

  const desk = createDesk({
    clock: { ...systemClock, wall },
    delay: systemDelay,
    random: systemRandom,
    log: () => undefined,
    neverLog: () => undefined,
    keychain: createFakeKeychain().keychain,
    sealedFile: createFakeFile().file,
    settings: createSettingsFile(folder),
    documents: createDocumentFiles({ folder, now: wall }),
    permission: createPermissionFile(folder),
    info: { version: '0', shell: 'web', dataFolder: folder },
    confirm: async () => true,
    ask: async () => undefined,
    notify: () => undefined,
    openExternal: async () => 'no-browser',
    isLiveAllowed: false,
    startBroker,
  });
  await desk.start();

  async function call<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>> {
    const result = (await desk.dispatch(name, input)) as Result<Output<K>>;
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
    return result.value;
  }

  /** What a feed tells of the account, the newest of each key. */
  function watch<F extends FeedName>(feed: F, params: object = { accountId: ACCOUNT }) {
    const items = new Map<string, Item<F>>();
    const keyOf = feeds[feed].key as (item: unknown) => string;
    const hub = desk.feeds.open((delivery) => {
      for (const { event } of delivery) {
        if (event.kind === 'failed') throw new Error(JSON.stringify(event.failure));
        if (event.reset) items.clear();
        for (const item of event.items) items.set(keyOf(item), item as Item<F>);
      }
    });
    hub.watch(1, feed, params);
    return items;
  }

  return {
    folder,
    call,
    watch,
    /** Of every order that the broker ever took. */
    clientOrderIds: async () => ((await readLedger?.()) ?? []).map((row) => row.client_order_id),
    async place(symbol: string, qty: string, limitPrice: string): Promise<Intent> {
      const { intentId } = await call('tickets.open', { accountId: ACCOUNT });
      const terms = { side: 'buy', type: 'limit', timeInForce: 'gtc' };
      const draft = OrderDraft.parse({ symbol, qty, limitPrice, ...terms });
      return call('orders.submit', { accountId: ACCOUNT, intentId, draft, confirmations: [] });
    },
    async stop() {
      await desk.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until orders may go and there is a price to judge them by. */
async function untilReady(desk: OldDesk, symbol: string) {
  const trading = desk.watch('trading');
  const prices = desk.watch('prices');
  await soon(() => trading.get('trading')?.isArmed).toBe(true);
  await soon(() => prices.has(symbol)).toBe(true);
  return trading;
}

it('shows what the first edition left, finds what was in doubt, and trades on', async () => {
  const desk = (running = await startOn());
  const orders = desk.watch('orders');
  const intents = desk.watch('intents');
  const trading = await untilReady(desk, 'INTC');

  // What had reached the broker is found: the change, the order that was being sent, and the one to be canceled.
  await soon(() => statusesOf(orders)).toEqual({
    [ID.aapl]: 'AAPL 20 filled',
    [ID.msft]: 'MSFT 2 new',
    [ID.nvda]: 'NVDA 3 replaced',
    [ID.nvdaChanged]: 'NVDA 4 new',
    [ID.amd]: 'AMD 5 canceled',
    [ID.tsla]: 'TSLA 1 replaced',
    [ID.tslaChanged]: 'TSLA 2 new',
    [ID.amzn]: 'AMZN 8 canceled',
    [ID.googl]: 'GOOGL 9 new',
  });
  const found = { state: 'accepted', cancelWhenFound: false };
  await soon(() => intents.get(INTENT.googl)).toMatchObject({ ...found, resultId: ID.googl });
  await soon(() => intents.get(INTENT.amzn)).toMatchObject({ ...found, resultId: ID.amzn });
  await soon(() => intents.get(INTENT.tslaChange)).toMatchObject({
    ...found,
    targetId: ID.tsla,
    resultId: ID.tslaChanged,
  });
  expect(intents.get(INTENT.nvdaChange)).toMatchObject({
    ...found,
    targetId: ID.nvda,
    resultId: ID.nvdaChanged,
  });
  const others = [...intents.values()].filter(({ state }) => state !== 'accepted');
  expect(others.map(({ kind, symbol, state }) => `${kind} ${symbol} ${state}`).sort()).toEqual([
    'mint AAPL refused',
    'place INTC refused',
    'place KO not-sent',
    'place META unknown',
    'replace MSFT refused',
  ]);

  // What never did stays unknown: it was confirmed in another run, so nothing is sent again.
  const meta = { accountId: ACCOUNT, intentId: INTENT.meta };
  expect((await desk.call('orders.lookAgain', meta)).state).toBe('unknown');
  const kinds = (await desk.call('orders.evidence', meta)).evidence.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(2);
  expect(kinds.at(-1)).toBe('not-found');
  const before = await desk.clientOrderIds();
  expect(before).toHaveLength(Object.keys(ID).length);
  expect(before).not.toContain(INTENT.meta);

  // Trading was allowed, which is in the file from now on; the guard that was set holds.
  expect(trading.get('trading')).toEqual({ isArmed: true, isStopped: false });
  expect(existsSync(join(desk.folder, 'trading-allowed'))).toBe(true);
  const placed = await desk.place('INTC', '1234', '10');
  expect(placed.state).toBe('accepted');
  expect(await desk.place('INTC', '1235', '10')).toMatchObject({
    state: 'not-sent',
    reason: '1,235 shares is more than your limit of 1,234 for one order: enter less.',
  });
  expect((await desk.clientOrderIds()).sort()).toEqual([...before, placed.intentId].sort());
});

it('has the positions, mints, watchlists, alerts and choices that it was left with', async () => {
  const desk = (running = await startOn());
  const positions = desk.watch('positions');
  const mints = desk.watch('mints');
  const alerts = desk.watch('alerts', {});
  const ofAccount = { accountId: ACCOUNT };
  await untilReady(desk, 'AAPL');

  await soon(() =>
    positions.get('positions')?.positions.map(({ symbol, qty }) => `${qty} ${symbol}`),
  ).toEqual(['14 AAPL']);
  await soon(() =>
    [...mints.values()].map(({ intent, request }) => `${intent.state} ${request?.status}`).sort(),
  ).toEqual([
    'accepted completed',
    'accepted completed',
    'accepted completed',
    'accepted rejected',
    'refused undefined',
  ]);
  const batches = await desk.call('batches.list', ofAccount);
  expect(batches.map(({ name, state, counts }) => [name, state, counts])).toEqual([
    ['november.csv', 'done', { completed: 2 }],
  ]);
  expect(await desk.call('addresses.get', ofAccount)).toMatchObject([{ name: 'Treasury' }]);
  const { lists } = await desk.call('watchlists.get', ofAccount);
  expect(lists.map(({ name, symbols }) => [name, symbols.length])).toEqual([
    ['Watchlist', 10],
    ['Chips', 3],
  ]);
  expect(await desk.call('priceAlerts.list', ofAccount)).toMatchObject([
    { symbol: 'AAPL', rule: { kind: 'above', price: '5000' } },
  ]);
  expect((await desk.call('guards.get', {})).value).toMatchObject({
    size: { isOn: true, maxShares: '1234' },
    repeat: { isOn: false },
  });
  expect((await desk.call('ui.get', {})).appearance.value).toMatchObject({
    theme: 'light',
    isColourBlindSafe: true,
  });
  // What the first edition told is not told again.
  expect([...alerts.keys()].filter((id) => /^(fill|mint|refusal):/.test(id))).toEqual([]);
});

it('stays stopped where trading was stopped, until a person allows it', async () => {
  const desk = (running = await startOn('stopped/settings.json'));
  const trading = await untilReady(desk, 'INTC');
  expect(trading.get('trading')).toMatchObject({ isStopped: true });
  expect(existsSync(join(desk.folder, 'trading-allowed'))).toBe(false);
  expect(await desk.place('INTC', '1', '10')).toMatchObject({
    state: 'not-sent',
    reason: 'All trading is stopped.',
  });
  await desk.call('trading.resume', {});
  expect(existsSync(join(desk.folder, 'trading-allowed'))).toBe(true);
  expect((await desk.place('INTC', '2', '10')).state).toBe('accepted');
});

const statusesOf = (orders: ReadonlyMap<string, Item<'orders'>>): Record<string, string> =>
  Object.fromEntries(
    [...orders].map(([id, { symbol, qty, status }]) => [id, `${symbol} ${qty} ${status}`]),
  );
