// What a window shows: the desk, or one chart and nothing else. Its address says which, and goes on saying it.
import { useCallback, useEffect, useState } from 'react';
import { chartAddress, readChartAddress, type ChartWindow } from '#contract/chart-window.ts';

type FirstPlace = {
  chart?: ChartWindow;
  /** Said once: what the address asked for cannot be shown. */
  note?: string;
};

const NOTE = 'Ballast does not recognize this address, so it opened the desk.';

export function placeOf(hash: string): FirstPlace {
  const read = readChartAddress(hash);
  if (read === 'nonsense') return { note: NOTE };
  return read ? { chart: read } : {};
}

/** An address that is typed over is followed; what is changed here is written into it. */
export function useFirstPlace(): {
  place: FirstPlace;
  change: (chart: ChartWindow) => void;
  onNoted: () => void;
} {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  useEffect(() => {
    const look = (): void => setPlace(placeOf(location.hash));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  useEffect(() => {
    if (place.note !== undefined) rewriteHash('');
  }, [place]);
  const change = useCallback((chart: ChartWindow) => {
    rewriteHash(`#${chartAddress(chart)}`);
    setPlace({ chart });
  }, []);
  const onNoted = useCallback(() => setPlace({}), []);
  return { place, change, onNoted };
}

/** No step in the history, and no event. */
function rewriteHash(hash: string): void {
  history.replaceState(null, '', location.pathname + location.search + hash);
}
