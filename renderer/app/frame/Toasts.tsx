import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { delay } from '#renderer/core/delay.ts';
import type { Toast } from '#renderer/session/session.ts';
import { toastCorner, type Corner } from '#renderer/app/frame/toast-place.ts';

export type ShownToast = Toast & { id: number };

const GONE_AFTER_MS = 6_000;
const MOST_SHOWN = 4;
/** Room for the notices that may stand at once. */
const ROOM = { width: 360, height: 200 };

/** The notices of one window, newest last. */
export function useToasts() {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const lastId = useRef(0);
  const dismiss = useCallback(
    (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)),
    [],
  );
  const toast = useCallback((next: Toast) => {
    const id = ++lastId.current;
    setToasts((all) => fewer([...all.filter(({ text }) => text !== next.text), { ...next, id }]));
  }, []);
  return { toasts, toast, dismiss };
}

/** Bad news is the last to go. */
function fewer(all: readonly ShownToast[]): readonly ShownToast[] {
  if (all.length <= MOST_SHOWN) return all;
  const first = all.findIndex(({ kind }) => kind !== 'bad');
  return all.filter((_, index) => index !== Math.max(0, first));
}

type Props = { toasts: readonly ShownToast[]; onDismiss: (id: number) => void };

export function Toasts({ toasts, onDismiss }: Props) {
  const [corner, setCorner] = useState<Corner>('bottom-left');
  const place = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useLayoutEffect(() => {
    if (newest === undefined) return;
    const ticket = document.querySelector('form[aria-label="Order ticket"]');
    const area = place.current?.parentElement?.getBoundingClientRect();
    if (area) setCorner(toastCorner(ticket?.getBoundingClientRect(), area, ROOM));
  }, [newest]);
  return (
    <div
      ref={place}
      className={`toasts toasts-${corner}`}
      role="log"
      aria-label="Notices"
      aria-live="polite"
    >
      {toasts.map((toast) => (
        <Notice key={toast.id} toast={toast} onDismiss={onDismiss} />
      ))}
    </div>
  );
}

type NoticeProps = { toast: ShownToast; onDismiss: (id: number) => void };

function Notice({ toast, onDismiss }: NoticeProps) {
  const { id, kind, text } = toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (kind === 'bad' || isHeld) return undefined;
    return delay(GONE_AFTER_MS, () => onDismiss(id));
  }, [id, kind, isHeld, onDismiss]);
  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <p>{text}</p>
      <button type="button" className="quiet" aria-label="Dismiss" onClick={() => onDismiss(id)}>
        ×
      </button>
    </div>
  );
}
