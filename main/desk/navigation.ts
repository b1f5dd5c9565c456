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

export function createNavigation({ clock, random }: { clock: Clock; random: Random }): Navigation {
  const listeners = createListeners<[Visit]>();
  let last: Visit | undefined;
  return {
    navigate(to) {
      last = { visitId: random.uuid(), at: clock.wall(), to };
      listeners.notify(last);
    },
    fresh: () => (last && clock.wall() - last.at < FRESH_MS ? [last] : []),
    onVisit: listeners.add,
  };
}
