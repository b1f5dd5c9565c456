// Everything that the journal of an account knows, as one text for a file: what a person keeps before the account is
// removed, and with it the journal. The account need not be open for it.
import { MOST_FILE_CHARS } from '#contract/files.ts';
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Cursor, Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';

type Deps = { profiles: Profiles; journals: AccountJournals; clock: Clock };

const PAGE = 500;

export function createAccountRecord({ profiles, journals, clock }: Deps) {
  return (accountId: string): Result<{ text: string }> => {
    const profile = profiles.get(accountId);
    if (!profile.ok) return profile;
    const { label, environment, accountNumber } = profile.value;
    let unreadable: string | undefined;
    const read = journals.read(accountId, recordIn, (why) => (unreadable = why));
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
function recordIn(journal: Journal): Result<object> {
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
      intents.push({ ...intent, evidence: evidence.value });
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
