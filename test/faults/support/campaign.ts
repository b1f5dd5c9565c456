// A campaign: random intents through the real client, journal and streams, under random faults, then two audits: when
// the faults are over, and when a person has dealt with what stayed unknown.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Intent, IntentKind } from '#contract/intents.ts';
import type { Order, OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { isTerminal } from '#main/domain/order-status.ts';
import { audit, intentsOf, type Audit } from '#test/faults/support/audit.ts';
import {
  newIntentId,
  openTestAccount,
  until,
  untilArmed,
  type TestAccount,
} from '#test/faults/support/desk.ts';
import { FAULT_KINDS } from '#test/faults/support/kinds.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

export type CampaignResult = {
  seed: number;
  seconds: number;
  kinds: Record<string, number>;
  afterFaults: Audit;
  afterPerson: Audit;
};

const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'SPY', 'QQQ', 'TSLA', 'JPM'] as const;
const WORKERS = 6;
/** Late landings take up to three seconds, then lookups get ten. */
const HEAL_MS = 13_000;

export type CampaignOptions = {
  orders: number;
  seed: number;
  /** How many act at the same time. */
  workers?: number;
  onProgress?: (done: number) => void;
};

export async function runCampaign({
  orders,
  seed,
  workers = WORKERS,
  onProgress = () => undefined,
}: CampaignOptions): Promise<CampaignResult> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'ballast-faults-'));
  const paper = await startPaper({ folder: join(folder, 'paper'), seed });
  const accounts = await openAccounts(paper, folder);
  const kinds: Record<string, number> = {};
  const random = createRandom(seed);
  try {
    await Promise.all(accounts.map(untilArmed));
    for (const { unit } of accounts) unit.watchSymbols(SYMBOLS);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < orders) {
        const index = next++;
        const kind = FAULT_KINDS[Math.floor(random() * FAULT_KINDS.length)];
        const account = accounts[Math.floor(random() * accounts.length)];
        if (!kind || !account) continue;
        kinds[kind.name] = (kinds[kind.name] ?? 0) + 1;
        for (const rule of kind.rules(random)) await paper.control('POST', '/faults', rule);
        await actOnce(account, random);
        if (index % 500 === 0) onProgress(index);
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    await paper.control('DELETE', '/faults');
    await until('nothing resendable is unknown', () => isHealed(accounts), HEAL_MS).catch(
      () => undefined,
    );
    const afterFaults = await audit(paper, accounts);
    await letPersonDecide(accounts, random);
    const afterPerson = await audit(paper, accounts);
    const seconds = Math.round((performance.now() - started) / 1000);
    return { seed, seconds, kinds, afterFaults, afterPerson };
  } finally {
    for (const { unit } of accounts) unit.stop();
    await paper.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAccounts(paper: Paper, folder: string): Promise<TestAccount[]> {
  const second = { keyId: 'PKSECONDACCOUNT0002', secretKey: 'second-account-secret' };
  const created = await paper.control<{ id: string }>('POST', '/accounts', {
    ...second,
    cash: '100000000',
  });
  const third = { keyId: 'PKTHIRDACCOUNT00003', secretKey: 'third-account-secret' };
  const other = await paper.control<{ id: string }>('POST', '/accounts', {
    ...third,
    cash: '100000000',
  });
  const accounts = [
    openTestAccount({
      paper,
      folder,
      name: 'a',
      accountId: '00000000-0000-4000-8000-00000000000a',
      key: second,
      brokerAccountId: created.id,
      mayResend: true,
    }),
    openTestAccount({
      paper,
      folder,
      name: 'b',
      accountId: '00000000-0000-4000-8000-00000000000b',
      key: third,
      brokerAccountId: other.id,
      mayResend: false,
    }),
  ];
  for (const { unit } of accounts) unit.start();
  return accounts;
}

/** Mostly an order; sometimes a cancel, a change, the same intent from two windows, or a sleep. */
async function actOnce(account: TestAccount, random: () => number): Promise<void> {
  const { unit } = account;
  const open = unit.book.openOrders().filter(({ type }) => type === 'limit');
  const target = open[Math.floor(random() * open.length)];
  const what = random();
  if (what < 0.08 && target) await unit.trading.cancel(target.id);
  else if (what < 0.16 && target) await change(unit, target, random);
  else if (what < 0.165) {
    account.wokenAt = Date.now();
    unit.wake();
  }
  const submission = {
    intentId: newIntentId(),
    draft: randomDraft(unit, random),
    confirmations: ['stream-down'] as const,
  };
  const windows = what > 0.9 ? 2 : 1;
  await Promise.all(
    Array.from({ length: windows }, () =>
      unit.trading.submit({ ...submission, confirmations: [...submission.confirmations] }),
    ),
  );
}

async function change(
  unit: TestAccount['unit'],
  order: Order,
  random: () => number,
): Promise<void> {
  if (isTerminal(order.status)) return;
  await unit.trading.replace({
    intentId: newIntentId(),
    orderId: order.id,
    change: { limitPrice: decimal(random() < 0.5 ? '1.01' : '1.02') },
    confirmations: ['stream-down'],
  });
}

function randomDraft(unit: TestAccount['unit'], random: () => number): OrderDraft {
  const symbol = SYMBOLS[Math.floor(random() * SYMBOLS.length)] ?? 'AAPL';
  const qty = decimal(String(1 + Math.floor(random() * 5)));
  const held = unit.book.positions().find((position) => position.symbol === symbol);
  const kind = random();
  if (held && kind < 0.3 && !held.qty.startsWith('-'))
    return {
      symbol,
      side: 'sell',
      type: 'market',
      timeInForce: 'day',
      // Sometimes everything: sent twice, the second would be refused for want of shares.
      qty: random() < 0.5 ? held.qty : decimal('1'),
    };
  if (kind < 0.65) return { symbol, side: 'buy', type: 'market', timeInForce: 'day', qty };
  return {
    symbol,
    side: 'buy',
    type: 'limit',
    timeInForce: kind < 0.85 ? 'day' : 'gtc',
    qty,
    limitPrice: decimal(random() < 0.3 ? '99999' : '1'),
  };
}

const isHealed = (accounts: readonly TestAccount[]): boolean =>
  accounts.every((account) => !account.mayResend || account.unit.journal.unsettled().length === 0);

/** What a person does with an unknown order: sends it again once, and sets aside what stays unknown even then. */
async function letPersonDecide(
  accounts: readonly TestAccount[],
  random: () => number,
): Promise<void> {
  for (const account of accounts)
    for (const { intentId } of unknownIntents(account, 'place'))
      if (random() < 0.5) await account.unit.trading.sendAgain(intentId, ['stream-down']);
      else account.unit.trading.setAside(intentId, true);
  await until('what was sent again is settled', () =>
    accounts.every((account) => unknownIntents(account, 'place').length === 0),
  ).catch(() => undefined);
  for (const account of accounts)
    for (const { intentId } of unknownIntents(account))
      account.unit.trading.setAside(intentId, true);
}

const unknownIntents = (account: TestAccount, kind?: IntentKind): Intent[] =>
  intentsOf(account).filter(
    (intent) => intent.state === 'unknown' && (kind === undefined || intent.kind === kind),
  );

/** Mulberry32: small, and the same on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
