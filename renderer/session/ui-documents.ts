// What the screens remember, at hand in the page: read once, changed at once, written a moment later and before the
// page goes away.
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { uiAreas, type UiArea, type UiDocument } from '#contract/ui.ts';

export type UiDocuments = {
  /** Reads them all. Answers what went wrong, in words; the defaults hold then. */
  load(): Promise<string | undefined>;
  /** Takes over what other windows changed. The layout in use is this window's own. */
  refresh(): Promise<void>;
  get<A extends UiArea>(area: A): UiDocument<A>;
  set<A extends UiArea>(area: A, value: UiDocument<A>): void;
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

export function createUiDocuments({ bridge, delay, onWritten }: Deps): UiDocuments {
  const documents = new Map<UiArea, unknown>();
  const waiting = new Set<UiArea>();
  /** On their way: what is read meanwhile is older. */
  const leaving = new Map<UiArea, number>();
  const listeners = new Set<() => void>();
  const problemListeners = new Set<(text: string) => void>();
  let cancelWrite: (() => void) | undefined;

  for (const area of Object.keys(uiAreas) as UiArea[]) documents.set(area, uiAreas[area].parse({}));

  function tell(): void {
    for (const run of listeners) run();
  }

  async function write(area: UiArea): Promise<void> {
    // The area and its value belong together by construction; the union cannot say so.
    const input = { area, value: documents.get(area) } as Parameters<
      typeof bridge.call<'ui.set'>
    >[1];
    leaving.set(area, (leaving.get(area) ?? 0) + 1);
    const result = await bridge.call('ui.set', input);
    leaving.set(area, (leaving.get(area) ?? 1) - 1);
    if (result.ok) onWritten?.();
    else
      for (const run of problemListeners)
        run(`The ${area} could not be remembered. ${describeFailure(result.failure)}`);
  }

  function flush(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    const areas = [...waiting];
    waiting.clear();
    for (const area of areas) void write(area);
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
      documents.set(area, value);
      waiting.add(area);
      cancelWrite ??= delay(WRITE_AFTER_MS, flush);
      tell();
    },
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

export const UiDocumentsContext = createContext<UiDocuments | undefined>(undefined);

export function useUiDocuments(): UiDocuments {
  const documents = useContext(UiDocumentsContext);
  if (!documents) throw new Error('this part of the screen needs what the screens remember');
  return documents;
}

/** One area and the way to change it. */
export function useUiDocument<A extends UiArea>(
  area: A,
): [UiDocument<A>, (value: UiDocument<A>) => void] {
  const documents = useUiDocuments();
  const value = useSyncExternalStore(documents.on, () => documents.get(area));
  return [value, (next) => documents.set(area, next)];
}
