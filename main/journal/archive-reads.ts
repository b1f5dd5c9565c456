// What is read of archives, by a thread where one can be had and by main where not.
import { readArchive } from '#main/journal/archive-file.ts';
import type { ArchiveAnswer, ArchivePlace } from '#main/journal/archive-types.ts';
import { createActivityRows } from '#main/journal/activity-rows.ts';
import { createIntentRows, type StoredLine } from '#main/journal/intent-rows.ts';
import type { ActivityLineQuery, FoundLines } from '#main/journal/types.ts';

export const ARCHIVE_READS = {
  archivedLines: (place: ArchivePlace, intentId: string): ArchiveAnswer<StoredLine[]> =>
    readArchive(place, (db) => createIntentRows(db).lines(intentId)),
  findArchived: (place: ArchivePlace, query: ActivityLineQuery): ArchiveAnswer<FoundLines> =>
    readArchive(place, (db) => createActivityRows(db).find(query, { intents: [], lines: [] })),
};
