// Archives a month of a journal until it kills itself at a named point: node archive-child.ts FOLDER POINT HIT
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import { openJournal } from '#main/journal/journal.ts';

const [folder = '', point = '', hit = '1'] = process.argv.slice(2);
const accountId = '11111111-1111-4111-8111-111111111111';
const month = '2019-03';
let hits = 0;
let elapsed = 0;
function probe(at: string): void {
  if (at === point && ++hits === Number(hit)) process.kill(process.pid, 'SIGKILL');
}

const opened = openJournal({
  folder,
  accountId,
  // Each look at it is a millisecond later, so that a slice ends after a few rows on any machine.
  clock: { wall: () => Date.now(), elapsed: () => elapsed++ },
  log: () => undefined,
  probe,
});
if (!opened.ok) throw new Error(opened.failure.message);
const { journal } = opened.value;
const rows = archiveMonth({ folder, accountId, month, cutoffMs: Date.UTC(2020, 0) }, probe);
for (let from = 0; from < rows.length;) {
  const next = journal.dropArchived(month, rows, from);
  if (!next.ok) throw new Error(next.failure.message);
  from = next.value;
}
journal.close();
