// One mint desk: real journal on a real disk, real book and gate, fake time and a fake broker.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { Position } from '#contract/orders.ts';
import { MintForm, type Batch, type MintRow } from '#contract/tokenization.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Connect } from '#main/journal/types.ts';
import { createMints } from '#main/account/mints/mints.ts';
import type { MintsChange, MintsNews } from '#main/account/mints/mints-news.ts';
import { createGate } from '#main/account/intents/gate.ts';
import { readOrderBody } from '#main/wire/order-body.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { createFakeMintBroker } from '#test/unit/account/mints/fake-mint-broker.ts';
import { flush, newId } from '#test/unit/account/orders/world.ts';

/** The defaults but for the limits in dollars: nothing has a price here unless a test gives it one. */
export const UNPRICED = GuardSettings.parse({
  ...DEFAULT_GUARDS,
  mintSize: { isOn: true, maxShares: '5000' },
  mintDay: { isOn: true, maxShares: '25000' },
});

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
export const WALLET = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

export type World = ReturnType<typeof createWorld>;

export function createWorlds() {
  const open: World[] = [];
  afterEach(() => open.splice(0).forEach((world) => world.end()));
  return (options?: { connect?: Connect }): World => {
    const world = createWorld(options);
    open.push(world);
    return world;
  };
}

export const aForm = (members: Record<string, string> = {}): MintForm =>
  MintForm.parse({
    underlyingSymbol: 'AAPL',
    qty: '1.5',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: WALLET,
    label: '',
    ...members,
  });

function createWorld({ connect }: { connect?: Connect } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-mints-'));
  const time = createFakeTime();
  const broker = createFakeMintBroker(time);
  const settings = {
    isStopped: false,
    stops: 0,
    heldBack: undefined as string | undefined,
    environment: 'embedded' as 'embedded' | 'live',
    guards: UNPRICED,
  };
  const news: MintsNews[] = [];
  const changes: MintsChange[] = [];
  const log: string[] = [];
  let desk = open();

  function open() {
    const opened = openJournal({
      folder,
      accountId: ACCOUNT,
      clock: time.clock,
      log: () => undefined,
      connect,
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    const { journal } = opened.value;
    const book = createAccountBook();
    const gate = createGate({
      book,
      journal,
      readBody: readOrderBody,
      guards: () => DEFAULT_GUARDS,
      isStopped: () => settings.isStopped,
      stops: () => settings.stops,
      isMarketOpen: () => true,
      heldBack: () => settings.heldBack,
      accountDoubt: () => undefined,
      clock: time.clock,
    });
    book.putStream({ stream: 'orders', phase: 'live', since: 0 });
    gate.setReconciled();
    const mints = createMints({
      accountId: ACCOUNT,
      environment: settings.environment,
      guards: () => settings.guards,
      journal,
      broker: broker.broker,
      book,
      gate,
      onNews: (item) => void news.push(item),
      onMoved: () => undefined,
      newId,
      clock: time.clock,
      delay: time.delay,
      log: (level, message, details) =>
        void log.push(`${level}: ${message} ${JSON.stringify(details ?? {})}`),
    });
    mints.onChange((change) => void changes.push(change));
    return { journal, book, gate, mints };
  }

  const world = {
    time,
    broker,
    settings,
    news,
    changes,
    log,
    get mints() {
      return desk.mints;
    },
    get journal() {
      return desk.journal;
    },
    get gate() {
      return desk.gate;
    },
    hold: (qty: string, symbol = 'AAPL', more: Record<string, unknown> = {}) =>
      desk.book.putPositions(
        [Position.parse({ symbol, side: 'long', qty, avgEntryPrice: '150', ...more })],
        time.clock.wall(),
      ),
    intent(intentId: string): Intent {
      const found = desk.journal.get(intentId);
      if (!found.ok || !found.value) throw new Error('there is no such intent');
      return found.value;
    },
    state: (intentId: string) => world.intent(intentId).state,
    row(intentId: string): MintRow {
      const row = desk.mints.rows().find(({ intent }) => intent.intentId === intentId);
      if (!row) throw new Error('there is no such row');
      return row;
    },
    batch(batchId: string): Batch {
      const batch = desk.mints.batches.get(batchId);
      if (!batch) throw new Error('there is no such batch');
      return batch;
    },
    evidence(intentId: string): string[] {
      const lines = desk.journal.evidence(intentId);
      return lines.ok ? lines.value.map(({ kind, text }) => `${kind}: ${text}`) : [];
    },
    newsOf: <K extends MintsNews['kind']>(kind: K) =>
      news.filter((item): item is Extract<MintsNews, { kind: K }> => item.kind === kind),
    /** As kill -9: nothing is written any more. */
    crash() {
      desk.journal.close();
      desk.mints.stop();
      desk = open();
      desk.mints.start();
    },
    restart() {
      desk.mints.stop();
      desk.journal.close();
      desk = open();
      desk.mints.start();
    },
    /** Lets time pass in steps, so that what was asked for is also answered. */
    async pass(ms: number, stepMs = 500) {
      await flush();
      for (let done = 0; done < ms; done += stepMs) {
        time.advance(Math.min(stepMs, ms - done));
        await flush();
      }
    },
    end() {
      desk.mints.stop();
      desk.journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
