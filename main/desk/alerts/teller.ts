// Tells each happening once, at the loudness the person chose, and remembers that it did, also over a restart.
import type { Alert, AlertKind, AlertTarget } from '#contract/alerts.ts';
import { wayOf } from '#main/desk/alerts/loudness.ts';
import type { AlertStore } from '#main/desk/alerts/types.ts';
import type { Clock } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type Happening = {
  /** What happened, whoever heard of it and however often. */
  alertId: string;
  kind: AlertKind;
  title: string;
  text: string;
  target: AlertTarget;
};

export type Teller = {
  tell(happening: Happening): void;
  /** The last ones, oldest first. */
  recent(): readonly Alert[];
  onAlert(listener: (alert: Alert) => void): () => void;
};

type Deps = {
  store: Pick<AlertStore, 'settings' | 'told' | 'saveTold'>;
  clock: Clock;
  /** A notification of the system; the tray and the windows hear of every alert by listening. */
  notify: (alert: Alert) => void;
};

const MOST_REMEMBERED = 2_000;
const MOST_RECENT = 50;

export function createTeller({ store, clock, notify }: Deps): Teller {
  const told = new Set(store.told());
  const listeners = createListeners<[Alert]>();
  let recent: Alert[] = [];

  function remember(alertId: string): void {
    told.add(alertId);
    for (const oldest of told) {
      if (told.size <= MOST_REMEMBERED) break;
      told.delete(oldest);
    }
    store.saveTold([...told]);
  }

  return {
    tell(happening) {
      if (told.has(happening.alertId)) return;
      const now = clock.wall();
      const way = wayOf(happening.kind, store.settings(), now);
      // Switched off is told too: switching it on later does not bring back what is past.
      remember(happening.alertId);
      if (way === 'off') return;
      const alert: Alert = { ...happening, at: now, way };
      recent = [...recent, alert].slice(-MOST_RECENT);
      listeners.notify(alert);
      if (way !== 'tray') notify(alert);
    },
    recent: () => recent,
    onAlert: listeners.add,
  };
}
