// Where prices come from, over the bridge and on the wire: what the plan has is learned, what a person chooses is used,
// and nothing shown is of two feeds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MarketState } from '#contract/market-state.ts';
import { until } from '#test/faults/support/desk.ts';
import {
  createAccountDesk,
  hostsOf,
  type AccountDesk,
  type Watching,
} from '#test/faults/support/account-desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const KEY = { keyId: 'PKMARKETFEED0000001', secretKey: 'secret-of-the-feed' };
const QUARTER_MS = 15 * 60_000;
const NOT_IN_PLAN = 'SIP is not in this account’s market data plan: prices come from IEX.';

let folder: string;
let paper: Paper;
let desk: AccountDesk;
let accountId: string;
let market: Watching<'market'>;
let prices: Watching<'prices'>;
let streams: Watching<'streams'>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-feed-'));
  paper = await startPaper({ folder, seed: 7 });
  await paper.control('POST', '/accounts', { ...KEY, cash: '100000' });
  await setPlan('free');
  desk = await createAccountDesk();
  const profile = await desk.must('accounts.connect', {
    label: 'A free account',
    environment: 'paper',
    hosts: hostsOf(paper),
    credentials: KEY,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  ({ accountId } = profile);
  await desk.must('accounts.open', { accountId });
  market = desk.watch('market', { accountId });
  prices = desk.watch('prices', { accountId });
  streams = desk.watch('streams', { accountId });
});
afterAll(async () => {
  await desk.stop();
  await paper.stop();
  rmSync(folder, { recursive: true, force: true });
});

const setPlan = (plan: 'free' | 'plus') => paper.control('PUT', '/plan', { plan });
const state = (): MarketState | undefined => market.items().at(-1);
const untilFeed = (feed: string) => until(`prices are of ${feed}`, () => state()?.feed === feed);
const untilLive = () =>
  until('the price stream is live', () => {
    const last = streams.items().findLast(({ stream }) => stream === 'prices');
    return last?.phase === 'live';
  });
const history = () =>
  desk.must('bars.history', { accountId, symbol: 'AAPL', timeframe: '1Min', limit: 5 });
const agesMs = () => prices.items().map(({ tradedAt, receivedAt }) => receivedAt - tradedAt);

it('goes to IEX on a plan without SIP, says so, and has prices and bars of it', async () => {
  await untilFeed('iex');
  expect(state()).toMatchObject({ choice: 'auto', note: NOT_IN_PLAN });
  await untilLive();
  await until('there are prices', () => prices.items().length > 0);
  expect((await history()).feed).toBe('iex');
  const { lines } = await desk.must('activity.list', {
    accountId,
    kinds: ['desk'],
    text: '',
    limit: 50,
  });
  expect(lines.map(({ text }) => text)).toContain(NOT_IN_PLAN);
});

it('knows that a market which never closes has no end to its hours', async () => {
  await until('the session is known', () => state()?.session !== undefined);
  expect(state()?.session).toEqual({ phase: 'regular', isEndless: true });
});

it('is a quarter of an hour late by choice, in prices and in bars', async () => {
  expect(await desk.must('accounts.setFeed', { accountId, feed: 'delayed_sip' })).toMatchObject({
    feed: 'delayed_sip',
  });
  await untilFeed('delayed_sip');
  await untilLive();
  const before = prices.items().length;
  await until('prices of it came', () => prices.items().length > before);
  expect(Math.min(...agesMs().slice(before))).toBeGreaterThanOrEqual(QUARTER_MS);
  const { bars, feed } = await history();
  expect(feed).toBe('delayed_sip');
  expect(bars.time.at(-1)).toBeLessThanOrEqual(Date.now() - QUARTER_MS);
});

it('tries SIP again when it is chosen again', async () => {
  await setPlan('plus');
  await desk.must('accounts.setFeed', { accountId, feed: 'auto' });
  await untilFeed('sip');
  expect(state()?.note).toBeUndefined();
  await untilLive();
  expect((await history()).feed).toBe('sip');
});

it('leaves no gap where nothing was missed', async () => {
  const gaps = desk.watch('gaps', { accountId });
  await desk.must('accounts.setFeed', { accountId, feed: 'iex' });
  await untilFeed('iex');
  await untilLive();
  await desk.must('accounts.setFeed', { accountId, feed: 'auto' });
  await untilFeed('sip');
  await untilLive();
  expect(gaps.items().filter(({ stream }) => stream === 'prices')).toEqual([]);
  gaps.stop();
});

it('falls back when the plan ends while it runs', async () => {
  await setPlan('free');
  await untilFeed('iex');
  await untilLive();
  expect(state()?.note).toBe(NOT_IN_PLAN);
  expect((await history()).feed).toBe('iex');
});

it('keeps the choice for the next start', async () => {
  await desk.must('accounts.setFeed', { accountId, feed: 'iex' });
  await desk.restart();
  expect((await desk.profile(accountId)).feed).toBe('iex');
});
