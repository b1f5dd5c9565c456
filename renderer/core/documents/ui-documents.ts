// What the screens remember, at hand in the page: read once, changed at once, written a moment later and before the
// page goes away. Main has the documents and their versions; a change that comes too late is made again on top of what
// holds. What a person relies on does not wait: hidden amounts are written at once, and a choice about safety is main's
// before it shows here.
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure } from '#contract/failure.ts';
import {
  uiAreas,
  type Appearance,
  type Layouts,
  type UiArea,
  type UiDocument,
} from '#contract/ui.ts';
import type { Versioned } from '#contract/versioned.ts';
import type { Delay } from '#renderer/core/delay.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import { changedPlaces, withPlaces } from '#renderer/core/documents/places.ts';

export type UiDocuments = {
  /** Reads them all, at first and whenever another window may have changed them. Answers what went wrong. */
  load(): Promise<Failure | undefined>;
  get<A extends UiArea>(area: A): UiDocument<A>;
  set<A extends UiArea>(area: A, value: UiDocument<A>): void;
  /**
   * Has main take a choice about safety now. Only what main has taken changes here; otherwise the answer is what went
   * wrong, in words.
   */
  commit(change: Partial<Appearance>): Promise<string | undefined>;
  /** A choice about safety is on its way to main: until then the safer one holds. */
  isCommitting(): boolean;
  /** Writes now what waits. */
  flush(): void;
  on(listener: () => void): () => void;
  /** A document was kept, or could not be: why, in words. */
  onRemembered(listener: (area: UiArea, problem: string | undefined) => void): () => void;
};

type Deps = {
  bridge: Bridge;
  delay: Delay;
  newId: () => string;
  /** Something was written down: the other windows may want to read it. */
  onWritten?: () => void;
};

type Kept = {
  shown: object;
  /** The places that a person changed here and main has not taken, each by how many writes had left by then. */
  changed: Map<string, number>;
  /** As main last said. */
  known: Versioned<object>;
  /** As main will have it once it took everything that is on its way. */
  ahead: Versioned<object>;
  /** How many writes left, how many of them are not answered, and the last that was. */
  sent: number;
  leaving: number;
  answered: number;
};

const WRITE_AFTER_MS = 400;
/** Other windows can come first again; not so often. */
const MOST_TRIES = 20;
/** Nobody has this version: what is written before anything was read is made again on top of what there is. */
const UNREAD = '';
/** Somebody looks over a shoulder: every window is to hear of it now. */
const AT_ONCE = 'isPrivate' satisfies keyof Appearance;

export function createUiDocuments({ bridge, delay, newId, onWritten }: Deps): UiDocuments {
  const documents = new Map<UiArea, Kept>();
  const waiting = new Set<UiArea>();
  const listeners = createListeners();
  const rememberedListeners = createListeners<[area: UiArea, problem: string | undefined]>();
  let cancelWrite: (() => void) | undefined;
  let commits = Promise.resolve<unknown>(undefined);
  let committing = 0;

  for (const area of Object.keys(uiAreas) as UiArea[]) {
    const known = { value: uiAreas[area].parse({}), version: UNREAD };
    documents.set(area, {
      shown: known.value,
      changed: new Map(),
      known,
      ahead: known,
      sent: 0,
      leaving: 0,
      answered: 0,
    });
  }

  function keptOf(area: UiArea): Kept {
    const kept = documents.get(area);
    if (!kept) throw new Error(`nothing is remembered about ${area}`);
    return kept;
  }

  /** Main has this now; only what the person changed here, and main has not taken, stays as it is here. */
  function take(area: UiArea, now: Versioned<object>): void {
    const kept = keptOf(area);
    const merged = withPlaces(kept.changed.keys(), kept.shown, now.value);
    // The layout in use is each window's own, from the first that it was given.
    const isOwn = area === 'layouts' && kept.known.version !== UNREAD;
    kept.shown = isOwn ? { ...merged, current: (kept.shown as Layouts).current } : merged;
    kept.known = now;
  }

  /** Answers what went wrong, in words. */
  async function write(area: UiArea, change?: object): Promise<string | undefined> {
    const kept = keptOf(area);
    for (let tries = 1; ; tries++) {
      const { shown, changed, ahead } = kept;
      const value = { ...withPlaces(changed.keys(), shown, ahead.value), ...change };
      const mine = { value, version: newId() };
      const nth = ++kept.sent;
      kept.leaving += 1;
      kept.ahead = mine;
      // The area and its value belong together by construction; the union cannot say so.
      const input = { area, value, from: ahead.version, to: mine.version } as Parameters<
        typeof bridge.call<'ui.set'>
      >[1];
      const result = await bridge.call('ui.set', input);
      const failure = result.ok ? undefined : result.failure;
      const now = failure?.kind === 'outdated' ? (failure.now as Versioned<object>) : mine;
      // An answer that was overtaken by that of a later write is older than what is known.
      if ((result.ok || now !== mine) && nth > kept.answered) {
        kept.answered = nth;
        if (result.ok) forget(kept, (_, since) => since < nth);
        take(area, now);
      }
      // Whatever left on top of a refused write is refused as well, and comes again.
      if (--kept.leaving === 0 || failure) kept.ahead = kept.known;
      listeners.notify();
      if (!failure) break;
      if (failure.kind !== 'outdated' || tries === MOST_TRIES) return describeFailure(failure);
      // What left later has this change too, and comes again by itself.
      if (!change && kept.sent > nth) return undefined;
    }
    onWritten?.();
    return undefined;
  }

  function flush(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    const areas = [...waiting];
    waiting.clear();
    for (const area of areas)
      void write(area).then((failed) => {
        const problem = failed && `The ${area} could not be saved. ${failed}`;
        rememberedListeners.notify(area, problem);
      });
  }

  return {
    async load() {
      const asked = new Map([...documents].map(([area, { known }]) => [area, known.version]));
      const result = await bridge.call('ui.get', {});
      if (!result.ok) return result.failure;
      for (const [area, kept] of documents) {
        // What left or came since this was asked is newer than the answer.
        if (kept.ahead.version !== asked.get(area)) continue;
        take(area, result.value[area]);
        kept.ahead = kept.known;
        // An answer may have been lost: what main has is no change any more.
        const open = new Set(changedPlaces(kept.known.value, kept.shown));
        forget(kept, (place) => !open.has(place));
      }
      listeners.notify();
      return undefined;
    },
    get: <A extends UiArea>(area: A) => keptOf(area).shown as UiDocument<A>,
    set(area, value) {
      const kept = keptOf(area);
      const places = changedPlaces(kept.shown, value);
      for (const place of places) kept.changed.set(place, kept.sent);
      kept.shown = value;
      waiting.add(area);
      if (places.includes(AT_ONCE)) flush();
      else cancelWrite ??= delay(WRITE_AFTER_MS, flush);
      listeners.notify();
    },
    commit(change) {
      committing += 1;
      listeners.notify();
      // One after the other: the last choice is the last that main takes.
      const taken = commits
        .then(() => write('appearance', change))
        .finally(() => {
          committing -= 1;
          listeners.notify();
        });
      commits = taken.catch(() => undefined);
      return taken;
    },
    isCommitting: () => committing > 0,
    flush,
    on: listeners.add,
    onRemembered: rememberedListeners.add,
  };
}

function forget({ changed }: Kept, isOver: (place: string, since: number) => boolean): void {
  for (const [place, since] of changed) if (isOver(place, since)) changed.delete(place);
}
