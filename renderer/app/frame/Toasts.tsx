import { Toast as Base } from '@base-ui/react/toast';
import { useCallback, useState, type ReactNode } from 'react';
import { neededContext } from '#renderer/session/needed-context.ts';
import type { Toast } from '#renderer/session/session.ts';
import { Said } from '#renderer/ui/Said.tsx';

const GONE_AFTER_MS = 6_000;
/** Bad news stays until it is dismissed. */
const NEVER = 0;
const MOST_SHOWN = 3;

type Data = { account: string | undefined; text: string };

const [ManagerContext, useManager] =
  neededContext<ReturnType<typeof Base.createToastManager>>('the notices around it');

/** Keeps the notices of one window, above the accounts and the lock: what was not read yet is there afterwards. */
export function ToastKeeper({ children }: { children: ReactNode }) {
  const [manager] = useState(() => Base.createToastManager());
  return (
    <Base.Provider toastManager={manager} limit={MOST_SHOWN}>
      <ManagerContext value={manager}>{children}</ManagerContext>
    </Base.Provider>
  );
}

/** Says something of an account, or of the desk as a whole. */
export function useToast(account?: string): (toast: Toast) => void {
  const manager = useManager();
  return useCallback(
    ({ kind, text, id: given }: Toast) => {
      const timeout = kind === 'bad' ? NEVER : GONE_AFTER_MS;
      // What is said already is not said twice.
      const id = given ?? `${account}: ${text}`;
      manager.add({ id, type: kind, description: text, timeout, data: { account, text } });
    },
    [manager, account],
  );
}

/** Takes away what was said under an id, whichever account's frame said it. */
export const useUntoast = (): ((id: string) => void) => useManager().close;

/** Those for which there is no room. */
export function useWaitingToasts(): readonly { id: string; text: string }[] {
  return Base.useToastManager<Data>()
    .toasts.filter(({ limited }) => limited)
    .map(({ id, data }) => ({ id, text: data?.text ?? '' }));
}

/**
 * The notices, newest last, a line each. They have a place of their own, so that they cover nothing. Those beyond the
 * room for them wait behind the bell, and come back when others go.
 */
export function Toasts({ account: shown }: { account: string }) {
  const { toasts, close } = Base.useToastManager<Data>();
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
            aria-label="Dismiss"
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
const ofAnother = (account: string | undefined, shown: string): string =>
  account === undefined || account === shown ? '' : `${account}: `;
