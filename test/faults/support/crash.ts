// Starts the desks that die, ahead of time, and hears what they told the person before they did.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { IntentState } from '#contract/intents.ts';
import { isTerminal } from '#main/domain/order-status.ts';
import type { ChildTask, Death, Script, Told } from '#test/faults/support/crash-child.ts';
import { until, type TestAccount } from '#test/faults/support/desk.ts';
import type { Rig, Seat } from '#test/faults/support/rig.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
export type Obituary = { told: Told[]; diedAt: string };

export type Mortals = {
  /** Lives through the script until its death. */
  run(seat: Seat, script: Script, death: Death): Promise<Obituary>;
  stop(): void;
};

const CHILD = 'test/faults/support/crash-child.ts';

export function createMortals(rig: Rig): Mortals {
  let waiting: Child | undefined = spawnChild();

  function take(): Child {
    const child = waiting ?? spawnChild();
    waiting = spawnChild();
    return child;
  }

  return {
    async run(seat, script, death) {
      const child = take();
      const task: ChildTask = {
        hosts: rig.paper().hosts,
        key: seat.key,
        accountId: seat.accountId,
        folder: join(rig.folder, seat.name),
        script,
        death,
      };
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const [output, errors, signal] = await Promise.all([
        textOf(child.stdout),
        textOf(child.stderr),
        new Promise<NodeJS.Signals | null>((resolve) =>
          child.once('exit', (_code, how) => resolve(how)),
        ),
      ]);
      if (signal !== 'SIGKILL') throw new Error(`the desk ended otherwise: ${errors}`);
      const told = output
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Told);
      const diedAt = told.find((one) => one.kind === 'died')?.at ?? 'nowhere';
      return { told, diedAt };
    },
    stop() {
      waiting?.kill('SIGKILL');
      waiting = undefined;
    },
  };
}

const spawnChild = (): Child =>
  spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'pipe'] });

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
    if (one.kind === 'died') return [];
    const found = unit.journal.get(one.intentId);
    const intent = found.ok ? found.value : undefined;
    if (!intent) return [`${one.intentId} was told and is in no journal`];
    if (one.kind === 'will-cancel') {
      const row = rows.get(one.intentId);
      const isKept = !row || isTerminal(row.status);
      return isKept ? [] : [`${one.intentId} was cancelled by the person and is ${row.status}`];
    }
    const isKept = intent.state === one.state || LATER[one.state]?.includes(intent.state) === true;
    return isKept ? [] : [`${one.intentId} was told as ${one.state} and is ${intent.state}`];
  });
}
