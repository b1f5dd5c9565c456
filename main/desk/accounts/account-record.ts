// Everything that the journal of an account knows, as one text for a file: what a person keeps before the account is
// removed, and with it the journal. The account need not be open for it.
import { monthWords } from '#contract/archives.ts';
import { MOST_FILE_CHARS } from '#contract/files.ts';
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import { readArchivedLines } from '#main/journal/archive-reads.ts';
import { toEvidenceLine } from '#main/journal/intents.ts';
import { monthOf } from '#main/journal/month.ts';
import type { Cursor, EvidenceLine, Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';

type Deps = {
  profiles: Profiles;
  journals: AccountJournals;
  dataFolder: string;
  clock: Clock;
};

const PAGE = 500;

export function createAccountRecord({ profiles, journals, dataFolder, clock }: Deps) {
  return (accountId: string): Result<{ text: string }> => {
    const profile = profiles.get(accountId);
    if (!profile.ok) return profile;
    const { label, environment, accountNumber } = profile.value;
    let unreadable: string | undefined;
    const folder = folderOfAccount(dataFolder, accountId);
    const record = (journal: Journal) => recordIn(journal, folder, accountId);
    const read = journals.read(accountId, record, (why) => (unreadable = why));
    if (unreadable !== undefined)
      return notAllowed(
        `Its journal could not be read (${unreadable}), so there is nothing to save.`,
      );
    if (read && !read.ok) return read;
    const about = {
      account: { accountId, label, environment, accountNumber },
      savedAt: new Date(clock.wall()).toISOString(),
    };
    const text = JSON.stringify({ ...about, ...read?.value }, null, 1);
    return text.length > MOST_FILE_CHARS
      ? notAllowed('Its journal is too long for one file. Copy its folder instead.')
      : ok({ text });
  };
}

/** Every order and mint with its evidence, what was last known of the broker, and the activity. */
function recordIn(journal: Journal, folder: string, accountId: string): Result<object> {
  const archived = new Map<string, EvidenceLine[]>();
  for (const { month } of journal.archivedMonths()) {
    const read = readArchivedLines({ folder, accountId, month });
    if (!('value' in read)) return notAllowed(read.why);
    for (const stored of read.value) {
      const line = toEvidenceLine(stored);
      archived.set(line.intentId, [...(archived.get(line.intentId) ?? []), line]);
    }
  }
  const known = journal.load();
  if (!known.ok) return notAllowed(known.failure.message);
  const intents: object[] = [];
  let before: Cursor | undefined;
  do {
    const page = journal.list({ limit: PAGE, before });
    if (!page.ok) return notAllowed(page.failure.message);
    for (const intent of page.value.intents) {
      const evidence = journal.evidence(intent.intentId);
      if (!evidence.ok) return notAllowed(evidence.failure.message);
      const isHere = new Set(evidence.value.map((line) => JSON.stringify(line)));
      const older = archived.get(intent.intentId) ?? [];
      const lines = older.filter((line) => !isHere.has(JSON.stringify(line)));
      const all = [...lines, ...evidence.value];
      intents.push({ ...intent, evidence: all, ...(!isWhole(all) && noEvidence(intent)) });
    }
    before = page.value.next;
  } while (before);
  const batches = journal.batches();
  if (!batches.ok) return notAllowed(batches.failure.message);
  const grants = journal.grants();
  if (!grants.ok) return notAllowed(grants.failure.message);
  return ok({
    intents,
    lastKnown: known.value,
    batches: batches.value,
    grants: grants.value,
  });
}

/** The first line says that it was recorded, or that this failed. */
const isWhole = (lines: readonly EvidenceLine[]): boolean =>
  lines[0]?.kind === 'not-sent' || lines.some(({ kind }) => kind === 'recorded');

/** To be read by somebody who keeps nothing else. */
function noEvidence({ confirmedAt }: Intent): { evidenceProblem: string } {
  const month = monthOf(confirmedAt);
  const archive = month === undefined ? 'an archive' : `the archive of ${monthWords(month)}`;
  return {
    evidenceProblem: `Its older evidence is neither in the journal nor in ${archive}.`,
  };
}
