import { Toast as Base } from '@base-ui/react/toast';
import { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createNoticeLog, type Notice, type NoticeLog } from '#renderer/core/notice-log.ts';
import { neededContext } from '#renderer/session/needed-context.ts';
import type { Toast } from '#renderer/session/session.ts';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Said } from '#renderer/ui/Said.tsx';

const GONE_AFTER_MS = 6_000;
/** Bad news stays until it is dismissed. */
const NEVER = 0;
const MOST_SHOWN = 3;

type Data = { account: string | undefined; text: string };

type Keeper = { manager: ReturnType<typeof Base.createToastManager>; log: NoticeLog };

const [KeeperContext, useKeeper] = neededContext<Keeper>('the notices around it');

/** Keeps the notices of one window, above the accounts and the lock: what was not read yet is there afterwards. */
export function ToastKeeper({ children }: { children: ReactNode }) {
  const [keeper] = useState<Keeper>(() => ({
    manager: Base.createToastManager(),
    log: createNoticeLog(Date.now),
  }));
  return (
    <Base.Provider toastManager={keeper.manager} limit={MOST_SHOWN}>
      <KeeperContext value={keeper}>{children}</KeeperContext>
    </Base.Provider>
  );
}

/** Says something of an account, or of the desk as a whole. */
export function useToast(own?: string): (toast: Toast) => void {
  const { manager, log } = useKeeper();
  return useCallback(
    ({ kind, text, id: given, account = own }: Toast) => {
      const timeout = kind === 'bad' ? NEVER : GONE_AFTER_MS;
      // What is said already is not said twice.
      const id = given ?? `${account}: ${text}`;
      manager.add({ id, type: kind, description: text, timeout, data: { account, text } });
      log.add({ id, account, text });
    },
    [manager, log, own],
  );
}

/** Takes away what was said under an id, whichever account's frame said it. */
export function useUntoast(): (id: string) => void {
  const { manager, log } = useKeeper();
  return useCallback(
    (id) => {
      manager.close(id);
      log.remove(id);
    },
    [manager, log],
  );
}

/** Those that are not in sight: they have gone by themselves or were dismissed, or there is no room for them yet. */
export function useNoticesOutOfSight(): (Notice & { dismiss?: () => void })[] {
  const { toasts, close } = Base.useToastManager<Data>();
  const { log } = useKeeper();
  return useSyncExternalStore(log.on, log.all).flatMap((notice) => {
    const shown = toasts.find(({ id }) => id === notice.id);
    if (!shown) return [notice];
    return shown.limited ? [{ ...notice, dismiss: () => close(notice.id) }] : [];
  });
}

/**
 * The notices, newest last, a line each. They have a place of their own, so that they cover nothing. Those beyond the
 * room for them wait behind the bell, and come back when others go; those that have gone are read there.
 */
export function Toasts({ account: shown }: { account: string }) {
  const { toasts, close } = Base.useToastManager<Data>();
  const hide = useHiding();
  return (
    <Base.Viewport className="toasts" role="log" aria-label="Notices">
      {toasts.toReversed().map((toast) => (
        <Base.Root
          key={toast.id}
          toast={toast}
          // It asks nothing, so it is no dialog.
          role="group"
          aria-modal={undefined}
          swipeDirection={[]}
          className={`toast toast-${toast.type}`}
        >
          <Base.Description className="toast-text">
            {ofAnother(toast.data?.account, shown)}
            <Said text={toast.data?.text} />
          </Base.Description>
          <button
            type="button"
            className="quiet"
            aria-label={`Dismiss: ${hide(toast.data?.text ?? '')}`}
            onClick={() => close(toast.id)}
          >
            ×
          </button>
        </Base.Root>
      ))}
    </Base.Viewport>
  );
}

/** What was said of an account that is not in front now names it. */
export const ofAnother = (account: string | undefined, shown: string): string =>
  account === undefined || account === shown ? '' : `${account}: `;
