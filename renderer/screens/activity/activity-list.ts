// The lines of the journal that are shown: the newest page is looked at again and again, older pages are added as the
// person scrolls. Lines keep their id, so that an intent that moved on or a gap that was filled changes in its place.
import type { ActivityKind, ActivityLine } from '#contract/activity.ts';
import type { Month } from '#contract/archives.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { Failure } from '#contract/failure.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import { boundsOf, type ActivityTime } from '#renderer/screens/activity/activity-time.ts';

type ActivityFilter = { kind: ActivityKind | 'all'; text: string; time: ActivityTime };
type ActivityState = {
  lines: readonly ActivityLine[];
  isRead: boolean;
  isEnd: boolean;
  isReadingOlder: boolean;
  /** Of the last question; lines that were read stay. */
  failure: Failure | undefined;
};

type ActivityList = {
  state(): ActivityState;
  onChange(run: () => void): () => void;
  /** Begins anew; what an earlier filter still brings is not listened to. */
  setFilter(filter: ActivityFilter): void;
  readNewest(): Promise<void>;
  readOlder(): Promise<void>;
};

const PAGE = 200;
const NOTHING: ActivityState = {
  lines: [],
  isRead: false,
  isEnd: false,
  isReadingOlder: false,
  failure: undefined,
};

export const NO_FILTER: ActivityFilter = {
  kind: 'all',
  text: '',
  time: { period: 'all', from: '', to: '' },
};

/** None means all. */
export const kindsOf = ({ kind }: ActivityFilter): ActivityKind[] => (kind === 'all' ? [] : [kind]);

/** Of the journal, or of one archived month. */
export function createActivityList(
  bridge: Pick<Bridge, 'call'>,
  accountId: string,
  month?: Month,
  now: () => number = Date.now,
): ActivityList {
  const listeners = createListeners();
  let filter = NO_FILTER;
  let state = NOTHING;
  let generation = 0;
  let isReadingNewest = false;
  /** A search reads for long where there is no index: what is typed meanwhile waits for it here, and only the newest is asked. */
  let search: Promise<unknown> = Promise.resolve();

  function set(change: Partial<ActivityState>): void {
    state = { ...state, ...change };
    listeners.notify();
  }

  const ask = (before?: ActivityLine) =>
    bridge.call('activity.list', {
      accountId,
      kinds: kindsOf(filter),
      text: filter.text,
      ...boundsOf(filter.time, now()),
      limit: PAGE,
      ...(month !== undefined && { month }),
      ...(before && { before: { at: before.at, lineId: before.lineId } }),
    });

  return {
    state: () => state,
    onChange: listeners.add,
    setFilter(next) {
      if (JSON.stringify(next) === JSON.stringify(filter)) return;
      filter = next;
      generation++;
      isReadingNewest = false;
      set(NOTHING);
    },
    async readNewest() {
      if (isReadingNewest) return;
      isReadingNewest = true;
      const mine = generation;
      const isSearch = filter.text.trim() !== '';
      if (isSearch) await search;
      if (mine !== generation) return;
      const asked = ask();
      if (isSearch) search = asked.catch(() => undefined);
      const page = await asked;
      if (mine !== generation) return;
      isReadingNewest = false;
      if (!page.ok) return set({ failure: page.failure });
      const { lines, isEnd } = page.value;
      const isJoined = state.lines.length > 0 && overlaps(lines, state.lines);
      // More is new than fits a page: what was held would leave a hole below it.
      if (!isJoined) return set({ lines, isEnd, isRead: true, failure: undefined });
      // Of a period that ends now, the oldest leave with the time.
      const { from = Number.NEGATIVE_INFINITY } = boundsOf(filter.time, now());
      const held = state.lines.filter(({ at }) => at >= from);
      set({ lines: join(lines, held, isEnd), isRead: true, failure: undefined });
    },
    async readOlder() {
      const last = state.lines.at(-1);
      if (!last || state.isEnd || state.isReadingOlder) return;
      const mine = generation;
      set({ isReadingOlder: true });
      const page = await ask(last);
      if (mine !== generation) return;
      if (!page.ok) return set({ isReadingOlder: false, failure: page.failure });
      // The list may have begun anew in the meantime; the page belongs below its own line only.
      if (state.lines.at(-1)?.lineId !== last.lineId) return set({ isReadingOlder: false });
      set({
        lines: [...state.lines, ...page.value.lines],
        isEnd: page.value.isEnd,
        isReadingOlder: false,
        failure: undefined,
      });
    },
  };
}

const overlaps = (fresh: readonly ActivityLine[], held: readonly ActivityLine[]): boolean => {
  const ids = new Set(held.map(({ lineId }) => lineId));
  return fresh.some(({ lineId }) => ids.has(lineId));
};

/** The fresh page on top, then what was held below its last line. */
function join(
  fresh: readonly ActivityLine[],
  held: readonly ActivityLine[],
  isWhole: boolean,
): ActivityLine[] {
  const last = fresh.at(-1);
  if (isWhole || !last) return [...fresh];
  return [...fresh, ...held.filter((line) => isBelow(line, last))];
}

const isBelow = (a: ActivityLine, b: ActivityLine): boolean =>
  a.at < b.at || (a.at === b.at && a.lineId < b.lineId);
