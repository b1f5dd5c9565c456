// A link that came from outside and waits for the Apps screen. Whoever receives it offers it here; the screen takes it,
// shows what it asks for, and nothing else happens by itself.
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';

type OfferedLink = { link: string | undefined; take(): void };

export const OfferedLinkContext = createContext<OfferedLink>({
  link: undefined,
  take: () => undefined,
});

export const useOfferedLink = (): OfferedLink => useContext(OfferedLinkContext);

const MARK = '#link=';

/**
 * Links that the shell puts behind the page's own address as `#link=…`; the address is clean again at once. `offer`
 * takes one that came another way.
 */
export function useHashLink(
  onOffer: () => void,
): [offered: OfferedLink, offer: (link: string) => void] {
  const [link, setLink] = useState<string>();
  useEffect(() => {
    const look = (): void => {
      const { hash, pathname, search } = window.location;
      if (!hash.startsWith(MARK)) return;
      window.history.replaceState(null, '', `${pathname}${search}`);
      setLink(decoded(hash.slice(MARK.length)));
      onOffer();
    };
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, [onOffer]);
  const take = useCallback(() => setLink(undefined), []);
  const offered = useMemo(() => ({ link, take }), [link, take]);
  return [offered, setLink];
}

/** What cannot be decoded is passed on as it is: main says what is wrong with it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
