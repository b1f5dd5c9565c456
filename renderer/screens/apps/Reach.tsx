import type { Authorization } from '#contract/oauth.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatAge, formatQuantity } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { reach: Authorization['reach'] };

const STALE_AFTER_MS = 60_000;
const SHOWN = 8;

/** What is within the application's reach at this moment. */
export function Reach({ reach }: Props) {
  const now = useNow(1_000);
  const { holdings, positions, buyingPower, readAt } = reach;
  const ageMs = readAt === undefined ? 0 : now - readAt;
  const isStale = ageMs > STALE_AFTER_MS;
  const more = positions - Math.min(SHOWN, holdings.length);
  return (
    <section className="authorize-part" aria-labelledby="reach-title">
      <h3 id="reach-title">
        In this account right now
        {isStale && <span className="stale"> · read {formatAge(ageMs)} ago</span>}
      </h3>
      {readAt === undefined ? (
        <p className="quiet-text">
          The account was not read yet; its positions are not known here.
        </p>
      ) : (
        <dl className="facts authorize-reach">
          <div>
            <dt>Buying power</dt>
            <dd>
              <Amount value={buyingPower} stale={isStale} />
            </dd>
          </div>
          <div>
            <dt>{positions === 1 ? '1 position' : `${positions} positions`}</dt>
            <dd>
              {positions === 0 ? (
                'Nothing is held.'
              ) : (
                <ul className="authorize-holdings">
                  {holdings.slice(0, SHOWN).map(({ symbol, qty, marketValue }) => (
                    <li key={symbol}>
                      <strong>{symbol}</strong> <span className="num">{formatQuantity(qty)}</span>
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
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
