// Rejections of the issuer over the real wire: late, while the desk's stream is cut, while it is off, and after it was
// killed with -9. What a person is told of the batch (its head, and one alert) is what the broker's ledger has, once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UnitNews } from '#main/account/account-unit.ts';
import type { BatchTask } from '#test/faults/support/batch-child.ts';
import { until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { auditMints, ledgerMints } from '#test/faults/support/mint-audit.ts';
import { aForm, buyShares } from '#test/faults/support/mint-campaign.ts';
import { createRig, type Rig, type Seat } from '#test/faults/support/rig.ts';

const CHILD = fileURLToPath(new URL('./support/batch-child.ts', import.meta.url));
const ROWS = 8;
const LATE_MS = 2_000;
let rig: Rig;
let seat: Seat;

beforeAll(async () => {
  rig = await createRig(27);
  seat = await rig.newSeat('mint');
  const first = rig.open(seat);
  await untilArmed(first);
  await buyShares(first, '1000');
  first.unit.stop();
});
afterAll(() => rig.stop());

const tableOf = (name: string): string => {
  const { underlyingSymbol, issuer, network, walletAddress } = aForm();
  const rows = Array.from({ length: ROWS }, (_, n) =>
    [underlyingSymbol, `${n + 1}`, issuer, network, walletAddress, `${name}-${n}`].join(','),
  );
  return ['symbol,qty,issuer,network,wallet,label', ...rows].join('\n');
};

async function open(): Promise<{
  desk: TestAccount;
  told: Extract<UnitNews, { kind: 'batch' }>[];
}> {
  const desk = rig.open(seat);
  const told: Extract<UnitNews, { kind: 'batch' }>[] = [];
  desk.unit.onNews((news) => void (news.kind === 'batch' && told.push(news)));
  await untilArmed(desk);
  return { desk, told };
}

function run({ unit }: TestAccount, name: string): string {
  const dry = unit.mints.batches.dryRun(name, tableOf(name));
  if (!dry.ok) throw new Error(JSON.stringify(dry.failure));
  const started = unit.mints.batches.start(dry.value.batchId);
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  return dry.value.batchId;
}

const headOf = ({ unit }: TestAccount, batchId: string) =>
  unit.mints.batches.list().find((head) => head.batchId === batchId);

/** By label. */
const statuses = async (name: string) =>
  (await ledgerMints(rig.paper()))
    .filter(({ client_request_id = '' }) => client_request_id.startsWith(`${name}-`))
    .map(({ client_request_id = '', status }) => ({ label: client_request_id, status }));

const rejectTwo = () =>
  rig.paper().control('PUT', '/tokenization', {
    delayMs: LATE_MS,
    redeems: { every: 0, afterMs: 0 },
    next: ['complete', 'reject', 'complete', 'complete', 'reject'],
  });

/** In a process of its own, which is killed when every row was sent. */
async function runAndKill(name: string): Promise<void> {
  const task: BatchTask = {
    ...seat,
    hosts: rig.paper().hosts,
    folder: rig.folder,
    csv: tableOf(name),
    isToBeKilled: true,
  };
  const child = spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(task)}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'over') child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

const WAYS = ['late', 'while-cut', 'while-off', 'after-kill'] as const;

async function send(
  when: (typeof WAYS)[number],
): Promise<Awaited<ReturnType<typeof open>> | undefined> {
  if (when === 'after-kill') {
    await runAndKill(when);
    return undefined;
  }
  const sending = await open();
  const batchId = run(sending.desk, when);
  await until('every row was sent', () => headOf(sending.desk, batchId)?.state === 'awaiting');
  if (when !== 'while-off') return sending;
  sending.desk.unit.stop();
  return undefined;
}

it.each(WAYS)('rejections that come %s are told as the ledger has them, and once', async (when) => {
  await rejectTwo();
  const before = await send(when);
  let cuts = 0;
  await until('the issuer has ended them', async () => {
    if (when === 'while-cut') cuts += await rig.cut('trade', seat.brokerAccountId);
    return (await statuses(when)).every(({ status }) => status !== 'pending');
  });
  expect(cuts > 0).toBe(when === 'while-cut');
  const { desk, told } = before ?? (await open());
  const batchId = desk.unit.mints.batches.list()[0]?.batchId ?? '';
  await until('the batch has ended', () => headOf(desk, batchId)?.state === 'done', 60_000);
  const ledger = await statuses(when);
  const rejected = ledger.filter(({ status }) => status === 'rejected');
  expect([ledger.length, rejected.length]).toEqual([ROWS, 2]);
  expect(headOf(desk, batchId)?.counts).toEqual({ completed: ROWS - 2, rejected: 2 });
  await until('it is told', () => told.some(({ phase }) => phase === 'ended'));
  const ended = told.filter(({ phase }) => phase === 'ended');
  expect(ended).toMatchObject([{ batchId, isShort: true }]);
  for (const { label } of rejected) expect(ended[0]?.text).toContain(label);
  expect((await auditMints(rig.paper(), desk)).problems).toEqual([]);
  desk.unit.stop();
  const next = await open();
  expect(await next.desk.unit.mints.terms()).toMatchObject({ value: { participant: 'yes' } });
  expect(next.told).toEqual([]);
  next.desk.unit.stop();
});
