// What is read of archives, by a thread where one can be had and by main where not.
import { readArchive } from '#main/journal/archive-file.ts';
import type { ArchiveAnswer, ArchivePlace } from '#main/journal/archive-types.ts';
import { createActivityRows } from '#main/journal/activity-rows.ts';
import { createIntentRows, toLine, type StoredLine } from '#main/journal/intent-rows.ts';
import type { ActivityLineQuery, FoundLines } from '#main/journal/types.ts';

/** Every line in it, in the order of their writing. */
export const readArchivedLines = (place: ArchivePlace): ArchiveAnswer<StoredLine[]> =>
  readArchive(place, (db) => db.prepare('SELECT * FROM evidence ORDER BY seq').all().map(toLine));

export const ARCHIVE_READS = {
  archivedLines: (place: ArchivePlace, intentId: string): ArchiveAnswer<StoredLine[]> =>
    readArchive(place, (db) => createIntentRows(db).lines(intentId)),
  findArchived: (place: ArchivePlace, query: ActivityLineQuery): ArchiveAnswer<FoundLines> =>
    readArchive(place, (db) => createActivityRows(db).find(query, { intents: [], lines: [] })),
};
