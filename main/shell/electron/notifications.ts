// Alerts as notifications of the system. A click brings the window and shows what the alert is about.
import { join } from 'node:path';
import { Notification } from 'electron';
import type { Alert } from '#contract/alerts.ts';

export function createNotifier(onClick: (alert: Alert) => void): (alert: Alert) => void {
  /** Held until they are gone: a notification that is collected hears no click. */
  const shown = new Set<Notification>();
  return (alert) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title: alert.title,
      body: alert.text,
      silent: alert.way !== 'sound',
      // macOS shows the application's own.
      ...(process.platform !== 'darwin' && {
        icon: join(import.meta.dirname, 'icons', '128x128.png'),
      }),
    });
    shown.add(notification);
    notification.once('click', () => onClick(alert));
    notification.once('close', () => shown.delete(notification));
    notification.show();
  };
}
