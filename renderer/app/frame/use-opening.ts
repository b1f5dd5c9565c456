// What every window asks for when it opens: the accounts, and what the screens remember.
import { useCallback, useEffect, useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { fail, type Result } from '#contract/failure.ts';
import { useAccountNews } from '#renderer/app/frame/use-desk-state.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { useWindowNews } from '#renderer/session/use-window-news.ts';

type Opening = {
  /** Undefined until they are known. */
  accounts: Result<AccountProfile[]> | undefined;
  load(): Promise<void>;
};

export function useOpening(bridge: Bridge): Opening {
  const documents = useUiDocuments();
  const news = useWindowNews();
  const [accounts, setAccounts] = useState<Result<AccountProfile[]>>();

  // What is remembered comes with the accounts, so that the window opens as it was left.
  const load = useCallback(
    () =>
      Promise.all([bridge.call('accounts.list', {}), documents.load()]).then(([listed, unread]) =>
        // Without what was chosen a window would show amounts that are to be hidden.
        setAccounts(unread === undefined || !listed.ok ? listed : fail(unread)),
      ),
    [bridge, documents],
  );
  useEffect(() => {
    void load();
  }, [load]);
  // Whoever comes from another window finds what was changed there. Two windows side by side are dressed alike at once:
  // amounts that are hidden in one are hidden in all.
  useEffect(() => {
    const refresh = (): void => void documents.load();
    const stop = news.on(({ kind }) => kind === 'remembered' && refresh());
    window.addEventListener('focus', refresh);
    return () => {
      stop();
      window.removeEventListener('focus', refresh);
    };
  }, [documents, news]);
  useAccountNews(bridge, accounts?.ok === true, (value) => setAccounts({ ok: true, value }));
  return { accounts, load };
}
