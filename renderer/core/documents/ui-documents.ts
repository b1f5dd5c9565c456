// What the screens remember, at hand in the page: read once, changed at once, written a moment later and before the
// page goes away. What a person relies on does not wait: hidden amounts are written at once, and a choice about safety
// is main's before it shows here.
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { uiAreas, type Appearance, type UiArea, type UiDocument } from '#contract/ui.ts';

export type UiDocuments = {
  /** Reads them all. Answers what went wrong, in words; the defaults hold then. */
  load(): Promise<string | undefined>;
  /** Takes over what other windows changed. The layout in use is this window's own. */
  refresh(): Promise<void>;
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
  /** A document that could not be kept, in words. */
  onProblem(listener: (text: string) => void): () => void;
};

type Deps = {
  bridge: Bridge;
  delay: (ms: number, run: () => void) => () => void;
  /** Something was written down: the other windows may want to read it. */
  onWritten?: () => void;
};

const WRITE_AFTER_MS = 400;
/** Somebody looks over a shoulder: every window is to hear of it now. */
const AT_ONCE: ReadonlySet<string> = new Set<keyof Appearance>(['isPrivate']);

export function createUiDocuments({ bridge, delay, onWritten }: Deps): UiDocuments {
  const documents = new Map<UiArea, unknown>();
  /** By area, the members that were changed: another window's newer choice is not written over. */
  const waiting = new Map<UiArea, Set<string>>();
  /** On their way: what is read meanwhile is older. */
  const leaving = new Map<UiArea, number>();
  const listeners = new Set<() => void>();
  const problemListeners = new Set<(text: string) => void>();
  let cancelWrite: (() => void) | undefined;
  let commits = Promise.resolve<unknown>(undefined);
  let committing = 0;

  for (const area of Object.keys(uiAreas) as UiArea[]) documents.set(area, uiAreas[area].parse({}));

  function tell(): void {
    for (const run of listeners) run();
  }

  /** Answers what went wrong, in words. */
  async function send(
    area: UiArea,
    value: unknown,
    members: Iterable<string>,
  ): Promise<string | undefined> {
    // The area and its value belong together by construction; the union cannot say so.
    const input = {
      area,
      value,
      ...(area === 'appearance' && { members: [...members] }),
    } as Parameters<typeof bridge.call<'ui.set'>>[1];
    leaving.set(area, (leaving.get(area) ?? 0) + 1);
    const result = await bridge.call('ui.set', input);
    leaving.set(area, (leaving.get(area) ?? 1) - 1);
    if (!result.ok) return describeFailure(result.failure);
    onWritten?.();
    return undefined;
  }

  async function write(area: UiArea, members: Iterable<string>): Promise<void> {
    const failed = await send(area, documents.get(area), members);
    if (failed === undefined) return;
    for (const run of problemListeners) run(`The ${area} could not be remembered. ${failed}`);
  }

  async function take(change: Partial<Appearance>): Promise<string | undefined> {
    const changed = () => ({ ...(documents.get('appearance') as Appearance), ...change });
    const failed = await send('appearance', changed(), Object.keys(change));
    if (failed === undefined) documents.set('appearance', changed());
    return failed;
  }

  function flush(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    const areas = [...waiting];
    waiting.clear();
    for (const [area, members] of areas) void write(area, members);
  }

  /** What a person changed while this was under way is newer. */
  const isNewerHere = (area: UiArea): boolean => waiting.has(area) || (leaving.get(area) ?? 0) > 0;

  return {
    async refresh() {
      const older = new Set([...documents.keys()].filter(isNewerHere));
      const result = await bridge.call('ui.get', {});
      if (!result.ok) return;
      const { current } = documents.get('layouts') as UiDocument<'layouts'>;
      const others = { ...result.value, layouts: { ...result.value.layouts, current } };
      for (const [area, value] of Object.entries(others))
        if (!older.has(area as UiArea) && !isNewerHere(area as UiArea))
          documents.set(area as UiArea, value);
      tell();
    },
    async load() {
      const result = await bridge.call('ui.get', {});
      if (!result.ok) return describeFailure(result.failure);
      for (const [area, value] of Object.entries(result.value))
        if (!isNewerHere(area as UiArea)) documents.set(area as UiArea, value);
      tell();
      return undefined;
    },
    get: <A extends UiArea>(area: A) => documents.get(area) as UiDocument<A>,
    set(area, value) {
      const members = changedMembers(documents.get(area), value);
      documents.set(area, value);
      waiting.set(area, new Set([...(waiting.get(area) ?? []), ...members]));
      if (members.some((name) => AT_ONCE.has(name))) flush();
      else cancelWrite ??= delay(WRITE_AFTER_MS, flush);
      tell();
    },
    commit(change) {
      committing += 1;
      tell();
      // One after the other: the last choice is the last that main takes.
      const taken = commits
        .then(() => take(change))
        .finally(() => {
          committing -= 1;
          tell();
        });
      commits = taken.catch(() => undefined);
      return taken;
    },
    isCommitting: () => committing > 0,
    flush,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onProblem(listener) {
      problemListeners.add(listener);
      return () => problemListeners.delete(listener);
    },
  };
}

function changedMembers(before: unknown, after: object): string[] {
  const known = before as Record<string, unknown>;
  return Object.entries(after).flatMap(([name, value]) => (known[name] === value ? [] : [name]));
}
