// What it costs to watch accounts that nobody looks at: the processor time of a desk that does nothing, with five of them
// and with one. The practice account is open and in sight in both, as it always is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { round, type BenchOptions, type Figures } from '#test/bench/measure.ts';
import { createAccountDesk, hostsOf, KEEP } from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { startPaper } from '#test/faults/support/paper.ts';

const MANY = 5;
const ROUNDS = 2;
/** Longer than the slowest of what an account does again and again. */
const IDLE_MS = 35_000;

type Idle = { cpuMs: number; heapMb: number };

export async function benchWatched(
  say: (line: string) => void,
  _options: BenchOptions,
): Promise<Figures> {
  const rounds: { one: Idle; many: Idle }[] = [];
  for (let index = 0; index < ROUNDS; index++)
    rounds.push({ one: await idle(1), many: await idle(MANY) });
  const least = (of: 'one' | 'many', what: keyof Idle) =>
    Math.min(...rounds.map((each) => each[of][what]));
  const [one, many] = [least('one', 'cpuMs'), least('many', 'cpuMs')];
  const [oneMb, manyMb] = [least('one', 'heapMb'), least('many', 'heapMb')];
  const ratio = round(many / one);
  say(
    `idle, ${MANY} watched accounts: ${many} ms of processor a minute, one: ${one} ms: ${ratio} ×`,
  );
  say(`heap: ${manyMb} MB, with one ${oneMb} MB`);
  return { watched: { accounts: MANY, cpuMs: many, oneCpuMs: one, ratio, heapMb: manyMb, oneMb } };
}

async function idle(accounts: number): Promise<Idle> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const brokers = await Promise.all(
    Array.from({ length: accounts }, (_, index) =>
      startPaper({
        folder: join(folder, String(index)),
        seed: index,
        key: { keyId: `PKWATCHEDBENCH00000${index}`, secretKey: 'secret-of-a-bench' },
      }),
    ),
  );
  const desk = await createAccountDesk();
  try {
    for (const [index, broker] of brokers.entries())
      await desk.must('accounts.connect', {
        label: `Watched ${index}`,
        environment: 'paper',
        hosts: hostsOf(broker),
        credentials: broker.key,
        ...KEEP,
      });
    await until('all are open', async () =>
      (await desk.must('accounts.list', {})).every(({ isOpen }) => isOpen),
    );
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const { user, system } = process.cpuUsage(before);
    globalThis.gc?.();
    return {
      cpuMs: Math.round(((user + system) / 1_000) * (60_000 / IDLE_MS)),
      heapMb: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    };
  } finally {
    await desk.stop();
    for (const broker of brokers) await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
