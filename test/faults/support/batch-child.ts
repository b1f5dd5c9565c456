// A desk that runs a batch until it is killed. It says how far the batch is, one line per row that is settled.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Hosts, KeyPair } from '#main/ports.ts';
import { openTestAccount, until, untilArmed } from '#test/faults/support/desk.ts';

export type BatchTask = {
  hosts: Hosts;
  key: KeyPair;
  accountId: string;
  brokerAccountId: string;
  name: string;
  folder: string;
  /** A table to try and start; without one the batch that is there goes on. */
  csv?: string;
  /** When no row is under way any more it says so, and stays until it is killed. */
  isToBeKilled?: true;
};

async function run(task: BatchTask): Promise<void> {
  const account = openTestAccount({
    ...task,
    paper: { hosts: task.hosts },
    mayResend: false,
  });
  const { batches } = account.unit.mints;
  account.unit.start();
  await untilArmed(account);
  if (task.csv !== undefined) {
    const dry = batches.dryRun('A hundred', task.csv);
    if (!dry.ok) throw new Error(JSON.stringify(dry.failure));
  }
  const batchId = batches.list()[0]?.batchId ?? '';
  const started = batches.start(batchId);
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  let told = -1;
  await until(
    'the batch has ended',
    () => {
      const batch = batches.get(batchId);
      const settled = batch?.rows.filter(
        ({ state }) => state === 'pending' || state === 'completed' || state === 'refused',
      );
      if (settled && settled.length !== told) {
        told = settled.length;
        writeSync(1, `${told}\n`);
      }
      return batch !== undefined && batch.state !== 'running';
    },
    120_000,
  );
  const { state, rows = [] } = batches.get(batchId) ?? {};
  if (state === 'paused') {
    const open = rows.filter(({ state: at }) => at !== 'pending' && at !== 'completed');
    process.stderr.write(
      `The batch was paused, of ${open.length} rows ${JSON.stringify(open[0])}\n`,
    );
  }
  if (task.isToBeKilled) {
    writeSync(1, 'over\n');
    return;
  }
  account.unit.stop();
  process.exit(0);
}

const line = await new Promise<string>((resolve) =>
  createInterface({ input: process.stdin }).once('line', resolve),
);
await run(JSON.parse(line) as BatchTask);
