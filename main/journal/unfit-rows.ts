// Rows that no disk would take, because of what they are. Each is set aside with a line in Activity: kept with the others
// it would be tried again with every write, and nothing could be placed any more.
import type { createMemory, Refuse } from '#main/journal/memory.ts';
import type { Log } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';
import { plainText } from '#main/tools/plain-text.ts';

const LONGEST_NAME = 80;
const MOST_NAMED = 3;

/** Of one write. */
export function createUnfitRows(log: Log) {
  const rows = new Set<string>();
  const refuse: Refuse = (row, error) => {
    rows.add(plainText(row, LONGEST_NAME));
    log('error', 'a row cannot be written and is set aside', { row, error: messageOf(error) });
  };
  return {
    refuse,
    /** Answers whether there is a line to be written. One that cannot be written itself has none. */
    keepLine({ keepSave }: Pick<ReturnType<typeof createMemory>, 'keepSave'>, at: number): boolean {
      const named = [...rows].filter((row) => !row.startsWith('event '));
      if (named.length === 0) return false;
      const more = named.length - MOST_NAMED;
      const names = named.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
      const text = `The journal could not store some records and set them aside: ${names}. Everything else was written, and you can keep placing orders. Compare with the broker's own records.`;
      keepSave('event of rows set aside', (records) =>
        records.saveEvent({ kind: 'desk', detail: 'row-set-aside', text }, Math.trunc(at)),
      );
      return true;
    },
  };
}
