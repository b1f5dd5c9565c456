// How long recording an intent takes, against appending the same body to a file and syncing it, in turns on one disk.
// node test/unit/journal/latency.ts [count] [folder]
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '#main/journal/journal.ts';

const count = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(join(process.argv[3] ?? tmpdir(), 'ballast-latency-'));
const accountId = '11111111-1111-4111-8111-111111111111';
const clock = { wall: () => Date.now(), elapsed: () => performance.now() };
const opened = openJournal({ folder, accountId, clock, log: () => undefined });
if (!opened.ok) throw new Error(opened.failure.message);
const { journal } = opened.value;
const bare = openSync(join(folder, 'bare.log'), 'a');
const body = JSON.stringify({
  symbol: 'AAPL',
  qty: '10',
  side: 'buy',
  type: 'limit',
  limit_price: '190.10',
  time_in_force: 'day',
  client_order_id: '018f0000-0000-7000-8000-000000000000',
});

const times: Record<string, number[]> = {
  record: [],
  advance: [],
  'append + fsync': [],
  'append + fdatasync': [],
};
function time(name: string, run: () => void): void {
  const before = performance.now();
  run();
  times[name]?.push(performance.now() - before);
}

for (let n = 0; n < count; n++) {
  const intentId = `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  time('append + fsync', () => {
    writeSync(bare, body);
    fsyncSync(bare);
  });
  time('record', () => {
    const recorded = journal.record({
      intentId,
      accountId,
      kind: 'place',
      body,
      symbol: 'AAPL',
      title: 'Buy 10 AAPL at 190.10',
      confirmedAt: clock.wall(),
    });
    if (!recorded.ok) throw new Error(recorded.failure.message);
  });
  time('append + fdatasync', () => {
    writeSync(bare, body);
    fdatasyncSync(bare);
  });
  time(
    'advance',
    () => void journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' }),
  );
  journal.advance(
    intentId,
    { step: 'accepted', resultId: intentId },
    { kind: 'answered', text: 'Accepted.' },
  );
}
journal.close();
closeSync(bare);
rmSync(folder, { recursive: true });

const at = (sorted: number[], part: number) =>
  (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(3);
for (const [name, all] of Object.entries(times)) {
  const sorted = all.sort((a, b) => a - b);
  process.stdout.write(
    `${name.padEnd(20)} p50 ${at(sorted, 0.5)} ms  p99 ${at(sorted, 0.99)} ms\n`,
  );
}
