// The archives of one journal, as the journal's own verbs: read with it, and taken out of it in short slices.
import { existsSync } from 'node:fs';
import { monthWords, type Month } from '#contract/archives.ts';
import { archivePath, listArchives, notNow } from '#main/journal/archive-file.ts';
import { ARCHIVE_READS } from '#main/journal/archive-reads.ts';
import {
  diskFailure,
  done,
  failed,
  toDiskFailure,
  type DiskFailure,
} from '#main/journal/failure.ts';
import type { ArchiveAnswer, ArchivePlace } from '#main/journal/archive-types.ts';
import { toEvidenceLine } from '#main/journal/intents.ts';
import { monthOf } from '#main/journal/month.ts';
import { AnsweredError } from '#main/journal/reader.ts';
import { storedLines } from '#main/journal/reads.ts';
import type { Store } from '#main/journal/store.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import { messageOf } from '#main/tools/message-of.ts';

type Archived = Pick<
  Journal,
  'evidenceSince' | 'archivedMonths' | 'wholeEvidence' | 'findArchived' | 'dropArchived'
>;

/** Of main's turn, before the rows are written; an order that is placed meanwhile waits for no more than one slice. */
const SLICE_MS = 1;

export function createArchived(
  store: Store,
  { folder, accountId, clock, log, archives }: JournalOptions,
): Archived {
  /** What cannot be had beside main is read here. */
  async function read<T>(
    place: ArchivePlace,
    beside: (() => Promise<ArchiveAnswer<T>>) | undefined,
    here: () => ArchiveAnswer<T>,
  ): Promise<ArchiveAnswer<T>> {
    try {
      if (beside) return await beside();
    } catch (error) {
      if (error instanceof AnsweredError) return { why: notNow(place, error) };
      log('warn', 'an archive is read without a thread', { error: messageOf(error) });
    }
    return here();
  }

  return {
    evidenceSince() {
      const oldest = store.read(({ archived }) => archived.oldestLine());
      return oldest.ok ? oldest.value : undefined;
    },
    archivedMonths: () => listArchives(folder),
    async wholeEvidence(intent) {
      const { intentId, confirmedAt } = intent;
      const own = storedLines(store, intentId);
      if (!own.ok) return own;
      const { lines: stored, unread } = own.value;
      const lines = stored.map(toEvidenceLine);
      // The first line of every intent says that it was recorded, or that this failed: with it the others are here too.
      if (stored.some(({ kind }) => kind === 'recorded')) return done({ lines });
      const month = monthOf(confirmedAt);
      if (month === undefined) return done({ lines });
      // What is missing may be in the journal all the same, so no archive is asked and none is called missing.
      if (unread) return done({ lines, archive: { month, problem: notRead(unread) } });
      if (stored[0]?.kind === 'not-sent') return done({ lines });
      const place = { folder, accountId, month };
      const there = await read(place, archives && (() => archives.lines(place, intentId)), () =>
        ARCHIVE_READS.archivedLines(place, intentId),
      );
      if (!('value' in there)) {
        const was = store.read(({ archived }) => archived.months.wasArchived(month));
        const isLost = there.isMissing === true && was.ok && was.value === false;
        const problem = isLost ? lost(month, lines.length === 0) : there.why;
        return done({ lines, archive: { month, problem } });
      }
      const isHere = new Set(stored.map(({ seq }) => seq));
      const older = there.value.filter(({ seq }) => !isHere.has(seq));
      if (older.length === 0) {
        const what = lines.length === 0 ? 'no evidence' : 'no older evidence';
        const problem = `There is ${what} of it in the journal or in the archive of ${monthWords(month)} (${archivePath(place)}).`;
        return done({ lines, archive: { month, problem } });
      }
      const all = [...older, ...stored].sort((a, b) => a.seq - b.seq).map(toEvidenceLine);
      return done({ lines: all, archive: { month } });
    },
    async findArchived(month, query) {
      const place = { folder, accountId, month };
      const found = await read(place, archives && (() => archives.find(place, query)), () =>
        ARCHIVE_READS.findArchived(place, query),
      );
      if (!('value' in found)) return failed({ kind: 'archive', message: found.why });
      const { lines, isEnd, damaged } = found.value;
      if (damaged > 0) log('warn', 'lines of an archive could not be read', { month, damaged });
      return done({ lines, isEnd });
    },
    dropArchived(month, rows, from) {
      if (!existsSync(archivePath({ folder, month }))) return failed(diskFailure('gone', ''));
      const flushed = store.keptCount() > 0 ? store.flush('relaxed') : { ok: true as const };
      if (!flushed.ok) return failed(flushed.failure);
      if (!store.health().writable || !store.isReadBeside()) return failed(store.currentFailure());
      if (rows.some((row) => row.of === 'intent' && !store.searchIndex.covers(row.lastSeq)))
        store.searchIndex.remove();
      let next = from;
      let failure: DiskFailure | undefined;
      let isNoted = false;
      const turn = store.read((connection) => {
        const began = clock.elapsed();
        store.probe('before-drop');
        const written = connection.transaction(({ archived }) => {
          do {
            const row = rows[next];
            // What came to life since has a line more, and stays.
            if (row && archived.drop(row) && !isNoted) {
              archived.months.note(month, clock.wall());
              isNoted = true;
            }
            next++;
            store.probe('within-drop');
          } while (next < rows.length && clock.elapsed() - began < SLICE_MS);
        });
        // It can wait, and says nothing of what an order needs.
        if (!written.ok) failure = toDiskFailure(written.error);
        store.searchIndex.settle();
        store.probe('after-drop');
      });
      if (!turn.ok) return turn;
      return failure ? failed(failure) : done(Math.min(next, rows.length));
    },
  };
}

const lost = (month: Month, isAll: boolean): string =>
  `There is ${isAll ? 'no' : 'no older'} evidence of it in the journal, and nothing of ${monthWords(month)} was archived here. It may have been lost when the journal was damaged; the damaged file that was kept then, or an older backup, may have it.`;
const notRead = ({ message }: DiskFailure): string =>
  `The journal cannot be read now, so these are only the lines in memory; any older ones are not shown. ${message}`;
