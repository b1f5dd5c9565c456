// Starts the desks that die, ahead of time, and hears what they told the person before they did.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { IntentState } from '#contract/intents.ts';
import { isTerminal } from '#contract/orders.ts';
import type { ChildTask, Death, Script, Told } from '#test/faults/support/crash-child.ts';
import { until, type TestAccount } from '#test/faults/support/desk.ts';
import type { Rig, Seat } from '#test/faults/support/rig.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
export type Obituary = { told: Told[]; diedAt: string };

export type Mortals = {
  /** Lives through the script until its death. */
  run(seat: Seat, script: Script, death: Death): Promise<Obituary>;
  /** Trades until it is killed from outside, at a moment that nobody chose. */
  trade(seat: Seat, moment: Moment): Promise<Obituary>;
  stop(): void;
};

/** So long after the desk told so many lines: the first when it begins to open, the second when it may trade. */
export type Moment = { lines: number; ms: number; seed: number };

const CHILD = 'test/faults/support/crash-child.ts';

export function createMortals(rig: Rig): Mortals {
  let waiting: Child | undefined = spawnChild();

  function take(): Child {
    const child = waiting ?? spawnChild();
    waiting = spawnChild();
    return child;
  }

  async function live(
    seat: Seat,
    task: Pick<ChildTask, 'script' | 'death' | 'seed'>,
    attend: (one: Told, child: Child) => void = () => undefined,
  ): Promise<Obituary> {
    const child = take();
    const whole: ChildTask = {
      hosts: rig.paper().hosts,
      key: seat.key,
      accountId: seat.accountId,
      folder: join(rig.folder, seat.name),
      ...task,
    };
    child.stdin.write(`${JSON.stringify(whole)}\n`);
    const told: Told[] = [];
    const lines = createInterface({ input: child.stdout }).on('line', (line) => {
      const one = JSON.parse(line) as Told;
      told.push(one);
      attend(one, child);
    });
    const [errors, , signal] = await Promise.all([
      textOf(child.stderr),
      once(lines, 'close'),
      new Promise<NodeJS.Signals | null>((resolve) =>
        child.once('exit', (_code, how) => resolve(how)),
      ),
    ]);
    if (signal !== 'SIGKILL') throw new Error(`the desk ended otherwise: ${errors}`);
    const diedAt = told.find((one) => one.kind === 'died')?.at ?? 'nowhere';
    return { told, diedAt };
  }

  return {
    run: (seat, script, death) => live(seat, { script, death }),
    trade: (seat, { lines, ms, seed }) => {
      let left = lines;
      return live(seat, { script: 'trade', seed }, (_one, child) => {
        if (--left === 0) setTimeout(() => child.kill('SIGKILL'), ms);
      });
    },
    stop() {
      waiting?.kill('SIGKILL');
      waiting = undefined;
    },
  };
}

/** Sources are stripped of their types once, not for every child. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'ballast-compile-cache') };
const spawnChild = (): Child =>
  spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'pipe'], env });

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Everything that can be known is known: what is still open is at no broker, and no cancel waits for its order. */
export async function untilSettled(rig: Rig, { unit }: TestAccount): Promise<void> {
  await until('what the broker has is settled, and cancels are carried out', async () => {
    if (!unit.gate.armState().isArmed) return false;
    if (unit.journal.pendingCancels().some(({ state }) => state === 'accepted')) return false;
    const open = new Set(unit.journal.unsettled().map(({ intentId }) => intentId));
    return open.size === 0 || !(await rig.ledger()).some((row) => open.has(row.client_order_id));
  });
}

/** What may become of a state that a person was told. */
const LATER: Partial<Record<IntentState, IntentState[]>> = {
  unknown: ['accepted', 'set-aside'],
  'set-aside': ['accepted'],
};

/** What a person was told and is not so any more, in words. */
export async function brokenPromises(
  rig: Rig,
  { unit }: TestAccount,
  { told }: Obituary,
): Promise<string[]> {
  const rows = new Map((await rig.ledger()).map((row) => [row.client_order_id, row]));
  return told.flatMap((one) => {
    if (!('intentId' in one)) return [];
    const found = unit.journal.get(one.intentId);
    const intent = found.ok ? found.value : undefined;
    if (!intent) return [`${one.intentId} was told and is in no journal`];
    if (one.kind === 'will-cancel') {
      const row = rows.get(one.intentId);
      const isKept = !row || isTerminal(row.status);
      return isKept ? [] : [`${one.intentId} was canceled by the person and is ${row.status}`];
    }
    const isKept = intent.state === one.state || LATER[one.state]?.includes(intent.state) === true;
    return isKept ? [] : [`${one.intentId} was told as ${one.state} and is ${intent.state}`];
  });
}
