// Lives through orders until it kills itself at a named point of the journal. What it was told, and what its broker
// has, goes to files of its own first, so that whoever comes after can compare: node crash-child.ts FOLDER POINT HIT
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { JournalResult } from '#main/journal/failure.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Line } from '#main/journal/types.ts';
import type { Step } from '#main/journal/transitions.ts';

const [folder = '', point = '', hit = '1'] = process.argv.slice(2);
const accountId = '11111111-1111-4111-8111-111111111111';
let hits = 0;
const note = (file: string, ...words: string[]) =>
  appendFileSync(join(folder, file), `${words.join(' ')}\n`);

const opened = openJournal({
  folder,
  accountId,
  clock: { wall: () => Date.now(), elapsed: () => performance.now() },
  log: () => undefined,
  probe(at) {
    if (at === point && ++hits === Number(hit)) process.kill(process.pid, 'SIGKILL');
  },
});
const { journal } = value(opened);

function value<T>(result: JournalResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.kind}: ${result.failure.message}`);
  return result.value;
}

function record(): string {
  const intentId = randomUUID();
  const draft = { intentId, accountId, body: `{"id":"${intentId}"}`, symbol: 'AAPL', title: 'Buy' };
  value(journal.record({ ...draft, kind: 'place', confirmedAt: Date.now() }));
  note('acks', intentId, 'recorded');
  return intentId;
}
function advance(intentId: string, step: Step, kind: Line['kind']): void {
  const { state } = value(journal.advance(intentId, step, { kind, text: step.step }));
  note('acks', intentId, state);
}
/** The first byte leaves only after the journal knows that it may have. */
function send(intentId: string, lands: boolean): void {
  advance(intentId, { step: 'sent' }, 'sent');
  note('wire', intentId);
  if (lands) note('ledger', intentId);
}
const accept = (intentId: string, kind: Line['kind']) =>
  advance(intentId, { step: 'accepted', resultId: `order-${intentId}` }, kind);

// Whoever kills it from outside decides when: then it must not come to an end by itself.
const rounds = point === 'never' ? Infinity : 20;
for (let round = 0; round < rounds; round++) {
  const answered = record();
  send(answered, true);
  accept(answered, 'answered');

  const refused = record();
  send(refused, false);
  note('refusals', refused);
  advance(refused, { step: 'refused' }, 'answered');

  const unsent = record();
  advance(unsent, { step: 'not-sent' }, 'not-sent');

  const found = record();
  send(found, true);
  advance(found, { step: 'lost' }, 'lost');
  value(journal.repeatEvidence(found, { kind: 'not-found', text: 'no such order' }));
  value(journal.repeatEvidence(found, { kind: 'not-found', text: 'no such order' }));
  accept(found, 'found');

  const aside = record();
  send(aside, round % 2 === 0);
  advance(aside, { step: 'lost' }, 'lost');
  value(journal.markCancelWhenFound(aside, 'cancel it when it is found'));
  note('acks', aside, 'cancel');
  advance(aside, { step: 'set-aside' }, 'person');

  const twice = record();
  send(twice, true);
  advance(twice, { step: 'lost' }, 'lost');
  send(twice, false);
  advance(twice, { step: 'refused' }, 'answered'); // held shares: evidence only
  value(journal.saveGap({ stream: 'orders', from: Date.now(), to: Date.now() }));
}
