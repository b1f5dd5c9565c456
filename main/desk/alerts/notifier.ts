// Notifies of each event once, at the loudness the person chose, and remembers that it did, also over a restart.
import type { Alert, AlertKind, AlertSettings, AlertWay } from '#contract/alerts.ts';
import type { AlertEvent } from '#main/desk/alerts/alert-events.ts';
import type { AlertStore } from '#main/desk/alerts/alert-store.ts';
import type { Clock, Log } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { safely } from '#main/tools/safely.ts';
import { plainText } from '#main/tools/plain-text.ts';

export type Notifier = {
  notify(event: AlertEvent): void;
  /** What it said is so no longer. Should it be so again, that is news. */
  withdraw(alertId: string): void;
  /** The account was removed: what it said is about nothing that is here. */
  forget(accountId: string): void;
  /** The last ones, oldest first. */
  recent(): readonly Alert[];
  /** Whether nobody has looked at it. */
  isUnseen(alertId: string): boolean;
  /** A person has looked at these. */
  see(alertIds: readonly string[]): void;
  onAlert(listener: (alert: Alert) => void): () => void;
};

type Deps = {
  store: Pick<
    AlertStore,
    'settings' | 'notified' | 'recent' | 'unseen' | 'saveUnseen' | 'saveNotified'
  >;
  clock: Clock;
  log: Log;
  /**
   * A notification of the system, and once more when what it says is over; the tray and the windows hear of every alert
   * by listening.
   */
  notify: (alert: Alert) => void;
};

const MOST_REMEMBERED = 2_000;
const MOST_RECENT = 50;
/** Words of the broker are among them: what it writes is shown, and not whatever it writes. */
const LONGEST_TITLE = 300;
const LONGEST_TEXT = 1_000;

export function createNotifier({ store, clock, log, notify }: Deps): Notifier {
  const notified = new Set(store.notified());
  // Whoever listens may fail: what happened is remembered, and the book that told of it hears nothing of that.
  const listeners = createListeners<[Alert]>(log);
  const notifySystem = safely(notify, log, 'the system did not show an alert');
  let recent = store.recent();
  let unseen: ReadonlySet<string> = new Set(store.unseen());

  /** Only those that are still listed. Whether they are others than before. */
  function setUnseen(alertIds: Iterable<string>): boolean {
    const wanted = new Set(alertIds);
    const next = recent.map(({ alertId }) => alertId).filter((alertId) => wanted.has(alertId));
    if (next.length === unseen.size && next.every((alertId) => unseen.has(alertId))) return false;
    unseen = new Set(next);
    return true;
  }

  const save = (): void => store.saveNotified([...notified], recent, [...unseen]);

  function remember(alertId: string): void {
    notified.add(alertId);
    for (const oldest of notified) {
      if (notified.size <= MOST_REMEMBERED) break;
      notified.delete(oldest);
    }
    save();
  }

  function withdraw(alertId: string): void {
    const alert = recent.find((one) => one.alertId === alertId);
    if (!notified.delete(alertId) && !alert) return;
    recent = recent.filter((one) => one !== alert);
    setUnseen(unseen);
    save();
    if (!alert) return;
    const over: Alert = { ...alert, isOver: true };
    listeners.notify(over);
    if (alert.way !== 'tray') notifySystem(over);
  }

  return {
    notify(event) {
      if (notified.has(event.alertId)) return;
      const now = clock.wall();
      const way = wayOf(event.kind, store.settings(), now);
      // One that is switched off is remembered too: switching it on later does not bring back what is past.
      if (way === 'off') return remember(event.alertId);
      const title = plainText(event.title, LONGEST_TITLE);
      const text = plainText(event.text, LONGEST_TEXT);
      const alert: Alert = { ...event, title, text, at: now, way };
      recent = [...recent, alert].slice(-MOST_RECENT);
      setUnseen([...unseen, event.alertId]);
      remember(event.alertId);
      listeners.notify(alert);
      if (way !== 'tray') notifySystem(alert);
    },
    withdraw,
    forget(accountId) {
      const gone = recent.filter(({ target }) => target.accountId === accountId);
      for (const { alertId } of gone) withdraw(alertId);
    },
    recent: () => recent,
    isUnseen: (alertId) => unseen.has(alertId),
    see(alertIds) {
      const seen = new Set(alertIds);
      if (setUnseen([...unseen].filter((alertId) => !seen.has(alertId))))
        store.saveUnseen([...unseen]);
    },
    onAlert: listeners.add,
  };
}

/** How loud it may be now. Quiet hours and do not disturb leave the line in the tray and silence the rest. */
function wayOf(kind: AlertKind, settings: AlertSettings, wall: number): AlertWay {
  const way = settings.ways[kind];
  if (way !== 'notify' && way !== 'sound') return way;
  if (settings.isDoNotDisturb || isQuiet(settings, wall)) return 'tray';
  return way;
}

function isQuiet({ quietHours }: AlertSettings, wall: number): boolean {
  if (!quietHours) return false;
  const from = minutesOf(quietHours.from);
  const to = minutesOf(quietHours.to);
  const local = new Date(wall);
  const now = local.getHours() * 60 + local.getMinutes();
  // Past midnight, the evening and the morning both count.
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
