// Main's side of the index that searches use (search-index.ts): when it is brought up to date, and when it must go. It is
// written in a thread, a slice at a time with pauses between, while everything is on disk and no order is on its way.
import { statSync } from 'node:fs';
import { journalPathIn } from '#main/journal/file.ts';
import type { Store } from '#main/journal/store.ts';
import type { JournalOptions } from '#main/journal/types.ts';
import { messageOf } from '#main/tools/message-of.ts';

export type SearchIndexer = {
  /** Some time after the journal was opened. */
  start(): void;
  /** Somebody searches: who searches once does so again. */
  wanted(): void;
  stop(): void;
};

/** After the start of everything else, and before evidence is archived (archiving.ts), which drops what is not indexed yet. */
const START_MS = 2 * 60_000;
const SLICE_MS = 200;
const PAUSE_MS = 300;
const BUSY_MS = 5_000;
/** Who searches sees to it that it is still there. */
const AGAIN_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 30 * 60_000;
/** What a search reads without an index in a tenth of a second. */
const FROM_BYTES = 16 * 1024 * 1024;
/** Lines that a search reads besides in a few milliseconds. */
const LAG = 200;

export function createSearchIndexer(
  store: Store,
  { folder, clock, log, searchIndex }: JournalOptions,
): SearchIndexer {
  const path = journalPathIn(folder);
  let cancel: (() => void) | undefined;
  let isRunning = false;
  let isStopped = false;
  let triedAt: number | undefined;
  let isFailed = false;

  function next(ms: number): void {
    cancel?.();
    cancel = searchIndex?.delay(ms, () => void run());
  }

  function begin(): void {
    if (!searchIndex || isRunning || isStopped || !isLarge(searchIndex.fromBytes)) return;
    const ago = triedAt === undefined ? Infinity : clock.elapsed() - triedAt;
    const isBehind = !store.searchIndex.covers(store.lastSeq() - LAG);
    if (ago < (isFailed ? AFTER_FAILURE_MS : isBehind ? 0 : AGAIN_MS)) return;
    isRunning = true;
    next(0);
  }

  function isLarge(fromBytes = FROM_BYTES): boolean {
    try {
      return statSync(path).size >= fromBytes;
    } catch {
      return false;
    }
  }

  async function run(): Promise<void> {
    const until = store.isReadBeside() ? store.linesOnDisk() : undefined;
    if (until === undefined) return next(BUSY_MS);
    const { removals } = store.searchIndex;
    const before = removals();
    let isDone = true;
    triedAt = clock.elapsed();
    try {
      const at = Math.trunc(clock.wall());
      const job = { path, until, at, sliceMs: SLICE_MS, lag: LAG };
      const answer = await searchIndex?.update(job);
      // What was removed meanwhile says nothing.
      if (answer && removals() === before) store.searchIndex.setCovered(answer.covered);
      isDone = answer?.isDone ?? true;
      isFailed = false;
    } catch (error) {
      isFailed = true;
      log('warn', 'searches have no index for now', { error: messageOf(error) });
    }
    isRunning = !isDone && !isStopped;
    if (isRunning) next(PAUSE_MS);
  }

  return {
    start: () => {
      if (!searchIndex) return;
      cancel = searchIndex.delay(START_MS, begin);
    },
    wanted: begin,
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
