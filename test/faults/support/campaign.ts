// A campaign: random intents through the real client, journal and streams, under random faults, then two audits: when
// the faults are over, and when a person has dealt with what stayed unknown.
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
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

export type CampaignResult = {
  seed: number;
  seconds: number;
  kinds: Record<string, number>;
  afterFaults: Audit;
  afterPerson: Audit;
};

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
    const worker = async (): Promise<void> => {
      while (next < orders) {
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
    await Promise.all(Array.from({ length: workers }, worker));
    await paper.control('DELETE', '/faults');
    await until('nothing resendable is unknown', () => isHealed(accounts), HEAL_MS).catch(
      () => undefined,
    );
    const afterFaults = await audit(paper, accounts);
    await letPersonDecide(accounts, random, (isTrue) =>
      until('what was sent again is settled', isTrue).catch(() => undefined),
    );
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
