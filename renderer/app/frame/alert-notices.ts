// How news reaches the person in this page: a notice while the page is in sight, the browser's notification while it is
// not. The desktop application notifies by itself, so there the page only shows the notice.
import { useEffect, useEffectEvent } from 'react';
import type { Alert, AlertKind } from '#contract/alerts.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useAlertLog } from '#renderer/session/use-alerts.ts';
import { playAlertSound } from '#renderer/core/alert-sound.ts';
import { useToast } from '#renderer/app/frame/Toasts.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import type { Session, Toast } from '#renderer/session/session.ts';
import { useHiding } from '#renderer/ui/privacy.ts';

type Notice = { isToast: boolean; isNotification: boolean; isSound: boolean };

type Where = {
  isVisible: boolean;
  isBrowser: boolean;
  /** The browser may notify. */
  isPermitted: boolean;
};

export function noticeOf({ way }: Pick<Alert, 'way'>, where: Where): Notice {
  const isLoud = way !== 'tray';
  return {
    isToast: isLoud && where.isVisible,
    isNotification: isLoud && !where.isVisible && where.isBrowser && where.isPermitted,
    isSound: way === 'sound' && where.isBrowser,
  };
}

const BAD: ReadonlySet<AlertKind> = new Set([
  'refusal',
  'unknown',
  'no-exit',
  'elsewhere',
  'stream-down',
  'unwatched',
  'journal',
]);
const GOOD: ReadonlySet<AlertKind> = new Set(['fill', 'mint']);

export function toastOf({ alertId, kind, title, text }: Alert): Toast {
  const tone = GOOD.has(kind) ? 'good' : 'note';
  return { kind: BAD.has(kind) ? 'bad' : tone, text: `${title}. ${text}`, id: alertId };
}

export function useAlertNotices({ bridge, show }: Pick<Session, 'bridge' | 'show'>): void {
  const toast = useToast();
  const { accounts } = useAccounts();
  const log = useAlertLog();
  const hide = useHiding();
  const info = useCall(bridge, 'desk.info', {}).value;
  const onNews = useEffectEvent((alert: Alert) => {
    const notice = noticeOf(alert, {
      isVisible: document.visibilityState === 'visible',
      isBrowser: info?.shell === 'web',
      isPermitted: 'Notification' in window && Notification.permission === 'granted',
    });
    // The alert names its account at its end, which a line may cut: one that is not in front is named first.
    const { label } = accounts.find((one) => one.accountId === alert.target.accountId) ?? {};
    if (notice.isToast)
      toast({ ...toastOf(alert), ...(label !== undefined && { account: label }) });
    const { title, text } = alert;
    if (notice.isNotification)
      notify({ ...alert, title: hide(title), text: hide(text) }, () => show(alert.target));
    if (notice.isSound) playAlertSound(alert.kind);
  });
  useEffect(() => log.onNews((alert) => onNews(alert)), [log]);
  useEffect(
    () =>
      log.onOver((alertId) => {
        shown.get(alertId)?.close();
        shown.delete(alertId);
      }),
    [log],
  );
}

/** Those of this page, by their alert. */
const shown = new Map<string, Notification>();

function notify({ alertId, title, text }: Alert, onClick: () => void): void {
  // The same tag in a second tab takes the place of the first: one happening, one notification. The page makes the
  // sound itself.
  const notification = new Notification(title, { body: text, tag: alertId, silent: true });
  shown.set(alertId, notification);
  notification.addEventListener('close', () => {
    if (shown.get(alertId) === notification) shown.delete(alertId);
  });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    onClick();
  });
}
