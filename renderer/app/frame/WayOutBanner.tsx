import { useState } from 'react';
import type { Closing } from '#contract/closings.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { ProgressWords, WayOutDialog } from '#renderer/trading/positions/WayOutDialog.tsx';
import { waitingWords } from '#renderer/trading/positions/way-out-words.ts';

/** A way out that was interrupted waits for the person, on every screen. */
export function WayOutBanner() {
  const { bridge, feeds, profile } = useSession();
  const closings = useAll(feeds.closings);
  const [shown, setShown] = useState<Closing>();
  return (
    <>
      {closings
        .filter(({ state }) => state === 'waiting')
        .map((closing) => (
          <section key={closing.closingId} className="banner stopped" aria-label="Waiting for you">
            <p>
              <strong>
                <ProgressWords closing={closing} />
              </strong>{' '}
              {closing.note} {waitingWords(closing)}
            </p>
            <button type="button" onClick={() => setShown(closing)}>
              Continue…
            </button>
          </section>
        ))}
      {shown && (
        <WayOutDialog
          bridge={bridge}
          accounts={[profile]}
          request={{
            kind: shown.kind,
            closingId: shown.closingId,
            symbols: shown.symbols.map(({ symbol }) => symbol),
          }}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
