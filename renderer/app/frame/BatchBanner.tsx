import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Said } from '#renderer/ui/Said.tsx';

/** A batch of mints that waits for the person, on every screen but its own. */
export function BatchBanner() {
  const { feeds, profile, screen, show } = useSession();
  const standing = useSlice(feeds.trading, 'trading')?.standingBatch;
  if (!standing || screen === 'tokenization') return null;
  const { batchId, text, heldWhy } = standing;
  return (
    <section className="banner stopped" aria-label="A batch is waiting for you">
      <p>
        <Said text={text} />{' '}
        {heldWhy === undefined ? (
          'No more rows will be sent until you continue.'
        ) : (
          <>
            <Said text={heldWhy} /> No more rows will be sent while that is so.
          </>
        )}
      </p>
      <button type="button" onClick={() => show({ accountId: profile.accountId, batchId })}>
        Open batch
      </button>
    </section>
  );
}
