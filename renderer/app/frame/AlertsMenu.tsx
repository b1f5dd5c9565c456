import { useEffect, useState } from 'react';
import type { Session } from '#renderer/session/session.ts';
import { useAlertLog, useAlerts } from '#renderer/session/use-alerts.ts';
import { hasScreen } from '#renderer/app/screens.tsx';
import { formatExchangeMoment } from '#renderer/ui/format.ts';
import { Menu, type MenuItem } from '#renderer/ui/Menu.tsx';
import { ofAnother, useNoticesOutOfSight } from '#renderer/app/frame/Toasts.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { useHiding } from '#renderer/ui/privacy.ts';

const MOST_SHOWN = 12;

type Props = Pick<Session, 'show'> & {
  /** The account in front. */
  label: string;
  onSettings: () => void;
};

/** The last alerts, each of which leads to what it is about, and the notices that have gone. */
export function AlertsMenu({ label, show, onSettings }: Props) {
  const log = useAlertLog();
  const { alerts, unseen } = useAlerts();
  const [isOpen, setOpen] = useState(false);
  // Also what comes while the list is open: it is in sight.
  useEffect(() => {
    if (isOpen && unseen > 0) log.markSeen();
  }, [isOpen, unseen, log]);
  const now = useNow(60_000);
  const hide = useHiding();

  // An alert is among those below anyway.
  const notices = useNoticesOutOfSight().filter(
    ({ id }) => !alerts.some(({ alertId }) => alertId === id),
  );
  const waiting = notices.filter(({ dismiss }) => dismiss).length;

  const told = alerts.map(({ alertId, title, text, at, target }) => ({
    at,
    item: {
      key: alertId,
      text: hide(title),
      note: hide(text),
      detail: formatExchangeMoment(at, now),
      run: () => show(target),
    },
  }));
  const said = notices.map(({ id, account, text, at, dismiss }) => ({
    // Those that nobody has seen yet come first.
    at: dismiss ? Number.POSITIVE_INFINITY : at,
    item: {
      key: id,
      text: 'Notice',
      note: hide(ofAnother(account, label) + text),
      detail: dismiss ? 'press to dismiss' : formatExchangeMoment(at, now),
      run: () => dismiss?.(),
    },
  }));
  const items: MenuItem[] = [...told, ...said]
    .sort((a, b) => (a.at === b.at ? 0 : b.at - a.at))
    .slice(0, MOST_SHOWN + waiting)
    .map(({ item }) => item);
  if (items.length === 0)
    items.push({ key: 'none', text: 'No alerts yet', isDisabled: true, run: () => undefined });
  if (hasScreen('settings'))
    items.push({
      key: 'settings',
      text: 'Alert settings',
      isApart: true,
      run: onSettings,
    });

  const news = unseen + waiting;
  return (
    <Menu
      label="Recent alerts"
      items={items}
      className="menu-button alerts-button"
      listClassName="alerts-list"
      align="end"
      isSign
      onOpenChange={setOpen}
    >
      <span className="visually-hidden">{news > 0 ? `Alerts, ${news} new` : 'Alerts'}</span>
      <svg className="bell" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 11.5h10c-1-1-1.5-2-1.5-4.2C11.5 4.7 10 3 8 3S4.5 4.7 4.5 7.3C4.5 9.5 4 10.5 3 11.5z" />
        <path d="M6.8 13.5a1.4 1.4 0 0 0 2.4 0" />
      </svg>
      {news > 0 && (
        <span className="alerts-count" aria-hidden="true">
          {news}
        </span>
      )}
    </Menu>
  );
}
