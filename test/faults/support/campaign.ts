// A campaign: random intents through the real client, journal and streams, under random faults, then two audits: when
// the faults are over, and when a person has dealt with what stayed unknown. Beside each account a page listens, and what
// it was told is held against the broker's ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  actOnce,
  isHealed,
  letPersonDecide,
  SYMBOLS,
  type Actor,
} from '#test/faults/support/actions.ts';
import { audit, type Audit } from '#test/faults/support/audit.ts';
import {
  newIntentId,
  openTestAccount,
  until,
  untilArmed,
  type TestAccount,
} from '#test/faults/support/desk.ts';
import { FAULT_KINDS } from '#test/faults/support/kinds.ts';
import { listenToPages, type PageAudit } from '#test/faults/support/page-audit.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

export type CampaignResult = {
  seed: number;
  seconds: number;
  kinds: Record<string, number>;
  afterFaults: Audit;
  afterPerson: Audit;
  page: PageAudit;
};

const WORKERS = 6;
/** Late landings take up to three seconds, then lookups get ten. */
const HEAL_MS = 13_000;
/** The page has what the broker has after each so many. */
const QUIET_EVERY = 1_000;
/** Traded while the streams are down. */
const WHILE_DOWN = 6;
const CASH = '100000000';

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
  const pages = listenToPages(paper, accounts, CASH);
  for (const { unit } of accounts) unit.start();
  const kinds: Record<string, number> = {};
  const random = createRandom(seed);
  const actor: Actor = {
    random,
    newIntentId,
    wake(account) {
      account.wokenAt = Date.now();
      account.unit.wake();
    },
  };
  try {
    await Promise.all(accounts.map(untilArmed));
    for (const { unit } of accounts) unit.watchSymbols(SYMBOLS);
    let next = 0;
    const worker = async (end: number): Promise<void> => {
      while (next < end) {
        const index = next++;
        const kind = FAULT_KINDS[Math.floor(random() * FAULT_KINDS.length)];
        const account = accounts[Math.floor(random() * accounts.length)];
        if (!kind || !account) continue;
        kinds[kind.name] = (kinds[kind.name] ?? 0) + 1;
        for (const rule of kind.rules(random)) await paper.control('POST', '/faults', rule);
        await actOnce(account, actor);
        if (index % 500 === 0) onProgress(index);
      }
    };
    let endedAt = 0;
    for (let done = 0; done < orders; done += QUIET_EVERY) {
      const end = Math.min(orders, done + QUIET_EVERY);
      await Promise.all(Array.from({ length: workers }, () => worker(end)));
      await paper.control('DELETE', '/faults');
      endedAt = performance.now();
      await pages.agree();
    }
    await pages.cutStreams(async () => {
      for (const account of accounts)
        for (let count = 0; count < WHILE_DOWN; count++) await actOnce(account, actor);
    });
    const leftMs = Math.max(0, HEAL_MS - (performance.now() - endedAt));
    await until('nothing resendable is unknown', () => isHealed(accounts), leftMs).catch(
      () => undefined,
    );
    const afterFaults = await audit(paper, accounts);
    await letPersonDecide(accounts, random, (isTrue) =>
      until('what was sent again is settled', isTrue).catch(() => undefined),
    );
    const afterPerson = await audit(paper, accounts);
    await pages.agree();
    const page = await pages.audit();
    const seconds = Math.round((performance.now() - started) / 1000);
    return { seed, seconds, kinds, afterFaults, afterPerson, page };
  } finally {
    pages.close();
    for (const { unit } of accounts) unit.stop();
    await paper.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAccounts(paper: Paper, folder: string): Promise<TestAccount[]> {
  const second = { keyId: 'PKSECONDACCOUNT0002', secretKey: 'second-account-secret' };
  const created = await paper.control<{ id: string }>('POST', '/accounts', {
    ...second,
    cash: CASH,
  });
  const third = { keyId: 'PKTHIRDACCOUNT00003', secretKey: 'third-account-secret' };
  const other = await paper.control<{ id: string }>('POST', '/accounts', {
    ...third,
    cash: CASH,
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
  return accounts;
}

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
