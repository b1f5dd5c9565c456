// What the desk told, as far as this page heard of it, and which of it is news. The first batch of a page is the past:
// a reload announces nothing again.
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
  /** Begins to listen; answers a function that ends it. What was heard stays readable. */
  start(): () => void;
};

type Deps = { bridge: Pick<Bridge, 'watch'>; now: () => number };

/** What was told while the page was cut off is still news for so long. */
const NEWS_MS = 60_000;
const MOST_KEPT = 50;

export function createAlertLog({ bridge, now }: Deps): AlertLog {
  const listeners = createListeners();
  const newsListeners = createListeners<[Alert]>();
  const known = new Set<string>();
  let list: readonly Alert[] = [];
  let unseen = 0;
  let hasBegun = false;

  function onEvent(event: FeedEvent<Alert>): void {
    if (event.kind === 'failed') return;
    const unheard = event.items.filter(({ alertId }) => !known.has(alertId));
    for (const { alertId } of unheard) known.add(alertId);
    list = [...unheard.toReversed(), ...list].slice(0, MOST_KEPT);
    const isPast = event.reset && !hasBegun;
    hasBegun = true;
    const news = isPast ? [] : unheard.filter(({ at }) => !event.reset || now() - at < NEWS_MS);
    unseen = Math.min(list.length, unseen + (isPast ? 0 : unheard.length));
    if (unheard.length > 0) listeners.notify();
    for (const alert of news) newsListeners.notify(alert);
  }

  return {
    all: () => list,
    unseen: () => unseen,
    markSeen() {
      if (unseen === 0) return;
      unseen = 0;
      listeners.notify();
    },
    on: listeners.add,
    onNews: newsListeners.add,
    start: () => bridge.watch('alerts', {}, onEvent),
  };
}
