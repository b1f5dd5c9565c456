// A real account (client, journal, both streams) behind the hostile door, with the questions that must still be answered
// after anything was said to it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UnitNews } from '#main/account/account-unit.ts';
import type { Client } from '#main/broker/client.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import {
  newIntentId,
  openTestAccount,
  PATIENT_MS,
  until,
  untilArmed,
} from '#test/faults/support/desk.ts';
import { startPaper } from '#test/faults/support/paper.ts';
import { openHostileDoor } from '#test/campaigns/support/hostile-door.ts';

export const KEY = { keyId: 'PKHOSTILEDOOR000001', secretKey: 'hostile-door-secret-0001' };
const BACK_MS = 40_000;
const AGAIN_MS = 250;
const MOST_AGAIN = 60;

export type Desk = Awaited<ReturnType<typeof openHostileDesk>>;

export async function openHostileDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-hostile-'));
  const paper = await startPaper({ folder: join(folder, 'paper'), seed: 5 });
  const door = await openHostileDoor(paper.hosts);
  const { id } = await paper.control<{ id: string }>('POST', '/accounts', {
    ...KEY,
    cash: '900000000',
  });
  let isStopped = false;
  /** All that a page or a log could show. */
  const told: string[] = [];
  const tell = (what: unknown): void => void told.push(JSON.stringify(what) ?? '');
  const options = {
    paper: { ...paper, hosts: door.hosts },
    folder,
    name: 'a',
    accountId: '00000000-0000-4000-8000-00000000000e',
    key: KEY,
    brokerAccountId: id,
    mayResend: true,
    timeoutMs: PATIENT_MS,
    isStopped: () => isStopped,
    log: (level: string, message: string, details?: unknown) => tell([level, message, details]),
  };
  let account = openTestAccount(options);
  const begin = async (): Promise<void> => {
    const { unit } = account;
    unit.onNews((news: UnitNews) => void (news.kind !== 'bars' && tell(news)));
    unit.book.onChange(tell);
    unit.start();
    unit.watchSymbols(['AAPL', 'MSFT']);
    unit.follow('AAPL');
    await untilArmed(account).catch((error: unknown) => {
      const state = unit.gate.armState();
      throw new Error(`${String(error)}: ${JSON.stringify([state, told.slice(-20)])}`);
    });
  };
  await begin();

  const isLive = (): boolean =>
    account.unit.book.streams().every(({ phase }) => phase === 'live' || phase === 'stale');

  let placed = 0;
  return {
    paper,
    door,
    told,
    unit: () => account.unit,
    untilLive: () => until('both streams are live', isLive, BACK_MS),
    /** What is wrong with the desk; empty when it does what it is for. */
    async check(): Promise<string[]> {
      const { unit } = account;
      const wrong: string[] = [];
      door.spoil(undefined);
      const submit = async () => {
        const intentId = newIntentId();
        const draft = restingDraft('AAPL', String(++placed));
        const answer = await unit.trading.submit({
          intentId,
          draft,
          confirmations: ['stream-down'],
        });
        const known = unit.journal.get(intentId);
        const state = known.ok ? known.value?.state : known.failure.message;
        return { intentId, state, why: JSON.stringify(answer) };
      };
      isStopped = true;
      const stopped = await submit();
      isStopped = false;
      if (stopped.state !== undefined && stopped.state !== 'not-sent')
        wrong.push(`placed although all was stopped: ${stopped.state}`);
      let last = await submit();
      // What was said falsely is in the book until it is read again.
      for (let again = 0; last.state !== 'accepted' && again < MOST_AGAIN; again++) {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        last = await submit();
      }
      const { intentId, state, why } = last;
      if (state !== 'accepted') wrong.push(`an order afterwards is ${state}: ${why}`);
      const evidence = unit.journal.evidence(intentId);
      if (!evidence.ok || evidence.value.length === 0) wrong.push('its evidence cannot be read');
      const activity = unit.journal.activity({ kinds: [], text: '', limit: 50 });
      if (!activity.ok) wrong.push('the activity cannot be read');
      if (!unit.journal.health().writable) wrong.push('the journal cannot be written');
      return wrong;
    },
    /** A new start on the same folder, as after a day. */
    async restart(): Promise<void> {
      account.unit.stop();
      account = openTestAccount(options);
      await begin();
    },
    /** Where a secret is found; empty when nowhere. */
    leaks(): string[] {
      const files = readdirSync(join(folder, 'a')).map((name) => join(folder, 'a', name));
      const texts = new Map(files.map((file) => [file, readFileSync(file).toString('latin1')]));
      texts.set('what was told', told.join('\n'));
      return [...texts].flatMap(([where, text]) =>
        Object.values(KEY)
          .filter((secret) => text.includes(secret))
          .map((secret) => `${secret} is in ${where}`),
      );
    },
    async close(): Promise<void> {
      account.unit.stop();
      await door.close();
      await paper.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every read there is: what is said in the place of its answer reaches the desk by it. */
export const reads = (
  orderId: string,
  clientOrderId: string,
): [string, (client: Client) => Promise<unknown>][] => [
  ['account', (client) => client.account()],
  ['positions', (client) => client.positions()],
  ['orders', (client) => client.allOrders({ status: 'all', nested: true })],
  ['order', (client) => client.order(orderId)],
  ['order by its own id', (client) => client.orderByClientId(clientOrderId)],
  ['activities', (client) => client.allActivities()],
  ['portfolio history', (client) => client.portfolioHistory({ period: '1M', timeframe: '1D' })],
  ['asset', (client) => client.asset('AAPL')],
  ['assets', (client) => client.assets()],
  ['clock', (client) => client.marketClock()],
  ['calendar', (client) => client.tradingDays({ start: '2026-11-02', end: '2026-11-20' })],
  ['clock with phases', (client) => client.venueClocks(['NYSE', 'BOATS'])],
  [
    'calendar with phases',
    (client) => client.venueDays({ market: 'NYSE', start: '2026-11-02', end: '2026-11-20' }),
  ],
  ['prices', (client) => client.snapshots(['AAPL', 'MSFT'])],
  ['bars', (client) => client.bars({ symbols: ['AAPL'], timeframe: '1Day', start: '2026-10-01' })],
  ['requests', (client) => client.tokenizationRequests()],
];
