import type { Authorization } from '#contract/oauth.ts';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { useAge } from '#renderer/session/Age.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Fact } from '#renderer/ui/Fact.tsx';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';

type Props = {
  reach: Authorization['reach'];
  /** Absent once it was decided. */
  onReadAgain: (() => void) | undefined;
};

const SHOWN = 8;
/** As many as main tells. */
const MOST_TOLD = 200;

/** What is within the application's reach at this moment. */
export function Reach({ reach, onReadAgain }: Props) {
  const { holdings, positions, buyingPower, value, unpriced, readAt, whyOld } = reach;
  const now = useNow(60_000);
  const { isStale, words } = useAge(readAt);
  const held = useSlice(useSession().feeds.positions, 'positions');
  const isOther = readAt !== undefined && held !== undefined && !isSame(holdings, held.positions);
  const more = positions - Math.min(SHOWN, holdings.length);
  return (
    <section className="authorize-part" aria-labelledby="reach-title">
      <h3 id="reach-title">
        In this account right now
        {readAt !== undefined && (
          <span className={isStale ? 'stale' : 'quiet-text'} title={formatTimeTooltip(readAt)}>
            {` · ${words ?? `read ${formatExchangeMoment(readAt, now)} New York`}`}
          </span>
        )}
      </h3>
      {whyOld !== undefined && (
        <p className="note note-warn">The account could not be read right now. {whyOld}</p>
      )}
      {isOther && onReadAgain && (
        <p className="note note-warn" role="status">
          Your positions have changed since this was read.{' '}
          <button type="button" className="small" onClick={onReadAgain}>
            Refresh
          </button>
        </p>
      )}
      {readAt === undefined ? (
        <p className="quiet-text">
          The account has not been read yet, so its positions are not known.
        </p>
      ) : (
        <dl className="facts authorize-reach">
          <Fact name="Buying power">
            <Amount value={buyingPower} stale={isStale} />
          </Fact>
          {value !== undefined && (
            <Fact
              name={
                unpriced === 0 ? 'All positions' : `Positions, except ${unpriced} without a price`
              }
            >
              <Amount value={value} stale={isStale} />
            </Fact>
          )}
          <Fact name={positions === 1 ? '1 position' : `${positions} positions`}>
            {positions === 0 ? (
              'No positions.'
            ) : (
              <ul className="authorize-holdings">
                {holdings.slice(0, SHOWN).map(({ symbol, qty, marketValue }) => (
                  <li key={symbol}>
                    <strong>{symbol}</strong> <Quantity value={qty} stale={isStale} />
                    {marketValue !== undefined && (
                      <>
                        {' · '}
                        <Amount value={marketValue} stale={isStale} />
                      </>
                    )}
                  </li>
                ))}
                {more > 0 && <li className="quiet-text">and {more} more</li>}
              </ul>
            )}
          </Fact>
        </dl>
      )}
    </section>
  );
}

type Holding = { symbol: string; qty: string };

/** The same shares of the same symbols; what they are worth changes all the time. Of many only the largest are told. */
function isSame(told: readonly Holding[], held: readonly Holding[]): boolean {
  const now = new Map(held.map(({ symbol, qty }) => [symbol, qty]));
  return (
    held.length >= told.length &&
    (held.length === told.length || told.length >= MOST_TOLD) &&
    told.every(({ symbol, qty }) => now.get(symbol) === qty)
  );
}
