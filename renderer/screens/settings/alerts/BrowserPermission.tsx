import { useState } from 'react';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';

/** Only where a browser shows the notifications; the desktop application shows its own. */
export function BrowserPermission() {
  const { bridge } = useSession();
  const info = useCall(bridge, 'desk.info', {}).value;
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (info?.shell !== 'web') return null;
  if (permission === 'granted')
    return (
      <p className="note">
        This browser shows notifications while the page is open in the background.
      </p>
    );
  if (permission === 'denied')
    return (
      <p className="note">
        This browser blocks notifications from this page. Alerts are listed under the bell. To get
        notifications, allow them for this address in the browser&rsquo;s settings.
      </p>
    );
  return (
    <p className="note">
      <span>
        Alerts are listed under the bell. To be notified while the page is in the background:
      </span>{' '}
      <button
        type="button"
        className="small"
        onClick={() => void Notification.requestPermission().then(setPermission)}
      >
        Allow browser notifications
      </button>
    </p>
  );
}
