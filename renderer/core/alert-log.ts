// What the desk told, as far as this page heard of it, and which of it is news. The first batch of a page is the past:
// a reload announces nothing again, and counts what nobody has looked at.
import type { Alert } from '#contract/alerts.ts';
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import { createListeners } from '#renderer/core/listeners.ts';

export type AlertLog = {
  /** Newest first; the same array until something changes. */
  all(): readonly Alert[];
  /** How many came since a person last looked. */
  unseen(): number;
  markSeen(): void;
  on(run: () => void): () => void;
  onNews(listener: (alert: Alert) => void): () => void;
  /** What an alert said is so no longer. */
  onOver(listener: (alertId: string) => void): () => void;
  /** Begins to listen; answers a function that ends it. What was heard stays readable. */
  start(): () => void;
};

type Deps = { bridge: Pick<Bridge, 'watch' | 'call'>; now: () => number };

/** What was told while the page was cut off is still news for so long. */
const NEWS_MS = 60_000;
const MOST_KEPT = 50;

export function createAlertLog({ bridge, now }: Deps): AlertLog {
  const listeners = createListeners();
  const newsListeners = createListeners<[Alert]>();
  const overListeners = createListeners<[alertId: string]>();
  const known = new Set<string>();
  let list: readonly Alert[] = [];
  let unseen: ReadonlySet<string> = new Set();
  let hasBegun = false;

  function onEvent(event: FeedEvent<Alert>): void {
    if (event.kind === 'failed') return;
    const over = overIn(event);
    const isOver = ({ alertId }: Alert): boolean => over.has(alertId);
    const unheard = event.items.filter((alert) => !isOver(alert) && !known.has(alert.alertId));
    for (const { alertId } of unheard) known.add(alertId);
    const kept = list.filter((alert) => !isOver(alert));
    const hasLost = kept.length < list.length;
    list = [...unheard.toReversed(), ...kept].slice(0, MOST_KEPT);
    const isPast = event.reset && !hasBegun;
    hasBegun = true;
    const news = isPast ? [] : unheard.filter(({ at }) => !event.reset || now() - at < NEWS_MS);
    const before = unseen.size;
    unseen = unseenAfter(event, unheard);
    if (unheard.length > 0 || hasLost || unseen.size !== before) listeners.notify();
    for (const alert of news) newsListeners.notify(alert);
    for (const alertId of over) overListeners.notify(alertId);
  }

  /** What there is to begin with says itself whether anybody has looked at it, also in another window. */
  function unseenAfter(event: { items: readonly Alert[]; reset: boolean }, unheard: Alert[]) {
    const told = event.reset ? event.items.filter(({ isUnseen }) => isUnseen) : unheard;
    const wanted = new Set([...(event.reset ? [] : unseen), ...told.map(({ alertId }) => alertId)]);
    return new Set(list.map(({ alertId }) => alertId).filter((alertId) => wanted.has(alertId)));
  }

  /** Told as over; or, after a cut, not among what main has to begin with. */
  function overIn({ items, reset }: { items: readonly Alert[]; reset: boolean }): Set<string> {
    const over = items.filter(({ isOver }) => isOver).map(({ alertId }) => alertId);
    if (!reset) return new Set(over);
    const still = new Set(items.map(({ alertId }) => alertId));
    return new Set(list.map(({ alertId }) => alertId).filter((alertId) => !still.has(alertId)));
  }

  return {
    all: () => list,
    unseen: () => unseen.size,
    markSeen() {
      if (unseen.size === 0) return;
      // What main did not hear of is news once more for the next page.
      void bridge.call('alerts.see', { alertIds: [...unseen] });
      unseen = new Set();
      listeners.notify();
    },
    on: listeners.add,
    onNews: newsListeners.add,
    onOver: overListeners.add,
    start: () => bridge.watch('alerts', {}, onEvent),
  };
}
