// What the page is asked to show from outside of it; the page calls it a visit. A window that opens because of one hears
// of it as it loads.
import type { Visit } from '#contract/visits.ts';
import type { Clock, Random } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type Navigation = {
  navigate(to: Visit['to']): void;
  /** The last one, while it is fresh. */
  fresh(): Visit[];
  onVisit(listener: (visit: Visit) => void): () => void;
};

const FRESH_MS = 15_000;
/** A person is asked to unlock first, which may take a while. */
const FRESH_WHILE_LOCKED_MS = 120_000;

type Deps = { clock: Clock; random: Random; isLocked: () => boolean };

export function createNavigation({ clock, random, isLocked }: Deps): Navigation {
  const listeners = createListeners<[Visit]>();
  let last: (Visit & { wasLocked: boolean }) | undefined;
  return {
    navigate(to) {
      const visit = { visitId: random.uuid(), at: clock.wall(), to };
      last = { ...visit, wasLocked: isLocked() };
      listeners.notify(visit);
    },
    fresh() {
      if (!last) return [];
      const { wasLocked, ...visit } = last;
      const now = clock.wall();
      if (now - visit.at >= (wasLocked ? FRESH_WHILE_LOCKED_MS : FRESH_MS)) return [];
      return [wasLocked ? { ...visit, at: now } : visit];
    },
    onVisit: listeners.add,
  };
}
